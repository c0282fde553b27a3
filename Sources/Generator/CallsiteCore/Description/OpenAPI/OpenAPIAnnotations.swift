// The facts about a field besides its type.

extension OpenAPIReader {
    /// Adds the facts that a field's schemas state besides its type: documentation, defaults, direction. From
    /// `alternatives` the field gets neither a default nor a constant, and a direction only if all of them have it.
    func annotate(_ field: inout Description.Field, by schemas: [Node], alternatives: [Node] = []) {
        var defaultNode: Node?
        var constant: Node?
        for schema in schemas where schema.isMapping {
            describe(&field, by: schema)
            for node in [schema] + annotations(of: schema) {
                if flag(node["readOnly"]) { field.isReadOnly = true }
                if flag(node["writeOnly"]) { field.isWriteOnly = true }
                if defaultNode == nil { defaultNode = node["default"] }
            }
            if constant == nil { constant = constantValue(schema) }
        }
        if !alternatives.isEmpty {
            var (areReadOnly, areWriteOnly) = (true, true)
            for schema in alternatives where schema.isMapping {
                describe(&field, by: schema)
                let nodes = [schema] + annotations(of: schema)
                areReadOnly = areReadOnly && nodes.contains { flag($0["readOnly"]) }
                areWriteOnly = areWriteOnly && nodes.contains { flag($0["writeOnly"]) }
            }
            field.isReadOnly = field.isReadOnly || areReadOnly
            field.isWriteOnly = field.isWriteOnly || areWriteOnly
        }
        // With both, the field would be neither sent nor received.
        if field.isReadOnly, field.isWriteOnly { (field.isReadOnly, field.isWriteOnly) = (false, false) }
        if let constant, case .scalar = field.type.kind, !field.isNullable {
            field.documentation = Self.paragraphs(field.documentation, "Always `\(constant.text ?? "")`.")
            // Python's frameworks write a constant as the default too. It is always sent then, since a server may
            // recognize the object by it; a response may still lack it.
            if field.isOptional, let defaultNode, !defaultNode.isNull, defaultNode.text == constant.text {
                field.isOptional = false
                field.absentValue = readLiteral(constant)
            }
            if field.isOptional {
                field.onlyValue = readLiteral(constant)
            } else {
                field.defaultValue = readLiteral(constant)
                field.isConstant = true
            }
        } else if let defaultNode, field.isOptional, !field.isNullable, !defaultNode.isNull {
            field.absentValue = readLiteral(defaultNode)
        }
    }

    /// If several schemas document a field, the first counts.
    private func describe(_ field: inout Description.Field, by node: Node) {
        if field.documentation == nil { field.documentation = documentation(node) }
        if field.deprecation == nil { field.deprecation = deprecation(node) }
        if field.example == nil, let example = node["example"] ?? node["examples"]?.elements?.first {
            field.example = readLiteral(example)
        }
    }

    /// The schemas that a schema only renames or wraps.
    private func annotations(of schema: Node) -> [Node] {
        var result: [Node] = []
        let wasMuted = diagnostics.mute()
        defer { diagnostics.isMuted = wasMuted }
        var parts = components(of: schema)
        for _ in 0..<8 {
            guard parts.count == 1, case .reference(let target, _) = parts[0], target.isMapping else { break }
            result.append(target)
            parts = components(of: target)
        }
        for part in schema["allOf"]?.elements ?? [] where part["$ref"] == nil && part.isMapping { result.append(part) }
        return result
    }
}
