import Foundation

/// A library's documentation catalog, as far as the site's own pages show it.
public struct Library: Sendable {
    public struct Guide: Hashable, Sendable {
        public var title: String
        public var summary: String
        /// Its page, from the site's first folder: a folder, since DocC's script shows what the address names.
        public var path: String
        public var sections: [Section]
        /// The messages that its tables explain, each with the anchor of its section, and the words of its explanation.
        public var messages: [Section]
        /// In Markdown, with links that lead to the other guides' Markdown.
        package var text: String
    }
    /// The part of a guide below a heading.
    public struct Section: Hashable, Sendable {
        public var title: String
        /// DocC's name of the place.
        public var anchor: String
        /// The words of its text, each once.
        public var words: String
    }
    public struct Group: Hashable, Sendable {
        public var title: String
        public var guides: [Guide]
    }

    public var name: String
    public var summary: String
    /// The guides, in the groups of the library's own page.
    public var groups: [Group]

    public var path: String { "documentation/\(name.lowercased())/" }

    /// Reads `Sources/Runtime/NAME/NAME.docc`.
    public init(_ name: String, root: URL) throws {
        let folder = root.appendingPathComponent("Sources/Runtime/\(name)/\(name).docc")
        let text = try String(contentsOf: folder.appendingPathComponent("\(name).md"), encoding: .utf8)
        self.name = name
        summary = Library.summary(of: text)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".md") && $0 != "\(name).md"
        }
        var guides: [String: Guide] = [:]
        for file in files.sorted() {
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            let stem = String(file.dropLast(3))
            guides[stem] = Guide(
                title: text.firstMatch(of: /(?m)^# (.+)$/).map { String($0.1) } ?? stem,
                summary: Library.summary(of: text), path: "documentation/\(name.lowercased())/\(stem.lowercased())/",
                // The site's own page has each message.
                sections: stem == "Diagnostics" ? [] : Library.sections(of: text),
                messages: Library.messages(of: text, in: stem), text: text)
        }
        let titles = guides.mapValues(\.title)
        guides = guides.mapValues { guide in
            var guide = guide
            guide.text = Library.markdown(guide.text, titles)
            return guide
        }
        groups = []
        let topics = text.range(of: "## Topics").map { text[$0.upperBound...] } ?? ""
        for section in topics.components(separatedBy: "\n### ").dropFirst() {
            let title = String(section.prefix { $0 != "\n" })
            let listed = section.matches(of: /<doc:([\w-]+)>/).compactMap { guides.removeValue(forKey: String($0.1)) }
            if !listed.isEmpty { groups.append(Group(title: title, guides: listed)) }
        }
        if !guides.isEmpty { groups.append(Group(title: "More", guides: guides.values.sorted { $0.title < $1.title })) }
    }

    /// A guide's text outside of DocC: links by title, pictures by file.
    private static func markdown(_ text: String, _ titles: [String: String]) -> String {
        text.replacing(/<doc:([\w-]+)>/) { match in
            let stem = String(match.1)
            return titles[stem].map { "[\($0)](\(stem.lowercased()).md)" } ?? stem
        }.replacing(/!\[([^\]]*)\]\(([\w-]+)\)/) { "![\($0.1)](../../pictures/\($0.2).svg)" }
            .replacing(/(^|[^`])``([^`\n]+)``/) { "\($0.1)`\($0.2)`" }
    }

    /// The parts of a guide below its headings, but for those that every guide has.
    private static func sections(of text: String) -> [Section] {
        var sections: [Section] = []
        var (isCode, known) = (false, Set<String>())
        for line in text.split(separator: "\n") {
            if line.hasPrefix("```") { isCode.toggle() }
            if !isCode, let match = line.firstMatch(of: /^##+ (.+)$/) {
                let title = String(match.1).replacing("`", with: "")
                sections.append(Section(title: title, anchor: anchor(title), words: ""))
                known = []
            } else if !sections.isEmpty {
                for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) where word.count > 1 {
                    guard known.insert(word.lowercased()).inserted else { continue }
                    sections[sections.count - 1].words += (known.count == 1 ? "" : " ") + word
                }
            }
        }
        return sections.filter { !["Overview", "Topics", "What can go wrong"].contains($0.title) }
    }

    /// DocC's name of the place that a heading makes.
    private static func anchor(_ title: String) -> String {
        title.split(separator: " ").map { word in
            String(word.filter { $0.isLetter || $0.isNumber || $0 == "-" })
        }.filter { !$0.isEmpty }.joined(separator: "-")
    }

    /// The rows of tables that begin with a message: those of *Troubleshooting*, and of *What can go wrong*.
    private static func messages(of text: String, in stem: String) -> [Section] {
        var (messages, place) = ([Section](), "")
        for line in text.split(separator: "\n") {
            if let match = line.firstMatch(of: /^##+ (.+)$/) {
                place = String(match.1)
            } else if stem == "Troubleshooting" || place.hasPrefix("What can go wrong"),
                let match = line.firstMatch(of: /^\| (`[^|]+) \| ([^|]+)/)
            {
                let title = match.1.replacing("`", with: "")
                // A word such as 'missing' is no message that can be recognized.
                guard title.contains(/[ ]|\p{Ll}\p{Lu}/) else { continue }
                messages.append(
                    Section(
                        title: String(title), anchor: anchor(String(place.replacing("`", with: ""))),
                        words: String(match.2.replacing(/[`\[\]<>]/, with: ""))))
            }
        }
        return messages
    }

    /// The first paragraph below the title.
    static func summary(of text: String) -> String {
        let paragraphs = text.components(separatedBy: "\n\n")
        return paragraphs.dropFirst().first.map { $0.replacingOccurrences(of: "\n", with: " ") } ?? ""
    }
}
