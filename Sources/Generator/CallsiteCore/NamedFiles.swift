import CallsiteText

/// Which file a reference names.
enum NamedFile: Hashable {
    /// The one that it stands in: `#/components/schemas/Pet`.
    case own
    /// None that is read: a URL, an absolute path.
    case outside
    /// The one at a path, as `SourceSet` has it.
    case file(String)

    /// - Parameters:
    ///   - reference: as it is written; `#` and the rest are skipped.
    ///   - path: of the file that it stands in.
    init(_ reference: String, from path: String) {
        let name = reference.utf8.firstIndex(of: UInt8(ascii: "#")).map { reference[..<$0] } ?? reference[...]
        if name.isEmpty {
            self = .own
        } else if name.utf8.first == UInt8(ascii: "/") || name.holds("://") || name.utf8.contains(0) {
            self = .outside
        } else {
            self = .file(sourcePath(of: PercentEncoding.decoded(name), from: path))
        }
    }
}

/// Parses a file for the paths of those that its references and `include:` name: so that files which name each other in
/// a long line are loaded one after the other, without reading the whole description again for each.
///
/// - Returns: The file, which isn't parsed again where it is read, and paths as `SourceSet` has them. A reference to no
///   file below the document's folder is left out, and nothing is reported: reading the description does that, for the
///   files that it needs.
package func readingAhead(_ file: SourceSet.File) -> (file: SourceSet.File, names: [String]) {
    var file = file
    var unsaid = Diagnostics()
    guard let document = parse(file, FileID(0), &unsaid) else { return (file, []) }
    if unsaid.all.isEmpty { file.document = document }
    var paths: [String] = []
    var known: Set<String> = []
    var texts: Set<String> = []
    func add(_ text: String) {
        guard texts.insert(text).inserted else { return }
        // Anything else may be no description at all: it is loaded when it is needed.
        guard case .file(let path) = NamedFile(text, from: file.path),
            [".yaml", ".yml", ".json"].contains(where: path.hasSuffix)
        else {
            return
        }
        if known.insert(path).inserted { paths.append(path) }
    }
    for index in document.nodes.indices where document.nodes[index].kind == .mapping {
        if let text = Node(document: document, index: index)["$ref"]?.text { add(text) }
    }
    for name in document.root["include"]?.elements ?? [] { if let text = name.text { add(text) } }
    return (file, paths)
}
