import CallsiteRuntime

/// A trace (W3C Trace Context): everything that is sent in `Trace.run { … }`.
struct Trace: Sendable {
    @TaskLocal static var current: Trace?

    var id = Trace.hexadecimal(16)
    var isSampled = true

    /// Runs `work` in the current trace, or in a new one.
    static func run<T>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> T
    ) async rethrows -> T {
        try await $current.withValue(current ?? Trace(), operation: work, isolation: isolation)
    }
}

extension Trace {
    /// Random bytes. None of them is zero, because an id of zeros is invalid.
    static func hexadecimal(_ count: Int) -> String {
        let bytes = (0..<count).map { _ in UInt8.random(in: 1...255) }
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// Makes each attempt a span of the current trace.
struct TraceParent: Middleware {
    func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
        guard let trace = Trace.current, request.headers["traceparent"] == nil else { return try await next(request) }
        var request = request
        request.headers["traceparent"] = "00-\(trace.id)-\(Trace.hexadecimal(8))-\(trace.isSampled ? "01" : "00")"
        return try await next(request)
    }
}
