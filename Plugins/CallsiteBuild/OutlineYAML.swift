/// As much of a YAML document as `callsite.yaml` needs: mappings, lists and strings, in block and flow style, with
/// comments, quotes and anchors.
///
/// A plugin can link no library, so it can't ask libyaml. Whatever this doesn't understand is `.nothing`: the tool reads
/// the file properly, and reports both its mistakes and each file that it names and the plan lacks.
indirect enum OutlineYAML: Equatable {
    case nothing
    case string(String)
    case list([OutlineYAML])
    case mapping([(key: String, value: OutlineYAML)])

    init(_ text: [UInt8]) {
        var reader = Reader(bytes: text)
        self = reader.value(from: 0)
    }

    /// The value of a key, also of a mapping that is merged (`<<: *defaults`).
    subscript(_ key: String) -> OutlineYAML {
        guard case .mapping(let pairs) = self else { return .nothing }
        if let pair = pairs.first(where: { $0.key == key }) { return pair.value }
        guard let merged = pairs.first(where: { $0.key == "<<" })?.value else { return .nothing }
        let values = ([merged] + merged.elements).map { $0[key] }
        return values.first { $0 != .nothing } ?? .nothing
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }
    var elements: [OutlineYAML] { if case .list(let elements) = self { elements } else { [] } }

    static func == (first: OutlineYAML, second: OutlineYAML) -> Bool {
        switch (first, second) {
        case (.nothing, .nothing): true
        case (.string(let first), .string(let second)): first == second
        case (.list(let first), .list(let second)): first == second
        case (.mapping(let first), .mapping(let second)):
            first.count == second.count
                && zip(first, second).allSatisfy { $0.key == $1.key && $0.value == $1.value }
        default: false
        }
    }
}

private struct Reader {
    let bytes: [UInt8]
    private var position = 0
    private var lineStart = 0
    private var depth = 0
    private var anchors: [String: (value: OutlineYAML, height: Int)] = [:]
    /// The deepest level of what is being read, with the heights of aliases.
    private var deepest = 0

    private static let depthLimit = 50

    init(bytes: [UInt8]) {
        // A byte order mark isn't part of the document.
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    private var column: Int { position - lineStart }
    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }
    private func isAt(_ character: Unicode.Scalar) -> Bool { byte == UInt8(ascii: character) }

    /// Whether what is `offset` bytes ahead ends a word: white space, or the end of the text.
    private func isBlank(_ offset: Int = 0) -> Bool {
        guard position + offset < bytes.count else { return true }
        return [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position + offset])
    }

    private func isFlowMark(_ offset: Int) -> Bool {
        position + offset < bytes.count && [0x2C, 0x5B, 0x5D, 0x7B, 0x7D].contains(bytes[position + offset])
    }

    private mutating func advance() {
        if byte == 0x0A { lineStart = position + 1 }
        position += 1
    }

    private mutating func skipSpaces() { while byte == 0x20 || byte == 0x09 { advance() } }
    private mutating func skipLine() { while let byte, byte != 0x0A { advance() } }

    /// To the next token, over lines, comments, directives and the marks of a document.
    private mutating func skipBlanks() {
        while let byte {
            if isBlank() {
                advance()
            } else if byte == UInt8(ascii: "#") || column == 0 && byte == UInt8(ascii: "%") {
                skipLine()
            } else if column == 0,
                bytes[position...].starts(with: "---".utf8) || bytes[position...].starts(with: "...".utf8),
                position + 3 >= bytes.count || isBlank(3)
            {
                position += 3
            } else {
                return
            }
        }
    }

    // MARK: Block style

    /// The value that begins at the next token, if that is at this column or behind.
    ///
    /// - Parameter start: The column of the anchor or tag before it, on the same line.
    mutating func value(from least: Int, canBeMapping: Bool = true, start: Int? = nil) -> OutlineYAML {
        skipBlanks()
        guard byte != nil, column >= least else { return .nothing }
        depth += 1
        defer { depth -= 1 }
        deepest = max(deepest, depth)
        guard depth < Self.depthLimit else { return giveUp() }
        if isMarked {
            let start = start ?? column
            return marked { reader in
                reader.skipSpaces()
                let isNewLine = reader.isBlank() || reader.isAt("#")
                return reader.value(
                    from: least, canBeMapping: canBeMapping || isNewLine, start: isNewLine ? nil : start)
            }
        }
        if isAt("[") || isAt("{") { return flowValue() }
        if isAt("-"), isBlank(1) { return canBeMapping ? list(at: column) : giveUp() }
        if isAt("|") || isAt(">") { return blockText(from: least) }
        let start = start ?? column
        guard let text = scalar(from: least) else { return giveUp() }
        guard canBeMapping, isAt(":"), isBlank(1) else { return .string(text) }
        return mapping(at: start, firstKey: text)
    }

    private mutating func list(at indent: Int) -> OutlineYAML {
        var elements: [OutlineYAML] = []
        while isAt("-"), isBlank(1), column == indent {
            advance()
            elements.append(value(from: indent + 1))
            skipBlanks()
        }
        return .list(elements)
    }

    private mutating func mapping(at indent: Int, firstKey: String) -> OutlineYAML {
        var pairs: [(key: String, value: OutlineYAML)] = []
        var key = firstKey
        while true {
            // Behind the colon.
            advance()
            skipSpaces()
            pairs.append((key, valueOfKey(at: indent)))
            skipBlanks()
            guard byte != nil, column == indent, !(isAt("-") && isBlank(1)) else { return .mapping(pairs) }
            while isAt("&") || isAt("!") {
                _ = mark()
                skipSpaces()
            }
            guard let next = scalar(from: indent),
                isAt(":"), isBlank(1)
            else { return .mapping(pairs) }
            key = next
        }
    }

    private mutating func valueOfKey(at indent: Int) -> OutlineYAML {
        let isInline = !isBlank() && !isAt("#")
        if isInline, isAt("&") || isAt("!") {
            return marked { reader in
                reader.skipSpaces()
                return reader.valueOfKey(at: indent)
            }
        }
        if !isInline { skipBlanks() }
        // A list may stand below its key, as far to the left.
        let isList = !isInline && column == indent && isAt("-") && isBlank(1)
        return isList ? list(at: indent) : value(from: indent + 1, canBeMapping: !isInline)
    }

    /// `|` and `>`, of one line or several.
    private mutating func blockText(from least: Int) -> OutlineYAML {
        let isFolded = isAt(">")
        let head = position
        skipLine()
        let isStripped = bytes[head..<position].contains(UInt8(ascii: "-"))
        if byte != nil { advance() }
        var lines: [String] = []
        while byte != nil {
            let line = position
            let start = lineStart
            while byte == 0x20 { advance() }
            if !isBlank(), column < least {
                (position, lineStart) = (line, start)
                break
            }
            let text = position
            skipLine()
            lines.append(String(decoding: bytes[text..<position], as: UTF8.self))
            if byte != nil { advance() }
        }
        while lines.last?.allSatisfy({ $0.isWhitespace }) == true { lines.removeLast() }
        return .string(lines.joined(separator: isFolded ? " " : "\n") + (isStripped ? "" : "\n"))
    }

    /// A plain or quoted string; behind it, on its line, is the colon of a key. nil: there is none.
    private mutating func scalar(from least: Int) -> String? {
        if isAt("\"") || isAt("'") {
            let text = quoted()
            skipSpaces()
            return text
        }
        var text = plainLine(inFlow: false)
        guard !text.isEmpty else { return nil }
        if isAt(":") { return text }
        // Plain strings go on in lines that are further to the right.
        while true {
            let (line, start) = (position, lineStart)
            if isAt("#") { return text }
            skipBlanks()
            let next = column >= least && least > 0 && byte != nil ? plainLine(inFlow: false) : ""
            guard !next.isEmpty, !isAt(":") else {
                (position, lineStart) = (line, start)
                return text
            }
            text += " " + next
        }
    }

    // MARK: Flow style

    private mutating func flowValue() -> OutlineYAML {
        depth += 1
        defer { depth -= 1 }
        deepest = max(deepest, depth)
        guard depth < Self.depthLimit else { return giveUp() }
        skipBlanks()
        if isMarked { return marked { reader in reader.flowValue() } }
        if isAt("[") { return flowList() }
        if isAt("{") { return flowMapping() }
        if isAt("\"") || isAt("'") { return .string(quoted()) }
        return .string(flowText())
    }

    private mutating func flowList() -> OutlineYAML {
        advance()
        var elements: [OutlineYAML] = []
        while true {
            skipBlanks()
            guard byte != nil, !isAt("}") else { return giveUp() }
            if isAt("]") { break }
            var element = isAt(",") ? .nothing : flowValue()
            skipBlanks()
            if isAt(":") {
                advance()
                element = .mapping([(element.string ?? "", flowValue())])
                skipBlanks()
            }
            elements.append(element)
            if isAt(",") { advance() }
        }
        advance()
        return .list(elements)
    }

    private mutating func flowMapping() -> OutlineYAML {
        advance()
        var pairs: [(key: String, value: OutlineYAML)] = []
        while true {
            skipBlanks()
            guard byte != nil, !isAt("]") else { return giveUp() }
            if isAt("}") { break }
            if isAt(",") {
                advance()
                continue
            }
            let key = flowValue()
            skipBlanks()
            var value = OutlineYAML.nothing
            if isAt(":") {
                advance()
                skipBlanks()
                if !isAt(","), !isAt("}") { value = flowValue() }
            }
            pairs.append((key.string ?? "", value))
        }
        advance()
        return .mapping(pairs)
    }

    /// A plain string between marks, over lines.
    private mutating func flowText() -> String {
        var text = plainLine(inFlow: true)
        while true {
            skipBlanks()
            guard byte != nil, !isAt(":"), !isFlowMark(0) else { return text }
            let next = plainLine(inFlow: true)
            // A mark that can't begin a string would never end.
            guard !next.isEmpty else {
                advance()
                return text
            }
            text += " " + next
        }
    }

    // MARK: Anchors and tags

    private var isMarked: Bool { isAt("&") || isAt("!") || isAt("*") }

    /// The value behind an anchor or a tag, or that of the anchor that an alias names.
    private mutating func marked(_ read: (inout Reader) -> OutlineYAML) -> OutlineYAML {
        let isAlias = isAt("*")
        let isAnchor = isAt("&")
        let name = mark()
        if isAlias {
            guard let anchor = anchors[name], depth + anchor.height < Self.depthLimit else { return .nothing }
            deepest = max(deepest, depth + anchor.height)
            return anchor.value
        }
        let outer = deepest
        deepest = depth
        let value = read(&self)
        if isAnchor { anchors[name] = (value, deepest - depth) }
        deepest = max(outer, deepest)
        return value
    }

    /// The name behind `&`, `!` or `*`.
    private mutating func mark() -> String {
        advance()
        let start = position
        while !isBlank(), !isFlowMark(0) { advance() }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    // MARK: Strings

    /// As much of a plain string as its line has, without blanks at the end.
    private mutating func plainLine(inFlow: Bool) -> String {
        let start = position
        var end = position
        while let byte, byte != 0x0A, byte != 0x0D {
            if byte == UInt8(ascii: ":"), isBlank(1) || inFlow && isFlowMark(1) { break }
            if inFlow, isFlowMark(0) { break }
            if byte == UInt8(ascii: "#"), end < position { break }
            advance()
            if byte != 0x20, byte != 0x09 { end = position }
        }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private mutating func quoted() -> String {
        let quote = byte
        advance()
        var text: [UInt8] = []
        while let byte,
            byte != quote || quote == UInt8(ascii: "'") && position + 1 < bytes.count && bytes[position + 1] == quote
        {
            advance()
            if byte == quote {
                advance()
                text.append(byte)
            } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                text += escaped()
            } else if byte == 0x0A {
                while text.last == 0x20 || text.last == 0x09 || text.last == 0x0D { text.removeLast() }
                text.append(0x20)
                while isBlank(), self.byte != nil { advance() }
            } else {
                text.append(byte)
            }
        }
        if byte != nil { advance() }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that an escape stands for.
    private mutating func escaped() -> [UInt8] {
        guard let byte else { return [] }
        advance()
        let digits = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8][byte] ?? 0
        guard digits > 0 else {
            switch byte {
            case UInt8(ascii: "n"): return [0x0A]
            case UInt8(ascii: "t"): return [0x09]
            case 0x0A:
                skipSpaces()
                return []
            default: return [byte]
            }
        }
        let end = min(position + digits, bytes.count)
        let code = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
        while position < end { advance() }
        return code.flatMap(Unicode.Scalar.init).map { Array(String(Character($0)).utf8) } ?? []
    }

    /// Nothing behind this place is understood.
    private mutating func giveUp() -> OutlineYAML {
        position = bytes.count
        return .nothing
    }
}
