import Foundation
import Testing

@testable import CallsiteCore
@testable import CallsiteInspect

/// `callsite inspect` says how each endpoint pages, in words that a reader of the API's documentation can compare.
@Suite struct InspectTests {
    static let specs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Specs")

    private func paging(_ name: String) throws -> [String: String] {
        let bytes = [UInt8](try Data(contentsOf: Self.specs.appendingPathComponent("\(name).yaml")))
        let inspection = inspect(SourceSet(main: .init(path: "\(name).yaml", bytes: bytes)), options: Options())
        #expect(!inspection.diagnostics.hasErrors)
        return Dictionary(uniqueKeysWithValues: inspection.endpoints.map { ($0.name, $0.paging?.text ?? "none") })
    }

    @Test func everyStyleInWords() throws {
        let paging = try paging("paging")
        for (name, text) in [
            ("ListNumbered", "page: page = the next number, to an empty page (declared)"),
            (
                "ListNumberedShort",
                "page: page = the next number, to a short page, elements at items (declared numbered)"
            ),
            ("ListNumberedTotal", "page: page = the next number, up to header X-Total (declared)"),
            (
                "ListNumberedPages",
                "page: page = the next number, up to meta.page_count pages, elements at items (declared)"
            ),
            ("ListNumberedLinked", "page: page = the next number, while Link rel=next (declared)"),
            (
                "ListNumberedOpen",
                "page: page = the next number, up to meta.page_count pages, elements at items (declared)"
            ),
            ("ListByIterator", "cursor: iterator = iterator, until done, elements at data (declared)"),
            ("ListOrPage", "cursor: cursor = next_cursor, while there is one, elements at items (declared)"),
            (
                "ListCountedTotal",
                "offset: offset = the elements so far, up to data.total, elements at data.items (declared counted)"
            ),
            ("ListByCursorFlag", "cursor: cursor = next_cursor, while has_more, elements at items (declared cursors)"),
            ("ListByCursorHeader", "cursor: X-Cursor = header X-Next-Cursor, while there is one (declared)"),
            (
                "StartList",
                "cursor: cursor = next_cursor, while there is one, elements at items, continued by ContinueList (declared cursors)"
            ),
            ("ContinueList", "none"),
            ("ListAfterLast", "keyset: after = the last id, to an empty page (declared)"),
            ("ListByTypedURL", "nextURL: the URL = links.next, while there is one, elements at results (declared)"),
            ("ListByLink", "link: the URL = Link rel=next, while there is one (declared)"),
            ("ListByRange", "range: Range = header Next-Range, while the status is 206 (declared)"),
        ] { #expect(paging[name] == text) }
    }

    /// Each style on a real API; `none` where a strategy of the API doesn't fit.
    @Test func everyStyleOnARealAPI() throws {
        let texts = try ["github", "stripe", "hubspot", "spotify", "heroku", "dropbox"].flatMap {
            try paging($0).values
        }
        for style in Description.Pagination.Style.allCases {
            #expect(texts.contains { $0.hasPrefix(style.rawValue + ": ") }, "\(style)")
        }
        #expect(try paging("heroku")["GetSettings"] == "none")
        #expect(try paging("github")["ListIssues"]?.hasSuffix("(default linked)") == true)
    }
}
