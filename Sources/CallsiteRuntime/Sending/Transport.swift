import Foundation

/// What carries a request to a server and its answer back. `NetworkTransport` uses the network, `StubTransport` doesn't.
public protocol Transport: Sendable {
    /// The answer, whatever its status.
    ///
    /// Throws a `TransportFailure` where there is none, and a `CancellationError` at once when the task is cancelled.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// Why there is no answer.
public struct TransportFailure: Error, Sendable, CustomStringConvertible, LocalizedError {
    public enum Kind: Hashable, Sendable {
        /// Nothing came for too long, or the whole took too long.
        case timedOut
        /// The connection ended before the answer did.
        case connectionLost
        /// There is no way to the host: no network, no such name, nobody listens.
        case cannotConnect
        /// TLS failed: a certificate, a version.
        case notSecure
        case tooManyRedirects
        /// The response is malformed: no HTTP, or none that can be read. It isn't asked for again.
        case badResponse
        case other
    }

    public let kind: Kind
    /// What happened, for people.
    public let description: String
    /// The error of the system, if there was one.
    public let underlying: (any Error)?

    public init(_ kind: Kind, _ description: String, underlying: (any Error)? = nil) {
        self.kind = kind
        self.description = description
        self.underlying = underlying
    }

    public var errorDescription: String? { description }
}

extension TransportFailure {
    /// What a transport of one's own threw. Errors of this library and cancellation stay what they are.
    static func wrapping(_ error: any Error) -> any Error {
        switch error {
        case is TransportFailure, is EncodingFailure, is DecodingFailure, is CancellationError: return error
        default: break
        }
        // `URLError` is FoundationNetworking's on Linux, which isn't used here.
        let system = error as NSError
        guard system.domain == "NSURLErrorDomain" else { return TransportFailure(.other, "\(error)", underlying: error) }
        return system.code == -999 ? CancellationError() : TransportFailure(code: system.code, error)
    }

    /// An error of URLSession, by its code.
    private init(code: Int, _ error: any Error) {
        let text = error.localizedDescription
        switch code {
        case -1001: self.init(.timedOut, "the request timed out", underlying: error)
        // No such host, can't connect, no name found, offline, roaming is off, no data allowed.
        case -1003, -1004, -1006, -1009, -1018, -1020: self.init(.cannotConnect, "can't connect to the host", underlying: error)
        case -1206 ... -1200: self.init(.notSecure, "no secure connection to the host", underlying: error)
        case -1007: self.init(.tooManyRedirects, "too many redirects", underlying: error)
        // Bad server response, raw or content data can't be decoded, a response can't be parsed.
        case -1011, -1015, -1016, -1017: self.init(.badResponse, "the response is no valid HTTP", underlying: error)
        // Outside Apple's systems these are reported as unknown errors, and so are half a body and a bad chunk.
        case -1 where ["SSL", "TLS", "certificate"].contains(where: { text.contains($0) }):
            self.init(.notSecure, "no secure connection to the host: \(text)", underlying: error)
        case -1005, -1: self.init(.connectionLost, "the connection was lost", underlying: error)
        default: self.init(.other, text, underlying: error)
        }
    }
}

/// Answers without a network, from a function or a table.
///
///     let session = Session(transport: StubTransport(["GET /stories/1": .json(#"{"id":1}"#)]))
public struct StubTransport: Transport {
    private let answer: @Sendable (HTTPRequest) async throws -> HTTPResponse

    public init(_ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) { self.answer = answer }

    /// Answers by method and path, as in `GET /stories/1`; an entry with a query goes before one without.
    /// A request that is not in the table fails with a `TransportFailure` that names it.
    public init(_ table: [String: HTTPResponse]) {
        answer = { request in
            let path = request.url.encodedPath.isEmpty ? "/" : request.url.encodedPath
            let key = "\(request.method) \(path)"
            if let query = request.url.query, let response = table["\(key)?\(query)"] { return response }
            if let response = table[key] { return response }
            throw TransportFailure(.other, "the stub has no answer for \(key)")
        }
    }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        return try await answer(request)
    }
}

extension URL {
    /// The path as it goes over the wire.
    var encodedPath: String { URLComponents(url: self, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? path }
}
