import CallsiteMockEngine
import CallsiteShell
import CallsiteText

/// The requests, as lines to print, without secrets. Requests arrive on other threads; the lines wait until `take()`
/// returns them.
package final class MockLog: @unchecked Sendable {
    private let lock = MockLock()
    /// Guarded by `lock`.
    private var lines: [String] = []
    private let isJSON: Bool
    private let isColored: Bool
    /// Guarded by `lock`.
    private var hidden: (names: [String], secrets: Secrets)
    /// At most this many lines wait to be printed; any more are only counted.
    private static let lineLimit = 10_000
    private static let byteLimit = 8 << 20
    private var bytes = 0
    private var omittedCount = 0

    /// - Parameter names: Names of headers, query items and fields that contain secrets, beside the known ones.
    package init(isJSON: Bool, isColored: Bool, redacting names: some Sequence<String> = []) {
        hidden = (Array(names), Secrets(Array(names)))
        self.isJSON = isJSON
        self.isColored = isColored
    }

    /// The values that the log and recordings leave out.
    package var secrets: Secrets { lock.withLock { hidden.secrets } }

    /// Leaves out more names, after the description was read again. The earlier names stay hidden, since requests to
    /// the old description may be on their way.
    package func redact(_ names: some Sequence<String>) {
        lock.withLock {
            let all = Set(hidden.names + names).sorted()
            hidden = (all, Secrets(all))
        }
    }

    package func take() -> [String] {
        lock.withLock {
            defer { (lines, bytes, omittedCount) = ([], 0, 0) }
            return omittedCount > 0 ? lines + ["… and \(omittedCount) more requests\n"] : lines
        }
    }

    package func add(_ request: MockRequest, _ answer: MockHost.Answer, _ time: Duration) {
        add(isJSON ? json(request, answer, time) : text(request, answer, time))
    }

    /// Adds a refused request: it is malformed, exceeds a limit, or comes from a page in a browser.
    package func add(refused status: Int, _ reason: String) {
        add(
            isJSON
                ? JSONValue.object(["status": .int(status), "refused": .string(reason)]).line
                : "refused  \(colored(String(status), status))  \(printable(reason))\n")
    }

    package func add(notice text: String) {
        add(isJSON ? JSONValue.object(["notice": .string(text)]).line : "\(printable(text))\n")
    }

    private func add(_ line: String) {
        lock.withLock {
            guard lines.count < Self.lineLimit, bytes + line.utf8.count <= Self.byteLimit else {
                return omittedCount += 1
            }
            lines.append(line)
            bytes += line.utf8.count
        }
    }

    /// `POST /orders  422  1 ms  /items/0/quantity: expected an integer, found "two"`,
    /// `GET /orders?limit=2  200  0 ms  items 1–2 of 5`, `GET /orders/1  503  0 ms  fault 503`
    private func text(_ request: MockRequest, _ answer: MockHost.Answer, _ time: Duration) -> String {
        let (status, delivery) = (answer.response.status, answer.delivery)
        let secrets = secrets
        let problems = answer.problems.map { $0.redacted(secrets) }
        var line =
            printable("\(request.method) \(secrets.url(request.target))") + "  "
            + colored(delivery.drops ? "dropped" : String(status), status)
        line += "  \(milliseconds(time + delivery.delay)) ms"
        if let (range, total) = answer.response.page, 200..<300 ~= status {
            let first = range.lowerBound + 1
            switch range.count {
            case 0: line += "  none of \(counted(total, "item"))"
            case 1: line += "  item \(first) of \(total)"
            default: line += "  items \(first)–\(range.upperBound) of \(total)"
            }
        }
        if !delivery.faults.isEmpty { line += "  fault " + delivery.faults.joined(separator: ", ") }
        for problem in problems.prefix(10) {
            line += problems.count == 1 ? "  " : "\n    "; line += printable("\(problem.place) \(problem)")
        }
        if problems.count > 10 { line += "\n    and \(problems.count - 10) more" }
        for note in answer.notes.prefix(10) { line += "\n    note: " + printable(note) }
        return line + "\n"
    }

    private func colored(_ text: String, _ status: Int) -> String {
        guard isColored else { return text }
        let color = status < 300 ? 32 : status < 400 ? 36 : status < 500 ? 33 : 31
        return "\u{1B}[\(color)m\(text)\u{1B}[0m"
    }

    private func json(_ request: MockRequest, _ answer: MockHost.Answer, _ time: Duration) -> String {
        let delivery = answer.delivery
        let secrets = secrets
        var fields: JSONObject = [
            "method": .string(request.method), "target": .string(secrets.url(request.target)),
            "status": .int(answer.response.status), "milliseconds": .int(milliseconds(time + delivery.delay)),
            "problems": .array(
                answer.problems.map { $0.redacted(secrets) }.map {
                    .object([
                        "in": .string("\($0.place)"), "pointer": .string($0.pointer), "message": .string($0.message),
                    ])
                }),
        ]
        if let operation = answer.operation { fields["operation"] = .string(operation.id ?? operation.title) }
        if let (range, total) = answer.response.page {
            fields["page"] = .object([
                "from": .int(range.lowerBound), "count": .int(range.count), "total": .int(total),
            ])
        }
        if !answer.notes.isEmpty { fields["notes"] = .array(answer.notes.prefix(10).map { .string($0) }) }
        if !delivery.faults.isEmpty { fields["faults"] = .array(delivery.faults.map { .string($0) }) }
        if delivery.drops { fields["dropped"] = .bool(true) }
        if delivery.cutAfter != nil { fields["cut"] = .bool(true) }
        return fields.line
    }

    private func milliseconds(_ time: Duration) -> Int {
        Int(time.components.seconds) * 1000 + Int(time.components.attoseconds / 1_000_000_000_000_000)
    }
}
