import Foundation

/// Sends a request to a server, and returns its response. `NetworkTransport` uses the network, `StubTransport` doesn't.
public protocol Transport: Sendable {
    /// Sends a request.
    ///
    /// - Returns: The response, whatever its status.
    /// - Throws: A `TransportFailure` if there is no response, and a `CancellationError` at once when the task is
    ///   cancelled.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// Responds without a network, from a function or a table.
///
///     let session = Session(transport: StubTransport(["GET /stories/1": .json(#"{"id":1}"#)]))
public struct StubTransport: Transport {
    private let respond: @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// Responds with a function. To fail, it throws a `TransportFailure`.
    public init(_ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) { self.respond = respond }

    /// Responds by method and path, as in `GET /stories/1`. An entry with a query is preferred to one without.
    /// A request that isn't in the table fails with a `TransportFailure` that names it.
    public init(_ table: [String: HTTPResponse]) {
        respond = { request in
            let path = request.url.encodedPath.isEmpty ? "/" : request.url.encodedPath
            let key = "\(request.method) \(path)"
            if let query = request.url.query, let response = table["\(key)?\(query)"] { return response }
            if let response = table[key] { return response }
            throw TransportFailure(.other, "the stub has no response for \(key)")
        }
    }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        return try await respond(request)
    }
}

extension URL {
    /// The path as it is sent.
    package var encodedPath: String {
        URLComponents(url: self, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? path
    }
}
