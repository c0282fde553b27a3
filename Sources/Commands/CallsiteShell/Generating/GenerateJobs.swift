import CallsiteCore

/// One description to generate, and how: the command line's options over the configuration's.
package struct GenerateJob: Sendable {
    /// The description's path, as the user wrote it or relative to the working folder.
    package let source: String
    /// The folder to write into.
    package let output: String
    package let settings: Configuration.Settings
    /// The configuration that the settings come from, for messages.
    package var configuration: SourceSet.File?
    /// Keys given on the command line. Their values win over the configuration, and have no place in it.
    package var options: Set<String> = []
    /// Whether only the fixtures are generated, by the build plugin for a test target.
    package var isForTests = false
    /// Whether only the mock's file is written: the build plugin generates the code, or there is no output.
    package var isForMock = false
    /// The target for which the build plugin generates the code.
    package var target: String?

    /// The place of a key's value in the configuration; nil if the value isn't from there.
    package func place(of key: String) -> ConfiguredPlace? {
        guard let configuration, !options.contains(key), let location = settings.valuePlaces[key] else { return nil }
        return ConfiguredPlace(location: location, file: configuration)
    }
}

extension Shell {
    /// The jobs of a run of `generate`.
    ///
    /// - Parameters:
    ///   - commandLine: The settings of the command line.
    ///   - noteConfiguration: is called with the absolute path of the configuration.
    ///   - noteUnlisted: is called with each description in a target's folder that the configuration doesn't list,
    ///     though it lists others for the target.
    /// - Throws: the exit status if the jobs can't be determined. The reason is reported before.
    func generateJobs(
        _ invocation: Invocation, _ commandLine: Configuration.Settings, _ report: inout ProblemReport,
        reading noteConfiguration: (_ path: String) -> Void,
        leavingOut noteUnlisted: (_ path: String, _ others: ConfiguredPlace) -> Void
    ) throws(ExitStatus) -> [GenerateJob] {
        let list = JobList(invocation, commandLine, self)
        guard let path = configurationPath(invocation) else { return try list.withoutConfiguration() }
        noteConfiguration(absolute(path))
        guard let file = loadConfiguration(path, &report) else { throw report.status }
        try checkTargets(of: file, invocation, &report)
        var jobs: [GenerateJob] = []
        var sources = invocation.operands
        if sources.isEmpty || (invocation.has(.target) && invocation.has(.config)) {
            jobs = try list.configured(in: file, &report)
            // The build plugin's operands are the descriptions in the target's folder. The configuration decides about
            // those that it lists, even for another target. If it lists any for this target, it lists all.
            sources.removeAll { entry(of: $0, in: file) != nil }
            if let others = file.configuration.descriptions.first(where: { $0.target == invocation[.target] }),
                invocation.has(.target)
            {
                let place = ConfiguredPlace(location: others.targetPlace ?? others.place, file: file.source)
                for source in sources { noteUnlisted(source, place) }
                sources = []
            }
            guard !sources.isEmpty || !jobs.isEmpty else { throw nothingListed(file, invocation, &report) }
            if invocation.operands.isEmpty { return jobs }
        }
        if invocation.has(.target), !invocation.has(.shards), let source = invocation.operands.first {
            throw list.usage(.targetOfOperand(source, invocation.command))
        }
        for source in sources {
            warnOfUntrustedConfiguration(beside: source, obeyed: path, invocation)
            jobs.append(try list.job(of: source, in: file))
        }
        if commandLine.module != nil, jobs.allSatisfy({ $0.settings.fixtures == nil }) {
            throw list.usage(.noEffect(.module, without: .fixtures, invocation.command))
        }
        return jobs
    }
}

/// Makes the jobs of one command line.
private struct JobList {
    let invocation: Invocation
    let shell: Shell
    /// The settings of the command line.
    let commandLine: Configuration.Settings
    private let output: String?
    /// The keys of the options on the command line.
    private let optionKeys: Set<String>

    init(_ invocation: Invocation, _ commandLine: Configuration.Settings, _ shell: Shell) {
        (self.invocation, self.commandLine, self.shell) = (invocation, commandLine, shell)
        output = invocation[.output].map(Path.withoutTrailingSlashes)
        optionKeys = Set(
            [CommandOption.output, .templates, .fixtures, .module, .since, .mock, .embedRuntime, .modules]
                .filter(invocation.has).map(\.long))
    }

    /// Reports a mistake in the command line, and returns its exit status.
    func usage(_ error: UsageError) -> ExitStatus {
        shell.report(error)
        return .usage
    }

    /// The jobs of the operands, if there is no configuration.
    func withoutConfiguration() throws(ExitStatus) -> [GenerateJob] {
        guard !invocation.operands.isEmpty else { throw usage(.nothingToGenerate(invocation.command)) }
        guard let output else {
            let mocks = invocation.operands.compactMap { GenerateJob(mockOf: $0, commandLine, options: optionKeys) }
            if !mocks.isEmpty { return mocks }
            let last = invocation.operands.count > 1 ? invocation.operands.last : nil
            let folder = last.flatMap {
                Path.lastComponent($0).contains(".") || fileExists(shell.absolute($0)) ? nil : $0
            }
            throw usage(
                folder.map { .missingOutput(meant: $0, invocation.command) }
                    ?? .missingOption(.output, invocation.command))
        }
        // Only a build plugin may name a target without a configuration.
        if invocation.has(.target), !invocation.has(.shards) {
            throw usage(.targetWithoutConfiguration(invocation.command))
        }
        if commandLine.module != nil, commandLine.fixtures == nil {
            throw usage(.noEffect(.module, without: .fixtures, invocation.command))
        }
        for source in invocation.operands {
            shell.warnOfUntrustedConfiguration(beside: source, obeyed: nil, invocation)
        }
        return invocation.operands.map { .init(source: $0, output: output, settings: commandLine, options: optionKeys) }
    }

    /// The jobs of the descriptions that the configuration lists: for a target of the build plugin, or with an output.
    func configured(in file: ConfigurationFile, _ report: inout ProblemReport) throws(ExitStatus) -> [GenerateJob] {
        var jobs: [GenerateJob] = []
        for entry in file.configuration.descriptions {
            let settings = commandLine.over(file.settings(of: entry))
            func job(into folder: String) -> GenerateJob {
                .init(
                    source: file.path(entry.source), output: folder, settings: settings, configuration: file.source,
                    options: optionKeys, target: entry.target)
            }
            // Fixtures of a description that another target generates. If it has an output, they are committed.
            if let tests = invocation[.testFolder], let fixtures = settings.fixtures, entry.output == nil,
                entry.target != invocation[.target],
                Path.contains(
                    Path.normalized(shell.absolute(tests)), Path.normalized(shell.absolute(fixtures)))
            {
                var job = job(into: output ?? ".")
                job.isForTests = true
                jobs.append(job)
                continue
            }
            if let target = invocation[.target] {
                // An entry without a target is for every target. If it has an output, that is committed, and isn't
                // generated again.
                guard entry.target == target || (entry.target == nil && entry.output == nil) else { continue }
            }
            if let folder = output ?? entry.output.map(file.path) {
                jobs.append(job(into: folder))
            } else if entry.target != nil, !invocation.has(.target) {
                // The build plugin generates the code, but can't write the mock's file.
                let job = GenerateJob(
                    mockOf: file.path(entry.source), settings, configuration: file.source, options: optionKeys)
                if let job { jobs.append(job) }
            } else {
                report.report(.missingOutput(of: entry.source, at: entry.place), in: file.source, to: shell.console)
                throw report.failure(on: shell.console)
            }
        }
        return jobs
    }

    /// The job of an operand, which the configuration may list.
    func job(of source: String, in file: ConfigurationFile) throws(ExitStatus) -> GenerateJob {
        let entry = shell.entry(of: source, in: file)
        let settings = commandLine.over(entry.map(file.settings) ?? file.settings(file.configuration.settings))
        if let folder = output ?? entry?.output.map(file.path) {
            return .init(
                source: source, output: folder, settings: settings, configuration: file.source, options: optionKeys)
        }
        guard let job = GenerateJob(mockOf: source, settings, configuration: file.source, options: optionKeys) else {
            throw usage(.missingOutput(for: source, invocation.command))
        }
        return job
    }
}

extension Diagnostic {
    static func unlistedDescription(_ path: String, _ target: String, at place: SourceLocation) -> Diagnostic {
        .warning(
            "unlisted-description",
            "'\(path: path)' isn't generated: other descriptions are listed for the target '\(target)'",
            help: "list it too, or leave it out of the target: 'exclude:' in Package.swift", at: place)
    }
}

extension GenerateJob {
    /// A job without an output, which writes only the mock's file; nil if there is no mock, or if an option on the
    /// command line is about code.
    init?(
        mockOf source: String, _ settings: Configuration.Settings, configuration: SourceSet.File? = nil,
        options: Set<String>
    ) {
        let codeOptions: [CommandOption] = [.fixtures, .module, .since, .templates, .embedRuntime, .modules]
        guard settings.mock != nil, codeOptions.allSatisfy({ !options.contains($0.long) }) else { return nil }
        var settings = settings
        (settings.fixtures, settings.since, settings.embedsRuntime, settings.splitsModules) = (nil, nil, nil, nil)
        self.init(
            source: source, output: ".", settings: settings, configuration: configuration, options: options,
            isForMock: true)
    }

    /// The module of the output: the setting, the test target, or the folder below `Sources`.
    var module: String? { settings.module ?? (isForTests ? target : Path.module(of: output)) }
}

extension Path {
    /// Whether a path is a folder, or lies below it. Both are absolute, and normalized.
    static func contains(_ folder: String, _ path: String) -> Bool { path == folder || path.hasPrefix(folder + "/") }

    /// The folder of the target that a folder is in, by SwiftPM's layout: `/App/Sources/App` of
    /// `/App/Sources/App/Shop`; nil if it isn't below `Sources`. The path is absolute, and normalized.
    package static func targetFolder(of folder: String) -> String? {
        var folder = folder
        while lastComponent(Path.folder(of: folder)) != "Sources" {
            folder = Path.folder(of: folder)
            guard folder != "/", !folder.isEmpty else { return nil }
        }
        return folder
    }

    /// The module of the files in a folder.
    static func module(of folder: String) -> String? {
        let folders = folder.split(separator: "/")
        guard let sources = folders.lastIndex(of: "Sources"), sources + 1 < folders.count else { return nil }
        // SwiftPM derives a module's name from its target's name in this way.
        return String(folders[sources + 1].map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    }
}
