// A discriminator on a schema that others extend with `allOf`: a union of these.

/// The components that extend others by `allOf`.
struct Inheritance {
    typealias Component = (name: String, node: Node)

    private var heirs: [Node.ID: [Component]] = [:]
    /// The components that extend a base with a discriminator, directly or through others.
    private var ofUnions: Set<Node.ID> = []
    /// How many alternatives bases have had that list who extends them.
    private var count = 0

    init() {}

    /// - Parameter base: The component that a reference of `allOf` leads to.
    init(_ components: [Component], base: (Node) -> Node?) {
        for component in components {
            for part in component.node["allOf"]?.elements ?? [] {
                guard let reference = part["$ref"], reference.text?.hasPrefix("#") == true, let base = base(reference)
                else { continue }
                heirs[base.id, default: []].append(component)
            }
        }
        var open = components.filter { $0.node["discriminator"] != nil }.map(\.node)
        while let base = open.popLast() {
            for (_, heir) in heirs[base.id] ?? [] where ofUnions.insert(heir.id).inserted { open.append(heir) }
        }
    }

    func isExtended(_ schema: Node) -> Bool { heirs[schema.id] != nil }

    func mayBeAlternative(_ schema: Node) -> Bool { ofUnions.contains(schema.id) }

    mutating func add(alternatives: Int) { count += alternatives }

    /// The components that extend a base, directly or through others.
    ///
    /// - Parameter limit: The most that all bases may have: each base of a long line has all that come after it. Beyond
    ///   it only those count that extend the base directly, and `cut` is called for each.
    func heirs(of base: Node, limit: Int, cut: () -> Void) -> [Component] {
        var result: [Component] = []
        var seen: Set<Node.ID> = [base.id]
        var queue = heirs[base.id] ?? []
        var next = 0
        while next < queue.count {
            let heir = queue[next]
            next += 1
            guard seen.insert(heir.node.id).inserted else { continue }
            result.append(heir)
            guard count + result.count < limit else {
                cut()
                continue
            }
            queue += heirs[heir.node.id] ?? []
        }
        return result
    }
}

extension OpenAPIReader {
    /// A base schema with a discriminator, and the components that extend it, is one of them.
    func inheritanceUnion(_ node: Node, name: String) -> Description.Shape? {
        guard node.isMapping, let property = discriminatorName(node), unionArms(node).isEmpty else { return nil }
        var children = inheritance.heirs(of: node, limit: merges.mostFields) {
            diagnostics.report(.tooManyHeirs(name, at: node.place))
        }
        var seen = Set(children.map(\.node.id)).union([node.id])
        var tags: [Node.ID: [String]] = [:]
        var mappedOnly: Set<Node.ID> = []
        var isMappedItself: [String] = []
        for (tag, value, _) in pairs(node["discriminator"]?["mapping"]) {
            guard let target = mappingTarget(value) else { continue }
            if target.isSame(as: node) {
                isMappedItself.append(tag)
            } else {
                tags[target.id, default: []].append(tag)
                // One that stands in another file, or that doesn't extend the base.
                if node["allOf"] == nil, seen.insert(target.id).inserted {
                    children.append((model(for: target, reference: value), target))
                    mappedOnly.insert(target.id)
                }
            }
        }
        guard !children.isEmpty else { return nil }
        inheritance.add(alternatives: children.count)
        var alternatives: [Description.Union.Alternative] = []
        var taken: Set<String> = []
        let mapped = Set(tags.values.joined()).union(isMappedItself)
        // The names of components are implicit values, where no mapping says which there are.
        if node["discriminator"]?["mapping"] == nil { isMappedItself.append(name) }
        for child in children {
            var own = tags[child.node.id] ?? []
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
            let isOtherName = !isBareSubtype(child.node) && addsNothing(child.node)
            if own.isEmpty {
                // The base, or null.
                if isOtherName, allowsNull(child.node) { continue }
                own = [child.name]
            }
            guard let name = models.name(of: child.node) else { continue }
            _ = model(for: child.node, reference: child.node)
            // One that is only mapped has the fields of the base beside its own.
            let isCompleted = mappedOnly.contains(child.node.id) && lacksFields(child.node, of: node)
            let place = child.node.place
            var type = Description.TypeExpression(kind: .reference(name, []), place: place)
            if isCompleted {
                let parts = [Component.reference(target: child.node, reference: child.node)]
                type = object(parts, withFieldsOf: node, at: place).type
            } else if isOtherName {
                type = bareSubtype(components(of: child.node), at: place).type
            }
            // A type in place may not be called as the model is.
            let title = isCompleted || isOtherName ? child.name + " value" : nil
            for tag in own where taken.insert(tag).inserted {
                alternatives.append(.init(tag: tag, title: title, type: type))
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

    /// Whether a schema adds no fields to a base with a discriminator, and is one of the alternatives of that base: a
    /// type of its own with the fields of the base, not another name for it.
    func isBareSubtype(_ schema: Node) -> Bool {
        guard addsNothing(schema), models.name(of: schema) != nil else { return false }
        var open = components(of: schema).map(\.node)
        // Most extend a base without one: these aren't followed further.
        let mostBases = inheritance.mayBeAlternative(schema) ? MergeBudget.baseDepth : 1
        var seen: Set<Node.ID> = []
        while let base = open.popLast(), seen.count < mostBases {
            guard seen.insert(base.id).inserted else { continue }
            if base["discriminator"] != nil, isSubtype(schema, of: base) { return true }
            open += (base["allOf"]?.elements ?? []).compactMap { $0["$ref"].flatMap { self.target(of: $0) } }
        }
        return false
    }

    /// The fields of a base. Where it has none, the subtype is an object without fields, to which some may be added.
    func bareSubtype(_ parts: [Component], at place: SourceLocation) -> ReadType {
        let fields = gathered(parts)
        guard fields.properties.isEmpty, fields.others == nil else { return object(parts, at: place) }
        return .init(.inline(.object([])), at: place)
    }

    private func addsNothing(_ schema: Node) -> Bool {
        guard schema.isMapping, schema["$ref"] == nil, schema["allOf"] != nil else { return false }
        let parts = components(of: schema)
        return parts.count == 1 && parts[0].isReference
    }

    func lacksFields(_ schema: Node, of base: Node) -> Bool {
        guard let own = objectParts(of: schema) else { return false }
        return pairs(base["properties"]).contains { own.positions[$0.key] == nil }
    }

    /// Whether a base lists a schema that extends it, or else no other schema extends that one, so that its name is a
    /// value of the discriminator (OpenAPI 3.1, 4.8.25).
    private func isSubtype(_ schema: Node, of base: Node) -> Bool {
        if vendorTag(of: schema) != nil { return true }
        for (_, value, _) in pairs(base["discriminator"]?["mapping"]) {
            if mappingTarget(value)?.isSame(as: schema) == true { return true }
        }
        for arm in unionArms(base) {
            if let reference = arm["$ref"], target(of: reference)?.isSame(as: schema) == true { return true }
        }
        let isNamed = models.name(of: schema)?.hasPrefix("\u{0}") == false
        return isNamed && !allowsNull(schema) && !inheritance.isExtended(schema) && unionArms(base).isEmpty
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
