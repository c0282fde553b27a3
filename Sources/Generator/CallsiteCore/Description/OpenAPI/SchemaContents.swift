/// Compares the contents of schemas, without prose: schemas with equal contents have the same identity. Each node is
/// read once, however often it is compared.
package struct SchemaContents {
    package typealias Identity = Int

    package init() {}

    /// - Parameter isExact: Whether defaults count, and the difference between a number and a string.
    init(isExact: Bool) { self.isExact = isExact }

    private var isExact = false

    private enum Content: Hashable {
        case scalar(String, isText: Bool)
        case list([Identity])
        /// Sorted by key, since the document's order means nothing.
        case mapping([Pair])
        /// An empty scalar, which YAML reads as null.
        case null
    }

    private struct Pair: Hashable {
        var key: String
        var value: Identity
    }

    private var identities: [Content: Identity] = [:]
    private var nodeIdentities: [Node.ID: Identity] = [:]

    static let prose: Set<String> = [
        "description", "title", "example", "examples", "default", "deprecated", "externalDocs",
    ]
    private func isProse(_ key: String) -> Bool {
        isExact && key == "default" ? false : Self.prose.contains(key) || key.hasPrefix("x-")
    }

    private static let mapsOfNames: Set<String> = [
        "properties", "patternProperties", "dependentSchemas", "dependentRequired", "$defs", "definitions",
    ]

    /// A reference counts as it is written. The recursion is no deeper than a document may be nested
    /// (`YAMLLimits.depth`).
    package mutating func identity(of node: Node) -> Identity { identity(of: node, isByName: false) }

    /// - Parameter isByName: Whether the keys are names of properties or schemas, even those that look like keywords.
    private mutating func identity(of node: Node, isByName: Bool) -> Identity {
        let id = node.id
        if let identity = nodeIdentities[id] { return identity }
        let content: Content
        if let elements = node.elements {
            content = .list(elements.map { identity(of: $0) })
        } else if let pairs = node.pairs {
            content = .mapping(
                pairs.compactMap { key, value -> Pair? in
                    guard let key = key.text, isByName || !isProse(key) else { return nil }
                    let hasNames = !isByName && Self.mapsOfNames.contains(key)
                    return Pair(key: key, value: identity(of: value, isByName: hasNames))
                }.sorted { $0.key.precedes($1.key) })
        } else {
            content = node.text.map { .scalar($0, isText: isExact && !node.isPlain) } ?? .null
        }
        let number = identities[content] ?? identities.count
        identities[content] = number
        nodeIdentities[id] = number
        return number
    }
}
