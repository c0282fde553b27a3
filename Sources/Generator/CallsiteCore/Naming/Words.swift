/// Splits text into words, whatever its spelling: `user_id`, `user-id`, `userId`, `UserID`, `HTMLParser`, `user.id`.
package enum Words {
    /// The words as written; separators and symbols are gone. Empty if there is no letter or digit.
    package static func split(_ text: String) -> [String] {
        if let words = splitASCII(text) { return words }
        var words: [[Unicode.Scalar]] = []
        var word: [Unicode.Scalar] = []
        let scalars = Array(text.unicodeScalars)
        func kind(_ scalar: Unicode.Scalar) -> Kind {
            switch scalar {
            case "a"..."z": .lower
            case "A"..."Z": .upper
            case "0"..."9": .digit
            default:
                if scalar.value < 0x80 || !scalar.isIdentifierPart {
                    .separator
                } else if scalar.properties.isUppercase {
                    .upper
                } else {
                    .lower
                }
            }
        }
        for (index, scalar) in scalars.enumerated() {
            let current = kind(scalar)
            if current == .separator {
                if !word.isEmpty { words.append(word) }
                word = []
                continue
            }
            if let last = word.last {
                let previous = kind(last)
                // `userId`: a capital after a small letter or digit begins a word. `HTMLParser`: of several capitals
                // the last begins one if a small letter follows, but for the plural `IDs`.
                let isBoundary: Bool
                if current == .upper, previous != .upper {
                    isBoundary = true
                } else if current == .upper, previous == .upper, index + 1 < scalars.count,
                    kind(scalars[index + 1]) == .lower
                {
                    let isPlural =
                        scalars[index + 1] == "s" && (index + 2 == scalars.count || kind(scalars[index + 2]) != .lower)
                    isBoundary = !isPlural
                } else {
                    isBoundary = false
                }
                if isBoundary {
                    words.append(word)
                    word = []
                }
            }
            word.append(scalar)
        }
        if !word.isEmpty { words.append(word) }
        return words.map { String(scalars: $0[...]) }
    }

    private enum Kind { case lower, upper, digit, separator }

    /// The result of `split` for ASCII, from its bytes; nil for other strings.
    private static func splitASCII(_ text: String) -> [String]? {
        var text = text
        return text.withUTF8 { bytes -> [String]? in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            func kind(_ byte: UInt8) -> Kind {
                switch byte {
                case 0x61...0x7A: .lower
                case 0x41...0x5A: .upper
                case 0x30...0x39: .digit
                default: .separator
                }
            }
            func isLower(_ index: Int) -> Bool { index < bytes.count && kind(bytes[index]) == .lower }
            var words: [String] = []
            var start = 0
            func flush(_ end: Int) {
                if start < end { words.append(String(decoding: bytes[start..<end], as: UTF8.self)) }
                start = end
            }
            for index in bytes.indices {
                let current = kind(bytes[index])
                if current == .separator {
                    flush(index)
                    start = index + 1
                } else if current == .upper, start < index {
                    // As above.
                    let isBoundary =
                        kind(bytes[index - 1]) != .upper
                        || isLower(index + 1) && (bytes[index + 1] != 0x73 || isLower(index + 2))
                    if isBoundary { flush(index) }
                }
            }
            flush(bytes.count)
            return words
        }
    }

    /// `htmlURL`: the first word small, the others capitalised, acronyms as the Swift API Design Guidelines have them.
    package static func lowerCamel(_ words: [String]) -> String {
        guard let first = words.first else { return "" }
        return joined([first.lowercased()] + words.dropFirst().map(capitalised))
    }

    /// `HTMLURL`.
    package static func upperCamel(_ words: [String]) -> String { joined(words.map(capitalised)) }

    /// One behind the other. Digits that would run into each other are kept apart: `1.5` is `1_5`, and not `15`.
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

    /// nil for other text.
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
