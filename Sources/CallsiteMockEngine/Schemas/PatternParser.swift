// Regular expressions as schemas have them (ECMA-262), without what needs to go back: references to groups, and looking behind. A pattern of a
// description may be hostile; what matches it visits each of its states at most once for each character.

/// The parts of a pattern.
indirect enum PatternNode: Sendable {
    case empty
    case characters(CharacterSet)
    case start, end
    case wordBoundary(Bool)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    /// No `most`: without end.
    case repeated(PatternNode, least: Int, most: Int?)
    case lookAhead(PatternNode, isNegated: Bool)
}

/// The characters that a place of a pattern takes.
struct CharacterSet: Sendable {
    enum Kind: Sendable {
        case digit, word, blank
        /// A Unicode property: `\p{L}`, `\p{Lu}`, `\p{Script=Greek}` is none of those that are known.
        case property(String)
    }
    var ranges: [ClosedRange<UInt32>] = []
    var kinds: [(kind: Kind, isNegated: Bool)] = []
    var isNegated = false

    static var any: CharacterSet {
        // Line ends are no "any character" (ECMA-262, 22.2.2.7).
        CharacterSet(ranges: [10...10, 13...13, 0x2028...0x2029], isNegated: true)
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        let isIn = ranges.contains { $0.contains(value) } || kinds.contains { Self.has(scalar, $0.kind) != $0.isNegated }
        return isIn != isNegated
    }

    private static func has(_ scalar: Unicode.Scalar, _ kind: Kind) -> Bool {
        let value = scalar.value
        switch kind {
        case .digit: return 0x30...0x39 ~= value
        case .word: return isWord(scalar)
        case .blank:
            return value == 0x20 || 0x09...0x0D ~= value || value == 0xA0 || value == 0xFEFF || value == 0x2028 || value == 0x2029
                || scalar.properties.generalCategory == .spaceSeparator
        case .property(let name): return hasProperty(scalar, name)
        }
    }

    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        return 0x30...0x39 ~= value || 0x41...0x5A ~= value || 0x61...0x7A ~= value || value == 0x5F
    }

    private static func hasProperty(_ scalar: Unicode.Scalar, _ name: String) -> Bool {
        let category = scalar.properties.generalCategory
        switch name {
        case "L", "Letter":
            return [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter].contains(category)
        case "Lu", "Uppercase_Letter": return category == .uppercaseLetter
        case "Ll", "Lowercase_Letter": return category == .lowercaseLetter
        case "N", "Number": return [.decimalNumber, .letterNumber, .otherNumber].contains(category)
        case "Nd", "Decimal_Number", "digit": return category == .decimalNumber
        case "P", "Punctuation":
            return [
                .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
                .otherPunctuation,
            ].contains(category)
        case "S", "Symbol": return [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol].contains(category)
        case "Z", "Separator": return [.spaceSeparator, .lineSeparator, .paragraphSeparator].contains(category)
        case "Zs", "Space_Separator": return category == .spaceSeparator
        case "M", "Mark": return [.nonspacingMark, .spacingMark, .enclosingMark].contains(category)
        case "C", "Other": return [.control, .format, .surrogate, .privateUse, .unassigned].contains(category)
        case "Cc", "Control": return category == .control
        case "Alphabetic", "Alpha": return scalar.properties.isAlphabetic
        case "Emoji": return scalar.properties.isEmoji
        case "ASCII": return scalar.isASCII
        case "Any": return true
        case "White_Space", "space": return scalar.properties.isWhitespace
        default: return false
        }
    }

    static let knownProperties: Set<String> = [
        "L", "Letter", "Lu", "Uppercase_Letter", "Ll", "Lowercase_Letter", "N", "Number", "Nd", "Decimal_Number", "digit", "P",
        "Punctuation", "S", "Symbol", "Z", "Separator", "Zs", "Space_Separator", "M", "Mark", "C", "Other", "Cc", "Control", "Alphabetic",
        "Alpha", "Emoji", "ASCII", "Any", "White_Space", "space",
    ]
}

/// Why a pattern can't be used.
struct PatternProblem: Error, Hashable, Sendable {
    let message: String
}

struct PatternParser {
    private let scalars: [Unicode.Scalar]
    private var at = 0
    private var depth = 0
    private static let mostDepth = 100

    static func parse(_ text: String) throws(PatternProblem) -> PatternNode {
        var parser = PatternParser(scalars: Array(text.unicodeScalars))
        let node = try parser.alternatives()
        guard parser.at == parser.scalars.count else { throw PatternProblem(message: "')' without '('") }
        return node
    }

    private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    private var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

    private mutating func take(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard at + wanted.count <= scalars.count, Array(scalars[at..<(at + wanted.count)]) == wanted else { return false }
        at += wanted.count
        return true
    }

    private mutating func alternatives() throws(PatternProblem) -> PatternNode {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.mostDepth else { throw PatternProblem(message: "groups are too deep in each other") }
        var arms: [PatternNode] = []
        repeat { arms.append(try sequence()) } while take("|")
        return arms.count == 1 ? arms[0] : .alternatives(arms)
    }

    private mutating func sequence() throws(PatternProblem) -> PatternNode {
        var parts: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let atom = try atom()
            parts.append(try quantified(atom))
        }
        return parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func quantified(_ atom: PatternNode) throws(PatternProblem) -> PatternNode {
        var result = atom
        while let scalar = next {
            let bounds: (Int, Int?)
            switch scalar {
            case "*": bounds = (0, nil)
            case "+": bounds = (1, nil)
            case "?": bounds = (0, 1)
            case "{":
                guard let counted = count() else { return result }
                bounds = counted
                at -= 1
            default: return result
            }
            at += 1
            // Lazy or greedy: whether there is a match is the same.
            _ = take("?")
            if let most = bounds.1, most < bounds.0 { throw PatternProblem(message: "a repetition's numbers are out of order") }
            result = .repeated(result, least: bounds.0, most: bounds.1)
        }
        return result
    }

    /// `{2}`, `{2,}`, `{2,5}`; nil, and nothing read: the brace stands for itself.
    private mutating func count() -> (Int, Int?)? {
        let start = at
        at += 1
        func number() -> Int? {
            var text = ""
            while let scalar = next, "0"..."9" ~= scalar {
                text.unicodeScalars.append(scalar)
                at += 1
            }
            return text.isEmpty ? nil : Int(text) ?? Int.max
        }
        if let least = number() {
            if take("}") { return (least, least) }
            if take(",") {
                let most = number()
                if take("}") { return (least, most) }
            }
        }
        at = start
        return nil
    }

    private mutating func atom() throws(PatternProblem) -> PatternNode {
        let scalar = scalars[at]
        at += 1
        switch scalar {
        case "^": return .start
        case "$": return .end
        case ".": return .characters(.any)
        case "[": return .characters(try set())
        case "(":
            var look: Bool?
            if take("?:") {
            } else if take("?=") {
                look = false
            } else if take("?!") {
                look = true
            } else if take("?<=") || take("?<!") {
                throw PatternProblem(message: "looking behind '(?<=…)' isn't supported")
            } else if take("?<") || take("?P<") {
                while let scalar = next, scalar != ">" {
                    _ = scalar
                    at += 1
                }
                _ = take(">")
            } else if take("?i)") {
                throw PatternProblem(message: "flags inside of a pattern aren't supported")
            } else if next == "?" {
                throw PatternProblem(message: "'(?…' isn't supported")
            }
            let inner = try alternatives()
            guard take(")") else { throw PatternProblem(message: "'(' without ')'") }
            return look.map { .lookAhead(inner, isNegated: $0) } ?? inner
        case ")": throw PatternProblem(message: "')' without '('")
        case "*", "+", "?": throw PatternProblem(message: "'\(scalar)' has nothing to repeat")
        case "\\": return try escape()
        default: return .characters(CharacterSet(ranges: [scalar.value...scalar.value]))
        }
    }

    private mutating func escape() throws(PatternProblem) -> PatternNode {
        guard let scalar = next else { throw PatternProblem(message: "the pattern ends with '\\'") }
        switch scalar {
        case "b", "B":
            at += 1
            return .wordBoundary(scalar == "b")
        case "A":
            at += 1
            return .start
        case "Z", "z":
            at += 1
            return .end
        case "1"..."9": throw PatternProblem(message: "a reference to a group ('\\\(scalar)') isn't supported")
        case "k" where scalars.indices.contains(at + 1) && scalars[at + 1] == "<":
            throw PatternProblem(message: "a reference to a group ('\\k<…>') isn't supported")
        default: return .characters(try escapedSet())
        }
    }

    /// What follows a backslash, in a set or outside.
    private mutating func escapedSet() throws(PatternProblem) -> CharacterSet {
        guard let scalar = next else { throw PatternProblem(message: "the pattern ends with '\\'") }
        at += 1
        func one(_ value: UInt32) -> CharacterSet { CharacterSet(ranges: [value...value]) }
        switch scalar {
        case "d", "D": return CharacterSet(kinds: [(.digit, scalar == "D")])
        case "w", "W": return CharacterSet(kinds: [(.word, scalar == "W")])
        case "s", "S": return CharacterSet(kinds: [(.blank, scalar == "S")])
        case "p", "P":
            guard take("{") else { return one(scalar.value) }
            var name = ""
            while let scalar = next, scalar != "}" {
                name.unicodeScalars.append(scalar)
                at += 1
            }
            guard take("}") else { throw PatternProblem(message: "'\\p{' without '}'") }
            for prefix in ["General_Category=", "gc="] where name.hasPrefix(prefix) { name = String(name.dropFirst(prefix.count)) }
            guard CharacterSet.knownProperties.contains(name) else {
                throw PatternProblem(message: "the Unicode property '\(name.prefix(60))' isn't supported")
            }
            return CharacterSet(kinds: [(.property(name), scalar == "P")])
        case "n": return one(10)
        case "r": return one(13)
        case "t": return one(9)
        case "f": return one(12)
        case "v": return one(11)
        case "0": return one(0)
        case "c":
            guard let letter = next, letter.isASCII, letter.properties.isAlphabetic else { return one(scalar.value) }
            at += 1
            return one(letter.value % 32)
        case "x": return hexadecimal(2).map(one) ?? one(scalar.value)
        case "u":
            if take("{") {
                var text = ""
                while let scalar = next, scalar != "}" {
                    text.unicodeScalars.append(scalar)
                    at += 1
                }
                guard take("}"), let value = UInt32(text, radix: 16), value <= 0x10FFFF else {
                    throw PatternProblem(message: "'\\u{\(text.prefix(60))' is no character")
                }
                return one(value)
            }
            guard let value = hexadecimal(4) else { return one(scalar.value) }
            if 0xD800..<0xDC00 ~= value, scalars[at...].starts(with: "\\u".unicodeScalars) {
                let before = at
                at += 2
                if let low = hexadecimal(4), 0xDC00..<0xE000 ~= low { return one(0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)) }
                at = before
            }
            return one(value)
        default: return one(scalar.value)
        }
    }

    private mutating func hexadecimal(_ count: Int) -> UInt32? {
        guard at + count <= scalars.count else { return nil }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[at..<(at + count)])
        guard text.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }), let value = UInt32(text, radix: 16) else { return nil }
        at += count
        return value
    }

    private mutating func set() throws(PatternProblem) -> CharacterSet {
        var set = CharacterSet()
        set.isNegated = take("^")
        while true {
            guard let scalar = next else { throw PatternProblem(message: "'[' without ']'") }
            if scalar == "]" {
                at += 1
                return set
            }
            let first = try member()
            // A range, unless the dash is the last.
            if next == "-", at + 1 < scalars.count, scalars[at + 1] != "]", let low = first.single {
                at += 1
                let second = try member()
                guard let high = second.single else {
                    set.ranges += [low...low, 0x2D...0x2D] + second.ranges
                    set.kinds += second.kinds
                    continue
                }
                guard low <= high else { throw PatternProblem(message: "a range in '[…]' is out of order") }
                set.ranges.append(low...high)
            } else {
                set.ranges += first.ranges
                set.kinds += first.kinds
            }
        }
    }

    private mutating func member() throws(PatternProblem) -> CharacterSet {
        let scalar = scalars[at]
        at += 1
        guard scalar == "\\" else { return CharacterSet(ranges: [scalar.value...scalar.value]) }
        if next == "b" {
            at += 1
            return CharacterSet(ranges: [8...8])
        }
        return try escapedSet()
    }
}

extension CharacterSet {
    /// The only character of the set.
    fileprivate var single: UInt32? {
        guard kinds.isEmpty, ranges.count == 1, ranges[0].count == 1 else { return nil }
        return ranges[0].lowerBound
    }
}
