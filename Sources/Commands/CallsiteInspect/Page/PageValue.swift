import CallsiteCore

/// A value of the data that a page holds, written as JSON (RFC 8259) that can't end the element it stands in.
///
/// Strings come from descriptions, which are hostile data. Two layers keep strings from becoming markup or code. Here
/// `<`, `>` and `&` are always escaped, so HTML's parser sees no tag, comment or character reference. And the page's
/// script puts strings into text nodes only.
indirect enum PageValue: Hashable, Sendable {
    /// Control characters, and what would be invisible or change the order of the text around it, are shown as
    /// `\u{202E}`; line breaks stay.
    case text(String)
    case int(Int)
    case bool(Bool)
    case list([PageValue])
    case object([Member])

    struct Member: Hashable, Sendable {
        var key: String
        var value: PageValue
    }

    /// An object without the members that are nil. Keys are the page's own, and plain letters.
    static func members(_ members: KeyValuePairs<String, PageValue?>) -> PageValue {
        .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
    }

    /// nil for an empty text.
    static func text(unlessEmpty text: String) -> PageValue? { text.isEmpty ? nil : .text(text) }
    /// nil for an empty list.
    static func list(unlessEmpty values: [PageValue]) -> PageValue? { values.isEmpty ? nil : .list(values) }
    /// nil for `false`.
    static func flag(_ value: Bool) -> PageValue? { value ? .bool(true) : nil }

    func write(to output: inout [UInt8]) {
        switch self {
        case .text(let text): PageValue.write(text, to: &output)
        case .int(let number): output.append(contentsOf: String(number).utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .list(let values):
            output.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                value.write(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                PageValue.write(member.key, to: &output)
                output.append(UInt8(ascii: ":"))
                member.value.write(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": output += [UInt8(ascii: "\\"), UInt8(scalar.value)]
            case "\n": output.append(contentsOf: "\\n".utf8)
            case "\t": output.append(contentsOf: "\\t".utf8)
            case "<": output.append(contentsOf: "\\u003c".utf8)
            case ">": output.append(contentsOf: "\\u003e".utf8)
            case "&": output.append(contentsOf: "\\u0026".utf8)
            default:
                if VisibleText.isControl(scalar) || VisibleText.isInvisible(scalar) {
                    // The page shows the backslash; JSON wants two.
                    output.append(UInt8(ascii: "\\"))
                    output.append(contentsOf: VisibleText.escape(scalar).utf8)
                } else if scalar.isASCII {
                    output.append(UInt8(scalar.value))
                } else {
                    output.append(contentsOf: String(scalar).utf8)
                }
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}
