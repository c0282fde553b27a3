// `$dynamicRef` (JSON Schema 2020-12, core, 8.2.3.2): a reference that an outer schema may redirect, such as the
// `items` of a generic page. The schema that redirects it gets the other schema's fields in place.

/// The schemas that anchors lead to in the schema that is being read.
struct DynamicAnchors {
    /// Whether any file has a dynamic reference. Otherwise nothing is looked up.
    fileprivate var areUsed = false
    fileprivate var schemas: [String: Node] = [:]

    init() {}

    init(_ nodes: NodeSet) {
        areUsed = nodes.documents.contains { document in
            guard let text = document?.text else { return false }
            let words = ["$dynamicRef", "$recursiveRef"].map { Array($0.utf8) }
            return text.indices.contains { index in
                text[index] == 0x24 && words.contains { text[index...].starts(with: $0) }
            }
        }
    }
}

extension OpenAPIReader {
    /// The `$dynamicRef` of a schema, or `$recursiveRef` (2019-09), and the schema that it leads to here.
    func dynamicReference(of schema: Node) -> (reference: Node, target: Node)? {
        guard dynamicAnchors.areUsed else { return nil }
        if let reference = schema["$dynamicRef"], let text = reference.text {
            let bound = Self.anchorName(text).flatMap { dynamicAnchors.schemas[$0] }
            return (bound ?? target(of: reference)).flatMap { content(of: $0) }.map { (reference, $0) }
        }
        if let reference = schema["$recursiveRef"], reference.text == "#",
            let own = references.component(around: reference)
        {
            return (reference, own)
        }
        return nil
    }

    /// The schema that a definition with an anchor stands for: often the definition is nothing but a reference. nil:
    /// the definition is `not: {}`, which refuses every value until it is redirected.
    func content(of definition: Node) -> Node? {
        let keys = (definition.pairs ?? []).compactMap(\.key.text).filter { $0 != "$dynamicAnchor" && $0 != "$comment" }
        if keys == ["not"] { return nil }
        return keys == ["$ref"] ? definition["$ref"].flatMap { target(of: $0) } : definition
    }

    private static func anchorName(_ reference: String) -> String? {
        reference.hasPrefix("#") && !reference.hasPrefix("#/") ? String(reference.dropFirst()) : nil
    }

    /// The anchors that a schema redirects: its own, and those of its definitions.
    private func dynamicAnchors(of schema: Node) -> [String: Node] {
        var anchors: [String: Node] = [:]
        for (_, definition, _) in pairs(schema["$defs"]) {
            if let name = definition["$dynamicAnchor"]?.text { anchors[name] = definition }
        }
        if let name = schema["$dynamicAnchor"]?.text { anchors[name] = schema }
        return anchors
    }

    /// Reads schemas with their dynamic anchors. The outermost schema that has an anchor counts.
    ///
    /// - Parameter body: Its argument is whether a schema in `parts` holds a redirected reference, so that it can't be
    ///   a type of its own.
    func redirecting<Result>(_ schemas: [Node], _ parts: [Component], _ body: (_ isRedirected: Bool) -> Result)
        -> Result
    {
        guard dynamicAnchors.areUsed else { return body(false) }
        var anchors: [String: Node] = [:]
        for schema in schemas where schema.isMapping { anchors.merge(dynamicAnchors(of: schema)) { old, _ in old } }
        guard !anchors.isEmpty else { return body(false) }
        let outer = dynamicAnchors.schemas
        defer { dynamicAnchors.schemas = outer }
        dynamicAnchors.schemas = anchors.merging(outer) { $1 }
        let names = Set(anchors.keys)
        let isRedirected = parts.contains { part in
            guard case .reference(let target, _) = part else { return false }
            return !schemas.contains { $0.isSame(as: target) } && refers(target, to: names)
        }
        return body(isRedirected)
    }

    private func refers(_ schema: Node, to anchors: Set<String>) -> Bool {
        let document = schema.document
        var index = schema.index
        let end = document.after(index)
        while index < end {
            let node = Node(document: document, index: index)
            if node.isMapping, let text = node["$dynamicRef"]?.text, let name = Self.anchorName(text),
                anchors.contains(name)
            {
                return true
            }
            index += 1
        }
        return false
    }
}
