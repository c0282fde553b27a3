import Testing
@testable import github_browser

@Suite struct ScreenTextTests {
    @Test(arguments: [
        ("plain text", "plain text"),
        ("a\nb\r\nc\td\re", "a b c d e"),
        ("\u{2028}\u{2029}\u{85}\u{0B}\u{0C}", "     "),
        ("a\u{00}b\u{07}c\u{7F}d\u{9C}e", "a�b�c�d�e"),
        ("\u{1B}[31mred\u{1B}[0m", "�red�"),
        ("\u{9B}1;2Hx", "�x"),
        ("\u{1B}[1", "�[1"),
        ("\u{1B}", "�"),
        ("\u{1B}]0;x\u{07}\u{202E}abc", "�]0;x��abc"),
        ("\u{1B}Pq\u{1B}\\", "�Pq�\\"),
        ("a\u{202A}\u{202E}\u{2066}\u{2069}\u{200E}\u{061C}b", "a������b"),
        ("a\u{200B}b\u{200C}c\u{200D}d\u{FEFF}e\u{2060}f\u{AD}g", "a b c�d�e�f�g"),
        ("\u{E0041}\u{E0001}\u{115F}\u{3164}\u{034F}\u{FFFE}", "������"),
        ("e\u{301} n\u{303}", "e\u{301} n\u{303}"),
        ("👩‍👩‍👧 👍🏽 ❤️ 🇩🇪 1️⃣ 👩🏽‍❤️‍💋‍👨 🏴‍☠️", "👩‍👩‍👧 👍🏽 ❤️ 🇩🇪 1️⃣ 👩🏽‍❤️‍💋‍👨 🏴‍☠️"),
        ("🏴󠁧󠁢󠁳󠁣󠁴󠁿!", "🏴󠁧󠁢󠁳󠁣󠁴󠁿!"),
        ("🏴\u{E0067}", "🏴�"),
        ("😀\u{200D}", "😀�"),
        ("漢字 עברית العربية", "漢字 עברית العربية"),
        ("", ""),
    ])
    func clean(text: String, expected: String) {
        #expect(ScreenText.clean(text) == expected)
        #expect(ScreenText.clean(expected) == expected)
    }

    @Test func noScalarGetsThroughThatSteersATerminal() {
        // The other planes have no characters, or only private ones.
        for value in [UInt32](0...0x3FFFF) + [UInt32](0xE0000...0xE0FFF) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for shown in ScreenText.clean(String(scalar)).unicodeScalars {
                switch shown.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator:
                    Issue.record("U+\(String(value, radix: 16))")
                default: break
                }
            }
        }
    }

    @Test func marksDoNotPileUp() {
        let cleaned = ScreenText.clean("a" + String(repeating: "\u{301}", count: 1000))
        #expect(cleaned.allSatisfy { $0.unicodeScalars.count <= 31 })
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("äöü", 3), ("e\u{301}", 1), ("漢字", 4), ("한국어", 6), ("\u{1112}\u{1161}\u{11AB}", 2),
        ("カナ", 4), ("ｶﾅ", 2), ("Ａ", 2), ("😀", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("❤️", 2), ("❤", 1), ("🇩🇪", 2), ("🇩", 1), ("1️⃣", 2),
        ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("�", 1), ("…", 1), ("ก็", 1), ("עברית", 5), ("─│", 2), ("⌚", 2), ("🫨", 2), ("。", 2), ("x\u{20DD}", 1),
    ])
    func width(text: String, expected: Int) {
        #expect(ScreenText.width(text) == expected)
    }

    @Test func aLoneMarkHasNoWidth() {
        #expect(ScreenText.width(Character("\u{301}")) == 0)
        #expect(ScreenText.width(Character("\u{3099}")) == 0)
    }

    @Test(arguments: [
        ("abc", 5, "abc  "), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abc", 1, "…"), ("a", 1, "a"),
        ("", 2, "  "), ("abc", 0, ""), ("abc", -1, ""), ("漢字", 4, "漢字"), ("漢字", 3, "漢…"), ("漢字", 2, "… "),
        ("漢", 1, "…"), ("a漢字", 4, "a漢…"), ("a漢字", 3, "a… "), ("e\u{301}e\u{301}", 2, "e\u{301}e\u{301}"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👩‍👩‍👧x", 2, "… "), ("a\nb", 4, "a b "),
    ])
    func fit(text: String, columns: Int, expected: String) {
        #expect(ScreenText.fit(text, to: columns) == expected)
    }

    @Test(arguments: [
        ("the quick brown fox", 10, ["the quick", "brown fox"]),
        ("the quick", 9, ["the quick"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("a abcdefgh b", 3, ["a", "abc", "def", "gh", "b"]),
        ("ab abcde f", 4, ["ab", "abcd", "e f"]),
        ("漢字漢字", 5, ["漢字", "漢字"]),
        ("漢a", 1, ["�", "a"]),
        ("  in  side  ", 20, ["  in  side"]),
        ("one\ntwo\r\n\nthree four", 6, ["one", "two", "", "three", "four"]),
        ("", 5, [""]), ("   ", 2, [""]), ("abc", 0, [""]), ("abc", -3, [""]), ("ab c", 1, ["a", "b", "c"]),
        ("a\u{1B}[31mb", 10, ["a�b"]),
    ])
    func wrapped(text: String, columns: Int, expected: [String]) {
        #expect(ScreenText.wrapped(text, to: columns) == expected)
    }

    @Test func randomTextsKeepTheirMeasures() {
        let pool: [Unicode.Scalar] = [
            "a", "b", " ", " ", "\n", "\t", "漢", "😀", "\u{200D}", "\u{FE0F}", "\u{301}", "🇩", "🇪", "\u{1100}",
            "\u{1161}", "क", "\u{94D}", "\u{1B}", "[", "m", "\u{202E}", "\u{1F3F4}", "\u{E0067}", "\u{E007F}", "👍",
            "\u{1F3FD}", "1", "\u{20E3}", "\u{93F}", "\u{D4E}",
        ]
        for _ in 0..<1000 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...30) { scalars.append(pool.randomElement() ?? "a") }
            let text = String(scalars)
            let cleaned = ScreenText.clean(text)
            if ScreenText.clean(cleaned) != cleaned { Issue.record("\(text.debugDescription) is not clean at once") }
            for columns in 1...12 {
                let fits = ScreenText.width(ScreenText.fit(text, to: columns)) == columns
                let wraps = ScreenText.wrapped(text, to: columns).allSatisfy { ScreenText.width($0) <= columns }
                if !fits || !wraps { Issue.record("\(text.debugDescription) to \(columns)") }
            }
        }
    }
}
