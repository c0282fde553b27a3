import CallsiteRuntime
import Foundation
import LoopbackServer
import SwiftCompiler
import Testing

@testable import github_browser

/// The program itself, driven by keys through a pseudo-terminal.
private final class Program {
    let terminal: PseudoTerminal
    private let process = Process()
    private var output = ""

    init(_ arguments: [String], rows: UInt16 = 20, columns: UInt16 = 80) throws {
        terminal = try PseudoTerminal(rows: rows, columns: columns)
        let modules = try #require(SwiftCompiler.modules)
        process.executableURL = URL(fileURLWithPath: modules).deletingLastPathComponent().appendingPathComponent("github-browser")
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment
        environment["NO_COLOR"] = "1"
        environment["TERM"] = "xterm"
        process.environment = environment
        let slave = FileHandle(fileDescriptor: terminal.slave, closeOnDealloc: false)
        process.standardInput = slave
        process.standardOutput = slave
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// The lines of the newest frame.
    var lines: [String] {
        output += terminal.shown()
        guard let start = output.range(of: "\u{1B}[H", options: .backwards) else { return [] }
        return output[start.upperBound...].replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "").components(separatedBy: "\r\n")
    }

    func shows(_ text: String) async -> Bool {
        for _ in 0..<3_000 {
            if lines.contains(where: { $0.contains(text) }) { return true }
            try? await Task.sleep(nanoseconds: 10_000_000)
        }
        Issue.record("never shown: \(text)\n\(lines.joined(separator: "\n"))")
        return false
    }

    func resize(rows: UInt16, columns: UInt16) {
        terminal.resize(rows: rows, columns: columns)
        // It isn't the process of this terminal's shell, so it is told by hand.
        kill(process.processIdentifier, SIGWINCH)
    }

    func ends() async -> Int32? {
        for _ in 0..<3_000 {
            if !process.isRunning { return process.terminationStatus }
            try? await Task.sleep(nanoseconds: 10_000_000)
        }
        return nil
    }
}

/// GitHub on loopback, with the recorded answers.
private func gitHub() throws -> LoopbackServer {
    let recorded = RecordedGitHub()
    let port = Port()
    let server = try LoopbackServer { request in
        let url = URLComponents(string: request.target)
        let answer = recorded.answer(
            method: request.method, path: url?.percentEncodedPath ?? "/", query: (url?.queryItems ?? []).map { ($0.name, $0.value ?? "") },
            token: request[header: "Authorization"].map { String($0.dropFirst(7)) })
        let headers = answer.headers.map {
            ($0.key, $0.value.replacingOccurrences(of: "https://api.github.com", with: "http://127.0.0.1:\(port.value)"))
        }
        return .response(status: answer.status, headers: headers, body: Data(answer.body.utf8))
    }
    port.value = server.port
    return server
}

private final class Port: @unchecked Sendable { var value: UInt16 = 0 }

@Suite(.timeLimit(.minutes(3))) struct ProgramTests {
    @Test func aSearchOnAServerThatGoesAway() async throws {
        let server = try gitHub()
        let program = try Program(["--base-url", "http://127.0.0.1:\(server.port)"])
        #expect(await program.shows("Type what to look for"))
        let before = program.terminal.settings()
        program.terminal.type("swift\r")
        #expect(await program.shows("▸ ★8421"))
        #expect(!program.lines[0].contains("recorded"))
        // The last that is there, and when the page behind it has come, the last of all.
        program.terminal.type("\u{1B}[F")
        for _ in 0..<100 where !program.lines.contains(where: { $0.contains("The end") }) {
            try await Task.sleep(nanoseconds: 50_000_000)
            program.terminal.type("\u{1B}[F")
        }
        #expect(await program.shows("The end: 31 in all."))
        // The network is gone amid the session.
        server.stop()
        program.terminal.type("\r")
        #expect(await program.shows("Press r to try again."))
        program.terminal.type("q")
        #expect(await program.shows("▸ ★"))
        program.resize(rows: 8, columns: 30)
        #expect(await program.shows("▸ ★"))
        for _ in 0..<300 where program.lines.count != 8 { try await Task.sleep(nanoseconds: 10_000_000) }
        #expect(program.lines.count == 8 && program.lines.allSatisfy { ScreenText.width($0) <= 30 })
        program.resize(rows: 1, columns: 1)
        program.resize(rows: 24, columns: 100)
        for _ in 0..<300 where program.lines.count != 24 { try await Task.sleep(nanoseconds: 10_000_000) }
        #expect(await program.shows("▸ ★"))
        program.terminal.type("q")
        #expect(await program.ends() == 0)
        #expect(program.terminal.settings() != before, "the settings of before are back")
        #expect(program.terminal.hasFlags(Int32(ECHO | ICANON)))
    }

    @Test func aDeepLinkOffline() async throws {
        let program = try Program(["--offline", "https://github.com/lanternmoss/kettlewire"])
        #expect(await program.shows("Stars"))
        program.terminal.type("i")
        #expect(await program.shows("▸ #"))
        #expect(await program.shows("recorded answers"))
        program.terminal.type("\u{3}")
        #expect(await program.ends() == 128 + SIGINT)
    }

    @Test func aTerminalThatGoesAwayEndsTheProgram() async throws {
        let program = try Program(["--offline"])
        #expect(await program.shows("Type what to look for"))
        program.terminal.hangUp()
        #expect(await program.ends() == 0)
    }
}
