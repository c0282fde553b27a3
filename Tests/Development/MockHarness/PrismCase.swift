import CallsiteCore
import CallsiteMockEngine
import CallsiteMockDescription
import Foundation

// In: a case of the harness with which Prism, another mock server, tests itself: a description, how the server is
// started, a request as curl sends it, and the response. Out: how the response of this mock differs. Compared are the
// status, the headers that the case names, the media type and the body; of an error's body, whose words are each
// server's own, the places of the mistakes.

package struct PrismCase {
    package let name: String
    private let spec: String
    private let server: String
    private let command: String
    private let expected: String
    private let isLoose: Bool

    package init?(name: String, text: String) {
        self.name = name
        var sections: [String: String] = [:]
        var current = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("===="), line.hasSuffix("===="), line.count > 8 {
                current = String(line.dropFirst(4).dropLast(4))
            } else {
                sections[current, default: ""] += line + "\n"
            }
        }
        guard let spec = sections["spec"], let command = sections["command"],
            let expected = sections["expect"] ?? sections["expect-loose"] ?? sections["expect-keysOnly"]
        else { return nil }
        self.spec = spec
        self.command = command
        self.expected = expected
        server = sections["server"] ?? ""
        isLoose = sections["expect"] == nil
    }

    /// The differences; empty: there are none.
    package func differences() -> [String] {
        let sources = SourceSet(main: .init(path: "openapi.yaml", bytes: Array(spec.utf8)))
        let reading = readMock(sources, options: Options())
        guard let json = reading.json else {
            return ["the description is refused: \(reading.diagnostics.all.first.map { "\($0.message)" } ?? "")"]
        }
        let description: MockDescription
        do { description = try MockDescription(json: json.utf8) } catch { return ["\(error)"] }
        var options = MockEngine.Options()
        let words = server.split(whereSeparator: \.isWhitespace)
        options.isDynamic = words.contains("-d") || words.contains("--dynamic")
        options.wrongExamples = words.contains("--errors") ? .refuse : .send
        let engine = MockEngine(description, options: options)
        var state = MockState()
        let request = CurlCommand(command.trimmingCharacters(in: .whitespacesAndNewlines)).request
        var response: MockResponse
        switch engine.judge(request) {
        case .none(let none, _): response = none
        case .operation(let judged): response = engine.respond(to: judged, &state)
        }
        if !words.contains("--cors=false"), let preflight = MockCORS.preflight(request) { response = preflight }
        return compare(response, isHead: command.contains("-sI") || command.contains("--head"))
    }

    private func compare(_ response: MockResponse, isHead: Bool) -> [String] {
        var lines = expected.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }[...]
        while lines.first?.isEmpty == true { lines.removeFirst() }
        let status = lines.popFirst().flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) }
        var differences: [String] = []
        if status != response.status { differences.append("status \(response.status) instead of \(status ?? 0)") }
        while let line = lines.popFirst(), !line.isEmpty {
            let name = line.prefix { $0 != ":" }.lowercased()
            // Each response has its own date and length, and Prism reports violations in a header of its own.
            if ["date", "content-length", "sl-violations"].contains(name) { continue }
            let value = line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
            let own = response.headers.first { $0.name.lowercased() == name }?.value
            if own?.lowercased() != value.lowercased() {
                differences.append("\(name): \(own ?? "none") instead of \(value)")
            }
        }
        let body = lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !isHead, !body.isEmpty else { return differences }
        let own = String(decoding: response.body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        let (one, other) = (json(own), json(body))
        if let problem = other, problem["status"] != nil, problem["type"]?.string?.contains("prism/errors") == true {
            // The places of mistakes are compared if Prism reports them.
            let wanted = Set((problem["validation"]?.array ?? []).map(place))
            let found = Set(
                (one?["errors"]?.array ?? []).map { ($0["in"]?.string ?? "") + ($0["pointer"]?.string ?? "") }.map(
                    Self.plain))
            for place in wanted.subtracting(found).sorted() where !found.contains(where: { $0.hasPrefix(place + "/") })
            {
                differences.append("no mistake at \(place); there are \(found.sorted().joined(separator: ", "))")
            }
        } else if isLoose {
            if let other, let one {
                if !isAlike(one, other) { differences.append("body \(own.prefix(200))") }
            } else if (one == nil) != (other == nil) {
                differences.append("body \(own.prefix(200))")
            }
        } else if one != nil || other != nil ? one != other : own != body {
            differences.append("body \(own.prefix(300)) instead of \(body.prefix(300))")
        }
        return differences
    }

    private func place(_ validation: JSONValue) -> String {
        let parts = (validation["location"]?.array ?? []).map { $0.string ?? $0.int.map { "\($0)" } ?? "" }
        return Self.plain(parts.drop { $0 == "request" || $0 == "response" && parts.count > 1 }.joined(separator: "/"))
    }

    private static func plain(_ place: String) -> String {
        for part in ["query", "path", "header", "cookie"]
        where place.hasPrefix(part) && !place.hasPrefix(part + "/") && place != part {
            return part + "/" + place.dropFirst(part.count)
        }
        return place.hasPrefix("response") ? "body" + place.dropFirst(8) : place
    }

    private func json(_ text: String) -> JSONValue? { try? JSONValue(parsing: text) }

    /// The same keys, and values of the same types.
    private func isAlike(_ one: JSONValue, _ other: JSONValue) -> Bool {
        switch (one, other) {
        case (.object(let left), .object(let right)): Set(right.keys).isSubset(of: left.keys)
        case (.array, .array), (.string, .string), (.number, .number), (.bool, .bool), (.null, .null): true
        default: false
        }
    }
}

extension PrismCase {
    /// The cases whose responses differ on purpose, and why.
    package static let reasons: [String: String] = [
        "cors/cors-headers-precedence.txt":
            "an origin is allowed by its name: browsers refuse '*' together with credentials",
        "references/E2E-Recursive-Array-Handling.oas3.txt": recursion,
        "references/E2E-Recursive-Array-Handling.oas3.1.txt": recursion,
        "validate-body-params/x-www-urlencoded-fail.oas2.txt":
            "the form has another field, which is allowed, and lacks an optional one: nothing is wrong",
        "violations/array-min-contains.httpResponse.txt":
            "an element that 'contains' doesn't match is no mistake; the list is, which has too few that do",
    ]

    private static let recursion = "a list of the schema that it is part of is empty, one level sooner than Prism's"
}
