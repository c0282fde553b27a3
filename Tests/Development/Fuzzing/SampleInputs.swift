import CallsiteCommands
import CallsiteInference
import CallsiteSamples
import CallsiteText

/// Requests with their responses, in every format that `import` reads: nearly right, mostly.
enum SampleInputs {
    static func input(_ random: inout Randomness) -> FuzzInput {
        var bytes: [UInt8] =
            switch random.below(4) {
            case 0: Array(collection(&random).text(.line).utf8)
            case 1: Array(commands(&random).utf8)
            default: Array(archive(&random).text(.line).utf8)
            }
        if random.once(in: 3) { for _ in 0..<random.number(1...3) { ByteMutations.mutate(&bytes, nil, &random) } }
        return FuzzInput(.init(FuzzInput.name(of: .samples), bytes))
    }

    private static let segments = [
        "users", "users", "orders", "me", "17", "18", "{id}", ":id", "{{id}}", "9fceb02", "2026-01-31", "a b", "é",
        "..", "", "search",
        "v2", "api", "x.json", "7:cancel", "%2F", "ada@example.com", "Type", "550e8400-e29b-41d4-a716-446655440000",
        "{", "}", "<id>", "$a",
        "a?b", "null", "true", "~", "&x", "*x", "- a", "a: b", "#", "|", "'", "\"", "\\", "\u{202E}", "\u{0}",
    ]
    private static let names = [
        "id", "name", "type", "kind", "items", "data", "page", "next", "total", "", "?", "a?", "a b", "e\u{301}", "é",
        "fields", "enum", "union",
        "$ref", "token", "17", "2026-01-31", "self", "Type", "class", "init", "_", "-", "~", "null", "{x}", "x\ny",
        "callsite", "optional", "#a", "&a",
    ]
    private static let strings = [
        "", "open", "closed", "a", "2026-01-31", "2026-01-31T12:00:00Z", "https://example.com/a",
        "550e8400-e29b-41d4-a716-446655440000", "é",
        "\u{1F642}", "\u{0}", "ada@example.com", "1", "true", "null", "x\ny", "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
    ]

    private static func value(_ depth: Int, _ random: inout Randomness) -> JSONValue {
        switch random.below(depth > 4 ? 5 : 8) {
        case 0: return .null
        case 1: return .bool(random.once(in: 2))
        case 2: return .int(random.number(-3...100))
        case 3:
            return .number(.init(random.choose(["1.5", "1e3", "123456789012345678901234567890", "-0"])) ?? .init(0))
        case 4: return .string(random.choose(strings))
        case 5: return .array((0..<random.below(5)).map { _ in value(depth + 1, &random) })
        default: return .object(object(depth, &random))
        }
    }

    private static func object(_ depth: Int, _ random: inout Randomness) -> JSONObject {
        var fields = JSONObject()
        for _ in 0..<random.below(6) { fields[random.choose(names)] = value(depth + 1, &random) }
        return fields
    }

    private static func url(_ random: inout Randomness) -> String {
        let path = (0..<random.below(5)).map { _ in "/" + random.choose(segments) }.joined()
        let query = (0..<random.below(4)).map { _ in random.choose(names) + "=" + random.choose(strings) }.joined(
            separator: "&")
        let server = random.choose([
            "https://api.example.com", "https://api.example.com", "http://localhost:80", "{{base}}", "//", "x",
            "https://a:b@c",
        ])
        return server + path + (query.isEmpty ? "" : "?" + query)
    }

    private static func headers(_ random: inout Randomness) -> JSONValue {
        .array(
            (0..<random.below(4)).map { _ in
                let name = random.choose([
                    "Accept", "X-Version", "Authorization", "Cookie", "Content-Type", "X A", "", "x-api-key", "Origin",
                ])
                let value = random.choose(
                    strings + [
                        "application/json", "Bearer x", "text/event-stream", "application/x-www-form-urlencoded",
                    ])
                return .object(["name": .string(name), "key": .string(name), "value": .string(value)])
            })
    }

    private static func archive(_ random: inout Randomness) -> JSONValue {
        let shared = url(&random)
        let entries = (0..<random.number(1...12)).map { _ -> JSONValue in
            let type = random.choose([
                "application/json", "application/json", "application/json", "text/html", "text/event-stream", "",
                "image/png",
            ])
            var request: JSONObject = [
                "method": .string(random.choose(["GET", "GET", "POST", "PUT", "DELETE", "OPTIONS", "get", "X-Y", ""])),
                "url": .string(random.once(in: 2) ? shared : url(&random)), "headers": headers(&random),
            ]
            if random.once(in: 3) {
                request["postData"] = .object([
                    "mimeType": .string(
                        random.choose([
                            "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
                            "",
                        ])),
                    "text": .string(value(1, &random).text(.line)),
                ])
            }
            return .object([
                "request": .object(request),
                "response": .object([
                    "status": .int(random.choose([200, 200, 200, 201, 204, 301, 404, 404, 500, 0, 999])),
                    "headers": headers(&random),
                    "content": .object(["mimeType": .string(type), "text": .string(value(0, &random).text(.line))]),
                ]),
            ])
        }
        return .object(["log": .object(["entries": .array(entries)])])
    }

    private static func collection(_ random: inout Randomness) -> JSONValue {
        func folderOrRequest(_ depth: Int, _ random: inout Randomness) -> JSONValue {
            var item: JSONObject = [
                "name": .string(random.choose(names)), "description": .string(random.choose(strings)),
            ]
            if depth < 3, random.once(in: 3) {
                item["item"] = .array((0..<random.below(4)).map { _ in folderOrRequest(depth + 1, &random) })
                return .object(item)
            }
            var request: JSONObject = [
                "method": .string(random.choose(["GET", "POST", "", "patch"])), "url": .string(url(&random)),
                "header": headers(&random),
            ]
            if random.once(in: 2) {
                request["body"] = .object(["mode": "raw", "raw": .string(value(0, &random).text(.line))])
            }
            if random.once(in: 3) {
                request["auth"] = .object([
                    "type": .string(random.choose(["bearer", "basic", "apikey", "noauth", "hawk", ""]))
                ])
            }
            item["request"] = random.once(in: 9) ? value(0, &random) : .object(request)
            if random.once(in: 2) {
                item["response"] = .array([
                    .object([
                        "code": .int(200), "body": .string(value(0, &random).text(.line)), "header": headers(&random),
                    ])
                ])
            }
            return .object(item)
        }
        return .object([
            "info": .object([
                "name": .string(random.choose(names + segments)),
                "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
            ]),
            "item": .array((0..<random.number(1...5)).map { _ in folderOrRequest(0, &random) }),
            "variable": .array([
                .object([
                    "key": "base", "value": .string(random.choose(["https://api.example.com", "{{base}}", "", "x"])),
                ])
            ]),
        ])
    }

    private static func commands(_ random: inout Randomness) -> String {
        let pieces = [
            "-X POST", "-H 'X-A: b'", "-H", "-d '{\"a\": 1}'", "-d a=b", "--json '[1]'", "-F a=@b", "-G", "-u a:b", "'",
            "\"", "\\\n", "^\n", "$X",
            "${X}", "$'\\x41'", "|", "&&", ";", "#", "--next", "-sSLX", "--data-urlencode", "<id>", "`", "```\n", "\n",
            "$ ",
        ]
        return (0..<random.number(1...4)).map { _ in
            let words = (0..<random.below(6)).map { _ in random.choose(pieces) }
            return "curl '" + url(&random) + "' " + words.joined(separator: " ") + "\n"
        }.joined()
    }
}

/// Whatever was recorded, a description is inferred that can be read, and the same one each time.
enum SampleChecks {
    static func run(_ input: FuzzInput) -> [Finding] {
        guard SampleFiles.isSamples(input.main.bytes, path: "") else { return [] }
        let (files, problems) = SampleFiles.read([(input.main.name, input.main.bytes)])
        guard problems.isEmpty, let inferred = inferDescription(files, InferenceOptions()) else { return [] }
        let (text, _, diagnostics) = inferred.native()
        guard !text.isEmpty else {
            let reason = diagnostics.sorted.first.map { "\($0.id): \($0.message)" } ?? "no reason"
            return [.init(.internal, "an inferred description can't be written: \(reason)")]
        }
        let again = inferDescription(files, InferenceOptions())?.native().text
        return again == text ? [] : [.init(.unstable, "the same requests give two descriptions")]
    }
}
