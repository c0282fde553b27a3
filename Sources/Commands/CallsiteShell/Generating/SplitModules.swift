import CallsiteCore
import CallsitePrinter

// `--modules`: a folder for each module, below the output folder, which is called like the module.

extension GenerateRun {
    /// Problems of a description's settings that have no effect on several modules, or make no sense for them.
    func splittingProblems(of job: GenerateJob, _ options: Options) -> [Diagnostic] {
        let location = job.place(of: "modules")?.location ?? .commandLine
        var problems: [Diagnostic] = []
        if options.access == .internal { problems.append(.modulesAreInternal(at: location)) }
        let others: [(String, Bool)] = [
            ("fixtures", job.settings.fixtures != nil), ("embedRuntime", job.settings.embedsRuntime == true),
            ("since", job.settings.since != nil),
        ]
        for (key, isSet) in others where isSet { problems.append(.modulesWith(key, at: location)) }
        if shards != nil { problems.append(.modulesInBuild(at: location)) }
        return problems
    }
}

extension Shell {
    /// A description's files by module; and folders of modules that there are no more, with nothing to be in them.
    func modules(of whole: GeneratedFiles, beside jobs: [GenerateJob]) -> [GeneratedFiles] {
        func place(_ folder: String) -> String { Path.normalized(absolute(folder)) }
        var result: [GeneratedFiles] = []
        let byModule = Dictionary(grouping: whole.files, by: { $0.module ?? "" }).sorted { $0.key < $1.key }
        for (module, files) in byModule {
            result.append(
                GeneratedFiles(
                    source: whole.source, folder: Path.join(whole.folder, module), access: whole.access, isModule: true,
                    files: files,
                    // Names are distinct among all modules, so whoever imports several meets no two.
                    declarations: result.isEmpty ? whole.declarations : [], place: whole.place))
        }
        let outputs = jobs.map { place($0.output) }
        var former = ((try? Folder(opening: absolute(whole.folder)).names()) ?? []).map { Path.join(whole.folder, $0) }
            .filter { !outputs.contains(place($0)) }
        // The output folder itself may hold the files of one module from before it became several.
        if outputs.count(where: { $0 == place(whole.folder) }) == 1 { former.append(whole.folder) }
        let current = Set(result.map { place($0.folder) })
        for folder in former where !current.contains(place(folder)) {
            guard let bytes = try? readFile(Path.join(place(folder), Manifest.fileName), regularOnly: true),
                let listed = Manifest(contents: bytes)?.descriptions.keys,
                listed.contains(Path.relative(absolute(whole.source), from: place(folder)))
            else { continue }
            result.append(GeneratedFiles(source: whole.source, folder: folder, access: nil, files: []))
        }
        return result
    }
}

extension Diagnostic {
    static func modulesAreInternal(at place: SourceLocation) -> Diagnostic {
        .error(
            "split-modules", "modules can't use each other's code, which is internal",
            help: "'--access public', or 'access: package' in callsite.yaml", at: place)
    }
    static func modulesWith(_ key: String, at place: SourceLocation) -> Diagnostic {
        .error(
            "split-modules", "several modules can't be generated with '\(key)', which is for one",
            help: "leave one of the two out",
            at: place)
    }
    static func modulesInBuild(at place: SourceLocation) -> Diagnostic {
        .error(
            "split-modules", "the build plugin generates one module, that of its target",
            help: "'callsite generate --modules' writes several, to be committed", at: place)
    }
}
