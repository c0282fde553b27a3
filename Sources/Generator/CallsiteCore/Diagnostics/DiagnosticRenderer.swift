/// Prints diagnostics as compilers do, one line each and one for each note, so that Xcode, SwiftPM and editors find
/// the place: `Specs/api.yaml:12:5: error: unknown type 'Pte'; did you mean 'Pet'? [unknown-type]`.
package struct DiagnosticRenderer: Sendable {
    /// The files' paths as the user wrote them, by `FileID.index`.
    package var paths: [String]

    package init(paths: [String]) { self.paths = paths }

    package func text(_ diagnostic: Diagnostic) -> String {
        var text =
            place(diagnostic.location) + ": " + diagnostic.severity.rawValue + ": " + diagnostic.message.description
        if let help = diagnostic.help { text += "; " + help.description }
        text += diagnostic.repetition
        text += " [" + diagnostic.id + "]\n"
        for note in diagnostic.notes { text += place(note.location) + ": note: " + note.message.description + "\n" }
        return text
    }

    package func text(_ diagnostics: Diagnostics) -> String {
        diagnostics.sorted.map(text).joined()
    }

    /// `Specs/api.yaml:12:5`, or `callsite` for a mistake in an option.
    package func place(_ location: SourceLocation) -> String {
        if location.file == .commandLine { return "callsite" }
        let path = paths.indices.contains(location.file.index) ? paths[location.file.index] : "<unknown>"
        return "\(path):\(location.line):\(location.column)"
    }
}
