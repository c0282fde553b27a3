import Foundation
import SwiftCompiler
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell

/// `formats:` and `types:` of `callsite.yaml` put types of the user's own into generated code.
@Suite struct OwnTypesTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Shop API, version: "1"}
        servers: [{url: "https://shop.example"}]
        security: []
        paths:
          /orders:
            get:
              operationId: listOrders
              parameters: [{name: min, in: query, schema: {type: string, format: money}}]
              responses: {"200": {description: ok, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Order"}}}}}}
            post:
              operationId: addOrder
              requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}
              responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Point"}}}}}
        components:
          schemas:
            Order:
              type: object
              required: [total]
              properties:
                total: {type: string, format: money}
                taxes: {type: array, items: {type: string, format: money}}
                at: {$ref: "#/components/schemas/Point"}
            Point: {type: object, properties: {x: {type: number}, y: {type: number}}}
            Money: {type: object, properties: {currency: {type: string}}}

        """

    private static let kit = """
        public import CallsiteRuntime

        public struct Money: WireCodable {
            public let text: String
            public init(from value: borrowing WireValue) throws {
                text = try value.string()
                guard text.contains(" ") else { throw value.failure("an amount and a currency") }
            }
            public func write(to output: inout FieldWriter) { text.write(to: &output) }
        }

        public struct Location: Model {
            public let x: Double
            public init(from fields: inout FieldReader) throws { x = try fields["x"] }
            public func encode(to fields: inout FieldWriter) { fields["x"] = x }
        }

        """

    private func folder(_ settings: String) throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write(Self.document, to: "openapi.yaml")
        try folder.write(
            "callsite: 1\ndescriptions: [{source: openapi.yaml, output: Out, \(settings)}]\n", to: "callsite.yaml")
        return folder
    }

    @Test(arguments: ["", "namespace: Shop, access: public, "])
    func typesOfAnotherModule(_ more: String) async throws {
        let folder = try folder(
            more
                + "formats: {money: {type: Money, import: MoneyKit}}, types: {Point: {type: Location, import: MoneyKit}}"
        )
        try folder.write(Self.kit, to: "MoneyKit.swift")
        let result = folder.run("generate", "--fixtures", "Fixtures", "--module", "App")
        #expect(result.status == 0, "\(result.errors)")
        let models = folder.read("Out/Shop+Models.swift") ?? ""
        #expect(
            models.contains("let total: Money\n") && models.contains("let taxes: [Money]?\n")
                && models.contains("let at: Location?\n"))
        // The document's own schema of that name gives way, and what is replaced isn't declared.
        #expect(
            models.contains("struct ShopMoney") && !models.contains("struct Point")
                && !models.contains("struct Location"))
        guard let modules = SwiftCompiler.modules else { return }
        let kit = try await SwiftCompiler.run([
            "-emit-module", "-swift-version", "6", "-module-name", "MoneyKit", "-I", modules, "-emit-module-path",
            folder.path("MoneyKit.swiftmodule"), folder.path("MoneyKit.swift"),
        ])
        #expect(kit.status == 0, "\(kit.text)")
        let app = try await SwiftCompiler.run(
            [
                "-emit-module", "-enable-testing", "-warnings-as-errors", "-swift-version", "6", "-module-name", "App",
                "-I", modules, "-I", folder.path, "-emit-module-path", folder.path("App.swiftmodule"),
            ] + folder.names(in: "Out").map { folder.path("Out/\($0)") })
        #expect(app.status == 0, "\(app.text)")
        let fixtures = try await SwiftCompiler.run(
            ["-typecheck", "-warnings-as-errors", "-swift-version", "6", "-I", modules, "-I", folder.path]
                + folder.names(in: "Fixtures").map { folder.path("Fixtures/\($0)") })
        #expect(fixtures.status == 0, "\(fixtures.text)")
    }

    @Test func onlyFilesThatNameATypeImportItsModule() throws {
        let folder = try folder("types: {Point: {type: Location, import: MoneyKit}}")
        #expect(folder.run("generate").status == 0)
        #expect(folder.read("Out/Shop+Models.swift")?.contains("import MoneyKit\n") == true)
        #expect(folder.read("Out/Shop.swift")?.contains("import MoneyKit") == false)
    }

    @Test func aTypeOfTheSameModuleIsNotImported() throws {
        let folder = try folder("types: {Point: Location}")
        #expect(folder.run("generate").status == 0)
        let models = folder.read("Out/Shop+Models.swift") ?? ""
        #expect(models.contains("let at: Location?") && models.components(separatedBy: "import ").count == 2)
    }

    @Test(arguments: [
        ("types: {Pint: Location}", "callsite.yaml replaces 'Pint', but there is no such model; did you mean 'Point'?"),
        ("types: {Point: location}", "'location' can't name a type"),
        ("types: {Point: {type: Location, import: \"Kit; import Evil\"}}", "'Kit; import Evil' can't be imported"),
        ("types: {Point: {import: Kit}}", "a type of your own needs 'type'"),
        ("formats: {money: {typ: Money}}", "unknown key 'typ' in a type of your own; did you mean 'type'?"),
        ("formats: {money: {dateFormat: DD/MM/YYYY}}", "'DD/MM/YYYY' isn't a date format: 'D' is no part of a date"),
        ("formats: {money: {dateFormat: dd/mm/yyyy}}", "'dd/mm/yyyy' isn't a date format: it has minutes and no month"),
        ("formats: {money: {dateFormat: MM/dd/yyyy, timeZone: Berlin time}}", "'timeZone' is 'Berlin time'"),
        ("formats: {money: {dateFormat: MM/dd/yyyy, import: Kit}}", "'import' is the module of a type of your own"),
        ("formats: {money: {type: Money, timeZone: GMT}}", "'timeZone' needs 'dateFormat'"),
        ("formats: {money: Mony}", "'formats' can't be 'Mony'"),
    ])
    func problems(_ settings: String, _ message: String) throws {
        let result = try folder(settings).run("generate")
        #expect(result.status == 1 && result.errors.contains(message), "\(result.errors)")
    }

    /// Strings that are dates in a format of their own get a type for each format. The type is declared once, and named
    /// after the format or as the configuration says.
    @Test(arguments: ["", "namespace: Shop, access: public, "])
    func dates(_ more: String) async throws {
        let folder = try folder(
            more
                + "formats: {money: {dateFormat: MM/dd/yyyy}}, types: {Point: {type: Moment, dateFormat: \"dd.MM.yyyy HH:mm\", timeZone: Europe/Berlin}}"
        )
        let result = folder.run("generate", "--fixtures", "Fixtures", "--module", "App")
        #expect(result.status == 0, "\(result.errors)")
        let models = folder.read("Out/Shop+Models.swift") ?? ""
        #expect(models.components(separatedBy: "static let format = DateFormat(\"MM/dd/yyyy\")\n").count == 2)
        #expect(
            models.contains("struct Moment: FormattedDate {")
                && models.contains("DateFormat(\"dd.MM.yyyy HH:mm\", timeZone: \"Europe/Berlin\")"))
        #expect(models.contains("let at: Moment?") && models.contains("let total: MoneyModel"))
        guard let modules = SwiftCompiler.modules else { return }
        let app = try await SwiftCompiler.run(
            [
                "-emit-module", "-enable-testing", "-warnings-as-errors", "-swift-version", "6", "-module-name", "App",
                "-I", modules, "-emit-module-path", folder.path("App.swiftmodule"),
            ] + folder.names(in: "Out").map { folder.path("Out/\($0)") })
        #expect(app.status == 0, "\(app.text)")
        let fixtures = try await SwiftCompiler.run(
            ["-typecheck", "-warnings-as-errors", "-swift-version", "6", "-I", modules, "-I", folder.path]
                + folder.names(in: "Fixtures").map { folder.path("Fixtures/\($0)") })
        #expect(fixtures.status == 0, "\(fixtures.text)")
    }
}
