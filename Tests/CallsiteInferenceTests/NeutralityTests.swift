import CallsiteCommands
import CallsiteInference
import CallsiteMockEngine
import CallsiteSamples
import CallsiteText
import Foundation
import Testing
import Waiting

/// Nothing that opens a door, and nothing of a person, is in an inferred description, nor in its reasons and notes.
struct NeutralityTests {
    /// Every string of the one list of names.
    private static let secretNames: [String] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/Runtime/CallsiteHTTP/SecretNames.swift")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let words = text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        let secrets = Secrets()
        return words.filter { secrets.isSecret(field: $0) || secrets.isSecret(header: $0) }
    }()

    /// Values by their form.
    private static let personal = [
        "ada.lovelace@example.com", "+4915123456789", "(415) 555-0123", "+1-415-555-0123",
        "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSMeKKF2QT4", "AKIAIOSFODNN7EXAMPLE",
        "9f86d081884c7d659a2feaa0c55ad015", "xoxb-123456789012-abcdefGHIJKL", "550e8400-e29b-41d4-a716-446655440000",
        "4915123456789", "015112345678", "$Kq7Zp2Lm9Xw4Rt6Bv", "ab12-cd34-ef56-gh78-ij90", "ada%40example.com",
        "abcDEFghiJKLmnoPQRstuVW",
    ]

    /// All that `import` could print of files.
    private func output(_ files: [(String, String)]) throws -> String {
        let (samples, problems) = SampleFiles.read(files.map { ($0.0, Array($0.1.utf8)) })
        #expect(problems.isEmpty)
        let inferred = try #require(inferDescription(samples, InferenceOptions()))
        let (text, _, diagnostics) = onLargeStack { inferred.native() }
        #expect(!text.isEmpty)
        let reasons = inferred.reasons.map { $0.subject + ": " + $0.reason }
        let notes = inferred.notes + samples.flatMap { $0.notes.map(\.note) + $0.unreadable.map(\.reason) }
        return ([text] + reasons + notes + diagnostics.all.map { $0.message.description }).joined(separator: "\n")
    }

    private func archive(_ entries: [JSONObject]) -> String {
        JSONValue.object(["log": .object(["entries": .array(entries.map { .object($0) })])]).text(.line)
    }

    private func entry(
        _ url: String, method: String = "GET", headers: JSONObject = [:], post: (type: String, text: String)? = nil,
        response: JSONValue, status: Int = 200
    ) -> JSONObject {
        func list(_ fields: JSONObject) -> JSONValue {
            .array(fields.pairs.map { .object(["name": .string($0.key), "value": $0.value]) })
        }
        var request: JSONObject = ["method": .string(method), "url": .string(url), "headers": list(headers)]
        if let post { request["postData"] = .object(["mimeType": .string(post.type), "text": .string(post.text)]) }
        return [
            "request": .object(request),
            "response": .object([
                "status": .int(status), "headers": list(["Content-Type": "application/json"]),
                "content": .object(["mimeType": "application/json", "text": .string(response.text(.line))]),
            ]),
        ]
    }

    /// A word that could be a value of an enum, in each place that has a name.
    @Test func noValueOfASecretNameIsWritten() throws {
        #expect(Self.secretNames.count > 60)
        let secret = "planted"
        func all(_ names: [String], _ value: JSONValue) -> JSONObject {
            JSONObject(names.map { (key: $0, value: value) })
        }
        for start in stride(from: 0, to: Self.secretNames.count, by: 12) {
            let names = Array(Self.secretNames[start...].prefix(12))
            let items = names.map { PercentEncoding.encoded($0) + "=" + secret }.joined(separator: "&")
            let fields = all(names, .string(secret))
            let entries = (0..<12).map { number in
                var headers = fields
                headers["Cookie"] = .string(items.split(separator: "&").joined(separator: "; "))
                let json = ("application/json", JSONValue.object(fields).text(.line))
                let form = ("application/x-www-form-urlencoded", items + "&a=b")
                var response = fields
                response["id"] = .int(number)
                response["inner"] = .object(all(names, .array([.string(secret)])))
                return entry(
                    "https://ada:\(secret)@api.example/v1/things/\(number)?page=\(number)&\(items)",
                    method: number % 2 == 0 ? "GET" : "POST", headers: headers,
                    post: number % 2 == 0 ? nil : number % 3 == 0 ? form : json, response: .object(response),
                    status: number % 4 == 3 ? 401 : 200)
            }
            let text = try output([("a.har", archive(entries))])
            #expect(!text.contains("planted"), "\(names)")
        }
    }

    @Test(arguments: personal)
    func noDataOfAPersonIsWritten(_ value: String) throws {
        let encoded = PercentEncoding.encoded(value)
        let entries = (0..<12).map { number in
            entry(
                "https://api.example/v1/users/\(encoded)/posts/\(number)?q=\(encoded)&\(encoded)=1&x-\(encoded)=1",
                method: number == 11 ? value : number == 10 ? "X-" + value : number > 6 ? "POST" : "GET",
                headers: [
                    "X-Version": .string(value), "X-Agent": .string("for " + value), value: "1", "X-" + value: "1",
                ],
                post: ("application/x-www-form-urlencoded", number == 9 ? encoded : "a=b&\(encoded)=1"),
                response: .object([
                    "kind": .string(value), "list": .array([.string(value), .string(value)]),
                    "by": .object([value: .int(1)]), "both": .object([value: .int(1), "a": "b"]),
                    "type": .string(value), "more": .object(["type": .string(value), "x\(number)": .int(1)]),
                ]))
        }
        func isIn(_ text: String) -> Bool {
            let text = text.lowercased()
            return text.contains(value.lowercased()) || text.contains(encoded.lowercased())
        }
        #expect(!isIn(try output([("a.har", archive(entries))])))
        // In small letters, as hosts are, letters alone look like a word.
        if value.contains(where: \.isNumber) {
            let host = entry("https://\(encoded).api.example/v1/users", response: .object([:]))
            #expect(!isIn(try output([("a.har", archive([host]))])))
        }
        let words = "Ask \(value), please"
        func postman(_ url: String, _ response: String) -> JSONValue {
            .object([
                "name": .string(words),
                "request": .object([
                    "method": "GET", "description": .string(words),
                    "url": .object([
                        "raw": .string(url), "host": .array(["https://api.example"]),
                        "path": .array(["users", .string(":" + value), .string(value)]),
                        "query": .array([.object(["key": "q", "value": .string(value), "description": .string(words)])]
                        ),
                        "variable": .array([
                            .object(["key": .string(value), "value": .string(value), "description": .string(words)])
                        ]),
                    ]),
                ]),
                "response": .array([.object(["name": .string(words), "code": .int(200), "body": .string(response)])]),
            ])
        }
        let collection: JSONObject = [
            "info": .object([
                "name": .string(words), "description": .string(words),
                "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
            ]),
            "variable": .array([.object(["key": "v", "value": .string(value)])]),
            "item": .array([
                .object([
                    "name": .string(words), "description": .string(words),
                    "item": .array([postman("https://api.example/users/\(encoded)", "{}")]),
                ])
            ]),
        ]
        let other = try output([("a.json", JSONValue.object(collection).text(.line))])
        #expect(!isIn(other))
        let command = try output([
            (
                "a.sh",
                "curl -u '\(value):\(value)' -H 'X-Who: \(value)' -d 'a=\(encoded)' 'https://api.example/users/\(encoded)?b=\(encoded)'"
            )
        ])
        #expect(!isIn(command))
        #expect(!isIn(try output([("a.sh", "curl -d '\(encoded)' https://api.example/users")])))
    }

    /// Letters and digits alone say nothing: a file says what is secret.
    @Test(arguments: ["hunter2", "ada-l1"])
    func knownSecretsAreWrittenNowhere(_ value: String) throws {
        func collection(_ variable: JSONObject, _ header: JSONValue = .object([:])) -> String {
            let request: JSONObject = [
                "method": "GET", "url": .string("https://{{v}}.api.example/users/{{v}}/{{v}}s?{{v}}=1&q={{v}}"),
                "header": .array([header, .object(["key": "X-{{v}}", "value": "1"])]),
                "description": .string("Send \(value), please"),
            ]
            return JSONValue.object([
                "info": .object([
                    "name": .string("Users of " + value),
                    "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
                ]),
                "variable": .array([.object(variable)]),
                "item": .array([.object(["name": .string("List " + value), "request": .object(request)])]),
            ]).text(.line)
        }
        let byType = collection(["key": "v", "value": .string(value), "type": "secret"])
        #expect(!(try output([("a.json", byType)])).contains(value))
        let byName = collection(["key": "api_token", "value": .string(value)])
            .replacingOccurrences(of: "{{v}}", with: "{{api_token}}")
        #expect(!(try output([("a.json", byName)])).contains(value))
        let script =
            "API_TOKEN=\(value)\ncurl \"https://$API_TOKEN.api.example/users/$API_TOKEN?a=$API_TOKEN&$API_TOKEN=1\""
        #expect(!(try output([("a.sh", script)])).contains(value))
        let entries = [
            entry(
                "https://api.example/sessions/\(value)?\(value)=1",
                headers: ["Authorization": .string("Bearer " + value)],
                response: .object([
                    "cookies": .object([value: .int(1)]), "tokens": .object([value: .bool(true)]),
                    "passwords": .array((0..<12).map { _ in .string(value) }),
                ])),
            entry("https://api.example/sessions/\(value)/more?token=\(value)", response: .object(["a": .int(1)])),
        ]
        #expect(!(try output([("a.har", archive(entries))])).contains(value))
    }

    /// Wherever a file shows a credential, its value is known in every other place of the file.
    @Test(arguments: [
        ("header", #"{"headers": [{"name": "Authorization", "value": "Basic Ym9iOmh1bnRlcjJ4"}]}"#),
        ("user", #"{"url": "https://bob:hunter2x@api.example/login"}"#),
        ("fragment", #"{"url": "https://api.example/login#access_token=hunter2x"}"#),
        (
            "body",
            #"{"postData": {"mimeType": "application/json", "text": "{\"user\": {\"password\": \"hunter2x\"}}"}}"#
        ),
        ("response", #"{"response": {"access_token": "hunter2x"}}"#),
        ("list", #"{"response": {"tokens": ["hunter2x"]}}"#),
    ])
    func credentialsAreKnown(_ kind: String, _ parts: String) throws {
        let given = try #require(try? JSONValue(parsing: Array(parts.utf8)))
        var login = entry("https://api.example/login", method: "POST", response: given["response"] ?? .object([:]))
        var request = login["request"]?.object ?? [:]
        for (key, value) in given.object?.pairs ?? [] where key != "response" { request[key] = value }
        login["request"] = .object(request)
        let value = "hunter2x"
        let others = (0..<12).map { number in
            entry(
                "https://api.example/\(number % 2 == 0 ? value : "u-" + value)/items?x[\(value)]=1&kind=\(value)",
                headers: ["X-" + value: "1"],
                response: .object([
                    value: .int(1), "state": .string(number % 2 == 0 ? value : "open"), "type": .string(value),
                    "inner": .object(["type": .string(number % 2 == 0 ? value : "b"), "a\(number % 2)": .int(1)]),
                    "password": .object(["value": .string(number % 2 == 0 ? "swordfish" : "open")]),
                ]))
        }
        let text = try output([("a.har", archive([login] + others))]).lowercased()
        #expect(!text.contains(value) && !text.contains("swordfish"))
    }

    @Test func credentialsOfPostmanAndCurlAreKnown() throws {
        let collection = #"""
            {"info": {"name": "Of hunter2x", "_postman_id": "x"},
            "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "hunter2x"}]},
            "item": [{"name": "hunter2x", "item": [{"name": "Get (hunter2x).", "request": {"method": "GET",
            "auth": {"type": "apikey", "apikey": [{"key": "key", "value": "X-jane.roe@mail.example"}, {"key": "in", "value": "query"}]},
            "url": "https://api.example/u/hunter2x.json"}}]}]}
            """#
        let text = try output([("a.json", collection)])
        #expect(!text.contains("hunter2x") && !text.contains("jane"))
        let script = """
            curl -u bob:hunter2x https://api.example/a
            curl https://api.example/items/hunter2x/x
            curl https://api.example/b -H 'Content-Type: application/hunter2x' -d x
            """
        #expect(!(try output([("a.sh", script)])).lowercased().contains("hunter2x"))
    }

    /// Thousands of tokens that begin alike cost no more than others: each name is looked up, not compared with all.
    @Test func manyCredentialsAreLookedUp() throws {
        let entries = (0..<3000).map { number in
            entry(
                "https://api.example/things/userx\(number)/\(number == 7 ? "user42abc" : "name")",
                headers: [
                    "Authorization": .string(
                        "Bearer user\(number)abc" + (number == 9 ? String(repeating: "z", count: 200) : ""))
                ],
                response: .object(["a": .int(1)]))
        }
        let text = try output([("a.har", archive(entries))])
        #expect(text.contains("/name") && !text.contains("user42abc"))
    }

    /// A bot's token stands behind a colon, as custom methods do.
    @Test func customMethodsAreWords() throws {
        let urls = ["17:cancel", "18:batchGet", "19:AAFtokenOfBot", "20:aafxqzkjwvbtpqrszzzz"]
        let text = try output([
            ("a.har", archive(urls.map { entry("https://api.example/jobs/\($0)", response: .object([:])) }))
        ])
        #expect(text.contains(":cancel") && text.contains(":batchGet"))
        #expect(!text.lowercased().contains(":aaf"))
    }

    /// Messages say of which kind a value is, not which one it is.
    @Test func messagesQuoteNoValue() {
        let recording =
            #"{"request": {"method": "GET", "url": "https://a.example/x"}, "response": {"status": "hunter2"}}"#
        let (files, problems) = SampleFiles.read([("a.json", Array(recording.utf8))])
        let all = problems.map(\.description) + files.flatMap { $0.unreadable.map(\.reason) }
        #expect(all.joined().contains("found a string") && !all.joined().contains("hunter2"))
    }

    @Test(arguments: [
        "getUserById", "getHTTPSURLForAPI", "application/vnd.api.v2+json", "x-rate-limit-remaining",
        "listUsersInTeamByRole",
        "sk-nav-link-container", "2026-01-31", "created_at", "internationalizationSettings", "192.0",
        "soil_temperature_0_to_7cm", "SHA256withRSA2048", "Base64EncodedImage1",
        "userRateLimitExceeded403",
    ])
    func namesAreNeutral(_ name: String) { #expect(PersonalData.isNeutral(name)) }
}
