import CallsiteCore
import CallsitePrinter
import Foundation
import StageViews

/// Generation against libyaml's own scan of the same bytes, in one process. Native descriptions are also made 2, 4 and
/// 8 times as long, since the shape of the curve tells more than a number; then each stage's share, and what `callsite
/// generate` keeps in memory.
func benchGeneration(_ paths: [String]) throws -> [BenchTable] {
    // Named documents have tables of their own, and leave the recorded ones of Callsite's format alone.
    let prefix = paths.isEmpty ? "" : "documents: "
    var totals = BenchTable(
        prefix + "generation", [("KB", 0), ("libyaml ms", 2), ("generate ms", 2), ("ratio", 1), ("ms per MB", 0)])
    var stages = BenchTable(
        prefix + "stages, ms", [("parse", 2), ("read", 2), ("resolve", 2), ("lower", 2), ("render", 2)])
    let paths = paths.isEmpty ? ["Specs/github.yaml", "Specs/stripe.yaml", "Specs/orders.openapi.yaml"] : paths
    let memory = try benchMemory(paths, prefix)
    for path in paths {
        let sources = try load(path)
        let bytes = sources.files[0].bytes
        let name = URL(fileURLWithPath: path).lastPathComponent
        for factor in Bench.sizes([1, 2, 4, 8]) {
            guard let repeated = repeatModels(bytes, factor) else { continue }
            var multiplied = SourceSet(main: .init(path: path, bytes: repeated))
            for file in sources.files.dropFirst() { multiplied.add(file) }
            let scan = Bench.measure { scanWithLibYAML(repeated) }
            var hasErrors = false
            let generation = Bench.measure {
                hasErrors = generate(multiplied, options: Options()).diagnostics.hasErrors
            }
            guard !hasErrors else { throw Problem("\(path) ×\(factor) has errors") }
            totals.add(
                name + (factor == 1 ? "" : " ×\(factor)"),
                [
                    Double(repeated.count) / 1024, scan * 1000, generation * 1000, generation / scan,
                    generation * 1000 / (Double(repeated.count) / 1e6),
                ])
        }
        var shares: [Stage: Double] = [:]
        for _ in 0..<Bench.runs(5) {
            _ = generate(sources, options: Options()) { stage, body in
                let seconds = Bench.measure(1, body)
                shares[stage] = min(shares[stage] ?? .infinity, seconds)
            }
        }
        stages.add(name, Stage.allCases.map { (shares[$0] ?? .nan) * 1000 })
    }
    return [totals, stages] + (memory.rows.isEmpty ? [] : [memory])
}

/// The peak memory of `callsite generate`. It is measured before anything else: on Linux a program's peak begins at
/// that of the process that started it.
private func benchMemory(_ paths: [String], _ prefix: String) throws -> BenchTable {
    var memory = BenchTable(prefix + "memory of callsite generate", [("KB", 0), ("peak MB", 1), ("× document", 1)])
    let tool = buildFolder.appendingPathComponent("callsite").path
    guard FileManager.default.isExecutableFile(atPath: tool) else { return memory }
    for path in paths {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        guard let size = (attributes[.size] as? NSNumber)?.doubleValue else { continue }
        let cost = try Bench.run([
            tool, "generate", path, "--dry-run", "--output", NSTemporaryDirectory() + "callsite-bench-nothing",
        ])
        memory.add(
            URL(fileURLWithPath: path).lastPathComponent,
            [size / 1024, cost.peakMegabytes, cost.peakMegabytes * 1024 * 1024 / max(1, size)])
    }
    return memory
}

/// The same description with its models repeated under other names: `Issue2`, `Issue3`.
private func repeatModels(_ bytes: [UInt8], _ factor: Int) -> [UInt8]? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard factor > 1 else { return bytes }
    var result = text.hasSuffix("\n") ? text : text + "\n"
    guard let start = result.range(of: "\nmodels:\n") else { return nil }
    let section = result[start.upperBound...]
    let end = section.range(of: #"\n[a-zA-Z]"#, options: .regularExpression)?.lowerBound ?? section.endIndex
    let models = section[..<end].split(separator: "\n", omittingEmptySubsequences: false)
    var copies = ""
    for copy in 2...factor {
        for line in models {
            // A model's own line: two blanks, a capital, and its name up to a colon or its type parameters.
            if line.hasPrefix("  "), let first = line.dropFirst(2).first, first.isUppercase {
                let name = line.dropFirst(2).prefix { $0.isLetter || $0.isNumber }
                copies += "  \(name)\(copy)\(line.dropFirst(2 + name.count))\n"
            } else {
                copies += line + "\n"
            }
        }
    }
    result.insert(contentsOf: copies, at: start.upperBound)
    return Array(result.utf8)
}
