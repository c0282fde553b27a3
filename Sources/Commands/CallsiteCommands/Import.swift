import CallsiteCore
import CallsiteFormat
import CallsiteImport
import CallsitePrinter
import CallsiteShell

/// `callsite import`: an OpenAPI document, or requests with their responses, in Callsite's own format.
func performImport(_ invocation: Invocation, _ shell: Shell) throws(ExitStatus) -> ExitStatus {
    var contents: [UInt8]?
    switch try sampleInput(invocation, shell) {
    case .samples(let files): return try importSamples(files, invocation, shell)
    case .description(let bytes): contents = bytes
    }
    for option in [CommandOption.explainInference, .allRequests, .servers] where invocation.has(option) {
        shell.report(
            UsageError(
                "'\(option.name)' is for recorded requests, and '\(path: invocation.operands[0])' is none",
                for: invocation.command))
        return .usage
    }
    var report = ProblemReport(showsAllWarnings: invocation.has(.allWarnings))
    let (settings, configuration) = try shell.configuredSettings(for: invocation.operands[0], invocation, &report)
    var options = settings.options()
    if invocation.has(.include) { options.selection.include = includedOperations(invocation) }
    options.apiName = invocation[.apiName] ?? options.apiName
    guard
        let (imported, sources) = shell.load(
            invocation.operands[0], .init(invocation, settings), contents: contents,
            pass: { importDescription($0, options: options) })
    else { return .fileError }
    let diagnostics = invocation.has(.strict) ? imported.diagnostics.treatingWarningsAsErrors() : imported.diagnostics
    report.add(diagnostics, in: sources.files, configuration, to: shell.console)
    guard !report.hasErrors else {
        report.finish(consequence: "nothing was written", on: shell.console)
        return report.status
    }
    let text = layout(Array(imported.text.utf8)) ?? imported.text
    guard let path = invocation[.importOutput], path != "-" else {
        shell.console.print(document: text)
        return .done
    }
    let file = Output.File(name: Path.lastComponent(path), contents: Array(text.utf8))
    return shell.writeFiles([file], in: Path.folder(of: path), elsewhere: "another name") { _ in path }
}
