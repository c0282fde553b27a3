// `additionalProperties` in a part of `allOf` is meant for the fields that no part has, but JSON Schema (2020-12, core,
// 10.3.2.3) knows only the part's own: it excludes those of the other parts where they have other types.

extension Node {
    /// Whether it is `true` or `false`.
    var isFlag: Bool { if case .bool? = value { true } else { false } }

    /// The types that the value of a schema's `type` names, one or a list.
    package var namedTypes: Set<String> {
        let names = elements?.compactMap(\.text) ?? [text].compactMap(\.self)
        // Every integer is a number.
        return names.contains("number") ? Set(names + ["integer"]) : Set(names)
    }

    /// For each part of `allOf` the fields of other parts that its `additionalProperties` gives another type. A part
    /// that is a reference has none: what it says may be right elsewhere.
    ///
    /// - Parameter target: The schema that a `$ref` leads to.
    package static func fieldsExcludedByRest(of parts: [Node], target: (Node) -> Node?) -> [[String]] {
        guard parts.count <= 100, parts.contains(where: { $0["additionalProperties"]?.isMapping == true }) else {
            return parts.map { _ in [] }
        }
        func resolved(_ schema: Node) -> Node { schema["$ref"].flatMap(target) ?? schema }
        func types(_ schema: Node) -> Set<String> {
            (resolved(schema)["type"]?.namedTypes ?? []).subtracting(["null"])
        }
        // The most fields and schemas to gather, and the most schemas to look at, whatever refers to what.
        var (left, looks) = (1000, 4000)
        let fields = parts.map { part in
            var found: [(name: String, types: Set<String>)] = []
            var open = [part]
            var seen: Set<Node.ID> = []
            while left > 0, looks > 0, let next = open.popLast() {
                looks -= 1
                let schema = resolved(next)
                guard seen.insert(schema.id).inserted else { continue }
                left -= 1
                let own = (schema["properties"]?.pairs ?? []).prefix(left)
                left -= own.count
                found += own.compactMap { key, value in key.text.map { ($0, types(value)) } }
                open += (schema["allOf"]?.elements ?? []).prefix(100).reversed()
            }
            return found
        }
        var rests = 0
        return parts.indices.map { index in
            let part = parts[index]
            guard rests < 5, part["$ref"] == nil, part["patternProperties"] == nil,
                let rest = part["additionalProperties"],
                rest.isMapping
            else { return [] }
            rests += 1
            let wanted = types(rest)
            guard !wanted.isEmpty else { return [] }
            var known = Set(fields[index].map(\.name))
            var excluded: [String] = []
            for other in parts.indices where other != index {
                for field in fields[other] where known.insert(field.name).inserted {
                    if !field.types.isEmpty, field.types.isDisjoint(with: wanted) { excluded.append(field.name) }
                }
            }
            return excluded
        }
    }
}
