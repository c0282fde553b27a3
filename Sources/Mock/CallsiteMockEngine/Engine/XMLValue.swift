/// An XML document as the JSON value that its schema describes (OpenAPI 3, "XML Object"): the reverse of `XMLText`.
/// Text stays a string; the schema decides afterwards whether it means a number or a boolean.
struct XMLValue {
    private let schemas: XMLSchemas
    /// Whether a schema has alternatives, so that it doesn't say which elements are lists. Then nothing is checked.
    private var isUncertain = false

    /// nil if the schema doesn't determine the value.
    static func of(_ root: XMLElement, _ schema: JSONValue, in document: JSONValue) -> JSONValue? {
        var reader = XMLValue(schemas: XMLSchemas(document: document))
        let value = reader.value(root, reader.schemas.resolved(schema, depth: 0), depth: 0)
        return reader.isUncertain ? nil : value
    }

    private mutating func value(_ element: XMLElement, _ schema: JSONValue, depth: Int) -> JSONValue {
        let types = schema["type"]?.string.map { [$0] } ?? schema["type"]?.array?.compactMap(\.string) ?? []
        guard depth < 64, schema["oneOf"] == nil, schema["anyOf"] == nil else {
            isUncertain = true
            return .null
        }
        if types.contains("array") || schema["items"] != nil {
            return list(element.children, schemas.resolved(schema["items"], depth: depth), depth)
        }
        let isText = element.children.isEmpty && element.attributes.isEmpty
        if types.contains("object") || schema["properties"] != nil {
            // A string in place of elements stays a string, which the schema may allow or not.
            return isText && element.text.utf8.contains { $0 > 0x20 }
                ? .string(element.text) : object(element, schema, depth)
        }
        return isText ? .string(element.text) : object(element, schema, depth)
    }

    private mutating func list(_ elements: [XMLElement], _ items: JSONValue, _ depth: Int) -> JSONValue {
        .array(elements.map { value($0, items, depth: depth + 1) })
    }

    private mutating func object(_ element: XMLElement, _ schema: JSONValue, _ depth: Int) -> JSONValue {
        var fields = JSONObject()
        var elementNames: Set<String> = []
        var attributeNames: Set<String> = []
        let required = schema["required"]?.array?.compactMap(\.string) ?? []
        // Grouped by name, since there may be many children and many properties.
        let children = Dictionary(grouping: element.children, by: \.name)
        for (key, property) in schema["properties"]?.object?.pairs ?? [] {
            let property = schemas.resolved(property, depth: depth)
            let xml = property["xml"]
            let name = xml?["name"]?.string ?? key
            if xml?["attribute"] == .bool(true) {
                attributeNames.insert(name)
                if let attribute = element.attributes.first(where: { $0.name == name }) {
                    fields[key] = .string(attribute.value)
                }
                continue
            }
            guard property["type"]?.string == "array" || property["items"] != nil, xml?["wrapped"] != .bool(true) else {
                elementNames.insert(name)
                if let child = children[name]?.first {
                    fields[key] = value(child, property, depth: depth + 1)
                }
                continue
            }
            // An unwrapped list has its elements among the other children, and an empty list has no element.
            let items = schemas.resolved(property["items"], depth: depth)
            let elementName = items["xml"]?["name"]?.string ?? name
            elementNames.insert(elementName)
            let listElements = children[elementName] ?? []
            if !listElements.isEmpty || required.contains(key) { fields[key] = list(listElements, items, depth) }
        }
        let rest = schemas.resolved(schema["additionalProperties"], depth: depth)
        for child in element.children where !elementNames.contains(child.name) {
            fields[child.name] = value(child, rest, depth: depth + 1)
        }
        for attribute in element.attributes
        where !attributeNames.contains(attribute.name) && attribute.name != "schemaLocation" {
            if fields[attribute.name] == nil { fields[attribute.name] = .string(attribute.value) }
        }
        return .object(fields)
    }
}

/// Resolves schemas for reading XML.
struct XMLSchemas {
    let document: JSONValue

    /// The schema behind its references, merged with the parts of `allOf`.
    func resolved(_ schema: JSONValue?, depth: Int) -> JSONValue {
        let schema = behindReferences(schema ?? .object(JSONObject()))
        guard let parts = schema["allOf"]?.array, var merged = schema.object, depth < 64 else { return schema }
        merged["allOf"] = nil
        for part in parts.prefix(32) {
            for (key, value) in (behindReferences(part).object ?? JSONObject()).pairs {
                if let current = merged[key]?.object, let more = value.object {
                    merged[key] = .object(current.merging(more) { first, _ in first })
                } else if let current = merged[key]?.array, let more = value.array, key == "required" {
                    merged[key] = .array(current + more)
                } else if merged[key] == nil {
                    merged[key] = value
                }
            }
        }
        return .object(merged)
    }

    private func behindReferences(_ schema: JSONValue) -> JSONValue {
        var schema = schema
        for _ in 0..<32 {
            guard let reference = schema["$ref"]?.string, let target = document.value(atReference: reference) else {
                break
            }
            schema = target
        }
        return schema
    }
}
