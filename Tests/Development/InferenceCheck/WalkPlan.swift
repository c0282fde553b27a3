import CallsiteCore
import CallsiteMockDescription
import CallsiteMockEngine

/// A description whose requests are to be recorded, and the input of `Tests/Inference/walk.py` for it.
package struct WalkPlan: Sendable {
    package let engine: MockEngine
    package let api: API
    /// The input of the walk: the mock's description, the operations that are walked, and the number of requests to each.
    package let text: String

    /// - Parameters:
    ///   - samples: How many successful requests each operation gets.
    ///   - most: The number of operations that the seed chooses, where a description has more.
    ///   - part: Which of the choices, from 0: no two of them share an operation.
    /// - Returns: nil: it has errors, or no operation is left for this part.
    package init?(_ sources: SourceSet, samples: Int, seed: Int, operations most: Int = 40, part: Int = 0) {
        var diagnostics = Diagnostics()
        let front = Front(sources, Options(), &diagnostics)
        guard front.description.missing.isEmpty else { return nil }
        api = front.api(Options(), &diagnostics)
        guard !diagnostics.hasErrors, let json = readMock(sources, options: Options()).json,
            let description = try? MockDescription(json: json.utf8)
        else { return nil }
        engine = MockEngine(description)
        // An operation without a request isn't in the API.
        let wanted = description.operations.filter { !$0.requests.isEmpty }
        let shuffled = wanted.map { (order: Self.hash("\(seed) \($0.title)"), index: $0.index) }.sorted { $0 < $1 }
        let chosen =
            wanted.count > 2 * most ? Array(shuffled.dropFirst(part * most).prefix(most)) : part == 0 ? shuffled : []
        guard !chosen.isEmpty else { return nil }
        let servers = description.servers.map { $0.replacing(/\{[^}]*\}/, with: "main") }
        let server = servers.first { $0.hasPrefix("http") }
        let path = servers.first { $0.hasPrefix("/") }
        let plan: JSONObject = [
            "baseURL": .string(server ?? "https://api.example.com" + (path ?? "")), "samples": .int(samples),
            "seed": .int(seed), "operations": .array(chosen.map(\.index).sorted().map { .int($0) }),
            "document": description.document,
        ]
        text = JSONValue.object(plan).text
    }

    /// The same for equal strings on every machine (FNV-1a).
    package static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
