/// Values that a person might write, by the name of a property.
enum PlausibleValues {
    /// `created_at`, `createdAt` and `created-at` are the words created, at.
    static func words(_ name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasLower = false
        for character in name.prefix(80) {
            if character.isUppercase, wasLower {
                words.append(word)
                word = ""
            }
            wasLower = character.isLowercase || character.isNumber
            if character.isLetter || character.isNumber {
                word += character.lowercased()
            } else {
                if !word.isEmpty { words.append(word) }
                word = ""
                wasLower = false
            }
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    private static let byEnding: [String: [String]] = [
        "email": ["ada@example.com", "grace@example.com", "alan@example.org"], "url": urls, "uri": urls, "href": urls,
        "link": urls, "website": urls, "homepage": urls, "phone": phones, "mobile": phones, "fax": phones,
        "telephone": phones, "currency": ["EUR", "USD", "GBP", "JPY"], "country": ["DE", "US", "FR", "JP"],
        "language": languages, "lang": languages, "locale": languages,
        "title": ["A quiet morning", "Notes on engines", "The first draft"],
        "description": [
            "A short description.", "Two sentences say more. This is the second.", "What it is for, in a few words.",
        ], "comment": sentences, "message": sentences, "text": sentences, "body": sentences, "content": sentences,
        "note": sentences, "notes": sentences, "summary": sentences, "reason": sentences, "detail": sentences,
        "details": sentences, "city": ["Berlin", "Lyon", "Osaka", "Boston"], "state": ["active", "pending"],
        "status": ["active", "pending", "done"], "street": ["12 Mill Lane", "5 Station Road"],
        "address": ["12 Mill Lane, Berlin"], "zip": ["10115", "94107"], "postcode": ["10115", "94107"],
        "color": ["#3366ff", "#22aa88"], "colour": ["#3366ff", "#22aa88"], "version": ["1.2.0", "2.0.1"],
        "username": handles, "login": handles, "user": handles, "author": people, "owner": people, "company": companies,
        "organization": companies, "password": ["correct horse battery"], "token": ["tok_5f2c9a7e"],
        "key": ["key_7d31b0"], "slug": ["first-steps", "a-quiet-morning"], "tag": tags, "tags": tags, "label": tags,
        "category": tags, "type": ["standard", "basic"], "kind": ["standard", "basic"],
        "sku": ["SKU-1042", "SKU-2210"], "ip": ["192.0.2.10", "198.51.100.7"], "host": ["example.com"],
        "domain": ["example.com"], "hostname": ["host.example.com"], "path": ["/reports/2026"], "file": ["report.pdf"],
        "filename": ["report.pdf"], "timezone": ["Europe/Berlin"], "unit": ["kg", "m"],
        "image": ["https://example.com/images/1.png"], "avatar": ["https://example.com/images/1.png"],
        "gender": ["female", "male"],
        "date": ["2026-01-31"], "time": ["09:30:00"], "at": ["2026-01-31T09:30:00Z"], "code": ["A100", "B200"],
    ]
    private static let byName: [String: [String]] = [
        "first name": ["Ada", "Grace", "Alan", "Edsger"], "given name": ["Ada", "Grace", "Alan"], "last name": families,
        "family name": families,
        "surname": families, "full name": people, "display name": people, "user name": handles,
        "company name": companies, "file name": ["report.pdf"], "host name": ["host.example.com"],
        "postal code": ["10115", "94107"], "zip code": ["10115", "94107"], "country code": ["DE", "US", "FR"],
        "language code": languages, "currency code": ["EUR", "USD"], "time zone": ["Europe/Berlin"],
        "content type": ["application/json"], "mime type": ["image/png"], "user agent": ["Example/1.0"],
        "name": ["Ada Lovelace", "Grace Hopper", "Alan Turing"],
    ]
    private static let urls = ["https://example.com/", "https://example.com/items/1", "https://example.org/about"]
    private static let phones = ["+49 30 901820", "+1 202 555 0143"]
    private static let languages = ["en", "de", "fr", "ja"]
    private static let sentences = ["It works as described.", "Please have a look.", "All good so far."]
    private static let handles = ["ada", "grace", "alan"]
    private static let people = ["Ada Lovelace", "Grace Hopper", "Alan Turing"]
    private static let families = ["Lovelace", "Hopper", "Turing"]
    private static let companies = ["Example Inc.", "Northwind", "Acme"]
    private static let tags = ["garden", "travel", "music", "science"]
    private static let common = [
        "apple", "river", "stone", "cloud", "maple", "harbor", "meadow", "lantern", "copper", "willow",
    ]

    static func string(_ name: String?, _ dice: inout Dice) -> String {
        let words = words(name ?? "")
        if let values = byName[words.joined(separator: " ")] ?? byName[words.suffix(2).joined(separator: " ")] {
            return dice.pick(values) ?? ""
        }
        if let last = words.last {
            if last == "id" || last == "uuid" || last == "guid" {
                let stem = words.count > 1 ? words[words.count - 2].prefix(12) : "id"
                return last == "id" ? "\(stem)_\(1000 + dice.below(9000))" : uuid(&dice)
            }
            if let values = byEnding[last] { return dice.pick(values) ?? "" }
            if last.hasSuffix("s"), let values = byEnding[String(last.dropLast())] { return dice.pick(values) ?? "" }
            if last == "name" { return (words.dropLast().last.map { $0 + " " } ?? "") + (dice.pick(common) ?? "apple") }
        }
        return dice.pick(common) ?? "apple"
    }

    /// A whole number that fits a name; nil if any number fits.
    static func integer(_ name: String?, _ dice: inout Dice) -> Int? {
        guard let last = words(name ?? "").last else { return nil }
        return switch last {
        case "id": 1 + dice.below(1000)
        case "year": 2020 + dice.below(7)
        case "month": 1 + dice.below(12)
        case "day", "days": 1 + dice.below(28)
        case "hour", "hours": dice.below(24)
        case "minute", "minutes", "second", "seconds": dice.below(60)
        case "age": 18 + dice.below(60)
        case "port": 8080
        case "status": 200
        case "timestamp", "at", "time": 1_767_225_600 + dice.below(2_000_000)
        case "page": 1 + dice.below(5)
        case "limit", "size": 10 * (1 + dice.below(10))
        case "width", "height": 100 * (1 + dice.below(10))
        case "price", "amount", "total": 100 * (1 + dice.below(50))
        case "count", "quantity", "number": 1 + dice.below(20)
        default: nil
        }
    }

    static func uuid(_ dice: inout Dice) -> String {
        var digits = (0..<32).map { _ in String(dice.below(16), radix: 16) }
        digits[12] = "4"
        digits[16] = ["8", "9", "a", "b"][dice.below(4)]
        for place in [20, 16, 12, 8] { digits.insert("-", at: place) }
        return digits.joined()
    }

    private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }

    static func string(format: SchemaFormat, _ name: String?, _ dice: inout Dice) -> String? {
        let date = "202\(4 + dice.below(3))-\(twoDigits(1 + dice.below(12)))-\(twoDigits(1 + dice.below(28)))"
        let time = "\(twoDigits(dice.below(24))):\(twoDigits(dice.below(60))):\(twoDigits(dice.below(60)))Z"
        return switch format {
        case .dateTime: "\(date)T\(time)"
        case .date: date
        case .time: time
        case .duration: ["P1D", "PT15M", "P3DT12H", "P2W"][dice.below(4)]
        case .email, .idnEmail: byEnding["email"]?[dice.below(3)]
        case .hostname, .idnHostname: ["example.com", "api.example.com", "host.example.org"][dice.below(3)]
        case .ipv4: "192.0.2.\(1 + dice.below(254))"
        case .ipv6: "2001:db8::\(String(1 + dice.below(65_000), radix: 16))"
        case .uri, .uriReference, .iri, .iriReference:
            words(name ?? "").contains("avatar")
                ? "https://example.com/images/\(1 + dice.below(9)).png" : urls[dice.below(3)]
        case .uriTemplate: "https://example.com/items/{id}"
        case .uuid: uuid(&dice)
        case .regex: "^[a-z]+$"
        case .jsonPointer: "/items/\(dice.below(9))"
        case .relativeJSONPointer: "1/items"
        case .byte: ["SGVsbG8=", "V29ybGQ=", "QWRhIQ=="][dice.below(3)]
        case .base64url: "SGVsbG8"
        case .int32, .int64, .uint32, .uint64, .float, .double: nil
        }
    }
}
