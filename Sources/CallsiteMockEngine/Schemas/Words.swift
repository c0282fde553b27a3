/// Words for values, by what they are called.
enum Words {
    private static let firstNames = ["Ada", "Grace", "Alan", "Barbara", "Edsger", "Hedy", "Dennis", "Radia"]
    private static let lastNames = ["Lovelace", "Hopper", "Turing", "Liskov", "Dijkstra", "Lamarr", "Ritchie", "Perlman"]
    private static let nouns = ["harbor", "lantern", "meadow", "compass", "orchard", "ribbon", "summit", "willow"]
    private static let adjectives = ["quiet", "bright", "early", "golden", "narrow", "gentle", "modern", "steady"]
    private static let cities = ["Lisbon", "Oslo", "Kyoto", "Nairobi", "Bogotá", "Perth", "Vienna", "Tallinn"]
    private static let streets = ["12 Harbor Road", "48 Mill Lane", "7 Station Street", "101 Park Avenue"]
    private static let countries = ["PT", "NO", "JP", "KE", "CO", "AU", "AT", "EE"]
    private static let currencies = ["EUR", "USD", "JPY", "CHF", "GBP"]
    private static let colors = ["#1d76db", "#0e8a16", "#d93f0b", "#fbca04"]

    private static func pick(_ list: [String], _ random: inout SeededRandom) -> String { list[random.next(list.count)] }

    /// `user_first_name` and `userFirstName` end alike.
    private static func plain(_ name: String) -> String { String(name.unicodeScalars.filter { $0.properties.isAlphabetic || "0"..."9" ~= $0 }).lowercased() }

    static func singular(_ name: String) -> String { name.hasSuffix("s") && name.count > 3 ? String(name.dropLast()) : name }

    static func text(name: String, _ random: inout SeededRandom) -> String {
        let name = plain(name)
        func ends(_ words: String...) -> Bool { words.contains { name.hasSuffix($0) } }
        if ends("email", "emailaddress", "mail") { return pick(firstNames, &random).lowercased() + "@example.com" }
        if ends("firstname", "givenname", "forename") { return pick(firstNames, &random) }
        if ends("lastname", "surname", "familyname") { return pick(lastNames, &random) }
        if ends("fullname", "displayname", "author", "owner", "contact", "customername", "username1") {
            return pick(firstNames, &random) + " " + pick(lastNames, &random)
        }
        if ends("username", "login", "handle", "nickname") { return pick(firstNames, &random).lowercased() + "\(random.next(90) + 10)" }
        if ends("city", "town", "locality") { return pick(cities, &random) }
        if ends("countrycode", "country") { return pick(countries, &random) }
        if ends("street", "address", "addressline1", "line1") { return pick(streets, &random) }
        if ends("postalcode", "zip", "zipcode", "postcode") { return "\(10_000 + random.next(89_999))" }
        if ends("phone", "phonenumber", "mobile", "telephone") { return "+1555010\(1000 + random.next(8999))" }
        if ends("currency", "currencycode") { return pick(currencies, &random) }
        if ends("language", "locale", "lang") { return ["en", "de", "fr", "ja"][random.next(4)] }
        if ends("timezone", "tz") { return ["Europe/Vienna", "Asia/Tokyo", "America/Bogota"][random.next(3)] }
        if ends("url", "uri", "link", "href", "website", "homepage") { return "https://example.com/" + pick(nouns, &random) }
        if ends("color", "colour") { return pick(colors, &random) }
        if ends("createdat", "updatedat", "date", "timestamp", "time") { return date(&random) + "T0\(random.next(10)):30:00Z" }
        if ends("uuid", "guid") { return uuid(&random) }
        if ends("id") || ends("key", "token", "code", "sku", "reference") { return pick(nouns, &random) + "-\(random.next(9000) + 1000)" }
        if ends("version") { return "1.\(random.next(20)).\(random.next(10))" }
        if ends("description", "summary", "body", "content", "text", "message", "comment", "note", "notes", "bio") {
            return "A \(pick(adjectives, &random)) \(pick(nouns, &random)) beside a \(pick(adjectives, &random)) \(pick(nouns, &random))."
        }
        if ends("title", "subject", "headline", "label") {
            let (first, second) = (pick(adjectives, &random), pick(nouns, &random))
            return first.prefix(1).uppercased() + first.dropFirst() + " " + second
        }
        return pick(adjectives, &random) + " " + pick(nouns, &random)
    }

    static func number(name: String, _ random: inout SeededRandom) -> Double {
        let name = plain(name)
        func ends(_ words: String...) -> Bool { words.contains { name.hasSuffix($0) } }
        if ends("price", "amount", "cost", "total", "balance", "fee", "rate") { return Double(random.next(9_900) + 100) / 100 }
        if ends("latitude", "lat") { return Double(random.next(12_000)) / 100 - 60 }
        if ends("longitude", "lng", "lon") { return Double(random.next(30_000)) / 100 - 150 }
        if ends("percentage", "percent", "score", "ratio") { return Double(random.next(101)) }
        if ends("year") { return Double(2000 + random.next(27)) }
        if ends("quantity", "count", "size", "number", "age") { return Double(random.next(60) + 1) }
        return Double(random.next(1000) + 1)
    }

    private static func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    private static func date(_ random: inout SeededRandom) -> String {
        "\(2020 + random.next(7))-\(digits(1 + random.next(12)))-\(digits(1 + random.next(28)))"
    }

    private static func uuid(_ random: inout SeededRandom) -> String {
        func hexadecimal(_ count: Int) -> String {
            let text = String(random.next() >> 8, radix: 16)
            return String((String(repeating: "0", count: 16) + text).suffix(count))
        }
        return "\(hexadecimal(8))-\(hexadecimal(4))-4\(hexadecimal(3))-a\(hexadecimal(3))-\(hexadecimal(12))"
    }

    static func text(format: SchemaFormat, name: String, _ random: inout SeededRandom) -> String {
        switch format {
        case .dateTime: "\(date(&random))T\(digits(random.next(24))):\(digits(random.next(60))):00Z"
        case .date: date(&random)
        case .time: "\(digits(random.next(24))):\(digits(random.next(60))):00Z"
        case .duration: "PT\(1 + random.next(48))H"
        case .email, .idnEmail: pick(firstNames, &random).lowercased() + "@example.com"
        case .hostname, .idnHostname: pick(nouns, &random) + ".example.com"
        case .ipv4: "192.0.2.\(1 + random.next(254))"
        case .ipv6: "2001:db8::\(String(1 + random.next(65_000), radix: 16))"
        case .uri, .url, .iri: "https://example.com/" + pick(nouns, &random)
        case .uriReference, .iriReference: "/" + pick(nouns, &random)
        case .uriTemplate: "/" + pick(nouns, &random) + "/{id}"
        case .uuid: uuid(&random)
        case .regex: "^[a-z]+$"
        case .jsonPointer: "/" + pick(nouns, &random)
        case .relativeJSONPointer: "1/" + pick(nouns, &random)
        case .byte: ["aGFyYm9y", "bGFudGVybg==", "bWVhZG93", "d2lsbG93"][random.next(4)]
        case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64: String(random.next(100))
        }
    }
}
