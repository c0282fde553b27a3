import CallsiteCore
import CallsiteFormat
import CallsiteImport
import CallsiteShell

/// `callsite import`: converts an OpenAPI document, or requests with their responses, to Callsite's own format.
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
    var reader = try DescriptionReader(invocation.operands[0], invocation, shell)
    let options = reader.settings.options(overriddenBy: invocation)
    let (imported, sources) = try reader.load(contents: contents) { importDescription($0, options: options) }
    let diagnostics = invocation.has(.strict) ? imported.diagnostics.treatingWarningsAsErrors() : imported.diagnostics
    reader.add(diagnostics, in: sources)
    try reader.check(consequence: "nothing was written")
    return shell.writeDocument(layout(Array(imported.text.utf8)) ?? imported.text, to: invocation[.importOutput])
}
