import CallsiteCore
import CallsitePrinter
import CallsiteSwift
import Foundation
import Fuzzing
import SwiftCompiler
import Testing

/// A description is hostile data. Whatever its strings hold, the output declares the same as that of a harmless
/// description of the same shape, holds each string as the value that it is, and compiles. No single string, wherever
/// it stands, gets out of its literal or its comment.
@Suite(.serialized) struct HostileDescriptionTests {
    /// Strings that have reached code in generators of this kind, and strings that might.
    static let payloads: [String] = [
        "\"; evil(); //", "\\(evil())", "*/ evil() /*", "\nimport Evil\n", "\r\nlet evil = 1\r",
        "\u{2028}func evil() {}\u{2029}",
        "\u{202E}live\u{202C}\u{200B}", "`evil`", "\u{0}evil", "\"#\\#(evil())\"", "\"\"\"\nevil()\n\"\"\"",
        "../../etc/evil", "{{{evil}}}{{> file}}", "<#evil#>", "}}}}\nstruct Evil {}", "$(evil) ${evil} %s",
        "\u{85}evil\u{B}\u{C}\t", "@available(*, evil)", "#if evil\n#error(\"evil\")", "é̂🙂👩‍👩‍👧",
        String(repeating: "evil", count: 3000), "\\u{22}\\", "' + evil() + '",
    ]

    /// A document in which every text that is free to be anything is `text` of a number of its own.
    private static func document(_ text: (Int) -> String) -> [String: Any] {
        func pointer(_ name: String) -> String {
            "#/components/schemas/"
                + name.replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1")
                .replacingOccurrences(of: "%", with: "%25")
        }
        func t(_ number: Int) -> String { text(number) }
        let media = ["application/json": ["schema": ["$ref": pointer(t(3))]]]
        return [
            "openapi": "3.1.0",
            "info": ["title": "Shop", "description": t(1), "version": t(2)],
            "servers": [
                [
                    "url": "https://{host}.example",
                    "variables": ["host": ["default": "a", "enum": ["a", "b"], "description": t(4)]],
                ]
            ],
            "components": [
                "schemas": [
                    t(3): [
                        "type": "object", "title": t(5), "description": t(6), "required": [t(7), t(8)],
                        "properties": [
                            t(7): [
                                "type": "string", "description": t(9), "default": t(10), "pattern": t(11),
                                "format": t(12),
                            ],
                            t(8): ["type": "string", "const": t(13)],
                            t(14): ["type": "string", "enum": [t(15), t(16)], "x-" + t(17): t(18)],
                            t(19): ["type": "string", "default": t(20), "example": t(21)],
                            t(22): ["type": "object", "properties": [t(23): ["type": "integer"]]],
                        ],
                    ],
                    t(24): [
                        "oneOf": [["$ref": pointer(t(3))], ["$ref": pointer(t(25))]],
                        "discriminator": [
                            "propertyName": t(26), "mapping": [t(27): pointer(t(3)), t(28): pointer(t(25))],
                        ],
                    ],
                    t(25): ["type": "object", "properties": [t(29): ["type": "boolean"]]],
                    t(30): [
                        "oneOf": [
                            ["type": "object", "title": t(31), "properties": [t(32): ["type": "string"]]],
                            ["type": "string"],
                        ]
                    ],
                ] as [String: Any],
                "securitySchemes": [t(33): ["type": "apiKey", "in": "query", "name": t(34)]],
            ],
            "security": [[t(33): [String]()]],
            "tags": [["name": t(35), "description": t(36)]],
            "paths": [
                "/" + (t(37).isEmpty ? "" : "a"): [
                    "get": [
                        "operationId": t(38), "summary": t(39), "description": t(40), "tags": [t(35)],
                        "parameters": [
                            [
                                "name": t(41), "in": "query", "description": t(42),
                                "schema": ["type": "string", "default": t(43)],
                            ],
                            ["name": t(44), "in": "query", "schema": ["type": "string", "enum": [t(45)]]],
                        ],
                        "responses": [
                            "200": ["description": t(46), "content": media],
                            "404": [
                                "description": t(47), "content": ["application/json": ["schema": ["type": "string"]]],
                            ],
                        ],
                    ],
                    "post": [
                        "operationId": t(48), "tags": [t(49)],
                        "requestBody": [
                            "content": [
                                "application/json": [
                                    "schema": [
                                        "type": "object", "required": [t(50)],
                                        "properties": [
                                            t(50): ["$ref": pointer(t(24))], t(51): ["$ref": pointer(t(30))],
                                        ],
                                    ]
                                ]
                            ]
                        ],
                        "responses": ["204": ["description": t(52)]],
                    ],
                ]
            ],
        ]
    }

    private static func generated(_ document: Any) throws -> Output {
        let data = try JSONSerialization.data(withJSONObject: document, options: [.sortedKeys])
        return generate(SourceSet(main: .init(path: "api.json", bytes: Array(data))), options: Options())
    }

    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("hostile-tests-\(UUID().uuidString)")
        deinit { try? FileManager.default.removeItem(at: url) }

        func write(_ output: Output) throws -> [String] {
            try output.files.map { try write($0.contents, as: $0.name) }
        }

        func write(_ contents: [UInt8], as name: String) throws -> String {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            let path = url.appendingPathComponent(name)
            try Data(contents).write(to: path)
            return path.path
        }
    }

    /// The kinds of all declarations, and the literals of numbered strings, as the compiler's own parser sees them.
    private static func parsed(_ output: Output) async throws -> (declarations: [String: Int], literals: [String: Int])
    {
        let folder = Folder()
        let files = try folder.write(output)
        var declarations: [String: Int] = [:]
        var literals: [String: Int] = [:]
        // Given several files, the compiler shows the first only.
        for file in files {
            let dump = file + ".dump"
            // The compiler's messages would stand amid the tree.
            let command = "swiftc -frontend -dump-parse \"$1\" 2>/dev/null >\"$1.dump\""
            let result = try await ChildProcess.run(["sh", "-c", command, "sh", file])
            try #require(result.status == 0, "\(result.text.prefix(2000))")
            // By bytes: a literal may hold what joins with its neighbours into one character.
            for line in try Data(contentsOf: URL(fileURLWithPath: dump)).split(separator: 0x0A) {
                let text = String(decoding: line.drop { $0 == 0x20 }, as: UTF8.self)
                let kind = text.utf8.dropFirst().prefix { $0 == 0x5F || (0x61...0x7A).contains($0) }
                let name = String(decoding: kind, as: UTF8.self)
                if name.hasSuffix("_decl") || name.hasSuffix("_stmt") { declarations[name, default: 0] += 1 }
                guard text.contains("string_literal_expr") else { continue }
                for part in text.components(separatedBy: "zqx").dropFirst() {
                    let number = part.prefix { $0.isASCII && $0.isNumber }
                    if !number.isEmpty, part.dropFirst(number.count).hasPrefix("q") {
                        literals[String(number), default: 0] += 1
                    }
                }
            }
        }
        return (declarations, literals)
    }

    static let plain = Task { try await parsed(generated(document { "zqx\($0)q" })) }

    @Test(
        .enabled(if: SwiftCompiler.modules != nil, "the runtime's module is not beside the tests"),
        arguments: payloads.indices)
    func everyTextAtOnce(_ index: Int) async throws {
        let payload = Self.payloads[index]
        let output = try Self.generated(Self.document { payload + "zqx\($0)q" })
        #expect(!output.diagnostics.hasErrors)
        let expected = try await Self.plain.value
        #expect(expected.literals.count >= 20)
        let found = try await Self.parsed(output)
        #expect(found.declarations == expected.declarations)
        #expect(found.literals == expected.literals)
        for file in output.files {
            #expect(
                file.name.utf8.count <= 200
                    && file.name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-_.".contains($0)) })
        }
        let folder = Folder()
        let files = try folder.write(output)
        let checked = try await SwiftCompiler.run(
            [
                "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-I",
                SwiftCompiler.modules ?? "",
            ] + files)
        #expect(checked.status == 0, "\(checked.text)")
    }

    // MARK: - One string at a time

    /// Every string of a document, keys included, replaced by itself with a payload behind it.
    private static func mutations(of value: Any, by payload: String) -> [Any] {
        if let text = value as? String { return [text + payload] }
        if let list = value as? [Any] {
            return list.indices.flatMap { index in
                mutations(of: list[index], by: payload).map { mutated in
                    var copy = list
                    copy[index] = mutated
                    return copy
                }
            }
        }
        guard let object = value as? [String: Any] else { return [] }
        return object.keys.sorted().flatMap { key -> [Any] in
            var renamed = object
            renamed[key + payload] = renamed.removeValue(forKey: key)
            return [renamed]
                + mutations(of: object[key] as Any, by: payload).map { mutated in
                    var copy = object
                    copy[key] = mutated
                    return copy
                }
        }
    }

    @Test(arguments: ["orders.openapi.yaml", "stories.yaml"]) func noTextGetsOutOfItsPlace(_ name: String) async throws
    {
        let path = CompilationTests.root.appendingPathComponent("Specs/\(name)")
        let text = try String(contentsOf: path, encoding: .utf8)
        // YAML's structure is found by lines: what stands between quotes, and words behind a colon, is replaced one by
        // one.
        let payload = "\\\" ; evil(); \\n import Evil \\u2028 */ \\\\(evil())"
        var count = 0
        for range in text.ranges(of: /"[^"\n]*"/) {
            var mutated = text
            mutated.replaceSubrange(text.index(before: range.upperBound)..<range.upperBound, with: payload + "\"")
            let output = generate(SourceSet(main: .init(path: name, bytes: Array(mutated.utf8))), options: Options())
            for file in output.files { try expectNoCode(in: file, "\(text[range])") }
            await letOthersRun()
            count += 1
        }
        #expect(count > 1)
    }

    @Test(arguments: [0, 1, 3, 12]) func noTextOfADocumentGetsOutOfItsPlace(_ index: Int) async throws {
        let document = Self.document { "zqx\($0)q" }
        let mutations = Self.mutations(of: document, by: Self.payloads[index])
        #expect(mutations.count > 150)
        for mutation in mutations {
            for file in try Self.generated(mutation).files { try expectNoCode(in: file, "\(index)") }
            await letOthersRun()
        }
    }

    /// Swift's own threads are as few as the processors, and other tests wait for responses on them.
    private func letOthersRun() async { await Task.yield() }

    /// Outside literals and comments there is nothing of a payload, and no character anywhere is invisible.
    private func expectNoCode(in file: Output.File, _ what: String) throws {
        let text = String(decoding: file.contents, as: UTF8.self)
        var code = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var rest = line[...]
            while let character = rest.first {
                if character == "\"" {
                    rest = rest.dropFirst()
                    while let inside = rest.first, inside != "\"" { rest = rest.dropFirst(inside == "\\" ? 2 : 1) }
                    try #require(rest.first == "\"", "\(what): a literal isn't closed: \(line)")
                    rest = rest.dropFirst()
                } else if rest.hasPrefix("//") {
                    break
                } else {
                    code.append(character)
                    rest = rest.dropFirst()
                }
            }
            code.append("\n")
        }
        for word in ["evil()", "import Evil", "struct Evil {", "#error", "@available(*, evil", "*/", "{{", "\\("] {
            #expect(!code.contains(word), "\(what): \(word)")
        }
        let isVisible = text.unicodeScalars.allSatisfy { scalar in
            scalar == "\n"
                || !(scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
                    || scalar.value == 0x2028 || scalar.value == 0x2029)
        }
        #expect(isVisible, "\(what)")
    }

    // MARK: - Descriptions of our own

    /// Every string of the golden descriptions in Callsite's own format, keys included, has a payload behind it. A string
    /// that is free to be anything has some payloads in its place. Whatever is generated is Swift to the compiler's own parser,
    /// and holds nothing of the payload outside of literals and comments.
    @Test func noTextOfANativeDescriptionGetsOutOfItsPlace() async throws {
        let cases = CompilationTests.root.appendingPathComponent("Tests/CallsiteCoreTests/Cases")
        let folder = Folder()
        var descriptions = 0
        var files: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: cases.path).sorted() {
            let path = cases.appendingPathComponent(name + "/spec.yaml").path
            guard let data = FileManager.default.contents(atPath: path),
                let tree = DocumentTree(parsing: Array(data)), tree["openapi"] == nil, tree["swagger"] == nil
            else { continue }
            let harmless = Set(Self.native(tree).files.map(\.contents))
            /// false: the description is refused.
            func isGenerated(_ mutation: DocumentTree) async throws -> Bool {
                let output = Self.native(mutation)
                #expect(output.files.isEmpty == output.diagnostics.hasErrors, "\(mutation.text(.yaml))")
                for file in output.files where !harmless.contains(file.contents) {
                    try expectNoCode(in: file, mutation.text(.yaml))
                    files.append(try folder.write(file.contents, as: "File\(files.count).swift"))
                }
                await letOthersRun()
                if !output.files.isEmpty { descriptions += 1 }
                return !output.files.isEmpty
            }
            for (index, place) in Self.places(in: tree).enumerated() {
                // The payloads take turns.
                func payload(_ turn: Int) -> String { Self.payloads[(index + turn) % Self.payloads.count] }
                guard try await isGenerated(place { $0 + payload(0) }) else { continue }
                for turn in 1...6 { _ = try await isGenerated(place { _ in payload(turn) }) }
            }
        }
        #expect(descriptions >= 2000)
        #expect(files.count >= 2000)
        for start in stride(from: 0, to: files.count, by: 500) {
            let parsed = try await ChildProcess.run(
                ["swiftc", "-frontend", "-parse"] + files[start..<min(start + 500, files.count)])
            #expect(parsed.status == 0, "\(parsed.text.prefix(4000))")
        }
    }

    private static func native(_ tree: DocumentTree) -> Output {
        generate(SourceSet(main: .init(path: "api.yaml", bytes: Array(tree.text(.yaml).utf8))), options: Options())
    }

    /// For each string, keys included, the tree with another string in its place.
    private static func places(in tree: DocumentTree) -> [((String) -> String) -> DocumentTree] {
        ([[]] + tree.ways).flatMap { way -> [((String) -> String) -> DocumentTree] in
            switch tree.node(at: way) {
            case .scalar(let text, _):
                return [
                    { change in
                        var copy = tree
                        copy.change(at: way) { $0 = .text(change(text)) }
                        return copy
                    }
                ]
            case .map(let pairs):
                return pairs.indices.map { index in
                    { change in
                        var renamed = pairs
                        renamed[index].key = change(renamed[index].key)
                        var copy = tree
                        copy.change(at: way) { $0 = .map(renamed) }
                        return copy
                    }
                }
            case .list, nil: return []
            }
        }
    }

    // MARK: - Names that can't be sent, and places that can't be left

    @Test func headersAndPathsThatCannotBe() throws {
        for payload in Self.payloads {
            let document: [String: Any] = [
                "openapi": "3.0.0", "info": ["title": payload, "version": "1"],
                "servers": [["url": "https://a.example" + payload]],
                "components": [
                    "securitySchemes": ["k": ["type": "apiKey", "in": "header", "name": payload + "\r\nX"]]
                ],
                "security": [["k": []]],
                "paths": [
                    "/" + payload: [
                        payload: ["responses": [:]],
                        "get": [
                            "parameters": [
                                ["name": payload + "\r\n", "in": "header", "schema": ["type": "string"]],
                                ["name": payload + ";", "in": "cookie", "schema": ["type": "string"]],
                            ],
                            "responses": [
                                "200": [
                                    "description": "", "headers": [payload + "\n": ["schema": ["type": "string"]]],
                                    "content": [payload: ["schema": ["type": "string"]]],
                                ]
                            ],
                        ],
                        "put": [
                            "requestBody": [
                                "content": ["application/json; a=\(payload)": ["schema": ["type": "integer"]]]
                            ],
                            "responses": [payload: ["description": ""], "204": ["description": ""]],
                        ],
                    ]
                ],
            ]
            let output = try Self.generated(document)
            #expect(!output.diagnostics.hasErrors, "\(payload)")
            for file in output.files { try expectNoCode(in: file, payload) }
        }
    }

    /// References are pointers into this document or files that the caller gives: nothing asks for more than a name
    /// below the folder.
    @Test(arguments: [
        "/etc/passwd", "file:///etc/passwd", "https://evil.example/a.yaml", "//evil.example/a.yaml",
        "http://169.254.169.254/latest#/a",
        "..\u{0}/a.yaml",
    ])
    func referencesToElsewhere(_ reference: String) throws {
        let document: [String: Any] = [
            "openapi": "3.0.0", "info": ["title": "A", "version": "1"], "paths": [:],
            "components": ["schemas": ["A": ["properties": ["a": ["$ref": reference]]]]],
        ]
        let output = try Self.generated(document)
        #expect(output.missing.isEmpty)
        #expect(output.diagnostics.sorted.contains { $0.id == "unresolved-reference" })
    }
}
