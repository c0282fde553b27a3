#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Everything outside the program that a run depends on, except for the file system. Tests make values of their own.
package struct Environment {
    /// One of the two streams that a run prints to.
    package enum Stream: Hashable, Sendable {
        /// Standard output: results.
        case output
        /// Standard error: everything else.
        case error
    }

    /// Whether messages are coloured.
    package enum ColorChoice: String, CaseIterable, Sendable { case auto, always, never }

    /// Where relative paths start: an absolute path.
    package var workingDirectory: String
    /// The environment variables that are read: `NO_COLOR` and `TERM`.
    package var variables: [String: String]
    /// The value of `--color`.
    package var color = ColorChoice.auto
    /// Whether a person reads standard error, on a terminal.
    package var isErrorTerminal: Bool
    /// The terminal's width in columns; nil if standard output isn't a terminal.
    package var outputWidth: Int?
    /// The folder with the records of earlier runs; nil: no records are kept.
    package var records: RecordFolder?
    /// Reads standard input to its end, or to the first byte beyond `limit`.
    package var readInput: (_ limit: Int) -> Result<[UInt8], FileProblem>
    /// Waits, and returns whether to go on. Code that watches files calls this between two looks.
    package var wait: (_ seconds: Double) -> Bool
    /// Seconds since an arbitrary moment, to measure durations.
    package var now: () -> Double
    /// The day in UTC, as 2027-01-31.
    package var today: () -> String
    /// Writes all bytes to a stream and returns 0, or the `errno` value of the failure.
    package var write: (Stream, [UInt8]) -> Int32

    package init(
        workingDirectory: String, variables: [String: String] = [:], isErrorTerminal: Bool = false,
        outputWidth: Int? = nil, records: RecordFolder? = nil,
        readInput: @escaping (_ limit: Int) -> Result<[UInt8], FileProblem>,
        wait: @escaping (_ seconds: Double) -> Bool = { _ in false }, now: @escaping () -> Double = { 0 },
        today: @escaping () -> String = { "" }, write: @escaping (Stream, [UInt8]) -> Int32
    ) {
        self.workingDirectory = workingDirectory
        self.variables = variables
        self.isErrorTerminal = isErrorTerminal
        self.outputWidth = outputWidth
        self.records = records
        self.readInput = readInput
        self.wait = wait
        self.now = now
        self.today = today
        self.write = write
    }

    /// The environment of this process.
    package static func process() -> Environment {
        var variables: [String: String] = [:]
        for name in ["NO_COLOR", "TERM"] {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        return Environment(
            // A deleted working directory has no path; each relative path then fails with its own error.
            workingDirectory: (try? currentFolder()) ?? ".",
            variables: variables,
            isErrorTerminal: isatty(STDERR_FILENO) == 1,
            outputWidth: terminalWidth(STDOUT_FILENO),
            readInput: { limit in Result { () throws(FileProblem) in try readAll(from: STDIN_FILENO, limit: limit) } },
            wait: { seconds in
                usleep(UInt32(seconds * 1_000_000))
                return true
            },
            now: {
                var time = timespec()
                clock_gettime(CLOCK_MONOTONIC, &time)
                return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
            },
            today: {
                var seconds = time(nil)
                var parts = tm()
                guard gmtime_r(&seconds, &parts) != nil else { return "" }
                func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
                return "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
            },
            write: { stream, bytes in
                do throws(FileProblem) {
                    try writeAll(bytes, to: stream == .output ? STDOUT_FILENO : STDERR_FILENO)
                    return 0
                } catch {
                    return error.code
                }
            }
        )
    }

    /// The width in columns; nil if there is no terminal, or if it doesn't report its width.
    private static func terminalWidth(_ descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
        return Int(window.ws_col)
    }

    /// Whether results are coloured.
    package var wantsOutputColor: Bool { wantsColor(onTerminal: outputWidth != nil) }

    /// Whether messages are coloured.
    var wantsColor: Bool { wantsColor(onTerminal: isErrorTerminal) }

    /// By default, a terminal that has colours gets them, unless `NO_COLOR` is set (https://no-color.org).
    private func wantsColor(onTerminal isTerminal: Bool) -> Bool {
        switch color {
        case .always: true
        case .never: false
        case .auto: isTerminal && (variables["NO_COLOR"] ?? "").isEmpty && variables["TERM"] != "dumb"
        }
    }
}

/// Where a process keeps records of earlier runs, and which build of the tool makes them.
package struct RecordFolder: Hashable, Sendable {
    /// An absolute path.
    package let path: String
    /// The build of the tool, since another build may generate other code.
    package let tool: String

    package init(path: String, tool: String) { (self.path, self.tool) = (path, tool) }
}
