import CallsiteCore
import CallsitePrinter

// `--modules`: each module has a folder of its name below the output folder.

extension GenerateRun {
    /// The settings of a description that contradict `--modules`, as errors.
    func splittingProblems(of job: GenerateJob, _ options: Options) -> [Diagnostic] {
        let location = job.place(of: "modules")?.location ?? .commandLine
        var problems: [Diagnostic] = []
        if options.access == .internal { problems.append(.modulesAreInternal(at: location)) }
        let conflicts: [(key: String, isSet: Bool)] = [
            ("fixtures", job.settings.fixtures != nil), ("embedRuntime", job.settings.embedsRuntime == true),
            ("since", job.settings.since != nil),
        ]
        for (key, isSet) in conflicts where isSet { problems.append(.modulesWith(key, at: location)) }
        if shards != nil { problems.append(.modulesInBuild(at: location)) }
        return problems
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
