import CallsiteCore
import CallsitePrinter
import Foundation
import Fuzzing
import SwiftCompiler
import Testing

/// Whatever things are called, the code compiles. Each name stands in every position of a document at once, with others
/// that nearly are the same; the documents share one run of the compiler, each in a namespace of its own.
@Suite struct NameFuzzTests {
    @Test func everyNameInEveryPosition() async throws {
        let modules = try #require(SwiftCompiler.modules)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "callsite-names-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Neighbours in the table, which are much alike, and others that are far away.
        var groups: [[String]] = []
        for (index, name) in NameTables.odd.enumerated() where index % 4 == 0 {
            let others = [1, 2, 3, 67].map { NameTables.odd[(index + $0) % NameTables.odd.count] }
            var seen: [String] = []
            for name in [name] + others
            where !seen.contains(where: { Array($0.utf8) == Array(name.utf8) || $0 == name }) {
                seen.append(name)
            }
            groups.append(seen)
        }
        var files: [String] = []
        for (number, group) in groups.enumerated() {
            let title = "Fuzz\(number)"
            let sources = SourceSet(
                main: .init(
                    path: "\(title).json", bytes: Array(documentWithNamesEverywhere(title, group).text(.json).utf8)))
            var options = Options(namespace: "Names\(number)")
            options.access = number % 2 == 0 ? .internal : .public
            let output = generate(sources, options: options)
            #expect(
                !output.diagnostics.hasErrors,
                "\(group): \(DiagnosticRenderer(paths: sources.paths).text(output.diagnostics).prefix(500))")
            for (position, file) in output.files.enumerated() {
                let path = folder.appendingPathComponent("F\(number)_\(position).swift")
                try Data(file.contents).write(to: path)
                files.append(path.path)
            }
        }
        if let folder = ProcessInfo.processInfo.environment["CALLSITE_KEEP"] {
            for file in files {
                try? FileManager.default.copyItem(
                    atPath: file, toPath: folder + "/" + URL(fileURLWithPath: file).lastPathComponent)
            }
        }
        let result = try await ChildProcess.run(
            [
                "swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library",
                "-module-name", "Fuzzed", "-I", modules,
            ]
                + files
        )
        let errors = result.text.split(separator: "\n").filter { $0.contains("error:") && $0.hasPrefix("/") }
        #expect(result.status == 0, "\(errors.prefix(40).joined(separator: "\n"))")
    }
}
