import CallsiteCore

/// A value of a sample, with the members of objects in their order.
indirect enum SampleValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// By JSON's grammar.
    case number(String)
    case text(String)
    case list([SampleValue])
    case object([Member])

    struct Member: Hashable, Sendable {
        var key: String
        var value: SampleValue
    }

    /// A number, if it is one of JSON (RFC 8259, section 6); YAML has more, which become strings.
    init(number text: String) {
        var rest = text.utf8[...]
        func digits(_ rest: inout Substring.UTF8View) -> Int {
            let count = rest.prefix { 0x30...0x39 ~= $0 }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let hasLeadingZero = rest.first == UInt8(ascii: "0")
        let whole = digits(&rest)
        var isNumber = whole == 1 || whole > 1 && !hasLeadingZero
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            isNumber = isNumber && digits(&rest) > 0
        }
        if let sign = rest.first, sign | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
            isNumber = isNumber && digits(&rest) > 0
        }
        self = isNumber && rest.isEmpty ? .number(text) : .text(text)
    }

    /// On one line.
    var compact: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let digits): digits
        case .text(let text): QuotedText.json(text)
        case .list(let values): "[" + values.map(\.compact).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { QuotedText.json($0.key) + ":" + $0.value.compact }.joined(separator: ",") + "}"
        }
    }

    /// The string for a scalar outside of JSON; nil for null, lists and objects.
    var scalar: String? {
        switch self {
        case .bool(let value): value ? "true" : "false"
        case .number(let text), .text(let text): text
        case .null, .list, .object: nil
        }
    }
}
