// A few operations of a large document, with everything that they refer to: small enough that each edit of the slice is
// generated and compiled in moments.

import CallsiteMockEngine

package enum DocumentSlice {
    /// - Parameters:
    ///   - nodes: what a slice holds at most.
    ///   - count: how many there are at most.
    /// - Returns: Slices of two operations each, by chance.
    package static func slices(
        of tree: DocumentTree, nodes: Int, count: Int, _ random: inout Randomness
    ) -> [DocumentTree] {
        var operations: [(path: String, method: String)] = []
        for path in tree["paths"]?.pairs ?? [] {
            for pair in path.value.pairs ?? [] where EditedDocument.methods.contains(pair.key) {
                operations.append((path.key, pair.key))
            }
        }
        operations.shuffle(using: &random)
        var slices: [DocumentTree] = []
        var pending: (path: String, method: String)?
        for operation in operations {
            guard slices.count < count else { break }
            let chosen = [pending, operation].compactMap(\.self)
            guard let slice = slice(of: tree, chosen, nodes: nodes) else { continue }
            if pending == nil, operations.count > 1 {
                pending = operation
            } else {
                slices.append(slice)
                pending = nil
            }
        }
        return slices
    }

    /// nil: it has too many nodes, or refers to other files.
    static func slice(
        of tree: DocumentTree, _ operations: [(path: String, method: String)], nodes limit: Int
    ) -> DocumentTree? {
        var paths: DocumentTree = [:]
        for (path, method) in operations {
            guard
                case .map(let pairs)? = paths[path]
                    ?? tree["paths"]?[path].map({ item in
                        .map((item.pairs ?? []).filter { !EditedDocument.methods.contains($0.key) })
                    }), let operation = tree["paths"]?[path]?[method]
            else { return nil }
            paths[path] = .map(pairs + [.init(method, operation)])
        }
        var slice = tree
        slice["paths"] = paths
        for key in ["tags", "webhooks", "x-webhooks", "externalDocs", "x-tagGroups"] { slice[key] = nil }
        let isSwagger = tree["swagger"] != nil
        for key in isSwagger ? ["definitions", "parameters", "responses"] : ["components"] { slice[key] = nil }
        slice.removeExtensions()
        let schemes = tree["components"]?["securitySchemes"]
        var kept: [(keys: [String], value: DocumentTree)] = []
        var seen: Set<String> = []
        var open = references(in: slice)
        var size = slice.count
        while let reference = open.popLast() {
            guard seen.insert(reference).inserted else { continue }
            guard reference.hasPrefix("#/") else { return nil }
            let keys = JSONPointer.tokens(PercentEncoding.decoded(reference.dropFirst())) ?? []
            // A reference to a place inside of another part would need that part too.
            guard keys.count == (isSwagger ? 2 : 3), var node = keys.reduce(Optional(tree), { $0?[$1] }) else {
                return nil
            }
            node.removeExtensions()
            size += node.count
            guard size <= limit else { return nil }
            kept.append((keys, node))
            open += references(in: node)
        }
        var components: DocumentTree = [:]
        for (keys, value) in kept.sorted(by: { $0.keys.joined(separator: "/") < $1.keys.joined(separator: "/") }) {
            if isSwagger {
                var section = slice[keys[0]] ?? [:]
                section[keys[1]] = value
                slice[keys[0]] = section
            } else {
                var section = components[keys[1]] ?? [:]
                section[keys[2]] = value
                components[keys[1]] = section
            }
        }
        if !isSwagger {
            if let schemes { components["securitySchemes"] = schemes }
            slice["components"] = components
        }
        return slice
    }

    private static func references(in tree: DocumentTree) -> [String] {
        switch tree {
        case .scalar: []
        case .list(let elements): elements.flatMap(references)
        case .map(let pairs):
            pairs.flatMap { pair -> [String] in
                if pair.key == "$ref", let text = pair.value.scalarText { return [text] }
                // Tags lead to schemas as references do.
                if pair.key == "mapping" {
                    return (pair.value.pairs ?? []).compactMap(\.value.scalarText).filter { $0.hasPrefix("#/") }
                }
                return references(in: pair.value)
            }
        }
    }
}

extension DocumentTree {
    /// Descriptions and examples make a slice large, and no difference here.
    ///
    /// - Parameter isNames: the keys are names, whatever they are.
    fileprivate mutating func removeExtensions(isNames: Bool = false) {
        switch self {
        case .scalar: break
        case .list(var elements):
            for index in elements.indices { elements[index].removeExtensions() }
            self = .list(elements)
        case .map(var pairs):
            if !isNames {
                pairs.removeAll { pair in
                    pair.key.hasPrefix("x-code")
                        || ["example", "examples", "externalDocs", "summary"].contains(pair.key)
                        || (pair.key == "description" && (pair.value.scalarText?.utf8.count ?? 0) > 200)
                }
            }
            for index in pairs.indices {
                pairs[index].value.removeExtensions(isNames: pairs[index].key == "properties" && !isNames)
            }
            self = .map(pairs)
        }
    }
}
