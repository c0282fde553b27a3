import CallsiteCore

/// The combined statement of schemas that all apply to one value, with their references followed and their `allOf`
/// merged.
struct Statement {
    struct Property {
        var name: String
        var place: SourceLocation
        var schemas: [Node]
    }

    /// Every schema that says it, those behind references included.
    var parts: [Node] = []
    /// Where a warning about these schemas may point.
    var places: [SourceLocation] = []
    var properties: [Property] = []
    private(set) var positions: [String: Int] = [:]
    var required: Set<String> = []
    /// The strings of each `enum` and `const`, null left out, and the place of the list.
    var values: [(texts: [String], place: SourceLocation)] = []
    /// The JSON types, null left out.
    var types: Set<String> = []
    var items: [Node] = []
    var hasTuple = false
    /// The schemas of properties with other names.
    var rest: [Node] = []
    /// Each `oneOf` and `anyOf`, without null and without what only requires properties.
    var alternatives: [[Node]] = []
    var isNullable = false
    var isReadOnly = false
    var isWriteOnly = false
    var hasDiscriminator = false
    var hasDefault = false
    /// `false`: no value is right.
    var isNothing = false

    /// It tells any value apart from another.
    var isAnything: Bool {
        properties.isEmpty && values.isEmpty && types.isEmpty && items.isEmpty && rest.isEmpty && alternatives.isEmpty
            && !hasTuple
    }

    subscript(_ name: String) -> Property? { positions[name].map { properties[$0] } }

    fileprivate mutating func dropProperties() { (properties, positions, required, rest) = ([], [:], [], []) }

    fileprivate mutating func add(_ name: String, _ place: SourceLocation, _ schema: Node) {
        if let position = positions[name] {
            properties[position].schemas.append(schema)
        } else {
            positions[name] = properties.count
            properties.append(.init(name: name, place: place, schemas: [schema]))
        }
    }
}

extension DocumentReader {
    /// Common synonyms of JSON's types.
    private static let synonyms = [
        "int": "integer", "int32": "integer", "int64": "integer", "uint64": "integer", "long": "integer",
        "float": "number", "double": "number", "decimal": "number", "bool": "boolean", "list": "array", "map": "object",
        "date": "string", "date-time": "string", "datetime": "string", "uuid": "string", "byte": "string",
        "binary": "string",
    ]

    func statement(_ schemas: [Node]) -> Statement {
        var statement = Statement()
        var seen: Set<Node.ID> = []
        for schema in schemas { gather(schema, into: &statement, isOwn: true, &seen) }
        // A base that is one of those that extend it says so of itself, not of them.
        statement.alternatives.removeAll { arms in
            arms.contains { arm in
                followed(arm).map { target in target.node.id != arm.id && seen.contains(target.node.id) } ?? false
            }
        }
        // Keywords for another type than a schema says mean nothing (JSON Schema, 7.6.1).
        let types = statement.types
        if !types.isEmpty {
            if !types.contains("object") { statement.dropProperties() }
            if !types.contains("array") { (statement.items, statement.hasTuple) = ([], false) }
        }
        return statement
    }

    private func gather(_ schema: Node, into statement: inout Statement, isOwn: Bool, _ seen: inout Set<Node.ID>) {
        statement.places.append(schema.place)
        guard schema.isMapping else {
            if schema.value == .bool(false) { statement.isNothing = true }
            return
        }
        guard seen.insert(schema.id).inserted else { return }
        statement.parts.append(schema)
        var enumValues: (texts: [String], place: SourceLocation)?
        for (key, place, value) in members(schema) {
            switch key {
            case "$ref":
                statement.places += [place, value.place]
                if value.isScalar, let target = target(of: value) {
                    gather(target, into: &statement, isOwn: isOwn, &seen)
                }
            case "allOf":
                let parts = value.elements ?? []
                for part in parts { gather(part, into: &statement, isOwn: isOwn && parts.count == 1, &seen) }
            case "properties":
                for (name, place, property) in members(value) { statement.add(name, place, property) }
            case "required": statement.required.formUnion(texts(value))
            case "enum", "const":
                statement.places += [place, value.place]
                let values = key == "const" ? [value] : value.elements ?? []
                if isOwn, values.contains(where: \.isNull) { statement.isNullable = true }
                // `const` says more than `enum`.
                if key == "const" || enumValues == nil {
                    enumValues = (values.filter { !$0.isNull }.compactMap(\.text), value.place)
                }
            case "type":
                statement.places += [place, value.place]
                for type in value.elements.map({ $0.compactMap(\.text) }) ?? [value.text].compactMap({ $0 })
                where type.lowercased() != "any" {
                    if type == "null" {
                        if isOwn { statement.isNullable = true }
                    } else {
                        statement.types.insert(Self.synonyms[type.lowercased()] ?? type.lowercased())
                    }
                }
            case "items":
                statement.places += [place, value.place]
                if value.isSequence { statement.hasTuple = true } else { statement.items.append(value) }
            case "prefixItems":
                statement.places += [place, value.place]
                statement.hasTuple = true
            case "additionalProperties", "unevaluatedProperties": if value.isMapping { statement.rest.append(value) }
            case "patternProperties": for (_, _, pattern) in members(value) { statement.rest.append(pattern) }
            case "oneOf", "anyOf":
                let arms = value.elements ?? []
                if isOwn, arms.contains(where: isNullOnly) { statement.isNullable = true }
                let kept = arms.filter { !isNullOnly($0) && !isConstraint($0) }
                if !kept.isEmpty { statement.alternatives.append(kept) }
            case "nullable", "x-nullable": if isOwn, flag(value) { statement.isNullable = true }
            case "readOnly": if flag(value) { statement.isReadOnly = true }
            case "writeOnly": if flag(value) { statement.isWriteOnly = true }
            case "default": statement.hasDefault = true
            case "discriminator":
                statement.places += [place, value.place]
                statement.hasDiscriminator = true
            default: break
            }
        }
        if let enumValues, !enumValues.texts.isEmpty { statement.values.append(enumValues) }
    }

    private func isNullOnly(_ schema: Node) -> Bool {
        if schema["type"]?.text == "null" { return true }
        if let values = schema["enum"]?.elements, !values.isEmpty, values.allSatisfy(\.isNull) { return true }
        return schema["const"]?.isNull ?? false
    }

    /// An alternative that only says which properties there must be.
    private func isConstraint(_ schema: Node) -> Bool {
        guard schema.isMapping else { return true }
        let saying: Set<String> = [
            "$ref", "allOf", "oneOf", "anyOf", "enum", "const", "items", "prefixItems", "additionalProperties",
            "patternProperties", "format",
        ]
        let keys = Set(members(schema).map(\.key))
        guard keys.isDisjoint(with: saying), keys.contains("required") || keys.contains("not") else { return false }
        return members(schema["properties"]).allSatisfy { $0.value.pairs?.isEmpty == true || $0.value["not"] != nil }
    }
}
