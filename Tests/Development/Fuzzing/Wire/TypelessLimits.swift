import CallsiteMockEngine

/// The limits of a description that no type expresses, so that a program couldn't know them.
struct TypelessLimits {
    private let document: JSONValue
    /// Where fields of alternatives are required that one type has together with other fields, all of them optional.
    private let mergedRequirements: Set<String>
    private static let keywords: Set<String> = [
        "pattern", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
        "maxLength", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "oneOf", "anyOf", "not",
        "dependentRequired", "if", "contains", "propertyNames", "const",
    ]

    init(_ document: JSONValue) {
        self.document = document
        var merged = MergedAlternatives(document: document)
        merged.look(at: document, "")
        mergedRequirements = merged.requirements
    }

    func isBeyondTypes(_ problem: MockProblem) -> Bool {
        guard let keyword = problem.keyword else { return false }
        if Self.keywords.contains(keyword) { return true }
        guard let rule = problem.rule, let said = document.value(at: rule)?.array,
            let schema = document.value(at: String(rule.dropLast(keyword.count + 1)))
        else { return false }
        switch keyword {
        // A single value is text with that as its default; values of several types, or of another than the declared
        // one, are any JSON.
        case "enum":
            let kinds = Set(said.map(Self.kind))
            // An object is sent only where the type is any JSON.
            return said.count == 1 || kinds.count > 1 || schema["type"]?.string.map { !kinds.contains($0) } ?? false
                || problem.message.hasSuffix("found an object")
        // An undeclared property has no name in Swift, which is a warning. Merged alternatives are a warning too.
        case "required":
            return mergedRequirements.contains(rule)
                || said.compactMap(\.string).contains { name in
                    schema["properties"]?[name] == nil && problem.message.contains("\"\(name)\"")
                }
        default: return false
        }
    }

    private static func kind(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "boolean"
        case .number: value.int == nil ? "number" : "integer"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

/// Finds the alternatives that stand beside fields.
private struct MergedAlternatives {
    let document: JSONValue
    /// Pointers to `required` of such alternatives.
    var requirements: Set<String> = []
    private var collected: Set<String> = []

    init(document: JSONValue) { self.document = document }

    /// Looks through all of a document.
    mutating func look(at value: JSONValue, _ pointer: String) {
        switch value {
        case .array(let elements):
            for (index, element) in elements.enumerated() { look(at: element, "\(pointer)/\(index)") }
        case .object(let fields):
            var parts = [(schema: value, pointer: pointer)]
            for (index, part) in (fields["allOf"]?.array ?? []).enumerated() {
                parts.append((part, "\(pointer)/allOf/\(index)"))
            }
            // Beside fields, or as one of several parts.
            if parts.count > 2 || parts.contains(where: { $0.schema["properties"] != nil }) {
                for part in parts {
                    for key in ["oneOf", "anyOf"] {
                        for (index, arm) in (part.schema[key]?.array ?? []).enumerated() {
                            collect(arm, "\(part.pointer)/\(key)/\(index)", depth: 0)
                        }
                    }
                }
            }
            for (key, field) in fields.pairs {
                look(at: field, "\(pointer)/\(JSONPointer.escaped(key))")
            }
        default: break
        }
    }

    /// Through references and what is extended.
    private mutating func collect(_ schema: JSONValue, _ pointer: String, depth: Int) {
        guard depth < 16 else { return }
        if let reference = schema["$ref"]?.string {
            let target = String(reference.drop { $0 == "#" })
            // A schema that many alternatives extend is looked at once.
            if collected.insert(target).inserted, let found = document.value(at: target) {
                collect(found, target, depth: depth + 1)
            }
            return
        }
        if schema["required"] != nil { requirements.insert(pointer + "/required") }
        for (index, part) in (schema["allOf"]?.array ?? []).enumerated() {
            collect(part, "\(pointer)/allOf/\(index)", depth: depth + 1)
        }
    }
}
