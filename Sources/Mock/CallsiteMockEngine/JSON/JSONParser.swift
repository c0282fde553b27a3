@_exported import CallsiteText

extension JSONValue {
    /// How deep lists and objects may be in each other.
    package static let mostLevels = 512

    /// Reads JSON (RFC 8259). Throws a `MockError` that says what was found where.
    package init(parsing bytes: some Collection<UInt8>) throws(MockError) {
        var parser = JSONParser(Array(bytes))
        self = try parser.parse()
    }

    package init(parsing text: String) throws(MockError) { try self.init(parsing: Array(text.utf8)) }
}

/// Reads JSON value by value. Readers of long lists take their elements one by one.
struct JSONParser {
    private let bytes: [UInt8]
    private var index = 0
    /// The bytes of the string that is being read.
    private var buffer: [UInt8] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // A byte order mark is no part of JSON, but it is common.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    mutating func parse() throws(MockError) -> JSONValue {
        let value = try value(depth: 0)
        try end()
        return value
    }

    /// Throws if anything but blanks follows.
    mutating func end() throws(MockError) {
        skipBlanks()
        guard index == bytes.count else { throw unexpected("the end") }
    }

    /// The first byte of the next value; nil: the text ends.
    mutating func next() -> UInt8? {
        skipBlanks()
        return index < bytes.count ? bytes[index] : nil
    }

    /// After an error: whether the text ends in the middle of a value, as that of a file which was cut off does.
    var isCutOff: Bool {
        // `"\u00`, `fals`
        index == bytes.count
            || bytes.count - index < 6 && !bytes[index...].contains { [0x22, 0x2C, 0x5D, 0x7D].contains($0) }
    }

    private func unexpected(_ expectation: String) -> MockError {
        guard index < bytes.count else { return MockError("expected \(expectation), found the end of the text") }
        let line = bytes[..<index].count { $0 == 0x0A } + 1
        let start = bytes[..<index].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let excerpt = String(decoding: bytes[index..<min(index + 12, bytes.count)], as: UTF8.self).prefix {
            $0 != "\n" && $0 != "\r"
        }
        return MockError("\(line):\(index - start + 1): expected \(expectation), found \"\(excerpt)\"")
    }

    private mutating func skipBlanks() {
        while index < bytes.count,
            bytes[index] == 0x20 || bytes[index] == 0x0A || bytes[index] == 0x0D || bytes[index] == 0x09
        {
            index += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    /// - Parameter depth: The number of lists and objects that the value is in.
    mutating func value(depth: Int) throws(MockError) -> JSONValue {
        skipBlanks()
        guard index < bytes.count else { throw unexpected("a value") }
        guard depth < JSONValue.mostLevels else {
            throw MockError("lists and objects are more than \(JSONValue.mostLevels) levels deep")
        }
        switch bytes[index] {
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
        let matches = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
        guard matches else { throw unexpected("a value") }
        index += word.utf8CodeUnitCount
        return value
    }

    private mutating func object(_ depth: Int) throws(MockError) -> JSONValue {
        var fields = JSONObject()
        try eachField { parser, key throws(MockError) in fields[key] = try parser.value(depth: depth + 1) }
        return .object(fields)
    }

    private mutating func array(_ depth: Int) throws(MockError) -> JSONValue {
        var elements: [JSONValue] = []
        try eachElement { parser throws(MockError) in elements.append(try parser.value(depth: depth + 1)) }
        return .array(elements)
    }

    /// Goes through the object that begins here.
    ///
    /// - Parameter read: Reads the value of a key.
    @inline(__always)
    mutating func eachField(
        _ read: (_ parser: inout JSONParser, _ key: String) throws(MockError) -> Void
    ) throws(MockError) {
        index += 1
        skipBlanks()
        if take(0x7D) { return }
        while true {
            skipBlanks()
            guard index < bytes.count, bytes[index] == 0x22 else { throw unexpected("a key in quotes") }
            let key = try string()
            skipBlanks()
            guard take(0x3A) else { throw unexpected("':'") }
            try read(&self, key)
            skipBlanks()
            if take(0x7D) { return }
            guard take(0x2C) else { throw unexpected("',' or '}'") }
        }
    }

    /// Goes through the array that begins here.
    ///
    /// - Parameter read: Reads an element.
    @inline(__always)
    mutating func eachElement(_ read: (_ parser: inout JSONParser) throws(MockError) -> Void) throws(MockError) {
        index += 1
        skipBlanks()
        if take(0x5D) { return }
        while true {
            try read(&self)
            skipBlanks()
            if take(0x5D) { return }
            guard take(0x2C) else { throw unexpected("',' or ']'") }
        }
    }

    private mutating func number() throws(MockError) -> String {
        let start = index
        do { try JSONScanner.skipNumber(bytes, &index) } catch { throw unexpected(error) }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func string() throws(MockError) -> String {
        buffer.removeAll(keepingCapacity: true)
        do { try JSONScanner.readString(bytes, &index, into: &buffer) } catch { throw unexpected(error) }
        guard let text = String(utf8: buffer) else { throw MockError("a string isn't UTF-8") }
        return text
    }

    private func unexpected(_ mistake: JSONScanner.Mistake) -> MockError {
        switch mistake {
        case .openString: unexpected("the end of a string")
        case .controlCharacter: unexpected("an escaped control character")
        case .escape: unexpected("an escape")
        case .hexadecimalDigits: unexpected("four hexadecimal digits")
        case .number: unexpected("a value")
        case .fraction, .exponent: unexpected("a digit")
        }
    }
}
