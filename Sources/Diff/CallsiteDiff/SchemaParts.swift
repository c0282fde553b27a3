import CallsiteCore

// A schema may be spread over several: references, parts of `allOf`, one alternative beside null. Their keywords apply
// to one value together, so they are compared together, wherever they are written.

struct SchemaParts {
    private(set) var nodes: [Node]
    /// Null is an alternative.
    private let isNullable: Bool

    init(_ nodes: [Node], isNullable: Bool = false) { (self.nodes, self.isNullable) = (nodes, isNullable) }

    /// `false`: no value is allowed.
    var isNever: Bool { nodes.contains { $0.value == .bool(false) } }

    func first(_ key: String) -> Node? {
        for node in nodes { if let value = node.value(forKey: key) { return value } }
        return nil
    }

    func all(_ key: String) -> [Node] { nodes.compactMap { $0.value(forKey: key) } }

    func number(_ key: String) -> Double? { first(key)?.text.flatMap { Double($0) } }

    func texts(_ key: String) -> [String] {
        var seen: Set<String> = []
        return all(key).compactMap(\.text).filter { seen.insert($0).inserted }
    }

    /// The types that a value may have; nil: any.
    var types: Set<String>? {
        var result: Set<String>?
        for node in nodes {
            guard let types = Self.types(node) else { continue }
            result =
                result.map { known in
                    var both = known.intersection(types)
                    // An integer is a number.
                    if known.contains("number") != types.contains("number"), (known.union(types)).contains("integer") {
                        both.insert("integer")
                    }
                    return both
                } ?? types
        }
        if isNullable { result?.insert("null") }
        return result
    }

    private static func types(_ node: Node) -> Set<String>? {
        guard let type = node["type"] else { return nil }
        var types = Set(type.text.map { [$0] } ?? type.elements?.compactMap(\.text) ?? [])
        if isNullable(node) { types.insert("null") }
        return types
    }

    static func isNullable(_ node: Node) -> Bool {
        node["nullable"]?.value == .bool(true) || node["x-nullable"]?.value == .bool(true)
    }

    /// Whether values of integers only.
    var isInteger: Bool { types.map { $0.subtracting(["null"]) == ["integer"] } ?? false }

    /// The properties, each with all schemas that it has, by their names.
    var properties: [(key: Node, schemas: [Node])] {
        if nodes.count == 1 { return (nodes[0]["properties"]?.pairs ?? []).map { ($0.key, [$0.value]) } }
        var positions: [String: Int] = [:]
        var result: [(key: Node, schemas: [Node])] = []
        for (key, schema) in all("properties").flatMap({ $0.pairs ?? [] }) {
            guard let name = key.text else { continue }
            if let position = positions[name] {
                result[position].schemas.append(schema)
            } else {
                positions[name] = result.count
                result.append((key, [schema]))
            }
        }
        return result
    }

    var required: Set<String> { Set(all("required").flatMap { ($0.elements ?? []).compactMap(\.text) }) }

    /// Fields of other names are refused.
    var isClosed: Bool { all("additionalProperties").contains { $0.value == .bool(false) } }

    /// The only value but null; nil: there is none, or it is no scalar.
    var constant: Node? {
        first("const")
            ?? first("enum")?.elements.flatMap { values in
                let values = values.filter { !$0.isNull }
                return values.count == 1 ? values[0] : nil
            }
    }
}

extension DocumentWalk.Document {
    /// The parts below schemas with alternatives: many fields may have one union.
    final class Alternatives {
        var known: [Node.ID: (parts: [Node], isNullable: Bool)] = [:]
    }

    /// The parts of all these schemas, which apply together.
    func parts(of roots: [Node]) -> SchemaParts {
        var found: [Node] = []
        var seen: Set<Node.ID> = []
        var isNullable = false
        var open = Array(roots.reversed())
        while let node = open.popLast() {
            // A schema that a person wrote has fewer parts.
            guard found.count < 100, seen.insert(node.id).inserted else { continue }
            guard node["$ref"]?.isScalar == true else {
                found.append(node)
                let below = partsBelow(node)
                open += below.parts.reversed()
                isNullable = isNullable || below.isNullable
                continue
            }
            // Keywords beside a reference count since OpenAPI 3.1.
            if countsBesideReferences, hasKeywords(node) { found.append(node) }
            if let target = follower.resolved(node) { open.append(target) }
        }
        return SchemaParts(found, isNullable: isNullable)
    }

    /// The schema that references lead to, `allOf` of nothing but one schema among them, and the name of the last one;
    /// nil: they are broken.
    func behind(_ schema: Node) -> (schema: Node, name: String?)? {
        var (schema, name) = (schema, nil as String?)
        for _ in 0..<8 {
            if let reference = schema["$ref"]?.text {
                guard !hasKeywords(schema), let target = follower.resolved(schema) else { break }
                (schema, name) = (target, reference.split(separator: "/").last.map(String.init))
            }
            guard let parts = schema["allOf"]?.elements, parts.count == 1,
                (schema.pairs ?? []).allSatisfy({ ["allOf", "description", "title"].contains($0.key.text ?? "") })
            else { break }
            schema = parts[0]
        }
        if schema["$ref"]?.isScalar == true, !hasKeywords(schema) {
            return follower.resolved(schema).map { ($0, name) }
        }
        return (schema, name)
    }

    func hasKeywords(_ reference: Node) -> Bool {
        countsBesideReferences && reference["$ref"]?.isScalar == true
            && (reference.pairs ?? []).contains { key, _ in
                !["$ref", "description", "summary", "deprecated", "title"].contains(key.text ?? "")
            }
    }

    /// The parts of `allOf`, and the only alternative beside null.
    private func partsBelow(_ schema: Node) -> (parts: [Node], isNullable: Bool) {
        if let known = alternatives.known[schema.id] { return known }
        var parts = schema["allOf"]?.elements ?? []
        var isNullable = false
        let lists = [schema["oneOf"]?.elements, schema["anyOf"]?.elements].compactMap(\.self)
        guard !lists.isEmpty else { return (parts, false) }
        defer { alternatives.known[schema.id] = (parts, isNullable) }
        for alternatives in lists {
            let others = alternatives.filter { !isNull($0) }
            guard others.count == 1 else { continue }
            parts.append(others[0])
            isNullable = isNullable || alternatives.count > 1
        }
        return (parts, isNullable)
    }

    /// Whether a schema allows null and nothing else.
    func isNull(_ schema: Node) -> Bool {
        if schema["type"]?.text == "null" { return true }
        if schema["type"]?.elements.map({ $0.count == 1 && $0[0].text == "null" }) == true { return true }
        if let value = schema["const"] { return value.isNull }
        return schema["enum"]?.elements.map { !$0.isEmpty && $0.allSatisfy(\.isNull) } ?? false
    }

    /// Whether its parts say something that it doesn't say itself.
    func hasParts(_ schema: Node) -> Bool { !partsBelow(schema).parts.isEmpty }
}
