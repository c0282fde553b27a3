import CallsiteCore
import CallsitePrinter
import CallsiteSwift

/// The steps that `callsite generate` and the build plugin's tool share: reading descriptions, generating, and finding
/// outputs that clash. `performBuild` needs no others. `Generation`, of `callsite generate`, adds the rest.
package struct GenerateRun {
    package let invocation: Invocation
    package let shell: Shell
    /// The types of the runtime where it is embedded: no model may have such a name.
    private let runtimeTypes: () -> Set<String>
    /// Absolute paths: a change of any of these may change the output.
    package private(set) var inputs: Set<String> = []
    /// The paths of inputs as the user wrote them, or relative to the working folder, by absolute path.
    package private(set) var spellings: [String: String] = [:]
    package var timings = Timings()
    /// The configuration, and the files that it or the command line names.
    private var namedFiles: Set<String> = []
    /// Descriptions in a target's folder that the configuration doesn't list, though it lists others for the target.
    private var unlisted: [(path: String, others: ConfiguredPlace)] = []
    /// The modules of the runtime that each target can import, by the target's folder; nil if they aren't known.
    private var modulesByTarget: [String: Set<String>?] = [:]

    package init(_ invocation: Invocation, _ shell: Shell, runtimeTypes: @escaping () -> Set<String> = { [] }) {
        (self.invocation, self.shell, self.runtimeTypes) = (invocation, shell, runtimeTypes)
    }

    /// The number of files that a build's output is spread over; nil outside of builds, where each
    /// declaration has its own.
    package var shards: Int? { invocation[.shards].flatMap { Int($0) } }

    package mutating func noteInput(_ path: String) {
        inputs.insert(shell.absolute(path))
        spellings[shell.absolute(path)] = path
    }

    /// Absolute paths that other descriptions have read.
    package mutating func noteInputs(_ paths: some Sequence<String>) { inputs.formUnion(paths) }

    // MARK: Reading

    /// The jobs of the run.
    ///
    /// - Parameter settings: The settings of the command line.
    package mutating func jobs(
        _ settings: Configuration.Settings, _ report: inout ProblemReport
    ) throws(ExitStatus) -> [GenerateJob] {
        (namedFiles, unlisted) = ([], [])
        let jobs = try shell.generateJobs(
            invocation, settings, &report, reading: { inputs.insert($0) },
            leavingOut: { unlisted.append(($0, $1)) })
        // An embedded runtime has the tool's own version.
        if let text = invocation[.runtime], let runtime = ToolVersion(text), let tool = ToolVersion.current,
            !runtime.serves(tool), jobs.contains(where: { $0.settings.embedsRuntime != true })
        {
            report.report(.otherRuntime(runtime, text, tool: tool), in: nil, to: shell.console)
            throw report.failure(on: shell.console)
        }
        namedFiles = inputs
        return jobs
    }

    /// Reads the description and the templates of each job. A job that can't be read is left out, which is reported.
    package mutating func prepare(
        _ jobs: [GenerateJob], _ files: FilesOnce, _ report: inout ProblemReport
    ) throws(ExitStatus) -> [PreparedJob] {
        var templatesByFolder: [String: [SourceSet.File]] = [:]
        var prepared: [PreparedJob] = []
        for job in jobs {
            let start = shell.environment.now()
            defer { timings.reading += shell.environment.now() - start }
            guard let options = try self.options(of: job, &report) else { continue }
            noteNamedFile(job.source)
            for overlay in job.settings.overlays ?? [] { noteNamedFile(overlay) }
            let folder = job.settings.templates ?? ""
            guard
                let templates = templatesByFolder[folder]
                    ?? shell.loadTemplates(from: job.settings.templates, namedAt: job.place(of: "templates"))
            else { throw .fileError }
            templatesByFolder[folder] = templates
            for template in templates { noteNamedFile(template.path) }
            var inputs = DescriptionInputs(job.settings)
            inputs.overlaysPlace = job.place(of: "overlays")
            guard
                let description = shell.open(
                    job.source, inputs, namedAt: job.place(of: "source"), sharing: files)
            else {
                report.hasUnreadableFile = true
                continue
            }
            prepared.append(PreparedJob(job: job, options: options, description: description, templates: templates))
        }
        return prepared
    }

    /// Notes a file that the configuration or the command line names.
    private mutating func noteNamedFile(_ path: String) {
        noteInput(path)
        namedFiles.insert(shell.absolute(path))
    }

    /// The options for a description. Mistakes in them are reported.
    ///
    /// - Returns: nil if the configuration asks for fixtures of a module that isn't known.
    /// - Throws: The exit status if the command line does.
    private mutating func options(
        of job: GenerateJob, _ report: inout ProblemReport
    ) throws(ExitStatus) -> Options? {
        var options = job.settings.options(shards: shards)
        // A build plugin's target depends on the runtime anyway, or it couldn't have sources of its own that use it.
        let embedsRuntime = job.settings.embedsRuntime == true && shards == nil
        options.runtimeTypes = embedsRuntime ? runtimeTypes() : nil
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
            // Fixtures in another target need the models' initialisers. Here the name of the module isn't used.
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

    /// The modules of the runtime that the code can import; nil if they aren't known.
    private mutating func linkedModules(of job: GenerateJob) -> Set<String>? {
        if let names = invocation[.linked] { return Set(names.split(separator: ",").map(String.init)) }
        guard shards == nil, let target = Path.targetFolder(of: Path.normalized(shell.absolute(job.output))) else {
            return nil
        }
        let modules = modulesByTarget[target] ?? shell.linkedModules(in: target)
        modulesByTarget[target] = .some(modules)
        return modules
    }

    // MARK: Generating

    /// The output of each description, in their order. Several are generated at the same time, since none depends on
    /// another.
    ///
    /// - Parameter make: Generates from one description. `progress` has the time since the run began.
    package mutating func generateAll<Made: Sendable>(
        _ jobs: [PreparedJob], _ make: @escaping @Sendable (_ job: PreparedJob, _ progress: Progress) -> Made
    ) -> [Made] {
        let start = shell.environment.now()
        defer { timings.generating += shell.environment.now() - start }
        shell.announce(jobs.map(\.description.main))
        let threads = invocation[.jobs].flatMap { Int($0) } ?? availableCores()
        let progress = shell.progress(of: jobs.count)
        defer { progress.finish() }
        return parallelMap(jobs, threads: threads) { job in
            defer { progress.advance() }
            return make(job, progress)
        }
    }

    /// Fixtures, in one file if the output is a build's.
    package func fixtures(_ output: Output, inShards: Bool) -> [Output.File] {
        guard inShards else { return output.fixtures }
        return output.fixtures.map { Output.File(name: FileNames.fixturesShard, contents: $0.contents) }
    }

    /// The fixtures of a description that another target generates.
    package func testFixtures(_ output: Output, of job: GenerateJob, _ sources: SourceSet) -> GeneratedFiles {
        GeneratedFiles(
            source: sources.paths[0], folder: job.output, access: nil, files: fixtures(output, inShards: true))
    }

    /// The code of a description, and its fixtures.
    package func files(
        _ output: Output, of prepared: PreparedJob, _ sources: SourceSet
    ) -> (code: GeneratedFiles, fixtures: GeneratedFiles?) {
        let job = prepared.job
        let code = GeneratedFiles(
            source: sources.paths[0], folder: job.output, access: prepared.options.access,
            embeddedModules: prepared.options.runtimeTypes.map { _ in output.runtimeModules },
            files: output.files,
            declarations: output.declarations, place: job.place(of: "source"))
        // In a build, another target has the fixtures that callsite.yaml asks for.
        guard let folder = job.settings.fixtures, shards == nil || invocation.has(.fixtures) else { return (code, nil) }
        let fixtures = GeneratedFiles(
            source: sources.paths[0], folder: folder, access: nil, areFixtures: true,
            files: fixtures(output, inShards: shards != nil))
        return (code, fixtures)
    }

    // MARK: Checking

    /// Reports descriptions that the configuration forgot, and files that the build doesn't watch.
    package func checkInputs(_ report: inout ProblemReport) throws(ExitStatus) {
        // A description that another one includes is generated as a part of that one.
        for (path, others) in unlisted where !inputs.contains(shell.absolute(path)) {
            report.report(
                .unlistedDescription(path, invocation[.target] ?? "", at: others.location), in: others.file,
                to: shell.console)
        }
        if let path = invocation[.plan] {
            guard let bytes = try? readFile(shell.absolute(path), regularOnly: true) else {
                shell.console.error("can't read '\(path)', the build's plan")
                throw .fileError
            }
            shell.checkPlan(BuildPlan(String(decoding: bytes, as: UTF8.self)), named: namedFiles, read: inputs, &report)
        }
    }

    /// Reports outputs that would be written to the same place, or declare the same name in a module.
    package func reportClashes(in generated: [GeneratedFiles], _ report: inout ProblemReport) {
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

    // MARK: Writing

    /// The outputs of each folder, by its absolute path, in the order of the paths.
    package func folders(of generated: [GeneratedFiles]) -> [(path: String, outputs: [GeneratedFiles])] {
        Dictionary(grouping: generated) { Path.normalized(shell.absolute($0.folder)) }
            .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    package func write(_ writers: [OutputWriter]) -> ExitStatus {
        // A single folder is checked while it is written into.
        if writers.count > 1, writers.count(where: { !$0.canWrite() }) > 0 { return .fileError }
        var summary = WriteSummary()
        let status = writers.map { $0.write(&summary) }.max() ?? .done
        shell.console.print(summary.text(isVerbose: invocation.has(.verbose)))
        return status
    }

    /// The files of a build's folder. Their names are always the same.
    package func shardedSection(_ outputs: [GeneratedFiles], _ count: Int) -> OutputSection {
        OutputSection(description: "", files: sharded(outputs, count, hasFixtures: invocation.has(.testFolder)))
    }
}

/// A description that is read, and how to generate from it.
package struct PreparedJob: Sendable {
    package let job: GenerateJob
    package let options: Options
    package let description: NamedDescription
    package let templates: [SourceSet.File]

    /// The output, and the files that it was made from.
    package func generate() -> (output: Output, sources: SourceSet) {
        let (output, sources) = description.load {
            CallsitePrinter.generate($0, options: options, templates: templates)
        }
        return (output, sources)
    }
}
