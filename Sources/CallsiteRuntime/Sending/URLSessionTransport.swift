import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries requests over the network with a `URLSession` of its own: no cookies, no cache, no stored credentials, nothing on disk.
///
/// It is built on a session delegate rather than on `data(for:)`. On Linux a 401 with a `Basic` challenge would hang that
/// for ever, redirects would send credentials anywhere and lose bodies, and half a body would pass for a whole one.
///
/// One trap can't be helped from here: on Linux (seen with Swift 6.3) FoundationNetworking itself stops the process when a
/// connection ends amid the lines of an answer's headers.
public final class URLSessionTransport: Transport {
    /// The transport of every session that names none; its connections are shared.
    public static let shared = URLSessionTransport()

    private let session: URLSession
    private let delegate = ExchangeDelegate()
    private let idleTimeout: Double
    private let redirectLimit: Int

    /// - Parameters:
    ///   - idleTimeout: How long nothing may arrive or leave, in seconds. A request's own `timeout` is for the whole exchange.
    ///   - connectionsPerHost: How many connections to one host there may be at once.
    ///   - redirectLimit: How many redirects are followed; 0 follows none.
    public init(idleTimeout: Double = 60, connectionsPerHost: Int = 6, redirectLimit: Int = 10) {
        self.idleTimeout = idleTimeout
        self.redirectLimit = redirectLimit
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request and follows its redirects.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let deadline = request.timeout.map { DispatchTime.now() + $0 }
        var request = request
        var redirects = 0
        while true {
            let response = try await exchange(request, deadline)
            guard redirectLimit > 0, let next = redirect(request, response) else { return response }
            redirects += 1
            guard redirects <= redirectLimit else {
                throw TransportFailure(.tooManyRedirects, "more than \(redirectLimit) redirects")
            }
            request = next
        }
    }

    /// One request and its answer, redirects not followed.
    private func exchange(_ request: HTTPRequest, _ deadline: DispatchTime?) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let task = session.dataTask(with: try urlRequest(request))
        let exchange = Exchange(task: task, method: request.method, idleTimeout: idleTimeout, deadline: deadline)
        delegate.add(exchange)
        defer { delegate.remove(exchange) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { exchange.start($0) }
        } onCancel: {
            exchange.fail(CancellationError())
        }
    }

    private func urlRequest(_ request: HTTPRequest) throws -> URLRequest {
        try request.headers.check()
        guard Origin(request.url) != nil else { throw EncodingFailure("\(request.description): only http and https are sent") }
        guard request.body == nil || request.method.name.uppercased() != "GET" else {
            throw EncodingFailure("a GET request can't have a body: URLSession refuses to send one")
        }
        var urlRequest = URLRequest(url: request.url)
        urlRequest.httpMethod = request.method.name
        urlRequest.httpBody = request.body
        urlRequest.httpShouldHandleCookies = false
        // The exchange watches the time itself; this must only never be first.
        urlRequest.timeoutInterval = 7 * 86_400
        var names: [String] = []
        for field in request.headers.fields where !names.contains(where: { $0.lowercased() == field.name.lowercased() }) {
            names.append(field.name)
            urlRequest.setValue(request.headers[field.name], forHTTPHeaderField: field.name)
        }
        // Without a type, POST, PUT and PATCH would be sent as a form.
        if request.body != nil, request.headers["Content-Type"] == nil {
            urlRequest.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
        return urlRequest
    }
}

/// Hands the session's events to the exchange that they belong to.
private final class ExchangeDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var exchanges: [Int: Exchange] = [:]

    func add(_ exchange: Exchange) { lock.withLock { exchanges[exchange.identifier] = exchange } }

    func remove(_ exchange: Exchange) { lock.withLock { exchanges[exchange.identifier] = nil } }

    private func exchange(_ task: URLSessionTask) -> Exchange? { lock.withLock { exchanges[task.taskIdentifier] } }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(dataTask)?.received(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(dataTask)?.received(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(task)?.touch()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The answer itself comes out, and `redirect` decides.
        exchange(task)?.received(response)
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let method = challenge.protectionSpace.authenticationMethod
        if [NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodNTLM].contains(method)
            || method == NSURLAuthenticationMethodDefault || method == NSURLAuthenticationMethodNegotiate
        {
            // The 401 is an answer like any other. On Linux the task then ends as if cancelled, its response and body complete.
            exchange(task)?.refusedChallenge(task.response)
            completionHandler(.rejectProtectionSpace, nil)
        } else {
            completionHandler(.performDefaultHandling, nil)
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        lock.withLock { exchanges.removeValue(forKey: task.taskIdentifier) }?.completed(task.response, error)
    }
}
