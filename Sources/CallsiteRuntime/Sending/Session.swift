import Foundation

/// Sends requests to one API, or to several.
///
///     let session = Session(credential: .bearer(token))
///     let issues = try await session.send(ListIssuesRequest(owner: "apple", repo: "swift"))
///
/// A value: copies share the transport and its connections.
public struct Session: Sendable {
    private let base: Base
    private let transport: any Transport
    private let credential: (any CredentialProviding)?

    private enum Base: Sendable {
        /// Each API's own.
        case declared
        case url(String)
        case api(API)
    }

    private init(_ base: Base, _ transport: (any Transport)?, _ credential: (any CredentialProviding)?) {
        self.base = base
        self.transport = transport ?? URLSessionTransport.shared
        self.credential = credential
    }

    /// - Parameters:
    ///   - baseURL: Where all requests go instead of their API's base URL: staging, a mock, loopback.
    ///   - transport: What carries the requests; `URLSessionTransport.shared` by default.
    ///   - credential: Who is asked for credentials: one credential, or a provider.
    public init(baseURL: URL? = nil, transport: (any Transport)? = nil, credential: (any CredentialProviding)? = nil) {
        self.init(baseURL.map { .url($0.absoluteString) } ?? .declared, transport, credential)
    }

    /// The same with a text. One that is no URL makes each request fail with an `EncodingFailure`.
    public init(baseURL: String, transport: (any Transport)? = nil, credential: (any CredentialProviding)? = nil) {
        self.init(.url(baseURL), transport, credential)
    }

    /// The same with the base URL of `api`: an API whose base URL has variables, with other values than the default ones.
    public init(api: API, transport: (any Transport)? = nil, credential: (any CredentialProviding)? = nil) {
        self.init(.api(api), transport, credential)
    }

    /// A session with a fixed credential, so that `credential: .bearer(token)` can be written.
    public init(baseURL: URL? = nil, transport: (any Transport)? = nil, credential: Credential) {
        self.init(baseURL.map { .url($0.absoluteString) } ?? .declared, transport, credential)
    }

    /// A session with a fixed credential, so that `credential: .bearer(token)` can be written.
    public init(baseURL: String, transport: (any Transport)? = nil, credential: Credential) {
        self.init(.url(baseURL), transport, credential)
    }

    /// A session with a fixed credential, so that `credential: .bearer(token)` can be written.
    public init(api: API, transport: (any Transport)? = nil, credential: Credential) {
        self.init(.api(api), transport, credential)
    }
}

// MARK: Sending

extension Session {
    /// Sends a request and returns its response.
    ///
    /// - Throws: `R.Failure` where the status means no success; a `DecodingFailure` where the answer is not what its
    ///   description says; a `TransportFailure` where there is none; an `EncodingFailure` where nothing could be sent; a
    ///   `CancellationError` when the task was cancelled.
    public func send<R: RequestType>(_ request: R) async throws -> R.Response { try await exchange(request).value }

    /// Sends a request and returns its response with status and headers. Throws as `send` does, and a `DecodingFailure` where a
    /// declared header is not what its description says.
    public func response<R: RequestType>(to request: R) async throws -> Answer<R> {
        let (value, http) = try await exchange(request)
        do {
            return Answer(value: value, headers: try R.ResponseHeaders(from: http.headers), http: http)
        } catch var failure as DecodingFailure {
            failure.response = failure.response ?? http
            throw failure
        }
    }

    /// Sends a request and returns its response, or a typed error for an exhaustive `switch`.
    public func result<R: RequestType>(of request: R) async -> Result<R.Response, SendError<R.Failure>> {
        do { return .success(try await send(request)) } catch { return .failure(SendError(error)) }
    }

    /// Sends a request and calls `handler` once, on no particular thread.
    ///
    /// - Returns: What stops the request; `handler` is then called with `.cancelled`. It may be dropped: the request goes on.
    @discardableResult
    public func send<R: RequestType>(
        _ request: R, handler: @escaping @Sendable (Result<R.Response, SendError<R.Failure>>) -> Void
    ) -> Cancellation {
        Cancellation(task: Task { handler(await result(of: request)) })
    }

    func exchange<R: RequestType>(_ request: R) async throws -> (value: R.Response, http: HTTPResponse) {
        let http = try await http(for: request)
        return (try value(from: http, of: R.self), http)
    }

    private func http<R: RequestType>(for request: R) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let baseText = try baseText()
        var rendered = try request.httpRequest(baseText: baseText)
        let authentication = R.endpoint.authentication ?? R.api.authentication
        if authentication != .none, let credential, try isTrusted(rendered.url, baseText ?? R.api.renderedBaseURL()) {
            if let credential = try await credential.credential(for: rendered) { try rendered.attach(credential, as: authentication) }
        }
        do {
            var response = try await transport.send(rendered)
            response.url = response.url ?? rendered.url
            return response
        } catch {
            throw TransportFailure.wrapping(error)
        }
    }

    private func value<R: RequestType>(from http: HTTPResponse, of type: R.Type) throws -> R.Response {
        guard R.endpoint.isSuccess(http.status) else { throw R.Failure(http) }
        do {
            return try R.response(from: http)
        } catch var failure as DecodingFailure {
            failure.response = failure.response ?? http
            throw failure
        }
    }

    /// nil: each API's own.
    func baseText() throws -> String? {
        switch base {
        case .declared: nil
        case .url(let text): text
        case .api(let api): try api.renderedBaseURL()
        }
    }

    /// Whether a credential may go to `url`: only to the origin that the session or the description names.
    private func isTrusted(_ url: URL, _ base: String) -> Bool {
        guard let base = URL(string: base), let trusted = Origin(base) else { return false }
        return Origin(url) == trusted
    }
}

/// A response with status and headers.
public struct Answer<R: RequestType>: Sendable {
    public let value: R.Response
    /// The headers that the description declares.
    public let headers: R.ResponseHeaders
    /// The whole answer.
    public let http: HTTPResponse
}

/// Stops a request that was sent with a handler.
public struct Cancellation: Sendable {
    private let task: Task<Void, Never>

    init(task: Task<Void, Never>) { self.task = task }

    public func cancel() { task.cancel() }
}
