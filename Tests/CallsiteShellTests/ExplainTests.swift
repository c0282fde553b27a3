import Foundation
import SwiftCompiler
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell

/// Every message can be explained, and every example is so.
@Suite struct ExplainTests {
    @Test func everyDiagnosticIsExplained() throws {
        var ids: Set<String> = []
        for module in [
            "CallsiteCore", "CallsiteOverlay", "CallsiteSwift", "CallsitePrinter", "CallsiteFormat", "CallsiteImport",
            "CallsiteShell", "CallsiteCommands",
        ] {
            let folder = try PackageLayout.folder(of: module)
            for case let file as String in FileManager.default.enumerator(atPath: folder.path) ?? .init()
            where file.hasSuffix(".swift") {
                let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
                for match in text.matches(of: /\s\.(?:error|warning)\(\s*"([a-z0-9-]+)",/) {
                    ids.insert(String(match.1))
                }
            }
        }
        #expect(ids.count > 120)
        #expect(ids.subtracting(Explanation.all.map(\.id)).sorted() == [])
        #expect(Set(Explanation.all.map(\.id)).subtracting(ids).sorted() == [])
        #expect(Set(Explanation.all.map(\.id)).count == Explanation.all.count)
    }

    @Test func textsAreInOrder() {
        for texts in Explanation.texts {
            let ids = texts.split(separator: "\n").filter { $0.hasPrefix("# ") }.map(String.init)
            #expect(!ids.isEmpty && ids == ids.sorted())
        }
    }

    @Test(arguments: Explanation.all.map(\.id)) func examplesAreTrue(_ id: String) throws {
        let explanation = try #require(Explanation.all.first { $0.id == id })
        #expect(explanation.meaning.hasSuffix("."))
        guard !explanation.wrong.isEmpty else { return }
        #expect(
            Explanation.messages(for: explanation.wrong).contains { $0.hasSuffix("[\(id)]") },
            "\(Explanation.messages(for: explanation.wrong))")
        let right = Explanation.messages(for: explanation.right)
        #expect(right.allSatisfy { !$0.contains(": error:") && !$0.hasSuffix("[\(id)]") }, "\(right)")
    }

    @Test func explains() throws {
        let folder = try TestFolder()
        #expect(
            folder.run("explain", "[unknown-type]").output == """
                unknown-type

                No model and no built-in type has this name.

                Wrong:

                    models: {A: {id: Intt}}

                The message:

                    api.yaml:4:18: error: unknown type 'Intt'; did you mean 'Int'? [unknown-type]

                Right:

                    models: {A: {id: Int}}

                """)
        let unknown = folder.run("explain", "unknown-typ")
        #expect(unknown.status == 64)
        #expect(
            unknown.errors.hasPrefix(
                "callsite: error: no message has the id 'unknown-typ'; did you mean 'unknown-type'?"))
        #expect(
            folder.run("explain").output.split(separator: "\n").count == Explanation.all.count
                + ChangeExplanation.all.count)
    }
}
