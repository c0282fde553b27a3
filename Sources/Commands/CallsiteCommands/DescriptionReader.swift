import CallsiteCore
import CallsiteShell

/// Reads the description that a command is about, with its settings, and reports its problems.
struct DescriptionReader {
    let path: String
    let invocation: Invocation
    let shell: Shell
    let settings: Configuration.Settings
    let configuration: SourceSet.File?
    private(set) var report: ProblemReport

    /// - Throws: The exit status if the configuration can't be read, which is then reported.
    init(_ path: String, _ invocation: Invocation, _ shell: Shell) throws(ExitStatus) {
        (self.path, self.invocation, self.shell) = (path, invocation, shell)
        report = ProblemReport(showsAllWarnings: invocation.has(.allWarnings))
        (settings, configuration) = try shell.configuredSettings(for: path, invocation, &report)
    }

    /// For settings that another command has read.
    init(_ path: String, _ invocation: Invocation, _ shell: Shell, settings: Configuration.Settings) {
        (self.path, self.invocation, self.shell) = (path, invocation, shell)
        (self.settings, configuration) = (settings, nil)
        report = ProblemReport(showsAllWarnings: invocation.has(.allWarnings))
    }

    /// Runs a pass of the core on the description, and reports nothing but an unreadable file.
    func load<Result: PassResult>(
        contents: [UInt8]? = nil, pass: (SourceSet) -> Result
    ) throws(ExitStatus) -> (result: Result, sources: SourceSet) {
        guard let loaded = shell.load(path, .init(invocation, settings), contents: contents, pass: pass) else {
            throw .fileError
        }
        return loaded
    }

    /// Runs a pass of the core on the description, and reports its problems.
    ///
    /// - Parameter consequence: The end of the closing line that is printed if there are errors.
    /// - Throws: The exit status if the description can't be read or has errors.
    mutating func read<Result: PassResult>(
        contents: [UInt8]? = nil, consequence: String? = nil, pass: (SourceSet) -> Result
    ) throws(ExitStatus) -> (result: Result, sources: SourceSet) {
        let loaded = try load(contents: contents, pass: pass)
        add(loaded.result.diagnostics, in: loaded.sources)
        try check(consequence: consequence)
        return loaded
    }

    mutating func add(_ diagnostics: Diagnostics, in sources: SourceSet) {
        report.add(diagnostics, in: sources.files, configuration, to: shell.console)
    }

    /// Prints the closing line and throws the exit status if there were errors.
    func check(consequence: String? = nil) throws(ExitStatus) {
        guard report.hasErrors else { return }
        report.finish(consequence: consequence, on: shell.console)
        throw report.status
    }
}

extension Configuration.Settings {
    /// The options of a description, with those of the command line.
    func options(overriddenBy invocation: Invocation) -> Options {
        var options = options()
        if invocation.has(.include) { options.selection.include = includedOperations(invocation) }
        options.apiName = invocation[.apiName] ?? options.apiName
        options.namespace = invocation[.namespace] ?? options.namespace
        return options
    }
}
