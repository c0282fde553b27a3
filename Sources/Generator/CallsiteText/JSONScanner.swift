/// Strings and numbers of JSON (RFC 8259, sections 6 and 7), for the readers of descriptions and of values. Each function
/// reads from `position`, and leaves it behind the last byte that it has read, or at a mistake.
package enum JSONScanner {
    package enum Mistake: Error {
        case openString, controlCharacter, hexadecimalDigits, number, fraction, exponent
        /// The string may also end in the escape.
        case escape
    }

    /// Whether a string is a number of JSON, and nothing else.
    package static func isNumber(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var position = 0
        return (try? skipNumber(bytes, &position)) != nil && position == bytes.count
    }

    package static func skipNumber(_ bytes: [UInt8], _ position: inout Int) throws(Mistake) {
        if position < bytes.count, bytes[position] == 0x2D { position += 1 }
        let isZero = position < bytes.count && bytes[position] == 0x30
        let whole = skipDigits(bytes, &position)
        guard whole > 0, !isZero || whole == 1 else { throw .number }
        if position < bytes.count, bytes[position] == 0x2E {
            position += 1
            guard skipDigits(bytes, &position) > 0 else { throw .fraction }
        }
        if position < bytes.count, bytes[position] | 0x20 == 0x65 {
            position += 1
            if position < bytes.count, bytes[position] == 0x2B || bytes[position] == 0x2D { position += 1 }
            guard skipDigits(bytes, &position) > 0 else { throw .exponent }
        }
    }

    private static func skipDigits(_ bytes: [UInt8], _ position: inout Int) -> Int {
        let start = position
        while position < bytes.count, bytes[position] &- 0x30 < 10 { position += 1 }
        return position - start
    }

    /// Reads a string, whose opening quotation mark is at `position`, and appends its characters.
    package static func readString(
        _ bytes: [UInt8], _ position: inout Int, into text: inout [UInt8]
    ) throws(Mistake) {
        position += 1
        var run = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x22 {
                text.append(contentsOf: bytes[run..<position])
                position += 1
                return
            }
            guard byte >= 0x20 else { throw .controlCharacter }
            if byte == 0x5C {
                text.append(contentsOf: bytes[run..<position])
                position += 1
                try readEscape(bytes, &position, into: &text)
                run = position
            } else {
                position += 1
            }
        }
        throw .openString
    }

    private static func readEscape(
        _ bytes: [UInt8], _ position: inout Int, into text: inout [UInt8]
    ) throws(Mistake) {
        guard position < bytes.count else { throw .escape }
        switch bytes[position] {
        case 0x22, 0x5C, 0x2F: text.append(bytes[position])
        case 0x62: text.append(0x08)
        case 0x66: text.append(0x0C)
        case 0x6E: text.append(0x0A)
        case 0x72: text.append(0x0D)
        case 0x74: text.append(0x09)
        case 0x75:
            position += 1
            var code = try readUnit(bytes, &position)
            // An unpaired surrogate is no character. It becomes the replacement character, as in Foundation's readers.
            if 0xD800..<0xDC00 ~= code, position + 1 < bytes.count, bytes[position] == 0x5C, bytes[position + 1] == 0x75
            {
                let before = position
                position += 2
                let low = try readUnit(bytes, &position)
                if 0xDC00..<0xE000 ~= low {
                    code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
                } else {
                    position = before
                }
            }
            text.append(contentsOf: String(Character(Unicode.Scalar(code) ?? "\u{FFFD}")).utf8)
            return
        default: throw .escape
        }
        position += 1
    }

    /// Half of a pair of surrogates, or a character.
    private static func readUnit(_ bytes: [UInt8], _ position: inout Int) throws(Mistake) -> UInt32 {
        // `UInt32(_:radix:)` accepts a sign too.
        guard position + 4 <= bytes.count, bytes[position] != 0x2B, bytes[position] != 0x2D,
            let code = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
        else { throw .hexadecimalDigits }
        position += 4
        return code
    }
}
