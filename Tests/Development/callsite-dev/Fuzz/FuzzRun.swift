import Foundation
import Fuzzing

/// The parent: it starts workers, and sees what becomes of them.
final class FuzzRun: @unchecked Sendable {
    /// How many inputs of one finding are kept.
    private static let keptPerFinding = 1
    /// How many findings are made smaller: it takes half a minute for each.
    private static let reducedFindings = 30

    private let arguments: FuzzArguments
    private let source: FuzzSource
    private let folder: String
    private let start = Date()
    private let deadline: Date
    private let lock = NSLock()
    // Guarded by `lock`.
    private var tried = 0
    private var counts: [String: Int] = [:]
    /// The files of what was found, to be made smaller.
    private var kept: [String] = []
    private var failure: (any Error)?

    init(_ arguments: FuzzArguments) throws {
        self.arguments = arguments
        source = try arguments.source()
        folder = arguments.keep
        deadline = arguments.minutes.map { Date(timeIntervalSinceNow: $0 * 60) } ?? .distantFuture
    }

    func perform() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let lanes = (0..<arguments.jobs).map { lane in
            let (thread, done) = (LockedThread(), DispatchSemaphore(value: 0))
            thread.start { [self] in
                do { try work(lane) } catch { lock.withLock { failure = failure ?? error } }
                done.signal()
            }
            return done
        }
        for lane in lanes { lane.wait() }
        if let failure { throw failure }
        let seconds = Date().timeIntervalSince(start)
        say(
            "\(tried) inputs of seed \(arguments.seed) in \(Int(seconds)) s, \(Int(Double(tried) / max(seconds, 0.1))) a second; \(counts.count) findings"
        )
        for (signature, count) in counts.sorted(by: { $0.key < $1.key }) { say("! \(count) times \(signature)") }
        guard !counts.isEmpty else { return }
        for path in kept.prefix(Self.reducedFindings) { try reduceInChild(path, arguments) }
        exit(1)
    }

    /// Every so-manieth input, from one that ends its worker on with a new one.
    private func work(_ lane: Int) throws {
        let last = arguments.count.map { $0 - 1 } ?? Int.max
        let note = folder + "/now-\(lane)"
        let compiler = FuzzCompiler(checksTypes: arguments.compiles, folder: folder + "/output-\(lane)")
        var compiled: [Int] = []
        func compile() throws {
            guard let first = compiled.first else { return }
            for (number, finding) in try compiler.findings(compiled, .init(first, isAlone: arguments.compilesAlone))
                .sorted(by: {
                    $0.key < $1.key
                })
            {
                try keep(finding, number)
            }
            compiled = []
        }
        var next = lane
        while next <= last, Date() < deadline {
            var current = next - arguments.jobs
            let child = FuzzChild(
                arguments: arguments.forChildren + (arguments.compiles ? ["--compile"] : [])
                    + (arguments.compilesAlone ? ["--alone"] : [])
                    + ["--note", note, "--output", compiler.folder, "--numbers", "\(next),\(last),\(arguments.jobs)"],
                log: folder + "/now-\(lane).log")
            let outcome = try child.run(until: deadline) { event in
                switch event {
                case .start(let number):
                    current = number
                    lock.withLock { tried += 1 }
                    if let first = compiled.first, first / FuzzCompiler.Mode.block != number / FuzzCompiler.Mode.block {
                        try compile()
                    }
                case .output(let number): compiled.append(number)
                case .finding(let number, let finding): try keep(finding, number)
                }
            }
            guard let finding = outcome.finding else { break }
            guard current >= next else {
                throw Problem("a worker ends before its first input: \(finding.detail)\n\(outcome.complaint)")
            }
            try keep(finding, current)
            next = current + arguments.jobs
        }
        try compile()
    }

    private func keep(_ finding: Finding, _ number: Int) throws {
        // The worker has gone on where it could: the same number is the same input.
        let input = source.input(number).input
        var finding = finding
        if finding.kind == .crash, let crash = try trace(input, arguments) { finding = crash }
        let count = lock.withLock {
            counts[finding.signature, default: 0] += 1
            return counts[finding.signature] ?? 0
        }
        guard count <= Self.keptPerFinding else { return }
        let kept = "\(folder)/\(arguments.seed)-\(number)-\(finding.kind.rawValue)"
        try write(input, to: kept)
        let path = kept + "/" + input.main.name
        try Data("\(finding.detail)\n\ncallsite-dev fuzz --replay \(path)\n".utf8).write(
            to: URL(fileURLWithPath: kept + "/what.txt"))
        say("! \(finding.signature)\n    \(path)")
        lock.withLock { self.kept.append(path) }
    }
}

/// A thread for what waits.
struct LockedThread {
    func start(_ body: @escaping @Sendable () -> Void) { Thread(block: body).start() }
}
