import CallsiteCore
import CallsitePrinter
import CallsiteShell
import Fuzzing

/// A day of edits in a company with many descriptions: the actions that a build system runs for each edit if it has
/// rules for Callsite and a cache, beside one that makes everything anew. The code is really generated; how long that
/// takes is calculated, so that every machine comes to the same.
package struct FarmSimulation: Sendable {
    package struct Settings: Sendable {
        package var descriptions = 2_000
        package var edits = 50
        package var seed: UInt64 = 1
        package var shards = 8
        package var workers = [1, 4, 16, 64]
        /// The number of threads.
        package var jobs: Int

        package init(jobs: Int = availableCores()) { self.jobs = jobs }
    }

    /// The costs of actions, as measured with a release build of the tool and a debug build of the code that it writes:
    /// `callsite-dev bench generation`, and `bench compiling`.
    package struct Costs: Sendable {
        package var generation = 0.02
        package var generationPerMegabyte = 0.15
        package var compilation = 0.4
        package var compilationPerLine = 0.00078
        package var objectBytesPerLine = 130

        package init() {}
    }

    /// Everything that one service's build makes.
    struct Service: Sendable {
        var inputBytes = 0
        var lines = 0
        var outputBytes = 0
        /// The hashes of the contents, by file.
        var files: [String: Int] = [:]

        func generation(_ costs: Costs) -> Double {
            costs.generation + Double(inputBytes) / 1_048_576 * costs.generationPerMegabyte
        }
        func compilation(_ costs: Costs) -> Double { costs.compilation + Double(lines) * costs.compilationPerLine }
        /// The bytes that a worker without any files fetches and stores.
        func bytes(_ costs: Costs, compiles: Bool) -> Int {
            inputBytes + outputBytes + (compiles ? outputBytes + lines * costs.objectBytesPerLine : 0)
        }
    }

    package struct Report: Sendable {
        package struct Row: Sendable {
            package let workers: Int
            /// Seconds of waiting, over all builds.
            package let anew: Double
            package let cached: Double
            /// The longest build.
            package let longest: Double
        }

        package var descriptions = 0
        package var operations = 0
        package var lines = 0
        /// Actions of all builds: two for each description that is made.
        package var actionsAnew = 0
        package var generations = 0
        package var compilations = 0
        package var bytesAnew = 0
        package var bytesCached = 0
        /// Files that edits changed, and those of the descriptions that were generated again.
        package var changedFiles = 0
        package var filesGenerated = 0
        /// Seconds of the longest chain of actions, each of which needs the one before it.
        package var criticalPath = 0.0
        package var rows: [Row] = []
    }

    package let settings: Settings
    package let costs: Costs

    package init(_ settings: Settings, _ costs: Costs = Costs()) { (self.settings, self.costs) = (settings, costs) }

    /// - Throws: `FarmProblem`, where a made description has mistakes.
    package func run() throws -> Report {
        var fleet = Fleet(count: settings.descriptions, seed: settings.seed)
        var services = try generated(Array(0..<settings.descriptions), of: fleet)
        var report = Report(
            descriptions: services.count, operations: fleet.services.reduce(0) { $0 + $1.operations.count })
        report.lines = services.reduce(0) { $0 + $1.lines }
        var random = Randomness(seed: settings.seed, number: 1)
        var anew = [Double](repeating: 0, count: settings.workers.count)
        var cached = anew
        var longest = anew
        for number in 0..<settings.edits {
            let affected = fleet.apply(Fleet.mix[number % Fleet.mix.count], &random)
            let fresh = try generated(affected, of: fleet)
            var chains: [Chain] = []
            for (position, new) in zip(affected, fresh) {
                let changed = new.files.count { services[position].files[$0.key] != $0.value }
                let compiles = changed > 0
                report.generations += 1
                report.compilations += compiles ? 1 : 0
                report.changedFiles += changed
                report.filesGenerated += new.files.count
                report.bytesCached += new.bytes(costs, compiles: compiles)
                chains.append(Chain(new.generation(costs), compiles ? new.compilation(costs) : nil))
                services[position] = new
            }
            report.criticalPath = max(report.criticalPath, chains.map(\.length).max() ?? 0)
            let all = services.map { Chain($0.generation(costs), $0.compilation(costs)) }
            report.actionsAnew += 2 * all.count
            report.bytesAnew += services.reduce(0) { $0 + $1.bytes(costs, compiles: true) }
            for (index, workers) in settings.workers.enumerated() {
                anew[index] += time(of: all, on: workers)
                let time = time(of: chains, on: workers)
                cached[index] += time
                longest[index] = max(longest[index], time)
            }
        }
        report.rows = settings.workers.indices.map {
            .init(workers: settings.workers[$0], anew: anew[$0], cached: cached[$0], longest: longest[$0])
        }
        return report
    }

    func generated(_ numbers: [Int], of fleet: Fleet) throws -> [Service] {
        let options = Options(access: .public, shards: settings.shards)
        let results = parallelMap(numbers, threads: settings.jobs) { number -> Result<Service, FarmProblem> in
            let files = fleet.files(of: number)
            let texts = Dictionary(files.map { ($0.path, Array($0.text.utf8)) }) { first, _ in first }
            var sources = SourceSet(main: .init(path: files[0].path, bytes: texts[files[0].path] ?? []))
            for file in files.dropFirst() { sources.add(.init(path: file.path, bytes: texts[file.path] ?? [])) }
            let output = generate(sources, options: options, templates: [])
            guard !output.diagnostics.hasErrors, output.missing.isEmpty else {
                return .failure(FarmProblem(description: "the description \(files[0].path) has mistakes"))
            }
            var service = Service(inputBytes: texts.values.reduce(0) { $0 + $1.count })
            for file in output.files {
                service.files[file.name] = file.contents.hashValue
                service.outputBytes += file.contents.count
                service.lines += file.contents.count { $0 == UInt8(ascii: "\n") }
            }
            return .success(service)
        }
        return try results.map { try $0.get() }
    }
}

package struct FarmProblem: Error, CustomStringConvertible {
    package let description: String
}
