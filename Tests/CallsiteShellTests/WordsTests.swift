import Foundation
import Testing

/// The documentation has the words of the field. Those that it once had in their place must not come back.
@Suite struct WordsTests {
    /// What is read: guides and the comments that documentation is made of; a file or a folder in each line.
    static let places = [
        "Sources/Runtime/CallsiteRuntime", "Sources/Runtime/CallsiteTransfers", "Sources/Runtime/CallsiteToolkit",
        "Sources/Runtime/CallsiteStore",
        "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md",
    ]

    /// What must not be said, and what is said instead.
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

    @Test func wordsOfTheField() throws {
        let patterns = try Self.words.map { (try Regex($0.wrong), $0.right) }
        var count = 0
        for path in try Self.places.flatMap(Self.files) {
            let text = try String(contentsOf: Guide.root.appendingPathComponent(path), encoding: .utf8)
            for (number, line) in path.hasSuffix(".swift") ? Self.comments(text) : Self.prose(text) {
                count += 1
                for (wrong, right) in patterns where line.contains(wrong) {
                    Issue.record("\(path):\(number): say '\(right)': \(line)")
                }
            }
        }
        #expect(count > 2000)
    }

    /// The words are found where they stand in prose, and not in code.
    @Test(arguments: [
        ("The answer is here.", true), ("An `Answer` is here.", false), ("Who reads it waits.", true),
        ("What is sent", true), ("It is named after what is sent.", false), ("Requests are retried.", false),
        ("the exchange is over", true), ("exchange the code", false), ("``PageAnswer/answers``", false),
    ]) func findsWords(_ line: String, _ isWrong: Bool) throws {
        let line = Self.withoutCode(line)
        #expect(try Self.words.contains { line.contains(try Regex($0.wrong)) } == isWrong)
    }

    private static func files(_ place: String) throws -> [String] {
        guard !place.contains(".") else { return [place] }
        let paths =
            FileManager.default.enumerator(atPath: Guide.root.appendingPathComponent(place).path)?.compactMap {
                $0 as? String
            } ?? []
        return paths.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".md") }.sorted().map { place + "/" + $0 }
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

    /// Comments that documentation is made of, without their samples.
    private static func comments(_ text: String) -> [(Int, String)] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { number, line in
            guard let mark = line.firstRange(of: "///"), line[..<mark.lowerBound].allSatisfy(\.isWhitespace) else {
                return nil
            }
            let comment = line[mark.upperBound...].drop { $0 == " " }
            return line[mark.upperBound...].hasPrefix("     ") ? nil : (number + 1, withoutCode(comment))
        }
    }

    private static func withoutCode(_ line: some StringProtocol) -> String {
        String(line).replacing(/``[^`]*``/, with: "").replacing(/`[^`]*`/, with: "`").replacing(/<doc:[^>]*>/, with: "")
    }
}
