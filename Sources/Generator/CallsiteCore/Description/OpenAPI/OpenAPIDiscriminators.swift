// Distinguishes the alternatives of a union: by a declared discriminator, or by constants that each has.

/// The results of questions about schemas that have been alternatives.
struct AlternativeFacts {
    fileprivate var constants: [Node.ID: OpenAPIReader.Constants?] = [:]
    fileprivate var fields: [Node.ID: OpenAPIReader.AlternativeFields?] = [:]
    /// By a component, the schema whose alternatives the component is.
    var unions: [Node.ID: Node?] = [:]
}

extension OpenAPIReader {
    /// `discriminator: {propertyName: petType}`, or as Swagger 2.0 has it.
    func discriminatorName(_ node: Node) -> String? {
        guard let discriminator = node["discriminator"] else { return nil }
        // An empty name is reported with the document's other mistakes.
        return (discriminator["propertyName"]?.text ?? discriminator.text).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A union among the alternatives that tells them apart by the same property, or by none, gives its own in its
    /// place.
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

    /// The fields of an object's schema that have few values, and the fields that are required.
    func constants(of arm: Node) -> Constants? {
        if let known = alternativeFacts.constants[arm.id] { return known }
        let result = quietly { findConstants(of: arm) }
        alternativeFacts.constants[arm.id] = .some(result)
        return result
    }

    /// The fields of an alternative that is an object; what values they have is looked at where it matters.
    struct AlternativeFields {
        let properties: [ObjectParts.Property]
        let keys: Set<String>
        let required: Set<String>
    }

    /// nil: it is no object.
    func fields(of arm: Node) -> AlternativeFields? {
        if let known = alternativeFacts.fields[arm.id] { return known }
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
        /// The names of these fields, as they come.
        var order: [String]
        var required: Set<String>
        var keys: Set<String>

        /// The values by which a field tells what has it; nil: it may have any.
        func tags(_ name: String) -> [String]? { values[name] ?? others[name] }
    }

    private func findConstants(of arm: Node) -> Constants? {
        guard let fields = fields(of: arm) else { return nil }
        var values: [String: [String]] = [:]
        var others: [String: [String]] = [:]
        for property in fields.properties {
            for schema in property.all where schema.isMapping {
                if let listed = numbersOrFlags(of: schema), listed.count < others[property.name]?.count ?? .max {
                    others[property.name] = listed
                }
                guard let texts = texts(of: schema), !texts.values.isEmpty, !texts.isOpen else { continue }
                if texts.values.count < values[property.name]?.count ?? .max {
                    values[property.name] = texts.values.compactMap(\.text)
                }
            }
        }
        // String constants come first: they were made to identify things; a number that is always the same may be a
        // version.
        let names = fields.properties.map(\.name)
        let order = names.filter { values[$0] != nil } + names.filter { values[$0] == nil && others[$0] != nil }
        return .init(values: values, others: others, order: order, required: fields.required, keys: fields.keys)
    }

    /// The numbers or Booleans that a schema's own `const` or `enum` lists, or one that it extends or refers to: the
    /// fewest of them.
    private func numbersOrFlags(of schema: Node) -> [String]? {
        // Most fields have neither, and nothing is looked up for them.
        guard listedValues(schema) != nil || schema["$ref"] != nil || schema["allOf"] != nil else { return nil }
        var fewest: [String]?
        var open = [schema]
        var seen: Set<Node.ID> = []
        while let schema = open.popLast(), seen.count < 32 {
            guard schema.isMapping, seen.insert(schema.id).inserted else { continue }
            for part in components(of: schema) {
                switch part {
                case .reference(let target, _): open.append(target)
                case .own(let node):
                    if let found = ownNumbersOrFlags(node), found.count < fewest?.count ?? .max { fewest = found }
                }
            }
        }
        return fewest
    }

    private func ownNumbersOrFlags(_ node: Node) -> [String]? {
        guard let listed = listedValues(node)?.filter({ !$0.isNull }), !listed.isEmpty else { return nil }
        let words: [String]
        switch valueKind(listed, jsonTypes(of: node)) {
        case .integers: words = listed.compactMap { Int64($0.text ?? "").map { String($0) } }
        case .booleans: words = listed.compactMap(\.text)
        case .texts, .numbers, .mixed: return nil
        }
        return words.count == listed.count ? words : nil
    }

    /// A property that every alternative requires, or all of them together, each with values of its own.
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
                // Several numbers would be as many cases of one type, which have no names.
                if arm.values[name] == nil, values.count > 1 { return false }
                return values.allSatisfy { seen.insert($0).inserted }
            }
        }
    }

    /// nil: an alternative has no value to know it by, or is no object.
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
                // A number is no name.
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

    /// The alternatives by their values of the discriminator; nil: one has no value to know it by, or is no object.
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
            var target: Node?
            if let reference = arm["$ref"] { target = self.target(of: reference) }
            var tags = target.flatMap { mapped[$0.id] } ?? []
            if tags.isEmpty { tags = vendorTag(of: target ?? arm).map { [$0] } ?? constants.tags(name) ?? [] }
            if tags.isEmpty, node != nil, let target, let component = models.name(of: target),
                !component.hasPrefix("\u{0}")
            {
                tags = [component]
            }
            if tags.isEmpty, node != nil, let reference = arm["$ref"]?.text {
                let file = reference.split(separator: "/").last ?? ""
                tags = [file.split(separator: ".").first.map { String($0) } ?? reference]
            }
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

    /// The type of the alternatives of one tag. Something else tells several of them apart, or what fits best.
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

    private func numberTitles(of alternatives: inout [Description.Union.Alternative], _ name: String) {
        // Where nothing else differs, the number does: `level2`.
        let names = Dictionary(
            alternatives.compactMap(\.title).map { (SwiftNames.name(for: $0, .type), 1) }, uniquingKeysWith: +)
        for index in alternatives.indices {
            guard let title = alternatives[index].title, let tag = alternatives[index].tag else { continue }
            if names[SwiftNames.name(for: title, .type), default: 0] > 1 {
                alternatives[index].title = name + " " + tag.replacing("-", with: "minus ")
            }
        }
    }

    /// An alternative; with the fields that stand beside the alternatives, unless it has them by `allOf`.
    func arm(_ arm: Node, beside node: Node?) -> Description.TypeExpression {
        guard let node, hasProperties(node), lacksFields(arm, of: node) else {
            return type(of: [arm], at: arm.place, in: .element).type
        }
        return object(components(of: arm), withFieldsOf: node, at: arm.place).type
    }
}

extension OpenAPIReader {
    /// The value of a field by which an alternative differs from all others that have the field.
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
