// `additionalProperties` in a part of `allOf` is meant for the fields that no part has, but JSON Schema (2020-12, core,
// 10.3.2.3) knows only the part's own: it excludes those of the other parts where they have other types.

extension MistakeWalk {
    mutating func checkParts(_ list: Node) {
        guard let parts = list.elements else { return }
        let excluded = Node.fieldsExcludedByRest(of: parts) { reference in
            reference.text.flatMap { targets["\(reference.document.file.index) \($0)"] }
        }
        for (part, names) in zip(parts, excluded) {
            guard let rest = part["additionalProperties"], !names.isEmpty else { continue }
            diagnostics.report(.restExcludesFields(names, at: rest.place).oncePerCause)
        }
    }
}

extension Node {
    /// For each part of `allOf` the fields of other parts that its `additionalProperties` gives another type. A part
    /// that is a reference has none: what it says may be right elsewhere.
    ///
    /// - Parameter target: What a `$ref` leads to.
    package static func fieldsExcludedByRest(of parts: [Node], target: (Node) -> Node?) -> [[String]] {
        func resolved(_ schema: Node) -> Node { schema["$ref"].flatMap(target) ?? schema }
        func types(_ schema: Node) -> Set<String> { resolved(schema)["type"]?.namedTypes ?? [] }
        func fields(of schema: Node, depth: Int = 0) -> [(name: String, schema: Node)] {
            let schema = resolved(schema)
            let own = (schema["properties"]?.pairs ?? []).compactMap { key, value in key.text.map { ($0, value) } }
            guard depth < 8 else { return own }
            return (schema["allOf"]?.elements ?? []).prefix(100).reduce(own) { $0 + fields(of: $1, depth: depth + 1) }
        }
        guard parts.count <= 100, parts.contains(where: { $0["additionalProperties"]?.isMapping == true }) else {
            return parts.map { _ in [] }
        }
        return parts.indices.map { index in
            let part = parts[index]
            guard part["$ref"] == nil, part["patternProperties"] == nil, let rest = part["additionalProperties"],
                rest.isMapping
            else { return [] }
            let wanted = types(rest)
            guard !wanted.isEmpty else { return [] }
            var known = Set(fields(of: part).map(\.name))
            var excluded: [String] = []
            for other in parts.indices where other != index {
                for field in fields(of: parts[other]) where known.insert(field.name).inserted {
                    let types = types(field.schema)
                    if !types.isEmpty, types.isDisjoint(with: wanted) { excluded.append(field.name) }
                }
            }
            return excluded
        }
    }
}

extension Diagnostic {
    static func restExcludesFields(_ names: [String], at place: SourceLocation) -> Self {
        let shown = names.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
        let more = names.count > 3 ? " and \(names.count - 3) more" : ""
        return .warning(
            "wrong-openapi-value",
            "other parts of 'allOf' have fields of another type than this says: \(shown)\(more)",
            help: "it is read as the type of the fields that no part has; write 'unevaluatedProperties' beside 'allOf'",
            at: place)
    }
}
