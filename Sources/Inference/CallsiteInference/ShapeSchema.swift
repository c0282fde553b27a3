import CallsiteCore
import CallsiteMockEngine
import CallsiteText

/// The schemas of an OpenAPI document, by its version.
package enum SchemaVersion: Hashable, Sendable {
    case swagger
    case openAPI30
    /// And later ones.
    case openAPI31

    /// The keyword that allows null; nil: it is a type.
    package var nullable: String? {
        switch self {
        case .swagger: "x-nullable"
        case .openAPI30: "nullable"
        case .openAPI31: nil
        }
    }

    package var allowsAlternatives: Bool { self != .swagger }
}

/// Makes schemas that allow all values of a shape.
package struct ShapeSchema {
    private let version: SchemaVersion
    /// The number of objects that are needed before a field that all of them have is required.
    private let minimumObjects: Int
    /// Whether there are enums, and unions by a discriminator: both refuse values that weren't seen.
    private let guesses: Bool
    /// The reference to a model, as in `#/components/schemas/User`; nil: the model is written in place.
    private let reference: (ObjectShape) -> String?
    private let open = OpenMaps()

    private final class OpenMaps { var maps: Set<ObjectIdentifier> = [] }

    /// Schemas of an inferred description.
    init(_ version: SchemaVersion, reference: @escaping (ObjectShape) -> String?) {
        (self.version, minimumObjects, guesses, self.reference) = (version, 1, true, reference)
    }

    /// Schemas for a description that others wrote.
    package init(cautious version: SchemaVersion) {
        (self.version, minimumObjects, guesses, reference) = (version, 10, false, { _ in nil })
    }

    /// The schema of all values of a shape.
    ///
    /// - Parameter name: The name of the field that holds it; nil: there is no field. Secrets and names of people
    ///   aren't enums.
    package func schema(of shape: ValueShape, name: String? = nil) -> JSONValue {
        var alternatives = kinds(of: shape, name)
        // A value that was too deep to read may be anything, and so may a value that was always null.
        guard shape.unread == 0, let first = alternatives.first, alternatives.count <= 3 else { return .object([:]) }
        if alternatives.count == 1 { return .object(shape.nulls > 0 ? nullable(first) : first) }
        guard version.allowsAlternatives else { return .object([:]) }
        if version.nullable == nil {
            if shape.nulls > 0 { alternatives.append(["type": "null"]) }
            // `type: [string, integer]`
            if alternatives.allSatisfy({ $0.keys == ["type"] }) {
                return .object(["type": .array(alternatives.compactMap { $0["type"] })])
            }
        }
        var schema: JSONObject = ["anyOf": .array(alternatives.map { .object($0) })]
        if shape.nulls > 0, let nullable = version.nullable { schema[nullable] = .bool(true) }
        return .object(schema)
    }

    /// A schema for each kind of value but null.
    private func kinds(of shape: ValueShape, _ name: String?) -> [JSONObject] {
        var kinds: [JSONObject] = []
        if let objects = shape.objects { kinds.append(place(objects)) }
        if shape.lists > 0 {
            kinds.append([
                "type": "array", "items": shape.element.map { schema(of: $0, name: name) } ?? .object([:]),
            ])
        }
        if shape.strings.count > 0 { kinds.append(Self.schema(of: shape.strings, name, mayBeEnum: guesses)) }
        if shape.numbers > 0 {
            kinds.append(["type": "number"])
        } else if shape.integers > 0 {
            kinds.append(["type": "integer"])
        }
        if shape.booleans > 0 { kinds.append(["type": "boolean"]) }
        return kinds
    }

    private func nullable(_ schema: JSONObject) -> JSONObject {
        var schema = schema
        guard let keyword = version.nullable else {
            guard let type = schema["type"] else {
                return ["anyOf": .array([.object(schema), .object(["type": "null"])])]
            }
            schema["type"] = .array([type, "null"])
            if let values = schema["enum"]?.array { schema["enum"] = .array(values + [.null]) }
            return schema
        }
        // A keyword beside a reference is ignored.
        guard schema["$ref"] == nil else { return ["allOf": .array([.object(schema)]), keyword: .bool(true)] }
        schema[keyword] = .bool(true)
        return schema
    }

    static func schema(of strings: StringShape, _ name: String?, mayBeEnum: Bool) -> JSONObject {
        if mayBeEnum, let values = Self.enumValues(of: strings, name) {
            return ["type": "string", "enum": .array(values.map { .string($0) })]
        }
        return strings.form.map { ["type": "string", "format": .string($0.format)] } ?? ["type": "string"]
    }

    /// The values of an enum; nil: there may be others. Only a discriminator may have a single value: the constant
    /// value of any other field is an example.
    static func enumValues(of strings: StringShape, _ name: String?) -> [String]? {
        guard let values = strings.enumValues, name.map(mayBeEnum) ?? true,
            values.count > 1 || name.map(ObjectShape.isDiscriminator) ?? false,
            values.allSatisfy(PersonalData.isNeutral)
        else { return nil }
        return values
    }

    /// Whether a field's values may be listed or shown. Secrets and personal data may not.
    package static func mayBeEnum(_ name: String) -> Bool {
        guard !PersonalData.isSecret(name) else { return false }
        // `phone2` is a phone.
        let words = Words.split(name).map { word in
            String(word.lowercased().reversed().drop { $0.isNumber }.reversed())
        }.filter { !$0.isEmpty }
        // `email_status` describes an address; `email`, `emails`, `emailHome` and `phone2` are personal data.
        if words.last.map(aboutPeople.contains) != true, words.contains(where: isOfAPerson) { return false }
        let whole = words.joined()
        return ![whole, whole.last == "s" ? String(whole.dropLast()) : whole].contains { whole in
            endings.contains { whole.hasSuffix($0) }
                || shortNames.contains { $0 == whole || words.last == $0 || words.last == $0 + "s" }
        }
    }

    private static func isOfAPerson(_ word: String) -> Bool {
        peopleWords.contains(word) || word.last == "s" && peopleWords.contains(String(word.dropLast()))
    }

    /// Words that mark personal data, wherever they stand in a name.
    private static let peopleWords: Set<String> = [
        "ssn", "iban", "bic", "email", "mail", "phone", "telephone", "mobile", "birthday", "birthdate", "birth", "dob",
        "passport", "surname", "firstname", "lastname", "username", "nickname", "msisdn", "imei", "cvv", "cvc", "zip",
        "zipcode", "postcode", "postal", "latitude", "longitude",
    ]
    /// Words that describe personal data if they stand last, as in `email_status`.
    private static let aboutPeople: Set<String> = [
        "type", "kind", "status", "state", "format", "method", "mode", "level", "category", "provider", "frequency",
        "preference", "visibility", "platform", "os",
    ]
    private static let endings = [
        "name", "user", "author", "owner", "login", "email", "phone", "city", "street", "address", "surname", "title",
        "nick", "assignee", "reporter", "by", "handle", "customer", "contact", "person", "company", "text", "message",
        "comment", "id", "birthday", "birthdate", "dateofbirth", "passport", "number", "telephone", "mobile",
        "postcode", "zipcode", "iban", "latitude", "longitude", "url", "uri", "href", "link", "path",
        "description", "slug", "recipient", "sender", "employee", "patient",
    ]
    /// Names that are the ends of other words as well: `ship`, `hotel`.
    private static let shortNames: Set<String> = [
        "ip", "fax", "tel", "tin", "vat", "pan", "lat", "lng", "lon", "nin", "first", "last", "middle", "given",
        "family",
    ]

    /// Whether a key can be the name of a field: it is neither a number nor personal data.
    package static func isName(_ key: String) -> Bool {
        !key.isEmpty && key.utf8.count <= 200 && Int(key) == nil && PersonalData.isNeutral(key)
    }

    private func place(_ objects: ObjectShape) -> JSONObject {
        if let reference = reference(objects) { return ["$ref": .string(reference)] }
        return declaration(of: objects)
    }

    /// The schema of a model itself.
    package func declaration(of objects: ObjectShape) -> JSONObject {
        if let values = objects.values { return map(objects, values) }
        // If a key can't be a field's name, such as an email address, all keys are data.
        guard guesses || objects.names.allSatisfy({ Self.isName($0.text) }) else {
            return map(objects, objects.becomeMap())
        }
        if guesses, let variants = objects.alternatives { return union(of: objects, variants) }
        return object(objects, objects.fields.map { ($0.name, $0.field.shape, $0.field.count < objects.count) })
    }

    /// A dictionary that holds its own kind has no name to refer to, so the inner one is any object.
    private func map(_ objects: ObjectShape, _ values: ValueShape) -> JSONObject {
        guard open.maps.insert(ObjectIdentifier(objects)).inserted else { return ["type": "object"] }
        defer { open.maps.remove(ObjectIdentifier(objects)) }
        return ["type": "object", "additionalProperties": schema(of: values)]
    }

    private func object(_ objects: ObjectShape, _ fields: [(name: ExactString, shape: ValueShape, isOptional: Bool)])
        -> JSONObject
    {
        guard !fields.isEmpty else {
            return guesses ? ["type": "object", "additionalProperties": .object([:])] : ["type": "object"]
        }
        var properties = JSONObject()
        for field in fields { properties[field.name.text] = schema(of: field.shape, name: field.name.text) }
        var schema: JSONObject = ["type": "object", "properties": .object(properties)]
        let required = fields.filter { !$0.isOptional }.map { JSONValue.string($0.name.text) }
        if objects.count >= minimumObjects, !required.isEmpty { schema["required"] = .array(required) }
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
