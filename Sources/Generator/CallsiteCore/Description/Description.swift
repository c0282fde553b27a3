/// An API as its author described it, independent of the format and of Swift. Names are not yet resolved. Every part
/// remembers its place, for messages.
package struct Description: Sendable {
    /// The prefix of the generated protocol: `GitHub` gives `GitHubRequestType`.
    package var name: Name
    /// The main file's name without its folders, for the header of generated files.
    package var fileName: String
    package var documentation: String?
    /// The known tags, by their names.
    package var tags: [String: Tag] = [:]
    package var baseURL: BaseURL?
    /// Sent with every request.
    package var headers: [Header] = []
    /// nil if neither the API nor any operation declares it.
    package var authentication: Authentication?
    /// All declared ways to authenticate, used or not.
    package var declaredAuthentications: [Authentication] = []
    /// Applies to every POST and PATCH, unless an endpoint says otherwise.
    package var idempotencyKey = IdempotencyKey.unsaid
    /// The content of unsuccessful responses, unless an endpoint says otherwise.
    package var errors: [ErrorBody] = []
    /// The conditions for a success that every response must meet if its body has the fields.
    package var success: [Condition] = []
    package var endpoints: [Endpoint] = []
    package var models: [Model] = []
    package var strategies: [Pagination] = []
    package var deepLinks = DeepLinks()
    /// The ways to get tokens by OAuth 2.
    package var oauth2Flows: [OAuth2Flow] = []
    /// Files that are included and not loaded yet.
    package var missing: [MissingSource] = []
    /// Whether the user can't correct the document. Then an unresolved part becomes `JSON`, and oddities are reported,
    /// not refused.
    package var isLenient = false
    /// Whether pagination is detected in endpoints that don't declare it.
    package var detectsPagination = false

    /// A name with the place where it is given.
    package struct Name: Hashable, Sendable {
        package var text: String
        package var place: SourceLocation

        package init(text: String, place: SourceLocation) { (self.text, self.place) = (text, place) }
    }

    /// An absolute URL, with `{variables}`.
    package struct BaseURL: Hashable, Sendable {
        package var template: String
        package var variables: [Field]
        package var place: SourceLocation
    }

    package struct Header: Hashable, Sendable {
        package var name: String
        package var value: String
        package var place: SourceLocation

        package init(name: String, value: String, place: SourceLocation) {
            (self.name, self.value, self.place) = (name, value, place)
        }
    }

    package struct Tag: Hashable, Sendable {
        /// The name of the file for its endpoints: the names of the enclosing tags, then the tag's own.
        package var group: String
        package var summary: String?
    }

    /// The schemes and hosts of links into an app, in lower case. If both are empty, every custom scheme is
    /// allowed.
    package struct DeepLinks: Hashable, Sendable {
        package var schemes: [String] = []
        package var hosts: [String] = []
    }

    package indirect enum Authentication: Hashable, Sendable {
        case none, bearer, basic
        case header(String), query(String), cookie(String)
        /// Several at once.
        case all([Authentication])
        /// One of several, whichever the caller has.
        case oneOf([Authentication])
    }

    /// One way to get tokens (OpenAPI's OAuth Flow Object). The URLs are absolute.
    package struct OAuth2Flow: Hashable, Sendable {
        package enum Kind: String, CaseIterable, Sendable {
            case authorizationCode, clientCredentials, deviceAuthorization, implicit, password
        }
        package struct Scope: Hashable, Sendable {
            package var name: String
            package var meaning: String
        }
        package var name: Name
        package var kind: Kind
        package var documentation: String?
        package var authorizationURL: String?
        package var tokenURL: String?
        package var refreshURL: String?
        package var deviceAuthorizationURL: String?
        package var scopes: [Scope] = []

        /// The declared URLs, by the keys and labels that they have everywhere.
        package var urls: [(label: String, url: String)] {
            [
                ("authorizationURL", authorizationURL), ("tokenURL", tokenURL), ("refreshURL", refreshURL),
                ("deviceAuthorizationURL", deviceAuthorizationURL),
            ].compactMap { label, url in url.map { (label, $0) } }
        }
    }

    /// `deprecated: true`, or a message about what to use instead.
    package struct Deprecation: Hashable, Sendable {
        package var message: String?
    }
}

extension Description {
    /// One operation: a method on a path.
    package struct Endpoint: Sendable {
        package var name: Name
        /// A Swift name that the author chose.
        package var swiftName: Name?
        package var documentation: String?
        package var deprecation: Deprecation?
        package var tag: String?
        /// All of them; the first is `tag`.
        package var tags: [String] = []
        package var method: String
        package var path: PathTemplate
        /// The endpoint's base URL, if it differs from the API's.
        package var baseURL: String?
        package var parameters: [Parameter] = []
        package var body: Body?
        package var response: Response
        package var errors: [ErrorBody] = []
        package var success = SuccessUse.unsaid
        package var headers: [Header] = []
        /// nil: the API's.
        package var authentication: Authentication?
        /// Seconds.
        package var timeout: Double?
        /// Whether it may be sent again after a failure; nil: the method decides.
        package var isIdempotent: Bool?
        package var idempotencyKey: IdempotencyKey = .unsaid
        package var pagination: PaginationUse = .unsaid
        package var links: [Link] = []

        package var place: SourceLocation { name.place }
    }

    /// The header for a key that is the same for each retry of a request.
    package enum IdempotencyKey: Hashable, Sendable {
        case unsaid, none
        case header(String)
    }

    package struct Parameter: Sendable {
        package enum Location: String, CaseIterable, Sendable {
            case path, query, header, cookie

            /// The style of a parameter that declares none (OpenAPI 3.1, 4.8.12.2).
            package var defaultStyle: ParameterStyle { self == .query || self == .cookie ? .form : .simple }

            /// The styles that a parameter in this location may have (OpenAPI 3.2, 4.12.2.2).
            package var styles: [ParameterStyle] {
                switch self {
                case .path: [.simple, .label, .matrix]
                case .query: [.form, .spaceDelimited, .pipeDelimited, .deepObject]
                case .header: [.simple]
                case .cookie: [.form]
                }
            }
        }
        package var location: Location
        package var field: Field
        package var style: ParameterStyle?
        package var explode: Bool?
        /// The styles of the lists in a list, from the outside in (Swagger 2.0).
        package var elements: [ParameterStyle] = []
        /// A header of this part of a multipart body, not of the request.
        package var part: String?
    }

    package enum ParameterStyle: String, CaseIterable, Sendable {
        case form, spaceDelimited, pipeDelimited, tabDelimited, deepObject, simple, label, matrix
        /// The value's JSON (OpenAPI's `content: application/json`).
        case json

        /// Whether lists and objects are written as several parameters where nothing says so.
        package var explodesByDefault: Bool { self == .form }

        /// Maps Swagger 2.0's `collectionFormat` to a style. A missing or unknown format means `csv`.
        package static func ofCollection(_ format: String?) -> (style: Self?, explodes: Bool) {
            switch format {
            case "multi": (nil, true)
            case "ssv": (.spaceDelimited, false)
            case "pipes": (.pipeDelimited, false)
            case "tsv": (.tabDelimited, false)
            default: (nil, false)
            }
        }
        package static let collectionFormats = ["csv", "ssv", "tsv", "pipes", "multi"]
    }

    /// A property of a model, or what a parameter has in common with one.
    package struct Field: Hashable, Sendable {
        /// On the wire.
        package var wireName: String
        /// A Swift name that the author chose.
        @Seldom package var swiftName: Name? = nil
        package var type: TypeExpression
        /// May be left out.
        package var isOptional = false
        /// May be null.
        package var isNullable = false
        @Seldom package var defaultValue: Literal? = nil
        /// The meaning of an optional field that a response lacks. Never sent.
        @Seldom package var absentValue: Literal? = nil
        /// Whether the default is the only possible value.
        package var isConstant = false
        /// The only value that an optional field may have, if it isn't left out.
        @Seldom package var onlyValue: Literal? = nil
        /// The smallest value that a number may have.
        package var minimum: Int?
        /// Whether the type is a guess: values of other types are left out.
        package var isGuessed = false
        /// Whether only responses have the field.
        package var isReadOnly = false
        /// Whether only requests have the field.
        package var isWriteOnly = false
        package var documentation: String?
        @Seldom package var deprecation: Deprecation? = nil
        @Seldom package var example: Literal? = nil
        package var place: SourceLocation
    }

    package struct Body: Sendable {
        package enum Content: Sendable {
            /// The fields of a model that is written in place: the request's own properties.
            case fields([Field])
            case type(TypeExpression, isOptional: Bool)
        }
        package var content: Content
        /// A request may have no body.
        package var isOptional = false
        package var encoding: BodyEncoding?
        /// How a form writes lists; nil: the name is repeated.
        package var lists: FormLists?
        /// Fields of a form or of a multipart body that are written in ways of their own, by their wire names.
        package var encodings: [String: FieldEncoding] = [:]
        /// With `Options.readsExamples`.
        @Seldom package var example: Literal? = nil
        package var place: SourceLocation
    }

    /// How one field of a form or of a multipart body is written (OpenAPI's Encoding Object).
    package struct FieldEncoding: Hashable, Sendable {
        /// As a parameter of the query would be.
        package var style: ParameterStyle?
        package var explode: Bool?
        /// The media type of the field's parts.
        package var contentType: String?
    }

    package enum FormLists: String, CaseIterable, Sendable { case repeated, bracketed, indexed }
    package enum BodyEncoding: String, CaseIterable, Sendable { case json, form, multipart, text, binary, lines }
    package enum ResponseEncoding: String, CaseIterable, Sendable { case json, text, binary, sse, ndjson }

    package struct Response: Sendable {
        package var type: TypeExpression
        package var isOptional = false
        /// The statuses that are success; empty: every 2xx.
        package var statuses: [Int] = []
        /// The bodies of success statuses, if their types differ. `type` has no meaning then.
        package var cases: [ResponseCase] = []
        package var encoding: ResponseEncoding?
        package var headers: [Field] = []
        /// Whether a header `Link` is described.
        package var declaresLink = false
        /// `stream of T`.
        package var isStream = false
        /// The data of the event that ends a stream.
        package var streamEnd: String?
        /// When a stream of events reconnects; nil: `withIDs`.
        package var reconnects: Reconnection?
        /// The part of an event that becomes an element of the stream; nil: its data.
        package var element: EventElement?
        /// With `Options.readsExamples`.
        @Seldom package var example: Literal? = nil
        package var place: SourceLocation
    }

    /// The content of a response with one successful status.
    package struct ResponseCase: Sendable {
        package var status: StatusPattern
        /// `Void` where there is no body.
        package var type: TypeExpression
        package var encoding: ResponseEncoding?
        @Seldom package var example: Literal? = nil
        package var place: SourceLocation
    }

    package enum Reconnection: String, CaseIterable, Sendable { case never, withIDs, afterLoss, always }
    package enum EventElement: String, CaseIterable, Sendable { case data, event, eventWithJSON }

    /// The content of an unsuccessful response.
    package struct ErrorBody: Hashable, Sendable {
        package enum Origin: Sendable {
            case stated
            /// Stated, and the same as the API's error for this status.
            case common
            /// Not stated: it follows from the others.
            case implied
        }
        package var status: StatusPattern
        package var type: TypeExpression
        package var place: SourceLocation
        package var origin = Origin.stated
    }

    /// A field of a response that has one of certain values; null stands for an absent one too.
    package struct Condition: Hashable, Sendable {
        /// A path of keys: `meta.status`.
        package var path: Name
        package var values: [Literal]
    }

    /// How an endpoint decides whether a response with a successful status is a success.
    package enum SuccessUse: Hashable, Sendable {
        /// As the API says.
        case unsaid
        /// `success: none`: the status alone decides.
        case statusAlone
        case conditions([Condition])
    }

    package enum StatusPattern: Hashable, Sendable {
        case exactly(Int)
        /// `4XX`: the first digit.
        case family(Int)
        case any

        /// 304 is none: the client has the content already (RFC 9110, 15.4.5).
        var isRedirect: Bool {
            switch self {
            case .exactly(let code): 300...399 ~= code && code != 304
            case .family(let digit): digit == 3
            case .any: false
            }
        }
    }

    /// A pattern of links that lead to an endpoint's content.
    package struct Link: Hashable, Sendable {
        package var template: PathTemplate
        package var place: SourceLocation
        /// Whether the link comes from `callsite.yaml`. `place` is then in that file.
        package var isConfigured = false
    }
}

extension Description {
    /// A named type.
    package struct Model: Sendable {
        /// Decides which of two models keeps a name that both want: a schema of the document comes before one of
        /// another file, and that before a model derived from a part.
        package enum Origin: Sendable { case declared, included, derived }
        package var name: Name
        /// The string that its Swift name is made from; nil: `name`.
        @Seldom package var title: String? = nil
        /// A Swift name that the author chose.
        @Seldom package var swiftName: Name? = nil
        package var origin = Origin.declared
        /// `Element` in `Page<Element>`.
        package var typeParameters: [Name] = []
        package var documentation: String?
        package var deprecation: Deprecation?
        package var shape: Shape
    }

    package indirect enum Shape: Hashable, Sendable {
        /// `rest` is the type of fields with any other name.
        case object([Field], rest: TypeExpression? = nil)
        case enumeration([EnumCase], of: EnumValues = .texts)
        case union(Union)
        case alias(TypeExpression)
        /// A type that the user has written.
        case own(OwnType)
        /// A string that is a date in a format of its own.
        case date(DatePattern)
    }

    /// The JSON type of an enum's values.
    package enum EnumValues: Hashable, Sendable { case texts, integers, numbers }

    package struct EnumCase: Hashable, Sendable {
        /// The value as it is sent; a number as its digits.
        package var wireValue: String
        @Seldom package var swiftName: Name? = nil
        /// Whether the case is written as types are, so that the name of a type would be a mistake.
        package var mayBeType = false
        package var place: SourceLocation
    }

    package struct Union: Hashable, Sendable {
        package struct Alternative: Hashable, Sendable {
            /// The discriminator's value.
            package var tag: String?
            /// The string that its case is named after; nil: its tag, or its type.
            package var title: String?
            package var type: TypeExpression
            /// Whether it stands for discriminator values that match no tag.
            package var isDefault = false
        }
        /// The property whose value tells the alternatives apart; nil: the best fit is chosen.
        package var discriminator: Name?
        package var alternatives: [Alternative]
    }

    /// A type as it is written. Optional and null belong to the field, but for the elements of lists and dictionaries.
    package struct TypeExpression: Hashable, Sendable {
        package indirect enum Kind: Hashable, Sendable {
            case scalar(Scalar)
            /// A model or a type parameter, by name.
            case reference(String, [TypeExpression])
            case list(TypeExpression)
            case dictionary(TypeExpression)
            case optional(TypeExpression)
            /// A model, enum or union that is written where it is used.
            case inline(Shape)
        }
        package var kind: Kind
        package var place: SourceLocation
    }

    /// A value as written: a default or an example.
    package struct Literal: Hashable, Sendable {
        package indirect enum Kind: Hashable, Sendable {
            case null, bool(Bool)
            /// Digits as written.
            case integer(String), float(String)
            case string(String)
            case list([Literal])
            case object([Member])
        }
        package struct Member: Hashable, Sendable {
            package var key: String
            package var value: Literal
        }
        package var kind: Kind
        package var place: SourceLocation

        package init(kind: Kind, place: SourceLocation) { (self.kind, self.place) = (kind, place) }
    }
}

extension Description {
    /// An empty description of a file.
    init(of sources: SourceSet) {
        self.init(name: .init(text: "API", place: .start(of: .main)), fileName: sources.files[0].name)
    }
}
