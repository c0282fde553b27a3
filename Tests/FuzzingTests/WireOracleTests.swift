import CallsiteCommands
import CallsiteCore
import Foundation
import Fuzzing
import LoopbackServer
import SwiftCompiler
import Testing

/// The output of a program made from these files.
private func output(of files: [(name: String, text: String)], linking others: [String] = []) async throws -> String {
    let modules = URL(fileURLWithPath: try #require(SwiftCompiler.modules))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-wire-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var paths: [String] = []
    for file in files {
        let url = folder.appendingPathComponent(file.name)
        try Data(file.text.utf8).write(to: url)
        if file.name.hasSuffix(".swift") { paths.append(url.path) }
    }
    let app = folder.appendingPathComponent("app").path
    let built = modules.deletingLastPathComponent()
    let objects = WireBatch.objects(in: built, and: others)
    let compiled = try await SwiftCompiler.run(
        WireBatch.compilerArguments + WireBatch.moduleMaps(of: others, in: built) + ["-I", modules.path, "-o", app]
            + paths + objects)
    #expect(compiled.status == 0, "\(compiled.text)")
    return try await ChildProcess.run([app]).text
}

/// A sample of `callsite-dev wire-oracle`: what `callsite diff` says of released apps is what happens to them.
@Suite struct WireOracleTests {
    @Test(.enabled(if: SwiftCompiler.modules != nil, "the runtime's module is not beside the tests"))
    func theWireAgreesAboutPairs() async throws {
        let pairs = ChangeExplanation.all.filter { !$0.old.isEmpty }.enumerated().filter { $0.offset % 9 == 4 }.map(
            \.element)
        let batch = WireBatch(pairs.map { .init(name: $0.id, old: $0.old, new: $0.new) } + WireBatch.examples)
        #expect(batch.count > 15 && batch.unreadable == [])
        let judgement = batch.judge(try await output(of: batch.files))
        for disagreement in judgement.disagreements { Issue.record("\(disagreement)") }
        #expect(judgement.agreeing.count == 3, "\(judgement.agreeing)")
    }

    /// A sample of `callsite-dev mock-client`: what a client sends, the mock accepts, and what the mock responds, the
    /// client reads.
    @Test(
        .enabled(if: SwiftCompiler.modules != nil, "the runtime's module is not beside the tests"),
        arguments: [("Specs/stories.yaml", 29), (".ci/pets.openapi.yaml", 18)])
    func clientAndMockAgree(_ path: String, _ count: Int) async throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let bytes = Array(try Data(contentsOf: root.appendingPathComponent(path)))
        let client = try #require(MockClient(SourceSet(main: .init(path: path, bytes: bytes))))
        let findings = client.judge(try await output(of: client.files, linking: MockClient.modules))
        #expect(findings.failures == [])
        #expect(findings.faults > 20 && findings.lists > 1 && findings.wholeCollections == 1)
        #expect(findings.read == count && findings.accepted + findings.limited == count)
    }

    /// A sample of `callsite-dev curl-oracle`: the curl commands of a page send the requests of the generated code.
    @Test(
        .enabled(if: SwiftCompiler.modules != nil, "the runtime's module is not beside the tests"),
        .enabled(if: isCurlInstalled, "curl is not installed"), .timeLimit(.minutes(10)))
    func curlSendsWhatTheGeneratedCodeSends() async throws {
        let server = try LoopbackServer { _ in .response(status: 204) }
        let batch = CurlBatch(CurlBatch.examples, server: "http://127.0.0.1:\(server.port)")
        #expect(batch.unreadable == [])
        let printed = try await output(of: batch.files, linking: ["CallsiteToolkit"])
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-curl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try CurlBatch.attachment.write(to: folder.appendingPathComponent("file"))
        try Data(batch.script.utf8).write(to: folder.appendingPathComponent("commands.sh"))
        let shell = try await ChildProcess.run(["bash", "commands.sh"], in: folder)
        #expect(shell.text == "")
        let findings = batch.judge(
            server.requests.map {
                .init(method: $0.method, target: $0.target, headerLines: $0.headerLines, body: $0.body)
            }, printed)
        #expect(findings.failures == [])
        #expect(findings.equal > 120 && findings.noted < 30)
    }

    private static let isCurlInstalled =
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .contains { FileManager.default.isExecutableFile(atPath: $0 + "/curl") }

    /// Each part has whole paths, and only the paths that are asked for.
    @Test func partsHaveWholePaths() throws {
        let text = """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            servers: [{url: https://example.com}]
            paths:
            """
            + ["/cats", "/dogs", "/dogs/{id}"].map { path in
                let id = path.hasSuffix("}") ? "{name: id, in: path, required: true, schema: {type: string}}" : ""
                let operations = ["get", "put"].map {
                    "\($0): {parameters: [\(id)], responses: {'204': {description: d}}}"
                }
                return "\n  \(path): {\(operations.joined(separator: ", "))}"
            }.joined()
        let sources = SourceSet(main: .init(path: "api.yaml", bytes: Array(text.utf8)))
        func parts(_ most: Int, _ pattern: String? = nil) -> [[String]] {
            MockClient.parts(of: sources, operations: most, paths: pattern).map { $0.include.paths.map(\.text) }
        }
        #expect(parts(6) == [[]])
        #expect(parts(4) == [["/cats", "/dogs"], ["/dogs/{id}"]])
        #expect(parts(1) == [["/cats"], ["/dogs"], ["/dogs/{id}"]])
        #expect(parts(6, "/dogs*") == [["/dogs", "/dogs/{id}"]])
        #expect(parts(6, "/birds").isEmpty)
    }
}
