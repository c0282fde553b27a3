/// Changes of nodes: what is left is YAML or JSON, so that every stage behind the parser sees it.
enum TreeMutations {
    static func input(_ seeds: FuzzSeeds, _ random: inout Randomness) -> FuzzInput {
        let seed = seeds.document(&random)
        guard var tree = seed.tree else { return ByteMutations.input(seeds, &random) }
        for _ in 0..<random.number(1...6) { mutate(&tree, seeds, &random) }
        return FuzzInput(.init("api.yaml", Array(tree.text(random.choose(DocumentTree.Style.allCases)).utf8)))
    }

    static func mutate(_ tree: inout DocumentTree, _ seeds: FuzzSeeds, _ random: inout Randomness) {
        let ways = tree.ways
        guard !ways.isEmpty else { return }
        let way = random.choose(ways)
        let other = random.choose(ways)
        guard let node = tree.node(at: way), let stranger = tree.node(at: other) else { return }
        switch random.below(13) {
        case 0: tree.remove(at: way)
        case 1: tree.change(at: way) { $0 = stranger }
        case 2:
            // Not a node with its own ancestor: one of both would be lost.
            tree.change(at: way) { $0 = stranger }
            tree.change(at: other) { $0 = node }
        case 3: duplicate(at: way, of: &tree, &random)
        case 4: tree.change(at: way) { $0 = retyped($0, &random) }
        case 5: rename(at: way, in: &tree, &random)
        case 6: insert(random.choose(Vocabulary.keys), value(seeds, &random), at: way, in: &tree)
        case 7:
            let pointer = tree.pointer(to: other)
            tree.change(at: way) { $0 = ["$ref": .text(pointer)] }
        case 8: insert("$ref", .text(tree.pointer(to: other)), at: way, in: &tree)
        case 9: tree.change(at: way) { $0 = wrapped($0, &random) }
        case 10: tree.change(at: way) { $0 = value(seeds, &random) }
        case 11: tree.change(at: way) { $0 = .scalar(random.choose(Vocabulary.values), isPlain: random.once(in: 2)) }
        default:
            let strings = strings(in: tree)
            if !strings.isEmpty {
                tree.change(at: way) { $0 = .scalar(random.choose(strings), isPlain: random.once(in: 2)) }
            }
        }
    }

    private static func duplicate(at way: DocumentTree.Way, of tree: inout DocumentTree, _ random: inout Randomness) {
        guard let last = way.last else { return }
        tree.change(at: way.dropLast()) { parent in
            switch parent {
            case .list(var elements) where elements.indices.contains(last):
                for _ in 0..<random.number(1...3) { elements.append(elements[last]) }
                parent = .list(elements)
            case .map(var pairs) where pairs.indices.contains(last):
                var copy = pairs[last]
                // Often a name that is nearly the same.
                copy.key = random.once(in: 3) ? copy.key : NameTables.variation(of: copy.key, &random)
                pairs.append(copy)
                parent = .map(pairs)
            default: break
            }
        }
    }

    private static func rename(at way: DocumentTree.Way, in tree: inout DocumentTree, _ random: inout Randomness) {
        guard let last = way.last else { return }
        let name =
            switch random.below(3) {
            case 0: random.choose(NameTables.odd)
            case 1: random.choose(Vocabulary.keys)
            default: NameTables.plainName(&random)
            }
        tree.change(at: way.dropLast()) { parent in
            guard case .map(var pairs) = parent, pairs.indices.contains(last) else { return }
            pairs[last].key = name
            parent = .map(pairs)
        }
    }

    private static func insert(
        _ key: String, _ value: DocumentTree, at way: DocumentTree.Way, in tree: inout DocumentTree
    ) {
        tree.change(at: way) { node in
            switch node {
            case .map(let pairs): node = .map(pairs + [.init(key, value)])
            case .list(let elements): node = .list(elements + [value])
            case .scalar: node = .map([.init(key, value)])
            }
        }
    }

    private static func retyped(_ node: DocumentTree, _ random: inout Randomness) -> DocumentTree {
        switch (node, random.below(4)) {
        case (.map(let pairs), 0): .list(pairs.map(\.value))
        case (.map(let pairs), 1): .list(pairs.map { .text($0.key) })
        case (.list(let elements), 0): .map(elements.enumerated().map { .init("\($0)", $1) })
        case (.scalar(let text, let isPlain), 0): .scalar(text, isPlain: !isPlain)
        case (_, 1): .null
        case (_, 2): random.once(in: 2) ? [] : [:]
        default: .plain(random.choose(["", "0", "1", "true", "[]", "-1", "1.5", "x", "~", "2024-01-01"]))
        }
    }

    private static func wrapped(_ node: DocumentTree, _ random: inout Randomness) -> DocumentTree {
        switch random.below(6) {
        case 0: [node]
        case 1: ["allOf": [node]]
        case 2: ["oneOf": [node, ["type": "null"]]]
        case 3: ["type": "array", "items": node]
        case 4: .map([.init(NameTables.plainName(&random), node)])
        default: [node, node]
        }
    }

    /// A node of another document.
    private static func value(_ seeds: FuzzSeeds, _ random: inout Randomness) -> DocumentTree {
        guard let tree = seeds.document(&random).tree else { return .null }
        let ways = tree.ways
        return ways.isEmpty ? .null : tree.node(at: random.choose(ways)) ?? .null
    }

    private static func strings(in tree: DocumentTree) -> [String] {
        switch tree {
        case .scalar(let text, _): [text]
        case .list(let elements): elements.flatMap(strings)
        case .map(let pairs): pairs.flatMap { [$0.key] + strings(in: $0.value) }
        }
    }
}

/// Words that the formats give a meaning to.
enum Vocabulary {
    static let keys: [String] = [
        "$ref", "$anchor", "$defs", "$dynamicRef", "$id", "$schema", "$self", "additionalOperations",
        "additionalProperties", "allOf", "anyOf", "api", "authentication", "baseURL", "basePath", "body", "callbacks",
        "callsite", "cases", "components", "const", "consumes", "content", "contentEncoding", "default", "definitions",
        "deepLinks", "deprecated", "description", "discriminator", "else", "encoding", "endpoints", "enum", "error",
        "errors", "example", "examples", "explode", "extends", "fields", "format", "formData", "headers", "host", "if",
        "in", "include", "info", "items", "itemSchema", "links", "mapping", "maximum", "maxItems", "method", "minimum",
        "model", "models", "name", "not", "nullable", "oauth2", "oneOf", "openapi", "operationId", "optional",
        "pagination", "parameterSets", "parameters", "path", "pathItems", "paths", "pattern", "patternProperties",
        "prefixItems", "produces", "properties", "propertyName", "readOnly", "requestBodies", "requestBody", "required",
        "response", "responses", "schema", "schemas", "security", "securitySchemes", "servers", "status", "stream",
        "style", "summary", "swagger", "tag", "tags", "then", "title", "type", "unevaluatedProperties", "union", "url",
        "use", "variables", "version", "webhooks", "writeOnly", "x-enum-varnames", "x-nullable", "get", "post", "query",
        "200", "4XX",
    ]

    static let values: [String] = [
        "", "null", "true", "string", "integer", "number", "object", "array", "boolean", "file", "Int", "Int?", "[Int]",
        "[[String?]]?", "{String: Int}", "Page<Int>", "Page<", "A<B, C>", "Int | String", "a | b", "Date or null",
        "String = x", "Int = 1", "Void", "Data", "JSON", "bearer", "none", "basic", "json", "multipart", "form",
        "cursor", "page", "offset", "link", "query", "path", "header", "cookie", "body", "#", "#/",
        "#/components/schemas/A", "#/components", "#/paths", "#/definitions/A", "other.yaml", "other.yaml#/a",
        "../up.yaml",
        "https://example.com/a.yaml#/b", "/", "/{", "/{a}/{a}", "/a?b={c}", "//", "https://", "https://u:p@h",
        "http://[::1]:99999/{x}",
        "application/json", "application/xml", "text/event-stream", "multipart/form-data", "*/*", ";",
        "application/x-www-form-urlencoded", "date-time", "uuid", "int64", "binary", "byte", "uri", "decimal", "3.0.0",
        "3.1.0", "3.2.0", "2.0", "1", "default", "2XX", "999", "-1", "9223372036854775807", "-9223372036854775809",
        "1e400", "0.1", "1.0", "deepObject", "pipeDelimited", "spaceDelimited", "matrix", "label",
        "{$request.body#/a}", "items.0.id", "next", "links.next", "*", "x*y", "app://a/{b}", "\u{0}", "\"", "\\(x)",
        "*/", "\u{202E}", "错误",
    ]
}
