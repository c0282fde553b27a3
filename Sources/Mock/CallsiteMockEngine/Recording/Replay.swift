/// Recorded responses, given again to the same requests: in their order, and then the last one.
package final class Replay: Sendable {
    private let responses: [String: [RecordedResponse]]
    private let turns = Locked<[String: Int]>([:])

    /// - Parameter description: Whose servers' paths a recorded URL may begin with, and a request needn't.
    package init(_ exchanges: [RecordedExchange], _ description: MockDescription) {
        let bases = Set(description.servers.map { String(MockRouter.path(ofURL: $0)) }).filter { $0.count > 1 }
        var responses: [String: [RecordedResponse]] = [:]
        for exchange in exchanges {
            guard let response = exchange.response else { continue }
            var keys: Set<String> = [Self.key(exchange.request, exchange.request.target)]
            for base in bases where exchange.request.target.hasPrefix(base + "/") {
                keys.insert(Self.key(exchange.request, String(exchange.request.target.dropFirst(base.count))))
            }
            for key in keys { responses[key, default: []].append(response) }
        }
        self.responses = responses
    }

    package var count: Int { responses.count }

    /// nil: there is no recording of it.
    package func response(to request: MockRequest) -> MockResponse? {
        let key = Self.key(request, request.target)
        guard let all = responses[key], !all.isEmpty else { return nil }
        let turn = turns.withLock { turns in
            turns[key, default: -1] += 1
            return turns[key, default: 0]
        }
        let recorded = all[min(turn, all.count - 1)]
        return MockResponse(
            status: recorded.status,
            headers: recorded.headers.filter {
                !["content-length", "transfer-encoding", "content-encoding", "connection"].contains(
                    $0.name.lowercased())
            },
            body: recorded.body ?? [])
    }

    private static func key(_ request: MockRequest, _ target: String) -> String {
        let body = request.body.map { bytes in
            ((try? JSONValue(parsing: bytes)).map { "\($0.hashValue)" }) ?? String(decoding: bytes, as: UTF8.self)
        }
        return request.method.uppercased() + " " + target + "\n" + (body ?? "")
    }
}
