import Testing
@testable import github_browser

@Suite struct ScreenTests {
    private let small = Size(rows: 2, columns: 5)

    private func text(_ screen: Screen, _ size: Size, colour: Bool = true) -> String {
        String(decoding: screen.bytes(for: size, colour: colour), as: UTF8.self)
    }

    @Test func anEmptyFrameClearsTheScreen() {
        #expect(text(Screen(), small) == "\u{1B}[?25l\u{1B}[H\u{1B}[K\r\n\u{1B}[K\u{1B}[J")
    }

    @Test func aFrameShowsItsLinesAndItsCursor() {
        let screen = Screen(
            lines: [[.init("ab"), .init("c", [.bold, .red]), .init("d")], [.init("x", .reversed)]],
            cursor: .init(row: 1, column: 1)
        )
        #expect(
            text(screen, small)
                == "\u{1B}[?25l\u{1B}[Hab\u{1B}[0;1;31mc\u{1B}[0md\u{1B}[K\r\n\u{1B}[0;7mx\u{1B}[0m\u{1B}[K\u{1B}[J\u{1B}[2;2H\u{1B}[?25h"
        )
    }

    @Test func withoutColoursOnlyTheOtherStylesCount() {
        let screen = Screen(lines: [[.init("a", [.dim, .cyan]), .init("b", .green)]])
        #expect(
            text(screen, Size(rows: 1, columns: 9), colour: false)
                == "\u{1B}[?25l\u{1B}[H\u{1B}[0;2ma\u{1B}[0mb\u{1B}[K\u{1B}[J")
    }

    @Test func aFullLineIsErasedBeforehand() {
        let screen = Screen(lines: [[.init("abcde")], [.init("vwxyz")]])
        #expect(text(screen, small) == "\u{1B}[?25l\u{1B}[H\u{1B}[Kabcde\r\n\u{1B}[K\u{1B}[Jvwxyz")
    }

    @Test func aFrameTooLargeIsCut() {
        let line: Screen.Line = [.init("abc"), .init("漢字漢字", .yellow), .init("more")]
        let screen = Screen(lines: Array(repeating: line, count: 9), cursor: .init(row: 70, column: 80))
        let cut = "\u{1B}[Kabc\u{1B}[0;33m漢\u{1B}[0m"
        let lastCut = "\u{1B}[K\u{1B}[Jabc\u{1B}[0;33m漢\u{1B}[0m"
        #expect(text(screen, small) == "\u{1B}[?25l\u{1B}[H\(cut)\r\n\(lastCut)\u{1B}[2;5H\u{1B}[?25h")
        // A wide character is not split.
        #expect(
            text(screen, Size(rows: 1, columns: 4)) == "\u{1B}[?25l\u{1B}[Habc\u{1B}[K\u{1B}[J\u{1B}[1;4H\u{1B}[?25h")
    }

    @Test(arguments: [
        Size(rows: 0, columns: 0), Size(rows: -1, columns: -1), Size(rows: 1, columns: 0), Size(rows: 1, columns: 1),
    ])
    func tinyScreensDoNoHarm(size: Size) {
        let screen = Screen(lines: [[.init("漢字")], [.init("a")]], cursor: .init(row: -4, column: -4))
        #expect(!text(screen, size).contains("漢"))
    }

    @Test func hostileTextCannotReachTheTerminal() {
        let hostile = "\u{1B}]0;x\u{07}\u{202E}abc"
        let screen = Screen(lines: [[.init(hostile, .red), .init("\r\n\u{1B}[2J\u{9B}3J\u{90}")]])
        #expect(
            text(screen, Size(rows: 1, columns: 40))
                == "\u{1B}[?25l\u{1B}[H\u{1B}[0;31m�]0;x��abc\u{1B}[0m ���\u{1B}[K\u{1B}[J"
        )
    }
}
