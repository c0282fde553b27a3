/// An API with everything resolved: each type is one of a closed set of shapes, each default has its type, each model
/// knows whether it is read, written or both. Nothing of Swift's text is here, and nothing of the format it came from.
package struct API: Sendable {
    package var name: String
    package var fileName: String
    package var documentation: String?
    package var tags: [String: Description.Tag] = [:]
    package var baseURL: BaseURL
    package var headers: [Description.Header]
    /// nil: nothing is known of it.
    package var authentication: Description.Authentication?
    package var reading: [Options.Tolerance] = []
    /// What unsuccessful answers hold where an endpoint says nothing.
    package var errors: [ErrorCase]
    package var endpoints: [Endpoint]
    /// What deep links lead to, the most exact patterns first.
    package var links: [Link] = []
    package var deepLinks = Description.DeepLinks()
    package var oauth2Flows: [Description.OAuth2Flow] = []
    /// Every model, enum, union and alias, those written in place included; `TypeID` counts here.
    package var types: [NamedType]
    package var place: SourceLocation

    package struct BaseURL: Sendable {
        package var template: String
        package var variables: [Property]
    }
}

extension API {
    package struct TypeID: Hashable, Sendable {
        package let index: Int
        package init(index: Int) { self.index = index }
    }

    /// What a value can be.
    package indirect enum Shape: Hashable, Sendable {
        case scalar(Scalar)
        case named(TypeID, [Shape])
        case typeParameter(String)
        case list(Shape)
        case dictionary(Shape)
        case optional(Shape)
    }

    package struct NamedType: Sendable {
        /// Where the type is declared: at the top, or in place, nested in the type or endpoint that uses it.
        package enum Owner: Hashable, Sendable {
            case api
            case type(TypeID)
            /// By its index in `endpoints`.
            case endpoint(Int)
        }
        /// What a type is the type of. Of those that want one name equally, the first here keeps it.
        package enum Position: Int, Hashable, Sendable {
            /// A schema of the description, or one of another file.
            case declared, included
            /// What an operation answers with.
            case response
            /// A part of a type, or of an answer.
            case inside
            case path, query, header, cookie, body, responseHeader, error
            /// What a name for another type stands for, and the half of a type that is sent only.
            case derived

            /// What tells parts of one name in a request apart.
            package var place: String? {
                switch self {
                case .path: "path"
                case .query: "query"
                case .header: "header"
                case .cookie: "cookie"
                case .body: "body"
                case .responseHeader: "headers"
                case .error: "error"
                case .declared, .included, .response, .inside, .derived: nil
                }
            }
        }
        package enum Content: Sendable {
            case object([Property])
            case enumeration([EnumCase])
            case union(Union)
            case alias(Shape)
            /// A type that the user has written: nothing is declared.
            case own(OwnType)
            /// A string that is a date in a format of its own.
            case date(DatePattern)
        }
        /// As declared; of a type in place, the wire name of what it is the type of.
        package var name: String
        /// The text that its Swift name is made from; nil: its name.
        package var title: String?
        /// The name that a configuration chose.
        package var swiftName: String?
        /// Where a type in place stands.
        package var position = Position.inside
        /// It is what each element of a list is, and called by the list.
        package var isElement = false
        /// Protocols that a configuration asks for.
        package var conformances: [String] = []
        package var owner: Owner
        package var typeParameters: [String]
        package var content: Content
        /// What an alias comes to, through those that it names; nil: that isn't known yet, or depends on type arguments.
        package var resolved: Shape?
        /// What fields of any other name hold.
        package var rest: Shape?
        package var enumValues = Description.EnumValues.texts
        package var usage: Usage = []
        /// A union tries it by its keys.
        package var isTriedByKeys = false
        /// Fields that the description doesn't know are kept.
        package var keepsUnknown = false
        /// Bytes that a value takes in its holder, by estimate: see `Layout`. 0 for an alias.
        package var size = 0
        package var documentation: String?
        package var deprecation: Description.Deprecation?
        package var place: SourceLocation
    }

    package struct Usage: OptionSet, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        /// It comes in answers.
        package static let read = Usage(rawValue: 1)
        /// It goes into requests.
        package static let written = Usage(rawValue: 2)
    }

    /// Which of absent, null and value there can be.
    package enum Presence: Hashable, Sendable {
        case required
        /// Absent or null when read; left out when written.
        case optional
        /// There, and maybe null.
        case nullable
        /// Absent, null or a value: three states.
        case optionalNullable
    }

    package struct Property: Sendable {
        package var wireName: String
        /// The name that the author chose.
        package var swiftName: String?
        package var shape: Shape
        package var presence: Presence
        /// The default as written, and of the property's type.
        package var writtenDefault: Description.Literal?
        package var defaultValue: Value?
        /// The example as written, and of the property's type; nil too where it is no value of that.
        package var writtenExample: Description.Literal?
        package var example: Value?
        /// What an optional field means where an answer lacks it.
        package var absentValue: Description.Literal?
        package var isConstant = false
        /// The least that a number may be.
        package var minimum: Int?
        package var isReadOnly = false
        package var isWriteOnly = false
        /// Held by reference: it closes a cycle, or is large.
        package var isBoxed = false
        package var documentation: String?
        package var deprecation: Description.Deprecation?
        package var place: SourceLocation

        package init(
            wireName: String, swiftName: String? = nil, shape: API.Shape, presence: API.Presence,
            writtenDefault: Description.Literal? = nil, defaultValue: API.Value? = nil, writtenExample: Description.Literal? = nil,
            example: API.Value? = nil, absentValue: Description.Literal? = nil, isConstant: Bool = false, minimum: Int? = nil,
            isReadOnly: Bool = false, isWriteOnly: Bool = false, isBoxed: Bool = false, documentation: String? = nil,
            deprecation: Description.Deprecation? = nil, place: SourceLocation
        ) {
            self.wireName = wireName
            self.swiftName = swiftName
            self.shape = shape
            self.presence = presence
            self.writtenDefault = writtenDefault
            self.defaultValue = defaultValue
            self.writtenExample = writtenExample
            self.example = example
            self.absentValue = absentValue
            self.isConstant = isConstant
            self.minimum = minimum
            self.isReadOnly = isReadOnly
            self.isWriteOnly = isWriteOnly
            self.isBoxed = isBoxed
            self.documentation = documentation
            self.deprecation = deprecation
            self.place = place
        }
    }

    package struct EnumCase: Hashable, Sendable {
        package var wireValue: String
        package var swiftName: String?
        package var place: SourceLocation
    }

    package struct Union: Sendable {
        package struct Alternative: Sendable {
            package var tag: String?
            package var title: String?
            /// The name that a configuration chose.
            package var swiftName: String?
            package var shape: Shape
            package var isDefault = false
            /// Held by reference: it closes a cycle, or is large.
            package var isBoxed = false
            package var place: SourceLocation
        }
        package var discriminator: String?
        package var alternatives: [Alternative]

        /// The type that such a union always is; nil: there are several, or a discriminator.
        package var onlyShape: Shape? { discriminator == nil && alternatives.count == 1 ? alternatives[0].shape : nil }
    }

    /// A default, of its property's type.
    package indirect enum Value: Hashable, Sendable {
        case bool(Bool)
        /// Decimal digits that fit the type.
        case integer(String)
        case double(Double)
        /// Digits as written: `-12.50`.
        case decimal(String)
        case string(String)
        /// Seconds since 1970.
        case date(Double)
        case day(year: Int, month: Int, day: Int)
        case timestamp(Double, isMilliseconds: Bool)
        case url(String)
        case uuid(String)
        /// A case of an enum, by its index.
        case enumCase(TypeID, Int)
        case list([Value])
        case dictionary([Entry])
        case json(Description.Literal.Kind)

        package struct Entry: Hashable, Sendable {
            package var key: String
            package var value: Value
        }
    }
}

extension API {
    package struct Endpoint: Sendable {
        package var name: String
        /// The text that its Swift name is made from; nil: its name.
        package var title: String?
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
        /// What the body of a response must hold to be a success, beside its status.
        package var success: [SuccessCondition] = []
        /// The endpoint's own errors with the API's behind them, most exact first; nil: the API's alone.
        package var errors: [ErrorCase]?
        package var headers: [Description.Header]
        /// nil: the API's.
        package var authentication: Description.Authentication?
        package var timeout: Double?
        /// nil: the method says.
        package var isIdempotent: Bool?
        package var idempotencyKey: String?
        package var pagination: Pagination?
        /// Why what looks like paging isn't taken for it.
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
            /// A parameter of the endpoint, by its index, between texts that must be there.
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
        /// A header of this part of a multipart body, not of the request.
        package var part: String?
    }

    package struct Body: Sendable {
        package enum Content: Sendable {
            case fields([Property])
            case whole(Shape, isOptional: Bool)
        }
        package var content: Content
        package var encoding: Description.BodyEncoding
        package var lists: Description.FormLists?
        /// Fields that are written in ways of their own, by their wire names.
        package var encodings: [String: Description.FieldEncoding] = [:]
        /// The model whose fields the content is: parts of a multipart body are the request's own properties.
        package var model: Shape?
        package var place: SourceLocation
    }

    package struct Response: Sendable {
        package enum Encoding: Sendable { case json, text, binary }
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

        /// The shape is what each element is.
        package struct Stream: Sendable {
            package var isEvents: Bool
            package var end: String?
            package var reconnects: Description.Reconnection?
        }
    }

    package struct ResponseCase: Sendable {
        package var status: Description.StatusPattern
        /// The name of its case that a configuration chose.
        package var swiftName: String?
        package var shape: Shape
        package var encoding: Response.Encoding
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
        package var declaration: Description.Pagination
        package var origin: Origin
        /// The way to the list, and what it holds.
        package var elements: ValuePath
        package var element: Shape
        /// Where a response may be the bare list instead of a page: the way to that.
        package var bareList: ValuePath?
        /// The response is any JSON, of which nothing is known: it is the page's only element unless it is a list.
        package var isUntyped = false
        /// The endpoint that gives the pages after the first, by its index.
        package var continuation: Int?
        /// What moves, in this endpoint's request or in the continuation's. Empty where links are followed.
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

        /// A value in an answer.
        package enum Source: Sendable {
            case body(ValuePath)
            case header(String)
        }

        /// Who says that it pages so.
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
            /// What a union holds if it is the alternative of this index.
            case alternative(Int, of: Shape)
            case key(String)
        }
        package var steps: [Step] = []
        /// Of what is there; `isOptional` says whether it may be missing.
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
        /// Inside a body that is one value, or inside one of its fields: through properties only.
        package var path: ValuePath
        /// The body or its field may be missing.
        package var isRootOptional = false
        /// Of the parameter, the field, or the property at the end of the path.
        package var property: Property
    }
}

extension API {
    package subscript(_ id: TypeID) -> NamedType {
        get { types[id.index] }
        set { types[id.index] = newValue }
    }

    /// The shape behind aliases, with type arguments put in.
    package func resolvingAliases(_ shape: Shape) -> Shape {
        var shape = shape
        // An alias that names itself was refused, so this ends.
        while case .named(let id, let arguments) = shape, case .alias(let target) = self[id].content {
            if let resolved = self[id].resolved { return resolved }
            shape = substitute(arguments, of: self[id].typeParameters, in: target)
        }
        return shape
    }

    /// What is looked at to tell an alternative of a union from others: how many lists are round it, and what they hold.
    package func triedElement(_ shape: Shape) -> (lists: Int, element: Shape) {
        var lists = 0
        var element = resolvingAliases(shape)
        while case .list(let inner) = element {
            lists += 1
            element = resolvingAliases(inner)
        }
        return (lists, element)
    }

    package func substitute(_ arguments: [Shape], of parameters: [String], in shape: Shape) -> Shape {
        guard !parameters.isEmpty else { return shape }
        switch shape {
        case .scalar: return shape
        case .typeParameter(let name):
            return parameters.firstIndex(of: name).flatMap { arguments.indices.contains($0) ? arguments[$0] : nil } ?? shape
        case .named(let id, let own): return .named(id, own.map { substitute(arguments, of: parameters, in: $0) })
        case .list(let element): return .list(substitute(arguments, of: parameters, in: element))
        case .dictionary(let value): return .dictionary(substitute(arguments, of: parameters, in: value))
        case .optional(let wrapped): return .optional(substitute(arguments, of: parameters, in: wrapped))
        }
    }

    /// The properties of an object, type arguments put in; nil for what is no object.
    package func properties(of shape: Shape) -> [Property]? {
        guard case .named(let id, let arguments) = resolvingAliases(shape), case .object(let properties) = self[id].content else {
            return nil
        }
        return properties.map { property in
            var property = property
            property.shape = substitute(arguments, of: self[id].typeParameters, in: property.shape)
            return property
        }
    }
}

extension [API.ErrorCase] {
    /// One type for every status, so that there are no cases to tell apart.
    package var isOneForAll: Bool { count == 1 && self[0].status == .any }
}

extension API {
    /// A type as the description calls it: `Issue`, `String list`.
    package func text(of shape: Shape) -> String {
        switch shape {
        case .scalar(let scalar): scalar.rawValue
        case .named(let id, _): self[id].name
        case .typeParameter(let name): name
        case .list(let element): text(of: element) + " list"
        case .dictionary(let value): text(of: value) + " dictionary"
        case .optional(let wrapped): text(of: wrapped)
        }
    }
}
