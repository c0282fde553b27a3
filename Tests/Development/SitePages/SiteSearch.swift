import CallsiteCommands
import CallsiteReference
import Foundation

extension Site {
    /// A place that the search finds. `Resources/ranking.js` says in which order.
    public struct Entry: Hashable, Sendable {
        public var title: String
        /// `guide`, `section`, `message` (of a table in a guide), `reference`, `library`, `key`, `diagnostic` or the kind of
        /// a symbol.
        public var kind: String
        /// From the site's first folder.
        public var path: String
        /// Further words that find it.
        public var text: String
        /// The guide or the type that it belongs to.
        public var parent: String

        public init(title: String, kind: String, path: String, text: String = "", parent: String = "") {
            self.title = title
            self.kind = kind
            self.path = path
            self.text = text
            self.parent = parent
        }
    }

    /// In the order of the site: the guides, each with its sections, come one after the other.
    public var entries: [Entry] {
        var entries: [Entry] = []
        for library in libraries {
            entries.append(Entry(title: library.name, kind: "library", path: library.path, text: library.summary))
            for guide in library.groups.flatMap(\.guides) {
                let text = ([guide.summary] + guide.sections.map(\.title)).joined(separator: " ")
                entries.append(Entry(title: guide.title, kind: "guide", path: guide.path, text: text))
                entries += guide.sections.map {
                    Entry(
                        title: $0.title, kind: "section", path: "\(guide.path)#\($0.anchor)", text: $0.words,
                        parent: guide.title)
                }
                entries += guide.messages.map {
                    Entry(
                        title: $0.title, kind: "message", path: "\(guide.path)#\($0.anchor)", text: $0.words,
                        parent: guide.title)
                }
            }
        }
        entries.append(Entry(title: "The format", kind: "reference", path: "format/index.html", text: "All keys"))
        entries.append(
            Entry(
                title: "Diagnostics", kind: "reference", path: "diagnostics/index.html",
                text: "Errors, warnings and messages"))
        entries.append(
            Entry(
                title: "The page of GitHub’s API", kind: "reference", path: "github/index.html",
                text: "An example of callsite inspect --html"))
        entries += FormatReference.scalars.map {
            Entry(title: $0.name, kind: "key", path: "format/index.html#types", text: $0.meaning, parent: "Types")
        }
        for section in FormatReference.sections {
            entries += section.keys.map { key in
                Entry(
                    title: key.name, kind: "key", path: "format/index.html#\(anchor(section.title, key.name))",
                    text: key.summary, parent: section.title)
            }
        }
        for (title, keys) in configurationKeys {
            entries += keys.map { key in
                Entry(
                    title: key.key, kind: "key", path: "format/index.html#\(anchor(title, key.key))", text: key.summary,
                    parent: title)
            }
        }
        entries += diagnosticReference().map {
            Entry(title: $0.id, kind: "diagnostic", path: "diagnostics/index.html#\($0.id)", text: $0.meaning)
        }
        return entries + symbols
    }

    func searchData() -> String {
        let rows = entries.map { [$0.title, $0.kind, $0.path, $0.text, $0.parent] }
        func json(_ value: [[String]]) -> String {
            let data = try? JSONSerialization.data(withJSONObject: value, options: [.withoutEscapingSlashes])
            return String(decoding: data ?? Data("[]".utf8), as: UTF8.self)
        }
        return "const searchEntries = \(json(rows));\nconst searchTerms = \(json(SearchTerms.groups));\n"
    }
}
