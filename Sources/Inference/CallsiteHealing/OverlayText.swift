import CallsiteCore
import CallsiteText

/// An overlay as a person writes it (OpenAPI Overlay 1.0).
struct OverlayText {
    /// The beginning of every overlay that Callsite writes.
    static let beginning = "# Written by 'callsite drift --heal'"

    /// The checksum shows whether a person has changed the lines below. It ignores carriage returns, since `git` may
    /// have converted the line breaks to those of Windows.
    static func firstLine(for rest: some Sequence<UInt8>) -> String {
        let digits = String(fnv1a(rest.lazy.filter { $0 != UInt8(ascii: "\r") }), radix: 16)
        return beginning + ", checksum " + String(repeating: "0", count: 16 - digits.count) + digits + "."
    }

    private(set) var text = ""

    init(title: String, _ corrections: [Correction]) {
        text = "overlay: 1.0.0\ninfo:\n"
        text += "  title: \(Self.scalar("Corrections of " + title))\n  version: 1.0.0\nactions:\n"
        var uniqueActions: Set<Correction.Action> = []
        for correction in corrections.sorted {
            for action in correction.actions where uniqueActions.insert(action).inserted {
                text += "  - target: \(Self.scalar(action.target.text))\n"
                text += "    description: \(Self.scalar(correction.reason))\n"
                if let update = action.update {
                    text += "    update:"
                    append(update, indentation: 6)
                } else {
                    text += "    remove: true\n"
                }
            }
        }
        text = Self.firstLine(for: text.utf8) + "\n" + text
    }

    /// Writes a value behind a key.
    private mutating func append(_ value: JSONValue, indentation: Int) {
        let margin = String(repeating: " ", count: indentation)
        switch value {
        case .object(let fields) where !fields.isEmpty:
            text += "\n"
            for (key, field) in fields.pairs {
                text += margin + Self.scalar(key) + ":"
                append(field, indentation: indentation + 2)
            }
        case .array(let elements) where elements.contains { $0.isFilled }:
            text += "\n"
            for element in elements {
                text += margin + "-"
                guard let fields = element.object, !fields.isEmpty else {
                    append(element, indentation: indentation + 2)
                    continue
                }
                for (index, (key, field)) in fields.pairs.enumerated() {
                    text += (index == 0 ? " " : margin + "  ") + Self.scalar(key) + ":"
                    append(field, indentation: indentation + 4)
                }
            }
        case .array(let elements):
            text += " [" + elements.map { Self.flow($0) }.joined(separator: ", ") + "]\n"
        default: text += " " + Self.flow(value) + "\n"
        }
    }

    private static func flow(_ value: JSONValue) -> String {
        switch value {
        case .object: "{}"
        case .array: "[]"
        case .string(let text): scalar(text, isInBrackets: true)
        case .number(let number): number.digits
        case .bool(let flag): flag ? "true" : "false"
        case .null: "null"
        }
    }

    /// A string, in quotes where YAML reads something else without them.
    static func scalar(_ text: String, isInBrackets: Bool = false) -> String {
        isPlain(text, isInBrackets: isInBrackets) ? text : NativeText.escaped(text)
    }

    /// Whether YAML 1.1 reads a string too: `no`, `1_000` and `2026-01-31` are other values there.
    private static func isPlain(_ text: String, isInBrackets: Bool) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return false }
        let isLetter = 0x41...0x5A ~= first || 0x61...0x7A ~= first
        let isCount = 0x30...0x39 ~= first && text.utf8.contains(0x20)
        guard isLetter || isCount || first == 0x24 || first == 0x5F, last != 0x20, last != 0x3A else { return false }
        var previous: UInt8 = 0
        for byte in text.utf8 {
            guard 0x20...0x7E ~= byte else { return false }
            if previous == 0x3A && byte == 0x20 || previous == 0x20 && byte == 0x23 { return false }
            if isInBrackets, ",[]{}:".utf8.contains(byte) { return false }
            previous = byte
        }
        guard case .string = YAMLScalar(plain: text) else { return false }
        return !["yes", "no", "on", "off", "y", "n", "null", "true", "false"].contains(text.lowercased())
    }
}

extension JSONValue {
    fileprivate var isFilled: Bool {
        switch self {
        case .object(let fields): !fields.isEmpty
        case .array(let elements): !elements.isEmpty
        default: false
        }
    }
}
