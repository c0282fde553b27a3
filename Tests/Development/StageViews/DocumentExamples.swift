import CallsiteCore

// The examples of a document, and whether they match their schemas: real values to try generated models on.

extension OpenAPIReader {
    /// An example, and the schema that it stands beside.
    struct Example {
        enum Owner {
            case model(String)
            /// The place of the operation's name, and the status of the response.
            case answer(SourceLocation, status: Int)
        }
        var owner: Owner
        var value: Node
        var schema: Node
    }

    /// The examples of component schemas and of successful JSON responses.
    func examples() -> [Example] {
        var result: [Example] = []
        for (name, node) in componentSchemas where node.isMapping {
            for value in values(node["example"].map { [$0] } ?? node["examples"]?.elements ?? []) {
                result.append(.init(owner: .model(name), value: value, schema: node))
            }
        }
        for operation in readOperations {
            for (key, answer, _) in pairs(operation.node["responses"]) {
                guard case .exactly(let status)? = Description.StatusPattern(key), (200...299).contains(status),
                    status != 204,
                    let node = resolved(answer)
                else { continue }
                for (mediaType, content, _) in pairs(node["content"]) where Self.isJSON(mediaType) {
                    guard let schema = content["schema"] else { continue }
                    var given = content["example"].map { [$0] } ?? []
                    for (_, example, _) in pairs(content["examples"]) {
                        let example = resolved(example)
                        // 3.2 tells a value from what it is on the wire.
                        if let value = example?["dataValue"] ?? example?["value"] { given.append(value) }
                    }
                    for value in values(given) {
                        result.append(
                            .init(owner: .answer(operation.place, status: status), value: value, schema: schema))
                    }
                    break
                }
            }
        }
        return result
    }

    private func values(_ nodes: [Node]) -> [Node] { nodes.filter { $0["$ref"] == nil && $0["externalValue"] == nil } }

    /// The first mistake in a value by its schema; nil: a decoder would find none.
    func violation(of schema: Node, by value: Node, at path: String = "", depth: Int = 0) -> String? {
        guard depth < 40, schema.isMapping else { return nil }
        if value.isNull { return isNullable(schema) ? nil : components(of: schema).isEmpty ? nil : "\(path): null" }
        if let reference = schema["$ref"], reference.isScalar {
            guard let target = target(of: reference) else { return nil }
            return violation(of: target, by: value, at: path, depth: depth + 1)
        }
        for part in schema["allOf"]?.elements ?? [] {
            if let problem = violation(of: part, by: value, at: path, depth: depth + 1) { return problem }
        }
        for key in ["oneOf", "anyOf"] {
            let arms = (schema.value(forKey: key)?.elements ?? []).filter { !isNullOnly($0) && !isConstraint($0) }
            guard !arms.isEmpty else { continue }
            var problem: String?
            var fits = false
            for arm in arms {
                guard let found = violation(of: arm, by: value, at: path, depth: depth + 1) else {
                    fits = true
                    break
                }
                problem = problem ?? found
            }
            if !fits { return problem }
        }
        let types = jsonTypes(of: schema)
        if !types.isEmpty, !types.contains(where: { isValue(value, of: $0) }) {
            return "\(path): \(value.kindDescription) is no \(types[0])"
        }
        if types == ["string"], let problem = formatViolation(schema, value) { return "\(path): \(problem)" }
        if value.isSequence, let items = schema["items"] {
            for (index, element) in (value.elements ?? []).enumerated() {
                if let problem = violation(of: items, by: element, at: "\(path)/\(index)", depth: depth + 1) {
                    return problem
                }
            }
        }
        guard value.isMapping else { return nil }
        for name in schema["required"]?.elements?.compactMap(\.text) ?? [] where value.value(forKey: name) == nil {
            let property = schema["properties"]?.value(forKey: name)
            if property.map({ !flag($0["writeOnly"]) }) ?? true { return "\(path): '\(name)' is missing" }
        }
        for (name, property, _) in pairs(schema["properties"]) {
            guard let inner = value.value(forKey: name) else { continue }
            if let problem = violation(of: property, by: inner, at: "\(path)/\(name)", depth: depth + 1) {
                return problem
            }
        }
        if let rest = schema["additionalProperties"], rest.isMapping {
            for (name, inner, _) in pairs(value) where schema["properties"]?.value(forKey: name) == nil {
                if let problem = violation(of: rest, by: inner, at: "\(path)/\(name)", depth: depth + 1) {
                    return problem
                }
            }
        }
        return nil
    }

    private func isValue(_ value: Node, of type: String) -> Bool {
        switch (type, value.value) {
        case ("object", _): value.isMapping
        case ("array", _): value.isSequence
        case ("string", .string?), ("file", .string?): true
        // An unquoted value that YAML reads as a number or a Boolean isn't a string, though its author may have meant
        // one.
        case ("string", .some): false
        case ("integer", .integer(let digits)?): Int64(digits) != nil
        case ("integer", .float(let digits)?): Double(digits).map { $0 == $0.rounded() } ?? false
        case ("number", .integer?), ("number", .float?): true
        case ("boolean", .bool?): true
        default: false
        }
    }

    private func formatViolation(_ schema: Node, _ value: Node) -> String? {
        guard let text = value.text, let format = format(of: schema) else { return nil }
        guard let type = options.formats[format] ?? Self.stringFormats[format], !Self.fits(text, type) else {
            return nil
        }
        return "'\(text.prefix(40))' is no \(format)"
    }
}
