import CallsiteCore
import CallsiteText

extension JSONValue {
    /// A number, if it is one of JSON (RFC 8259, section 6); YAML has more, which become strings.
    init(number text: String) { self = Number(text).map { .number($0) } ?? .string(text) }

    /// On one line.
    var compact: String { text(.line, quote: QuotedText.json) }

    /// The string for a scalar outside of JSON; nil for null, lists and objects.
    var scalar: String? {
        switch self {
        case .bool(let value): value ? "true" : "false"
        case .number(let number): number.digits
        case .string(let text): text
        case .null, .array, .object: nil
        }
    }
}
