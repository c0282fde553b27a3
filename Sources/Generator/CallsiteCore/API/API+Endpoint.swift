// An endpoint: its parameters, body, responses, errors, links and pagination.

extension API {
    package struct Endpoint: Sendable {
        package var name: String
        /// The text that its Swift name is made from; nil: its name.
        package var title: String?
        /// The title is a part of the id, without the path and the method, and another operation's may be the same.
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
        /// nil: the method says.
        package var isIdempotent: Bool?
        package var idempotencyKey: String?
        @Boxed package var pagination: Pagination?
        /// The reason why an endpoint that looks paginated isn't treated as such.
        package var pagingRefusal: DetectedPaging?
        package var links: [Description.Link]
        package var place: SourceLocation
    }

    /// A field of the body, by its keys, and the values of which it has one; null stands for an absent field too.
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
        /// A request may have no body.
        package var isOptional = false
        package var encoding: Description.BodyEncoding
        package var lists: Description.FormLists?
        /// Fields that are written in ways of their own, by their wire names.
        package var encodings: [String: Description.FieldEncoding] = [:]
        /// The model whose fields the content is: parts of a multipart body are the request's own properties.
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
        /// A header `Link` is described.
        package var declaresLink = false
        /// The description's example, with `Options.readsExamples`.
        @Seldom package var example: Description.Literal? = nil

        /// The shape is what each element is.
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
        /// The way to the list, and what it holds.
        package var elements: ValuePath
        package var element: Shape
        /// Where a response may be the bare list instead of a page: the way to that list.
        package var bareList: ValuePath?
        /// The response is any JSON, of which nothing is known: it is the page's only element unless it is a list.
        package var isUntyped = false
        /// The endpoint that gives the pages after the first, by its index.
        package var continuation: Int?
        /// The values that change from page to page, in this endpoint's request or in the continuation's. Empty where
        /// links are followed.
        package var moving: [RequestValue]
        /// How many elements a page was asked to have.
        package var size: RequestValue?
        package var hasNext: Source?
        package var isLast: Source?
        package var current: Source?
        package var total: Source?
        package var totalPages: Source?
        package var next: [Source]
        /// From an element.
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

    /// A way from a value through models, dictionaries and JSON to another.
    package struct ValuePath: Sendable {
        package enum Step: Sendable {
            /// A property of an object, by its index.
            case property(Int, of: Shape)
            /// The value of a union that is the alternative of this index.
            case alternative(Int, of: Shape)
            case key(String)
        }
        package var steps: [Step] = []
        /// The shape of a value that is there; `isOptional` says whether it may be missing.
        package var shape: Shape
        package var isOptional: Bool
    }

    /// A value in a request: a parameter, a field of the body, or what lies inside a body that is one value.
    package struct RequestValue: Sendable {
        package enum Root: Hashable, Sendable {
            case parameter(Int)
            case bodyField(Int)
            case body
        }
        package var root: Root
        /// Inside a body that is one value, or inside a parameter or a field of the body: through properties only.
        package var path: ValuePath
        /// The body, its field or the parameter may be missing.
        package var isRootOptional = false
        /// The parameter, the field, or the property at the end of the path.
        package var property: Property
    }
}
