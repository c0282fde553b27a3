import CallsiteCore
import CallsiteShell

// A module has one runtime: the package's, or an embedded one. An embedded runtime is in one folder, and all code of
// the module uses it.

extension Generation {
    /// Reports a module that would have two runtimes: both from this run, or one of them from an earlier run.
    func checkRuntimes(of jobs: [GenerateJob], _ report: inout ProblemReport) {
        let jobs = jobs.filter { !$0.isForTests && $0.settings.splitsModules != true }
        func folder(_ job: GenerateJob) -> String { Path.normalized(shell.absolute(job.output)) }
        let modules = Dictionary(grouping: jobs) { Path.targetFolder(of: folder($0)) ?? folder($0) }
        for (root, jobs) in modules.sorted(by: { $0.key < $1.key }) {
            let manifests = earlierManifests(below: root)
            var embedding = jobs.first { $0.settings.embedsRuntime == true }.map(folder)
            let outputs = Set(jobs.map(folder))
            let sources = Set(jobs.map { Path.normalized(shell.absolute($0.source)) })
            /// A description that an earlier run generated into a folder, and that this run doesn't generate.
            func other(in place: String) -> String? {
                let names = manifests[place]?.descriptionsWithCode ?? []
                return names.map { Path.normalized(Path.join(place, $0)) }.sorted().first {
                    !sources.contains($0) && fileExists($0)
                }
            }
            if embedding == nil {
                embedding = manifests.keys.sorted().first { place in
                    manifests[place]?.embedsRuntime == true && (!outputs.contains(place) || other(in: place) != nil)
                }
            }
            guard let embedding else { continue }
            let module = Path.lastComponent(root)
            for job in jobs where folder(job) != embedding || job.settings.embedsRuntime != true {
                report.report(at: job.place(of: "output"), to: shell.console) {
                    job.settings.embedsRuntime == true
                        ? .embeddedTwice(ownPath(embedding), job.output, module: module, at: $0)
                        : .packageRuntime(job.source, beside: ownPath(embedding), module: module, at: $0)
                }
            }
            guard let job = jobs.first(where: { folder($0) == embedding && $0.settings.embedsRuntime == true }) else {
                continue
            }
            for (place, manifest) in manifests.sorted(by: { $0.key < $1.key }) {
                if manifest.embedsRuntime {
                    guard !outputs.contains(place) else { continue }
                    report.report(at: job.place(of: "output"), to: shell.console) {
                        .embeddedTwice(ownPath(place), job.output, module: module, at: $0)
                    }
                } else if !outputs.contains(place) || place == embedding, let source = other(in: place) {
                    report.report(at: job.place(of: "output"), to: shell.console) {
                        .packageRuntime(ownPath(source), beside: job.output, module: module, at: $0)
                    }
                }
            }
        }
    }

    /// The manifests in a folder and below, by their folders.
    private func earlierManifests(below root: String) -> [String: Manifest] {
        var manifests: [String: Manifest] = [:]
        var pending = [root]
        // No target has more folders.
        var remainingFolders = 1_000
        while remainingFolders > 0, let next = pending.popLast() {
            remainingFolders -= 1
            guard let names = try? Folder(opening: next).names() else { continue }
            if names.contains(Manifest.fileName),
                let bytes = try? readFile(Path.join(next, Manifest.fileName), regularOnly: true)
            {
                manifests[next] = Manifest(contents: bytes)
            }
            // Names with a dot are those of sources and resources.
            pending += names.filter { !$0.contains(".") }.sorted().map { Path.join(next, $0) }
        }
        return manifests
    }
}

extension ProblemReport {
    /// Prints a diagnostic about a key of the configuration, or about the command line.
    mutating func report(
        at place: ConfiguredPlace?, to console: Console, _ diagnostic: (SourceLocation) -> Diagnostic
    ) {
        report(diagnostic(place?.location ?? .commandLine), in: place?.file, to: console)
    }
}

extension Manifest {
    /// Whether the runtime is in the manifest's folder.
    fileprivate var embedsRuntime: Bool { descriptions[RuntimeSources.description]?.isEmpty == false }

    /// The descriptions with code in the folder besides fixtures. Standard input and the runtime don't count.
    fileprivate var descriptionsWithCode: [String] {
        descriptions.filter { name, files in
            !name.hasPrefix("<") && files.keys.contains { !$0.hasSuffix("+Fixtures.swift") }
        }.map(\.key)
    }
}

extension Diagnostic {
    fileprivate static func embeddedTwice(
        _ first: String, _ second: String, module: String, at place: SourceLocation
    ) -> Diagnostic {
        .error(
            "runtime-twice",
            "the runtime would be twice in the module '\(module)': in '\(path: first)' and in '\(path: second)'",
            help: "give both one output, where they share it", at: place)
    }
    fileprivate static func packageRuntime(
        _ source: String, beside folder: String, module: String, at place: SourceLocation
    ) -> Diagnostic {
        .error(
            "runtime-twice",
            "the module '\(module)' has the runtime in '\(path: folder)', and the code of '\(path: source)' would import it from the package as well",
            help: "embed it for both, with one output, or for none", at: place)
    }
}
