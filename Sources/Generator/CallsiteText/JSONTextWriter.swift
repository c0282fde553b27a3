/// Writes values as JSON (RFC 8259).
package struct JSONTextWriter {
    package enum Layout: Sendable {
        case line
        /// Each element and each member on a line of its own, indented by two blanks.
        case lines
        /// As `lines`, with lists of nothing but strings on one line.
        case linesWithFlatLists
    }

    private let layout: Layout
    private let sortsKeys: Bool
    private let quote: (String) -> String
    package private(set) var bytes: [UInt8] = []

    /// - Parameters:
    ///   - sortsKeys: Objects have their keys in the order of their bytes, so that equal values are written alike.
    ///   - quote: Writes a string with its quotation marks.
    package init(
        _ layout: Layout = .line, sortsKeys: Bool = false, quote: @escaping (String) -> String = JSONString.quoted
    ) {
        self.layout = layout
        self.sortsKeys = sortsKeys
        self.quote = quote
    }

    package mutating func write(_ value: JSONValue) { write(value, depth: 0) }

    private mutating func write(_ value: JSONValue, depth: Int) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let flag): bytes += (flag ? "true" : "false").utf8
        case .number(let number): bytes += number.digits.utf8
        case .string(let text): bytes += quote(text).utf8
        case .array(let elements):
            let isFlat = layout == .linesWithFlatLists && elements.allSatisfy { $0.string != nil }
            bytes.append(0x5B)
            for (index, element) in elements.enumerated() {
                separate(index, depth + 1, isFlat: isFlat)
                write(element, depth: depth + 1)
            }
            if !elements.isEmpty, !isFlat { breakLine(depth) }
            bytes.append(0x5D)
        case .object(let fields):
            bytes.append(0x7B)
            let pairs =
                sortsKeys ? fields.pairs.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } : fields.pairs
            for (index, field) in pairs.enumerated() {
                separate(index, depth + 1, isFlat: false)
                bytes += quote(field.key).utf8
                bytes += (layout == .line ? ":" : ": ").utf8
                write(field.value, depth: depth + 1)
            }
            if !pairs.isEmpty { breakLine(depth) }
            bytes.append(0x7D)
        }
    }

    private mutating func separate(_ index: Int, _ depth: Int, isFlat: Bool) {
        if index > 0 { bytes += (isFlat ? ", " : ",").utf8 }
        if !isFlat { breakLine(depth) }
    }

    private mutating func breakLine(_ depth: Int) {
        guard layout != .line else { return }
        bytes.append(0x0A)
        for _ in 0..<depth { bytes += "  ".utf8 }
    }
}

extension JSONValue {
    /// The value on one line.
    package var text: String { text(.line) }

    package var bytes: [UInt8] {
        var writer = JSONTextWriter()
        writer.write(self)
        return writer.bytes
    }

    package func text(
        _ layout: JSONTextWriter.Layout, sortsKeys: Bool = false,
        quote: @escaping (String) -> String = JSONString.quoted
    ) -> String {
        var writer = JSONTextWriter(layout, sortsKeys: sortsKeys, quote: quote)
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// Strings of JSON (RFC 8259, section 7).
package enum JSONString {
    /// With the escapes that the grammar requires.
    package static func quoted(_ text: String) -> String {
        quoted(text) { $0.value < 0x20 ? shortEscape($0) ?? escape($0) : nil }
    }

    /// - Parameter escape: How a scalar is written; nil: as it is. Quotation marks and backslashes are always escaped.
    ///   A string of nothing but plain ASCII (see `isPlain`) is written without calling it.
    package static func quoted(_ text: String, escape: (Unicode.Scalar) -> String?) -> String {
        // Most strings are plain, and are appended at once.
        if text.utf8.allSatisfy(isPlain) { return "\"" + text + "\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            default:
                if let escaped = escape(scalar) {
                    result += escaped
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    /// Printable ASCII, except the characters that JSON or HTML escapes.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x26, 0x3C, 0x3E, 0x5C: false
        default: 0x20..<0x7F ~= byte
        }
    }

    /// `\u00e9`; two escapes for a character that is a surrogate pair in UTF-16.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }.joined()
    }

    /// `\n`, `\r` and `\t`.
    package static func shortEscape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: nil
        }
    }
}
