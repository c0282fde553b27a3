import CallsiteCore
import CallsiteDiff
import CallsiteMockDescription
import CallsiteMockEngine
import CallsitePrinter
import Foundation
import MockHarness

/// The generated client of a description and its mock, each judged by the other: what the client sends, the mock must
/// accept, and what the mock responds, the client must read. The client is a program, with every response in it.
package struct MockClient {
    package struct Findings {
        package var accepted = 0
        /// Values that break a limit which types don't have, and which the program couldn't know.
        package var limited = 0
        package var read = 0
        /// Lists that were walked, and faults that were met.
        package var lists = 0
        package var faults = 0
        /// Collections in which things were created and read, and those in which they were listed, changed and deleted
        /// too.
        package var collections = 0
        package var wholeCollections = 0
        /// Operations for which no request can be written, or no response is to be had.
        package var skipped = 0
        package var failures: [String] = []

        package init(skipped: Int = 0, failures: [String] = []) {
            self.skipped = skipped
            self.failures = failures
        }

        package static func + (one: Findings, other: Findings) -> Findings {
            var sum = one
            sum.accepted += other.accepted
            sum.limited += other.limited
            sum.read += other.read
            sum.lists += other.lists
            sum.faults += other.faults
            sum.collections += other.collections
            sum.wholeCollections += other.wholeCollections
            sum.skipped += other.skipped
            sum.failures += other.failures
            return sum
        }

        package var summary: String {
            "\(accepted) requests accepted, \(limited) break limits that types don't have, \(read) responses read, \(lists) lists walked, "
                + "\(faults) faults met, \(collections) collections used, \(wholeCollections) of them in every way, \(skipped) operations skipped, \(failures.count) failures"
        }
    }

    package private(set) var files: [(name: String, text: String)] = []
    private let engine: MockEngine
    private let limits: TypelessLimits
    private var titles: [String] = []
    private var skipped = 0

    private static func options(_ selection: Selection) -> Options {
        Options(namespace: "N1", apiName: "Client", selection: selection)
    }

    /// Selections that divide the operations of a description into parts of limited size: a program for all operations
    /// of a large description takes the compiler gigabytes. Operations of one path stay together.
    /// - Parameter pattern: A pattern of the wanted paths; nil: all are.
    package static func parts(of sources: SourceSet, operations most: Int, paths pattern: String? = nil) -> [Selection]
    {
        var endpoints = readContract(sources, options: options(Selection())).contract?.endpoints ?? []
        if let pattern {
            endpoints.removeAll { !Glob.matches(pattern, $0.path) }
        } else if endpoints.count <= most {
            return [Selection()]
        }
        var parts: [[String]] = []
        var count = 0
        for (path, endpoints) in Dictionary(grouping: endpoints, by: \.path).sorted(by: { $0.key < $1.key }) {
            if parts.isEmpty || count + endpoints.count > most {
                parts.append([])
                count = 0
            }
            parts[parts.count - 1].append(path)
            count += endpoints.count
        }
        return parts.map { Selection(include: .init(paths: $0.map { .init($0) })) }
    }

    /// nil: the description has errors, or nothing that can be sent.
    package init?(_ sources: SourceSet, _ selection: Selection = Selection()) {
        let options = Self.options(selection)
        guard let contract = readContract(sources, options: options).contract,
            let json = readMock(sources, options: options).json,
            let description = try? MockDescription(json: json.utf8)
        else { return nil }
        engine = MockEngine(description)
        limits = TypelessLimits(description.document)
        let swift = WireSwift(contract: contract, namespace: "N1")
        var calls: [String] = []
        var first: [(endpoint: Contract.Endpoint, swift: String, operation: MockDescription.Operation)] = []
        for endpoint in contract.endpoints where endpoint.response.stream == nil {
            var requests: [String] = []
            for manner in [WireManner.least, .all(0)] {
                if let text = swift.request(endpoint, manner), !requests.contains(text) { requests.append(text) }
            }
            guard let request = requests.first,
                let name = request.dropFirst("N1.".count).split(separator: "(").first?.filter({ $0 != "`" }),
                let operation = description.operations.first(where: { $0.requests.contains(name) })
            else {
                skipped += 1
                continue
            }
            first.append((endpoint, requests[0], operation))
            // If one operation has several requests, each asks for its own media type.
            let accept = endpoint.headers.first { $0.name.lowercased() == "accept" }?.value
            let responses = responses(to: operation, accept)
            if responses.isEmpty { skipped += 1 }
            let credential = WireBatch.credential(of: endpoint, contract)
            for (index, request) in requests.enumerated() {
                for (number, response) in responses.enumerated() where index == 0 || number == 0 {
                    let headers = response.headers.map { "(\(Self.literal($0.name)), \(Self.literal($0.value)))" }
                        .joined(separator: ", ")
                    let body = Data(response.body + response.pieces.joined()).base64EncodedString()
                    calls.append(
                        "await attempt(\"\(titles.count)\", \(request), \(credential), \(response.status), [\(headers)], \"\(body)\")"
                    )
                    titles.append(name)
                }
            }
        }
        guard !titles.isEmpty else { return nil }
        for file in generate(sources, options: options).files {
            files.append(("generated_" + file.name, String(decoding: file.contents, as: UTF8.self)))
        }
        files.append(("attempts.swift", WireBatch.imports + Self.function("run", calls)))
        files.append(("lists.swift", Self.listsAndFaults(first, contract, engine)))
        files.append(("collections.swift", Self.collections(first, swift, engine)))
        // Beside the program, whose name is the first of its arguments.
        files.append(("app.json", json))
        // A description without a server leaves it to the session.
        let session =
            description.servers.contains { $0.contains("://") }
            ? "Session(" : #"Session(baseURL: URL(string: "http://localhost")!, "#
        files.append(
            (
                "main.swift",
                WireBatch.main.replacingOccurrences(of: "Session(", with: session)
                    + "await run()\nawait runLists()\nawait runCollections()\n"
            ))
    }

    /// The mock's responses to an allowed request: its usual response, and two that are made. Responses that the mock
    /// itself doubts are left out, since a description's examples may contradict it.
    private func responses(to operation: MockDescription.Operation, _ accept: String?) -> [MockResponse] {
        var found: [MockResponse] = []
        for seed in UInt64(0)..<3 {
            var options = MockEngine.Options()
            options.isDynamic = seed > 0
            options.seed = seed
            let engine = MockEngine(engine.description, options: options)
            var state = MockState()
            var request = engine.exampleRequest(operation)
            if let accept { request.headers.append(("Accept", accept)) }
            guard case .operation(let judged) = engine.judge(request), judged.problems.isEmpty,
                judged.operation.index == operation.index
            else { continue }
            let response = engine.respond(to: judged, &state)
            let recorded = RecordedResponse(status: response.status, headers: response.headers, body: response.body)
            guard response.problems.isEmpty, 200..<300 ~= response.status, engine.judge(recorded, to: judged).isEmpty
            else { continue }
            found.append(response)
        }
        return found
    }

    /// A function of these calls, by others of some each: one of thousands takes the compiler gigabytes.
    static func function(_ name: String, _ calls: [String]) -> String {
        var inner = ""
        var outer = ""
        for start in stride(from: 0, to: calls.count, by: 40) {
            inner += "private func \(name)\(start)() async {\n"
            for call in calls[start..<min(start + 40, calls.count)] { inner += "    \(call)\n" }
            inner += "}\n\n"
            outer += "    await \(name)\(start)()\n"
        }
        return inner + "func \(name)() async {\n\(outer)}\n"
    }

    private static func literal(_ text: String) -> String {
        "\"" + text.unicodeScalars.map { "\\u{\(String($0.value, radix: 16))}" }.joined() + "\""
    }

    /// - Parameter output: The program's output.
    package func judge(_ output: String) -> Findings {
        var findings = Findings(skipped: skipped)
        let attempts = WireBatch.attempts(in: output)
        if attempts.count < titles.count {
            findings.failures.append("the program ended after \(attempts.count) of \(titles.count) requests")
        }
        for attempt in attempts {
            guard let number = Int(attempt.id[0]), titles.indices.contains(number) else { continue }
            if attempt.outcome == "read" {
                findings.read += 1
            } else {
                findings.failures.append("\(titles[number]): a response can't be read: \(attempt.text.prefix(300))")
            }
            switch engine.judge(request(attempt)) {
            case .none(_, let problem):
                findings.failures.append("\(titles[number]): \(attempt.method) \(attempt.url): \(problem)")
            case .operation(let judged):
                let wrong = judged.problems.filter { !limits.isBeyondTypes($0) }
                if judged.problems.isEmpty { findings.accepted += 1 } else if wrong.isEmpty { findings.limited += 1 }
                for problem in wrong {
                    findings.failures.append(
                        "\(titles[number]): \(attempt.method) \(attempt.url): \(problem.place) \(problem)")
                }
            }
        }
        Self.read(output, into: &findings)
        return findings
    }

    private func request(_ attempt: WireBatch.Attempt) -> MockRequest {
        var target = Substring(attempt.url)
        if let scheme = target.firstRange(of: "://") {
            target = target[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
        }
        let headers = attempt.headers.map { line in
            let name = line.prefix { $0 != ":" }
            return (name: String(name), value: String(line.dropFirst(name.count + 2)))
        }
        return MockRequest(
            method: attempt.method, target: target.hasPrefix("/") ? String(target) : "/" + target, headers: headers,
            body: attempt.body.isEmpty ? nil : Array(attempt.body))
    }
}
