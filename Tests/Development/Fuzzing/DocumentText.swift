// How a tree is written: as JSON, or as YAML in blocks.

extension DocumentTree {
    package enum Style: CaseIterable, Sendable { case json, indentedJSON, yaml }

    package func text(_ style: Style) -> String {
        var text = ""
        switch style {
        case .json: writeJSON(to: &text, indentation: nil)
        case .indentedJSON: writeJSON(to: &text, indentation: "\n")
        case .yaml:
            switch self {
            case .scalar: writeYAMLScalar(to: &text)
            default: writeYAML(to: &text, indentation: "")
            }
        }
        return text + "\n"
    }

    // MARK: JSON

    /// - Parameter indentation: A line break and the blanks of the collection's own line; nil: all on one line.
    private func writeJSON(to text: inout String, indentation: String?) {
        let inner = indentation.map { $0 + "  " }
        func writeAll<Values: Collection>(
            _ open: String, _ values: Values, _ close: String, _ write: (Values.Element) -> Void
        ) {
            text += open
            var isFirst = true
            for value in values {
                text += isFirst ? inner ?? "" : "," + (inner ?? " ")
                isFirst = false
                write(value)
            }
            text += (values.isEmpty ? "" : indentation ?? "") + close
        }
        switch self {
        case .scalar(let value, let isPlain): text += isPlain && Self.isJSONLiteral(value) ? value : Self.quoted(value)
        case .list(let elements): writeAll("[", elements, "]") { $0.writeJSON(to: &text, indentation: inner) }
        case .map(let pairs):
            writeAll("{", pairs, "}") { pair in
                text += Self.quoted(pair.key) + ": "
                pair.value.writeJSON(to: &text, indentation: inner)
            }
        }
    }

    private static func isJSONLiteral(_ text: String) -> Bool {
        if ["true", "false", "null"].contains(text) { return true }
        return (try? /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/.wholeMatch(in: text)) != nil
    }

    /// In double quotes, as JSON and YAML both read it.
    package static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            default:
                if scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value || 0x2028...0x2029 ~= scalar.value
                    || scalar.value == 0xFEFF
                {
                    let digits = String(scalar.value, radix: 16)
                    quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    quoted.unicodeScalars.append(scalar)
                }
            }
        }
        return quoted + "\""
    }

    // MARK: YAML

    private func writeYAML(to text: inout String, indentation: String) {
        switch self {
        case .scalar: writeYAMLScalar(to: &text)
        case .list(let elements):
            for element in elements {
                text += indentation + "-"
                element.writeYAMLValue(to: &text, indentation: indentation + "  ")
            }
        case .map(let pairs):
            for pair in pairs {
                text += indentation + (Self.isSafe(pair.key) ? pair.key : Self.quoted(pair.key)) + ":"
                pair.value.writeYAMLValue(to: &text, indentation: indentation + "  ")
            }
        }
    }

    /// Writes a value behind a dash or a colon, to the end of its last line.
    private func writeYAMLValue(to text: inout String, indentation: String) {
        switch self {
        case .list(let elements) where elements.isEmpty: text += " []\n"
        case .map(let pairs) where pairs.isEmpty: text += " {}\n"
        case .scalar:
            text += " "
            writeYAMLScalar(to: &text)
            text += "\n"
        default:
            text += "\n"
            writeYAML(to: &text, indentation: indentation)
        }
    }

    private func writeYAMLScalar(to text: inout String) {
        guard case .scalar(let value, let isPlain) = self else { return }
        text += isPlain && Self.isSafe(value) ? value : Self.quoted(value)
    }

    /// Whether it means itself without quotes.
    private static func isSafe(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last, last != 0x20, last != UInt8(ascii: ":") else {
            return false
        }
        guard first != 0x20, !"!&*-?|>@`%'\"#{}[],:=".utf8.contains(first) || text == "-1" else { return false }
        return text.utf8.allSatisfy { 0x20...0x7E ~= $0 } && !text.contains(": ") && !text.contains(" #")
    }
}
