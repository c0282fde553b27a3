import CallsiteCommands
import Foundation
import Fuzzing
import SwiftCompiler
import Testing

/// A sample of `callsite-dev diff-oracle`: what `callsite diff` says of source is what the compiler says.
@Suite struct DiffOracleTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func document(_ path: String) throws -> (name: String, tree: DocumentTree) {
        let bytes = Array(try Data(contentsOf: package.appendingPathComponent(path)))
        return (path, try #require(DocumentTree(parsing: bytes)))
    }

    private func check(_ trials: [DiffTrial]) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "callsite-oracle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let batch = DiffBatch(trials)
        var paths: [String] = []
        for file in batch.units.flatMap(\.files) {
            let url = folder.appendingPathComponent(file.name)
            try Data(file.text.utf8).write(to: url)
            paths.append(url.path)
        }
        let modules = try #require(SwiftCompiler.modules)
        let result = try await ChildProcess.run(["swiftc"] + DiffBatch.compilerArguments + ["-I", modules] + paths)
        let judgement = batch.judge(result.text)
        #expect(batch.count > trials.count * 9 / 10, "\(batch.unreadable)")
        #expect(judgement.mistakes == [])
        for disagreement in judgement.disagreements { Issue.record("\(disagreement.text)") }
        #expect(judgement.single == [])
        #expect(judgement.agreeing.count > 2 && judgement.judged > trials.count / 4)
    }

    @Test func theCompilerAgreesAboutEdits() async throws {
        try await check(
            DiffTrial.trials(of: [try Self.document("Specs/orders.openapi.yaml")], count: 70, seed: 7, nodes: 400))
    }

    @Test func theCompilerAgreesAboutPairs() async throws {
        let pairs = ChangeExplanation.all.filter { !$0.old.isEmpty }.enumerated().filter { $0.offset.isMultiple(of: 8) }
        try await check(pairs.map { .init(name: $0.element.id, old: $0.element.old, new: $0.element.new) })
    }

    /// A slice holds all that its operations refer to: it is read without a word about references.
    @Test func aSliceIsWhole() throws {
        var random = Randomness(seed: 1)
        let document = try Self.document("Specs/orders.openapi.yaml")
        let slices = DocumentSlice.slices(of: document.tree, nodes: 400, count: 12, &random)
        #expect(slices.count == 3)
        for slice in slices {
            let batch = DiffBatch([.init(name: "slice", old: slice.text(.json), new: slice.text(.yaml))])
            #expect(batch.unreadable == [])
            #expect(batch.judge("").agreeing == ["none": 1])
        }
    }
}
