import Foundation

/// Stands between a session and its transport: looks at requests and answers, changes them, answers itself.
///
///     struct Tracing: Middleware {
///         func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
///             var request = request
///             request.headers["X-Trace"] = UUID().uuidString
///             return try await next(request)
///         }
///     }
///
/// The first of `Session.middleware` is the outermost: it sees the request first and the answer last. Each repetition of a request
/// goes through all of them. The session's credential is attached behind the last one, so that none can log it; a request that
/// a middleware points at another origin gets none.
public protocol Middleware: Sendable {
    /// Sends the request on, and its answer back.
    typealias Next = @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// - Parameters:
    ///   - request: The request so far.
    ///   - context: Whose request it is.
    ///   - next: The rest of the way. May be called several times, or never.
    /// - Returns: The answer, whatever its status. Where the request `streamsAnswer`, its body is in `stream`; a whole body will do.
    /// - Throws: A `TransportFailure` where there is no answer; anything else reaches the caller as it is.
    func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse
}

/// What a middleware may know of a request.
public struct RequestContext: Sendable {
    /// The request as the caller made it, without what was `adding(…)` to it: `context.request as? GetStoryRequest`.
    public let request: any RequestType
    /// 1 at first, one more with each repetition.
    public let attempt: Int
    /// What carries the session's requests.
    public let transport: any Transport

    /// Of the request's type.
    public var endpoint: Endpoint { type(of: request).endpoint }
}

/// Sends what comes out of all middleware.
func passOn(
    _ request: HTTPRequest, through middleware: ArraySlice<any Middleware>, _ context: RequestContext, to end: @escaping Middleware.Next
) async throws -> HTTPResponse {
    guard let first = middleware.first else { return try await end(request) }
    return try await first.send(request, in: context) { [rest = middleware.dropFirst()] in
        try await passOn($0, through: rest, context, to: end)
    }
}
