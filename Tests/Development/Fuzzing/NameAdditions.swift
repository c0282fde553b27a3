import CallsiteCore
import DocumentCheck

// Additions to a document, none of which may change a name that callers write, or what it denotes: an operation before
// or behind all others, with the same tag and the same response in place as one that is there; a schema; a property.

/// A document with one addition.
package struct NameAddition {
    package var title: String
    package var tree: DocumentTree

    package init(title: String, tree: DocumentTree) { (self.title, self.tree) = (title, tree) }
}

/// - Parameter limit: How many operations are repeated, at most.
package func nameAdditions(to tree: DocumentTree, limit: Int) -> [NameAddition] {
    let added = "callsite-added"
    var additions: [NameAddition] = []
    func add(_ title: String, _ path: String, _ operation: DocumentTree) {
        guard case .map(let paths)? = tree["paths"] else { return }
        let pair = DocumentTree.Pair(path, .map([.init("get", operation)]))
        for (place, pairs) in [("before", [pair] + paths), ("behind", paths + [pair])] {
            var changed = tree
            changed["paths"] = .map(pairs)
            additions.append(.init(title: "\(title), \(place) the others", tree: changed))
        }
    }
    let isSwagger = tree["swagger"] != nil
    func response(_ schema: DocumentTree, _ type: String = "application/json") -> DocumentTree {
        isSwagger
            ? ["description": "ok", "schema": schema]
            : ["description": "ok", "content": .map([.init(type, .map([.init("schema", schema)]))])]
    }
    add(
        "an operation with a response of its own", "/\(added)",
        [
            "operationId": "callsiteAdded",
            "responses": .map([
                .init("200", response(["type": "object", "properties": ["callsiteAdded": ["type": "string"]]]))
            ]),
        ])
    // The operations that respond with something described in place, evenly over the document.
    var repeated: [(title: String, operation: DocumentTree)] = []
    guard case .map(let paths)? = tree["paths"] else { return additions }
    for path in paths {
        guard case .map(let operations) = path.value else { continue }
        for operation in operations {
            guard case .map(let responses)? = operation.value["responses"],
                let ok = responses.first(where: { $0.key == "200" || $0.key == "201" })
            else { continue }
            var schema = ok.value["schema"]
            if case .map(let content)? = ok.value["content"] { schema = content.first?.value["schema"] }
            guard let schema, schema["$ref"] == nil else { continue }
            var copy: DocumentTree = ["operationId": "callsiteAdded", "responses": .map([ok])]
            if let tags = operation.value["tags"] { copy["tags"] = tags }
            repeated.append(("an operation that responds as \(operation.key) \(path.key)", copy))
        }
    }
    let step = max(1, repeated.count / max(1, limit))
    for index in stride(from: 0, to: repeated.count, by: step) {
        add(repeated[index].title, "/\(added)/all", repeated[index].operation)
    }
    let section = isSwagger ? ["definitions"] : ["components", "schemas"]
    let schemas = section.reduce(tree as DocumentTree?) { $0?[$1] }
    guard case .map(let pairs)? = schemas else { return additions }
    func replace(_ title: String, _ schemas: [DocumentTree.Pair]) {
        var changed = tree
        if isSwagger {
            changed["definitions"] = .map(schemas)
        } else {
            var components = tree["components"] ?? [:]
            components["schemas"] = .map(schemas)
            changed["components"] = components
        }
        additions.append(.init(title: title, tree: changed))
    }
    let schema = DocumentTree.Pair("CallsiteAdded", ["type": "object", "properties": ["id": ["type": "string"]]])
    replace("a schema before the others", [schema] + pairs)
    replace("a schema behind the others", pairs + [schema])
    func hasProperties(_ pair: DocumentTree.Pair) -> Bool {
        if case .map? = pair.value["properties"] { true } else { false }
    }
    if let index = pairs.firstIndex(where: hasProperties),
        case .map(let properties)? = pairs[index].value["properties"]
    {
        var changed = pairs
        changed[index].value["properties"] = .map(properties + [.init("callsiteAdded", ["type": "string"])])
        replace("a property of '\(pairs[index].key)'", changed)
    }
    return additions
}

/// nil: there are errors.
package func declaredNames(_ tree: DocumentTree, options: Options = Options()) -> DeclaredNames? {
    let bytes = Array(tree.text(.json).utf8)
    return declaredNames(SourceSet(main: .init(path: "added.json", bytes: bytes)), options: options)
}

/// The names that an addition takes, or that denote something else with it.
package func changedNames(
    from old: DeclaredNames, by addition: NameAddition, options: Options = Options()
) -> [String]? {
    guard let new = declaredNames(addition.tree, options: options) else { return nil }
    return old.paths.compactMap { path in
        guard let content = new.content(of: path) else { return path + " is gone" }
        let lines = content.split(separator: "\n", omittingEmptySubsequences: false).filter {
            !$0.hasPrefix("\"callsiteAdded\" ")
        }
        return lines.joined(separator: "\n") == old.content(of: path) ? nil : path + " denotes something else"
    }
}
