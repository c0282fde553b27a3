// An endpoint: its parameters, body, responses, errors, links and pagination.

extension API {
    package struct Endpoint: Sendable {
        package var name: String
        /// The text that its Swift name is made from; nil: its name.
        package var title: String?
        /// Whether the title is a part of the id, without the path and the method. Then other operations may have the
        /// same title.
        package var hasShortenedID = false
        /// The name that a configuration chose.
        package var swiftName: String?
        package var documentation: String?
        package var deprecation: Description.Deprecation?
        package var tag: String?
        package var tags: [String] = []
        package var method: String
        package var path: PathTemplate
        /// nil: the API's.
        package var baseURL: String?
        package var parameters: [Parameter]
        package var body: Body?
        package var response: Response
        /// The fields that the body of a response must have to be a success, beside its status.
        package var success: [SuccessCondition] = []
        /// The errors that differ by their bodies, the API's included, most exact first; nil: the API's alone.
        package var errors: [ErrorCase]?
        /// The errors that the description lists for this endpoint, most exact first.
        package var statedErrors: [ErrorCase] = []
        package var headers: [Description.Header]
        /// nil: the API's.
        package var authentication: Description.Authentication?
        package var timeout: Double?
        /// nil: the method decides.
        package var isIdempotent: Bool?
        package var idempotencyKey: String?
        @Boxed package var pagination: Pagination?
        /// The reason why an endpoint that looks paginated isn't treated as such.
        package var pagingRefusal: DetectedPaging?
        package var links: [Description.Link]
        package var place: SourceLocation
    }

    /// A field of the body, by its keys, that must have one of the values. null stands for an absent field too.
    package struct SuccessCondition: Sendable {
        package var path: [String]
        /// As written.
        package var written: String
        package var values: [Description.Literal]
    }

    /// A pattern of deep links, and the request that it leads to.
    package struct Link: Sendable {
        package enum Segment: Hashable, Sendable {
            case literal(String)
            /// A parameter of the endpoint, by its index, between strings that must be there.
            case value(Int, prefix: String, suffix: String)
        }
        package enum Condition: Hashable, Sendable {
            case literal(String)
            /// A parameter that the request needs.
            case required(Int)
            case optional(Int)
        }
        package struct Item: Hashable, Sendable {
            package var name: String
            package var condition: Condition
        }

        package var endpoint: Int
        /// As written.
        package var pattern: String
        package var path: [Segment]
        package var query: [Item]
        package var place: SourceLocation
    }

    package struct Parameter: Sendable {
        package var location: Description.Parameter.Location
        package var property: Property
        package var style: Description.ParameterStyle?
        package var explode: Bool?
        /// The styles of the lists in a list, from the outside in.
        package var elements: [Description.ParameterStyle] = []
        /// A header of this part of a multipart body, not of the request.
        package var part: String?
    }

    package struct Body: Sendable {
        package enum Content: Sendable {
            case fields([Property])
            case whole(Shape, isOptional: Bool)
        }
        package var content: Content
        /// Whether a request may have no body.
        package var isOptional = false
        package var encoding: Description.BodyEncoding
        package var lists: Description.FormLists?
        /// The fields that have an encoding of their own, by their wire names.
        package var encodings: [String: Description.FieldEncoding] = [:]
        /// The model that the fields come from: the parts of a multipart body are the request's own properties.
        package var model: Shape?
        /// The description's example, with `Options.readsExamples`.
        @Seldom package var example: Description.Literal? = nil
        package var place: SourceLocation

        /// The fields that are properties of the request; a body that is one value has none. They change in place.
        var fields: [Property] {
            get { if case .fields(let fields) = content { fields } else { [] } }
            _modify {
                guard case .fields(var fields) = content else {
                    var none: [Property] = []
                    yield &none
                    return
                }
                content = .fields([])
                defer { content = .fields(fields) }
                yield &fields
            }
        }
    }

    package struct Response: Sendable {
        package enum Encoding: String, Sendable { case json, text, binary }
        package var shape: Shape
        package var isOptional: Bool
        package var statuses: [Int]
        /// Where statuses of success hold different types, most exact first.
        package var cases: [ResponseCase] = []
        package var encoding: Encoding
        package var stream: Stream?
        package var headers: [Property]
        /// Whether a header `Link` is described.
        package var declaresLink = false
        /// The description's example, with `Options.readsExamples`.
        @Seldom package var example: Description.Literal? = nil

        /// A streamed response, whose shape is that of each element.
        package struct Stream: Sendable {
            package var isEvents: Bool
            package var end: String?
            package var reconnects: Description.Reconnection?
            package var element = Description.EventElement.data
        }
    }

    package struct ResponseCase: Sendable {
        package var status: Description.StatusPattern
        /// The name of its case that a configuration chose.
        package var swiftName: String?
        package var shape: Shape
        package var encoding: Response.Encoding
        @Seldom package var example: Description.Literal? = nil
    }

    package struct ErrorCase: Hashable, Sendable {
        package var status: Description.StatusPattern
        /// The name of its case that a configuration chose.
        package var swiftName: String?
        package var shape: Shape
        package var place: SourceLocation
    }

    /// A pagination whose parameters and paths were found.
    package struct Pagination: Sendable {
        @Boxed package var declaration: Description.Pagination
        package var origin: Origin
        /// The path to the list.
        package var elements: ValuePath
        package var element: Shape
        /// The path to a bare list, if a response may be that instead of a page.
        package var bareList: ValuePath?
        /// Whether the response is any JSON. Unless it is a list, it is the page's only element.
        package var isUntyped = false
        /// The endpoint that gives the pages after the first, by its index.
        package var continuation: Int?
        /// The values that change from page to page, in this endpoint's request or in the continuation's. Empty where
        /// links are followed.
        package var moving: [RequestValue]
        /// The value that requests the number of elements of a page.
        package var size: RequestValue?
        package var hasNext: Source?
        package var isLast: Source?
        package var current: Source?
        package var total: Source?
        package var totalPages: Source?
        package var next: [Source]
        /// The paths from an element to its keys.
        package var keys: [ValuePath]

        /// A value in a response.
        package indirect enum Source: Sendable {
            case body(ValuePath)
            case header(String)
        }

        /// Where the pagination of an endpoint comes from.
        package enum Origin: Hashable, Sendable {
            /// The endpoint's own declaration, or the configuration's.
            case declared
            /// A strategy with `default: true` that fitted.
            case byDefault
            case detected(DetectedPaging)
        }
    }

    /// A path from a value to another, through models, dictionaries and JSON.
    package struct ValuePath: Sendable {
        package enum Step: Sendable {
            /// A property of an object, by its index.
            case property(Int, of: Shape)
            /// The value of a union, if it is the alternative of this index.
            case alternative(Int, of: Shape)
            case key(String)
        }
        package var steps: [Step] = []
        /// The shape of the value, if it is there; `isOptional` says whether it may be missing.
        package var shape: Shape
        package var isOptional: Bool
    }

    /// A value in a request: a parameter, a field of the body, or a part of a body that is one value.
    package struct RequestValue: Sendable {
        package enum Root: Hashable, Sendable {
            case parameter(Int)
            case bodyField(Int)
            case body
        }
        package var root: Root
        /// Inside a body that is one value, or inside a parameter or a field of the body: through properties only.
        package var path: ValuePath
        /// Whether the body, its field or the parameter may be missing.
        package var isRootOptional = false
        /// The parameter, the field, or the property at the end of the path.
        package var property: Property
    }
}
