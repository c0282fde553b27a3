/// Splits text into words, whatever its spelling: `user_id`, `user-id`, `userId`, `UserID`, `HTMLParser`, `user.id`.
package enum Words {
    /// The words as written; separators and symbols are gone. Empty if there is no letter or digit.
    package static func split(_ text: String) -> [String] {
        if let words = splitASCII(text) { return words }
        let scalars = Array(text.unicodeScalars)
        return split(
            scalars.count, kind: { kind(scalars[$0]) }, isS: { scalars[$0] == "s" },
            word: { String(scalars: scalars[$0]) })
    }

    private static func kind(_ scalar: Unicode.Scalar) -> Kind {
        if scalar.value < 0x80 { return kind(UInt8(scalar.value)) }
        if !scalar.isIdentifierPart { return .separator }
        return scalar.properties.isUppercase ? .upper : .lower
    }

    private static func kind(_ byte: UInt8) -> Kind {
        switch byte {
        case 0x61...0x7A: .lower
        case 0x41...0x5A: .upper
        case 0x30...0x39: .digit
        default: .separator
        }
    }

    /// Splits characters, which the closures read by their positions.
    private static func split(
        _ count: Int, kind: (Int) -> Kind, isS: (Int) -> Bool, word: (Range<Int>) -> String
    ) -> [String] {
        func isLower(_ index: Int) -> Bool { index < count && kind(index) == .lower }
        var words: [String] = []
        var start = 0
        func flush(_ end: Int) {
            if start < end { words.append(word(start..<end)) }
            start = end
        }
        for index in 0..<count {
            switch kind(index) {
            case .separator:
                flush(index)
                start = index + 1
            case .upper where start < index:
                // `userId`: a capital after a small letter or digit begins a word. `HTMLParser`: of several capitals
                // the last begins one if a small letter follows, but for the plural `IDs`.
                if kind(index - 1) != .upper || isLower(index + 1) && (!isS(index + 1) || isLower(index + 2)) {
                    flush(index)
                }
            case .lower, .upper, .digit: break
            }
        }
        flush(count)
        return words
    }

    private enum Kind { case lower, upper, digit, separator }

    /// The result of `split` for ASCII, from its bytes; nil for other strings.
    private static func splitASCII(_ text: String) -> [String]? {
        var text = text
        return text.withUTF8 { bytes -> [String]? in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            return split(bytes.count, kind: { kind(bytes[$0]) }, isS: { bytes[$0] == 0x73 }) {
                String(decoding: bytes[$0], as: UTF8.self)
            }
        }
    }

    /// `htmlURL`: the first word small, the others capitalised, acronyms as the Swift API Design Guidelines have them.
    package static func lowerCamel(_ words: [String]) -> String {
        guard let first = words.first else { return "" }
        return joined([first.lowercased()] + words.dropFirst().map(capitalised))
    }

    /// `HTMLURL`.
    package static func upperCamel(_ words: [String]) -> String { joined(words.map(capitalised)) }

    /// Joins words. Digits that would meet are kept apart: `1.5` is `1_5`, and not `15`.
    package static func joined(_ words: [String]) -> String {
        var text = ""
        for word in words {
            if let last = text.utf8.last, let first = word.utf8.first, isDigit(last), isDigit(first) { text += "_" }
            text += word
        }
        return text
    }

    package static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    package static func capitalised(_ word: String) -> String {
        var word = word
        if let name = word.withUTF8(capitalisedASCII) { return name }
        let lower = word.lowercased()
        if let acronym = acronyms[lower] { return acronym }
        return lower.prefix(1).uppercased() + lower.dropFirst()
    }

    /// The result of `capitalised` for a short ASCII word; nil for others.
    static func capitalisedASCII(_ word: UnsafeBufferPointer<UInt8>) -> String? {
        guard word.count <= 64, word.allSatisfy({ $0 < 0x80 }) else { return nil }
        func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
        if word.count <= longestAcronym {
            let lower = String(unsafeUninitializedCapacity: word.count) { name in
                for index in word.indices { name[index] = small(word[index]) }
                return word.count
            }
            if let acronym = acronyms[lower] { return acronym }
        }
        return String(unsafeUninitializedCapacity: word.count) { name in
            for index in word.indices { name[index] = small(word[index]) }
            if let first = name.first, (0x61...0x7A).contains(first) { name[0] = first & 0xDF }
            return word.count
        }
    }

    private static let longestAcronym = acronyms.keys.reduce(0) { max($0, $1.utf8.count) }

    /// Words that are written in capitals, or in a way of their own.
    private static let acronyms: [String: String] = {
        var table = [
            "ids": "IDs", "urls": "URLs", "uris": "URIs", "apis": "APIs", "uuids": "UUIDs", "oauth": "OAuth",
            "oauth2": "OAuth2", "ios": "IOS", "ip4": "IP4", "ip6": "IP6", "ipv4": "IPv4", "ipv6": "IPv6", "ips": "IPs",
            "md5": "MD5", "sha1": "SHA1", "sha256": "SHA256", "utf8": "UTF8", "base64": "Base64", "github": "GitHub",
        ]
        for acronym in [
            "acl", "aes", "api", "arn", "ascii", "aws", "bic", "cdn", "cidr", "cli", "cpu", "crc", "css", "csv", "cvc",
            "cvv", "dns", "dom", "eof", "ftp", "gif", "gps", "gpu", "guid", "hmac", "html", "http", "https", "iban",
            "id", "ip", "ipa", "isbn", "iso", "jpeg", "jpg", "json", "jwt", "ldap", "mac", "mfa", "mime", "mms", "nfc",
            "pdf", "php", "png", "qr", "ram", "rgb", "rpc", "rsa", "rss", "sdk", "sepa", "sha", "sku", "sla",
            "smtp", "sms", "soap", "sql", "ssh", "ssl", "sso", "svg", "tcp", "tls", "tsv", "ttl", "tv", "udp", "ui",
            "uri", "url", "urn", "usb", "utc", "utf", "uuid", "vat", "vm", "vpc", "vpn", "xhtml", "xml", "yaml",
        ] {
            table[acronym] = acronym.uppercased()
        }
        return table
    }()
}
