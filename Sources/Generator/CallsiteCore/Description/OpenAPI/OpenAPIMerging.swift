// `allOf`: the type of the values that match several schemas, such as a string and an enum.

extension OpenAPIReader {
    enum Kind: Equatable {
        case object, array, scalar(String), mixed, any

        var isNumber: Bool { self == .scalar("integer") || self == .scalar("number") }

        /// Whether a value can be of both kinds.
        func overlaps(_ other: Kind) -> Bool {
            self == other || self == .any || other == .any || isNumber && other.isNumber
        }

        /// A string or a file, or any value.
        var isPlain: Bool { [.any, .scalar("string"), .scalar("file")].contains(self) }
    }

    /// The kind of value that one component describes.
    func kind(of part: Component) -> Kind {
        switch part {
        case .reference(let target, _): return kind(of: target)
        case .own(let node):
            let types = jsonTypes(of: node)
            if types.count > 1 { return .mixed }
            if let type = types.first { return type == "object" ? .object : type == "array" ? .array : .scalar(type) }
            if let values = listedValues(node)?.filter({ !$0.isNull }), !values.isEmpty {
                switch valueKind(values, []) {
                case .texts: return .scalar("string")
                case .integers: return .scalar("integer")
                case .numbers: return .scalar("number")
                case .booleans: return .scalar("boolean")
                case .mixed: return .mixed
                }
            }
            let arms = unionArms(node)
            // Only objects have a discriminator.
            if node["discriminator"] != nil { return .object }
            guard !arms.isEmpty else { return .any }
            let first = kind(of: arms[0])
            return arms.dropFirst().allSatisfy { kind(of: $0) == first } ? first : .mixed
        }
    }

    /// The type of the values that match all components: an object, a list, a scalar, or a union of these.
    func merged(_ parts: [Component], at place: SourceLocation, _ position: Position) -> ReadType {
        let relevant = parts.map { (part: $0, kind: kind(of: $0)) }.filter { $0.kind != .any }
        let all = relevant.map(\.part)
        let kinds = relevant.map(\.kind)
        guard let first = kinds.first else { return single(parts[0], at: place, position) }
        if all.count == 1 { return single(all[0], at: place, position) }
        if kinds.allSatisfy({ $0 == .object }) { return object(all, at: place) }
        let areLists = kinds.allSatisfy { $0 == .array }
        if areLists {
            let items = all.compactMap(itemsNode)
            let unions = all.filter { part in
                itemsNode(part) == nil && unionArms(part.node).contains { hasElements($0, depth: 0) }
            }
            if unions.isEmpty, !items.isEmpty {
                return .init(.list(type(of: items, at: items[0].place, in: .element).element), at: place)
            }
            // The other schemas only limit the number of elements.
            if items.isEmpty, unions.count <= 1 { return single(unions.first ?? all[0], at: place, position) }
        }
        let isScalar = if case .scalar = first { true } else { false }
        if isScalar && kinds.allSatisfy({ $0 == first }) || kinds.allSatisfy(\.isNumber) {
            return narrowest(all, at: place, position)
        }
        if let combined = combined(all, at: place) { return combined }
        diagnostics.report(
            kinds.contains(.mixed) || areLists
                ? .notCombined(at: place) : .contradiction(at: place, help: "it is any JSON"))
        return .init(.scalar(.json), at: place)
    }

    /// Combines the alternatives of several schemas: each alternative of one schema with each alternative of the others
    /// that the same value can match. Two schemas for a string or a list result in a string or a list. nil if no
    /// alternatives fit together, if an alternative has several types, or if a schema has other keywords beside its
    /// alternatives.
    private func combined(_ parts: [Component], at place: SourceLocation) -> ReadType? {
        var choices: [[Node]] = [[]]
        // The schemas whose own keywords alone count: with their references, they would be combined without end.
        var ownOnly: Set<Node.ID> = []
        for part in parts {
            let arms = unionArms(part.node)
            if arms.isEmpty, !part.isReference { ownOnly.insert(part.node.id) }
            guard arms.isEmpty ? kind(of: part) != .mixed : hasOnlyAlternatives(part, arms) else { return nil }
            var longerChoices: [[Node]] = []
            for choice in choices {
                for arm in arms.isEmpty ? [part.node] : arms {
                    guard let overlaps = overlap(choice, arm) else { return nil }
                    if overlaps { longerChoices.append(choice + [arm]) }
                }
            }
            choices = longerChoices
            guard !choices.isEmpty, choices.count <= 32 else { return nil }
        }
        guard merges.addCombinations(choices.count) else { return nil }
        let alternatives = choices.map { nodes in
            let type = type(
                of: distinctSchemas(nodes), onlyOwn: ownOnly, at: nodes[nodes.count - 1].place, in: .element
            ).type
            let title = if case .inline = type.kind { type.heldNames.first ?? "value" } else { type.containerTitle }
            return Description.Union.Alternative(title: title, type: type)
        }
        let union = withDistinctTitles(distinct(alternatives))
        let isNullable = parts.allSatisfy { self.isNullable($0.node) }
        return .init(
            union.count == 1 ? union[0].type.kind : .inline(.union(.init(alternatives: union))), at: place,
            isNullable: isNullable)
    }

    /// Whether a schema has no keyword beside its alternatives that affects the type. A type that each alternative has
    /// affects nothing, and the schemas that a schema in place extends are parts of their own.
    private func hasOnlyAlternatives(_ part: Component, _ arms: [Node]) -> Bool {
        let kind = kind(of: .own(part.node))
        var ignored: Set = Self.annotations
        if kind != .mixed, arms.allSatisfy({ self.kind(of: $0) == kind }) { ignored.insert("type") }
        if !part.isReference { ignored.formUnion(["allOf", "$ref"]) }
        return pairs(part.node).count { !ignored.contains($0.key) && !$0.key.hasPrefix("x-") } == 1
    }

    /// Whether a value can match an alternative and all schemas of a choice; nil if only some of the types match.
    private func overlap(_ choice: [Node], _ arm: Node) -> Bool? {
        var isCertain = true
        for schema in choice {
            guard let overlaps = overlap(schema, arm, depth: 0) else {
                isCertain = false
                continue
            }
            if !overlaps { return false }
        }
        return isCertain ? true : nil
    }

    /// Whether a value can match both schemas; nil if only some of a schema's several types match. Lists whose elements
    /// exclude each other share the empty list only, which either of them holds.
    private func overlap(_ a: Node, _ b: Node, depth: Int) -> Bool? {
        let (kind, other) = (kind(of: a), kind(of: b))
        if kind == .any || other == .any { return true }
        if kind == .mixed || other == .mixed {
            if distinctSchemas([a, b]).count == 1 { return true }
            guard let kinds = self.kinds(of: a, depth: 0), let others = self.kinds(of: b, depth: 0) else { return nil }
            guard kinds.contains(where: { kind in others.contains { $0.overlaps(kind) } }) else { return false }
            // The alternatives of both are combined in turn.
            return [a, b].allSatisfy { self.kind(of: $0) != .mixed || isUnion($0) } ? true : nil
        }
        guard kind == .array, other == .array, depth < 4,
            let items = components(of: a).lazy.compactMap(itemsNode).first,
            let otherItems = components(of: b).lazy.compactMap(itemsNode).first
        else { return kind.overlaps(other) }
        return overlap(items, otherItems, depth: depth + 1) ?? true
    }

    /// Whether a schema is nothing but its alternatives, here or where it refers to.
    private func isUnion(_ schema: Node) -> Bool {
        let parts = components(of: schema)
        guard parts.count == 1, case let arms = unionArms(parts[0].node), !arms.isEmpty else { return false }
        return hasOnlyAlternatives(parts[0], arms)
    }

    /// The kinds of a schema with several; nil if they can't be listed.
    private func kinds(of schema: Node, depth: Int) -> [Kind]? {
        let kind = kind(of: schema)
        guard kind == .mixed else { return [kind] }
        let parts = components(of: schema)
        guard depth < 4, parts.count == 1 else { return nil }
        let types = jsonTypes(of: parts[0].node)
        if types.count > 1 { return types.map { $0 == "object" ? .object : $0 == "array" ? .array : .scalar($0) } }
        if case .reference(let target, _) = parts[0], target["$ref"] != nil || target["allOf"] != nil {
            return kinds(of: target, depth: depth + 1)
        }
        let arms = unionArms(parts[0].node).map { kinds(of: $0, depth: depth + 1) }
        return arms.isEmpty || arms.contains(nil) ? nil : arms.flatMap { $0 ?? [] }
    }

    /// Whether a schema for lists says anything about their elements.
    private func hasElements(_ schema: Node, depth: Int) -> Bool {
        components(of: schema).contains { part in
            itemsNode(part) != nil || depth < 4 && unionArms(part.node).contains { hasElements($0, depth: depth + 1) }
        }
    }

    /// Keywords that don't affect the type of a value.
    private static let annotations = SchemaContents.prose.union(["nullable", "readOnly", "writeOnly", "$comment"])

    private func itemsNode(_ part: Component) -> Node? {
        var pending = [part]
        var seen: Set<Node.ID> = []
        while let part = pending.popLast() {
            switch part {
            case .own(let node): if let items = node["items"] { return items }
            case .reference(let target, _):
                if seen.insert(target.id).inserted { pending += components(of: target).reversed() }
            }
        }
        return nil
    }

    /// The type of the scalars that match several schemas: an enum of the strings that all string enums share. Without
    /// string enums it is the first schema in place that has a format or an enum, else the first integer in place, else
    /// the first reference.
    private func narrowest(_ parts: [Component], at place: SourceLocation, _ position: Position) -> ReadType {
        let enums = parts.compactMap { part -> (part: Component, values: [Node])? in
            texts(of: part).flatMap { $0.values.isEmpty || $0.isOpen ? nil : (part, $0.values) }
        }
        if enums.count == 1 { return single(enums[0].part, at: place, position) }
        if enums.count > 1 {
            let common = enums.dropFirst().reduce(enums[0].values) { common, other in
                common.filter { value in other.values.contains { $0.text == value.text } }
            }
            if let same = enums.first(where: { $0.values.count == common.count }), same.part.isReference {
                return single(same.part, at: place, position)
            }
            if !common.isEmpty {
                return .init(
                    .inline(.enumeration(common.map { .init(wireValue: $0.text ?? "", place: $0.place) })), at: place)
            }
            diagnostics.report(.contradiction(at: place, help: "it is a String"))
            return .init(.scalar(.string), at: place)
        }
        let best =
            parts.first { !$0.isReference && (format(of: $0.node) != nil || $0.node["enum"] != nil) }
            ?? parts.first { kind(of: $0) == .scalar("integer") && !$0.isReference }
            ?? parts.first(where: \.isReference) ?? parts[0]
        return single(best, at: place, position)
    }
}

extension Diagnostic {
    static func contradiction(at place: SourceLocation, help: DiagnosticText) -> Self {
        .warning("contradictory-schemas", "no value can match all of these schemas", help: help, at: place)
    }
    static func notCombined(at place: SourceLocation) -> Self {
        .warning(
            "schemas-not-combined", "several types match these schemas, in ways that Callsite can't combine",
            help: "it is any JSON; write the types that match all of them as 'oneOf'", at: place)
    }
}
