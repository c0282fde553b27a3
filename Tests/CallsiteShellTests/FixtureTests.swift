import CallsitePrinter
import Foundation
import SwiftCompiler
import Testing

/// The files of `--fixtures` compile as a test target does, and a release build of the tests compiles too.
@Suite struct FixtureTests {
    @Test func theBuildPluginWritesThemForATestTarget() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            // swift-tools-version: 6.1
            import PackageDescription
            let package = Package(
                name: "Pets",
                targets: [
                    .target(name: "App"), .target(name: "Zoo"), .testTarget(name: "AppTests"), .testTarget(name: "OtherTests"),
                ])
            """, to: "Package.swift")
        func write(_ entries: String) throws {
            try folder.write("callsite: 1\ndescriptions:\n\(entries)", to: "callsite.yaml")
        }
        for (name, field) in [("cats", "name"), ("dogs", "age")] {
            try folder.write(
                """
                callsite: 1
                api: \(name.capitalized)
                baseURL: https://a.example
                endpoints: {GetOne: {path: /one, response: \(name.capitalized)Model}}
                models: {\(name.capitalized)Model: {\(field): Int}}

                """, to: "Specs/\(name).yaml")
        }
        let entries = """
              - {source: Specs/cats.yaml, target: App, namespace: Cats, fixtures: Tests/AppTests/Generated}
              - {source: Specs/dogs.yaml, target: App, namespace: Dogs, module: Zoo, fixtures: Tests/AppTests}

            """
        func run(_ target: String, _ options: [String] = []) -> RunResult {
            folder.run(
                ["generate", "--shards=1", "--target=\(target)", "--output=Out\(target)", "--config=callsite.yaml"]
                    + options)
        }
        try write(entries)
        // The code itself: the models can be made.
        let app = run("App")
        #expect(app.status == 0 && app.errors == "", "\(app.errors)")
        #expect(folder.read("OutApp/Callsite+Models00.swift")?.contains("init(name: Int)") == true)
        #expect(!folder.names(in: "OutApp").contains("Callsite+Fixtures.swift"))
        // Its tests.
        let tests = run("AppTests", ["--test-folder=\(folder.path("Tests/AppTests"))"])
        #expect(tests.status == 0 && tests.errors == "", "\(tests.errors)")
        let fixtures = try #require(folder.read("OutAppTests/Callsite+Fixtures.swift"))
        for part in [
            "@testable import App\n", "@testable import Zoo\n", "extension Cats.CatsModel", "extension Dogs.DogsModel",
        ] {
            #expect(fixtures.contains(part), "\(fixtures)")
        }
        for name in ["API", "Models00", "Requests00"] {
            #expect(
                folder.read("OutAppTests/Callsite+\(name).swift")?.contains("There is nothing for this file.") == true)
        }
        // Another test target has nothing.
        let others = run("OtherTests", ["--test-folder=Tests/OtherTests"])
        #expect(
            others.status == 1 && others.errors.contains("lists nothing for the target 'OtherTests'"),
            "\(others.errors)")
        // For no target in particular, and from no module that is known.
        try write("  - {source: Specs/cats.yaml, fixtures: Tests/AppTests}\n")
        let unknown = run("AppTests", ["--test-folder=Tests/AppTests"])
        #expect(
            unknown.status == 1 && unknown.errors.contains("callsite.yaml:3:41: error: it isn't known which module"),
            "\(unknown.errors)")
        let usage = folder.run("generate", "Specs/cats.yaml", "-oOut", "--test-folder=Tests")
        #expect(usage.status == 64 && usage.errors.contains("'--test-folder' has no effect without '--shards'"))
    }

    /// A list over an example has one element and is complete, however the response says so.
    @Test func anExampleOfAPagedOperationIsTheOnlyPage() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            callsite: 1
            api: Books
            baseURL: https://books.example
            endpoints:
              Numbered:
                {path: /a, parameters: {page: Int = 1}, response: {fields: {books: [Book], page: Int, total: Int}}, pagination: {style: page, parameter: page, total: total, elements: books}}
              Flagged:
                {path: /b, parameters: {page: Int = 1}, response: {fields: {books: [Book], meta: {fields: {more: Bool, pages: Int}}}}, pagination: {style: page, parameter: page, hasNext: meta.more, totalPages: meta.pages, elements: books}}
              Pointed:
                {path: /c, parameters: {after: String?}, response: {fields: {data: {fields: {books?: [Book]}}, next: String?}}, pagination: {style: cursor, parameter: after, next: next, elements: data.books}}
              Iterated:
                {path: /d, parameters: {after: String?}, response: {fields: {next: String, books: [String], done: Bool?}}, pagination: {style: cursor, parameter: after, next: next, isLast: done, elements: books}}
            models:
              Book: {id: Int}

            """, to: "books.yaml")
        let result = folder.run("generate", "books.yaml", "-oOut", "--fixtures", "Fixtures", "--module", "App")
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        let fixtures = try #require(folder.read("Fixtures/Books+Fixtures.swift"))
        for value in [
            ".fixture(books: [.fixture()], total: 1)",
            ".fixture(books: [.fixture()], meta: .fixture(more: false, pages: 1))",
            ".fixture(data: .fixture(books: [.fixture()]), next: nil)",
            ".fixture(next: \"\", books: [\"element\"], done: true)",
        ] {
            #expect(fixtures.contains(value), "\(fixtures)")
        }
    }

    private static let document = """
        openapi: 3.0.3
        info: {title: Things, version: "1"}
        servers: [{url: "https://things.example"}]
        security: []
        paths:
          /things:
            post:
              operationId: addThing
              requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
              responses:
                "200": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
            get:
              operationId: oldThings
              deprecated: true
              parameters: [{name: order, in: query, schema: {type: string, enum: [up, down]}}]
              responses:
                "200": {description: ok, content: {application/json: {schema: {type: object, required: [inner], properties: {inner: {type: object, properties: {a: {type: integer}}}}}}}}
          /words:
            get:
              operationId: getWords
              responses:
                "200": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Words'}}}}
          /calendar:
            get:
              operationId: getCalendar
              responses:
                "200": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Calendar'}}}}
        components:
          schemas:
            # It goes both ways, and one of its fields only one.
            Thing: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, note: {type: string, nullable: true}}}
            # Foundation and the runtime have types of these names.
            Calendar: {type: object, required: [at, page, link], properties: {id: {type: string, format: uuid}, at: {type: string, format: date-time}, page: {$ref: '#/components/schemas/Pages'}, link: {type: string, format: uri}, any: {}}}
            Pages: {type: object, required: [locale], properties: {locale: {$ref: '#/components/schemas/Locale'}, day: {type: string, format: date}}}
            # Keywords, as fields and as discriminators: in a call all but one are labels without backticks.
            Words: {type: object, required: [let, first, second], properties: {let: {type: string}, var: {type: integer}, inout: {type: string}, class: {type: string}, init: {type: string}, self: {type: string}, first: {$ref: '#/components/schemas/First'}, second: {$ref: '#/components/schemas/Second'}}}
            First: {oneOf: [{$ref: '#/components/schemas/ByLet'}], discriminator: {propertyName: let, mapping: {a: '#/components/schemas/ByLet', b: '#/components/schemas/ByLet'}}}
            Second: {oneOf: [{$ref: '#/components/schemas/ByInout'}, {$ref: '#/components/schemas/ByClass'}], discriminator: {propertyName: inout}}
            ByLet: {type: object, required: [let], properties: {let: {type: string}, class: {type: string}}}
            ByInout: {type: object, required: [inout], properties: {inout: {type: string}}}
            ByClass: {type: object, required: [inout, class], properties: {inout: {type: string}, class: {type: string}}}
            Locale: {type: object, properties: {price: {type: number, format: decimal}, bytes: {type: string, format: byte}}}

        """

    @Test(arguments: ["internal", "package", "public"], [false, true])
    func fixturesCompile(access: String, isRelease: Bool) async throws {
        guard let modules = SwiftCompiler.modules else { return }
        let folder = try TestFolder()
        try folder.write(Self.document, to: "things.yaml")
        #expect(
            folder.run(
                "generate", "things.yaml", "-oOut", "--fixtures", "Fixtures", "--module", "App", "--access", access
            ).status == 0)
        // A release build of a package has no '-enable-testing', and 'DEBUG' is a debug build's.
        let configuration =
            ["-package-name", "app"] + (isRelease ? ["-O"] : ["-Onone", "-enable-testing", "-D", "DEBUG"])
        let built = try await SwiftCompiler.run(
            [
                "-emit-module", "-swift-version", "6", "-module-name", "App", "-I", modules, "-emit-module-path",
                folder.path("App.swiftmodule"),
            ]
                + configuration + folder.names(in: "Out").map { folder.path("Out/\($0)") })
        #expect(built.status == 0, "\(built.text)")
        // A test that uses them, where they are there.
        try folder.write(
            """
            #if DEBUG || !INTERNAL
            \(access == "internal" ? "@testable import App" : "import App")
            func use() -> (Thing, App.Calendar) { (.fixture(id: "1"), .fixture(page: .fixture(locale: .fixture()))) }
            #endif

            """, to: "Use.swift")
        let checked = try await SwiftCompiler.run(
            [
                "-typecheck", "-warnings-as-errors", "-swift-version", "6", "-module-name", "AppTests", "-I", modules,
                "-I", folder.path,
            ]
                + configuration + (access == "internal" ? ["-D", "INTERNAL"] : [])
                + folder.names(in: "Fixtures").map { folder.path("Fixtures/\($0)") } + [folder.path("Use.swift")])
        #expect(checked.status == 0, "\(checked.text)")
    }
}
