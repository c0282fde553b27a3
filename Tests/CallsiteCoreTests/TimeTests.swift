import CallsitePrinter
import Foundation
import Testing

/// No test depends on how fast or how busy the machine is: tests wait for events, time is a clock of the test's own,
/// and the only limit is a hang guard that is far away. This reads the tests and finds what would break that.
@Suite struct TimeTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// The advice on a mistake in a line of a test; nil: the line has none.
    private static func advice(on line: String) -> String? {
        let words = Set(line.split { !($0.isLetter || $0.isNumber || $0 == "_") })
        func names(_ others: Set<Substring>) -> Bool { !words.isDisjoint(with: others) }
        let loops = names(["for", "while"]) && line.contains("Task.yield()")
        if loops || names(["sleep", "usleep", "nanosleep"]) && !line.contains("func sleep(") {
            return "wait for what happens, by Watched.wait"
        }
        let clocks: Set<Substring> = [
            "ContinuousClock", "SuspendingClock", "timeIntervalSinceNow", "clock_gettime", "gettimeofday",
        ]
        if names(clocks) || words.contains("now") && line.contains(".now")
            || line.components(separatedBy: "Date()").dropLast().contains(where: { $0.last?.isLetter != true })
        {
            return "let a clock of the test's own say what time it is"
        }
        if words.contains("timeLimit"), !line.contains(".timeLimit(.minutes(10))") {
            return "the hang guard is .timeLimit(.minutes(10))"
        }
        if names(["asyncAfter", "scheduledTimer"]) || line.contains("wait(timeout") || line.contains("wait(until: Date")
        {
            return "wait for what happens, without a limit"
        }
        let transport = line.components(separatedBy: "NetworkTransport(").dropFirst()
        if line.contains("Session(baseURL: ") && !words.contains("transport")
            || transport.contains(where: { !$0.isEmpty && !$0.hasPrefix("idleTimeout: ") })
        {
            return "who waits for a LoopbackServer has its patience: idleTimeout: LoopbackServer.patience"
        }
        let limits = line.components(separatedBy: "idleTimeout: ").dropFirst()
        if limits.contains(where: { $0.first?.isNumber == true }), !words.contains("clock") {
            return "give the transport a clock of the test's own, or LoopbackServer.patience"
        }
        return nil
    }

    /// Whether a line is of a test that waits for something which may never come: a server's response, or an event.
    private static func mayHang(_ line: String) -> Bool {
        ["LoopbackServer(", "Loopback(", "Loopback {", "Watched(", "Way.allCases"].contains { line.contains($0) }
    }

    /// The lines of a source without comments and what stands between quotes.
    private static func lines(_ text: String) -> [String] {
        var isLong = false
        return text.components(separatedBy: "\n").map { line in
            var code = ""
            for (number, part) in line.components(separatedBy: "\"\"\"").enumerated() {
                if number > 0 { isLong.toggle() }
                guard !isLong else { continue }
                var isQuoted = false
                for piece in part.replacingOccurrences(of: "\\\"", with: "").components(separatedBy: "\"") {
                    guard !isQuoted else {
                        isQuoted = false
                        continue
                    }
                    isQuoted = true
                    if let comment = piece.range(of: "//") { return code + piece[..<comment.lowerBound] }
                    code += piece
                }
            }
            return code
        }
    }

    /// Lines that may stay as they are, and why.
    private static let allowed: [(file: String, line: String)] = [
        // A thread of the server looks every few milliseconds whether its client has gone; nothing depends on how
        // often.
        ("LoopbackServer/Connection.swift", "usleep(2_000)"),
        // The server is silent for ever, so that these limits end the request on any machine: one of them is to be the
        // system's clock.
        ("CallsiteRuntimeTests/Sending/TransportTests.swift", "NetworkTransport(idleTimeout: 0.2)"),
        ("CallsiteRuntimeTests/Sending/StreamTests.swift", "NetworkTransport(idleTimeout: 0.2)"),
        ("GeneratedTests/GitHubTests.swift", "Loopback(idleTimeout: 0.3)"),
        // The configuration has the patience, and the other sends nothing.
        ("CallsiteRuntimeTests/Sending/URLSessionSettingsTests.swift", "configuration: Self.configuration(), delegate"),
        ("CallsiteRuntimeTests/Sending/URLSessionSettingsTests.swift", "configuration: .background("),
    ]

    @Test func testsDoNotWatchTheClock() throws {
        let names = FileManager.default.enumerator(atPath: Self.tests.path)?.compactMap { $0 as? String } ?? []
        let excluded = [
            "Generated/", "GeneratedTests/Fixtures/", "CallsiteCoreTests/Cases/", "Consumer/", "Development/",
            "Examples/", "AppleSystems/", "GuidePackage/Sources/",
        ]
        var lines = 0
        var unused = Self.allowed
        for name in names.sorted() where name.hasSuffix(".swift") && !excluded.contains(where: { name.hasPrefix($0) }) {
            let code = Self.lines(try String(contentsOf: Self.tests.appendingPathComponent(name), encoding: .utf8))
            lines += code.count
            if code.contains(where: { $0.hasPrefix("@Suite") }), code.contains(where: Self.mayHang) {
                #expect(
                    code.contains { $0.contains(".timeLimit(") }, "\(name): what waits for another needs the hang guard"
                )
            }
            for line in code {
                guard let advice = Self.advice(on: line) else { continue }
                if Self.allowed.contains(where: { $0.file == name && line.contains($0.line) }) {
                    unused.removeAll { $0.file == name && line.contains($0.line) }
                } else {
                    Issue.record("\(name): \(line.trimmingCharacters(in: .whitespaces)): \(advice)")
                }
            }
        }
        #expect(lines > 10_000)
        #expect(unused.isEmpty, "these exceptions are no longer needed")
    }

    @Test(arguments: [
        "try await Task.sleep(nanoseconds: 1)", "usleep(1)", "Thread.sleep(forTimeInterval: 1)",
        "for _ in 0..<9 { await Task.yield() }", "while !isDone { await Task.yield() }",
        "let start = DispatchTime.now()", "let start = Date()", "ContinuousClock().measure {}",
        "@Suite(.timeLimit(.minutes(1)))", "queue.asyncAfter(deadline: soon) {}", "semaphore.wait(timeout: soon)",
        "condition.wait(until: Date(timeIntervalSinceNow: 2))", "Session(baseURL: server.baseURL)",
        "Session(baseURL: server.baseURL, credential: token)", "NetworkTransport()",
        "NetworkTransport(redirectLimit: 1)", "NetworkTransport(idleTimeout: 5)",
        "Loopback(idleTimeout: 5, credential: token)",
    ])
    func isFound(_ line: String) { #expect(Self.advice(on: line) != nil) }

    @Test(arguments: [
        "func sleep(until deadline: Instant) {}", "await Task.yield()", "@Suite(.timeLimit(.minutes(10)))",
        "await clock.slept()", "Session(baseURL: server.baseURL, transport: transport)",
        "NetworkTransport(idleTimeout: LoopbackServer.patience)",
        "NetworkTransport(idleTimeout: 120, clock: time.clock)", "let date = Date(timeIntervalSince1970: 0)",
        "NetworkTransport(", "Model(due: CalendarDate(), changedAt: Date(timeIntervalSince1970: 0))",
    ])
    func isFine(_ line: String) { #expect(Self.advice(on: line) == nil) }
}
