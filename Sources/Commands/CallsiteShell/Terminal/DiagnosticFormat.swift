import CallsiteCore
import CallsiteText

/// How problems are printed: for people, for programs, or for the annotations of GitHub's workflows.
package enum DiagnosticFormat: String, CaseIterable, Sendable {
    case text
    /// One JSON object for each problem, on a line of its own.
    case json
    case github

    /// A problem that has no place in a description; nil for `text`, which the console prints in colour.
    func line(_ severity: Diagnostic.Severity, _ message: String, path: String?, state: OutputState? = nil) -> String? {
        switch self {
        case .text: return nil
        case .json:
            var members: JSONObject = ["severity": .string(severity.rawValue), "message": .string(message)]
            members["file"] = path.map { .string($0) }
            members["state"] = state.map { .string($0.rawValue) }
            return members.line
        case .github:
            let file = path.map { " file=" + DiagnosticFormat.property($0) } ?? ""
            return "::\(severity.rawValue)\(file)::\(DiagnosticFormat.data(message))\n"
        }
    }

    /// A problem of a description; nil for `text`.
    func line(_ diagnostic: Diagnostic, paths: [String]) -> String? {
        func path(_ place: SourceLocation) -> String {
            paths.indices.contains(place.file.index) ? paths[place.file.index] : ""
        }
        let place = diagnostic.location
        switch self {
        case .text: return nil
        case .json:
            func position(_ place: SourceLocation) -> JSONObject {
                ["file": .string(path(place)), "line": .int(Int(place.line)), "column": .int(Int(place.column))]
            }
            var members = position(place)
            members["severity"] = .string(diagnostic.severity.rawValue)
            members["id"] = .string(diagnostic.id)
            members["message"] = .string(diagnostic.message.description)
            members["help"] = diagnostic.help.map { .string($0.description) }
            let notes = diagnostic.notes.map { note in
                JSONValue.object(position(note.location).merging(["message": .string(note.message.description)]) { $1 })
            }
            if !notes.isEmpty { members["notes"] = .array(notes) }
            if !diagnostic.repeats.isEmpty {
                members["repeats"] = .array(diagnostic.repeats.map { .object(position($0)) })
            }
            return members.line
        case .github:
            let text = "\(diagnostic.message)" + (diagnostic.help.map { "; \($0)" } ?? "") + diagnostic.repetition
            return Self.annotation(
                diagnostic.severity.rawValue, path: path(place), place, title: diagnostic.id, text)
        }
    }

    /// An annotation of a workflow at a line of a file.
    ///
    /// - Parameter level: `error`, `warning` or `notice`.
    package static func annotation(
        _ level: String, path: String, _ place: SourceLocation, title: String, _ message: String
    ) -> String {
        let properties = [("file", path), ("line", "\(place.line)"), ("col", "\(place.column)"), ("title", title)]
        return "::\(level) " + properties.map { "\($0.0)=\(property($0.1))" }.joined(separator: ",")
            + "::\(data(message))\n"
    }

    // Escape the characters that workflow commands would take for their own syntax.
    private static func data(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
