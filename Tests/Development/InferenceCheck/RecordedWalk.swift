import CallsiteMockEngine
import CallsiteText

/// A walk's archive, without the requests and responses that contradict the description itself.
package struct RecordedWalk: Sendable {
    package struct Sample: Sendable {
        /// `GET /pets/{id}`
        package var operation: String
        package var method: String
        /// Decoded, without the last segment if that is empty.
        package var path: [String]
        package var query: [(name: String, value: String)]
        package var headers: [(name: String, value: String)]
        package var sent: JSONValue?
        /// The fields of a form.
        package var form: [(name: String, value: String)] = []
        package var status: Int
        package var receivedHeaders: [(name: String, value: String)] = []
        package var received: JSONValue?

        /// An error has no form for null: generated code of the document itself refuses such a body.
        var isNullError: Bool { status >= 400 && received?.isNull == true }
    }

    package private(set) var samples: [Sample] = []
    /// The titles of operations of which two pages were asked for.
    package private(set) var paged: Set<String> = []
    /// The differences to the description, one for each request that was left out.
    package private(set) var wrong: [String] = []
    /// Operations that weren't walked, with the reasons.
    package private(set) var skipped: [String] = []
    /// The archive without what was left out.
    package private(set) var archive = ""

    /// Throws a `MockError` for what isn't an archive.
    package init(_ bytes: [UInt8], judgedBy engine: MockEngine) throws {
        let file = try Recordings.read(bytes)
        var document = try JSONValue(parsing: bytes).object ?? [:]
        var log = document["log"]?.object ?? [:]
        let entries = log["entries"]?.array ?? []
        var kept: [JSONValue] = []
        for (exchange, entry) in zip(file.exchanges, entries) {
            let drift = engine.drift(in: exchange)
            let problems = drift.request + drift.response
            guard let operation = drift.operation, problems.isEmpty, let response = exchange.response else {
                wrong.append("\(exchange.request.method) \(exchange.url): \(problems.first.map { "\($0)" } ?? "")")
                continue
            }
            kept.append(entry)
            samples.append(Sample(exchange, response, operation: operation.title))
        }
        let walk = log["_walk"]
        paged = Set((walk?["paged"]?.array ?? []).compactMap(\.string))
        skipped = (walk?["skipped"]?.array ?? []).map {
            "\($0["operation"]?.string ?? ""): \($0["reason"]?.string ?? "")"
        }
        log["entries"] = .array(kept)
        log["_walk"] = nil
        document["log"] = .object(log)
        archive = JSONValue.object(document).text
    }

    package var operations: [String] {
        var seen: Set<String> = []
        return samples.map(\.operation).filter { seen.insert($0).inserted }
    }
}

extension RecordedWalk.Sample {
    fileprivate init(_ exchange: RecordedExchange, _ response: RecordedResponse, operation: String) {
        self.operation = operation
        method = exchange.request.method.uppercased()
        let parts = exchange.request.parts
        path = PathPattern.segments(String(parts.path)).map { PercentEncoding.decoded($0) }
        query = Self.items(parts.query ?? "")
        headers = exchange.request.headers.map { ($0.name, $0.value) }
        if let body = exchange.request.body, !body.isEmpty {
            sent = try? JSONValue(parsing: body)
            let isForm = exchange.request.header("content-type")?.contains("form-urlencoded") == true
            if isForm { form = Self.items(Substring(decoding: body, as: UTF8.self)) }
        }
        status = response.status
        receivedHeaders = response.headers.map { ($0.name, $0.value) }
        if let body = response.body, !body.isEmpty { received = try? JSONValue(parsing: body) }
    }

    private static func items(_ query: Substring) -> [(name: String, value: String)] {
        query.split(separator: "&").map { item in
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                PercentEncoding.decoded(pair[0], plusIsBlank: true),
                pair.count > 1 ? PercentEncoding.decoded(pair[1], plusIsBlank: true) : ""
            )
        }
    }
}

/// The path of an endpoint with the one of its server: literal segments, and those with parameters.
struct PathPattern: Hashable {
    /// A parameter is `{}`, whatever it is called.
    let segments: [String]

    init(_ segments: [String]) { self.segments = segments }

    /// - Parameter text: `https://api.example.com/v1/pets/{id}`, or the path alone.
    init(_ text: String) {
        var rest = Substring(text)
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...].drop { $0 != "/" } }
        segments = Self.segments(String(rest.prefix { $0 != "?" })).map { Self.anonymous($0) }
    }

    static func segments(_ path: String) -> [String] {
        path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    }

    private static func anonymous(_ segment: String) -> String {
        segment.contains("{")
            ? segment.replacing(/\{[^}]*\}/, with: "{}") : PercentEncoding.decoded(segment)
    }

    func matches(_ path: [String]) -> Bool {
        path.count == segments.count && zip(segments, path).allSatisfy { Self.value(in: $1, by: $0) != nil }
    }

    /// The part of a segment that stands for the parameter; nil: it doesn't match.
    static func value(in segment: String, by pattern: String) -> String? {
        let parts = pattern.split(separator: "{}", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return segment == pattern ? segment : nil }
        // Between several parameters in one segment, nothing is known.
        guard segment.hasPrefix(parts[0]), segment.hasSuffix(parts[parts.count - 1]),
            segment.utf8.count > parts[0].utf8.count + parts[parts.count - 1].utf8.count
        else { return nil }
        return parts.count == 2
            ? String(segment.dropFirst(parts[0].count).dropLast(parts[1].count)) : segment
    }

    var literals: Int { segments.count { !$0.contains("{}") } }
}
