import CallsiteCore

// The message for a file that can't be read: the reason, a suggestion, and the place in the configuration that names
// the file.

/// A place in the configuration that named a file or folder.
package struct ConfiguredPlace: Sendable {
    package let location: SourceLocation
    package let file: SourceSet.File
}

extension Shell {
    /// Reports that a file or folder can't be read: at its place in the configuration, if that named it.
    package func reportUnreadable(_ path: String, _ problem: FileProblem, at place: ConfiguredPlace? = nil) {
        let help = remedy(for: path, problem)
        guard let place else {
            return console.error(
                "can't read '\(path)': \(problem.explanation)" + (help.map { "; " + $0.description } ?? ""))
        }
        let explanation: DiagnosticText = "can't read '\(path: path)': \(problem.explanation)"
        var report = ProblemReport()
        report.report(
            .error("unreadable-file", explanation, help: help, at: place.location), in: place.file, to: console)
    }

    /// A suggestion for the path; nil if there is none.
    private func remedy(for path: String, _ problem: FileProblem) -> DiagnosticText? {
        if problem == .isFolder { return "it is a folder; name a file in it" }
        if problem == .isNoFolder { return "it is a file; name a folder" }
        guard problem.isAbsence, path != "-" else { return nil }
        if path.isEmpty { return "the path is empty" }
        if path.contains("://") { return "a file is read, and no URL; download it first" }
        if path.hasPrefix("~") { return "'~' is read by shells only; write the path in full" }
        if path.contains("$") { return "variables aren't replaced; write the path in full" }
        if let quote = path.unicodeScalars.first, "“”‘’„".unicodeScalars.contains(quote) {
            return "'\(quote)' is part of the name; type straight quotes"
        }
        if path.contains("*") { return "no file has this name, and '*' isn't replaced here; name each file" }
        let folder = Path.folder(of: path)
        let isFolder = (try? Folder(opening: absolute(folder))) != nil
        guard isFolder else { return "there is no folder '\(path: folder)'" }
        guard let names = try? Folder(opening: absolute(folder)).names() else { return nil }
        let name = Path.lastComponent(path)
        let stem = name.prefix { $0 != "." }
        // For `openapi.yml`, the suggestion `openapi.yaml` is better than `openapi2.yml`.
        let sameStem = names.first { $0.prefix { $0 != "." } == stem && !stem.isEmpty }
        // Stems are compared, since names with the same ending aren't similar for that.
        let stems = Dictionary(names.map { (String($0.prefix { $0 != "." }), $0) }) { first, _ in first }
        let similarStem = Spelling.suggestion(for: String(stem), among: stems.keys.sorted()).flatMap { stems[$0] }
        guard let suggestion = sameStem ?? similarStem else { return nil }
        return "did you mean '\(path: folder == "." ? suggestion : Path.join(folder, suggestion))'?"
    }
}
