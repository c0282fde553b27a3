import Foundation
import Testing
import Waiting
@testable import github_browser
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

// Signals belong to the process, so one test at a time.
@Suite(.serialized, .timeLimit(.minutes(10))) struct TerminalTests {
    @Test func aFileIsNoTerminal() throws {
        let file = open("/dev/null", O_RDWR)
        defer { close(file) }
        let error = #expect(throws: TerminalError.self) { try Terminal(input: file, output: file) }
        #expect(error?.description.contains("not a terminal") == true)
        let pseudo = try PseudoTerminal(rows: 5, columns: 5)
        #expect(throws: TerminalError.self) { try Terminal(input: pseudo.slave, output: file) }
    }

    @Test func aWholeSession() async throws {
        let pseudo = try PseudoTerminal(rows: 3, columns: 20)
        let before = pseudo.settings()
        let terminal = try Terminal(input: pseudo.slave, output: pseudo.slave)
        var events = terminal.events.makeAsyncIterator()
        #expect(terminal.size == Size(rows: 3, columns: 20))
        terminal.draw(Screen(lines: [[.init("too early")]]))
        #expect(pseudo.shown().isEmpty)

        terminal.enter()
        terminal.enter()
        #expect(pseudo.shown() == "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[2J")
        #expect(!pseudo.hasFlags(Int32(ECHO)) && !pseudo.hasFlags(Int32(ICANON)) && !pseudo.hasFlags(Int32(ISIG)))

        pseudo.type("hé\u{1B}[A\u{03}\r")
        #expect(await events.next() == .keys([.character("h"), .character("é"), .up, .interrupt, .enter]))
        pseudo.type("\u{1B}")
        #expect(await events.next() == .keys([.escape]))
        pseudo.type("\u{1B}[200~two\rlines\u{1B}[201~")
        #expect(await events.next() == .keys([.paste("two\nlines")]))
        #expect(pseudo.shown().isEmpty, "typed keys are not echoed")

        let screen = Screen(lines: [[.init("hello")]], cursor: .init(row: 0, column: 5))
        terminal.draw(screen)
        #expect(
            pseudo.shown() == "\u{1B}[?25l\u{1B}[Hhello\u{1B}[K\r\n\u{1B}[K\r\n\u{1B}[K\u{1B}[J\u{1B}[1;6H\u{1B}[?25h")
        terminal.draw(screen)
        #expect(pseudo.shown().isEmpty, "the same frame is not written again")

        pseudo.resize(rows: 2, columns: 4)
        kill(getpid(), SIGWINCH)
        #expect(await events.next() == .resized(Size(rows: 2, columns: 4)))
        terminal.draw(screen)
        #expect(pseudo.shown() == "\u{1B}[?25l\u{1B}[H\u{1B}[Khell\r\n\u{1B}[K\u{1B}[J\u{1B}[1;4H\u{1B}[?25h")

        kill(getpid(), SIGCONT)
        #expect(await events.next() == .resized(Size(rows: 2, columns: 4)))
        #expect(pseudo.shown().hasPrefix("\u{1B}[?1049h"), "after a stop the screen is taken over again")

        terminal.leave()
        terminal.leave()
        #expect(pseudo.shown() == "\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        #expect(pseudo.settings() == before)

        terminal.enter()
        pseudo.type("x")
        #expect(await events.next() == .keys([.character("x")]))
        terminal.leave()
        #expect(pseudo.settings() == before)
    }

    @Test(arguments: [SIGTERM, SIGHUP]) func aSignalEndsTheEvents(signal: Int32) async throws {
        let pseudo = try PseudoTerminal(rows: 3, columns: 20)
        let terminal = try Terminal(input: pseudo.slave, output: pseudo.slave)
        terminal.enter()
        defer { terminal.leave() }
        kill(getpid(), signal)
        var events: [TerminalEvent] = []
        for await event in terminal.events { events.append(event) }
        #expect(events == [.ended(signal: signal)])
    }

    @Test func aHangUpEndsTheEvents() async throws {
        let pseudo = try PseudoTerminal(rows: 3, columns: 20)
        let terminal = try Terminal(input: pseudo.slave, output: pseudo.slave)
        terminal.enter()
        pseudo.hangUp()
        var events: [TerminalEvent] = []
        for await event in terminal.events { events.append(event) }
        #expect(events == [.ended(signal: nil)])
        terminal.draw(Screen())
        terminal.leave()
    }

    @Test func aForgottenTerminalRestoresItself() async throws {
        let pseudo = try PseudoTerminal(rows: 3, columns: 20)
        let before = pseudo.settings()
        var terminal: Terminal? = try Terminal(input: pseudo.slave, output: pseudo.slave)
        terminal?.enter()
        #expect(pseudo.settings() != before)
        let events = try #require(terminal?.events)
        terminal = nil
        for await _ in events {}
        #expect(pseudo.settings() == before)
    }

    @Test func aLargeFrameReachesASlowTerminal() async throws {
        let pseudo = try PseudoTerminal(rows: 300, columns: 300)
        let terminal = try Terminal(input: pseudo.slave, output: pseudo.slave)
        // Partial writes and full buffers come from a non-blocking output.
        _ = fcntl(pseudo.slave, F_SETFL, O_NONBLOCK)
        terminal.enter()
        defer { terminal.leave() }
        let line: Screen.Line = [.init(String(repeating: "x", count: 300))]
        let screen = Screen(lines: Array(repeating: line, count: 300))
        _ = pseudo.shown()
        let expected = screen.bytes(for: terminal.size, colour: terminal.colour).count
        // On a thread of its own: it waits for the reader, who waits here.
        let isDrawn = Watched(false)
        Thread.detachNewThread {
            terminal.draw(screen)
            isDrawn.update { $0 = true }
        }
        #expect(pseudo.read(count: expected) == expected)
        await isDrawn.wait { $0 }
        #expect(pseudo.shown().isEmpty)
    }
}
