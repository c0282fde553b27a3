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
        document["$defs"] = .object(
            JSONObject(definitions.map { (key: $0.rawValue, value: .object(Self.schema(of: $0))) }))
        return JSONValue.object(document).text(.linesWithFlatLists) + "\n"
    }

    /// - Parameter own: Schemas of keys that the table describes too coarsely.
    static func schema<Key: SchemaKey>(of _: Key.Type, own: [Key: JSONObject] = [:]) -> JSONObject {
        let keys = Array(Key.allCases)
        var members: JSONObject = [
            "type": .string("object"),
            "properties": .object(
                JSONObject(
                    keys.map { key in
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
        case .text: .type("string", "number", "boolean")
        case .flag: .type("boolean")
        case .integer: .type("integer")
        case .number: .type("number")
        case .anything: [:]
        case .constant(let number): ["const": .int(number)]
        case .oneOf(let words): .words(words)
        case .either(let values): .anyOf(values.map(schema))
        case .list(let element): .anyOf(.list(of: schema(of: element)), schema(of: element))
        case .map(let element): .optionalMap(of: schema(of: element))
        case .definition(let definition): .reference(definition)
        }
    }

    private static func schema(of definition: NativeValue.Definition) -> JSONObject {
        let scalar = JSONObject.type("string", "number", "boolean", "null")
        switch definition {
        case .type:
            let value: JSONObject = [
                "type": .string("object"), "properties": .object(["String": .object(.reference(.type))]),
                "additionalProperties": .bool(false),
            ]
            return .anyOf(
                [
                    "type": .string("string"),
                    "description": .string("A type as in Swift: String, Int?, Page<Issue>, open | closed = open."),
                ],
                [
                    "type": .string("array"), "minItems": .int(1), "maxItems": .int(1),
                    "description": .string("A list [T], or a dictionary [String: T]."),
                    "items": .object(.anyOf(.reference(.type), value)),
                ],
                .reference(.shape))
        case .shape: return schema(of: ShapeKey.self)
        case .field: return .anyOf(.reference(.type), schema(of: FieldKey.self))
        case .fields: return .optionalMap(of: .reference(.field))
        case .model: return .anyOf(schema(of: ModelKey.self), .reference(.fields), .type("string", "array"))
        case .body: return .anyOf(schema(of: BodyKey.self), .reference(.fields), .type("string", "array"))
        case .response: return .anyOf(schema(of: ResponseKey.self), .type("string", "array"))
        case .endpoint: return schema(of: EndpointKey.self)
        case .strategy: return schema(of: StrategyKey.self)
        case .deepLinks: return schema(of: DeepLinksKey.self)
        case .encoding: return schema(of: EncodingKey.self)
        case .oauth2: return schema(of: OAuth2Key.self)
        case .conditions:
            return [
                "type": .string("object"), "minProperties": .int(1),
                "additionalProperties": .object(.anyOf(scalar, .nonEmptyList(of: scalar))),
            ]
        case .pagination: return .anyOf(.type("string"), .reference(.strategy))
        case .authentication:
            return .anyOf(
                .words(AuthenticationKey.words), schema(of: AuthenticationKey.self),
                .nonEmptyList(of: .reference(.authentication)))
        case .source: return .anyOf(.type("string"), schema(of: SourceKey.self))
        case .enumeration: return .anyOf(.list(of: scalar), .map(of: scalar), .type("string"))
        }
    }
}

/// Schemas, as JSON.
extension JSONObject {
    static func type(_ names: String...) -> Self {
        ["type": names.count == 1 ? .string(names[0]) : .array(names.map { .string($0) })]
    }

    static func words(_ words: [String]) -> Self { ["enum": .array(words.map { .string($0) })] }

    static func anyOf(_ schemas: Self...) -> Self { anyOf(schemas) }
    static func anyOf(_ schemas: [Self]) -> Self { ["anyOf": .array(schemas.map { .object($0) })] }

    static func reference(_ definition: NativeValue.Definition) -> Self {
        ["$ref": .string("#/$defs/" + definition.rawValue)]
    }

    static func list(of element: Self) -> Self { ["type": .string("array"), "items": .object(element)] }

    fileprivate static func nonEmptyList(of element: Self) -> Self {
        ["type": .string("array"), "minItems": .int(1), "items": .object(element)]
    }

    static func map(of value: Self) -> Self { ["type": .string("object"), "additionalProperties": .object(value)] }

    /// A map, or no value, which means the same as an empty map.
    fileprivate static func optionalMap(of value: Self) -> Self {
        map(of: value).merging(type("object", "null")) { $1 }
    }
}
