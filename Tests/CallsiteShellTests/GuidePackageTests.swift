import Foundation
import SwiftCompiler
import Testing

/// `Tests/GuidePackage` is a package as readers of the guides have it. Guides show pieces of it, which are compiled and
/// run there: `ConsumerTests` builds it, and follows the guide of CallsiteMock word by word beside it.
@Suite struct GuidePackageTests {
    private static let description = "Sources/Studio/studio.callsite.yaml"

    /// `ListShows` and the others.
    private static let endpoints: [String] = {
        let text = GuidePackage.files[description] ?? ""
        let part = text.components(separatedBy: "\nendpoints:\n").last?.components(separatedBy: "\nmodels:\n").first
        return (part ?? "").matches(of: /(?m)^  ([A-Z][A-Za-z]+):/).map { String($0.1) }
    }()

    /// A block that names one of its endpoints, or of its requests, is in one of its files.
    @Test func blocksAboutItAreInIt() throws {
        #expect(Self.endpoints.count == 30)
        let names = Self.endpoints.joined(separator: "|")
        let subjects = ["swift": try Regex("\\b(\(names))Request\\b"), "yaml": try Regex("(?m)^ *(\(names)):")]
        for guide in try Guide.all() where !guide.isGenerated {
            for (language, subject) in subjects {
                for block in guide.blocks(of: language) where block.code.contains(subject) {
                    let isThere = !GuidePackage.files(with: block.code).isEmpty
                    #expect(isThere, "\(guide.name):\(block.line): not in Tests/GuidePackage")
                }
            }
        }
    }

    @Test func eachOfItsFilesIsShown() throws {
        var shown: Set<String> = []
        for guide in try Guide.all() where !guide.isGenerated {
            for block in guide.blocks(of: "swift") + guide.blocks(of: "yaml") {
                shown.formUnion(GuidePackage.files(with: block.code))
            }
        }
        #expect(Set(GuidePackage.files.keys) == shown)
    }

    /// The build plugin makes its code. `callsite generate` makes the file of its mock.
    @Test func itsMockIsFresh() throws {
        let folder = try TestFolder()
        for (name, text) in GuidePackage.files { try folder.write(text, to: name) }
        let generated = folder.run("generate")
        #expect(generated.status == 0, "\(generated)")
        #expect(folder.names(in: "Tests/StudioTests") == ["MockTests.swift", "StubTests.swift", "studio.mock.json"])
        let committed = GuidePackage.folder.appendingPathComponent("Tests/StudioTests/studio.mock.json")
        #expect(
            try String(contentsOf: committed, encoding: .utf8) == folder.read("Tests/StudioTests/studio.mock.json"),
            "run: swift run callsite-dev generate-specs")
    }

    /// Without an output, the file of the mock is all that is written.
    @Test func aMockNeedsNoOutput() throws {
        let folder = try TestFolder()
        try folder.write(try #require(GuidePackage.files[Self.description]), to: "studio.yaml")
        #expect(folder.run("generate", "studio.yaml", "--mock", "studio.json").output == "wrote studio.json\n")
        #expect(folder.names() == ["studio.json", "studio.yaml"])
        #expect(folder.run("generate", "studio.yaml", "--mock", "studio.json", "--check").status == 0)
        #expect(folder.run("generate", "studio.yaml", "--mock", "other.json", "--check").status == 2)
        let fixtures = folder.run("generate", "studio.yaml", "--mock", "studio.json", "--fixtures", "Tests")
        #expect(fixtures.status == 64 && fixtures.errors.contains("missing option '--output DIR'"), "\(fixtures)")
    }

    /// The steps of the guide of CallsiteMock, which `ConsumerTests` follows.
    @Test func eachBlockOfAStepIsAFileOrACommand() throws {
        let guide = try #require(try Guide.all().first { $0.name == "TestingWithAMock.md" })
        let steps = GuidePackage.steps(of: guide.text).map { step in
            switch step {
            case .file(let name, _): name
            case .command(let line): line
            }
        }
        #expect(
            steps == [
                "Package.swift", "Specs/stories.yaml", "callsite.yaml", "Sources/App/StoryWriter.swift",
                "Tests/AppTests/StoryTests.swift",
                "swift package --allow-writing-to-package-directory generate-api", "swift test",
            ])
    }
}
