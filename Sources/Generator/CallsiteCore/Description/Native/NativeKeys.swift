// The vocabulary of the native format: the keys of every kind of mapping. The reader reads these keys and reports all
// others. `CallsiteReference` has the example and the JSON Schema of each key, which only people and editors need.

/// One kind of mapping: its keys, in the order in which the documentation shows them.
package protocol DescribedKey: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    /// One sentence for messages, the documentation and the schema.
    var summary: String { get }
    var isRequired: Bool { get }
}

extension DescribedKey {
    package var isRequired: Bool { false }
}

/// A kind of mapping, with the facts that the reader and its messages need.
protocol NativeKey: DescribedKey {
    /// The name of the mapping in messages: `an endpoint`.
    static var mapping: DiagnosticText { get }
    /// The key of this format that a word of another format means: `ForeignKeys.swift`.
    static func foreign(_ word: String) -> ForeignKey<Self>?
    /// The reason why a key is misplaced here: a mapping inside this one, or around it, has the key.
    static func neighbour(_ word: String) -> DiagnosticText?
    /// An example of a required key, unless the key's summary shows one.
    static func example(of key: Self) -> DiagnosticText?
    /// The replacement to suggest for a value that isn't a mapping.
    static func instead(of node: Node) -> DiagnosticText?
    /// Whether a required key may be missing, since what it says stands elsewhere, which is reported there.
    static func isExcused(_ key: Self, _ value: (Self) -> Node?) -> Bool
}

package enum DocumentKey: String, NativeKey {
    case callsite, api, description, baseURL, variables, headers, authentication, idempotencyKey, error, errors,
        success, pagination, parameterSets, deepLinks, oauth2, include, endpoints, models

    static let mapping: DiagnosticText = "a description"
    package var isRequired: Bool { self == .callsite || self == .api || self == .baseURL }
    /// Whether an included file may have the key. The other keys stand only once in an API.
    var isForIncludedFiles: Bool {
        switch self {
        case .callsite, .description, .pagination, .parameterSets, .include, .endpoints, .models: true
        default: false
        }
    }
    package var summary: String {
        switch self {
        case .callsite: "The version of this format: 1."
        case .api: "The API's name, in Swift's spelling for types: the prefix of the generated protocol."
        case .description: "A description of the API, for the generated documentation."
        case .baseURL:
            "The absolute URL that every path is added to, with {variables} if needed; none if each session sets its own."
        case .variables: "The variables of the base URL, each with a default."
        case .headers: "Headers that are sent with every request."
        case .authentication:
            "How requests are authenticated, unless an endpoint says otherwise; none if left out. A list: one of these, whichever the credential fits."
        case .idempotencyKey:
            "The header for a key by which the server recognises a retry of a POST or PATCH, which makes retrying safe."
        case .error: "The type of every error response, unless an endpoint says otherwise."
        case .errors: "Types of error responses by status (422, 4XX, default), for every endpoint."
        case .success:
            "Fields that the body of a 2xx response must have to be a success; otherwise the error is thrown: {ok: true}. For each endpoint that has such fields."
        case .pagination: "Named pagination strategies."
        case .parameterSets: "Named sets of parameters, for an endpoint's 'use'."
        case .deepLinks: "The schemes and hosts of deep links, which endpoints declare with 'links'."
        case .oauth2: "OAuth 2 flows by name: each becomes an OAuth2Flow value for OAuth2Client."
        case .include: "Other files whose endpoints, models, strategies and parameter sets belong to this API."
        case .endpoints: "The endpoints by name: SearchRepositories generates SearchRepositoriesRequest."
        case .models: "The models by name."
        }
    }
}

package enum EndpointKey: String, NativeKey {
    case description, name, method, baseURL, path, parameters, use, body, response, error, errors, success, headers,
        authentication, timeout, idempotent, idempotencyKey, pagination, links, tag, deprecated

    static let mapping: DiagnosticText = "an endpoint"
    package static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY"]
    /// Rare methods of RFC 9110, WebDAV and caches. Messages don't suggest them.
    package static let rareMethods = [
        "TRACE", "CONNECT", "COPY", "MOVE", "LINK", "UNLINK", "LOCK", "UNLOCK", "PROPFIND", "PROPPATCH", "MKCOL",
        "SEARCH", "REPORT", "PURGE",
    ]
    package var isRequired: Bool { self == .path }
    package var summary: String {
        switch self {
        case .description: "A description of the endpoint, for the generated documentation."
        case .name: "The request's Swift name, in place of the derived one."
        case .method: "The HTTP method; GET if left out."
        case .baseURL: "The absolute URL that this endpoint's path is added to, if it isn't the API's."
        case .path: "The path below the base URL; {placeholders} are path parameters."
        case .parameters:
            "The parameters by name: in the path if it has a placeholder of that name, otherwise in the query. The request's properties have this order."
        case .use: "Parameter sets whose parameters this endpoint takes too."
        case .body: "The request body: a type, or an inline model, whose fields become properties of the request."
        case .response: "The type of the response; Void if left out."
        case .error: "The type of every error response."
        case .errors: "Types of error responses by status: 422, 4XX, default."
        case .success:
            "Fields that the body of a 2xx response must have to be a success: {ok: true}, {status: [ok, partial]}, {error: null}; none: the status decides."
        case .headers: "Headers that are sent with this request; they win over the API's."
        case .authentication: "How this request is authenticated; none for no credentials."
        case .timeout: "Seconds after which the request fails; for a stream, until it must have started."
        case .idempotent: "Whether the request can be retried safely; by default the method decides."
        case .idempotencyKey: "The header for a key by which the server recognises a retry; none for no key."
        case .pagination: "How the list paginates: the name of a strategy, none, or a strategy."
        case .links: "Deep links that lead to this endpoint: stories/{id}."
        case .tag: "The group of the endpoint; each tag has a generated file."
        case .deprecated: "true, or what to use instead."
        }
    }
}

/// The long form of a body.
package enum BodyKey: String, NativeKey {
    case model, type, fields, encoding, lists, encodings, optional, nullable

    static let mapping: DiagnosticText = "a body in its long form"
    package var summary: String {
        switch self {
        case .model: "The model that is sent."
        case .type: "The type that is sent, if it isn't a model."
        case .fields: "The fields of an inline model."
        case .encoding: "How the body is encoded; json if left out, binary for Data."
        case .lists:
            "How a form writes lists: repeated (a=1&a=2), which is the default, bracketed (a[]=1) or indexed (a[0]=1)."
        case .encodings: "Encodings of single fields of a form or a multipart body."
        case .optional: "The body may be left out; of fields, it is where none is set."
        case .nullable: "The body may be null, and null is sent."
        }
    }
}

/// One way to get tokens by OAuth 2.
package enum OAuth2Key: String, NativeKey {
    case flow, description, authorizationURL, tokenURL, refreshURL, deviceAuthorizationURL, scopes

    static let mapping: DiagnosticText = "an OAuth 2 flow"
    package var isRequired: Bool { self == .flow }
    package var summary: String {
        switch self {
        case .flow: "How a client gets its first token."
        case .description: "A description, for the generated documentation."
        case .authorizationURL: "The URL where a user grants access."
        case .tokenURL: "The URL of the token endpoint."
        case .refreshURL: "The URL that takes refresh tokens, if it isn't the token endpoint."
        case .deviceAuthorizationURL: "The URL where a device requests a code."
        case .scopes: "The scopes, each with its meaning."
        }
    }
}

/// How one field of a form or of a multipart body is written.
package enum EncodingKey: String, NativeKey {
    case style, explode, contentType

    static let mapping: DiagnosticText = "the encoding of a field"
    package var summary: String {
        switch self {
        case .style:
            "The style, as for a query parameter: form, spaceDelimited, pipeDelimited, tabDelimited, deepObject, or json."
        case .explode: "Whether each element is a name and value of its own; true for form if left out."
        case .contentType: "The media type of a multipart body's parts."
        }
    }
}

/// The long form of a response.
package enum ResponseKey: String, NativeKey {
    case type, fields, stream, cases, optional, status, encoding, element, end, reconnect, headers

    static let mapping: DiagnosticText = "a response in its long form"
    package var summary: String {
        switch self {
        case .type: "The type of the response."
        case .fields: "The fields of an inline model."
        case .stream: "The type of the elements of a stream, as in 'type: stream of T'."
        case .cases:
            "If the type depends on the status: success statuses (200, 2XX, default), and the response for each."
        case .optional: "The response may be empty."
        case .status: "The statuses that mean success; every 2xx if left out."
        case .encoding: "How the response is encoded; json if left out, binary for Data, sse or ndjson for a stream."
        case .element:
            """
            For server-sent events: what an element is decoded from. data (if left out): the data, as JSON. event: an object with the event's name, data, \
            id and retry. eventWithJSON: the same, with data that is JSON.
            """
        case .end: "For server-sent events: the data of the event that ends the stream, as in '[DONE]'."
        case .reconnect:
            """
            For server-sent events: when the stream reconnects. withIDs (if left out): after a lost connection, continuing after the last event's id. \
            afterLoss: also without ids, from the beginning. always: also after the server has ended it. never.
            """
        case .headers: "Response headers that become typed properties."
        }
    }
}

/// A pagination strategy, or an endpoint's own declaration.
package enum StrategyKey: String, NativeKey {
    case use, style, parameter, first, current, size, limit, hasNext, isLast, total, totalPages, shortPageEnds, next,
        key, elements, omitsEmptyList, `continue`, `default`

    static let mapping: DiagnosticText = "a pagination strategy"
    package var summary: String {
        switch self {
        case .use: "On an endpoint: the strategy that the other keys change."
        case .style: "How the request for the next page is made: by page number, offset, cursor, last element, or link."
        case .parameter: "The request parameter that selects the page; with several cursors, a list."
        case .first:
            "The number of the first page (1 if left out), or the offset of the first element (0 if left out); 'unknown' if it may be 0 or 1."
        case .current:
            "The number of this page, or the offset of its first element: a path in the body, or {header: X-Page}."
        case .size: "The parameter for the number of elements in a page."
        case .limit: "With an offset, the parameter for the number of elements."
        case .hasNext: "Whether there is a next page: a path in the body, or {header: Link} for rel=\"next\"."
        case .isLast: "A flag that is true on the last page: a path in the body."
        case .total: "The number of elements in all pages: a path in the body, or {header: X-Total}."
        case .totalPages: "The number of pages: a path in the body, or {header: X-Total-Pages}."
        case .shortPageEnds: "A page that is shorter than the requested size is the last."
        case .next: "The next cursor or URL: a path in the body, or {header: X-Next}."
        case .key: "The property of the last element that the next page starts after."
        case .elements: "The path of the list in the body; leave it out if the body is the list."
        case .omitsEmptyList:
            "The server leaves out empty lists. Otherwise a page without a list is an error, unless the response says that it is the last."
        case .continue: "The endpoint that returns the pages after the first."
        case .default: "Use this strategy for every endpoint that it fits."
        }
    }
}

/// `authentication:` as a mapping.
package enum AuthenticationKey: String, NativeKey {
    case header, query, cookie, all

    static let mapping: DiagnosticText = "an authentication"
    package static let words = ["none", "bearer", "basic"]
    static let forms = words + allCases.map { "{\($0.rawValue): …}" }
    package var summary: String {
        switch self {
        case .header: "The header that carries the key."
        case .query: "The query parameter that carries the key."
        case .cookie: "The cookie that carries the key."
        case .all: "Several credentials that are sent together."
        }
    }
}

/// Where deep links come from.
package enum DeepLinksKey: String, NativeKey {
    case schemes, hosts

    static let mapping: DiagnosticText = "'deepLinks'"
    package var summary: String {
        switch self {
        case .schemes: "The app's own schemes: 'app' for app://stories/12345. Any except http and https if left out."
        case .hosts: "Hosts whose https links open the app: 'example.com' for https://example.com/stories/12345."
        }
    }
}

/// Where a value of a response is, as a mapping.
package enum SourceKey: String, NativeKey {
    case header, body

    static let mapping: DiagnosticText = "a value's source"
    package var summary: String {
        switch self {
        case .header: "A header of the response."
        case .body: "A path of keys in the body."
        }
    }
}
