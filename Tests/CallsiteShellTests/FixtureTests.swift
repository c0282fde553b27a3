import Foundation
import SwiftCompiler
import Testing

/// What `--fixtures` writes compiles as a test target does, and a release build of the tests compiles too.
@Suite struct FixtureTests {
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
        #expect(folder.run("generate", "things.yaml", "-oOut", "--fixtures", "Fixtures", "--module", "App", "--access", access).status == 0)
        // A release build of a package has no '-enable-testing', and 'DEBUG' is a debug build's.
        let configuration = ["-package-name", "app"] + (isRelease ? ["-O"] : ["-Onone", "-enable-testing", "-D", "DEBUG"])
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
            ["-typecheck", "-warnings-as-errors", "-swift-version", "6", "-module-name", "AppTests", "-I", modules, "-I", folder.path]
                + configuration + (access == "internal" ? ["-D", "INTERNAL"] : [])
                + folder.names(in: "Fixtures").map { folder.path("Fixtures/\($0)") } + [folder.path("Use.swift")])
        #expect(checked.status == 0, "\(checked.text)")
    }
}
