import Foundation
import Pictures
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The committed pictures are what is drawn today, and fit.
@Suite struct PictureTests {
    @Test(arguments: Picture.all.map(\.name)) func isFresh(_ name: String) throws {
        let picture = try #require(Picture.all.first { $0.name == name })
        let committed = try? String(
            contentsOf: FreshnessTests.root.appendingPathComponent(picture.path), encoding: .utf8)
        #expect(try committed == picture.svg(root: FreshnessTests.root), "run: swift run callsite-dev pictures")
        #expect(try picture.overflows(root: FreshnessTests.root) == [])
    }

    /// For those who don't see it, and for dark pages.
    @Test func eachHasATitleADescriptionAndColoursForDarkPages() throws {
        for picture in Picture.all {
            let svg = try picture.svg(root: FreshnessTests.root)
            #expect(
                svg.contains(/<title id="title">[^<]{10,}<\/title>/)
                    && svg.contains(/<desc id="summary">[^<]{60,}<\/desc>/),
                "\(picture.name)")
            #expect(svg.contains("@media (prefers-color-scheme: dark)"), "\(picture.name)")
            #expect(XMLParser(data: Data(svg.utf8)).parse(), "\(picture.name)")
        }
    }
}
