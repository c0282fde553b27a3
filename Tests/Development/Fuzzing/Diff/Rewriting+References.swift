// Targets of references, written in place, and the other way round.

extension Rewriting {
    static let references: [Rewriting] = [
        Rewriting("schemas in place", isSwiftKept: false) { tree in
            // Schemas that refer to no other, so this ends, and small ones: a thousand places may refer to one.
            let small = tree.namedSchemas.filter {
                $0.value["discriminator"] == nil && $0.value.count <= 60 && !$0.value.refers
            }
            var tree = tree
            tree.changeSchemas { schema, place in
                // A part of `allOf` that is referred to may be a base, which is more than its fields.
                guard !["component", "alternative", "allOf"].contains(place), let text = schema["$ref"]?.scalarText,
                    schema.pairs?.count == 1, let target = small[text], target.pairs != nil
                else { return }
                schema = target
            }
            return tree
        },
        Rewriting("schemas by reference", isSwiftKept: false) { tree in
            var tree = tree
            let isSwagger = tree["swagger"] != nil
            let start = isSwagger ? "#/definitions/" : "#/components/schemas/"
            var added: [DocumentTree.Pair] = []
            tree.changeSchemas { schema, place in
                guard place == "properties" || place == "items" || place == "schema",
                    schema["properties"]?.pairs?.isEmpty == false
                else { return }
                let name = "Extracted\(added.count + 1)"
                added.append(.init(name, schema))
                schema = ["$ref": .text(start + name)]
            }
            guard !added.isEmpty else { return tree }
            if isSwagger {
                tree["definitions"] = .map((tree["definitions"]?.pairs ?? []) + added)
            } else {
                var components = tree["components"] ?? [:]
                components["schemas"] = .map((components["schemas"]?.pairs ?? []) + added)
                tree["components"] = components
            }
            return tree
        },
        Rewriting("parameters, bodies and responses in place", isSwiftKept: false) { tree in
            var targets: [String: DocumentTree] = [:]
            for section in ["parameters", "requestBodies", "responses", "headers"] {
                let isSwagger = tree["swagger"] != nil
                let start = isSwagger ? "#/\(section)/" : "#/components/\(section)/"
                for pair in (isSwagger ? tree[section] : tree["components"]?[section])?.pairs ?? [] {
                    targets[start + DocumentTree.escaped(pair.key)] = pair.value
                }
            }
            var tree = tree
            tree.changePathItems { item in
                item.changeNodes { node in
                    if let target = node["$ref"]?.scalarText.flatMap({ targets[$0] }), target["$ref"] == nil {
                        node = target
                    }
                }
            }
            return tree
        },
    ]
}

extension DocumentTree {
    /// The schemas with a name, by the references to them.
    fileprivate var namedSchemas: [String: DocumentTree] {
        let isSwagger = self["swagger"] != nil
        let start = isSwagger ? "#/definitions/" : "#/components/schemas/"
        var result: [String: DocumentTree] = [:]
        for pair in (isSwagger ? self["definitions"] : self["components"]?["schemas"])?.pairs ?? [] {
            result[start + DocumentTree.escaped(pair.key)] = pair.value
        }
        return result
    }

    /// Whether anything in it is a reference.
    fileprivate var refers: Bool { self["$ref"] != nil || children.contains(where: \.refers) }
}
