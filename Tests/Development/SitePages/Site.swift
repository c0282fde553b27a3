import CallsiteCommands
import CallsiteCore
import CallsiteReference
import Foundation

// The pages of the documentation's site beside DocC's own: the first one, the format and the diagnostics, and what the
// search knows. They are made from what the tool itself prints and reads. `callsite-dev docs` puts them beside the
// archives of the libraries, and the header and footer of these pages around DocC's.

/// The site's own pages.
public struct Site: Sendable {
    public static let libraryNames = [
        "CallsiteRuntime", "CallsiteHTTP", "CallsiteCurl", "CallsitePagination", "CallsiteTransfers", "CallsiteToolkit",
        "CallsiteStore",
    ]
    public let libraries: [Library]
    /// Pages of symbols, for the search.
    public var symbols: [Entry] = []
    let showcase: Showcase
    private let index: String
    private let resources: [String: String]

    /// - Parameter root: The package's folder.
    public init(root: URL) throws {
        libraries = try Site.libraryNames.map { try Library($0, root: root) }
        index = try AgentGuides(root: root).index
        showcase = try Showcase()
        let folder = root.appendingPathComponent("Tests/Development/SitePages/Resources")
        let names = ["frame.css", "site.css", "ranking.js", "site.js"]
        resources = try Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8))
            })
    }

    /// The site's files: their paths from its first folder, and their contents.
    public func files() -> [String: String] {
        var files = [
            "index.html": firstPage(), "format/index.html": formatPage(), "diagnostics/index.html": diagnosticsPage(),
            "github/index.html": apiPage(), "search.js": searchData(), "llms.txt": index,
        ]
        files.merge(resources) { $1 }
        // DocC's pages are made by a script: programs read the guides as Markdown.
        for guide in libraries.flatMap({ $0.groups.flatMap(\.guides) }) { files[guide.markdownPath] = guide.text }
        return files
    }

    // MARK: - Pages

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
                body += "<dd>\(inline(key.summary, quoted: true)) <pre>\(html(key.example, .yaml))</pre></dd>\n"
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
            body += "<div class=\"pair\"><div><h3>Wrong</h3><pre>\(html(one.wrong, .yaml))</pre></div>"
            body += "<div><h3>Right</h3><pre>\(html(one.right, .yaml))</pre></div></div>\n"
            for message in one.messages.prefix(1) { body += "<pre class=\"message\">\(html(message))</pre>\n" }
        }
        return page("Diagnostics, Callsite", root: "../", body)
    }

    var configurationKeys: [(title: String, keys: [(key: String, summary: String)])] {
        let reference = configurationReference()
        return [
            ("callsite.yaml: for all descriptions", reference.all),
            ("callsite.yaml: for one description", reference.one),
        ]
    }

    /// Lower case letters, digits and hyphens.
    func anchor(_ words: String...) -> String {
        let text = words.joined(separator: " ").lowercased()
        return text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
    }
}
