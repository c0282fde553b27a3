import CallsiteCore
import Foundation
import SitePages
import SwiftCompiler
import Testing

@testable import CallsiteCommands
@testable import CallsiteShell
import CallsitePrinter

/// The guides are found by the words that people search for, are complete, and say what is true.
@Suite struct GuideTests {
    @Test(arguments: SearchTerms.groups) func aGuideHasTheTerm(_ spellings: [String]) {
        let isDiagnostic = Explanation.all.contains { spellings.contains($0.id.replacing("-", with: " ")) }
        #expect(
            isDiagnostic
                || Self.searched.contains { text in spellings.contains { Self.has($0.lowercased(), text) } },
            "no guide has '\(spellings[0])' in a heading or its first paragraph")
    }

    /// Titles, headings and first paragraphs, in lower case. The ids of diagnostics are no words that people look for.
    private static let searched: [String] = ((try? Guide.all()) ?? []).filter { $0.name != "Diagnostics.md" }.flatMap {
        guide in
        (guide.headings.map(String.init) + [guide.firstParagraph]).map { $0.lowercased() }
    }

    /// Whether a string has a term as a word of its own: 'ci' isn't in 'decide'. A plural counts.
    private static func has(_ term: String, _ text: String) -> Bool {
        text.ranges(of: term).contains { range in
            let before = range.lowerBound == text.startIndex ? " " : text[text.index(before: range.lowerBound)]
            let after = text[range.upperBound...].drop { $0 == "s" }.first ?? " "
            return !before.isLetter && !after.isLetter
        }
    }

    /// How many lines a reader sees before scrolling.
    private static let firstScreen = 14

    /// A guide says first what it is good for and shows it, and in the end what can go wrong. References and overviews
    /// don't.
    @Test func guidesAreComplete() throws {
        let guides = try Guide.all()
        #expect(guides.count > 28)
        let others: Set = [
            "CallsiteRuntime.md", "CallsiteHTTP.md", "CallsiteCurl.md", "CallsitePagination.md", "CallsiteTransfers.md",
            "CallsiteToolkit.md",
            "CallsiteStore.md", "TheFormat.md",
            "TheCommandLine.md", "ConfigurationKeys.md", "Diagnostics.md", "Performance.md", "Troubleshooting.md",
        ]
        for guide in guides {
            #expect(guide.lines.first?.hasPrefix("# ") == true, "\(guide.name)")
            #expect((20...220).contains(guide.firstParagraph.count), "\(guide.name): \(guide.firstParagraph)")
            guard !others.contains(guide.name) else { continue }
            #expect(guide.headings.contains { $0.hasPrefix("What can go wrong") }, "\(guide.name)")
            let sample = guide.lines.firstIndex { $0.hasPrefix("```") } ?? .max
            #expect(sample < Self.firstScreen, "\(guide.name): its first screen shows no result")
        }
        #expect(others.isSubset(of: guides.map(\.name)))
    }

    /// A comment behind code ends where a line of a guide does in a window of 1,280 pixels; else it stands above.
    @Test func commentsInSamplesFit() throws {
        for guide in try Guide.all() {
            for block in guide.blocks(of: "swift") {
                let wide = block.code.split(separator: "\n").filter { $0.count > 78 && $0.contains(#/\S +// \S/#) }
                #expect(wide.isEmpty, "\(guide.name): \(wide)")
            }
        }
    }

    /// Each column of a table has a heading, which a screen reader says before a cell.
    @Test func columnsHaveHeadings() throws {
        for guide in try Guide.all() {
            for (head, line) in zip(guide.lines, guide.lines.dropFirst()) where line.hasPrefix("| ---") {
                #expect(!head.contains(/\|\s*\|/), "\(guide.name): \(head)")
            }
        }
    }

    /// Links between guides of a library lead to one, and its overview lists each.
    @Test func linksLeadToGuides() throws {
        let guides = try Guide.all()
        for guide in guides {
            let names = Set(guides.filter { $0.module == guide.module }.map { $0.name.dropLast(3) })
            for link in guide.text.matches(of: /<doc:([A-Za-z]+)>/) {
                #expect(names.contains(link.1), "\(guide.name): \(link.0)")
            }
            let overview = try #require(guides.first { $0.name == guide.module + ".md" })
            #expect(
                guide.name == overview.name || overview.text.contains("- <doc:\(guide.name.dropLast(3))>"),
                "\(guide.name)")
        }
    }

    /// Whole descriptions and configurations in guides are read without an error.
    @Test func descriptionsInGuidesAreRight() throws {
        var count = 0
        for guide in try Guide.all() {
            for block in guide.blocks(of: "yaml") where !guide.isGenerated {
                let file = SourceSet.File(path: "api.yaml", bytes: Array(block.code.utf8))
                var diagnostics = Diagnostics()
                if block.code.contains("\napi: ") {
                    diagnostics = generate(SourceSet(main: file), options: Options()).diagnostics
                } else if block.code.hasPrefix("callsite: 1\n") {
                    _ = readConfiguration(file, &diagnostics)
                } else if block.code.hasPrefix("descriptions:\n") {
                    _ = readConfiguration(
                        .init(path: "api.yaml", bytes: Array("callsite: 1\n\(block.code)".utf8)), &diagnostics)
                } else {
                    continue
                }
                count += 1
                #expect(!diagnostics.hasErrors, "\(guide.name):\(block.line): \(diagnostics.sorted.map(\.message))")
            }
        }
        #expect(count > 12)
    }

    /// The messages that guides explain are those of the tool and the libraries: their pieces between the places that
    /// differ ('…') are in the sources, or in messages of mistakes that are made, and their ids are explained.
    @Test func messagesInGuidesAreReal() throws {
        let sources =
            try Guide.sources([
                "CallsiteCore", "CallsiteSwift", "CallsitePrinter", "CallsiteImport", "CallsiteShell",
                "CallsiteCommands", "CallsiteDiff", "CallsiteHTTP", "CallsiteCurl", "CallsiteRuntime",
                "CallsitePagination", "CallsiteTransfers", "CallsiteToolkit", "CallsiteMockEngine",
            ]).replacing("\\\"", with: "\"") + Guide.plugins() + TroubleshootingTests.allMessages
        let ids = Set(Explanation.all.map(\.id) + ChangeExplanation.all.map(\.id))
        var count = 0
        for guide in try Guide.all() where !guide.isGenerated {
            for match in guide.text.matches(of: /\[([a-z]+(?:-[a-z]+)+)\]/)
            where !guide.text[match.range.upperBound...].hasPrefix("(") {
                #expect(ids.contains(String(match.1)), "\(guide.name): \(match.0)")
            }
            guard guide.name == "Troubleshooting.md" else { continue }
            for row in guide.lines where row.hasPrefix("| `") && !Self.foreignMessages.contains(where: row.contains) {
                let message = row.dropFirst(3).prefix { $0 != "`" }
                for piece in message.split(separator: "…").map({ $0.trimmingCharacters(in: Self.edges) })
                where piece.count > 12 {
                    let words = piece.replacing(#/ ?\[[a-z-]+\]$/#, with: "").replacing(
                        #/'[^' ]+'; did you mean '[^' ]+'\?/#, with: ""
                    )
                    .trimmingCharacters(in: Self.edges)
                    // The sources are too long to be shown.
                    let isThere = words.isEmpty || sources.contains(words)
                    #expect(isThere, "\(guide.name): '\(words)'")
                    count += 1
                }
            }
        }
        #expect(count > 20)
    }

    private static let edges = CharacterSet(charactersIn: " '()").union(.whitespaces)
    /// Messages of the compiler, the package manager and Xcode, and ones that consist of values.
    private static let foreignMessages = [
        "file not found", "expected a date", "no such module", "cannot find", "has no member", "invalid redeclaration",
        "/items/3", "unknown package", "is unavailable", "Authorization: <bearer>", "the server responded with",
        "nothing arrived for", "cannot be accessed", "Failed to clone", "required by package", "Swift tools version",
        "requires macos", "which are unhandled", "Unknown subcommand", "wants permission", "must be enabled",
        "PaginationRequestType", "cannot convert value", "does not support concurrency", "no exact matches",
        "switch must be exhaustive", "get-only property", "found no such key", "found an empty body", "found <",
        "expected an integer, found", "Permission denied", "Authorization: Bearer",
    ]
}

/// A guide of one of the libraries.
struct Guide {
    let module: String
    let name: String
    let text: String

    static let root = FreshnessTests.root

    static func all() throws -> [Guide] {
        try [
            "CallsiteRuntime", "CallsiteHTTP", "CallsiteCurl", "CallsitePagination", "CallsiteTransfers",
            "CallsiteToolkit", "CallsiteStore",
        ].flatMap { module in
            let folder = root.appendingPathComponent("Sources/Runtime/\(module)/\(module).docc")
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
                .sorted().map { name in
                    Guide(
                        module: module, name: name,
                        text: try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
                }
        }
    }

    static func sources(_ modules: [String]) throws -> String {
        var text = ""
        for module in modules {
            let folder = String(try PackageLayout.folder(of: module).path.dropFirst(root.path.count + 1))
            for path in try swiftFiles(folder) where !path.contains("/Generated/") {
                text += try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            }
        }
        // Literals of several lines break their sentences behind a backslash.
        return text.replacing(/\\\n\s*/, with: "")
    }

    static func plugins() throws -> String {
        try swiftFiles("Plugins").map { try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8) }
            .joined()
            .replacing(/\\\n\s*/, with: "")
    }

    static func swiftFiles(_ folder: String, in root: URL = Guide.root) throws -> [String] {
        let paths =
            FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)?.compactMap {
                $0 as? String
            } ?? []
        return paths.filter { $0.hasSuffix(".swift") }.sorted().map { folder + "/" + $0 }
    }

    /// Made of tables by `callsite-dev reference-guides`.
    var isGenerated: Bool {
        ["TheFormat.md", "TheCommandLine.md", "ConfigurationKeys.md", "Diagnostics.md"].contains(name)
    }

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    var headings: [Substring] {
        var isCode = false
        return lines.compactMap { line in
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, line.hasPrefix("#") else { return nil }
            return line.drop { $0 == "#" }.drop { $0 == " " }
        }
    }

    /// The paragraph below the title.
    var firstParagraph: String {
        lines.dropFirst().drop { $0.isEmpty }.prefix { !$0.isEmpty }.joined(separator: " ")
    }

    func blocks(of language: String) -> [(line: Int, code: String)] {
        var blocks: [(line: Int, code: String)] = []
        var code: [Substring]?
        for (number, line) in lines.enumerated() {
            if line == "```\(language)" {
                code = []
            } else if line == "```", let found = code {
                blocks.append((number - found.count, found.map { $0 + "\n" }.joined()))
                code = nil
            } else {
                code?.append(line)
            }
        }
        return blocks
    }
}
