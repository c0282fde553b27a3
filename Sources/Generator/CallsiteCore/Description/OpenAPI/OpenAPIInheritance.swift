// A discriminator on a schema that others extend with `allOf`: a union of these.

extension OpenAPIReader {
    /// A base schema with a discriminator, and the components that extend it, is one of them.
    func inheritanceUnion(_ node: Node, name: String) -> Description.Shape? {
        guard node.isMapping, let property = discriminatorName(node), unionArms(node).isEmpty else { return nil }
        var children: [(name: String, node: Node)] = []
        var seen: Set<NodeID> = [NodeID(node)]
        var queue = extensions[NodeID(node)] ?? []
        var next = 0
        while next < queue.count {
            let child = queue[next]
            next += 1
            guard seen.insert(NodeID(child.node)).inserted else { continue }
            children.append(child)
            guard inherited + children.count < mergedFieldLimit else {
                // Each base of a long line has all that come after it.
                diagnostics.report(.tooManyHeirs(name, at: node.place))
                continue
            }
            queue += extensions[NodeID(child.node)] ?? []
        }
        guard !children.isEmpty else { return nil }
        inherited += children.count
        var tags: [NodeID: [String]] = [:]
        var isMappedItself: [String] = []
        for (tag, value, _) in pairs(node["discriminator"]?["mapping"]) {
            guard let target = mappingTarget(value) else { continue }
            if target.isSame(as: node) {
                isMappedItself.append(tag)
            } else {
                tags[NodeID(target), default: []].append(tag)
            }
        }
        var alternatives: [Description.Union.Alternative] = []
        var taken: Set<String> = []
        let mapped = Set(tags.values.joined()).union(isMappedItself)
        // The names of components are implicit values, where no mapping says which there are.
        if node["discriminator"]?["mapping"] == nil { isMappedItself.append(name) }
        for child in children {
            var own = tags[NodeID(child.node)] ?? []
            if own.isEmpty {
                if let tag = vendorTag(of: child.node) {
                    own = [tag]
                } else if let values = constants(of: child.node)?.values[property], values.count <= 3 {
                    own = values
                }
                for tag in own where mapped.contains(tag) {
                    diagnostics.report(.discriminatorConflict(tag, of: child.name, at: child.node.place))
                }
                own.removeAll(where: mapped.contains)
            }
            if own.isEmpty { own = [child.name] }
            guard let name = models[NodeID(child.node)] else { continue }
            _ = model(for: child.node, reference: child.node)
            for tag in own where taken.insert(tag).inserted {
                alternatives.append(.init(tag: tag, type: .init(kind: .reference(name, []), place: child.node.place)))
            }
        }
        for tag in isMappedItself where taken.insert(tag).inserted {
            alternatives.append(.init(tag: tag, type: object([.own(node)], at: node.place).type))
        }
        return .union(
            .init(
                discriminator: .init(text: property, place: node["discriminator"]?.place ?? node.place),
                alternatives: alternatives))
    }

    /// The value of the discriminator by which a schema is known, as tools that write Swagger 2.0 say it.
    func vendorTag(of schema: Node) -> String? {
        let parts = [schema] + (schema["allOf"]?.elements ?? []).filter { $0["$ref"] == nil }
        return parts.lazy.compactMap { ($0["x-ms-discriminator-value"] ?? $0["x-discriminator-value"])?.text }.first {
            !$0.isEmpty
        }
    }
}

extension Diagnostic {
    static func discriminatorConflict(_ tag: String, of schema: String, at place: SourceLocation) -> Self {
        .warning(
            "discriminator-conflict",
            "the mapping of the discriminator gives '\(tag)', the value of '\(schema)', to another schema",
            help: "the mapping is followed; '\(schema)' is known by its name", at: place)
    }
    static func tooManyHeirs(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "too-many-bases", "schemas extend '\(name)' and each other beyond measure",
            help: "only those that extend it directly are alternatives of it", at: place)
    }
}
