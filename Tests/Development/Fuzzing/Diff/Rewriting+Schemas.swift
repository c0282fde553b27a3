// Schemas in other words: newer versions of the format, null, constants, `allOf` of one, examples, order of keys.

extension Rewriting {
    static let versions: [Rewriting] = [
        Rewriting("3.0 as 3.1", reported: ["spec-version-changed"]) { tree in
            guard tree.version.hasPrefix("3.0") else { return tree }
            var tree = tree
            tree["openapi"] = "3.1.0"
            tree.changeSchemas { schema, _ in schema.modernize() }
            return tree
        },
        Rewriting("3.1 as 3.2", reported: ["spec-version-changed"]) { tree in
            guard tree.version.hasPrefix("3.1") else { return tree }
            var tree = tree
            tree["openapi"] = "3.2.0"
            return tree
        },
        Rewriting("Swagger 2 as 3.0", reported: ["spec-version-changed", "scheme-unused-changed"]) { tree in
            // OpenAPI 3 ignores parameters of these names.
            let ignored: Set<String> = ["accept", "content-type", "authorization"]
            var isIgnored = false
            tree.eachNode { node in
                guard node["in"]?.scalarText == "header", let name = node["name"]?.scalarText else { return }
                if ignored.contains(name.lowercased()) { isIgnored = true }
            }
            return tree["swagger"] == nil || isIgnored ? tree : SwaggerConversion(tree).converted
        },
    ]

    /// The text that documents a schema may be that of another one, and so may its deprecation.
    private static let annotations: Set<String> = [
        "description-changed", "field-description-changed", "parameter-description-changed", "field-deprecated",
        "response-deprecated", "parameter-deprecated",
    ]

    static let schemas: [Rewriting] = [
        Rewriting("allOf of one", reported: annotations) { tree in
            tree.rewritingSchemas { schema, place in
                guard place == "properties" || place == "items" || place == "schema", schema["allOf"] == nil,
                    schema["$ref"] != nil ? schema.pairs?.count == 1 : schema["type"]?.scalarText != nil
                else { return }
                schema = ["allOf": [schema]]
            }
        },
        Rewriting("plain for allOf of one", reported: annotations) { tree in
            tree.rewritingSchemas { schema, place in
                guard place != "component", let parts = schema["allOf"]?.elements, parts.count == 1,
                    schema.hasOnly(["allOf", "description"])
                else { return }
                schema = parts[0]
            }
        },
        Rewriting("null as an alternative") { tree in
            guard tree.version.hasPrefix("3.1") else { return tree }
            return tree.rewritingSchemas { schema, place in
                guard place == "properties", let types = schema["type"]?.elements, types.count == 2,
                    let index = types.firstIndex(where: { $0.scalarText == "null" }),
                    schema.hasOnly([
                        "type", "format", "items", "maxLength", "minLength", "minimum", "maximum", "example",
                    ])
                else { return }
                schema["type"] = types[1 - index]
                schema = ["anyOf": [schema, ["type": "null"]]]
            }
        },
        Rewriting("constants as enums") { tree in
            tree.rewritingSchemas { schema, _ in
                guard let value = schema["const"], schema["enum"] == nil else { return }
                schema["const"] = nil
                schema["enum"] = [value]
            }
        },
        Rewriting("enums as constants") { tree in
            guard tree.version.hasPrefix("3.1") || tree.version.hasPrefix("3.2") else { return tree }
            return tree.rewritingSchemas { schema, _ in
                guard let values = schema["enum"]?.elements, values.count == 1 else { return }
                schema["enum"] = nil
                schema["const"] = values[0]
            }
        },
        Rewriting("examples of schemas") { tree in
            guard tree.version.hasPrefix("3.1") || tree.version.hasPrefix("3.2") else { return tree }
            return tree.rewritingSchemas { schema, _ in
                guard let example = schema["example"], schema["examples"] == nil else { return }
                schema["example"] = nil
                schema["examples"] = [example]
            }
        },
        Rewriting("limits that limit nothing") { tree in
            guard tree["swagger"] == nil else { return tree }
            return tree.rewritingSchemas { schema, _ in
                guard schema["$ref"] == nil else { return }
                switch schema["type"]?.scalarText {
                case "string"? where schema["enum"] == nil:
                    if schema["minLength"] == nil { schema["minLength"] = 0 }
                case "array"?:
                    if schema["uniqueItems"] == nil { schema["uniqueItems"] = false }
                    if schema["minItems"] == nil { schema["minItems"] = 0 }
                case "object"?: if schema["minProperties"] == nil { schema["minProperties"] = 0 }
                default: break
                }
            }
        },
        Rewriting("keys in another order") { tree in
            var tree = tree
            tree.reverseKeys()
            return tree
        },
    ]
}

extension DocumentTree {
    fileprivate func rewritingSchemas(_ change: (inout DocumentTree, String) -> Void) -> DocumentTree {
        var tree = self
        tree.changeSchemas(change)
        return tree
    }

    /// A schema of OpenAPI 3.0 in the words of 3.1.
    fileprivate mutating func modernize() {
        // Keywords beside a reference count in 3.1, and didn't in 3.0.
        if let reference = self["$ref"] {
            // But for this one, which many write there.
            let isNullable = self["nullable"]?.scalarText == "true"
            self = ["$ref": reference]
            if isNullable { self = ["anyOf": [self, ["type": "null"]]] }
            return
        }
        for (limit, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
            guard let isExclusive = self[exclusive]?.scalarText else { continue }
            self[exclusive] = isExclusive == "true" ? self[limit] : nil
            if isExclusive == "true" { self[limit] = nil }
        }
        if let example = self["example"], self["examples"] == nil {
            self["example"] = nil
            self["examples"] = [example]
        }
        let isNullable = self["nullable"]?.scalarText == "true"
        if let values = self["enum"]?.elements, values.count == 1, !isNullable {
            self["enum"] = nil
            self["const"] = values[0]
        }
        guard self["nullable"] != nil else { return }
        // Some tools write null so.
        if isNullable, hasOnly(["nullable", "description", "title"]) { return self = ["type": "null"] }
        if !isNullable {
            self["nullable"] = nil
        } else if let type = self["type"], type.scalarText != nil {
            self["nullable"] = nil
            self["type"] = [type, "null"]
            if let values = self["enum"]?.elements, !values.contains(.null) { self["enum"] = .list(values + [.null]) }
        } else if let key = ["oneOf", "anyOf"].first(where: { self[$0] != nil }), let parts = self[key]?.elements {
            self["nullable"] = nil
            self[key] = .list(parts + [["type": "null"]])
        } else if let parts = self["allOf"]?.elements, parts.count == 1 {
            self["nullable"] = nil
            self["allOf"] = nil
            self["anyOf"] = [parts[0], ["type": "null"]]
        }
    }

    /// The order of properties, parameters and media types is that of arguments; all other keys have none.
    fileprivate mutating func reverseKeys(isOrdered: Bool = false) {
        switch self {
        case .scalar: break
        case .list(var elements):
            for index in elements.indices { elements[index].reverseKeys() }
            self = .list(elements)
        case .map(var pairs):
            for index in pairs.indices {
                let key = pairs[index].key
                pairs[index].value.reverseKeys(
                    isOrdered: !isOrdered && ["properties", "content", "variables"].contains(key))
            }
            self = .map(isOrdered ? pairs : pairs.reversed())
        }
    }
}
