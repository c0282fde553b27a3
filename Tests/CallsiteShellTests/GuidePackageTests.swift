import Foundation
import SwiftCompiler
import Testing

/// The guide of CallsiteMock makes a package: each block of its steps is a file, whose name ends the paragraph above it,
/// or commands. Here its code is generated and type-checked; `Tests/GuidePackage/run` follows it word by word.
@Suite struct GuidePackageTests {
    private struct Block {
        var language: String
        var code: String
        /// nil: the paragraph above names none.
        var file: String?
        var isStep: Bool
    }

    private static func blocks() throws -> [Block] {
        let guide = try #require(try Guide.all().first { $0.name == "TestingWithAMock.md" })
        var blocks: [Block] = []
        var code: [Substring]?
        var (language, above, isStep) = ("", Substring(), false)
        for line in guide.lines {
            if line == "```", let found = code {
                let file = above.firstMatch(of: /`([^`]+)`:$/).map { String($0.1) }
                blocks.append(
                    Block(
                        language: language, code: found.map { $0 + "\n" }.joined(), file: file, isStep: isStep))
                code = nil
            } else if code != nil {
                code?.append(line)
            } else if line.hasPrefix("```") {
                (language, code) = (String(line.dropFirst(3)), [])
            } else if !line.isEmpty {
                if line.hasPrefix("## ") { isStep = line.dropFirst(3).first?.isNumber == true }
                above = line
            }
        }
        return blocks
    }

    @Test func eachBlockOfAStepIsAFileOrACommand() throws {
        let steps = try Self.blocks().filter(\.isStep)
        #expect(
            steps.compactMap(\.file) == [
                "Package.swift", "Specs/stories.yaml", "callsite.yaml", "Sources/App/StoryWriter.swift",
                "Tests/AppTests/StoryTests.swift",
            ])
        let commands = steps.filter { $0.file == nil }
        #expect(commands.map(\.language) == ["sh", "sh"])
        #expect(
            commands.map(\.code) == [
                "swift package --allow-writing-to-package-directory generate-api\n", "swift test\n",
            ])
    }

    @Test func itsCodeCompiles() async throws {
        let modules = try #require(SwiftCompiler.modules)
        let folder = try TestFolder()
        for block in try Self.blocks() where block.isStep {
            if let file = block.file { try folder.write(block.code, to: file) }
        }
        let generated = folder.run("generate")
        #expect(generated.status == 0, "\(generated)")
        // The resource that the manifest names is the one that is generated, and the one that the test opens.
        #expect(folder.read("Tests/AppTests/stories.mock.json")?.contains("\"callsiteMock\"") == true)
        #expect(folder.read("Package.swift")?.contains(".copy(\"stories.mock.json\")") == true)

        func swift(below path: String) throws -> [String] {
            try Guide.swiftFiles(path, in: URL(fileURLWithPath: folder.path)).map(folder.path(_:))
        }
        // The mock's only module in C, on Linux.
        let epoll = URL(fileURLWithPath: modules).deletingLastPathComponent().appendingPathComponent(
            "CallsiteEpoll.build/module.modulemap"
        ).path
        let cModules =
            FileManager.default.fileExists(atPath: epoll) ? ["-Xcc", "-fmodule-map-file=\(epoll)"] : []
        let settings = ["-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-I", modules]
        let app = try await SwiftCompiler.run(
            ["-emit-module", "-module-name", "App", "-enable-testing", "-o", folder.path("App.swiftmodule")] + settings
                + swift(below: "Sources/App"))
        #expect(app.status == 0, "\(app.text)")
        // The package manager declares the bundle. The samples behind the steps take the mock for granted.
        var more = "import CallsiteMock\nimport Foundation\n@testable import App\n"
        more += "extension Bundle { static var module: Bundle { .main } }\n"
        for (number, block) in try Self.blocks().enumerated() where !block.isStep && block.language == "swift" {
            more += "func sample\(number)(mock: Mock) throws {\n\(block.code)}\n"
        }
        try folder.write(more, to: "Tests/AppTests/More.swift")
        let tests = try await SwiftCompiler.run(
            ["-typecheck", "-D", "DEBUG", "-I", folder.path] + cModules + settings + swift(below: "Tests/AppTests"))
        #expect(tests.status == 0, "\(tests.text)")
    }
}
