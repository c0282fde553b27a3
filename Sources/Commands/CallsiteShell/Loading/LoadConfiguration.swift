import CallsiteCore

// Decides which configuration is obeyed. `callsite.yaml` names templates, which become code, and folders, which are
// written into, so whoever obeys a configuration trusts its author. A configuration is only obeyed if it is where the
// user works or if the user names it. A configuration that came with a description is reported and has no effect. So no
// key needs to be judged safe, and none that is added later can be forgotten.

/// A configuration with its folder, which its paths are relative to.
package struct ConfigurationFile: Sendable {
    package static let name = "callsite.yaml"

    let folder: String
    let configuration: Configuration
    /// The file's contents, for messages.
    let source: SourceSet.File

    /// - Parameter path: The file's path, as the user would name it.
    init(_ bytes: [UInt8], at path: String, _ diagnostics: inout Diagnostics) {
        folder = Path.folder(of: path)
        source = SourceSet.File(path: path, bytes: bytes)
        configuration = readConfiguration(source, &diagnostics)
    }

    /// A path of the configuration, as seen from the working folder.
    func path(_ path: String) -> String { folder == "." ? path : Path.join(folder, path) }

    func settings(of entry: Configuration.Entry) -> Configuration.Settings { settings(entry.settings) }

    func settings(_ settings: Configuration.Settings) -> Configuration.Settings {
        var settings = settings
        settings.templates = settings.templates.map(path)
        settings.fixtures = settings.fixtures.map(path)
        settings.since = settings.since.map(path)
        settings.mock = settings.mock.map(path)
        settings.allowedFolders = settings.allowedFolders?.map(path)
        settings.overlays = settings.overlays?.map(path)
        return settings
    }
}

extension Shell {
    /// The configuration that a command obeys: the one that `--config` names; otherwise the `callsite.yaml` of the
    /// working folder, or of the nearest folder above it that has a `Package.swift`. nil: there is none.
    package func configurationPath(_ invocation: Invocation) -> String? {
        if let path = invocation[.config] { return path }
        // A build plugin names the configuration: it runs in the package that is being built, which isn't always the
        // one that has the description.
        if invocation.has(.shards) { return nil }
        if fileExists(absolute(ConfigurationFile.name)) { return ConfigurationFile.name }
        let working = Path.normalized(environment.workingDirectory)
        guard let package = PackageManifest.folder(above: working) else { return nil }
        let path = Path.join(Path.relative(package, from: working), ConfigurationFile.name)
        return fileExists(absolute(path)) ? path : nil
    }

    /// Says that a `callsite.yaml` beside a description has no effect.
    func warnOfUntrustedConfiguration(beside source: String, obeyed: String?, _ invocation: Invocation) {
        guard source != "-", !invocation.has(.config) else { return }
        let path = Path.join(Path.folder(of: source), ConfigurationFile.name)
        guard fileExists(absolute(path)) else { return }
        if let obeyed, let own = try? resolvedPath(absolute(obeyed)), (try? resolvedPath(absolute(path))) == own {
            return
        }
        let shown = Path.folder(of: source) == "." ? ConfigurationFile.name : path
        console.warning(
            "ignored: a configuration is obeyed only in this folder, or the nearest above with a Package.swift; '--config \(shellWord(shown))' obeys it",
            in: shown)
    }

    /// The settings of a description in the configuration that is obeyed.
    ///
    /// - Throws: the exit status if the configuration can't be read, which is then reported.
    package func configuredSettings(
        for source: String, _ invocation: Invocation, _ report: inout ProblemReport
    ) throws(ExitStatus) -> (settings: Configuration.Settings, configuration: SourceSet.File?) {
        let path = configurationPath(invocation)
        warnOfUntrustedConfiguration(beside: source, obeyed: path, invocation)
        guard let path else { return (.init(), nil) }
        guard let file = loadConfiguration(path, &report) else { throw report.status }
        return (
            entry(of: source, in: file).map(file.settings) ?? file.settings(file.configuration.settings), file.source
        )
    }

    /// The folder of the code that is generated for a description, as far as it is known: the output or the target that
    /// the configuration names, else the description's own folder.
    package func codeFolder(of source: String, _ invocation: Invocation) -> String {
        let own = Path.folder(of: source)
        guard let path = configurationPath(invocation), let bytes = try? readFile(absolute(path), regularOnly: true)
        else { return own }
        var unreported = Diagnostics()
        let file = ConfigurationFile(bytes, at: path, &unreported)
        guard let entry = entry(of: source, in: file) else { return own }
        return (entry.output ?? entry.target.map { "Sources/" + $0 }).map(file.path) ?? own
    }

    /// The descriptions that the configuration lists, each once; nil: there is no configuration.
    ///
    /// - Throws: the exit status if it can't be read or has errors, which are then reported. Its warnings are reported
    ///   when its settings are read.
    package func configuredDescriptions(_ invocation: Invocation) throws(ExitStatus) -> [String]? {
        guard let path = configurationPath(invocation) else { return nil }
        if let bytes = try? readFile(absolute(path), regularOnly: true),
            let descriptions = descriptions(ofConfiguration: bytes, at: path)
        {
            return descriptions
        }
        var report = ProblemReport()
        _ = loadConfiguration(path, &report)
        throw report.status
    }

    /// The descriptions that a configuration lists, each once; nil: it has errors.
    ///
    /// - Parameter path: the file's path, as the user would name it.
    package func descriptions(ofConfiguration bytes: [UInt8], at path: String) -> [String]? {
        guard let file = configurationFile(bytes, at: path) else { return nil }
        var seen: Set<String> = []
        return file.configuration.descriptions.map { file.path($0.source) }.filter { seen.insert($0).inserted }
    }

    /// nil: the configuration has errors, which aren't reported.
    private func configurationFile(_ bytes: [UInt8], at path: String) -> ConfigurationFile? {
        var unreported = Diagnostics()
        let file = ConfigurationFile(bytes, at: path, &unreported)
        return unreported.hasErrors ? nil : file
    }

    /// The overlays that a configuration lists for a description; nil: it has errors.
    ///
    /// - Parameter path: the file's path, as the user would name it.
    package func overlays(of source: String, inConfiguration bytes: [UInt8], at path: String) -> [String]? {
        guard let file = configurationFile(bytes, at: path) else { return nil }
        return entry(of: source, in: file).map { file.settings(of: $0).overlays ?? [] } ?? []
    }

    /// The entry of a description in the obeyed configuration, with the configuration itself; nil: there is none, or it
    /// doesn't list the description.
    package func configuredEntry(
        of source: String, _ invocation: Invocation
    ) -> (file: SourceSet.File, entry: Configuration.Entry)? {
        guard let path = configurationPath(invocation),
            let bytes = try? readFile(absolute(path), regularOnly: true),
            let file = configurationFile(bytes, at: path), let entry = entry(of: source, in: file)
        else { return nil }
        return (file.source, entry)
    }

    /// The configuration's entry for a description, as the user named it.
    func entry(of source: String, in file: ConfigurationFile) -> Configuration.Entry? {
        file.configuration.descriptions.first { entry in
            Path.normalized(absolute(file.path(entry.source))) == Path.normalized(absolute(source))
        }
    }

    /// nil if it can't be read or understood, which is then reported.
    func loadConfiguration(_ path: String, _ report: inout ProblemReport) -> ConfigurationFile? {
        do throws(FileProblem) {
            var diagnostics = Diagnostics()
            let file = ConfigurationFile(try readFile(absolute(path), regularOnly: true), at: path, &diagnostics)
            report.add(diagnostics, in: [file.source], to: console)
            guard diagnostics.hasErrors else { return file }
            report.finish(consequence: "nothing was written", on: console)
            return nil
        } catch {
            reportUnreadable(path, error)
            report.hasUnreadableFile = true
            return nil
        }
    }
}
