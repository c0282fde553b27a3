import CallsiteRuntime
import Foundation

/// The network, or recorded responses where there is none.
///
/// The first request decides: once a server has responded, a connection that is lost later is an error to be shown and
/// tried again, and no other list takes the place of the one on the screen.
final class OfflineTransport: Transport {
    enum Source { case unknown, network, recordings }

    private let network: any Transport
    private let recordings = RecordedGitHub()
    private let state: NSLock = NSLock()
    nonisolated(unsafe) private var current: Source

    /// - Parameters:
    ///   - network: The transport that is tried first.
    ///   - source: Where responses come from; unknown: the first request finds out.
    init(_ network: any Transport = NetworkTransport.shared, source: Source = .unknown) {
        self.network = network
        current = source
    }

    var source: Source { state.withLock { current } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        switch source {
        case .network: return try await network.send(request)
        case .recordings: return try recorded(request)
        case .unknown:
            do {
                let answer = try await network.send(request)
                state.withLock { if current == .unknown { current = .network } }
                // Another request may have found out otherwise in the meantime.
                return source == .network ? answer : try recorded(request)
            } catch let failure as TransportFailure where failure.kind == .cannotConnect || failure.kind == .timedOut {
                state.withLock { if current == .unknown { current = .recordings } }
                return try await send(request)
            }
        }
    }

    private func recorded(_ request: HTTPRequest) throws -> HTTPResponse {
        try Task.checkCancellation()
        let url = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        let token = request.headers["Authorization"].flatMap { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : nil }
        let answer = recordings.answer(
            method: request.method.name, path: url?.percentEncodedPath ?? "/",
            query: (url?.queryItems ?? []).map { ($0.name, $0.value ?? "") }, token: token)
        var headers = HTTPHeaders()
        for (name, value) in answer.headers { headers[name] = value }
        return HTTPResponse(status: answer.status, headers: headers, body: Data(answer.body.utf8), url: request.url)
    }
}
