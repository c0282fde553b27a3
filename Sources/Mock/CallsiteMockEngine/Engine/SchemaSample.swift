/// The plainest value of a schema, always the same: its examples and defaults, else `"string"`, `0`, `true` and values
/// for formats. Bounds and patterns are ignored, so the caller must check whether the schema allows the value.
package struct SchemaSample {
    private let document: JSONValue
    private let schemas: SchemaSet
    private let direction: SchemaDirection
    /// The schemas that are being sampled. Where possible, a reference back to one of them is left out.
    private var open: Set<String> = []
    /// Whether the objects and lists that components have as examples are valid.
    private var validity: [String: Bool] = [:]
    /// How many more values may be made.
    private var budget = 4096

    package static func of(_ schema: JSONValue, in description: MockDescription, direction: SchemaDirection)
        -> JSONValue?
    {
        var sample = SchemaSample(description, direction)
        return sample.make(schema, depth: 0)
    }

    private init(_ description: MockDescription, _ direction: SchemaDirection) {
        (document, schemas, self.direction) = (description.document, description.schemas, direction)
    }

    /// nil if every value would contain itself.
    private mutating func make(_ schema: JSONValue, depth: Int, by reference: String? = nil) -> JSONValue? {
        guard depth < 24, budget > 0 else { return nil }
        budget -= 1
        if schema == .bool(true) { return .object(JSONObject()) }
        guard let keywords = schema.object else { return nil }
        if let reference = keywords["$ref"]?.string {
            guard open.insert(reference).inserted else { return nil }
            defer { open.remove(reference) }
            guard let target = document.value(atReference: reference) else { return nil }
            return make(target, depth: depth + 1, by: reference)
        }
        let values = [keywords["example"], keywords["examples"]?[0], keywords["const"], keywords["default"]]
        for case (let number, let value?) in values.enumerated() {
            // Many references may lead to the same value.
            let key = reference.map { "\(number) \($0)" }
            if isUsable(value, schema, keywords, depth, key) {
                budget -= MockStores.footprint(value) / 2048
                return budget > 0 || depth == 0 ? value : nil
            }
        }
        if let value = keywords["enum"]?[0] { return value }
        if let parts = keywords["allOf"]?.array { return merged(parts, keywords, depth) }
        for key in ["oneOf", "anyOf"] {
            guard let arms = keywords[key]?.array else { continue }
            for arm in arms where arm["type"]?.string != "null" {
                guard let value = make(arm, depth: depth + 1) else { continue }
                guard let fields = value.object, keywords["properties"] != nil else { return value }
                return .object(object(keywords, depth).map { $0.merging(fields) { $1 } } ?? fields)
            }
            return nil
        }
        switch type(keywords) {
        case "object": return object(keywords, depth).map { .object($0) }
        case "array":
            let before = budget
            guard let items = keywords["items"] ?? keywords["prefixItems"]?[0] ?? keywords["contains"],
                let element = make(items, depth: depth + 1)
            else { return .array([]) }
            let count = min(max(keywords["minItems"]?.int ?? 1, 1), 32)
            // The sizes of nested lists multiply.
            budget -= (before - budget) * (count - 1)
            guard budget > 0 else { return nil }
            return .array(Array(repeating: element, count: keywords["maxItems"]?.int == 0 ? 0 : count))
        case "integer", "number": return number(keywords)
        case "boolean": return .bool(true)
        case "null": return .null
        case "string": return .string(text(keywords))
        default: return .object(JSONObject())
        }
    }

    /// Whether an example may be used. The caller judges the example of the outermost schema. Inside another schema, a
    /// wrong example would count where something else allows it, such as an alternative that allows everything. So an
    /// object or a list must be valid there, and any other value must be of the type. Bounds and patterns aren't
    /// checked: examples are as they are in the document.
    ///
    /// - Parameter key: The schema's key in `validity`; nil: nothing refers to the schema.
    private mutating func isUsable(
        _ value: JSONValue, _ schema: JSONValue, _ keywords: JSONObject, _ depth: Int, _ key: String?
    ) -> Bool {
        if value.isBeyondIntegers(format: keywords["format"]?.string), type(keywords) == "integer" { return false }
        guard depth > 0 else { return true }
        switch value {
        case .null: return true
        case .bool, .number, .string:
            guard let types = keywords["type"] else { return true }
            return (types.array ?? [types]).contains { $0.string.map(value.isOfType) ?? true }
        case .array, .object:
            if let key, let isValid = validity[key] { return isValid }
            let isValid = schemas.schema(schema).isValid(value, direction: direction)
            if let key { validity[key] = isValid }
            return isValid
        }
    }

    private func type(_ keywords: JSONObject) -> String? {
        if let type = keywords["type"]?.string { return type }
        if let type = keywords["type"]?.array?.compactMap(\.string).first(where: { $0 != "null" }) { return type }
        if keywords["properties"] != nil || keywords["additionalProperties"] != nil { return "object" }
        if keywords["items"] != nil { return "array" }
        return keywords["format"] != nil || keywords["pattern"] != nil || keywords["minLength"] != nil ? "string" : nil
    }

    private mutating func object(_ keywords: JSONObject, _ depth: Int) -> JSONObject? {
        let required = Set(keywords["required"]?.array?.compactMap(\.string) ?? [])
        var result = JSONObject()
        for (name, schema) in (keywords["properties"]?.object ?? JSONObject()).pairs {
            if direction == .response, schema["writeOnly"] == .bool(true) { continue }
            if direction == .request, schema["readOnly"] == .bool(true) { continue }
            guard let value = make(schema, depth: depth + 1) else {
                if required.contains(name) { return nil }
                continue
            }
            result[name] = value
        }
        for name in required where result[name] == nil && keywords["properties"]?[name] == nil {
            result[name] = .string("string")
        }
        if result.isEmpty, let others = keywords["additionalProperties"], others.object != nil,
            let value = make(others, depth: depth + 1)
        {
            result["property"] = value
        }
        return result
    }

    private mutating func merged(_ parts: [JSONValue], _ keywords: JSONObject, _ depth: Int) -> JSONValue? {
        var own = keywords
        // Its examples have been refused.
        for key in ["allOf", "example", "examples", "const", "default"] { own[key] = nil }
        var result: JSONValue?
        for part in parts + (own.isEmpty ? [] : [.object(own)]) {
            guard let value = make(part, depth: depth + 1) else { return nil }
            if let fields = result?.object, let more = value.object {
                result = .object(fields.merging(more) { $1 })
            } else if result == nil || result?.object?.isEmpty == true {
                result = value
            }
        }
        return result
    }

    private func number(_ keywords: JSONObject) -> JSONValue {
        if let minimum = keywords["minimum"], let bound = minimum.double, bound > 0 {
            if keywords["exclusiveMinimum"] == .bool(true), let whole = minimum.int { return .int(whole + 1) }
            return minimum
        }
        if let bound = keywords["exclusiveMinimum"]?.int, bound >= 0 { return .int(bound + 1) }
        if let maximum = keywords["maximum"], let bound = maximum.double, bound < 0 { return maximum }
        return .int(0)
    }

    private mutating func text(_ keywords: JSONObject) -> String {
        if let pattern = keywords["x-date"]?.string { return DateText(pattern).text(.init()) }
        if ["base64", "base64url"].contains(keywords["contentEncoding"]?.string) { return "c3RyaW5n" }
        switch keywords["format"]?.string ?? "" {
        case "date-time": return "2019-08-24T14:15:22Z"
        case "date": return "2019-08-24"
        case "time": return "14:15:22Z"
        case "duration": return "P3D"
        case "email": return "user@example.com"
        case "idn-email": return "пользователь@пример.ру"
        case "uuid": return "497f6eca-6276-4993-bfeb-53cbbbba6f08"
        case "uri", "url", "iri": return "http://example.com"
        case "uri-reference": return "/example"
        case "hostname", "idn-hostname": return "example.com"
        case "ipv4": return "192.168.0.1"
        case "ipv6": return "2001:db8::1"
        case "byte": return "c3RyaW5n"
        case "binary": return "string"
        case "password": return "pa$$word"
        case "json-pointer": return "/json/pointer"
        case "regex": return "/regex/"
        default: break
        }
        var text = "string"
        let minLength = min(keywords["minLength"]?.int ?? 0, 10_000)
        budget -= minLength / 128
        while text.count < minLength { text += "string" }
        if let maxLength = keywords["maxLength"]?.int, maxLength < text.count {
            return String(text.prefix(max(maxLength, minLength, 0)))
        }
        return minLength > 6 ? String(text.prefix(minLength)) : text
    }
}
