#if !canImport(Glibc)
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Carries single requests with a `URLSession` of its own: no cookies, no cache, no stored credentials, nothing on
    /// disk, no redirects.
    ///
    /// It is built on a session delegate rather than on `data(for:)`. Outside Apple's systems a 401 with a `Basic`
    /// challenge would hang that for ever, redirects would send credentials anywhere and lose bodies, and half a body
    /// would pass for a whole one.
    final class URLSessionCarrier: Sendable {
        /// Where all calls into URLSession are made that may wait: outside Apple's systems each waits until the
        /// network's queue is free, and Swift's own threads are too few to be kept waiting.
        private static let calls = DispatchQueue(label: "callsite.transport")

        private let session: URLSession
        private let delegate = ExchangeDelegate()
        private let longestIdle: Double
        private let lastUse = LastUse()

        /// - Parameter longestIdle: How many seconds all connections may have been idle that carry what must not be sent
        ///   twice.
        init(connectionsPerHost: Int, longestIdle: Double) {
            self.longestIdle = longestIdle
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

        /// Sends a request whose events go to `exchange`; `run` waits for it.
        func send(
            _ request: HTTPRequest, _ exchange: Exchange,
            _ run: (@escaping @Sendable () -> @Sendable () -> Void) async throws -> HTTPResponse
        ) async throws -> HTTPResponse {
            guard request.body == nil || request.method.name.uppercased() != "GET" else {
                throw EncodingFailure("a GET request can't have a body here: URLSession refuses to send one")
            }
            let urlRequest = Self.urlRequest(request)
            let upload = try request.body.flatMap { try UploadFile($0) }
            // A file that was composed for this upload is deleted after it.
            defer { upload?.delete() }
            let idle = lastUse.renewed()
            defer { _ = lastUse.renewed() }
            if idle > longestIdle, !request.method.isIdempotent { await openAnew() }
            return try await run { [session, delegate] in
                let box = TaskBox()
                Self.calls.async {
                    let task =
                        upload.map { session.uploadTask(with: urlRequest, fromFile: $0.url) }
                        ?? session.dataTask(with: urlRequest)
                    box.task = task
                    delegate.add(exchange, to: task)
                    task.resume()
                }
                return { Self.calls.async { box.task?.cancel() } }
            }
        }

        /// Lets the next request have a new connection. URLSession repeats a request by itself when a connection turns out
        /// to be closed, and servers close those that are idle for seconds.
        private func openAnew() async {
            // Outside Apple's systems it does nothing.
            #if !canImport(FoundationNetworking)
                await withCheckedContinuation { continuation in session.flush { continuation.resume() } }
            #endif
        }

        /// When a request was last begun or ended.
        private final class LastUse: @unchecked Sendable {
            private let lock = NSLock()
            /// Guarded by `lock`.
            private var time = DispatchTime.now().uptimeNanoseconds

            /// Makes it now. Returns the seconds since it was.
            func renewed() -> Double {
                lock.withLock {
                    let now = DispatchTime.now().uptimeNanoseconds
                    defer { time = now }
                    return Double(now - time) / 1e9
                }
            }
        }

        /// Used on the queue only.
        private final class TaskBox: @unchecked Sendable {
            var task: URLSessionTask?
        }

        private static func urlRequest(_ request: HTTPRequest) -> URLRequest {
            var urlRequest = URLRequest(url: request.url)
            urlRequest.httpMethod = request.method.name
            urlRequest.httpBody = request.body?.data
            urlRequest.httpShouldHandleCookies = false
            // `Exchange` watches the time itself; this timeout must never be the first.
            urlRequest.timeoutInterval = 7 * 86_400
            var names: [String] = []
            for field in request.headers.fields
            where !names.contains(where: { $0.lowercased() == field.name.lowercased() }) {
                names.append(field.name)
                urlRequest.setValue(request.headers[field.name], forHTTPHeaderField: field.name)
            }
            // Its own would name the version of the system.
            if request.headers["User-Agent"] == nil {
                urlRequest.setValue(UserAgent.text, forHTTPHeaderField: "User-Agent")
            }
            // Without a type, POST, PUT and PATCH would be sent as a form.
            if request.body != nil, request.headers["Content-Type"] == nil {
                urlRequest.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
            }
            return urlRequest
        }
    }

    /// A body that is sent from a file: its own, or one made for this upload of several parts. A stream in its place
    /// would be sent in chunks, which many servers refuse.
    private struct UploadFile {
        let url: URL
        private let isTemporary: Bool

        /// nil for a body that is in memory. Throws an `EncodingFailure` where a file can't be read, or there is no
        /// room.
        init?(_ body: HTTPBody) throws {
            guard body.data == nil else { return nil }
            if let file = body.file {
                (url, isTemporary) = (file, false)
                return
            }
            (url, isTemporary) = (
                FileManager.default.temporaryDirectory.appendingPathComponent("callsite-\(UUID().uuidString)"), true
            )
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

    /// Hands the session's events to the request that they belong to.
    private final class ExchangeDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
        private let lock = NSLock()
        /// Guarded by `lock`.
        private var exchanges: [Int: Exchange] = [:]

        func add(_ exchange: Exchange, to task: URLSessionTask) {
            lock.withLock { exchanges[task.taskIdentifier] = exchange }
        }

        private func exchange(_ task: URLSessionTask) -> Exchange? { lock.withLock { exchanges[task.taskIdentifier] } }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            exchange(dataTask)?.announce(response)
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            guard let exchange = exchange(dataTask) else { return }
            data.withUnsafeBytes { exchange.received($0) }
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
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            // The redirect response itself comes out, and `redirect` decides.
            exchange(task)?.announce(response)
            completionHandler(nil)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let method = challenge.protectionSpace.authenticationMethod
            if [NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodNTLM]
                .contains(method)
                || method == NSURLAuthenticationMethodDefault || method == NSURLAuthenticationMethodNegotiate
            {
                // The 401 is a response like any other. On Linux the task then ends as if cancelled, its response and
                // body complete.
                exchange(task)?.refusedChallenge(HTTPResponse(head: task.response))
                completionHandler(.rejectProtectionSpace, nil)
            } else {
                completionHandler(.performDefaultHandling, nil)
            }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            lock.withLock { exchanges.removeValue(forKey: task.taskIdentifier) }?.completed(task.response, error)
        }
    }

    extension Exchange {
        fileprivate func announce(_ response: URLResponse) {
            guard let head = HTTPResponse(head: response) else { return }
            do {
                // With chunks a length means nothing.
                if head.headers["Transfer-Encoding"] == nil {
                    try ResponseHead.checkLength(of: head, isForHead: isForHead)
                }
                receivedHead(head)
            } catch {
                fail(error)
            }
        }

        fileprivate func completed(_ response: URLResponse?, _ error: (any Error)?) {
            noteHead(HTTPResponse(head: response))
            let (isChallenged, hasHead) = state
            let isRefusal = isChallenged && (error as? URLError)?.code == .cancelled
            completed(isRefusal ? nil : error.map { failure($0, hasResponse: hasHead) })
        }

        private func failure(_ error: any Error, hasResponse: Bool) -> any Error {
            guard let error = error as? URLError else { return TransportFailure.wrapping(error) }
            if hasResponse, error.code == .unknown || error.code == .networkConnectionLost {
                return TransportFailure(
                    .connectionLost, "the connection was lost before the response was complete", underlying: error)
            }
            #if canImport(FoundationNetworking)
                // There an "empty reply" is a bad one, and what is no HTTP an unsupported URL.
                if !hasResponse, error.code == .badServerResponse {
                    return TransportFailure(
                        .connectionLost, "the connection was lost before there was a response", underlying: error)
                }
                if error.code == .unsupportedURL {
                    return TransportFailure(.badResponse, "the response isn't valid HTTP", underlying: error)
                }
            #endif
            return TransportFailure.wrapping(error)
        }
    }

    extension HTTPResponse {
        /// nil for anything but the head of an HTTP response.
        fileprivate init?(head response: URLResponse?) {
            guard let response = response as? HTTPURLResponse else { return nil }
            var headers = HTTPHeaders()
            for (name, value) in response.allHeaderFields {
                headers.append("\(name)", "\(value)".trimmingCharacters(in: .whitespacesAndNewlines))
            }
            // URLSession gives a dictionary: the order is lost, and this one at least doesn't change.
            let fields = headers.fields.sorted { $0.name.lowercased() < $1.name.lowercased() }
            self.init(status: response.statusCode, headers: HTTPHeaders(fields), url: response.url)
        }
    }
#endif
