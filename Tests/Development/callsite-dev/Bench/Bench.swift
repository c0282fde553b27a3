import Foundation
import SitePages

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

// Every figure is a ratio inside one run: seconds differ between machines and between two minutes of one machine,
// ratios hardly do. The guide Performance says what the figures mean and what they should be.

/// The benchmarks of `callsite-dev bench`.
enum BenchmarkKind: String, CaseIterable {
    case generation, descriptions, compiling, usage, edits, decoding, requests, transports, paging, streams
}

/// - Parameter arguments: Which benchmarks, none for all; paths of descriptions for `generation`, `compiling`,
///   `usage` and `edits`; `--json` for a program that reads the figures; `--record` to replace those of README and guides;
///   `--brief` to see that each benchmark ends, with the smallest sizes and one run of each.
func bench(_ arguments: [String]) async throws {
    let isJSON = arguments.contains("--json")
    Bench.isBrief = arguments.contains("--brief")
    let isRecorded = arguments.contains("--record")
    if isRecorded, Bench.isBrief { throw Problem("figures of a brief run mean nothing: leave out '--record'") }
    let names = arguments.filter { !["--json", "--brief", "--record"].contains($0) }
    let benchmarks = names.compactMap(BenchmarkKind.init)
    let paths = names.filter { BenchmarkKind(rawValue: $0) == nil }
    if let missing = paths.first(where: { !FileManager.default.fileExists(atPath: $0) }) {
        throw Problem(
            "no benchmark and no file: '\(missing)'; there are \(BenchmarkKind.allCases.map(\.rawValue).joined(separator: ", "))"
        )
    }
    if benchmarks.contains(.edits), paths.isEmpty {
        throw Problem("name documents whose fields are to be edited: bench edits FILE")
    }
    #if DEBUG
        let build = "debug"
    #else
        let build = "release"
    #endif
    if !isJSON { print("built for \(build)" + (Bench.isBrief ? "; brief: the figures mean nothing" : "")) }
    var report: [String: Any] = ["build": build, "date": today(), "machine": machine()]
    // Without documents there is nothing to edit.
    let all = paths.isEmpty ? BenchmarkKind.allCases.filter { $0 != .edits } : [.generation]
    let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    for benchmark in benchmarks.isEmpty ? all : benchmarks {
        let measured = try await tables(of: benchmark, paths)
        for table in measured {
            if isJSON { report[table.title] = table.json } else { print("\n" + table.text) }
        }
        guard isRecorded else { continue }
        // After each benchmark, since the next one may take minutes.
        var record = try FigureRecord(root: root)
        for table in measured { record.add(table.recorded(today(), machine()), table.title, build: build) }
        try record.write(root: root)
    }
    if isRecorded, !isJSON { print("\nwrote \(FigureRecord.path): then 'reference-guides' and 'pictures'") }
    if isJSON {
        let data = try JSONSerialization.data(withJSONObject: report, options: [.prettyPrinted, .sortedKeys])
        print(String(decoding: data, as: UTF8.self))
    }
}

/// `2026-11-23`.
private func today() -> String {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withFullDate]
    return formatter.string(from: Date())
}

/// The machine that the figures are from, for those who compare them.
private func machine() -> String {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    #if os(Linux)
        let system = "Linux"
    #else
        let system = "macOS"
    #endif
    #if compiler(>=6.4)
        let compiler = "Swift 6.4 or later"
    #elseif compiler(>=6.3)
        let compiler = "Swift 6.3"
    #elseif compiler(>=6.2)
        let compiler = "Swift 6.2"
    #else
        let compiler = "Swift 6.1"
    #endif
    return "\(cores) cores, \(system), \(compiler)"
}

private func tables(of benchmark: BenchmarkKind, _ paths: [String]) async throws -> [BenchTable] {
    switch benchmark {
    case .generation: try benchGeneration(paths)
    case .descriptions: [try benchDescriptions()]
    case .compiling: try paths.isEmpty ? benchCompiling() : benchCompiling(paths)
    case .usage: try benchUsage(paths)
    case .edits: try benchEdits(paths)
    case .decoding: try benchDecoding()
    case .requests: try await benchRequests()
    case .transports: [try await benchTransports()]
    case .paging: [try await benchPaging()]
    case .streams: [try await benchStreams()]
    }
}

/// Figures with a name for each row and each column.
struct BenchTable {
    let title: String
    /// With the number of digits behind the point.
    let columns: [(name: String, digits: Int)]
    private(set) var rows: [(name: String, values: [Double])] = []

    init(_ title: String, _ columns: [(String, Int)]) {
        self.title = title
        self.columns = columns
    }

    /// - Parameter values: One for each column; NaN: not measured.
    mutating func add(_ name: String, _ values: [Double]) { rows.append((name, values)) }

    var text: String {
        let width = max(title.count, rows.map(\.name.count).max() ?? 0)
        func line(_ name: String, _ cells: [String]) -> String {
            let cells = zip(columns, cells).map { column, cell in
                String(repeating: " ", count: max(0, max(column.name.count, 8) - cell.count)) + cell
            }
            return (name.padding(toLength: width, withPad: " ", startingAt: 0) + "  " + cells.joined(separator: "  "))
        }
        let figures = rows.map { row in
            line(row.name, zip(columns, row.values).map { $1.isNaN ? "-" : String(format: "%.\($0.digits)f", $1) })
        }
        return ([line(title, columns.map(\.name))] + figures).joined(separator: "\n")
    }

    func recorded(_ date: String, _ machine: String) -> FigureRecord.Table {
        .init(
            date: date, machine: machine,
            rows: rows.map { row in
                .init(
                    name: row.name,
                    values: Dictionary(
                        zip(columns.map(\.name), row.values), uniquingKeysWith: { first, _ in first }))
            })
    }

    var json: [[String: Any]] {
        rows.map { row in
            var object: [String: Any] = ["name": row.name]
            for (column, value) in zip(columns, row.values) where !value.isNaN { object[column.name] = value }
            return object
        }
    }
}

enum Bench {
    /// Written once, before the first benchmark.
    nonisolated(unsafe) static var isBrief = false

    /// Sizes or factors in their order; the first alone where the run is brief.
    static func sizes(_ all: [Int]) -> [Int] { isBrief ? Array(all.prefix(1)) : all }

    /// The number of runs of which the best counts.
    static func runs(_ count: Int) -> Int { isBrief ? 1 : count }

    /// CPU seconds of this process so far.
    static func cpuSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

    /// The elapsed time of `body`, in seconds.
    static func wallSeconds(_ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try body()
        let time = ContinuousClock.now - start
        return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    }

    /// The least CPU time of several runs of `body`: the run that was disturbed least.
    static func measure(_ runs: Int = 7, _ body: () throws -> Void) rethrows -> Double {
        var best = Double.infinity
        for _ in 0..<Bench.runs(runs) {
            let start = cpuSeconds()
            try body()
            best = min(best, cpuSeconds() - start)
        }
        return best
    }

    /// Two bodies in turns, so that what disturbs one disturbs the other.
    static func compare(_ runs: Int = 9, _ first: () throws -> Void, _ second: () throws -> Void) rethrows -> (
        Double, Double
    ) {
        var best = (Double.infinity, Double.infinity)
        for _ in 0..<Bench.runs(runs) {
            best.0 = min(best.0, try measure(1, first))
            best.1 = min(best.1, try measure(1, second))
        }
        return best
    }

    /// The most memory that this process has had so far.
    static func peakMegabytes() -> Double {
        var usage = rusage()
        #if canImport(Glibc)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
            getrusage(RUSAGE_SELF, &usage)
        #endif
        return megabytes(usage)
    }

    /// The cost of a program, with the programs that it started in turn.
    struct Cost {
        var cpuSeconds: Double
        /// The peak of the largest process.
        var peakMegabytes: Double
    }

    /// Runs a program without its output.
    static func run(_ words: [String]) throws -> Cost {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        let arguments = words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        guard posix_spawnp(&process, words[0], &actions, nil, arguments + [nil], environ) == 0 else {
            throw Problem("'\(words[0])' could not be started")
        }
        var status: Int32 = 0
        var usage = rusage()
        guard wait4(process, &status, 0, &usage) == process, status == 0 else {
            throw Problem("'\(words.prefix(3).joined(separator: " ")) …' failed")
        }
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return Cost(cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime), peakMegabytes: megabytes(usage))
    }

    private static func megabytes(_ usage: rusage) -> Double {
        #if canImport(Darwin)
            Double(usage.ru_maxrss) / 1024 / 1024
        #else
            Double(usage.ru_maxrss) / 1024
        #endif
    }
}
