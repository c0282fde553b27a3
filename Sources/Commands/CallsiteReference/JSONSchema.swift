import CallsiteCore

/// The JSON Schema (draft 2020-12) of the native format, for editors: printed from the tables of keys that the reader
/// uses, so that the two can't drift.
package enum NativeFormat {
    package static func jsonSchema() -> String {
        var definitions: [(String, JSONText)] = []
        for definition in NativeValue.Definition.allCases {
            definitions.append((definition.rawValue, schema(of: definition)))
        }
        var document = schema(of: DocumentKey.self)
        document.insert(("$schema", .text("https://json-schema.org/draft/2020-12/schema")), at: 0)
        document.insert(("title", .text("Callsite description")), at: 1)
        document.append(("$defs", .object(definitions)))
        return JSONText.object(document).printed() + "\n"
    }

    /// - Parameter own: Schemas of keys about which the table says less than a schema can.
    static func schema<Key: SchemaKey>(of _: Key.Type, own: [Key: [(String, JSONText)]] = [:]) -> [(String, JSONText)] {
        let keys = Array(Key.allCases)
        var members: [(String, JSONText)] = [
            ("type", .text("object")),
            (
                "properties",
                .object(
                    keys.map { key in
                        // Nothing behind a key says the same as leaving it out.
                        var schema: [(String, JSONText)] = [("description", .text(key.summary))]
                        schema += own[key] ?? Self.schema(of: key.value)
                        return (key.rawValue, .object(schema))
                    })
            ),
            ("additionalProperties", .bool(false)),
        ]
        let required = keys.filter(\.isRequired)
        if !required.isEmpty { members.append(("required", .list(required.map { .text($0.rawValue) }))) }
        return members
    }

    private static func schema(of value: NativeValue) -> [(String, JSONText)] {
        switch value {
        case .text: [("type", .list([.text("string"), .text("number"), .text("boolean")]))]
        case .flag: [("type", .text("boolean"))]
        case .integer: [("type", .text("integer"))]
        case .number: [("type", .text("number"))]
        case .anything: []
        case .constant(let number): [("const", .number(number))]
        case .oneOf(let words): [("enum", .list(words.map { .text($0) }))]
        case .either(let values): [("anyOf", .list(values.map { .object(schema(of: $0)) }))]
        case .list(let element):
            [
                (
                    "anyOf",
                    .list([
                        .object([("type", .text("array")), ("items", .object(schema(of: element)))]),
                        .object(schema(of: element)),
                    ])
                )
            ]
        case .map(let element):
            [
                ("type", .list([.text("object"), .text("null")])),
                ("additionalProperties", .object(schema(of: element))),
            ]
        case .definition(let definition): [("$ref", .text("#/$defs/" + definition.rawValue))]
        }
    }

    static func schema(of definition: NativeValue.Definition) -> JSONText {
        func anyOf(_ schemas: [(String, JSONText)]...) -> JSONText {
            .object([("anyOf", .list(schemas.map { .object($0) }))])
        }
        let text: [(String, JSONText)] = [
            ("type", .list([.text("string"), .text("number"), .text("boolean"), .text("null")]))
        ]
        let type: [(String, JSONText)] = [("$ref", .text("#/$defs/type"))]
        switch definition {
        case .type:
            return anyOf(
                [
                    ("type", .text("string")),
                    ("description", .text("A type as in Swift: String, Int?, Page<Issue>, open | closed = open.")),
                ],
                [
                    ("type", .text("array")), ("minItems", .number(1)), ("maxItems", .number(1)),
                    ("description", .text("A list [T], or a dictionary [String: T].")),
                    (
                        "items",
                        anyOf(
                            type,
                            [
                                ("type", .text("object")), ("properties", .object([("String", .object(type))])),
                                ("additionalProperties", .bool(false)),
                            ])
                    ),
                ],
                [("$ref", .text("#/$defs/shape"))])
        case .shape: return .object(schema(of: ShapeKey.self))
        case .field: return anyOf(type, schema(of: FieldKey.self))
        case .fields:
            return .object([
                ("type", .list([.text("object"), .text("null")])),
                ("additionalProperties", .object([("$ref", .text("#/$defs/field"))])),
            ])
        case .model:
            return anyOf(
                schema(of: ModelKey.self), [("$ref", .text("#/$defs/fields"))],
                [("type", .list([.text("string"), .text("array")]))])
        case .body:
            return anyOf(
                schema(of: BodyKey.self), [("$ref", .text("#/$defs/fields"))],
                [("type", .list([.text("string"), .text("array")]))])
        case .response:
            return anyOf(schema(of: ResponseKey.self), [("type", .list([.text("string"), .text("array")]))])
        case .endpoint: return .object(schema(of: EndpointKey.self))
        case .strategy: return .object(schema(of: StrategyKey.self))
        case .deepLinks: return .object(schema(of: DeepLinksKey.self))
        case .encoding: return .object(schema(of: EncodingKey.self))
        case .oauth2: return .object(schema(of: OAuth2Key.self))
        case .conditions:
            let scalar: [(String, JSONText)] = [
                ("type", .list(["string", "number", "boolean", "null"].map { .text($0) }))
            ]
            let list: [(String, JSONText)] = [
                ("type", .text("array")), ("minItems", .number(1)), ("items", .object(scalar)),
            ]
            return .object([
                ("type", .text("object")), ("minProperties", .number(1)), ("additionalProperties", anyOf(scalar, list)),
            ])
        case .pagination: return anyOf([("type", .text("string"))], [("$ref", .text("#/$defs/strategy"))])
        case .authentication:
            return anyOf(
                [("enum", .list(AuthenticationKey.words.map { .text($0) }))], schema(of: AuthenticationKey.self),
                [
                    ("type", .text("array")), ("minItems", .number(1)),
                    ("items", .object([("$ref", .text("#/$defs/authentication"))])),
                ])
        case .source: return anyOf([("type", .text("string"))], schema(of: SourceKey.self))
        case .enumeration:
            return anyOf(
                [("type", .text("array")), ("items", .object(text))],
                [("type", .text("object")), ("additionalProperties", .object(text))], [("type", .text("string"))])
        }
    }
}

/// JSON to print, the order of members kept.
indirect enum JSONText {
    case text(String)
    case number(Int)
    case bool(Bool)
    case list([JSONText])
    case object([(String, JSONText)])

    func printed(indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .text(let text): return JSONText.quoted(text)
        case .number(let number): return String(number)
        case .bool(let value): return value ? "true" : "false"
        case .list(let elements):
            guard !elements.isEmpty else { return "[]" }
            let isFlat = elements.allSatisfy { if case .text = $0 { true } else { false } }
            if isFlat { return "[" + elements.map { $0.printed() }.joined(separator: ", ") + "]" }
            return "[\n" + elements.map { inner + $0.printed(indent: inner) }.joined(separator: ",\n") + "\n" + indent
                + "]"
        case .object(let members):
            guard !members.isEmpty else { return "{}" }
            return "{\n"
                + members.map { inner + JSONText.quoted($0.0) + ": " + $0.1.printed(indent: inner) }.joined(
                    separator: ",\n")
                + "\n" + indent
                + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = ""
        Node.writeJSON(text, to: &result)
        return result
    }
}
