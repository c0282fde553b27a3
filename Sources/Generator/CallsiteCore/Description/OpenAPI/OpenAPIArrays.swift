// Arrays: lists with one element type, and tuples whose positions all have one type.

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
                // No position is described, so the schema of further elements is that of all elements.
                items = others
            } else {
                let elementSchemas =
                    (positions.elements ?? []) + [others].compactMap(\.self).filter { !($0.value == .bool(false)) }
                // Elements behind those of `prefixItems` may be anything, unless there are none. A list below `items`
                // isn't valid in OpenAPI 3.0 and Swagger 2.0: there the one schema is meant for all elements.
                let maxItems = node["maxItems"]?.text.flatMap { Int($0) } ?? .max
                let isOpen = node["prefixItems"] != nil && others == nil && maxItems > (positions.elements?.count ?? 0)
                if let common = oneElement(among: elementSchemas) {
                    guard isOpen else { return list(type(of: [common], at: common.place, in: .element).element) }
                    diagnostics.report(.openTuple(at: positions.place))
                    return list(json)
                }
                // `true` allows any value, and `false` none: any JSON expresses both.
                let isAnything = elementSchemas.allSatisfy(\.isFlag)
                if !isAnything || elementSchemas.isEmpty { diagnostics.report(.tuple(at: positions.place)) }
                return list(json)
            }
        }
        guard let items, !items.isSequence else {
            diagnostics.report(.arrayWithoutItems(at: place))
            return list(json)
        }
        return list(type(of: [items], at: items.place, in: position == .part ? .part : .element).element)
    }

    /// The schema that all elements of a tuple have, without regard to prose and to bounds of scalars; for integers and
    /// numbers, the schema of numbers; nil: the elements differ.
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
            let resultTypes = jsonTypes(of: result)
            if types == ["number"], resultTypes == ["integer"] {
                result = schema
            } else if types != resultTypes && !(types == ["integer"] && resultTypes == ["number"])
                || types == resultTypes && format(of: schema) != format(of: result)
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
