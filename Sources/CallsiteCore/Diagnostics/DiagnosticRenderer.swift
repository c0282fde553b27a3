/// Prints diagnostics as compilers do, one line each and one for each note, so that Xcode, SwiftPM and editors find
/// the place: `Specs/api.yaml:12:5: error: unknown type 'Pte'; did you mean 'Pet'? [unknown-type]`.
package struct DiagnosticRenderer: Sendable {
    /// The files' paths as the user wrote them, by `FileID.index`.
    package var paths: [String]

    package init(paths: [String]) { self.paths = paths }

    package func text(_ diagnostic: Diagnostic) -> String {
        var text = place(diagnostic.location) + ": " + diagnostic.severity.rawValue + ": " + printable(diagnostic.message)
        if let help = diagnostic.help { text += "; " + printable(help) }
        text += diagnostic.repetition
        text += " [" + diagnostic.id + "]\n"
        for note in diagnostic.notes {
            text += place(note.location) + ": note: " + printable(note.message) + "\n"
        }
        return text
    }

    package func text(_ diagnostics: Diagnostics) -> String {
        diagnostics.sorted.map(text).joined()
    }

    /// `Specs/api.yaml:12:5`, or `callsite` for what is wrong with an option.
    package func place(_ location: SourceLocation) -> String {
        if location.file == .commandLine { return "callsite" }
        let path = paths.indices.contains(location.file.index) ? paths[location.file.index] : "<unknown>"
        return "\(path):\(location.line):\(location.column)"
    }

    /// A message quotes the description, and a description may hold anything: a control character must neither break the
    /// line nor reach the terminal.
    private func printable(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value || SwiftText.isInvisible(scalar) {
                result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
