import CallsiteCore
import CallsiteFormat
import CallsiteImport
import CallsitePrinter
import CallsiteSamples
import CallsiteShell

/// `callsite import`: an OpenAPI document in Callsite's own format.
func performImport(_ invocation: Invocation, _ shell: Shell) throws(ExitStatus) -> ExitStatus {
    var samples: [SampleFile] = []
    for path in invocation.operands {
        if let bytes = try? readFile(shell.absolute(path), regularOnly: true), bytes.first == 0x7B,
            let file = archiveSamples(path, bytes)
        {
            samples.append(file)
        }
    }
    if !samples.isEmpty { return try importSamples(samples, invocation, shell) }
    var report = ProblemReport(showsAllWarnings: invocation.has(.allWarnings))
    let (settings, configuration) = try shell.configuredSettings(for: invocation.operands[0], invocation, &report)
    var options = settings.options()
    if invocation.has(.include) { options.selection.include = includedOperations(invocation) }
    options.apiName = invocation[.apiName] ?? options.apiName
    guard
        let (imported, sources) = shell.load(
            invocation.operands[0], .init(invocation, settings), pass: { importDescription($0, options: options) })
    else { return .fileError }
    let diagnostics = invocation.has(.strict) ? imported.diagnostics.treatingWarningsAsErrors() : imported.diagnostics
    report.add(diagnostics, in: sources.files, configuration, to: shell.console)
    guard !report.hasErrors else {
        report.finish(consequence: "nothing was written", on: shell.console)
        return report.status
    }
    let text = layout(Array(imported.text.utf8)) ?? imported.text
    guard let path = invocation[.importOutput], path != "-" else {
        shell.console.print(text)
        return .done
    }
    let file = Output.File(name: Path.lastComponent(path), contents: Array(text.utf8))
    return shell.writeFiles([file], in: Path.folder(of: path), elsewhere: "another name") { _ in path }
}
