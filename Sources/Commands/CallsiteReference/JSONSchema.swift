import CallsiteCore
import CallsiteText

/// The JSON Schema (draft 2020-12) of the native format, for editors: printed from the tables of keys that the reader
/// uses, so that the two can't drift.
package enum NativeFormat {
    package static func jsonSchema() -> String {
        document("Callsite description", schema(of: DocumentKey.self), NativeValue.Definition.allCases)
    }

    static func document(_ title: String, _ schema: JSONObject, _ definitions: [NativeValue.Definition]) -> String {
        let head: JSONObject = [
            "$schema": .string("https://json-schema.org/draft/2020-12/schema"), "title": .string(title),
        ]
        var document = head.merging(schema) { $1 }
        document["$defs"] = .object(JSONObject(definitions.map { (key: $0.rawValue, value: Self.schema(of: $0)) }))
        return JSONValue.object(document).text(.linesWithFlatLists) + "\n"
    }

    /// - Parameter own: Schemas of keys about which the table says less than a schema can.
    static func schema<Key: SchemaKey>(of _: Key.Type, own: [Key: JSONObject] = [:]) -> JSONObject {
        let keys = Array(Key.allCases)
        var members: JSONObject = [
            "type": .string("object"),
            "properties": .object(
                JSONObject(
                    keys.map { key in
                        // Nothing behind a key says the same as leaving it out.
                        let schema: JSONObject = ["description": .string(key.summary)]
                        let value = schema.merging(own[key] ?? Self.schema(of: key.value)) { $1 }
                        return (key: key.rawValue, value: .object(value))
                    })),
            "additionalProperties": .bool(false),
        ]
        let required = keys.filter(\.isRequired)
        if !required.isEmpty { members["required"] = .array(required.map { .string($0.rawValue) }) }
        return members
    }

    private static func schema(of value: NativeValue) -> JSONObject {
        switch value {
        case .text: ["type": .array([.string("string"), .string("number"), .string("boolean")])]
        case .flag: ["type": .string("boolean")]
        case .integer: ["type": .string("integer")]
        case .number: ["type": .string("number")]
        case .anything: [:]
        case .constant(let number): ["const": .int(number)]
        case .oneOf(let words): ["enum": .array(words.map { .string($0) })]
        case .either(let values): ["anyOf": .array(values.map { .object(schema(of: $0)) })]
        case .list(let element):
            [
                "anyOf": .array([
                    .object(["type": .string("array"), "items": .object(schema(of: element))]),
                    .object(schema(of: element)),
                ])
            ]
        case .map(let element):
            [
                "type": .array([.string("object"), .string("null")]),
                "additionalProperties": .object(schema(of: element)),
            ]
        case .definition(let definition): ["$ref": .string("#/$defs/" + definition.rawValue)]
        }
    }

    static func schema(of definition: NativeValue.Definition) -> JSONValue {
        func anyOf(_ schemas: JSONObject...) -> JSONValue {
            .object(["anyOf": .array(schemas.map { .object($0) })])
        }
        let text: JSONObject = [
            "type": .array([.string("string"), .string("number"), .string("boolean"), .string("null")])
        ]
        let type: JSONObject = ["$ref": .string("#/$defs/type")]
        switch definition {
        case .type:
            return anyOf(
                [
                    "type": .string("string"),
                    "description": .string("A type as in Swift: String, Int?, Page<Issue>, open | closed = open."),
                ],
                [
                    "type": .string("array"), "minItems": .int(1), "maxItems": .int(1),
                    "description": .string("A list [T], or a dictionary [String: T]."),
                    "items": anyOf(
                        type,
                        [
                            "type": .string("object"), "properties": .object(["String": .object(type)]),
                            "additionalProperties": .bool(false),
                        ]),
                ],
                ["$ref": .string("#/$defs/shape")])
        case .shape: return .object(schema(of: ShapeKey.self))
        case .field: return anyOf(type, schema(of: FieldKey.self))
        case .fields:
            return .object([
                "type": .array([.string("object"), .string("null")]),
                "additionalProperties": .object(["$ref": .string("#/$defs/field")]),
            ])
        case .model:
            return anyOf(
                schema(of: ModelKey.self), ["$ref": .string("#/$defs/fields")],
                ["type": .array([.string("string"), .string("array")])])
        case .body:
            return anyOf(
                schema(of: BodyKey.self), ["$ref": .string("#/$defs/fields")],
                ["type": .array([.string("string"), .string("array")])])
        case .response:
            return anyOf(schema(of: ResponseKey.self), ["type": .array([.string("string"), .string("array")])])
        case .endpoint: return .object(schema(of: EndpointKey.self))
        case .strategy: return .object(schema(of: StrategyKey.self))
        case .deepLinks: return .object(schema(of: DeepLinksKey.self))
        case .encoding: return .object(schema(of: EncodingKey.self))
        case .oauth2: return .object(schema(of: OAuth2Key.self))
        case .conditions:
            let scalar: JSONObject = [
                "type": .array(["string", "number", "boolean", "null"].map { .string($0) })
            ]
            let list: JSONObject = [
                "type": .string("array"), "minItems": .int(1), "items": .object(scalar),
            ]
            return .object([
                "type": .string("object"), "minProperties": .int(1), "additionalProperties": anyOf(scalar, list),
            ])
        case .pagination: return anyOf(["type": .string("string")], ["$ref": .string("#/$defs/strategy")])
        case .authentication:
            return anyOf(
                ["enum": .array(AuthenticationKey.words.map { .string($0) })], schema(of: AuthenticationKey.self),
                [
                    "type": .string("array"), "minItems": .int(1),
                    "items": .object(["$ref": .string("#/$defs/authentication")]),
                ])
        case .source: return anyOf(["type": .string("string")], schema(of: SourceKey.self))
        case .enumeration:
            return anyOf(
                ["type": .string("array"), "items": .object(text)],
                ["type": .string("object"), "additionalProperties": .object(text)], ["type": .string("string")])
        }
    }
}
