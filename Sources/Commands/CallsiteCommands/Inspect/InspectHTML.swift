import CallsiteCore
import CallsiteInspect
import CallsiteShell

/// `callsite inspect --html FILE`: one page about an API.
func performInspectHTML(
    _ reader: inout DescriptionReader, _ options: Options, to path: String
) throws(ExitStatus) -> ExitStatus {
    let (inspection, sources) = try reader.read(consequence: path == "-" ? nil : "nothing was written") {
        inspectPage($0, options: options)
    }
    guard let html = pageHTML(inspection, sources, reader.configuration) else { return reader.report.status }
    guard path != "-" else {
        reader.shell.console.print(document: String(decoding: html, as: UTF8.self))
        return .done
    }
    return reader.shell.writeFile(html, to: path, replacing: isPage)
}

/// Whether Callsite wrote a file with these contents as a page.
func isPage(_ contents: [UInt8]) -> Bool { contents.starts(with: PageHTML.prefix.utf8) }

/// The page with its warnings; nil: the description has errors.
func pageHTML(_ inspection: PageInspection, _ sources: SourceSet, _ configuration: SourceSet.File?) -> [UInt8]? {
    inspection.page?.html(warnings: pageWarnings(inspection.diagnostics, in: sources.files, configuration))
}

/// The warnings for a page. Each has its source line with a marker, as on a terminal.
private func pageWarnings(
    _ diagnostics: Diagnostics, in files: [SourceSet.File], _ configuration: SourceSet.File?
) -> [PageWarning] {
    let fileID = FileID(files.count)
    let diagnostics = configuration == nil ? diagnostics : diagnostics.renumbered { $0 == .configuration ? fileID : $0 }
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
