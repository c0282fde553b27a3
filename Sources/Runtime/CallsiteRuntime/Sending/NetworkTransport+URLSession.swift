// On Linux libcurl sends requests, and `NetworkTransport` is CallsiteCurl's.
#if !os(Linux)
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Sends requests over the network with `URLSession`: no cookies, no cache, no stored credentials, nothing on disk.
    public final class NetworkTransport: Transport, CustomStringConvertible {
        /// The transport of every session that is made without one; its connections are shared.
        public static let shared = NetworkTransport()

        private let session: URLSession
        private let delegate: TransferDelegate
        private let idleTimeout: Double
        private let redirectLimit: Int
        private let keepsCookies: Bool
        private let isForBackground: Bool
        /// Whether the configuration has a `User-Agent`.
        private let namesItself: Bool
        /// When a request was last begun or ended. This clock goes on while the device sleeps.
        private let lastUse = Locked(ContinuousClock.now)

        /// - Parameters:
        ///   - idleTimeout: How long nothing may arrive or leave, in seconds. A request's own `timeout` covers the
        ///     whole attempt.
        ///   - connectionsPerHost: How many connections to one host there may be at once. Streams count too.
        ///   - redirectLimit: How many redirects are followed; 0 follows none.
        public convenience init(idleTimeout: Double = 60, connectionsPerHost: Int = 6, redirectLimit: Int = 10) {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.httpCookieAcceptPolicy = .never
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.httpMaximumConnectionsPerHost = connectionsPerHost
            configuration.timeoutIntervalForRequest = idleTimeout
            self.init(configuration, TransferDelegate(), redirectLimit)
        }

        #if canImport(Darwin)
            /// A transport with a configuration of your own: proxies, `waitsForConnectivity`, cellular networks, a
            /// cache, versions of TLS.
            ///
            /// - Parameters:
            ///   - configuration: It is copied and used unchanged: `.default` keeps cookies, credentials and a cache.
            ///     `timeoutIntervalForRequest` is how long nothing may arrive or leave. Every request fails with a
            ///     background configuration, which has no place for responses.
            ///   - delegate: It responds to authentication challenges (a server's certificate, the client's), and is
            ///     notified of tasks that are created, wait for a network or end, and of their metrics. Redirects and
            ///     data are the transport's. The delegate is kept until the transport is released.
            ///   - redirectLimit: How many redirects are followed; 0 follows none.
            public convenience init(
                configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)? = nil,
                redirectLimit: Int = 10
            ) {
                self.init(configuration, TransferDelegate(delegate), redirectLimit)
            }
        #endif

        private init(_ configuration: URLSessionConfiguration, _ delegate: TransferDelegate, _ redirectLimit: Int) {
            idleTimeout = configuration.timeoutIntervalForRequest
            self.redirectLimit = redirectLimit
            keepsCookies = configuration.httpShouldSetCookies
            isForBackground = configuration.identifier != nil
            namesItself =
                configuration.httpAdditionalHeaders?.keys.contains { "\($0)".lowercased() == "user-agent" } == true
            self.delegate = delegate
            session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        }

        deinit { session.finishTasksAndInvalidate() }

        /// The library that sends the requests.
        public var description: String { "URLSession" }

        /// Sends a request and follows its redirects.
        public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            let deadline = request.timeout.map { DispatchTime.now() + $0 }
            return try await sendFollowingRedirects(request, limit: redirectLimit) {
                try await sendOnce($0, deadline)
            }
        }

        /// Sends one request without following its redirects.
        private func sendOnce(_ request: HTTPRequest, _ deadline: DispatchTime?) async throws -> HTTPResponse {
            guard !isForBackground else {
                throw TransportFailure(
                    .other, "a background configuration can't send a request and wait for its response")
            }
            guard request.body == nil || request.method.name.uppercased() != "GET" else {
                throw EncodingFailure("a GET request can't have a body here: URLSession refuses to send one")
            }
            let upload = try request.body.flatMap { try UploadFile($0) }
            // A file that was composed for this upload is deleted after it.
            defer { upload?.delete() }
            // URLSession sends a request again by itself when a connection turns out to be closed, and servers close
            // those that are idle for seconds. So the request gets a new connection.
            let now = ContinuousClock.now
            let isIdle = now - lastUse.exchange(now) > .seconds(1)
            if isIdle, !request.method.isIdempotent {
                await withCheckedContinuation { continuation in session.flush { continuation.resume() } }
            }
            defer { _ = lastUse.exchange(.now) }
            var urlRequest = request.urlRequest
            urlRequest.timeoutInterval = idleTimeout
            urlRequest.httpShouldHandleCookies = keepsCookies
            // URLSession's own `User-Agent` would name the version of the system.
            if !namesItself, request.headers["User-Agent"] == nil {
                urlRequest.setValue(UserAgent.text, forHTTPHeaderField: "User-Agent")
            }
            let task =
                upload.map { session.uploadTask(with: urlRequest, fromFile: $0.url) }
                ?? session.dataTask(with: urlRequest)
            let transfer = Transfer(request, task) { [redirectLimit] in
                redirectLimit > 0 && (try? redirect(request, $0)) != nil
            }
            delegate.add(transfer)
            if let deadline {
                DispatchQueue.global().asyncAfter(deadline: deadline) { [weak transfer] in transfer?.timeOut() }
            }
            do {
                return try await withTaskCancellationHandler {
                    try await withCheckedThrowingContinuation { transfer.start($0) }
                } onCancel: {
                    transfer.fail(CancellationError())
                }
            } catch let failure as TransportFailure {
                let code = (failure.underlying as? URLError)?.code
                guard code == .badURL || code == .unsupportedURL else { throw failure }
                throw UnreadableURL(EncodingFailure("\(request.description): URLSession takes this for no URL"))
            }
        }
    }

    extension HTTPRequest {
        fileprivate var urlRequest: URLRequest {
            var urlRequest = URLRequest(url: url)
            urlRequest.httpMethod = method.name
            urlRequest.httpBody = body?.data
            for field in headers.fields { urlRequest.setValue(headers[field.name], forHTTPHeaderField: field.name) }
            // Without a type, POST, PUT and PATCH would be sent as a form.
            if body != nil, headers["Content-Type"] == nil {
                urlRequest.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
            }
            return urlRequest
        }
    }

    /// A body that is sent from a file: the body's own file, or a temporary file composed of its parts. A stream would
    /// be sent in chunks, which many servers refuse.
    private struct UploadFile {
        let url: URL
        private let isTemporary: Bool

        /// nil for a body that is in memory. Throws an `EncodingFailure` if a file can't be read, or there is no room.
        init?(_ body: HTTPBody) throws {
            guard body.data == nil else { return nil }
            if let file = body.file {
                // URLSession may take the length of a symbolic link for the file's.
                (url, isTemporary) = (file.resolvingSymlinksInPath(), false)
                return
            }
            url = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-\(UUID().uuidString)")
            isTemporary = true
            guard
                FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
            else {
                throw EncodingFailure(
                    "there is no room for the body in \(quoted(url.deletingLastPathComponent().path))")
            }
            do {
                let handle = try FileHandle(forWritingTo: url)
                defer { try? handle.close() }
                try body.forEachPiece { try handle.write(contentsOf: $0) }
            } catch {
                delete()
                throw error is EncodingFailure
                    ? error : EncodingFailure("the body can't be composed: \(error.localizedDescription)")
            }
        }

        func delete() { if isTemporary { try? FileManager.default.removeItem(at: url) } }
    }

    /// One request and the response so far. It ends once: by the response, an error, the clock or the caller.
    private final class Transfer: @unchecked Sendable {
        let task: URLSessionTask
        private let request: HTTPRequest
        private let isFollowed: @Sendable (HTTPResponse) -> Bool
        private let buffer: BodyBuffer?
        private let lock = NSLock()
        // Guarded by `lock`.
        private var continuation: CheckedContinuation<HTTPResponse, any Error>?
        private var end: Result<HTTPResponse, any Error>?
        private var head: HTTPResponse?
        private var body = Data()
        private var size: Int64 = 0
        private var isSuspended = false
        /// How many sent bytes of the body were last reported to the upload's observer.
        private var reported: Int64 = -1

        init(
            _ request: HTTPRequest, _ task: URLSessionTask, isFollowed: @escaping @Sendable (HTTPResponse) -> Bool
        ) {
            self.request = request
            self.task = task
            self.isFollowed = isFollowed
            buffer = request.streamsResponse ? BodyBuffer() : nil
        }

        func start(_ continuation: CheckedContinuation<HTTPResponse, any Error>) {
            let result = lock.withLock {
                if end == nil { self.continuation = continuation }
                return end
            }
            if let result { continuation.resume(with: result) } else { task.resume() }
        }

        /// Ends the request at once, whatever the connection does.
        func fail(_ error: any Error) {
            finish(.failure(error))
            buffer?.finish(.failure(error), dropping: error is CancellationError)
            task.cancel()
        }

        /// Fails the request at its deadline, which for a stream applies only to the head.
        func timeOut() {
            guard lock.withLock({ end == nil }) else { return }
            fail(TransportFailure(.timedOut, "the request took longer than its timeout"))
        }

        private func finish(_ result: Result<HTTPResponse, any Error>) {
            let waitingContinuation = lock.withLock { () -> CheckedContinuation<HTTPResponse, any Error>? in
                guard end == nil else { return nil }
                // The stream holds this object, so it isn't kept here: only its reader may hold it.
                end = result.map { HTTPResponse(status: $0.status) }
                body = Data()
                defer { continuation = nil }
                return continuation
            }
            waitingContinuation?.resume(with: result)
        }

        func received(_ response: URLResponse) {
            // URLSession announces each part of a `multipart/x-mixed-replace`, and FoundationNetworking some heads
            // twice.
            guard var http = HTTPResponse(head: response), lock.withLock({ head == nil }) else { return }
            do {
                // A length has no meaning with chunks.
                if http.headers["Transfer-Encoding"] == nil { try http.checkLength(isForHead: request.method == .head) }
            } catch {
                return fail(error)
            }
            lock.withLock { head = http }
            guard let buffer else { return }
            http.stream = buffer.stream { [self] in fail(CancellationError()) }
            finish(.success(http))
        }

        /// The head of a redirect that is followed is the response: its body may never end. The bytes of the body that
        /// come soon are read and dropped, so that the connection can be used again.
        func redirected(_ response: HTTPURLResponse) {
            guard let http = HTTPResponse(head: response), isFollowed(http) else { return }
            finish(.success(http))
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { [task] in task.cancel() }
        }

        func received(_ data: Data) {
            if let buffer {
                if let failure = buffer.append(data) { return fail(failure) }
                lock.withLock { size += Int64(data.count) }
                // A stream that isn't read keeps the server waiting. Calls nest, and data may still come.
                guard buffer.overflow > 0, beginsSuspension() else { return }
                task.suspend()
                buffer.whenRoom { [self] in
                    lock.withLock { isSuspended = false }
                    task.resume()
                }
                return
            }
            let isTooLarge = lock.withLock {
                size += Int64(data.count)
                if end == nil, size <= request.responseSizeLimit { body.append(data) }
                return size > request.responseSizeLimit
            }
            if isTooLarge { fail(TransportFailure.tooLarge(request.responseSizeLimit)) }
        }

        /// Notes that the task is suspended; false if it was suspended already.
        private func beginsSuspension() -> Bool {
            lock.withLock {
                defer { isSuspended = true }
                return !isSuspended
            }
        }

        func sent(_ bytes: Int64, of total: Int64) {
            let isNew = lock.withLock {
                defer { reported = bytes }
                return bytes != reported && (end == nil || buffer != nil)
            }
            guard isNew else { return }
            request.uploadObserver?.report(TransferProgress(completed: bytes, total: total > 0 ? total : nil))
        }

        func completed(_ error: (any Error)?) {
            let (received, body, size) = lock.withLock { (self.head, self.body, self.size) }
            // A redirect to an invalid URL has its response only in the ended task.
            let head = received ?? HTTPResponse(head: task.response)
            if let error { return end(.failure(failure(error, hasResponse: head != nil))) }
            guard var http = head else { return end(.failure(TransportFailure(.badResponse, "there is no response"))) }
            if let missing = missingBytes(http, size) {
                let text = "the connection was lost: \(missing) bytes of the response are missing"
                return end(.failure(TransportFailure(.connectionLost, text)))
            }
            http.body = body
            end(.success(http))
        }

        private func end(_ result: Result<HTTPResponse, any Error>) {
            finish(result)
            buffer?.finish(result.map { _ in () })
        }

        /// How much of the body is missing by its declared length; nil: nothing, or unknown.
        private func missingBytes(_ http: HTTPResponse, _ count: Int64) -> Int64? {
            // `Content-Length` counts the compressed bytes of a compressed body, and has no meaning with chunks.
            guard request.method != .head, http.status != 304, http.status != 204, !(300...399 ~= http.status),
                http.headers["Content-Encoding"] == nil, http.headers["Transfer-Encoding"] == nil,
                let length = http.headers["Content-Length"].flatMap({ Int64($0) }), count < length
            else { return nil }
            return length - count
        }

        private func failure(_ error: any Error, hasResponse: Bool) -> any Error {
            guard hasResponse, let code = (error as? URLError)?.code, code == .unknown || code == .networkConnectionLost
            else { return TransportFailure.wrapping(error) }
            return TransportFailure(
                .connectionLost, "the connection was lost before the response was complete", underlying: error)
        }
    }

    /// Hands the session's events to the request that they belong to, and some to the app's delegate.
    private final class TransferDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
        private let own: (any URLSessionDelegate)?
        private let lock = NSLock()
        /// Guarded by `lock`.
        private var transfers: [Int: Transfer] = [:]

        /// - Parameter own: The app's delegate.
        init(_ own: (any URLSessionDelegate)? = nil) { self.own = own }

        func add(_ transfer: Transfer) { lock.withLock { transfers[transfer.task.taskIdentifier] = transfer } }

        private func transfer(_ task: URLSessionTask) -> Transfer? { lock.withLock { transfers[task.taskIdentifier] } }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            transfer(dataTask)?.received(response)
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            transfer(dataTask)?.received(data)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
            totalBytesExpectedToSend: Int64
        ) {
            transfer(task)?.sent(totalBytesSent, of: totalBytesExpectedToSend)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
            transfer(task)?.redirected(response)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let method = challenge.protectionSpace.authenticationMethod
            let isOfTask = [
                NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic,
                NSURLAuthenticationMethodHTTPDigest,
            ].contains(method)
            #if canImport(Darwin)
                // Any other challenge is for the whole session: the app's delegate gets it first in its method for
                // sessions, as without a transport.
                if !isOfTask,
                    own?.urlSession?(session, didReceive: challenge, completionHandler: completionHandler) != nil
                {
                    return
                }
                if ownOfTasks?.urlSession?(
                    session, task: task, didReceive: challenge, completionHandler: completionHandler) != nil
                {
                    return
                }
            #endif
            // A 401 is a response like any other. A proxy's challenge isn't the server's.
            let isOfHTTP =
                !challenge.protectionSpace.isProxy()
                && (isOfTask || method == NSURLAuthenticationMethodNTLM || method == NSURLAuthenticationMethodNegotiate)
            completionHandler(isOfHTTP ? .rejectProtectionSpace : .performDefaultHandling, nil)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            lock.withLock { transfers.removeValue(forKey: task.taskIdentifier) }?.completed(error)
            #if canImport(Darwin)
                ownOfTasks?.urlSession?(session, task: task, didCompleteWithError: error)
            #endif
        }

        #if canImport(Darwin)
            // MARK: Only the app's delegate

            private var ownOfTasks: (any URLSessionTaskDelegate)? { own as? any URLSessionTaskDelegate }

            func urlSession(
                _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
            ) {
                ownOfTasks?.urlSession?(session, task: task, didFinishCollecting: metrics)
            }

            func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
                own?.urlSession?(session, didBecomeInvalidWithError: error)
            }

            // FoundationNetworking lacks these methods.
            #if !canImport(FoundationNetworking)
                func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask) {
                    ownOfTasks?.urlSession?(session, didCreateTask: task)
                }

                func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
                    ownOfTasks?.urlSession?(session, taskIsWaitingForConnectivity: task)
                }
            #endif
        #endif
    }

    extension HTTPResponse {
        /// nil for anything but the head of an HTTP response.
        fileprivate init?(head response: URLResponse?) {
            guard let response = response as? HTTPURLResponse else { return nil }
            let fields = response.allHeaderFields.flatMap { name, value in
                // URLSession joins the values of a repeated header. A URL has no blank, so joined URLs can be
                // separated.
                let value = Self.decoded("\(value)")
                let values = "\(name)".lowercased() == "location" ? value.split(separator: ", ") : [value[...]]
                return values.map {
                    HTTPHeaders.Field("\(name)", $0.trimmingCharacters(in: .whitespacesAndNewlines))
                }
            }
            // URLSession's dictionary has lost the order. Sorted, the headers have the same order each time.
            let headers = HTTPHeaders(fields.sorted { $0.name.lowercased() < $1.name.lowercased() })
            self.init(status: response.statusCode, headers: headers, url: response.url)
        }

        /// A header's value, decoded as UTF-8 if it is UTF-8. URLSession has decoded its bytes as ISO 8859-1.
        private static func decoded(_ value: String) -> String {
            guard value.utf8.contains(where: { $0 > 127 }) else { return value }
            let bytes = value.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
            return bytes.count == value.unicodeScalars.count ? String(bytes: bytes, encoding: .utf8) ?? value : value
        }
    }
#endif
