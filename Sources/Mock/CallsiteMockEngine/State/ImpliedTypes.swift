/// Finds values that contradict the type that a schema implies but doesn't state: a string where the schema has
/// `properties` or `items` but no `type`. JSON Schema allows such values, but the generated types can't decode them.
struct ImpliedTypes {
    let document: JSONValue

    /// The names of an object's fields with such values, sorted. A field that only `oneOf` or `anyOf` describes isn't
    /// checked.
    func contradicted(in fields: JSONObject, by schema: JSONValue) -> [String] {
        guard let keywords = resolved(schema) else { return [] }
        return contradictedFields(fields, keywords, depth: 0).sorted()
    }

    private func contradictedFields(_ fields: JSONObject, _ keywords: JSONObject, depth: Int) -> Set<String> {
        guard depth < 16 else { return [] }
        var keys: Set<String> = []
        for (key, value) in fields.pairs {
            if let property = keywords["properties"]?[key], isContradicted(value, by: property, depth: depth + 1) {
                keys.insert(key)
            }
        }
        for part in keywords["allOf"]?.array ?? [] {
            if let part = resolved(part) { keys.formUnion(contradictedFields(fields, part, depth: depth + 1)) }
        }
        return keys
    }

    private func isContradicted(_ value: JSONValue, by schema: JSONValue, depth: Int) -> Bool {
        resolved(schema).map { isContradicted(value, by: $0, depth: depth) } ?? false
    }

    private func isContradicted(_ value: JSONValue, by keywords: JSONObject, depth: Int) -> Bool {
        guard depth < 16 else { return false }
        // Alternatives and listed values may be of any kind.
        for key in ["oneOf", "anyOf", "enum", "const"] where keywords[key] != nil { return false }
        for part in keywords["allOf"]?.array ?? [] where isContradicted(value, by: part, depth: depth + 1) {
            return true
        }
        let (items, properties) = (keywords["items"], keywords["properties"])
        let isUntyped = keywords["type"] == nil
        switch value {
        case .null: return false
        case .array(let elements):
            if isUntyped, items == nil, properties != nil { return true }
            guard let items = items.flatMap(resolved) else { return false }
            return elements.contains { isContradicted($0, by: items, depth: depth + 1) }
        case .object(let fields):
            if isUntyped, items != nil, properties == nil { return true }
            return !contradictedFields(fields, keywords, depth: depth).isEmpty
        case .bool, .number, .string: return isUntyped && (items != nil || properties != nil)
        }
    }

    /// The schema that references lead to; nil if a reference is broken, or if the schema isn't an object.
    private func resolved(_ schema: JSONValue) -> JSONObject? {
        var schema = schema
        for _ in 0..<16 {
            guard let reference = schema["$ref"]?.string else { return schema.object }
            guard let target = document.value(atReference: reference) else { return nil }
            schema = target
        }
        return nil
    }
}
