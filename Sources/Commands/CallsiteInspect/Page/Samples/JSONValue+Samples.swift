import CallsiteCore
import CallsiteText

extension JSONValue {
    /// A number that JSON allows (RFC 8259, section 6), or a string for any other of YAML's numbers.
    init(number text: String) { self = Number(text).map { .number($0) } ?? .string(text) }

    /// The value as JSON on one line.
    var compact: String { text(.line, quote: QuotedText.json) }

    /// A scalar without JSON's quotes and escapes; nil for null, lists and objects.
    var scalar: String? {
        switch self {
        case .bool(let value): value ? "true" : "false"
        case .number(let number): number.digits
        case .string(let text): text
        case .null, .array, .object: nil
        }
    }
}
