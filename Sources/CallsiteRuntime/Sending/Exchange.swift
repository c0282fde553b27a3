import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request over the network and what has come of its answer so far. Ends exactly once: by the answer, an error, the clock or
/// the caller, whichever is first.
final class Exchange: @unchecked Sendable {
    let identifier: Int
    private let task: URLSessionTask
    private let method: HTTPMethod
    private let idleTimeout: Double
    private let deadline: DispatchTime?

    private let lock = NSLock()
    // Guarded by `lock`.
    private var continuation: CheckedContinuation<HTTPResponse, any Error>?
    private var end: Result<HTTPResponse, any Error>?
    private var response: HTTPURLResponse?
    private var body = Data()
    private var isChallenged = false
    private var lastActivity = DispatchTime.now()

    init(task: URLSessionTask, method: HTTPMethod, idleTimeout: Double, deadline: DispatchTime?) {
        identifier = task.taskIdentifier
        self.task = task
        self.method = method
        self.idleTimeout = idleTimeout
        self.deadline = deadline
    }

    /// Starts the request, unless it was cancelled before.
    func start(_ continuation: CheckedContinuation<HTTPResponse, any Error>) {
        let ended: Result<HTTPResponse, any Error>? = lock.withLock {
            if end == nil { self.continuation = continuation }
            return end
        }
        guard let ended else {
            task.resume()
            return watch()
        }
        continuation.resume(with: ended)
        // A task that was never resumed tells its delegate nothing until it is cancelled.
        task.cancel()
    }

    /// Ends the exchange at once, whatever the connection does.
    func fail(_ error: any Error) {
        finish(.failure(error))
        task.cancel()
    }

    private func finish(_ result: Result<HTTPResponse, any Error>) {
        let waiting: CheckedContinuation<HTTPResponse, any Error>? = lock.withLock {
            guard end == nil else { return nil }
            end = result
            body = Data()
            defer { continuation = nil }
            return continuation
        }
        waiting?.resume(with: result)
    }

    // MARK: Events

    func touch() { lock.withLock { lastActivity = .now() } }

    func received(_ response: URLResponse) {
        lock.withLock {
            lastActivity = .now()
            self.response = response as? HTTPURLResponse
        }
    }

    func received(_ data: Data) {
        lock.withLock {
            lastActivity = .now()
            if end == nil { body.append(data) }
        }
    }

    func refusedChallenge(_ response: URLResponse?) {
        lock.withLock {
            isChallenged = true
            self.response = self.response ?? response as? HTTPURLResponse
        }
    }

    func completed(_ taskResponse: URLResponse?, _ error: (any Error)?) {
        let (response, body, isChallenged) = lock.withLock {
            (self.response ?? taskResponse as? HTTPURLResponse, self.body, self.isChallenged)
        }
        if let error, !(isChallenged && (error as? URLError)?.code == .cancelled) {
            return finish(.failure(failure(error, hasResponse: response != nil)))
        }
        guard let response else { return finish(.failure(TransportFailure(.badResponse, "there is no answer"))) }
        let http = HTTPResponse(response, body)
        if let missing = missingBytes(http) {
            return finish(
                .failure(TransportFailure(.connectionLost, "the connection was lost: \(missing) bytes of the answer are missing")))
        }
        finish(.success(http))
    }

    private func failure(_ error: any Error, hasResponse: Bool) -> any Error {
        guard let error = error as? URLError else { return TransportFailure.wrapping(error) }
        if hasResponse, error.code == .unknown || error.code == .networkConnectionLost {
            return TransportFailure(.connectionLost, "the connection was lost before the answer was complete", underlying: error)
        }
        #if canImport(FoundationNetworking)
            // There an "empty reply" is a bad one, and what is no HTTP an unsupported URL.
            if !hasResponse, error.code == .badServerResponse {
                return TransportFailure(.connectionLost, "the connection was lost before there was an answer", underlying: error)
            }
            if error.code == .unsupportedURL {
                return TransportFailure(.badResponse, "the answer is no valid HTTP", underlying: error)
            }
        #endif
        return TransportFailure.wrapping(error)
    }

    /// How much of the body is missing by its declared length; nil: nothing, or it can't be told.
    private func missingBytes(_ http: HTTPResponse) -> Int? {
        // Of a compressed body the length is that of other bytes, and redirects' bodies are dropped by URLSession.
        guard method != .head, http.status != 304, http.status != 204, !(300...399 ~= http.status),
            http.headers["Content-Encoding"] == nil, let length = http.headers["Content-Length"].flatMap({ Int($0) }),
            http.body.count < length
        else { return nil }
        return length - http.body.count
    }

    // MARK: The clock

    /// Looks again when the first of both limits could be reached. Both are kept here: on Linux URLSession does not enforce its
    /// own limit for the whole.
    private func watch() {
        let next: DispatchTime? = lock.withLock {
            guard end == nil else { return nil }
            let idle = lastActivity + idleTimeout
            return deadline.map { min($0, idle) } ?? idle
        }
        guard let next else { return }
        // Holds the exchange weakly, so that a finished one doesn't wait for its clock.
        DispatchQueue.global().asyncAfter(deadline: next) { [weak self] in self?.check() }
    }

    private func check() {
        let now = DispatchTime.now()
        let lastActivity = lock.withLock { self.lastActivity }
        if let deadline, now >= deadline {
            fail(TransportFailure(.timedOut, "the request took longer than its timeout"))
        } else if now >= lastActivity + idleTimeout {
            fail(TransportFailure(.timedOut, "nothing arrived for \(numberText(idleTimeout)) seconds"))
        } else {
            watch()
        }
    }
}

extension HTTPResponse {
    fileprivate init(_ response: HTTPURLResponse, _ body: Data) {
        var headers = HTTPHeaders()
        for (name, value) in response.allHeaderFields { headers.append("\(name)", "\(value)") }
        // URLSession gives a dictionary: the order is lost, and this one at least doesn't change.
        let fields = headers.fields.sorted { $0.name.lowercased() < $1.name.lowercased() }
        self.init(status: response.statusCode, headers: HTTPHeaders(fields), body: body, url: response.url)
    }
}
