import CallsiteCore
import CallsitePrinter
import Foundation
import SwiftCompiler
import Testing

/// Each folder of `Cases/` is a case: `spec.yaml` and what it includes go in, `expected/` and `diagnostics.txt` come
/// out. The folder's name says the behaviour. `options.txt` may hold `access: public`, `namespace: X`, `strict: true`
/// and others.
///
/// `UPDATE_GOLDEN=1 swift test` rewrites what is expected, and fails, so that no run passes that has compared nothing.
@Suite struct GoldenTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Cases")
    static let cases: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }()
    static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"

    @Test func thereAreCases() { #expect(GoldenTests.cases.count > 60) }

    @Test(arguments: cases) func goldenCase(_ name: String) throws {
        let folder = GoldenTests.folder.appendingPathComponent(name)
        let (sources, output) = try GoldenTests.generate(in: folder)
        let diagnostics = DiagnosticRenderer(paths: sources.paths).text(output.diagnostics)
        let expected = folder.appendingPathComponent("expected")
        if GoldenTests.isUpdating {
            try GoldenTests.update(folder, output, diagnostics)
            Issue.record("\(name) was rewritten: read the difference, then run without UPDATE_GOLDEN")
            return
        }
        let wanted = (try? String(contentsOf: folder.appendingPathComponent("diagnostics.txt"), encoding: .utf8)) ?? ""
        #expect(diagnostics == wanted, "diagnostics of \(name)")
        if output.diagnostics.hasErrors { #expect(output.files.isEmpty, "\(name): an error writes nothing") }
        let names = Set(
            try FileManager.default.fileExists(atPath: expected.path)
                ? FileManager.default.contentsOfDirectory(atPath: expected.path) : [])
        #expect(names == Set(output.files.map(\.name)), "files of \(name)")
        for file in output.files {
            let text = try? String(contentsOf: expected.appendingPathComponent(file.name), encoding: .utf8)
            #expect(text == String(decoding: file.contents, as: UTF8.self), "\(name)/\(file.name)")
        }
    }

    /// Every id that the sources raise is shown by a case, or by one of `Mistakes/`.
    @Test func everyDiagnosticHasACase() throws {
        var ids: Set<String> = []
        // Those of diff have cases of their own, and inspect raises none.
        for module in ["CallsiteCore", "CallsiteSwift", "CallsitePrinter", "CallsiteImport"] {
            let folder = try PackageLayout.folder(of: module)
            let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            for file in files where file.hasSuffix(".swift") {
                let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
                for match in text.matches(of: /\.(?:error|warning)\(\s*"([a-z0-9-]+)"/) { ids.insert(String(match.1)) }
            }
        }
        #expect(ids.count > 150)
        var shown: Set<String> = []
        for name in GoldenTests.cases {
            let path = GoldenTests.folder.appendingPathComponent(name).appendingPathComponent("diagnostics.txt")
            let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
            for match in text.matches(of: /\[([a-z0-9-]+)\]\n/) { shown.insert(String(match.1)) }
        }
        for table in MistakeTests.tables {
            let text = try String(
                contentsOf: MistakeTests.folder.appendingPathComponent(table + ".txt"), encoding: .utf8)
            for match in text.matches(of: /\[([a-z0-9-]+)\]\n/) { shown.insert(String(match.1)) }
        }
        // Templates, configurations, and limits that a folder of small files can't reach have tests of their own.
        let elsewhere: Set<String> = [
            "template-tag", "template-section", "template-name", "template-use", "template-twice", "template-encoding",
            "template-depth", "template-file", "unknown-template", "json-syntax", "unused-rule", "applies-to-nothing",
            "not-imported", "file-too-large", "import-differs", "import-not-readable", "import-of-native",
            "import-refused", "not-utf8", "links-not-embedded", "control-character", "too-deep", "expansion-limit",
            "invalid-yaml", "unknown-rename", "unknown-conformance", "unknown-kept-model", "unknown-linked-endpoint",
            "unknown-replaced-model", "bad-module", "matches-no-operation", "matches-no-model", "alias-not-found",
            "alias-taken", "nothing-selected",
            "only-for-openapi",
            "unused-format", "not-a-configuration", "has-no-effect", "unused-naming-rule", "reserved-namespace",
            "renames-clash",
        ]
        #expect(ids.count > 60)
        #expect(ids.subtracting(shown).subtracting(elsewhere).sorted() == [])
    }

    static func generate(in folder: URL, changing change: (inout Options) -> Void = { _ in }) throws -> (
        SourceSet, Output
    ) {
        var sources = SourceSet(
            main: .init(
                path: "spec.yaml", bytes: Array(try Data(contentsOf: folder.appendingPathComponent("spec.yaml")))))
        var options = Options(version: "0.0.0")
        if let text = try? String(contentsOf: folder.appendingPathComponent("options.txt"), encoding: .utf8) {
            for line in text.split(separator: "\n") {
                let parts = line.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
                switch parts[0] {
                case "access": options.access = try #require(Options.Access(rawValue: parts[1]))
                case "namespace": options.namespace = parts[1]
                case "strict": options.isStrict = true
                case "nonexhaustive": options.nonexhaustive = parts[1] == "warn" ? .warns : .fails
                case "sharing": options.sharesShapes = parts[1] == "on"
                case "reading":
                    options.reading = try parts[1].split(separator: " ").map {
                        try #require(.init(rawValue: String($0)))
                    }
                case "optional": options.optionalFields = parts[1].split(separator: " ").map(String.init)
                case "linked": options.linkedModules = Set(parts[1].split(separator: " ").map(String.init))
                case "keep": options.keepsUnknown = parts[1].split(separator: " ").map(String.init)
                case "conform":
                    let words = parts[1].split(separator: " ").map(String.init)
                    options.conformances[words[0]] = Array(words.dropFirst())
                default: Issue.record("unknown option '\(parts[0])'")
                }
            }
        }
        change(&options)
        while true {
            let output = CallsiteCoreTests.generate(sources, options: options)
            guard !output.missing.isEmpty else { return (sources, output) }
            for missing in output.missing {
                if let data = try? Data(contentsOf: folder.appendingPathComponent(missing.path)) {
                    sources.add(.init(path: missing.path, bytes: Array(data)))
                } else {
                    try #require(missing.isOptional)
                    sources.addAbsence(of: missing.path)
                }
            }
        }
    }

    private static func update(_ folder: URL, _ output: Output, _ diagnostics: String) throws {
        let expected = folder.appendingPathComponent("expected")
        try? FileManager.default.removeItem(at: expected)
        let diagnosticsFile = folder.appendingPathComponent("diagnostics.txt")
        try? FileManager.default.removeItem(at: diagnosticsFile)
        if !diagnostics.isEmpty { try diagnostics.write(to: diagnosticsFile, atomically: true, encoding: .utf8) }
        guard !output.files.isEmpty else { return }
        try FileManager.default.createDirectory(at: expected, withIntermediateDirectories: true)
        for file in output.files { try Data(file.contents).write(to: expected.appendingPathComponent(file.name)) }
    }
}
