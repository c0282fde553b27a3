// An OpenAPI document that edits are made in: where its operations, parameters and schemas are. References aren't
// followed; what they lead to has a place of its own.

/// A document, and the chance that decides which of its parts an edit changes.
package struct EditedDocument {
    package var tree: DocumentTree
    package var random: Randomness
    /// The API has another name on this side.
    package var isRenamed = false

    package init(_ tree: DocumentTree, _ random: Randomness) { (self.tree, self.random) = (tree, random) }

    typealias Way = DocumentTree.Way

    struct Operation {
        var way: Way
        var item: Way
        var path: String
        var method: String
    }

    struct Schema {
        enum Role: Equatable { case component(String), property(String), items, values, alternative, root }
        var way: Way
        var role: Role
        /// The schema that has the property; nil: it is no property.
        var owner: Way?
        var node: DocumentTree
        var isParameter = false
    }

    static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    var isSwagger: Bool { tree["swagger"] != nil }
    /// Whether null is one of a schema's types.
    var isModern: Bool {
        tree["openapi"]?.scalarText?.hasPrefix("3.1") == true || tree["openapi"]?.scalarText?.hasPrefix("3.2") == true
    }
    var schemasKey: [String] { isSwagger ? ["definitions"] : ["components", "schemas"] }

    // MARK: - Places

    func node(_ way: Way) -> DocumentTree { tree.node(at: way) ?? .null }

    func way(_ keys: String..., from way: Way = []) -> Way? { self.way(keys, from: way) }

    func way(_ keys: [String], from way: Way = []) -> Way? {
        var way = way
        for key in keys {
            guard case .map(let pairs)? = tree.node(at: way), let index = pairs.lastIndex(where: { $0.key == key })
            else { return nil }
            way.append(index)
        }
        return way
    }

    var operations: [Operation] {
        guard let paths = way("paths"), case .map(let items) = node(paths) else { return [] }
        return items.enumerated().flatMap { position, item -> [Operation] in
            guard case .map(let pairs) = item.value else { return [] }
            return pairs.enumerated().compactMap { index, pair in
                guard Self.methods.contains(pair.key), case .map = pair.value else { return nil }
                return Operation(
                    way: paths + [position, index], item: paths + [position], path: item.key, method: pair.key)
            }
        }
    }

    /// Every schema that has a place of its own.
    var schemas: [Schema] {
        var found: [Schema] = []
        func walk(_ way: Way, _ role: Schema.Role, owner: Way?, isParameter: Bool) {
            let node = node(way)
            guard case .map(let pairs) = node else { return }
            found.append(.init(way: way, role: role, owner: owner, node: node, isParameter: isParameter))
            for (index, pair) in pairs.enumerated() {
                let inner = way + [index]
                switch (pair.key, pair.value) {
                case ("properties", .map(let properties)):
                    for (number, property) in properties.enumerated() {
                        walk(inner + [number], .property(property.key), owner: way, isParameter: isParameter)
                    }
                case ("items", .map): walk(inner, .items, owner: way, isParameter: isParameter)
                case ("additionalProperties", .map): walk(inner, .values, owner: way, isParameter: isParameter)
                case ("oneOf", .list(let elements)), ("anyOf", .list(let elements)), ("allOf", .list(let elements)):
                    for number in elements.indices {
                        walk(inner + [number], .alternative, owner: way, isParameter: isParameter)
                    }
                default: break
                }
            }
        }
        func search(_ way: Way, isParameter: Bool) {
            let node = node(way)
            switch node {
            case .scalar: break
            case .list(let elements): for index in elements.indices { search(way + [index], isParameter: isParameter) }
            case .map(let pairs):
                let isParameter = isParameter || (node["name"] != nil && node["in"] != nil)
                for (index, pair) in pairs.enumerated() {
                    if pair.key == "schema" {
                        walk(way + [index], .root, owner: nil, isParameter: isParameter)
                    } else if pair.key == schemasKey.last, way.count == schemasKey.count - 1 {
                        for (number, schema) in (pair.value.pairs ?? []).enumerated() {
                            walk(way + [index, number], .component(schema.key), owner: nil, isParameter: false)
                        }
                    } else {
                        search(way + [index], isParameter: isParameter)
                    }
                }
            }
        }
        search([], isParameter: false)
        return found
    }

    var components: [(name: String, node: DocumentTree)] {
        guard let way = way(schemasKey), case .map(let pairs) = node(way) else { return [] }
        return pairs.map { ($0.key, $0.value) }
    }

    func reference(to name: String) -> DocumentTree {
        ["$ref": .text("#/" + schemasKey.joined(separator: "/") + "/" + DocumentTree.escaped(name))]
    }

    // MARK: - Changes

    mutating func change(_ way: Way, _ body: (inout DocumentTree) -> Void) { tree.change(at: way, body) }

    /// One of those that an edit fits; nil: there is none.
    mutating func choose<Value>(_ values: [Value]) -> Value? { values.isEmpty ? nil : random.choose(values) }

    mutating func operation(where fits: (DocumentTree) -> Bool = { _ in true }) -> Operation? {
        choose(operations.filter { fits(node($0.way)) })
    }

    mutating func schema(where fits: (Schema) -> Bool) -> Schema? { choose(schemas.filter(fits)) }

    /// A schema that a node describes itself, without a reference or others that apply too.
    mutating func plainSchema(_ type: String, where fits: (Schema) -> Bool = { _ in true }) -> Schema? {
        schema {
            $0.node.schemaType == type && $0.node["enum"] == nil && $0.node["const"] == nil && $0.node["default"] == nil
                && fits($0)
        }
    }

    mutating func object(where fits: (Schema) -> Bool = { _ in true }) -> Schema? {
        schema { ($0.node["properties"]?.pairs?.count ?? 0) > 0 && fits($0) }
    }

    mutating func property(where fits: (Schema) -> Bool = { _ in true }) -> (schema: Schema, name: String, owner: Way)?
    {
        let found = schema { if case .property = $0.role { fits($0) } else { false } }
        guard let found, case .property(let name) = found.role, let owner = found.owner else { return nil }
        return (found, name, owner)
    }

    func isRequired(_ name: String, in owner: Way) -> Bool {
        node(owner)["required"]?.elements?.contains { $0.scalarText == name } == true
    }

    mutating func setRequired(_ name: String, in owner: Way, _ isRequired: Bool) {
        change(owner) { schema in
            var names = (schema["required"]?.elements ?? []).filter { $0.scalarText != name }
            if isRequired { names.append(.text(name)) }
            schema["required"] = names.isEmpty ? nil : .list(names)
        }
    }

    /// The parameters of operations that are written in place.
    var parameters: [Way] {
        operations.flatMap { operation -> [Way] in
            [operation.way, operation.item].flatMap { owner -> [Way] in
                guard let list = way("parameters", from: owner), case .list(let elements) = node(list) else {
                    return []
                }
                return elements.indices.map { list + [$0] }.filter {
                    node($0)["name"] != nil && node($0)["in"]?.scalarText != "body"
                }
            }
        }
    }

    mutating func parameter(where fits: (DocumentTree) -> Bool) -> Way? { choose(parameters.filter { fits(node($0)) }) }

    /// The successful responses that are written in place, or all others.
    func responses(isSuccess: Bool) -> [(status: String, way: Way, operation: Operation)] {
        operations.flatMap { operation -> [(status: String, way: Way, operation: Operation)] in
            guard let list = way("responses", from: operation.way), case .map(let pairs) = node(list) else { return [] }
            return pairs.enumerated().compactMap { index, pair in
                pair.key.hasPrefix("2") == isSuccess && pair.value["$ref"] == nil
                    ? (pair.key, list + [index], operation) : nil
            }
        }
    }

    /// The JSON of responses or of bodies.
    mutating func content(of way: Way) -> (type: String, way: Way)? {
        guard let list = self.way("content", from: way), case .map(let pairs) = node(list) else { return nil }
        return choose(pairs.enumerated().filter { $1.key.hasSuffix("json") }.map { ($1.key, list + [$0]) })
    }
}

extension DocumentTree {
    package var scalarText: String? { if case .scalar(let text, _) = self { text } else { nil } }
    package var pairs: [Pair]? { if case .map(let pairs) = self { pairs } else { nil } }
    package var elements: [DocumentTree]? { if case .list(let elements) = self { elements } else { nil } }

    /// The one type that a schema has beside null.
    var schemaType: String? {
        if let text = self["type"]?.scalarText { return text }
        let types = (self["type"]?.elements ?? []).compactMap(\.scalarText).filter { $0 != "null" }
        return types.count == 1 ? types[0] : nil
    }

    /// With another type, null among its types as before.
    mutating func setSchemaType(_ type: String) {
        if case .list(let types)? = self["type"] {
            self["type"] = .list([.text(type)] + types.filter { $0.scalarText == "null" })
        } else {
            self["type"] = .text(type)
        }
    }

    /// Without what only one type may have.
    mutating func removeDetails() {
        for key in [
            "format", "example", "examples", "default", "pattern", "minLength", "maxLength", "minimum", "maximum",
            "enum",
        ] {
            self[key] = nil
        }
    }

    /// In front of all others.
    mutating func insert(_ key: String, _ value: DocumentTree) {
        if case .map(let pairs) = self { self = .map([Pair(key, value)] + pairs) }
    }

    mutating func append(_ value: DocumentTree) {
        if case .list(let elements) = self { self = .list(elements + [value]) }
    }

    mutating func rename(_ key: String, to name: String) {
        guard case .map(var pairs) = self, let index = pairs.lastIndex(where: { $0.key == key }) else { return }
        pairs[index].key = name
        self = .map(pairs)
    }

    /// Every string in it that is one is another.
    mutating func replace(_ text: String, with other: String) {
        switch self {
        case .scalar(let value, let isPlain): if value == text { self = .scalar(other, isPlain: isPlain) }
        case .list(var elements):
            for index in elements.indices { elements[index].replace(text, with: other) }
            self = .list(elements)
        case .map(var pairs):
            for index in pairs.indices { pairs[index].value.replace(text, with: other) }
            self = .map(pairs)
        }
    }
}
