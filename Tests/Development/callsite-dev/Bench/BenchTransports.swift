import CallsiteRuntime
import Foundation
import LoopbackServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The transport against a bare `URLSession`: how many requests are completed in a second of the clock, one after the
/// other and all at once, and the peak memory beside the memory that was in use before. The server runs in the same
/// process, so its part is in all figures; the rounds alternate, and the best counts.
func benchTransports() async throws -> BenchTable {
    let count = 1_000
    let server = try LoopbackServer { _ in .json(#"{"id":12345,"name":"a name of some length"}"#) }
    defer { server.stop() }
    let url = server.url("/numbers/12345")
    let urlSession = URLSession(configuration: .ephemeral)
    let transport = NetworkTransport()
    let request = HTTPRequest(url: url)
    let ways: [(name: String, send: @Sendable () async throws -> Int)] = [
        ("URLSession", { try await urlSession.data(from: url).0.count }),
        ("NetworkTransport", { try await transport.send(request).body.count }),
    ]
    var best = [[Double]](repeating: [0, 0], count: ways.count)
    var memory = [[Double]](repeating: [0, 0], count: ways.count)
    for _ in 0..<Bench.runs(3) {
        for (index, way) in ways.enumerated() {
            for (column, isAtOnce) in [false, true].enumerated() {
                let before = PeakMemory.restarted()
                let start = ContinuousClock.now
                if isAtOnce {
                    try await withThrowingTaskGroup(of: Int.self) { group in
                        for _ in 0..<count { group.addTask(operation: way.send) }
                        for try await size in group where size == 0 { throw Problem("a response has no body") }
                    }
                } else {
                    for _ in 0..<count where try await way.send() == 0 { throw Problem("a response has no body") }
                }
                let duration = ContinuousClock.now - start
                let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
                best[index][column] = max(best[index][column], Double(count) / seconds)
                memory[index][column] = max(memory[index][column], PeakMemory.megabytes() - before)
            }
        }
    }
    var table = BenchTable("transports", [("requests/s", 0), ("ratio", 2), ("MB", 1)])
    for (column, how) in ["one after the other", "\(count) at once"].enumerated() {
        for (index, way) in ways.enumerated() {
            table.add(
                "\(way.name), \(how)",
                [best[index][column], best[index][column] / best[0][column], memory[index][column]])
        }
    }
    return table
}

/// The most memory that this process has had, where the system tells.
private enum PeakMemory {
    /// Counts from here on.
    ///
    /// - Returns: The memory in use now, in megabytes; NaN: it isn't known.
    static func restarted() -> Double {
        // 5: the peak becomes what is resident now (proc_pid_clear_refs(5)).
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        return megabytes()
    }

    static func megabytes() -> Double {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Double($0.split(separator: " ").dropLast().last ?? "") }.map { $0 / 1_024 } ?? .nan
    }
}
