import Foundation
import Testing

/// `callsite drift` on archives of real runs: of a browser, of a proxy, and of `callsite mock --record`. `make.py` in
/// `Tests/Archives` made them by asking a mock of the description beside it, so that nothing differs.
@Suite struct DriftCommandTests {
    private static let archives = FreshnessTests.root.appendingPathComponent("Tests/Archives")
    private static let kinds = ["browser.har", "proxy.har", "recordings"]

    /// A folder with the description and one archive, a changed one if `edit` says so.
    private func folder(_ kind: String, _ edit: (inout Entry) -> Void = { _ in }) throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write(
            try String(contentsOf: Self.archives.appendingPathComponent("shop.openapi.yaml"), encoding: .utf8),
            to: "shop.yaml")
        let source = Self.archives.appendingPathComponent(kind)
        let files =
            kind.hasSuffix(".har")
            ? [source] : try FileManager.default.contentsOfDirectory(at: source, includingPropertiesForKeys: nil)
        for file in files {
            var json = try #require(
                JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any], "\(file.path)")
            if var log = json["log"] as? [String: Any], let entries = log["entries"] as? [[String: Any]] {
                log["entries"] = entries.map { Entry.edited($0, edit) }
                json["log"] = log
            } else {
                json = Entry.edited(json, edit)
            }
            let data = try JSONSerialization.data(withJSONObject: json, options: [.fragmentsAllowed])
            try folder.write(String(decoding: data, as: UTF8.self), to: "recorded/" + file.lastPathComponent)
        }
        return folder
    }

    /// A request and its response, of either format.
    private struct Entry {
        var json: [String: Any]

        static func edited(_ json: [String: Any], _ edit: (inout Entry) -> Void) -> [String: Any] {
            var entry = Entry(json: json)
            edit(&entry)
            return entry.json
        }

        private func message(_ name: String) -> [String: Any] { json[name] as? [String: Any] ?? [:] }

        var method: String { message("request")["method"] as? String ?? "" }

        var url: String {
            get { message("request")["url"] as? String ?? "" }
            set { set("request") { $0["url"] = newValue } }
        }

        func `is`(_ operation: String) -> Bool {
            operation == method + " " + (url.firstRange(of: "/v1").map { String(url[$0.upperBound...]) } ?? "")
        }

        private mutating func set(_ name: String, _ change: (inout [String: Any]) -> Void) {
            var message = message(name)
            change(&message)
            json[name] = message
        }

        var status: Int {
            get { message("response")["status"] as? Int ?? 0 }
            set { set("response") { $0["status"] = newValue } }
        }

        /// The body of the response as JSON.
        var body: Any? {
            get { Self.body(message("response"), "content") }
            set { set("response") { Self.setBody(&$0, "content", newValue) } }
        }

        /// The body of the request as JSON.
        var sent: Any? {
            get { Self.body(message("request"), "postData") }
            set { set("request") { Self.setBody(&$0, "postData", newValue) } }
        }

        private static func body(_ message: [String: Any], _ key: String) -> Any? {
            if let own = message["body"] as? [String: Any] { return own["json"] }
            let text = (message[key] as? [String: Any])?["text"] as? String ?? ""
            return try? JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
        }

        private static func setBody(_ message: inout [String: Any], _ key: String, _ value: Any?) {
            guard let value else {
                message["body"] = nil
                if message[key] != nil { message[key] = ["size": 0, "text": ""] as [String: Any] }
                return
            }
            guard message["body"] == nil else { return message["body"] = ["json": value] }
            let data = (try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed])) ?? Data()
            var content = message[key] as? [String: Any] ?? [:]
            content["text"] = String(decoding: data, as: UTF8.self)
            message[key] = content
        }

        /// Changes an object in the body of the response.
        mutating func change(_ change: (inout [String: Any]) -> Void) {
            var object = body as? [String: Any] ?? [:]
            change(&object)
            body = object
        }
    }

    @Test(arguments: kinds) func aRunWithoutDriftHasNone(_ kind: String) throws {
        let result = try folder(kind).run("drift", "shop.yaml", "recorded")
        #expect(result.status == 0 && result.errors == "", "\(result)")
        #expect(
            result.output.hasPrefix("\(kind == "proxy.har" ? 10 : 9) requests, 0 differences\n"), "\(result.output)")
        #expect(result.output.contains("no request is to a server of the description: those to 127.0.0.1:"))
        switch kind {
        // The browser's own archive has no preflights.
        case "browser.har": #expect(result.output.contains("left out: 1 request to other hosts (127.0.0.1:"))
        case "proxy.har":
            #expect(result.output.contains("left out: 1 request to other hosts (127.0.0.1:"))
            #expect(result.output.contains("), 1 CORS preflight; '--all-requests' compares them too\n"))
        default: #expect(result.output.hasSuffix("headers and credentials weren't recorded: 9 requests\n"))
        }
    }

    private struct Plant: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: String
        let edit: @Sendable (inout Entry) -> Void

        init(
            _ name: String, in operation: String, _ expected: String, _ edit: @escaping @Sendable (inout Entry) -> Void
        ) {
            testDescription = name
            self.expected = expected
            self.edit = { if $0.is(operation) { edit(&$0) } }
        }
    }

    private static let plants = [
        Plant(
            "a field by another name", in: "GET /orders/1",
            "GET /orders/{id}  response body/comment: the description doesn't know this field"
        ) { $0.change { $0["comment"] = $0.removeValue(forKey: "note") } },
        Plant("a missing field", in: "GET /orders/1", "GET /orders/{id}  response body: ") {
            $0.change { $0["status"] = nil }
        },
        Plant(
            "another type", in: "GET /orders/1",
            #"GET /orders/{id}  response body/id: expected an integer, found "<redacted>""#
        ) { $0.change { $0["id"] = "1" } },
        Plant("an unknown value of an enum", in: "GET /orders/1", "GET /orders/{id}  response body/status: expected ") {
            $0.change { $0["status"] = "lost" }
        },
        Plant(
            "an undeclared status", in: "DELETE /orders/2",
            "DELETE /orders/{id}  response status: the status is 202; the description has 204, 404"
        ) { $0.status = 202 },
        Plant(
            "no body", in: "GET /orders/1",
            "GET /orders/{id}  response body: there is none; the description has application/json"
        ) { $0.body = nil },
        Plant(
            "another parameter", in: "GET /orders/1",
            "GET /orders/{id}  request expand: the description doesn't know this parameter"
        ) { $0.url += "?expand=1" },
        Plant(
            "another path", in: "GET /orders/1", "GET /v1/order/1  request no path of the description is '/v1/order/1'"
        ) { $0.url.replace("/orders/", with: "/order/") },
        Plant(
            "an unknown field of a request", in: "POST /orders",
            "POST /orders  request /gift: the description doesn't know this field"
        ) {
            var sent = $0.sent as? [String: Any] ?? [:]
            sent["gift"] = true
            $0.sent = sent
        },
        Plant(
            "a wrong field of a request", in: "POST /orders",
            "POST /orders  request /items: expected an array, found an empty object"
        ) {
            var sent = $0.sent as? [String: Any] ?? [:]
            sent["items"] = [String: Any]()
            $0.sent = sent
        },
    ]

    @Test(arguments: kinds, plants) private func aPlantedDriftIsFound(_ kind: String, _ plant: Plant) throws {
        let folder = try folder(kind, plant.edit)
        let result = folder.run("drift", "shop.yaml", "recorded")
        #expect(result.status == 2 && result.errors == "", "\(result)")
        let lines = result.output.split(separator: "\n").map(String.init)
        // One mistake isn't several. Each names the recording and the line of the description.
        #expect(lines.first?.hasPrefix(plant.expected) == true, "\(result.output)")
        #expect(lines.dropFirst().first?.hasSuffix(" requests, 1 difference") == true, "\(result.output)")
        #expect(lines.first?.contains("(recorded/") == true, "\(result.output)")
        #expect(
            plant.testDescription == "another path" || lines.first?.contains("; shop.yaml:") == true, "\(result.output)"
        )
        let json = folder.run("drift", "shop.yaml", "recorded", "--format", "json")
        #expect(json.status == 2 && json.output.split(separator: "\n").count == 1, "\(json.output)")
        #expect(json.errors.contains("were compared\n"), "\(json.errors)")
    }

    // MARK: - Healing

    /// Two aren't the description's: a response without its body, and a request of no operation.
    @Test(arguments: kinds, plants) private func aPlantedDriftIsHealed(_ kind: String, _ plant: Plant) throws {
        let folder = try folder(kind, plant.edit)
        let result = folder.run("drift", "shop.yaml", "recorded", "--heal", "fix.yaml")
        let canBeHealed = !["no body", "another path"].contains(plant.testDescription)
        #expect(result.status == (canBeHealed ? 0 : 2), "\(result)")
        #expect(
            result.errors.hasPrefix(canBeHealed ? "1 correction in " : "no overlay corrects a difference\n"),
            "\(result.errors)")
        guard canBeHealed else { return }
        let again = folder.run("drift", "shop.yaml", "recorded", "--overlay", "fix.yaml")
        #expect(again.status == 0 && again.errors == "", "\(again)")
    }

    @Test(arguments: kinds) func withTheOverlayNothingDiffers(_ kind: String) throws {
        let folder = try folder(kind) { if $0.is("GET /orders/1") { $0.change { $0["sender"] = "new" } } }
        let result = folder.run("drift", "shop.yaml", "recorded", "--heal", "fix/overlay.yaml")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("1 difference\n"), "\(result.output)")
        #expect(result.errors == "1 correction in 1 action\n", "\(result.errors)")
        let overlay = try #require(folder.read("fix/overlay.yaml"))
        #expect(overlay.hasPrefix("# Written by 'callsite drift --heal', checksum "), "\(overlay)")
        #expect(folder.run("drift", "shop.yaml", "recorded", "--overlay", "fix/overlay.yaml").status == 0)
        // Written again, it is the same; and it can go to standard output.
        #expect(folder.run("drift", "shop.yaml", "recorded", "--heal", "fix/overlay.yaml").status == 0)
        #expect(folder.read("fix/overlay.yaml") == overlay)
        #expect(folder.run("drift", "shop.yaml", "recorded", "--heal", "-").output == overlay)
        // No other file is replaced.
        try folder.write("overlay: 1.1.0\n", to: "fix/own.yaml")
        #expect(folder.run("drift", "shop.yaml", "recorded", "--heal", "fix/own.yaml").status == 74)
        #expect(folder.read("fix/own.yaml") == "overlay: 1.1.0\n")
        // Nor is one that a person has edited.
        try folder.write(overlay + "# Mine\n", to: "fix/overlay.yaml")
        let edited = folder.run("drift", "shop.yaml", "recorded", "--heal", "fix/overlay.yaml")
        #expect(edited.status == 74)
        #expect(
            edited.errors.contains(
                "was edited since Callsite wrote it, so it is not overwritten; move it away, or choose another name"),
            "\(edited.errors)")
        #expect(folder.read("fix/overlay.yaml") == overlay + "# Mine\n")
    }

    private static let secrets = [
        "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "ida@example.com", "+49 151 2345678", "4915112345678",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJpZGEifQ.c2lnbmF0dXJlMTIz", "DE89370400440532013000",
    ]

    /// In every place of a recording: nothing that is printed or written has it.
    @Test(arguments: secrets) func nothingPersonalIsShown(_ secret: String) throws {
        let folder = try TestFolder()
        try folder.write(Self.leaky, to: "api.yaml")
        let encoded = try #require(secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let word = secret.replacing(" ", with: "")
        let number = secret.allSatisfy(\.isNumber) ? secret : "4915112345678"
        let names = ["status", "number", "short", "not", "union"]
        let fields = names.map { "\"\($0)\": \"\(secret)\"" } + ["\"code\": \(number)", "\"limit\": \(number)"]
        let body =
            "{" + fields.joined(separator: ", ")
            + ", \"names\": {\"\(secret)\": 1}, \"closed\": {\"\(secret)\": 1}, \"\(secret)\": \"\(secret)\", \"ssn\": \"47-11\"}"
        let json = "application/json"
        let entries: [(method: String, url: String, status: Int, type: String, body: String)] = [
            ("GET", "/pet", 200, json, body), ("GET", "/pet", 418, json, body), ("GET", "/pet", 200, json, secret),
            ("GET", "/pet?kind=\(encoded)&ids=\(encoded)&\(encoded)=1", 200, json, "{}"),
            ("GET", "/pet/\(encoded)", 200, json, "{}"), ("GET", "/users/\(word)/x", 200, json, "{}"),
            (word, "/pet", 200, json, "{}"), ("GET", "/pet", 200, "text/\(word)", "a"),
            ("GET", "https://\(word)/pet", 200, json, "{}"),
        ]
        let written = entries.map { entry -> [String: Any] in
            let headers = [["name": "X-Kind", "value": secret], ["name": word, "value": secret]]
            return [
                "request": ["method": entry.method, "url": entry.url, "headers": headers],
                "response": [
                    "status": entry.status, "headers": [["name": "Content-Type", "value": entry.type]],
                    "content": ["mimeType": entry.type, "text": entry.body],
                ],
            ]
        }
        let unreadable: [[String: Any]] = [
            ["request": ["method": "GET", "url": "/pet"], "response": ["status": secret]],
            ["request": [secret], "response": [:]],
        ]
        let log = ["log": ["entries": written + unreadable]]
        try folder.write(String(decoding: JSONSerialization.data(withJSONObject: log), as: UTF8.self), to: "a.har")
        let result = folder.run("drift", "api.yaml", "a.har", "--heal", "fix.yaml")
        let report = folder.run("drift", "api.yaml", "a.har", "--format", "json")
        let overlay = try #require(folder.read("fix.yaml"))
        let again = folder.run("drift", "api.yaml", "a.har", "--overlay", "fix.yaml")
        #expect(result.output.split(separator: "\n").count > 15, "\(result.output)")
        let parts = [String(secret.prefix(12)), word, number, "47-11"].map { $0.lowercased() }
        for text in [result.output, result.errors, report.output, report.errors, overlay, again.output, again.errors] {
            let line = text.split(separator: "\n").first { line in parts.contains { line.lowercased().contains($0) } }
            #expect(line == nil)
        }
    }

    private static let leaky = """
        openapi: 3.1.0
        info: {title: Pets, version: "1"}
        security: []
        paths:
          /pet:
            get:
              parameters:
                - {name: kind, in: query, schema: {type: string, enum: [a]}}
                - {name: ids, in: query, schema: {type: array, items: {type: integer}}}
                - {name: X-Kind, in: header, schema: {type: integer}}
              responses:
                "200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
        components:
          schemas:
            Pet:
              type: object
              properties:
                status: {type: string, enum: [a]}
                code: {type: integer, enum: [1]}
                limit: {type: integer, maximum: 5}
                number: {type: integer}
                short: {type: string, maxLength: 1, pattern: "^x", format: date}
                ssn: {type: string, enum: [a]}
                not: {not: {type: string}}
                union: {oneOf: [{type: string, enum: [z]}, {type: object, required: [k]}]}
                names: {type: object, propertyNames: {pattern: "^x"}}
                closed: {type: object, additionalProperties: false}
        """

    /// A body with more differences than are listed says so.
    @Test func differencesThatAreNotListedAreMentioned() throws {
        let folder = try TestFolder()
        try folder.write(Self.leaky, to: "api.yaml")
        let fields = (0...10_000).map { "\"p\($0)\": 1" }.joined(separator: ", ")
        let recording =
            #"{"request": {"method": "GET", "url": "/pet"}, "response": {"status": 200, "headers": ["Content-Type: application/json"], "body": {"json": {\#(fields)}}}}"#
        try folder.write(recording, to: "a.json")
        let result = folder.run("drift", "api.yaml", "a.json")
        #expect(result.status == 2)
        #expect(
            result.output.hasSuffix("with 10000 differences, of which no more are listed: 1 request\n"),
            "\(result.output.suffix(500)) \(result.errors)")
    }

    @Test func onlyOpenAPIDocumentsHaveOverlays() throws {
        let folder = try folder("proxy.har")
        try folder.write("callsite: 1\napi: Shop\nbaseURL: https://api.example.com\n", to: "native.yaml")
        let result = folder.run("drift", "native.yaml", "recorded", "--heal", "fix.yaml")
        #expect(result.status == 64, "\(result)")
        #expect(result.errors.contains("'native.yaml' isn't one"), "\(result.errors)")
    }

    // MARK: - Unreadable entries

    @Test(arguments: kinds) func anEntryThatCannotBeReadIsNamed(_ kind: String) throws {
        let folder = try folder(kind) { entry in
            guard entry.is("GET /orders/1") else { return }
            entry.json["response"] = ["status": "200"]
        }
        let result = folder.run("drift", "shop.yaml", "recorded")
        #expect(result.status == 2)
        #expect(result.output.contains(" 0 differences\n") && result.output.contains("can't be read: 1 request\n"))
        let place = kind == "recordings" ? "get-v1-orders-1-" : kind + "' /log/entries/"
        #expect(result.errors.contains("callsite: error: 'recorded/\(place)"), "\(result.errors)")
        #expect(
            result.errors.contains(#": expected a status as 'response.status', found a string"#), "\(result.errors)")
    }

    @Test func entriesOfAnyKindAreNamedAndCounted() throws {
        let folder = try folder("recordings")
        try folder.write(#"{"log": {"entries": [null, 1, {}, {"request": null}]}}"#, to: "recorded/a.har")
        let many = Array(repeating: "null", count: 250).joined(separator: ",")
        try folder.write(#"{"log": {"entries": [\#(many)]}}"#, to: "recorded/b.har")
        let result = folder.run("drift", "shop.yaml", "recorded")
        #expect(result.status == 2 && result.output.contains("can't be read: 254 requests\n"), "\(result.output)")
        #expect(result.errors.contains("'recorded/a.har' /log/entries/2: there is no 'request'\n"), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 4 + 101)
        #expect(result.errors.hasSuffix("'recorded/b.har': 150 more entries can't be read\n"), "\(result.errors)")
        try folder.write("[]", to: "recorded/c.json")
        #expect(folder.run("drift", "shop.yaml", "recorded").status == 74)
    }

    // MARK: - Hosts

    @Test func otherHostsAndPreflightsAreComparedOnRequest() throws {
        let folder = try folder("proxy.har")
        let result = folder.run("drift", "shop.yaml", "recorded", "--all-requests")
        #expect(result.status == 2 && !result.output.contains("left out"), "\(result.output)")
        #expect(result.output.contains("OPTIONS /v1/orders  request '/v1/orders' has no OPTIONS; it has GET, POST"))
        #expect(result.output.contains("GET /  request no path of the description is '/'"))
    }

    @Test func theDescriptionsServersDecide() throws {
        let folder = try folder("browser.har") { entry in
            // One of nine is to the server of the description.
            if entry.is("GET /orders/1") { entry.url = "https://API.shop.example/v1/orders/1" }
        }
        let result = folder.run("drift", "shop.yaml", "recorded")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.hasPrefix("1 request, 0 differences\nleft out: 9 requests to other hosts (127.0.0.1:"))
    }
}
