import CallsiteCore
import CallsiteMockEngine
import CallsiteText

/// Recognises personal data and credentials by their form. `Secrets` recognises secrets by their names.
package enum PersonalData {
    /// The one list of names of secrets.
    static let secrets = Secrets()

    /// Whether a name in the singular or plural names secrets: `token`, `tokens`.
    static func isSecret(_ name: String) -> Bool {
        if secrets.isSecret(field: name) || secrets.isSecret(header: name) || areSecrets(name) { return true }
        // `user[password]`
        guard name.utf8.last == 0x5D, let open = name.lastIndex(of: "[") else { return false }
        let inner = String(name[open...].dropFirst().dropLast())
        return Int(inner) == nil && secrets.isSecret(field: inner)
    }

    /// `tokens`, `cookies`
    static func areSecrets(_ name: String) -> Bool {
        name.lowercased().hasSuffix("s") && secrets.isSecret(field: String(name.dropLast()))
    }

    /// Whether a string can stand in a description: no e-mail address, no phone number, no token is in it.
    package static func isNeutral(_ text: String) -> Bool {
        redacted(text) == text
    }

    /// A string for people, without secrets and personal data.
    ///
    /// - Parameter values: Further values that are secret.
    package static func redacted(_ text: String, _ values: Set<String> = []) -> String {
        var secrets = KnownSecrets()
        for value in values { secrets.insert(value) }
        return redacted(text, secrets)
    }

    static func redacted(_ text: String, _ secrets: KnownSecrets) -> String {
        let text = SecretText.redacted(text) { PersonalData.secrets.isSecret(field: $0) }
        return withoutPhoneNumbers(
            marking(text, between: isSeparator) { word in
                isPersonal(word) || !secrets.isEmpty && secrets.isIn(String(decoding: word, as: UTF8.self))
            })
    }

    /// A string with the mark in place of each hidden word.
    package static func marking(
        _ text: String, between isSeparator: (UInt8) -> Bool, where isHidden: (Substring.UTF8View) -> Bool
    ) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        var rest = text.utf8[...]
        while let first = rest.first {
            guard !isSeparator(first) else {
                result.append(first)
                rest = rest.dropFirst()
                continue
            }
            let word = rest.prefix { !isSeparator($0) }
            result += isHidden(word) ? Substring(Secrets.mark).utf8 : word
            rest = rest[word.endIndex...]
        }
        return result
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x22, 0x27, 0x3C, 0x3E, 0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D, 0x2C, 0x3B, 0x7C, 0x60, 0x26, 0x3D,
            0x3F, 0x2F, 0x23, 0x2A, 0x21:
            true
        default: false
        }
    }

    private static func isPersonal(_ bytes: Substring.UTF8View) -> Bool {
        // Most words are short.
        guard bytes.count >= 16 || bytes.contains(where: { $0 == 0x40 || $0 == 0x25 }) else { return false }
        return isPersonal(String(decoding: bytes, as: UTF8.self))
    }

    private static func isPersonal(_ word: String) -> Bool {
        if isEmail(word) || isToken(word) { return true }
        // Signs join a secret to other words: `X-ghp_…`, `users.9f86d0…`.
        let pieces = word.utf8.split(whereSeparator: isJoint)
        guard pieces.first?.count != word.utf8.count else { return false }
        if pieces.contains(where: { isToken(String(decoding: $0, as: UTF8.self)) }) { return true }
        if pieces.count >= 5 {
            let lengths = pieces.map(\.count)
            for start in 0...(pieces.count - 5) where Array(lengths[start..<(start + 5)]) == [8, 4, 4, 4, 12] {
                let uuid = pieces[start..<(start + 5)].map { String(decoding: $0, as: UTF8.self) }
                if SchemaFormat.uuid.allows(uuid.joined(separator: "-")) { return true }
            }
        }
        return pieces.contains { hasPrefixOfToken(word[$0.startIndex...]) }
    }

    /// Signs within a word.
    private static func isJoint(_ byte: UInt8) -> Bool { "-_.:~+%$^@\\".utf8.contains(byte) }

    static func isEmail(_ text: String) -> Bool {
        // `user@host`, also without a dot. URLs have `%40`.
        let rest = text.drop { $0 == "@" }
        guard let sign = rest.firstRange(of: "@") ?? rest.firstRange(of: "%40") else { return false }
        return sign.lowerBound > rest.startIndex && sign.upperBound < rest.endIndex
    }

    /// Digits of a phone number: 9 to 15 without a sign, or 7 and more behind a plus or in groups.
    static func isPhoneNumber(_ text: String) -> Bool {
        let digits = text.utf8.count { 0x30...0x39 ~= $0 }
        guard (7...15).contains(digits), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || "+-. ()/".utf8.contains($0) })
        else { return false }
        return digits >= 9 || text.utf8.first == 0x2B || text.utf8.first == 0x28
            || text.utf8.contains { "-. /".utf8.contains($0) }
    }

    private static func withoutPhoneNumbers(_ bytes: [UInt8]) -> String {
        guard bytes.count(where: { 0x30...0x39 ~= $0 }) >= 7 else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        var at = 0
        while at < bytes.count {
            // A run of digits and of the signs between them, that begins with a digit, a plus or a parenthesis.
            var end = at
            var lastDigit = at
            while end < bytes.count, end - at < 32, 0x30...0x39 ~= bytes[end] || "+-. ()/".utf8.contains(bytes[end]) {
                if 0x30...0x39 ~= bytes[end] { lastDigit = end + 1 }
                end += 1
            }
            var start = at
            while start < lastDigit, "-. )/".utf8.contains(bytes[start]) { start += 1 }
            let run = String(decoding: bytes[start..<max(start, lastDigit)], as: UTF8.self)
            if lastDigit > start, isPhoneNumber(run), !SchemaFormat.date.allows(run) {
                result += bytes[at..<start]
                result += Secrets.mark.utf8
                at = lastDigit
            } else if lastDigit > at {
                result += bytes[at..<lastDigit]
                at = lastDigit
            } else {
                result.append(bytes[at])
                at += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The beginnings that services give to their tokens, in lower case: programs write names of headers in any case.
    private static let prefixes = [
        "sk_", "pk_", "rk_", "whsec_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xoxb-",
        "xoxp-", "xoxa-", "xapp-", "akia", "asia", "aiza", "ya29.", "eyj", "sg.", "shpat_", "dop_v1_", "npm_", "pypi-",
        "sk-",
    ]

    private static func hasPrefixOfToken(_ text: Substring) -> Bool {
        // `sk-` begins a name as well, and a token has digits.
        guard text.utf8.count >= 16, text.utf8.contains(where: { 0x30...0x39 ~= $0 }) else { return false }
        let start = text.prefix(12).lowercased()
        return prefixes.contains { start.hasPrefix($0) }
    }

    /// Whether a word looks like a credential or an id of a machine: long, with letters and digits mixed, or with the
    /// beginning that a service gives to its tokens.
    static func isToken(_ text: String) -> Bool {
        let utf8 = text.utf8
        guard utf8.count >= 16 else { return false }
        if hasPrefixOfToken(text[...]) || SchemaFormat.uuid.allows(text) { return true }
        var (digits, lower, upper, changes, runs) = (0, 0, 0, 0, 0)
        var (last, length) = (0, 0)
        for byte in utf8 {
            let kind: Int
            switch byte {
            case 0x30...0x39: (digits, kind) = (digits + 1, 1)
            case 0x61...0x7A: (lower, kind) = (lower + 1, 2)
            case 0x41...0x5A: (upper, kind) = (upper + 1, 3)
            case 0x5F, 0x2D, 0x2B, 0x2E, 0x7E, 0x3A: kind = last
            default: return false
            }
            length = kind == last ? length + 1 : 1
            if kind == 3, length == 2 { runs += 1 }
            if kind != last { changes += 1 }
            last = kind
        }
        if upper >= 4, lower >= 4, runs >= 4 || Words.split(text).count * 9 >= utf8.count * 4 { return true }
        guard !isOfWords(text) else { return false }
        // Words may have a number: `application/vnd.api.v2`. A token changes between letters and digits again and
        // again.
        return digits >= 2 && changes >= 5 && lower + upper >= 2 || digits >= 3 && utf8.count >= 24 && changes >= 4
    }

    /// Whether words make up most of a string: `soil_temperature_0_to_7cm`, `SHA256withRSA2048`.
    private static func isOfWords(_ text: String) -> Bool {
        let pieces = text.utf8.split(whereSeparator: isJoint)
        let letters = pieces.filter { $0.allSatisfy { 0x61...0x7A ~= $0 | 0x20 } && $0.count >= 2 }
        if letters.reduce(0, { $0 + $1.count }) * 2 >= text.utf8.count { return true }
        guard pieces.count == 1 else { return false }
        // A capital begins a word.
        let changes = zip(text.utf8, text.utf8.dropFirst()).count { one, next in
            kind(of: one) != kind(of: next) && !(kind(of: one) == 1 && kind(of: next) == 2)
        }
        return text.utf8.count >= (changes + 1) * 3 && changes <= 4
    }

    /// 0 for a digit, 1 for a capital, 2 for anything else.
    static func kind(of byte: UInt8) -> Int { 0x30...0x39 ~= byte ? 0 : 0x41...0x5A ~= byte ? 1 : 2 }
}
