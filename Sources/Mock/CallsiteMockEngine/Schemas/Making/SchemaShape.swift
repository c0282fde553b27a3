/// The schemas that apply to one value, with one branch of each choice.
struct SchemaShape {
    var nodes: [SchemaNode] = []
    /// The positions of `nodes` in the program.
    var indices: [Int] = []
    var types: SchemaTypes = .all
    /// The properties whose values discriminators decide.
    var fixed: [(key: String, value: JSONValue)] = []
    /// Whether other branches could be taken.
    var hasChoices = false
    /// Whether a value may be wrong although each keyword was considered.
    var isRisky = false

    /// The values that `const` and `enum` allow; nil without these keywords.
    var listed: [JSONValue]? {
        var values: [JSONValue]?
        for node in nodes {
            var own = node.keywords.constValue.map { [$0] }
            if own == nil, node.keywords.enumKeys != nil { own = node.keywords.enumValues }
            guard let own else { continue }
            if own.count < values?.count ?? .max { values = own }
        }
        return values
    }

    /// The types to try, the likeliest first.
    var kinds: [SchemaTypes] {
        var kinds: [SchemaTypes] = []
        func add(_ kind: SchemaTypes) {
            if !types.isDisjoint(with: kind), !kinds.contains(kind) { kinds.append(kind) }
        }
        if !fixed.isEmpty || nodes.contains(where: { $0.keywords.hasObject }) { add(.object) }
        if nodes.contains(where: { $0.keywords.hasArray }) { add(.array) }
        if nodes.contains(where: { $0.keywords.hasString }) { add(.string) }
        let wantsNumbers = nodes.contains { $0.keywords.hasNumber }
        let plain: [SchemaTypes] = types.contains(.number) ? [.number, .integer] : [.integer]
        if wantsNumbers { for kind in plain { add(kind) } }
        for kind in types == .all ? [.string, .integer, .boolean, .object] : [SchemaTypes.object, .array, .string] {
            add(kind)
        }
        for kind in plain + [.boolean, .object, .array, .null] { add(kind) }
        return kinds
    }

    var bounds: [SchemaKeywords.Bound] { nodes.flatMap(\.keywords.bounds) }
    func largest(_ path: KeyPath<SchemaKeywords, Int?>) -> Int? {
        nodes.compactMap { $0.keywords[keyPath: path] }.max()
    }
    func smallest(_ path: KeyPath<SchemaKeywords, Int?>) -> Int? {
        nodes.compactMap { $0.keywords[keyPath: path] }.min()
    }
}

extension SchemaMaker {
    /// The schemas that apply together with `roots`; nil if they refuse everything.
    mutating func shape(of roots: [Int], attempt: Int) -> SchemaShape? {
        var shape = SchemaShape()
        var seen: Set<Int> = []
        var pending = roots
        var dependents: [(name: String, node: Int)] = []
        while true {
            var position = 0
            while position < pending.count {
                let index = pending[position]
                position += 1
                guard seen.insert(index).inserted else { continue }
                work -= 1
                guard seen.count < 2_000, work > 0 else { return nil }
                let node = program.node(index)
                switch node.keywords.verdict {
                case .allows: continue
                case .refuses(let text): return because(text)
                case .normal: break
                }
                shape.indices.append(index)
                add(node, to: &shape, &pending, attempt)
                dependents += node.keywords.dependentSchemas
            }
            pending = dueDependents(&dependents, shape)
            if pending.isEmpty { break }
        }
        for node in shape.nodes { fix(node, roots, seen, &shape) }
        return shape
    }

    private func dueDependents(_ dependents: inout [(name: String, node: Int)], _ shape: SchemaShape) -> [Int] {
        let names = options.isFull ? shape.nodes.flatMap(\.keywords.names) : []
        let presentNames = Set((names + shape.nodes.flatMap(\.keywords.required)).map(ExactString.init))
        let nodes = dependents.filter { presentNames.contains(ExactString($0.name)) }.map(\.node)
        dependents.removeAll { presentNames.contains(ExactString($0.name)) }
        return nodes
    }

    private mutating func add(_ node: SchemaNode, to shape: inout SchemaShape, _ pending: inout [Int], _ attempt: Int) {
        let keywords = node.keywords
        shape.nodes.append(node)
        if var types = keywords.types {
            if keywords.isNullable { types.insert(.null) }
            shape.types.formIntersection(types)
        }
        if let ref = keywords.ref { pending.append(ref) }
        pending += keywords.allOf
        let hasBranches = !keywords.oneOf.isEmpty || !keywords.anyOf.isEmpty
        if keywords.hasInPlace || keywords.hasString || keywords.isUnique || keywords.contains != nil
            || keywords.multipleOf != nil || keywords.propertyNames != nil || keywords.unevaluatedItems != nil
            || keywords.unevaluatedProperties != nil || !keywords.patternProperties.isEmpty
            || !keywords.dependentRequired.isEmpty || !keywords.dependentSchemas.isEmpty
        {
            shape.isRisky = true
        }
        if hasBranches || keywords.condition != nil || keywords.not != nil { shape.hasChoices = true }
        for (branches, isDiscriminated) in [(keywords.oneOf, true), (keywords.anyOf, keywords.oneOf.isEmpty)]
        where !branches.isEmpty {
            guard let index = branch(branches, shape, attempt) else { continue }
            pending.append(branches[index])
            if isDiscriminated, let discriminator = keywords.discriminator, let value = discriminator.values[index] {
                shape.fixed.append((discriminator.property, .string(value)))
            }
        }
        if let condition = keywords.condition {
            if (attempt + turn) % 2 == 0, keywords.then != nil || keywords.otherwise == nil {
                pending.append(condition)
                if let then = keywords.then { pending.append(then) }
            } else if let otherwise = keywords.otherwise {
                pending.append(otherwise)
            }
        }
    }

    /// The branch to take: a different one of the possible branches for each attempt. Recursion is avoided.
    private mutating func branch(_ branches: [Int], _ shape: SchemaShape, _ attempt: Int) -> Int? {
        func types(_ index: Int) -> SchemaTypes { program.node(branches[index]).keywords.types ?? .all }
        let possible = branches.indices.filter { index in
            if case .refuses = program.node(branches[index]).keywords.verdict { return false }
            return !types(index).isDisjoint(with: shape.types)
        }
        let rest = possible.filter { !isActive([branches[$0]]) && types($0) != .null }
        let ordered = rest + possible.filter { !rest.contains($0) }
        guard !ordered.isEmpty else { return nil }
        let preferred = max(rest.count, 1)
        let first = options.seed == 0 ? 0 : Int((options.seed &* 0x9E37_79B9_7F4A_7C15) >> 33) % preferred
        if attempt < preferred, turn == 0 { return ordered[(first + attempt) % preferred] }
        return ordered[(first + attempt + turn + dice.below(ordered.count)) % ordered.count]
    }

    /// A parent's discriminator (`allOf` of it) names the schema that the value is made for.
    private func fix(_ node: SchemaNode, _ roots: [Int], _ seen: Set<Int>, _ shape: inout SchemaShape) {
        guard let discriminator = node.keywords.discriminator, discriminator.branches.isEmpty,
            !shape.fixed.contains(where: { $0.key == discriminator.property })
        else { return }
        func tag(_ node: Int) -> String? { discriminator.targets.first { $0.node == node }?.value }
        // A root comes first: the value is made for it, rather than for a schema that it extends.
        let tag =
            roots.lazy.compactMap(tag).first ?? discriminator.targets.first { seen.contains($0.node) }?.value
            ?? roots.first.flatMap(componentName)
        if let tag { shape.fixed.append((discriminator.property, .string(tag))) }
    }

    private func componentName(_ root: Int) -> String? {
        let place = program.place(program.node(root).keywords.place)
        let folder = place.flatMap { program.place($0.parent) }?.token ?? ""
        return ["schemas", "definitions", "$defs"].contains(folder) ? ownName(root) : nil
    }
}
