@testable import CallsiteRuntime
import Foundation
import Testing

@Suite("JSON syntax")
struct SyntaxTests {
    @Test(
        "what is no JSON is refused with its place",
        arguments: [
            ("", "/: expected a JSON value, found the end at line 1, column 1 (offset 0)"),
            ("  ", "/: expected a value, found the end at line 1, column 3 (offset 2)"),
            ("[1,]", "/: expected a value, found ] at line 1, column 4 (offset 3)"),
            ("[1 2]", "/: expected a comma or ], found 2 at line 1, column 4 (offset 3)"),
            ("[1", "/: expected a comma or ], found the end at line 1, column 3 (offset 2)"),
            ("{\"a\":1,}", "/: expected a key in quotes, found } at line 1, column 8 (offset 7)"),
            ("{\"a\"}", "/: expected a colon, found } at line 1, column 5 (offset 4)"),
            ("{\"a\":1]", "/: expected a comma or }, found ] at line 1, column 7 (offset 6)"),
            ("{a:1}", "/: expected a key in quotes, found a at line 1, column 2 (offset 1)"),
            ("[01]", "/: expected a comma or ], found 1 at line 1, column 3 (offset 2)"),
            ("[-]", "/: expected a digit, found ] at line 1, column 3 (offset 2)"),
            ("[1.]", "/: expected a digit after the point, found ] at line 1, column 4 (offset 3)"),
            ("[1e]", "/: expected a digit in the exponent, found ] at line 1, column 4 (offset 3)"),
            ("[\n\n  nul]", "/: expected a value, found n at line 3, column 3 (offset 5)"),
            ("[\r\n\"é\" x]", "/: expected a comma or ], found x at line 2, column 5 (offset 8)"),
            ("\"abc", "/: expected the end of a string, found the end at line 1, column 5 (offset 4)"),
            (
                "\"a\u{1}\"",
                "/: expected no control character in a string, found byte 0x1 at line 1, column 3 (offset 2)"
            ),
            ("\"a\\x\"", "/: expected an escape that JSON has, found \\ at line 1, column 3 (offset 2)"),
            ("\"\\u12g4\"", "/: expected an escape that JSON has, found \\ at line 1, column 2 (offset 1)"),
            ("1 2", "/: expected nothing after the value, found 2 at line 1, column 3 (offset 2)"),
            ("\u{FEFF}", "/: expected a value, found the end at line 1, column 2 (offset 3)"),
            ("tru", "/: expected a value, found t at line 1, column 1 (offset 0)"),
        ])
    func refused(_ text: String, _ message: String) {
        #expect(failure { _ = try read(text, as: JSONValue.self) } == message)
    }

    @Test(
        "invalid UTF-8 is refused",
        arguments: [
            [0xC0, 0x80], [0xC1, 0xBF], [0x80], [0xFF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
            [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xC3],
            [0xE2, 0x28, 0xA1],
        ] as [[UInt8]])
    func invalidUTF8(_ bytes: [UInt8]) {
        for padding in ["", "aaaaaaaaaaa"] {
            let data = Data([0x22]) + Data(padding.utf8) + Data(bytes) + Data([0x22])
            #expect(throws: DecodingFailure.self) { try decodeJSON(String.self, from: data) }
            #expect(throws: DecodingFailure.self) { try decodeJSON(String.self, from: data.dropLast()) }
        }
    }

    @Test(
        "every string comes out as it went in",
        arguments: [
            "", "a", "abcdefgh", "abcdefghi", "é", "名前", "😀", "\u{10FFFF}", "a\"b\\c/d", "\u{0}\u{1F}\u{7F}\u{80}",
            "tab\tnewline\nreturn\r",
            "1234567é", "12345678é", String(repeating: "x😀", count: 50), "\u{FFFD}\u{FFFF}", "\u{2028}\u{2029}",
        ])
    func roundTrip(_ text: String) throws {
        #expect(try decodeJSON(String.self, from: encodeJSON(text)) == text)
        #expect(try JSONDecoder().decode(String.self, from: encodeJSON(text)) == text)
        #expect(try decodeJSON(String.self, from: JSONEncoder().encode(text)) == text)
    }

    @Test(
        "escapes",
        arguments: [
            (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\ud83d\uDE00""#, "😀"),
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000""#, "\0"),
            // A surrogate without its partner is one broken character, not a broken response.
            (#""a\ud83d""#, "a\u{FFFD}"), (#""\ude00b""#, "\u{FFFD}b"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
            (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
            (#""\ud83dx""#, "\u{FFFD}x"), (#""\ud83d\n""#, "\u{FFFD}\n"),
        ])
    func escapes(_ text: String, _ value: String) throws { #expect(try read(text) == value) }

    @Test("containers nest 200 deep and no deeper")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try read(nested(200), as: JSONValue.self) }
        #expect(
            failure { _ = try read(nested(201), as: JSONValue.self) }?.contains("expected at most 200 levels") == true)
        let objects = String(repeating: #"{"a":"#, count: 200) + "1" + String(repeating: "}", count: 200)
        #expect(throws: Never.self) { try read(objects, as: JSONValue.self) }
        for text in [String(repeating: "[", count: 100_000), String(repeating: #"{"a":["#, count: 100_000)] {
            #expect(throws: DecodingFailure.self) { try read(text, as: JSONValue.self) }
        }
    }

    /// Threads that are no main threads have half a megabyte on Apple's systems.
    @Test("any JSON, as deep as it goes, needs no more than a small stack")
    func stack() async throws {
        let objects = String(repeating: #"{"a":"#, count: 199) + "{}" + String(repeating: "}", count: 199)
        let lists = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        let isSame: Bool = await withCheckedContinuation { continuation in
            let thread = Thread {
                let isSame = try? [objects, lists].allSatisfy { try json(read($0, as: JSONValue.self)) == $0 }
                continuation.resume(returning: isSame == true)
            }
            thread.stackSize = 512 * 1024
            thread.start()
        }
        #expect(isSame)
    }

    /// The tape has room for what has most tokens to a byte.
    @Test(arguments: 0..<600)
    func shortestDocuments(_ count: Int) throws {
        for text in [
            "[" + String(repeating: "1,", count: count) + "1]", String(repeating: "[", count: count),
            String(repeating: "[1,", count: count), "[" + String(repeating: "[],", count: count) + "1]",
        ] {
            _ = try? read(text, as: JSONValue.self)
        }
    }

    @Test("a byte order mark is skipped")
    func byteOrderMark() throws { #expect(try read("\u{FEFF}{\"a\":1}", as: JSONValue.self) == ["a": 1]) }

    @Test("of a repeated key the last one counts, everywhere and in any order of reading")
    func repeatedKeys() throws {
        let filler = (0..<100).map { "\"key\($0)\":\($0)," }.joined()
        for text in [
            #"{"login":"a","id":1,"login":"b","id":2}"#, #"{"id":7,"login":"a","\u006cogin":"b","id":2}"#,
            #"{"\u006cogin":"a","login":"b","id":2}"#, #"{"login":"a",\#(filler)"login":"b","id":2}"#,
            #"{"x":{"login":"z","id":9},"id":{"id":1},"login":[1,2],"login":"b","id":2}"#,
        ] {
            #expect(try read(text) == Account(login: "b", id: 2))
            let value: JSONValue = try read(text)
            #expect(value["login"] == "b" && value["id"] == 2)
            #expect(try read("[\(text),\(text)]") == [Account(login: "b", id: 2), Account(login: "b", id: 2)])
        }
    }

    /// Thousands of keys with the same length and ends, and every one twice: the time must stay linear.
    @Test(.timeLimit(.minutes(10)))
    func manyKeys() throws {
        let keys = (0..<20_000).map { "aaaaaaaa\(100_000 + $0)bbbbbbbb" }
        let text = "{" + (keys + keys).enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
        let value: [String: Int] = try read(text)
        #expect(value.count == 20_000 && value[keys[0]] == 20_000)
    }

    @Test("escaped keys are found")
    func escapedKeys() throws { #expect(try read(#"{"\u006c\u006Fgin":"a","\u0069d":1}"#) == Account(login: "a")) }
}
