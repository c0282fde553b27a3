/// Replays recorded responses. Equal requests get them in the recorded order, and the last one from then on.
package final class Replay: Sendable {
    private let responses: [String: [RecordedResponse]]
    private let turns = Locked<[String: Int]>([:])

    /// - Parameter description: A recorded URL may begin with the path of one of its servers, such as `/v1`. A request
    ///   may leave that path out.
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

    /// The next recorded response; nil if the request has no recording.
    package func response(to request: MockRequest) -> MockResponse? {
        let key = Self.key(request, request.target)
        guard let recordings = responses[key], !recordings.isEmpty else { return nil }
        let turn = turns.withLock { turns in
            turns[key, default: -1] += 1
            return turns[key, default: 0]
        }
        let recording = recordings[min(turn, recordings.count - 1)]
        return MockResponse(
            status: recording.status,
            headers: recording.headers.filter {
                !["content-length", "transfer-encoding", "content-encoding", "connection"].contains(
                    $0.name.lowercased())
            },
            body: recording.body ?? [])
    }

    private static func key(_ request: MockRequest, _ target: String) -> String {
        let body = request.body.map { bytes in
            ((try? JSONValue(parsing: bytes)).map { "\($0.hashValue)" }) ?? String(decoding: bytes, as: UTF8.self)
        }
        return request.method.uppercased() + " " + target + "\n" + (body ?? "")
    }
}
