// Finds parts of recordings that a description neither mentions nor forbids. They are the first sign that a description
// is behind its server.

extension MockEngine {
    /// Items of the query that are no parameter's.
    package func undescribedParameters(of judged: Judged) -> [MockProblem] {
        let parameters = judged.operation.parameters.filter { $0.location == "query" }
        guard !judged.operation.parameters.contains(where: { $0.location == "querystring" }) else { return [] }
        var names: Set<String> = []
        for parameter in parameters {
            names.formUnion([parameter.name, parameter.name + "[]"])
            let outline = SchemaOutline(
                description.document.value(at: parameter.pointer) ?? .bool(true), in: description.document)
            guard outline.isObject, parameter.style == "form", parameter.explode else { continue }
            // Its fields stand in the query by themselves, and it may have any.
            if outline.properties.isEmpty { return [] }
            names.formUnion(outline.properties.keys)
        }
        for scheme in description.securitySchemes.values {
            if case .key("query", let name) = scheme.kind { names.insert(name) }
        }
        var problems: [MockProblem] = []
        for item in QueryItems(judged.request.parts.query).items where names.insert(item.name).inserted {
            // `filter[age]`
            if names.contains(String(item.name.prefix { $0 != "[" })), item.name.contains("[") { continue }
            problems.append(
                MockProblem(
                    operation: judged.operation.title, .query, item.name, "the description doesn't know this parameter",
                    rule: "/operations/\(judged.operation.index)/parameters"))
        }
        return problems
    }

    /// Fields that no schema knows, where the schema allows any, each with what says which there are.
    func undescribedFields(of value: JSONValue, _ media: MockDescription.Media) -> [(pointer: String, rule: String)] {
        let rule = media.pointer + "/schema"
        guard let schema = description.document.value(at: rule) else { return [] }
        var walk = UndescribedFields(document: description.document)
        walk.look(at: value, schema, "", rule, depth: 0)
        return walk.found
    }
}

private struct UndescribedFields {
    let document: JSONValue
    private(set) var found: [(pointer: String, rule: String)] = []
    /// The same field of each element is reported once.
    private var told: Set<String> = []
    private var left = 100_000

    init(document: JSONValue) { self.document = document }

    mutating func look(at value: JSONValue, _ schema: JSONValue, _ pointer: String, _ rule: String, depth: Int) {
        guard depth < 64, left > 0, found.count < 100 else { return }
        left -= 1
        let (schema, rule) = named(schema, rule)
        switch value {
        case .array(let elements):
            guard let items = schema["items"] else { return }
            for (index, element) in elements.enumerated() {
                look(at: element, items, "\(pointer)/\(index)", rule + "/items", depth: depth + 1)
            }
        case .object(let fields):
            let outline = SchemaOutline(schema, in: document)
            // An object of which nothing is said, or that is a dictionary, knows every field.
            guard outline.isObject, !outline.properties.isEmpty else { return }
            let knowsAll = !saysOthers(schema)
            for (key, field) in fields.pairs {
                let path = pointer + "/" + key
                if let known = outline.properties[key] {
                    look(at: field, known, path, "\(rule)/properties/\(key)", depth: depth + 1)
                } else if knowsAll,
                    told.insert(path.split(separator: "/").filter { Int($0) == nil }.joined(separator: "/")).inserted
                {
                    found.append((path, rule))
                }
            }
        default: break
        }
    }

    /// Follows references; returns the schema and where it is.
    private func named(_ schema: JSONValue, _ rule: String) -> (JSONValue, String) {
        var (schema, rule) = (schema, rule)
        for _ in 0..<16 {
            guard let reference = schema["$ref"]?.string, let target = document.value(atReference: reference) else {
                break
            }
            (schema, rule) = (target, MockText.decoded(reference.dropFirst()))
        }
        return (schema, rule)
    }

    /// Fields of any other name are described, or forbidden, which the schema says by itself.
    private func saysOthers(_ schema: JSONValue) -> Bool {
        var waiting = [schema]
        var left = 64
        while let next = waiting.popLast(), left > 0 {
            left -= 1
            if let reference = next["$ref"]?.string, let target = document.value(atReference: reference) {
                waiting.append(target)
            }
            if next["additionalProperties"] != nil || next["unevaluatedProperties"] != nil
                || next["patternProperties"] != nil
            {
                return true
            }
            for key in ["allOf", "anyOf", "oneOf"] { waiting += next[key]?.array ?? [] }
        }
        return false
    }
}
