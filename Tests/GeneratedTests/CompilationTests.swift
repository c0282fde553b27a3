import Foundation
import SwiftCompiler
import Testing

/// The expected output of the golden cases is compiled, in the modes in which users compile.
@Suite(.serialized) struct CompilationTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let cases: [String] = {
        let folder = root.appendingPathComponent("Tests/CallsiteCoreTests/Cases")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter {
            FileManager.default.fileExists(atPath: folder.appendingPathComponent("\($0)/expected").path)
        }.sorted()
    }()
    static let upcoming = [
        "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "InferIsolatedConformances",
    ].flatMap {
        ["-enable-upcoming-feature", $0]
    }

    @Test(.enabled(if: SwiftCompiler.modules != nil, "the runtime's module is not beside the tests"), arguments: cases)
    func goldenOutputCompiles(_ name: String) async throws {
        let folder = CompilationTests.root.appendingPathComponent("Tests/CallsiteCoreTests/Cases/\(name)/expected")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            folder.appendingPathComponent($0).path
        }
        var modes = [["-swift-version", "6"] + CompilationTests.upcoming + ["-default-isolation", "MainActor"]]
        // The two modes differ in what they infer; one case with everything in it is enough for the older one.
        if name == "models-and-presence" || name == "parameters-in-all-places" {
            modes += [["-swift-version", "5"], ["-swift-version", "6"]]
        }
        for mode in modes {
            let output = try await compile(files, mode)
            #expect(output.isEmpty, "\(name), \(mode.joined(separator: " ")): \(output)")
        }
    }

    /// `nonexhaustive` is there for other packages: theirs have to expect more cases, and those of the same package
    /// need not.
    @Test(.enabled(if: SwiftCompiler.modules != nil, "the runtime's module is not beside the tests"))
    func otherPackagesExpectMoreCases() async throws {
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent(
            "nonexhaustive-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let shared = ["-swift-version", "6", "-I", SwiftCompiler.modules ?? ""]
        /// The compiler's messages about a switch over the cases that there are now.
        func complaint(_ name: String, _ type: String, from package: String, hasDefault: Bool = false) async throws
            -> String
        {
            let folder = CompilationTests.root.appendingPathComponent("Tests/CallsiteCoreTests/Cases/\(name)/expected")
            let module = scratch.appendingPathComponent(name)
            if !FileManager.default.fileExists(atPath: module.path) {
                try FileManager.default.createDirectory(at: module, withIntermediateDirectories: true)
                let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                let result = try await SwiftCompiler.run(
                    ["-emit-module", "-emit-module-path", module.appendingPathComponent("Golden.swiftmodule").path]
                        + ["-module-name", "Golden", "-package-name", "golden"] + shared
                        + files.map { folder.appendingPathComponent($0).path })
                try #require(result.status == 0, "\(result.text)")
            }
            let client = module.appendingPathComponent("Client.swift")
            let last = hasDefault ? "@unknown default: 3" : ""
            let text =
                "import Golden\nfunc f(_ k: \(type)) -> Int { switch k { case .cat: 0\ncase .dog: 1\ncase .unrecognized: 2\n\(last) } }\n"
            try text.write(to: client, atomically: true, encoding: .utf8)
            return try await SwiftCompiler.run(
                ["-typecheck", "-module-name", "Client", "-package-name", package, "-I", module.path] + shared + [
                    client.path
                ]
            ).text
        }
        #expect(try await complaint("nonexhaustive-enums", "Kind", from: "golden") == "")
        #expect(
            try await complaint("nonexhaustive-enums", "Kind", from: "other", hasDefault: true).contains("error: ")
                == false)
        // Before Swift 6.2.3 nothing is said of it.
        #if compiler(>=6.2.3)
            #expect(try await complaint("nonexhaustive-enums", "Kind", from: "other").contains("error: "))
            let warned = try await complaint("nonexhaustive-enums-warn", "Pets.Pet.Kind", from: "other")
            #expect(warned.contains("warning: ") && !warned.contains("error: "), "\(warned)")
        #endif
    }

    private func compile(_ files: [String], _ mode: [String]) async throws -> String {
        let options = ["-typecheck", "-warnings-as-errors", "-package-name", "golden", "-module-name", "Golden"]
        let result = try await SwiftCompiler.run(options + ["-I", SwiftCompiler.modules ?? ""] + mode + files)
        return result.status == 0 ? "" : result.text
    }
}
