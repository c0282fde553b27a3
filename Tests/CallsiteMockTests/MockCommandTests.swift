import CallsiteMockEngine
import CallsiteRuntime
import CallsiteToolkit
import Foundation
import GeneratedAPIs
import LoopbackServer
import SwiftCompiler
import Testing
import Waiting

/// `callsite mock`, as a program.
private final class Program {
    private let process = Process()
    private let lines = Watched<[String]>([])
    private let errors = Watched<String>("")
    private let status = Watched<Int32?>(nil)
    /// Marks the end of the output, so that no test waits for more.
    private static let end = "\u{4}"

    init(_ arguments: [String]) throws {
        process.executableURL = try URL(fileURLWithPath: #require(SwiftCompiler.modules)).deletingLastPathComponent()
            .appendingPathComponent("callsite")
        process.arguments = arguments
        let (output, error) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = error
        let (lines, errors, status) = (lines, errors, status)
        read(output) { text in
            guard !text.isEmpty else { return }
            lines.update {
                var parts = text.components(separatedBy: "\n")
                // The last line goes on where the text before ended.
                parts[0] = ($0.popLast() ?? "") + parts[0]
                $0 += parts
            }
        }
        read(error) { text in errors.update { $0 += text.isEmpty ? Self.end : text } }
        process.terminationHandler = { process in status.update { $0 = process.terminationStatus } }
        try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Where it listens.
    func url() async throws -> URL {
        let text = await error("; Ctrl-C stops\n")
        let address = try #require(text.firstMatch(of: /listening on (http:\S+)/), "\(text)").1
        return try #require(URL(string: String(address)))
    }

    func line(_ isMet: @escaping @Sendable (String) -> Bool) async -> String {
        await lines.wait { $0.dropLast().contains(where: isMet) }.first(where: isMet) ?? ""
    }

    /// The command's standard error, once it contains `text` or the command has ended.
    func error(_ text: String) async -> String { await errors.wait { $0.contains(text) || $0.contains(Self.end) } }

    func interrupt() async -> Int32? {
        process.interrupt()
        return await ends()
    }

    func ends() async -> Int32? { await status.wait { $0 != nil } }
}

/// Reads a pipe on a thread of its own; its end is an empty string.
private func read(_ pipe: Pipe, _ use: @escaping @Sendable (String) -> Void) {
    let handle = pipe.fileHandleForReading
    Thread.detachNewThread {
        while case let data = handle.availableData, !data.isEmpty { use(String(decoding: data, as: UTF8.self)) }
        use("")
    }
}

@Suite(.timeLimit(.minutes(10))) struct MockCommandTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let stories = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../../Specs/stories.yaml"
    )
    .path

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func session(_ url: URL) -> Session {
        var session = Session(
            baseURL: url, transport: NetworkTransport(idleTimeout: LoopbackServer.patience),
            credential: .bearer("s3cret"))
        session.retries = .none
        return session
    }

    /// The first minute: the call that `try` prints compiles, and the mock responds to it.
    @Test func tryPrintsACallThatWorks() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let orders = URL(fileURLWithPath: stories).deletingLastPathComponent().appendingPathComponent(
            "orders.openapi.yaml"
        ).path
        let page = folder.appendingPathComponent("orders.html")
        let program = try Program(["try", orders, "--port", "0", "--html", page.path])
        #expect(await program.line { $0.hasPrefix("operations ") } == "operations   8: 4 GET, 3 POST, 1 PATCH")
        let session = await program.line { $0.hasPrefix("    let session = ") }
        let call = await program.line { $0.contains("session.send(") }
        #expect(try String(contentsOf: page, encoding: .utf8).contains("Orders"))

        let generated = folder.appendingPathComponent("generated")
        let tool = try #require(SwiftCompiler.modules).replacing(/Modules$/, with: "callsite")
        let result = try await ChildProcess.run(
            [tool, "generate", orders, "--output", generated.path, "--embed-runtime"])
        #expect(result.status == 0, "\(result.text)")
        let main = generated.appendingPathComponent("main.swift")
        try Data("\(session)\n\(call)\nprint(response)\n".utf8).write(to: main)
        let files = try FileManager.default.contentsOfDirectory(atPath: generated.path).filter {
            $0.hasSuffix(".swift")
        }
        let executable = folder.appendingPathComponent("program").path
        let compiled = try await SwiftCompiler.run(
            ["-swift-version", "6", "-o", executable] + files.map { generated.appendingPathComponent($0).path })
        #expect(compiled.status == 0, "\(compiled.text)")
        let printed = try await ChildProcess.run([executable])
        #expect(printed.status == 0, "\(printed.text)")
        #expect(await program.line { $0.contains(" 200 ") } != "")
        #expect(await program.interrupt() == 0)

        try Data("notes of mine".utf8).write(to: page)
        let refused = try Program(["try", orders, "--port", "0", "--html", page.path])
        #expect(await refused.error("nothing was written").contains("not written by Callsite"))
        #expect(await refused.ends() == 74)
    }

    @Test func keepsWhatIsCreatedInAFile() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let state = folder.appendingPathComponent("state.json")
        let program = try Program(["mock", stories, "--port", "0", "--state", state.path, "--format", "json"])
        let session = session(try await program.url())
        let created = try await session.send(Stories.CreateStoryRequest(title: "A lantern", text: "It shone."))
        let line = await program.line { $0.contains("POST") }
        let logged = try JSONValue(parsing: Array(line.utf8))
        #expect(
            logged["status"] == .int(201) && logged["operation"]?.string == "CreateStory"
                && logged["problems"] == .array([]))
        #expect(await program.interrupt() == 0)

        let next = try Program(["mock", stories, "--port", "0", "--state", state.path])
        #expect(try await self.session(next.url()).send(Stories.GetStoryRequest(id: created.id)).title == "A lantern")
        #expect(await next.interrupt() == 0)

        try Data("notes of mine".utf8).write(to: state)
        let refused = try Program(["mock", stories, "--port", "0", "--state", state.path])
        #expect(await refused.ends() == 74)
        #expect(await refused.error("is no state of this mock").contains("is no state of this mock"))
        #expect(try String(contentsOf: state, encoding: .utf8) == "notes of mine")
    }

    /// A reader that stops reading keeps nothing from ending, and the port is said where nothing else says it.
    @Test func endsThoughItsOutputIsNotRead() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = try URL(fileURLWithPath: #require(SwiftCompiler.modules)).deletingLastPathComponent()
            .appendingPathComponent("callsite")
        process.arguments = ["mock", stories, "--port", "0", "--format", "json"]
        let (output, error) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, error)
        let status = Watched<Int32?>(nil)
        process.terminationHandler = { process in status.update { $0 = process.terminationStatus } }
        try process.run()
        let text = String(decoding: error.fileHandleForReading.availableData, as: UTF8.self)
        let address = try #require(text.firstMatch(of: /listening on (http:\S+)/)).1
        let session = session(try #require(URL(string: String(address))))
        // More than a pipe holds.
        for _ in 0..<400 {
            _ = try? await session.send(
                Stories.GetStoryRequest(id: 1).adding(query: "q", value: String(repeating: "x", count: 500)))
        }
        process.terminate()
        #expect(await status.wait { $0 != nil } == 0)

        let quiet = try Program(["mock", stories, "--port", "0", "--quiet"])
        _ = try await quiet.url()
        #expect(await quiet.interrupt() == 0)
    }

    @Test func saysWhichExamplesAreWrong() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("api.yaml")
        let example = "schema: {type: object, properties: {id: {type: integer}}}, example: {id: nope}"
        let response = "responses: {'200': {description: ok, content: {application/json: {\(example)}}}}"
        try Data(
            "openapi: 3.0.3\ninfo: {title: A, version: '1'}\nsecurity: []\npaths:\n  /a: {get: {\(response)}}\n  /b: {get: {\(response)}}\n"
                .utf8
        ).write(to: file)
        let program = try Program(["mock", file.path, "--port", "0"])
        let text = await program.error("[wrong-example]")
        #expect(text.contains("api.yaml:5:") && text.contains("and 1 more breaks 'type'"), "\(text)")
        #expect(await program.interrupt() == 0)
    }

    @Test func readsAChangedDescription() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("api.yaml")
        func write(_ text: String) throws {
            try Data("callsite: 1\napi: Small\nbaseURL: none\nendpoints:\n\(text)".utf8).write(to: file)
        }
        try write("  GetOne: {path: /one, response: String}\n")
        let program = try Program(["mock", file.path, "--port", "0"])
        _ = try await program.url()
        try write("  GetOne: {path: /one, response: String}\n  GetTwo: {path: /two, response: String}\n")
        #expect(await program.error("read again: 2 operations").contains("(1 operation)"))
        try write("  GetOne: {path: 1, response: }\n  nonsense\n")
        #expect(await program.error("the mock goes on with what it was").contains(": error: "))
        #expect(await program.interrupt() == 0)
    }

    @Test func saysWhyItDoesNotStart() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let taken = try LoopbackServer { _ in .text("") }
        let program = try Program(["mock", stories, "--port", "\(taken.port)"])
        #expect(await program.ends() == 74)
        #expect(await program.error("\(taken.port)").contains("\(taken.port)"))
        let file = folder.appendingPathComponent("api.yaml")
        try Data("callsite: 1\napi: Small\nbaseURL: none\nendpoints: {GetOne: {path: /one, response: Nothing}}\n".utf8)
            .write(to: file)
        let broken = try Program(["mock", file.path, "--port", "0"])
        #expect(await broken.ends() == 1)
        #expect(await broken.error("api.yaml:4:").contains("api.yaml:4:"))
        let usage = try Program(["mock", stories, "--record", "https://user:pw@api.example.com", "--to", folder.path])
        #expect(await usage.ends() == 64)
    }

    @Test func saysThatARecordingCannotBeWritten() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let real = try LoopbackServer { _ in .json("{}") }
        let file = folder.appendingPathComponent("file")
        try Data("mine".utf8).write(to: file)
        let program = try Program([
            "mock", stories, "--port", "0", "--record", real.url("").absoluteString, "--to", file.path,
        ])
        let session = session(try await program.url())
        await #expect(throws: (any Error).self) { try await session.send(Stories.GetStoryRequest(id: 7)) }
        #expect(await program.error("can't write").contains("can't write"))
        #expect(await program.interrupt() == 74)
        #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
    }

    @Test func recordsTheRealServer() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let real = try LoopbackServer { request in
            if request.target.hasPrefix("/v1/redirect") {
                return .text("", status: 302, headers: [("Location", "http://elsewhere.example/?access_token=t0ken")])
            }
            return .json(
                #"{"id":7,"title":"A lantern","text":5,"access_token":"t0ken"}"#, headers: [("X-Session", "t0ken")])
        }
        let recordings = folder.appendingPathComponent("Recordings")
        let upstream = real.url("/v1").absoluteString
        let program = try Program(["mock", stories, "--port", "0", "--record", upstream, "--to", recordings.path])
        let session = session(try await program.url())
        // The real server's response is given as it is, however it differs from the description.
        await #expect(throws: (any Error).self) { try await session.send(Stories.GetStoryRequest(id: 7)) }
        #expect(real.requests.first?.target == "/v1/stories/7")
        #expect(real.requests.first?[header: "Authorization"] == "Bearer s3cret")
        #expect(await program.line { $0.contains("/text") }.contains("expected a string"))
        await #expect(throws: (any Error).self) { try await session.send(Stories.GetUserRequest(id: 7)) }
        #expect(await program.interrupt() == 0)

        let files = try FileManager.default.contentsOfDirectory(at: recordings, includingPropertiesForKeys: nil)
        #expect(files.count == 2)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(!text.contains("s3cret") && !text.contains("t0ken"), "\(text)")
            #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        }
        // Whoever asks the real server's address gets the recording, without it.
        real.stop()
        var replaying = Session(
            baseURL: real.url("/v1"), transport: NetworkTransport(idleTimeout: LoopbackServer.patience))
        replaying.middleware = [Recorder(recordings, .replay)]
        replaying.retries = .none
        let failure = await #expect(throws: (any Error).self) {
            try await replaying.send(Stories.GetStoryRequest(id: 7))
        }
        #expect("\(try #require(failure))".contains("text"))
    }
}
