import CallsiteText

/// The file that a reference names.
enum NamedFile: Hashable {
    /// The reference's own file: `#/components/schemas/Pet`.
    case own
    /// A file that isn't read: a URL, an absolute path.
    case outside
    /// A file at a path, as `SourceSet` has it.
    case file(String)

    /// - Parameters:
    ///   - reference: As it is written; `#` and the rest are skipped.
    ///   - path: The path of the reference's file.
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

/// Parses a file and lists the files that its references and `include:` name. A long chain of files is then loaded
/// without reading the whole description again for each file.
///
/// - Returns: The file with its document, so that it isn't parsed again, and paths as `SourceSet` has them. References
///   to files outside the document's folder are left out. Mistakes are reported later, when the description is read.
package func readingAhead(_ file: SourceSet.File) -> (file: SourceSet.File, names: [String]) {
    var file = file
    var unreported = Diagnostics()
    guard let document = parse(file, FileID(0), &unreported) else { return (file, []) }
    if unreported.all.isEmpty { file.document = document }
    var paths: [String] = []
    var seenPaths: Set<String> = []
    var references: Set<String> = []
    func add(_ reference: String) {
        guard references.insert(reference).inserted else { return }
        // A file with another ending may be no description: it is loaded when it is needed.
        guard case .file(let path) = NamedFile(reference, from: file.path),
            [".yaml", ".yml", ".json"].contains(where: path.hasSuffix)
        else {
            return
        }
        if seenPaths.insert(path).inserted { paths.append(path) }
    }
    for index in document.nodes.indices where document.nodes[index].kind == .mapping {
        if let text = Node(document: document, index: index)["$ref"]?.text { add(text) }
    }
    for name in document.root["include"]?.elements ?? [] { if let text = name.text { add(text) } }
    return (file, paths)
}
