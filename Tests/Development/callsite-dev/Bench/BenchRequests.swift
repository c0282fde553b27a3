import CallsiteRuntime
import Foundation
import LoopbackServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct GetNumber: RequestType {
    struct Number: WireDecodable, DecodableModel {
        let id: Int
        let name: String

        init(from fields: inout FieldReader) throws {
            id = try fields["id"]
            name = try fields["name"]
        }
    }
    typealias Response = Number
    static var api: API { API(baseURL: "https://api.example.com") }
    static var endpoint: Endpoint { .get("/numbers/{id}") }
    var id: Int
    var fields: [String] = ["id", "name"]

    func write(to request: inout RequestWriter) {
        request.path["id"] = id
        request.query["fields"] = fields
    }
}

private struct Number: Decodable {
    var id: Int
    var name: String
}

/// The cost of a request, in CPU time of this process: by hand with `URLSession` and `JSONDecoder`, through a `Session`
/// (on Linux with libcurl underneath, elsewhere with `URLSession`), and through a `Session` with nothing underneath.
/// The server runs in the same process, and its part is in the first two.
func benchRequests() async throws -> [BenchTable] {
    let count = 500
    let server = try LoopbackServer { _ in .json(#"{"id":12345,"name":"a name of some length"}"#) }
    defer { server.stop() }
    let baseURL = server.baseURL
    func measure(_ body: () async throws -> Void) async throws -> Double {
        var best = Double.infinity
        for _ in 0..<5 {
            let start = Bench.cpuSeconds()
            for _ in 0..<count { try await body() }
            best = min(best, Bench.cpuSeconds() - start)
        }
        return best * 1e6 / Double(count)
    }
    let urlSession = URLSession(configuration: .ephemeral)
    let byHand = try await measure {
        var components = URLComponents(string: "\(baseURL)/numbers/12345")
        components?.queryItems = [
            URLQueryItem(name: "fields", value: "id"), URLQueryItem(name: "fields", value: "name"),
        ]
        guard let url = components?.url else { return }
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        let (data, _) = try await urlSession.data(for: request)
        _ = try JSONDecoder().decode(Number.self, from: data)
    }
    let session = Session(baseURL: baseURL)
    let through = try await measure { _ = try await session.send(GetNumber(id: 12345)) }
    let answer = HTTPResponse(body: Data(#"{"id":12345,"name":"a name of some length"}"#.utf8))
    let stubbed = Session(transport: StubTransport { _ in answer })
    let alone = try await measure { _ = try await stubbed.send(GetNumber(id: 12345)) }
    var table = BenchTable("a request", [("µs", 1), ("ratio", 2)])
    table.add("URLSession by hand", [byHand, 1])
    table.add("Session", [through, through / byHand])
    table.add("Session with a stub", [alone, alone / byHand])
    return [table]
}
