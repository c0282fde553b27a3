import CallsiteCore
import CallsiteReference
import EmbeddedSources
import Foundation
import SitePages
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell
import CallsitePrinter
import CallsiteInspect

/// Committed files that are made from other files are up to date.
@Suite struct FreshnessTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: FreshnessTests.root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func embeddedTemplates() throws {
        let folder = FreshnessTests.root.appendingPathComponent("Templates")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".mustache")
        }
        let files = try names.map { (name: String($0.dropLast(9)), text: try text("Templates/" + $0)) }
        #expect(
            try text("Sources/Generator/CallsitePrinter/Generated/EmbeddedTemplates.swift")
                == embeddedTemplatesSource(files),
            "run: swift run callsite-dev embed-templates")
    }

    @Test func embeddedPage() throws {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: FreshnessTests.root.appendingPathComponent("Templates/Page").path)
        let files = try names.map { (name: $0, text: try text("Templates/Page/" + $0)) }
        #expect(
            try text("Sources/Commands/CallsiteInspect/Generated/EmbeddedPage.swift") == embeddedPageSource(files),
            "run: swift run callsite-dev embed-page")
    }

    /// Plugins can't import the tool, and tell it their version.
    @Test(arguments: ["CallsiteBuild", "CallsiteGenerate"]) func pluginsHaveTheToolsVersion(_ name: String) throws {
        #expect(
            try text("Plugins/\(name)/\(name).swift").contains("static let version = \"\(CallsiteVersion.current)\"\n"))
    }

    @Test func templatesReadmeIsTheContract() throws {
        #expect(try text("Templates/README.md") == templatesReadme(), "run: swift run callsite-dev templates-readme")
    }

    @Test func referencesFollowFromTheTables() throws {
        #expect(
            try text("Sources/Runtime/CallsiteRuntime/CallsiteRuntime.docc/TheFormat.md") == formatGuide(),
            "run: swift run callsite-dev reference-guides")
        #expect(
            try text("Sources/Runtime/CallsiteRuntime/CallsiteRuntime.docc/ConfigurationKeys.md")
                == configurationGuide(),
            "run: swift run callsite-dev reference-guides")
        #expect(
            try text("Sources/Runtime/CallsiteRuntime/CallsiteRuntime.docc/Diagnostics.md") == diagnosticsGuide(),
            "run: swift run callsite-dev reference-guides")
    }

    /// Single quotes round code become backticks, an apostrophe stays, and nothing else means anything to Markdown.
    @Test(arguments: [
        ("write 'T?'.", "write `T?`."), ("it isn't 'a', b", "it isn't `a`, b"), ("GET /users/*", "GET /users/\\*"),
        ("a < b", "a \\< b"), ("no ': ', so", "no `: `, so"), ("'a_b*' and [c]", "`a_b*` and \\[c\\]"),
        ("a map: {a: {b: [c]}}.", "a map: `{a: {b: [c]}}`."), ("'{a}' here", "`{a}` here"),
    ]) func codeInGuides(_ text: String, _ expected: String) { #expect(guideText(text) == expected) }

    @Test func triedDocumentsAreThoseOfTheRecord() throws {
        let record = try CorpusRecord(file: FreshnessTests.root.appendingPathComponent(CorpusRecord.path).path)
        #expect(
            try text("Sources/Runtime/CallsiteRuntime/CallsiteRuntime.docc/TriedDocuments.md") == record.guide,
            "run: swift run callsite-dev reference-guides")
    }

    /// README and *Performance* have the recorded figures, and no other numbers than those that nothing measures.
    @Test(arguments: GuideFigures.paths) func figuresAreThoseOfTheRecord(_ path: String) throws {
        let figures = try GuideFigures(root: FreshnessTests.root)
        #expect(
            try text(path) == figures.filled(text(path), path: path), "run: swift run callsite-dev reference-guides")
        #expect(try figures.unexplained(text(path), path: path) == [])
        // And the check finds what is made up.
        #expect(try figures.unexplained(text(path) + "\nIt is 3 times as fast.\n", path: path).count == 1)
    }

    @Test func guidesForAgentsFollowFromTheTables() throws {
        for (path, made) in try AgentGuides(root: FreshnessTests.root).files {
            #expect(try text(path) == made, "run: swift run callsite-dev reference-guides")
        }
    }

    @Test func commandGuideIsTheHelp() throws {
        #expect(
            try text("Sources/Runtime/CallsiteRuntime/CallsiteRuntime.docc/TheCommandLine.md") == commandGuide(),
            "run: swift run callsite-dev reference-guides")
    }

    /// Each sentence of the README must earn its place: the rest is in the guides.
    @Test func readmeIsShort() throws {
        let words = try text("README.md").split { $0 == " " || $0 == "\n" }.count
        #expect(words <= 900, "README.md has \(words) words")
    }

    /// Every file that the README links to exists.
    @Test func readmeLinksToWhatIsThere() throws {
        for match in try text("README.md").matches(of: /\]\(([^)#]+)\)/) where !match.1.contains("://") {
            #expect(
                FileManager.default.fileExists(
                    atPath: FreshnessTests.root.appendingPathComponent(String(match.1)).path),
                "README.md links to '\(match.1)'")
        }
    }

    /// Every file and folder that a README below `Tests` names exists, beside it or in the repository.
    @Test(arguments: ["AppleSystems", "Development/PagingLabels", "Examples/Books"])
    func readmesOfTestsNameWhatIsThere(_ folder: String) throws {
        let readme = try text("Tests/\(folder)/README.md")
        for match in readme.matches(of: /`([\w.@+-]+(?:\/[\w.@+ -]+)+)`/) {
            let places = ["Tests/\(folder)/\(match.1)", String(match.1)]
            #expect(
                places.contains {
                    FileManager.default.fileExists(atPath: FreshnessTests.root.appendingPathComponent($0).path)
                }, "Tests/\(folder)/README.md names '\(match.1)'")
        }
    }

    static let specs: [[String]] = {
        let list = (try? String(contentsOf: root.appendingPathComponent("Specs/committed.txt"), encoding: .utf8)) ?? ""
        return list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            $0.split(separator: " ").map(String.init)
        }
    }()

    @Test func allDescriptionsAreCommitted() { #expect(FreshnessTests.specs.count >= 4) }

    @Test(arguments: specs) func committedOutput(_ words: [String]) {
        final class Lines: @unchecked Sendable { var text = "" }
        let errors = Lines()
        var environment = Environment.process()
        environment.workingDirectory = FreshnessTests.root.path
        environment.write = { stream, bytes in
            if stream == .error { errors.text += String(decoding: bytes, as: UTF8.self) }
            return 0
        }
        let status = CallsiteCommands.run(
            ["generate", "--check", "Specs/\(words[0]).yaml"] + words.dropFirst(), in: environment)
        #expect(status == 0, "run: swift run callsite-dev generate-specs\n\(errors.text)")
    }
}
