import CallsiteCore
import CallsiteHealing
import CallsiteInference
import CallsiteMockDescription
import CallsiteMockEngine
import CallsiteText

/// A change of a description with which it is wrong.
package struct Injury {
    package enum Kind: String, CaseIterable, Sendable {
        case required = "optional field made required"
        case null = "null forbidden"
        case type = "type changed"
        case enumValue = "enum value dropped"
        case property = "property removed"
        case format = "format added"
        case status = "status removed"
        case maximum = "maximum added"
        case minLength = "minLength added"
        case maxItems = "maxItems added"
        case pattern = "pattern added"
    }

    package let kind: Kind
    /// The value that is changed.
    package let path: NodePath
    /// The parts of corrections that heal it.
    let parts: Set<String>
    /// Actions of an overlay, as JSON.
    let actions: [JSONValue]

    init(_ kind: Kind, _ path: NodePath, parts: Set<String>, _ actions: JSONValue...) {
        (self.kind, self.path, self.parts, self.actions) = (kind, path, parts, actions)
    }

    static func remove(_ query: String) -> JSONValue {
        .object(["target": .string(query), "remove": .bool(true)])
    }

    static func update(_ path: NodePath, _ members: JSONObject) -> JSONValue {
        .object(["target": .string(path.query), "update": .object(members)])
    }
}

/// All injuries that a walk would see.
struct InjuryFinder {
    let engine: MockEngine
    let reading: MockReading
    let places: DocumentPlaces
    let version: SchemaVersion
    private(set) var found: [Injury.Kind: [Injury]] = [:]

    init(
        _ engine: MockEngine, _ reading: MockReading, _ root: Node, _ version: SchemaVersion,
        _ exchanges: [RecordedExchange]
    ) {
        (self.engine, self.reading, self.version) = (engine, reading, version)
        places = DocumentPlaces(root)
        let survey = DriftSurvey(engine, exchanges)
        var observed = ObservedValues(engine, wanted: nil)
        for (body, direction) in survey.bodies where direction == .response {
            observed.add(body, direction: direction)
        }
        for (pointer, place) in observed.places.sorted(by: { $0.key.text < $1.key.text }) {
            look(at: pointer.text, place.shape)
        }
        lookForStatuses(exchanges)
    }

    private mutating func add(_ injury: Injury) { found[injury.kind, default: []].append(injury) }

    private mutating func look(at pointer: String, _ shape: ValueShape) {
        guard let schema = engine.description.document.value(at: pointer), schema["$ref"] == nil,
            let placed = reading.place(exactly: pointer).flatMap({ places.value(at: $0) }), placed.node.isMapping
        else { return }
        lookAtFields(schema, placed, shape)
        lookForNull(placed, shape)
        guard let type = placed.node["type"]?.text, schema["type"]?.string == type, schema["enum"] == nil,
            schema["const"] == nil, schema["oneOf"] == nil, schema["anyOf"] == nil, schema["allOf"] == nil
        else {
            if let words = shape.strings.words, let values = schema["enum"]?.array, values.count > 1 {
                lookAtEnum(values, Set(words.keys.map(\.text)), placed)
            }
            return
        }
        lookAtType(type, schema, placed, shape)
    }

    private mutating func lookAtFields(_ schema: JSONValue, _ placed: PlacedNode, _ shape: ValueShape) {
        guard let objects = shape.objects, let properties = schema["properties"]?.object else { return }
        let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
        let isOpen = ["additionalProperties", "unevaluatedProperties", "patternProperties", "allOf", "oneOf", "anyOf"]
            .allSatisfy { schema[$0] == nil }
        for (name, field) in objects.fields {
            guard properties[name.text] != nil, !required.contains(name.text) else { continue }
            if field.count < objects.count {
                add(
                    Injury(
                        .required, placed.path, parts: ["required " + name.text],
                        Injury.update(placed.path, ["required": .array([.string(name.text)])])))
            }
            guard isOpen, properties.count > 1, ShapeSchema.isName(name.text),
                properties[name.text]?["writeOnly"] == nil
            else { continue }
            let property = placed.path.appending("properties").appending(name.text)
            add(
                Injury(.property, placed.path, parts: ["properties " + name.text], Injury.remove(property.query)))
        }
    }

    private mutating func lookForNull(_ placed: PlacedNode, _ shape: ValueShape) {
        guard shape.nulls > 0 else { return }
        let parts: Set<String> = ["null", "enum"]
        if let nullable = version.nullable {
            guard placed.node.value(forKey: nullable)?.value == .bool(true) else { return }
            add(Injury(.null, placed.path, parts: parts, Injury.remove(placed.path.appending(nullable).query)))
        } else if let types = placed.node["type"]?.elements?.compactMap(\.text), types.contains("null"), types.count > 1
        {
            let list = placed.path.appending("type")
            add(Injury(.null, placed.path, parts: parts, Injury.remove(list.query + "[?@ == 'null']")))
        } else if placed.node["anyOf"]?.elements?.contains(where: { $0["type"]?.text == "null" }) == true {
            let list = placed.path.appending("anyOf")
            add(Injury(.null, placed.path, parts: parts, Injury.remove(list.query + "[?@.type == 'null']")))
        }
    }

    private mutating func lookAtEnum(_ values: [JSONValue], _ words: Set<String>, _ placed: PlacedNode) {
        guard let value = values.compactMap(\.string).first(where: words.contains) else { return }
        let list = placed.path.appending("enum")
        add(
            Injury(
                .enumValue, placed.path, parts: ["enum"],
                Injury.remove(list.query + "[?@ == \(NodePath.quoted(value))]")))
    }

    private mutating func lookAtType(
        _ type: String, _ schema: JSONValue, _ placed: PlacedNode, _ shape: ValueShape
    ) {
        func update(_ kind: Injury.Kind, _ keyword: String, _ value: JSONValue) {
            guard schema[keyword] == nil || keyword == "type" else { return }
            add(Injury(kind, placed.path, parts: [keyword], Injury.update(placed.path, [keyword: value])))
        }
        switch type {
        case "string" where shape.strings.count > 0:
            update(.type, "type", .string("integer"))
            if shape.strings.forms.allSatisfy({ $0 != .dateTime }) { update(.format, "format", .string("date-time")) }
            update(.minLength, "minLength", .int(5000))
            update(.pattern, "pattern", .string("^never-[0-9]{9}$"))
        case "integer" where shape.integers > 0:
            update(.type, "type", .string("string"))
            update(.maximum, "maximum", .int(-1_000_000_000_000))
        case "number" where shape.numbers > 0:
            update(.type, "type", .string("integer"))
            update(.maximum, "maximum", .int(-1_000_000_000_000))
        case "boolean" where shape.booleans > 0: update(.type, "type", .string("string"))
        case "array" where shape.lists > shape.emptyLists: update(.maxItems, "maxItems", .int(0))
        default: break
        }
    }

    private mutating func lookForStatuses(_ exchanges: [RecordedExchange]) {
        var seen: Set<[Int]> = []
        for exchange in exchanges {
            guard let call = engine.drift(in: exchange).call, let status = exchange.response?.status,
                seen.insert([call.operation.index, status]).inserted,
                call.operation.responses.count > 1, call.operation.responses.allSatisfy({ $0.exact != nil }),
                let place = reading.place(exactly: "/operations/\(call.operation.index)/responses"),
                let list = places.value(at: place)
            else { continue }
            let part = String(status)
            add(
                Injury(.status, list.path, parts: [part], Injury.remove(list.path.appending(part).query)))
        }
    }
}
