extension OpenAPIMaker {
    /// Something that is worth a name: an object, an enum, a list, a union, one after another.
    mutating func namedSchema() -> DocumentTree {
        switch random.below(6) {
        case 0: strings()
        case 1: ["type": "array", "items": schema(1)]
        case 2: alternatives(1)
        case 3: conjunction(1)
        default: object(0)
        }
    }

    /// - Parameter depth: How deep it is in other schemas.
    mutating func schema(_ depth: Int) -> DocumentTree {
        room -= 1
        if isWild, random.once(in: 3) { return reference("schemas") }
        guard depth < 4, room > 0 else {
            return random.once(in: 2) && (isWild || !finished.isEmpty) ? reference("schemas") : scalar()
        }
        switch random.below(13) {
        case 0, 1, 2: return object(depth)
        case 3: return ["type": "array", "items": schema(depth + 1)]
        case 4: return strings()
        case 5: return alternatives(depth)
        case 6: return conjunction(depth)
        case 7: return ["type": "object", "additionalProperties": schema(depth + 1)]
        case 8 where isWild: return oddSchema(depth)
        case 9 where isWild || !finished.isEmpty: return reference("schemas")
        case 10: return nullable(schema(depth + 1))
        default: return scalar()
        }
    }

    mutating func object(_ depth: Int) -> DocumentTree {
        var properties: DocumentTree = [:]
        for _ in 0..<random.number(0...4) { properties[name()] = schema(depth + 1) }
        if isWild, random.once(in: 20) { properties = reference("schemas") }
        var object: DocumentTree = ["type": "object", "properties": properties]
        if case .map(let pairs) = properties, random.once(in: 2) {
            object["required"] = .list(pairs.filter { _ in random.once(in: 2) }.map { .text($0.key) })
        }
        if random.once(in: 8) { object["additionalProperties"] = random.once(in: 3) ? schema(depth + 1) : true }
        if random.once(in: 4) { object["title"] = .text(name()) }
        if random.once(in: 12) { object["nullable"] = true }
        return object
    }

    mutating func scalar() -> DocumentTree {
        var scalar: DocumentTree = [
            "type": .text(random.choose(["string", "string", "integer", "number", "boolean"]))
        ]
        if scalar["type"] == "string", random.once(in: 3) {
            scalar["format"] = .text(
                random.choose(["date-time", "date", "uuid", "uri", "byte", "binary", "decimal", "email", "duration"]))
        }
        if random.once(in: 10) { scalar["readOnly"] = true }
        if random.once(in: 10) { scalar["writeOnly"] = true }
        return scalar
    }

    /// An enum whose values are the names.
    mutating func strings() -> DocumentTree {
        var values = names.filter { _ in random.once(in: 2) }
        if values.isEmpty { values = [name()] }
        var schema: DocumentTree = ["type": "string", "enum": .list(values.map { .text($0) })]
        switch random.below(8) {
        case 0: return ["const": .text(values[0])]
        case 1: schema["default"] = .text(values[0])
        case 2:
            return [
                "type": "integer", "enum": [1, 2, 3],
                "x-enum-varnames": .list((names + ["x", "y"]).prefix(3).map { .text($0) }),
            ]
        case 3: return ["type": "number", "enum": [.plain("1.5"), .plain("1"), .plain("-2.25")]]
        case 4: schema["title"] = .text(name())
        default: break
        }
        return schema
    }

    mutating func alternatives(_ depth: Int) -> DocumentTree {
        let kinds = (0..<random.number(1...3)).map { _ in schema(depth + 1) }
        var union: DocumentTree = [random.choose(["oneOf", "anyOf"]): .list(kinds)]
        if random.once(in: 3), isWild || !finished.isEmpty {
            // Alternatives that a discriminator tells apart must be named.
            union["oneOf"] = .list((0..<random.number(1...3)).map { _ in reference("schemas") })
            union["anyOf"] = nil
            union["discriminator"] = discriminator()
        }
        if random.once(in: 5) { union["properties"] = [name(): schema(depth + 1)] }
        return union
    }

    private mutating func discriminator() -> DocumentTree {
        var discriminator: DocumentTree = ["propertyName": .text(name())]
        if random.once(in: 2), isWild {
            var mapping: DocumentTree = [:]
            for _ in 0..<random.number(1...3) { mapping[name()] = reference("schemas")["$ref"] ?? .null }
            discriminator["mapping"] = mapping
        }
        return discriminator
    }

    mutating func conjunction(_ depth: Int) -> DocumentTree {
        var parts: [DocumentTree] = [object(depth + 1)]
        for _ in 0..<random.number(0...2) {
            parts.append(
                random.once(in: 2) && (isWild || !finished.isEmpty) && isWild ? reference("schemas") : object(depth + 1)
            )
        }
        var schema: DocumentTree = ["allOf": .list(parts)]
        if random.once(in: 3) { schema["properties"] = [name(): self.schema(depth + 1)] }
        return schema
    }

    private mutating func nullable(_ schema: DocumentTree) -> DocumentTree {
        random.once(in: 2) ? ["oneOf": [schema, ["type": "null"]]] : ["allOf": [schema], "nullable": true]
    }

    /// Keywords that few documents have, each with a schema or a reference in it.
    private mutating func oddSchema(_ depth: Int) -> DocumentTree {
        let inner = schema(depth + 1)
        let key = random.choose([
            "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedProperties", "unevaluatedItems",
            "prefixItems", "patternProperties", "dependentSchemas", "$defs", "items", "additionalItems",
            "contentSchema", "extends", "$dynamicRef", "const", "default", "example",
        ])
        switch key {
        case "prefixItems": return ["type": "array", "prefixItems": [inner], "items": schema(depth + 1)]
        case "patternProperties", "dependentSchemas", "$defs": return [key: [name(): inner], "type": "object"]
        case "$dynamicRef": return ["$dynamicRef": reference("schemas")["$ref"] ?? "#a", "$dynamicAnchor": "a"]
        case "items": return ["items": inner, "allOf": [reference("schemas")]]
        default: return [key: inner, "type": .text(random.choose(["object", "array", "string"]))]
        }
    }
}
