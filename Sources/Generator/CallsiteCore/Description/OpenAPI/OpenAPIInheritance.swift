// Inheritance: a schema with a discriminator, and the schemas that extend it with `allOf`, become a union.

/// The components that extend others by `allOf`.
struct Inheritance {
    typealias Component = (name: String, node: Node)

    private var heirs: [Node.ID: [Component]] = [:]
    /// The components that extend a base with a discriminator, directly or through others.
    private var subtypes: Set<Node.ID> = []
    /// The number of alternatives that the unions of all bases have so far.
    private var alternativeCount = 0

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
        var pending = components.filter { $0.node["discriminator"] != nil }.map(\.node)
        while let base = pending.popLast() {
            for (_, heir) in heirs[base.id] ?? [] where subtypes.insert(heir.id).inserted { pending.append(heir) }
        }
    }

    func isExtended(_ schema: Node) -> Bool { heirs[schema.id] != nil }

    func mayBeAlternative(_ schema: Node) -> Bool { subtypes.contains(schema.id) }

    mutating func add(alternatives: Int) { alternativeCount += alternatives }

    /// The components that extend a base, directly or through others.
    ///
    /// - Parameters:
    ///   - limit: The most alternatives for all bases together: in a long chain, each base has every later schema.
    ///     Beyond the limit, heirs of heirs are left out.
    ///   - cut: Called for each heir whose own heirs are left out.
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
            guard alternativeCount + result.count < limit else {
                cut()
                continue
            }
            queue += heirs[heir.node.id] ?? []
        }
        return result
    }
}

extension OpenAPIReader {
    /// The union for a base schema with a discriminator: one alternative for each component that extends it.
    func inheritanceUnion(_ node: Node, name: String) -> Description.Shape? {
        guard node.isMapping, let property = discriminatorName(node), unionArms(node).isEmpty else { return nil }
        var children = inheritance.heirs(of: node, limit: merges.mostFields) {
            diagnostics.report(.tooManyHeirs(name, at: node.place))
        }
        var seen = Set(children.map(\.node.id)).union([node.id])
        var tags: [Node.ID: [String]] = [:]
        var mappedOnly: Set<Node.ID> = []
        var baseTags: [String] = []
        for (tag, value, _) in pairs(node["discriminator"]?["mapping"]) {
            guard let target = mappingTarget(value) else { continue }
            if target.isSame(as: node) {
                baseTags.append(tag)
            } else {
                tags[target.id, default: []].append(tag)
                // The target is in another file, or it doesn't extend the base.
                if node["allOf"] == nil, seen.insert(target.id).inserted {
                    children.append((model(for: target, reference: value), target))
                    mappedOnly.insert(target.id)
                }
            }
        }
        guard !children.isEmpty else { return nil }
        inheritance.add(alternatives: children.count)
        var alternatives: [Description.Union.Alternative] = []
        var usedTags: Set<String> = []
        let mappedTags = Set(tags.values.joined()).union(baseTags)
        // Without a mapping, the names of components are the values.
        if node["discriminator"]?["mapping"] == nil { baseTags.append(name) }
        for child in children {
            var childTags = tags[child.node.id] ?? []
            if childTags.isEmpty { childTags = unmappedTags(of: child, in: property, mappedTags) }
            let isOtherName = !isBareSubtype(child.node) && addsNothing(child.node)
            if childTags.isEmpty {
                // The child is the base, or null.
                if isOtherName, allowsNull(child.node) { continue }
                childTags = [child.name]
            }
            guard let name = models.name(of: child.node) else { continue }
            _ = model(for: child.node, reference: child.node)
            // A schema that only the mapping names gets the fields of the base too.
            let isCompleted = mappedOnly.contains(child.node.id) && lacksFields(child.node, of: node)
            let type = alternativeType(
                child.node, name: name, base: isCompleted ? node : nil, isOtherName: isOtherName)
            // A type in place can't have the name of the model.
            let title = isCompleted || isOtherName ? child.name + " value" : nil
            for tag in childTags where usedTags.insert(tag).inserted {
                alternatives.append(.init(tag: tag, title: title, type: type))
            }
        }
        for tag in baseTags where usedTags.insert(tag).inserted {
            alternatives.append(.init(tag: tag, type: object([.own(node)], at: node.place).type))
        }
        return .union(
            .init(
                discriminator: .init(text: property, place: node["discriminator"]?.place ?? node.place),
                alternatives: alternatives))
    }

    /// The type of an alternative: a reference to a model, or a type in place with the fields of the base.
    ///
    /// - Parameters:
    ///   - base: The base whose fields the schema lacks; nil if it lacks no field.
    ///   - isOtherName: Whether the schema is only another name for a schema.
    private func alternativeType(
        _ schema: Node, name: String, base: Node?, isOtherName: Bool
    ) -> Description.TypeExpression {
        if let base {
            let parts = [Component.reference(target: schema, reference: schema)]
            return object(parts, withFieldsOf: base, at: schema.place).type
        }
        if isOtherName { return bareSubtype(components(of: schema), at: schema.place).type }
        return .init(kind: .reference(name, []), place: schema.place)
    }

    /// The values of a discriminator that a schema itself gives, by a vendor's key or a constant. Values that the
    /// mapping gives to another schema are reported and left out.
    private func unmappedTags(
        of child: Inheritance.Component, in property: String, _ mappedTags: Set<String>
    ) -> [String] {
        var tags: [String] = []
        if let tag = vendorTag(of: child.node) {
            tags = [tag]
        } else if let values = constants(of: child.node)?.values[property], values.count <= 3 {
            tags = values
        }
        for tag in tags where mappedTags.contains(tag) {
            diagnostics.report(.discriminatorConflict(tag, of: child.name, at: child.node.place))
        }
        return tags.filter { !mappedTags.contains($0) }
    }

    /// Whether a schema extends a base with a discriminator without new fields, and is one of its alternatives. Such a
    /// schema is a type of its own with the fields of the base, not another name for the base.
    func isBareSubtype(_ schema: Node) -> Bool {
        guard addsNothing(schema), models.name(of: schema) != nil else { return false }
        var pending = components(of: schema).map(\.node)
        // Most bases have no discriminator, so most schemas are settled after the first base.
        let baseLimit = inheritance.mayBeAlternative(schema) ? MergeBudget.baseDepth : 1
        var seen: Set<Node.ID> = []
        while let base = pending.popLast(), seen.count < baseLimit {
            guard seen.insert(base.id).inserted else { continue }
            if base["discriminator"] != nil, isSubtype(schema, of: base) { return true }
            pending += (base["allOf"]?.elements ?? []).compactMap { $0["$ref"].flatMap { self.target(of: $0) } }
        }
        return false
    }

    /// The fields of a base. If it has none, the subtype is an object without fields, which later versions may add.
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

    /// Whether a schema that extends a base is one of its alternatives. The schema or the base may list it. Otherwise
    /// the schema's name is a value of the discriminator (OpenAPI 3.1, 4.8.25), unless other schemas extend the schema.
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

    /// The schema's value of the discriminator, in a key of tools that write Swagger 2.0.
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
