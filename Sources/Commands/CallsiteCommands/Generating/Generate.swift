import CallsiteCore
import CallsitePrinter
import CallsiteShell
import CallsiteSwift

/// `callsite generate`: generates from each description separately, then writes all files together.
func performGenerate(_ invocation: Invocation, _ shell: Shell) throws(ExitStatus) -> ExitStatus {
    var generation = Generation(invocation, shell, embedding: RuntimeSources(embeddedRuntime))
    return invocation.has(.watch) ? generation.watch() : generation.perform()
}

/// A run of `callsite generate`. `GenerateRun` has the steps that a build needs too.
///
/// The other steps write manifests, mocks, the runtime, dependency files and declarations for older callers, compare
/// for `--check`, and keep records for later runs.
struct Generation {
    let invocation: Invocation
    let shell: Shell
    private let runtime: RuntimeSources
    var run: GenerateRun
    private var shards: Int? { run.shards }

    init(_ invocation: Invocation, _ shell: Shell, embedding runtime: RuntimeSources) {
        (self.invocation, self.shell, self.runtime) = (invocation, shell, runtime)
        // An embedded runtime is in the same module as the models, so they can't have the names of its types.
        run = GenerateRun(invocation, shell, runtimeTypes: { runtime.types })
    }

    mutating func perform() -> ExitStatus {
        run.timings = Timings()
        defer { if invocation.has(.timings) { shell.console.complain(run.timings.text) } }
        var report = ProblemReport(showsAllWarnings: invocation.has(.allWarnings))
        do throws(ExitStatus) {
            let jobs = try run.jobs(Configuration.Settings(invocation), &report)
            let files = FilesOnce()
            let earlier = EarlierRuns(invocation, shell, jobs: jobs, files: files)
            let preparedJobs = try run.prepare(jobs, files, &report)
            var outputs = Outputs()
            for (prepared, result) in zip(preparedJobs, generateAll(preparedJobs, earlier)) {
                collect(result, of: prepared, beside: jobs, earlier, into: &outputs, &report)
            }
            try run.checkInputs(&report)
            if shards == nil { checkFolders(of: jobs, &report) }
            return try write(outputs, of: jobs, earlier, &report)
        } catch {
            return error
        }
    }

    private mutating func generateAll(_ jobs: [PreparedJob], _ earlier: EarlierRuns?) -> [JobResult] {
        run.generateAll(jobs) { job, progress in
            let (earlierOutput, key) = earlier?.find(job) ?? (nil, nil)
            if let earlierOutput { return JobResult(earlierOutput, job.description.main) }
            let (output, sources) = job.generate()
            let record = key.flatMap { earlier?.record($0, of: job.job, output, sources) }
            if let record, progress.seconds > EarlierRuns.longRun { earlier?.keep(record, of: job.job, output) }
            return JobResult(output, sources, record)
        }
    }

    // MARK: Collecting

    /// Adds the result of a job to the outputs to write, and reports the job's problems.
    private mutating func collect(
        _ result: JobResult, of prepared: PreparedJob, beside jobs: [GenerateJob], _ earlier: EarlierRuns?,
        into outputs: inout Outputs, _ report: inout ProblemReport
    ) {
        let job = prepared.job
        var (output, sources) = (result.output, result.sources)
        for path in sources.paths { run.noteInput(path) }
        if let earlier = result.earlier {
            run.noteInputs(earlier.record.inputs.keys)
            outputs.unchanged.add(earlier.record)
            if earlier.wasKept { outputs.records.append((job, earlier.record)) }
        }
        if !job.isForTests, !keepCallers(of: job, prepared.options, &output, sources, &report) {
            report.hasUnreadableFile = true
            return
        }
        report.add(output.diagnostics, in: sources.files + output.templates, job.configuration, to: shell.console)
        if job.isForTests { return outputs.generated.append(run.testFixtures(output, of: job, sources)) }
        if job.isForMock {
            return outputs.mocks += [mockFile(of: job, prepared.options)].compactMap(\.self)
        }
        outputs.subjects.append(
            StaleSubject(
                source: job.source, folder: job.output, settings: job.settings, options: prepared.options,
                configuration: job.configuration))
        let (code, fixtures) = run.files(output, of: prepared, sources)
        outputs.generated += prepared.options.splitsModules ? shell.modules(of: code, beside: jobs) : [code]
        if let fixtures { outputs.generated.append(fixtures) }
        let mock = result.earlier?.mock(of: job) ?? mockFile(of: job, prepared.options)
        if let mock { outputs.mocks.append(mock) }
        if var record = result.record, let earlier {
            if let mock { record.written.append(earlier.written(.mock, mock.path, mock.contents)) }
            outputs.records.append((job, record))
        }
    }

    // MARK: Writing

    /// Writes everything, or nothing if there are errors.
    private mutating func write(
        _ outputs: Outputs, of jobs: [GenerateJob], _ earlier: EarlierRuns?, _ report: inout ProblemReport
    ) throws(ExitStatus) -> ExitStatus {
        let (generated, mocks) = (outputs.generated, outputs.mocks)
        let dependencies = invocation[.depfile].map { _ in self.dependencies(generated, mocks, jobs) }
        if !report.hasErrors, !canWriteBeside(mocks, dependencies, generated) { throw .fileError }
        var status = write(generated, &report)
        if !report.hasErrors { for mock in mocks { status = max(status, write(mock)) } }
        if status == .done, !report.hasErrors { earlier?.remember(outputs.records) }
        if !shell.console.isQuiet, let line = outputs.unchanged.line { shell.console.complain(line) }
        if status == .done, !report.hasErrors, let path = invocation[.depfile], let text = dependencies?.text {
            status = writeDependencies(text, to: path)
        }
        if status == .stale, invocation.has(.explain) {
            for subject in outputs.subjects { explainStaleOutput(subject, invocation, shell) }
        }
        return status
    }

    private mutating func write(_ generated: [GeneratedFiles], _ report: inout ProblemReport) -> ExitStatus {
        let start = shell.environment.now()
        defer { run.timings.writing = shell.environment.now() - start }
        run.reportClashes(in: generated, &report)
        guard !report.hasErrors else {
            report.finish(consequence: "nothing was written", on: shell.console)
            return report.status
        }
        // A run may write nothing but mocks.
        guard !generated.isEmpty else { return .done }

        let writers = run.folders(of: generated).map { base, outputs in writer(of: outputs, in: base) }
        if invocation.has(.check) {
            var summary = CheckSummary()
            let status = writers.map { $0.check(&summary) }.max() ?? .done
            if status != .fileError { summary.report(to: shell.console) }
            return status
        }
        if invocation.has(.dryRun) {
            var summary = WriteSummary()
            let status = writers.map { $0.announce(&summary) }.max() ?? .done
            if status == .done {
                shell.console.print(summary.closingLine("to write", "to delete"))
            }
            return status
        }
        return run.write(writers)
    }

    private func writer(of outputs: [GeneratedFiles], in base: String) -> OutputWriter {
        var sections: [OutputSection]
        if let shards {
            sections = [run.shardedSection(outputs, shards)]
        } else {
            sections = outputs.map { output in
                let isInput = output.source == Path.standardInput
                let name = isInput ? output.source : Path.relative(shell.absolute(output.source), from: base)
                return OutputSection(description: name, files: output.files)
            }
        }
        if let embedded = embeddedRuntime(of: outputs) { sections.append(embedded) }
        return OutputWriter(
            folder: outputs[0].folder, sections: sections, hasManifest: shards == nil,
            isForced: invocation.has(.force), isVerbose: invocation.has(.verbose), shell: shell)
    }

    /// Whether the mocks and the dependency file can be written. A run writes all of its files or none.
    private func canWriteBeside(
        _ mocks: [MockFile], _ dependencies: DependencyFile?, _ generated: [GeneratedFiles]
    ) -> Bool {
        var reservedPaths: Set<String> = []
        var folders: [String] = []
        for output in generated {
            let folder = placeOnDisk(shell.absolute(output.folder))
            folders.append(folder)
            for name in output.files.map(\.name) + [Manifest.fileName] {
                reservedPaths.insert(Path.join(folder, name.lowercased()))
            }
        }
        for path in mocks.map(\.path) + [invocation[.depfile]].compactMap(\.self) {
            let place = placeOnDisk(shell.absolute(path))
            let isFolder = path.hasSuffix("/") || folders.contains { $0 == place || Path.isBelow($0, folder: place) }
            guard !isFolder, reservedPaths.insert(place).inserted else {
                shell.console.error(
                    isFolder ? "this is the name of a folder" : "this run writes another file of this name", in: path)
                shell.console.complain("nothing was written\n")
                return false
            }
        }
        if let path = dependencies?.impossible {
            shell.console.error(
                "a dependency file can't name '\(path)'; rename it: no '%', no line break, no backslash before a blank",
                in: invocation[.depfile] ?? "")
            return false
        }
        let onlyCompares = invocation.has(.check) || invocation.has(.dryRun)
        let results = mocks.map { shell.canWrite($0.path, replacing: MockFile.isOurs, onlyCompares: onlyCompares) }
        let dependencies = invocation[.depfile].map {
            shell.canWrite($0, replacing: DependencyFile.isOurs, onlyCompares: onlyCompares)
        }
        return !results.contains(false) && dependencies != false
    }

    /// The files that `--depfile` lists. A folder of templates is a prerequisite itself, since it changes when a
    /// template is added.
    private func dependencies(
        _ generated: [GeneratedFiles], _ mocks: [MockFile], _ jobs: [GenerateJob]
    ) -> DependencyFile {
        var targets: [String] = []
        var beside = mocks.map(\.path)
        for (_, outputs) in Dictionary(grouping: generated, by: { Path.normalized(shell.absolute($0.folder)) }) {
            var names: [String]
            if let shards {
                names = shardNames(of: outputs, shards, hasFixtures: invocation.has(.testFolder))
            } else {
                names = outputs.flatMap { $0.files.map(\.name) } + [Manifest.fileName]
                if let embedded = embeddedRuntime(of: outputs) { names += embedded.files.map(\.name) }
            }
            let paths = names.map { Path.join(outputs[0].folder, $0) }
            if outputs.allSatisfy(\.areFixtures) { beside += paths } else { targets += paths }
        }
        var prerequisites = run.inputs.filter {
            Path.lastComponent($0) != Path.standardInput && Path.lastComponent($0) != "-"
        }
        .map { run.spellings[$0] ?? ownPath($0) }
        for job in jobs {
            if let folder = job.settings.templates { prerequisites.append(Path.withoutTrailingSlashes(folder)) }
        }
        return DependencyFile(targets: targets, beside: beside, prerequisites: prerequisites)
    }

    /// The files of the embedded runtime in a folder; nil if no description of the folder embeds it.
    private func embeddedRuntime(of outputs: [GeneratedFiles]) -> OutputSection? {
        guard outputs.contains(where: { $0.embeddedModules != nil }) else { return nil }
        let files = runtime.files(for: Set(outputs.flatMap { $0.embeddedModules ?? [] }))
        return OutputSection(
            description: RuntimeSources.description, files: files.needed, spare: files.spare)
    }

    /// An absolute path, made relative if it is below the working folder.
    func ownPath(_ path: String) -> String {
        let folder = Path.normalized(shell.environment.workingDirectory)
        return Path.isBelow(path, folder: folder) ? Path.relative(path, from: folder) : path
    }

    /// Reports outputs that are files, fixtures in the output folder, and modules with two runtimes.
    private func checkFolders(of jobs: [GenerateJob], _ report: inout ProblemReport) {
        for job in jobs {
            let output = Path.normalized(shell.absolute(job.output))
            if let place = job.place(of: "output"), fileExists(output), (try? Folder(opening: output)) == nil {
                report.report(at: place, to: shell.console) { .outputIsFile(job.output, at: $0) }
                report.hasUnreadableFile = true
            }
            if let fixtures = job.settings.fixtures, Path.normalized(shell.absolute(fixtures)) == output {
                report.report(at: job.place(of: "fixtures"), to: shell.console) {
                    .fixturesInOutput(fixtures, at: $0)
                }
            }
        }
        checkRuntimes(of: jobs, &report)
    }
}

/// The output of a description: generated now, or by an earlier run.
private struct JobResult: Sendable {
    let output: Output
    /// The files that were read. If an earlier run generated the output, this is the description's main file alone.
    let sources: SourceSet
    var earlier: EarlierOutput?
    /// The record of output that was generated now.
    var record: GenerationRecord?

    init(_ output: Output, _ sources: SourceSet, _ record: GenerationRecord?) {
        (self.output, self.sources, self.record) = (output, sources, record)
    }

    init(_ earlier: EarlierOutput, _ main: SourceSet.File) {
        let code = earlier.files(.code) + earlier.files(.module)
        output = Output(
            files: code, runtimeModules: earlier.record.runtimeModules, fixtures: earlier.files(.fixtures),
            declarations: earlier.record.declarations)
        (sources, self.earlier) = (SourceSet(main: main), earlier)
    }
}

/// The outputs of all jobs of a run, before anything is written.
private struct Outputs {
    var generated: [GeneratedFiles] = []
    /// Descriptions whose output `--check --explain` explains.
    var subjects: [StaleSubject] = []
    var mocks: [MockFile] = []
    var records: [(job: GenerateJob, record: GenerationRecord)] = []
    var unchanged = UnchangedDescriptions()
}
