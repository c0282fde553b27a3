import CallsiteCore
import CallsitePrinter
import CallsiteSwift

/// `callsite generate`: every description by itself, then all files at once.
func performGenerate(
    _ invocation: Invocation, _ shell: Shell, embedding runtime: RuntimeSources, keeping callers: OldCallers?,
    explaining stale: StaleOutput? = nil, mocking mock: MockFile? = nil
) -> ExitStatus {
    var run = GenerateRun(
        invocation: invocation, shell: shell, runtime: runtime, callers: callers, stale: stale, mock: mock)
    return invocation.has(.watch) ? run.watch() : run.perform()
}

/// One run, and what it has read.
struct GenerateRun {
    let invocation: Invocation
    let shell: Shell
    let runtime: RuntimeSources
    /// nil: this program can't compare descriptions.
    let callers: OldCallers?
    /// nil: as well.
    let stale: StaleOutput?
    /// nil: it can't write what a mock is made from.
    let mock: MockFile?
    /// Absolute paths: a change of any of these may change the output.
    private(set) var inputs: Set<String> = []
    /// Their paths as the user wrote them, by absolute path; what no one wrote is seen from the working folder.
    private var spellings: [String: String] = [:]
    private var timings = Timings()
    /// The configuration, and the files that it or the command line names.
    private var named: Set<String> = []
    /// Descriptions in a target's folder that the configuration doesn't list, though it lists others for the target.
    private var unlisted: [(path: String, others: ConfiguredPlace)] = []
    /// The modules of the runtime that targets can import, by the target's folder.
    private var linked: [String: Set<String>?] = [:]

    init(
        invocation: Invocation, shell: Shell, runtime: RuntimeSources, callers: OldCallers?, stale: StaleOutput?,
        mock: MockFile?
    ) {
        self.invocation = invocation
        self.shell = shell
        self.runtime = runtime
        self.callers = callers
        self.stale = stale
        self.mock = mock
    }

    mutating func noteInput(_ path: String) {
        inputs.insert(shell.absolute(path))
        spellings[shell.absolute(path)] = path
    }

    // MARK: Once

    mutating func perform() -> ExitStatus {
        timings = Timings()
        (named, unlisted) = ([], [])
        defer { if invocation.has(.timings) { shell.console.complain(timings.text) } }
        var report = ProblemReport(showsAllWarnings: invocation.has(.allWarnings))
        do throws(ExitStatus) {
            let jobs = try self.jobs(&report)
            let files = FilesOnce()
            let earlier = EarlierRuns(invocation, shell, jobs: jobs, files: files)
            let prepared = try prepare(jobs, files, &report)
            var outputs = RunOutputs()
            for (prepared, made) in zip(prepared, generateAll(prepared, earlier)) {
                collect(made, of: prepared, beside: jobs, earlier, into: &outputs, &report)
            }
            try check(jobs, &report)
            return try write(outputs, of: jobs, earlier, &report)
        } catch {
            return error
        }
    }

    /// The number of files that a build's output is spread over; nil: each declaration has its own.
    var shards: Int? { invocation[.shards].flatMap { Int($0) } }

    private mutating func jobs(_ report: inout ProblemReport) throws(ExitStatus) -> [GenerateJob] {
        let jobs = try shell.generateJobs(
            invocation, &report, reading: { inputs.insert($0) }, leavingOut: { unlisted.append(($0, $1)) })
        // An embedded runtime is the tool's own.
        if let text = invocation[.runtime], let runtime = ToolVersion(text), let tool = ToolVersion.current,
            !runtime.serves(tool), jobs.contains(where: { $0.settings.embedsRuntime != true })
        {
            report.report(.otherRuntime(runtime, text, tool: tool), in: nil, to: shell.console)
            report.finish(consequence: "nothing was written", on: shell.console)
            throw report.status
        }
        named = inputs
        return jobs
    }

    // MARK: Reading

    /// Reads the description and the templates of each job. A job that can't be read is left out, which is reported.
    private mutating func prepare(
        _ jobs: [GenerateJob], _ files: FilesOnce, _ report: inout ProblemReport
    ) throws(ExitStatus) -> [PreparedJob] {
        var templatesByFolder: [String: [SourceSet.File]] = [:]
        var prepared: [PreparedJob] = []
        for job in jobs {
            let start = shell.environment.now()
            defer { timings.reading += shell.environment.now() - start }
            guard let options = try self.options(of: job, &report) else { continue }
            name(job.source)
            let folder = job.settings.templates ?? ""
            guard
                let templates = templatesByFolder[folder]
                    ?? shell.loadTemplates(from: job.settings.templates, namedAt: job.place(of: "templates"))
            else { throw .fileError }
            templatesByFolder[folder] = templates
            for template in templates { name(template.path) }
            guard
                let description = shell.open(
                    job.source, allowOutside: job.settings.allowsOutside ?? false,
                    allowedFolders: job.settings.allowedFolders ?? [],
                    namedAt: job.place(of: "source"), sharing: files)
            else {
                report.hasUnreadableFile = true
                continue
            }
            prepared.append(PreparedJob(job: job, options: options, description: description, templates: templates))
        }
        return prepared
    }

    /// A file that the configuration or the command line names.
    private mutating func name(_ path: String) {
        noteInput(path)
        named.insert(shell.absolute(path))
    }

    // MARK: Collecting

    /// Adds the output of a job to what is to be written, and reports its problems.
    private mutating func collect(
        _ made: MadeOutput, of prepared: PreparedJob, beside jobs: [GenerateJob], _ earlier: EarlierRuns?,
        into outputs: inout RunOutputs, _ report: inout ProblemReport
    ) {
        let job = prepared.job
        var (output, sources) = (made.output, made.sources)
        for path in sources.paths { noteInput(path) }
        if let earlier = made.earlier {
            inputs.formUnion(earlier.record.inputs.keys)
            outputs.unchanged.add(earlier.record)
            if earlier.wasKept { outputs.records.append((job, earlier.record)) }
        }
        if !job.isForTests, !keepCallers(of: job, prepared.options, &output, sources, &report) {
            report.hasUnreadableFile = true
            return
        }
        report.add(output.diagnostics, in: sources.files + output.templates, job.configuration, to: shell.console)
        if job.isForTests {
            let fixtures = GeneratedFiles(
                source: sources.paths[0], folder: job.output, access: nil, files: fixtures(output, inShards: true))
            return outputs.generated.append(fixtures)
        }
        if job.isForMock {
            return outputs.mocks += [mockFile(of: job, prepared.options)].compactMap(\.self)
        }
        outputs.subjects.append(
            .init(
                source: job.source, folder: job.output, settings: job.settings, options: prepared.options,
                configuration: job.configuration))
        let whole = GeneratedFiles(
            source: sources.paths[0], folder: job.output, access: prepared.options.access,
            embeddedModules: prepared.options.runtimeTypes.map { _ in output.runtimeModules },
            files: output.files,
            declarations: output.declarations, place: job.place(of: "source"))
        outputs.generated += prepared.options.splitsModules ? shell.modules(of: whole, beside: jobs) : [whole]
        // In a build, callsite.yaml's are another target's.
        if let folder = job.settings.fixtures, shards == nil || invocation.has(.fixtures) {
            outputs.generated.append(
                GeneratedFiles(
                    source: sources.paths[0], folder: folder, access: nil, areFixtures: true,
                    files: fixtures(output, inShards: shards != nil)))
        }
        let mock = made.earlier?.mock(of: job) ?? mockFile(of: job, prepared.options)
        if let mock { outputs.mocks.append(mock) }
        if var record = made.record, let earlier {
            if let mock { record.written.append(earlier.written(.mock, mock.path, mock.contents)) }
            outputs.records.append((job, record))
        }
    }

    private func fixtures(_ output: Output, inShards: Bool) -> [Output.File] {
        guard inShards else { return output.fixtures }
        return output.fixtures.map { Output.File(name: FileNames.fixturesShard, contents: $0.contents) }
    }

    // MARK: Checking

    /// Reports what is wrong with the run as a whole.
    private func check(_ jobs: [GenerateJob], _ report: inout ProblemReport) throws(ExitStatus) {
        // A description that another includes is part of that.
        for (path, others) in unlisted where !inputs.contains(shell.absolute(path)) {
            report.report(
                .unlistedDescription(path, invocation[.target] ?? "", at: others.location), in: others.file,
                to: shell.console)
        }
        if shards == nil { checkFolders(of: jobs, &report) }
        if let path = invocation[.plan] {
            guard let bytes = try? readFile(shell.absolute(path), regularOnly: true) else {
                shell.console.error("can't read '\(path)', the build's plan")
                throw .fileError
            }
            shell.checkPlan(BuildPlan(String(decoding: bytes, as: UTF8.self)), named: named, read: inputs, &report)
        }
    }

    // MARK: Writing

    /// Writes everything, or nothing if there are errors.
    private mutating func write(
        _ outputs: RunOutputs, of jobs: [GenerateJob], _ earlier: EarlierRuns?, _ report: inout ProblemReport
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
            guard let stale else {
                shell.console.error(
                    "this program can't compare descriptions: run 'callsite generate --check --explain'")
                return .usage
            }
            for subject in outputs.subjects { stale.explain(subject, invocation, shell) }
        }
        return status
    }

    /// Whether the files outside output folders could be written: a run writes all or none.
    private func canWriteBeside(
        _ mocks: [MockFile.Written], _ dependencies: DependencyFile?, _ generated: [GeneratedFiles]
    ) -> Bool {
        var taken: Set<String> = []
        var folders: [String] = []
        for output in generated {
            let folder = placeOnDisk(shell.absolute(output.folder))
            folders.append(folder)
            for name in output.files.map(\.name) + [Manifest.fileName] {
                taken.insert(Path.join(folder, name.lowercased()))
            }
        }
        for path in mocks.map(\.path) + [invocation[.depfile]].compactMap(\.self) {
            let place = placeOnDisk(shell.absolute(path))
            let isFolder = path.hasSuffix("/") || folders.contains { $0 == place || Path.isBelow($0, folder: place) }
            guard !isFolder, taken.insert(place).inserted else {
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
        let results = mocks.map { shell.canWrite($0.path, replacing: isMock, onlyCompares: onlyCompares) }
        let dependencies = invocation[.depfile].map {
            shell.canWrite($0, replacing: DependencyFile.isOurs, onlyCompares: onlyCompares)
        }
        return !results.contains(false) && dependencies != false
    }

    /// The files that `--depfile` lists. A folder of templates is a prerequisite itself: it changes when a template is added.
    private func dependencies(
        _ generated: [GeneratedFiles], _ mocks: [MockFile.Written], _ jobs: [GenerateJob]
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
        var prerequisites = inputs.filter {
            Path.lastComponent($0) != Path.standardInput && Path.lastComponent($0) != "-"
        }
        .map { spellings[$0] ?? ownPath($0) }
        for job in jobs {
            if let folder = job.settings.templates { prerequisites.append(Path.withoutTrailingSlashes(folder)) }
        }
        return DependencyFile(targets: targets, beside: beside, prerequisites: prerequisites)
    }

    /// The runtime's files beside those of a folder; nil: no description wants it there.
    private func embeddedRuntime(of outputs: [GeneratedFiles]) -> OutputSection? {
        guard outputs.contains(where: { $0.embeddedModules != nil }) else { return nil }
        let files = runtime.files(for: Set(outputs.flatMap { $0.embeddedModules ?? [] }))
        return OutputSection(
            description: RuntimeSources.description, files: files.needed, spare: files.spare)
    }

    /// An absolute path as seen from the working folder, if it is below.
    func ownPath(_ path: String) -> String {
        let folder = Path.normalized(shell.environment.workingDirectory)
        return Path.isBelow(path, folder: folder) ? Path.relative(path, from: folder) : path
    }

    /// How a description is generated.
    ///
    /// - Returns: nil: the configuration says what can't be, which is then reported.
    /// - Throws: how the run ends, where the command line does.
    private mutating func options(
        of job: GenerateJob, _ report: inout ProblemReport
    ) throws(ExitStatus) -> Options? {
        var options = job.settings.options(shards: shards)
        // A build plugin's target depends on the runtime anyway, or it couldn't have sources of its own that use it.
        let embedsRuntime = job.settings.embedsRuntime == true && shards == nil
        options.runtimeTypes = embedsRuntime ? runtime.types : nil
        if !job.isForTests, !options.splitsModules { options.linkedModules = linkedModules(of: job) }
        if embedsRuntime, options.access != .internal {
            report.addError(embeddedAccess(job.source, options.access), to: shell.console)
        }
        if options.splitsModules {
            for problem in splittingProblems(of: job, options) {
                report.report(problem, in: job.place(of: "modules")?.file, to: shell.console)
            }
        }
        if options.nonexhaustive != nil, options.access != .public {
            if let place = job.place(of: "nonexhaustive") {
                report.report(
                    .hasNoEffect("nonexhaustive", without: "access: public", at: place.location), in: place.file,
                    to: shell.console)
            } else {
                report.addError(
                    "'\(job.source)': --nonexhaustive has no effect without --access public", to: shell.console)
            }
        }
        if job.isForTests { options.shards = nil }
        if shards != nil, !job.isForTests, !invocation.has(.fixtures) {
            // The models need initialisers, whatever module tests them.
            options.fixturesModule = job.settings.fixtures.map { _ in job.module ?? "Module" }
        } else if job.settings.fixtures != nil {
            guard let module = job.module else {
                guard let place = job.place(of: "fixtures") else {
                    shell.report(.missingModule(for: job.output, invocation.command))
                    throw .usage
                }
                report.report(.missingModule(of: job.output, at: place.location), in: place.file, to: shell.console)
                return nil
            }
            options.fixturesModule = module
        }
        return options
    }

    /// The modules of the runtime that the code can import; nil: it isn't known.
    private mutating func linkedModules(of job: GenerateJob) -> Set<String>? {
        if let names = invocation[.linked] { return Set(names.split(separator: ",").map(String.init)) }
        guard shards == nil, let target = Path.targetFolder(of: Path.normalized(shell.absolute(job.output))) else {
            return nil
        }
        let modules = linked[target] ?? shell.linkedModules(in: target)
        linked[target] = .some(modules)
        return modules
    }

    /// The output of each description. Several are generated at the same time, since none depends on another.
    private mutating func generateAll(_ jobs: [PreparedJob], _ earlier: EarlierRuns?) -> [MadeOutput] {
        let start = shell.environment.now()
        defer { timings.generating += shell.environment.now() - start }
        shell.announce(jobs.map(\.description.main))
        let threads = invocation[.jobs].flatMap { Int($0) } ?? availableCores()
        let progress = shell.progress(of: jobs.count)
        defer { progress.finish() }
        return parallelMap(jobs, threads: threads) { job in
            defer { progress.advance() }
            let (last, key) = earlier?.find(job) ?? (nil, nil)
            if let last { return MadeOutput(last, job.description.main) }
            let (output, sources) = job.description.load {
                generate($0, options: job.options, templates: job.templates)
            }
            let record = key.flatMap { earlier?.record($0, of: job.job, output, sources) }
            if let record, progress.seconds > EarlierRuns.longRun { earlier?.keep(record, of: job.job, output) }
            return MadeOutput(output, sources, record)
        }
    }

    private mutating func write(_ generated: [GeneratedFiles], _ report: inout ProblemReport) -> ExitStatus {
        let start = shell.environment.now()
        defer { timings.writing = shell.environment.now() - start }
        reportClashes(in: generated, &report)
        guard !report.hasErrors else {
            report.finish(consequence: "nothing was written", on: shell.console)
            return report.status
        }
        // Mocks alone.
        guard !generated.isEmpty else { return .done }

        let writers = folders(of: generated).map { base, outputs in writer(of: outputs, in: base) }
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
        // One folder is looked at while it is written into.
        if writers.count > 1, writers.count(where: { !$0.canWrite() }) > 0 { return .fileError }
        var summary = WriteSummary()
        let status = writers.map { $0.write(&summary) }.max() ?? .done
        shell.console.print(summary.text(isVerbose: invocation.has(.verbose)))
        return status
    }

    /// The outputs of each folder, by its absolute path, in the order of the paths.
    private func folders(of generated: [GeneratedFiles]) -> [(path: String, outputs: [GeneratedFiles])] {
        Dictionary(grouping: generated) { Path.normalized(shell.absolute($0.folder)) }
            .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Reports outputs that would be written to the same place, or declare the same name in a module.
    private func reportClashes(in generated: [GeneratedFiles], _ report: inout ProblemReport) {
        for twin in folderTwins(in: generated, absolute: shell.absolute) {
            report.report(twin.diagnostic, in: twin.place?.file, to: shell.console)
        }
        if shards != nil {
            for (_, outputs) in folders(of: generated) {
                for clash in accessClashes(in: outputs) { report.addError(clash, to: shell.console) }
            }
        }
        // All folders of a target are one module.
        let modules = Dictionary(grouping: generated) { output in
            let folder = Path.normalized(shell.absolute(output.folder))
            return output.areFixtures || output.isModule ? folder : Path.targetFolder(of: folder) ?? folder
        }
        for (_, outputs) in modules.sorted(by: { $0.key < $1.key }) {
            for clash in clashes(in: outputs, sharesFiles: shards != nil) {
                report.report(clash.diagnostic, in: clash.place?.file, to: shell.console)
            }
        }
        if let problem = headerProblem(in: generated.flatMap(\.files)) { report.addError(problem, to: shell.console) }
    }

    private func writer(of outputs: [GeneratedFiles], in base: String) -> OutputWriter {
        var sections: [OutputSection]
        if let shards {
            let files = sharded(outputs, shards, hasFixtures: invocation.has(.testFolder))
            sections = [OutputSection(description: "", files: files)]
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

    /// Reports folders that can't be written into as the configuration has it.
    private func checkFolders(of jobs: [GenerateJob], _ report: inout ProblemReport) {
        func add(_ diagnostic: (SourceLocation) -> Diagnostic, at place: ConfiguredPlace?) {
            report.report(diagnostic(place?.location ?? .commandLine), in: place?.file, to: shell.console)
        }
        for job in jobs {
            let output = Path.normalized(shell.absolute(job.output))
            if let place = job.place(of: "output"), fileExists(output), (try? Folder(opening: output)) == nil {
                add({ .outputIsFile(job.output, at: $0) }, at: place)
                report.hasUnreadableFile = true
            }
            if let fixtures = job.settings.fixtures, Path.normalized(shell.absolute(fixtures)) == output {
                add({ .fixturesInOutput(fixtures, at: $0) }, at: job.place(of: "fixtures"))
            }
        }
        checkRuntimes(of: jobs, &report)
    }
}

/// A description that is read, and how to generate from it.
struct PreparedJob: Sendable {
    let job: GenerateJob
    let options: Options
    let description: NamedDescription
    let templates: [SourceSet.File]
}

/// The output of a description: generated now, or by an earlier run.
private struct MadeOutput: Sendable {
    let output: Output
    /// For the output of an earlier run, the description alone.
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

/// All that a run has made, before anything is written.
private struct RunOutputs {
    var generated: [GeneratedFiles] = []
    /// Descriptions whose output `--check --explain` explains.
    var subjects: [StaleOutput.Subject] = []
    var mocks: [MockFile.Written] = []
    var records: [(job: GenerateJob, record: GenerationRecord)] = []
    var unchanged = UnchangedDescriptions()
}
