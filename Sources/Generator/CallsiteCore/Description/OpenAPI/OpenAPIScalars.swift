// Which scalar a schema's `type` and `format` mean, also where they are misspelled.

extension OpenAPIReader {
    static let jsonTypes: Set<String> = ["object", "array", "string", "integer", "number", "boolean", "file"]

    /// The JSON types of a schema, `null` left out: as declared, or as its keywords imply.
    package func jsonTypes(of node: Node) -> [String] {
        let standardTypes = Self.jsonTypes
        if let types = node["type"]?.elements {
            var result: [String] = []
            for type in types.compactMap(\.text) where standardTypes.contains(type) && !result.contains(type) {
                result.append(type)
            }
            // Every integer is a number.
            if result.contains("number") { result.removeAll { $0 == "integer" } }
            return result
        }
        if let type = node["type"]?.text, standardTypes.contains(type) { return [type] }
        if let type = misspelledType(node)?.type { return [type] }
        if node["properties"] != nil || node["additionalProperties"]?.isMapping == true
            || node["patternProperties"] != nil || node["unevaluatedProperties"]?.isMapping == true
            || namesConditionalFields(node)
        {
            return ["object"]
        }
        if node["items"] != nil || node["prefixItems"] != nil { return ["array"] }
        if node["type"] == nil, node["required"]?.elements?.isEmpty == false { return ["object"] }
        if node["type"] == nil, let format = node["format"]?.text, Self.stringFormats[format] != nil {
            return ["string"]
        }
        if node["contentEncoding"] != nil || node["contentMediaType"] != nil { return ["string"] }
        return []
    }

    /// The type that the keywords of a schema without `type` are about, and the first of these keywords; nil: they are
    /// about no type, or several. JSON Schema itself implies no type: keywords allow any values of other types.
    func impliedType(of node: Node) -> (type: String, keyword: Node)? {
        guard node["type"] == nil else { return nil }
        var implied: (type: String, keyword: Node)?
        for (key, value) in node.pairs ?? [] {
            let type: String?
            switch key.text {
            case "minLength", "maxLength", "pattern": type = "string"
            case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf": type = "number"
            case "minItems", "maxItems", "uniqueItems": type = "array"
            case "format":
                switch value.text ?? "" {
                case "int32", "int64", "uint64": type = "integer"
                case "float", "double", "decimal": type = "number"
                case let format: type = Self.textFormats.contains(format) ? "string" : nil
                }
            default: type = nil
            }
            guard let type else { continue }
            guard let other = implied?.type, other != type else {
                implied = implied ?? (type, key)
                continue
            }
            // Bounds of an integer.
            guard Set([other, type]) == ["integer", "number"] else { return nil }
            implied?.type = "integer"
        }
        return implied
    }

    /// Formats of strings that have no type of their own (OpenAPI's format registry).
    private static let textFormats: Set<String> = [
        "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "password", "uri-reference", "iri",
        "iri-reference", "uri-template", "time", "duration", "regex", "json-pointer", "relative-json-pointer",
    ]

    /// The meaning of a misspelled `type`: `String`, another language's `int`, or the format `date`.
    func misspelledType(_ node: Node) -> (type: String?, format: String?)? {
        node["type"]?.text.flatMap(Self.guessedType)
    }

    /// Maps a type that JSON Schema doesn't have (`int`, `date`) to the one it means. nil: it is standard or unknown. A
    /// result whose type is nil means any value.
    package static func guessedType(_ text: String) -> (type: String?, format: String?)? {
        jsonTypes.contains(text) ? nil : misspelledTypes[text.lowercased()]
    }

    /// Reports how a type of another language is read.
    func reportGuessedType(_ node: Node) {
        guard let type = node["type"], let text = type.text, let guess = Self.guessedType(text) else { return }
        diagnostics.report(.guessedSchemaType(text, guess.type, format: guess.format, at: type.place))
    }

    /// A nil type means any value.
    private static let misspelledTypes: [String: (type: String?, format: String?)] = [
        "string": ("string", nil), "str": ("string", nil), "text": ("string", nil), "char": ("string", nil),
        "password": ("string", nil), "date": ("string", "date"), "date-time": ("string", "date-time"),
        "datetime": ("string", "date-time"), "uuid": ("string", "uuid"), "guid": ("string", "uuid"),
        "uri": ("string", "uri"), "url": ("string", "uri"), "byte": ("string", "byte"), "binary": ("string", "binary"),
        "email": ("string", "email"), "integer": ("integer", nil), "int": ("integer", nil),
        "int32": ("integer", "int32"), "int64": ("integer", "int64"), "uint64": ("integer", "uint64"),
        "long": ("integer", "int64"), "short": ("integer", nil), "bigint": ("integer", "int64"),
        "number": ("number", nil), "float": ("number", "float"), "double": ("number", "double"),
        "decimal": ("number", "decimal"), "boolean": ("boolean", nil), "bool": ("boolean", nil),
        "object": ("object", nil), "map": ("object", nil), "dict": ("object", nil), "array": ("array", nil),
        "list": ("array", nil), "file": ("file", nil), "any": (nil, nil), "json": (nil, nil), "mixed": (nil, nil),
    ]

    /// A schema's format, or the one that stands where its type should.
    package func format(of node: Node) -> String? { node["format"]?.text ?? misspelledType(node)?.format }

    func scalar(for node: Node, among formats: [String: Scalar]) -> Scalar? {
        guard let format = format(of: node) else { return nil }
        return options.formats[format] ?? formats[format]
    }

    /// Whether an integer may be larger than any `Int64`, by its own bounds, and is never negative. The largest `Int64`
    /// is often written as JavaScript rounds it: 9223372036854776000.
    func exceedsInt64(_ node: Node) -> Bool {
        guard case .integer(let maximum)? = node["maximum"]?.value, UInt64(maximum) != nil,
            let limit = Double(maximum), limit > 0x1p63,
            case .integer(let minimum)? = (node["minimum"] ?? node["exclusiveMinimum"])?.value
        else { return false }
        return !minimum.hasPrefix("-")
    }

    /// The formats that have a type of their own. For any other format, the JSON type counts.
    package static let stringFormats: [String: Scalar] = [
        "date-time": .date, "date": .day, "uuid": .uuid, "uri": .url, "url": .url, "byte": .data,
    ]
    static let integerFormats: [String: Scalar] = [
        "int64": .int64, "uint64": .uint64, "unix-time": .timestamp, "timestamp": .int64, "epoch": .int64,
    ]
    static let numberFormats: [String: Scalar] = [
        "float": .double, "double": .double, "decimal": .decimal, "int64": .int64, "int32": .int, "integer": .int,
    ]

    /// Whether a string can be a value of a format's type; true in doubt.
    package static func fits(_ text: String, _ type: Scalar) -> Bool {
        switch type {
        case .date: Calendar.seconds(rfc3339: text) != nil
        case .day: Calendar.day(text) != nil
        case .uuid: URLText.isUUID(text)
        // Without Foundation it is hard to say which strings its `URL` accepts; it never accepts a blank.
        case .url: !text.utf8.contains(0x20) && !text.utf8.contains(0x7B) && text.utf8.allSatisfy { $0 < 0x80 }
        case .data:
            text.utf8.count % 4 == 0
                && text.utf8.allSatisfy { $0 != 0x20 && $0 != 0x2D && $0 != 0x5F && $0 != 0x2E && $0 < 0x80 }
        default: true
        }
    }
}

extension Diagnostic {
    /// - Parameter isTaken: whether the value can be left out where it is of another type.
    static func impliedType(_ type: String, _ keyword: String, isTaken: Bool, at place: SourceLocation) -> Self {
        let article = type == "array" || type == "integer" ? "an" : "a"
        return .warning(
            "implied-type", "'\(keyword)' without 'type' allows values of every type",
            help: isTaken
                ? "it is taken for 'type: \(type)'; a response's value of another type is reported, and left out"
                : "it is any JSON; write 'type: \(type)' if it is always \(article) \(type)",
            at: place, isPerCause: true)
    }
    static func bareNullable(at place: SourceLocation) -> Self {
        .warning(
            "implied-type", "'nullable: true' without 'type' allows values of every type", help: "it is taken for null",
            at: place, isPerCause: true)
    }
    static func guessedSchemaType(_ text: String, _ type: String?, format: String?, at place: SourceLocation) -> Self {
        let meaning: DiagnosticText = type.map { "'type: \($0)'" } ?? "any JSON"
        return .warning(
            "unknown-schema-type", "JSON Schema has no type '\(text)'",
            help: "it is taken for \(meaning)" + (format.map { " with 'format: \($0)'" } ?? ""), at: place,
            isPerCause: true)
    }
}
