import CallsiteCore
import CallsiteReference
import Foundation
import SitePages
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
        #expect(SiteLinks.broken(in: files, others: Set(pages + ["favicon.svg", "pictures/pipeline.svg"])) == [])
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
        #expect(site.libraries[0].example.contains("session.send("))
        let search = try #require(files["search.js"])
        let list =
            try JSONSerialization.jsonObject(
                with: Data(search.dropFirst("const searchEntries = ".count).dropLast(2).utf8)) as? [[String]]
        #expect((list?.count ?? 0) > 250)
    }
}
