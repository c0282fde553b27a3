import Foundation

/// Sends requests to one API, or to several.
///
///     let session = Session(credential: .bearer(token))
///     let issues = try await session.send(ListIssuesRequest(owner: "apple", repo: "swift"))
///
/// A session is a value. Copies share the transport and its connections, and the retry budget.
public struct Session: Sendable {
    private enum Base: Sendable {
        /// The base URL that each API declares.
        case declared
        case url(String)
        case api(API)
    }

    private struct Settings: Sendable {
        let base: Base
        let transport: any Transport
        let credential: (any CredentialProviding)?
        let budget = RetryBudget()
        var middleware: [any Middleware] = []
        var headers: HTTPHeaders = [:]
        var retries = RetryPolicy.standard
        var timeout: Double?
        var responseSizeLimit = HTTPRequest.standardResponseSizeLimit
        var reading: ReadingOptions = []
        var onSkippedElement: (@Sendable (DecodingFailure) -> Void)?
        var clock: any Clock<Duration> = ContinuousClock()
    }

    /// Copy-on-write storage, so that a session is one pointer. Each copy of a large struct would cost code, here and
    /// in programs.
    private final class Box: @unchecked Sendable {
        var settings: Settings

        init(_ settings: Settings) { self.settings = settings }
    }

    private var box: Box

    private init(_ base: Base, _ transport: (any Transport)?, _ credential: (any CredentialProviding)?) {
        box = Box(Settings(base: base, transport: transport ?? NetworkTransport.shared, credential: credential))
    }

    private var settings: Settings {
        _read { yield box.settings }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.settings) }
            yield &box.settings
        }
    }

    /// The transport that sends the requests. The `description` of a `NetworkTransport` names its library.
    public var transport: any Transport { settings.transport }

    /// The source of credentials; nil: there is none.
    public var credential: (any CredentialProviding)? { settings.credential }

    /// The base URL that takes the place of each API's own; nil: there is none, or it isn't a URL.
    public var baseURL: URL? {
        switch settings.base {
        case .declared: nil
        case .url(let text): URL(string: text)
        case .api(let api): (try? api.renderedBaseURL()).flatMap { URL(string: $0) }
        }
    }

    /// The interceptors between this session and its transport; the first is the outermost.
    public var middleware: [any Middleware] {
        get { settings.middleware }
        _modify { yield &settings.middleware }
    }

    /// Sent with every request: `session.headers["X-Client"] = "app/1.2"`. They override the headers of the API; an
    /// endpoint's and a request's own override them. Don't put credentials here: a credential is sent to one origin
    /// only, and these headers to all.
    public var headers: HTTPHeaders {
        get { settings.headers }
        _modify { yield &settings.headers }
    }

    /// When a request is retried.
    public var retries: RetryPolicy {
        get { settings.retries }
        _modify { yield &settings.retries }
    }

    /// How long one attempt may take, in seconds, unless the request or the endpoint has its own timeout. Each retry
    /// gets the same time again.
    public var timeout: Double? {
        get { settings.timeout }
        set { settings.timeout = newValue }
    }

    /// How large a response's body may become in memory, in bytes, decompressed; 256 MB by default. A larger one is a
    /// `TransportFailure` of the kind `tooLarge`, and the rest of it isn't read. Downloads and streams may be larger.
    /// More than 256 MB of JSON can't be decoded, whatever the limit.
    public var responseSizeLimit: Int {
        get { settings.responseSizeLimit }
        set { settings.responseSizeLimit = newValue }
    }

    /// How leniently responses are decoded, beside each API's own options.
    public var reading: ReadingOptions {
        get { settings.reading }
        set { settings.reading = newValue }
    }

    /// Called with each element that a lenient list has left out.
    public var onSkippedElement: (@Sendable (DecodingFailure) -> Void)? {
        get { settings.onSkippedElement }
        set { settings.onSkippedElement = newValue }
    }

    /// Waits between retries.
    public var clock: any Clock<Duration> {
        get { settings.clock }
        set { settings.clock = newValue }
    }

    /// - Parameters:
    ///   - baseURL: The base URL for all requests, in place of their API's: staging, a mock, localhost.
    ///   - transport: The transport that sends the requests; `NetworkTransport.shared` by default.
    ///   - credential: The source of credentials: one credential, or a provider.
    public init(baseURL: URL? = nil, transport: (any Transport)? = nil, credential: (any CredentialProviding)? = nil) {
        self.init(baseURL.map { .url($0.absoluteString) } ?? .declared, transport, credential)
    }

    /// The same with a string. If it isn't a URL, each request fails with an `EncodingFailure`.
    public init(baseURL: String, transport: (any Transport)? = nil, credential: (any CredentialProviding)? = nil) {
        self.init(.url(baseURL), transport, credential)
    }

    /// The same with the base URL of `api`, for an API whose base URL has variables.
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

extension Session: CustomStringConvertible, CustomReflectable {
    /// The base URL, whether there is a credential, and the transport:
    /// `Session(https://api.example.com, with a credential, libcurl/8.5.0)`.
    public var description: String {
        "Session(\(base), \(settings.credential == nil ? "no credential" : "with a credential"), \(transportName))"
    }

    /// The settings without secrets: only the type of the credential, and no values of headers that may be secrets.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "base": base, "credential": settings.credential.map { "\(type(of: $0))" } ?? "none",
                "transport": transportName, "middleware": middleware.map { "\(type(of: $0))" }, "headers": headers,
                "retries": retries,
            ])
    }

    private var base: String {
        switch settings.base {
        case .declared: "the base URL of each API"
        case .url(let text): withoutSecrets(text)
        case .api(let api): withoutSecrets((try? api.renderedBaseURL()) ?? "the base URL of its API")
        }
    }

    private var transportName: String {
        guard let transport = transport as? any CustomStringConvertible else { return "\(type(of: transport))" }
        return transport is NetworkTransport ? Self.shortName(of: transport) : transport.description
    }

    /// The first word of a transport's description: its library and version, without the libraries that it uses.
    package static func shortName(of transport: any CustomStringConvertible) -> String {
        String(transport.description.prefix { $0 != " " && $0 != "," })
    }
}

// MARK: Sending

extension Session {
    /// Sends a request and returns its response.
    ///
    /// - Throws: `R.Failure` if the response isn't a success, by its status or by its body; a `DecodingFailure` if the
    ///   response isn't as its description says; a `TransportFailure` if there is no response; an `EncodingFailure` if
    ///   nothing could be sent; a `CancellationError` if the task was cancelled.
    public func send<R: RequestType>(_ request: R) async throws -> R.Response {
        try value(from: try await http(for: request), of: R.self)
    }

    /// Sends a request and returns its response with status and headers. Throws as `send` does, and a `DecodingFailure`
    /// where a declared header isn't as described.
    public func response<R: RequestType>(to request: R) async throws -> TypedResponse<R> {
        try typedResponse(of: R.self, from: try await http(for: request))
    }

    package func typedResponse<R: RequestType>(of type: R.Type, from http: HTTPResponse) throws -> TypedResponse<R> {
        var http = http
        let skipped = Locked<[DecodingFailure]>([])
        http.sessionNotes.onSkippedElement = { [onSkippedElement] failure in
            skipped.change { $0.append(failure) }
            onSkippedElement?(failure)
        }
        let value = try value(from: http, of: R.self)
        http.sessionNotes.onSkippedElement = onSkippedElement
        let headers = try addingResponse(http) { try R.ResponseHeaders(from: http.headers) }
        return TypedResponse(value: value, headers: headers, http: http, skippedElements: skipped.change { $0 })
    }

    /// Sends a request and returns its response, or a typed error for an exhaustive `switch`.
    public func result<R: RequestType>(of request: R) async -> Result<R.Response, SendError<R.Failure>> {
        do { return .success(try await send(request)) } catch { return .failure(SendError(error)) }
    }

    /// Sends a request and calls `handler` once, on no particular thread.
    ///
    /// - Returns: A value that cancels the request; `handler` is then called with `.cancelled`. You may ignore it: the
    ///   request continues.
    @discardableResult
    public func send<R: RequestType>(
        _ request: R, handler: @escaping @Sendable (Result<R.Response, SendError<R.Failure>>) -> Void
    ) -> Cancellation {
        Cancellation(task: Task { handler(await result(of: request)) })
    }

    package func value<R: RequestType>(from http: HTTPResponse, of type: R.Type) throws -> R.Response {
        if let stub = http.value, let value = stub as? R.Response { return value }
        guard R.endpoint.isSuccess(http) else { throw R.Failure(http) }
        return try addingResponse(http) { try R.response(from: http) }
    }

    /// The response, whatever its status. If the status isn't a success, the body is complete, even if a stream was
    /// requested.
    package func http(
        for request: any RequestType, changing change: (inout HTTPRequest) -> Void = { _ in }
    ) async throws -> HTTPResponse {
        try Task.checkCancellation()
        // Not generic: a program would contain a copy of this function for each request type.
        let (api, endpoint) = (type(of: request).api, type(of: request).endpoint)
        let baseText = try baseText(for: endpoint)
        var rendered = try request.httpRequest(baseText: baseText, sessionHeaders: headers)
        rendered.timeout = rendered.timeout ?? timeout
        rendered.responseSizeLimit = responseSizeLimit
        if let name = endpoint.idempotencyKey, rendered.headers[name] == nil {
            rendered.headers[name] = UUID().uuidString.lowercased()
        }
        change(&rendered)
        let attachment = try Attachment(
            for: request, settings.credential, baseText ?? endpoint.server ?? api.renderedBaseURL())
        var http = try await retrying(endpoint) { [rendered] attempt in
            let context = RequestContext(request: request.unextended, attempt: attempt, transport: transport)
            return try await passOn(rendered, through: middleware[...], context) { try await transmit($0, attachment) }
        }
        http.url = http.url ?? rendered.url
        var notes = http.sessionNotes
        (notes.method, notes.reading) = (rendered.method, api.reading.union(reading))
        notes.onSkippedElement = onSkippedElement
        if http.stream != nil, endpoint.isIdempotent { notes.reopening = reopening(request) }
        http.sessionNotes = notes
        if let stream = http.stream, !endpoint.isSuccess(http.status) {
            http.stream = nil
            http.body = try await stream.collect(limit: 1 << 20)
        }
        return http
    }

    /// Calls `send` until the response needs no retry, or the policy or the budget allows no more retries.
    private func retrying(_ endpoint: Endpoint, _ send: (Int) async throws -> HTTPResponse) async throws
        -> HTTPResponse
    {
        let isRetryable = endpoint.isIdempotent || endpoint.idempotencyKey != nil
        settings.budget.addRequest(retries.budget)
        var attempt = 1
        while true {
            let outcome: Result<HTTPResponse, any Error>
            do { outcome = .success(try await send(attempt)) } catch { outcome = .failure(error) }
            guard isRetryable, let wait = retries.wait(before: attempt, after: outcome),
                settings.budget.takeRetry()
            else {
                return try outcome.get()
            }
            try await clock.sleep(for: .seconds(wait))
            attempt += 1
        }
    }

    /// The innermost step, inside the middleware: sends a request with the credential. If the server refuses it, sends
    /// the request once more with the provider's replacement.
    private func transmit(_ request: HTTPRequest, _ attachment: Attachment?) async throws -> HTTPResponse {
        guard let attachment, attachment.isTrusted(request.url),
            var credential = try await attachment.provider.credential(for: request)
        else { return try await carry(request) }
        var isReplaced = false
        while true {
            let attached = try request.attaching(credential, as: attachment.authentication)
            var http = try await carry(attached)
            http.url = http.url?.removing(attached.secrets)
            let isAttached = attached.differs(from: request)
            if isAttached { http.sessionNotes.authentication = credential.way(of: attachment.authentication) }
            // The credential wasn't refused if the request's own header was sent in its place, or if a redirect led
            // elsewhere, without the credential.
            guard !isReplaced, http.status == 401, isAttached, http.url.map(attachment.isTrusted) ?? true,
                let replacement = try await attachment.provider.replacement(for: credential, refusedBy: http),
                replacement != credential
            else { return http }
            (credential, isReplaced) = (replacement, true)
        }
    }

    private func carry(_ request: HTTPRequest) async throws -> HTTPResponse {
        do { return try await transport.send(request) } catch { throw TransportFailure.wrapping(error) }
    }

    private func reopening(_ request: any RequestType) -> StreamReopening {
        StreamReopening(now: clock.stopwatch()) { lastID, wait in
            try await clock.sleep(for: .seconds(wait))
            let http = try await http(for: request) { rendered in
                if let lastID, !lastID.isEmpty { rendered.headers["Last-Event-ID"] = lastID }
            }
            if http.status == 204 { return nil }
            guard type(of: request).endpoint.isSuccess(http.status) else { throw type(of: request).failure(http) }
            return http
        }
    }

    /// The base URL of this session for an endpoint; nil if the session has no base URL. A session with an `api` only
    /// sets the variables of the API's URL, so an endpoint's own server goes first.
    package func baseText(for endpoint: Endpoint) throws -> String? {
        switch settings.base {
        case .declared: nil
        case .url(let text): text
        case .api(let api): try endpoint.server ?? api.renderedBaseURL()
        }
    }
}

extension Clock where Duration == Swift.Duration {
    /// Returns a function that returns the time since this call.
    fileprivate func stopwatch() -> @Sendable () -> Swift.Duration {
        let start = now
        return { start.duration(to: self.now) }
    }
}

/// The source of a request's credential, the scheme that attaches it, and the origin that may get it.
private struct Attachment: Sendable {
    let provider: any CredentialProviding
    let authentication: Authentication
    private let trusted: Origin

    /// nil if the request needs no credential, or if there is no provider or no origin to trust.
    init?(for request: any RequestType, _ provider: (any CredentialProviding)?, _ base: String) throws {
        let authentication = type(of: request).endpoint.authentication ?? type(of: request).api.authentication
        guard authentication != .unspecified || provider == nil else {
            throw EncodingFailure(
                """
                the session has a credential, and the description of \(type(of: request.unextended)) doesn't say how it is sent; write 'authentication: bearer' \
                (or 'basic', '{header: X-Key}', or 'none' to send without) into callsite.yaml or into the description, and generate again
                """)
        }
        guard authentication != .none, let provider, let trusted = URL(string: base).flatMap({ Origin($0) }) else {
            return nil
        }
        self.provider = provider
        self.authentication = authentication
        self.trusted = trusted
    }

    /// Only the origin that the session or the description names gets the credential.
    func isTrusted(_ url: URL) -> Bool { Origin(url) == trusted }
}

/// Cancels a request that was sent with a handler.
public struct Cancellation: Sendable {
    private let task: Task<Void, Never>

    init(task: Task<Void, Never>) { self.task = task }

    /// Ends the request. The handler is called with `.cancelled`.
    public func cancel() { task.cancel() }
}
