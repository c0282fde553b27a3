import CallsiteCore

/// One description to generate, and how: the command line's options over the configuration's.
struct GenerateJob: Sendable {
    /// As the user wrote it, or seen from the working folder.
    let source: String
    /// The folder to write into.
    let output: String
    let settings: Configuration.Settings
    /// The configuration that the settings come from, for messages.
    var configuration: SourceSet.File?
    /// Keys given on the command line. Their values win over the configuration, and have no place in it.
    var options: Set<String> = []
    /// Only its fixtures are wanted, by the build plugin for a test target.
    var isForTests = false
    /// Only the mock's file is wanted: its code is the build plugin's, or isn't asked for.
    var isForMock = false
    /// The target that the build plugin generates it for.
    var target: String?

    /// Where the configuration says what a key is; nil: it doesn't.
    func place(of key: String) -> ConfiguredPlace? {
        guard let configuration, !options.contains(key), let location = settings.valuePlaces[key] else { return nil }
        return ConfiguredPlace(location: location, file: configuration)
    }
}

extension Shell {
    /// The jobs of a run of `generate`.
    ///
    /// - Parameters:
    ///   - isRead: is called with the absolute path of each configuration.
    ///   - isLeftOut: is called with each description in a target's folder that the configuration doesn't list, though it
    ///     lists others for the target.
    /// - Throws: the exit status if the jobs can't be determined. The reason is reported before.
    func generateJobs(
        _ invocation: Invocation, _ report: inout ProblemReport, reading isRead: (_ path: String) -> Void,
        leavingOut isLeftOut: (_ path: String, _ others: ConfiguredPlace) -> Void
    ) throws(ExitStatus) -> [GenerateJob] {
        var own = Configuration.Settings()
        own.access = invocation[.access].flatMap(Options.Access.init)
        own.namespace = invocation[.namespace]
        own.name = invocation[.apiName]
        own.selection.include = includedOperations(invocation)
        own.isStrict = invocation.has(.strict) ? true : nil
        own.templates = invocation[.templates]
        own.allowsOutside = invocation.has(.allowOutside) ? true : nil
        own.nonexhaustive = invocation.has(.nonexhaustive) ? .some(.fails) : nil
        own.embedsRuntime = invocation.has(.embedRuntime) ? true : nil
        own.splitsModules = invocation.has(.modules) ? true : nil
        own.fixtures = invocation[.fixtures].map(Path.withoutTrailingSlashes)
        own.module = invocation[.module]
        own.since = invocation[.since]
        own.mock = invocation[.mock]
        let output = invocation[.output].map(Path.withoutTrailingSlashes)

        let given = Set(
            [CommandOption.output, .templates, .fixtures, .module, .since, .mock, .embedRuntime, .modules]
                .filter(invocation.has).map(\.long))

        func usage(_ error: UsageError) -> ExitStatus {
            self.report(error)
            return .usage
        }
        func configuration(_ path: String) throws(ExitStatus) -> ConfigurationFile {
            isRead(absolute(path))
            guard let file = loadConfiguration(path, &report) else { throw report.status }
            return file
        }
        /// The descriptions that the configuration lists: for a target of the build plugin, or those with an output.
        func listed(_ file: ConfigurationFile) throws(ExitStatus) -> [GenerateJob] {
            var jobs: [GenerateJob] = []
            for entry in file.configuration.descriptions {
                let settings = own.over(file.settings(of: entry))
                // Fixtures of what another target generates; committed ones are there already.
                if let tests = invocation[.testFolder], let fixtures = settings.fixtures, entry.output == nil,
                    entry.target != invocation[.target],
                    Path.contains(Path.normalized(absolute(tests)), Path.normalized(absolute(fixtures)))
                {
                    jobs.append(
                        .init(
                            source: file.path(entry.source), output: output ?? ".", settings: settings,
                            configuration: file.source,
                            options: given, isForTests: true, target: entry.target))
                    continue
                }
                if let target = invocation[.target] {
                    // An entry without a target is for every target, unless it has an output: that is committed, and
                    // not generated once more.
                    guard entry.target == target || (entry.target == nil && entry.output == nil) else { continue }
                }
                guard let folder = output ?? entry.output.map(file.path) else {
                    // The code is the build plugin's, which can't write the mock's file.
                    if entry.target != nil, !invocation.has(.target) {
                        let job = GenerateJob(
                            mockOf: file.path(entry.source), settings, configuration: file.source, options: given)
                        if let job { jobs.append(job) }
                        continue
                    }
                    report.report(.missingOutput(of: entry.source, at: entry.place), in: file.source, to: self.console)
                    report.finish(consequence: "nothing was written", on: self.console)
                    throw report.status
                }
                jobs.append(
                    .init(
                        source: file.path(entry.source), output: folder, settings: settings, configuration: file.source,
                        options: given,
                        target: entry.target))
            }
            return jobs
        }

        guard let path = configurationPath(invocation) else {
            guard !invocation.operands.isEmpty else { throw usage(.nothingToGenerate(invocation.command)) }
            guard let output else {
                let mocks = invocation.operands.compactMap { GenerateJob(mockOf: $0, own, options: given) }
                if !mocks.isEmpty { return mocks }
                let last = invocation.operands.count > 1 ? invocation.operands.last : nil
                let folder = last.flatMap {
                    Path.lastComponent($0).contains(".") || fileExists(absolute($0)) ? nil : $0
                }
                throw usage(
                    folder.map { .missingOutput(meant: $0, invocation.command) }
                        ?? .missingOption(.output, invocation.command))
            }
            // A build plugin names its target in any case.
            if invocation.has(.target), !invocation.has(.shards) {
                throw usage(.targetWithoutConfiguration(invocation.command))
            }
            if own.module != nil, own.fixtures == nil {
                throw usage(.noEffect(.module, without: .fixtures, invocation.command))
            }
            for source in invocation.operands { warnOfUntrustedConfiguration(beside: source, obeyed: nil, invocation) }
            return invocation.operands.map { .init(source: $0, output: output, settings: own, options: given) }
        }
        let file = try configuration(path)
        try checkTargets(of: file, invocation, &report)
        var jobs: [GenerateJob] = []
        var sources = invocation.operands
        if sources.isEmpty || (invocation.has(.target) && invocation.has(.config)) {
            jobs = try listed(file)
            if sources.isEmpty {
                if jobs.isEmpty { throw nothingListed(file, invocation, &report) }
                return jobs
            }
            // A build plugin names the descriptions in the target's folder. Those that the configuration lists are
            // generated as it says, even for another target. If it lists some for the target, those are all.
            sources.removeAll { entry(of: $0, in: file) != nil }
            if let others = file.configuration.descriptions.first(where: { $0.target == invocation[.target] }),
                invocation.has(.target)
            {
                let place = ConfiguredPlace(location: others.targetPlace ?? others.place, file: file.source)
                for source in sources { isLeftOut(source, place) }
                sources = []
            }
            if sources.isEmpty, jobs.isEmpty { throw nothingListed(file, invocation, &report) }
        }
        if invocation.has(.target), !invocation.has(.shards), let source = invocation.operands.first {
            throw usage(.targetOfOperand(source, invocation.command))
        }
        for source in sources {
            warnOfUntrustedConfiguration(beside: source, obeyed: path, invocation)
            let entry = self.entry(of: source, in: file)
            let settings = own.over(entry.map(file.settings) ?? file.settings(file.configuration.settings))
            guard let folder = output ?? entry?.output.map(file.path) else {
                guard let job = GenerateJob(mockOf: source, settings, configuration: file.source, options: given) else {
                    throw usage(.missingOutput(for: source, invocation.command))
                }
                jobs.append(job)
                continue
            }
            jobs.append(
                .init(
                    source: source, output: folder, settings: settings, configuration: file.source, options: given))
        }
        if own.module != nil, jobs.allSatisfy({ $0.settings.fixtures == nil }) {
            throw usage(.noEffect(.module, without: .fixtures, invocation.command))
        }
        return jobs
    }
}

/// `/users/*,tag:repos,GetUser`: paths, tags and operations.
package func includedOperations(_ invocation: Invocation) -> Selection.Filter {
    var filter = Selection.Filter()
    for part in (invocation[.include] ?? "").split(separator: ",") {
        var word = part.drop { $0 == " " }
        while word.last == " " { word.removeLast() }
        if word.hasPrefix("tag:") {
            filter.tags.append(.init(String(word.dropFirst(4))))
        } else if word.contains("/"), word.hasPrefix("/") || word.contains(" /") {
            filter.paths.append(.init(String(word)))
        } else if !word.isEmpty {
            filter.operations.append(.init(String(word)))
        }
    }
    return filter
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
    /// A job without an output, which writes the mock's file only; nil: there is none, or the command line asks for code.
    init?(
        mockOf source: String, _ settings: Configuration.Settings, configuration: SourceSet.File? = nil,
        options: Set<String>
    ) {
        let ofCode: [CommandOption] = [.fixtures, .module, .since, .templates, .embedRuntime, .modules]
        guard settings.mock != nil, ofCode.allSatisfy({ !options.contains($0.long) }) else { return nil }
        var settings = settings
        (settings.fixtures, settings.since, settings.embedsRuntime, settings.splitsModules) = (nil, nil, nil, nil)
        self.init(
            source: source, output: ".", settings: settings, configuration: configuration, options: options,
            isForMock: true)
    }

    /// The module that the output is in: what was said, or the folder below `Sources`.
    var module: String? { settings.module ?? (isForTests ? target : Path.module(of: output)) }
}

extension Path {
    /// Whether a path is a folder, or lies below it. Both are absolute, and normalized.
    static func contains(_ folder: String, _ path: String) -> Bool { path == folder || path.hasPrefix(folder + "/") }

    /// The folder of the target that a folder is in, by SwiftPM's layout: `/App/Sources/App` of
    /// `/App/Sources/App/Shop`; nil: it is in no folder of Sources. The path is absolute, and normalized.
    static func targetFolder(of folder: String) -> String? {
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
        // As SwiftPM makes a module's name of a target's.
        return String(folders[sources + 1].map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    }
}
