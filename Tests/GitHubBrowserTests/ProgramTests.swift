import CallsiteRuntime
import Foundation
import LoopbackServer
import SwiftCompiler
import Testing
import Waiting

@testable import github_browser

/// The program itself, driven by keys through a pseudo-terminal.
private final class Program {
    let terminal: PseudoTerminal
    private let process = Process()
    private let output = Watched<[UInt8]>([])
    private let status = Watched<Int32?>(nil)

    init(_ arguments: [String], rows: UInt16 = 20, columns: UInt16 = 80) throws {
        terminal = try PseudoTerminal(rows: rows, columns: columns)
        let modules = try #require(SwiftCompiler.modules)
        process.executableURL = URL(fileURLWithPath: modules).deletingLastPathComponent().appendingPathComponent(
            "github-browser")
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment
        environment["NO_COLOR"] = "1"
        environment["TERM"] = "xterm"
        process.environment = environment
        let slave = FileHandle(fileDescriptor: terminal.slave, closeOnDealloc: false)
        process.standardInput = slave
        process.standardOutput = slave
        process.standardError = FileHandle.nullDevice
        let (output, status) = (output, status)
        try terminal.watch { bytes in output.update { $0 += bytes } }
        process.terminationHandler = { process in status.update { $0 = process.terminationStatus } }
        try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// The lines of the newest frame.
    var lines: [String] { Self.lines(output.value) }

    /// A frame begins at home and clears what is below it. One that is still being written doesn't count.
    private static func lines(_ output: [UInt8]) -> [String] {
        guard let end = last("\u{1B}[J", in: output[...]), let home = last("\u{1B}[H", in: output[..<end]) else {
            return []
        }
        let text = String(decoding: output[home..<end], as: UTF8.self)
        return text.replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "").components(separatedBy: "\r\n")
    }

    private static func last(_ sequence: String, in output: ArraySlice<UInt8>) -> Int? {
        output.indices.reversed().first { output[$0...].starts(with: sequence.utf8) }
    }

    /// Waits for a frame that is as it should be. False only where the task is cancelled before.
    func frame(_ isMet: @escaping @Sendable ([String]) -> Bool) async -> Bool {
        isMet(Self.lines(await output.wait { isMet(Self.lines($0)) }))
    }

    func shows(_ text: String) async -> Bool {
        if await frame({ lines in lines.contains { $0.contains(text) } }) { return true }
        Issue.record("never shown: \(text)\n\(lines.joined(separator: "\n"))")
        return false
    }

    /// Types a key until a string is shown. If it is shown by the time that a key is typed, nothing is drawn any more.
    func type(_ key: String, until text: String) async {
        @Sendable func isShown(_ output: [UInt8]) -> Bool { Self.lines(output).contains { $0.contains(text) } }
        while !Task.isCancelled, !isShown(output.value) {
            let size = output.value.count
            terminal.type(key)
            await output.wait { $0.count > size || isShown($0) }
        }
    }

    func resize(rows: UInt16, columns: UInt16) {
        terminal.resize(rows: rows, columns: columns)
        // The program isn't the process of this terminal's shell, so the signal is sent by hand.
        kill(process.processIdentifier, SIGWINCH)
    }

    func ends() async -> Int32? { await status.wait { $0 != nil } }
}

/// GitHub on loopback, with the recorded responses.
private func gitHub() throws -> LoopbackServer {
    let recorded = RecordedGitHub()
    let port = Port()
    let server = try LoopbackServer { request in
        let url = URLComponents(string: request.target)
        let answer = recorded.answer(
            method: request.method, path: url?.percentEncodedPath ?? "/",
            query: (url?.queryItems ?? []).map { ($0.name, $0.value ?? "") },
            token: request[header: "Authorization"].map { String($0.dropFirst(7)) })
        let headers = answer.headers.map {
            (
                $0.key,
                $0.value.replacingOccurrences(of: "https://api.github.com", with: "http://127.0.0.1:\(port.value)")
            )
        }
        return .response(status: answer.status, headers: headers, body: Data(answer.body.utf8))
    }
    port.value = server.port
    return server
}

private final class Port: @unchecked Sendable { var value: UInt16 = 0 }

@Suite(.timeLimit(.minutes(10))) struct ProgramTests {
    @Test func aSearchOnAServerThatGoesAway() async throws {
        let server = try gitHub()
        let program = try Program(["--base-url", "http://127.0.0.1:\(server.port)"])
        #expect(await program.shows("Type what to look for"))
        let before = program.terminal.settings()
        program.terminal.type("swift\r")
        #expect(await program.shows("▸ ★8421"))
        #expect(!program.lines[0].contains("recorded"))
        // The last that is there, and when the page behind it has come, the last of all.
        await program.type("\u{1B}[F", until: "The end")
        #expect(await program.shows("The end: 31 in all."))
        // The network is gone amid the session.
        server.stop()
        program.terminal.type("\r")
        #expect(await program.shows("Press r to try again."))
        program.terminal.type("q")
        #expect(await program.shows("▸ ★"))
        program.resize(rows: 8, columns: 30)
        #expect(await program.shows("▸ ★"))
        #expect(await program.frame { $0.count == 8 })
        #expect(program.lines.count == 8 && program.lines.allSatisfy { ScreenText.width($0) <= 30 })
        program.resize(rows: 1, columns: 1)
        program.resize(rows: 24, columns: 100)
        #expect(await program.frame { $0.count == 24 })
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
        #expect(await program.shows("recorded responses"))
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
