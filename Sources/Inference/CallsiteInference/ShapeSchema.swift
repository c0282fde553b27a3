import CallsiteMockEngine
import CallsiteText

/// Shapes as JSON Schemas, as OpenAPI has them.
package struct ShapeSchemas {
    /// How null and constants are said.
    package enum Dialect: Sendable {
        /// `type: [string, "null"]`
        case openAPI31
        /// `nullable: true`
        case openAPI30
        /// `x-nullable: true`
        case swagger
    }

    let dialect: Dialect
    /// The reference to a model, as in `#/components/schemas/User`; nil: the model is written in place.
    var reference: (ObjectShape) -> String? = { _ in nil }

    package init(_ dialect: Dialect, reference: @escaping (ObjectShape) -> String? = { _ in nil }) {
        (self.dialect, self.reference) = (dialect, reference)
    }

    /// The schema of all values of a shape.
    ///
    /// - Parameter name: Of the field that holds it; nil: it has none. Secrets and names of people are no enums.
    package func schema(_ shape: ValueShape, name: String? = nil) -> JSONValue {
        var alternatives: [JSONObject] = []
        if shape.booleans > 0 { alternatives.append(["type": "boolean"]) }
        if shape.numbers > 0 {
            alternatives.append(["type": "number"])
        } else if shape.integers > 0 {
            alternatives.append(["type": "integer"])
        }
        if shape.strings.count > 0 { alternatives.append(schema(shape.strings, name)) }
        if shape.lists > 0 {
            alternatives.append([
                "type": "array", "items": shape.element.map { schema($0, name: name) } ?? .object([:]),
            ])
        }
        if let objects = shape.objects { alternatives.append(place(objects)) }
        // Deeper values may be anything, and so may be what was only null.
        guard shape.unread == 0, let first = alternatives.first, alternatives.count <= 3 else { return .object([:]) }
        if alternatives.count > 1 {
            var schema: JSONObject = ["oneOf": .array(alternatives.map { .object($0) })]
            if shape.nulls > 0 { addNull(to: &schema, alternatives) }
            return .object(schema)
        }
        guard shape.nulls > 0 else { return .object(first) }
        return .object(nullable(first))
    }

    private func addNull(to schema: inout JSONObject, _ alternatives: [JSONObject]) {
        switch dialect {
        case .openAPI31: schema["oneOf"] = .array(alternatives.map { .object($0) } + [.object(["type": "null"])])
        case .openAPI30: schema["nullable"] = .bool(true)
        case .swagger: schema["x-nullable"] = .bool(true)
        }
    }

    private func nullable(_ schema: JSONObject) -> JSONObject {
        var schema = schema
        switch dialect {
        case .openAPI31:
            guard let type = schema["type"] else {
                return ["oneOf": .array([.object(schema), .object(["type": "null"])])]
            }
            schema["type"] = .array([type, "null"])
            if let values = schema["enum"]?.array { schema["enum"] = .array(values + [.null]) }
        case .openAPI30, .swagger:
            let key = dialect == .swagger ? "x-nullable" : "nullable"
            // What stands beside a reference is ignored.
            guard schema["$ref"] == nil else { return ["allOf": .array([.object(schema)]), key: .bool(true)] }
            schema[key] = .bool(true)
            if let values = schema["enum"]?.array { schema["enum"] = .array(values + [.null]) }
        }
        return schema
    }

    private func schema(_ strings: StringShape, _ name: String?) -> JSONObject {
        if let values = strings.enumValues, name.map(Self.mayBeEnum) ?? true, values.allSatisfy(PersonalData.isNeutral)
        {
            return ["type": "string", "enum": .array(values.map { .string($0) })]
        }
        return strings.form.map { ["type": "string", "format": .string($0.format)] } ?? ["type": "string"]
    }

    /// Whether a field's strings may be listed: those of secrets, and what people are called, may not.
    static func mayBeEnum(_ name: String) -> Bool {
        guard !PersonalData.secrets.isSecret(field: name), !PersonalData.secrets.isSecret(header: name) else {
            return false
        }
        let lower = name.lowercased()
        return ![
            "name", "user", "author", "owner", "login", "email", "phone", "city", "street", "address", "surname",
            "title", "nick",
            "assignee", "reporter", "by", "handle", "customer", "contact", "person", "company", "text", "message",
            "comment", "id",
        ].contains { lower.hasSuffix($0) }
    }

    private func place(_ objects: ObjectShape) -> JSONObject {
        if let reference = reference(objects) { return ["$ref": .string(reference)] }
        return declaration(of: objects)
    }

    /// The schema of a model itself.
    package func declaration(of objects: ObjectShape) -> JSONObject {
        if let values = objects.values { return ["type": "object", "additionalProperties": schema(values)] }
        if let variants = objects.alternatives, dialect == .openAPI31 { return union(of: objects, variants) }
        return object(objects, objects.fields.map { ($0.name, $0.field.shape, $0.field.count < objects.count) })
    }

    private func object(_ objects: ObjectShape, _ fields: [(name: ExactString, shape: ValueShape, isOptional: Bool)])
        -> JSONObject
    {
        guard !fields.isEmpty else { return ["type": "object", "additionalProperties": .object([:])] }
        var properties = JSONObject()
        for field in fields { properties[field.name.text] = schema(field.shape, name: field.name.text) }
        var schema: JSONObject = ["type": "object", "properties": .object(properties)]
        let required = fields.filter { !$0.isOptional }.map { JSONValue.string($0.name.text) }
        if !required.isEmpty { schema["required"] = .array(required) }
        return schema
    }

    private func union(of objects: ObjectShape, _ alternatives: ObjectShape.Alternatives) -> JSONObject {
        let schemas = alternatives.variants.map { tag, variant -> JSONValue in
            let fields = objects.fields.compactMap {
                field -> (name: ExactString, shape: ValueShape, isOptional: Bool)? in
                guard let count = variant.fields[field.name] else { return nil }
                return (field.name, field.field.shape, count < variant.count)
            }
            var schema = object(objects, fields)
            if var properties = schema["properties"]?.object {
                properties[alternatives.discriminator.text] = .object(["const": .string(tag.text)])
                schema["properties"] = .object(properties)
            }
            return .object(schema)
        }
        return ["oneOf": .array(schemas)]
    }
}

extension StringForm {
    /// The name of the format in OpenAPI's registry.
    package var format: String {
        switch self {
        case .dateTime: "date-time"
        case .day: "date"
        case .uuid: "uuid"
        case .url: "uri"
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
}
