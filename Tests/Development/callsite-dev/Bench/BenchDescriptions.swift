import BuildFarm
import CallsiteCommands
import CallsiteShell
import Foundation

/// Many descriptions in one run: all anew, then with nothing changed, then with one changed; beside reading every file
/// that is read or written.
func benchDescriptions() throws -> BenchTable {
    var table = BenchTable(
        "descriptions",
        [("anew s", 2), ("unchanged s", 2), ("one edit s", 2), ("reading s", 3), ("unchanged / reading", 1)])
    for count in Bench.sizes([100, 1000]) {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        var entries = ""
        // Half as large as real ones, so that a benchmark doesn't take minutes.
        let fleet = Fleet(count: count, seed: 1, scale: 0.5)
        for number in 0..<count {
            for file in fleet.files(of: number) {
                let url = root.appendingPathComponent(file.path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(file.text.utf8).write(to: url)
            }
            entries += "  - {source: services/s\(number).yaml, output: Sources/S\(number)}\n"
        }
        try Data("callsite: 1\ndescriptions:\n\(entries)".utf8).write(to: root.appendingPathComponent("callsite.yaml"))
        let records = RecordFolder(path: root.appendingPathComponent("cache").path, tool: "bench")
        func run() throws -> Double {
            try Bench.wallSeconds {
                var errors: [UInt8] = []
                let environment = Environment(
                    workingDirectory: root.path, records: records, readInput: { _ in .success([]) },
                    write: { stream, bytes in
                        if stream == .error { errors += bytes }
                        return 0
                    })
                guard CallsiteShell.run(["generate", "--quiet"], of: .callsite, in: environment) == 0 else {
                    throw Problem(String(decoding: errors, as: UTF8.self))
                }
            }
        }
        let anew = try run()
        let unchanged = min(try run(), try run())
        let edited = root.appendingPathComponent("services/s7.yaml")
        try Data(
            (String(contentsOf: edited, encoding: .utf8)
                + "    Added: {type: object, properties: {a: {type: string}}}\n").utf8
        ).write(
            to: edited)
        let one = try run()
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        let reading = Bench.wallSeconds {
            for path in paths { _ = FileManager.default.contents(atPath: root.appendingPathComponent(path).path) }
        }
        table.add("\(count)", [anew, unchanged, one, reading, unchanged / reading])
    }
    return table
}
