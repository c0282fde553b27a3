import CallsiteCore

/// `callsite generate`: every description by itself, then all files at once.
func performGenerate(_ invocation: Invocation, _ shell: Shell) -> ExitStatus {
    var options = Options(isStrict: invocation.has(.strict))
    if let access = invocation[.access].flatMap(Options.Access.init) { options.access = access }
    options.namespace = invocation[.namespace]
    guard let folder = invocation[.output].map(Path.withoutTrailingSlashes),
        let templates = shell.loadTemplates(from: invocation[.templates])
    else { return .fileError }

    var report = ProblemReport()
    var generated: [GeneratedFiles] = []
    for specification in invocation.operands {
        let allowOutside = invocation.has(.allowOutside)
        guard
            let (output, sources) = shell.load(
                specification, allowOutside: allowOutside, pass: { generate($0, options: options, templates: templates) })
        else {
            report.hasUnreadableFile = true
            continue
        }
        report.add(output.diagnostics, in: sources.files + output.templates, to: shell.console)
        generated.append(GeneratedFiles(source: sources.paths[0], files: output.files, declarations: output.declarations))
    }
    for clash in nameClashes(in: generated) + declarationClashes(in: generated) { report.addError(clash, to: shell.console) }
    if let problem = headerProblem(in: generated.flatMap(\.files)) { report.addError(problem, to: shell.console) }
    guard !report.hasErrors else {
        report.finish(consequence: "nothing was written", on: shell.console)
        return report.status
    }

    let base = shell.absolute(folder)
    let sections = generated.map { output in
        let isInput = output.source == Path.standardInput
        let name = isInput ? output.source : Path.relative(shell.absolute(output.source), from: base)
        return OutputSection(description: name, files: output.files)
    }
    let output = OutputWriter(
        folder: folder, sections: sections, isForced: invocation.has(.force), isQuiet: invocation.has(.quiet), shell: shell)
    if invocation.has(.check) { return output.check() }
    return invocation.has(.dryRun) ? output.announce() : output.write()
}

/// What one description gave.
struct GeneratedFiles: Hashable, Sendable {
    /// The description's path as the user wrote it.
    let source: String
    let files: [Output.File]
    /// What they declare outside every type.
    var declarations: [String] = []
}

/// Finds files that two descriptions both want to write: one would silently replace the other.
///
/// Names that differ only in case are one on the file systems of macOS and Windows. File names are ASCII.
func nameClashes(in generated: [GeneratedFiles]) -> [String] {
    var owners: [String: String] = [:]
    var clashes: [String] = []
    for output in generated {
        for file in output.files {
            let key = file.name.lowercased()
            if let owner = owners[key] {
                clashes.append(
                    "'\(owner)' and '\(output.source)' both generate '\(file.name)'; generate them into different folders")
            } else {
                owners[key] = output.source
            }
        }
    }
    return clashes
}

/// Finds types that two descriptions both declare: they go into one folder, so into one module.
func declarationClashes(in generated: [GeneratedFiles]) -> [String] {
    var owners: [String: String] = [:]
    var clashes: [String] = []
    for output in generated {
        for name in output.declarations {
            if let owner = owners.updateValue(output.source, forKey: name) {
                clashes.append("'\(owner)' and '\(output.source)' both declare '\(name)'; generate one of them with --namespace")
            }
        }
    }
    return clashes
}

/// Finds a file whose template leaves out the first line: the next run would take the file for somebody else's.
func headerProblem(in files: [Output.File]) -> String? {
    guard let file = files.first(where: { GeneratedHeader(firstLineOf: $0.contents) == nil }) else { return nil }
    return "the templates begin '\(file.name)' without '\(GeneratedHeader.prefix)…', so that it could not be updated later"
}
