import CallsiteCore

// The parts of Swagger 2.0 that differ from OpenAPI 3: a parameter is its own schema, a body is one or several
// parameters, and media types stand in lists of their own.

extension OpenAPIMockWriter {
    /// Keys of a parameter or a header that aren't keywords of a schema.
    private static let parameterKeys: Set<String> = [
        "name", "in", "required", "description", "collectionFormat", "allowEmptyValue", "schema", "x-example",
        "x-examples",
    ]

    /// A parameter, header or form field as a schema of its value.
    mutating func writeSwaggerSchema(of parameter: Node, isFilled: Bool = false) {
        if let schema = parameter["schema"] {
            writeSchema(schema)
            return
        }
        json.begin("{")
        if isFilled {
            json.pair("minLength", 1)
        }
        for (key, value) in parameter.pairs ?? [] {
            guard let name = key.text, !Self.parameterKeys.contains(name), !name.hasPrefix("x-") else { continue }
            switch name {
            case "type" where value.text == "file":
                json.pair("type", "string")
                json.pair("format", "binary")
            case "items":
                json.key("items")
                writeSchema(value)
            default:
                if name == "format" { writeDateFormat(value) }
                json.key(name)
                json.value(value)
            }
        }
        json.end("}")
    }

    mutating func writeCollectionFormat(_ parameter: Node) {
        guard parameter["type"]?.text == "array" else { return }
        let isQuery = parameter["in"]?.text == "query" || parameter["in"]?.text == "formData"
        let format = parameter["collectionFormat"]?.text ?? "csv"
        let style =
            switch format {
            case "ssv": "spaceDelimited"
            case "tsv": "tabDelimited"
            case "pipes": "pipeDelimited"
            default: isQuery ? "form" : "simple"
            }
        json.pair("style", style)
        json.pair("explode", format == "multi")
    }

    mutating func writeSwaggerBody(_ parameters: [Node], _ operation: Node) {
        let consumed = (operation["consumes"] ?? root["consumes"])?.elements?.compactMap(\.text) ?? []
        if let body = parameters.first(where: { $0["in"]?.text == "body" }) {
            let types = consumed.isEmpty ? ["application/json"] : consumed
            writeBody(isRequired: body["required"]?.value == .bool(true), types) { $0.writeSchema(body["schema"]) }
            return
        }
        let fields = parameters.filter { $0["in"]?.text == "formData" }
        guard !fields.isEmpty else { return }
        let forms = consumed.filter { $0.hasPrefix("multipart/") || $0.hasPrefix("application/x-www-form-urlencoded") }
        let hasFile = fields.contains { $0["type"]?.text == "file" }
        let usual = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded"
        let required = fields.filter { $0["required"]?.value == .bool(true) }.compactMap { $0["name"]?.text }
        writeBody(isRequired: !required.isEmpty, forms.isEmpty ? [usual] : forms) { $0.writeForm(fields, required) }
    }

    /// - Parameter writeValue: Writes the schema of the body, and what belongs to it.
    private mutating func writeBody(
        isRequired: Bool, _ types: [String], writeValue: (inout OpenAPIMockWriter) -> Void
    ) {
        json.begin("body", "{")
        json.pair("required", isRequired)
        json.begin("content", "[")
        for type in types {
            json.begin("{")
            json.pair("mediaType", type)
            json.key("schema")
            writeValue(&self)
            json.end("}")
        }
        json.end("]")
        json.end("}")
    }

    private mutating func writeForm(_ fields: [Node], _ required: [String]) {
        json.begin("{")
        json.pair("type", "object")
        json.begin("properties", "{")
        for field in fields {
            json.key(field["name"]?.text ?? "")
            // Only if `allowEmptyValue: false` is written: a document that leaves it out rarely means that the string
            // must have a character.
            let isFilled =
                field["allowEmptyValue"]?.value == .bool(false) && field["type"]?.text == "string"
                && field["minLength"] == nil
            writeSwaggerSchema(of: field, isFilled: isFilled)
        }
        json.end("}")
        if !required.isEmpty { json.pair("required", required) }
        json.end("}")
        json.begin("encoding", "{")
        for field in fields where field["type"]?.text == "array" {
            json.begin(field["name"]?.text ?? "", "{")
            writeCollectionFormat(field)
            json.end("}")
        }
        json.end("}")
    }

    mutating func writeSwaggerContent(_ response: Node, _ operation: Node) {
        json.begin("content", "[")
        let examples = response["examples"]?.pairs ?? []
        if response["schema"] != nil || !examples.isEmpty {
            var types = (operation["produces"] ?? root["produces"])?.elements?.compactMap(\.text) ?? []
            for (type, _) in examples {
                if let type = type.text, !types.contains(type), type.contains("/") { types.append(type) }
            }
            for type in types.isEmpty ? ["application/json"] : types {
                json.begin("{")
                json.pair("mediaType", type)
                if let schema = response["schema"] {
                    json.key("schema")
                    writeSchema(schema)
                }
                if let example = examples.first(where: { $0.key.text == type })?.value {
                    json.pair("example", example, at: example.place)
                }
                json.end("}")
            }
        }
        json.end("]")
    }
}
