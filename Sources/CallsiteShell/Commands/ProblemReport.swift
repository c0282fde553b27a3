import CallsiteCore

/// Prints the diagnostics of a run and keeps count.
struct ProblemReport {
    private var errors = 0
    private var warnings = 0
    /// Whether a file named on the command line could not be read.
    var hasUnreadableFile = false

    /// Whether nothing may be written.
    var hasErrors: Bool { errors > 0 || hasUnreadableFile }

    /// How the run ends if nothing else is wrong.
    var status: ExitStatus { hasUnreadableFile ? .fileError : errors > 0 ? .invalidInput : .done }

    /// Prints the diagnostics of one description.
    ///
    /// - Parameters:
    ///   - diagnostics: what the core reports.
    ///   - files: what the diagnostics' `FileID`s count: the description's files, then the templates'.
    ///   - console: where to.
    /// - Returns: how many warnings there were.
    @discardableResult
    mutating func add(_ diagnostics: Diagnostics, in files: [SourceSet.File], to console: Console) -> Int {
        let shown = diagnostics.sorted
        let new = shown.count { $0.severity == .warning }
        warnings += new
        errors += shown.count - new
        var printer = DiagnosticPrinter(files: files, console: console)
        let text = printer.text(diagnostics)
        if !text.isEmpty { console.report(text) }
        return new
    }

    /// Prints an error that has no place in a description.
    mutating func addError(_ message: String, to console: Console) {
        errors += 1
        console.error(message)
    }

    /// Prints the closing line, if there were errors: `3 errors, 1 warning; nothing was written`.
    func finish(consequence: String? = nil, on console: Console) {
        var parts: [String] = []
        if errors > 0 { parts.append(counted(errors, "error")) }
        if warnings > 0, errors > 0 { parts.append(counted(warnings, "warning")) }
        let closing = [parts.joined(separator: ", "), consequence ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
        if hasErrors, !closing.isEmpty { console.complain(closing + "\n") }
    }
}
