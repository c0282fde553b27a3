import CallsiteCore
import Foundation
import Fuzzing
import SwiftCompiler
import Testing

/// The fuzzer itself, and a short run of it.
@Suite struct FuzzingTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func seeds() throws -> FuzzSeeds {
        var seeds = FuzzSeeds()
        let cases = package.appendingPathComponent("Tests/CallsiteCoreTests/Cases")
        for name in try FileManager.default.contentsOfDirectory(atPath: cases.path).sorted() {
            let path = cases.appendingPathComponent(name + "/spec.yaml").path
            if let data = FileManager.default.contents(atPath: path) { seeds.add(path, Array(data)) }
        }
        return seeds
    }

    @Test func aSeedIsAlwaysTheSameInputs() throws {
        let seeds = try Self.seeds()
        let (one, two) = (FuzzSource(seed: 7, kinds: [], seeds: seeds), FuzzSource(seed: 7, kinds: [], seeds: seeds))
        let other = FuzzSource(seed: 8, kinds: [], seeds: seeds)
        var kinds: Set<FuzzKind> = []
        var different = 0
        // In any order: a worker makes some of them only.
        for number in (0..<200).reversed() {
            let (kind, input) = one.input(number)
            kinds.insert(kind)
            #expect(two.input(number).input == input, "input \(number)")
            if other.input(number).input != input { different += 1 }
        }
        #expect(kinds == Set(FuzzKind.allCases))
        #expect(different > 190)
    }

    @Test(arguments: DocumentTree.Style.allCases) func aTreeIsReadAsItWasWritten(_ style: DocumentTree.Style) {
        let tree: DocumentTree = [
            "a": [
                "b": [], "c": [:], "": "",
                "d e": [1, true, .null, "null", "1", "- x", "a: b", "#", "é\u{1}\u{2028}\"\\\n", [["x": "y"]]],
            ], "'": "'",
        ]
        #expect(DocumentTree(parsing: Array(tree.text(style).utf8)) == tree)
    }

    /// An input that ends the parser is never parsed by the process that makes the input smaller.
    @Test func aReductionParsesNothingThatMustNotBeParsed() throws {
        let lines = (1...20).map { "key\($0):   value" } + ["bad: {"]
        let input = FuzzInput(.init("a.yaml", Array(lines.joined(separator: "\n").utf8)))
        var asked = 0
        func isBad(_ input: FuzzInput) -> Bool { String(decoding: input.main.bytes, as: UTF8.self).contains("bad: {") }
        var reduction = Reduction(
            input, attempts: 2000, width: 10,
            mayParse: { _ in
                asked += 1
                return false
            }, stillFail: { candidates in candidates.map(isBad) })
        try reduction.run()
        #expect(asked == 1)
        #expect(String(decoding: reduction.best.main.bytes, as: UTF8.self).filter { $0 != "\n" } == "bad: {")
    }

    @Test func aReductionKeepsWhatMatters() throws {
        let source = FuzzSource(seed: 3, kinds: [.nodes], seeds: try Self.seeds())
        var input = source.input(5).input
        input.main.bytes += Array("\n# the needle\n".utf8)
        var reduction = Reduction(input, attempts: 2000, width: 10) { candidates in
            candidates.map { String(decoding: $0.main.bytes, as: UTF8.self).contains("needle") }
        }
        try reduction.run()
        #expect(String(decoding: reduction.best.main.bytes, as: UTF8.self) == "needle")
    }

    @Test func aMessageAboutNoPlaceIsFound() {
        let sources = SourceSet(main: .init(path: "api.yaml", bytes: Array("a: 1\nb: 2\n".utf8)))
        func findings(_ line: Int, _ column: Int, file: Int = 0, id: String = "x") -> [Finding.Kind] {
            var diagnostics = Diagnostics()
            diagnostics.report(
                .error(id, "something", at: SourceLocation(file: FileID(file), line: line, column: column)))
            return MessageCheck(sources).findings(diagnostics).map(\.kind)
        }
        #expect(findings(1, 1) == [])
        #expect(findings(2, 5) == [])
        #expect(findings(1, 9) == [.place])
        #expect(findings(0, 1) == [.place])
        #expect(findings(9, 1) == [.place])
        #expect(findings(1, 1, file: 3) == [.place])
        #expect(findings(1, 1, id: "template-depth") == [.internal])
    }

    /// Every kind of input, in a process that may crash.
    @Test func aShortRunFindsNothing() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-fuzz-\(UUID().uuidString)")
            .path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = try #require(SwiftCompiler.modules).replacing(/Modules$/, with: "callsite-dev")
        let result = try await ChildProcess.run(
            [program, "fuzz", "--seed", "1", "--count", "150", "--jobs", "1", "--keep", folder], in: Self.package)
        #expect(result.status == 0, "\(result.text)")
        #expect(result.text.contains("150 inputs of seed 1"), "\(result.text)")
    }
}
