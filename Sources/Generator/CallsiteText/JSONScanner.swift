/// Strings and numbers of JSON (RFC 8259, sections 6 and 7), for the readers of descriptions and of values. Each function
/// reads from `at`, leaves it behind what it has read, and leaves it at the mistake if there is one.
package enum JSONScanner {
    package enum Mistake: Error {
        case openString, controlCharacter, hexadecimalDigits, number, fraction, exponent
        /// The text may end there.
        case escape
    }

    /// Whether a string is a number of JSON, and nothing else.
    package static func isNumber(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var at = 0
        return (try? skipNumber(bytes, &at)) != nil && at == bytes.count
    }

    package static func skipNumber(_ bytes: [UInt8], _ at: inout Int) throws(Mistake) {
        if at < bytes.count, bytes[at] == 0x2D { at += 1 }
        let isZero = at < bytes.count && bytes[at] == 0x30
        let whole = skipDigits(bytes, &at)
        guard whole > 0, !isZero || whole == 1 else { throw .number }
        if at < bytes.count, bytes[at] == 0x2E {
            at += 1
            guard skipDigits(bytes, &at) > 0 else { throw .fraction }
        }
        if at < bytes.count, bytes[at] | 0x20 == 0x65 {
            at += 1
            if at < bytes.count, bytes[at] == 0x2B || bytes[at] == 0x2D { at += 1 }
            guard skipDigits(bytes, &at) > 0 else { throw .exponent }
        }
    }

    private static func skipDigits(_ bytes: [UInt8], _ at: inout Int) -> Int {
        let start = at
        while at < bytes.count, bytes[at] &- 0x30 < 10 { at += 1 }
        return at - start
    }

    /// Reads a string, whose opening quotation mark is at `at`, and appends its characters.
    package static func readString(
        _ bytes: [UInt8], _ at: inout Int, into text: inout [UInt8]
    ) throws(Mistake) {
        at += 1
        var run = at
        while at < bytes.count {
            let byte = bytes[at]
            if byte == 0x22 {
                text.append(contentsOf: bytes[run..<at])
                at += 1
                return
            }
            guard byte >= 0x20 else { throw .controlCharacter }
            if byte == 0x5C {
                text.append(contentsOf: bytes[run..<at])
                at += 1
                try readEscape(bytes, &at, into: &text)
                run = at
            } else {
                at += 1
            }
        }
        throw .openString
    }

    private static func readEscape(
        _ bytes: [UInt8], _ at: inout Int, into text: inout [UInt8]
    ) throws(Mistake) {
        guard at < bytes.count else { throw .escape }
        switch bytes[at] {
        case 0x22, 0x5C, 0x2F: text.append(bytes[at])
        case 0x62: text.append(0x08)
        case 0x66: text.append(0x0C)
        case 0x6E: text.append(0x0A)
        case 0x72: text.append(0x0D)
        case 0x74: text.append(0x09)
        case 0x75:
            at += 1
            var code = try readUnit(bytes, &at)
            // Half a pair stands for no character: it becomes the replacement character, as Foundation's readers do.
            if 0xD800..<0xDC00 ~= code, at + 1 < bytes.count, bytes[at] == 0x5C, bytes[at + 1] == 0x75 {
                let before = at
                at += 2
                let low = try readUnit(bytes, &at)
                if 0xDC00..<0xE000 ~= low {
                    code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
                } else {
                    at = before
                }
            }
            text.append(contentsOf: String(Character(Unicode.Scalar(code) ?? "\u{FFFD}")).utf8)
            return
        default: throw .escape
        }
        at += 1
    }

    /// Half of a pair of surrogates, or a character.
    private static func readUnit(_ bytes: [UInt8], _ at: inout Int) throws(Mistake) -> UInt32 {
        // Swift reads a sign too.
        guard at + 4 <= bytes.count, bytes[at] != 0x2B, bytes[at] != 0x2D,
            let code = UInt32(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16)
        else { throw .hexadecimalDigits }
        at += 4
        return code
    }
}
