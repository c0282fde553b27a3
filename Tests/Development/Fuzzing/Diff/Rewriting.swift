// Ways to write an OpenAPI document otherwise that mean the same. A program applies each wherever it fits. `callsite
// diff` must find no change that concerns apps, and none that concerns callers unless other Swift is generated.

package struct Rewriting: Sendable {
    package let name: String
    /// Types may have other names in Swift: `Pet` in place is `Order.Pet`.
    let isSwiftKept: Bool
    /// The changes that are reported though the meaning is the same.
    let reported: Set<String>
    /// The document as rewritten; an equal document: there is nothing to rewrite.
    let apply: @Sendable (DocumentTree) -> DocumentTree

    init(
        _ name: String, isSwiftKept: Bool = true, reported: Set<String> = [],
        _ apply: @escaping @Sendable (DocumentTree) -> DocumentTree
    ) {
        (self.name, self.isSwiftKept, self.reported, self.apply) = (name, isSwiftKept, reported, apply)
    }

    package static let all: [Rewriting] = versions + schemas + operations + references
}

extension DocumentTree {
    var version: String { self["openapi"]?.scalarText ?? "" }

    /// The operations, each changed in its path item.
    mutating func changeOperations(_ change: (inout DocumentTree) -> Void) {
        changePathItems { item in
            for method in EditedDocument.methods where item[method]?.pairs != nil {
                guard var operation = item[method] else { continue }
                change(&operation)
                item[method] = operation
            }
        }
    }

    mutating func changePathItems(_ change: (inout DocumentTree) -> Void) {
        guard case .map(var items)? = self["paths"] else { return }
        for index in items.indices { change(&items[index].value) }
        self["paths"] = .map(items)
    }

    func eachNode(_ body: (DocumentTree) -> Void) {
        body(self)
        for child in children { child.eachNode(body) }
    }

    /// This and everything in it, the innermost first. Examples and extensions are left alone.
    ///
    /// - Parameter isNames: The keys are names, whatever they are.
    mutating func changeNodes(isNames: Bool = false, _ change: (inout DocumentTree) -> Void) {
        switch self {
        case .scalar: return
        case .list(var elements):
            for index in elements.indices { elements[index].changeNodes(change) }
            self = .list(elements)
        case .map(var pairs):
            for index in pairs.indices {
                let key = pairs[index].key
                if !isNames, SchemaPlace.opaque.contains(key) || key.hasPrefix("x-") { continue }
                // A response may be called `default`.
                let isMap = SchemaPlace.maps.contains(key) || key == "responses"
                pairs[index].value.changeNodes(isNames: !isNames && isMap, change)
            }
            self = .map(pairs)
            if !isNames { change(&self) }
        }
    }
}

/// The keywords of schemas that hold schemas.
enum SchemaPlace {
    static let maps: Set<String> = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]
    static let lists: Set<String> = ["allOf", "oneOf", "anyOf", "prefixItems"]
    static let single: Set<String> = [
        "items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else", "additionalItems",
        "unevaluatedProperties", "unevaluatedItems",
    ]
    /// Their values are data.
    static let opaque: Set<String> = ["example", "examples", "default", "enum", "const"]
}

extension DocumentTree {
    /// Changes each schema of a document, the innermost first.
    ///
    /// - Parameter change: The schema, and the keyword that holds it: `schema` for what isn't in another schema,
    ///   `component` for a named one.
    mutating func changeSchemas(_ change: (inout DocumentTree, String) -> Void) {
        switch self {
        case .scalar: break
        case .list(var elements):
            for index in elements.indices { elements[index].changeSchemas(change) }
            self = .list(elements)
        case .map(var pairs):
            for index in pairs.indices {
                let key = pairs[index].key
                if SchemaPlace.opaque.contains(key) || key.hasPrefix("x-") { continue }
                switch (key, pairs[index].value) {
                case ("schema", .map): pairs[index].value.changeSchema("schema", change)
                case ("responses", .map(var responses)):
                    for number in responses.indices { responses[number].value.changeSchemas(change) }
                    pairs[index].value = .map(responses)
                case ("schemas", .map(var schemas)), ("definitions", .map(var schemas)):
                    for number in schemas.indices { schemas[number].value.changeSchema("component", change) }
                    pairs[index].value = .map(schemas)
                default: pairs[index].value.changeSchemas(change)
                }
            }
            self = .map(pairs)
        }
    }

    private mutating func changeSchema(_ place: String, _ change: (inout DocumentTree, String) -> Void) {
        guard case .map(var pairs) = self else { return }
        for index in pairs.indices {
            let key = pairs[index].key
            switch pairs[index].value {
            case .map(var schemas) where SchemaPlace.maps.contains(key):
                for number in schemas.indices { schemas[number].value.changeSchema(key, change) }
                pairs[index].value = .map(schemas)
            case .map where SchemaPlace.single.contains(key): pairs[index].value.changeSchema(key, change)
            case .list(var schemas) where SchemaPlace.lists.contains(key) || key == "items":
                // A discriminator names alternatives by their references.
                let place = self["discriminator"] == nil ? key : "alternative"
                for number in schemas.indices { schemas[number].changeSchema(place, change) }
                pairs[index].value = .list(schemas)
            default: break
            }
        }
        self = .map(pairs)
        change(&self, place)
    }

    /// Whether it is a schema of one type that nothing beside the type describes but these keywords.
    func hasOnly(_ keys: Set<String>) -> Bool { (pairs ?? []).allSatisfy { keys.contains($0.key) } }

    static func strings(_ texts: [String]) -> DocumentTree { .list(texts.map { .text($0) }) }
}
