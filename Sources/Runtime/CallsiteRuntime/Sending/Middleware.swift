import Foundation

/// An interceptor between a session and its transport: it can look at requests and responses, change them, or respond
/// itself.
///
///     struct Tracing: Middleware {
///         func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
///             var request = request
///             request.headers["X-Trace"] = UUID().uuidString
///             return try await next(request)
///         }
///     }
///
/// The first of `Session.middleware` is the outermost: it sees the request first and the response last. Each retry of a
/// request goes through all of them. The session's credential is attached after the last one, so that none can log it.
/// A request that a middleware directs to another origin gets no credential.
public protocol Middleware: Sendable {
    /// Sends the request on, and returns its response.
    typealias Next = @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// - Parameters:
    ///   - request: The request so far.
    ///   - context: The typed request and the attempt.
    ///   - next: Sends the request on. You may call it several times, or never.
    /// - Returns: The response, whatever its status. If the request `streamsResponse`, its body is in `stream`; a whole
    ///   body is accepted too.
    /// - Throws: A `TransportFailure` if there is no response; any other error reaches the caller unchanged.
    func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse
}

/// The request that a middleware handles.
public struct RequestContext: Sendable {
    /// The request as the caller made it, without the additions of `adding(…)`: `context.request as? GetStoryRequest`.
    public let request: any RequestType
    /// 1 at first, and one more with each retry.
    public let attempt: Int
    /// The session's transport.
    public let transport: any Transport

    /// The endpoint of the request.
    public var endpoint: Endpoint { type(of: request).endpoint }
}

/// Sends a request through the given middleware, and then to `end`.
func passOn(
    _ request: HTTPRequest, through middleware: ArraySlice<any Middleware>, _ context: RequestContext,
    to end: @escaping Middleware.Next
) async throws -> HTTPResponse {
    guard let first = middleware.first else { return try await end(request) }
    return try await first.send(request, in: context) { [rest = middleware.dropFirst()] in
        try await passOn($0, through: rest, context, to: end)
    }
}
