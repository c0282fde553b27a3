import CallsiteCommands
import CallsiteCore
import CallsiteReference
import Foundation

// The pages of the documentation's site beside DocC's own: the first one, the format and the diagnostics, and what the
// search knows. They are made from what the tool itself prints and reads. `callsite-dev docs` puts them beside the
// archives of the libraries.

/// The site's own pages.
public struct Site: Sendable {
    /// A place that the search finds.
    public struct Entry: Hashable, Sendable {
        public var title: String
        /// `guide`, `key`, `diagnostic` or what a symbol is.
        public var kind: String
        /// From the site's first folder.
        public var path: String
        /// Further words that find it.
        public var text: String

        public init(title: String, kind: String, path: String, text: String = "") {
            self.title = title
            self.kind = kind
            self.path = path
            self.text = text
        }
    }

    public static let libraryNames = [
        "CallsiteRuntime", "CallsiteHTTP", "CallsiteCurl", "CallsitePagination", "CallsiteTransfers", "CallsiteToolkit",
        "CallsiteStore",
    ]
    public let libraries: [Library]
    /// Pages of symbols, for the search.
    public var symbols: [Entry] = []
    private let index: String
    private let style: String
    private let script: String

    /// - Parameter root: The package's folder.
    public init(root: URL) throws {
        libraries = try Site.libraryNames.map { try Library($0, root: root) }
        index = try AgentGuides(root: root).index
        let resources = root.appendingPathComponent("Tests/Development/SitePages/Resources")
        style = try String(contentsOf: resources.appendingPathComponent("site.css"), encoding: .utf8)
        script = try String(contentsOf: resources.appendingPathComponent("site.js"), encoding: .utf8)
    }

    /// The site's files: their paths from its first folder, and their contents.
    public func files() -> [String: String] {
        var files = [
            "index.html": firstPage(), "format/index.html": formatPage(), "diagnostics/index.html": diagnosticsPage(),
            "site.css": style, "site.js": script, "search.js": searchData(), "llms.txt": index,
        ]
        // DocC's pages are made by a script: programs read the guides as Markdown.
        for guide in libraries.flatMap({ $0.groups.flatMap(\.guides) }) { files[guide.markdownPath] = guide.text }
        return files
    }

    // MARK: - Pages

    private func firstPage() -> String {
        var body = """
            <h1>Callsite</h1>
            <p class="lead">Callsite generates Swift from the description of an HTTP API: OpenAPI 3, Swagger 2.0, or its own short YAML. Each operation
            becomes a request with a typed response, typed errors and pagination.</p>
            <pre>\(html(libraries[0].example))</pre>
            <p><img src="pictures/pipeline.svg" alt="The stages from a description to Swift files" width="640"/></p>

            """
        for library in libraries {
            body += "<h2><a href=\"\(library.path)\">\(library.name)</a></h2>\n<p>\(inline(library.summary))</p>\n"
            for group in library.groups {
                if library.groups.count > 1 { body += "<h3>\(html(group.title))</h3>\n" }
                body += "<ul class=\"cards\">\n"
                for guide in group.guides {
                    body += "<li><a href=\"\(guide.path)\">\(html(guide.title))</a> \(inline(guide.summary))</li>\n"
                }
                body += "</ul>\n"
            }
        }
        body += """
            <h2>Reference</h2>
            <ul class="cards">
            <li><a href="format/index.html">The format</a> Every key of a description and of <code>callsite.yaml</code>.</li>
            <li><a href="diagnostics/index.html">Diagnostics</a> What each error and warning means, with an example and its fix.</li>
            </ul>
            """
        return page("Callsite", root: "", body)
    }

    private func formatPage() -> String {
        var body = """
            <h1>The format</h1>
            <p class="lead">Every key of a description in Callsite's own format, and of <code>callsite.yaml</code>.</p>

            """
        body += "<h2 id=\"types\">Types</h2>\n<dl>\n"
        for (name, meaning) in FormatReference.scalars {
            body += "<dt><code>\(html(name))</code></dt><dd>\(html(meaning))</dd>\n"
        }
        body += "</dl>\n"
        for section in FormatReference.sections {
            body += "<h2 id=\"\(anchor(section.title))\">\(html(section.title))</h2>\n"
            body += "<p>\(inline(section.introduction, quoted: true))</p>\n<dl>\n"
            for key in section.keys {
                let required = key.isRequired ? " <em>required</em>" : ""
                body += "<dt id=\"\(anchor(section.title, key.name))\"><code>\(html(key.name))</code>\(required)</dt>"
                body += "<dd>\(inline(key.summary, quoted: true)) <pre>\(html(key.example))</pre></dd>\n"
            }
            body += "</dl>\n"
        }
        for (title, keys) in configurationKeys {
            body += "<h2 id=\"\(anchor(title))\">\(html(title))</h2>\n<dl>\n"
            for key in keys {
                body +=
                    "<dt id=\"\(anchor(title, key.key))\"><code>\(html(key.key))</code></dt><dd>\(inline(key.summary, quoted: true))</dd>\n"
            }
            body += "</dl>\n"
        }
        return page("The format, Callsite", root: "../", body)
    }

    private func diagnosticsPage() -> String {
        let all = diagnosticReference()
        var body = """
            <h1>Diagnostics</h1>
            <p class="lead">What each of the \(all.count) errors and warnings means, as <code>callsite explain ID</code> prints it.</p>

            """
        for one in all {
            let id = html(one.id)
            body += "<h2 id=\"\(id)\"><a href=\"#\(id)\"><code>\(id)</code></a></h2>\n<p>\(inline(one.meaning))</p>\n"
            guard !one.wrong.isEmpty else { continue }
            body += "<div class=\"pair\"><div><h3>Wrong</h3><pre>\(html(one.wrong))</pre></div>"
            body += "<div><h3>Right</h3><pre>\(html(one.right))</pre></div></div>\n"
            for message in one.messages.prefix(1) { body += "<pre class=\"message\">\(html(message))</pre>\n" }
        }
        return page("Diagnostics, Callsite", root: "../", body)
    }

    private var configurationKeys: [(title: String, keys: [(key: String, summary: String)])] {
        let reference = configurationReference()
        return [
            ("callsite.yaml: for all descriptions", reference.all),
            ("callsite.yaml: for one description", reference.one),
        ]
    }

    /// Lower case letters, digits and hyphens.
    private func anchor(_ words: String...) -> String {
        let text = words.joined(separator: " ").lowercased()
        return text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
    }

    // MARK: - Search

    private func searchData() -> String {
        var entries: [Entry] = []
        for library in libraries {
            entries.append(Entry(title: library.name, kind: "library", path: library.path, text: library.summary))
            for guide in library.groups.flatMap(\.guides) {
                let text = guide.summary + " " + guide.headings.joined(separator: " ")
                entries.append(Entry(title: guide.title, kind: "guide", path: guide.path, text: text))
            }
        }
        for section in FormatReference.sections {
            for key in section.keys {
                entries.append(
                    Entry(
                        title: key.name, kind: "key", path: "format/index.html#\(anchor(section.title, key.name))",
                        text: key.summary))
            }
        }
        for (title, keys) in configurationKeys {
            for key in keys {
                entries.append(
                    Entry(
                        title: key.key, kind: "callsite.yaml", path: "format/index.html#\(anchor(title, key.key))",
                        text: key.summary))
            }
        }
        for one in diagnosticReference() {
            entries.append(
                Entry(title: one.id, kind: "diagnostic", path: "diagnostics/index.html#\(one.id)", text: one.meaning))
        }
        entries += symbols
        let rows = entries.map { [$0.title, $0.kind, $0.path, $0.text] }
        let data =
            (try? JSONSerialization.data(withJSONObject: rows, options: [.withoutEscapingSlashes])) ?? Data("[]".utf8)
        return "const searchEntries = " + String(decoding: data, as: UTF8.self) + ";\n"
    }
}
