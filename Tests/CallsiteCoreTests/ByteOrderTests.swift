import Testing

@testable import CallsiteCore
@testable import CallsitePrinter

@Suite struct ByteOrderTests {
    /// The Ångström sign is `Å` in another normal form; with something behind it `<` contradicts itself.
    private static let names = [
        "\u{212B}", "\u{212B}a", "\u{C5}b", "A\u{30A}c", "e\u{301}", "\u{E9}x", "z", "A", "a", "",
    ]

    @Test func stringsHaveOneOrderWhateverTheirOrderWas() {
        let sorted = Self.names.sortedByBytes()
        for start in Self.names.indices {
            #expect((Self.names[start...] + Self.names[..<start]).sortedByBytes() == sorted)
            #expect((Self.names[start...] + Self.names[..<start]).reversed().sortedByBytes() == sorted)
        }
        for (a, b) in zip(sorted, sorted.dropFirst()) { #expect(a.precedes(b) && !b.precedes(a)) }
    }

    /// Tags name files, whose order is that of their names.
    @Test func tagsInSeveralNormalFormsGiveTheSameFilesInAnyOrder() {
        func files(_ tags: [String]) -> [String] {
            let paths = tags.enumerated().map {
                "  /p\($0): {get: {operationId: get\($0), tags: ['\($1)'], responses: {'204': {description: d}}}}\n"
            }
            let text = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n" + paths.joined()
            return generate(SourceSet(main: .init(path: "api.yaml", bytes: Array(text.utf8))), options: Options()).files
                .map(\.name)
        }
        let tags = ["\u{212B}", "\u{212B}a", "\u{C5}b", "A\u{30A}c", "e\u{301}", "z"]
        let expected = files(tags)
        #expect(expected.count > tags.count)
        for start in tags.indices { #expect(files(Array(tags[start...] + tags[..<start])) == expected) }
    }
}
