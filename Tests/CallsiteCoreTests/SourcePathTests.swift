import Testing

@testable import CallsiteCore
@testable import CallsiteText

/// The paths of files that others name.
@Suite struct SourcePathTests {
    @Test(arguments: [
        ("b.yml", "a.yml", "b.yml"), ("b.yml", "x/a.yml", "x/b.yml"), ("./b.yml", "x/a.yml", "x/b.yml"),
        ("../b.yml", "x/a.yml", "b.yml"), ("../../b.yml", "x/a.yml", "../b.yml"),
        ("../y/./b.yml", "x/z/a.yml", "x/y/b.yml"), ("b.yml", "/a.yml", "/b.yml"), ("../b.yml", "/a.yml", "/../b.yml"),
        ("../b.yml", "/x/a.yml", "/b.yml"), ("../b.yml", "./a.yml", "./../b.yml"),
        ("b//c.yml", "../a.yml", "../b/c.yml"), ("../b.yml", "../a.yml", "../../b.yml"), ("", "x/a.yml", "x"),
        ("é/😀.yml", "ü/a.yml", "ü/é/😀.yml"),
    ])
    func isFound(_ text: String, _ including: String, _ path: String) {
        #expect(sourcePath(of: text, from: including) == path)
    }

    @Test("as parts of text have it")
    func parts() {
        var dice = SystemRandomNumberGenerator()
        func any() -> String {
            (0..<Int.random(in: 0...6, using: &dice)).map { _ in
                ["/", "..", ".", "a", "b.yml", "é", "..."].randomElement(using: &dice)!
            }
            .joined()
        }
        for _ in 0..<5000 {
            let (text, including) = (any(), any())
            var parts = including.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
            for part in text.split(separator: "/") where part != "." {
                if part == "..", let last = parts.last, last != "..", !last.isEmpty, last != "." {
                    parts.removeLast()
                } else {
                    parts.append(String(part))
                }
            }
            #expect(sourcePath(of: text, from: including) == parts.joined(separator: "/"), "\(text) from \(including)")
        }
    }

    @Test func textIsFoundInText() {
        #expect(
            "https://a".holds("://") && "a:/:://".holds("://") && "://".holds("://") && "xé://".dropFirst().holds("://")
        )
        #expect(!"".holds("://") && !"a:/".holds("://") && !":/ /".holds("://"))
    }

    /// A sign before a digit is no digit, though `UInt8(_:radix:)` reads both.
    @Test(arguments: [
        ("a%2Fb", "a/b"), ("%7e%7E", "~~"), ("%+F", "%+F"), ("%-0", "%-0"), ("%4", "%4"), ("%", "%"), ("%%41", "%A"),
        ("%G1%1G", "%G1%1G"), ("%C3%A9", "é"), ("% 1", "% 1"),
    ])
    func percentEncodingHasTwoDigits(_ text: String, _ decoded: String) {
        #expect(String(decoding: PercentEncoding.decoded(Array(text.utf8)), as: UTF8.self) == decoded)
    }
}
