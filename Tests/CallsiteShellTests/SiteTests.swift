import CallsiteCore
import CallsiteReference
import Foundation
import SitePages
import SwiftCompiler
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The documentation's own pages, without DocC and without a browser.
@Suite struct SiteTests {
    @Test func everyLinkLeadsSomewhere() throws {
        let site = try Site(root: FreshnessTests.root)
        let files = site.files()
        // The pages and pictures that DocC and `callsite-dev docs` add.
        let pages = site.libraries.flatMap { [$0.path] + $0.groups.flatMap(\.guides).map(\.path) }.map {
            $0 + "index.html"
        }
        let others =
            ["favicon.svg", Site.apiPagePath]
            + ["diff", "diff-narrow", "mistake", "mistake-narrow"].map { "pictures/\($0).svg" }
        #expect(SiteLinks.broken(in: files, others: Set(pages + others)) == [])
        // And the check finds what is broken.
        let broken = SiteLinks.broken(
            in: [
                "a/index.html": "<a href=\"../b.html\"> <a href=\"#c\"> <a id=\"d\" href=\"#d\"> <a href=\"https://e\">"
            ], others: [])
        #expect(
            broken == [
                "a/index.html: '../b.html' leads to no file", "a/index.html: '#c' leads to no place of a/index.html",
            ])
    }

    /// `llms.txt` has the form of https://llmstxt.org, and its links and those of the guides in Markdown lead to files.
    @Test func programsFindTheGuidesInMarkdown() throws {
        let site = try Site(root: FreshnessTests.root)
        let files = site.files()
        let index = try #require(files["llms.txt"])
        #expect(index.hasPrefix("# Callsite\n\n> Callsite generates "))
        let links = index.matches(of: /\n- \[[^\]]+\]\(([^)]+)\): \S/).map { String($0.1) }
        #expect(Set(links) == Set(files.keys.filter { $0.hasSuffix(".md") }) && links.count > 30)
        for path in links {
            let text = try #require(files[path])
            #expect(text.hasPrefix("# ") && !text.contains("<doc:") && !text.contains(/[^`]``[^`]/), "\(path)")
            for link in text.matches(of: /\]\(([\w-]+\.md)\)/) {
                let folder = path.split(separator: "/").dropLast().joined(separator: "/")
                #expect(files["\(folder)/\(link.1)"] != nil, "\(path): \(link.1)")
            }
        }
    }

    /// An agent reads the whole skill before it begins.
    @Test func theSkillIsShort() throws {
        let skill = try AgentGuides(root: FreshnessTests.root).skill
        #expect(skill.hasPrefix("---\nname: callsite\ndescription: "))
        #expect(skill.split(separator: "\n", omittingEmptySubsequences: false).count < 500)
        // 5,000 tokens, of which each is at least three bytes of English and YAML.
        #expect(skill.utf8.count < 15_000)
        #expect(!skill.contains("(no sample") && !skill.contains("(no message"))
        for key in FormatReference.sections.flatMap(\.keys) {
            #expect(skill.contains("`\(key.name): "), "\(key.name)")
        }
    }

    @Test func pagesAreWellFormed() throws {
        for (path, text) in try Site(root: FreshnessTests.root).files() where path.hasSuffix(".html") {
            let parser = XMLParser(data: Data(text.replacingOccurrences(of: "<!doctype html>\n", with: "").utf8))
            let isParsed = parser.parse()
            #expect(isParsed, "\(path):\(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "")")
        }
    }

    @Test func everyGuideKeyAndDiagnosticIsThere() throws {
        let site = try Site(root: FreshnessTests.root)
        let files = site.files()
        let diagnostics = try #require(files["diagnostics/index.html"])
        for one in Explanation.all { #expect(diagnostics.contains("<h2 id=\"\(one.id)\">"), "\(one.id)") }
        let format = try #require(files["format/index.html"])
        for key in FormatReference.sections.flatMap(\.keys) {
            #expect(format.contains("<code>\(key.name)</code>"), "\(key.name)")
        }
        let guides = site.libraries.flatMap { $0.groups.flatMap(\.guides) }
        #expect(guides.count > 15 && guides.allSatisfy { !$0.summary.isEmpty && !$0.title.isEmpty })
        let first = try #require(files["index.html"])
        for guide in guides { #expect(first.contains("href=\"\(guide.path)\"")) }
        let search = try #require(files["search.js"])
        let list =
            try JSONSerialization.jsonObject(
                with: Data(search.split(separator: "\n")[0].dropFirst("const searchEntries = ".count).dropLast().utf8))
            as? [[String]]
        #expect((list?.count ?? 0) > 250)
    }

    /// README's picture and the first page show generated lines, and a call that compiles with them.
    @Test func theFirstExampleIsGeneratedAndCompiles() async throws {
        let showcase = try Showcase()
        let generated = Set(showcase.files.values.flatMap { $0.split(separator: "\n") })
        let lines = showcase.swift.split(separator: "\n").filter { !$0.hasSuffix("…") }
        #expect(lines.count > 20 && lines.allSatisfy(generated.contains))
        let page = try #require(try Site(root: FreshnessTests.root).files()["index.html"])
        for name in ["ListIssuesRequest", "Issue"] {
            #expect(page.contains("<span class=\"keyword\">struct</span> <span class=\"type\">\(name)</span>"))
        }
        guard let modules = SwiftCompiler.modules else { return }
        let folder = try TestFolder()
        for (name, text) in showcase.files { try folder.write(text, to: name) }
        let call =
            "import CallsiteRuntime\nimport CallsitePagination\nfunc call(token: String) async throws {\n\(showcase.call)}\n"
        try folder.write(call, to: "Call.swift")
        let result = try await SwiftCompiler.run(
            ["-typecheck", "-warnings-as-errors", "-swift-version", "6", "-module-name", "App", "-I", modules]
                + (showcase.files.keys.sorted() + ["Call.swift"]).map(folder.path))
        #expect(result.status == 0, "\(result.text)")
    }

    /// Colours change no letter.
    @Test func colouredCodeIsTheCode() throws {
        let showcase = try Showcase()
        for (code, language) in [
            (showcase.yaml, CodePiece.Language.yaml), (showcase.swift, .swift), ("", .swift), ("\n\n", .yaml),
            ("a: 'it''s' # b\n\"c\": -1.5e3\n\"open", .yaml), ("let é = \"\\\"\" // \"", .swift),
        ] {
            let lines = CodePiece.lines(of: code, language).map { $0.map(\.text).joined() }
            #expect(lines.joined(separator: "\n") == (code.hasSuffix("\n") ? String(code.dropLast()) : code))
        }
        #expect(
            CodePiece.lines(of: "response: {type: Issue, status: 201} # created", .yaml)[0].map(\.kind) == [
                .key, .plain, .key, .plain, .type, .plain, .key, .plain, .number, .plain, .comment,
            ])
    }

    /// DocC's pages have the way home, the search, and the guides before and after.
    @Test func pagesOfDocCAreFramed() throws {
        let shell =
            "<!doctype html><html lang=\"en-US\"><head><title>A</title></head><body data-color-scheme=\"auto\"><div id=\"app\"></div></body></html>"
        let page = try #require(framed(shell, root: "/callsite/"))
        for part in [
            "<html data-root=\"/callsite/\" lang=\"en-US\">", "<a class=\"home\" href=\"/callsite/index.html\">",
            "id=\"search\"", "id=\"along\"", "src=\"/callsite/ranking.js\"", "<div id=\"app\"></div>",
        ] { #expect(page.contains(part), "\(part)") }
        #expect(framed("<p>no page</p>", root: "/") == nil)
    }
}
