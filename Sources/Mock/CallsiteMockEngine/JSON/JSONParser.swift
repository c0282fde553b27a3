extension JSONValue {
    /// How deep lists and objects may be in each other.
    package static let mostLevels = 512

    /// Reads JSON (RFC 8259). Throws a `MockError` that says what was found where.
    package init(parsing bytes: some Collection<UInt8>) throws(MockError) {
        var parser = JSONParser(Array(bytes))
        self = try parser.parse()
    }

    package init(parsing text: String) throws(MockError) { try self.init(parsing: Array(text.utf8)) }

    /// The value on one line.
    package var text: String {
        var writer = JSONTextWriter()
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The value on one line, with the keys of each object in the order of their bytes: the same for two values that
    /// say the same.
    package var sortedText: String {
        var writer = JSONTextWriter(sortsKeys: true)
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    package var bytes: [UInt8] {
        var writer = JSONTextWriter()
        writer.write(self)
        return writer.bytes
    }
}

struct JSONParser {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // A mark of the byte order is no part of JSON, and common.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    }

    mutating func parse() throws(MockError) -> JSONValue {
        let value = try value(depth: 0)
        skipBlanks()
        guard at == bytes.count else { throw unexpected("the end") }
        return value
    }

    static func isNumber(_ digits: String.UTF8View) -> Bool {
        var parser = JSONParser(Array(digits))
        guard let first = digits.first, first == 0x2D || first &- 0x30 < 10, (try? parser.number()) != nil else {
            return false
        }
        return parser.at == parser.bytes.count
    }

    private func unexpected(_ wanted: String) -> MockError {
        guard at < bytes.count else { return MockError("expected \(wanted), found the end of the text") }
        let line = bytes[..<at].count { $0 == 0x0A } + 1
        let start = bytes[..<at].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let found = String(decoding: bytes[at..<min(at + 12, bytes.count)], as: UTF8.self).prefix {
            $0 != "\n" && $0 != "\r"
        }
        return MockError("\(line):\(at - start + 1): expected \(wanted), found \"\(found)\"")
    }

    private mutating func skipBlanks() {
        while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x0A || bytes[at] == 0x0D || bytes[at] == 0x09 {
            at += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    private mutating func value(depth: Int) throws(MockError) -> JSONValue {
        skipBlanks()
        guard at < bytes.count else { throw unexpected("a value") }
        guard depth < JSONValue.mostLevels else {
            throw MockError("lists and objects are more than \(JSONValue.mostLevels) levels deep")
        }
        switch bytes[at] {
        case 0x7B: return try object(depth)
        case 0x5B: return try array(depth)
        case 0x22: return .string(try string())
        case 0x74: return try word("true", .bool(true))
        case 0x66: return try word("false", .bool(false))
        case 0x6E: return try word("null", .null)
        default: return .number(.init(checked: try number()))
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(MockError) -> JSONValue {
        let matches = word.withUTF8Buffer { bytes[at...].starts(with: $0) }
        guard matches else { throw unexpected("a value") }
        at += word.utf8CodeUnitCount
        return value
    }

    private mutating func object(_ depth: Int) throws(MockError) -> JSONValue {
        at += 1
        var fields = JSONObject()
        skipBlanks()
        if take(0x7D) { return .object(fields) }
        while true {
            skipBlanks()
            guard at < bytes.count, bytes[at] == 0x22 else { throw unexpected("a key in quotes") }
            let key = try string()
            skipBlanks()
            guard take(0x3A) else { throw unexpected("':'") }
            fields[key] = try value(depth: depth + 1)
            skipBlanks()
            if take(0x7D) { return .object(fields) }
            guard take(0x2C) else { throw unexpected("',' or '}'") }
        }
    }

    private mutating func array(_ depth: Int) throws(MockError) -> JSONValue {
        at += 1
        var elements: [JSONValue] = []
        skipBlanks()
        if take(0x5D) { return .array(elements) }
        while true {
            elements.append(try value(depth: depth + 1))
            skipBlanks()
            if take(0x5D) { return .array(elements) }
            guard take(0x2C) else { throw unexpected("',' or ']'") }
        }
    }

    private mutating func digits() -> Int {
        let start = at
        while at < bytes.count, bytes[at] &- 0x30 < 10 { at += 1 }
        return at - start
    }

    private mutating func number() throws(MockError) -> String {
        let start = at
        _ = take(0x2D)
        let first = at
        guard digits() > 0, bytes[first] != 0x30 || at == first + 1 else { throw unexpected("a value") }
        if take(0x2E), digits() == 0 { throw unexpected("a digit") }
        if at < bytes.count, bytes[at] | 0x20 == 0x65 {
            at += 1
            if at < bytes.count, bytes[at] == 0x2B || bytes[at] == 0x2D { at += 1 }
            guard digits() > 0 else { throw unexpected("a digit") }
        }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private mutating func string() throws(MockError) -> String {
        at += 1
        var start = at
        var text: [UInt8] = []
        while at < bytes.count {
            switch bytes[at] {
            case 0x22:
                // Most strings have no escapes, and need no bytes of their own.
                let checked: String?
                if text.isEmpty {
                    checked = String(utf8: bytes[start..<at])
                } else {
                    text += bytes[start..<at]
                    checked = String(utf8: text)
                }
                at += 1
                guard let checked else { throw MockError("a string isn't UTF-8") }
                return checked
            case 0x5C:
                text += bytes[start..<at]
                at += 1
                try escape(into: &text)
                start = at
            case 0..<0x20: throw unexpected("an escaped control character")
            default: at += 1
            }
        }
        throw unexpected("the end of a string")
    }

    private mutating func escape(into text: inout [UInt8]) throws(MockError) {
        guard at < bytes.count else { throw unexpected("an escape") }
        let byte = bytes[at]
        at += 1
        switch byte {
        case 0x22, 0x5C, 0x2F: text.append(byte)
        case 0x62: text.append(0x08)
        case 0x66: text.append(0x0C)
        case 0x6E: text.append(0x0A)
        case 0x72: text.append(0x0D)
        case 0x74: text.append(0x09)
        case 0x75:
            var unit = UInt32(try unit())
            if 0xD800..<0xDC00 ~= unit, at + 1 < bytes.count, bytes[at] == 0x5C, bytes[at + 1] == 0x75 {
                let before = at
                at += 2
                let low = UInt32(try self.unit())
                if 0xDC00..<0xE000 ~= low {
                    unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
                } else {
                    at = before
                }
            }
            // Half a pair is no character.
            text += String(Character(Unicode.Scalar(unit) ?? "\u{FFFD}")).utf8
        default:
            at -= 1
            throw unexpected("an escape")
        }
    }

    private mutating func unit() throws(MockError) -> UInt16 {
        guard at + 4 <= bytes.count,
            let value = UInt16(String(decoding: bytes[at..<(at + 4)], as: UTF8.self), radix: 16),
            bytes[at] != 0x2B
        else { throw unexpected("four hexadecimal digits") }
        at += 4
        return value
    }
}

private struct JSONTextWriter {
    var sortsKeys = false
    var bytes: [UInt8] = []

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let flag): bytes += (flag ? "true" : "false").utf8
        case .number(let number): bytes += number.digits.utf8
        case .string(let text): write(text)
        case .array(let elements):
            bytes.append(0x5B)
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(0x2C) }
                write(element)
            }
            bytes.append(0x5D)
        case .object(let fields):
            bytes.append(0x7B)
            let pairs =
                sortsKeys ? fields.pairs.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } : fields.pairs
            for (index, field) in pairs.enumerated() {
                if index > 0 { bytes.append(0x2C) }
                write(field.key)
                bytes.append(0x3A)
                write(field.value)
            }
            bytes.append(0x7D)
        }
    }

    private mutating func write(_ text: String) {
        bytes.append(0x22)
        for byte in text.utf8 {
            switch byte {
            case 0x22: bytes += "\\\"".utf8
            case 0x5C: bytes += "\\\\".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0x09: bytes += "\\t".utf8
            case 0..<0x20:
                bytes += (byte < 0x10 ? "\\u000" : "\\u00").utf8
                bytes += String(byte, radix: 16).utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
    }
}
