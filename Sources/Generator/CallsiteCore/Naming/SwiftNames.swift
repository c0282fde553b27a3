/// Makes Swift names for properties, enum cases and types from any string. `SwiftIdentifier` adds backticks where Swift
/// needs them.
///
/// The first letter of a type's name is a capital, and that of a property or case never is, in any script: so a type
/// and a member of one scope can't have the same name.
package enum SwiftNames {
    /// The kind of declaration that a name is for.
    package enum Kind: Sendable { case property, enumCase, type }

    /// Longer names lose their last words; one word may be longer.
    package static let limit = 70

    /// The name for `raw` if it collides with no other. It depends on nothing but `raw`.
    package static func name(for raw: String, _ kind: Kind, limit: Int = SwiftNames.limit) -> String {
        if kind == .type {
            if isPascalCase(raw), raw.utf8.count <= limit { return raw }
        } else if let name = nameOfSnakeCase(raw, limit) {
            return name
        }
        if kind == .enumCase, let name = nameOfNumber(raw) { return name }
        return finish(Signs.words(raw, kind), kind, raw, limit)
    }

    /// A faster way to the result of `name(for:)` for small letters, digits and `_`, which most wire names consist of;
    /// nil for other strings.
    private static func nameOfSnakeCase(_ raw: String, _ limit: Int) -> String? {
        var raw = raw
        guard raw.utf8.count <= limit, let first = raw.utf8.first, first >= 0x61 else { return nil }
        guard raw.utf8.allSatisfy({ $0 >= 0x61 && $0 <= 0x7A || Words.isDigit($0) || $0 == 0x5F }) else { return nil }
        guard raw.utf8.contains(0x5F) else { return raw }
        return raw.withUTF8 { bytes in
            var words = bytes.split(separator: 0x5F).makeIterator()
            guard let start = words.next() else { return nil }
            var name = String(decoding: start, as: UTF8.self)
            while let word = words.next() {
                let bytes = UnsafeBufferPointer(rebasing: word)
                let capitalised =
                    Words.capitalisedASCII(bytes) ?? Words.capitalised(String(decoding: bytes, as: UTF8.self))
                if let last = name.utf8.last, let first = capitalised.utf8.first, Words.isDigit(last),
                    Words.isDigit(first)
                {
                    name += "_"
                }
                name += capitalised
            }
            return name
        }
    }

    /// `1` is `value1`, `-2` is `minus2`, `+1` is `plus1`, `1.5` is `value1_5`; nil for a string that isn't a number.
    private static func nameOfNumber(_ raw: String) -> String? {
        guard raw.utf8.count <= 40, let last = raw.utf8.last, Words.isDigit(last) else { return nil }
        var digits = Substring(raw)
        let sign = digits.utf8.first
        if sign == 0x2B || sign == 0x2D { digits = digits.dropFirst() }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Words.isDigit) })
        else { return nil }
        return (sign == 0x2B ? "plus" : sign == 0x2D ? "minus" : "value") + parts.joined(separator: "_")
    }

    package static func finish(
        _ words: [String], _ kind: Kind, _ raw: String, _ limit: Int = SwiftNames.limit
    ) -> String {
        let words = kind == .type ? withoutLeadingDigits(words) : words
        var name = camel(words, kind)
        if name.utf8.count > limit { name = shortened(words, kind, raw, limit) }
        guard let first = name.unicodeScalars.first else { return kind == .type ? "Empty" : "empty" }
        switch kind {
        // Digits can't begin a name, and some letters have no capital.
        case .type: return isCapital(first) ? name : "Value" + name
        case .property, .enumCase: return first.properties.isXIDStart && !isCapital(first) ? name : "_" + name
        }
    }

    /// A type's name without the `Value` that stands before letters that have no capital; nil: there is none.
    package static func withoutValue(_ name: String, of raw: String) -> String? {
        let rest = name.dropFirst(5)
        guard name.hasPrefix("Value"), let first = rest.unicodeScalars.first, !first.isASCII,
            first.properties.isXIDStart,
            !raw.lowercased().hasPrefix("value"), name.utf8.count <= limit
        else { return nil }
        return String(rest)
    }

    /// The rules for types whose string begins with digits. `400Error` is `Error400`: several digits go behind the next
    /// word. `2FactorAuth` is `TwoFactorAuth`: one digit becomes a word. `3ds` is `Value3ds`: digits within a word get
    /// `Value` in front.
    private static func withoutLeadingDigits(_ words: [String]) -> [String] {
        guard let first = words.first, words.count > 1, first.utf8.allSatisfy(Words.isDigit) else { return words }
        guard let next = words[1].utf8.first, !Words.isDigit(next) else { return words }
        if let digit = first.utf8.first, first.utf8.count == 1 {
            return [digits[Int(digit - 0x30)]] + words.dropFirst()
        }
        return words.dropFirst() + [first]
    }

    package static let digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]

    /// Whether a letter is a capital that has a small form.
    package static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x41...0x5A).contains(scalar.value) }
        return scalar.properties.isUppercase && scalar.properties.lowercaseMapping != String(scalar)
    }

    /// A type's name that its author spelled as Swift does.
    private static func isPascalCase(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, isCapital(first) else { return false }
        return text.unicodeScalars.allSatisfy { $0.isIdentifierPart && $0 != "_" }
    }

    // MARK: - Long names

    /// As many of the first words as fit, but at least one. No word is cut, and no word between others is left out.
    private static func shortened(_ words: [String], _ kind: Kind, _ raw: String, _ limit: Int) -> String {
        let name = camel(Array(words.prefix(max(1, fitting(words, limit)))), kind)
        guard name.utf8.count > longestWord else { return name }
        return String(scalars: Array(name.unicodeScalars.prefix(Self.limit / 2))[...]) + "_" + hash(raw)
    }

    private static func camel(_ words: [String], _ kind: Kind) -> String {
        kind == .type ? Words.upperCamel(words) : Words.lowerCamel(words)
    }

    /// The number of first words that fit.
    private static func fitting(_ words: [String], _ limit: Int) -> Int {
        var (count, size) = (0, 0)
        for word in words {
            // Another sign may be needed between any two words.
            size += word.utf8.count + 1
            guard size <= limit + 1 else { break }
            count += 1
        }
        return count
    }

    /// No word of a language is longer. A longer name, for example of encoded bytes, is cut and gets a hash.
    private static let longestWord = 200

    /// Names for a string that is too long: its last words replace some of the first.
    package static func endings(of raw: String, _ kind: Kind, limit: Int = SwiftNames.limit) -> [String] {
        let words = Signs.words(raw, kind)
        guard fitting(words, limit) < words.count else { return [] }
        return (1...6).filter { $0 < words.count }.map { count in
            let last = words.suffix(count)
            let room = limit - last.reduce(0) { $0 + $1.utf8.count + 1 }
            return finish(Array(words.prefix(min(fitting(words, room), words.count - count)) + last), kind, raw, limit)
        }
    }

    // MARK: - Collisions

    /// Other names for `raw` where its name is taken: with its last words, if not all have room, with its signs as
    /// words, then with a word for its spelling, then with a hash. `base` is the name that is taken; `identity`
    /// distinguishes equal strings.
    package static func alternatives(for raw: String, _ kind: Kind, base: String, identity: String) -> [String] {
        let isOwn = base == name(for: raw, kind)
        var names = isOwn ? endings(of: raw, kind) : []
        let spelled = finish(Signs.spelled(raw), kind, raw)
        if isOwn, spelled != base { names.append(spelled) }
        if let style = Signs.style(of: raw) { names.append(base + style) }
        return names + hashed(base, raw + identity)
    }

    /// With four letters of the hash, and with more where that is taken too.
    package static func hashed(_ base: String, _ text: String) -> [String] {
        let digits = String(fnv1a(text.utf8), radix: 36)
        return [4, 6, 13].map { base + "_" + String(digits.suffix($0)) }
    }

    /// A short string that depends on nothing but `text`: FNV-1a, 64 bits, base 36.
    package static func hash(_ text: String) -> String {
        String(String(fnv1a(text.utf8), radix: 36).suffix(6))
    }
}

/// FNV-1a, 64 bits: the same on every machine and in every version, which Swift's own hash is not.
package func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
}
