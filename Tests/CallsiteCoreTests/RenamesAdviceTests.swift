import Foundation
import Testing

@testable import CallsiteCore
@testable import CallsitePrinter

/// The lines that messages advise to write under `renames:` are accepted as they stand, and have the promised effect.
@Suite struct RenamesAdviceTests {
    /// The lines that messages advise.
    private func advice(_ diagnostics: Diagnostics, id: String) -> [String] {
        diagnostics.all.filter { $0.id == id }.compactMap { diagnostic in
            diagnostic.help?.description.firstMatch(of: /'renames: \{(.*)\}' in callsite.yaml/).map { String($0.1) }
        }
    }

    /// The names that a `callsite.yaml` with these lines gives.
    private func settings(_ lines: [String], _ name: String) -> Configuration.Settings {
        var diagnostics = Diagnostics()
        let text =
            "callsite: 1\ndescriptions:\n  - source: spec.yaml\n    renames: {\(lines.joined(separator: ", "))}\n"
        let configuration = readConfiguration(.init(path: "callsite.yaml", bytes: Array(text.utf8)), &diagnostics)
        #expect(diagnostics.all.isEmpty, "\(name): \(lines): \(diagnostics.all)")
        return configuration.descriptions.first?.settings ?? .init()
    }

    private func generate(_ name: String, _ lines: [String]) throws -> Output {
        let settings = settings(lines, name)
        return try GoldenTests.generate(in: GoldenTests.folder.appendingPathComponent(name)) { options in
            options.renames = settings.renames
            options.places = settings.places
            options.isStrict = false
        }.1
    }

    /// Each case is generated, and again with the lines that its clashes advise, until there is no clash any more.
    @Test(arguments: GoldenTests.cases) func followedAdviceKeepsAllNames(_ name: String) throws {
        let first = try generate(name, [])
        guard !first.diagnostics.hasErrors, first.diagnostics.all.contains(where: { $0.id == "name-clash" }) else {
            return
        }
        var lines: [String] = []
        var output = first
        // A property and the type in place that it has share a key, under which only one of them can be named.
        var keys: Set<String> = []
        for _ in 0..<100 {
            let new = advice(output.diagnostics, id: "name-clash").filter { keys.insert(Self.key(of: $0)).inserted }
            if new.isEmpty { break }
            lines += new
            output = try generate(name, lines)
            #expect(!output.diagnostics.hasErrors, "\(name): \(lines): \(output.diagnostics.all)")
            #expect(output.files == first.files, "\(name): \(lines)")
            if output.files != first.files { return }
        }
        let left = advice(output.diagnostics, id: "name-clash").filter { Set(lines).contains($0) }
        #expect(!lines.isEmpty && left.isEmpty, "\(name): \(left) didn't help")
    }

    /// The key of `updateA.body.section: sectionBody`, or of one in quotation marks.
    private static func key(of line: String) -> String {
        line.split(separator: ": ").dropLast().joined(separator: ": ")
    }

    @Test(arguments: GoldenTests.cases) func otherAdviceIsAccepted(_ name: String) throws {
        let first = try generate(name, [])
        guard !first.diagnostics.hasErrors else { return }
        for id in ["same-schema-name", "repeated-operation"] {
            for line in advice(first.diagnostics, id: id) {
                let output = try generate(name, [line])
                #expect(!output.diagnostics.hasErrors, "\(name): \(line): \(output.diagnostics.all)")
                let given = try #require(line.split(separator: ": ").last)
                let text = output.files.map { String(decoding: $0.contents, as: UTF8.self) }.joined()
                #expect(
                    text.contains("\(given)") && !advice(output.diagnostics, id: id).contains(line), "\(name): \(line)")
            }
        }
    }

    @Test func linesAreWholeAndRight() {
        let table: [(String, String, String?)] = [
            ("Pet.foo_bar", "fooBarSnake", "'renames: {Pet.foo_bar: fooBarSnake}'"),
            ("GET /a/{b}", "GetB", #"'renames: {"GET /a/{b}": GetB}'"#),
            ("null", "Null", #"'renames: {"null": "Null"}'"#),
            ("1e5", "value1e5", #"'renames: {"1e5": value1e5}'"#),
            (#"a"\b"#, "aB", #"'renames: {"a\"\\b": aB}'"#),
            ("a\u{202E}\n", "aB", #"'renames: {"a\U0000202E\U0000000A": aB}'"#),
            ("é", "é", #"'renames: {"é": "é"}'"#),
            (String(repeating: "a", count: 121), "a", nil),
            ("https://ann:secret@a.example", "a", nil),
            ("", "a", nil),
        ]
        for (key, name, line) in table { #expect(DiagnosticText.rename(key, to: name)?.description == line) }
        var diagnostics = Diagnostics()
        for (key, _, line) in table {
            guard let line else { continue }
            let text = "callsite: 1\ndescriptions:\n  - source: a.yaml\n    \(line.dropFirst().dropLast())\n"
            let configuration = readConfiguration(.init(path: "callsite.yaml", bytes: Array(text.utf8)), &diagnostics)
            #expect(configuration.descriptions.first?.settings.renames.keys.first == key)
        }
    }
}
