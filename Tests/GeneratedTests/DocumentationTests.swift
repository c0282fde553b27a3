import Foundation
import SwiftCompiler
import Testing

/// The samples of guides and the README compile, with the libraries and the generated code of `Specs/`. Each is in a
/// function of its own, whose parameters are the values that samples take for granted; one that declares an extension
/// stands alone. Samples that import other modules compile against stand-ins for them, and whole unit tests as files of
/// their own. Code of other tools is in blocks of the language `Swift`, with a capital, and isn't compiled. Pieces
/// of `Tests/GuidePackage` are compiled there.
@Suite(.serialized) struct DocumentationTests {
    private static let root = CompilationTests.root

    private static let prelude = """
        import CallsitePagination
        import CallsiteRuntime
        import CallsiteStore
        import CallsiteToolkit
        import CallsiteTransfers
        import Foundation
        import GeneratedAPIs
        import GeneratedGitHub
        #if canImport(FoundationNetworking)
            import FoundationNetworking
        #endif

        typealias UploadArchiveRequest = Transfers.UploadArchiveRequest
        typealias UploadPhotoRequest = Transfers.UploadPhotoRequest
        typealias DownloadArchiveRequest = Transfers.DownloadArchiveRequest
        typealias CompleteRequest = Transfers.CompleteRequest
        typealias OrdersListRequest = Orders.OrdersListRequest
        typealias GetStoryRequest = Stories.GetStoryRequest
        typealias ListStoriesRequest = Stories.ListStoriesRequest
        typealias DeleteStoryRequest = Stories.DeleteStoryRequest

        struct KeyChain: Sendable {
            func token() async throws -> String { "" }
            func newToken() async throws -> String { "" }
        }
        let keyChain = KeyChain()
        """

    private static let parameters =
        "session: Session, token: String, secret: String, url: URL, file: URL, folder: URL, png: Data, request: ListIssuesRequest, "
        + "triggers: AsyncStream<PaginationTrigger>"

    private struct Sample {
        let file: String
        let line: Int
        let code: String

        var needsStandIn: Bool { DocumentationTests.standIns.contains { code.contains("import \($0)\n") } }
        var isTest: Bool { code.contains("import Testing\n") }
        var withoutImports: String {
            code.components(separatedBy: "\n").map {
                $0.hasPrefix("import ") || $0.hasPrefix("@testable import ") ? "" : $0
            }
            .joined(separator: "\n")
        }
    }

    private static func samples() throws -> [Sample] {
        var files = [root.appendingPathComponent("README.md")]
        for module in [
            "CallsiteRuntime", "CallsiteHTTP", "CallsiteCurl", "CallsitePagination", "CallsiteTransfers",
            "CallsiteToolkit", "CallsiteStore",
        ] {
            let folder = root.appendingPathComponent("Sources/Runtime/\(module)/\(module).docc")
            files += try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).filter {
                $0.pathExtension == "md"
            }
        }
        return try files.sorted { $0.path < $1.path }.flatMap { file -> [Sample] in
            var samples: [Sample] = []
            var lines: [String]?
            let text = try String(contentsOf: file, encoding: .utf8)
            for (number, line) in text.components(separatedBy: "\n").enumerated() {
                if line == "```swift" {
                    lines = []
                } else if line == "```", let code = lines {
                    samples.append(
                        Sample(
                            file: file.lastPathComponent, line: number + 1 - code.count,
                            code: code.joined(separator: "\n")))
                    lines = nil
                } else {
                    lines?.append(line)
                }
            }
            // A package's manifest is no program's text. `ConsumerTests` builds the package that guides show pieces of,
            // and the one that the guide of CallsiteMock makes.
            let steps = file.lastPathComponent == "TestingWithAMock.md" ? GuidePackage.steps(of: text) : []
            return samples.filter { sample in
                !sample.code.contains(".package(url:") && GuidePackage.files(with: sample.code).isEmpty
                    && !steps.contains { if case .file(_, sample.code + "\n") = $0 { true } else { false } }
            }
        }
    }

    /// The article whose samples are one program, that grows.
    private static let tutorial = "BuildingATerminalProgram.md"
    static let steps: Int = ((try? samples()) ?? []).count { $0.file == tutorial }

    /// The program of the tutorial compiles after each step.
    @Test(arguments: 1...max(1, steps)) func everyStepOfTheTutorialCompiles(_ count: Int) async throws {
        let modules = try #require(SwiftCompiler.modules)
        #expect(Self.steps > 5)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "tutorial-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var text = "import GeneratedGitHub\n"
        for step in try Self.samples().filter({ $0.file == Self.tutorial }).prefix(count) {
            text += "#sourceLocation(file: \"\(step.file)\", line: \(step.line))\n\(step.code)\n#sourceLocation()\n"
        }
        let file = folder.appendingPathComponent("Step\(count).swift")
        try text.write(to: file, atomically: true, encoding: .utf8)
        let result = try await SwiftCompiler.run([
            "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-I", modules, file.path,
        ])
        #expect(result.status == 0, "\(result.text)")
    }

    @Test func samplesCompile() async throws {
        let modules = try #require(SwiftCompiler.modules)
        let samples = try Self.samples().filter { $0.file != Self.tutorial && !$0.needsStandIn && !$0.isTest }
        #expect(samples.count > 60)
        var text = Self.prelude
        for (index, sample) in samples.enumerated() {
            let code = sample.withoutImports
            let place = "#sourceLocation(file: \"\(sample.file)\", line: \(sample.line))\n"
            if code.contains("\nextension ") || code.hasPrefix("extension ") {
                text += "\n\(place)\(code)\n#sourceLocation()\n"
            } else {
                text +=
                    "\n@MainActor func sample\(index)(\(Self.parameters)) async throws {\n\(place)\(code)\n#sourceLocation()\n}\n"
            }
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "documentation-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("Samples.swift")
        try text.write(to: file, atomically: true, encoding: .utf8)
        let fixtures = Self.root.appendingPathComponent("Tests/GeneratedTests/Fixtures/Stories+Fixtures.swift")
        let result = try await SwiftCompiler.run([
            "-typecheck", "-swift-version", "6", "-parse-as-library", "-I", modules, "-suppress-warnings", file.path,
            fixtures.path,
        ])
        #expect(result.status == 0, "\(result.text)")
    }

    /// Whole unit tests compile as files of their own, whose app is the generated code of `Specs/`.
    @Test func unitTestsInGuidesCompile() async throws {
        let modules = try #require(SwiftCompiler.modules)
        let samples = try Self.samples().filter(\.isTest)
        #expect(samples.count > 1)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "unit-test-samples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (number, sample) in samples.enumerated() {
            let file = folder.appendingPathComponent("Sample\(number).swift")
            let place = "#sourceLocation(file: \"\(sample.file)\", line: \(sample.line))\n"
            try "import Testing\n\(Self.prelude)\n\(place)\(sample.withoutImports)\n#sourceLocation()\n".write(
                to: file, atomically: true, encoding: .utf8)
            let result = try await SwiftCompiler.run([
                "-typecheck", "-swift-version", "6", "-parse-as-library", "-I", modules, "-suppress-warnings",
                file.path,
            ])
            #expect(result.status == 0, "\(result.text)")
        }
    }

    /// The modules of others that samples import, by the files in `StandIns`: as much of each as the samples use.
    private static let standIns = ["HTTPTypes", "Logging", "SwiftUI", "UIKit"]

    /// The samples for other modules compile as files of their own.
    @Test func samplesWithOtherModulesCompile() async throws {
        let modules = try #require(SwiftCompiler.modules)
        let samples = try Self.samples().filter(\.needsStandIn)
        #expect(samples.count > 6)
        let folder = try await Self.modulesOfOthers()
        defer { try? FileManager.default.removeItem(at: folder) }
        for (number, sample) in samples.enumerated() {
            let file = folder.appendingPathComponent("Screen\(number).swift")
            try "#sourceLocation(file: \"\(sample.file)\", line: \(sample.line))\n\(sample.code)\n".write(
                to: file, atomically: true, encoding: .utf8)
            let result = try await SwiftCompiler.run([
                "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-I", modules, "-I",
                folder.path, file.path,
            ])
            #expect(result.status == 0, "\(result.text)")
        }
    }

    /// The app for iOS compiles, with its committed code, whatever its module's isolation is.
    @Test func theExampleForIOSCompiles() async throws {
        let modules = try #require(SwiftCompiler.modules)
        let folder = try await Self.modulesOfOthers()
        defer { try? FileManager.default.removeItem(at: folder) }
        let example = Self.root.appendingPathComponent("Tests/Examples/Books")
        let sources = try ["App", "Committed/Generated"].flatMap { name in
            try FileManager.default.contentsOfDirectory(
                at: example.appendingPathComponent(name), includingPropertiesForKeys: nil)
        }.filter { $0.pathExtension == "swift" }
        #expect(sources.count == 8)
        // A module of C is known by its map.
        let map = URL(fileURLWithPath: modules).deletingLastPathComponent().appendingPathComponent(
            "CallsiteEpoll.build/module.modulemap")
        for isolation in ["nonisolated", "MainActor"] {
            let result = try await SwiftCompiler.run(
                [
                    "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-D", "DEBUG",
                    "-default-isolation", isolation, "-module-name", "Books", "-I", modules, "-I", folder.path, "-Xcc",
                    "-fmodule-map-file=\(map.path)",
                ] + sources.map(\.path))
            #expect(result.status == 0, "\(isolation): \(result.text)")
        }
    }

    /// A new folder with the stand-ins, compiled.
    private static func modulesOfOthers() async throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("screen-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for module in standIns {
            let result = try await SwiftCompiler.run([
                "-emit-module", "-module-name", module, "-swift-version", "6", "-warnings-as-errors",
                "-parse-as-library", "-o", folder.appendingPathComponent("\(module).swiftmodule").path,
                Self.root.appendingPathComponent("Tests/GeneratedTests/StandIns/\(module).swift").path,
            ])
            #expect(result.status == 0, "\(result.text)")
        }
        return folder
    }
}
