import Foundation
import SwiftCompiler
import Testing

/// What the golden cases expect is compiled, in the modes in which users compile.
@Suite(.serialized) struct CompilationTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let cases: [String] = {
        let folder = root.appendingPathComponent("Tests/CallsiteCoreTests/Cases")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { FileManager.default.fileExists(atPath: folder.appendingPathComponent("\($0)/expected").path) }.sorted()
    }()
    static let upcoming = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "InferIsolatedConformances"].flatMap {
        ["-enable-upcoming-feature", $0]
    }

    @Test(.enabled(if: SwiftCompiler.modules != nil, "the runtime's module is not beside the tests"), arguments: cases)
    func goldenOutputCompiles(_ name: String) async throws {
        let folder = CompilationTests.root.appendingPathComponent("Tests/CallsiteCoreTests/Cases/\(name)/expected")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { folder.appendingPathComponent($0).path }
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

    private func compile(_ files: [String], _ mode: [String]) async throws -> String {
        let options = ["-typecheck", "-warnings-as-errors", "-package-name", "golden", "-module-name", "Golden"]
        let result = try await SwiftCompiler.run(options + ["-I", SwiftCompiler.modules ?? ""] + mode + files)
        return result.status == 0 ? "" : result.text
    }
}
