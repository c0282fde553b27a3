// `oneOf`, `anyOf` and discriminators: how alternatives are told apart.

extension OpenAPIReader {
    /// The alternatives of a schema, without null and without those that only require fields.
    func unionArms(_ node: Node) -> [Node] {
        for key in ["oneOf", "anyOf"] {
            let arms = (node.value(forKey: key)?.elements ?? []).filter { !isNullOnly($0) }
            if !arms.isEmpty, !arms.allSatisfy({ isConstraint($0) }) { return arms }
        }
        return []
    }

    /// `oneOf` beside `anyOf`, whose alternatives are all objects.
    mutating func hasTwoUnionsOfObjects(_ node: Node) -> Bool {
        for key in ["oneOf", "anyOf"] {
            let arms = (node.value(forKey: key)?.elements ?? []).filter { $0.isMapping && !isNullOnly($0) && !isConstraint($0) }
            guard !arms.isEmpty, arms.allSatisfy({ kind(of: $0) == .object }) else { return false }
        }
        return true
    }

    /// One of several schemas, where no keyword says so: a field that alternatives have in common.
    mutating func anyOf(_ arms: [Node], at place: SourceLocation, in position: Position) -> ReadType {
        let arms = distinctSchemas(arms.filter { !isNullOnly($0) })
        if let file = fileAmong(arms, at: place, position) { return file }
        guard arms.count > 1 else {
            // Not as a property: the one value that this alternative lists is not always the field's.
            return arms.first.map { type(of: [$0], at: place, in: .element) } ?? .init(type: .init(kind: .scalar(.json), place: place))
        }
        return union(arms, of: nil, at: place, .property)
    }

    mutating func union(_ arms: [Node], of node: Node?, at place: SourceLocation, _ position: Position) -> ReadType {
        var arms = distinctSchemas(arms)
        var isNullable = false
        for arm in arms where arm.isMapping && self.isNullable(arm) { isNullable = true }
        func result(_ kind: Description.TypeExpression.Kind) -> ReadType {
            .init(type: .init(kind: kind, place: place), isNullable: isNullable)
        }
        if arms.count == 1, node.map({ !hasProperties($0) }) ?? true {
            var single = type(of: arms, at: place, in: position)
            single.isNullable = single.isNullable || isNullable
            return single
        }
        if let texts = openTexts(arms, at: place) {
            var texts = texts
            texts.isNullable = texts.isNullable || isNullable
            return texts
        }
        if let numbers = numberConstants(arms, at: place, position) {
            return .init(type: numbers.type, isNullable: numbers.isNullable || isNullable)
        }
        arms = flattened(arms, discriminator: node.flatMap(discriminatorName), depth: 0)
        if let node, let name = discriminatorName(node) {
            if let union = discriminated(arms, by: name, node) { return result(.inline(.union(union))) }
            diagnostics.report(.discriminatorIgnored(name, at: (node["discriminator"] ?? node).place))
        } else if let name = impliedDiscriminator(arms) {
            if let union = discriminated(arms, by: name, nil) { return result(.inline(.union(union))) }
        }
        reportAmbiguity(arms, at: node?.place ?? place)
        let siblings = Siblings(arms, &self)
        let alternatives = arms.map { arm -> Description.Union.Alternative in
            let type = type(of: [arm], at: arm.place, in: .element).type
            return .init(title: caseTitle(arm, type, among: siblings), type: type)
        }
        let kept = distinct(withDistinctTitles(alternatives))
        return kept.count == 1 ? result(kept[0].type.kind) : result(.inline(.union(.init(alternatives: kept))))
    }

    /// Alternatives in place that are called the same are called by the fields that fewest of them have, and by a hash of what they hold where
    /// that is the same too: never by their position.
    private func withDistinctTitles(_ alternatives: [Description.Union.Alternative]) -> [Description.Union.Alternative] {
        var result = alternatives
        func repeated() -> [[Int]] {
            var groups: [String: [Int]] = [:]
            for index in result.indices {
                if let title = result[index].title { groups[SwiftNames.name(for: title, .type), default: []].append(index) }
            }
            return groups.values.filter { $0.count > 1 }
        }
        for group in repeated() {
            var counts: [String: Int] = [:]
            for index in group { for name in result[index].heldNames { counts[name, default: 0] += 1 } }
            for index in group {
                let names = result[index].heldNames
                let fewest = names.compactMap { counts[$0] }.min() ?? 0
                let rare = names.filter { counts[$0] == fewest }
                let word = if case .inline(.enumeration) = result[index].type.kind { " or " } else { " and " }
                if fewest < group.count { result[index].title = rare.prefix(fewest == 1 ? 1 : 2).joined(separator: word) }
            }
        }
        for group in repeated() {
            // `value` is a text in one, and a number in the other.
            let fields = group.map { result[$0].scalarFields }
            var counts: [String: Int] = [:]
            for field in Set(fields.indices.flatMap { index in fields[index].map { "\(index) \($0)" } }) {
                counts[String(field.drop { $0 != " " }.dropFirst()), default: 0] += 1
            }
            for (own, index) in zip(fields, group) {
                if let field = own.first(where: { counts[$0] == 1 }) {
                    result[index].title = field
                    continue
                }
                guard case .inline(let shape) = result[index].type.kind else { continue }
                result[index].title = (result[index].title ?? "") + " " + String(SwiftNames.hash(shape.outline).suffix(4))
            }
        }
        return result
    }

    /// The same type twice is one alternative.
    func distinct(_ alternatives: [Description.Union.Alternative]) -> [Description.Union.Alternative] {
        var scalars: Set<Scalar> = []
        var references: Set<String> = []
        return alternatives.filter { alternative in
            switch alternative.type.kind {
            case .scalar(let scalar): scalars.insert(scalar).inserted
            case .reference(let name, _): references.insert(name).inserted
            default: true
            }
        }
    }

    private mutating func distinctSchemas(_ schemas: [Node]) -> [Node] {
        var targets: Set<NodeID> = []
        var contents: Set<SchemaContents.Identity> = []
        return schemas.filter { schema in
            if let reference = schema["$ref"], let target = target(of: reference) {
                targets.insert(NodeID(target)).inserted
            } else {
                contents.insert(self.contents.identity(of: schema)).inserted
            }
        }
    }

    // MARK: - Texts

    /// Alternatives that are all texts are one enum, which is open anyway: `anyOf: [{enum: […]}, {type: string}]`.
    private mutating func openTexts(_ arms: [Node], at place: SourceLocation) -> ReadType? {
        var enums: [Node] = []
        var values: [Node] = []
        for arm in arms {
            guard let texts = texts(of: arm) else { return nil }
            if !texts.values.isEmpty { enums.append(arm) }
            values += texts.values
        }
        if enums.isEmpty { return .init(type: .init(kind: .scalar(.string), place: place)) }
        if enums.count == 1, enums[0]["$ref"] != nil { return type(of: enums, at: place, in: .element) }
        var seen: Set<String> = []
        let cases = values.filter { seen.insert($0.text ?? "").inserted }
        return .init(
            type: .init(
                kind: .inline(.enumeration(cases.map { .init(wireValue: $0.text ?? "", place: $0.place) })), place: place))
    }

    // MARK: - Discriminators

    /// `discriminator: {propertyName: petType}`, or as Swagger 2.0 has it.
    func discriminatorName(_ node: Node) -> String? {
        guard let discriminator = node["discriminator"] else { return nil }
        // That it is empty is told where the document's mistakes are.
        return (discriminator["propertyName"]?.text ?? discriminator.text).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A union among the alternatives that tells them apart by the same property, or by none, gives its own in its place.
    private mutating func flattened(_ arms: [Node], discriminator: String?, depth: Int) -> [Node] {
        guard depth < 6 else { return arms }
        var result: [Node] = []
        for arm in arms {
            let parts = components(of: arm)
            guard parts.count == 1 else {
                result.append(arm)
                continue
            }
            let node = parts[0].node
            let inner = unionArms(node)
            let own = discriminatorName(node)
            if !inner.isEmpty, result.count < 500, node["properties"] == nil, node["allOf"] == nil, own == nil || own == discriminator,
                node["enum"] == nil,
                own != nil || parts[0].isOwn
            {
                result += flattened(inner, discriminator: discriminator, depth: depth + 1)
            } else {
                result.append(arm)
            }
        }
        return depth == 0 ? distinctSchemas(result) : result
    }

    /// What an object's schema says of its fields that have few values, and which are required.
    fileprivate mutating func constants(of arm: Node) -> Constants? {
        let id = NodeID(arm)
        if let known = knownConstants[id] { return known }
        let result = findConstants(of: arm)
        knownConstants[id] = .some(result)
        return result
    }

    struct Constants {
        /// The texts that a field may be.
        var values: [String: [String]]
        /// The names of these fields, as they come.
        var order: [String]
        var required: Set<String>
        var keys: Set<String>
    }

    private mutating func findConstants(of arm: Node) -> Constants? {
        let wasMuted = diagnostics.isMuted
        diagnostics.isMuted = true
        defer { diagnostics.isMuted = wasMuted }
        guard arm.isMapping, let parts = objectParts(of: arm) else { return nil }
        var values: [String: [String]] = [:]
        var order: [String] = []
        for property in parts.properties {
            for schema in property.all {
                guard schema.isMapping, let texts = texts(of: schema), !texts.values.isEmpty, !texts.isOpen else { continue }
                if values[property.name] == nil || texts.values.count < values[property.name]!.count {
                    values[property.name] = texts.values.compactMap(\.text)
                }
            }
            if values[property.name] != nil { order.append(property.name) }
        }
        return .init(values: values, order: order, required: Set(parts.required.keys), keys: Set(parts.properties.map(\.name)))
    }

    /// A property that every alternative requires, or all of them together, each with values of its own.
    private mutating func impliedDiscriminator(_ arms: [Node], alwaysRequired: Set<String> = []) -> String? {
        guard arms.count > 1, arms.count <= 400 else { return nil }
        var all: [Constants] = []
        for arm in arms {
            guard let constants = constants(of: arm), !constants.order.isEmpty else { return nil }
            all.append(constants)
        }
        return all[0].order.first { name in
            var seen: Set<String> = []
            return all.allSatisfy { arm in
                guard arm.required.contains(name) || alwaysRequired.contains(name), let values = arm.values[name] else { return false }
                return values.allSatisfy { seen.insert($0).inserted }
            }
        }
    }

    /// nil: an alternative has no value to know it by, or is no object.
    private mutating func discriminated(
        _ arms: [Node], by name: String, _ node: Node?, with others: [Component] = [], fieldsOf base: Node? = nil
    ) -> Description.Union? {
        let mapping = pairs(node?["discriminator"]?["mapping"])
        var mapped: [NodeID: [String]] = [:]
        for (tag, value, _) in mapping { if let target = mappingTarget(value) { mapped[NodeID(target), default: []].append(tag) } }
        var fallback: NodeID?
        if let value = node?["discriminator"]?["defaultMapping"], let target = mappingTarget(value) { fallback = NodeID(target) }
        var tagged: [(tag: String, arms: [Node], isDefault: Bool)] = []
        var positions: [String: Int] = [:]
        for arm in arms {
            guard let constants = constants(of: arm) else { return nil }
            var target: Node?
            if let reference = arm["$ref"] { target = self.target(of: reference) }
            var tags = target.flatMap { mapped[NodeID($0)] } ?? []
            if tags.isEmpty { tags = vendorTag(of: target ?? arm).map { [$0] } ?? constants.values[name] ?? [] }
            if tags.isEmpty, node != nil, let target, let component = models[NodeID(target)], !component.hasPrefix("\u{0}") {
                tags = [component]
            }
            if tags.isEmpty, node != nil, let reference = arm["$ref"]?.text {
                let file = reference.split(separator: "/").last ?? ""
                tags = [file.split(separator: ".").first.map { String($0) } ?? reference]
            }
            guard !tags.isEmpty else { return nil }
            let isDefault = fallback != nil && target.map { NodeID($0) } == fallback
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
        let isAlone = others.isEmpty && base == nil
        var types: [NodeID: Description.TypeExpression] = [:]
        for arm in arms where types[NodeID(arm)] == nil {
            types[NodeID(arm)] =
                isAlone ? self.arm(arm, beside: node) : object(others + components(of: arm), withFieldsOf: base, at: arm.place).type
        }
        var alternatives: [Description.Union.Alternative] = []
        for (tag, arms, isDefault) in tagged {
            // Alternatives of one tag: something else tells them apart, or what fits best.
            let type: Description.TypeExpression
            if arms.count == 1, let only = types[NodeID(arms[0])] {
                type = only
            } else if isAlone, node.map({ !hasProperties($0) }) ?? true {
                type = union(arms, of: nil, at: arms[0].place, .element).type
            } else {
                let siblings = Siblings(arms, &self)
                let inner = arms.compactMap { arm in
                    types[NodeID(arm)].map { Description.Union.Alternative(title: caseTitle(arm, $0, among: siblings), type: $0) }
                }
                type = .init(kind: .inline(.union(.init(alternatives: distinct(withDistinctTitles(inner))))), place: arms[0].place)
            }
            alternatives.append(.init(tag: tag, type: type, isDefault: isDefault))
        }
        if let first = alternatives.firstIndex(where: \.isDefault) {
            for index in alternatives.indices where index != first { alternatives[index].isDefault = false }
        }
        let place = node?["discriminator"]?.place ?? arms[0].place
        return .init(discriminator: .init(text: name, place: place), alternatives: alternatives)
    }

    /// An alternative; with the fields that stand beside the alternatives, unless it has them by `allOf`.
    private mutating func arm(_ arm: Node, beside node: Node?) -> Description.TypeExpression {
        guard let node, hasProperties(node), let own = objectParts(of: arm) else {
            return type(of: [arm], at: arm.place, in: .element).type
        }
        let lacks = pairs(node["properties"]).contains { own.positions[$0.key] == nil }
        guard lacks else { return type(of: [arm], at: arm.place, in: .element).type }
        return object(components(of: arm), withFieldsOf: node, at: arm.place).type
    }

    // MARK: - Beside fields that all have

    /// Fields and alternatives together, where a property tells the alternatives apart: one of several objects, each with the fields
    /// that all have. nil: there are no alternatives, or nothing tells them apart, and the object has the fields of all of them.
    mutating func unionOfObjects(_ parts: [Component], at place: SourceLocation) -> ReadType? {
        var found: (index: Int, node: Node)?
        for (index, part) in parts.enumerated() {
            guard let node = alternatives(in: part) else { continue }
            // One choice among some and another among others are not one choice.
            guard found == nil else { return nil }
            found = (index, node)
        }
        guard let (index, node) = found else { return nil }
        var others = parts
        others.remove(at: index)
        guard !others.isEmpty || hasProperties(node) else { return nil }
        let name = discriminatorName(node)
        let arms = flattened(distinctSchemas(unionArms(node)), discriminator: name, depth: 0)
        guard arms.count > 1, arms.count <= 400 else { return nil }
        let common = gathered(others)
        // Each alternative repeats the common fields: not beyond measure.
        guard arms.count * (common.properties.count + pairs(node["properties"]).count) <= 4_000 else { return nil }
        let required = Set(common.required.keys).union(texts(node["required"]))
        guard let tag = name ?? impliedDiscriminator(arms, alwaysRequired: required) else { return nil }
        guard let union = discriminated(arms, by: tag, name == nil ? nil : node, with: others, fieldsOf: node) else { return nil }
        return .init(type: .init(kind: .inline(.union(union)), place: place))
    }

    /// The schema whose alternatives are part of what a component says; nil: it has none, or its alternatives extend it themselves.
    private mutating func alternatives(in part: Component) -> Node? {
        switch part {
        case .own(let node): return unionArms(node).isEmpty ? nil : node
        case .reference(let target, _):
            guard !merging.contains(NodeID(target)) else { return nil }
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
    }

    /// A mapping's value: a reference, or a component's name.
    mutating func mappingTarget(_ value: Node) -> Node? {
        guard let text = value.text else { return nil }
        if let schemasNode, let component = member(text, of: schemasNode) { return component }
        if !text.contains("#"), !text.contains("."), !text.contains("/") { return nil }
        return target(of: value)
    }

    // MARK: - Inheritance

    /// A base schema with a discriminator, and the components that extend it, is one of them.
    mutating func inheritanceUnion(_ node: Node, name: String) -> Description.Shape? {
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
            if target.isSame(as: node) { isMappedItself.append(tag) } else { tags[NodeID(target), default: []].append(tag) }
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
            .init(discriminator: .init(text: property, place: node["discriminator"]?.place ?? node.place), alternatives: alternatives))
    }

    /// The value of the discriminator by which a schema is known, as tools that write Swagger 2.0 say it.
    private func vendorTag(of schema: Node) -> String? {
        let parts = [schema] + (schema["allOf"]?.elements ?? []).filter { $0["$ref"] == nil }
        return parts.lazy.compactMap { ($0["x-ms-discriminator-value"] ?? $0["x-discriminator-value"])?.text }.first { !$0.isEmpty }
    }

    // MARK: - By what fits best

    private mutating func reportAmbiguity(_ arms: [Node], at place: SourceLocation) {
        guard arms.count <= 40 else { return }
        var objects: [(required: Set<String>, keys: Set<String>)] = []
        for arm in arms { if let constants = constants(of: arm) { objects.append((constants.required, constants.keys)) } }
        for (index, a) in objects.enumerated() {
            for b in objects[..<index] where a.required.isSubset(of: b.keys) && b.required.isSubset(of: a.keys) {
                // The same keys, or a value that both allow to be empty.
                if a.keys == b.keys || (a.required.isEmpty && b.required.isEmpty) {
                    diagnostics.report(.ambiguousUnion(at: place))
                    return
                }
            }
        }
    }

    /// The name of a case: an alternative in place has its title, or what only it has.
    private mutating func caseTitle(_ arm: Node, _ type: Description.TypeExpression, among siblings: Siblings) -> String? {
        switch type.kind {
        case .list(let element) where element.isInPlace: return "list"
        case .dictionary(let value) where value.isInPlace: return "dictionary"
        default: break
        }
        guard case .inline(let shape) = type.kind else { return nil }
        if let title = arm["title"]?.text, !title.isEmpty { return title }
        switch shape {
        case .enumeration: return "constant"
        case .union, .alias, .own, .date: return "union"
        case .object(let fields, _):
            // `{action: created, …}` is what was created.
            if let constant = ownConstant(of: arm, among: siblings.arms) { return constant }
            let own = constants(of: arm)?.keys ?? []
            func isShared(_ name: String) -> Bool { siblings.counts[name, default: 0] > (own.contains(name) ? 1 : 0) }
            let haveOthersFields = siblings.fields > own.count
            guard haveOthersFields else { return "object" }
            let distinguishing = fields.first { !$0.isOptional && !isShared($0.wireName) } ?? fields.first { !isShared($0.wireName) }
            return distinguishing?.wireName ?? "object"
        }
    }

    /// The alternatives of a union, and how many of them have a field of each name.
    private struct Siblings {
        let arms: [Node]
        private(set) var counts: [String: Int] = [:]
        private(set) var fields = 0

        init(_ arms: [Node], _ reader: inout OpenAPIReader) {
            self.arms = arms
            for arm in arms {
                for name in reader.constants(of: arm)?.keys ?? [] {
                    counts[name, default: 0] += 1
                    fields += 1
                }
            }
        }
    }
}

extension OpenAPIReader {
    /// The value of a field by which an alternative differs from all others that have the field.
    fileprivate mutating func ownConstant(of arm: Node, among arms: [Node]) -> String? {
        guard arms.count <= 100, let own = constants(of: arm) else { return nil }
        for name in own.order {
            guard own.required.contains(name), let values = own.values[name], values.count == 1, values[0].utf8.count <= 40 else {
                continue
            }
            guard Words.split(values[0]).isEmpty == false else { continue }
            var isShared = false
            for other in arms where !other.isSame(as: arm) {
                if let theirs = constants(of: other), theirs.keys.contains(name) {
                    isShared = isShared || (theirs.values[name]?.contains(values[0]) ?? false)
                }
            }
            if !isShared { return values[0] }
        }
        return nil
    }
}

extension Description.Union.Alternative {
    /// The fields of an alternative in place that are no models, each with its type: `value Int`.
    fileprivate var scalarFields: [String] {
        guard case .inline(.object(let fields, _)) = type.kind else { return [] }
        return fields.compactMap { field in
            if case .scalar(let scalar) = field.type.kind { field.wireName + " " + scalar.rawValue } else { nil }
        }
    }

    /// The fields or values of an alternative in place.
    fileprivate var heldNames: [String] {
        guard case .inline(let shape) = type.kind else { return [] }
        switch shape {
        case .object(let fields, _): return fields.map(\.wireName)
        case .enumeration(let cases, _): return cases.map(\.wireValue)
        case .union, .alias, .own, .date: return []
        }
    }
}

extension Description.Shape {
    /// What it holds, as text: the same for the same, wherever it stands. Types in place are left out below a few levels.
    fileprivate var outline: String { outline(depth: 0) }

    private func outline(depth: Int) -> String {
        guard depth < 4 else { return "…" }
        func text(_ type: Description.TypeExpression) -> String {
            switch type.kind {
            case .scalar(let scalar): scalar.rawValue
            case .reference(let name, _): name.hasPrefix("\u{0}") ? "?" : name
            case .list(let inner): "[" + text(inner) + "]"
            case .dictionary(let inner): "{" + text(inner) + "}"
            case .optional(let inner): text(inner) + "?"
            case .inline(let shape): shape.outline(depth: depth + 1)
            }
        }
        switch self {
        case .object(let fields, let rest):
            return fields.map { $0.wireName + ($0.isOptional ? "?:" : ":") + text($0.type) }.joined(separator: ",") + (rest.map(text) ?? "")
        case .enumeration(let cases, _): return cases.map(\.wireValue).joined(separator: "|")
        case .union(let union): return union.alternatives.map { ($0.tag ?? "") + text($0.type) }.joined(separator: "/")
        case .alias(let type): return text(type)
        case .own, .date: return "own"
        }
    }
}

extension OpenAPIReader.Component {
    var isReference: Bool { if case .reference = self { true } else { false } }
    var isOwn: Bool { !isReference }
}

extension Description.TypeExpression {
    /// Whether it declares a type where it stands.
    fileprivate var isInPlace: Bool {
        switch kind {
        case .scalar, .reference: false
        case .list(let inner), .dictionary(let inner), .optional(let inner): inner.isInPlace
        case .inline: true
        }
    }
}

extension Diagnostic {
    static func discriminatorConflict(_ tag: String, of schema: String, at place: SourceLocation) -> Self {
        .warning(
            "discriminator-conflict", "the mapping of the discriminator gives '\(tag)', the value of '\(schema)', to another schema",
            help: "the mapping is followed; '\(schema)' is known by its name", at: place)
    }
    static func discriminatorIgnored(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "discriminator-ignored", "the discriminator '\(name)' doesn't tell all alternatives apart",
            help: "the alternative that matches best is used", at: place)
    }
    static func tooManyHeirs(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "too-many-bases", "schemas extend '\(name)' and each other beyond measure",
            help: "only those that extend it directly are alternatives of it", at: place)
    }
    static func ambiguousUnion(at place: SourceLocation) -> Self {
        .warning(
            "ambiguous-union", "a value may fit several of these alternatives equally", help: "the first of them is taken", at: place)
    }
}
