import Testing
@testable import github_browser

@Suite struct KeyParserTests {
    private static let esc = "\u{1B}"

    static let table: [(String, [Key])] = [
        ("a", [.character("a")]),
        ("ä€😀", [.character("ä"), .character("€"), .character("😀")]),
        ("e\u{301}", [.character("e"), .character("\u{301}")]),
        ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]),
        ("\u{7F}", [.backspace]), ("\u{08}", [.backspace]),
        ("\u{03}\u{04}\u{1A}\u{15}\u{17}\u{0C}", [.interrupt, .endOfInput, .suspend, .clear, .deleteWord, .redraw]),
        ("\u{00}\u{01}\u{1F}x", [.character("x")]),
        ("\(esc)[A\(esc)[B\(esc)[C\(esc)[D", [.up, .down, .right, .left]),
        ("\(esc)OA\(esc)OB\(esc)OC\(esc)OD", [.up, .down, .right, .left]),
        ("\(esc)[1;5A\(esc)[1;2B\(esc)[1;3C\(esc)[1;10D", [.up, .down, .right, .left]),
        ("\(esc)[a\(esc)Ob\(esc)O5C\(esc)O1;2D", [.up, .down, .right, .left]),
        ("\(esc)[H\(esc)[1~\(esc)[7~\(esc)OH\(esc)[1;5H\(esc)[7$\(esc)[7^", Array(repeating: .home, count: 7)),
        ("\(esc)[F\(esc)[4~\(esc)[8~\(esc)OF\(esc)[1;2F\(esc)[8@", Array(repeating: .end, count: 6)),
        ("\(esc)[5~\(esc)[6~\(esc)[3~\(esc)[5;5~\(esc)[3;2~", [.pageUp, .pageDown, .delete, .pageUp, .delete]),
        ("\(esc)OM", [.enter]),
        // Unknown sequences leave nothing behind.
        ("\(esc)[2~x\(esc)[15~y\(esc)OPz", [.character("x"), .character("y"), .character("z")]),
        ("\(esc)[?1;2cx\(esc)[<0;12;7My\(esc)[>0;1;2cz", [.character("x"), .character("y"), .character("z")]),
        ("\(esc)[[Ax\(esc)[M !!y\(esc)[Zz", [.character("x"), .character("y"), .character("z")]),
        (
            "\(esc)]0;title\u{07}x\(esc)P1$r\(esc)\\y\(esc)_G\(esc)\\z",
            [.character("x"), .character("y"), .character("z")]
        ),
        ("\(esc)bx\(esc)éy\(esc)😀z", [.character("x"), .character("y"), .character("z")]),
        ("\(esc)[201~x", [.character("x")]),
        ("\(esc)[\(String(repeating: "1", count: 5000))Ax", [.character("x")]),
        // A broken sequence does not take the next key along.
        ("\(esc)[1\u{03}\(esc)O\u{03}\(esc)]0;\u{03}", [.interrupt, .interrupt, .interrupt]),
        ("\(esc)\r\(esc)\u{7F}", [.enter, .backspace]),
        ("\(esc)\(esc)[A\(esc)[1\(esc)[B", [.escape, .up, .down]),
        // Pastes.
        ("\(esc)[200~hello\(esc)[201~x", [.paste("hello"), .character("x")]),
        ("\(esc)[200~a\r\nb\rc\nd\u{03}é\(esc)[201~", [.paste("a\nb\nc\nd\u{03}é")]),
        ("\(esc)[200~\(esc)[20\(esc)[A\(esc)\(esc)[201~", [.paste("\(esc)[20\(esc)[A\(esc)")]),
        ("\(esc)[200~\(esc)[201~", [.paste("")]),
    ]

    @Test(arguments: table) func keys(input: String, expected: [Key]) {
        var parser = KeyParser()
        #expect(parser.parse(Array(input.utf8)) == expected)
        #expect(parser.needsFlush == false)
        #expect(parser.flush() == [])
    }

    @Test(arguments: table) func everySplitGivesTheSameKeys(input: String, expected: [Key]) {
        let bytes = Array(input.utf8)
        for boundary in 0...bytes.count {
            var parser = KeyParser()
            let keys = parser.parse(Array(bytes[..<boundary])) + parser.parse(Array(bytes[boundary...]))
            #expect(keys == expected, "split at \(boundary)")
        }
        var parser = KeyParser()
        #expect(bytes.flatMap { parser.parse([$0]) } == expected)
    }

    @Test func aLoneEscapeIsAKeyOnlyAfterAWhile() {
        var parser = KeyParser()
        #expect(parser.parse([0x1B]) == [])
        #expect(parser.needsFlush)
        #expect(parser.flush() == [.escape])
        #expect(parser.flush() == [])
        #expect(parser.parse(Array("[A".utf8)) == [.character("["), .character("A")])
    }

    @Test(arguments: ["\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}]0;x", "\u{1B}]0;x\u{1B}", "\u{1B}[[", "\u{1B}[M"])
    func aFlushEndsABrokenSequence(beginning: String) {
        var parser = KeyParser()
        #expect(parser.parse(Array(beginning.utf8)) == [])
        #expect(parser.needsFlush)
        #expect(parser.flush() == [])
        #expect(parser.parse(Array("q".utf8)) == [.character("q")])
    }

    @Test(arguments: [
        [0xFF], [0x80], [0xC3], [0xE2, 0x82], [0xC0, 0xAF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80],
        [0xC2, 0x9B],
    ])
    func invalidCharactersAreIgnored(bytes: [UInt8]) {
        var parser = KeyParser()
        #expect(parser.parse(bytes + Array("a".utf8)) == [.character("a")])
    }

    @Test func aPasteSurvivesPauses() {
        var parser = KeyParser()
        var keys = parser.parse(Array("\u{1B}[200~a".utf8)) + parser.flush()
        keys += parser.parse(Array("\u{03}b\u{1B}[2".utf8)) + parser.flush()
        keys += parser.parse(Array("01~".utf8))
        #expect(keys == [.paste("a\u{03}b")])
    }

    @Test func ctrlCEndsAPasteWithoutEnd() {
        var parser = KeyParser()
        #expect(parser.parse(Array("\u{1B}[200~abc".utf8)) == [])
        #expect(parser.flush() == [])
        #expect(parser.parse([0x03]) == [.interrupt])
        #expect(parser.parse(Array("q".utf8)) == [.character("q")])
    }

    @Test func aLongPasteIsCut() {
        var parser = KeyParser()
        // The limit falls into the middle of a character, which then is left out.
        let text = "x" + String(repeating: "é", count: 100_000)
        let keys = parser.parse(Array("\u{1B}[200~\(text)\u{1B}[201~z".utf8))
        #expect(keys == [.paste("x" + String(repeating: "é", count: 32_767)), .character("z")])
    }

    @Test func randomBytesDoNoHarm() {
        var generator = SystemRandomNumberGenerator()
        let special = Array("\u{1B}[O0127;~?<$]M\u{07}\\".utf8)
        for _ in 0..<10_000 {
            var parser = KeyParser()
            let bytes = (0..<Int.random(in: 0...64, using: &generator)).map { _ in
                let isSpecial = Bool.random(using: &generator)
                return isSpecial
                    ? special.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0...255, using: &generator)
            }
            let middle = Int.random(in: 0...bytes.count, using: &generator)
            _ =
                parser.parse(Array(bytes[..<middle])) + parser.flush() + parser.parse(Array(bytes[middle...]))
                + parser.flush()
            // Whatever came, the keyboard works again.
            _ = parser.parse(Array("\u{1B}[201~".utf8)) + parser.flush()
            let isAlive = parser.parse(Array("k".utf8)) == [.character("k")]
            if !isAlive { Issue.record("The parser hangs after \(bytes).") }
        }
    }
}
