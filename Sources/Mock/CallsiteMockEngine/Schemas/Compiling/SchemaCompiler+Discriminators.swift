// Finds the branch of a union that a discriminator's value stands for (OpenAPI 3.1, section 4.8.25).

extension SchemaCompiler {
    /// A branch, or an alternative of the union that the branch is.
    private struct Leaf {
        let branch: Int
        /// The name of the schema that it refers to.
        let name: String?
        /// The schemas that apply to it.
        let places: [Int]
        /// The values of the property that it lists, or that its own union's `mapping` gives it.
        var constants: [String]
        let isRequired: Bool
        var values: [String] = []
    }

    mutating func discriminator(
        _ property: String, _ fields: JSONObject, at place: Int, _ keywords: SchemaKeywords
    ) -> SchemaKeywords.Discriminator {
        var result = SchemaKeywords.Discriminator(property: property)
        let key = keywords.oneOf.isEmpty ? "anyOf" : "oneOf"
        let branches = keywords.oneOf.isEmpty ? keywords.anyOf : keywords.oneOf
        var leaves: [Leaf] = []
        if let list = self.place(place, key) {
            let isRequired = strings(fields["required"]).contains { $0.utf8.elementsEqual(property.utf8) }
            for branch in branches.indices {
                guard let inner = self.place(list, String(branch)) else { continue }
                addLeaves(to: &leaves, of: inner, branch, property, isRequired: isRequired, depth: 0)
            }
        }
        var named: [ExactString: Int] = [:]
        for (index, leaf) in leaves.enumerated() {
            if let name = leaf.name, named[ExactString(name)] == nil { named[ExactString(name)] = index }
        }
        let placed = Self.byPlace(leaves, from: 0)
        for (value, target) in fields["discriminator"]?["mapping"]?.object?.pairs ?? [] {
            guard case .string(let name) = target else { continue }
            let destination = self.target(named: name, from: place)
            let leaf = named[ExactString(name)] ?? destination.flatMap { placed[$0] }
            if let destination {
                result.targets.append((value, node(at: destination)))
            } else if let leaf {
                result.targets.append((value, branches[leaves[leaf].branch]))
            }
            guard let leaf else { continue }
            result.branches[ExactString(value)] = leaves[leaf].branch
            leaves[leaf].values.append(value)
        }
        // A branch that has constants of its own for the property stands for those values, whatever its name.
        var pairs: [(value: String, leaf: Int)] = []
        for (index, leaf) in leaves.enumerated() where leaf.values.isEmpty {
            if let name = leaf.name,
                leaf.constants.isEmpty || leaf.constants.contains(where: { $0.utf8.elementsEqual(name.utf8) })
            {
                pairs.append((name, index))
            } else {
                pairs += leaf.constants.map { ($0, index) }
            }
        }
        let counts = Dictionary(pairs.map { (ExactString($0.value), 1) }, uniquingKeysWith: +)
        for (value, index) in pairs where result.branches[ExactString(value)] == nil && counts[ExactString(value)] == 1
        {
            result.branches[ExactString(value)] = leaves[index].branch
            leaves[index].values.append(value)
        }
        let sizes = Dictionary(leaves.map { ($0.branch, 1) }, uniquingKeysWith: +)
        for leaf in leaves where sizes[leaf.branch] == 1 { result.values[leaf.branch] = leaf.values.first }
        result.expected = leaves.compactMap(\.values.first)
        result.isComplete =
            !leaves.isEmpty && leaves.allSatisfy { !$0.values.isEmpty }
            && Set(leaves.map(\.branch)).count == branches.count
        result.mayBeMissing = leaves.contains { !$0.isRequired }
        return result
    }

    /// Adds a branch, or the alternatives of a branch that is a union. There are at most 1,000 leaves and 6 levels of
    /// unions: a deeper union is one leaf.
    private mutating func addLeaves(
        to leaves: inout [Leaf], of place: Int, _ branch: Int, _ property: String, isRequired: Bool, depth: Int
    ) {
        let places = applied(at: place, most: 20, isBranching: false)
        var isRequired = isRequired
        var constants: [String] = []
        for place in places {
            isRequired =
                isRequired || strings(value(place)["required"]).contains { $0.utf8.elementsEqual(property.utf8) }
            if constants.isEmpty { constants = listed(property, at: place) }
        }
        var name: String?
        if case .string(let reference)? = value(place)["$ref"] {
            name = reference.split(separator: "/").last.map(String.init)
        }
        if constants.isEmpty, depth < 6, leaves.count < 1_000, let union = places.first(where: { isUnion($0) }) {
            let first = leaves.count
            for key in ["oneOf", "anyOf"] {
                guard let count = value(union)[key]?.array?.count, let list = self.place(union, key) else { continue }
                for index in 0..<count where leaves.count < 1_000 {
                    guard let inner = self.place(list, String(index)) else { continue }
                    addLeaves(to: &leaves, of: inner, branch, property, isRequired: isRequired, depth: depth + 1)
                }
            }
            nameLeaves(&leaves, from: first, by: union, property)
            return
        }
        leaves.append(.init(branch: branch, name: name, places: places, constants: constants, isRequired: isRequired))
    }

    /// If an inner union has the same property as its discriminator, its alternatives get the values of its `mapping`.
    private mutating func nameLeaves(_ leaves: inout [Leaf], from first: Int, by union: Int, _ property: String) {
        guard case .string(let name)? = value(union)["discriminator"]?["propertyName"],
            name.utf8.elementsEqual(property.utf8)
        else { return }
        let placed = Self.byPlace(leaves, from: first)
        var mapped: [Int: [String]] = [:]
        for (value, target) in value(union)["discriminator"]?["mapping"]?.object?.pairs ?? [] {
            guard case .string(let name) = target else { continue }
            if let place = self.target(named: name, from: union), let leaf = placed[place] {
                mapped[leaf, default: []].append(value)
            }
        }
        for (leaf, values) in mapped { leaves[leaf].constants = values }
    }

    /// The place that a `mapping` names by a reference, or by a component's bare name.
    private mutating func target(named name: String, from place: Int) -> Int? {
        target(of: name, from: place) ?? target(of: "#/components/schemas/\(name)", from: place)
    }

    /// The leaves from an index on, by the places of their schemas and of the schemas' references.
    private static func byPlace(_ leaves: [Leaf], from first: Int) -> [Int: Int] {
        var indices: [Int: Int] = [:]
        for index in leaves.indices.dropFirst(first) {
            for place in leaves[index].places.prefix(2) where indices[place] == nil { indices[place] = index }
        }
        return indices
    }

    private func isUnion(_ place: Int) -> Bool {
        !(value(place)["oneOf"]?.array ?? value(place)["anyOf"]?.array ?? []).isEmpty
    }

    /// The strings that a property's `const` or `enum` lists in a schema.
    private mutating func listed(_ property: String, at place: Int) -> [String] {
        guard let folder = self.place(place, "properties"), let inner = self.place(folder, property) else { return [] }
        for place in applied(at: inner, most: 8, isBranching: false) {
            if case .string(let value)? = value(place)["const"] { return [value] }
            let values = strings(value(place)["enum"])
            if !values.isEmpty { return values }
        }
        return []
    }
}
