/// A scalar by the core schema of YAML 1.2 (chapter 10.3): `yes`, `on` and `2022-11-28` are strings. Numbers keep their
/// digits.
package enum YAMLScalar: Hashable, Sendable {
    case null
    case bool(Bool)
    /// Decimal digits with an optional minus sign; hexadecimal and octal forms are converted.
    case integer(String)
    /// As written, or `.inf`, `-.inf`, `.nan`.
    case float(String)
    case string(String)

    /// Resolves a scalar that was written without quotes.
    package init(plain text: String) {
        guard let first = text.utf8.first else {
            self = .null
            return
        }
        // Most strings are recognized by their first character.
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
            self = YAMLScalar.number(text) ?? .string(text)
        case UInt8(ascii: "~"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "t"), UInt8(ascii: "T"),
            UInt8(ascii: "f"), UInt8(ascii: "F"):
            switch text {
            case "~", "null", "Null", "NULL": self = .null
            case "true", "True", "TRUE": self = .bool(true)
            case "false", "False", "FALSE": self = .bool(false)
            default: self = .string(text)
            }
        default: self = .string(text)
        }
    }

    private static func number(_ text: String) -> YAMLScalar? {
        let bytes = Array(text.utf8)
        var position = 0
        func isDigit(_ index: Int) -> Bool { index < bytes.count && bytes[index] &- 0x30 < 10 }
        let isNegative = bytes[0] == 0x2D
        if isNegative || bytes[0] == 0x2B { position = 1 }
        guard position < bytes.count else { return nil }
        if bytes.count - position == 4, bytes[position] == 0x2E {
            switch String(decoding: bytes[position...], as: UTF8.self) {
            case ".inf", ".Inf", ".INF": return .float(isNegative ? "-.inf" : ".inf")
            case ".nan", ".NaN", ".NAN": return position == 0 ? .float(".nan") : nil
            default: break
            }
        }
        if position == 0, bytes.count > 2, bytes[0] == 0x30, bytes[1] == 0x78 || bytes[1] == 0x6F {
            let digits = String(decoding: bytes[2...], as: UTF8.self)
            guard digits.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }) else { return nil }
            return UInt64(digits, radix: bytes[1] == 0x78 ? 16 : 8).map { .integer(String($0)) }
        }
        let start = position
        while isDigit(position) { position += 1 }
        var digits = position - start
        var isInteger = true
        if position < bytes.count, bytes[position] == 0x2E {
            isInteger = false
            position += 1
            while isDigit(position) {
                position += 1
                digits += 1
            }
        }
        guard digits > 0 else { return nil }
        if position < bytes.count, bytes[position] | 0x20 == 0x65 {
            isInteger = false
            position += 1
            if position < bytes.count, bytes[position] == 0x2B || bytes[position] == 0x2D { position += 1 }
            guard isDigit(position) else { return nil }
            while isDigit(position) { position += 1 }
        }
        guard position == bytes.count else { return nil }
        guard isInteger else { return .float(text) }
        // `+07` is the integer 7 in the core schema.
        let significant = bytes[start...].drop { $0 == 0x30 }
        let magnitude = significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self)
        return .integer(isNegative && magnitude != "0" ? "-" + magnitude : magnitude)
    }
}
