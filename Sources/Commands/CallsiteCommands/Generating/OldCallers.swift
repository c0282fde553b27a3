import CallsiteCore
import CallsitePrinter
import CallsiteShell

/// The declarations that callers of an older description need to go on compiling.
struct OldCallers: PassResult, Sendable {
    var missing: [MissingSource] = []
    /// The diagnostics of the older description.
    var diagnostics = Diagnostics()
    /// nil: nothing is needed.
    var file: Output.File?
    /// The names that the file declares outside every type.
    var declarations: [String] = []
    /// The two have hardly anything in common.
    var isUnrelated = false
}

extension Generation {
    /// Adds what callers of the older description need that `--since` or `since:` names.
    ///
    /// - Returns: false: the older one can't be read.
    mutating func keepCallers(
        of job: GenerateJob, _ options: Options, _ output: inout Output, _ sources: SourceSet,
        _ report: inout ProblemReport
    ) -> Bool {
        guard let old = job.settings.since else { return true }
        let place = job.place(of: "since")
        guard options.shards == nil else {
            report.report(.sinceInBuild(at: place?.location ?? .commandLine), in: place?.file, to: shell.console)
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
            report.report(
                .sinceUnrelated(old, job.source, at: place?.location ?? .commandLine), in: place?.file,
                to: shell.console)
        }
        if let file = result.file { output.files.append(file) }
        output.declarations += result.declarations
        return true
    }
}

extension Diagnostic {
    static func sinceUnrelated(_ old: String, _ new: String, at place: SourceLocation) -> Diagnostic {
        .error(
            "since-unrelated", "'\(path: old)' and '\(path: new)' share no endpoint and hardly a model",
            help: "name an older version of the same description", at: place)
    }
}
