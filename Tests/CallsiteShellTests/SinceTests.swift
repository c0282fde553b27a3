import Foundation
import SwiftCompiler
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell

/// `generate --since`: code that was written for an older description goes on compiling.
@Suite struct SinceTests {
    private static let cases = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "Since")

    private func text(_ name: String) throws -> String {
        try String(contentsOf: Self.cases.appendingPathComponent(name), encoding: .utf8)
    }

    private func folder() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write(text("old.yaml"), to: "old.yaml")
        try folder.write(text("new.yaml"), to: "new.yaml")
        return folder
    }

    /// The declarations added for a pair in which everything has another name, place or order. `UPDATE_GOLDEN=1`
    /// rewrites them, and fails.
    @Test(arguments: [("internal", [String]()), ("public", ["--access", "public", "--namespace", "Store"])])
    func whatIsAdded(_ name: String, _ options: [String]) throws {
        let folder = try folder()
        let run = folder.run(["generate", "new.yaml", "-qo", "Out", "--since", "old.yaml"] + options)
        #expect(run.status == 0, "\(run.errors)")
        let added = try #require(folder.read("Out/Shop+Deprecated.swift"))
        let golden = Self.cases.appendingPathComponent("\(name).swift.txt")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
            try Data(added.utf8).write(to: golden)
            Issue.record("what is added was rewritten: read the difference, then run without UPDATE_GOLDEN")
            return
        }
        #expect(added == (try String(contentsOf: golden, encoding: .utf8)))
    }

    /// The declarations added between two short descriptions of a shop with two models in the long form.
    private func added(_ old: (String, String), _ new: (String, String), _ options: String...) throws -> String {
        let folder = try TestFolder()
        for (name, models) in [("old.yaml", old), ("new.yaml", new)] {
            try folder.write(
                """
                openapi: 3.1.0
                info: {title: Shop, version: "1"}
                servers: [{url: https://shop.example}]
                security: []
                paths:
                  /one: {get: {operationId: one, responses: {'200': {description: OK, content: {application/json: {schema: \(reference("One"))}}}}}}
                  /two: {get: {operationId: two, responses: {'200': {description: OK, content: {application/json: {schema: \(reference("Two"))}}}}}}
                components:
                  schemas:
                    One: {type: object, properties: {part: \(models.0)}}
                    Two: {type: object, properties: {part: \(models.1)}}

                """, to: name)
        }
        let run = folder.run(["generate", "new.yaml", "-qo", "Out", "--since", "old.yaml"] + options)
        #expect(run.status == 0, "\(run.errors)")
        return folder.read("Out/Shop+Deprecated.swift") ?? ""
    }

    private func reference(_ name: String) -> String { "{$ref: '#/components/schemas/\(name)'}" }

    /// Two types that have become one declaration have one set of members, and what one of them had may be another
    /// value in the other.
    @Test func membersOfSharedShapesMeanTheSameToAllWhoHadThem() throws {
        func values(_ names: String) -> String { "{type: string, enum: ['1', '2'], x-enum-varnames: [\(names)]}" }
        let now = values("lowest, highest")
        let cases = try added((values("low, mid"), values("top, low")), (now, now))
        #expect(cases.contains("extension ShopPart {") && !cases.contains("var low"), "\(cases)")
        #expect(cases.contains("var mid: Self { .highest }") && cases.contains("var top: Self { .lowest }"))
        #expect(try added((values("low, high"), values("low, high")), (now, now)).contains("var low: Self { .lowest }"))
        func fields(_ names: String...) -> String {
            "{type: object, properties: {\(names.map { "\($0): {type: array, items: {type: string}}" }.joined(separator: ", "))}}"
        }
        // In the one it is called otherwise; in the other it is gone.
        let joined = try added(
            (fields("phone", "mail"), fields("phones", "phone", "mail")),
            (fields("phones", "mail"), fields("phones", "mail")))
        #expect(!joined.contains("var phone"), "\(joined)")
    }

    /// An alias of a generic type asks of its arguments what that does.
    @Test(.enabled(if: SwiftCompiler.modules != nil, "the runtime's module is not beside the tests"))
    func genericModelsOfAnotherName() async throws {
        let folder = try TestFolder()
        let modules = try #require(SwiftCompiler.modules)
        for (name, model) in [("old.yaml", "Page"), ("new.yaml", "Paged")] {
            try folder.write(
                """
                callsite: 1
                api: Shop
                baseURL: https://shop.example
                endpoints:
                  List: {path: /items, response: "\(model)<Item>"}
                models:
                  Item: {id: Int}
                  \(model)<T>: {items: "[T]", total: Int, next: "String?"}

                """, to: name)
        }
        let run = folder.run("generate", "new.yaml", "-qo", "Out", "--since", "old.yaml")
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            folder.read("Out/Shop+Deprecated.swift")?.contains("typealias Page<T: WireDecodable> = Paged<T>") == true)
        try folder.write("func total(_ page: Page<Item>) -> Int { page.total }\n", to: "Callers.swift")
        let files = folder.names(in: "Out").map { folder.path("Out/" + $0) } + [folder.path("Callers.swift")]
        let flags = [
            "-typecheck", "-parse-as-library", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", modules,
        ]
        let result = try await SwiftCompiler.run(flags + files)
        #expect(result.status == 0, "\(result.text)")
    }

    @Test(.enabled(if: SwiftCompiler.modules != nil, "the runtime's module is not beside the tests"))
    func oldCallersCompile() async throws {
        let folder = try folder()
        let modules = try #require(SwiftCompiler.modules)
        let callers = """
            import CallsiteRuntime
            import Foundation

            func get(_ id: OrderID) -> GetOrderRequest { GetOrderRequest(id: id, pageSize: 10, fields: ["a"]) }
            func change(_ request: inout GetOrderRequest) { request.id = "other" }
            func make() -> (String, [String]?) -> GetOrderRequest { { GetOrderRequest(id: $0, fields: $1) } }
            func read(_ order: Order) -> (Date, Bool) { (order.created, order.status == .isOpen) }
            func town(_ address: Address) -> String { address.city }
            """
        try folder.write(callers, to: "Callers.swift")
        func compile(_ options: [String], strictly: Bool, with callers: [String]) async throws -> (
            status: Int32, text: String
        ) {
            let run = folder.run(["generate", "new.yaml", "-qo", "Out", "--access", "public"] + options)
            #expect(run.status == 0, "\(run.errors)")
            let files = folder.names(in: "Out").map { folder.path("Out/" + $0) } + callers.map(folder.path)
            let flags = [
                "-typecheck", "-parse-as-library", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", modules,
            ]
            return try await SwiftCompiler.run(flags + (strictly ? ["-warnings-as-errors"] : []) + files)
        }
        let broken = try await compile([], strictly: false, with: ["Callers.swift"])
        #expect(broken.status != 0)
        let kept = try await compile(["--since", "old.yaml"], strictly: false, with: ["Callers.swift"])
        #expect(kept.status == 0, "\(kept.text)")
        #expect(kept.text.contains("'OrderID' is deprecated: renamed to 'String'"), "\(kept.text)")
        // Generated code meets none of it.
        let alone = try await compile(["--since", "old.yaml"], strictly: true, with: [])
        #expect(alone.status == 0 && alone.text == "", "\(alone.text)")
    }

    /// Fields of a body that were arguments are in a model now, and the other way round.
    @Test(.enabled(if: SwiftCompiler.modules != nil, "the runtime's module is not beside the tests"))
    func bodiesMove() async throws {
        let folder = try TestFolder()
        let modules = try #require(SwiftCompiler.modules)
        let start = "callsite: 1\napi: Shop\nbaseURL: https://shop.example.com\nendpoints:\n"
        try folder.write(
            start + """
                  CreateOrder: {method: POST, path: /orders, parameters: {dry: Bool?}, body: {fields: {customer: String, note: String?, kind: a | b}}}
                  PutOrder: {method: PUT, path: "/orders/{id}", parameters: {id: Int}, body: NewOrder}
                  PatchOrder: {method: PATCH, path: "/orders/{id}", parameters: {id: Int}, body: NewOrder}
                models: {NewOrder: {customer: String, note: String?}}

                """, to: "old.yaml")
        // A field of what was the body of 'PatchOrder' is gone: its value would be lost.
        try folder.write(
            start + """
                  CreateOrder: {method: POST, path: /orders, parameters: {dry: Bool?}, body: Order}
                  PutOrder: {method: PUT, path: "/orders/{id}", parameters: {id: Int}, body: {fields: {customer: String, note: String?, gift: Bool?}}}
                  PatchOrder: {method: PATCH, path: "/orders/{id}", parameters: {id: Int}, body: {fields: {customer: String}}}
                models: {NewOrder: {customer: String, note: String?}, Order: {customer: String, note: String?, kind: a | b, gift: Bool?}}

                """, to: "new.yaml")
        try folder.write(
            """
            func create() -> CreateOrderRequest { CreateOrderRequest(dry: true, customer: "x", note: "n", kind: .a) }
            func read(_ request: CreateOrderRequest) -> (String, CreateOrderRequest.Kind) { (request.customer, request.kind) }
            func put(_ order: NewOrder) -> PutOrderRequest { PutOrderRequest(id: 1, body: order) }

            """, to: "Callers.swift")
        let run = folder.run("generate", "new.yaml", "-qo", "Out", "--since", "old.yaml")
        #expect(run.status == 0, "\(run.errors)")
        let added = try #require(folder.read("Out/Shop+Deprecated.swift"))
        #expect(!added.contains("PatchOrderRequest"), "\(added)")
        let files = folder.names(in: "Out").map { folder.path("Out/" + $0) } + [folder.path("Callers.swift")]
        let result = try await SwiftCompiler.run(
            ["-typecheck", "-parse-as-library", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", modules]
                + files)
        #expect(result.status == 0 && result.text.contains("Use 'init(dry:body:)'."), "\(result.text)")
    }

    /// A type in place became a model of the same name.
    @Test(
        .enabled(if: SwiftCompiler.modules != nil, "the runtime's module is not beside the tests"),
        arguments: [[String](), ["--namespace", "Store"]])
    func typesThatMovedOutKeepTheirOldNames(_ options: [String]) async throws {
        let folder = try TestFolder()
        let modules = try #require(SwiftCompiler.modules)
        let start =
            "callsite: 1\napi: Shop\nbaseURL: https://shop.example.com\nendpoints: {GetOrder: {path: /order, response: Order}}\n"
        try folder.write(start + "models: {Order: {id: Int, status: open | closed}}\n", to: "old.yaml")
        try folder.write(start + "models: {Order: {id: Int, status: Status}, Status: open | closed}\n", to: "new.yaml")
        let prefix = options.isEmpty ? "" : "Store."
        try folder.write(
            "func status(_ order: \(prefix)Order) -> \(prefix)Order.Status { let status: \(prefix)Status = order.status; return status }\n",
            to: "Callers.swift")
        #expect(folder.run(["generate", "new.yaml", "-qo", "Out", "--since", "old.yaml"] + options).status == 0)
        let files = folder.names(in: "Out").map { folder.path("Out/" + $0) } + [folder.path("Callers.swift")]
        let result = try await SwiftCompiler.run(
            [
                "-typecheck", "-parse-as-library", "-swift-version", "6", "-diagnostic-style", "llvm",
                "-warnings-as-errors", "-I", modules,
            ]
                + files)
        #expect(result.status == 0, "\(result.text)")
    }

    @Test func nothingIsAddedForTheSameDescription() throws {
        let folder = try folder()
        #expect(folder.run("generate", "new.yaml", "-qo", "Out", "--since", "new.yaml").status == 0)
        #expect(folder.names(in: "Out") == ["Shop+Models.swift", "Shop+Requests.swift", "Shop.swift"])
    }

    @Test func theConfigurationSaysIt() throws {
        let folder = try folder()
        try folder.write(
            "callsite: 1\ndescriptions:\n  - {source: new.yaml, output: Out, since: old.yaml}\n", to: "callsite.yaml")
        #expect(folder.run("generate", "-q").status == 0)
        #expect(folder.names(in: "Out").contains("Shop+Deprecated.swift"))
        #expect(folder.run("generate", "--check").status == 0)
        // It vanishes when nothing is named any more.
        try folder.write("callsite: 1\ndescriptions:\n  - {source: new.yaml, output: Out}\n", to: "callsite.yaml")
        #expect(folder.run("generate", "--check").status == 2)
        #expect(folder.run("generate", "-q").status == 0)
        #expect(!folder.names(in: "Out").contains("Shop+Deprecated.swift"))
    }

    /// Two descriptions share no endpoint, the older one has a mistake, or there is none.
    @Test func whatCantBeSince() throws {
        let folder = try folder()
        try folder.write(
            "openapi: 3.1.0\ninfo: {title: Zoo, version: '1'}\nservers: [{url: https://a.example}]\npaths: {/zoo: {get: {operationId: zoo, responses: {'204': {description: ok}}}}}\n",
            to: "zoo.yaml")
        let unrelated = folder.run("generate", "new.yaml", "-qo", "Out", "--since", "zoo.yaml")
        #expect(
            unrelated.status == 1 && unrelated.errors.contains("share no endpoint and hardly a model"),
            "\(unrelated.errors)")
        try folder.write("callsite: 1\n", to: "broken.yaml")
        let broken = folder.run("generate", "new.yaml", "-qo", "Out", "--since", "broken.yaml")
        #expect(broken.status == 1 && broken.errors.contains("broken.yaml:1:1: error: "), "\(broken.errors)")
        #expect(folder.run("generate", "new.yaml", "-qo", "Out", "--since", "none.yaml").status == 74)
        let several = folder.run("generate", "new.yaml", "old.yaml", "-qo", "Out", "--since", "zoo.yaml")
        #expect(several.status == 64 && several.errors.contains("'--since' is for one SPEC"), "\(several.errors)")
        #expect(folder.names(in: "Out") == [])
    }

    /// The build plugin's tool doesn't compare descriptions, and says so at the line that asks it to.
    @Test func theBuildPluginRefuses() throws {
        let folder = try folder()
        try folder.write(
            "callsite: 1\ndescriptions:\n  - source: new.yaml\n    target: App\n    since: old.yaml\n",
            to: "callsite.yaml")
        let run = folder.run(
            ["generate", "--config", "callsite.yaml", "--target", "App", "--shards", "2", "--output", "Out"], of: .build
        )
        #expect(run.status == 1)
        #expect(run.errors.contains("callsite.yaml:5:12: error: the build plugin can't keep callers"), "\(run.errors)")
        #expect(folder.names(in: "Out") == [])
        // `since` is for committed code, and has no effect in a build.
        try folder.write(
            "callsite: 1\ndescriptions:\n  - {source: new.yaml, output: Out, since: old.yaml}\n  - {source: old.yaml, target: App}\n",
            to: "callsite.yaml")
        let other = folder.run(
            ["generate", "--config", "callsite.yaml", "--target", "App", "--shards", "2", "--output", "Out"], of: .build
        )
        #expect(other.status == 0, "\(other.errors)")
    }
}
