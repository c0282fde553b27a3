import CallsiteCore

/// A value to print as JSON (RFC 8259), for other programs to read.
package indirect enum JSONText: Hashable, Sendable {
    case string(String)
    case int(Int)
    case bool(Bool)
    case array([JSONText])
    /// Printed with its keys in order, so that the same value always gives the same text.
    case object([String: JSONText])

    /// The value over several lines, indented by two blanks, with a line break at its end.
    package var text: String { text(indent: "\n") + "\n" }

    /// The value on one line.
    package var compact: String {
        switch self {
        case .string, .int, .bool: text(indent: "")
        case .array(let values): "[" + values.map(\.compact).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                .map { QuotedText.json($0.key) + ":" + $0.value.compact }.joined(separator: ",") + "}"
        }
    }

    private func text(indent: String) -> String {
        switch self {
        case .string(let string): QuotedText.json(string)
        case .int(let int): String(int)
        case .bool(let bool): bool ? "true" : "false"
        case .array(let values):
            JSONText.list("[", values.map { $0.text(indent: indent + "  ") }, "]", indent)
        case .object(let members):
            JSONText.list(
                "{",
                members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                    .map { QuotedText.json($0.key) + ": " + $0.value.text(indent: indent + "  ") },
                "}", indent)
        }
    }

    private static func list(_ open: String, _ items: [String], _ close: String, _ indent: String) -> String {
        items.isEmpty
            ? open + close : open + indent + "  " + items.joined(separator: "," + indent + "  ") + indent + close
    }
}

extension JSONText {
    /// The version of the objects that are printed one on a line. It changes when a program that reads them must.
    private static let lineVersion = 1

    /// An object on a line of its own, with the version of its form. Keys are only ever added to it.
    package static func line(_ members: [String: JSONText]) -> String {
        var members = members
        members["version"] = .int(lineVersion)
        return JSONText.object(members).compact + "\n"
    }
}
