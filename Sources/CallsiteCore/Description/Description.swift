/// An API as its author described it, whatever the format: names not yet resolved, nothing of Swift's. Every part
/// remembers its place, for messages.
package struct Description: Sendable {
    /// The prefix of the generated protocol: `GitHub` gives `GitHubRequestType`.
    var name: Name
    /// The main file's name without its folders, for the header of generated files.
    var fileName: String
    var documentation: String?
    var baseURL: BaseURL?
    /// Sent with every request.
    var headers: [Header] = []
    var authentication: Authentication?
    /// Of every POST and PATCH, unless an endpoint says otherwise.
    var idempotencyKey = IdempotencyKey.unsaid
    /// What answers other than the successful ones hold, unless an endpoint says otherwise.
    var errors: [ErrorBody] = []
    var endpoints: [Endpoint] = []
    var models: [Model] = []
    var strategies: [Pagination] = []
    /// Files that are included and not loaded yet.
    var missing: [MissingSource] = []

    /// A name with the place where it is given.
    struct Name: Hashable, Sendable {
        var text: String
        var place: SourceLocation
    }

    /// An absolute URL, with `{variables}`.
    struct BaseURL: Hashable, Sendable {
        var template: String
        var variables: [Field]
        var place: SourceLocation
    }

    struct Header: Hashable, Sendable {
        var name: String
        var value: String
        var place: SourceLocation
    }

    enum Authentication: Hashable, Sendable {
        case none, bearer, basic
        case header(String), query(String), cookie(String)
    }

    /// `deprecated: true`, or the text that says what to use instead.
    struct Deprecation: Hashable, Sendable {
        var message: String?
    }
}

extension Description {
    /// One operation: a method on a path.
    struct Endpoint: Sendable {
        var name: Name
        var documentation: String?
        var deprecation: Deprecation?
        var tag: String?
        var method: String
        var path: PathTemplate
        var parameters: [Parameter] = []
        var body: Body?
        var response: Response
        var errors: [ErrorBody] = []
        var headers: [Header] = []
        /// nil: the API's.
        var authentication: Authentication?
        /// Seconds.
        var timeout: Double?
        /// Whether it may be sent again after a failure; nil: the method says.
        var isIdempotent: Bool?
        var idempotencyKey: IdempotencyKey = .unsaid
        var pagination: PaginationUse = .unsaid
        var links: [Link] = []

        var place: SourceLocation { name.place }
    }

    /// The header for a key that is the same with each repetition of a request.
    enum IdempotencyKey: Hashable, Sendable {
        case unsaid, none
        case header(String)
    }

    struct Parameter: Sendable {
        enum Location: String, CaseIterable, Sendable { case path, query, header, cookie }
        var location: Location
        var field: Field
        var style: ParameterStyle?
        var explode: Bool?
    }

    enum ParameterStyle: String, CaseIterable, Sendable {
        case form, spaceDelimited, pipeDelimited, deepObject, simple, label, matrix
        /// The value's JSON (OpenAPI's `content: application/json`).
        case json
    }

    /// A property of a model, or what a parameter has in common with one.
    struct Field: Hashable, Sendable {
        /// On the wire.
        var wireName: String
        /// A Swift name that the author chose.
        var swiftName: Name?
        var type: TypeExpression
        /// May be left out.
        var isOptional = false
        /// May be null.
        var isNullable = false
        var defaultValue: Literal?
        var documentation: String?
        var deprecation: Deprecation?
        var example: Literal?
        var place: SourceLocation
    }

    struct Body: Sendable {
        enum Content: Sendable {
            /// The fields of a model that is written in place: the request's own properties.
            case fields([Field])
            case type(TypeExpression, isOptional: Bool)
        }
        var content: Content
        var encoding: BodyEncoding?
        /// How a form writes lists; nil: the name is repeated.
        var lists: FormLists?
        var place: SourceLocation
    }

    enum FormLists: String, CaseIterable, Sendable { case repeated, bracketed, indexed }
    enum BodyEncoding: String, CaseIterable, Sendable { case json, form, multipart, text, binary }
    enum ResponseEncoding: String, CaseIterable, Sendable { case json, text, binary, sse, ndjson }

    struct Response: Sendable {
        var type: TypeExpression
        var isOptional = false
        /// The statuses that are success; empty: every 2xx.
        var statuses: [Int] = []
        var encoding: ResponseEncoding?
        var headers: [Field] = []
        /// `stream of T`.
        var isStream = false
        /// The data of the event that ends a stream.
        var streamEnd: String?
        /// When a stream of events is asked for again; nil: when its connection was lost.
        var reconnects: Reconnection?
        var place: SourceLocation
    }

    enum Reconnection: String, CaseIterable, Sendable { case never, afterLoss, always }

    /// What an unsuccessful answer holds.
    struct ErrorBody: Hashable, Sendable {
        var status: StatusPattern
        var type: TypeExpression
        var place: SourceLocation
    }

    enum StatusPattern: Hashable, Sendable {
        case exactly(Int)
        /// `4XX`: the first digit.
        case family(Int)
        case any
    }

    struct Link: Hashable, Sendable {
        var template: PathTemplate
        var place: SourceLocation
    }
}

extension Description {
    /// A named type.
    struct Model: Sendable {
        var name: Name
        /// `Element` in `Page<Element>`.
        var typeParameters: [Name] = []
        var documentation: String?
        var deprecation: Deprecation?
        var shape: Shape
    }

    indirect enum Shape: Hashable, Sendable {
        case object([Field])
        case enumeration([EnumCase])
        case union(Union)
        case alias(TypeExpression)
    }

    struct EnumCase: Hashable, Sendable {
        var wireValue: String
        var swiftName: Name?
        var place: SourceLocation
    }

    struct Union: Hashable, Sendable {
        struct Alternative: Hashable, Sendable {
            /// The discriminator's value.
            var tag: String?
            var type: TypeExpression
        }
        /// The property whose value tells the alternatives apart; nil: what fits best.
        var discriminator: Name?
        var alternatives: [Alternative]
    }

    /// A type as it is written. Optional and null belong to the field, but for the elements of lists and dictionaries.
    struct TypeExpression: Hashable, Sendable {
        indirect enum Kind: Hashable, Sendable {
            case scalar(Scalar)
            /// A model or a type parameter, by name.
            case reference(String, [TypeExpression])
            case list(TypeExpression)
            case dictionary(TypeExpression)
            case optional(TypeExpression)
            /// A model, enum or union that is written where it is used.
            case inline(Shape)
        }
        var kind: Kind
        var place: SourceLocation
    }

    /// A value as written: a default or an example.
    struct Literal: Hashable, Sendable {
        indirect enum Kind: Hashable, Sendable {
            case null, bool(Bool)
            /// Digits as written.
            case integer(String), float(String)
            case string(String)
            case list([Literal])
            case object([Member])
        }
        struct Member: Hashable, Sendable {
            var key: String
            var value: Literal
        }
        var kind: Kind
        var place: SourceLocation
    }
}

/// The types that need no declaration.
enum Scalar: String, CaseIterable, Hashable, Sendable {
    case string = "String"
    case bool = "Bool"
    case int = "Int"
    case int32 = "Int32"
    case int64 = "Int64"
    case double = "Double"
    case float = "Float"
    case decimal = "Decimal"
    /// RFC 3339 date-time.
    case date = "Date"
    /// RFC 3339 full-date.
    case day = "Day"
    /// Seconds since 1970.
    case timestamp = "Timestamp"
    case timestampMilliseconds = "TimestampMilliseconds"
    case url = "URL"
    case uuid = "UUID"
    /// base64 in JSON, raw bytes as a body.
    case data = "Data"
    case json = "JSON"
    case void = "Void"
}
