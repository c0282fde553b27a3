import CallsiteCore

// A schema may consist of several: the target of a reference, parts of `allOf`, one alternative beside null. Their
// keywords apply to one value together, so they are compared together, wherever they are written.

struct SchemaParts {
    private(set) var nodes: [Node]
    /// Whether null is an alternative.
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

    /// Whether a value must be an integer, or null.
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

    /// Whether fields of other names are refused.
    var isClosed: Bool { all("additionalProperties").contains { $0.value == .bool(false) } }

    /// The only value that is allowed besides null; nil: there isn't exactly one.
    var constant: Node? {
        first("const")
            ?? first("enum")?.elements.flatMap { values in
                let values = values.filter { !$0.isNull }
                return values.count == 1 ? values[0] : nil
            }
    }
}

extension DocumentWalk.Document {
    /// A cache of the parts of schemas with alternatives, since many fields may have the same union.
    final class Alternatives {
        var known: [Node.ID: (parts: [Node], isNullable: Bool)] = [:]
    }

    /// The parts of all these schemas, which apply together.
    func parts(of roots: [Node]) -> SchemaParts {
        var nodes: [Node] = []
        var seen: Set<Node.ID> = []
        var isNullable = false
        var open = Array(roots.reversed())
        while let node = open.popLast() {
            // No handwritten schema has this many parts.
            guard nodes.count < 100, seen.insert(node.id).inserted else { continue }
            guard node["$ref"]?.isScalar == true else {
                nodes.append(node)
                let below = partsBelow(node)
                open += below.parts.reversed()
                isNullable = isNullable || below.isNullable
                continue
            }
            // Keywords beside a reference count since OpenAPI 3.1.
            if countsBesideReferences, hasKeywords(node) { nodes.append(node) }
            if let target = follower.resolved(node) { open.append(target) }
        }
        return SchemaParts(nodes, isNullable: isNullable)
    }

    /// Follows references, and `allOf` with only one part, to a schema. The name is that of the last reference; nil: a
    /// reference is broken.
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

    /// Whether a schema has parts of `allOf`, or only one alternative beside null.
    func hasParts(_ schema: Node) -> Bool { !partsBelow(schema).parts.isEmpty }
}
