import CallsiteCore
import CallsiteImport
import CallsiteInspect
import CallsitePrinter

/// Reads a configuration. If it has no error, the small document that it refers to is generated with its settings.
struct ConfigurationChecks {
    static func run(_ input: FuzzInput) -> [Finding] {
        let file = SourceSet.File(path: input.main.name, bytes: input.main.bytes)
        var diagnostics = Diagnostics()
        let configuration = readConfiguration(file, &diagnostics)
        var findings = MessageCheck(SourceSet(main: file)).findings(diagnostics)
        guard !diagnostics.hasErrors else { return findings }
        let sources = SourceSet(main: .init(path: "api.yaml", bytes: Array(ConfigurationInputs.document.utf8)))
        let messages = MessageCheck(sources, configuration: file)
        for entry in configuration.descriptions.prefix(4) {
            var options = entry.settings.options()
            if entry.settings.fixtures != nil { options.fixturesModule = entry.settings.module ?? "Fuzzed" }
            if entry.settings.embedsRuntime == true { options.runtimeTypes = ["Session", "API", "Endpoint"] }
            let output = generate(sources, options: options)
            findings += messages.findings(output.diagnostics)
            if output.diagnostics.hasErrors != output.files.isEmpty {
                // Everything may be left out.
                if options.selection.isEmpty { findings.append(.init(.disagreement, "files and errors, or neither")) }
            }
            findings += messages.findings(inspectNames(sources, options: options).diagnostics)
            findings += messages.findings(importDescription(sources, options: options).diagnostics)
        }
        return findings
    }
}
