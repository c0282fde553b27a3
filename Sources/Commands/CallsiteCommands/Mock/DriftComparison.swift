import CallsiteHealing
import CallsiteMockEngine
import CallsiteShell
import CallsiteText

/// The differences between recordings and a description, with the numbers of requests compared and left out.
struct DriftComparison {
    struct Difference: Hashable {
        var operation: String
        /// `request` or `response`.
        var side: String
        var problem: MockProblem
        /// The recording's file, and the place in it.
        var file: String
        var place: String
        /// The place in the description that the recording contradicts: `openapi.yaml:12:9`; nil if there is none.
        var rule: String?
        var count = 1
    }

    let engine: MockEngine
    private(set) var differences: [Difference] = []
    private var places: [ExactString: Int] = [:]
    private let recordedText: RecordedText
    private let comparesAll: Bool
    private let described: (_ rule: String) -> String?

    /// The requests that are compared.
    private(set) var compared: [RecordedExchange] = []

    // The numbers of requests.
    private(set) var exchanges = 0
    private(set) var unreadable = 0
    /// The requests to hosts that the description doesn't name, by host.
    private var toOtherHosts: [String: Int] = [:]
    private var preflights = 0
    private var withoutResponse = 0
    private var withoutHeaders = 0
    private var withUnknownCredential = 0
    private var withUnknownBody = 0
    private(set) var withMore = 0
    /// The host that is compared because no request is to a server of the description; nil if one is.
    private var standIn: String?

    /// - Parameters:
    ///   - comparesAll: Whether requests to other hosts and preflights are compared too.
    ///   - described: Returns the place in the description for a JSON pointer into the mock's description.
    init(engine: MockEngine, comparesAll: Bool, described: @escaping (_ rule: String) -> String?) {
        self.engine = engine
        recordedText = RecordedText(secretNames: engine.description.secretNames)
        self.comparesAll = comparesAll
        self.described = described
    }

    mutating func compare(_ recorded: [(file: String, contents: RecordedFile)]) {
        let hosts = RecordedHosts(engine.description, recorded.lazy.flatMap(\.contents.exchanges))
        if !hosts.areDescribed, !comparesAll { standIn = hosts.hosts.first }
        for (file, contents) in recorded {
            unreadable += contents.unreadable.count
            for exchange in contents.exchanges {
                if comparesAll {
                    compare(exchange, file)
                } else if !hosts.contains(exchange) {
                    toOtherHosts[RecordedHosts.host(of: exchange.url) ?? "", default: 0] += 1
                } else if exchange.isPreflight {
                    preflights += 1
                } else {
                    compare(exchange, file)
                }
            }
        }
    }

    private mutating func compare(_ exchange: RecordedExchange, _ file: String) {
        exchanges += 1
        compared.append(exchange)
        if let response = exchange.response {
            if response.body == nil { withUnknownBody += 1 }
        } else {
            withoutResponse += 1
        }
        if !exchange.recorded.hasBody { withUnknownBody += 1 }
        if !exchange.recorded.hasHeaders { withoutHeaders += 1 }
        let drift = engine.drift(in: exchange)
        if drift.isCut { withMore += 1 }
        if drift.isCredentialUnknown, exchange.recorded.hasHeaders { withUnknownCredential += 1 }
        let operation =
            drift.operation?.title
            ?? recordedText.redacted(exchange.request.method + " " + exchange.request.parts.path)
        for problem in drift.request { add(operation, "request", problem, exchange, file) }
        for problem in drift.response { add(operation, "response", problem, exchange, file) }
    }

    /// Adds a difference. A difference that many requests share is listed once, with its count.
    private mutating func add(
        _ operation: String, _ side: String, _ problem: MockProblem, _ exchange: RecordedExchange, _ file: String
    ) {
        let plain = problem.pointer.split(separator: "/", omittingEmptySubsequences: false).map {
            Int($0) == nil ? String($0) : "*"
        }.joined(separator: "/")
        let key = ExactString(
            [operation, side, "\(problem.place)", plain, problem.keyword ?? problem.message, problem.missing ?? ""]
                .joined(separator: "\n"))
        if let place = places[key] {
            differences[place].count += 1
        } else {
            places[key] = differences.count
            differences.append(
                Difference(
                    operation: operation, side: side, problem: recordedText.redacted(problem), file: file,
                    place: exchange.pointer, rule: problem.rule.flatMap(described)))
        }
    }

    // MARK: - Printing

    /// `GET /pets  response /0/id: expected an integer, found "1"  (pets.json, 3 times; openapi.yaml:12:9)`
    var text: String {
        list + "\(counted(exchanges, "request")), \(counted(differences.count, "difference"))\n" + notes
    }

    /// The differences, a line each.
    var list: String {
        var text = ""
        for difference in differences {
            let place = difference.file + (difference.place.isEmpty ? "" : " " + difference.place)
            let count = difference.count > 1 ? ", \(difference.count) times" : ""
            let rule = difference.rule.map { "; " + $0 } ?? ""
            text +=
                printable(
                    "\(difference.operation)  \(difference.side) \(difference.problem)  (\(place)\(count)\(rule))")
                + "\n"
        }
        return text
    }

    /// Everything that wasn't compared, and why.
    var notes: String {
        var notes: [String] = []
        if let standIn {
            let host = recordedText.redacted(standIn)
            notes.append("no request is to a server of the description: those to \(host) were compared")
        }
        var leftOut: [String] = []
        if !toOtherHosts.isEmpty {
            let hosts = toOtherHosts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
            let shown =
                hosts.prefix(3).map(recordedText.redacted).joined(separator: ", ") + (hosts.count > 3 ? ", …" : "")
            leftOut.append("\(counted(toOtherHosts.values.reduce(0, +), "request")) to other hosts (\(shown))")
        }
        if preflights > 0 { leftOut.append(counted(preflights, "CORS preflight")) }
        if !leftOut.isEmpty {
            notes.append("left out: \(leftOut.joined(separator: ", ")); '--all-requests' compares them too")
        }
        func note(_ count: Int, _ label: String) {
            if count > 0 { notes.append("\(label) \(counted(count, "request"))") }
        }
        note(unreadable, "can't be read:")
        note(withoutResponse, "without a response:")
        note(withoutHeaders, "headers and credentials weren't recorded:")
        note(withUnknownCredential, "credentials weren't recorded:")
        note(withUnknownBody, "a body wasn't recorded:")
        note(withMore, "with \(engine.options.mostMistakes) differences, of which no more are listed:")
        return notes.map { printable($0) + "\n" }.joined()
    }

    var json: String {
        differences.map { difference in
            var fields: JSONObject = [
                "operation": .string(difference.operation), "side": .string(difference.side),
                "pointer": .string(difference.problem.pointer),
                "message": .string(difference.problem.message), "file": .string(difference.file),
                "place": .string(difference.place), "count": .int(difference.count),
            ]
            if let rule = difference.rule { fields["described"] = .string(rule) }
            return fields.line
        }.joined()
    }
}
