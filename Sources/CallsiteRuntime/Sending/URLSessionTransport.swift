import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries requests over the network with a `URLSession` of its own: no cookies, no cache, no stored credentials, nothing on disk.
///
/// It is built on a session delegate rather than on `data(for:)`. On Linux a 401 with a `Basic` challenge would hang that
/// for ever, redirects would send credentials anywhere and lose bodies, and half a body would pass for a whole one.
///
/// On Linux streams go through libcurl directly, which FoundationNetworking is built on: its tasks can't pause an answer, and holding up
/// the queue on which they read would hold up all URLSessions of the process, which share it (Swift 6.3).
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
    private let clock: TransportClock

    /// - Parameters:
    ///   - idleTimeout: How long nothing may arrive or leave, in seconds. A request's own `timeout` is for the whole exchange.
    ///   - connectionsPerHost: How many connections to one host there may be at once.
    ///   - redirectLimit: How many redirects are followed; 0 follows none.
    public convenience init(idleTimeout: Double = 60, connectionsPerHost: Int = 6, redirectLimit: Int = 10) {
        self.init(idleTimeout: idleTimeout, connectionsPerHost: connectionsPerHost, redirectLimit: redirectLimit, clock: .system)
    }

    /// The same by another clock.
    init(idleTimeout: Double, connectionsPerHost: Int = 6, redirectLimit: Int = 10, clock: TransportClock) {
        self.idleTimeout = idleTimeout
        self.redirectLimit = redirectLimit
        self.clock = clock
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
        let deadline = request.timeout.map { clock.now() + $0 }
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
        let urlRequest = try urlRequest(request)
        try request.body?.check()
        let buffer = request.streamsAnswer ? BodyBuffer() : nil
        // URLSession sends no body with a GET; libcurl does.
        let isGetWithBody = request.body != nil && request.method.name.uppercased() == "GET"
        let exchange = Exchange(request: request, idleTimeout: idleTimeout, deadline: deadline, clock: clock, buffer: buffer)
        #if canImport(FoundationNetworking)
            if buffer != nil || isGetWithBody, let transfer = CurlTransfer(urlRequest, request, exchange) {
                return try await run(exchange) {
                    transfer.start()
                    return { transfer.cancel() }
                }
            }
        #endif
        guard !isGetWithBody else { throw EncodingFailure("a GET request can't have a body here: URLSession refuses to send one") }
        let upload = try request.body.flatMap { try UploadFile($0) }
        // What is composed for one upload goes with it.
        defer { upload?.delete() }
        return try await run(exchange) { [session, delegate] in
            let task = upload.map { session.uploadTask(with: urlRequest, fromFile: $0.url) } ?? session.dataTask(with: urlRequest)
            delegate.add(exchange, to: task)
            task.resume()
            return { task.cancel() }
        }
    }

    private func run(_ exchange: Exchange, _ begin: @escaping @Sendable () -> @Sendable () -> Void) async throws -> HTTPResponse {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { exchange.start($0, begin) }
        } onCancel: {
            exchange.fail(CancellationError())
        }
    }

    private func urlRequest(_ request: HTTPRequest) throws -> URLRequest {
        try request.headers.check()
        guard Origin(request.url) != nil else { throw EncodingFailure("\(request.description): only http and https are sent") }
        var urlRequest = URLRequest(url: request.url)
        urlRequest.httpMethod = request.method.name
        urlRequest.httpBody = request.body?.data
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

/// A body that is sent from a file: its own, or one made for this upload of several parts. A stream in its place would be sent in
/// chunks, which many servers refuse.
private struct UploadFile {
    let url: URL
    private let isTemporary: Bool

    /// nil for a body that is in memory. Throws an `EncodingFailure` where a file can't be read, or there is no room.
    init?(_ body: HTTPBody) throws {
        guard body.data == nil else { return nil }
        if let file = body.file {
            (url, isTemporary) = (file, false)
            return
        }
        (url, isTemporary) = (FileManager.default.temporaryDirectory.appendingPathComponent("callsite-\(UUID().uuidString)"), true)
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw EncodingFailure("there is no room for the body in \(quoted(url.deletingLastPathComponent().path))")
        }
        do {
            let handle = try FileHandle(forWritingTo: url)
            defer { try? handle.close() }
            try body.forEachPiece { try handle.write(contentsOf: $0) }
        } catch {
            delete()
            throw error is EncodingFailure ? error : EncodingFailure("the body can't be composed: \(error.localizedDescription)")
        }
    }

    func delete() { if isTemporary { try? FileManager.default.removeItem(at: url) } }
}

/// Hands the session's events to the exchange that they belong to.
private final class ExchangeDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var exchanges: [Int: Exchange] = [:]

    func add(_ exchange: Exchange, to task: URLSessionTask) { lock.withLock { exchanges[task.taskIdentifier] = exchange } }

    private func exchange(_ task: URLSessionTask) -> Exchange? { lock.withLock { exchanges[task.taskIdentifier] } }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(dataTask)?.received(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let exchange = exchange(dataTask) else { return }
        exchange.received(data)
        #if !canImport(FoundationNetworking)
            // A stream that isn't read keeps the server waiting. On Linux a task that goes on would begin anew.
            if exchange.isAhead {
                dataTask.suspend()
                exchange.whenRoom { dataTask.resume() }
            }
        #endif
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(task)?.sent(totalBytesSent, of: totalBytesExpectedToSend)
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
