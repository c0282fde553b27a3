import Foundation
import SwiftCompiler
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell

/// `--modules`: a module for each tag, and one for what several use.
@Suite("Several modules")
struct SplitModulesTests {
    private static let zoo = """
        openapi: 3.1.0
        info: {title: Zoo, version: "1"}
        servers: [{url: "https://zoo.example.com"}]
        security: []
        paths:
          /lions:
            get: {tags: [Lions], operationId: listLions, responses: {"200": {description: a, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Lion"}}}}}}}
          /otters:
            get: {tags: [Otters], operationId: listOtters, responses: {"200": {description: a, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Otter"}}}}}}}
            post: {tags: [Otters], operationId: addOtter, requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Otter"}}}}, responses: {"204": {description: a}}}
        components:
          schemas:
            Keeper: {type: object, required: [name], properties: {name: {type: string}}}
            Mane: {type: object, properties: {color: {type: string, enum: [gold, black]}}}
            Lion: {type: object, required: [id], properties: {id: {type: integer}, mane: {$ref: "#/components/schemas/Mane"}, keeper: {$ref: "#/components/schemas/Keeper"}}}
            Otter: {type: object, required: [id], properties: {id: {type: integer}, keeper: {$ref: "#/components/schemas/Keeper"}}}

        """

    private func folder() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write(Self.zoo, to: "zoo.yaml")
        return folder
    }

    @Test("What one tag uses is in its module, and what several use in the common one")
    func modules() throws {
        let folder = try folder()
        let result = folder.run("generate", "zoo.yaml", "-oOut", "--modules", "--access", "public")
        #expect(result.status == 0, "\(result)")
        #expect(folder.names(in: "Out") == ["Zoo", "ZooLions", "ZooOtters"])
        #expect(folder.names(in: "Out/Zoo") == ["Zoo+Models.swift", "Zoo.swift"])
        let common = try #require(folder.read("Out/Zoo/Zoo+Models.swift"))
        #expect(common.contains("struct Keeper") && !common.contains("struct Mane") && !common.contains("import Zoo"))
        let lions = try #require(folder.read("Out/ZooLions/Zoo+Lions.swift"))
        #expect(
            lions.contains("\npublic import Zoo\n") && lions.contains("struct Mane")
                && lions.contains("struct ListLionsRequest"))
        #expect(folder.run("generate", "zoo.yaml", "-oOut", "--modules", "--access", "public", "--check").status == 0)
    }

    @Test("Models hold others by reference, so that a change compiles only what names the changed one")
    func references() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            callsite: 1
            api: Zoo
            baseURL: https://a.example
            endpoints:
              GetA: {path: /a, tag: A, response: Cage}
              GetB: {path: /b, tag: B, response: Cage}
            models:
              Cage:
                keeper: Keeper
                deputy: Keeper?
                size: Size
                animal: Animal
                keepers: [Keeper]
                place: {fields: {x: Int}}
                name: String
              Keeper: {name: String}
              Size: {enum: [small, large]}
              Animal: {union: [Lion, Keeper]}
              Lion: {mane: Int}

            """, to: "zoo.yaml")
        let result = folder.run("generate", "zoo.yaml", "-oOut", "--modules", "--access", "public")
        #expect(result.status == 0, "\(result)")
        let text = folder.names(in: "Out/Zoo").compactMap { folder.read("Out/Zoo/\($0)") }.joined()
        for (name, type) in [("keeper", "Keeper"), ("deputy", "Keeper"), ("animal", "Animal"), ("place", "Place")] {
            #expect(text.contains("private let _\(name): Indirect<\(type)>"), "\(name): \(text)")
        }
        for property in ["let size: Size", "let keepers: [Keeper]", "let name: String"] {
            #expect(text.contains(property), "\(property)")
        }
        #expect(folder.run("generate", "zoo.yaml", "-oOne", "--access", "public").status == 0)
        #expect(!folder.names(in: "One").contains { folder.read("One/\($0)")?.contains("Indirect<") == true })
    }

    @Test("A tag that goes takes its module along; edited files stay")
    func vanished() throws {
        let folder = try folder()
        let options = ["generate", "zoo.yaml", "-oOut", "--modules", "--access", "public"]
        // One module before.
        #expect(folder.run("generate", "zoo.yaml", "-oOut", "--access", "public").status == 0)
        #expect(folder.read("Out/Zoo+Models.swift") != nil)
        #expect(folder.run(options).status == 0)
        #expect(folder.read("Out/Zoo+Models.swift") == nil && folder.read("Out/Zoo.swift") == nil)
        try folder.write(Self.zoo.replacingOccurrences(of: "[Lions]", with: "[Otters]"), to: "zoo.yaml")
        #expect(folder.run(options + ["--check"]).status == 2)
        #expect(folder.run(options).status == 0)
        #expect(
            folder.read("Out/ZooLions/Zoo+Lions.swift") == nil
                && folder.read("Out/ZooOtters/Zoo+Otters.swift")?.contains("Mane") == true)

        try folder.write(Self.zoo, to: "zoo.yaml")
        #expect(folder.run(options).status == 0)
        let text = try #require(folder.read("Out/ZooLions/Zoo+Lions.swift"))
        try folder.write(text + "// Mine.\n", to: "Out/ZooLions/Zoo+Lions.swift")
        try folder.write(Self.zoo.replacingOccurrences(of: "[Lions]", with: "[Otters]"), to: "zoo.yaml")
        let kept = folder.run(options)
        #expect(kept.status == 0 && kept.errors.contains("no longer generated, and edited"), "\(kept)")
        #expect(folder.read("Out/ZooLions/Zoo+Lions.swift") != nil)
    }

    @Test("Another description's folder isn't taken for a module's")
    func others() throws {
        let folder = try folder()
        try folder.write(
            "callsite: 1\naccess: public\ndescriptions:\n  - {source: zoo.yaml, output: Out, modules: true}\n"
                + "  - {source: zoo.yaml, output: Out/Other, include: {tags: [Lions]}, namespace: Other}\n",
            to: "callsite.yaml")
        for _ in 0..<2 { #expect(folder.run("generate").status == 0) }
        #expect(
            folder.names(in: "Out/Other").contains("Other+Models.swift")
                || folder.names(in: "Out/Other").contains("Other.swift"))
    }

    @Test(
        "What is for one module is refused",
        arguments: [
            (
                [],
                "modules can't use each other's code, which is internal; '--access public', or 'access: package' in callsite.yaml [split-modules]"
            ),
            (
                ["--access", "public", "--fixtures", "Tests/Out", "--module", "M"],
                "'--modules' and '--fixtures' can't be used together"
            ),
            (["--access", "public", "--shards", "2"], "'--modules' and '--shards' can't be used together"),
        ])
    func refused(options: [String], message: String) throws {
        let folder = try folder()
        let result = folder.run(["generate", "zoo.yaml", "-oOut", "--modules"] + options)
        #expect(result.status != 0 && result.errors.contains(message), "\(result)")
        #expect(folder.names() == ["zoo.yaml"])
    }

    @Test("The configuration's other keys that are for one module are refused at the key")
    func configured() throws {
        let folder = try folder()
        for (key, word) in [("fixtures: Tests/A, module: M", "fixtures"), ("embedRuntime: true", "embedRuntime")] {
            try folder.write(
                "callsite: 1\ndescriptions: [{source: zoo.yaml, output: Out, modules: true, access: package, \(key)}]\n",
                to: "callsite.yaml")
            let result = folder.run("generate")
            #expect(
                result.status == 1
                    && result.errors.contains("several modules can't be generated with '\(word)', which is for one"),
                "\(result)")
            #expect(result.errors.contains("callsite.yaml:2:"), "\(result)")
        }
    }

    @Test(
        "The modules compile, each with the common one alone",
        .enabled(if: SwiftCompiler.modules != nil, "the runtime's module is not beside the tests"),
        arguments: [("stories", "package"), ("stories", "public"), ("paging", "public"), ("slack", "package")])
    func compiling(_ name: String, _ access: String) async throws {
        let specs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Specs")
            .standardizedFileURL
            .path
        try await compile(TestFolder(), "\(specs)/\(name).yaml", access)
    }

    @Test(
        "A module's files are short, and those that name nothing of the common module don't import it",
        .enabled(if: SwiftCompiler.modules != nil, "the runtime's module is not beside the tests"))
    func files() async throws {
        let fields = (0..<40).map { "f\($0): Int" }.joined(separator: ", ")
        let own = (0..<60).map {
            "  Own\($0): {fields: {\(fields)\($0 < 2 ? ", shared: Shared, deep: {fields: {kind: String}}" : "")}}\n"
        }
        .joined()
        let all = (0..<60).map { "own\($0): Own\($0)" }.joined(separator: ", ")
        let folder = try TestFolder()
        try folder.write(
            "callsite: 1\napi: Zoo\nbaseURL: https://a.example\nendpoints:\n  GetA: {path: /a, tag: A, response: All}\n"
                + "  GetB: {path: /b, tag: B, response: Shared}\n  ListA: {path: /as, tag: A, response: Shared}\n"
                + "models:\n  Shared: {id: Int}\n  All: {\(all)}\n\(own)", to: "zoo.yaml")
        try await compile(folder, "zoo.yaml", "public")
        let files = folder.names(in: "Out/ZooA").compactMap { folder.read("Out/ZooA/\($0)") }.filter {
            $0.contains("struct Own")
        }
        #expect(files.count > 4 && files.allSatisfy { $0.split(separator: "\n").count < 2_000 })
        #expect(files.contains { $0.contains("import Zoo\n") } && files.contains { !$0.contains("import Zoo\n") })
    }

    @Test("Parts of paths that few of many operations share have no module of their own, but their files")
    func paths() throws {
        // 256 operations without a tag: a module's part of the paths needs eight.
        let counts = ["seals": 241, "bears": 8, "emus": 7]
        let paths = counts.sorted { $0.key < $1.key }.flatMap { name, count in
            (0..<count).map {
                "  /v1/\(name)/part\($0): {get: {operationId: \(name)\($0), responses: {'204': {description: OK}}}}\n"
            }
        }.joined()
        let folder = try TestFolder()
        try folder.write(
            "openapi: 3.1.0\ninfo: {title: Zoo, version: '1'}\nservers: [{url: 'https://a.example'}]\nsecurity: []\npaths:\n"
                + paths, to: "zoo.yaml")
        let run = folder.run("generate", "zoo.yaml", "-oModules", "--modules", "--access", "public", "-q")
        #expect(run.status == 0, "\(run)")
        #expect(folder.names(in: "Modules") == ["Zoo", "ZooBears", "ZooRequests", "ZooSeals"])
        #expect(folder.read("Modules/ZooRequests/Zoo+Requests.swift")?.contains("struct Emus3Request") == true)
        // As one module, whose files cost nothing when others change, they are cut further.
        #expect(folder.run("generate", "zoo.yaml", "-oOne", "-q").status == 0)
        #expect(folder.names(in: "One").contains("Zoo+Emus.swift"))
    }

    private func compile(_ folder: TestFolder, _ source: String, _ access: String) async throws {
        let result = folder.run("generate", source, "-oOut", "--modules", "--access", access, "-q")
        #expect(result.status == 0, "\(result)")
        let modules = folder.names(in: "Out")
        let common = try #require(modules.min { $0.count < $1.count })
        let built = folder.path("Built")
        try folder.makeFolder("Built")
        for module in [common] + modules.filter({ $0 != common }) {
            let files = folder.names(in: "Out/\(module)").filter { $0.hasSuffix(".swift") }.map {
                folder.path("Out/\(module)/\($0)")
            }
            let arguments = [
                "-emit-module", "-emit-module-path", "\(built)/\(module).swiftmodule", "-module-name", module,
                "-package-name", "app", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-I", built,
                "-I", try #require(SwiftCompiler.modules),
            ]
            let compiled = try await SwiftCompiler.run(arguments + files)
            #expect(compiled.status == 0, "\(module): \(compiled.text)")
        }
    }
}
