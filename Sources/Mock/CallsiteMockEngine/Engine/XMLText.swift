/// A value as XML, by the `xml` of its schema (OpenAPI 3, "XML Object"): names, attributes, wrapped lists.
package struct XMLText {
    private let schemas: XMLSchemas
    private var text = ""
    /// The current depth, which is limited: a value and its schemas may be deep.
    private var depth = 0

    static func of(_ value: JSONValue, schema: JSONValue?, in document: JSONValue) -> String {
        var writer = XMLText(schemas: XMLSchemas(document: document))
        let outline = writer.resolved(schema)
        writer.write(value, outline["xml"]?["name"]?.string ?? "xml", outline)
        return writer.text
    }

    private func resolved(_ schema: JSONValue?) -> JSONValue { schemas.resolved(schema, depth: depth) }

    private mutating func write(_ value: JSONValue, _ name: String, _ schema: JSONValue) {
        guard depth < 64 else { return }
        depth += 1
        defer { depth -= 1 }
        let xml = schema["xml"]
        let tag = Self.name((xml?["prefix"]?.string).map { $0 + ":" + name } ?? name)
        switch value {
        case .array(let elements):
            let items = resolved(schema["items"])
            let own = items["xml"]?["name"]?.string ?? name
            let isWrapped = xml?["wrapped"] == .bool(true) || depth == 1
            if isWrapped { text += "<\(tag)>" }
            for element in elements { write(element, own, items) }
            if isWrapped { text += "</\(tag)>" }
        case .object(let fields):
            var inner: [(name: String, value: JSONValue, schema: JSONValue)] = []
            text += "<\(tag)"
            if let namespace = xml?["namespace"]?.string {
                text +=
                    " xmlns\((xml?["prefix"]?.string).map { ":" + Self.name($0) } ?? "")=\"\(Self.escaped(namespace))\""
            }
            for (key, field) in fields.pairs {
                let schema = resolved(schema["properties"]?[key])
                let own = schema["xml"]?["name"]?.string ?? key
                if schema["xml"]?["attribute"] == .bool(true) {
                    text += " \(Self.name(own))=\"\(Self.escaped(Self.scalar(field)))\""
                } else {
                    inner.append((own, field, schema))
                }
            }
            text += ">"
            for field in inner { write(field.value, field.name, field.schema) }
            text += "</\(tag)>"
        default: text += "<\(tag)>\(Self.escaped(Self.scalar(value)))</\(tag)>"
        }
    }

    package static func scalar(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .bool(let flag): flag ? "true" : "false"
        case .number(let number): number.digits
        case .string(let text): text
        case .array, .object: ""
        }
    }

    /// Characters that no name may have become underscores.
    private static func name(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isLetter = scalar.properties.isAlphabetic || scalar == "_" || scalar == ":"
            let isOther = scalar == "-" || scalar == "." || ("0"..."9").contains(scalar)
            if isLetter || (isOther && !result.isEmpty) { result.unicodeScalars.append(scalar) } else { result += "_" }
        }
        return result.isEmpty ? "_" : result
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // XML 1.0 has no place for most control characters.
            case _ where scalar.value < 0x20 && scalar != "\t" && scalar != "\n" && scalar != "\r": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
