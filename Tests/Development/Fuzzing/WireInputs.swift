/// Inputs of the runtime's readers, as servers and links may bring them: nearly right, mostly.
enum WireInputs {
    static func input(_ random: inout Randomness) -> FuzzInput {
        let subject = random.choose([FuzzInput.Subject.json, .json, .events, .link, .uri])
        var bytes: [UInt8] =
            switch subject {
            case .json: json(0, &random)
            case .events: events(&random)
            case .link: pieces(linkPieces, 1...20, &random)
            default: pieces(uriPieces, 1...16, &random)
            }
        if random.once(in: 3) { for _ in 0..<random.number(1...3) { ByteMutations.mutate(&bytes, nil, &random) } }
        return FuzzInput(.init(FuzzInput.name(of: subject), bytes))
    }

    private static func pieces(_ table: [String], _ count: ClosedRange<Int>, _ random: inout Randomness) -> [UInt8] {
        (0..<random.number(count)).flatMap { _ in Array(random.choose(table).utf8) }
    }

    // MARK: JSON

    private static let strings = [
        "", "a", "id", "items", "next", "é", "e\\u0301", "\\ud83d\\ude42", "\\ud83d", "\\udE42\\ud83d", "\\u0000",
        "\\\"", "\\/", "\\n", "🙂", "\u{2028}", "2024-02-29T23:59:60Z", "2024-02-29T12:00:00.123456789+01:00",
        "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "2023-02-29", "2024-12-31",
        "12", "1e3", "true", "https://example.com/a?b=c", "AAAA", "A===", "____",
        "00000000-0000-0000-0000-000000000000",
    ]
    private static let numbers = [
        "0", "-0", "1", "-1", "1.0", "1e0", "1E+2", "1e-400", "1e400", "-1e999999999", "9223372036854775807",
        "-9223372036854775808", "9223372036854775808", "18446744073709551616", "0.1",
        "123456789012345678901234567890.5", "2147483648", "1.7976931348623157e308", "5e-324", "01", "+1", ".5", "1.",
        "1e", "--1", "0x1", "NaN", "Infinity", "253402300800", "-62135596801", "1e18", "1e19",
    ]

    private static func json(_ depth: Int, _ random: inout Randomness) -> [UInt8] {
        func joined(_ open: String, _ parts: [[UInt8]], _ close: String) -> [UInt8] {
            Array(open.utf8) + Array(parts.joined(separator: Array(", ".utf8))) + Array(close.utf8)
        }
        func string(_ random: inout Randomness) -> [UInt8] { Array("\"\(random.choose(strings))\"".utf8) }
        if depth == 0, random.once(in: 40) {
            // Beyond any depth that is read.
            let deep = random.choose([199, 200, 201, 5000, 100_000])
            let open = random.choose(["[", "{\"a\":", "[{\"a\":"])
            return Array(String(repeating: open, count: deep).utf8)
        }
        switch random.below(depth > 5 ? 3 : 6) {
        case 0: return string(&random)
        case 1: return Array(random.choose(numbers).utf8)
        case 2: return Array(random.choose(["null", "true", "false", "tru", "nul", "", " ", "[]", "{}"]).utf8)
        case 3: return joined("[", (0..<random.below(5)).map { _ in json(depth + 1, &random) }, "]")
        default:
            let pairs: [[UInt8]] = (0..<random.below(5)).map { _ in
                let key = string(&random)
                return key + Array(": ".utf8) + json(depth + 1, &random)
            }
            return joined("{", pairs, "}")
        }
    }

    // MARK: Streams, links and addresses

    private static func events(_ random: inout Randomness) -> [UInt8] {
        let lines = [
            "data: {\"a\": 1}", "data:{\"a\": 2}", "data", "data:", "data: [DONE]", "event: ping", "event", "id: 1",
            "id: \u{0}", "id", "retry: 10", "retry: 999999999999999999999", "retry: -1", ":", ": comment", "", "", "",
            "\u{FEFF}data: 1", "dat", "data: é🙂", "{\"a\": 3}", "unknown: 1",
        ]
        let breaks = ["\n", "\n", "\r\n", "\r", "\n\n", "\r\r\n"]
        return (0..<random.number(0...30)).flatMap { _ in Array((random.choose(lines) + random.choose(breaks)).utf8) }
    }

    private static let linkPieces = [
        "<", ">", ";", ",", "rel=", "\"next\"", "next", "rel=\"next\"", "; rel=next", "<https://example.com/a?page=2>",
        "</a>", "<?page=2>",
        "<//evil.example/>",
        "\"", "\\", " ", "title*=UTF-8''%e2%82", "anchor=\"#a\"", "REL=NEXT", "=", "rel", "<https://example.com:443/>",
        "<https://u:p@example.com/>", "\t", "é",
    ]

    private static let uriPieces = [
        "app", "https", ":", "//", "/", "example.com", "evil.example", "stories", "..", ".", "%2e%2e", "%2E", "%",
        "%zz", "%C3", "%C3%A9",
        "%00", "%2F", "?", "&",
        "=", "a=b", "id=1", "+", "#", "@", "user:p@", ":443", ":99999", "[::1]", "\\", " ", "\u{0301}", "é", "{id}",
        ";", "12345", "x-", "\u{202E}", "\n",
    ]
}
