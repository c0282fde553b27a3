import CallsiteCore
import CallsitePrinter

/// Keeps callers of an older description compiling, by a file beside the generated ones. The code that compares
/// descriptions is outside this module, so the build plugin's tool is built without it; the whole tool passes it in.
package struct OldCallers: Sendable {
    package struct Result: PassResult, Sendable {
        package var missing: [MissingSource] = []
        /// The diagnostics of the older description.
        package var diagnostics = Diagnostics()
        /// nil: nothing is needed.
        package var file: Output.File?
        /// The names that the file declares outside every type.
        package var declarations: [String] = []
        /// The two have hardly anything in common.
        package var isUnrelated = false

        package init() {}
    }

    /// - Parameters:
    ///   - old: the older description.
    ///   - new: the one that was generated.
    ///   - output: what was made of it.
    let keep: @Sendable (_ old: SourceSet, _ new: SourceSet, _ options: Options, _ output: Output) -> Result

    package init(
        keep: @escaping @Sendable (_ old: SourceSet, _ new: SourceSet, _ options: Options, _ output: Output) -> Result
    ) {
        self.keep = keep
    }
}

/// Carries out `--check --explain` for output that isn't up to date. Its code compares descriptions, so the whole tool
/// passes it in.
package struct StaleOutput: Sendable {
    /// A description whose output was checked.
    package struct Subject: Sendable {
        /// As the user wrote it.
        package let source: String
        package let folder: String
        package let settings: Configuration.Settings
        package let options: Options
        package let configuration: SourceSet.File?
    }

    let explain: @Sendable (_ subject: Subject, _ invocation: Invocation, _ shell: Shell) -> Void

    package init(explain: @escaping @Sendable (_ subject: Subject, _ invocation: Invocation, _ shell: Shell) -> Void) {
        self.explain = explain
    }
}

extension GenerateRun {
    /// Adds what callers of the older description need that `--since` or `since:` names.
    ///
    /// - Returns: false: the older one can't be read.
    mutating func keepCallers(
        of job: GenerateJob, _ options: Options, _ output: inout Output, _ sources: SourceSet,
        _ report: inout ProblemReport
    ) -> Bool {
        guard let old = job.settings.since else { return true }
        let place = job.place(of: "since")
        guard let callers, options.shards == nil else {
            report.report(.sinceInBuild(at: place?.location ?? .commandLine), in: place?.file, to: shell.console)
            return true
        }
        guard !output.diagnostics.hasErrors else { return true }
        guard
            let (result, files) = shell.load(
                old, allowOutside: job.settings.allowsOutside ?? false,
                allowedFolders: job.settings.allowedFolders ?? [], namedAt: place,
                pass: { callers.keep($0, sources, options, output) })
        else { return false }
        for path in files.paths { noteInput(path) }
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
    static func sinceInBuild(at place: SourceLocation) -> Diagnostic {
        .error(
            "since-in-build", "the build plugin can't keep callers of an older description compiling",
            help:
                "commit the code: give the description an 'output' instead of a 'target', and run 'callsite generate'",
            at: place)
    }
    static func sinceUnrelated(_ old: String, _ new: String, at place: SourceLocation) -> Diagnostic {
        .error(
            "since-unrelated", "'\(path: old)' and '\(path: new)' share no endpoint and hardly a model",
            help: "name an older version of the same description", at: place)
    }
}
