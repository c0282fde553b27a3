import CallsiteCore

// `target:` and `--target` name targets of a package. Each run generates for one target only, so an unknown name would
// be skipped without a message. Each name is therefore looked up in the package.

extension Shell {
    /// Reports each `target:` of a configuration that the package lacks.
    ///
    /// A manifest is a program, so that not every name in it can be found by reading: a target is there too if it has
    /// its usual folder.
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
            diagnostics.report(.unknownTarget(target, known: names, at: entry.targetPlace ?? entry.place))
        }
        if let target = invocation[.target], !isThere(target) {
            diagnostics.report(.unknownTarget(target, known: names, at: .commandLine))
        }
        guard diagnostics.hasErrors else { return }
        report.add(diagnostics, in: [file.source], to: console)
        report.finish(consequence: "nothing was written", on: console)
        throw report.status
    }

    /// A configuration that lists nothing for this run.
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
                    help: "write '- {source: openapi.yaml, output: Sources/App}' under 'descriptions:'",
                    at: place), in: file.source, to: console)
        } else {
            report.report(
                .error(
                    "nothing-listed", "the descriptions are listed for the build plugin only",
                    help: "give one an 'output', or use '--target'",
                    at: place), in: file.source, to: console)
        }
        report.finish(consequence: "nothing was written", on: console)
        return report.status
    }

    /// The nearest folder with a `Package.swift`, and the strings in that which may be names of targets.
    private func packageNames(above folder: String) -> (folder: String, names: [String])? {
        var folder = Path.normalized(absolute(folder))
        while !fileExists(Path.join(folder, "Package.swift")) {
            guard folder != "/" else { return nil }
            folder = Path.folder(of: folder)
        }
        guard let bytes = try? readFile(Path.join(folder, "Package.swift"), regularOnly: true) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\"", omittingEmptySubsequences: false)
        let strings = parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
        let names = strings.filter { !$0.isEmpty && $0.utf8.count < 100 && !$0.contains("/") && !$0.contains("\n") }
        // A string with an interpolation can't be read: it may name any target.
        return strings.contains { $0.contains("\\(") } ? nil : (folder, names)
    }
}

extension Diagnostic {
    static func unknownTarget(_ name: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-target", "the package has no target '\(name)'",
            help: Spelling.suggestion(for: name, among: known).map { "did you mean '\($0)'?" }, at: place)
    }
}
