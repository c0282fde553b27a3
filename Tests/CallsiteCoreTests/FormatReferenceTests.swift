import CallsiteReference
import Foundation
import Testing

@testable import CallsiteCore
@testable import CallsitePrinter

/// The reference of the format: what `callsite help format` and the guide *The format* show.
@Suite struct FormatReferenceTests {
    private static let keys = FormatReference.sections.flatMap { section in section.keys.map { (section.title, $0) } }

    /// No table of keys is left out: each is declared in `NativeKeys.swift` or `NativeTypeKeys.swift`.
    @Test func everyTableHasASection() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("Sources/Generator/CallsiteCore/Description/Native")
        let sources = try ["NativeKeys", "NativeTypeKeys"].map { name in
            try String(contentsOf: folder.appendingPathComponent("\(name).swift"), encoding: .utf8)
        }
        let tables = sources.joined(separator: "\n").matches(
            of: /(?m)^(?:package )?enum ([A-Za-z0-9]+): String, NativeKey/)
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
    /// No table of keys of callsite.yaml is left out, and each example holds its key and is read.
    @Test func configurationExamplesAreRight() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var tables = 0
        for file in ["ConfigurationKeys", "OperationRules"] {
            let source = root.appendingPathComponent("Sources/Generator/CallsiteCore/Configuration/\(file).swift")
            tables += try String(contentsOf: source, encoding: .utf8).matches(
                of: /(?m)^(?:package )?enum [A-Za-z0-9]+: String, NativeKey/
            )
            .count
        }
        // Deep links have the keys of a description.
        #expect(tables + 1 == ConfigurationReference.sections.count)
        for section in ConfigurationReference.sections {
            for key in section.keys {
                let isNamed = " \(key.example)".contains(" \(key.name):") || key.example.contains("{\(key.name):")
                #expect(isNamed, "\(section.title): \(key.name)")
                var diagnostics = Diagnostics()
                _ = readConfiguration(.init(path: "callsite.yaml", bytes: Array(key.document.utf8)), &diagnostics)
                #expect(
                    diagnostics.sorted.isEmpty,
                    "\(section.title), \(key.name): \(diagnostics.sorted.map(\.message))\n\(key.document)")
                #expect(key.document.contains(key.example))
            }
        }
    }
}
