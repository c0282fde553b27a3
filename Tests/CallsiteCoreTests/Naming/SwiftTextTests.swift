import Testing

@testable import CallsiteCore
@testable import CallsiteSwift

/// No string of a description breaks out of the literal or comment that it is printed in.
@Suite struct SwiftTextTests {
    @Test(arguments: [
        ("plain", "\"plain\""), ("a\"b", #""a\"b""#), (#"\(x)"#, #""\\(x)""#), ("a\nb\r\tc", #""a\nb\r\tc""#),
        ("\0", #""\u{0}""#),
        ("\u{2028}\u{202E}\u{200B}\u{FEFF}\u{85}\u{7F}", #""\u{2028}\u{202E}\u{200B}\u{FEFF}\u{85}\u{7F}""#),
        ("é名🙂", "\"é名🙂\""), ("", "\"\""),
    ])
    func stringLiterals(_ text: String, _ literal: String) {
        #expect(SwiftStringLiteral(text).text == literal)
    }

    @Test func documentationStaysInItsLines() {
        let lines = SwiftDocLine.lines("\n\na */ b\r\nc\u{2028}d\u{85}e\u{0B}f\0\u{202E}\n\n").map(\.text)
        #expect(lines == ["a */ b", "c", "d", "e", "f\\u{202E}"])
    }

    @Test(arguments: [
        ("name", "name"), ("class", "`class`"), ("self", "`self`"), ("await", "`await`"), ("a b", "ab"),
        ("\"; evil()", "evil"), ("", "_empty"), ("1a", "_1a"), ("_", "underscore"), ("a\u{200D}b", "ab"),
    ])
    func identifiers(_ text: String, _ identifier: String) {
        #expect(SwiftIdentifier(text).text == identifier)
    }

    @Test func typeIdentifiers() {
        #expect(SwiftIdentifier(type: "Type").text == "Type_")
        #expect(SwiftIdentifier(type: "Issue").text == "Issue")
    }

    @Test func types() {
        let page = SwiftTypeName.generic(
            SwiftTypeName(SwiftIdentifier(type: "Page")), [.list(.known(.int)), .optional(.known(.url))])
        #expect(page.text == "Page<[Int], URL?>")
        #expect(SwiftTypeName.dictionary(page).text == "[String: Page<[Int], URL?>]")
    }

    @Test func expressions() {
        #expect(SwiftExpression.string("\\(evil())").text == #""\\(evil())""#)
        #expect(
            SwiftExpression.dictionary([("a\"", .list([.integer(1), .double(1.5)]))]).text == #"["a\"": [1, 1.5]]"#)
        #expect(
            SwiftExpression.call(.url, [.init("string", .string("https://e.com"))], mayFail: true).text
                == #"URL(string: "https://e.com")!"#)
    }
}
