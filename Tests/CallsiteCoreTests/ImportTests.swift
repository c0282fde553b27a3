import CallsiteCore
import CallsiteImport
import CallsitePrinter
import CallsiteReference
import Foundation
import StageViews
import Testing

/// An OpenAPI document in Callsite's own format gives the same code, but for what a warning reports.
@Suite struct ImportTests {
    static let documents: [String] = GoldenTests.cases.filter { $0.hasPrefix("openapi-") }

    private func sources(_ name: String) throws -> SourceSet {
        let folder = GoldenTests.folder.appendingPathComponent(name)
        func file(_ path: String) throws -> SourceSet.File {
            .init(path: path, bytes: Array(try Data(contentsOf: folder.appendingPathComponent(path))))
        }
        var sources = SourceSet(main: try file("spec.yaml"))
        while true {
            let missing = importDescription(sources, options: Options()).missing
            guard !missing.isEmpty else { return sources }
            for one in missing {
                if let file = try? file(one.path) { sources.add(file) } else { sources.addAbsence(of: one.path) }
            }
        }
    }

    /// Files without the line that says where they come from.
    private func generated(_ sources: SourceSet) -> [String: [Substring]] {
        let files = generate(sources, options: Options()).files
        return Dictionary(
            uniqueKeysWithValues: files.map { file in
                // The written description may state more statuses than the document does.
                let text = text(file).replacing(#/ \(fails with [^)]*\)/#, with: "")
                return (file.name, Array(text.split(separator: "\n").dropFirst()))
            })
    }

    private func text(_ file: Output.File) -> String { String(decoding: file.contents, as: UTF8.self) }

    private func native(_ text: String) -> SourceSet {
        SourceSet(main: .init(path: "api.yaml", bytes: Array(text.utf8)))
    }

    private func document(_ text: String) -> SourceSet {
        SourceSet(main: .init(path: "openapi.yaml", bytes: Array(text.utf8)))
    }

    /// The same code, to the byte; where that is not so, a warning says it.
    @Test(arguments: documents) func givesTheSameCode(_ name: String) throws {
        let sources = try sources(name)
        let imported = importDescription(sources, options: Options())
        let problems = imported.diagnostics.sorted.filter { ["not-imported", "import-differs"].contains($0.id) }
        #expect(
            !imported.diagnostics.hasErrors, "\(DiagnosticRenderer(paths: sources.paths).text(imported.diagnostics))")
        let output = generate(native(imported.text), options: Options())
        #expect(
            !output.diagnostics.hasErrors,
            "\(DiagnosticRenderer(paths: ["api.yaml"]).text(output.diagnostics))\n\(imported.text)")
        let isSame = generated(sources) == generated(native(imported.text))
        #expect(isSame == problems.isEmpty, "\(problems.map(\.message))")
        if problems.isEmpty { #expect(wireForm(native(imported.text)) == wireForm(sources)) }
    }

    /// The body that a document describes for a response to HEAD is ignored, in every media type.
    @Test func headHasNoBody() {
        let content =
            "application/json: {schema: {type: string}}, application/vnd.a+json: {schema: {type: number}}, text/csv: {}"
        let sources = document(
            """
            openapi: 3.1.0
            info: {title: Heads, version: "1"}
            servers: [{url: "https://a.example"}]
            security: []
            paths: {/a: {head: {operationId: headA, responses: {"200": {description: d, content: {\(content)}}}}}}
            """)
        let imported = importDescription(sources, options: Options())
        #expect(!imported.diagnostics.hasErrors && !imported.text.contains("response:"), "\(imported.text)")
        #expect(generated(sources) == generated(native(imported.text)))
    }

    /// Everything that these documents are made of has a form in the format, but for types that are only guessed, styles of
    /// lists in lists, and where types stand that unions take from each other.
    @Test func nothingIsLost() throws {
        let different = try Self.documents.filter { name in
            importDescription(try sources(name), options: Options()).diagnostics.sorted.contains {
                ["not-imported", "import-differs"].contains($0.id)
            }
        }
        #expect(
            different == [
                "openapi-implied-types", "openapi-swagger-2-oddities", "openapi-unions-in-place-of-each-other",
            ])
    }

    @Test func oddNamesTypesAndMedia() {
        let sources = document(OddDocument.text)
        let imported = importDescription(sources, options: Options())
        #expect(!imported.diagnostics.hasErrors)
        #expect(
            imported.diagnostics.all.filter { ["not-imported", "import-differs"].contains($0.id) }.map(\.message) == [])
        #expect(generated(sources) == generated(native(imported.text)), "\(imported.text)")
    }

    /// Fields that are called as keys of JSON Schema are.
    @Test func fieldsThatAreCalledAsKeys() {
        for name in ["properties", "allOf", "oneOf", "extends", "enums", "$ref", "fields", "is", "union"] {
            let sources = document(
                """
                openapi: 3.1.0
                info: {title: Shop, version: "1"}
                servers: [{url: "https://api.example.com"}]
                security: []
                paths: {/a: {get: {operationId: a, responses: {"200": {description: d, content: {application/json: {schema: {$ref: "#/components/schemas/A"}}}}}}}}
                components:
                  schemas:
                    A: {type: object, properties: {"\(name)": {oneOf: [{$ref: "#/components/schemas/B"}, {type: array, items: {type: string}}]}, b: {type: string}}}
                    B: {type: object, properties: {"\(name)": {type: object, properties: {a: {type: string}}}}}
                """)
            let imported = importDescription(sources, options: Options())
            #expect(
                !imported.diagnostics.all.contains { $0.id.hasPrefix("import-") },
                "\(name): \(imported.diagnostics.all)")
            #expect(generated(sources) == generated(native(imported.text)), "\(imported.text)")
        }
    }

    /// A schema that the format would refuse or misread is written in another way.
    @Test func whatTheFormatHasNoWordFor() {
        let sources = document(
            """
            openapi: 3.1.0
            info: {title: Shop, version: "1"}
            servers: [{url: "https://api.example.com"}]
            security: []
            paths:
              /a/{id}:
                get:
                  operationId: look
                  parameters:
                    - {name: id, in: path, required: true, schema: {type: string}}
                    - {name: order_id, in: query, required: true, schema: {type: string}}
                  responses:
                    "200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/All"}}}}
            components:
              schemas:
                Number: {type: number}
                One: {oneOf: [{$ref: "#/components/schemas/Number"}, {type: number}]}
                Anything: {title: Bool}
                Level: {type: integer, enum: [1, 2], x-enum-varnames: [状态, 𝐀]}
                All:
                  type: object
                  properties:
                    one: {$ref: "#/components/schemas/One"}
                    inPlace: {oneOf: [{$ref: "#/components/schemas/Number"}, {type: number}]}
                    any: {$ref: "#/components/schemas/Anything"}
                    level: {$ref: "#/components/schemas/Level"}

            """)
        let imported = importDescription(sources, options: Options())
        #expect(imported.text.contains("  One: Number\n"))
        #expect(imported.text.contains("  Anything: {description: \"Bool\", is: JSON}\n"))
        #expect(imported.text.contains("  Level: {enum: {1: \"状态\", 2: \"𝐀\"}}\n"), "\(imported.text)")
        #expect(!imported.diagnostics.hasErrors)
        // A union of one is read and written otherwise, which is said; nothing else is.
        let different = imported.diagnostics.sorted.filter { $0.id == "import-differs" }.map {
            "\($0.message)".prefix { $0 != " " }
        }
        #expect(Set(different) == ["'One'", "'All'"], "\(different)")
    }

    /// Whatever the format refuses is left out with a warning, and the rest is written: the result can always be read.
    @Test func whatTheFormatRefusesIsLeftOut() {
        let sources = document(
            """
            openapi: 3.1.0
            info: {title: Shop, version: "1"}
            servers: [{url: "https://api.example.com"}]
            paths:
              /a/:id: {get: {operationId: colon, responses: {"204": {description: ok}}}}
              //b: {get: {operationId: slashes, responses: {"204": {description: ok}}}}
              /c/*: {get: {operationId: star, responses: {"204": {description: ok}}}}
              /d: {get: {operationId: plain, parameters: [{name: first name, in: query, schema: {type: string}}], responses: {"204": {description: ok}}}}
            components: {schemas: {A: {type: object, properties: {a -> b: {type: string}, c as d: {type: integer}}}}}
            """)
        let imported = importDescription(sources, options: Options())
        let refused = imported.diagnostics.sorted.filter {
            ["import-refused", "import-not-readable", "import-differs"].contains($0.id)
        }
        #expect(refused.map(\.id) == ["import-refused"], "\(refused.map(\.message))")
        #expect(refused.first?.location.line == 5)
        #expect(!imported.text.contains("Colon") && imported.text.contains("Slashes") && imported.text.contains("Star"))
        #expect(!generate(native(imported.text), options: Options()).diagnostics.hasErrors, "\(imported.text)")
    }

    /// Found by the fuzzer: unions and enums that are odd and legal.
    @Test(arguments: [
        // A discriminator of what has no properties.
        """
        components:
          schemas:
            encode: {type: array}
            _encode: {oneOf: [{$ref: "#/components/schemas/encode"}], discriminator: {propertyName: encode}, properties: {}}
            aB: {type: object}
            1-5: {oneOf: [{$ref: "#/components/schemas/_encode"}, {$ref: "#/components/schemas/aB"}], discriminator: {propertyName: 1-5}}
        """,
        // The same enum twice, which has each value once.
        """
        components:
          schemas:
            shape: {enum: [shape, _shape], title: shape}
            _shape:
              type: object
              properties:
                shape:
                  oneOf: [{properties: {shape: {anyOf: [{$ref: "#/components/schemas/shape"}]}}}]
                  properties: {shape: {oneOf: [{$ref: "#/components/schemas/shape"}, {$ref: "#/components/schemas/shape"}]}}
        """,
        // A property without a name.
        """
        components:
          schemas:
            Base: {type: object, required: ["", a]}
            Union: {oneOf: [{$ref: "#/components/schemas/Base"}], discriminator: {propertyName: ""}, properties: {a: {type: array, items: {type: string}}}}
        """,
    ]) func oddUnions(_ components: String) {
        let sources = document(
            "openapi: 3.1.0\ninfo: {title: Shop, version: \"1\"}\nservers: [{url: \"https://api.example.com\"}]\n"
                + components)
        let imported = importDescription(sources, options: Options())
        let ids = imported.diagnostics.all.map(\.id)
        #expect(!imported.diagnostics.hasErrors && !ids.contains("import-refused"), "\(ids)")
        let output = generate(native(imported.text), options: Options())
        #expect(!output.diagnostics.hasErrors, "\(imported.text)")
        let told = ids.contains("import-differs") || ids.contains("not-imported")
        #expect(told || generated(sources) == generated(native(imported.text)), "\(imported.text)")
    }

    @Test func chosenOperationsAndWhatTheyReach() throws {
        var options = Options()
        options.selection.include.operations = ["listReactions"]
        options.apiName = "Reactions"
        let imported = importDescription(try sources("openapi-enums-of-parameters"), options: options)
        #expect(
            imported.text == """
                callsite: 1
                api: Reactions
                description: Shop API
                baseURL: "https://shop.example/v1"
                endpoints:
                  ListReactions:
                    path: /reactions
                    parameters:
                      content?: {enum: ["+1", "-1", laugh]}
                      state?: State
                    response: [Reaction]
                models:
                  State: {enum: [open, closed]}
                  Reaction: {content: {enum: ["+1", "-1", laugh]}}

                """)
    }

    /// The summary of a tag (OpenAPI 3.2) stands in the file of its operations, whatever it holds, and has no place in
    /// the format.
    @Test func summariesOfTags() {
        let sources = document(
            """
            openapi: 3.2.0
            info: {title: Shop, version: "1"}
            servers: [{url: "https://shop.example/v1"}]
            security: []
            tags: [{name: books, summary: "All books */\\nimport Evil"}]
            paths: {/books: {get: {operationId: books, tags: [books], responses: {"204": {description: ok}}}}}
            """)
        let file = generate(sources, options: Options()).files.first { $0.name == "Shop+Books.swift" }.map(text) ?? ""
        let lines = file.split(separator: "\n").prefix(4)
        #expect(
            lines.dropFirst().first?.hasPrefix("// All books */") == true && lines.last == "import CallsiteRuntime",
            "\(file)")
        let problems = importDescription(sources, options: Options()).diagnostics.sorted.map(\.id)
        #expect(problems.contains("not-imported"), "\(problems)")
    }

    @Test func aDescriptionOfTheFormatItselfIsRefused() {
        let imported = importDescription(native(NativeFormat.starter), options: Options())
        #expect(imported.text == "")
        #expect(imported.diagnostics.all.map(\.id) == ["import-of-native"])
    }

    /// Alternatives of several types combine as their own alternatives do; one with a list of types doesn't.
    @Test(arguments: [
        (
            "{oneOf: [{$ref: '#/components/schemas/U'}, {type: boolean}]}",
            "{oneOf: [{$ref: '#/components/schemas/U'}]}", "U"
        ),
        (
            "{oneOf: [{$ref: '#/components/schemas/U'}, {type: boolean}]}",
            "{oneOf: [{type: boolean}, {type: object}]}", "Bool"
        ),
        (
            "{oneOf: [{$ref: '#/components/schemas/U'}, {type: boolean}]}", "{oneOf: [{type: string}, {type: object}]}",
            "String"
        ),
        ("{oneOf: [{type: [string, integer]}, {type: boolean}]}", "{oneOf: [{type: string}, {type: object}]}", "JSON"),
    ])
    func alternativesOfSeveralTypes(_ first: String, _ second: String, _ type: String) {
        let imported = importDescription(
            document(
                """
                openapi: 3.1.0
                info: {title: Shop, version: "1"}
                servers: [{url: "https://shop.example"}]
                paths: {}
                components:
                  schemas:
                    U: {oneOf: [{type: string}, {type: integer}]}
                    Both: {allOf: [\(first), \(second)]}
                """), options: Options())
        #expect(imported.text.contains("\n  Both: \(type)\n"), "\(imported.text)")
    }

    /// A damaged document is none of Callsite's format.
    @Test(arguments: [
        ("openapi: 3.0.0\ninfo: {title: T\u{1}}\n", "control-character"), ("openap: 3.0.0\n", "not-a-description"),
    ])
    func damagedDocumentsHaveTheirOwnMistakes(_ text: String, _ id: String) {
        let imported = importDescription(document(text), options: Options())
        #expect(imported.diagnostics.all.map(\.id) == [id])
    }

    @Test func streamsOfLists() {
        let imported = importDescription(
            document(
                """
                openapi: 3.1.0
                info: {title: 1Password & Co, version: "1"}
                servers: [{url: "https://api.example.com"}]
                security: []
                paths:
                  /events:
                    get:
                      operationId: watch
                      responses:
                        "200": {description: ok, content: {application/x-ndjson: {itemSchema: {type: array, items: {type: integer}}}}}
                """), options: Options())
        #expect(imported.diagnostics.all.isEmpty)
        #expect(imported.text.contains(#""stream of [Int]""#))
        #expect(!generate(native(imported.text), options: Options(isStrict: true)).diagnostics.hasErrors)
    }

    /// Nested types stay nested, parameters keep their order, aliases their documentation, and names that aren't the
    /// format's are pinned.
    @Test func namesOrderAndDocumentationAreKept() {
        let sources = document(
            """
            openapi: 3.1.0
            info: {title: Shop, version: "1"}
            servers: [{url: "https://api.example.com"}]
            security: []
            paths:
              /a/{x}/{y}:
                get:
                  operationId: get_it
                  parameters:
                    - {name: q, in: query, schema: {type: string}}
                    - {name: y, in: path, required: true, schema: {type: integer}}
                    - {name: x, in: path, required: true, schema: {type: string}}
                  responses:
                    "200":
                      description: ok
                      content:
                        application/json:
                          schema:
                            type: object
                            properties:
                              rows: {type: array, items: {type: object, properties: {kind: {type: string, enum: [Day, String]}}}}
                              day: {$ref: "#/components/schemas/day"}
                              price: {$ref: "#/components/schemas/price"}
            components:
              schemas:
                day: {type: object, properties: {a: {type: string}}}
                price: {type: string, description: In the currency's own unit.}
            """)
        let imported = importDescription(sources, options: Options())
        #expect(imported.diagnostics.all.isEmpty)
        #expect(generated(sources) == generated(native(imported.text)), "\(imported.text)")
    }
}
