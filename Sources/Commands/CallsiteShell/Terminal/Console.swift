import CallsiteCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The state of a file that `--check` reports.
package enum OutputState: String, Sendable {
    /// The file differs from the generated one.
    case stale
    case missing
    /// The file is no longer generated.
    case orphaned
}

/// Where a run prints: results to standard output, everything else to standard error.
package final class Console {
    /// The colours of standard error.
    let style: Style
    /// How problems are printed.
    package var format = DiagnosticFormat.text
    /// Whether results aren't printed: only errors and warnings are.
    package internal(set) var isQuiet = false
    /// Whether source lines are shown under messages: for people only. Xcode and SwiftPM want one line each.
    let showsSource: Bool

    private var write: (Environment.Stream, [UInt8]) -> Int32
    private var output: [UInt8] = []
    /// The first error of each stream, after which nothing more is written to it.
    private var failures: [Environment.Stream: Int32] = [:]

    init(_ environment: Environment) {
        style = Style(isColored: environment.wantsColor)
        showsSource = environment.isErrorTerminal
        write = environment.write
    }

    /// Lets another function write from now on, and returns the one that did.
    package func replaceWriting(
        _ write: @escaping (Environment.Stream, [UInt8]) -> Int32
    ) -> (Environment.Stream, [UInt8]) -> Int32 {
        flush()
        defer { self.write = write }
        return self.write
    }

    /// Adds to the results on standard output.
    package func print(_ text: String) {
        if !isQuiet { print(document: text) }
    }

    /// Adds a document that the user asked for in place of a file: `--quiet` leaves out remarks, not the document.
    package func print(document text: String) {
        output.append(contentsOf: text.utf8)
        if output.count >= 1 << 16 { flush() }
    }

    /// Writes to standard error, after what was printed before: where both are one terminal, the order shows. A program
    /// that reads JSON there gets nothing else.
    package func complain(_ text: String) {
        if format != .json { write(toError: text) }
    }

    private func write(toError text: String) {
        flush()
        put(Array(text.utf8), to: .error)
    }

    /// Reports problems of a description, as `DiagnosticPrinter` has printed them.
    package func report(_ problems: String) { write(toError: problems) }

    /// Reports an error that has no place in a description: `callsite: error: can't read 'a.yaml': …`.
    package func error(_ message: String) { report(.error, message, in: nil) }

    /// Reports an error about a file as a whole: `Generated/GitHub.swift: error: not written by Callsite`.
    ///
    /// - Parameter state: The state of an output, which formats for programs show beside the message.
    package func error(_ message: String, in path: String, _ state: OutputState? = nil) {
        report(.error, message, in: path, state)
    }

    /// Warns about a file as a whole.
    package func warning(_ message: String, in path: String) { report(.warning, message, in: path) }

    private func report(
        _ severity: Diagnostic.Severity, _ message: String, in path: String?, _ state: OutputState? = nil
    ) {
        let (message, path) = (printableMessage(message), path.map(printableMessage))
        if let line = format.line(severity, message, path: path, state: state) { return write(toError: line) }
        let label = severity == .error ? style.error("error:") : style.warning("warning:")
        complain("\(path.map { style.bold($0 + ":") } ?? "callsite:") \(label) \(message)\n")
    }

    /// Prints what is left and says whether all results could be printed.
    ///
    /// A reader that went away has all it wants: `EPIPE` is no error. A full disk is one.
    func finish() -> ExitStatus {
        flush()
        guard let code = failures[.output], code != EPIPE else { return .done }
        error("can't write to standard output: \(FileProblem.system(code).explanation)")
        return .fileError
    }

    package func flush() {
        if !output.isEmpty { put(output, to: .output) }
        output.removeAll(keepingCapacity: true)
    }

    private func put(_ bytes: [UInt8], to stream: Environment.Stream) {
        guard failures[stream] == nil else { return }
        let code = write(stream, bytes)
        if code != 0 { failures[stream] = code }
    }
}

/// The few colours used on a terminal, as ECMA-48 sequences; none when they are not wanted.
struct Style: Sendable {
    /// Whether there are colours at all.
    let isColored: Bool

    func bold(_ text: String) -> String { colored(text, "1") }
    func error(_ text: String) -> String { colored(text, "1;31") }
    func warning(_ text: String) -> String { colored(text, "1;35") }
    func note(_ text: String) -> String { colored(text, "1;36") }
    func marker(_ text: String) -> String { colored(text, "1;32") }

    private func colored(_ text: String, _ codes: String) -> String {
        isColored ? "\u{1B}[\(codes)m\(text)\u{1B}[0m" : text
    }
}
