import CallsiteCore

/// `callsite validate`: everything that `generate` checks, with nothing written.
func performValidate(_ invocation: Invocation, _ shell: Shell) -> ExitStatus {
    let options = Options(isStrict: invocation.has(.strict))
    var report = ProblemReport()
    for specification in invocation.operands {
        let allowOutside = invocation.has(.allowOutside)
        guard
            let (output, sources) = shell.load(
                specification, allowOutside: allowOutside, pass: { generate($0, options: options) })
        else {
            report.hasUnreadableFile = true
            continue
        }
        let warnings = report.add(output.diagnostics, in: sources.files, to: shell.console)
        if !output.diagnostics.hasErrors, !invocation.has(.quiet) {
            let remark = warnings > 0 ? ", with " + counted(warnings, "warning") : ""
            shell.console.print("\(printable(sources.paths[0])): valid\(remark)\n")
        }
    }
    report.finish(on: shell.console)
    return report.status
}
