import CallsiteCore
import CallsiteHealing
import CallsiteMockDescription
import CallsiteMockEngine
import CallsiteOverlay
import CallsiteText
import MockHarness
import Testing

/// A description whose only schema is `Pet`, which is a component and has one property in question.
private struct Sample: Sendable, CustomTestStringConvertible {
    var version = "3.0.3"
    let property: String
    var rest = ""
    /// Values of the property; nil: it isn't there.
    let values: [String?]
    /// The actions without their reasons.
    let actions: [String]

    var testDescription: String { "\(version) \(property) \(values.map { $0 ?? "-" })" }

    var document: String {
        if version == "2.0" {
            return """
                swagger: "2.0"
                info: {title: Pets, version: "1"}
                paths:
                  /pet: {get: {produces: [application/json], responses: {"200": {description: ok, schema: {$ref: "#/definitions/Pet"}}}}}
                definitions:
                  Pet: {type: object, properties: {id: {type: integer}, it: \(property)}\(rest)}
                """
        }
        return """
            openapi: \(version)
            info: {title: Pets, version: "1"}
            security: []
            paths:
              /pet:
                get:
                  responses:
                    "200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
            components:
              schemas:
                Owner: {type: object, properties: {name: {type: string}}}
                Pet: {type: object, properties: {id: {type: integer}, it: \(property)}\(rest)}
            """
    }

    var exchanges: [RecordedExchange] {
        values.map { response("/pet", 200, $0.map { #"{"id": 1, "it": \#($0)}"# } ?? #"{"id": 1}"#) }
    }

    static let it = "$.components.schemas.Pet.properties.it"

    static let all: [Sample] = [
        Sample(
            property: "{type: string}", rest: ", required: [id, it]", values: [nil, "\"a\""],
            actions: ["remove $.components.schemas.Pet.required[?@ == 'it']"]),
        Sample(
            property: "{type: string}", rest: ", required: [it]", values: [nil],
            actions: ["remove $.components.schemas.Pet.required"]),
        Sample(property: "{type: string}", values: ["null"], actions: ["\(it) {\"nullable\":true}"]),
        Sample(
            version: "3.1.0", property: "{type: string}", values: ["null", "\"a\""],
            actions: ["remove \(it).type", "\(it) {\"type\":[\"string\",\"null\"]}"]),
        Sample(
            version: "3.1.0", property: "{type: [string, integer]}", values: ["null"],
            actions: ["\(it) {\"type\":[\"null\"]}"]),
        // The schema behind `allOf` lists the fields, not the one that only describes it.
        Sample(
            property: "{description: whose, allOf: [{$ref: '#/components/schemas/Owner'}]}",
            values: [#"{"name": "a", "age": 3}"#],
            actions: [#"$.components.schemas.Owner {"properties":{"age":{"type":"integer"}}}"#]),
        Sample(
            property: "{$ref: '#/components/schemas/Owner'}", values: ["null", "{}"],
            actions: [
                "remove \(it)['$ref']",
                "\(it) {\"allOf\":[{\"$ref\":\"#/components/schemas/Owner\"}],\"nullable\":true}",
            ]),
        Sample(
            version: "3.1.0", property: "{$ref: '#/components/schemas/Owner'}", values: ["null", "{}"],
            actions: [
                "remove \(it)['$ref']",
                "\(it) {\"anyOf\":[{\"$ref\":\"#/components/schemas/Owner\"},{\"type\":\"null\"}]}",
            ]),
        Sample(
            version: "2.0", property: "{type: string}", values: ["null"],
            actions: ["$.definitions.Pet.properties.it {\"x-nullable\":true}"]),
        Sample(property: "{type: integer}", values: ["\"a\""], actions: ["\(it) {\"type\":\"string\"}"]),
        Sample(property: "{type: integer}", values: ["1.5", "2"], actions: ["\(it) {\"type\":\"number\"}"]),
        Sample(
            property: "{type: string, pattern: '^a', minLength: 1}", values: ["5"],
            actions: ["remove \(it)['pattern','minLength']", "\(it) {\"type\":\"integer\"}"]),
        Sample(property: "{type: integer}", values: ["1", "\"a\""], actions: ["remove \(it).type"]),
        Sample(
            version: "3.1.0", property: "{type: integer}", values: ["1", "\"a\""],
            actions: ["remove \(it).type", "\(it) {\"type\":[\"integer\",\"string\"]}"]),
        Sample(
            property: "{type: string, enum: [open]}", values: ["\"sold\"", "\"gone\""],
            actions: ["\(it) {\"enum\":[\"gone\",\"sold\"]}"]),
        Sample(
            property: "{type: string, enum: [open]}", values: ["\"ida@example.com\""], actions: ["remove \(it).enum"]),
        Sample(property: "{type: string, format: date-time}", values: ["\"today\""], actions: ["remove \(it).format"]),
        Sample(property: "{type: string, maxLength: 1}", values: ["\"abc\""], actions: ["remove \(it).maxLength"]),
        Sample(
            property: "{type: array, maxItems: 1, items: {}}", values: ["[1,2]"], actions: ["remove \(it).maxItems"]),
        Sample(
            property: "{type: object, properties: {a: {type: string}}}", values: [#"{"a": "x", "b c": 1}"#],
            actions: ["\(it) {\"properties\":{\"b c\":{\"type\":\"integer\"}}}"]),
        Sample(
            property: "{type: object, additionalProperties: false, properties: {a: {type: string}}}",
            values: [#"{"b": [true]}"#],
            actions: ["\(it) {\"properties\":{\"b\":{\"type\":\"array\",\"items\":{\"type\":\"boolean\"}}}}"]),
        Sample(
            property: "{oneOf: [{type: string}, {type: integer}]}", values: ["true"],
            actions: ["\(it) {\"oneOf\":[{\"type\":\"boolean\"}]}"]),
    ]
}

private func response(_ target: String, _ status: Int, _ body: String, method: String = "GET") -> RecordedExchange {
    RecordedExchange(
        MockRequest(method: method, target: target), url: target,
        RecordedResponse(status: status, headers: [("Content-Type", "application/json")], body: Array(body.utf8)))
}

private func read(_ sources: SourceSet) -> MockReading { readMock(sources, options: Options(), keepsPlaces: true) }

private func heal(_ document: String, _ exchanges: [RecordedExchange]) throws -> (Healing, overlay: String) {
    let sources = SourceSet(main: .init(path: "api.yaml", bytes: Array(document.utf8)))
    let healing = try #require(Healing(sources, exchanges, read: read))
    return (healing, try #require(healing.overlay))
}

/// The actions of an overlay, each on a line: its target, and its update as JSON.
private func actions(_ overlay: String) throws -> [String] {
    var diagnostics = Diagnostics()
    let sources = SourceSet(main: .init(path: "overlay.yaml", bytes: Array(overlay.utf8)))
    let root = try #require(parse(sources, &diagnostics).documents.first??.root)
    return (root["actions"]?.elements ?? []).map { action in
        let target = action["target"]?.text ?? ""
        return action["update"].map { "\(target) \(JSONValue($0).text)" } ?? "remove \(target)"
    }
}

/// How the recordings differ from a description with an overlay.
private func differences(_ document: String, _ overlay: String, _ exchanges: [RecordedExchange]) throws -> [String] {
    var sources = SourceSet(main: .init(path: "api.yaml", bytes: Array(document.utf8)))
    let diagnostics = sources.apply([.init(path: "overlay.yaml", bytes: Array(overlay.utf8))])
    let warnings = diagnostics.all.filter { $0.id != "same-looking-name" }
    #expect(warnings.map { "\($0.message)" } == [])
    let json = try #require(read(sources).json)
    let engine = MockEngine(ofRecordings: try MockDescription(json: json.utf8))
    return exchanges.flatMap { exchange in
        let drift = engine.drift(in: exchange)
        return (drift.request + drift.response).map { "\($0)" }
    }
}

struct HealingTests {
    @Test(arguments: Sample.all)
    fileprivate func theSmallestCorrectionIsMade(_ sample: Sample) throws {
        let (_, overlay) = try heal(sample.document, sample.exchanges)
        #expect(try actions(overlay) == sample.actions)
        #expect(try differences(sample.document, overlay, sample.exchanges) == [])
        // The same input gives the same bytes.
        #expect(try heal(sample.document, sample.exchanges).overlay == overlay)
    }

    private static let shop = """
        openapi: 3.0.3
        info: {title: "Shop: all", version: "1"}
        security: []
        paths:
          /orders:
            get:
              parameters: [{name: page, in: query, required: true, schema: {type: integer}}]
              responses:
                "200":
                  description: ok
                  headers: {X-Rate: {required: true, schema: {type: integer}}}
                  content: {application/json: {schema: {type: array, items: {type: object, required: [id], properties: {id: {type: integer}}}}}}
                default:
                  description: error
                  content: {application/json: {schema: {$ref: "#/components/schemas/Problem"}}}
            delete: {responses: {"204": {description: gone}}}
        components:
          schemas:
            Problem: {type: object, required: [title, code, trace], properties: {title: {type: string}, code: {type: integer}, trace: {type: string}}}
        """

    @Test func operationsAreCorrected() throws {
        let exchanges = [
            response("/orders?limit=5", 200, #"[{"id": 1}, {}]"#), response("/orders?page=1", 200, #"[{"id": 2}]"#),
            response("/orders", 409, #"{"why": "busy"}"#), response("/orders", 410, #"{"code": 1, "trace": "a"}"#),
            response("/orders", 204, "", method: "DELETE"), response("/orders", 403, #"{"m": 1}"#, method: "DELETE"),
        ]
        let (healing, overlay) = try heal(Self.shop, exchanges)
        let (line, rest) = try #require(
            overlay.firstIndex(of: "\n").map { (overlay[..<$0], overlay[$0...].dropFirst()) })
        #expect(line.hasPrefix("# Written by 'callsite drift --heal', checksum "))
        #expect(
            rest == """
                overlay: 1.0.0
                info:
                  title: "Corrections of Shop: all"
                  version: 1.0.0
                actions:
                  - target: $.components.schemas.Problem.required[?@ == 'title']
                    description: "'title' is missing in 1 of 2 responses of GET /orders"
                    remove: true
                  - target: $.paths['/orders'].delete.responses
                    description: status 403 isn't described, and is that of 1 response of DELETE /orders
                    update:
                      "403":
                        description: Forbidden
                        content:
                          application/json:
                            schema:
                              type: object
                              properties:
                                m:
                                  type: integer
                  - target: $.paths['/orders'].get
                    description: query parameter 'limit' isn't described, and is there in 1 request of GET /orders
                    update:
                      parameters:
                        - name: limit
                          in: query
                          schema:
                            type: integer
                  - target: $.paths['/orders'].get.parameters[0]
                    description: "'page' is missing in 1 request of GET /orders"
                    update:
                      required: false
                  - target: $.paths['/orders'].get.responses
                    description: status 409 isn't described, and is that of 1 response of GET /orders
                    update:
                      "409":
                        description: Conflict
                        content:
                          application/json:
                            schema:
                              type: object
                              properties:
                                why:
                                  type: string
                  - target: $.paths['/orders'].get.responses['200'].content['application/json'].schema.items.required
                    description: "'id' is missing in 1 of 2 responses of GET /orders"
                    remove: true
                  - target: $.paths['/orders'].get.responses['200'].headers['X-Rate']
                    description: "'X-Rate' is missing in 2 responses of GET /orders"
                    update:
                      required: false

                """)
        #expect((healing.corrections, healing.actions) == (7, 7))
        #expect(try differences(Self.shop, overlay, exchanges) == [])
    }

    /// An undescribed operation, a body that isn't JSON, and the requests that a server refuses.
    @Test func otherDifferencesRemain() throws {
        let sources = SourceSet(main: .init(path: "api.yaml", bytes: Array(Self.shop.utf8)))
        let refused = response("/orders?other=1", 400, #"{"title": "a", "code": 1, "trace": "b"}"#)
        let exchanges = [response("/elsewhere", 200, "{}"), refused]
        #expect(try #require(Healing(sources, exchanges, read: read)).overlay == nil)
        let native = SourceSet(main: .init(path: "api.yaml", bytes: Array("callsite: 1\napi: A\n".utf8)))
        #expect(Healing(native, exchanges, read: read) == nil)
    }

    @Test func noSecretIsWritten() throws {
        let secrets = ["ida@example.com", "+1 415 555 0100", "sk_live_4eC39HqLyjWDarjtT1zdp7dc"]
        for secret in secrets {
            let sample = Sample(
                property: "{type: string, enum: [a]}", rest: "", values: ["\"\(secret)\""], actions: [])
            #expect(try !heal(sample.document, sample.exchanges).overlay.contains(secret))
            let map = Sample(
                property: "{type: object, properties: {a: {type: string}}}", rest: "", values: ["{\"\(secret)\": 1}"],
                actions: [])
            let (_, overlay) = try heal(map.document, map.exchanges)
            #expect(!overlay.contains(secret))
            #expect(try differences(map.document, overlay, map.exchanges) == [])
        }
    }

    /// An enum gets no value that people may not see: it goes.
    @Test(arguments: [
        ("status", "\"gone\"", true), ("errorCode", "404", true), ("errorCode", "4915112345678", false),
        ("errorCode", "1234567", false),
        ("rate", "52.520008", false), ("status", "\"4915112345678\"", false), ("ssn", "\"4711\"", false),
        ("email", "\"ida\"", false), ("phone", "\"911\"", false), ("homePhone2", "\"911\"", false),
        ("iban", "\"DE89\"", false), ("birthday", "\"may\"", false), ("date_of_birth", "\"may\"", false),
        ("emails", "\"ida\"", false), ("userId", "4711", false), ("pin", "1234", false),
        ("customerName", "\"Ida\"", false),
        ("email_status", "\"bounced\"", true), ("zip", "\"10115\"", false), ("membership", "\"gold\"", true),
    ])
    func onlyPublicValuesAreListed(_ name: String, _ value: String, _ isListed: Bool) throws {
        let kind = value.hasPrefix("\"") ? "type: string, enum: [open]" : "type: number, enum: [1]"
        let property = "{type: object, properties: {\(name): {\(kind)}}}"
        let other = "{type: object, properties: {\(name): {$ref: '#/components/schemas/Kind'}}}"
        for (property, rest) in [(property, ""), (other, "}\n    Kind: {\(kind)")] {
            let sample = Sample(property: property, rest: rest, values: ["{\"\(name)\": \(value)}"], actions: [])
            let (_, overlay) = try heal(sample.document, sample.exchanges)
            #expect(overlay.contains(value.split(separator: "\"").joined()) == isListed, "\(overlay)")
            #expect(try differences(sample.document, overlay, sample.exchanges) == [])
        }
    }

    @Test func mediaTypesAndTitlesAreWithoutSecrets() throws {
        let document = Self.shop.replacing("Shop: all", with: "Shop of ida@example.com")
        let secret = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"
        let exchanges = ["application/vnd.\(secret)+json", "text/\(secret)"].map { type in
            var exchange = response("/orders?page=1", 200, "{}")
            exchange.response?.headers = [("Content-Type", type), ("X-Rate", "1")]
            return exchange
        }
        let (_, overlay) = try heal(document, exchanges)
        #expect(!overlay.contains("ida@") && !overlay.lowercased().contains("4ec39"), "\(overlay)")
        #expect(overlay.contains("title: Corrections of Shop of <redacted>\n"))
        #expect(overlay.contains("application/*:") && overlay.contains("text/*:"))
        #expect(try differences(document, overlay, exchanges) == [])
    }

    private static let oddNames = [
        "", "\u{E9}", "e\u{301}", "a/b", "a~b", "a~1b", "a%20b", "it's", "say \"x\"", "back\\slash", "[a]", "*", "..",
        "new\nline", "a b", "#x", "null", "yes", "ключ", String(repeating: "long ", count: 30),
    ]

    /// Properties of any name that JSON allows, of a wrong type, missing, or not described; and all beside each other.
    @Test(arguments: [oddNames] + oddNames.map { [$0] })
    func propertiesOfAnyNameAreCorrected(_ names: [String]) throws {
        func document(_ properties: [String], _ required: [String]) -> String {
            let schema: JSONObject = [
                "type": "object",
                "properties": .object(.init((properties + ["other"]).map { ($0, .object(["type": "integer"])) })),
                "required": .array((required + ["other"]).map(JSONValue.string)),
            ]
            return Self.shop.replacing(
                "{type: array, items: {type: object, required: [id], properties: {id: {type: integer}}}}",
                with: JSONValue.object(schema).text)
        }
        let body = JSONObject((names + ["other"]).map { ($0, $0 == "other" ? .int(1) : .bool(true)) })
        var exchange = response("/orders?page=1", 200, JSONValue.object(body).text)
        exchange.response?.headers.append(("X-Rate", "1"))
        for document in [document(names, []), document([], [])] {
            let (healing, overlay) = try heal(document, [exchange])
            #expect(healing.corrections == names.count, "\(overlay)")
            #expect(try differences(document, overlay, [exchange]) == [])
        }
        var empty = exchange
        empty.response?.body = Array("{\"other\": 1}".utf8)
        let (healing, overlay) = try heal(document(names, names), [empty])
        #expect(healing.corrections == names.count, "\(overlay)")
        #expect(try differences(document(names, names), overlay, [empty]) == [])
    }

    /// References to them have escapes of JSON pointers and of URLs.
    @Test(arguments: ["3.0.3", "3.1.0"]) func schemasOfAnyNameAreCorrected(_ version: String) throws {
        let names = ["A B", "a~b", "a/b", "\u{E9}", "it's", "x%20y", "", "q\"x", "100%"]
        let schema: JSONValue = .object([
            "type": "object", "required": .array(["r"]), "properties": .object(["n": .object(["type": "integer"])]),
        ])
        let references = names.map { name -> JSONValue in
            let token = JSONPointer.escaped(name).utf8.map { byte -> String in
                let isPlain = 0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == 0x7E
                return isPlain ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
            }
            return .object(["$ref": .string("#/components/schemas/" + token.joined())])
        }
        let fields = references.enumerated().flatMap { [("f\($0)", $1), ("g\($0)", $1)] }
        let pet: JSONValue = .object(["type": "object", "properties": .object(JSONObject(fields))])
        let described: JSONValue = .object([
            "description": "ok",
            "content": .object(["application/json": .object(["schema": .object(["$ref": "#/components/schemas/Pet"])])]
            ),
        ])
        let document: JSONValue = .object([
            "openapi": .string(version), "info": .object(["title": "Pets", "version": "1"]), "security": .array([]),
            "paths": .object([
                "/pet": .object(["get": .object(["responses": .object(["200": described])])])
            ]),
            "components": .object([
                "schemas": .object(JSONObject(names.map { ($0, schema) } + [("Pet", pet)]))
            ]),
        ])
        let values = fields.map { name, _ -> (String, JSONValue) in
            (name, name.hasPrefix("f") ? .object(["n": "x", "new": "y"]) : .null)
        }
        let exchanges = [response("/pet", 200, JSONValue.object(JSONObject(values)).text)]
        let (healing, overlay) = try heal(document.text, exchanges)
        // A missing field, a type and another field of each, and null where it is referred to.
        #expect(healing.corrections == names.count * 4, "\(overlay)")
        #expect(try differences(document.text, overlay, exchanges) == [])
    }

    /// The alternative has the field, though another difference makes the value one of none.
    @Test func aFieldIsAddedToTheAlternativeThatIsAnObject() throws {
        let sample = Sample(
            property: "{oneOf: [{type: array}, {type: object, properties: {a: {type: integer}}}, {type: string}]}",
            values: [#"{"a": "x", "b": 1}"#], actions: [])
        let (_, overlay) = try heal(sample.document, sample.exchanges)
        #expect(
            try actions(overlay) == [
                #"\#(Sample.it).oneOf[1] {"properties":{"b":{"type":"integer"}}}"#,
                #"\#(Sample.it).oneOf[1].properties.a {"type":"string"}"#,
            ])
        #expect(try differences(sample.document, overlay, sample.exchanges) == [])
    }

    /// The twin that is described isn't changed.
    @Test func namesThatLookTheSameAreTwo() throws {
        let sample = Sample(
            property: "{type: object, properties: {\u{E9}: {type: integer}}}", values: ["{\"e\u{301}\": true}"],
            actions: [])
        let (_, overlay) = try heal(sample.document, sample.exchanges)
        #expect(
            overlay.contains("e\u{301}") || overlay.contains("\\u{301}") || overlay.contains("\\u0301"), "\(overlay)")
        #expect(try differences(sample.document, overlay, sample.exchanges) == [])
    }

    /// More than an engine lists of one value for a client. Each has its own correction, or a long list one.
    @Test func manyDifferencesAreCorrected() throws {
        let names = (0..<1100).map { "p\($0)" }
        let wrong = Sample(
            property: "{type: object, properties: {\(names.map { "\($0): {type: integer}" }.joined(separator: ", "))}}",
            values: ["{\(names.map { "\"\($0)\": true" }.joined(separator: ", "))}"], actions: [])
        let missing = Sample(
            property: "{type: object, required: [id, \(names.joined(separator: ", "))]}", values: ["{\"id\": 1}"],
            actions: [])
        for (sample, count) in [(wrong, names.count), (missing, 1)] {
            let (healing, overlay) = try heal(sample.document, sample.exchanges)
            #expect(healing.corrections == count)
            #expect(try differences(sample.document, overlay, sample.exchanges) == [])
            let reason = "'p0', 'p1', 'p2' and 1097 other fields are missing, each in some of 1 response of GET /pet"
            #expect(count > 1 || overlay.contains(reason), "\(overlay)")
        }
    }

    /// Beside alternatives, each correction might be superfluous: none of many is, but those of the other alternative.
    @Test func unneededCorrectionsAreDropped() throws {
        let names = (0..<60).map { "p\($0)" }
        let fields = names.map { "\($0): {type: integer}" }.joined(separator: ", ")
        let sample = Sample(
            property: "{anyOf: [{type: object, properties: {\(fields)}}, {type: array}]}",
            values: ["{\(names.map { "\"\($0)\": true" }.joined(separator: ", "))}"], actions: [])
        let (healing, overlay) = try heal(sample.document, sample.exchanges)
        #expect(healing.corrections == names.count)
        #expect(try differences(sample.document, overlay, sample.exchanges) == [])
    }

    @Test func reasonsNameTheMessageAndTheParameter() throws {
        let document = """
            openapi: 3.0.3
            info: {title: Pets, version: "1"}
            security: []
            paths:
              /pets:
                post:
                  parameters:
                    - {name: ids, in: query, explode: false, schema: {type: array, items: {type: integer}}}
                    - {name: X-Kind, in: header, schema: {type: string, enum: [a]}}
                  requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
                  responses:
                    "200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
            components:
              schemas: {Pet: {type: object, properties: {sent: {type: integer}, both: {type: integer}}}}
            """
        var exchange = response("/pets?ids=a,b", 200, #"{"both": "a"}"#, method: "POST")
        exchange.request.headers = [("Content-Type", "application/json"), ("X-Kind", "b")]
        exchange.request.body = Array(#"{"sent": "a", "both": "a"}"#.utf8)
        let (_, overlay) = try heal(document, [exchange])
        let reasons = overlay.split(separator: "\n").filter { $0.contains("    description: ") }
        #expect(
            reasons.map { $0.replacing("    description: ", with: "") } == [
                "a string, in 1 of 2 requests and responses of POST /pets", "a string, in 1 request of POST /pets",
                #""query parameter 'ids': a string, in 1 request of POST /pets""#,
                #""header parameter 'X-Kind': values that aren't listed, in 1 request of POST /pets""#,
            ], "\(overlay)")
        #expect(try differences(document, overlay, [exchange]) == [])
    }

    @Test func anEditedOverlayIsKnown() throws {
        let sample = Sample.all[0]
        let overlay = try heal(sample.document, sample.exchanges).overlay
        func isOurs(_ text: String) -> Bool { Healing.isOurs(Array(text.utf8)) }
        #expect(isOurs(overlay) && isOurs(overlay.replacing("\n", with: "\r\n")))
        for edited in [overlay + "# mine\n", overlay.replacing("missing", with: "gone"), String(overlay.dropLast())] {
            #expect(!isOurs(edited) && Healing.isEdited(Array(edited.utf8)))
        }
        let old = "# Written by 'callsite drift --heal'.\noverlay: 1.0.0\n"
        #expect(!isOurs(old) && Healing.isEdited(Array(old.utf8)))
        #expect(!isOurs("overlay: 1.0.0\n") && !Healing.isEdited(Array("overlay: 1.0.0\n".utf8)))
    }

    /// Golden cases that are injured in known ways. `callsite-dev heal-check` does it with real descriptions.
    @Test func injuriesAreHealed() throws {
        var trial = HealingTrial()
        for number in 0..<5 {
            trial.run(.init(path: "pets.yaml", bytes: Array(injured.utf8)), seed: UInt64(number))
        }
        #expect(trial.documents == 5 && trial.corrections > 30)
        #expect(trial.share == 1 && trial.refuted + trial.ambiguous == 0 && trial.remaining == 0, "\(trial.failures)")
    }
}

private let injured = """
    openapi: 3.1.0
    info: {title: Pets, version: "1"}
    security: []
    paths:
      /pets:
        get:
          responses:
            "200": {description: ok, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Pet"}}}}}
            "404": {description: none, content: {application/json: {schema: {$ref: "#/components/schemas/Problem"}}}}
      /pets/{id}:
        get:
          parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
          responses:
            "200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
            "410": {description: gone}
    components:
      schemas:
        Problem: {type: object, properties: {title: {type: string}, code: {type: integer}, parts: {type: array, items: {type: string}}}}
        Owner: {type: object, required: [name], properties: {name: {type: string}, vip: {type: boolean}, rank: {type: [number, "null"]}}}
        Pet:
          type: object
          required: [id, name]
          properties:
            id: {type: integer}
            name: {type: string}
            state: {type: string, enum: [open, sold, gone]}
            weight: {type: number}
            tags: {type: array, items: {type: string}}
            note: {type: [string, "null"]}
            owner: {$ref: "#/components/schemas/Owner"}
            label: {type: string}
            color: {type: string}
    """
