import CallsiteCore

// Schemas are copied with every keyword. A reference becomes a reference to `#/schemas/…`, whatever file and place
// it leads to, so the result is a single file.

extension OpenAPIMockWriter {
    /// Keywords that hold a schema, a list of them, and schemas by names (JSON Schema 2020-12, sections 10 and 11; the
    /// last two of each are older drafts').
    private static let singles: Set<String> = [
        "not", "if", "then", "else", "items", "contains", "additionalProperties", "propertyNames", "unevaluatedItems",
        "unevaluatedProperties", "contentSchema", "additionalItems",
    ]
    private static let lists: Set<String> = ["allOf", "anyOf", "oneOf", "prefixItems", "items"]
    private static let maps: Set<String> = [
        "properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "dependencies",
    ]

    /// - Parameter excluded: The fields of other parts of an `allOf` that this part excludes, although they are meant
    ///   to be there.
    mutating func writeSchema(_ schema: Node?, allowing excluded: [String] = []) {
        guard let schema, schema.isMapping else {
            // Anything else allows every value, except `false`.
            json.bool(schema?.value != .bool(false))
            return
        }
        json.begin("{")
        json.mark(schema.place)
        for (key, value) in schema.pairs ?? [] {
            guard let name = key.text else { continue }
            switch name {
            // References are resolved already, so ids and anchors have no meaning any more.
            case "$id", "$anchor", "$schema", "$dynamicAnchor", "id": continue
            case "$ref" where value.isScalar:
                guard let target = follower.target(of: value) else { continue }
                json.pair("$ref", reference(to: target, called: value.text ?? ""))
            case "$dynamicRef" where value.isScalar:
                guard let target = follower.dynamicTarget(of: value) else { continue }
                json.pair("$ref", reference(to: target, called: value.text ?? ""))
            case "x-nullable" where isSwagger:
                json.pair("nullable", value, at: key.place)
            case "type" where value.text == "file":
                json.pair("type", "string")
                json.pair("format", "binary")
            // The generated types ignore these too, and report them: an empty enum, and a type that no value of the
            // enum has.
            case "enum" where value.elements?.isEmpty == true || enumOfElements(schema) != nil: continue
            case "enum" where value.isSequence && isString(schema):
                json.key(name, at: key.place)
                writeStrings(value.elements ?? [])
            case "type" where contradictsValues(value, schema) || contradictsAlternatives(value, schema): continue
            case "type" where value.text.flatMap(OpenAPIReader.guessedType) != nil: writeGuessedType(value, schema)
            case "type" where value.text == "number" && isIntegerFormat(schema): json.pair("type", "integer")
            case "items" where value.isMapping && enumOfElements(schema) != nil:
                json.key(name, at: key.place)
                writeElements(value, enum: schema["enum"])
            case "discriminator": writeDiscriminator(value)
            case _ where Self.lists.contains(name) && value.isSequence:
                json.begin(name, "[", at: key.place)
                let parts = name == "oneOf" ? distinct(value.elements ?? []) : value.elements ?? []
                let follower = follower
                let excluded =
                    name == "allOf"
                    ? Node.fieldsExcludedByRest(of: parts) { follower.target(of: $0) } : parts.map { _ in [] }
                for (part, names) in zip(parts, excluded) { writeSchema(part, allowing: names) }
                json.end("]")
            case _ where Self.singles.contains(name):
                json.key(name, at: key.place)
                writeSchema(value)
            case _ where Self.maps.contains(name) && value.isMapping:
                json.begin(name, "{", at: key.place)
                for (member, schema) in value.pairs ?? [] {
                    guard let member = member.text else { continue }
                    json.key(member)
                    // `dependencies` may list names.
                    if schema.isSequence { json.value(schema) } else { writeSchema(schema) }
                }
                if name == "properties" { allow(excluded) }
                json.end("}")
            case _ where name.hasPrefix("x-") || name == "externalDocs" || name == "description": continue
            default:
                if name == "format" { writeDateFormat(value) }
                json.pair(name, value, at: key.place)
            }
        }
        if !excluded.isEmpty, schema["properties"]?.isMapping != true {
            json.begin("properties", "{")
            allow(excluded)
            json.end("}")
        }
        json.end("}")
    }

    /// `enum: [0, overdue]` of strings: YAML reads numbers where quotation marks were forgotten.
    private mutating func writeStrings(_ values: [Node]) {
        json.begin("[")
        for value in values {
            if value.isScalar, !value.isNull, let text = value.text { json.string(text) } else { json.value(value) }
        }
        json.end("]")
    }

    /// The schema of elements, with the values of an enum that stands beside the list.
    private mutating func writeElements(_ schema: Node, enum values: Node?) {
        json.begin("{")
        json.begin("allOf", "[")
        writeSchema(schema)
        json.begin("{")
        json.key("enum", at: values?.place)
        if let values { json.value(values) }
        json.end("}")
        json.end("]")
        json.end("}")
    }

    /// Writes the date format that the configuration has for a format, if there is one.
    mutating func writeDateFormat(_ format: Node) {
        if let pattern = format.text.flatMap({ dateFormats[$0] }) { json.pair("x-date", pattern) }
    }

    /// Keeps the first of several equal alternatives: a value that matches more than one isn't valid for `oneOf`.
    private mutating func distinct(_ alternatives: [Node]) -> [Node] {
        var seen: Set<SchemaContents.Identity> = []
        return alternatives.filter { alternative in
            let schema = alternative["$ref"].flatMap { follower.target(of: $0) } ?? alternative
            return seen.insert(contents.identity(of: schema)).inserted
        }
    }

    /// Allows any value for these fields in this part.
    private mutating func allow(_ names: [String]) {
        for name in names {
            json.pair(name, true)
        }
    }

    /// Writes the type and the format that `type: long` means to the generated types; nothing if it means any value.
    private mutating func writeGuessedType(_ type: Node, _ schema: Node) {
        guard let guess = type.text.flatMap(OpenAPIReader.guessedType), let name = guess.type else { return }
        json.pair("type", name == "file" ? "string" : name)
        let format = name == "file" ? "binary" : guess.format
        if let format, schema["format"] == nil { json.pair("format", format) }
    }

    /// Whether a number has a format of integers, which are integers in the generated types.
    private func isIntegerFormat(_ schema: Node) -> Bool {
        ["int32", "int64", "integer"].contains(schema["format"]?.text ?? "")
    }

    /// An enum of scalars beside `type: array`, which lists the values of an element.
    private func enumOfElements(_ schema: Node) -> Node? {
        guard let values = schema["enum"], schema["type"]?.namedTypes == ["array"],
            let elements = values.elements, !elements.isEmpty, elements.allSatisfy({ $0.isScalar && !$0.isNull })
        else { return nil }
        return values
    }

    private func isString(_ schema: Node) -> Bool {
        guard let type = schema["type"] else { return false }
        return type.text == "string" || type.elements.map { Set($0.map(\.text)) == ["string", "null"] } == true
    }

    /// Whether a schema lists values, but no value has the schema's type: `{type: object, enum: [SELF, NONE]}`.
    private func contradictsValues(_ type: Node, _ schema: Node) -> Bool {
        guard let values = schema["enum"]?.elements, !values.isEmpty, let name = type.text else { return false }
        return !values.contains { value in
            if value.isNull { return true }
            switch name {
            case "object": return value.isMapping
            case "array": return value.isSequence
            case "boolean": if case .bool? = value.value { return true } else { return false }
            case "integer", "number": return value.isScalar && value.text.flatMap { Double($0) } != nil
            default: return value.isScalar || name != "string"
            }
        }
    }

    /// Whether an alternative of a schema is of another type than the schema itself:
    /// `{type: object, oneOf: [{type: string}, …]}`.
    private mutating func contradictsAlternatives(_ type: Node, _ schema: Node) -> Bool {
        for list in [schema["oneOf"], schema["anyOf"]] {
            for arm in list?.elements?.prefix(100) ?? [] {
                let arm = arm["$ref"].flatMap { follower.target(of: $0) } ?? arm
                guard let inner = arm["type"]?.namedTypes, !inner.isEmpty else { continue }
                if inner.isDisjoint(with: type.namedTypes) { return true }
            }
        }
        return false
    }

    /// `#/schemas/Pet`: the schema is written later, once.
    private mutating func reference(to target: Node, called text: String) -> String {
        if let key = schemaKeys[target.id] { return "#/schemas/" + OpenAPIReader.escaped(key) }
        let last = text.split(separator: "/").last.map(String.init) ?? text
        let key = keys.key(for: last.split(separator: "#").last.map(String.init) ?? "schema")
        schemaKeys[target.id] = key
        waiting.append((key, target))
        return "#/schemas/" + OpenAPIReader.escaped(key)
    }

    private mutating func writeDiscriminator(_ value: Node) {
        json.begin("discriminator", "{")
        // Swagger has the name alone.
        json.pair("propertyName", value["propertyName"]?.text ?? value.text ?? "")
        if let mapping = value["mapping"]?.pairs {
            json.begin("mapping", "{")
            for (tag, target) in mapping {
                guard let tag = tag.text, let text = target.text else { continue }
                let schema = follower.target(of: target) ?? component(text)
                guard let schema else { continue }
                json.pair(tag, reference(to: schema, called: text))
            }
            json.end("}")
        }
        json.end("}")
    }

    /// The component with a name, which a mapping may have in place of a reference.
    private func component(_ name: String) -> Node? {
        (isSwagger ? root["definitions"] : root["components"]?["schemas"])?.value(forKey: name)
    }
}
