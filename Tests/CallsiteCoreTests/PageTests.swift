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
            #expect(base64(bytes) == Data(bytes).base64EncodedString())
        }
    }
}
