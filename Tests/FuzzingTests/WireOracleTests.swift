import CallsiteCommands
import Foundation
import Fuzzing
import SwiftCompiler
import Testing

/// A sample of `callsite-dev wire-oracle`: what `callsite diff` says of released apps is what happens to them.
@Suite struct WireOracleTests {
    @Test(.enabled(if: SwiftCompiler.modules != nil, "the runtime's module is not beside the tests"))
    func theWireAgreesAboutPairs() async throws {
        let modules = URL(fileURLWithPath: try #require(SwiftCompiler.modules))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-wire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let pairs = ChangeExplanation.all.filter { !$0.old.isEmpty }.enumerated().filter { $0.offset % 9 == 4 }.map(\.element)
        let batch = WireBatch(pairs.map { .init(name: $0.id, old: $0.old, new: $0.new) } + WireBatch.examples)
        #expect(batch.count > 15 && batch.unreadable == [])
        var paths: [String] = []
        for file in batch.files {
            let url = folder.appendingPathComponent(file.name)
            try Data(file.text.utf8).write(to: url)
            paths.append(url.path)
        }
        let app = folder.appendingPathComponent("app").path
        let objects = WireBatch.objects(in: modules.deletingLastPathComponent())
        let compiled = try await SwiftCompiler.run(
            WireBatch.compilerArguments + ["-I", modules.path, "-o", app] + paths + objects)
        #expect(compiled.status == 0, "\(compiled.text)")
        let judgement = batch.judge(try await ChildProcess.run([app]).text)
        for disagreement in judgement.disagreements { Issue.record("\(disagreement)") }
        #expect(judgement.agreeing.count == 3, "\(judgement.agreeing)")
    }
}
