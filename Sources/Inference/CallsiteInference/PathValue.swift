import CallsiteCore
import CallsiteMockEngine
import CallsiteText

/// Segments of paths that are values, such as `17` in `/orders/17`: they identify a thing, not a kind of thing.
enum PathValue {
    /// Whether a segment can't be a word of the API: a number, a UUID, a hash, a date, an address.
    static func isValue(_ text: String) -> Bool {
        let utf8 = text.utf8
        guard let first = utf8.first else { return false }
        if utf8.allSatisfy({ 0x30...0x39 ~= $0 }) { return true }
        // `/users/@me`
        if first == 0x40, utf8.dropFirst().allSatisfy(isLetter) { return false }
        // Clients write these if they have no id.
        if ["true", "false", "null", "undefined", "NaN", "~", "-", "_", "*"].contains(text) { return true }
        // `-17`, `+4915112345`, `12.5`, `2026-01-31`, `51.5,-0.1`
        if 0x30...0x39 ~= first || first == 0x2D || first == 0x2B,
            utf8.allSatisfy({ 0x30...0x39 ~= $0 || "+-.,:TZ".utf8.contains($0) })
        {
            return true
        }
        // Blanks, letters of other scripts and most signs are in no name of an operation.
        guard utf8.allSatisfy({ isLetter($0) || 0x30...0x39 ~= $0 || "-_.:~$".utf8.contains($0) }) else { return true }
        if PersonalData.isEmail(text) || PersonalData.isToken(text) { return true }
        if isNamedVersion(text) { return false }
        // `T0XXXXXXXXXXXXXXXXXXXXXX`: no word is as long in capitals.
        if utf8.count >= 16, utf8.allSatisfy({ 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 }) { return true }
        // `17:AAF…`: a bot's id and its token.
        if let colon = text.firstIndex(of: ":"), colon > text.startIndex, isValue(String(text[..<colon])) {
            return true
        }
        return isHash(text) || isPrefixedID(text) || isULID(text) || isMixture(text)
    }

    /// Whether a segment is a value even if no other is known for its position: `17`, `2026-01-31`, `cus_30nm6MH2`, but
    /// not `s3_v10`.
    static func isSurelyValue(_ text: String) -> Bool {
        if Int(text) != nil || StringForm.day.allows(text) || PersonalData.isToken(text) { return true }
        guard isLongID(text), let prefix = prefix(of: text) else { return false }
        let rest = text[prefix.endIndex...]
        return isMixture(String(rest)) || hasManyCases(rest.utf8)
    }

    /// `cus_30nm6MH2`, `usr_4Tgqkxiz`: a prefix, and at least eight letters and digits. It is a value if others in its
    /// position surely are.
    static func isLongID(_ text: String) -> Bool {
        guard let prefix = prefix(of: text), case let rest = text[prefix.endIndex...].utf8, rest.count >= 8 else {
            return false
        }
        return rest.contains { 0x30...0x39 ~= $0 } && rest.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { StringForm.isLetter(byte) }

    /// `9fceb02`, `d41d8cd98f00b204e9800998ecf8427e`
    private static func isHash(_ text: String) -> Bool {
        let utf8 = text.utf8
        guard utf8.count >= 7, utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 | 0x20 }) else { return false }
        return utf8.contains { 0x30...0x39 ~= $0 }
    }

    /// `cus_9s6XKz`, `order-4711`: letters, a sign, and behind it letters and digits with more than one digit.
    private static func isPrefixedID(_ text: String) -> Bool {
        guard let sign = text.utf8.lastIndex(where: { $0 == 0x5F || $0 == 0x2D }) else { return false }
        let rest = text.utf8[sign...].dropFirst()
        let digits = rest.count { 0x30...0x39 ~= $0 }
        guard rest.allSatisfy({ isLetter($0) || 0x30...0x39 ~= $0 }) else { return false }
        return digits >= 2 && rest.count >= 2 && !isVersion(rest) || digits > 0 && rest.count >= 8 && hasManyCases(rest)
    }

    /// `3EOlqCHvo`: capitals, small letters and digits change more often than words have them.
    private static func hasManyCases(_ text: Substring.UTF8View) -> Bool {
        zip(text, text.dropFirst()).count { PersonalData.kind(of: $0) != PersonalData.kind(of: $1) } >= 4
    }

    /// `item_` of `item_17`; nil if there is no `_` or `-`.
    static func prefix(of text: String) -> Substring? {
        text.lastIndex { $0 == "_" || $0 == "-" }.map { text[...$0] }
    }

    /// `2`, `1.1`, `2010-04-01`: if all paths begin with such a segment, it is the version of the API.
    static func isVersion(_ text: String) -> Bool {
        let utf8 = text.utf8
        guard let first = utf8.first, 0x30...0x39 ~= first else { return false }
        if utf8.count <= 2 { return utf8.allSatisfy { 0x30...0x39 ~= $0 } }
        if utf8.count <= 5, utf8.contains(0x2E) { return utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E } }
        return StringForm.day.allows(text) || utf8.count == 7 && StringForm.day.allows(text + "-01")
    }

    /// `v1beta1`, `v2`
    private static func isNamedVersion(_ text: String) -> Bool {
        let utf8 = text.utf8
        guard utf8.first.map({ $0 | 0x20 }) == 0x76, utf8.count <= 10,
            utf8.dropFirst().first.map({ 0x30...0x39 ~= $0 }) ?? false
        else { return false }
        let letters = utf8.dropFirst().filter { isLetter($0) }
        return ["", "alpha", "beta", "rc"].contains(String(decoding: letters, as: UTF8.self).lowercased())
    }

    /// `v2`, `v10`
    private static func isVersion(_ text: Substring.UTF8View) -> Bool {
        text.first.map { $0 | 0x20 } == 0x76 && text.count <= 3 && text.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// 26 characters of Crockford's Base32.
    private static func isULID(_ text: String) -> Bool {
        text.utf8.count == 26 && text.utf8.contains { 0x30...0x39 ~= $0 }
            && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 && !"ILOU".utf8.contains($0) }
    }

    /// `T0123ABC`, `9s6XKz`: letters and digits change more often than in `oauth2`, `s3` or `2fa`.
    private static func isMixture(_ text: String) -> Bool {
        let utf8 = text.utf8
        guard utf8.count >= 5, utf8.allSatisfy({ isLetter($0) || 0x30...0x39 ~= $0 }) else { return false }
        let digits = utf8.count { 0x30...0x39 ~= $0 }
        let changes = zip(utf8, utf8.dropFirst()).count { (0x30...0x39 ~= $0) != (0x30...0x39 ~= $1) }
        return changes >= 3 || digits >= 3
    }

    /// Words that stand in the position of an id, and mean one thing or all things: `me`, `all`.
    static let ownWords: Set<String> = [
        "me", "self", "current", "mine", "my", "search", "latest", "new", "count", "stats", "statistics", "batch",
        "bulk", "export", "import", "default", "all", "recent", "trending", "popular", "random", "login", "logout",
        "validate",
    ]

    /// `cancel`, `batchGet`: one to four words. The token behind a bot's id isn't a verb.
    private static func isVerb(_ text: Substring) -> Bool {
        let words = Words.split(String(text))
        return text.utf8.first.map { 0x61...0x7A ~= $0 } ?? false && text.utf8.allSatisfy(isLetter)
            && 1...4 ~= words.count && words.allSatisfy { 2...15 ~= $0.utf8.count }
    }

    /// `17` and `.json` of `17.json`.
    static func split(_ segment: String) -> (stem: String, ending: String) {
        for ending in [".json", ".xml", ".csv", ".pdf", ".txt", ".html", ".png", ".jpg"]
        where segment.lowercased().hasSuffix(ending) && segment.utf8.count > ending.utf8.count {
            return (String(segment.dropLast(ending.count)), String(segment.suffix(ending.count)))
        }
        // `17:cancel`: a custom method in the style of Google's guides.
        if let colon = segment.lastIndex(of: ":"), colon > segment.startIndex,
            case let verb = segment[colon...].dropFirst(), isVerb(verb)
        {
            return (String(segment[..<colon]), String(segment[colon...]))
        }
        return (segment, "")
    }
}
