import CallsiteCore

extension Shell {
    /// Names the input to a waiting user, if generating may take longer than a second.
    func announce(_ descriptions: [SourceSet.File]) {
        let megabytes = Double(descriptions.reduce(0) { $0 + $1.bytes.count }) / 1_048_576
        guard environment.isErrorTerminal, !console.isQuiet, megabytes >= 0.5 else { return }
        let tenths = Int((megabytes * 10).rounded())
        let input =
            descriptions.count == 1 ? printable(descriptions[0].path) : counted(descriptions.count, "description")
        console.complain("generating from \(input), \(tenths / 10).\(tenths % 10) MB\n")
    }
}

extension Shell {
    /// The progress line of a run; it is shown only in a terminal, and from a count of 10.
    func progress(of count: Int) -> Progress {
        let isShown =
            environment.isErrorTerminal && environment.variables["TERM"] != "dumb" && !console.isQuiet && count >= 10
        return Progress(
            count, now: environment.now,
            write: isShown ? { [write = environment.write] in _ = write(.error, Array($0.utf8)) } : nil)
    }
}

/// `generated 412 of 1000`: a line that overwrites itself. Several threads advance it; a lock guards its state.
package final class Progress: @unchecked Sendable {
    private let count: Int
    private let now: () -> Double
    private let write: ((String) -> Void)?
    private let lock = Lock()
    private let start: Double
    private var done = 0
    private var lastWrite = 0.0

    /// - Parameters:
    ///   - now: seconds since some moment.
    ///   - write: prints a string; nil if nothing is shown.
    init(_ count: Int, now: @escaping () -> Double, write: ((String) -> Void)?) {
        (self.count, self.now, self.write) = (count, now, write)
        start = now()
    }

    /// Since the progress began.
    package var seconds: Double { lock.guarding { now() - start } }

    func advance() {
        lock.guarding {
            done += 1
            // A short run needs no line, and a terminal not more than ten a second.
            guard let write, now() - start > 0.5, now() - lastWrite > 0.1 else { return }
            lastWrite = now()
            write("\rgenerated \(done) of \(count)")
        }
    }

    func finish() { if lastWrite > 0 { write?("\r\u{1B}[K") } }
}

/// How long the parts of a run took, in seconds.
package struct Timings: Hashable, Sendable {
    package var reading = 0.0
    package var generating = 0.0
    package var writing = 0.0

    package init() {}

    /// `read 0.4 ms, generated 18.2 ms, wrote 3.1 ms`
    package var text: String {
        func milliseconds(_ seconds: Double) -> String {
            let tenths = Int((seconds * 10_000).rounded())
            return "\(tenths / 10).\(tenths % 10) ms"
        }
        return "read \(milliseconds(reading)), generated \(milliseconds(generating)), wrote \(milliseconds(writing))\n"
    }
}
