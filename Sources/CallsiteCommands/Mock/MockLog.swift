import CallsiteMockEngine
import CallsiteShell

/// What was asked, as lines to print. Requests come on a thread of their own; the lines wait for whoever prints them.
package final class MockLog: @unchecked Sendable {
    private let lock = MockLock()
    /// Guarded by `lock`.
    private var lines: [String] = []
    private let isJSON: Bool
    private let isColored: Bool
    /// More than these wait for nobody.
    private static let mostWaiting = 10_000
    private var left = 0

    package init(isJSON: Bool, isColored: Bool) {
        self.isJSON = isJSON
        self.isColored = isColored
    }

    package func take() -> [String] {
        lock.withLock {
            defer { (lines, left) = ([], 0) }
            return left > 0 ? lines + ["… and \(left) more requests\n"] : lines
        }
    }

    package func add(
        _ request: MockRequest, _ status: Int, _ time: Duration, operation: MockDescription.Operation?,
        problems: [MockProblem], delivery: Delivery = Delivery()
    ) {
        let line =
            isJSON
            ? json(request, status, time, operation, problems, delivery)
            : text(request, status, time, problems, delivery)
        add(line)
    }

    /// A request that is no request, goes over a limit, or comes from a page in a browser.
    package func add(refused status: Int, _ reason: String) {
        add(
            isJSON
                ? JSONText.object(["status": .int(status), "refused": .string(reason)]).compact + "\n"
                : "refused  \(colored(String(status), status))  \(printable(reason))\n")
    }

    package func add(notice text: String) {
        add(isJSON ? JSONText.object(["notice": .string(text)]).compact + "\n" : "\(printable(text))\n")
    }

    private func add(_ line: String) {
        lock.withLock { if lines.count < Self.mostWaiting { lines.append(line) } else { left += 1 } }
    }

    /// `POST /orders  422  1 ms  /items/0/quantity: expected an integer, found "two"`
    private func text(
        _ request: MockRequest, _ status: Int, _ time: Duration, _ problems: [MockProblem], _ delivery: Delivery
    ) -> String {
        var line =
            printable("\(request.method) \(request.target)") + "  "
            + colored(delivery.drops ? "dropped" : String(status), status)
        line += "  \(milliseconds(time + delivery.delay)) ms"
        if delivery.cutAfter != nil { line += "  cut" }
        for problem in problems.prefix(10) {
            line += problems.count == 1 ? "  " : "\n    "; line += printable("\(problem.place) \(problem)")
        }
        if problems.count > 10 { line += "\n    and \(problems.count - 10) more" }
        return line + "\n"
    }

    private func colored(_ text: String, _ status: Int) -> String {
        guard isColored else { return text }
        let color = status < 300 ? 32 : status < 400 ? 36 : status < 500 ? 33 : 31
        return "\u{1B}[\(color)m\(text)\u{1B}[0m"
    }

    private func json(
        _ request: MockRequest, _ status: Int, _ time: Duration, _ operation: MockDescription.Operation?,
        _ problems: [MockProblem], _ delivery: Delivery
    ) -> String {
        var fields: [String: JSONText] = [
            "method": .string(request.method), "target": .string(request.target), "status": .int(status),
            "milliseconds": .int(milliseconds(time + delivery.delay)),
            "problems": .array(
                problems.map {
                    .object([
                        "in": .string("\($0.place)"), "pointer": .string($0.pointer), "message": .string($0.message),
                    ])
                }),
        ]
        if let operation { fields["operation"] = .string(operation.id ?? operation.title) }
        if delivery.drops { fields["dropped"] = .bool(true) }
        if delivery.cutAfter != nil { fields["cut"] = .bool(true) }
        return JSONText.object(fields).compact + "\n"
    }

    private func milliseconds(_ time: Duration) -> Int {
        Int(time.components.seconds) * 1000 + Int(time.components.attoseconds / 1_000_000_000_000_000)
    }
}
