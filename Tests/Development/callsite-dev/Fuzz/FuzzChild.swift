import Foundation
import Fuzzing

/// A worker, as its parent sees it.
struct FuzzChild {
    enum Event {
        case start(Int)
        case finding(Int, Finding)
        /// There are files to compile.
        case output(Int)
    }

    /// How one ended.
    struct Outcome {
        /// nil: it has done all of its work.
        var finding: Finding?
        /// Its output on standard error.
        var complaint = ""
    }

    /// A child that prints nothing for this many seconds waits for something that won't come.
    private static let silence = 120.0

    let arguments: [String]
    /// For what it says on standard error.
    let log: String
    var showsBacktrace = false

    /// Runs it to its end, or to `deadline`.
    func run(until deadline: Date = .distantFuture, _ handle: (Event) throws -> Void) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = arguments
        // Printing a trace takes seconds.
        process.environment = ProcessInfo.processInfo.environment.merging(
            [
                "SWIFT_BACKTRACE": showsBacktrace
                    ? "enable=yes,color=no,interactive=no,threads=crashed,limit=40,cache=no" : "enable=no"
            ]
        ) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        process.standardError = FileHandle(forWritingAtPath: log)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        var isSilent = false
        var lines = LineReader(pipe.fileHandleForReading.fileDescriptor)
        var heard = Date()
        reading: while true {
            switch lines.next(waiting: 0.5) {
            case .line(let line):
                heard = Date()
                if let event = Self.event(line) { try handle(event) }
            case .nothing:
                isSilent = Date().timeIntervalSince(heard) > Self.silence
                if isSilent || Date() > deadline { break reading }
            case .end: break reading
            }
            if Date() > deadline { break reading }
        }
        let isKilled = isSilent || Date() > deadline
        if isKilled { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        let complaint = String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
        if isSilent { return Outcome(finding: .init(.hang, "it waits for ever"), complaint: complaint) }
        if isKilled { return Outcome(complaint: complaint) }
        return Outcome(finding: try finding(process, complaint), complaint: complaint)
    }

    private func finding(_ process: Process, _ complaint: String) throws -> Finding? {
        if process.terminationReason == .uncaughtSignal {
            let reason = complaint.split(separator: "\n").first { $0.contains("rror:") }.map { ": " + $0 } ?? ""
            return .init(.crash, "signal \(process.terminationStatus)\(reason)")
        }
        switch process.terminationStatus {
        case 0: return nil
        case FuzzWorker.hangStatus: return .init(.hang, "it takes longer than the processor time that it has")
        case FuzzWorker.memoryStatus: return .init(.memory, "it takes more memory than it has")
        case 64: throw Problem("a worker can't work: \(complaint)")
        // A sanitizer has found something.
        default:
            return .init(
                .crash,
                complaint.split(separator: "\n").first { $0.contains("ERROR") || $0.contains("WARNING") }.map(
                    String.init)
                    ?? "status \(process.terminationStatus)")
        }
    }

    /// `start 12`, or `finding 12 place "…"`.
    private static func event(_ line: String) -> Event? {
        let words = line.split(separator: " ", maxSplits: 3).map(String.init)
        guard words.count >= 2, let number = Int(words[1]) else { return nil }
        if words[0] == "start" { return .start(number) }
        if words[0] == "output" { return .output(number) }
        guard words.count == 4, words[0] == "finding", let kind = Finding.Kind(rawValue: words[2]) else { return nil }
        let detail = (try? JSONDecoder().decode(String.self, from: Data(words[3].utf8))) ?? words[3]
        return .finding(number, .init(kind, detail))
    }
}

/// Lines from a pipe, with a limit to the waiting.
private struct LineReader {
    enum Result {
        case line(String)
        case nothing
        case end
    }

    private let descriptor: Int32
    private var bytes: [UInt8] = []
    private var lines: ArraySlice<String> = []

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    mutating func next(waiting seconds: Double) -> Result {
        if let line = lines.popFirst() { return .line(line) }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, Int32(seconds * 1000)) > 0 else { return .nothing }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return .end }
        bytes += buffer[..<count]
        guard let last = bytes.lastIndex(of: 0x0A) else { return .nothing }
        lines = bytes[..<last].split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }[...]
        bytes.removeSubrange(...last)
        return lines.popFirst().map(Result.line) ?? .nothing
    }
}
