/// A set of code points.
package struct PatternClass: Sendable {
    /// Code points that have a property of Unicode.
    struct Property: Sendable {
        let test: @Sendable (Unicode.Scalar) -> Bool
        let isNegative: Bool
    }

    private(set) var ranges: [ClosedRange<UInt32>] = []
    private(set) var properties: [Property] = []
    private(set) var isNegative = false
    /// The ASCII characters of the class, one bit each.
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init() {}

    init(_ scalar: UInt32) { self.init([scalar...scalar]) }

    init(_ ranges: [ClosedRange<UInt32>], properties: [Property] = [], isNegative: Bool = false) {
        self.ranges = ranges
        self.properties = properties
        self.isNegative = isNegative
        for scalar: UInt32 in 0..<128 where isIn(scalar) {
            if scalar < 64 { low |= 1 << UInt64(scalar) } else { high |= 1 << UInt64(scalar - 64) }
        }
    }

    static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
    static let words: [ClosedRange<UInt32>] = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
    static let blanks: [ClosedRange<UInt32>] = [
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ]
    static let lineEnds: [ClosedRange<UInt32>] = [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029]
    static let all = PatternClass([0...0x10FFFF])

    /// The code points between ranges.
    static func inverse(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
            next = max(next, range.upperBound + 1)
        }
        if next <= 0x10FFFF { result.append(next...0x10FFFF) }
        return result
    }

    func contains(_ scalar: UInt32) -> Bool {
        if scalar < 64 { return low >> UInt64(scalar) & 1 == 1 }
        if scalar < 128 { return high >> UInt64(scalar - 64) & 1 == 1 }
        return isIn(scalar)
    }

    private func isIn(_ scalar: UInt32) -> Bool {
        if ranges.contains(where: { $0.contains(scalar) }) { return !isNegative }
        if !properties.isEmpty, let scalar = Unicode.Scalar(scalar),
            properties.contains(where: { $0.test(scalar) != $0.isNegative })
        {
            return !isNegative
        }
        return isNegative
    }

    /// Some members, those that read well first: letters and digits, other ASCII, then anything.
    package var samples: [UInt32] {
        let readable = Array(0x61...0x7A as ClosedRange<UInt32>) + Array(0x30...0x39) + Array(0x41...0x5A)
        let words = readable.filter(contains)
        if !words.isEmpty { return words }
        let ascii = (0x20...0x7E as ClosedRange<UInt32>).filter(contains)
        if !ascii.isEmpty { return ascii }
        for range in ranges where !isNegative {
            let few = range.prefix(64).filter { Unicode.Scalar($0) != nil }
            if !few.isEmpty { return Array(few) }
        }
        // A class of ranges alone has no other members. Otherwise only a few blocks are searched, since a class may
        // have no members at all.
        guard isNegative || !properties.isEmpty else { return [] }
        for block: ClosedRange<UInt32> in [
            0...0x3FF, 0x400...0x33FF, 0x4E00...0x4E40, 0xAC00...0xAC40, 0x1F600...0x1F640,
        ] {
            let some = block.lazy.filter(contains).prefix(32)
            if !some.isEmpty { return Array(some) }
        }
        return []
    }
}

extension PatternClass.Property {
    /// `\p{…}`: a general category, a few binary properties, and the scripts that descriptions use.
    init?(named name: String, isNegative: Bool) {
        var name = name
        for prefix in ["General_Category=", "gc=", "Script=", "sc=", "Script_Extensions=", "scx="]
        where name.hasPrefix(prefix) {
            name = String(name.dropFirst(prefix.count))
        }
        if let ranges = Self.scripts[name] {
            self.init(test: { scalar in ranges.contains { $0.contains(scalar.value) } }, isNegative: isNegative)
        } else if let categories = Self.categories(name) {
            self.init(test: { categories.contains($0.properties.generalCategory) }, isNegative: isNegative)
        } else {
            switch name {
            case "Any": self.init(test: { _ in true }, isNegative: isNegative)
            case "ASCII": self.init(test: { $0.isASCII }, isNegative: isNegative)
            case "Alphabetic", "Alpha": self.init(test: { $0.properties.isAlphabetic }, isNegative: isNegative)
            case "Lowercase", "Lower": self.init(test: { $0.properties.isLowercase }, isNegative: isNegative)
            case "Uppercase", "Upper": self.init(test: { $0.properties.isUppercase }, isNegative: isNegative)
            case "White_Space", "space": self.init(test: { $0.properties.isWhitespace }, isNegative: isNegative)
            case "Emoji": self.init(test: { $0.properties.isEmoji }, isNegative: isNegative)
            case "Emoji_Presentation": self.init(test: { $0.properties.isEmojiPresentation }, isNegative: isNegative)
            case "ID_Start", "IDS": self.init(test: { $0.properties.isIDStart }, isNegative: isNegative)
            case "ID_Continue", "IDC": self.init(test: { $0.properties.isIDContinue }, isNegative: isNegative)
            default: return nil
            }
        }
    }

    /// The blocks of a script, roughly.
    private static let scripts: [String: [ClosedRange<UInt32>]] = [
        "Latin": [
            0x41...0x5A, 0x61...0x7A, 0xAA...0xAA, 0xBA...0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2B8, 0x1E00...0x1EFF,
        ],
        "Greek": [0x370...0x3FF, 0x1F00...0x1FFF],
        "Cyrillic": [0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F], "Hebrew": [0x591...0x5F4],
        "Arabic": [0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF], "Thai": [0xE01...0xE5B], "Devanagari": [0x900...0x97F],
        "Hangul": [0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7A3], "Hiragana": [0x3041...0x309F],
        "Katakana": [0x30A1...0x30FF, 0x31F0...0x31FF],
        "Han": [0x2E80...0x2FD5, 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x323AF],
    ]

    private static func categories(_ name: String) -> Set<Unicode.GeneralCategory>? {
        switch name {
        case "L", "Letter": [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter]
        case "LC", "Cased_Letter": [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]
        case "Lu", "Uppercase_Letter": [.uppercaseLetter]
        case "Ll", "Lowercase_Letter": [.lowercaseLetter]
        case "Lt", "Titlecase_Letter": [.titlecaseLetter]
        case "Lm", "Modifier_Letter": [.modifierLetter]
        case "Lo", "Other_Letter": [.otherLetter]
        case "M", "Mark", "Combining_Mark": [.nonspacingMark, .spacingMark, .enclosingMark]
        case "Mn", "Nonspacing_Mark": [.nonspacingMark]
        case "Mc", "Spacing_Mark": [.spacingMark]
        case "Me", "Enclosing_Mark": [.enclosingMark]
        case "N", "Number": [.decimalNumber, .letterNumber, .otherNumber]
        case "Nd", "Decimal_Number", "digit": [.decimalNumber]
        case "Nl", "Letter_Number": [.letterNumber]
        case "No", "Other_Number": [.otherNumber]
        case "P", "Punctuation", "punct":
            [
                .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
                .finalPunctuation, .otherPunctuation,
            ]
        case "Pc", "Connector_Punctuation": [.connectorPunctuation]
        case "Pd", "Dash_Punctuation": [.dashPunctuation]
        case "Ps", "Open_Punctuation": [.openPunctuation]
        case "Pe", "Close_Punctuation": [.closePunctuation]
        case "Pi", "Initial_Punctuation": [.initialPunctuation]
        case "Pf", "Final_Punctuation": [.finalPunctuation]
        case "Po", "Other_Punctuation": [.otherPunctuation]
        case "S", "Symbol": [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol]
        case "Sm", "Math_Symbol": [.mathSymbol]
        case "Sc", "Currency_Symbol": [.currencySymbol]
        case "Sk", "Modifier_Symbol": [.modifierSymbol]
        case "So", "Other_Symbol": [.otherSymbol]
        case "Z", "Separator": [.spaceSeparator, .lineSeparator, .paragraphSeparator]
        case "Zs", "Space_Separator": [.spaceSeparator]
        case "Zl", "Line_Separator": [.lineSeparator]
        case "Zp", "Paragraph_Separator": [.paragraphSeparator]
        case "C", "Other": [.control, .format, .surrogate, .privateUse, .unassigned]
        case "Cc", "Control", "cntrl": [.control]
        case "Cf", "Format": [.format]
        case "Co", "Private_Use": [.privateUse]
        case "Cn", "Unassigned": [.unassigned]
        default: nil
        }
    }
}
