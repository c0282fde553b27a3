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

/// The reason why there is no response.
public struct TransportFailure: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// The kind of failure.
    public enum Kind: Hashable, Sendable {
        /// Nothing arrived for too long, or the attempt took too long.
        case timedOut
        /// The connection ended before the response did.
        case connectionLost
        /// The host can't be reached: no network, an unknown host, or nothing listens on the port.
        case cannotConnect
        /// TLS failed, because of a certificate or a version.
        case notSecure
        case tooManyRedirects
        /// The response isn't valid HTTP. It isn't retried.
        case badResponse
        /// The response is larger than `Session.responseSizeLimit`.
        case tooLarge
        case other
    }

    /// The kind of failure. The session retries `.connectionLost` and `.cannotConnect`.
    public let kind: Kind
    /// The cause, for people.
    public let description: String
    /// The system's error, if there was one.
    public let underlying: (any Error)?

    public init(_ kind: Kind, _ description: String, underlying: (any Error)? = nil) {
        self.kind = kind
        self.description = withoutSecrets(description)
        self.underlying = underlying
    }

    public var errorDescription: String? { description }
}

extension TransportFailure: CustomReflectable {
    /// The system's error by its description: it may hold the URL.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "kind": kind, "description": description,
                "underlying": underlying.map { withoutSecrets("\($0)") } ?? "none",
            ])
    }
}

extension TransportFailure {
    /// The error of a custom transport. Errors of this library and cancellation stay as they are.
    static func wrapping(_ error: any Error) -> any Error {
        switch error {
        case is TransportFailure, is EncodingFailure, is DecodingFailure, is CancellationError: return error
        default: break
        }
        // `URLError` is FoundationNetworking's on Linux, which isn't used here.
        let system = error as NSError
        guard system.domain == "NSURLErrorDomain" else {
            return TransportFailure(.other, "\(error)", underlying: error)
        }
        return system.code == -999 ? CancellationError() : TransportFailure(code: system.code, error)
    }

    /// An error of URLSession, by its code.
    private init(code: Int, _ error: any Error) {
        let text = error.localizedDescription
        switch code {
        case -1001: self.init(.timedOut, "the request timed out", underlying: error)
        // No such host, can't connect, no name found, offline, roaming is off, no data allowed.
        case -1003, -1004, -1006, -1009, -1018, -1020:
            self.init(.cannotConnect, "can't connect to the host", underlying: error)
        case -1206 ... -1200: self.init(.notSecure, "no secure connection to the host", underlying: error)
        case -1007: self.init(.tooManyRedirects, "too many redirects", underlying: error)
        // Bad server response, raw or content data can't be decoded, a response can't be parsed.
        case -1011, -1015, -1016, -1017: self.init(.badResponse, "the response isn't valid HTTP", underlying: error)
        // Outside Apple's systems these are reported as unknown errors, and so are half a body and a bad chunk.
        case -1 where ["SSL", "TLS", "certificate"].contains(where: { text.contains($0) }):
            self.init(.notSecure, "no secure connection to the host: \(text)", underlying: error)
        case -1005, -1: self.init(.connectionLost, "the connection was lost", underlying: error)
        default: self.init(.other, text, underlying: error)
        }
    }
}

/// Responds without a network, from a function or a table.
///
///     let session = Session(transport: StubTransport(["GET /stories/1": .json(#"{"id":1}"#)]))
public struct StubTransport: Transport {
    private let answer: @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// Responds with a function. To fail, it throws a `TransportFailure`.
    public init(_ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) { self.answer = answer }

    /// Responds by method and path, as in `GET /stories/1`. An entry with a query is preferred to one without.
    /// A request that isn't in the table fails with a `TransportFailure` that names it.
    public init(_ table: [String: HTTPResponse]) {
        answer = { request in
            let path = request.url.encodedPath.isEmpty ? "/" : request.url.encodedPath
            let key = "\(request.method) \(path)"
            if let query = request.url.query, let response = table["\(key)?\(query)"] { return response }
            if let response = table[key] { return response }
            throw TransportFailure(.other, "the stub has no response for \(key)")
        }
    }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        return try await answer(request)
    }
}

extension URL {
    /// The path as it is sent.
    var encodedPath: String { URLComponents(url: self, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? path }
}
