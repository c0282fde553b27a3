@testable import CallsiteRuntime
import Foundation
import Testing

@Suite("Scalars")
struct ScalarTests {
    @Test(
        "integers",
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("1.0", 1), ("1e2", 100), ("1.50e1", 15), ("-1.5E+1", -15), ("100e-2", 1), ("0.0", 0),
            ("-0.0e99999999999999999999", 0), ("9.223372036854775807e18", .max),
            ("9007199254740993", 9_007_199_254_740_993), ("120e-1", 12),
        ] as [(String, Int64)])
    func integers(_ text: String, _ value: Int64) throws { #expect(try read(text) == value) }

    @Test(
        arguments: [
            ("0", 0), ("18446744073709551615", .max), ("9223372036854775808", 1 << 63),
            ("1e19", 10_000_000_000_000_000_000), ("12.0", 12),
        ] as [(String, UInt64)])
    func unsignedIntegers(_ text: String, _ value: UInt64) throws { #expect(try read(text) == value) }

    @Test(arguments: ["-1", "18446744073709551616", "1e20", "1.5", "\"1\"", "100000000000000000000000"])
    func noUnsignedIntegers(_ text: String) {
        #expect(throws: DecodingFailure.self) { try read(text, as: UInt64.self) }
    }

    @Test(
        "no integers",
        arguments: [
            "9223372036854775808", "-9223372036854775809", "10000000000000000000", "99999999999999999999999", "1.5",
            "1e-1", "1e19", "1e999999999999", "1e-999999999999", "0.1", "\"1\"", "true", "null", "[]",
        ])
    func noIntegers(_ text: String) { #expect(throws: DecodingFailure.self) { try read(text, as: Int64.self) } }

    @Test(arguments: [
        ("2147483647", true), ("2147483648", false), ("-2147483648", true), ("-2147483649", false),
        ("2.147483647e9", true),
    ])
    func int32(_ text: String, _ fits: Bool) { #expect(((try? read(text, as: Int32.self)) != nil) == fits) }

    @Test(
        "doubles are the nearest, however they are written",
        arguments: [
            "0", "-0", "1", "-1.5", "0.1", "0.30000000000000004", "1e22", "1e23", "123456789012345678",
            "9007199254740993", "1.7976931348623157e308", "5e-324", "2.2250738585072014e-308",
            "2.2250738585072011e-308", "1e-400", "0.000001", "8.41e21", "9.5e-7", "1234.5678e-3",
            "179769313486231570000000000000000000000", "3.141592653589793238462643383279", "17.22", "0.1e1",
            "9007199254740992.5", "1E5", "1e+5",
        ])
    func doubles(_ text: String) throws {
        let expected = try #require(Double(text))
        #expect(try read(text, as: Double.self).bitPattern == expected.bitPattern)
        guard let float = Float(text), float.isFinite else { return }
        #expect(try read(text, as: Float.self).bitPattern == float.bitPattern)
    }

    @Test("what no double holds is refused", arguments: ["1e309", "-1e400", "1e99999999999999999999"])
    func tooLarge(_ text: String) {
        #expect(throws: DecodingFailure.self) { try read(text, as: Double.self) }
        #expect(throws: DecodingFailure.self) { try read(text, as: Float.self) }
    }

    @Test("what no float holds is refused")
    func tooLargeForFloat() { #expect(throws: DecodingFailure.self) { try read("1e39", as: Float.self) } }

    @Test("every double reads back")
    func doubleRoundTrip() throws {
        var bits: UInt64 = 0x9E37_79B9_7F4A_7C15
        for _ in 0..<2000 {
            bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = Double(bitPattern: bits)
            guard value.isFinite else { continue }
            #expect(try decodeJSON(Double.self, from: encodeJSON(value)).bitPattern == value.bitPattern)
            let short = (value.truncatingRemainder(dividingBy: 1e6) * 100).rounded() / 100
            #expect(try decodeJSON(Double.self, from: encodeJSON(short)) == short)
        }
    }

    @Test(
        "decimals keep their digits",
        arguments: [
            "0.1", "12345678901234567890.123456789", "-0.000000000000000001", "1e3", "79228162514264337593543950335",
            "1.10",
        ])
    func decimals(_ text: String) throws {
        let expected = try #require(Decimal(string: text))
        #expect(try read(text, as: Decimal.self) == expected)
        #expect(try decodeJSON(Decimal.self, from: encodeJSON(expected)) == expected)
        #expect(
            try JSONDecoder().decode(WrappedDecimal.self, from: JSONEncoder().encode(WrappedDecimal(value: expected)))
                .value == expected)
    }

    private struct WrappedDecimal: Model {
        let value: Decimal
        init(value: Decimal) { self.value = value }
        init(from fields: inout FieldReader) throws { value = try fields["value"] }
        func encode(to fields: inout FieldWriter) { fields["value"] = value }
    }

    @Test("what no decimal holds is refused", arguments: ["1e999", "\"1\"", "null"])
    func noDecimals(_ text: String) { #expect(throws: DecodingFailure.self) { try read(text, as: Decimal.self) } }

    /// RFC 3986 decides, not Foundation: its parsers differ between iOS 16 and later systems. Characters that aren't
    /// allowed are encoded. A model stores the text; the list has URLs as such.
    @Test(
        "URLs are the same on every system",
        arguments: [
            ("https://x.test/a?b=1#c", "https://x.test/a?b=1#c"), ("http://x.test", "http://x.test"),
            ("https://x.test/a b", "https://x.test/a%20b"), ("https://x.test/{id}", "https://x.test/%7Bid%7D"),
            ("https://x.test/|^`<>", "https://x.test/%7C%5E%60%3C%3E"), ("https://x.test/ä", "https://x.test/%C3%A4"),
            ("https://x.test/a%zz%", "https://x.test/a%25zz%25"), ("https://x.test/a%20b", "https://x.test/a%20b"),
            ("https://x.test:8080/a:b", "https://x.test:8080/a:b"), ("https://u:p@x.test/", "https://u:p@x.test/"),
            ("https://[::1]:80/a", "https://[::1]:80/a"), ("https://x.test/[a]", "https://x.test/%5Ba%5D"),
            ("mailto:a@x.test", "mailto:a@x.test"), ("urn:isbn:1", "urn:isbn:1"), ("/a/b?c", "/a/b?c"),
            ("a", "a"), ("https://1.2.3.4/~a!$&'()*+,;=", "https://1.2.3.4/~a!$&'()*+,;="),
            ("https://x.test/\u{7F}", "https://x.test/%7F"), ("", nil), ("http://[::1", nil),
            ("https://x.test/#a#b", "https://x.test/#a%23b"),
        ] as [(String, String?)])
    func urls(_ text: String, _ expected: String?) throws {
        let json = String(decoding: try encodeJSON(text), as: UTF8.self)
        // The same with an escape, by another way through the reader.
        let escaped = "\"" + text.unicodeScalars.map { "\\u" + String(format: "%04x", $0.value) }.joined() + "\""
        for json in [json, escaped] {
            let url = try? read(json, as: URL.self)
            let stored = try? read(json, as: StoredURL.self)
            #expect(url?.absoluteString == expected && stored?.description == expected && stored?.value == url)
            #expect((try? read("[\(json)]", as: [URL].self).first?.absoluteString) == expected)
            guard let stored, let url else { continue }
            #expect(StoredURL(url) == stored && StoredURL(url).hashValue == stored.hashValue)
            #expect(try encodeJSON(stored) == encodeJSON(url))
        }
        #expect(try read("\"\"", as: StoredURL?.self) == nil && read("null", as: StoredURL?.self) == nil)
    }

    @Test("booleans, URLs, UUIDs, base64")
    func others() throws {
        #expect(try read("[true,false]") == [true, false])
        #expect(throws: DecodingFailure.self) { try read("1", as: Bool.self) }
        #expect(try read(#""https:\/\/x.test\/a?b=%20#c""#) == URL(string: "https://x.test/a?b=%20#c"))
        #expect(throws: DecodingFailure.self) { try read("\"\"", as: URL.self) }
        let uuid = "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"
        #expect(try json(read("\"\(uuid.uppercased())\"", as: UUID.self)) == "\"\(uuid)\"")
        #expect(throws: DecodingFailure.self) { try read("\"x\"", as: UUID.self) }
        #expect(try read(#""AQ\nID\n""#, as: Data.self) == Data([1, 2, 3]))
        #expect(try read("\"\"", as: Data.self) == Data())
        #expect(throws: DecodingFailure.self) { try read("\"A*==\"", as: Data.self) }
    }

    @Test("a value and its absence")
    func patches() throws {
        #expect(try read("[1,null]", as: [Patch<Int>].self) == [1, .null])
        #expect(Patch<Int>.absent == .unchanged && Patch(nil as Int?) == .null && Patch(3).value == 3)
        #expect(try json([Patch<String>.value("a"), .null]) == #"["a",null]"#)
        let patches: (Patch<String>, Patch<Double>, Patch<Bool>, Patch<[Int]>) = ("a", 1.5, true, [1])
        #expect(
            patches.0 == .value("a") && patches.1 == .value(1.5) && patches.2 == .value(true)
                && patches.3 == .value([1]))
    }
}

@Suite("Dates")
struct DateTests {
    @Test(
        "RFC 3339, in all its spellings",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00z", 0), ("2024-01-02T03:04:05Z", 1_704_164_645),
            ("2024-01-02T03:04:05+09:00", 1_704_132_245), ("2024-01-02T03:04:05-00:30", 1_704_166_445),
            ("2024-01-02T03:04:05.5Z", 1_704_164_645.5),
            ("2024-01-02T03:04:05.123456789Z", 1_704_164_645.123456789),
            ("2024-01-02T03:04:05.000000000000000000001Z", 1_704_164_645), ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("2024-02-29T00:00:00Z", 1_709_164_800), ("2000-02-29T00:00:00Z", 951_782_400),
            ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("1969-12-31T23:59:59.25Z", -0.75), ("1900-03-01T00:00:00Z", -2_203_891_200),
            ("2024-01-02T03:04:05.25+00:00", 1_704_164_645.25),
        ] as [(String, Double)])
    func reading(_ text: String, _ seconds: Double) throws {
        #expect(try read("\"\(text)\"", as: Date.self) == Date(timeIntervalSince1970: seconds))
        // The same with an escape inside, which takes the other way through the reader.
        #expect(
            try read("\"\\u003\(text.first!)\(text.dropFirst())\"", as: Date.self)
                == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "no dates",
        arguments: [
            "", "2024", "2024-01-02", "2024-01-02T03:04:05", "2024-01-02 03:04:05Z", "2024-13-01T00:00:00Z",
            "2024-00-01T00:00:00Z", "2024-01-00T00:00:00Z", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
            "2024-04-31T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:61Z",
            "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00+01", "2024-01-01T00:00:00+0100",
            "2024-01-01T00:00:00ZZ", "2024-01-01T00:00:00.5", "20240-01-01T00:00:00Z", "２024-01-01T00:00:00Z",
            "2024-01-01T00:00:00,5Z", "-024-01-01T00:00:00Z", "2024-01-01T00:00:0aZ",
        ])
    func noDates(_ text: String) { #expect(throws: DecodingFailure.self) { try read("\"\(text)\"", as: Date.self) } }

    @Test(
        "written in UTC, with a fraction only where there is one",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_704_164_645, "2024-01-02T03:04:05Z"),
            (1_704_164_645.5, "2024-01-02T03:04:05.500Z"), (1_704_164_645.678, "2024-01-02T03:04:05.678Z"),
            (1_704_164_645.123456, "2024-01-02T03:04:05.123456Z"), (-0.25, "1969-12-31T23:59:59.750Z"),
            (-62_167_219_200, "0000-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"), (0.9999999, "1970-01-01T00:00:01Z"),
        ] as [(Double, String)])
    func writing(_ seconds: Double, _ text: String) throws {
        #expect(try json(Date(timeIntervalSince1970: seconds)) == "\"\(text)\"")
    }

    @Test(
        "what RFC 3339 can't write is refused",
        arguments: [1e12, 253_402_300_800, 253_402_300_799.9999999, -62_167_219_201, .nan, .infinity])
    func beyond(_ seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(throws: EncodingFailure.self) { try json(date) }
    }

    /// Every day of eight centuries, against Foundation's calendar at their ends.
    @Test func everyDay() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0)!
        for days in stride(from: -135_000, through: 157_000, by: 1) {
            let day = RFC3339.day(daysSince1970: days)
            #expect(RFC3339.daysSince1970(year: day.year, month: day.month, day: day.day) == days)
            if days % 997 == 0 {
                let parts = calendar.dateComponents(
                    [.year, .month, .day], from: Date(timeIntervalSince1970: Double(days) * 86_400))
                #expect(parts.year == day.year && parts.month == day.month && parts.day == day.day)
            }
        }
    }

    @Test("calendar dates")
    func calendarDates() throws {
        let day = try #require(CalendarDate("2024-02-29"))
        #expect((day.year, day.month, day.day) == (2024, 2, 29) && day.description == "2024-02-29")
        #expect(try json(day) == "\"2024-02-29\"" && read("\"0001-01-01\"") == CalendarDate(year: 1, month: 1, day: 1))
        #expect(
            day < CalendarDate(year: 2024, month: 3, day: 1)! && CalendarDate(year: 2023, month: 12, day: 31)! < day)
        for text in [
            "2023-02-29", "2024-2-29", "2024-02-29T", "", "2024-02-30", "2024-00-10", "2024/02/29", "10000-01-01",
        ] {
            #expect(CalendarDate(text) == nil)
        }
        #expect(
            CalendarDate(year: 2023, month: 2, day: 29) == nil && CalendarDate(year: 10_000, month: 1, day: 1) == nil)
        let evening = Date(timeIntervalSince1970: 1_709_164_800 + 23 * 3600)
        #expect(CalendarDate(evening, in: TimeZone(secondsFromGMT: 0)!) == day)
        #expect(CalendarDate(evening, in: TimeZone(secondsFromGMT: 7_200)!) == CalendarDate("2024-03-01"))
    }

    @Test("timestamps are numbers, fractions kept")
    func timestamps() throws {
        #expect(try read("1704164645.25", as: Timestamp.self).date == Date(timeIntervalSince1970: 1_704_164_645.25))
        #expect(
            try read("1704164645250", as: TimestampMilliseconds.self).date
                == Date(timeIntervalSince1970: 1_704_164_645.25))
        #expect(try json(Timestamp(Date(timeIntervalSince1970: 1_704_164_645))) == "1704164645")
        #expect(try json(Timestamp(Date(timeIntervalSince1970: 1.5))) == "1.5")
        #expect(try json(TimestampMilliseconds(Date(timeIntervalSince1970: 1_704_132_245.678))) == "1704132245678")
        #expect(throws: DecodingFailure.self) { try read("\"1\"", as: Timestamp.self) }
    }
}
