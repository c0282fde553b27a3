// Authors write `additionalProperties: {type: string}` in a part of `allOf` for fields that no part declares. JSON
// Schema (2020-12, core, 10.3.2.3) applies it to all fields that this part doesn't declare, so that an integer field
// of another part is never valid.

extension Node {
    /// Whether the node is `true` or `false`.
    var isFlag: Bool { if case .bool? = value { true } else { false } }

    /// The types in the value of a schema's `type`, which is a string or a list.
    package var namedTypes: Set<String> {
        let names = elements?.compactMap(\.text) ?? [text].compactMap(\.self)
        // Every integer is a number.
        return names.contains("number") ? Set(names + ["integer"]) : Set(names)
    }

    /// For each part of `allOf`, the fields of other parts that its `additionalProperties` excludes by type. A part
    /// that is a reference excludes no fields here, since its schema may be right in other places.
    ///
    /// - Parameter target: Returns the schema of a `$ref`.
    package static func fieldsExcludedByRest(of parts: [Node], target: (Node) -> Node?) -> [[String]] {
        guard parts.count <= 100, parts.contains(where: { $0["additionalProperties"]?.isMapping == true }) else {
            return parts.map { _ in [] }
        }
        func resolved(_ schema: Node) -> Node { schema["$ref"].flatMap(target) ?? schema }
        func types(_ schema: Node) -> Set<String> {
            (resolved(schema)["type"]?.namedTypes ?? []).subtracting(["null"])
        }
        // The budget limits the fields and schemas that are collected. The visits limit repeated references as well.
        var (budget, visits) = (1000, 4000)
        let fields = parts.map { part in
            var partFields: [(name: String, types: Set<String>)] = []
            var open = [part]
            var seen: Set<Node.ID> = []
            while budget > 0, visits > 0, let next = open.popLast() {
                visits -= 1
                let schema = resolved(next)
                guard seen.insert(schema.id).inserted else { continue }
                budget -= 1
                let own = (schema["properties"]?.pairs ?? []).prefix(budget)
                budget -= own.count
                partFields += own.compactMap { key, value in key.text.map { ($0, types(value)) } }
                open += (schema["allOf"]?.elements ?? []).prefix(100).reversed()
            }
            return partFields
        }
        var restCount = 0
        return parts.indices.map { index in
            let part = parts[index]
            guard restCount < 5, part["$ref"] == nil, part["patternProperties"] == nil,
                let rest = part["additionalProperties"],
                rest.isMapping
            else { return [] }
            restCount += 1
            let restTypes = types(rest)
            guard !restTypes.isEmpty else { return [] }
            var names = Set(fields[index].map(\.name))
            var excluded: [String] = []
            for other in parts.indices where other != index {
                for field in fields[other] where names.insert(field.name).inserted {
                    if !field.types.isEmpty, field.types.isDisjoint(with: restTypes) { excluded.append(field.name) }
                }
            }
            return excluded
        }
    }
}
