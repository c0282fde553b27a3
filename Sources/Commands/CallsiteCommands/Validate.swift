import CallsiteCore
import CallsitePrinter
import CallsiteShell

/// `callsite validate`: everything that `generate` checks, with nothing written.
func performValidate(_ invocation: Invocation, _ shell: Shell) throws(ExitStatus) -> ExitStatus {
    var report = ProblemReport(showsAllWarnings: invocation.has(.allWarnings))
    for specification in invocation.operands {
        let (settings, configuration) = try shell.configuredSettings(for: specification, invocation, &report)
        var options = settings.options()
        if invocation.has(.strict) { options.isStrict = true }
        guard
            let (output, sources) = shell.load(
                specification, .init(invocation, settings), pass: { generate($0, options: options) })
        else {
            report.hasUnreadableFile = true
            continue
        }
        let warnings = report.add(output.diagnostics, in: sources.files, configuration, to: shell.console)
        if !output.diagnostics.hasErrors {
            let remark = warnings > 0 ? ", with " + counted(warnings, "warning") : ""
            shell.console.print("\(printable(sources.paths[0])): valid\(remark)\n")
        }
    }
    report.finish(on: shell.console)
    return report.status
}
