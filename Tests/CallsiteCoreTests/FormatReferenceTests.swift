import Foundation
import Testing

@testable import CallsiteCore

/// The reference of the format: what `callsite help format` and the guide *The format* show.
@Suite struct FormatReferenceTests {
    private static let keys = FormatReference.sections.flatMap { section in section.keys.map { (section.title, $0) } }

    /// No table of keys is left out: each is declared in `NativeKeys.swift`.
    @Test func everyTableHasASection() throws {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/CallsiteCore/Description/Native/NativeKeys.swift")
        let tables = try String(contentsOf: source, encoding: .utf8).matches(of: /(?m)^enum ([A-Za-z0-9]+): String, NativeKey/)
        #expect(tables.count == FormatReference.sections.count, "\(tables.map(\.1))")
        #expect(FormatReference.sections.map(\.keys.count).reduce(0, +) > 120)
        #expect(Set(FormatReference.sections.map(\.title)).count == FormatReference.sections.count)
        #expect(FormatReference.scalars.count == Scalar.allCases.count)
    }

    /// Each example holds its key, and is read.
    @Test func examplesAreRight() {
        for (section, key) in Self.keys {
            let isNamed = " \(key.example)".contains(" \(key.name):") || key.example.contains("{\(key.name):")
            #expect(isNamed, "\(section): \(key.name)")
            var sources = SourceSet(main: .init(path: "api.yaml", bytes: Array(key.document.utf8)))
            sources.add(.init(path: "models.yaml", bytes: Array("callsite: 1\n".utf8)))
            let output = generate(sources, options: Options())
            let problems = output.diagnostics.sorted.filter { $0.severity == .error || $0.id == "odd-path" }
            #expect(problems.isEmpty, "\(section), \(key.name): \(problems.map(\.message))\n\(key.document)")
            #expect(key.document.contains(key.example))
        }
    }
}
