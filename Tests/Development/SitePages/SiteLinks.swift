import Foundation

/// Broken links of a site, found without a browser.
public enum SiteLinks {
    /// The broken links of HTML files, a line each.
    ///
    /// - Parameters:
    ///   - files: The pages to look through, by their paths from the site's first folder.
    ///   - others: Paths of the site's other files.
    public static func broken(in files: [String: String], others: Set<String>) -> [String] {
        var problems: [String] = []
        for (path, text) in files.sorted(by: { $0.key < $1.key }) where path.hasSuffix(".html") {
            for match in text.matches(of: /\s(?:href|src|srcset)="([^"]*)"/) {
                let link = String(match.1)
                guard !link.hasPrefix("https://"), !link.hasPrefix("http://") else { continue }
                let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                let file = parts[0].hasSuffix("/") ? parts[0] + "index.html" : parts[0]
                let target = file.isEmpty ? path : resolved(file, from: path)
                guard files[target] != nil || others.contains(target) else {
                    problems.append("\(path): '\(link)' leads to no file")
                    continue
                }
                if parts.count > 1, let page = files[target], !page.contains(" id=\"\(parts[1])\"") {
                    problems.append("\(path): '\(link)' leads to no place of \(target)")
                }
            }
        }
        return problems
    }

    /// The pages and pictures that DocC's pages refer to and that don't exist, by the data that DocC's script shows. (A
    /// link in the sources that can't be resolved is an error of `docc convert`; a symbol of Swift or Foundation has no
    /// page.)
    ///
    /// - Parameter folder: The site's first folder.
    public static func brokenInDocC(_ folder: URL) throws -> [String] {
        let manager = FileManager.default
        let data = folder.appendingPathComponent("data")
        var problems: Set<String> = []
        for case let name as String in manager.enumerator(atPath: data.path) ?? .init() where name.hasSuffix(".json") {
            let object =
                try JSONSerialization.jsonObject(with: Data(contentsOf: data.appendingPathComponent(name)))
                as? [String: Any]
            for case let reference as [String: Any] in (object?["references"] as? [String: Any] ?? [:]).values {
                var paths: [String] = []
                if let url = reference["url"] as? String, url.hasPrefix("/documentation") {
                    paths.append(url.split(separator: "#")[0] + "/index.html")
                }
                for case let variant as [String: Any] in reference["variants"] as? [Any] ?? [] {
                    if let url = variant["url"] as? String { paths.append(url) }
                }
                for path in paths
                where !manager.fileExists(atPath: folder.path + (path.hasPrefix("/") ? "" : "/") + path) {
                    problems.insert("data/\(name): '\(path)' is no file")
                }
            }
        }
        return problems.sorted()
    }

    /// The sections of guides that the search leads to and DocC's pages don't have.
    ///
    /// - Parameter folder: The site's first folder.
    public static func missingSections(_ entries: [Site.Entry], _ folder: URL) throws -> [String] {
        var problems: [String] = []
        var pages: [String: String] = [:]
        for entry in entries where ["section", "message"].contains(entry.kind) {
            let parts = entry.path.split(separator: "#", maxSplits: 1).map(String.init)
            let page =
                try pages[parts[0]]
                ?? String(
                    contentsOf: folder.appendingPathComponent("data/" + parts[0].dropLast() + ".json"), encoding: .utf8)
            pages[parts[0]] = page
            if !page.contains("\"anchor\":\"\(parts[1])\"") {
                problems.append("search.js: '\(entry.path)' leads to no section")
            }
        }
        return problems
    }

    /// A relative link, seen from a file.
    private static func resolved(_ link: String, from path: String) -> String {
        var parts = path.split(separator: "/").dropLast().map(String.init)
        for part in link.split(separator: "/") {
            if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(String(part)) }
        }
        return parts.joined(separator: "/")
    }
}
