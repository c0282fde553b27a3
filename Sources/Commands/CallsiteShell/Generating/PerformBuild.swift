import CallsiteCore
import CallsitePrinter

/// `generate` for the build plugin: always the same files, in one folder without a manifest.
func performBuild(_ invocation: Invocation, _ shell: Shell) throws(ExitStatus) -> ExitStatus {
    var run = GenerateRun(invocation, shell)
    var report = ProblemReport()
    let jobs = try run.jobs(Configuration.Settings(), &report)
    let preparedJobs = try run.prepare(jobs, FilesOnce(), &report)
    var generated: [GeneratedFiles] = []
    for (prepared, result) in zip(preparedJobs, run.generateAll(preparedJobs, { job, _ in job.generate() })) {
        let job = prepared.job
        for path in result.sources.paths { run.noteInput(path) }
        if !job.isForTests, job.settings.since != nil {
            let place = job.place(of: "since")
            report.report(.sinceInBuild(at: place?.location ?? .commandLine), in: place?.file, to: shell.console)
        }
        report.add(
            result.output.diagnostics, in: result.sources.files + result.output.templates, job.configuration,
            to: shell.console)
        if job.isForTests {
            generated.append(run.testFixtures(result.output, of: job, result.sources))
        } else {
            let files = run.files(result.output, of: prepared, result.sources)
            generated += [files.code, files.fixtures].compactMap(\.self)
        }
    }
    try run.checkInputs(&report)
    run.reportClashes(in: generated, &report)
    guard !report.hasErrors, let shards = run.shards else { return report.failure(on: shell.console) }
    return run.write(
        run.folders(of: generated).map { _, outputs in
            OutputWriter(
                folder: outputs[0].folder, sections: [run.shardedSection(outputs, shards)], hasManifest: false,
                shell: shell)
        })
}

extension Diagnostic {
    package static func sinceInBuild(at place: SourceLocation) -> Diagnostic {
        .error(
            "since-in-build", "the build plugin can't keep callers of an older description compiling",
            help:
                "commit the code: give the description an 'output' instead of a 'target', and run 'callsite generate'",
            at: place)
    }
}
