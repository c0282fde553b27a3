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
                "https://api.example/v1/users/\(encoded)/posts/\(number)?q=\(encoded)&\(encoded)=1",
                headers: ["X-Version": .string(value), "X-Agent": .string("for " + value)],
                response: .object([
                    "kind": .string(value), "list": .array([.string(value), .string(value)]),
                    "by": .object([value: .int(1)]), "both": .object([value: .int(1), "a": "b"]),
                    "type": .string(value), "more": .object(["type": .string(value), "x\(number)": .int(1)]),
                ]))
        }
        let text = try output([("a.har", archive(entries))])
        #expect(!text.contains(value) && !text.contains(encoded))
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
        #expect(!other.contains(value) && !other.contains(encoded))
        let command = try output([
            (
                "a.sh",
                "curl -u '\(value):\(value)' -H 'X-Who: \(value)' -d 'a=\(encoded)' 'https://api.example/users/\(encoded)?b=\(encoded)'"
            )
        ])
        #expect(!command.contains(value) && !command.contains(encoded))
    }
}
