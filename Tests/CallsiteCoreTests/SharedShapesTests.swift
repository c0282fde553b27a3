import CallsiteCore
import CallsitePrinter
import CallsiteSwift
import Foundation
import SwiftCompiler
import Testing
import Waiting

/// Types in place that are the same are one: none is taken for another, and callers keep every name.
@Suite struct SharedShapesTests {
    /// All users of a shared shape print the same, over all golden cases. This test compares every value, so it notices
    /// a part that the generator's own comparison forgets.
    @Test(arguments: GoldenTests.cases) func whatIsSharedIsTheSame(_ name: String) throws {
        let (sources, _) = try GoldenTests.generate(in: GoldenTests.folder.appendingPathComponent(name))
        let shapes: [(name: String, users: Int, contents: Set<String>)] = onLargeStack {
            var diagnostics = Diagnostics()
            let front = Front(sources, Options(), &diagnostics)
            guard front.description.missing.isEmpty else { return [] }
            let lowering = Lowering(front.api(Options(), &diagnostics), Options())
            lowering.nameEverything(&diagnostics)
            return lowering.shared.shapes.map { shape in
                let contents = Set(shape.users.map { content(lowering.lowerType($0)) })
                return (shape.name.name, shape.users.count, contents)
            }
        }
        for shape in shapes {
            #expect(shape.users > 1)
            #expect(shape.contents.count == 1, "\(shape.name): \(shape.contents.sorted().joined(separator: "\n"))")
        }
    }

    private func content(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        if mirror.children.isEmpty { return "\(value)" }
        return mirror.children.filter { $0.label != "documentation" }.map { "\($0.label ?? ""): \(content($0.value))" }
            .joined(
                separator: ", ")
    }

    /// Two that the format can tell apart are apart: each line has one thing of its own.
    @Test func whatDiffersIsNotShared() throws {
        let types = [
            "{type: object, properties: {a: {type: string}}}", "{type: object, properties: {b: {type: string}}}",
            "{type: object, properties: {a: {type: integer}}}",
            "{type: object, required: [a], properties: {a: {type: string}}}",
            "{type: object, properties: {a: {type: [string, 'null']}}}",
            "{type: object, properties: {a: {type: string, default: x}}}",
            "{type: object, properties: {a: {type: string, default: y}}}",
            "{type: object, properties: {a: {type: array, items: {type: string}}}}",
            "{type: object, properties: {a: {type: object, additionalProperties: {type: string}}}}",
            "{type: object, properties: {a: {type: string}}, additionalProperties: {type: string}}",
            "{type: object, properties: {a: {$ref: '#/components/schemas/One'}}}",
            "{type: object, properties: {a: {$ref: '#/components/schemas/Two'}}}",
            "{type: object, properties: {a: {type: string, enum: [x, y]}}}",
            "{type: object, properties: {a: {type: string}, c: {type: string}}}",
            "{type: object, properties: {c: {type: string}, a: {type: string}}}",
            "{type: object, properties: {a: {type: object, properties: {x: {type: string}}}}}",
            "{type: object, properties: {a: {type: object, properties: {x: {type: integer}}}}}",
            "{type: string, enum: [a, b]}", "{type: string, enum: [b, a]}", "{type: string, enum: [a, B]}",
            "{type: integer, enum: [1, 2]}", "{type: number, enum: [1.5, 2]}",
            "{oneOf: [{type: string}, {type: integer}]}", "{oneOf: [{type: integer}, {type: string}]}",
            "{oneOf: [{type: string}, {$ref: '#/components/schemas/One'}]}",
            "{oneOf: [{type: string}, {$ref: '#/components/schemas/Two'}]}",
            "{oneOf: [{$ref: '#/components/schemas/One'}, {$ref: '#/components/schemas/Two'}], discriminator: {propertyName: k}}",
            "{oneOf: [{$ref: '#/components/schemas/One'}, {$ref: '#/components/schemas/Two'}]}",
        ]
        let models = types.enumerated().map { "    Model\($0): {type: object, properties: {part: \($1)}}" }
        let text = """
            openapi: 3.1.0
            info: {title: Shop, version: "1"}
            security: []
            paths:
              /all:
                get:
                  operationId: all
                  responses:
                    '200':
                      description: OK
                      content: {application/json: {schema: {type: object, properties: {\(types.indices.map { "m\($0): {$ref: '#/components/schemas/Model\($0)'}" }.joined(separator: ", "))}}}}
            components:
              schemas:
                One: {type: object, properties: {k: {type: string}, one: {type: string}}}
                Two: {type: object, properties: {k: {type: string}, two: {type: string}}}
            \(models.joined(separator: "\n"))
            """
        let output = CallsitePrinter.generate(
            SourceSet(main: .init(path: "shop.yaml", bytes: Array(text.utf8))), options: Options(version: "0.0.0"))
        #expect(!output.diagnostics.hasErrors)
        let code = output.files.map { String(decoding: $0.contents, as: UTF8.self) }.joined()
        #expect(code.contains("struct Part:") && !code.contains("typealias Part = Shop"))
    }

    /// Adding or removing an operation breaks no caller that names and makes the types of the others. The caller is
    /// written for the whole document, and is compiled with each operation missing in turn.
    @Test(.enabled(if: SwiftCompiler.modules != nil, "the runtime's module is not beside the tests"))
    func addedAndRemovedOperationsBreakNoCaller() async throws {
        let folder = GoldenTests.folder.appendingPathComponent("shared-shapes")
        let callers = [
            "listOrders": """
            _ = P.ListOrdersRequest(created: P.ListOrdersRequest.Created(gt: 1), sort: P.ListOrdersRequest.Sort.asc, \
            status: .open, direction: .desc, channel: .web)
            """,
            "createOrder": """
            _ = P.CreateOrderRequest(address: P.CreateOrderRequest.Address(city: "Rome", kind: P.CreateOrderRequest.Address.Kind.home), \
            parcel: P.CreateOrderRequest.Parcel(size: P.CreateOrderRequest.Parcel.Size(width: 1)))
            """,
            "listCarts":
                "_ = [P.ListCartsRequest.Created.self, P.ListCartsRequest.Sort.self, P.ListCartsRequest.Status.self] as [Any.Type]",
            "createCart": """
            _ = P.CreateCartRequest(address: .init(city: "Rome", kind: .work), parcel: P.CreateCartRequest.Parcel(), \
            status: P.CreateCartRequest.Status.empty, priority: P.CreateCartRequest.Priority.low)
            """,
        ]
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("shapes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        var files: [String] = []
        func write(_ name: String, _ text: String) throws {
            let file = scratch.appendingPathComponent(name)
            try text.write(to: file, atomically: true, encoding: .utf8)
            files.append(file.path)
        }
        for (position, missing) in ([""] + callers.keys.sorted()).enumerated() {
            let namespace = "Part\(position)"
            let (_, output) = try GoldenTests.generate(in: folder) { options in
                options.namespace = namespace
                options.apiName = namespace
                if !missing.isEmpty { options.selection.exclude.operations = [.init(missing)] }
            }
            #expect(!output.diagnostics.hasErrors)
            for file in output.files {
                try write("\(namespace)-\(file.name)", String(decoding: file.contents, as: UTF8.self))
            }
            let calls = callers.filter { $0.key != missing }.sorted { $0.key < $1.key }.map {
                $0.value.replacing("P.", with: namespace + ".")
            }
            try write("\(namespace)-Caller.swift", "func call\(namespace)() {\n\(calls.joined(separator: "\n"))\n}\n")
        }
        let result = try await SwiftCompiler.run(
            ["-typecheck", "-swift-version", "6", "-I", SwiftCompiler.modules ?? ""] + files)
        #expect(result.status == 0, "\(result.text)")
    }
}
