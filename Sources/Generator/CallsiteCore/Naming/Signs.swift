/// Words for signs in a name, which depend on where the signs stand. `DateCreated<` is `dateCreatedBefore`, `-name` is
/// `minusName`, `R&D` is `rAndD`; a `-` between two words only keeps them apart.
enum Signs {
    /// The words of a string, with words for the signs that have a meaning of their own.
    static func words(_ raw: String, _ kind: SwiftNames.Kind) -> [String] {
        guard raw.utf8.contains(where: saysSomething) else {
            let words = Words.split(raw)
            return words.isEmpty ? spelled(raw) : words
        }
        if let word = alone[raw] { return word }
        let words = meaning(Array(raw.unicodeScalars), kind)
        return words.isEmpty ? spelled(raw) : words
    }

    /// `!`, `%`, `&`, `*`, `+`, `-`, `<`, `=`, `>`.
    private static func saysSomething(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x25, 0x26, 0x2A, 0x2B, 0x2D, 0x3C, 0x3D, 0x3E: true
        default: false
        }
    }

    /// Strings that consist of signs only.
    private static let alone: [String: [String]] = [
        "*": ["all"], "-": ["minus"], "+": ["plus"], "%": ["percent"], "&": ["and"], "!": ["not"], "=": ["equal"],
        "==": ["equal"], "===": ["identical"], "!=": ["not", "equal"], "<>": ["not", "equal"],
        "!==": ["not", "identical"], "<": ["less", "than"], "<=": ["at", "most"], ">": ["greater", "than"],
        ">=": ["at", "least"], "=~": ["matches"], "!~": ["does", "not", "match"], "&&": ["and"], "->": ["to"],
        "=>": ["to"], "<=>": ["compare"], "**": ["power"], "<<": ["shift", "left"], ">>": ["shift", "right"],
    ]

    private static func meaning(_ scalars: [Unicode.Scalar], _ kind: SwiftNames.Kind) -> [String] {
        var words: [String] = []
        var run = ""
        func flush() {
            if !run.isEmpty { words += Words.split(run) }
            run = ""
        }
        let hasPair =
            scalars.firstIndex(of: "<").flatMap { open in scalars.lastIndex(of: ">").map { open < $0 } } ?? false
        func scalar(_ index: Int) -> Unicode.Scalar? { scalars.indices.contains(index) ? scalars[index] : nil }
        func isPart(_ index: Int) -> Bool { scalar(index).map { $0.isIdentifierPart && $0 != "_" } ?? false }
        func isDigit(_ index: Int) -> Bool { scalar(index).map { ("0"..."9").contains($0) } ?? false }
        func isHexDigit(_ index: Int) -> Bool { scalar(index)?.properties.isASCIIHexDigit ?? false }
        var position = 0
        while position < scalars.count {
            let sign = scalars[position]
            let next = scalar(position + 1)
            defer { position += 1 }
            switch sign {
            case "-", "−":
                flush()
                if next == ">" {
                    words.append("to")
                    position += 1
                } else if position == 0, next != nil, kind == .enumCase || isDigit(1) {
                    words.append("minus")
                } else if isDigit(position + 1), let zone = words.last?.lowercased(), zone == "gmt" || zone == "utc" {
                    words.append("minus")
                }
            case "+":
                flush()
                // Between two words it joins them: `application/hal+json`.
                if !(isPart(position - 1) && isPart(position + 1)) || isDigit(position + 1) { words.append("plus") }
            case "&":
                flush()
                if !words.isEmpty, isPart(position + 1) || next == " " { words.append("and") }
            case "%":
                flush()
                if !(isHexDigit(position + 1) && isHexDigit(position + 2)) { words.append("percent") }
            case "!":
                flush()
                if position == 0 || (next == "=" && position == scalars.count - 2) { words.append("not") }
            case "=" where next == ">":
                flush()
                words.append("to")
                position += 1
            // `Page<User>` is a pair of brackets.
            case "<" where !hasPair, ">" where !hasPair:
                flush()
                words += comparison(sign == "<", orEqual: next == "=", behind: words.last)
                if next == "=" { position += 1 }
            default: run.unicodeScalars.append(sign)
            }
        }
        flush()
        return words
    }

    /// `DateCreated<` is before a date, `Price<` is less than a price.
    private static func comparison(_ isLess: Bool, orEqual: Bool, behind word: String?) -> [String] {
        let word = word?.lowercased() ?? ""
        let isTime = times.contains(word) || word.hasSuffix("date") || word.hasSuffix("time")
        if isTime { return (orEqual ? ["on", "or"] : []) + [isLess ? "before" : "after"] }
        return alone[(isLess ? "<" : ">") + (orEqual ? "=" : "")] ?? []
    }

    private static let times: Set<String> = [
        "created", "updated", "modified", "deleted", "sent", "received", "started", "ended", "expires", "expired",
        "timestamp", "day", "at", "since", "until", "month", "year", "hour", "start", "end", "birthday", "when",
    ]

    // MARK: - In a collision

    /// The words of a string with a word for every sign, except signs that only separate words.
    static func spelled(_ text: String) -> [String] {
        guard !text.isEmpty else { return ["empty"] }
        let scalars = Array(text.unicodeScalars)
        func isPart(_ scalar: Unicode.Scalar) -> Bool { scalar.isIdentifierPart && scalar != "_" }
        let first = scalars.firstIndex(where: isPart) ?? scalars.count
        let last = scalars.lastIndex(where: isPart) ?? -1
        // In `Amount (€)` the sign says enough, and the brackets add nothing.
        let hasSign =
            !text.hasSuffix("[]") && scalars.contains { !isPart($0) && !$0.isASCII && !separators.contains($0) }
        var words: [String] = []
        var run = ""
        func flush() {
            words += Words.split(run)
            run = ""
        }
        for (index, scalar) in scalars.enumerated() {
            if isPart(scalar) {
                run.unicodeScalars.append(scalar)
                continue
            }
            flush()
            let isInside = index > first && index < last
            if separators.contains(scalar) ? !isInside && !hasSign : !scalar.properties.isVariationSelector {
                words +=
                    symbols[scalar].map { [$0] } ?? unicodeName(of: scalar) ?? ["u" + String(scalar.value, radix: 16)]
            }
            if words.count > 40 { break }
        }
        flush()
        // `expand[]` is a list.
        if text.hasSuffix("[]"), words.count > 2 { words = words.dropLast(2) + ["list"] }
        return words
    }

    /// `€` is `euro` and `👍` is `thumbs up`: the Unicode name, if it is short, without a final `sign` or `symbol`. Only
    /// characters that every version of the standard library knows have one, so that names are the same everywhere.
    private static func unicodeName(of scalar: Unicode.Scalar) -> [String]? {
        guard let age = scalar.properties.age, age.major < 13, let name = scalar.properties.name else { return nil }
        var words = Words.split(name.lowercased())
        if words.count > 1, ["sign", "symbol", "mark"].contains(words.last) { words.removeLast() }
        return words.count < 5 ? words : nil
    }

    private static let separators: Set<Unicode.Scalar> = [
        " ", "_", "-", ".", "/", ":", ",", ";", "[", "]", "(", ")", "{", "}", "'", "\"",
    ]

    private static let symbols: [Unicode.Scalar: String] = [
        " ": "space", "!": "exclamation", "\"": "quote", "#": "number", "$": "dollar", "%": "percent", "&": "and",
        "'": "apostrophe", "(": "open", ")": "close", "*": "all", "+": "plus", ",": "comma", "-": "hyphen", ".": "dot",
        "/": "slash", ":": "colon", ";": "semicolon", "<": "less", "=": "equal", ">": "greater", "?": "question",
        "@": "at", "[": "bracket", "\\": "backslash", "]": "closing", "^": "caret", "_": "underscore", "`": "backtick",
        "{": "brace", "|": "or", "}": "ending", "~": "tilde", "\n": "newline", "\t": "tab",
    ]

    private static let styles: [Unicode.Scalar: String] = [
        "_": "Snake", "-": "Kebab", ".": "Dotted", "/": "Slashed", ":": "Colons", " ": "Spaced", "[": "Bracketed",
    ]

    /// One word for the spelling of a string: `foo_bar` is snake case. nil: other separators, or no letters with case.
    static func style(of text: String) -> String? {
        var separator: Unicode.Scalar?
        var hasSmall = false
        var hasCapital = false
        for scalar in text.unicodeScalars.prefix(200) {
            if scalar == "_" || !scalar.isIdentifierPart { separator = separator ?? scalar }
            if scalar.properties.isLowercase { hasSmall = true }
            if SwiftNames.isCapital(scalar) { hasCapital = true }
        }
        if let separator { return styles[separator] }
        guard hasCapital else { return hasSmall ? "Lowercase" : nil }
        guard hasSmall else { return "Uppercase" }
        return text.unicodeScalars.first.map(SwiftNames.isCapital) == true ? "Capitalized" : "Camel"
    }
}
