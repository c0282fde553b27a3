import CallsiteMockEngine
import Testing

/// JSON as the mock and the tools read and write it.
@Suite struct JSONTextTests {
    @Test(arguments: [
        (#"["\u00e9\ud83d\ude00\/", -0.5e+2, {"b": 1, "a": null}]"#, #"["é😀/",-0.5e+2,{"b":1,"a":null}]"#),
        (#""\ud83d""#, "\"\u{FFFD}\""), (#""\ud83d\u0041""#, "\"\u{FFFD}A\""), (#""\n\u0001""#, #""\n\u0001""#),
    ])
    func values(_ json: String, _ expected: String) throws { #expect(try JSONValue(parsing: json).text == expected) }

    @Test(arguments: [
        (#""\u-000""#, "1:4: expected four hexadecimal digits, found \"-000\"\""),
        (#""\u+041""#, "1:4: expected four hexadecimal digits, found \"+041\"\""),
        (#""\u12""#, "1:4: expected four hexadecimal digits, found \"12\"\""),
        (#""\x""#, "1:3: expected an escape, found \"x\"\""),
        ("\"a", "expected the end of a string, found the end of the text"),
        ("\"\t\"", "1:2: expected an escaped control character, found \"\t\"\""),
        ("01", "expected a value, found the end of the text"), ("1.", "expected a digit, found the end of the text"),
    ])
    func refusals(_ json: String, _ message: String) {
        #expect { _ = try JSONValue(parsing: json) } throws: { "\($0)" == message }
    }

    @Test func layouts() {
        let value = JSONValue.object([
            "b": .array([.string("x"), .string("<\n")]), "a": .array([.int(1), .object([:])]),
        ])
        #expect(
            value.text(.lines, sortsKeys: true) == """
                {
                  "a": [
                    1,
                    {}
                  ],
                  "b": [
                    "x",
                    "<\\n"
                  ]
                }
                """)
        #expect(
            value.text(.linesWithFlatLists) == """
                {
                  "b": ["x", "<\\n"],
                  "a": [
                    1,
                    {}
                  ]
                }
                """)
    }

    @Test(
        arguments: [
            ("", []), ("/", [""]), ("/a~1b/m~0n/~01", ["a/b", "m~n", "~1"]), ("/~/~x/~~0", ["~", "~x", "~~"]),
            ("a", nil),
        ] as [(String, [String]?)])
    func pointers(_ pointer: String, _ tokens: [String]?) {
        #expect(JSONPointer.tokens(pointer) == tokens)
        #expect(tokens.map { $0.map { "/" + JSONPointer.escaped($0) }.joined() }.flatMap(JSONPointer.tokens) == tokens)
    }
}
