import CallsiteCommands
import CallsiteShell
import Foundation
import Pictures
import SitePages

// The documentation as one static site: DocC's archives of the libraries, merged so that each links to the others, and
// the site's own pages (`SitePages`) in front of them.

/// Builds the site into `.build/docs/site`. A broken link is an error.
///
/// - Parameter arguments: `--hosting-base-path PATH`: the site is below that path of its server, `/callsite` for
///   `https://example.com/callsite/`.
func buildDocs(_ arguments: [String]) throws {
    var basePath: String?
    switch arguments.count {
    case 0: break
    case 2 where arguments[0] == "--hosting-base-path":
        basePath = "/" + arguments[1].split(separator: "/").joined(separator: "/")
    case 1 where arguments[0].hasPrefix("--hosting-base-path="):
        basePath =
            "/" + arguments[0].dropFirst("--hosting-base-path=".count).split(separator: "/").joined(separator: "/")
    default: throw Problem("usage: callsite-dev docs [--hosting-base-path PATH]")
    }
    if basePath == "/" { basePath = nil }
    let folder = URL(fileURLWithPath: ".build/docs")
    try? FileManager.default.removeItem(at: folder)
    for module in Site.libraryNames { try makeArchive(of: module, in: folder, basePath: basePath) }
    let site = folder.appendingPathComponent("site")
    try run(["docc", "merge"] + Site.libraryNames.map { archive($0, folder) } + ["--output-path", site.path])
    try frame(site, root: (basePath ?? "") + "/")
    try colorSamples(site)
    let entries = try writePages(into: site)
    let problems =
        try SiteLinks.broken(in: htmlFiles(site), others: otherFiles(site)) + SiteLinks.brokenInDocC(site)
        + SiteLinks.missingSections(entries, site)
    guard problems.isEmpty else {
        throw Problem("links of the site lead nowhere:\n" + problems.joined(separator: "\n"))
    }
    print("wrote .build/docs/site")
    if let basePath {
        print("It is made for \(basePath)/ on a server: copy the folder's contents there.")
    } else {
        print("To look at it: python3 -m http.server 8000 --directory .build/docs/site, then http://localhost:8000/")
    }
}

private func archive(_ module: String, _ folder: URL) -> String {
    folder.appendingPathComponent("\(module).doccarchive").path
}

private func makeArchive(of module: String, in folder: URL, basePath: String?) throws {
    // One by one: 'swift package dump-symbol-graph' wants the tests too, which a fresh clone hasn't built.
    try run(["swift", "build", "--target", module])
    let graphs = folder.appendingPathComponent("graphs/\(module)")
    try FileManager.default.createDirectory(at: graphs, withIntermediateDirectories: true)
    var words = [
        "swift", "symbolgraph-extract", "-module-name", module, "-target", try targetTriple(), "-I",
        buildFolder.appendingPathComponent("Modules").path, "-Xcc", "-ISources/Runtime/CallsiteCurl/include",
        "-minimum-access-level", "public", "-omit-extension-block-symbols", "-output-dir", graphs.path,
    ]
    #if os(macOS)
        words += ["-sdk", try output(["xcrun", "--show-sdk-path"])]
    #endif
    try run(words)
    words = [
        "docc", "convert", "Sources/Runtime/\(module)/\(module).docc", "--additional-symbol-graph-dir", graphs.path,
        "--fallback-display-name", module, "--fallback-bundle-identifier", "callsite.\(module)", "--output-path",
        archive(module, folder), "--warnings-as-errors",
        // So that the pages of one library link to those of the others.
        "--enable-experimental-external-link-support",
    ]
    if module != Site.libraryNames[0] { words += ["--dependency", archive(Site.libraryNames[0], folder)] }
    if let basePath { words += ["--hosting-base-path", basePath] }
    try run(words)
}

/// Gives DocC's pages the header and the footer of the site.
private func frame(_ folder: URL, root: String) throws {
    let documentation = folder.appendingPathComponent("documentation")
    for case let name as String in FileManager.default.enumerator(atPath: documentation.path) ?? .init()
    where name.hasSuffix(".html") {
        let file = documentation.appendingPathComponent(name)
        guard let page = framed(try String(contentsOf: file, encoding: .utf8), root: root) else {
            throw Problem("documentation/\(name) isn't understood")
        }
        try Data(page.utf8).write(to: file)
    }
}

/// Samples of doc comments name no language, so DocC doesn't color them. They are Swift.
private func colorSamples(_ folder: URL) throws {
    let data = folder.appendingPathComponent("data")
    for case let name as String in FileManager.default.enumerator(atPath: data.path) ?? .init()
    where name.hasSuffix(".json") {
        let file = data.appendingPathComponent(name)
        let page = try String(contentsOf: file, encoding: .utf8)
        guard page.contains("\"kind\":\"symbol\""), page.contains("\"syntax\":null") else { continue }
        try Data(page.replacing("\"syntax\":null", with: "\"syntax\":\"swift\"").utf8).write(to: file)
    }
}

/// Puts the site's own pages in front of DocC's.
///
/// - Returns: what the search finds.
private func writePages(into folder: URL) throws -> [Site.Entry] {
    let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    var site = try Site(root: root)
    site.symbols = try symbols(folder)
    var files = site.files()
    // DocC's script asks for it, and an error in the console would be all that its absence says.
    files["theme-settings.json"] = "{}\n"
    for picture in Picture.all { files["pictures/\(picture.name).svg"] = try picture.svg(root: root) }
    for (path, text) in files {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
    let page = folder.appendingPathComponent(Site.apiPagePath)
    try FileManager.default.createDirectory(at: page.deletingLastPathComponent(), withIntermediateDirectories: true)
    let status = CallsiteCommands.run(["inspect", "Specs/github.yaml", "--html", page.path], in: .process())
    guard status == 0 else { throw Problem("callsite inspect --html ended with status \(status)") }
    return site.entries
}

/// The pages of symbols, from DocC's own index.
private func symbols(_ folder: URL) throws -> [Site.Entry] {
    var entries: [Site.Entry] = []
    func add(_ node: [String: Any], in parent: String) {
        if let path = node["path"] as? String, let title = node["title"] as? String, let kind = node["type"] as? String,
            !["article", "groupMarker", "module", "overview"].contains(kind)
        {
            let parts = path.split(separator: "/").map(String.init)
            // A member is found with what it belongs to.
            entries.append(
                Site.Entry(
                    title: title, kind: kind, path: parts.joined(separator: "/") + "/",
                    text: parts.dropFirst().dropLast().joined(separator: " "), parent: parent))
        }
        for case let child as [String: Any] in node["children"] as? [Any] ?? [] {
            add(child, in: node["type"] as? String == "groupMarker" ? parent : node["title"] as? String ?? parent)
        }
    }
    for module in Site.libraryNames {
        let file = URL(fileURLWithPath: ".build/docs/\(module).doccarchive/index/index.json")
        let index = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        for case let node as [String: Any] in (index?["interfaceLanguages"] as? [String: Any])?["swift"] as? [Any] ?? []
        { add(node, in: module) }
    }
    guard entries.count > 100 else {
        throw Problem("the index of the archives isn't understood: \(entries.count) symbols")
    }
    return entries
}

/// The site's own pages, by their paths.
private func htmlFiles(_ folder: URL) throws -> [String: String] {
    var files: [String: String] = [:]
    for path in ["index.html", "format/index.html", "diagnostics/index.html", "github/index.html"] {
        files[path] = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }
    return files
}

private func otherFiles(_ folder: URL) -> Set<String> {
    Set((FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []))
}
