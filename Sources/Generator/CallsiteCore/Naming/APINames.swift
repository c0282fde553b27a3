/// Names an API by its title: `GitHub v3 REST API` is `GitHub`.
package enum APINames {
    /// A title without its version and the words that every API has. If no distinctive word is left, the file's name is
    /// used, then the host of the server, then the title without its version.
    package static func name(title: String, fileName: String, host: String?) -> String {
        if let name = name(words: distinctive(words(of: title))) { return name }
        let stem = fileName.split(separator: ".").first.map(String.init) ?? ""
        if let name = name(words: distinctive(words(of: stem.map { "_-".contains($0) ? " " : String($0) }.joined()))) {
            return name
        }
        if let name = host.flatMap(domain).flatMap({ name(words: [$0]) }) { return name }
        return name(words: words(of: title).filter { !isVersion($0) }) ?? "API"
    }

    private static let limit = 40

    private static func words(of title: String) -> [String] {
        let title = String(title.prefix(300))
        // `Shop: orders and returns` is Shop, and `CS:GO` is one name.
        var head = title.prefix { $0 != "(" && $0 != "|" }
        if let end = head.firstRange(of: ": ") { head = head[..<end.lowerBound] }
        // `(beta) Shop` is BetaShop.
        return (head.allSatisfy { $0 == " " } ? title[...] : head).split { " -–—,/+()|:".contains($0) }.map { word in
            // `GitHub's official …` is GitHub's.
            ascii(word.hasSuffix("'s") || word.hasSuffix("’s") ? String(word.dropLast(2)) : String(word))
        }
    }

    /// The words that tell this API from others, up to four.
    private static func distinctive(_ words: [String]) -> [String] {
        var candidates: [String] = []
        for word in words {
            let small = word.lowercased()
            // `Spotify Web API with fixes from …` is Spotify; `API for Rates` is Rates.
            if connecting.contains(small), small != "and", small != "of" {
                if candidates.contains(where: { !joining.contains($0.lowercased()) }) { break }
                continue
            }
            if noise.contains(small) || isVersion(word) { continue }
            // `APIv2` is no name either.
            if small.hasPrefix("api"), isVersion(String(small.dropFirst(3))) { continue }
            candidates.append(word)
        }
        var result = Array(candidates.drop { joining.contains($0.lowercased()) }.prefix(4))
        while let last = result.last, joining.contains(last.lowercased()) { result.removeLast() }
        return result
    }

    private static func name(words: [String]) -> String? {
        var nameWords: [String] = []
        for word in words {
            // A word with capitals stays as written, unless it is long and all capitals.
            let scalars = word.unicodeScalars.filter { $0.isASCII && $0.isIdentifierPart && $0 != "_" }
            guard !scalars.isEmpty else { continue }
            let text = String(String.UnicodeScalarView(scalars))
            let hasSmall = text.utf8.contains { (0x61...0x7A).contains($0) }
            let hasCapital = text.utf8.contains { (0x41...0x5A).contains($0) }
            if hasCapital, hasSmall || text.utf8.count <= 5 {
                nameWords.append(capitalized(text))
            } else {
                nameWords += Words.split(text).map(Words.capitalised)
            }
        }
        guard nameWords.contains(where: { $0.utf8.contains { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } }) else {
            return nil
        }
        // `1Password` is OnePassword.
        if let digit = nameWords[0].utf8.first, Words.isDigit(digit) {
            let rest = String(nameWords[0].dropFirst())
            let isOne = rest.utf8.first.map(Words.isDigit) != true
            nameWords[0] =
                isOne ? capitalized(SwiftNames.digits[Int(digit - 0x30)]) + capitalized(rest) : "API" + nameWords[0]
        }
        // A long word that joins several, such as `OrderManagementPlatform`, can be shortened at each of them.
        if Words.joined(nameWords).utf8.count > limit { nameWords = nameWords.flatMap { Words.split($0) } }
        while nameWords.count > 1,
            Words.joined(nameWords).utf8.count > limit || joining.contains(nameWords[nameWords.count - 1].lowercased())
        {
            nameWords.removeLast()
        }
        let name = SwiftNames.name(for: Words.joined(nameWords), .type, limit: limit)
        return SwiftNames.isCapital(name.unicodeScalars.first ?? "a") ? name : nil
    }

    private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// `stripe` of `https://api.stripe.com/v1`; nil for addresses and hosts of one label.
    private static func domain(_ url: String) -> String? {
        var rest = url[...]
        if let scheme = url.firstRange(of: "://") { rest = url[scheme.upperBound...] }
        let host = rest.prefix { $0 != "/" && $0 != ":" && $0 != "?" }
        var labels = host.split(separator: ".").map(String.init)
        guard labels.count > 1,
            labels.allSatisfy({
                $0.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || Words.isDigit($0) || $0 == 0x2D }
            }),
            labels.last?.utf8.allSatisfy(Words.isDigit) == false
        else { return nil }
        labels.removeLast()
        // `amazon` of `api.amazon.co.uk`.
        if labels.count > 1, ["co", "com", "org", "gov", "ac", "net"].contains(labels.last ?? "") {
            labels.removeLast()
        }
        guard let name = labels.last, !["example", "localhost", "api", "www"].contains(name) else { return nil }
        return name
    }

    private static func isVersion(_ word: String) -> Bool {
        let digits = word.lowercased().hasPrefix("v") ? word.dropFirst() : word[...]
        return !digits.isEmpty && digits.allSatisfy { $0.isNumber || $0 == "." }
    }

    private static let noise: Set<String> = [
        "api", "apis", "rest", "restful", "http", "https", "openapi", "swagger", "specification", "spec", "specs",
        "reference", "documentation", "docs", "doc", "the", "public", "web", "service", "core", "json", "yaml",
        "definition", "official", "extension", "extensions", "description", "schema", "index", "main", "root", "all",
        "my", "our", "new", "bundle", "bundled", "resolved", "endpoints", "oas", "oas3", "default", "untitled", "your",
    ]
    private static let joining: Set<String> = ["and", "of", "a", "an", "in", "on", "at", "or", "&"]
    private static let connecting: Set<String> = ["with", "for", "from", "by", "using", "via", "to"]

    /// Latin letters without their marks.
    private static func ascii(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars where !(0x300...0x36F).contains(scalar.value) {
            result += scalar.isASCII ? String(scalar) : plain[scalar] ?? String(scalar)
        }
        return result
    }

    private static let plain: [Unicode.Scalar: String] = {
        var table: [Unicode.Scalar: String] = [
            "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
        ]
        for (letters, letter) in [
            ("àáâãäåāăą", "a"), ("ÀÁÂÃÄÅĀĂĄ", "A"), ("çćĉċč", "c"), ("ÇĆĈĊČ", "C"), ("ďđ", "d"), ("ĎĐ", "D"),
            ("èéêëēĕėęě", "e"), ("ÈÉÊËĒĔĖĘĚ", "E"), ("ĝğġģ", "g"), ("ĜĞĠĢ", "G"), ("ĥħ", "h"), ("ĤĦ", "H"),
            ("ìíîïĩīĭįı", "i"), ("ÌÍÎÏĨĪĬĮİ", "I"), ("ĵ", "j"), ("Ĵ", "J"), ("ķ", "k"), ("Ķ", "K"), ("ĺļľ", "l"),
            ("ĹĻĽ", "L"), ("ñńņň", "n"), ("ÑŃŅŇ", "N"), ("òóôõöōŏő", "o"), ("ÒÓÔÕÖŌŎŐ", "O"), ("ŕŗř", "r"),
            ("ŔŖŘ", "R"), ("śŝşšș", "s"), ("ŚŜŞŠȘ", "S"), ("ţťŧț", "t"), ("ŢŤŦȚ", "T"), ("ùúûüũūŭůűų", "u"),
            ("ÙÚÛÜŨŪŬŮŰŲ", "U"), ("ŵ", "w"), ("Ŵ", "W"), ("ýÿŷ", "y"), ("ÝŸŶ", "Y"), ("źżž", "z"), ("ŹŻŽ", "Z"),
        ] {
            for scalar in letters.unicodeScalars { table[scalar] = letter }
        }
        return table
    }()
}
