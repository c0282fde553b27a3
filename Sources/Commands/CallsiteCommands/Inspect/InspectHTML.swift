import CallsiteCore
import CallsiteInspect
import CallsitePrinter
import CallsiteShell

/// `callsite inspect --html FILE`: one page about an API.
func performInspectHTML(
    _ invocation: Invocation, _ path: String, _ options: Options, _ settings: Configuration.Settings,
    _ configuration: SourceSet.File?, _ report: inout ProblemReport, _ shell: Shell
) -> ExitStatus {
    guard
        let (inspection, sources) = shell.load(
            invocation.operands[0], .init(invocation, settings), pass: { inspectPage($0, options: options) })
    else { return .fileError }
    report.add(inspection.diagnostics, in: sources.files, configuration, to: shell.console)
    guard !report.hasErrors, let page = inspection.page else {
        report.finish(consequence: path == "-" ? nil : "nothing was written", on: shell.console)
        return report.status
    }
    let html = page.html(warnings: pageWarnings(inspection.diagnostics, in: sources.files, configuration))
    guard path != "-" else {
        shell.console.print(document: String(decoding: html, as: UTF8.self))
        return .done
    }
    let file = Output.File(name: Path.lastComponent(path), contents: html)
    return shell.writeFiles(
        [file], in: Path.folder(of: path), replacing: { $0.starts(with: PageHTML.prefix.utf8) },
        elsewhere: "another name",
        path: { _ in path })
}

/// The warnings as a page shows them: the line of each with its place marked, as on a terminal.
func pageWarnings(
    _ diagnostics: Diagnostics, in files: [SourceSet.File], _ configuration: SourceSet.File?
) -> [PageWarning] {
    let last = FileID(files.count)
    let diagnostics = configuration == nil ? diagnostics : diagnostics.renumbered { $0 == .configuration ? last : $0 }
    let files = files + [configuration].compactMap(\.self)
    let paths = PagePaths(files.map(\.path))
    var snippets = SnippetReader(files: files)
    return diagnostics.sorted.map { diagnostic in
        let place = diagnostic.location
        var warning = PageWarning(
            id: diagnostic.id,
            message: Userinfo.hidden(
                in: paths.shortened(
                    diagnostic.message.description + (diagnostic.help.map { "; " + $0.description } ?? "")
                        + diagnostic.repetition)),
            path: paths.shown.indices.contains(place.file.index) ? paths.shown[place.file.index] : "callsite",
            line: Int(place.line),
            column: Int(place.column))
        if let snippet = snippets.snippet(at: place) { warning.source = (snippet.line, snippet.marker) }
        return warning
    }
}
