import CallsiteCore
import Foundation

enum Bench {
    /// CPU seconds of this process so far.
    static func cpuSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

    /// The least CPU time of several runs of `body`: the run that was disturbed least.
    static func measure(_ runs: Int = 7, _ body: () -> Void) -> Double {
        var best = Double.infinity
        for _ in 0..<runs {
            let start = cpuSeconds()
            body()
            best = min(best, cpuSeconds() - start)
        }
        return best
    }

    /// The most memory that this process has had so far.
    static func peakMegabytes() -> Double {
        var usage = rusage()
        #if canImport(Glibc)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return Double(usage.ru_maxrss) / 1024
        #else
            getrusage(RUSAGE_SELF, &usage)
            return Double(usage.ru_maxrss) / 1024 / 1024
        #endif
    }
}

/// Generation against libyaml's own scan of the same bytes, in one process: the ratio holds on any machine. Each document
/// is also made 2, 4 and 8 times as long, since the shape of the curve tells more than a number.
func bench(_ paths: [String]) throws {
    #if DEBUG
        print("built without optimisation: compare ratios with others of a debug build only")
    #endif
    print("document                     KB  libyaml ms  generate ms  ratio")
    for path in paths.isEmpty ? ["Specs/github.yaml", "Specs/stripe.yaml"] : paths {
        let sources = try load(path)
        let bytes = sources.files[0].bytes
        for factor in [1, 2, 4, 8] {
            guard let repeated = repeatModels(bytes, factor) else { continue }
            var multiplied = SourceSet(main: .init(path: path, bytes: repeated))
            for file in sources.files.dropFirst() { multiplied.add(file) }
            let scan = Bench.measure { scanWithLibYAML(repeated) }
            var hasErrors = false
            let generation = Bench.measure {
                hasErrors = generate(multiplied, options: Options()).diagnostics.hasErrors
            }
            let name = (path as NSString).lastPathComponent + (factor == 1 ? "" : " ×\(factor)")
            let columns = [
                name.padding(toLength: 24, withPad: " ", startingAt: 0),
                String(format: "%7d", repeated.count / 1024),
                String(format: "%11.2f", scan * 1000),
                String(format: "%12.2f", generation * 1000),
                String(format: "%6.1f", generation / scan),
            ]
            print(columns.joined(separator: " ") + (hasErrors ? "  (with errors)" : ""))
        }
    }
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
