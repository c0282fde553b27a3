import Foundation
import Testing

/// The documentation has the words of the field. Those that it once had in their place must not come back.
@Suite struct WordsTests {
    /// The files that are read: guides, and comments of both kinds.
    static let guides = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]

    /// Generated files, golden cases, and packages that are examples.
    private static let excluded = [
        "/Generated/", "Tests/Generated/", "Tests/GeneratedTests/Fixtures/", "/Cases/", "Tests/Consumer/",
    ]

    /// The words that must not be used, and those that are used instead.
    static let words: [(wrong: String, right: String)] = [
        (#"(?i)\banswer(s|ed|ing)?\b"#, "response"),
        (#"(?i)\brepetitions?\b"#, "retry"),
        (#"(?i)\btold\b"#, "reported, logged, you get an error"),
        (#"(?:^|[.:;!|] )Who\b"#, "the caller, the reader: name the subject"),
        (#"(?:^|[.:!|] )(?:What|That)\b"#, "begin with the subject"),
        (#"(?i)\b(?:an|the|whole|each|this|one) exchange\b|\bexchanges\b"#, "request, with its response"),
        (#"(?i)\bnowhere\b"#, "unresolved, broken"),
        (#"(?i)\bsafe to repeat\b|\brepeated by itself\b|\bgrowing times\b"#, "retried with exponential backoff"),
        (#"(?i)\bmend(?:s|ed|ing)?\b"#, "fix"),
        (#"(?i)\bcalled after\b"#, "named after"),
        (#"(?i)\b(?:a|one|as|each|another|no) text\b|\btexts\b"#, "string"),
        (#"(?i)\bpaging\b"#, "pagination"),
        (#"(?i)\b(?:it|that|this|they|which|one) (?:is|are) none\b"#, "isn't a …"),
        (#"(?i)\banybody's\b|\bsomebody\b"#, "untrusted; you; the user"),
        (#"(?i)\bno form in\b"#, "can't be expressed in"),
        (#"(?i)\bwhat is wrong\b"#, "a mistake"),
        (#"(?i)\basked for again\b"#, "requested again"),
        (#"(?i)\bpassed over\b"#, "skipped"),
        (#"(?i)\boff the wire\b"#, "decoded"),
    ]

    /// The same for comments and for guides, but not for those that are made of the tool's messages.
    private static let wordsOfComments: [(wrong: String, right: String)] = [
        (#"(?:^|[.:;!|] )Of\b"#, "begin with the subject"),
        (#"(?i)\bso many\b"#, "the number of"),
        (#"(?i)\bnobody\b"#, "no one: name the subject"),
    ]
    private static let guidesOfMessages = ["Diagnostics.md", "TheCommandLine.md"]

    @Test func wordsOfTheField() throws {
        let common = try Self.words.map { (try Regex($0.wrong), $0.right) }
        let all = common + (try Self.wordsOfComments.map { (try Regex($0.wrong), $0.right) })
        var count = 0
        for path in try Self.paths() {
            let patterns = Self.guidesOfMessages.contains { path.hasSuffix("/" + $0) } ? common : all
            let text = try String(contentsOf: Guide.root.appendingPathComponent(path), encoding: .utf8)
            for (number, line) in path.hasSuffix(".swift") ? Self.comments(text) : Self.prose(text) {
                count += 1
                for (wrong, right) in patterns where line.contains(wrong) {
                    Issue.record("\(path):\(number): say '\(right)': \(line)")
                }
            }
        }
        #expect(count > 10_000)
    }

    /// The words are found where they stand in prose, and not in code.
    @Test(arguments: [
        ("The answer is here.", true), ("An `Answer` is here.", false), ("Who reads it waits.", true),
        ("What is sent", true), ("It is named after what is sent.", false), ("Requests are retried.", false),
        ("the exchange is over", true), ("exchange the code", false), ("``TypedPage/answers``", false),
    ]) func findsWords(_ line: String, _ isWrong: Bool) throws {
        let line = Self.withoutCode(line)
        #expect(try Self.words.contains { line.contains(try Regex($0.wrong)) } == isWrong)
    }

    /// Guides, and the Swift files of all modules. A symbolic link is another file, which is read by itself.
    private static func paths() throws -> [String] {
        let folders = ["Sources", "Tests", "Plugins"].flatMap { folder in
            let names =
                FileManager.default.enumerator(atPath: Guide.root.appendingPathComponent(folder).path)?.compactMap {
                    $0 as? String
                } ?? []
            return names.map { folder + "/" + $0 }
        }
        let swift = folders.filter { path in
            path.hasSuffix(".swift") && !excluded.contains { path.contains($0) }
        }
        let articles = folders.filter { $0.hasSuffix(".md") && $0.contains(".docc/") }
        return (guides + ["Package.swift"] + articles + swift).sorted()
    }

    private static func prose(_ text: String) -> [(Int, String)] {
        var isCode = false
        var lines: [(Int, String)] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                isCode.toggle()
            } else if !isCode, !line.hasPrefix("#") {
                lines.append((number + 1, withoutCode(line)))
            }
        }
        return lines
    }

    /// Comments of both kinds, without their samples.
    private static func comments(_ text: String) -> [(Int, String)] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { number, line in
            guard let mark = line.firstMatch(of: /^\s*\/\/\/?(?!\/)/)?.range else { return nil }
            let comment = line[mark.upperBound...].drop { $0 == " " }
            return line[mark.upperBound...].hasPrefix("     ") ? nil : (number + 1, withoutCode(comment))
        }
    }

    private static func withoutCode(_ line: some StringProtocol) -> String {
        String(line).replacing(/``[^`]*``/, with: "").replacing(/`[^`]*`/, with: "`").replacing(/<doc:[^>]*>/, with: "")
    }
}
