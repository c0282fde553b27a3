import CallsiteCore

/// One description to generate, and how: the command line's options over the configuration's.
struct GenerateJob: Hashable, Sendable {
    /// As the user wrote it, or seen from the working folder.
    let source: String
    /// The folder to write into.
    let output: String
    let settings: Configuration.Settings
}

extension Shell {
    /// What a run of `generate` has to do.
    ///
    /// - Parameter isRead: is told of each configuration, by its absolute path.
    /// - Throws: how the run ends if that is not clear, which is then reported.
    func generateJobs(
        _ invocation: Invocation, _ report: inout ProblemReport, reading isRead: (_ path: String) -> Void
    ) throws(ExitStatus) -> [GenerateJob] {
        var own = Configuration.Settings()
        own.access = invocation[.access].flatMap(Options.Access.init)
        own.namespace = invocation[.namespace]
        own.name = invocation[.apiName]
        own.selection.include = includedOperations(invocation[.include] ?? "")
        own.isStrict = invocation.has(.strict) ? true : nil
        own.templates = invocation[.templates]
        own.allowsOutside = invocation.has(.allowOutside) ? true : nil
        own.embedsRuntime = invocation.has(.embedRuntime) ? true : nil
        own.fixtures = invocation[.fixtures].map(Path.withoutTrailingSlashes)
        own.module = invocation[.module]
        let output = invocation[.output].map(Path.withoutTrailingSlashes)

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
                if let target = invocation[.target] {
                    // What is committed is not generated once more; what is for no target in particular is for each.
                    guard entry.target == target || (entry.target == nil && entry.output == nil) else { continue }
                }
                guard let folder = output ?? entry.output.map(file.path) else {
                    // For the build plugin alone.
                    if entry.target != nil, !invocation.has(.target) { continue }
                    throw usage(.missingOutput(for: entry.source, invocation.command))
                }
                jobs.append(.init(source: file.path(entry.source), output: folder, settings: own.over(file.settings(of: entry))))
            }
            return jobs
        }

        guard !invocation.operands.isEmpty else {
            let path = invocation[.config] ?? ConfigurationFile.name
            guard invocation.has(.config) || fileExists(absolute(path)) else { throw usage(.nothingToGenerate(invocation.command)) }
            return try listed(try configuration(path))
        }
        // A build plugin names what lies in the target; what the configuration lists for the target takes its place.
        if invocation.has(.target), let path = invocation[.config] {
            let jobs = try listed(try configuration(path))
            if !jobs.isEmpty { return jobs }
        }

        var jobs: [GenerateJob] = []
        for source in invocation.operands {
            // Standard input stands in this folder.
            let beside = source == "-" ? ConfigurationFile.name : Path.join(Path.folder(of: source), ConfigurationFile.name)
            let path = invocation[.config] ?? (fileExists(absolute(beside)) ? beside : nil)
            guard let path else {
                guard let output else { throw usage(.missingOption(.output, invocation.command)) }
                jobs.append(.init(source: source, output: output, settings: own))
                continue
            }
            let file = try configuration(path)
            let entry = file.configuration.descriptions.first { entry in
                Path.normalized(absolute(file.path(entry.source))) == Path.normalized(absolute(source))
            }
            guard let folder = output ?? entry?.output.map(file.path) else {
                throw usage(.missingOutput(for: source, invocation.command))
            }
            let settings = entry.map(file.settings) ?? file.settings(file.configuration.settings)
            jobs.append(.init(source: source, output: folder, settings: own.over(settings)))
        }
        return jobs
    }
}

extension Shell {
    /// What the configuration beside a description says of it.
    ///
    /// - Throws: how the run ends if that can't be read, which is then reported.
    func configuredSettings(for source: String, _ report: inout ProblemReport) throws(ExitStatus) -> Configuration.Settings {
        let path = source == "-" ? ConfigurationFile.name : Path.join(Path.folder(of: source), ConfigurationFile.name)
        guard fileExists(absolute(path)) else { return .init() }
        guard let file = loadConfiguration(path, &report) else { throw report.status }
        let entry = file.configuration.descriptions.first { entry in
            Path.normalized(absolute(file.path(entry.source))) == Path.normalized(absolute(source))
        }
        return entry.map(file.settings) ?? file.settings(file.configuration.settings)
    }
}

/// `/users/*,tag:repos,GetUser`: paths, tags and operations.
func includedOperations(_ text: String) -> Selection.Filter {
    var filter = Selection.Filter()
    for part in text.split(separator: ",") {
        let word = String(part.drop { $0 == " " })
        if word.hasPrefix("tag:") {
            filter.tags.append(String(word.dropFirst(4)))
        } else if word.contains("/"), word.hasPrefix("/") || word.contains(" /") {
            filter.paths.append(word)
        } else if !word.isEmpty {
            filter.operations.append(word)
        }
    }
    return filter
}

extension GenerateJob {
    /// The module that the output is in: what was said, or the folder below `Sources`.
    var module: String? {
        if let module = settings.module { return module }
        let folders = output.split(separator: "/")
        guard let sources = folders.lastIndex(of: "Sources"), sources + 1 < folders.count else { return nil }
        // As SwiftPM makes a module's name of a target's.
        return String(folders[sources + 1].map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    }
}

/// A configuration, and where it stands: its paths are seen from there.
struct ConfigurationFile: Sendable {
    static let name = "callsite.yaml"

    let folder: String
    let configuration: Configuration

    /// A path of the configuration, as seen from the working folder.
    func path(_ path: String) -> String { folder == "." ? path : Path.join(folder, path) }

    func settings(of entry: Configuration.Entry) -> Configuration.Settings { settings(entry.settings) }

    func settings(_ settings: Configuration.Settings) -> Configuration.Settings {
        var settings = settings
        settings.templates = settings.templates.map(path)
        settings.fixtures = settings.fixtures.map(path)
        settings.allowedFolders = settings.allowedFolders?.map(path)
        return settings
    }
}

extension Shell {
    /// nil if it can't be read or understood, which is then reported.
    func loadConfiguration(_ path: String, _ report: inout ProblemReport) -> ConfigurationFile? {
        do throws(FileProblem) {
            let file = SourceSet.File(path: path, bytes: try readFile(absolute(path), regularOnly: true))
            var diagnostics = Diagnostics()
            let configuration = readConfiguration(file, &diagnostics)
            report.add(diagnostics, in: [file], to: console)
            guard !diagnostics.hasErrors else {
                report.finish(consequence: "nothing was written", on: console)
                return nil
            }
            return ConfigurationFile(folder: Path.folder(of: path), configuration: configuration)
        } catch {
            console.error("can't read '\(path)': \(error.explanation)")
            report.hasUnreadableFile = true
            return nil
        }
    }
}
