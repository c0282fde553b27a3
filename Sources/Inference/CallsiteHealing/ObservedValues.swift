import CallsiteInference
import CallsiteMockEngine
import CallsiteText

/// The recorded values that schemas of a mock's description apply to.
package struct ObservedValues {
    package struct Place {
        package let shape = ValueShape()
        /// The number of bodies in which there is such a value.
        fileprivate(set) var bodies = 0
        fileprivate var last = -1
        /// The schemas that refer to this one where the value is null.
        fileprivate(set) var nullReferences: Set<ExactString> = []
    }

    private let engine: MockEngine
    /// JSON pointers of the schemas that are of interest; nil for all.
    private let wanted: Set<ExactString>?
    package private(set) var places: [ExactString: Place] = [:]
    private var alternatives: [ExactString: CompiledSchema] = [:]
    private var body = 0
    private var direction = SchemaDirection.response
    private var budget: Int

    private static let levelLimit = 64

    /// - Parameter mostValues: The limit of the values that are looked at.
    package init(_ engine: MockEngine, wanted: Set<ExactString>?, mostValues: Int = 3_000_000) {
        (self.engine, self.wanted, budget) = (engine, wanted, mostValues)
    }

    package func place(at pointer: String) -> Place? { places[ExactString(pointer)] }

    private var document: JSONValue { engine.description.document }

    package mutating func add(_ described: DescribedBody, direction: SchemaDirection) {
        guard let schema = document.value(at: described.pointer) else { return }
        body += 1
        self.direction = direction
        for value in described.areItems ? described.value.array ?? [] : [described.value] {
            look(at: value, schema, described.pointer, level: 0)
        }
    }

    private mutating func look(
        at value: JSONValue, _ schema: JSONValue, _ pointer: String, referredBy reference: String? = nil, level: Int
    ) {
        budget -= 1
        // The values of secrets weren't recorded.
        guard level < Self.levelLimit, budget > 0, value.string != Secrets.mark else { return }
        note(value, pointer, referredBy: reference)
        if value.isNull, schema["nullable"]?.bool == true { return }
        if let text = schema["$ref"]?.string, let target = document.value(atReference: text) {
            look(
                at: value, target, PercentEncoding.decoded(text.dropFirst()), referredBy: pointer, level: level + 1)
        }
        for (index, part) in (schema["allOf"]?.array ?? []).enumerated() {
            look(at: value, part, "\(pointer)/allOf/\(index)", level: level + 1)
        }
        for key in ["anyOf", "oneOf"] {
            for (index, part) in (schema[key]?.array ?? []).enumerated() {
                let place = "\(pointer)/\(key)/\(index)"
                if isValid(value, place) { look(at: value, part, place, level: level + 1) }
            }
        }
        lookInside(value, schema, pointer, level: level)
    }

    private mutating func lookInside(_ value: JSONValue, _ schema: JSONValue, _ pointer: String, level: Int) {
        switch value {
        case .array(let elements):
            let first = schema["prefixItems"]?.array ?? []
            for (index, element) in elements.enumerated() {
                if first.indices.contains(index) {
                    look(at: element, first[index], "\(pointer)/prefixItems/\(index)", level: level + 1)
                } else if let items = schema["items"], items.array == nil {
                    look(at: element, items, pointer + "/items", level: level + 1)
                }
            }
        case .object(let fields):
            for (key, field) in fields.pairs {
                if let property = schema["properties"]?[key] {
                    look(at: field, property, pointer + "/properties/" + JSONPointer.escaped(key), level: level + 1)
                } else if let others = schema["additionalProperties"], others.object != nil {
                    look(at: field, others, pointer + "/additionalProperties", level: level + 1)
                }
            }
        default: break
        }
    }

    private mutating func note(_ value: JSONValue, _ pointer: String, referredBy reference: String?) {
        let key = ExactString(pointer)
        if let wanted, !wanted.contains(key) { return }
        var place = places[key] ?? Place()
        place.shape.add(value)
        if place.last != body {
            place.last = body
            place.bodies += 1
        }
        if value.isNull, let reference, !isValid(value, reference) {
            place.nullReferences.insert(ExactString(reference))
        }
        places[key] = place
    }

    /// Whether a value is valid for the schema at a pointer.
    private mutating func isValid(_ value: JSONValue, _ pointer: String) -> Bool {
        let key = ExactString(pointer)
        let schema = alternatives[key] ?? engine.description.schemas.schema(at: pointer)
        alternatives[key] = schema
        return schema.isValid(value, direction: direction)
    }
}
