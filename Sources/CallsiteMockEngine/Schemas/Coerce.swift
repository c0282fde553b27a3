extension CompiledSchema {
    /// What a text of a parameter, header or form field means: `5` is a number where the schema wants one. Text that is nothing of the kind
    /// stays text, so that judging it says so.
    package func coerced(_ value: JSONValue) -> JSONValue {
        let coercion = Coercion(rules: arena.rules)
        return coercion.coerced(value, [index], depth: 0)
    }
}

private struct Coercion {
    let rules: [SchemaRules?]

    /// A schema with those that it refers to and consists of, alternatives too.
    private func all(_ schemas: [Int]) -> [SchemaRules] {
        var result: [SchemaRules] = []
        var seen: Set<Int> = []
        var waiting = schemas
        while let index = waiting.popLast(), result.count < 200 {
            guard seen.insert(index).inserted, let rule = rules[index] else { continue }
            result.append(rule)
            waiting += rule.allOf + rule.anyOf + rule.oneOf + [rule.reference].compactMap(\.self)
        }
        return result
    }

    func coerced(_ value: JSONValue, _ schemas: [Int], depth: Int) -> JSONValue {
        guard depth < 32 else { return value }
        let rules = all(schemas)
        switch value {
        case .string(let text): return scalar(text, rules)
        case .array(let elements):
            let items = rules.compactMap(\.items)
            return .array(
                elements.enumerated().map { index, element in
                    let own = rules.compactMap { $0.prefixItems.indices.contains(index) ? $0.prefixItems[index] : nil }
                    return coerced(element, own.isEmpty ? items : own, depth: depth + 1)
                })
        case .object(let fields):
            var result = fields
            for (key, field) in fields.pairs {
                var own = rules.compactMap { $0.properties[SchemaKey(key)] }
                if own.isEmpty { own = rules.compactMap(\.additionalProperties) }
                if !own.isEmpty { result[key] = coerced(field, own, depth: depth + 1) }
            }
            return .object(result)
        default: return value
        }
    }

    private func scalar(_ text: String, _ rules: [SchemaRules]) -> JSONValue {
        var types: SchemaTypes = []
        var isSaid = false
        for rule in rules {
            if let own = rule.types {
                types.formUnion(own)
                isSaid = true
            }
            for value in rule.values ?? [] where rule.types == nil {
                isSaid = true
                switch value {
                case .number: types.formUnion(.number)
                case .bool: types.formUnion(.boolean)
                case .string: types.formUnion(.string)
                case .null: types.formUnion(.null)
                default: break
                }
            }
            if rule.types == nil, rule.minimum != nil || rule.maximum != nil { types.formUnion(.number) }
        }
        // An enum of texts has "true" as a text.
        if types.contains(.string), rules.contains(where: { $0.values?.contains(.string(text)) == true }) { return .string(text) }
        if types.contains(.boolean), text == "true" || text == "false" { return .bool(text == "true") }
        if types.contains(.integer) || types.contains(.number), let number = JSONValue.Number(text) {
            // A text that may be text as well is one.
            if !types.contains(.string) || !isSaid { return .number(number) }
        }
        if types.contains(.null), !types.contains(.string), text.isEmpty || text == "null" { return .null }
        return .string(text)
    }
}
