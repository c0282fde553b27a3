import CallsiteCallers
import CallsiteCore
import CallsiteDiff
import CallsitePrinter
import CallsiteShell

/// `callsite usage` shows which parts of the generated code callers reach, and can write an `include:` for these alone.
func performUsage(_ invocation: Invocation, _ shell: Shell) throws(ExitStatus) -> ExitStatus {
    guard invocation.has(.callers) else {
        shell.report(UsageError("missing '--callers': the folder of the code that sends the requests", for: .usage))
        return .usage
    }
    guard let index = shell.callers(invocation.values(of: .callers)) else { throw .fileError }
    var report = ProblemReport(showsAllWarnings: invocation.has(.allWarnings))
    var subjects: [UsageSubject] = []
    for source in invocation.operands {
        if let subject = try UsageSubject(source, index, invocation, shell, &report) {
            subjects.append(subject)
        } else if !report.hasErrors {
            throw .fileError
        }
    }
    guard !report.hasErrors else {
        report.finish(consequence: "nothing was searched", on: shell.console)
        return report.status
    }
    if invocation.has(.writeInclude) { return try writeIncludes(subjects, invocation, shell) }
    if invocation.has(.checkInclude) { return try checkIncludes(subjects, invocation, shell) }
    let writer = UsageWriter(usages: subjects.map { ($0.source, $0.usage) })
    if invocation[.dataFormat] == "json" {
        shell.console.print(document: writer.json.document)
    } else {
        shell.console.print(writer.table(width: invocation.has(.wide) ? nil : shell.environment.outputWidth))
    }
    guard invocation[.failOnUnused] != nil else { return .done }
    let isUnused = subjects.contains { subject in
        subject.usage.operations.contains { $0.declaration.use == .unused }
    }
    return isUnused ? .stale : .done
}

/// A description with the use of its generated code.
struct UsageSubject {
    let source: String
    let usage: Usage
    let code: GeneratedCode
    let contract: Contract
    let settings: Configuration.Settings
    private let configuration: SourceSet.File?

    /// Nil: the description can't be read, which is reported, or has mistakes, which are in the report.
    init?(
        _ source: String, _ index: CallerIndex, _ invocation: Invocation, _ shell: Shell, _ report: inout ProblemReport
    ) throws(ExitStatus) {
        self.source = source
        (settings, configuration) = try shell.configuredSettings(for: source, invocation, &report)
        var options = settings.options()
        // All operations are generated, whatever `include:` selects.
        options.selection.include = Selection.Filter()
        guard
            let (reading, sources) = shell.load(
                source, .init(invocation, settings), pass: { UsageReading($0, options) })
        else { return nil }
        report.add(reading.diagnostics, in: sources.files, configuration, to: shell.console)
        guard let contract = reading.contract else { return nil }
        self.contract = contract
        code = GeneratedCode(reading.files.map(\.contents), namespace: options.namespace)
        usage = Usage(of: contract, code, in: index)
    }

    /// The API with the operations of a filter alone; nil: it can't be read, which is reported.
    func contract(
        including filter: Selection.Filter, _ invocation: Invocation, _ shell: Shell
    ) -> Contract? {
        var options = settings.options()
        options.selection.include = filter
        guard
            let (reading, sources) = shell.load(
                source, .init(invocation, settings), pass: { readContract($0, options: options) })
        else { return nil }
        if reading.contract == nil {
            var report = ProblemReport(showsAllWarnings: false)
            report.add(reading.diagnostics, in: sources.files, configuration, to: shell.console)
        }
        return reading.contract
    }
}

/// A description's generated code, and its contract with callers.
private struct UsageReading: PassResult {
    let missing: [MissingSource]
    var diagnostics: Diagnostics
    let files: [Output.File]
    let contract: Contract?

    init(_ sources: SourceSet, _ options: Options) {
        let output = generate(sources, options: options)
        (missing, diagnostics, files) = (output.missing, output.diagnostics, output.files)
        contract =
            missing.isEmpty && !diagnostics.hasErrors ? readContract(sources, options: options).contract : nil
    }
}

extension CommandOption {
    static let writeInclude = CommandOption(
        long: "write", kind: .flag, help: "write the operations that are used into 'include:' of callsite.yaml")
    static let checkInclude = CommandOption(
        long: "check", kind: .flag,
        help: "write nothing; exit with status 2 if 'include:' isn't what the code uses")
    static let failOnUnused = CommandOption(
        long: "fail-on", kind: .value(placeholder: "KIND", choices: ["unused"]),
        help: "unused: exit with status 2 if an operation is never used")
}
