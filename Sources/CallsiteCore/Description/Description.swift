/// An API as its author described it, whatever the format: names not yet resolved, nothing of Swift's. Every part
/// remembers its place, for messages.
package struct Description: Sendable {
    /// The prefix of the generated protocol: `GitHub` gives `GitHubRequestType`.
    var name: Name
    /// The main file's name without its folders, for the header of generated files.
    var fileName: String
    var documentation: String?
    /// What is known of tags, by their names.
    var tags: [String: Tag] = [:]
    var baseURL: BaseURL?
    /// Sent with every request.
    var headers: [Header] = []
    /// nil: nothing is said of it, neither here nor at any operation.
    var authentication: Authentication?
    /// The ways that are declared, whether anything uses them or not.
    var declaredAuthentications: [Authentication] = []
    /// Of every POST and PATCH, unless an endpoint says otherwise.
    var idempotencyKey = IdempotencyKey.unsaid
    /// What answers other than the successful ones hold, unless an endpoint says otherwise.
    var errors: [ErrorBody] = []
    /// What the body of every response must hold to be a success, where it has such fields.
    var success: [Condition] = []
    var endpoints: [Endpoint] = []
    var models: [Model] = []
    var strategies: [Pagination] = []
    var deepLinks = DeepLinks()
    /// How tokens are got, by OAuth 2.
    var oauth2Flows: [OAuth2Flow] = []
    /// Files that are included and not loaded yet.
    var missing: [MissingSource] = []
    /// The document is not its user's to correct: what can't be resolved becomes `JSON`, and what is odd is told, not refused.
    var isLenient = false
    /// Endpoints that say nothing of paging are looked at for it.
    var detectsPagination = false

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

    struct Tag: Hashable, Sendable {
        /// What its endpoints' file is called after: its name, behind those of the tags that it is in.
        var group: String
        var summary: String?
    }

    /// Where links into an app come from, in lower case. No schemes: any that are an app's own.
    struct DeepLinks: Hashable, Sendable {
        var schemes: [String] = []
        var hosts: [String] = []
    }

    indirect enum Authentication: Hashable, Sendable {
        case none, bearer, basic
        case header(String), query(String), cookie(String)
        /// Several at once.
        case all([Authentication])
        /// One of several, whichever the caller has.
        case oneOf([Authentication])
    }

    /// One way to get tokens (OpenAPI's OAuth Flow Object). The URLs are absolute.
    struct OAuth2Flow: Hashable, Sendable {
        enum Kind: String, CaseIterable, Sendable {
            case authorizationCode, clientCredentials, deviceAuthorization, implicit, password
        }
        struct Scope: Hashable, Sendable {
            var name: String
            var meaning: String
        }
        var name: Name
        var kind: Kind
        var documentation: String?
        var authorizationURL: String?
        var tokenURL: String?
        var refreshURL: String?
        var deviceAuthorizationURL: String?
        var scopes: [Scope] = []

        /// Those of its URLs that are said, by the keys and labels that they have everywhere.
        var urls: [(label: String, url: String)] {
            [
                ("authorizationURL", authorizationURL), ("tokenURL", tokenURL), ("refreshURL", refreshURL),
                ("deviceAuthorizationURL", deviceAuthorizationURL),
            ].compactMap { label, url in url.map { (label, $0) } }
        }
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
        /// A Swift name that the author chose.
        var swiftName: Name?
        var documentation: String?
        var deprecation: Deprecation?
        var tag: String?
        /// All of them; the first is `tag`.
        var tags: [String] = []
        var method: String
        var path: PathTemplate
        /// Where this endpoint is, if that is not where the others are.
        var baseURL: String?
        var parameters: [Parameter] = []
        var body: Body?
        var response: Response
        var errors: [ErrorBody] = []
        var success = SuccessUse.unsaid
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
        /// A header of this part of a multipart body, not of the request.
        var part: String?
    }

    enum ParameterStyle: String, CaseIterable, Sendable {
        case form, spaceDelimited, pipeDelimited, tabDelimited, deepObject, simple, label, matrix
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
        /// What an optional field means where an answer lacks it. Never sent.
        var absentValue: Literal?
        /// The default is the only value there is.
        var isConstant = false
        /// The least that a number may be.
        var minimum: Int?
        /// It comes in answers only.
        var isReadOnly = false
        /// It goes into requests only.
        var isWriteOnly = false
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
        /// Fields of a form or of a multipart body that are written in ways of their own, by their wire names.
        var encodings: [String: FieldEncoding] = [:]
        var place: SourceLocation
    }

    /// How one field of a form or of a multipart body is written (OpenAPI's Encoding Object).
    struct FieldEncoding: Hashable, Sendable {
        /// As a parameter of the query would be.
        var style: ParameterStyle?
        var explode: Bool?
        /// The media type of the field's parts.
        var contentType: String?
    }

    enum FormLists: String, CaseIterable, Sendable { case repeated, bracketed, indexed }
    enum BodyEncoding: String, CaseIterable, Sendable { case json, form, multipart, text, binary, lines }
    enum ResponseEncoding: String, CaseIterable, Sendable { case json, text, binary, sse, ndjson }

    struct Response: Sendable {
        var type: TypeExpression
        var isOptional = false
        /// The statuses that are success; empty: every 2xx.
        var statuses: [Int] = []
        /// Where statuses of success have bodies of different types; `type` is then of no meaning.
        var cases: [ResponseCase] = []
        var encoding: ResponseEncoding?
        var headers: [Field] = []
        /// A header `Link` is described.
        var declaresLink = false
        /// `stream of T`.
        var isStream = false
        /// The data of the event that ends a stream.
        var streamEnd: String?
        /// When a stream of events is asked for again; nil: `withIDs`.
        var reconnects: Reconnection?
        var place: SourceLocation
    }

    /// What one status of success holds.
    struct ResponseCase: Sendable {
        var status: StatusPattern
        /// `Void` where there is no body.
        var type: TypeExpression
        var encoding: ResponseEncoding?
        var place: SourceLocation
    }

    enum Reconnection: String, CaseIterable, Sendable { case never, withIDs, afterLoss, always }

    /// What an unsuccessful answer holds.
    struct ErrorBody: Hashable, Sendable {
        var status: StatusPattern
        var type: TypeExpression
        var place: SourceLocation
    }

    /// A field of a response that has one of certain values; null stands for an absent one too.
    struct Condition: Hashable, Sendable {
        /// A path of keys: `meta.status`.
        var path: Name
        var values: [Literal]
    }

    /// What an endpoint says of responses whose status is one of success.
    enum SuccessUse: Hashable, Sendable {
        /// As the API says.
        case unsaid
        /// `success: none`: the status alone decides.
        case statusAlone
        case conditions([Condition])
    }

    enum StatusPattern: Hashable, Sendable {
        case exactly(Int)
        /// `4XX`: the first digit.
        case family(Int)
        case any
    }

    /// A pattern of links that lead to an endpoint's content.
    struct Link: Hashable, Sendable {
        var template: PathTemplate
        var place: SourceLocation
        /// `callsite.yaml` says it, and it is the place there.
        var isConfigured = false
    }
}

extension Description {
    /// A named type.
    struct Model: Sendable {
        /// Which of two that want one name keeps it: a schema of the document, then one of another file, then what was made of a part.
        enum Origin: Sendable { case declared, included, derived }
        var name: Name
        /// The text that its Swift name is made from; nil: its name.
        var title: String?
        /// A Swift name that the author chose.
        var swiftName: Name?
        var origin = Origin.declared
        /// `Element` in `Page<Element>`.
        var typeParameters: [Name] = []
        var documentation: String?
        var deprecation: Deprecation?
        var shape: Shape
    }

    indirect enum Shape: Hashable, Sendable {
        /// `rest` is what fields of any other name hold.
        case object([Field], rest: TypeExpression? = nil)
        case enumeration([EnumCase], of: EnumValues = .texts)
        case union(Union)
        case alias(TypeExpression)
        /// A type that the user has written.
        case own(OwnType)
        /// A string that is a date in a format of its own.
        case date(DatePattern)
    }

    /// What the values of an enum are in JSON.
    enum EnumValues: Hashable, Sendable { case texts, integers, numbers }

    struct EnumCase: Hashable, Sendable {
        /// A number's digits.
        var wireValue: String
        var swiftName: Name?
        /// It is written as types are, so that a type's name would be a slip.
        var mayBeType = false
        var place: SourceLocation
    }

    struct Union: Hashable, Sendable {
        struct Alternative: Hashable, Sendable {
            /// The discriminator's value.
            var tag: String?
            /// The text that its case is named after; nil: its tag, or its type.
            var title: String?
            var type: TypeExpression
            /// Taken where the discriminator's value is none of the tags.
            var isDefault = false
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
