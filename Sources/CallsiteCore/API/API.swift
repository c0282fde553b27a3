/// An API with everything resolved: each type is one of a closed set of shapes, each default has its type, each model
/// knows whether it is read, written or both. Nothing of Swift's text is here, and nothing of the format it came from.
package struct API: Sendable {
    var name: String
    var fileName: String
    var documentation: String?
    var tags: [String: Description.Tag] = [:]
    var baseURL: BaseURL
    var headers: [Description.Header]
    /// nil: nothing is known of it.
    var authentication: Description.Authentication?
    var reading: [Options.Tolerance] = []
    /// What unsuccessful answers hold where an endpoint says nothing.
    var errors: [ErrorCase]
    var endpoints: [Endpoint]
    /// What deep links lead to, the most exact patterns first.
    var links: [Link] = []
    var deepLinks = Description.DeepLinks()
    var oauth2Flows: [Description.OAuth2Flow] = []
    /// Every model, enum, union and alias, those written in place included; `TypeID` counts here.
    var types: [NamedType]
    var place: SourceLocation

    struct BaseURL: Sendable {
        var template: String
        var variables: [Property]
    }
}

extension API {
    struct TypeID: Hashable, Sendable {
        let index: Int
    }

    /// What a value can be.
    indirect enum Shape: Hashable, Sendable {
        case scalar(Scalar)
        case named(TypeID, [Shape])
        case typeParameter(String)
        case list(Shape)
        case dictionary(Shape)
        case optional(Shape)
    }

    struct NamedType: Sendable {
        /// Where the type is declared: at the top, or in place, nested in the type or endpoint that uses it.
        enum Owner: Hashable, Sendable {
            case api
            case type(TypeID)
            /// By its index in `endpoints`.
            case endpoint(Int)
        }
        /// What a type is the type of. Of those that want one name equally, the first here keeps it.
        enum Position: Int, Hashable, Sendable {
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
            var place: String? {
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
        enum Content: Sendable {
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
        var name: String
        /// The text that its Swift name is made from; nil: its name.
        var title: String?
        /// The name that a configuration chose.
        var swiftName: String?
        /// Where a type in place stands.
        var position = Position.inside
        /// It is what each element of a list is, and called by the list.
        var isElement = false
        /// Protocols that a configuration asks for.
        var conformances: [String] = []
        var owner: Owner
        var typeParameters: [String]
        var content: Content
        /// What an alias comes to, through those that it names; nil: that isn't known yet, or depends on type arguments.
        var resolved: Shape?
        /// What fields of any other name hold.
        var rest: Shape?
        var enumValues = Description.EnumValues.texts
        var usage: Usage = []
        /// A union tries it by its keys.
        var isTriedByKeys = false
        /// Fields that the description doesn't know are kept.
        var keepsUnknown = false
        /// Bytes that a value takes in its holder, by estimate: see `Layout`. 0 for an alias.
        var size = 0
        var documentation: String?
        var deprecation: Description.Deprecation?
        var place: SourceLocation
    }

    struct Usage: OptionSet, Hashable, Sendable {
        let rawValue: Int
        /// It comes in answers.
        static let read = Usage(rawValue: 1)
        /// It goes into requests.
        static let written = Usage(rawValue: 2)
    }

    /// Which of absent, null and value there can be.
    enum Presence: Hashable, Sendable {
        case required
        /// Absent or null when read; left out when written.
        case optional
        /// There, and maybe null.
        case nullable
        /// Absent, null or a value: three states.
        case optionalNullable
    }

    struct Property: Sendable {
        var wireName: String
        /// The name that the author chose.
        var swiftName: String?
        var shape: Shape
        var presence: Presence
        /// The default as written, and of the property's type.
        var writtenDefault: Description.Literal?
        var defaultValue: Value?
        /// The example as written, and of the property's type; nil too where it is no value of that.
        var writtenExample: Description.Literal?
        var example: Value?
        /// What an optional field means where an answer lacks it.
        var absentValue: Description.Literal?
        var isConstant = false
        /// The least that a number may be.
        var minimum: Int?
        var isReadOnly = false
        var isWriteOnly = false
        /// Held by reference: it closes a cycle, or is large.
        var isBoxed = false
        var documentation: String?
        var deprecation: Description.Deprecation?
        var place: SourceLocation
    }

    struct EnumCase: Hashable, Sendable {
        var wireValue: String
        var swiftName: String?
        var place: SourceLocation
    }

    struct Union: Sendable {
        struct Alternative: Sendable {
            var tag: String?
            var title: String?
            /// The name that a configuration chose.
            var swiftName: String?
            var shape: Shape
            var isDefault = false
            /// Held by reference: it closes a cycle, or is large.
            var isBoxed = false
            var place: SourceLocation
        }
        var discriminator: String?
        var alternatives: [Alternative]

        /// The type that such a union always is; nil: there are several, or a discriminator.
        var onlyShape: Shape? { discriminator == nil && alternatives.count == 1 ? alternatives[0].shape : nil }
    }

    /// A default, of its property's type.
    indirect enum Value: Hashable, Sendable {
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

        struct Entry: Hashable, Sendable {
            var key: String
            var value: Value
        }
    }
}

extension API {
    struct Endpoint: Sendable {
        var name: String
        /// The text that its Swift name is made from; nil: its name.
        var title: String?
        /// The name that a configuration chose.
        var swiftName: String?
        var documentation: String?
        var deprecation: Description.Deprecation?
        var tag: String?
        var tags: [String] = []
        var method: String
        var path: PathTemplate
        /// nil: the API's.
        var baseURL: String?
        var parameters: [Parameter]
        var body: Body?
        var response: Response
        /// What the body of a response must hold to be a success, beside its status.
        var success: [SuccessCondition] = []
        /// The endpoint's own errors with the API's behind them, most exact first; nil: the API's alone.
        var errors: [ErrorCase]?
        var headers: [Description.Header]
        /// nil: the API's.
        var authentication: Description.Authentication?
        var timeout: Double?
        /// nil: the method says.
        var isIdempotent: Bool?
        var idempotencyKey: String?
        var pagination: Pagination?
        /// Why what looks like paging isn't taken for it.
        var pagingRefusal: DetectedPaging?
        var links: [Description.Link]
        var place: SourceLocation
    }

    /// A field of the body, by its keys, and the values of which it has one; null stands for an absent field too.
    struct SuccessCondition: Sendable {
        var path: [String]
        /// As written.
        var written: String
        var values: [Description.Literal]
    }

    /// A pattern of deep links, and the request that it leads to.
    struct Link: Sendable {
        enum Segment: Hashable, Sendable {
            case literal(String)
            /// A parameter of the endpoint, by its index, between texts that must be there.
            case value(Int, prefix: String, suffix: String)
        }
        enum Condition: Hashable, Sendable {
            case literal(String)
            /// A parameter that the request needs.
            case required(Int)
            case optional(Int)
        }
        struct Item: Hashable, Sendable {
            var name: String
            var condition: Condition
        }

        var endpoint: Int
        /// As written.
        var pattern: String
        var path: [Segment]
        var query: [Item]
        var place: SourceLocation
    }

    struct Parameter: Sendable {
        var location: Description.Parameter.Location
        var property: Property
        var style: Description.ParameterStyle?
        var explode: Bool?
        /// A header of this part of a multipart body, not of the request.
        var part: String?
    }

    struct Body: Sendable {
        enum Content: Sendable {
            case fields([Property])
            case whole(Shape, isOptional: Bool)
        }
        var content: Content
        var encoding: Description.BodyEncoding
        var lists: Description.FormLists?
        /// Fields that are written in ways of their own, by their wire names.
        var encodings: [String: Description.FieldEncoding] = [:]
        /// The model whose fields the content is: parts of a multipart body are the request's own properties.
        var model: Shape?
        var place: SourceLocation
    }

    struct Response: Sendable {
        enum Encoding: Sendable { case json, text, binary }
        var shape: Shape
        var isOptional: Bool
        var statuses: [Int]
        /// Where statuses of success hold different types, most exact first.
        var cases: [ResponseCase] = []
        var encoding: Encoding
        var stream: Stream?
        var headers: [Property]
        /// A header `Link` is described.
        var declaresLink = false

        /// The shape is what each element is.
        struct Stream: Sendable {
            var isEvents: Bool
            var end: String?
            var reconnects: Description.Reconnection?
        }
    }

    struct ResponseCase: Sendable {
        var status: Description.StatusPattern
        /// The name of its case that a configuration chose.
        var swiftName: String?
        var shape: Shape
        var encoding: Response.Encoding
    }

    struct ErrorCase: Hashable, Sendable {
        var status: Description.StatusPattern
        /// The name of its case that a configuration chose.
        var swiftName: String?
        var shape: Shape
        var place: SourceLocation
    }

    /// A pagination whose parameters and paths were found.
    struct Pagination: Sendable {
        var declaration: Description.Pagination
        var origin: Origin
        /// The way to the list, and what it holds.
        var elements: ValuePath
        var element: Shape
        /// Where a response may be the bare list instead of a page: the way to that.
        var bareList: ValuePath?
        /// The response is any JSON, of which nothing is known: it is the page's only element unless it is a list.
        var isUntyped = false
        /// The endpoint that gives the pages after the first, by its index.
        var continuation: Int?
        /// What moves, in this endpoint's request or in the continuation's. Empty where links are followed.
        var moving: [RequestValue]
        /// How many elements a page was asked to have.
        var size: RequestValue?
        var hasNext: Source?
        var isLast: Source?
        var current: Source?
        var total: Source?
        var totalPages: Source?
        var next: [Source]
        /// From an element.
        var keys: [ValuePath]

        /// A value in an answer.
        enum Source: Sendable {
            case body(ValuePath)
            case header(String)
        }

        /// Who says that it pages so.
        enum Origin: Hashable, Sendable {
            /// The endpoint's own declaration, or the configuration's.
            case declared
            /// A strategy with `default: true` that fitted.
            case byDefault
            case detected(DetectedPaging)
        }
    }

    /// A way from a value through models, dictionaries and JSON to another.
    struct ValuePath: Sendable {
        enum Step: Sendable {
            /// A property of an object, by its index.
            case property(Int, of: Shape)
            /// What a union holds if it is the alternative of this index.
            case alternative(Int, of: Shape)
            case key(String)
        }
        var steps: [Step] = []
        /// Of what is there; `isOptional` says whether it may be missing.
        var shape: Shape
        var isOptional: Bool
    }

    /// A value in a request: a parameter, a field of the body, or what lies inside a body that is one value.
    struct RequestValue: Sendable {
        enum Root: Hashable, Sendable {
            case parameter(Int)
            case bodyField(Int)
            case body
        }
        var root: Root
        /// Inside a body that is one value, or inside one of its fields: through properties only.
        var path: ValuePath
        /// The body or its field may be missing.
        var isRootOptional = false
        /// Of the parameter, the field, or the property at the end of the path.
        var property: Property
    }
}

extension API {
    subscript(_ id: TypeID) -> NamedType {
        get { types[id.index] }
        set { types[id.index] = newValue }
    }

    /// The shape behind aliases, with type arguments put in.
    func resolvingAliases(_ shape: Shape) -> Shape {
        var shape = shape
        // An alias that names itself was refused, so this ends.
        while case .named(let id, let arguments) = shape, case .alias(let target) = self[id].content {
            if let resolved = self[id].resolved { return resolved }
            shape = substitute(arguments, of: self[id].typeParameters, in: target)
        }
        return shape
    }

    /// What is looked at to tell an alternative of a union from others: how many lists are round it, and what they hold.
    func triedElement(_ shape: Shape) -> (lists: Int, element: Shape) {
        var lists = 0
        var element = resolvingAliases(shape)
        while case .list(let inner) = element {
            lists += 1
            element = resolvingAliases(inner)
        }
        return (lists, element)
    }

    func substitute(_ arguments: [Shape], of parameters: [String], in shape: Shape) -> Shape {
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
    func properties(of shape: Shape) -> [Property]? {
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
    var isOneForAll: Bool { count == 1 && self[0].status == .any }
}

extension API {
    /// A type as the description calls it: `Issue`, `String list`.
    func text(of shape: Shape) -> String {
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
