/// Which characters can be seen, and how the others are written: for messages and for what is printed.
package enum VisibleText {
    /// A scalar that can't be seen, or that changes how the text round it is shown: format characters (bidirectional
    /// controls, zero-width, the byte order mark) and the line and paragraph separators.
    package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x80: false
        case 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
            0xE0000...0xE007F:
            true
        default: scalar.properties.generalCategory == .format
        }
    }

    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
    }

    /// Whether a string is printable ASCII, with line feeds if they are `allowed`. Most strings are, so that callers
    /// rarely loop over scalars.
    package static func isPlain(_ text: String, allowingLineFeeds allowed: Bool = false) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || allowed && $0 == 0x0A }
    }

    /// `U+00AD`, as Unicode's own lists have it.
    static func codePoint(_ value: UInt32) -> String { "U+" + hexadecimal(value, digits: 4) }

    /// `\U000000AD` (YAML 1.2, 5.7).
    static func yamlEscape(_ scalar: Unicode.Scalar) -> String { "\\U" + hexadecimal(scalar.value, digits: 8) }

    private static func hexadecimal(_ value: UInt32, digits count: Int) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    /// `\u{…}`.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
}
