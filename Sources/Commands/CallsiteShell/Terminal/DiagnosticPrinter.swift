import CallsiteCore

/// Prints diagnostics with `DiagnosticRenderer`; for people it adds colours, and the source line with a marker.
struct DiagnosticPrinter {
    private let paths: [String]
    private let style: Style
    private let showsSource: Bool
    private let format: DiagnosticFormat
    private var snippets: SnippetReader

    /// - Parameters:
    ///   - files: The files that the diagnostics' `FileID`s count.
    ///   - console: The console that diagnostics are printed for.
    init(files: [SourceSet.File], console: Console) {
        snippets = SnippetReader(files: files)
        paths = files.map { printable($0.path) }
        style = console.style
        showsSource = console.showsSource
        format = console.format
    }

    /// All diagnostics, in order.
    mutating func text(_ diagnostics: Diagnostics) -> String {
        let renderer = DiagnosticRenderer(paths: paths)
        var text = ""
        for diagnostic in diagnostics.sorted {
            if let line = format.line(diagnostic, paths: paths) {
                text += line
                continue
            }
            guard showsSource || style.isColored else {
                text += renderer.text(diagnostic)
                continue
            }
            // The renderer gives exactly one line for the diagnostic and one for each note.
            let places = [diagnostic.location] + diagnostic.notes.map(\.location)
            for (place, line) in zip(places, renderer.text(diagnostic).split(separator: "\n")) {
                text += colored(line, at: place) + "\n" + snippet(at: place)
            }
        }
        if diagnostics.all.count >= Diagnostics.limit, format == .text {
            text += "only the first \(Diagnostics.limit) problems are shown\n"
        }
        return text
    }

    /// `path:1:2: error: message [id]` with its parts in colours.
    private func colored(_ line: Substring, at location: SourceLocation) -> String {
        let place = DiagnosticRenderer(paths: paths).place(location) + ": "
        for (label, color) in [("error:", style.error), ("warning:", style.warning), ("note:", style.note)] {
            if line.hasPrefix(place + label) {
                return style.bold(place) + color(label) + style.bold(String(line.dropFirst(place.count + label.count)))
            }
        }
        return String(line)
    }

    /// The source line and its marker, or nothing if there is no such place.
    private mutating func snippet(at location: SourceLocation) -> String {
        guard showsSource, let snippet = snippets.snippet(at: location) else { return "" }
        return snippet.line + "\n" + style.marker(snippet.marker) + "\n"
    }
}
