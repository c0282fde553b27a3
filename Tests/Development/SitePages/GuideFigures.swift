import Foundation

/// The figures of README and of the guides *Performance* and *Small and quick*: where each stands, and how it follows from the record. The words
/// around them are written by hand; `callsite-dev reference-guides` fills in the figures.
package struct GuideFigures: Sendable {
    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    /// The numbers of a file.
    struct Page {
        /// Rows of tables: the first cell, and the others, which are filled in.
        var rows: [(first: String, cells: [String])] = []
        /// Words of a sentence, in which `#` stands for a figure, with the figures.
        var sentences: [(words: String, figures: [String])] = []
        /// Words with numbers that follow from no measurement.
        var constants: [String] = []
    }

    let record: FigureRecord

    package init(root: URL) throws { record = try FigureRecord(root: root) }

    static let readme = "README.md"
    static let performance = "Sources/Runtime/CallsiteRuntime/CallsiteRuntime.docc/Performance.md"
    static let smallAndQuick = "Sources/Runtime/CallsiteRuntime/CallsiteRuntime.docc/SmallAndQuick.md"
    package static let paths = [readme, performance, smallAndQuick]

    func page(_ path: String) throws -> Page {
        switch path {
        case Self.readme: try readmePage()
        case Self.smallAndQuick: try smallAndQuickPage()
        default: try performancePage()
        }
    }

    /// The file's text with the figures of the record.
    package func filled(_ text: String, path: String) throws -> String {
        let page = try page(path)
        var text = text
        for (first, cells) in page.rows {
            let row = try Self.match(Self.row(first), text, path)
            text.replaceSubrange(row.range, with: "| \(first) | \(cells.joined(separator: " | ")) |")
        }
        for (words, figures) in page.sentences {
            let places = try Self.match(Self.sentence(words), text, path).output.dropFirst().compactMap(\.range)
            guard places.count == figures.count else {
                throw Problem(description: "'\(words)' has \(places.count) places for \(figures.count) figures")
            }
            for (place, figure) in zip(places, figures).reversed() { text.replaceSubrange(place, with: figure) }
        }
        return text
    }

    /// The numbers of a page that the record doesn't fill in, and that are no constants, each with the words before it.
    package func unexplained(_ text: String, path: String) throws -> [String] {
        let page = try page(path)
        var text = text.replacing(/\n```[\s\S]*?\n```/, with: "")
        for pattern in page.rows.map({ Self.row($0.first) }) + page.sentences.map({ Self.sentence($0.words) }) {
            text.removeSubrange(try Self.match(pattern, text, path).range)
        }
        for words in page.constants {
            let ranges = text.ranges(of: try Regex(Self.sentence(words)))
            guard !ranges.isEmpty else { throw Problem(description: "\(path) has no '\(words)'") }
            for range in ranges.reversed() { text.removeSubrange(range) }
        }
        text = text.replacing(/`[^`\n]*`/, with: "").replacing(/\]\([^)]*\)/, with: "]")
        return text.matches(of: /[0-9][0-9.,]*/).map { match in
            String((text[..<match.range.lowerBound].suffix(30) + match.0).map { $0.isNewline ? " " : $0 })
        }
    }

    private static func row(_ first: String) -> String {
        "(?m)^\\| \(NSRegularExpression.escapedPattern(for: first)) \\|.*$"
    }

    /// Words with blanks or line breaks between them, and a group for each figure.
    private static func sentence(_ words: String) -> String {
        words.components(separatedBy: "#").map { piece in
            piece.split(separator: " ", omittingEmptySubsequences: false).map {
                NSRegularExpression.escapedPattern(for: String($0))
            }.joined(separator: "\\s+")
        }.joined(separator: "(\\d{4}-\\d\\d-\\d\\d|\\d[\\d,.]*\\d|\\d)")
    }

    private static func match(_ pattern: String, _ text: String, _ path: String) throws -> Regex<AnyRegexOutput>.Match {
        let matches = text.matches(of: try Regex(pattern))
        guard matches.count == 1 else {
            throw Problem(description: "\(path): \(matches.count) places, and not one, match '\(pattern)'")
        }
        return matches[0]
    }
}
