import CallsiteText

/// The words of a command, as a shell reads them.
struct ShellWords {
    private(set) var words: [TemplateText] = []
    /// The lines of a here-document.
    private(set) var input: [UInt8]?
    /// The offset behind the command.
    var end: Int
    /// Whether a here-document has no end.
    private(set) var isInputOpen = false
    /// The quotation mark that isn't closed.
    private(set) var openQuote: UInt8?

    private let bytes: [UInt8]
    private let limit: Int
    private let values: [String: String]
    private var position: Int
    private var word: TemplateText?
    private var text: [UInt8] = []
    private var delimiter: [UInt8]?
    /// Whether the word has a query so far. People don't always quote the ampersands of a URL.
    private var isInQuery = false

    /// - Parameters:
    ///   - isQuoted: The command is in backticks, or in `$(…)`, and ends with them.
    ///   - values: The values of variables.
    init(_ bytes: [UInt8], from start: Int, to limit: Int, isQuoted: Bool, values: [String: String] = [:]) {
        (self.bytes, self.limit, position, end, self.values) = (bytes, limit, start, start, values)
        read(isQuoted: isQuoted)
        finishWord()
        end = min(position, limit)
        if delimiter != nil { readInput() }
    }

    private func byte(_ offset: Int = 0) -> UInt8? { position + offset < limit ? bytes[position + offset] : nil }

    private mutating func flush() {
        guard !text.isEmpty else { return }
        begin()
        word?.append(String(decoding: text, as: UTF8.self))
        text.removeAll(keepingCapacity: true)
    }

    private mutating func finishWord() {
        flush()
        if let word { words.append(word) }
        word = nil
        isInQuery = false
    }

    /// Begins a word, which may stay empty.
    private mutating func begin() { if word == nil { word = TemplateText() } }

    private mutating func read(isQuoted: Bool) {
        while let next = byte() {
            switch next {
            case 0x20, 0x09, 0x0D:
                finishWord()
                position += 1
            case 0x0A:
                position += 1
                return
            case 0x5C, 0x5E: readEscape(next)
            case 0x60:
                // PowerShell's mark of a continued line.
                if let behind = endOfLine(position + 1), word == nil, text.isEmpty, !isQuoted {
                    position = behind
                } else if isQuoted || word == nil && text.isEmpty {
                    return
                } else {
                    readSubstitution()
                }
            case 0x27: readQuotes()
            case 0x22: readDoubleQuotes()
            case 0x24: readVariable(isInQuotes: false)
            case 0x23 where word == nil && text.isEmpty:
                while let next = byte(), next != 0x0A { position += 1 }
            case 0x7C, 0x3B: return
            case 0x26:
                guard isInQuery, let following = byte(1), following > 0x20, following != 0x26 else { return }
                text.append(next)
                position += 1
            case 0x29 where isQuoted: return
            case 0x3C, 0x3E: readRedirection(next)
            default:
                if next == 0x3F { isInQuery = true }
                text.append(next)
                position += 1
            }
            if openQuote != nil { return }
        }
    }

    /// The offset behind the line break, if only blanks come before it.
    private func endOfLine(_ start: Int) -> Int? {
        var place = start
        while place < limit, place - start < 200, Self.isBlank(bytes[place]) { place += 1 }
        return place < limit && bytes[place] == 0x0A ? place + 1 : nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    private mutating func readEscape(_ mark: UInt8) {
        if let behind = endOfLine(position + 1) {
            finishWord()
            position = behind
        } else if mark == 0x5E {
            text.append(mark)
            position += 1
        } else {
            position += 1
            if let next = byte() {
                text.append(next)
                position += 1
            }
        }
    }

    // MARK: - Quotes

    private mutating func readQuotes() {
        begin()
        let start = position + 1
        guard let close = bytes[min(start, limit)..<limit].firstIndex(of: 0x27) else {
            openQuote = 0x27
            position = limit
            return
        }
        text += bytes[start..<close]
        position = close + 1
    }

    private mutating func readDoubleQuotes() {
        begin()
        position += 1
        while let next = byte() {
            switch next {
            case 0x22:
                position += 1
                return
            case 0x5C:
                guard let escaped = byte(1) else {
                    position += 1
                    continue
                }
                if escaped != 0x0A {
                    if ![0x22, 0x5C, 0x24, 0x60].contains(escaped) { text.append(next) }
                    text.append(escaped)
                }
                position += 2
            case 0x24: readVariable(isInQuotes: true)
            case 0x60: readSubstitution()
            default:
                text.append(next)
                position += 1
            }
        }
        openQuote = 0x22
    }

    /// `$'…'`, with the escapes of C.
    private mutating func readANSIQuotes() {
        begin()
        position += 2
        while let next = byte() {
            position += 1
            guard next != 0x27 else { return }
            guard next == 0x5C, let escaped = byte() else {
                text.append(next)
                continue
            }
            position += 1
            switch escaped {
            case 0x6E: text.append(0x0A)
            case 0x74: text.append(0x09)
            case 0x72: text.append(0x0D)
            case 0x78: appendCode(2)
            case 0x75: appendCode(4)
            case 0x30...0x37: text.append(0)
            default: text.append(escaped)
            }
        }
        openQuote = 0x27
    }

    private mutating func appendCode(_ digitLimit: Int) {
        var digits = ""
        while digits.count < digitLimit, let next = byte(),
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= next || 0x61...0x66 ~= next | 0x20
        {
            digits.append(Character(UnicodeScalar(next)))
            position += 1
        }
        guard let code = UInt32(digits, radix: 16) else { return }
        if digitLimit == 2 {
            text.append(UInt8(truncatingIfNeeded: code))
        } else {
            text += String(Character(Unicode.Scalar(code) ?? "\u{FFFD}")).utf8
        }
    }

    // MARK: - Variables

    private mutating func add(variable name: String, value: String? = nil) {
        flush()
        begin()
        word?.append(variable: name, value: value)
    }

    private mutating func readVariable(isInQuotes: Bool) {
        switch byte(1) {
        case 0x27? where !isInQuotes: readANSIQuotes()
        case 0x7B?: readBraces()
        case 0x28?:
            position += 1
            readSubstitution()
        case let next? where Self.isName(next):
            position += 1
            let start = position
            while let next = byte(), Self.isName(next), position - start < 200 { position += 1 }
            let name = String(decoding: bytes[start..<position], as: UTF8.self)
            add(variable: Self.snake(name), value: values[name])
        default:
            text.append(0x24)
            position += 1
        }
    }

    /// `${NAME}`, `${NAME:-default}`
    private mutating func readBraces() {
        let start = position + 2
        let rest = bytes[min(start, limit)..<min(limit, start + 200)]
        guard let close = rest.firstIndex(where: { [0x7D, 0x7B, 0x0A].contains($0) }), bytes[close] == 0x7D else {
            text += [0x24, 0x7B]
            position += 2
            return
        }
        let content = String(decoding: bytes[start..<close], as: UTF8.self)
        let name = String(content.prefix { $0.utf8.allSatisfy(Self.isName) })
        let other = content.dropFirst(name.count)
        let hasDefault = other.hasPrefix(":-") || other.hasPrefix(":=")
        let text = hasDefault ? String(other.dropFirst(2)) : ""
        let defaultValue = text.isEmpty || text.contains("$") ? nil : text
        add(variable: Self.snake(name.isEmpty ? "value" : name), value: values[name] ?? defaultValue)
        position = close + 1
    }

    /// The output of another command.
    private mutating func readSubstitution() {
        let isTick = byte() == 0x60
        position += 1
        var depth = 1
        while let next = byte(), depth > 0 {
            if next == 0x5C { position += 1 }
            if isTick ? next == 0x60 : next == 0x29 { depth -= 1 }
            if !isTick, next == 0x28 { depth += 1 }
            position += 1
        }
        position = min(position, limit)
        if depth > 0 { openQuote = isTick ? 0x60 : 0x28 }
        add(variable: "value")
    }

    static func isName(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x5F
    }

    /// `ORDER_ID` and `orderId` are `order_id`.
    static func snake(_ name: String) -> String {
        let bytes = Array(name.utf8)
        guard bytes.contains(where: { 0x61...0x7A ~= $0 }) else { return name.lowercased() }
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            guard 0x41...0x5A ~= byte else {
                result.append(byte)
                continue
            }
            if index > 0, bytes[index - 1] != 0x5F, !(0x41...0x5A ~= bytes[index - 1]) { result.append(0x5F) }
            result.append(byte | 0x20)
        }
        return String(decoding: result, as: UTF8.self)
    }

    // MARK: - Redirections

    private mutating func readRedirection(_ mark: UInt8) {
        // `<id>` stands for a value.
        if mark == 0x3C, let first = byte(1), (first | 0x20) &- 0x61 < 26,
            let close = bytes[(position + 1)..<min(limit, position + 60)]
                .firstIndex(where: { $0 == 0x3E || $0 == 0x0A }),
            bytes[close] == 0x3E
        {
            text += bytes[position...close]
            position = close + 1
            return
        }
        // `2>`
        if word == nil, text.count == 1, text[0] &- 0x30 < 10 { text = [] }
        finishWord()
        if mark == 0x3C, byte(1) == 0x3C, byte(2) != 0x3C {
            position += 2
            if byte() == 0x2D { position += 1 }
            return readDelimiter()
        }
        while let next = byte(), next == 0x3C || next == 0x3E || next == 0x26 { position += 1 }
        while let next = byte(), next == 0x20 { position += 1 }
        while let next = byte(), next > 0x20, next != 0x7C, next != 0x3B, next != 0x29 { position += 1 }
    }

    private mutating func readDelimiter() {
        while let next = byte(), next == 0x20 { position += 1 }
        let start = position
        while let next = byte(), next > 0x20, position - start < 200 { position += 1 }
        delimiter = bytes[start..<position].filter { $0 != 0x22 && $0 != 0x27 && $0 != 0x5C }
    }

    /// The lines up to the delimiter.
    private mutating func readInput() {
        guard let delimiter, !delimiter.isEmpty else { return }
        var place = end
        var lines: [UInt8] = []
        while place < limit {
            let stop = bytes[place..<limit].firstIndex(of: 0x0A) ?? limit
            let line = bytes[place..<stop]
            place = min(stop + 1, limit)
            let content = line.drop { $0 == 0x09 || $0 == 0x20 }
            if content.elementsEqual(delimiter) || content.elementsEqual(delimiter + [0x0D]) {
                (input, end) = (lines, place)
                return
            }
            lines += line + [0x0A]
        }
        isInputOpen = true
    }
}

extension ShellWords {
    /// A command as browsers write it for Windows: a caret escapes each special character and each line break. nil if
    /// the command has no carets before quotes.
    init?(caretLines bytes: [UInt8], from start: Int, to limit: Int) {
        let first = bytes[start..<min(limit, start + 256)].prefix { $0 != 0x0A }
        guard zip(first, first.dropFirst()).contains(where: { $0 == 0x5E && $1 == 0x22 }) else { return nil }
        var plain: [UInt8] = []
        var position = start
        while position < limit, bytes[position] != 0x0A {
            guard bytes[position] == 0x5E, position + 1 < limit else {
                plain.append(bytes[position])
                position += 1
                continue
            }
            position += 1
            if bytes[position] == 0x0D, position + 1 < limit { position += 1 }
            if bytes[position] != 0x0A {
                plain.append(bytes[position])
                position += 1
                continue
            }
            position += 1
            // A line break that belongs to a string is followed by another one.
            let isText = position < limit && (bytes[position] == 0x0A || bytes[position...].starts(with: [0x0D, 0x0A]))
            plain.append(isText ? 0x0A : 0x20)
            if isText { position += bytes[position] == 0x0D ? 2 : 1 }
        }
        self.init(plain, from: 0, to: plain.count, isQuoted: false)
        end = position
    }
}
