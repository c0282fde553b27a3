// Written by `swift run callsite-dev embed-templates` from the folder Templates. Do not edit.

let embeddedTemplates: [(name: String, text: String)] = [
    (
        "alias",
        ##"""
        {{#documentation}}
        ///{{.}}
        {{/documentation}}
        {{access}}typealias {{name}}{{#isGeneric}}<{{#parameters}}{{name}}: {{constraint}}{{^last}}, {{/last}}{{/parameters}}>{{/isGeneric}} = {{type}}

        """##
    ),
    (
        "api",
        ##"""
        {{#namespace}}
        /// The requests and models of the API.
        {{access}}nonisolated enum {{.}} {
            {{> api-protocol}}
        }
        {{/namespace}}
        {{^namespace}}
        {{> api-protocol}}
        {{/namespace}}

        nonisolated extension {{qualifiedProtocolName}} {
            {{access}}static var api: API { .{{member}}{{#hasVariables}}(){{/hasVariables}} }
        }

        nonisolated extension API {
            {{#documentation}}
            ///{{.}}
            {{/documentation}}
            {{^hasVariables}}
            {{access}}static let {{member}} = API(
                {{> api-arguments}}
            )
            {{/hasVariables}}
            {{#hasVariables}}
            {{access}}static func {{member}}({{#variables}}{{name}}: {{type}}{{#defaultValue}} = {{.}}{{/defaultValue}}{{^last}}, {{/last}}{{/variables}}) -> API {
                API(
                    {{> api-arguments}}
                )
            }
            {{/hasVariables}}
        }
        {{#hasFlows}}

        nonisolated extension OAuth2Flow {
            {{#flows}}
            {{#documentation}}
            ///{{.}}
            {{/documentation}}
            {{access}}static let {{name}} = OAuth2Flow(
                .{{kind}}{{#urls}},
                {{label}}: {{value}}{{/urls}}{{#hasScopes}},
                scopes: [
                    {{#scopes}}
                    {{name}}: {{meaning}},
                    {{/scopes}}
                ]{{/hasScopes}}
            )
            {{/flows}}
        }
        {{/hasFlows}}

        """##
    ),
    (
        "api-arguments",
        ##"""
        // Not found? Update the package Callsite, or run `callsite generate` again.
        generatedCode: .version1,
        baseURL: {{baseURL}}{{#hasVariables}},
        variables: [{{#variables}}{{wireName}}: .init({{name}}){{^last}}, {{/last}}{{/variables}}]{{/hasVariables}}{{#hasHeaders}},
        headers: [
            {{#headers}}
            {{name}}: {{value}},
            {{/headers}}
        ]{{/hasHeaders}}{{#authentication}},
        authentication: {{.}}{{/authentication}}{{#hasReading}},
        reading: [{{#reading}}.{{.}}{{^last}}, {{/last}}{{/reading}}]{{/hasReading}}

        """##
    ),
    (
        "api-protocol",
        ##"""
        /// The requests of this API. They share its base URL, headers and errors.
        {{access}}nonisolated protocol {{protocolName}}: RequestType{{^failure}} {}{{/failure}}{{#failure}} {
            associatedtype Failure = {{.}}
        }{{/failure}}
        {{#failureEnum}}

        {{> failure}}
        {{/failureEnum}}

        """##
    ),
    (
        "date",
        ##"""
        {{#documentation}}
        ///{{.}}
        {{/documentation}}
        {{modifiers}}struct {{name}}: {{conformance}}{{#conformances}}, {{.}}{{/conformances}} {
            {{access}}static let format = DateFormat({{pattern}}{{#timeZone}}, timeZone: {{.}}{{/timeZone}})

            {{access}}var {{property}}: {{type}}

            {{access}}init(_ {{property}}: {{type}}) { self.{{property}} = {{property}} }
        }

        """##
    ),
    (
        "declarations",
        ##"""
        {{#links}}

        {{> links}}
        {{/links}}
        {{#requests}}

        {{> request}}
        {{#provider}}

        {{> provider}}
        {{/provider}}
        {{/requests}}
        {{#types}}

        {{> type}}
        {{/types}}

        """##
    ),
    (
        "enumeration",
        ##"""
        {{#documentation}}
        ///{{.}}
        {{/documentation}}
        {{#enumAttribute}}
        #if compiler(>=6.2.3)
        {{.}}
        #endif
        {{/enumAttribute}}
        {{modifiers}}enum {{name}}: OpenEnum {
            {{#cases}}
            case {{name}}
            {{/cases}}
            case unrecognized({{rawType}})

            {{^isInGenericType}}
            {{#hasOneRow}}
            {{access}}static let knownCases: KnownCases<Self> = [{{#cases}}.{{name}}{{^last}}, {{/last}}{{/cases}}]
            {{/hasOneRow}}
            {{^hasOneRow}}
            {{access}}static let knownCases: KnownCases<Self> = [
                {{#rows}}
                {{#cases}}.{{name}}{{^last}}, {{/last}}{{/cases}},
                {{/rows}}
            ]
            {{/hasOneRow}}
            {{/isInGenericType}}
            {{#isInGenericType}}
            {{access}}static var knownCases: KnownCases<Self> { .shared([{{#cases}}.{{name}}{{^last}}, {{/last}}{{/cases}}]) }
            {{/isInGenericType}}

            {{access}}var rawValue: {{rawType}} {
                switch self {
                {{#cases}}
                case .{{name}}: {{wireValue}}
                {{/cases}}
                case .unrecognized(let value): value
                }
            }
        }

        """##
    ),
    (
        "failure",
        ##"""
        /// The error responses.
        {{#enumAttribute}}
        #if compiler(>=6.2.3)
        {{.}}
        #endif
        {{/enumAttribute}}
        {{modifiers}}enum {{name}}: RequestFailure {
            {{#cases}}
            /// {{statuses}}.
            {{#isIndirect}}indirect {{/isIndirect}}case {{name}}({{#type}}{{.}}, {{/type}}HTTPResponse)
            {{/cases}}
            {{#other}}
            /// A body that doesn't match the description.
            {{/other}}
            {{^other}}
            /// Any other response, or a body that doesn't match the description.
            {{/other}}
            case undeclared(HTTPResponse)

            {{access}}init(_ http: HTTPResponse) {
                {{#hasArms}}
                switch http.status {
                {{#arms}}
                case {{#statuses}}{{from}}{{#to}}...{{.}}{{/to}}{{^last}}, {{/last}}{{/statuses}}:
                    {{#failure}}
                    {{> failure-case}}
                    {{/failure}}
                {{/arms}}
                default:
                    {{^other}}
                    break
                    {{/other}}
                    {{#other}}
                    {{> failure-case}}
                    {{/other}}
                }
                {{/hasArms}}
                {{^hasArms}}
                {{#other}}
                {{> failure-case}}
                {{/other}}
                {{/hasArms}}
                {{#mayFallThrough}}
                self = .undeclared(http)
                {{/mayFallThrough}}
            }

            {{access}}var http: HTTPResponse {
                switch self {
                {{#cases}}
                case .{{name}}({{#type}}_, {{/type}}let http): http
                {{/cases}}
                case .undeclared(let http): http
                }
            }
        }

        """##
    ),
    (
        "failure-case",
        ##"""
        {{#type}}
        if let body = http.decoded({{.}}.self) {
            self = .{{name}}(body, http)
            return
        }
        {{/type}}
        {{^type}}
        self = .{{name}}(http)
        return
        {{/type}}

        """##
    ),
    (
        "file",
        ##"""
        {{#header}}
        // {{.}}
        {{/header}}

        {{#runtimeImports}}
        {{.}}
        {{/runtimeImports}}
        {{#importsFoundation}}
        {{access}}import Foundation
        {{/importsFoundation}}
        {{#isTestable}}
        // A release build can't import internal code, unless it is built with '-enable-testing': then add '-D CALLSITE_FIXTURES'.
        #if DEBUG || CALLSITE_FIXTURES
        {{/isTestable}}
        {{#typeImports}}
        import {{.}}
        {{/typeImports}}
        {{#modules}}
        {{access}}import {{.}}
        {{/modules}}
        {{#testedModule}}
        {{#isTestable}}@testable {{/isTestable}}import {{.}}
        {{/testedModule}}
        {{#api}}

        {{> api}}
        {{/api}}
        {{#isInNamespace}}

        {{#namespace}}
        nonisolated extension {{.}} {
        {{/namespace}}
            {{> declarations}}
        }
        {{/isInNamespace}}
        {{^isInNamespace}}
        {{> declarations}}
        {{/isInNamespace}}
        {{#conformances}}

        nonisolated extension {{type}}: {{conformance}} where {{#parameters}}{{.}}: {{conformance}}{{^last}}, {{/last}}{{/parameters}} {}
        {{/conformances}}
        {{#fixtures}}

        {{#isDeprecated}}
        @available(*, deprecated)
        {{/isDeprecated}}
        nonisolated extension {{type}} {
            {{^hasParameters}}
            static func fixture() -> Self { Self() }
            {{/hasParameters}}
            {{#hasParameters}}
            static func fixture(
                {{#parameters}}
                {{name}}: {{type}}{{#value}} = {{.}}{{/value}}{{^last}},{{/last}}
                {{/parameters}}
            ) -> Self {
                Self(
                    {{#parameters}}
                    {{label}}: {{name}}{{^last}},{{/last}}
                    {{/parameters}}
                )
            }
            {{/hasParameters}}
        }
        {{/fixtures}}
        {{#examples}}

        /// Example responses of the endpoints, from the description: `Stubs({{name}}.responses)`.
        nonisolated enum {{name}} {
            static var responses: [ObjectIdentifier: any Sendable] {
                var responses: [ObjectIdentifier: any Sendable] = [:]
                {{#responses}}
                responses[ObjectIdentifier({{request}}.self)] = {{request}}.example
                {{/responses}}
                {{#hasDeprecated}}
                (Self.self as any {{name}}OfDeprecatedRequests.Type).add(to: &responses)
                {{/hasDeprecated}}
                return responses
            }
        }
        {{#hasDeprecated}}

        /// Its requirement isn't deprecated, so that a call causes no warning.
        private nonisolated protocol {{name}}OfDeprecatedRequests {
            static func add(to responses: inout [ObjectIdentifier: any Sendable])
        }

        nonisolated extension {{name}}: {{name}}OfDeprecatedRequests {
            @available(*, deprecated)
            fileprivate static func add(to responses: inout [ObjectIdentifier: any Sendable]) {
                {{#deprecated}}
                responses[ObjectIdentifier({{request}}.self)] = {{request}}.example
                {{/deprecated}}
            }
        }
        {{#deprecated}}

        @available(*, deprecated)
        nonisolated extension {{request}} {
            static var example: Response { {{value}} }
        }
        {{/deprecated}}
        {{/hasDeprecated}}
        {{#responses}}

        nonisolated extension {{request}} {
            static var example: Response { {{value}} }
        }
        {{/responses}}
        {{/examples}}
        {{#isTestable}}
        #endif
        {{/isTestable}}

        """##
    ),
    (
        "links",
        ##"""
        /// The destination of a deep link.
        {{#enumAttribute}}
        #if compiler(>=6.2.3)
        {{.}}
        #endif
        {{/enumAttribute}}
        {{access}}nonisolated enum {{name}}: Sendable {
            {{#cases}}
            case {{name}}({{provider}})
            {{/cases}}

            /// nil if the link has no destination in this API.
            ///
            /// - Parameters:
            ///   - url: The opened link.
            ///   - origins: The accepted schemes and hosts.
            {{access}}init?(_ url: URL, from origins: DeepLink.Origins = .init({{#origins}}{{.}}{{^last}}, {{/last}}{{/origins}})) {
                guard let link = DeepLink(url, from: origins) else { return nil }
                {{#patterns}}
                // {{pattern}}
                if
                    {{#conditions}}
                    {{.}}{{^last}},{{/last}}
                    {{/conditions}}
                {
                    {{^hasReads}}
                    self = .{{enumCase}}({{provider}}({{request}}({{#arguments}}{{.}}{{^last}}, {{/last}}{{/arguments}})))
                    return
                    {{/hasReads}}
                    {{#hasReads}}
                    var request = {{request}}({{#arguments}}{{.}}{{^last}}, {{/last}}{{/arguments}})
                    guard {{#reads}}link.read({{item}}, into: &request.{{property}}){{^last}}, {{/last}}{{/reads}} else { return nil }
                    self = .{{enumCase}}({{provider}}(request))
                    return
                    {{/hasReads}}
                }
                {{/patterns}}
                return nil
            }
        }

        """##
    ),
    (
        "memberwise",
        ##"""
        {{^hasProperties}}
        {{access}}init() {}
        {{/hasProperties}}
        {{#hasProperties}}
        {{^isLong}}
        {{access}}init({{#initialised}}{{name}}: {{type}}{{#defaultValue}} = {{.}}{{/defaultValue}}{{^last}}, {{/last}}{{/initialised}}) {
        {{/isLong}}
        {{#isLong}}
        {{access}}init(
            {{#initialised}}
            {{name}}: {{type}}{{#defaultValue}} = {{.}}{{/defaultValue}}{{^last}},{{/last}}
            {{/initialised}}
        ) {
        {{/isLong}}
            {{#properties}}
            {{#ownValue}}
            {{storage}} = {{.}}
            {{/ownValue}}
            {{^ownValue}}
            {{#boxed}}
            self.{{name}} = {{#isOptional}}{{plainName}}.map({{wrapper}}.init){{/isOptional}}{{^isOptional}}{{wrapper}}({{plainName}}){{/isOptional}}
            {{/boxed}}
            {{^boxed}}
            self.{{name}} = {{name}}
            {{/boxed}}
            {{/ownValue}}
            {{/properties}}
        }
        {{/hasProperties}}

        """##
    ),
    (
        "pagination",
        ##"""
        {{access}}typealias Element = {{element}}
        {{#elements}}

        {{access}}static func elements(in response: Response) -> [Element]? { {{.}} }
        {{/elements}}

        {{access}}func next(after page: TypedPage<Self>) -> PageContinuation {
            {{^isLong}}
            .{{style}}({{#arguments}}{{.}}{{^last}}, {{/last}}{{/arguments}})
            {{/isLong}}
            {{#isLong}}
            .{{style}}(
                {{#arguments}}
                {{.}}{{^last}},{{/last}}
                {{/arguments}}
            )
            {{/isLong}}
        }
        {{#hasMoves}}

        {{access}}func request(at cursor: PageCursor) throws -> any RequestType<Response> {
            {{#isSingle}}
            {{#moves}}
            try with { $0.{{property}} = try {{value}} }
            {{/moves}}
            {{/isSingle}}
            {{^isSingle}}
            try with {
                {{#moves}}
                $0.{{property}} = try {{value}}
                {{/moves}}
            }
            {{/isSingle}}
        }
        {{/hasMoves}}
        {{#continuation}}

        {{access}}func request(at cursor: PageCursor) throws -> any RequestType<Response> { try {{.}} }
        {{/continuation}}
        {{#isRange}}

        {{access}}func request(at cursor: PageCursor) throws -> any RequestType<Response> {
            adding(header: "Range", value: try cursor.decode())
        }
        {{/isRange}}

        """##
    ),
    (
        "provider",
        #"""
        /// Loads the response of {{request}}, also from a deep link.
        {{access}}nonisolated struct {{name}}: RequestContentProviding {
            {{access}}let request: {{request}}

            {{access}}init(_ request: {{request}}) { self.request = request }
        }

        """#
    ),
    (
        "request",
        ##"""
        {{#documentation}}
        ///{{.}}
        {{/documentation}}
        {{#deprecation}}
        @available(*, deprecated{{#message}}, message: {{.}}{{/message}})
        {{/deprecation}}
        {{access}}nonisolated struct {{name}}: {{protocolName}}{{#pagination}}, PaginationRequestType{{/pagination}} {
            {{#response}}
            {{access}}typealias Response = {{.}}
            {{/response}}
            {{#responseAlias}}
            {{> alias}}
            {{/responseAlias}}
            {{#failure}}
            {{access}}typealias Failure = {{.}}
            {{/failure}}
            {{access}}static var endpoint: Endpoint {
                .{{method}}({{#methodName}}{{.}}, {{/methodName}}{{path}}{{#bodyEncoding}}, body: .{{.}}{{/bodyEncoding}}{{#formLists}}(lists: .{{.}}){{/formLists}})
                {{#server}}
                    .server({{.}})
                {{/server}}
                {{#hasHeaders}}
                    .headers([{{#headers}}{{name}}: {{value}}{{^last}}, {{/last}}{{/headers}}])
                {{/hasHeaders}}
                {{#responseEncoding}}
                    .accepting(.{{.}})
                {{/responseEncoding}}
                {{#success}}
                {{#acceptsJSON}}
                    .accepting(.json)
                {{/acceptsJSON}}
                {{/success}}
                {{#stream}}
                    .streaming(.{{#isEvents}}events({{#end}}end: {{.}}{{/end}}{{#hasBoth}}, {{/hasBoth}}{{#reconnects}}reconnects: .{{.}}{{/reconnects}}{{#hasMore}}, {{/hasMore}}{{#element}}element: .{{.}}{{/element}}){{/isEvents}}{{^isEvents}}lines{{/isEvents}})
                {{/stream}}
                {{#authentication}}
                    .authenticated(by: {{.}})
                {{/authentication}}
                {{#timeout}}
                    .timeout(seconds: {{.}})
                {{/timeout}}
                {{#isIdempotent}}
                    .idempotent({{.}})
                {{/isIdempotent}}
                {{#idempotencyKey}}
                    .idempotencyKey(header: {{.}})
                {{/idempotencyKey}}
                {{#hasStatuses}}
                    .succeeding(with: {{#statuses}}{{.}}{{^last}}, {{/last}}{{/statuses}})
                {{/hasStatuses}}
                {{#conditions}}
                    .succeeding(where: {{#path}}{{.}}{{^last}}, {{/last}}{{/path}}, is: {{#values}}{{.}}{{^last}}, {{/last}}{{/values}})
                {{/conditions}}
            }
            {{#hasProperties}}

            {{#properties}}
            {{#documentation}}
            ///{{.}}
            {{/documentation}}
            {{access}}{{#isMutable}}var{{/isMutable}}{{^isMutable}}let{{/isMutable}} {{name}}: {{type}}{{#initialValue}} = {{.}}{{/initialValue}}
            {{/properties}}
            {{/hasProperties}}
            {{#hasInitialiser}}

            {{> memberwise}}
            {{/hasInitialiser}}
            {{#hasWrites}}

            {{access}}func write(to request: inout RequestWriter) {
                {{#openedBody}}
                request.{{.}}.open()
                {{/openedBody}}
                {{#writes}}
                request.{{target}}[{{#isNullable}}nullable: {{/isNullable}}{{#isJSON}}json: {{/isJSON}}{{wireName}}{{#style}}, style: .{{.}}{{/style}}{{#explode}}, explode: {{.}}{{/explode}}{{#hasElements}}, elements: {{#elements}}.{{.}}{{^last}}, {{/last}}{{/elements}}{{/hasElements}}{{#header}}, header: {{.}}{{/header}}{{#contentType}}, type: {{.}}{{/contentType}}] = {{#needsSelf}}self.{{/needsSelf}}{{value}}
                {{/writes}}
                {{#wholeBody}}
                request.setBody({{#isBodyNullable}}nullable: {{/isBodyNullable}}{{.}})
                {{/wholeBody}}
            }
            {{/hasWrites}}
            {{#isText}}

            {{access}}static func response(from http: HTTPResponse) throws -> Response { try http.text() }
            {{/isText}}
            {{#isBinary}}

            {{access}}static func response(from http: HTTPResponse) throws -> Response { http.body }
            {{/isBinary}}
            {{#success}}

            {{> success}}
            {{/success}}
            {{#pagination}}

            {{> pagination}}
            {{/pagination}}
            {{#responseHeaders}}

            {{> response-headers}}
            {{/responseHeaders}}
            {{#failureEnum}}

            {{> failure}}
            {{/failureEnum}}
            {{#types}}

            {{> type}}
            {{/types}}
        }

        """##
    ),
    (
        "response-headers",
        ##"""
        /// The headers of the response.
        {{access}}struct ResponseHeaders: ResponseHeadersType {
            {{#properties}}
            {{#documentation}}
            ///{{.}}
            {{/documentation}}
            {{access}}let {{name}}: {{type}}
            {{/properties}}

            {{access}}init(from headers: HTTPHeaders) throws {
                {{#properties}}
                {{#needsSelf}}self.{{/needsSelf}}{{name}} = try headers.decode({{wireName}})
                {{/properties}}
            }
        }

        """##
    ),
    (
        "structure",
        ##"""
        {{#documentation}}
        ///{{.}}
        {{/documentation}}
        {{modifiers}}struct {{name}}{{#isGeneric}}<{{#parameters}}{{name}}: {{constraint}}{{^last}}, {{/last}}{{/parameters}}>{{/isGeneric}}: {{conformance}}{{#conformances}}, {{.}}{{/conformances}} {
            {{#properties}}
            {{#documentation}}
            ///{{.}}
            {{/documentation}}
            {{^boxed}}
            {{access}}{{#isMutable}}var{{/isMutable}}{{^isMutable}}let{{/isMutable}} {{name}}: {{type}}
            {{/boxed}}
            {{^isMutable}}
            {{#boxed}}
            {{access}}var {{plainName}}: {{plainType}} { {{name}}{{#isOptional}}?{{/isOptional}}.value }
            private let {{name}}: {{type}}
            {{/boxed}}
            {{/isMutable}}
            {{#isMutable}}
            {{#boxed}}
            {{access}}var {{plainName}}: {{plainType}} {
                get { {{name}}{{#isOptional}}?{{/isOptional}}.value }
                set { {{name}} = {{#isOptional}}newValue.map({{wrapper}}.init){{/isOptional}}{{^isOptional}}{{wrapper}}(newValue){{/isOptional}} }
            }
            private var {{name}}: {{type}}
            {{/boxed}}
            {{/isMutable}}
            {{/properties}}
            {{#hasInitialiser}}
            {{#hasProperties}}

            {{/hasProperties}}
            {{> memberwise}}
            {{/hasInitialiser}}
            {{#isOnlyRead}}
            {{#hasProperties}}

            {{/hasProperties}}
            {{/isOnlyRead}}
            {{#isBoth}}

            {{/isBoth}}
            {{#isRead}}
            {{access}}init(from fields: inout FieldReader) throws {
                {{#properties}}
                {{#isForOthers}}
                {{#needsSelf}}self.{{/needsSelf}}{{storage}} = try fields.others(besides: [{{#knownFields}}{{.}}{{^last}}, {{/last}}{{/knownFields}}])
                {{/isForOthers}}
                {{^isForOthers}}
                {{#isOnlyWritten}}
                {{#needsSelf}}self.{{/needsSelf}}{{storage}} = nil
                {{/isOnlyWritten}}
                {{^isOnlyWritten}}
                {{#needsSelf}}self.{{/needsSelf}}{{storage}} = try fields[{{#isGuessed}}guessed: {{/isGuessed}}{{^isGuessed}}{{#isNullable}}nullable: {{/isNullable}}{{/isGuessed}}{{wireName}}{{#readDefault}}, default: {{.}}{{/readDefault}}]
                {{/isOnlyWritten}}
                {{/isForOthers}}
                {{/properties}}
            }
            {{/isRead}}
            {{#isWritten}}

            {{access}}func encode(to fields: inout FieldWriter) {
                {{#properties}}
                {{#isForOthers}}
                fields.merge({{#needsSelf}}self.{{/needsSelf}}{{name}})
                {{/isForOthers}}
                {{^isForOthers}}
                {{^isOnlyRead}}
                fields[{{#isNullable}}nullable: {{/isNullable}}{{wireName}}] = {{#needsSelf}}self.{{/needsSelf}}{{storage}}
                {{/isOnlyRead}}
                {{/isForOthers}}
                {{/properties}}
            }
            {{/isWritten}}
            {{#shape}}

            {{access}}static var shape: WireShape {
                .object(required: [{{#required}}{{.}}{{^last}}, {{/last}}{{/required}}], optional: [{{#optional}}{{.}}{{^last}}, {{/last}}{{/optional}}])
            }
            {{/shape}}
            {{#types}}

            {{> type}}
            {{/types}}
        }

        """##
    ),
    (
        "success",
        ##"""
        /// The successful responses.
        {{#enumAttribute}}
        #if compiler(>=6.2.3)
        {{.}}
        #endif
        {{/enumAttribute}}
        {{access}}enum Response: Sendable {
            {{#cases}}
            /// {{status}}.
            {{#isIndirect}}indirect {{/isIndirect}}case {{name}}{{#type}}({{.}}){{/type}}
            {{/cases}}
            /// Another success status.
            case undeclared(HTTPResponse)
        }

        {{access}}static func response(from http: HTTPResponse) throws -> Response {
            switch http.status {
            {{#cases}}
            case {{from}}{{#to}}...{{.}}{{/to}}: .{{name}}{{#type}}({{#isJSON}}try http.decode({{.}}.self){{/isJSON}}{{#isText}}try http.text(){{/isText}}{{#isBinary}}http.body{{/isBinary}}){{/type}}
            {{/cases}}
            default: .undeclared(http)
            }
        }

        """##
    ),
    (
        "type",
        ##"""
        {{#structure}}
        {{> structure}}
        {{/structure}}
        {{#enumeration}}
        {{> enumeration}}
        {{/enumeration}}
        {{#union}}
        {{> union}}
        {{/union}}
        {{#alias}}
        {{> alias}}
        {{/alias}}
        {{#date}}
        {{> date}}
        {{/date}}
        {{#failure}}
        {{> failure}}
        {{/failure}}

        """##
    ),
    (
        "union",
        ##"""
        {{#documentation}}
        ///{{.}}
        {{/documentation}}
        {{#enumAttribute}}
        #if compiler(>=6.2.3)
        {{.}}
        #endif
        {{/enumAttribute}}
        {{modifiers}}enum {{name}}{{#isGeneric}}<{{#parameters}}{{name}}: {{constraint}}{{^last}}, {{/last}}{{/parameters}}>{{/isGeneric}}: {{conformance}}{{#conformances}}, {{.}}{{/conformances}}{{#literals}}, {{protocol}}{{/literals}} {
            {{#cases}}
            {{#isIndirect}}indirect {{/isIndirect}}case {{name}}({{type}})
            {{/cases}}
            case unrecognized(JSONValue)
            {{#isRead}}

            {{access}}init(from value: borrowing WireValue) throws {
                {{#discriminator}}
                switch try value.discriminator({{.}}) {
                {{/discriminator}}
                {{#isTried}}
                switch value.bestFit([{{#cases}}{{#trial}}{{.}}{{/trial}}{{^last}}, {{/last}}{{/cases}}]) {
                {{/isTried}}
                {{#cases}}
                case {{#tag}}{{.}}{{/tag}}{{^tag}}{{number}}{{/tag}}: self = .{{name}}(try value.decode())
                {{/cases}}
                default: self = .{{#fallback}}{{.}}{{/fallback}}{{^fallback}}unrecognized{{/fallback}}(try value.decode())
                }
            }
            {{/isRead}}
            {{#isWritten}}

            {{access}}func write(to output: inout FieldWriter) {
                switch self {
                {{#cases}}
                case .{{name}}(let payload): output.write(payload{{#written}}, discriminator: {{name}}, is: {{value}}{{/written}})
                {{/cases}}
                case .unrecognized(let payload): output.write(payload)
                }
            }
            {{/isWritten}}
            {{#literals}}

            {{access}}init({{label}} value: {{type}}) { self = .{{name}}(value) }
            {{/literals}}
            {{#types}}

            {{> type}}
            {{/types}}
        }

        """##
    ),
]
