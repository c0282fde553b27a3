import Foundation

/// The method and path of a request, as an API's documentation has them, and the settings of every request to it.
///
///     .get("/repos/{owner}/{repo}/issues")
///     .post("/tokens", body: .form).authenticated(by: .basic)
///     .delete("/stories/{id}").timeout(seconds: 10)
public struct Endpoint: Sendable {
    public let method: HTTPMethod
    /// The template; values replace the names in braces.
    public let path: String
    /// How the body is encoded; nil: the request has no body.
    public let body: Body?
    /// The base URL of this endpoint, if it isn't the API's.
    public private(set) var server: String?
    /// nil: as the API says.
    public private(set) var authentication: Authentication?
    /// How long one attempt may take, in seconds; nil: the session's or the transport's limit.
    public private(set) var timeout: Double?
    /// Sent with every request. They override the API's headers.
    public private(set) var headers: HTTPHeaders = [:]
    /// The content type for `Accept`; nil: JSON if the response is decoded, else anything.
    public private(set) var accepted: Content?
    /// The statuses that mean success; nil: all from 200 to 299.
    public private(set) var successStatuses: Set<Int>?
    /// Whether a response with a status of success is a success by its body; nil: always.
    package var isSuccessByBody: (@Sendable (HTTPResponse) -> Bool)?
    /// The format of a streamed response; nil: the response isn't a stream.
    public private(set) var stream: StreamFormat?
    /// Whether the request is idempotent, so that it can be retried (RFC 9110, 9.2.2).
    public private(set) var isIdempotent: Bool
    /// The header for a key that the session makes once for a request, so that the server recognises a retry.
    public private(set) var idempotencyKey: String?

    private init(_ method: HTTPMethod, _ path: String, _ body: Body?) {
        self.method = method
        self.path = path
        self.body = body
        isIdempotent = method.isIdempotent
    }

    /// The encoding of a body.
    public enum Body: Sendable {
        /// `application/json`.
        case json
        /// `application/x-www-form-urlencoded`, nested objects as `a[b]=c`.
        case form(lists: FormLists)
        /// `text/plain`: the value's text, not quoted.
        case text
        /// Parts, which another module encodes: `.multipart` of CallsiteTransfers.
        case parts(BodyPartsEncoding)
        /// `application/octet-stream`, or the content's own media type: bytes as they are.
        case binary
        /// `application/x-ndjson`: a list, the JSON of each element on a line of its own.
        case lines

        /// A form in which lists repeat the name.
        public static var form: Body { .form(lists: .repeated) }

        var contentType: String {
            switch self {
            case .json: "application/json"
            case .form: "application/x-www-form-urlencoded"
            case .text: "text/plain; charset=utf-8"
            case .parts(let encoding): encoding.contentType
            case .binary: "application/octet-stream"
            case .lines: "application/x-ndjson"
            }
        }
    }

    /// How a form encodes a list.
    public enum FormLists: Sendable {
        /// `a=1&a=2`
        case repeated
        /// `a[]=1&a[]=2`
        case bracketed
        /// `a[0]=1&a[1]=2`
        case indexed
    }

    /// The content type of a response.
    public enum Content: Sendable {
        case json, text, binary

        var accept: String {
            switch self {
            case .json: "application/json"
            case .text: "text/plain, text/*;q=0.9, */*;q=0.8"
            case .binary: "*/*"
            }
        }
    }
}

// MARK: Creation

extension Endpoint {
    /// A body of a GET is sent on Linux; URLSession refuses it on Apple systems, where sending throws an
    /// `EncodingFailure`.
    public static func get(_ path: String, body: Body? = nil) -> Endpoint { Endpoint(.get, path, body) }
    public static func head(_ path: String, body: Body? = nil) -> Endpoint { Endpoint(.head, path, body) }
    public static func options(_ path: String, body: Body? = nil) -> Endpoint { Endpoint(.options, path, body) }
    public static func post(_ path: String, body: Body? = .json) -> Endpoint { Endpoint(.post, path, body) }
    public static func put(_ path: String, body: Body? = .json) -> Endpoint { Endpoint(.put, path, body) }
    public static func patch(_ path: String, body: Body? = .json) -> Endpoint { Endpoint(.patch, path, body) }
    public static func delete(_ path: String, body: Body? = nil) -> Endpoint { Endpoint(.delete, path, body) }
    public static func query(_ path: String, body: Body? = .json) -> Endpoint { Endpoint(.query, path, body) }

    /// Any other method. The name is sent as it is written.
    public static func method(_ name: String, _ path: String, body: Body? = nil) -> Endpoint {
        Endpoint(HTTPMethod(name), path, body)
    }
}

extension Endpoint {
    /// Sends to another base URL than the API's. The base URL of a session still overrides it.
    public func server(_ baseURL: String) -> Endpoint { with { $0.server = baseURL } }

    /// Authenticates requests in another way than the API's.
    public func authenticated(by authentication: Authentication) -> Endpoint {
        with { $0.authentication = authentication }
    }

    /// Limits how long one attempt may take, in seconds, redirects included. After that, sending throws a
    /// `TransportFailure` of the kind `.timedOut`.
    public func timeout(seconds: Double) -> Endpoint { with { $0.timeout = seconds } }

    /// Adds headers that are sent with every request.
    public func headers(_ headers: HTTPHeaders) -> Endpoint { with { $0.headers.merge(headers) } }

    /// Sets the content type for `Accept`, if no header does.
    public func accepting(_ content: Content) -> Endpoint { with { $0.accepted = content } }

    /// Only these statuses mean success.
    public func succeeding(with statuses: Int...) -> Endpoint { with { $0.successStatuses = Set(statuses) } }

    /// Makes the response a stream of elements.
    public func streaming(_ format: StreamFormat) -> Endpoint { with { $0.stream = format } }

    /// Whether the request may be retried after a failure that leaves open whether the server has seen it. Without this
    /// call the method decides.
    public func idempotent(_ isIdempotent: Bool = true) -> Endpoint { with { $0.isIdempotent = isIdempotent } }

    /// Sends a key in the header `name`, the same key with each retry of a request, which makes a retry safe.
    public func idempotencyKey(header name: String) -> Endpoint { with { $0.idempotencyKey = name } }

    package func isSuccess(_ http: HTTPResponse) -> Bool {
        isSuccess(http.status) && (stream != nil || isSuccessByBody?(http) ?? true)
    }

    package func isSuccess(_ status: Int) -> Bool { successStatuses?.contains(status) ?? (200...299 ~= status) }

    package func with(_ change: (inout Endpoint) -> Void) -> Endpoint {
        var copy = self
        change(&copy)
        return copy
    }
}
