/// The paths of the files that a file's references and `include:` name: so that files which name each other in a long line are loaded one
/// after the other, without reading the whole description again for each.
///
/// - Returns: Paths as `SourceSet` has them. What names no file below the document's folder is left out, and nothing is reported: reading
///   the description does that, for the files that it needs.
package func filesNamed(in file: SourceSet.File) -> [String] {
    var unsaid = Diagnostics()
    let nodes = parse(SourceSet(main: file), &unsaid)
    guard let document = nodes.documents.first ?? nil else { return [] }
    var paths: [String] = []
    var known: Set<String> = []
    func add(_ text: String) {
        let name = text.prefix { $0 != "#" }
        // Anything else may be no description at all.
        guard [".yaml", ".yml", ".json"].contains(where: name.hasSuffix) else { return }
        guard !name.hasPrefix("/"), !name.contains("://"), !name.contains("\0") else { return }
        let path = sourcePath(of: OpenAPIReader.percentDecoded(String(name)), from: file.path)
        if known.insert(path).inserted { paths.append(path) }
    }
    for index in document.nodes.indices where document.nodes[index].kind == .mapping {
        if let text = Node(document: document, index: index)["$ref"]?.text { add(text) }
    }
    for name in document.root["include"]?.elements ?? [] { if let text = name.text { add(text) } }
    return paths
}
