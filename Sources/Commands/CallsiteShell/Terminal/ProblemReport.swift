import CallsiteCore

/// Prints the diagnostics of a run and keeps count.
package struct ProblemReport {
    private var errors = 0
    private var warnings = 0
    /// Whether a file named on the command line could not be read.
    package var hasUnreadableFile = false
    /// Whether every warning is printed; otherwise only the first few of each kind are, if there are many.
    private let showsAllWarnings: Bool

    /// The number of warnings up to which all warnings of a description are printed.
    private static let fewWarnings = 20
    /// The number of warnings of each kind that are printed if there are more.
    private static let warningsOfAKind = 3

    package init(showsAllWarnings: Bool = true) { self.showsAllWarnings = showsAllWarnings }

    /// Whether nothing may be written.
    package var hasErrors: Bool { errors > 0 || hasUnreadableFile }

    /// How the run ends if nothing else is wrong.
    package var status: ExitStatus { hasUnreadableFile ? .fileError : errors > 0 ? .invalidInput : .done }

    /// Prints the diagnostics of one description.
    ///
    /// - Parameters:
    ///   - diagnostics: what the core reports.
    ///   - files: the files that the diagnostics' `FileID`s number: the description's files, then the templates'.
    ///   - configuration: the file that `FileID.configuration` means.
    ///   - console: the console to print on.
    /// - Returns: how many warnings there were.
    @discardableResult
    package mutating func add(
        _ diagnostics: Diagnostics, in files: [SourceSet.File], _ configuration: SourceSet.File? = nil,
        to console: Console
    ) -> Int {
        let last = FileID(files.count)
        let diagnostics =
            configuration == nil ? diagnostics : diagnostics.renumbered { $0 == .configuration ? last : $0 }
        let files = files + [configuration].compactMap(\.self)
        let shown = diagnostics.sorted
        let newWarnings = shown.count { $0.severity == .warning }
        warnings += newWarnings
        errors += shown.count - newWarnings
        var printer = DiagnosticPrinter(files: files, console: console)
        let isShort = !showsAllWarnings && console.format == .text && newWarnings > Self.fewWarnings
        let text = printer.text(isShort ? shortened(shown) : diagnostics)
        if !text.isEmpty { console.report(text) }
        if isShort { reportHidden(shown, on: console) }
        return newWarnings
    }

    /// Prints one diagnostic about a file, such as the configuration, or about no file.
    package mutating func report(_ diagnostic: Diagnostic, in file: SourceSet.File?, to console: Console) {
        var diagnostics = Diagnostics()
        diagnostics.report(diagnostic)
        add(diagnostics, in: [file].compactMap(\.self), to: console)
    }

    private func shortened(_ all: [Diagnostic]) -> Diagnostics {
        var counts: [String: Int] = [:]
        var result = Diagnostics()
        for diagnostic in all {
            if diagnostic.severity == .warning {
                counts[diagnostic.id, default: 0] += 1
                if counts[diagnostic.id, default: 0] > Self.warningsOfAKind { continue }
            }
            result.report(diagnostic)
        }
        return result
    }

    /// `214 more warnings are not shown: renamed-endpoint 148, …`
    private func reportHidden(_ all: [Diagnostic], on console: Console) {
        var counts: [String: Int] = [:]
        for diagnostic in all where diagnostic.severity == .warning { counts[diagnostic.id, default: 0] += 1 }
        let hidden = counts.mapValues { $0 - Self.warningsOfAKind }.filter { $0.value > 0 }
        let total = hidden.values.reduce(0, +)
        guard total > 0 else { return }
        let kinds = hidden.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
        console.complain(
            counted(total, "more warning")
                + " not shown (\(kinds.joined(separator: ", "))); '--all-warnings' prints all, 'callsite explain ID' "
                + "says what one means\n")
    }

    /// Prints an error that has no place in a description.
    package mutating func addError(_ message: String, to console: Console) {
        errors += 1
        console.error(message)
    }

    /// Prints that nothing was written, and says how the run ends.
    func failure(on console: Console) -> ExitStatus {
        finish(consequence: "nothing was written", on: console)
        return status
    }

    /// Prints the closing line, if there were errors: `3 errors, 1 warning; nothing was written`.
    package func finish(consequence: String? = nil, on console: Console) {
        var parts: [String] = []
        if errors > 0 { parts.append(counted(errors, "error")) }
        if warnings > 0, errors > 0 { parts.append(counted(warnings, "warning")) }
        let closing = [parts.joined(separator: ", "), consequence ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
        if hasErrors, !closing.isEmpty { console.complain(closing + "\n") }
    }
}
