import CallsiteCore
import CallsiteText
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell

@Suite struct TerminalTests {
    @Test(arguments: [
        ("plain é 日本 👍", "plain é 日本 👍"), ("a\nb\tc", "a\\u{A}b\\u{9}c"), ("\u{1B}[31mred", "\\u{1B}[31mred"),
        ("\u{7F}\u{85}\u{9B}", "\\u{7F}\\u{85}\\u{9B}"), ("a\u{202E}b\u{2028}c", "a\\u{202E}b\\u{2028}c"), ("", ""),
    ])
    func printableText(text: String, expected: String) {
        #expect(printable(text) == expected)
    }

    @Test(arguments: [("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("👍", 2), ("ﾊﾟ", 2), ("", 0)])
    func widths(text: String, width: Int) {
        #expect(displayWidth(text) == width)
    }

    @Test(arguments: [
        ("key: Pte", 6, 3, "key: Pte", "     ^~~"),
        ("key: Pte", 6, 0, "key: Pte", "     ^"),
        ("key: Pte", 6, 99, "key: Pte", "     ^~~"),
        // Just behind the end: something is missing there.
        ("key:", 5, 0, "key:", "    ^"),
        ("", 1, 0, "", "^"),
        ("\tkey", 2, 3, "    key", "    ^~~"),
        ("日本: x", 5, 1, "日本: x", "      ^"),
        ("日本: x", 1, 2, "日本: x", "^~~~"),
        ("a\u{1B}[0m: x", 8, 1, "a\\u{1B}[0m: x", "            ^"),
    ])
    func snippets(line: String, column: Int, length: Int, shown: String, marker: String) throws {
        let snippet = try #require(SourceSnippet(Array(line.unicodeScalars), column: column, length: length))
        #expect(snippet.line == shown)
        #expect(snippet.marker == marker)
    }

    @Test(arguments: [0, -1, 5, Int.max])
    func noSnippetOutsideTheLine(column: Int) {
        #expect(SourceSnippet(Array("abc".unicodeScalars), column: column, length: 1) == nil)
    }

    @Test(arguments: [1, 2, 50, 999, 1000, 1001])
    func longLinesAreCut(column: Int) throws {
        var scalars = [Unicode.Scalar](repeating: "x", count: 1000)
        if column <= 1000 { scalars[column - 1] = "!" }
        let snippet = try #require(SourceSnippet(scalars, column: column, length: column == 1 ? 1000 : 1))
        #expect(displayWidth(snippet.line) <= SourceSnippet.widthLimit + 2)
        #expect(snippet.line.hasPrefix("…") == (column > 40))
        #expect(snippet.line.hasSuffix("…") == (column < 900))
        let index = try #require(snippet.marker.firstIndex(of: "^"))
        let position = snippet.marker.distance(from: snippet.marker.startIndex, to: index)
        #expect(Array(snippet.line + " ")[position] == (column <= 1000 ? "!" : " "))
        #expect(snippet.marker.count <= SourceSnippet.widthLimit + 2)
    }

    @Test func linesEndAsInYAML() {
        let lines = SourceLines(Array("\u{FEFF}a\nb\r\nc\rd\u{85}e\u{2028}f\u{2029}\n".utf8))
        let texts = (1...8).map { number in lines[number].map { String(String.UnicodeScalarView($0)) } }
        #expect(texts == ["a", "b", "c", "d", "e", "f", "", ""])
        #expect(lines[0] == nil)
        #expect(lines[9] == nil)
        #expect(SourceLines([])[1] == [])
        #expect(SourceLines([0xE2, 0x80, 0xC2])[1]?.isEmpty == false)
    }

    @Test func messagesForPeopleShowThePlace() {
        let file = SourceSet.File(path: "a b\n.yaml", bytes: Array("x: 1\nmodel: Pte\n".utf8))
        var diagnostics = Diagnostics()
        diagnostics.report(
            .error(
                "unknown-type", "unknown type 'Pte'", help: "did you mean 'Pet'?",
                at: SourceLocation(file: .main, line: 2, column: 8, length: 3),
                notes: [.init("declared here", at: SourceLocation(file: .main, line: 1, column: 1, length: 1))]))
        diagnostics.report(.warning("odd", "odd thing", at: SourceLocation(file: FileID(7), line: 1, column: 1)))
        diagnostics.report(.warning("odd", "other", at: SourceLocation(file: .main, line: 99, column: 1)))
        #expect(
            text(diagnostics, of: file, variables: [:]) == """
                a b\\u{A}.yaml:2:8: error: unknown type 'Pte'; did you mean 'Pet'? [unknown-type]
                a b\\u{A}.yaml:1:1: note: declared here
                a b\\u{A}.yaml:99:1: warning: other [odd]
                <unknown>:1:1: warning: odd thing [odd]

                """)
        let shown = """
            a b\\u{A}.yaml:2:8: error: unknown type 'Pte'; did you mean 'Pet'? [unknown-type]
            model: Pte
                   ^~~
            a b\\u{A}.yaml:1:1: note: declared here
            x: 1
            ^
            a b\\u{A}.yaml:99:1: warning: other [odd]
            <unknown>:1:1: warning: odd thing [odd]

            """
        #expect(text(diagnostics, of: file, isTerminal: true, variables: ["NO_COLOR": "1"]) == shown)
        #expect(text(diagnostics, of: file, isTerminal: true, variables: ["TERM": "dumb"]) == shown)
        let colored = text(diagnostics, of: file, isTerminal: true, variables: ["NO_COLOR": "", "TERM": "xterm"])
        #expect(colored.contains("\u{1B}[1;31merror:\u{1B}[0m"))
        #expect(colored.contains("\u{1B}[1;35mwarning:\u{1B}[0m"))
        #expect(colored.contains("\u{1B}[1;36mnote:\u{1B}[0m"))
        #expect(colored.contains("\u{1B}[1;32m       ^~~\u{1B}[0m\n"))
        #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == shown)
    }

    private func text(
        _ diagnostics: Diagnostics, of file: SourceSet.File, isTerminal: Bool = false, variables: [String: String]
    ) -> String {
        let environment = Environment(
            workingDirectory: "/", variables: variables, isErrorTerminal: isTerminal, readInput: { _ in .success([]) },
            write: { _, _ in 0 })
        var printer = DiagnosticPrinter(files: [file], console: Console(environment))
        return printer.text(diagnostics)
    }

    @Test func moreProblemsThanAreShown() {
        var diagnostics = Diagnostics()
        for line in 1...2000 {
            diagnostics.report(.error("x", "wrong", at: SourceLocation(file: .main, line: line, column: 1)))
        }
        let text = text(diagnostics, of: SourceSet.File(path: "a", bytes: []), variables: [:])
        #expect(text.hasSuffix("a:1000:1: error: wrong [x]\nonly the first 1000 problems are shown\n"))
    }

    @Test(arguments: [
        ("a\nb\nc\n", "a\nB\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"),
        ("a\nb\n", "a\nx\nb\n", "@@ -1,2 +1,3 @@\n a\n+x\n b\n"),
        ("a\nx\nb\n", "a\nb\n", "@@ -1,3 +1,2 @@\n a\n-x\n b\n"),
        ("", "a\n", "@@ -0,0 +1,1 @@\n+a\n"),
        ("a\n", "", "@@ -1,1 +0,0 @@\n-a\n"),
        // Two places far from each other.
        (
            "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "x\n2\n3\n4\n5\n6\n7\n8\ny\n",
            "@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+y\n"
        ),
        // Two places whose surroundings meet.
        ("1\n2\n3\n4\n5\n6\n7\n", "x\n2\n3\n4\n5\n6\ny\n", "@@ -1,7 +1,7 @@\n-1\n+x\n 2\n 3\n 4\n 5\n 6\n-7\n+y\n"),
        ("\ta\u{1B}\n", "\tb\n", "@@ -1,1 +1,1 @@\n-\ta\\u{1B}\n+\tb\n"),
    ])
    func differences(old: String, new: String, body: String) {
        let text = UnifiedDiff.text(from: Array(old.utf8), to: Array(new.utf8), path: "A.swift")
        #expect(text == "--- A.swift\n+++ A.swift (as generated)\n" + body)
    }

    @Test func longDifferencesAreCut() {
        let old = (0..<3000).map { "a\($0)\n" }.joined()
        let new = (0..<3000).map { "b\($0)\n" }.joined()
        let lines = UnifiedDiff.text(from: Array(old.utf8), to: Array(new.utf8), path: "A", limit: 5).split(
            separator: "\n")
        #expect(
            lines == [
                "--- A", "+++ A (as generated)", "@@ -1,3000 +1,3000 @@", "-a0", "-a1", "-a2", "-a3",
                "... (5996 more lines)",
            ])
    }

    @Test func tables() {
        #expect(
            alignedTable([["NAME", "PATH", "X"], ["日本", "/a/b", "é"], ["B\n", "", ""]]) == """
                NAME    PATH  X
                日本    /a/b  é
                B\\u{A}

                """)
    }

    @Test func json() {
        let value = JSONValue.object([
            "b": .array([.int(1), .bool(true), .array([])]), "a": .string("\"\\\n\r\t\u{1}\u{7F}\u{2028}é"),
            "é": .object([:]),
        ])
        #expect(
            value.document == """
                {
                  "a": "\\"\\\\\\n\\r\\t\\u0001\\u007f\\u2028é",
                  "b": [
                    1,
                    true,
                    []
                  ],
                  "é": {}
                }

                """)
    }

    @Test func brokenOutputStream() throws {
        let folder = try TestFolder()
        // 32 is EPIPE and 28 ENOSPC on Linux and Apple's systems alike.
        let closed = folder.run("--help", outputFailure: 32)
        #expect(closed.status == 0)
        #expect(closed.errors == "")
        let full = folder.run("--help", outputFailure: 28)
        #expect(full.status == 74)
        #expect(full.errors == "callsite: error: can't write to standard output: No space left on device\n")
    }
}
