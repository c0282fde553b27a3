import CallsiteText
import Foundation
import Testing

@testable import CallsiteCore
@testable import CallsiteInspect

/// The page that `callsite inspect --html` writes: its data, and that nothing in it can be anything but data.
@Suite struct PageTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Pages")

    static func page(_ bytes: [UInt8], options: Options = Options(version: "0.0.0")) throws -> APIPage {
        let inspection = inspectPage(SourceSet(main: .init(path: "spec.yaml", bytes: bytes)), options: options)
        let text = DiagnosticRenderer(paths: ["spec.yaml"]).text(inspection.diagnostics)
        return try #require(inspection.page, "\(text)")
    }

    /// The data, with what it holds in order, as `Pages/NAME.json` has it. `UPDATE_GOLDEN=1 swift test --filter Golden`
    /// rewrites it.
    @Test func goldenData() throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent("shop.yaml")))
        let data = Data(try Self.page(bytes).json(warnings: []))
        let object = try JSONSerialization.jsonObject(with: data)
        let pretty = try JSONSerialization.data(
            withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        let text = String(decoding: pretty, as: UTF8.self) + "\n"
        let file = Self.folder.appendingPathComponent("shop.json")
        if GoldenTests.isUpdating {
            try text.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("shop.json was rewritten: read the difference, then run without UPDATE_GOLDEN")
            return
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    /// A key that the script doesn't read would be lost without a word.
    @Test func theScriptReadsEveryKey() throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent("shop.yaml")))
        var keys: Set<String> = []
        func collect(_ value: Any) {
            if let object = value as? [String: Any] {
                for (key, value) in object {
                    keys.insert(key)
                    collect(value)
                }
            } else if let list = value as? [Any] {
                list.forEach(collect)
            }
        }
        var warning = PageWarning(id: "id", message: "text", path: "spec.yaml", line: 1, column: 1)
        warning.source = ("line", "^")
        collect(try JSONSerialization.jsonObject(with: Data(try Self.page(bytes).json(warnings: [warning]))))
        let document = [UInt8](PageDetailTests.document.utf8)
        collect(try JSONSerialization.jsonObject(with: Data(try Self.page(document).json(warnings: []))))
        let script = PageHTML.script
        for key in keys.sorted() { #expect(script.contains("." + key), "\(key)") }
        #expect(keys.count > 40)
    }

    @Test func linksLeadToTheTypesThatAreNamed() throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent("shop.yaml")))
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(try Self.page(bytes).json(warnings: []))) as? [String: Any])
        let types = try #require(object["types"] as? [[String: Any]])
        func text(_ value: Any?) -> String {
            if let text = value as? String { return text }
            return (value as? [Any] ?? []).map { part in
                (part as? String) ?? "<\(types[part as? Int ?? 0]["name"] as? String ?? "")>"
            }
            .joined()
        }
        let operations = try #require(object["operations"] as? [[String: Any]])
        let list = try #require(operations.first { $0["id"] as? String == "ListOrders" })
        #expect(text(list["response"]) == "<Page><<Order>>")
        #expect(text((list["elements"] as? [String: Any])?["type"]) == "<Order>")
        let order = try #require(types.first { $0["name"] as? String == "Order" })
        let properties = try #require(order["properties"] as? [[String: Any]])
        #expect(text(properties[1]["type"]) == "<OrderStatus>")
        #expect(text(properties[3]["type"]) == "<Order>?")
        #expect(text(properties[4]["type"]) == "<Order.Customer>")
        #expect(types.contains { $0["name"] as? String == "Order.Customer.Address" })
    }

    // MARK: - Samples

    private static func data(_ bytes: [UInt8]) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(try Self.page(bytes).json(warnings: []))) as? [String: Any])
    }

    private static func text(_ code: Any?) -> String { (code as? [String] ?? []).map { $0.dropFirst() }.joined() }

    /// A description with a value in each place of a request.
    private static let wire = """
        openapi: 3.1.0
        info: {title: Wire, version: "1"}
        servers: [{url: https://api.example.com/v1/}]
        security: [{token: []}]
        paths:
          /items/{id}:
            parameters:
              - {name: id, in: path, required: true, schema: {type: string}, example: a/b c}
            get:
              operationId: getItem
              parameters:
                - {name: ids, in: query, required: true, schema: {type: array, items: {type: string}}, example: [a, "b&c"]}
                - {name: filter, in: query, required: true, style: deepObject, schema: {type: object, required: [q], properties: {q: {type: string, example: x}}}}
                - {name: X-Trace, in: header, required: true, schema: {type: string}, example: it's}
              responses:
                "200":
                  description: OK
                  content: {application/json: {schema: {$ref: "#/components/schemas/Item"}, example: {id: 7, name: Lamp}}}
            post:
              operationId: setItem
              requestBody: {required: true, content: {application/x-www-form-urlencoded: {schema: {type: object, required: [name], properties: {name: {type: string, example: "a b~"}, note: {type: string}}}}}}
              responses: {"204": {description: Done}}
            put:
              operationId: putItem
              requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Item"}}}}
              responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "#/components/schemas/Item"}}}}}
        components:
          securitySchemes: {token: {type: http, scheme: bearer}}
          schemas:
            Item: {type: object, required: [id, parent], properties: {id: {type: integer}, name: {type: string}, parent: {$ref: "#/components/schemas/Item"}, size: {enum: [small, large]}}}
        """

    @Test func aCommandSendsWhatTheRuntimeSends() throws {
        let data = try Self.data(Array(Self.wire.utf8))
        let operations = try #require(data["operations"] as? [[String: Any]])
        func curl(_ id: String) -> String { Self.text(operations.first { $0["id"] as? String == id }?["curl"]) }
        let get = #"""
            curl 'https://api.example.com/v1/items/a%2Fb%20c?ids=a&ids=b%26c&filter%5Bq%5D=x' \
              --header 'Accept: application/json' \
              --header 'X-Trace: it'\''s' \
              --header "Authorization: Bearer $TOKEN"
            """#.replacingOccurrences(of: #"\\"#, with: #"\"#)
        #expect(curl("getItem") == get)
        #expect(curl("setItem").contains("--data-raw 'name=a+b%7E'"))
        #expect(curl("setItem").contains("--header 'Content-Type: application/x-www-form-urlencoded'"))
        #expect(!curl("setItem").contains("note"))
        #expect(curl("putItem").contains("--request PUT"))
    }

    /// curl ends the name of a part at an equals sign: the body is written out, or the command says that it lacks a part.
    @Test func aCommandSendsEachPartOrSaysThatItIsMissing() throws {
        func curl(_ properties: String, _ required: String) throws -> String {
            let text = """
                openapi: 3.1.0
                info: {title: Shop, version: "1"}
                servers: [{url: "https://api.example.com"}]
                paths:
                  /a:
                    post:
                      parameters: [{name: q, in: query, required: true, schema: {type: string}, examples: {one: {value: x}, two: {value: y}}}]
                      requestBody: {required: true, content: {multipart/form-data: {schema: {type: object, required: [\(required)], properties: {\(properties)}}}}}
                      responses: {"204": {description: Done}}
                """
            let operations = try #require(try Self.data(Array(text.utf8))["operations"] as? [[String: Any]])
            return Self.text(operations[0]["curl"])
        }
        let written = try curl("a=b: {type: string}", "a=b")
        #expect(written.hasPrefix("curl 'https://api.example.com/a?q=x'"))
        #expect(written.contains(#"$'--callsite\r\nContent-Disposition: form-data; name="a=b"\r\n\r\nstring\r\n"#))
        let lacking = try curl("a=b: {type: string}, f: {type: string, format: binary}", "a=b, f")
        #expect(lacking.hasPrefix("# Without the part 'a=b' because curl ends the name of a part at an equals sign.\n"))
        #expect(lacking.contains("--form 'f=@file'") && !lacking.contains("callsite"))
    }

    @Test func samplesAreTheExamplesElseValuesOfTheTypes() throws {
        let data = try Self.data(Array(Self.wire.utf8))
        let samples = try #require(data["samples"] as? [[String: Any]])
        let operations = try #require(data["operations"] as? [[String: Any]])
        func sample(_ id: String, _ key: String) throws -> String {
            let number = try #require(operations.first { $0["id"] as? String == id }?[key] as? Int)
            return Self.text(samples[number]["code"])
        }
        #expect(try sample("getItem", "received") == "{\n  \"id\": 7,\n  \"name\": \"Lamp\"\n}")
        // A value inside a value of the same type is left out, and so is what a request needn't have.
        #expect(
            try sample("putItem", "received")
                == "{\n  \"id\": 1,\n  \"name\": \"string\",\n  \"size\": \"small\"\n}")
        #expect(try sample("putItem", "sent") == "{\n  \"id\": 1\n}")
        let first = try Self.page(Array(Self.wire.utf8)).json(warnings: [])
        #expect(first == (try Self.page(Array(Self.wire.utf8)).json(warnings: [])))
    }

    @Test func everySampleIsJSON() throws {
        let shop = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent("shop.yaml")))
        for bytes in [shop, Self.hostileDocument] {
            let samples = try #require(try Self.data(bytes)["samples"] as? [[String: Any]])
            #expect(samples.count > 3)
            for sample in samples {
                let text = Self.text(sample["code"])
                #expect(throws: Never.self) {
                    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
                }
            }
        }
    }

    @Test func tokensAreTheWholeCode() {
        for text in [
            "let response = try await session.send(GetRequest(id: \"a \\\" b\", in: 1.5)) // so", "\"open",
            "#\"a\"b\"#c",
            "#", "", "`in`: .none", "\"\\", "é: [1, 2]",
        ] {
            #expect(PageCode(swift: text).text == text)
        }
        let kinds = PageCode(swift: "let a = Session(key: \"k\")").pieces.map { "\($0.kind.rawValue)\($0.text)" }
        #expect(kinds == ["klet ", ".a = ", "tSession", ".(key: ", "s\"k\"", ".)"])
    }

    /// An addition to a description changes no link into the page.
    @Test func linksIntoThePageStay() throws {
        func names(_ data: [String: Any], _ key: String) -> Set<String> {
            Set((data[key] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String })
        }
        let old = try Self.data(Array(Self.wire.utf8))
        let more = Self.wire.replacingOccurrences(
            of: "paths:\n",
            with: "paths:\n  /a: {get: {operationId: aFirst, responses: {\"204\": {description: Done}}}}\n")
        let new = try Self.data(Array(more.utf8))
        for key in ["operations", "types"] { #expect(names(new, key).isSuperset(of: names(old, key))) }
        #expect(names(new, "operations").count == names(old, "operations").count + 1)
    }

    @Test func filesHaveNoFolderOfTheMachine() {
        func shown(_ paths: String...) -> [String] { PagePaths(paths).shown }
        #expect(shown("/home/me/api/spec.yaml") == ["spec.yaml"])
        #expect(shown("/home/me/api/spec.yaml", "/home/me/models/a.yaml") == ["api/spec.yaml", "models/a.yaml"])
        #expect(shown("../../api/spec.yaml", "Specs/a.yaml", "-") == ["api/spec.yaml", "Specs/a.yaml", "-"])
        #expect(shown("/a.yaml", "/b/c.yaml") == ["a.yaml", "b/c.yaml"])
        #expect(PagePaths(["/home/me/a.yaml"]).shortened("'/home/me/b.yaml' is") == "'b.yaml' is")
    }

    static let empty = Array("callsite: 1\napi: A\nbaseURL: https://api.example.com\n".utf8)

    // MARK: - Hostile data

    static let hostile = [
        "</script><script>alert(1)</script>", "<!--<script>", "]]>", "<img src=x onerror=alert(1)>",
        "javascript:alert(1)", "[link](javascript:alert(1))", "<a href=\"javascript:alert(1)\">x</a>",
        "&lt;script&gt;alert(1)&lt;/script&gt;", "&#x3c;b>", "\u{202E}evil",
        "line\u{2028}separator\u{2029}", "\u{200B}\u{FEFF}\u{0}\u{7}\u{1B}[31m", "\"};alert(1);//",
        "${alert(1)} {{data}} {{script}}",
        "__proto__",
        "constructor", "\\u003cscript\\u003e",
    ]

    /// Every text of a document that a page shows, each of them hostile.
    static var hostileDocument: [UInt8] {
        func quoted(_ text: String) -> String {
            String(
                decoding: (try? JSONSerialization.data(withJSONObject: [text], options: [.withoutEscapingSlashes]))
                    ?? Data(), as: UTF8.self
            )
            .dropFirst().dropLast().description
        }
        var paths: [String] = []
        var schemas: [String] = []
        for (index, text) in hostile.enumerated() {
            let value = quoted(text)
            paths.append(
                """
                \(quoted("/\(index)/" + text)): {"get": {"operationId": \(value), "tags": [\(value)], "summary": \(value), "description": \(value),
                  "parameters": [{"name": \(value), "in": "query", "description": \(value), "schema": {"type": "string", "default": \(value)}}],
                  "responses": {"200": {"description": \(value), "headers": {"X-\(index)": {"description": \(value), "schema": {"type": "string"}}},
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/S\(index)"}}}}}}}
                """)
            schemas.append(
                """
                "S\(index)": {"type": "object", "description": \(value), "properties": {\(value): {"type": "string", "description": \(value),
                  "enum": [\(value), "other"]}}}
                """)
        }
        let text = """
            {"openapi": "3.1.0", "info": {"title": \(quoted(hostile[0])), "version": "1", "description": \(quoted(hostile.joined(separator: "\n\n")))},
            "servers": [{"url": "https://user:secret@api.example.com"}],
            "security": [{"key": []}], "paths": {\(paths.joined(separator: ",\n"))},
            "components": {"schemas": {\(schemas.joined(separator: ",\n"))},
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}}}
            """
        return Array(text.utf8)
    }

    /// The part between two strings, each of which occurs once.
    private static func between(_ start: String, _ end: String, in text: String) throws -> String {
        #expect(text.ranges(of: start).count == 1)
        let from = try #require(text.range(of: start)).upperBound
        let to = try #require(text[from...].range(of: end)).lowerBound
        return String(text[from..<to])
    }

    @Test func noTextOfADescriptionIsMarkupOrScript() throws {
        var warning = PageWarning(
            id: Self.hostile[0], message: Self.hostile[1], path: Self.hostile[3], line: 1, column: 1)
        warning.source = (Self.hostile.joined(separator: " "), "^")
        let page = try Self.page(Self.hostileDocument)
        let html = String(decoding: page.html(warnings: [warning]), as: UTF8.self)
        let data = try Self.between("<script type=\"application/json\" id=\"data\">", "</script>", in: html)
        #expect(data == String(decoding: page.json(warnings: [warning]), as: UTF8.self))
        // Nothing of HTML's syntax, and nothing that can't be seen: the parser can leave the element only where it
        // ends.
        for scalar in data.unicodeScalars {
            #expect(
                !["<", ">", "&"].contains(scalar) && scalar.value >= 0x20 && !VisibleText.isInvisible(scalar),
                "\(scalar.value)")
        }
        #expect(!data.contains("secret"))
        // And it is the text that it was, with the invisible spelled out.
        let object = try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
        let docs = try #require(object["docs"] as? String)
        for text in Self.hostile where text.unicodeScalars.allSatisfy({ (0x20..<0x7F).contains($0.value) }) {
            #expect(docs.contains(text))
        }
        #expect(docs.contains("\\u{202E}evil"))
        // Without data, the page is the same for every description.
        let other = String(decoding: try Self.page(Self.empty).html(warnings: []), as: UTF8.self)
        #expect(
            html.replacingOccurrences(of: data, with: "")
                == other.replacingOccurrences(of: try Self.between("id=\"data\">", "</script>", in: other), with: ""))
    }

    @Test func thePolicyAllowsThePagesOwnScriptAndStyleOnly() throws {
        let html = String(decoding: try Self.page(Self.empty).html(warnings: []), as: UTF8.self)
        let policy = try Self.between("Content-Security-Policy\" content=\"", "\">", in: html)
        let script = try Self.between("</script>\n<script>", "</script>", in: html)
        let style = try Self.between("<style>", "</style>", in: html)
        #expect(
            policy
                == "default-src 'none'; script-src \(PageHTML.source(script)); style-src \(PageHTML.source(style)); base-uri 'none'; "
                + "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'")
        #expect(script == PageHTML.script && style == PageHTML.part("page.css"))
        // Neither may end the element that it stands in, and text becomes text nodes only.
        #expect(!script.contains("</") && !script.contains("<!--") && !style.contains("<"))
        for word in [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "srcdoc", "fetch(",
        ] {
            #expect(!script.contains(word), "\(word)")
        }
        #expect(html.hasPrefix(PageHTML.prefix))
        #expect(
            PageHTML.parts(of: PageHTML.part("page.html")).compactMap {
                if case .slot(let name) = $0 { String(name) } else { nil }
            }
                == ["version", "policy", "style", "data", "script"])
    }

    @Test func thePageItselfIsSmall() throws {
        let page = try Self.page(Self.empty)
        #expect(page.html(warnings: []).count - page.json(warnings: []).count < 60_000)
    }

    @Test func errorsGiveNoPage() {
        let inspection = inspectPage(
            SourceSet(main: .init(path: "a.yaml", bytes: Array("callsite: 1\napi: 3 4\nmodels: {A: B}\n".utf8))),
            options: Options())
        #expect(inspection.page == nil && inspection.diagnostics.hasErrors)
    }

    // MARK: - Hashes

    /// FIPS 180-4's examples, and lengths around a block's end, with the results of `sha256sum`; `64 a` stands for that
    /// letter 64 times.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        ("55 a", "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        ("64 a", "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        ("1000000 a", "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ]) func sha256(_ text: String, _ hash: String) {
        let parts = text.split(separator: " ")
        let text = parts.count == 2 ? String(repeating: String(parts[1]), count: Int(parts[0])!) : text
        #expect(SHA256.hash(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == hash)
    }

    @Test func base64HasTheFormOfTheStandard() {
        for count in 0..<8 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 200) }
            #expect(Base64.encoded(bytes) == Data(bytes).base64EncodedString())
            #expect(Base64.decoded(Base64.encoded(bytes)) == bytes)
        }
    }
}
