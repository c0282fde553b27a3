/// Names for Swift out of any text: what a property, an enum's case or a type should be called. Plain text still;
/// `SwiftIdentifier` puts it into backticks where Swift wants that.
enum SwiftNames {
    /// What a name is for.
    enum Kind: Sendable { case property, enumCase, type }

    /// The name that `raw` gives when it meets no other.
    static func name(for raw: String, _ kind: Kind) -> String {
        if kind == .type {
            if isPascalCase(raw) { return raw }
        } else if let name = nameOfSnakeCase(raw) {
            return name
        }
        var words = Words.split(raw)
        // `+1` and `-1` differ in nothing but the sign.
        if let first = raw.unicodeScalars.first, let digit = words.first?.unicodeScalars.first, ("0"..."9").contains(digit),
            first == "+" || first == "-"
        {
            words.insert(first == "+" ? "plus" : "minus", at: 0)
        }
        // `-created` sorts the other way: its sign is half of what it says.
        if kind == .enumCase, raw.unicodeScalars.first == "-", raw.unicodeScalars.count > 1, words.first != "minus", !words.isEmpty {
            words.insert("minus", at: 0)
        }
        if words.isEmpty { words = spelled(raw) }
        return finish(words, kind)
    }

    /// What `name(for:)` gives for small letters, digits and `_`, which most wire names are; nil for others. It is the same by a shorter way.
    private static func nameOfSnakeCase(_ raw: String) -> String? {
        guard raw.utf8.count <= 100, let first = raw.utf8.first, first >= 0x61 else { return nil }
        guard raw.utf8.allSatisfy({ $0 >= 0x61 && $0 <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x5F }) else { return nil }
        var words = raw.utf8.split(separator: 0x5F).makeIterator()
        guard let start = words.next() else { return nil }
        var name = String(Substring(start))
        while let word = words.next() { name += Words.capitalised(String(Substring(word))) }
        return name
    }

    /// The name that tells `raw` from what else wanted the same one: with its separators and capitals spelled out.
    static func spelledName(for raw: String, _ kind: Kind) -> String { finish(spelled(raw), kind) }

    private static func finish(_ words: [String], _ kind: Kind) -> String {
        var name = kind == .type ? Words.upperCamel(words) : Words.lowerCamel(words)
        if name.unicodeScalars.count > 100 {
            name = String(scalars: Array(name.unicodeScalars.prefix(88))[...]) + "_" + hash(name)
        }
        guard let first = name.unicodeScalars.first else { return kind == .type ? "Empty" : "empty" }
        // Some letters have no capital and digits can't begin a name.
        if ("0"..."9").contains(first) || !first.properties.isXIDStart { name = "_" + name }
        return name
    }

    /// A type's name that its author spelled as Swift does.
    private static func isPascalCase(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.properties.isUppercase, text.unicodeScalars.count <= 100 else { return false }
        return text.unicodeScalars.allSatisfy { $0.isIdentifierPart && $0 != "_" }
    }

    /// Words with every symbol named and a leading capital told.
    private static func spelled(_ text: String) -> [String] {
        guard !text.isEmpty else { return ["empty"] }
        var words: [String] = []
        var run = ""
        func flush() {
            words += Words.split(run)
            run = ""
        }
        if let first = text.unicodeScalars.first, first.properties.isUppercase { words.append("capital") }
        for scalar in text.unicodeScalars {
            if scalar.isIdentifierPart, scalar != "_" {
                run.unicodeScalars.append(scalar)
                continue
            }
            flush()
            words.append(symbols[scalar] ?? ("u" + String(scalar.value, radix: 16)))
            if words.count > 40 { break }
        }
        flush()
        return words
    }

    private static let symbols: [Unicode.Scalar: String] = [
        " ": "space", "!": "exclamation", "\"": "quote", "#": "number", "$": "dollar", "%": "percent", "&": "and", "'": "apostrophe",
        "(": "open",
        ")": "close", "*": "star", "+": "plus", ",": "comma", "-": "hyphen", ".": "dot", "/": "slash", ":": "colon", ";": "semicolon",
        "<": "less",
        "=": "equal", ">": "greater", "?": "question", "@": "at", "[": "bracket", "\\": "backslash", "]": "closing", "^": "caret",
        "_": "underscore", "`": "backtick", "{": "brace", "|": "pipe", "}": "ending", "~": "tilde", "\n": "newline", "\t": "tab",
    ]

    /// A short text that depends on nothing but `text`: FNV-1a, 64 bits, base 36.
    static func hash(_ text: String) -> String {
        String(String(fnv1a(text.utf8), radix: 36).suffix(6))
    }
}

/// FNV-1a, 64 bits: the same on every machine and in every version, which Swift's own hash is not.
func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
}

/// One name that is wanted, and what it is derived from.
struct WantedName: Hashable, Sendable {
    /// The text of the description.
    var raw: String
    /// Chosen by the author: kept as it is.
    var pinned: String?
    var kind: SwiftNames.Kind

    init(_ raw: String, pinned: String? = nil, _ kind: SwiftNames.Kind) {
        self.raw = raw
        self.pinned = pinned
        self.kind = kind
    }
}

/// The names of one scope, all resolved at once.
///
/// A name depends on its own text alone, unless another text wants the same: then every holder gets its spelled-out
/// name, so that the order never matters. A name that is `reserved` gets `suffix`.
struct ResolvedNames: Sendable {
    /// In the order of what was wanted; distinct.
    var names: [String]
    /// Groups of positions that wanted the same name.
    var clashes: [[Int]] = []

    init(_ wanted: [WantedName], reserved: Set<String> = [], suffix: String = "Value") {
        func free(_ name: String) -> String { reserved.contains(name) ? name + suffix : name }
        names = wanted.map { wanted in
            guard let pinned = wanted.pinned else { return free(SwiftNames.name(for: wanted.raw, wanted.kind)) }
            // A reserved property or case would not compile, whoever chose it.
            return wanted.kind == .type ? pinned : free(pinned)
        }
        guard Set(names).count < names.count else { return }
        var holders: [String: [Int]] = [:]
        for (index, name) in names.enumerated() { holders[name, default: []].append(index) }
        var groups = holders.values.filter { $0.count > 1 }
        groups.sort { $0[0] < $1[0] }
        for group in groups {
            clashes.append(group)
            for index in group where wanted[index].pinned == nil {
                names[index] = free(SwiftNames.spelledName(for: wanted[index].raw, wanted[index].kind))
            }
        }
        // Still the same, or met by a name that was alone before: the text's hash tells them apart.
        var taken: [String: Int] = [:]
        for name in names { taken[name, default: 0] += 1 }
        for group in clashes {
            for index in group where wanted[index].pinned == nil && taken[names[index], default: 0] > 1 {
                names[index] += "_" + SwiftNames.hash(wanted[index].raw)
            }
        }
    }
}
