#if os(Linux)
    import CallsiteHTTP
    import Foundation

    /// The clock by which a transport measures its limits: the system's, or a test's own.
    struct TransportClock: Sendable {
        var now: @Sendable () -> DispatchTime
        /// Calls an action at a time, or soon after.
        var schedule: @Sendable (DispatchTime, @escaping @Sendable () -> Void) -> Void

        static let system = TransportClock(
            now: { .now() },
            schedule: { time, action in DispatchQueue.global().asyncAfter(deadline: time) { action() } })
    }

    /// The requests of a transport that are under way. One timer watches the limits of all requests, since most limits
    /// are many seconds ahead, and nearly all requests end before.
    final class ExchangeWatch: @unchecked Sendable {
        /// The shortest time between two checks, in seconds.
        private static let grain = 0.01

        let clock: TransportClock
        private let lock = NSLock()
        // Guarded by `lock`.
        private var exchanges: [ObjectIdentifier: Exchange] = [:]
        /// When the timer goes off; nil: there is none.
        private var wake: DispatchTime?

        init(_ clock: TransportClock) { self.clock = clock }

        /// - Parameter due: When the first of its limits could be reached.
        func add(_ exchange: Exchange, due: DispatchTime) {
            lock.withLock { exchanges[ObjectIdentifier(exchange)] = exchange }
            schedule(due)
        }

        func remove(_ exchange: Exchange) { lock.withLock { exchanges[ObjectIdentifier(exchange)] = nil } }

        /// Sets the timer for a time, unless it goes off before.
        private func schedule(_ time: DispatchTime) {
            let isFirst = lock.withLock {
                if let wake, wake <= time { return false }
                wake = time
                return true
            }
            if isFirst { clock.schedule(time) { [weak self] in self?.look(time) } }
        }

        private func look(_ time: DispatchTime) {
            let openExchanges: [Exchange] = lock.withLock {
                // Another timer was set for an earlier time, and went off.
                guard wake == time else { return [] }
                wake = nil
                return Array(exchanges.values)
            }
            let now = clock.now()
            guard let next = openExchanges.compactMap({ $0.check(now) }).min() else { return }
            // Otherwise thousands of requests that time out one after the other would all be checked for each of them.
            schedule(max(next, now + Self.grain))
        }
    }

    /// One request over the network and the response so far. It ends exactly once: by the response, an error, the clock
    /// or the caller, whichever is first.
    ///
    /// The response is whole or, if there is a `buffer`, its head. Then the body goes to the buffer, and the request
    /// continues until that has ended too.
    final class Exchange: @unchecked Sendable {

        private let idleTimeout: Double
        private let deadline: DispatchTime?
        private let watch: ExchangeWatch
        private let buffer: BodyBuffer?
        private let uploadObserver: UploadObserver?
        /// How large the body may become in memory, in bytes.
        private let sizeLimit: Int
        /// Whether a response is a redirect that will be followed: its head is enough.
        let isFollowed: @Sendable (HTTPResponse) -> Bool
        /// How much of a redirect's body is read to keep its connection, in bytes, and for how long, in seconds.
        private static let redirectSizeLimit = 65_536
        private static let redirectTimeLimit = 0.2

        private let lock = NSLock()
        // Guarded by `lock`.
        private var cancelTransfer: (@Sendable () -> Void)?
        private var continuation: CheckedContinuation<HTTPResponse, any Error>?
        private var end: Result<HTTPResponse, any Error>?
        private var head: HTTPResponse?
        private var body = Data()
        /// No more bytes come, or are wanted.
        private var isComplete = false
        /// The transfer has ended.
        private var hasEnded = false
        private var size = 0
        private var lastActivity: DispatchTime
        /// The number of sent bytes that libcurl reported last.
        private var reported: Int64 = -1

        init(
            request: HTTPRequest, idleTimeout: Double, deadline: DispatchTime?, watch: ExchangeWatch,
            buffer: BodyBuffer?,
            isFollowed: @escaping @Sendable (HTTPResponse) -> Bool
        ) {

            self.uploadObserver = request.uploadObserver
            self.sizeLimit = request.responseSizeLimit
            self.isFollowed = isFollowed
            self.idleTimeout = idleTimeout
            self.deadline = deadline
            self.watch = watch
            self.lastActivity = watch.clock.now()
            self.buffer = buffer
        }

        /// Starts the transfer, unless the request was cancelled before.
        ///
        /// - Parameter begin: Starts it and returns a function that ends it. Neither may wait.
        func start(
            _ continuation: CheckedContinuation<HTTPResponse, any Error>,
            _ begin: @escaping @Sendable () -> @Sendable () -> Void
        ) {
            let (ended, due) = lock.withLock {
                if end == nil { self.continuation = continuation }
                return (end, nextDue)
            }
            if let ended { return continuation.resume(with: ended) }
            guard let due else { return }
            watch.add(self, due: due)
            let cancel = begin()
            // The transfer may have ended meanwhile, by itself or by `fail`.
            let (isOver, isLate) = lock.withLock {
                if !hasEnded, !isComplete { cancelTransfer = cancel }
                return (isComplete, isComplete && !hasEnded)
            }
            if isOver { watch.remove(self) }
            if isLate { cancel() }
        }

        /// Ends the request at once, whatever the connection does.
        func fail(_ error: any Error) {
            lock.withLock { isComplete = true }
            watch.remove(self)
            finish(.failure(error))
            buffer?.finish(.failure(error), dropping: error is CancellationError)
            takeCancel()?()
        }

        /// Returns the function that ends the transfer, and releases it: it holds the transfer, which holds this
        /// object.
        private func takeCancel() -> (@Sendable () -> Void)? {
            lock.withLock {
                defer { cancelTransfer = nil }
                return cancelTransfer
            }
        }

        private func finish(_ result: Result<HTTPResponse, any Error>) {
            let waiting: CheckedContinuation<HTTPResponse, any Error>? = lock.withLock {
                guard end == nil else { return nil }
                // Only the stream's reader may hold the stream, which holds this object.
                end = result.map { HTTPResponse(status: $0.status) }
                body = Data()
                defer { continuation = nil }
                return continuation
            }
            waiting?.resume(with: result)
        }

        // MARK: Events

        func sent(_ bytes: Int64, of total: Int64) {
            let isNew = lock.withLock {
                lastActivity = watch.clock.now()
                defer { reported = bytes }
                // Once a redirect is being followed, its upload is no longer reported.
                return bytes != reported && (end == nil || buffer != nil)
            }
            // libcurl reports the same number repeatedly.
            if isNew { uploadObserver?.report(TransferProgress(completed: bytes, total: total > 0 ? total : nil)) }
        }

        func receivedHead(_ response: HTTPResponse) {
            let isFirst = lock.withLock {
                lastActivity = watch.clock.now()
                head = response
                return end == nil
            }
            guard isFirst else { return }
            if isFollowed(response) { return follow(response) }
            guard let buffer else { return }
            var response = response
            response.stream = buffer.stream { [self] in fail(CancellationError()) }
            finish(.success(response))
        }

        /// Ends with a redirect's head as the response. Its body, which may never end, is read for a short time and
        /// dropped, so that the connection can be used again.
        private func follow(_ response: HTTPResponse) {
            finish(.success(response))
            watch.remove(self)
            guard buffer == nil else { return fail(CancellationError()) }
            watch.clock.schedule(watch.clock.now() + Self.redirectTimeLimit) { [weak self] in
                self?.fail(CancellationError())
            }
        }

        /// Copies a piece of the decoded body. Returns false if no more of the body is wanted.
        @discardableResult
        func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
            let (isWanted, isTooLarge) = lock.withLock {
                lastActivity = watch.clock.now()
                size += bytes.count
                let isTooLarge = buffer == nil && size > (end == nil ? sizeLimit : Self.redirectSizeLimit)
                if buffer == nil, end == nil, !isTooLarge { body.append(contentsOf: bytes) }
                return (!isComplete, isTooLarge)
            }
            guard let buffer else {
                if isTooLarge { fail(TransportFailure.tooLarge(sizeLimit)) }
                return isWanted && !isTooLarge
            }
            let failure = buffer.append(Data(bytes))
            if let failure { fail(failure) }
            return isWanted && failure == nil
        }

        /// Whether more bytes have arrived than the reader of a stream has room for.
        var isAhead: Bool { (buffer?.overflow ?? 0) > 0 }

        /// Calls `action` as soon as the reader of a stream has room for more: now or later.
        func whenRoom(_ action: @escaping @Sendable () -> Void) {
            if let buffer { buffer.whenRoom(action) } else { action() }
        }

        func completed(_ failure: (any Error)?) {
            let (head, body) = lock.withLock {
                isComplete = true
                hasEnded = true
                cancelTransfer = nil
                return (self.head, self.body)
            }
            watch.remove(self)
            if let failure { return end(.failure(failure)) }
            guard var http = head else { return end(.failure(TransportFailure(.badResponse, "there is no response"))) }
            http.body = body
            end(.success(http))
        }

        /// Ends the response and, if there is one, the stream of its body.
        private func end(_ result: Result<HTTPResponse, any Error>) {
            finish(result)
            buffer?.finish(result.map { _ in () })
        }

        // MARK: The clock

        /// Only under the lock. When the first of both limits could be reached; nil: the limits no longer apply.
        private var nextDue: DispatchTime? {
            guard !isOver else { return nil }
            let idle = lastActivity + idleTimeout
            return openDeadline.map { min($0, idle) } ?? idle
        }

        /// Only under the lock. A stream goes on after its head.
        private var isOver: Bool { isComplete || buffer == nil && end != nil }
        /// Only under the lock. A stream's deadline is for its head.
        private var openDeadline: DispatchTime? { end == nil ? deadline : nil }

        /// Ends the request if a limit is reached.
        ///
        /// - Returns: When to look again; nil: never.
        func check(_ now: DispatchTime) -> DispatchTime? {
            let (lastActivity, deadline, next) = lock.withLock {
                // A slow reader pauses the server; that must not count as an idle connection.
                if buffer?.hasUnread == true { self.lastActivity = now }
                return (self.lastActivity, openDeadline, nextDue)
            }
            guard next != nil else { return nil }
            if let deadline, now >= deadline {
                fail(TransportFailure(.timedOut, "the request took longer than its timeout"))
            } else if now >= lastActivity + idleTimeout {
                let seconds = idleTimeout == idleTimeout.rounded() ? "\(Int(idleTimeout))" : "\(idleTimeout)"
                fail(TransportFailure(.timedOut, "nothing arrived for \(seconds) seconds"))
            } else {
                return next
            }
            return nil
        }
    }
#endif
