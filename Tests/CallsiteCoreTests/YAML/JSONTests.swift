import Testing

@testable import CallsiteCore

/// JSON files make the same nodes as YAML ones, by JSON's own rules.
@Suite struct JSONTests {
    private func parsed(_ text: String, path: String = "a.json") -> (Node?, [String]) {
        var diagnostics = Diagnostics()
        let nodes = parse(SourceSet(main: .init(path: path, bytes: Array(text.utf8))), &diagnostics)
        return (
            nodes.documents[0]?.root,
            diagnostics.sorted.map { "\($0.location.line):\($0.location.column) \($0.severity) \($0.message)" }
        )
    }

    @Test(arguments: [
        (#""a\"b\\c\/d\b\f\n\r\t""#, "a\"b\\c/d\u{8}\u{C}\n\r\t"), (#""\ud83d\ude42 \u00e9""#, "🙂 é"),
        (#""\ud83d""#, "\u{FFFD}"),
        (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\udE42""#, "\u{FFFD}"), ("\"\u{2028}\"", "\u{2028}"), (#""""#, ""),
    ])
    func strings(_ json: String, _ text: String) {
        #expect(parsed(json).0?.value == .string(text))
    }

    @Test(arguments: [
        ("1", YAMLScalar.integer("1")), ("-0", .integer("0")), ("1.50", .float("1.50")), ("1E400", .float("1E400")),
        ("true", .bool(true)),
        ("null", .null), ("18446744073709551616", .integer("18446744073709551616")),
    ])
    func scalars(_ json: String, _ value: YAMLScalar) {
        #expect(parsed(json).0?.value == value)
    }

    @Test(arguments: ["\n", "\r", "\r\n"]) func lineEnds(_ end: String) throws {
        let elements = try #require(parsed("[\(end)1,\(end)\(end) 2]").0?.elements)
        #expect(elements.map(\.place.line) == [2, 4])
        #expect(elements.map(\.place.column) == [1, 2])
    }

    @Test func placesCountScalars() throws {
        let root = try #require(parsed("{\n  \"é\": [1,\n \"🙂\", {\"key\": true}]\n}").0)
        let elements = try #require(root["é"]?.elements)
        #expect(elements.map(\.place.line) == [2, 3, 3])
        #expect(elements.map(\.place.column) == [9, 2, 7])
        #expect(elements[2]["key"]?.place.column == 15)
    }

    @Test(arguments: [
        ("{", "1:2 error the file ends before its last '}'"),
        ("[1,]", "1:4 error a value is missing before this, or a comma is too much"),
        ("{\"a\" 1}", "1:6 error ':' is missing behind a key"),
        ("[1 2]", "1:3 error ',' or ']' is missing here"), ("01", "1:3 error this isn't a JSON number"),
        ("1.", "1:3 error a number's point needs digits behind it"),
        ("1e", "1:3 error a number's exponent needs digits"), ("\"a", "1:3 error a string isn't closed"),
        ("\"\\x\"", "1:4 error '\\x' is no escape"),
        ("\"\\u12\"", "1:4 error '\\u' needs four hexadecimal digits"),
        ("\"\\u-000\"", "1:4 error '\\u' needs four hexadecimal digits"),
        ("\"\\u+041\"", "1:4 error '\\u' needs four hexadecimal digits"),
        ("\"\t\"", "1:2 error a control character in a string must be escaped"),
        ("tru", "1:1 error this isn't a JSON value"), ("1 2", "1:3 error the JSON text has ended before this"),
        ("", "1:1 error a value is missing at the end of the file"),
    ])
    func refusals(_ json: String, _ message: String) throws {
        // If the JSON is valid YAML, the message says that it was read as YAML.
        let (_, messages) = parsed(json)
        let isYAML = messages.first?.contains("was read as YAML") == true
        let expected =
            isYAML
            ? message.replacing(" error ", with: " warning ") + "; the file isn't JSON, and was read as YAML" : message
        #expect(messages == [expected])
    }

    @Test func depthHasALimit() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(parsed(deep).1 == ["1:101 error nested more than 100 levels deep"])
        #expect(parsed(String(repeating: "[", count: 100) + String(repeating: "]", count: 100)).1 == [])
    }

    /// Braces begin YAML too, so a file that isn't called `.json` may be either.
    @Test func bracesMayBeYAML() throws {
        let (root, messages) = parsed("{a: [b, c], d: {e: no}}", path: "a.yaml")
        #expect(messages == [])
        #expect(root?["a"]?.elements?.map(\.text) == ["b", "c"])
        #expect(root?["d"]?["e"]?.value == .string("no"))
    }

    @Test func theLastOfRepeatedKeysCounts() throws {
        let (root, messages) = parsed(#"{"openapi": "3.0.0", "a": 1, "b": 2, "\u0061": 3}"#)
        #expect(messages == ["1:38 warning the key 'a' comes twice"])
        #expect(root?["a"]?.text == "3")
        #expect(root?.pairs?.map { $0.key.text } == ["openapi", "b", "a"])
    }
}
