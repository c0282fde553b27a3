import Foundation
import Fuzzing

/// The child: it takes inputs one after another, and dies of one that is bad enough.
final class FuzzWorker: @unchecked Sendable {
    /// How it ends when an input took too long, or too much memory.
    static let hangStatus: Int32 = 97
    static let memoryStatus: Int32 = 98
    private let arguments: FuzzArguments
    private let lock = NSLock()
    /// Processor seconds when the current input began. Guarded by `lock`.
    private var start = 0.0

    init(_ arguments: FuzzArguments) { self.arguments = arguments }

    /// Tries inputs on the main thread, of which alone a trace can be had when its stack is full, and exits.
    func run(_ body: (FuzzWorker) throws -> Void) -> Never {
        limitStack()
        start = Self.processorTime
        // The processor's time, not the clock's: how busy the machine is beside it doesn't count.
        Thread { [self] in
            while true {
                usleep(50_000)
                if Self.processorTime - lock.withLock({ start }) > arguments.patience { _exit(Self.hangStatus) }
            }
        }.start()
        do {
            try body(self)
            exit(0)
        } catch {
            FileHandle.standardError.write(Data("callsite-dev: \(error)\n".utf8))
            exit(64)
        }
    }

    /// A stack that has not grown yet obeys it on Linux; elsewhere the main thread has the usual eight megabytes.
    private func limitStack() {
        #if os(Linux)
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit)
            limit.rlim_cur = min(limit.rlim_max, rlim_t(arguments.stack))
            setrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit)
        #endif
    }

    /// - Parameter number: The parent's number of the input.
    func attempt(_ input: FuzzInput, number: Int) throws {
        if let note = arguments.note { try write(input, to: note) }
        say("start \(number)")
        lock.withLock { start = Self.processorTime }
        if arguments.onlyParses {
            _ = DocumentTree(parsing: input.main.bytes)
            return
        }
        for finding in checkDocument(input) ?? Self.waiting(for: input) {
            say("finding \(number) \(finding.kind.rawValue) \(DocumentTree.quoted(finding.detail))")
        }
        if let output = arguments.output {
            let mode = FuzzCompiler.Mode(number, isAlone: arguments.compilesAlone)
            let compiler = FuzzCompiler(checksTypes: arguments.compiles, folder: output)
            let isTaken = mode.takes(input, number, isAlone: arguments.compilesAlone)
            if isTaken, try compiler.write(input, number, mode) { say("output \(number)") }
        }
        if Self.peakMemory > arguments.memory { _exit(Self.memoryStatus) }
    }

    private static func waiting(for input: FuzzInput) -> [Finding] {
        final class Box: @unchecked Sendable { var findings: [Finding] = [] }
        let (box, semaphore) = (Box(), DispatchSemaphore(value: 0))
        Task.detached {
            box.findings = await check(input)
            semaphore.signal()
        }
        semaphore.wait()
        return box.findings
    }

    private static var usage: rusage {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_SELF, &usage)
        #else
            getrusage(RUSAGE_SELF.rawValue, &usage)
        #endif
        return usage
    }

    private static var processorTime: Double {
        let usage = usage
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    /// The most memory that the process has had, in bytes.
    private static var peakMemory: Int {
        #if canImport(Darwin)
            usage.ru_maxrss
        #else
            usage.ru_maxrss * 1024
        #endif
    }
}

// MARK: Inputs as files

/// Writes an input into a folder, in which nothing else is left.
func write(_ input: FuzzInput, to folder: String) throws {
    let manager = FileManager.default
    if let old = try? manager.subpathsOfDirectory(atPath: folder) {
        for name in old where !([input.main] + input.others).contains(where: { $0.name == name }) {
            unlink(folder + "/" + name)
        }
    } else {
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    for file in [input.main] + input.others {
        if file.name.contains("/") {
            let inner = URL(fileURLWithPath: folder + "/" + file.name).deletingLastPathComponent().path
            try manager.createDirectory(atPath: inner, withIntermediateDirectories: true)
        }
        guard manager.createFile(atPath: folder + "/" + file.name, contents: Data(file.bytes)) else {
            throw Problem("can't write \(folder)/\(file.name)")
        }
    }
}

/// An input of a file, and of the others beside and below it.
func readInput(_ path: String) throws -> FuzzInput {
    let name = URL(fileURLWithPath: path).lastPathComponent
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    var input = FuzzInput(.init(name, try readFile(path)))
    let kinds = ["yaml", "yml", "json"] + (input.subject == .command ? ["swift"] : [])
    for other in try FileManager.default.subpathsOfDirectory(atPath: folder.isEmpty ? "." : folder).sorted()
    where other != name {
        guard kinds.contains(URL(fileURLWithPath: other).pathExtension), input.others.count < 20,
            !other.hasPrefix("reduced/")
        else { continue }
        if let bytes = try? readFile(folder + "/" + other) {
            input.others.append(.init(other, bytes))
        }
    }
    return input
}
