// Arrays: lists of one type of element, and tuples where all positions have it.

extension OpenAPIReader {
    func array(_ node: Node, at place: SourceLocation, _ position: Position) -> ReadType {
        func list(_ element: Description.TypeExpression) -> ReadType {
            .init(.list(element), at: place)
        }
        let json = Description.TypeExpression(kind: .scalar(.json), place: place)
        var items = node["items"]
        if let positions = node["prefixItems"] ?? node["items"], positions.isSequence || node["prefixItems"] != nil {
            let others = node["prefixItems"] == nil ? node["additionalItems"] : node["items"]
            if positions.elements?.isEmpty == true {
                // No position is described: what holds for further ones holds for all.
                items = others
            } else {
                let described =
                    (positions.elements ?? []) + [others].compactMap(\.self).filter { !($0.value == .bool(false)) }
                // Elements behind the described ones may be anything, unless there are none. In lists of schemas below
                // `items`, as OpenAPI 3.0 and Swagger 2.0 know them not, the one schema is meant for all.
                let most = node["maxItems"]?.text.flatMap { Int($0) } ?? .max
                let isOpen = node["prefixItems"] != nil && others == nil && most > (positions.elements?.count ?? 0)
                if let common = oneElement(among: described) {
                    guard isOpen else { return list(type(of: [common], at: common.place, in: .element).element) }
                    diagnostics.report(.openTuple(at: positions.place))
                    return list(json)
                }
                // `true` is any value, and `false` none: that is what any JSON says.
                let isAnything = described.allSatisfy(\.isFlag)
                if !isAnything || described.isEmpty { diagnostics.report(.tuple(at: positions.place)) }
                return list(json)
            }
        }
        guard let items, !items.isSequence else {
            diagnostics.report(.arrayWithoutItems(at: place))
            return list(json)
        }
        return list(type(of: [items], at: items.place, in: position == .part ? .part : .element).element)
    }

    /// The schema that all of a tuple's elements have, prose and bounds of scalars aside, or the wider one of integers
    /// and numbers; nil: they have several.
    private func oneElement(among schemas: [Node]) -> Node? {
        guard let first = schemas.first else { return nil }
        if Set(schemas.map { contents.identity(of: $0) }).count == 1 { return first }
        var result = first
        for schema in schemas {
            let types = jsonTypes(of: schema)
            guard types.count == 1, ["integer", "number", "string", "boolean"].contains(types[0]),
                components(of: schema).count == 1,
                ["enum", "const", "oneOf", "anyOf"].allSatisfy({ schema[$0] == nil }), schema["$ref"] == nil,
                allowsNull(schema) == allowsNull(first)
            else { return nil }
            let known = jsonTypes(of: result)
            if types == ["number"], known == ["integer"] {
                result = schema
            } else if types != known && !(types == ["integer"] && known == ["number"])
                || types == known && format(of: schema) != format(of: result)
            {
                return nil
            }
        }
        return result
    }
}

extension Diagnostic {
    static func tuple(at place: SourceLocation) -> Self {
        .warning(
            "tuple", "Swift's lists hold one type of element, and this says another for each",
            help: "they are any JSON", at: place)
    }
    static func openTuple(at place: SourceLocation) -> Self {
        .warning(
            "tuple", "elements behind those of 'prefixItems' may be anything",
            help:
                "they are any JSON; write 'items: false' if there are none", at: place)
    }
    static func arrayWithoutItems(at place: SourceLocation) -> Self {
        .warning(
            "array-without-items", "the array doesn't describe its elements", help: "its elements are any JSON",
            at: place)
    }
}
