import Foundation
import Testing

@testable import CallsiteCore
@testable import CallsitePrinter

/// Common mistakes and the messages about them: the tables of `Mistakes/`, a file for each area.
///
/// A case begins with `=== frame: what is wrong`; the frame is what stands above it in the file. The messages about a
/// line stand below it, with `^` in their column: `^ error: message; help [id]`. A message about a line that isn't
/// shown begins with `@5:1 `. Invisible characters are written as `\u{A0}`.
///
/// `UPDATE_GOLDEN=1 swift test --filter Mistake` rewrites what is reported, and fails.
@Suite struct MistakeTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Mistakes")
    static let tables = [
        "documents", "yaml", "json", "native-types", "native-keys", "native-endpoints", "native-models", "openapi-keys",
        "openapi-values", "native-habits", "openapi-habits", "native-slips", "openapi-slips", "files",
    ]

    @Test(arguments: tables) func mistakesAreReportedWhereTheyAre(_ name: String) throws {
        let file = MistakeTests.folder.appendingPathComponent(name + ".txt")
        let text = try String(contentsOf: file, encoding: .utf8)
        let cases = try MistakeTable.cases(in: text)
        #expect(cases.count > 5)
        if GoldenTests.isUpdating {
            try cases.map { MistakeTable.text(of: $0) }.joined(separator: "\n").write(
                to: file, atomically: true, encoding: .utf8)
            Issue.record("\(name) was rewritten: read the difference, then run without UPDATE_GOLDEN")
            return
        }
        for one in cases { #expect(MistakeTable.text(of: one) == one.text) }
    }

    /// No case is there twice, none is accepted without a word, and there are enough of them.
    @Test func tablesAreWhole() throws {
        var titles: Set<String> = []
        for name in MistakeTests.tables {
            for one in try MistakeTable.cases(
                in: String(contentsOf: MistakeTests.folder.appendingPathComponent(name + ".txt"), encoding: .utf8))
            {
                #expect(titles.insert(one.title).inserted, "\(one.title) is there twice")
                #expect(one.text.contains("^ "), "\(one.title): nothing is reported")
                // A typical mistake of someone new to the format has one cause, and gets one message.
                if !one.title.hasPrefix("several") {
                    #expect(
                        one.text.split(separator: "\n").count { $0.contains("^ error: ") } <= 1,
                        "\(one.title): one mistake, one message")
                }
            }
        }
        #expect(titles.count >= 500)
    }
}

enum MistakeTable {
    struct Case {
        var frame: String
        var title: String
        /// The lines of the file below the frame.
        var lines: [String]
        /// As it stands in the table.
        var text: String
    }

    private static let frames = [
        "native": "callsite: 1\napi: Shop\nbaseURL: https://api.example.com\n",
        "openapi": "openapi: 3.0.3\ninfo: {title: Shop, version: \"1\"}\nservers: [{url: https://api.example.com}]\n",
        "swagger": "swagger: \"2.0\"\ninfo: {title: Shop, version: \"1\"}\nhost: api.example.com\n",
        "bare": "", "json": "",
    ]

    static func cases(in table: String) throws -> [Case] {
        var result: [Case] = []
        for line in table.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("=== ") {
                let parts = line.dropFirst(4).split(separator: ": ", maxSplits: 1).map(String.init)
                result.append(.init(frame: parts[0], title: try #require(parts.last), lines: [], text: line + "\n"))
            } else if !result.isEmpty {
                if !line.drop(while: { $0 == " " }).hasPrefix("^ "), !line.hasPrefix("@") {
                    result[result.count - 1].lines.append(line)
                }
                result[result.count - 1].text += line + "\n"
            }
        }
        // Blank lines only separate cases.
        for index in result.indices {
            while result[index].lines.last == "" { result[index].lines.removeLast() }
            while result[index].text.hasSuffix("\n\n") { result[index].text.removeLast() }
        }
        return result
    }

    /// A case with what is reported now.
    static func text(of one: Case) -> String {
        let frame = frames[one.frame] ?? "unknown frame"
        let skipped = frame.split(separator: "\n").count
        let source = frame + one.lines.map(unescaped).joined(separator: "\n") + "\n"
        let name = one.frame == "json" ? "spec.json" : "spec.yaml"
        var sources = SourceSet(main: .init(path: name, bytes: Array(source.utf8)))
        var options = Options(version: "0")
        // The documents are parts, and say nothing on security: that is no mistake of the cases.
        options.authentication.whole = Description.Authentication.none
        var output = generate(sources, options: options)
        for missing in output.missing { sources.addAbsence(of: missing.path) }
        if !output.missing.isEmpty { output = generate(sources, options: options) }

        var marks: [Int: [String]] = [:]
        func mark(_ place: CallsiteCore.SourceLocation, _ message: String) {
            let line = Int(place.line) - skipped
            let isShown = line > 0 && line <= one.lines.count
            let column =
                isShown ? String(repeating: " ", count: Int(place.column) - 1) : "@\(place.line):\(place.column) "
            marks[isShown ? line : line < 1 ? 0 : one.lines.count, default: []].append(column + "^ " + message)
        }
        for diagnostic in output.diagnostics.sorted {
            let help = diagnostic.help.map { "; \($0)" } ?? ""
            mark(
                diagnostic.location,
                "\(diagnostic.severity.rawValue): \(diagnostic.message)\(help)\(diagnostic.repetition) [\(diagnostic.id)]"
            )
            for note in diagnostic.notes { mark(note.location, "note: \(note.message)") }
        }
        var text = "=== \(one.frame): \(one.title)\n" + (marks[0] ?? []).map { $0 + "\n" }.joined()
        for (index, line) in one.lines.enumerated() {
            text += line + "\n" + (marks[index + 1] ?? []).map { $0 + "\n" }.joined()
        }
        return text
    }

    private static func unescaped(_ line: String) -> String {
        line.replacing(/\\u\{([0-9A-F]+)\}/) { match in
            UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
        }
    }
}
