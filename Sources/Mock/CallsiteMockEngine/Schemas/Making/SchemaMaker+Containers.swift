/// Arrays and objects.
extension SchemaMaker {
    mutating func array(_ shape: SchemaShape, name: String?, _ depth: Int) -> JSONValue? {
        let minimum = shape.largest(\.minItems) ?? 0
        let maximum = shape.smallest(\.maxItems) ?? .max
        guard minimum <= maximum, minimum <= 10_000 else { return nil }
        let prefix = shape.nodes.map(\.keywords.prefixItems.count).max() ?? 0
        let containing = shape.nodes.compactMap { node in
            node.keywords.contains.map { (node: $0, count: node.keywords.minContains ?? 1) }
        }
        var targetCount = minimum
        if isGenerous(depth) { targetCount = max(targetCount, prefix, 1 + dice.below(max(options.mostElements, 1)), 0) }
        if options.mostElements < 1 { targetCount = minimum }
        let contained = containing.reduce(0) { $0 + min($1.count, 1_000) }
        if contained > 0 { targetCount = max(targetCount, min(maximum, prefix) + contained) }
        targetCount = min(targetCount, maximum)
        let isUnique = shape.nodes.contains { $0.keywords.isUnique }
        var elements: [JSONValue] = []
        var keys: Set<EqualityKey> = []
        var dueNodes = containing.flatMap { inner in Array(repeating: inner.node, count: min(inner.count, 1_000)) }
        let singular = name.map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 }
        while elements.count < targetCount {
            let index = elements.count
            let isNeeded = index < minimum || !dueNodes.isEmpty
            var nodes = shape.nodes.compactMap { node in
                index < node.keywords.prefixItems.count ? node.keywords.prefixItems[index] : node.keywords.items
            }
            if nodes.isEmpty { nodes += shape.nodes.compactMap(\.keywords.unevaluatedItems) }
            if !isNeeded, isActive(nodes) { break }
            if index >= min(prefix, max(0, targetCount - dueNodes.count)), let next = dueNodes.popLast() {
                nodes.append(next)
            }
            var element: JSONValue?
            let wasUsing = options.usesExamples
            for attempt in 0..<(isUnique ? 16 : 1) {
                if attempt > 0 {
                    options.usesExamples = false
                    turn += 1
                }
                defer { if attempt > 0 { turn -= 1 } }
                guard let value = make(nodes, name: singular, depth: depth + 1) else { break }
                if !isUnique || !keys.contains(EqualityKey(value)) {
                    element = value
                    break
                }
                if attempt > 4, let listed = unused(nodes, keys) {
                    element = listed
                    break
                }
            }
            options.usesExamples = wasUsing
            guard let element else {
                guard elements.count >= minimum, dueNodes.isEmpty else { return nil }
                break
            }
            if isUnique { keys.insert(EqualityKey(element)) }
            elements.append(element)
        }
        return .array(elements)
    }

    /// A listed value, or a small number or another simple value, that the array doesn't contain yet.
    private mutating func unused(_ nodes: [Int], _ keys: Set<EqualityKey>) -> JSONValue? {
        let listed = shape(of: nodes, attempt: 0)?.listed ?? []
        let simple: [JSONValue] = (-50...200).map { .int($0) } + [.bool(true), .bool(false), .null]
        let candidates =
            listed.isEmpty ? simple + ["a", "b", "c", "d", "e", "f"].map { .string($0) } : Array(listed.prefix(2_000))
        for candidate in candidates where !keys.contains(EqualityKey(candidate)) {
            if isValid(candidate, nodes) { return candidate }
        }
        return nil
    }

    mutating func object(_ shape: SchemaShape, _ depth: Int) -> JSONValue? {
        var required: [String] = []
        var requiredNames: Set<ExactString> = []
        let hidden = hiddenNames(shape)
        for name in shape.nodes.flatMap(\.keywords.required) + shape.fixed.map(\.key)
        where requiredNames.insert(ExactString(name)).inserted {
            required.append(name)
        }
        var position = 0
        while position < required.count {
            for rule in shape.nodes.flatMap(\.keywords.dependentRequired)
            where ExactString(rule.name) == ExactString(required[position]) {
                for name in rule.names where requiredNames.insert(ExactString(name)).inserted { required.append(name) }
            }
            position += 1
        }
        let minimum = shape.largest(\.minProperties) ?? 0
        let maximum = shape.smallest(\.maxProperties) ?? .max
        guard minimum <= maximum, minimum <= 5_000 else { return nil }
        var fields = JSONObject()
        for name in required where !hidden.contains(ExactString(name)) {
            guard let nodes = inner(name, shape), let value = property(name, nodes, shape, depth) else { return nil }
            fields[name] = value
        }
        let isGenerous = isGenerous(depth)
        for name in shape.nodes.flatMap(\.keywords.names)
        where fields[name] == nil && !hidden.contains(ExactString(name)) {
            guard fields.count < maximum, isGenerous || fields.count < minimum, allowsName(name, shape) else {
                continue
            }
            guard let nodes = inner(name, shape), !isActive(nodes) else { continue }
            let needs = shape.nodes.flatMap(\.keywords.dependentRequired)
                .filter { ExactString($0.name) == ExactString(name) }.flatMap(\.names)
            let canBeMet = isGenerous && shape.isRisky && fields.count + needs.count < maximum
            guard needs.allSatisfy({ fields[$0] != nil || canBeMet && inner($0, shape) != nil }),
                let value = property(name, nodes, shape, depth)
            else { continue }
            fields[name] = value
            for need in needs where fields[need] == nil {
                guard let nodes = inner(need, shape), let value = property(need, nodes, shape, depth) else { continue }
                fields[need] = value
            }
        }
        addOthers(shape, depth, minimum, maximum, &fields)
        // In the order of the document.
        var result = JSONObject()
        for name in shape.nodes.flatMap(\.keywords.names) + fields.keys {
            if let value = fields[name] { result[name] = value }
        }
        return .object(result)
    }

    /// The properties that aren't sent in this direction.
    private func hiddenNames(_ shape: SchemaShape) -> Set<ExactString> {
        guard options.direction != .any else { return [] }
        let isRequest = options.direction == .request
        return shape.nodes.reduce(into: []) { names, node in
            for (name, property) in node.keywords.properties
            where isRequest ? property.isReadOnly : property.isWriteOnly { names.insert(name) }
            names.formUnion(isRequest ? node.keywords.readOnlyNames : node.keywords.writeOnlyNames)
        }
    }

    private mutating func property(_ name: String, _ nodes: [Int], _ shape: SchemaShape, _ depth: Int) -> JSONValue? {
        if let fixed = shape.fixed.first(where: { ExactString($0.key) == ExactString(name) }) { return fixed.value }
        return make(nodes, name: name, depth: depth + 1)
    }

    /// The schemas of a property; nil if there mustn't be one.
    private func inner(_ name: String, _ shape: SchemaShape) -> [Int]? {
        var nodes: [Int] = []
        var isKnown = false
        for node in shape.nodes {
            var isOwn = false
            if let property = node.keywords.properties[ExactString(name)], property.node >= 0 {
                isOwn = true
                nodes.append(property.node)
            }
            for (pattern, inner) in node.keywords.patternProperties where pattern.matches(name) == true {
                isOwn = true
                nodes.append(inner)
            }
            if isOwn { isKnown = true } else if let additional = node.keywords.additional { nodes.append(additional) }
        }
        if !isKnown { nodes += shape.nodes.compactMap(\.keywords.unevaluatedProperties) }
        for node in nodes { if case .refuses = program.node(node).keywords.verdict { return nil } }
        return nodes
    }

    private mutating func allowsName(_ name: String, _ shape: SchemaShape) -> Bool {
        isValid(.string(name), shape.nodes.compactMap(\.keywords.propertyNames))
    }

    /// Adds properties that no schema names.
    private mutating func addOthers(
        _ shape: SchemaShape, _ depth: Int, _ minimum: Int, _ maximum: Int, _ fields: inout JSONObject
    ) {
        var targetCount = minimum
        let names = shape.nodes.compactMap(\.keywords.propertyNames)
        let patterns = shape.nodes.flatMap(\.keywords.patternProperties).map(\.pattern)
        let isMap = shape.nodes.contains {
            ($0.keywords.additional ?? $0.keywords.unevaluatedProperties) != nil
                || !$0.keywords.patternProperties.isEmpty
        }
        if fields.isEmpty, isMap, isGenerous(depth), shape.nodes.allSatisfy(\.keywords.names.isEmpty) {
            targetCount = max(targetCount, 1)
        }
        targetCount = min(targetCount, maximum)
        var attempts = 0
        while fields.count < targetCount, attempts < 4 * targetCount + 40 {
            attempts += 1
            var name: String
            if attempts % 2 == 1, let pattern = dice.pick(patterns) {
                name = PatternMaker.make(pattern, extra: 2 + attempts / 8, &dice)
            } else if !names.isEmpty, case .string(let text)? = make(names, name: "slug", depth: depth + 1) {
                name = text
            } else {
                name = PlausibleValues.string(nil, &dice)
                if fields[name] != nil { name += "\(attempts)" }
            }
            guard fields[name] == nil, allowsName(name, shape), let nodes = inner(name, shape) else { continue }
            if fields.count >= minimum, isActive(nodes) { return }
            if let value = make(nodes, name: name, depth: depth + 1) { fields[name] = value }
        }
    }
}
