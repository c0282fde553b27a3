// Distinguishes the alternatives of a union by a declared discriminator, or by a constant that each alternative has.

/// The cached facts about schemas that are alternatives of a union.
struct AlternativeFacts {
    fileprivate var constants: [Node.ID: OpenAPIReader.Constants?] = [:]
    fileprivate var fields: [Node.ID: OpenAPIReader.AlternativeFields?] = [:]
    /// The schema with the alternatives of a component, by the component; nil if the component has no alternatives.
    var unions: [Node.ID: Node?] = [:]
}

extension OpenAPIReader {
    /// The property of `discriminator: {propertyName: petType}`, or of Swagger 2.0's `discriminator: petType`.
    func discriminatorName(_ node: Node) -> String? {
        guard let discriminator = node["discriminator"] else { return nil }
        // An empty name is reported with the document's other mistakes.
        return (discriminator["propertyName"]?.text ?? discriminator.text).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Replaces alternatives that are unions themselves by the alternatives of those unions. An inner union has either
    /// the discriminator of the outer one, or no discriminator if it is inline.
    func flattened(_ arms: [Node], discriminator: String?, depth: Int) -> [Node] {
        guard depth < 6 else { return arms }
        var result: [Node] = []
        for arm in arms {
            let parts = components(of: arm)
            let node = parts.first?.node ?? arm
            let own = discriminatorName(node)
            if parts.count == 1, result.count < 500, node["properties"] == nil, node["allOf"] == nil,
                node["enum"] == nil, own == nil ? !parts[0].isReference : own == discriminator,
                case let inner = unionArms(node), !inner.isEmpty
            {
                result += flattened(inner, discriminator: discriminator, depth: depth + 1)
            } else {
                result.append(arm)
            }
        }
        return depth == 0 ? distinctSchemas(result) : result
    }

    /// The fields of an object schema that have constant or listed values, and its required fields; nil if the schema
    /// isn't an object.
    func constants(of arm: Node) -> Constants? {
        if let cached = alternativeFacts.constants[arm.id] { return cached }
        let result = quietly { findConstants(of: arm) }
        alternativeFacts.constants[arm.id] = .some(result)
        return result
    }

    /// The fields of an alternative that is an object. Their values are in `Constants`, which takes longer to find.
    struct AlternativeFields {
        let properties: [ObjectParts.Property]
        let keys: Set<String>
        let required: Set<String>
    }

    /// The fields of an alternative; nil if it isn't an object.
    func fields(of arm: Node) -> AlternativeFields? {
        if let cached = alternativeFacts.fields[arm.id] { return cached }
        let result = quietly { arm.isMapping ? objectParts(of: arm) : nil }.map { parts in
            AlternativeFields(
                properties: parts.properties, keys: Set(parts.properties.map(\.name)),
                required: Set(parts.required.keys))
        }
        alternativeFacts.fields[arm.id] = .some(result)
        return result
    }

    struct Constants {
        /// The strings that a field may be.
        var values: [String: [String]]
        /// The numbers and Booleans that a field may be, as JSON writes them.
        var others: [String: [String]]
        /// The names of the fields in `values`, then of those that are only in `others`.
        var order: [String]
        var required: Set<String>
        var keys: Set<String>

        /// The values of a field that identify the alternative; nil if the field may have any value.
        func tags(_ name: String) -> [String]? { values[name] ?? others[name] }
    }

    private func findConstants(of arm: Node) -> Constants? {
        guard let fields = fields(of: arm) else { return nil }
        var values: [String: [String]] = [:]
        var others: [String: [String]] = [:]
        for property in fields.properties {
            for schema in property.all where schema.isMapping {
                if let literals = numbersOrFlags(of: schema), literals.count < others[property.name]?.count ?? .max {
                    others[property.name] = literals
                }
                guard let strings = texts(of: schema), !strings.values.isEmpty, !strings.isOpen else { continue }
                if strings.values.count < values[property.name]?.count ?? .max {
                    values[property.name] = strings.values.compactMap(\.text)
                }
            }
        }
        // String constants come first, since they usually identify something. A constant number may be a version.
        let names = fields.properties.map(\.name)
        let order = names.filter { values[$0] != nil } + names.filter { values[$0] == nil && others[$0] != nil }
        return .init(values: values, others: others, order: order, required: fields.required, keys: fields.keys)
    }

    /// The numbers or Booleans that `const` or `enum` lists in a schema, or in one that it extends or refers to. If
    /// several schemas list values, the shortest list.
    private func numbersOrFlags(of schema: Node) -> [String]? {
        // Most fields have no listed values and no references, so there is nothing to search.
        guard listedValues(schema) != nil || schema["$ref"] != nil || schema["allOf"] != nil else { return nil }
        var shortest: [String]?
        var open = [schema]
        var seen: Set<Node.ID> = []
        while let schema = open.popLast(), seen.count < 32 {
            guard schema.isMapping, seen.insert(schema.id).inserted else { continue }
            for part in components(of: schema) {
                switch part {
                case .reference(let target, _): open.append(target)
                case .own(let node):
                    if let literals = ownNumbersOrFlags(node), literals.count < shortest?.count ?? .max {
                        shortest = literals
                    }
                }
            }
        }
        return shortest
    }

    private func ownNumbersOrFlags(_ node: Node) -> [String]? {
        guard let nodes = listedValues(node)?.filter({ !$0.isNull }), !nodes.isEmpty else { return nil }
        let literals: [String]
        switch valueKind(nodes, jsonTypes(of: node)) {
        case .integers: literals = nodes.compactMap { Int64($0.text ?? "").map { String($0) } }
        case .booleans: literals = nodes.compactMap(\.text)
        case .texts, .numbers, .mixed: return nil
        }
        return literals.count == nodes.count ? literals : nil
    }

    /// The first property that can be the discriminator: it is required, and no two alternatives share a value of it.
    ///
    /// - Parameter alwaysRequired: The properties that the union's own schema requires.
    func impliedDiscriminator(_ arms: [Node], alwaysRequired: Set<String> = []) -> String? {
        guard arms.count > 1, arms.count <= 400 else { return nil }
        var all: [Constants] = []
        for arm in arms {
            guard let constants = constants(of: arm), !constants.order.isEmpty else { return nil }
            all.append(constants)
        }
        return all[0].order.first { name in
            var seen: Set<String> = []
            return all.allSatisfy { arm in
                guard arm.required.contains(name) || alwaysRequired.contains(name), let values = arm.tags(name) else {
                    return false
                }
                // Each number would be a case with the same type, and a number can't name a case.
                if arm.values[name] == nil, values.count > 1 { return false }
                return values.allSatisfy { seen.insert($0).inserted }
            }
        }
    }

    /// The union of alternatives with a discriminator; nil if an alternative has no value of it, or isn't an object.
    func discriminated(
        _ arms: [Node], by name: String, _ node: Node?, with others: [Component] = [], fieldsOf base: Node? = nil
    ) -> Description.Union? {
        guard let tagged = taggedArms(arms, by: name, node) else { return nil }
        let isAlone = others.isEmpty && base == nil
        var types: [Node.ID: Description.TypeExpression] = [:]
        for arm in arms where types[arm.id] == nil {
            types[arm.id] =
                isAlone
                ? self.arm(arm, beside: node)
                : object(others + components(of: arm), withFieldsOf: base, at: arm.place).type
        }
        var alternatives: [Description.Union.Alternative] = []
        var siblings: Siblings?
        for (tag, arms, isDefault) in tagged {
            let type = type(of: arms, types, isAlone: isAlone, beside: node)
            var title: String?
            if case .inline = type.kind, constants(of: arms[0])?.others[name]?.contains(tag) == true {
                // A number can't name a case, so the case gets a title.
                if siblings == nil { siblings = Siblings(self.distinctSchemas(tagged.flatMap(\.arms)), self) }
                title = siblings.flatMap { caseTitle(arms[0], type, among: $0) }
            }
            alternatives.append(.init(tag: tag, title: title, type: type, isDefault: isDefault))
        }
        numberTitles(of: &alternatives, name)
        if let first = alternatives.firstIndex(where: \.isDefault) {
            for index in alternatives.indices where index != first { alternatives[index].isDefault = false }
        }
        let place = node?["discriminator"]?.place ?? arms[0].place
        return .init(discriminator: .init(text: name, place: place), alternatives: withDistinctTitles(alternatives))
    }

    private typealias TaggedArms = (tag: String, arms: [Node], isDefault: Bool)

    /// Groups alternatives by their values of the discriminator; nil if an alternative has no value, or isn't an
    /// object.
    ///
    /// The value comes from `mapping`, a vendor extension, a constant, the component's name or the file's name.
    private func taggedArms(_ arms: [Node], by name: String, _ node: Node?) -> [TaggedArms]? {
        let mapping = pairs(node?["discriminator"]?["mapping"])
        var mapped: [Node.ID: [String]] = [:]
        for (tag, value, _) in mapping {
            if let target = mappingTarget(value) { mapped[target.id, default: []].append(tag) }
        }
        var fallback: Node.ID?
        if let value = node?["discriminator"]?["defaultMapping"], let target = mappingTarget(value) {
            fallback = target.id
        }
        var tagged: [TaggedArms] = []
        var positions: [String: Int] = [:]
        for arm in arms {
            guard let constants = constants(of: arm) else { return nil }
            let target = arm["$ref"].flatMap { self.target(of: $0) }
            var tags = target.flatMap { mapped[$0.id] } ?? []
            if tags.isEmpty { tags = vendorTag(of: target ?? arm).map { [$0] } ?? constants.tags(name) ?? [] }
            if tags.isEmpty, node != nil, let schemaName = schemaName(of: arm, target) { tags = [schemaName] }
            guard !tags.isEmpty else { return nil }
            let isDefault = fallback != nil && target.map { $0.id } == fallback
            for tag in tags {
                if let position = positions[tag] {
                    if tagged[position].arms.last.map({ $0.isSame(as: arm) }) == true { continue }
                    tagged[position].arms.append(arm)
                    tagged[position].isDefault = tagged[position].isDefault || isDefault
                } else {
                    positions[tag] = tagged.count
                    tagged.append((tag, [arm], isDefault))
                }
            }
        }
        return tagged
    }

    /// The name of the component that an alternative refers to, or of the file: `cat` for `animals/cat.yaml`.
    private func schemaName(of arm: Node, _ target: Node?) -> String? {
        if let component = target.flatMap({ models.name(of: $0) }), !component.hasPrefix("\u{0}") { return component }
        guard let reference = arm["$ref"]?.text else { return nil }
        let fileName = reference.split(separator: "/").last ?? ""
        return fileName.split(separator: ".").first.map { String($0) } ?? reference
    }

    /// The type of the alternatives that share a tag. Several of them become a union without this discriminator.
    private func type(
        of arms: [Node], _ types: [Node.ID: Description.TypeExpression], isAlone: Bool, beside node: Node?
    ) -> Description.TypeExpression {
        if arms.count == 1, let only = types[arms[0].id] {
            return only
        } else if isAlone, node.map({ !hasProperties($0) }) ?? true {
            return union(arms, of: nil, at: arms[0].place, .element).type
        } else {
            let siblings = Siblings(arms, self)
            let inner = arms.compactMap { arm in
                types[arm.id].map {
                    Description.Union.Alternative(title: caseTitle(arm, $0, among: siblings), type: $0)
                }
            }
            return .init(
                kind: .inline(.union(.init(alternatives: distinct(withDistinctTitles(inner))))),
                place: arms[0].place)
        }
    }

    /// Replaces titles that several alternatives share by the discriminator's name and value: `level 2`.
    private func numberTitles(of alternatives: inout [Description.Union.Alternative], _ name: String) {
        let nameCounts = Dictionary(
            alternatives.compactMap(\.title).map { (SwiftNames.name(for: $0, .type), 1) }, uniquingKeysWith: +)
        for index in alternatives.indices {
            guard let title = alternatives[index].title, let tag = alternatives[index].tag else { continue }
            if nameCounts[SwiftNames.name(for: title, .type), default: 0] > 1 {
                alternatives[index].title = name + " " + tag.replacing("-", with: "minus ")
            }
        }
    }

    /// The type of an alternative. It has the fields beside `oneOf` too, which are added unless `allOf` includes them.
    func arm(_ arm: Node, beside node: Node?) -> Description.TypeExpression {
        guard let node, hasProperties(node), lacksFields(arm, of: node) else {
            return type(of: [arm], at: arm.place, in: .element).type
        }
        return object(components(of: arm), withFieldsOf: node, at: arm.place).type
    }
}

extension OpenAPIReader {
    /// A constant of an alternative that no other alternative has in the same field.
    func ownConstant(of arm: Node, among arms: [Node]) -> String? {
        guard arms.count <= 100, let own = constants(of: arm) else { return nil }
        for name in own.order {
            guard own.required.contains(name), let values = own.values[name], values.count == 1,
                values[0].utf8.count <= 40, !Words.split(values[0]).isEmpty
            else { continue }
            let isShared = arms.contains { other in
                !other.isSame(as: arm) && constants(of: other)?.values[name]?.contains(values[0]) ?? false
            }
            if !isShared { return values[0] }
        }
        return nil
    }
}
