import CallsiteCore
import CallsiteMockEngine
import CallsiteText

/// Values that belong to a person, or open a door: known by their form. Secrets that are known by their names are
/// those of `SecretNames`.
package enum PersonalData {
    /// The one list of names of secrets.
    static let secrets = Secrets()

    /// Whether a string can stand in a description: no e-mail address, no phone number, no token is in it.
    package static func isNeutral(_ text: String) -> Bool {
        redacted(text) == text
    }

    /// Text for people without secrets and personal data.
    package static func redacted(_ text: String) -> String {
        let text = SecretText.redacted(text) { PersonalData.secrets.isSecret(field: $0) }
        var result = ""
        result.reserveCapacity(text.utf8.count)
        var word: [UInt8] = []
        func flush() {
            guard !word.isEmpty else { return }
            let piece = String(decoding: word, as: UTF8.self)
            result += isPersonal(piece) ? Secrets.mark : piece
            word = []
        }
        for scalar in text.unicodeScalars {
            if isSeparator(scalar) {
                flush()
                result.unicodeScalars.append(scalar)
            } else {
                word += String(scalar).utf8
            }
        }
        flush()
        return withoutPhoneNumbers(result)
    }

    /// Text for people, redacted, without blanks at the ends of lines; nil: nothing is left.
    static func paragraphs(_ text: String) -> String? {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line in
            var line = line
            while line.last?.isWhitespace == true { line.removeLast() }
            return String(line)
        }
        let start = lines.firstIndex { !$0.isEmpty } ?? lines.endIndex
        let end = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? start
        let whole = redacted(lines[start..<end].joined(separator: "\n"))
        return whole.isEmpty ? nil : whole
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t", "\n", "\r", "\"", "'", "<", ">", "(", ")", "[", "]", "{", "}", ",", ";", "|", "`", "&", "=",
            "?", "/", "#", "*", "!":
            true
        default: false
        }
    }

    private static func isPersonal(_ word: String) -> Bool { isEmail(word) || isToken(word) }

    static func isEmail(_ text: String) -> Bool {
        guard let at = text.firstIndex(of: "@"), at > text.startIndex else { return false }
        // `user@host`, also without a dot.
        return text.index(after: at) < text.endIndex
    }

    /// Digits of a phone number: a plus and 7 to 15 digits, or groups of them.
    static func isPhoneNumber(_ text: String) -> Bool {
        let digits = text.utf8.count { 0x30...0x39 ~= $0 }
        guard (7...15).contains(digits), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || "+-. ()/".utf8.contains($0) })
        else { return false }
        return text.utf8.first == 0x2B || text.utf8.first == 0x28 || text.utf8.contains { "-. /".utf8.contains($0) }
    }

    private static func withoutPhoneNumbers(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard bytes.count(where: { 0x30...0x39 ~= $0 }) >= 7 else { return text }
        var result: [UInt8] = []
        var at = 0
        while at < bytes.count {
            // A run of digits and of what stands between them, that begins with a digit, a plus or a parenthesis.
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

    private static let prefixes = [
        "sk_", "pk_", "rk_", "whsec_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xoxb-",
        "xoxp-",
        "xoxa-", "xapp-", "AKIA", "ASIA", "AIza", "ya29.", "eyJ", "SG.", "shpat_", "dop_v1_", "npm_", "pypi-", "sk-",
    ]

    /// Whether a word looks like a credential or an id of a machine: long, with letters and digits mixed, or with the
    /// beginning that a service gives to its tokens.
    static func isToken(_ text: String) -> Bool {
        let utf8 = text.utf8
        guard utf8.count >= 16 else { return false }
        if prefixes.contains(where: text.hasPrefix) { return true }
        if SchemaFormat.uuid.allows(text) { return true }
        var (digits, lower, upper, changes) = (0, 0, 0, 0)
        var last = 0
        for byte in utf8 {
            let kind: Int
            switch byte {
            case 0x30...0x39: (digits, kind) = (digits + 1, 1)
            case 0x61...0x7A: (lower, kind) = (lower + 1, 2)
            case 0x41...0x5A: (upper, kind) = (upper + 1, 3)
            case 0x5F, 0x2D, 0x2B, 0x2E, 0x7E, 0x3A: kind = last
            default: return false
            }
            if kind != last { changes += 1 }
            last = kind
        }
        // Words may have a number: `application/vnd.api.v2`. A token changes between letters and digits again and again.
        return digits >= 2 && changes >= 5 && lower + upper >= 2 || digits >= 3 && utf8.count >= 24 && changes >= 4
            || upper >= 4 && lower >= 4 && Words.split(text).count * 9 >= utf8.count * 4
    }
}
