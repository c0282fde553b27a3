import CallsiteRuntime
import Foundation

/// Responds by the type of the request, without a network.
///
///     let stubs = Stubs()
///     stubs.respond(to: GetStoryRequest.self) { request in .fixture(id: request.id) }
///     stubs.respond(to: DeleteStoryRequest.self, status: 404, json: #"{"message":"no such story"}"#)
///     let session = stubs.session
///
/// `callsite generate --fixtures` writes a response for each endpoint from the description's examples:
/// `Stubs(GitHubExamples.responses)`. A request without a stub fails with an error that names it.
public final class Stubs: Middleware, @unchecked Sendable {
    private typealias Responder = @Sendable (any RequestType, HTTPRequest) async throws -> HTTPResponse

    private let lock = NSLock()
    // Guarded by `lock`.
    private var responders: [ObjectIdentifier: Responder] = [:]
    private var received: [any RequestType] = []
    private var used: Set<ObjectIdentifier> = []
    private var names: [ObjectIdentifier: String] = [:]
    /// Whether requests without a stub are sent on, to a mock of the whole API.
    private let passesOn: Bool

    /// - Parameter examples: Responses by the type of their request.
    public init(_ examples: [ObjectIdentifier: any Sendable] = [:]) {
        passesOn = false
        for (type, value) in examples { responders[type] = { _, _ in .value(value) } }
    }

    /// - Parameter passesOn: Whether a request without a stub is sent on, instead of failing.
    package init(passesOn: Bool) { self.passesOn = passesOn }

    /// Whether requests of a type have a stub.
    package func has(_ type: any RequestType.Type) -> Bool {
        lock.withLock { responders[ObjectIdentifier(type)] != nil }
    }

    /// The types of requests whose stubs no request has used, by name.
    package var unused: [String] { lock.withLock { names.filter { !used.contains($0.key) }.values.sorted() } }

    /// Responds to requests of a type with a value. It isn't encoded and decoded, so decode-only models work.
    public func respond<R: RequestType>(
        to type: R.Type, with response: @escaping @Sendable (R) async throws -> R.Response
    ) {
        respond(to: type) { request, _ in .value(try await response(request)) }
    }

    /// Responds to requests of a type with JSON.
    public func respond<R: RequestType>(to type: R.Type, status: Int = 200, headers: HTTPHeaders = [:], json: String) {
        respond(to: type) { _, _ in .json(json, status: status, headers: headers) }
    }

    /// Responds to requests of a type with the result of a function, which also gets the HTTP request. To fail, it
    /// throws a `TransportFailure`.
    public func respond<R: RequestType>(
        to type: R.Type, http response: @escaping @Sendable (R, HTTPRequest) async throws -> HTTPResponse
    ) {
        lock.withLock {
            names[ObjectIdentifier(type)] = String(describing: type)
            responders[ObjectIdentifier(type)] = { request, http in
                guard let request = request as? R else {
                    throw TransportFailure(.other, "\(Swift.type(of: request)) isn't a \(R.self)")
                }
                return try await response(request, http)
            }
        }
    }

    /// The requests of a type that were sent so far, in order.
    public func requests<R: RequestType>(_ type: R.Type) -> [R] { lock.withLock { received.compactMap { $0 as? R } } }

    /// All requests that were sent so far, in order.
    public var requests: [any RequestType] { lock.withLock { received } }

    /// A session that uses these stubs only. It retries as any session does, without waiting.
    public var session: Session {
        var session = Session(transport: StubTransport([:]))
        session.middleware = [self]
        session.clock = ImpatientClock()
        return session
    }

    public func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let responder = lock.withLock {
            received.append(context.request)
            let type = ObjectIdentifier(type(of: context.request))
            if responders[type] != nil { used.insert(type) }
            return responders[type]
        }
        guard let responder else {
            if passesOn { return try await next(request) }
            throw TransportFailure(.other, "there is no stub for \(type(of: context.request)): \(request)")
        }
        return try await responder(context.request, request)
    }
}

/// A clock by which every wait ends at once.
private struct ImpatientClock: Clock {
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
    }
}
