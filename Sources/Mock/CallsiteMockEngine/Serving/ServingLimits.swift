/// How much the server takes from a client. Times are in seconds.
package struct ServingLimits: Sendable {
    /// Names that a `Host` header may have beside `localhost`, `127.0.0.0/8`, `[::1]` and the host that was bound:
    /// `mock.test`.
    package var allowedHosts: [String] = []
    /// Whether pages of other origins may send requests, as far as the browser allows (CORS). Otherwise they are
    /// refused: a request can do harm even if its page never sees the response.
    package var allowsPages = false
    /// How long method, target and version may be together: 414 above it.
    package var requestLineBytes = 16 << 10
    /// How long a head may be, and the trailers of a chunked body: 431 above it.
    package var headerBytes = 64 << 10
    /// How many headers a request may have, and how many trailers: 431 above it.
    package var headerCount = 200
    /// How long a body may be: 413 above it, before it is read.
    package var bodyBytes = 10 << 20
    /// How many bytes of unfinished requests all connections may hold together: 503 above it.
    package var bytesOfAllRequests = 256 << 20
    /// How long a head may take from its first byte: 408 after it.
    package var headTime = 10.0
    /// How long a body may stand still: 408 after it.
    package var bodyTime = 30.0
    /// How long a body may take from the end of its head, however steadily it drips: 408 after it.
    package var wholeBodyTime = 300.0
    /// How long a connection may stay open without a request.
    package var idleTime = 60.0
    /// How long a client may take no byte of a response.
    package var writeTime = 60.0
    /// How long the server reads and discards further bytes after the last response, so that the client can receive it.
    package var lingerTime = 2.0
    /// How many bytes the server discards then, at most.
    package var lingerBytes = 4 << 20
    /// How many requests of one connection may wait for their responses. Further requests are read later.
    package var pipelinedRequests = 16
    /// How many connections may be open. More wait in the system's queue.
    package var connections = 10_240
    /// How long `stop` waits for responses that are on their way.
    package var stopTime = 1.0

    package init() {}
}

/// An event in a server, for a log and for tests. Called on the server's thread: return soon.
package enum ServingEvent: Sendable, Hashable {
    case opened(peer: String)
    case closed(peer: String)
    /// A response was handed to the system completely.
    case answered(method: String, target: String, status: Int)
    /// A request never reached the handler: it isn't HTTP, goes over a limit, or is for another host.
    case refused(status: Int, reason: String)
    /// A notice for the person who started the server.
    case notice(String)
}

/// The clock of a server: nanoseconds that never go back.
package struct ServingClock: Sendable {
    package let now: @Sendable () -> UInt64
    /// Whether `now` changes by itself. If not, the server waits for `MockServer.wake()` after each change.
    package let isRunning: Bool

    package static let monotonic = ServingClock(isRunning: true) { monotonicNanoseconds() }

    package init(isRunning: Bool = false, now: @escaping @Sendable () -> UInt64) {
        self.isRunning = isRunning
        self.now = now
    }
}

/// Seconds as nanoseconds: 0 for a negative number or NaN, and at most 1e9 seconds.
func nanoseconds(_ seconds: Double) -> UInt64 { seconds > 0 ? UInt64(min(seconds, 1e9) * 1e9) : 0 }
