// `oneOf`, `anyOf` and discriminators: how alternatives are distinguished.

extension OpenAPIReader {
    /// The alternatives of a schema, without null and without those that only require fields.
    func unionArms(_ node: Node) -> [Node] {
        for key in ["oneOf", "anyOf"] {
            var arms = (node.value(forKey: key)?.elements ?? []).filter { !isNullOnly($0) }
            if !events.terminals.isEmpty { arms.removeAll { events.terminals.contains($0.id) } }
            if !arms.isEmpty, !arms.allSatisfy({ isConstraint($0) }) { return arms }
        }
        return []
    }

    /// Whether `oneOf` and `anyOf` stand side by side, and all their alternatives are objects.
    func hasTwoUnionsOfObjects(_ node: Node) -> Bool {
        ["oneOf", "anyOf"].allSatisfy { key in
            let arms = (node.value(forKey: key)?.elements ?? []).filter {
                $0.isMapping && !isNullOnly($0) && !isConstraint($0)
            }
            return !arms.isEmpty && arms.allSatisfy { kind(of: $0) == .object }
        }
    }

    /// The union of schemas that no keyword combines, such as the schemas of a field that alternatives have in common.
    func anyOf(_ arms: [Node], at place: SourceLocation, in position: Position) -> ReadType {
        let arms = distinctSchemas(arms.filter { !isNullOnly($0) })
        if let file = fileAmong(arms, at: place, position) { return file }
        guard arms.count > 1 else {
            // Not as a property: the one value that this alternative lists is not always the field's.
            return arms.first.map { type(of: [$0], at: place, in: .element) }
                ?? .init(.scalar(.json), at: place)
        }
        return union(arms, of: nil, at: place, .property)
    }

    func union(_ arms: [Node], of node: Node?, at place: SourceLocation, _ position: Position) -> ReadType {
        var arms = distinctSchemas(arms)
        let isNullable = isAnyNullable(arms)
        func result(_ kind: Description.TypeExpression.Kind) -> ReadType {
            .init(kind, at: place, isNullable: isNullable)
        }
        if arms.count == 1, node.map({ !hasProperties($0) }) ?? true {
            return type(of: arms, at: place, in: position).orNull(if: isNullable)
        }
        if let scalars = openTexts(arms, at: place) ?? numberConstants(arms, at: place) {
            return scalars.orNull(if: isNullable)
        }
        arms = flattened(arms, discriminator: node.flatMap(discriminatorName), depth: 0)
        if let node, let name = discriminatorName(node) {
            if let union = discriminated(arms, by: name, node) { return result(.inline(.union(union))) }
            diagnostics.report(.discriminatorIgnored(name, at: (node["discriminator"] ?? node).place))
        } else if let name = impliedDiscriminator(arms) {
            if let union = discriminated(arms, by: name, nil) { return result(.inline(.union(union))) }
        }
        reportAmbiguity(arms, at: node?.place ?? place)
        let siblings = Siblings(arms, self)
        let alternatives = arms.map { arm -> Description.Union.Alternative in
            let type = type(of: [arm], at: arm.place, in: .element).type
            return .init(title: caseTitle(arm, type, among: siblings), type: type)
        }
        let distinctAlternatives = withDistinctTitles(distinct(alternatives))
        return distinctAlternatives.count == 1
            ? result(distinctAlternatives[0].type.kind)
            : result(.inline(.union(.init(alternatives: distinctAlternatives))))
    }

    /// Gives alternatives in place with equal titles distinct ones: the fields or values that fewest of them have, or a
    /// field with a type of its own. Titles never depend on positions.
    func withDistinctTitles(_ alternatives: [Description.Union.Alternative]) -> [Description.Union.Alternative] {
        var result = alternatives
        func repeated() -> [[Int]] {
            var groups: [String: [Int]] = [:]
            for index in result.indices {
                if let title = result[index].title {
                    groups[SwiftNames.name(for: title, .type), default: []].append(index)
                }
            }
            return groups.values.filter { $0.count > 1 }
        }
        for group in repeated() {
            var counts: [String: Int] = [:]
            for index in group { for name in result[index].type.heldNames { counts[name, default: 0] += 1 } }
            for index in group {
                let names = result[index].type.heldNames
                let fewest = names.compactMap { counts[$0] }.min() ?? 0
                let rare = names.filter { counts[$0] == fewest }
                let word = if case .inline(.enumeration) = result[index].type.kind { " or " } else { " and " }
                if fewest < group.count, !rare.isEmpty {
                    result[index].title = rare.prefix(fewest == 1 ? 1 : 2).joined(separator: word)
                }
            }
        }
        for group in repeated() {
            // For example, `value` is a string in one alternative, and a number in another.
            // A schema of another file has no name yet except that of its path.
            let names = Dictionary(firstOf: models.entries.map { ($0.name, $0.path.last ?? "object") })
            let fields = group.map { result[$0].type.typedFields(depth: 0, names) }
            var counts: [String: Int] = [:]
            for own in fields { for field in Set(own) { counts[field, default: 0] += 1 } }
            for (own, index) in zip(fields, group) {
                if let field = own.first(where: { counts[$0] == 1 }) { result[index].title = field }
            }
        }
        return result
    }

    /// Drops alternatives whose content occurs before, even with other prose.
    func distinct(_ alternatives: [Description.Union.Alternative]) -> [Description.Union.Alternative] {
        var outlines: Set<String> = []
        return alternatives.filter { $0.type.outline().map { outlines.insert($0).inserted } ?? true }
    }

    func distinctSchemas(_ schemas: [Node]) -> [Node] {
        var targets: Set<Node.ID> = []
        var contents: Set<SchemaContents.Identity> = []
        return schemas.filter { schema in
            if let reference = schema["$ref"], let target = target(of: reference) {
                targets.insert(target.id).inserted
            } else {
                contents.insert(self.contents.identity(of: schema)).inserted
            }
        }
    }

    // MARK: - Strings

    /// Alternatives that are all strings are one enum, which is open anyway: `anyOf: [{enum: […]}, {type: string}]`.
    private func openTexts(_ arms: [Node], at place: SourceLocation) -> ReadType? {
        var enums: [Node] = []
        var values: [Node] = []
        for arm in arms {
            guard let texts = texts(of: arm) else { return nil }
            if !texts.values.isEmpty { enums.append(arm) }
            values += texts.values
        }
        if enums.isEmpty { return .init(.scalar(.string), at: place) }
        if enums.count == 1, enums[0]["$ref"] != nil { return type(of: enums, at: place, in: .element) }
        let cases = values.distinct { $0 }.map { Description.EnumCase(wireValue: $0.text ?? "", place: $0.place) }
        return .init(.inline(.enumeration(cases)), at: place)
    }

    // MARK: - Alternatives beside common fields

    /// A union of objects, each with the common fields, if a property tells the alternatives apart. nil: there are no
    /// alternatives, or nothing tells them apart, and the object has the fields of all of them.
    func unionOfObjects(_ parts: [Component], at place: SourceLocation) -> ReadType? {
        var choice: (index: Int, node: Node)?
        for (index, part) in parts.enumerated() {
            guard let node = alternatives(in: part) else { continue }
            // Two sets of alternatives can't be one union.
            guard choice == nil else { return nil }
            choice = (index, node)
        }
        guard let (index, node) = choice else { return nil }
        var others = parts
        others.remove(at: index)
        guard !others.isEmpty || hasProperties(node) else { return nil }
        let name = discriminatorName(node)
        let arms = flattened(distinctSchemas(unionArms(node)), discriminator: name, depth: 0)
        guard arms.count > 1, arms.count <= 400 else { return nil }
        let common = gathered(others)
        // Each alternative repeats the common fields, so their number is limited.
        guard arms.count * (common.properties.count + pairs(node["properties"]).count) <= 4_000 else { return nil }
        let required = Set(common.required.keys).union(texts(node["required"]))
        guard let tag = name ?? impliedDiscriminator(arms, alwaysRequired: required),
            let union = discriminated(arms, by: tag, name == nil ? nil : node, with: others, fieldsOf: node)
        else { return nil }
        return .init(.inline(.union(union)), at: place)
    }

    /// The schema with the alternatives of a component; nil: it has none, or its alternatives extend the component.
    func alternatives(in part: Component) -> Node? {
        switch part {
        case .own(let node): return unionArms(node).isEmpty ? nil : node
        case .reference(let target, _):
            let id = target.id
            guard !merges.isMerging(target) else { return nil }
            if let union = alternativeFacts.unions[id] { return union }
            let union = alternatives(ofComponent: target)
            alternativeFacts.unions[id] = .some(union)
            return union
        }
    }

    private func alternatives(ofComponent target: Node) -> Node? {
        let parts = components(of: target)
        guard parts.count == 1, case .own(let node) = parts[0] else { return nil }
        let arms = unionArms(node)
        for arm in arms {
            guard let reference = arm["$ref"], let child = self.target(of: reference) else { continue }
            let extendsIt = components(of: child).contains { $0.isReference && $0.node.isSame(as: target) }
            if extendsIt { return nil }
        }
        return arms.isEmpty ? nil : node
    }

    /// A mapping's value: a reference, or a component's name.
    func mappingTarget(_ value: Node) -> Node? {
        guard let text = value.text else { return nil }
        if let schemasNode, let component = references.member(text, of: schemasNode) { return component }
        if !text.contains("#"), !text.contains("."), !text.contains("/") { return nil }
        return target(of: value)
    }

    // MARK: - Best fit

    private func reportAmbiguity(_ arms: [Node], at place: SourceLocation) {
        guard arms.count <= 40 else { return }
        var objects: [(arm: Node, required: Set<String>, keys: Set<String>)] = []
        for arm in arms { if let fields = fields(of: arm) { objects.append((arm, fields.required, fields.keys)) } }
        var marks: UnionMarks??
        for (index, a) in objects.enumerated() {
            for (other, b) in objects[..<index].enumerated()
            where a.required.isSubset(of: b.keys) && b.required.isSubset(of: a.keys) {
                // The same keys, or a value that both allow to be empty.
                guard a.keys == b.keys || (a.required.isEmpty && b.required.isEmpty) else { continue }
                if marks == nil { marks = .some(UnionMarks(objects.map { constantFields(of: $0.arm) })) }
                if let marks = marks ?? nil, !marks.differences(index, other).isEmpty { continue }
                let names = [b.arm, a.arm].map { arm in
                    (arm["$ref"]?.text?.split(separator: "/").last).map(String.init) ?? arm["title"]?.text
                }
                diagnostics.report(.ambiguousUnion(names.compactMap(\.self), at: place))
                return
            }
        }
    }

    /// The fields that always have the same value.
    private func constantFields(of arm: Node) -> [(field: String, value: String)] {
        guard let constants = constants(of: arm) else { return [] }
        return constants.order.compactMap { name in
            guard let values = constants.tags(name), values.count == 1 else { return nil }
            return (name, values[0])
        }
    }

    /// The name of a case for an alternative in place: its title, or a constant or field that only it has.
    func caseTitle(_ arm: Node, _ type: Description.TypeExpression, among siblings: Siblings) -> String? {
        guard case .inline(let shape) = type.kind else { return type.containerTitle }
        if let title = arm["title"]?.text, !title.isEmpty { return title }
        switch shape {
        case .enumeration: return "value"
        case .union, .alias, .own, .date: return "union"
        case .object(let fields, _):
            // `{action: created, …}` gives `created`.
            if let constant = ownConstant(of: arm, among: siblings.arms) { return constant }
            let own = self.fields(of: arm)?.keys ?? []
            func isShared(_ name: String) -> Bool { siblings.counts[name, default: 0] > (own.contains(name) ? 1 : 0) }
            // Nothing distinguishes it from alternatives without fields.
            guard siblings.fields > own.count else { return "object" }
            let distinguishing =
                fields.first { !$0.isOptional && !isShared($0.wireName) } ?? fields.first { !isShared($0.wireName) }
            return distinguishing?.wireName ?? "object"
        }
    }

    /// The alternatives of a union, and how many of them have a field of each name.
    struct Siblings {
        let arms: [Node]
        private(set) var counts: [String: Int] = [:]
        private(set) var fields = 0

        init(_ arms: [Node], _ reader: OpenAPIReader) {
            self.arms = arms
            for arm in arms {
                for name in reader.fields(of: arm)?.keys ?? [] {
                    counts[name, default: 0] += 1
                    fields += 1
                }
            }
        }
    }
}

extension Description.TypeExpression {
    /// The fields of a type in place, each with its type, and those inside them: `value Int`, `optional value`.
    fileprivate func typedFields(depth: Int, _ names: [String: String]) -> [String] {
        guard depth < 5 else { return [] }
        switch kind {
        case .scalar, .reference: return []
        case .list(let inner), .dictionary(let inner), .optional(let inner):
            return inner.typedFields(depth: depth, names)
        case .inline(.object(let fields, _)):
            let own = fields.flatMap { field -> [String] in
                [
                    field.wireName + " " + field.type.word(names),
                    (field.isOptional ? "optional " : "required ") + field.wireName,
                ]
            }
            let inner = fields.flatMap { field in
                field.type.typedFields(depth: depth + 1, names).map { field.wireName + " " + $0 }
            }
            return own + inner
        case .inline: return depth == 0 ? [] : heldNames
        }
    }

    /// A word for its kind.
    private func word(_ names: [String: String]) -> String {
        switch kind {
        case .scalar(let scalar): scalar.rawValue
        case .reference(let name, _): name.hasPrefix("\u{0}") ? names[name] ?? "object" : name
        case .list(let inner): inner.word(names) + " list"
        case .dictionary(let inner): inner.word(names) + " dictionary"
        case .optional(let inner): "optional " + inner.word(names)
        case .inline(.object): "object"
        case .inline(.enumeration): "enum"
        case .inline: "union"
        }
    }

    /// The fields or values of a type in place, or of the elements of a list.
    var heldNames: [String] {
        switch kind {
        case .scalar, .reference: []
        case .list(let inner), .dictionary(let inner), .optional(let inner): inner.heldNames
        case .inline(.object(let fields, _)): fields.map(\.wireName)
        case .inline(.enumeration(let cases, _)): cases.map(\.wireValue)
        case .inline(.union(let union)):
            union.alternatives.compactMap { alternative in
                if let name = alternative.title ?? alternative.tag { return name }
                return switch alternative.type.kind {
                case .scalar(let scalar): scalar.rawValue
                case .reference(let name, _): name.hasPrefix("\u{0}") ? nil : name
                default: nil
                }
            }
        case .inline(.alias), .inline(.own), .inline(.date): []
        }
    }
}

extension Description.TypeExpression {
    /// The content as a string, without prose: the same for the same content, wherever it stands. nil: it is nested more
    /// deeply than is compared.
    fileprivate func outline(depth: Int = 0) -> String? {
        guard depth < 12 else { return nil }
        switch kind {
        case .scalar(let scalar): return scalar.rawValue
        case .reference(let name, let arguments): return arguments.isEmpty ? "<\(name)>" : nil
        case .list(let inner): return inner.outline(depth: depth + 1).map { "[\($0)]" }
        case .dictionary(let inner): return inner.outline(depth: depth + 1).map { "{\($0)}" }
        case .optional(let inner): return inner.outline(depth: depth + 1).map { $0 + "?" }
        case .inline(.object(let fields, let rest)):
            var text = "("
            for field in fields {
                guard let type = field.type.outline(depth: depth + 1) else { return nil }
                var plain = field
                (plain.documentation, plain.type) = (nil, .init(kind: .scalar(.void), place: field.place))
                (plain.isOptional, plain.isNullable) = (false, false)
                (plain.example, plain.deprecation, plain.minimum) = (nil, nil, nil)
                // A field with other properties, such as a default, isn't compared.
                let isPlain = plain == Description.Field(wireName: field.wireName, type: plain.type, place: field.place)
                guard isPlain else { return nil }
                text += "\(field.wireName.utf8.count) \(field.wireName)"
                text += "\(field.isOptional)\(field.isNullable):\(type),"
            }
            guard let rest else { return text + ")" }
            return rest.outline(depth: depth + 1).map { "\(text)*:\($0))" }
        case .inline(.enumeration(let cases, let values)):
            return "\(values)" + cases.map { "\($0.wireValue.utf8.count) \($0.wireValue)" }.joined(separator: "|")
        case .inline: return nil
        }
    }
}

extension OpenAPIReader.Component {
    var isReference: Bool { if case .reference = self { true } else { false } }
}

extension Description.TypeExpression {
    /// Whether it declares a type where it stands.
    /// The case of a list or dictionary in a union, if the types in it have no name of their own.
    var containerTitle: String? {
        switch kind {
        case .list(let element) where element.isInPlace: "list"
        case .dictionary(let value) where value.isInPlace: "dictionary"
        default: nil
        }
    }

    var isInPlace: Bool {
        switch kind {
        case .scalar, .reference: false
        case .list(let inner), .dictionary(let inner), .optional(let inner): inner.isInPlace
        case .inline: true
        }
    }
}

extension Diagnostic {
    static func discriminatorIgnored(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "discriminator-ignored", "the discriminator '\(name)' doesn't tell all alternatives apart",
            help: "the alternative that matches best is used", at: place)
    }
    /// - Parameter names: Those of the two alternatives, as far as they have any.
    static func ambiguousUnion(_ names: [String], at place: SourceLocation) -> Self {
        let alternatives: DiagnosticText =
            names.count == 2 ? "'\(names[0])' and '\(names[1])'" : "two alternatives"
        return .warning(
            "ambiguous-union", "a value may fit \(alternatives) equally",
            help:
                "one that is read is taken for one of them; a 'discriminator', or a field with another 'const' in each, tells them apart",
            at: place)
    }
}
