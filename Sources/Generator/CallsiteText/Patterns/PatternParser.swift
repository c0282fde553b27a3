/// Reads a regular expression of ECMA-262. As in browsers without the flag `u`, needless escapes of punctuation, and
/// brackets and braces that open nothing, mean the characters themselves.
struct PatternParser {
    private let scalars: [UInt32]
    private var at = 0
    private var depth = 0
    private static let mostDepth = 40

    private let dialect: Pattern.Dialect

    init(_ text: String, dialect: Pattern.Dialect) {
        scalars = text.unicodeScalars.map(\.value)
        self.dialect = dialect
    }

    /// Conditions are the look-aheads right after a `^` at the start; the tree is the rest, with its `^`.
    mutating func parse() throws(Pattern.Problem) -> (
        conditions: [(isNegative: Bool, node: PatternNode)], tree: PatternNode
    ) {
        var conditions: [(isNegative: Bool, node: PatternNode)] = []
        var isAnchored = false
        if peek("^(?=") || peek("^(?!") {
            at = 1
            while peek("(?=") || peek("(?!") {
                let isNegative = scalars[at + 2] == 0x21
                at += 3
                conditions.append((isNegative, try choice()))
                guard take(")") else { throw .invalid("a group isn't closed") }
                if at < scalars.count, "*+?{".unicodeScalars.contains(where: { $0.value == scalars[at] }) {
                    throw .unsupported("a look-ahead is repeated")
                }
            }
            isAnchored = true
        }
        let tree = try choice(isTop: isAnchored)
        guard at == scalars.count else { throw .invalid("a parenthesis closes nothing") }
        return (conditions, isAnchored ? .sequence([.start, tree]) : tree)
    }

    private static func isLetter(_ scalar: UInt32) -> Bool { 0x41...0x5A ~= scalar & ~0x20 }

    private func peek(_ text: String) -> Bool { scalars[at...].starts(with: text.unicodeScalars.lazy.map(\.value)) }

    private mutating func take(_ text: String) -> Bool {
        guard peek(text) else { return false }
        at += text.unicodeScalars.count
        return true
    }

    private mutating func choice(isTop: Bool = false) throws(Pattern.Problem) -> PatternNode {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.mostDepth else { throw .unsupported("its groups are nested too deeply") }
        var branches = [try sequence()]
        while take("|") { branches.append(try sequence()) }
        // `^(?=a)b|c` is `(^(?=a)b)|c`, and only the first is anchored.
        if isTop, branches.count > 1 { throw .unsupported("it has look-ahead in one of its alternatives") }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func sequence() throws(Pattern.Problem) -> PatternNode {
        var parts: [PatternNode] = []
        while at < scalars.count, scalars[at] != 0x7C, scalars[at] != 0x29 { parts.append(try term()) }
        return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
    }

    private mutating func term() throws(Pattern.Problem) -> PatternNode {
        let atom = try atom()
        guard at < scalars.count else { return atom }
        var minimum = 0
        var maximum: Int?
        switch scalars[at] {
        case 0x2A: at += 1
        case 0x2B:
            at += 1
            minimum = 1
        case 0x3F:
            at += 1
            maximum = 1
        case 0x7B:
            guard let bounds = try counts() else { return atom }
            (minimum, maximum) = bounds
        default: return atom
        }
        _ = take("?")
        if at < scalars.count, scalars[at] == 0x2A || scalars[at] == 0x2B || scalars[at] == 0x3F {
            throw .invalid("a repetition repeats nothing")
        }
        if at < scalars.count, scalars[at] == 0x7B, try counts() != nil {
            throw .invalid("a repetition repeats nothing")
        }
        switch atom {
        case .start, .end, .wordEdge, .noWordEdge: throw .invalid("an anchor is repeated")
        default: return .many(atom, least: minimum, most: maximum)
        }
    }

    /// `{2}`, `{2,}`, `{2,5}`; nil if the brace is only a brace.
    private mutating func counts() throws(Pattern.Problem) -> (Int, Int?)? {
        let start = at
        at += 1
        func limited(_ value: Int) -> Int { min(value, 1_000_000) }
        func number() -> Int? {
            var value: Int?
            while at < scalars.count, PatternClass.digits[0].contains(scalars[at]) {
                value = limited((value ?? 0) * 10 + Int(scalars[at] - 0x30))
                at += 1
            }
            return value
        }
        if let minimum = number() {
            if take("}") { return (minimum, minimum) }
            if take(",") {
                if take("}") { return (minimum, nil) }
                if let maximum = number(), take("}") {
                    guard minimum <= maximum else { throw .invalid("a repetition's bounds are the wrong way round") }
                    return (minimum, maximum)
                }
            }
        }
        at = start
        return nil
    }

    private mutating func atom() throws(Pattern.Problem) -> PatternNode {
        let scalar = scalars[at]
        at += 1
        switch scalar {
        case 0x5E: return .start
        case 0x24: return .end
        case 0x2E:
            let lineEnds = dialect == .iRegexp ? [0x0A...0x0A, 0x0D...0x0D] : PatternClass.lineEnds
            return .one(PatternClass(PatternClass.inverse(lineEnds)))
        case 0x5B: return .one(try bracket())
        case 0x5C: return try escape()
        case 0x28: return try group()
        case 0x2A, 0x2B, 0x3F: throw .invalid("a repetition repeats nothing")
        default: return .one(PatternClass(scalar))
        }
    }

    private mutating func group() throws(Pattern.Problem) -> PatternNode {
        if take("?") {
            if peek("=") || peek("!") || peek("<=") || peek("<!") { throw .unsupported("it looks ahead or behind") }
            if take("<") {
                guard let end = scalars[at...].firstIndex(of: 0x3E), end > at else {
                    throw .invalid("a group's name isn't closed")
                }
                at = end + 1
            } else if !take(":") {
                guard at < scalars.count, "ims-".unicodeScalars.contains(where: { $0.value == scalars[at] }) else {
                    throw .invalid("'(?' begins no group")
                }
                let flags = scalars[at...].prefix { Self.isLetter($0) || $0 == 0x2D }
                at += flags.count
                guard peek(":") else { throw .invalid("'(?i)' isn't ECMA-262: flags are for a group, '(?i:…)'") }
                throw .unsupported("it has flags")
            }
        }
        let node = try choice()
        guard take(")") else { throw .invalid("a group isn't closed") }
        return node
    }

    private mutating func escape() throws(Pattern.Problem) -> PatternNode {
        guard at < scalars.count else { throw .invalid("a backslash ends it") }
        switch scalars[at] {
        case 0x62:
            at += 1
            return .wordEdge
        case 0x42:
            at += 1
            return .noWordEdge
        case 0x31...0x39: throw .unsupported("it refers back to a group")
        case 0x6B: throw .unsupported("it refers back to a group")
        default:
            var ranges: [ClosedRange<UInt32>] = []
            var properties: [PatternClass.Property] = []
            try classEscape(&ranges, &properties)
            return .one(PatternClass(ranges, properties: properties))
        }
    }

    /// Reads an escape after its backslash, outside and inside brackets. Returns the code point, if it is a single one.
    @discardableResult
    private mutating func classEscape(
        _ ranges: inout [ClosedRange<UInt32>], _ properties: inout [PatternClass.Property]
    ) throws(Pattern.Problem) -> UInt32? {
        guard at < scalars.count else { throw .invalid("a backslash ends it") }
        let scalar = scalars[at]
        at += 1
        var single: UInt32 = scalar
        switch scalar {
        case 0x64: ranges += PatternClass.digits; return nil
        case 0x44: ranges += PatternClass.inverse(PatternClass.digits); return nil
        case 0x77: ranges += PatternClass.words; return nil
        case 0x57: ranges += PatternClass.inverse(PatternClass.words); return nil
        case 0x73: ranges += PatternClass.blanks; return nil
        case 0x53: ranges += PatternClass.inverse(PatternClass.blanks); return nil
        case 0x70, 0x50:
            guard take("{"), let end = scalars[at...].firstIndex(of: 0x7D) else {
                throw .invalid("'\\p' without a property in braces")
            }
            var name = String.UnicodeScalarView()
            for scalar in scalars[at..<end] { name.append(Unicode.Scalar(scalar) ?? "?") }
            at = end + 1
            guard let property = PatternClass.Property(named: String(name), isNegative: scalar == 0x50) else {
                throw .unsupported("the property '\(String(name).prefix(60))' isn't known")
            }
            properties.append(property)
            return nil
        case 0x74: single = 0x09
        case 0x6E: single = 0x0A
        case 0x76: single = 0x0B
        case 0x66: single = 0x0C
        case 0x72: single = 0x0D
        case 0x30: single = 0
        case 0x63:
            guard at < scalars.count, Self.isLetter(scalars[at]) else {
                throw .invalid("'\\c' without a letter")
            }
            single = scalars[at] & 31
            at += 1
        case 0x78: single = try hex(2)
        case 0x75: single = try codePoint()
        default:
            if Self.isLetter(scalar) || PatternClass.digits[0].contains(scalar) {
                throw .invalid("'\\\(Character(Unicode.Scalar(UInt8(scalar))))' means nothing")
            }
        }
        ranges.append(single...single)
        return single
    }

    private mutating func hex(_ count: Int) throws(Pattern.Problem) -> UInt32 {
        guard at + count <= scalars.count else { throw .invalid("an escape is too short") }
        var value: UInt32 = 0
        for scalar in scalars[at..<(at + count)] {
            guard scalar < 0x80, let digit = Character(Unicode.Scalar(UInt8(scalar))).hexDigitValue else {
                throw .invalid("an escape has no hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
        }
        at += count
        return value
    }

    private mutating func codePoint() throws(Pattern.Problem) -> UInt32 {
        if take("{") {
            guard let end = scalars[at...].firstIndex(of: 0x7D), 1...8 ~= end - at else {
                throw .invalid("'\\u{' without digits")
            }
            let value = try hex(end - at)
            at += 1
            guard value <= 0x10FFFF else { throw .invalid("'\\u{…}' is beyond Unicode") }
            return value
        }
        let unit = try hex(4)
        guard 0xD800..<0xDC00 ~= unit, peek("\\u") else { return unit }
        let before = at
        at += 2
        if let low = try? hex(4), 0xDC00..<0xE000 ~= low { return 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00) }
        at = before
        return unit
    }

    private mutating func bracket() throws(Pattern.Problem) -> PatternClass {
        let isNegative = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        var properties: [PatternClass.Property] = []
        func unit() throws(Pattern.Problem) -> UInt32? {
            let scalar = scalars[at]
            at += 1
            if scalar == 0x5C {
                // "\b" is a backspace here.
                if take("b") { return 0x08 }
                var escapeRanges: [ClosedRange<UInt32>] = []
                guard let single = try classEscape(&escapeRanges, &properties) else {
                    ranges += escapeRanges
                    return nil
                }
                return single
            }
            return scalar
        }
        while at < scalars.count, scalars[at] != 0x5D {
            let first = try unit()
            guard at + 1 < scalars.count, scalars[at] == 0x2D, scalars[at + 1] != 0x5D else {
                if let first { ranges.append(first...first) }
                continue
            }
            at += 1
            let last = try unit()
            if let first, let last {
                guard first <= last else { throw .invalid("a range in brackets is the wrong way round") }
                ranges.append(first...last)
            } else {
                // "[\w-.]": the hyphen is itself.
                ranges.append(0x2D...0x2D)
                if let first { ranges.append(first...first) }
                if let last { ranges.append(last...last) }
            }
        }
        guard take("]") else { throw .invalid("a bracket isn't closed") }
        return PatternClass(ranges, properties: properties, isNegative: isNegative)
    }
}
