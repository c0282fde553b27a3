import CallsiteCore
import CallsiteDiff
import CallsitePrinter
import CallsiteShell

/// The declarations that callers of an older description need to go on compiling.
private struct OldCallers: PassResult, Sendable {
    var missing: [MissingSource] = []
    /// The diagnostics of the older description.
    var diagnostics = Diagnostics()
    /// nil: nothing is needed.
    var file: Output.File?
    /// The names that the file declares outside every type.
    var declarations: [String] = []
    /// Whether the two descriptions have hardly anything in common.
    var isUnrelated = false
}

extension Generation {
    /// Adds the declarations that callers of an older description need. `--since` or `since:` names that description.
    ///
    /// - Returns: false: the older description can't be read.
    mutating func keepCallers(
        of job: GenerateJob, _ options: Options, _ output: inout Output, _ sources: SourceSet,
        _ report: inout ProblemReport
    ) -> Bool {
        guard let old = job.settings.since else { return true }
        let place = job.place(of: "since")
        guard options.shards == nil else {
            report.report(at: place, to: shell.console) { .sinceInBuild(at: $0) }
            return true
        }
        guard !output.diagnostics.hasErrors else { return true }
        guard
            let (result, files) = shell.load(
                old, .init(job.settings), namedAt: place,
                pass: { keepOldCallers($0, sources, options, output) })
        else { return false }
        for path in files.paths { run.noteInput(path) }
        report.add(result.diagnostics, in: files.files, job.configuration, to: shell.console)
        if result.isUnrelated {
            report.report(at: place, to: shell.console) { .sinceUnrelated(old, job.source, at: $0) }
        }
        if let file = result.file { output.files.append(file) }
        output.declarations += result.declarations
        return true
    }
}

/// `generate --since`: compares the older description with the new one, and declares again what callers would miss.
private func keepOldCallers(_ old: SourceSet, _ new: SourceSet, _ options: Options, _ output: Output) -> OldCallers {
    var result = OldCallers()
    let before = readContract(old, options: options, isConfigurationForAnother: true, findsShared: false)
    result.missing = before.missing
    // Its warnings were reported when it was generated, so only errors matter here.
    guard let contract = before.contract else {
        result.diagnostics = before.diagnostics
        return result
    }
    guard let now = readContract(new, options: options).contract, let first = output.files.first else { return result }
    let forwarding = forwarding(from: contract, to: now, options: options, declared: output.declarations)
    result.isUnrelated = forwarding.isUnrelated
    guard !forwarding.text.isEmpty else { return result }
    let header = String(decoding: first.contents.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let usedNames = Set(output.files.map { $0.name.lowercased() })
    let names = ["Deprecated", "DeprecatedNames", "OldNames"].map { FileNames.fileName("\(now.name)+\($0)") }
    // Three tags of one description could have these names; then the last is as good as any.
    guard let name = names.first(where: { !usedNames.contains($0.lowercased()) }) else { return result }
    result.file = .init(name: name, contents: Array((header + "\n" + forwarding.text).utf8))
    result.declarations = forwarding.names
    return result
}

extension Diagnostic {
    fileprivate static func sinceUnrelated(_ old: String, _ new: String, at place: SourceLocation) -> Diagnostic {
        .error(
            "since-unrelated", "'\(path: old)' and '\(path: new)' share no endpoint and hardly a model",
            help: "name an older version of the same description", at: place)
    }
}
