// The tags of the document, with `summary` and `parent` of OpenAPI 3.2. Tags of earlier versions don't affect the code.

extension OpenAPIReader {
    /// The number of parents that a tag has in the name of its file. Tags aren't nested deeper in practice, and without
    /// a limit each name in a long chain would be as long as the chain.
    private static let levels = 4

    /// The names of a tag's parents become a part of the name of its operations' file. The tag's `summary` stands in
    /// that file.
    func readTags() {
        var tags: [String: Node] = [:]
        for node in root["tags"]?.elements ?? [] {
            if let name = node["name"]?.text { tags[name] = node }
        }
        for (name, node) in tags {
            let summary = node["summary"]?.text.flatMap { $0.isEmpty ? nil : $0 }
            let parents = parents(of: name, in: tags)
            guard summary != nil || !parents.isEmpty else { continue }
            description.tags[name] = .init(
                group: (parents.reversed() + [name]).joined(separator: " "), summary: summary)
        }
    }

    /// A tag's parents, the nearest first. A parent that doesn't exist is reported at the tag that names it, and so is
    /// a chain that leads back to the tag.
    private func parents(of name: String, in tags: [String: Node]) -> [String] {
        var parents: [String] = []
        var current = name
        while parents.count < Self.levels, let node = tags[current]?["parent"], let parent = node.text {
            guard tags[parent] != nil else {
                if current == name {
                    diagnostics.report(
                        .unknownParentTag(parent, of: name, candidates: tags.keys.sortedByBytes(), at: node.place))
                }
                break
            }
            guard parent != name, !parents.contains(parent) else {
                if parent == name { diagnostics.report(.tagInItself(name, at: node.place)) }
                break
            }
            parents.append(parent)
            current = parent
        }
        return parents
    }
}

extension Diagnostic {
    static func unknownParentTag(_ parent: String, of tag: String, candidates: [String], at place: SourceLocation)
        -> Self
    {
        .warning(
            "unknown-parent-tag", "the tag '\(tag)' is in '\(parent)', which the document doesn't declare",
            help: Spelling.suggestion(for: parent, among: candidates).map { "did you mean '\($0)'?" }
                ?? "it is left out",
            at: place)
    }
    static func tagInItself(_ tag: String, at place: SourceLocation) -> Self {
        .warning(
            "tag-in-itself", "the tag '\(tag)' is in itself by its parents",
            help: "the circle is left out where it closes", at: place)
    }
}
