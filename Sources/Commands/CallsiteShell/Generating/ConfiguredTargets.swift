import CallsiteCore
import CallsiteSwift

// `target:` and `--target` name targets of a package. Each run generates for one target only, so an unknown name would
// be skipped without a message. Each name is therefore looked up in the package.

extension Shell {
    /// Reports each `target:` of a configuration that the package lacks.
    ///
    /// A manifest is a program, so reading it doesn't find every target. A target also exists if it has its usual
    /// folder.
    func checkTargets(of file: ConfigurationFile, _ invocation: Invocation, _ report: inout ProblemReport)
        throws(ExitStatus)
    {
        let configured = file.configuration.descriptions.filter { $0.target != nil }
        guard !configured.isEmpty || invocation.has(.target), let (package, names) = packageNames(above: file.folder)
        else { return }
        func isThere(_ target: String) -> Bool {
            names.contains(target)
                || ["Sources", "Tests", "Plugins", "Source", "src"].contains {
                    fileExists(Path.join(package, $0 + "/" + target))
                }
        }
        var diagnostics = Diagnostics()
        for entry in configured {
            guard let target = entry.target, !isThere(target) else { continue }
            diagnostics.report(.unknownTarget(target, candidates: names, at: entry.targetPlace ?? entry.place))
        }
        if let target = invocation[.target], !isThere(target) {
            diagnostics.report(.unknownTarget(target, candidates: names, at: .commandLine))
        }
        guard diagnostics.hasErrors else { return }
        report.add(diagnostics, in: [file.source], to: console)
        throw report.failure(on: console)
    }

    /// Reports a configuration that lists no description for this run.
    func nothingListed(_ file: ConfigurationFile, _ invocation: Invocation, _ report: inout ProblemReport) -> ExitStatus
    {
        let targets = file.configuration.descriptions.compactMap(\.target)
        let place = file.configuration.descriptionsPlace
        if let target = invocation[.target] {
            let help = Spelling.help(for: target, among: targets).map { "; " + $0 } ?? ""
            report.addError("'\(file.source.path)' lists nothing for the target '\(target)'\(help)", to: console)
        } else if targets.isEmpty {
            report.report(
                .error(
                    "nothing-listed", "no descriptions are listed",
                    help: "write '- {source: openapi.yaml, output: Sources/App}' under 'descriptions:'", at: place),
                in: file.source, to: console)
        } else {
            report.report(
                .error(
                    "nothing-listed", "the descriptions are listed for the build plugin only",
                    help: "give one an 'output', or use '--target'", at: place), in: file.source, to: console)
        }
        return report.failure(on: console)
    }

    /// The nearest folder with a `Package.swift`, and the strings in the manifest that may be names of targets.
    private func packageNames(above folder: String) -> (folder: String, names: [String])? {
        // A string with an interpolation may name any target.
        guard let manifest = PackageManifest(above: Path.normalized(absolute(folder))), !manifest.isComputed else {
            return nil
        }
        let names = manifest.strings.filter {
            !$0.isEmpty && $0.utf8.count < 100 && !$0.contains("/") && !$0.contains("\n")
        }
        return (manifest.folder, names)
    }

    /// The modules of the runtime that the code in a target's folder can import, by the package's manifest; nil if the
    /// manifest doesn't show them.
    ///
    /// A product that the manifest names for any target counts for every target. A package that names no product of
    /// Callsite may still get one through a dependency, so the result is nil unless it has no dependencies.
    package func linkedModules(in folder: String) -> Set<String>? {
        guard let target = Path.targetFolder(of: Path.normalized(absolute(folder))),
            let manifest = PackageManifest(in: Path.folder(of: Path.folder(of: target))), !manifest.isComputed
        else { return nil }
        let modules = RuntimeModule.modules(ofProducts: manifest.strings)
        return modules.isEmpty && manifest.hasDependencies ? nil : modules
    }
}

extension Diagnostic {
    static func unknownTarget(_ name: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-target", "the package has no target '\(name)'",
            help: Spelling.suggestion(for: name, among: candidates).map { "did you mean '\($0)'?" }, at: place)
    }
}
