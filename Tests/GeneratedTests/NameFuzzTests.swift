import CallsiteCore
import Foundation
import SwiftCompiler
import Testing

/// Whatever things are called, the code compiles. Each name stands in every position of a document at once, with others that nearly are
/// the same; the documents share one run of the compiler, each in a namespace of its own.
@Suite struct NameFuzzTests {
    static let names: [String] = [
        // Digits.
        "0", "1", "-1", "+1", "1.5", "3ds", "24h", "400Error", "2FactorAuth", "v1.0", "1-5", "15",
        // Signs.
        "a-b", "a_b", "aB", "a.b", "@id", "$type", "_id", "id_", "DateCreated<", "DateCreated>", "*", "%", "R&D", "foo[]", "foo[bar]", "!=",
        "-", "+name",
        "", " ", "a b", "a:b", "a/b", "<T>", "'", "\\", "`x`", "#", "~", "^", "|", "…",
        // Keywords.
        "self", "Self", "Type", "Protocol", "init", "class", "default", "in", "is", "as", "nil", "true", "func", "any", "Any", "await",
        "async", "actor",
        "throws", "try", "repeat", "where", "case", "enum", "struct", "let", "var", "inout", "operator", "package", "borrowing", "each",
        "some",
        // What generated code declares.
        "response", "Response", "failure", "Failure", "body", "Body", "responseHeaders", "ResponseHeaders", "endpoint", "Element",
        "elements", "next",
        "request", "api", "API", "write", "encode", "fields", "shape", "from", "rawValue", "unrecognized", "undeclared", "headers", "page",
        "cursor",
        "with", "adding", "none", "some", "otherFields", "hashValue", "isAbsent", "http", "output", "value", "payload", "decode", "to",
        "status", "path",
        // Types of Swift, Foundation and the runtime.
        "String", "Int", "Double", "Bool", "Void", "Never", "Optional", "Array", "Set", "Dictionary", "Result", "Error", "error", "Data",
        "data", "Date",
        "URL", "UUID", "Decimal", "Task", "Hashable", "Sendable", "Codable", "Encoder", "Swift", "Foundation", "Session", "Model",
        "JSONValue",
        "Patch", "Indirect", "HTTPRequest", "HTTPResponse", "RequestType", "FieldReader", "WireValue", "OpenEnum", "FileContent",
        "Rejected",
        "CallsiteRuntime", "PaginationRequestType", "PageCursor", "RequestWriter", "Endpoint", "Character", "Identifiable",
        // Without case, and beyond ASCII.
        "错误", "状态", "名前", "ค่า", "عدد", "é", "e\u{301}", "ß", "İ", "ǅ", "𝐀", "ﬁ", "Ω", "ა", "🙂", "👩‍👩‍👧", "\u{200B}", "a\u{301}b",
        // Whoever has a header beside the one with an X.
        "X-Foo", "Foo", "x-foo", "xFoo", "X-X-Foo", "X-",
        // What others become.
        "Value0", "FooRequest", "Foo Request", "FuzzRequestType", "FuzzFailure", "responseValue", "idQuery", "id", "items", "item",
    ]

    /// A document in which everything is called by one of a few names.
    private static func document(_ title: String, _ names: [String]) -> String {
        func text(_ value: Any) -> String {
            String(decoding: (try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])) ?? Data(), as: UTF8.self)
        }
        func pointer(_ name: String) -> String {
            let escaped = name.replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1")
            return "#/components/schemas/" + (escaped.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        }
        let values: [String: Any] = ["type": "string", "enum": names + ["zz"]]
        let others: [String: Any] = ["type": "string", "enum": names + ["yy"]]
        let integers: [String: Any] = [
            "type": "integer", "enum": [1, 2, -1], "x-enum-varnames": (names + ["p", "q", "r"]).prefix(3).map { $0 },
        ]
        let inner: [String: Any] = [
            "type": "object",
            "properties": [names[0]: ["type": "object", "properties": [names[0]: values]], names[names.count - 1]: values],
        ]
        var properties: [String: Any] = [:]
        for (position, name) in names.enumerated() {
            properties[name] = [values, ["type": "array", "items": inner], inner, integers, ["$ref": pointer(name)]][position % 5]
        }
        let object: [String: Any] = ["type": "object", "required": Array(names.prefix(2)), "properties": properties]
        let alternatives: [String: Any] = [
            "oneOf": names.map {
                ["type": "object", "title": $0, "required": ["k\($0)"], "properties": ["k\($0)": values]] as [String: Any]
            }
                + names.map { ["$ref": pointer($0)] }
        ]
        var schemas: [String: Any] = [:]
        for (position, name) in names.enumerated() {
            schemas[name] =
                [object, values, ["type": "object", "properties": [name: alternatives]], ["type": "array", "items": inner]][position % 4]
        }
        schemas["Everything"] = object
        schemas["EitherOf"] = alternatives
        var parameters: [[String: Any]] = []
        for name in names {
            parameters.append(["name": name, "in": "query", "schema": values])
            parameters.append(["name": name, "in": "cookie", "schema": ["type": "array", "items": others]])
            parameters.append(["name": name, "in": "header", "schema": ["type": "string"]])
            parameters.append(["name": "X-" + name, "in": "header", "schema": ["type": "string"]])
        }
        func json(_ schema: [String: Any]) -> [String: Any] { ["content": ["application/json": ["schema": schema]]] }
        func answer(_ schema: [String: Any]) -> [String: Any] { json(schema).merging(["description": "ok"]) { $1 } }
        var headers: [String: Any] = [:]
        for name in names { for text in [name, "X-" + name] { headers[text] = ["schema": ["type": "string"]] } }
        var paths: [String: Any] = [:]
        for (position, name) in names.enumerated() {
            let everything: [String: Any] = position == 0 ? object : ["$ref": pointer("Everything")]
            let own = position == 0 ? parameters : []
            let success = answer(position == 0 ? object : ["type": "array", "items": ["$ref": pointer(name)]])
            paths["/a\(position)"] = [
                "get": [
                    "operationId": name, "tags": [name], "parameters": own,
                    "responses": [
                        "200": success.merging(["headers": headers]) { $1 }, "400": answer(["$ref": pointer(name)]),
                        "404": answer(everything),
                    ],
                ],
                "post": [
                    "operationId": name + "Request", "tags": [name], "parameters": own, "requestBody": json(everything),
                    "responses": ["200": answer(["$ref": pointer(name)]), "201": answer(everything)],
                    "callbacks": [
                        name: [
                            "{$request.body#/a}": ["post": ["requestBody": json(inner)]], "{$b}": ["post": ["requestBody": json(inner)]],
                        ]
                    ],
                ],
                "put": ["operationId": name, "requestBody": json(["$ref": pointer(name)]), "responses": ["204": ["description": "ok"]]],
            ]
        }
        return text([
            "openapi": "3.1.0", "info": ["title": title, "version": "1"], "components": ["schemas": schemas], "paths": paths,
            "servers": [["url": "https://{\(title)}.example", "variables": [title: ["default": "a", "enum": ["a"] + names]]]],
        ])
    }

    @Test func everyNameInEveryPosition() async throws {
        let modules = try #require(SwiftCompiler.modules)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-names-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Neighbours in the table, which are much alike, and others that are far away.
        var groups: [[String]] = []
        for (index, name) in NameFuzzTests.names.enumerated() where index % 4 == 0 {
            let others = [1, 2, 3, 67].map { NameFuzzTests.names[(index + $0) % NameFuzzTests.names.count] }
            var seen: [String] = []
            for name in [name] + others where !seen.contains(where: { Array($0.utf8) == Array(name.utf8) || $0 == name }) {
                seen.append(name)
            }
            groups.append(seen)
        }
        var files: [String] = []
        for (number, group) in groups.enumerated() {
            let title = "Fuzz\(number)"
            let sources = SourceSet(main: .init(path: "\(title).json", bytes: Array(NameFuzzTests.document(title, group).utf8)))
            var options = Options(namespace: "Names\(number)")
            options.access = number % 2 == 0 ? .internal : .public
            let output = generate(sources, options: options)
            #expect(
                !output.diagnostics.hasErrors, "\(group): \(DiagnosticRenderer(paths: sources.paths).text(output.diagnostics).prefix(500))")
            for (position, file) in output.files.enumerated() {
                let path = folder.appendingPathComponent("F\(number)_\(position).swift")
                try Data(file.contents).write(to: path)
                files.append(path.path)
            }
        }
        if let folder = ProcessInfo.processInfo.environment["CALLSITE_KEEP"] {
            for file in files {
                try? FileManager.default.copyItem(atPath: file, toPath: folder + "/" + (file as NSString).lastPathComponent)
            }
        }
        let result = try await ChildProcess.run(
            [
                "swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-module-name", "Fuzzed", "-I",
                modules,
            ]
                + files
        )
        let errors = result.text.split(separator: "\n").filter { $0.contains("error:") && $0.hasPrefix("/") }
        #expect(result.status == 0, "\(errors.prefix(40).joined(separator: "\n"))")
    }
}
