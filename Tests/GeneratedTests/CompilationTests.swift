import Foundation
import Testing

/// What the golden cases expect is compiled, in the modes in which users compile.
@Suite struct CompilationTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    /// The folder of the runtime's module: beside the modules of this very test.
    static let modules: String? = {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<6 {
            let modules = folder.appendingPathComponent("Modules")
            if FileManager.default.fileExists(atPath: modules.appendingPathComponent("CallsiteRuntime.swiftmodule").path) {
                return modules.path
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }()
    static let cases: [String] = {
        let folder = root.appendingPathComponent("Tests/CallsiteCoreTests/Cases")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { FileManager.default.fileExists(atPath: folder.appendingPathComponent("\($0)/expected").path) }.sorted()
    }()
    static let upcoming = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "InferIsolatedConformances"].flatMap {
        ["-enable-upcoming-feature", $0]
    }

    @Test(.enabled(if: modules != nil, "the runtime's module is not beside the tests"), arguments: cases)
    func goldenOutputCompiles(_ name: String) throws {
        let folder = CompilationTests.root.appendingPathComponent("Tests/CallsiteCoreTests/Cases/\(name)/expected")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { folder.appendingPathComponent($0).path }
        var modes = [["-swift-version", "6"] + CompilationTests.upcoming + ["-default-isolation", "MainActor"]]
        // The two modes differ in what they infer; one case with everything in it is enough for the older one.
        if name == "models-and-presence" || name == "parameters-in-all-places" {
            modes += [["-swift-version", "5"], ["-swift-version", "6"]]
        }
        for mode in modes {
            let output = try compile(files, mode)
            #expect(output.isEmpty, "\(name), \(mode.joined(separator: " ")): \(output)")
        }
    }

    private func compile(_ files: [String], _ mode: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "swiftc", "-typecheck", "-warnings-as-errors", "-package-name", "golden", "-module-name", "Golden", "-I",
                CompilationTests.modules ?? "",
            ]
            + mode + files
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        return process.terminationStatus == 0 ? "" : text
    }
}
