// Edits of what schemas are: their types, alternatives and parts.

extension DiffEdit {
    private static func retype(
        _ from: String, _ to: DocumentTree,
        where fits: @escaping @Sendable (EditedDocument.Schema) -> Bool = { _ in true }
    ) -> @Sendable (inout EditedDocument) -> Bool {
        { document in
            guard let schema = document.plainSchema(from, where: fits) else { return false }
            document.change(schema.way) { node in
                node.removeDetails()
                for pair in to.pairs ?? [] {
                    if pair.key == "type", let type = pair.value.scalarText {
                        node.setSchemaType(type)
                    } else {
                        node[pair.key] = pair.value
                    }
                }
            }
            return true
        }
    }

    private static func format(_ format: String) -> @Sendable (inout EditedDocument) -> Bool {
        retype("string", ["type": "string", "format": .text(format)]) { $0.node["format"] == nil }
    }

    static let types: [DiffEdit] = [
        .init("string-to-boolean", retype("string", ["type": "boolean"])),
        .init("string-to-integer", retype("string", ["type": "integer"])),
        .init("string-to-object", retype("string", ["type": "object", "properties": ["zebra": ["type": "string"]]])),
        .init("string-to-list", retype("string", ["type": "array", "items": ["type": "string"]])),
        .init("string-to-date-time", format("date-time")),
        .init("string-to-date", format("date")),
        .init("string-to-uuid", format("uuid")),
        .init("string-to-uri", format("uri")),
        .init("string-to-bytes", format("byte")),
        .init("format-unset", retype("string", ["type": "string"]) { $0.node["format"] != nil }),
        .init(
            "format-changed",
            retype("string", ["type": "string", "format": "date"]) { $0.node["format"]?.scalarText == "date-time" }),
        .init("integer-to-number", retype("integer", ["type": "number"])),
        .init("integer-to-string", retype("integer", ["type": "string"])),
        .init("integer-to-boolean", retype("integer", ["type": "boolean"])),
        .init("integer-to-int32", retype("integer", ["type": "integer", "format": "int32"])),
        .init("integer-to-int64", retype("integer", ["type": "integer", "format": "int64"])),
        .init("integer-without-width", retype("integer", ["type": "integer"]) { $0.node["format"] != nil }),
        .init("number-to-integer", retype("number", ["type": "integer"])),
        .init("number-to-float", retype("number", ["type": "number", "format": "float"])),
        .init("boolean-to-string", retype("boolean", ["type": "string"])),
        .init("any-to-string") { document in
            guard
                let schema = document.schema(where: { schema in
                    schema.role != .alternative
                        && schema.node.pairs?.allSatisfy {
                            ["description", "title", "nullable", "readOnly"].contains($0.key)
                        } == true
                })
            else { return false }
            document.change(schema.way) { $0["type"] = "string" }
            return true
        },
        .init("scalar-to-any") { document in
            guard let schema = document.schema(where: { isScalar($0) && $0.role != .alternative && !$0.isParameter })
            else { return false }
            document.change(schema.way) { $0 = [:] }
            return true
        },
        .init("types-widened") { document in
            guard !document.isSwagger, let schema = document.plainSchema("string", where: { $0.role != .alternative })
            else { return false }
            document.change(schema.way) { $0 = ["oneOf": [["type": "string"], ["type": "integer"]]] }
            return true
        },
        .init("field-became-union") { document in
            guard !document.isSwagger, let property = document.property(where: { $0.node["$ref"] != nil }) else {
                return false
            }
            document.change(property.schema.way) { $0 = ["oneOf": [$0, ["type": "string"]]] }
            return true
        },
        .init("alternative-added") { document in
            guard
                let schema = document.schema(where: {
                    ($0.node["oneOf"] ?? $0.node["anyOf"])?.elements?.isEmpty == false
                        && $0.node["discriminator"] == nil
                })
            else { return false }
            let key = schema.node["oneOf"] == nil ? "anyOf" : "oneOf"
            guard let list = document.way(key, from: schema.way) else { return false }
            document.change(list) {
                $0.append(["type": "object", "required": ["zebra"], "properties": ["zebra": text]])
            }
            return true
        },
        .init("alternative-removed") { document in
            guard
                let schema = document.schema(where: {
                    (($0.node["oneOf"] ?? $0.node["anyOf"])?.elements?.count ?? 0) > 1
                })
            else {
                return false
            }
            let key = schema.node["oneOf"] == nil ? "anyOf" : "oneOf"
            guard let list = document.way(key, from: schema.way), case .list(let elements) = document.node(list) else {
                return false
            }
            document.tree.remove(at: list + [elements.count - 1])
            return true
        },
        .init("alternatives-reordered") { document in
            guard
                let schema = document.schema(where: {
                    (($0.node["oneOf"] ?? $0.node["anyOf"])?.elements?.count ?? 0) > 1
                })
            else {
                return false
            }
            let key = schema.node["oneOf"] == nil ? "anyOf" : "oneOf"
            guard let list = document.way(key, from: schema.way), case .list(let elements) = document.node(list) else {
                return false
            }
            document.change(list) { $0 = .list(elements.reversed()) }
            return true
        },
        .init("discriminator-removed") { document in
            guard let schema = document.schema(where: { $0.node["discriminator"] != nil }) else { return false }
            document.change(schema.way) { $0["discriminator"] = nil }
            return true
        },
        .init("discriminator-property-changed") { document in
            guard let schema = document.schema(where: { $0.node["discriminator"]?["propertyName"] != nil }) else {
                return false
            }
            document.change(schema.way) { $0["discriminator"]?["propertyName"] = "zebra_kind" }
            return true
        },
        .init("tag-renamed") { document in
            guard
                let schema = document.schema(where: { $0.node["discriminator"]?["mapping"]?.pairs?.isEmpty == false }),
                let mapping = document.way("discriminator", "mapping", from: schema.way),
                let first = document.node(mapping).pairs?.first
            else { return false }
            document.change(mapping) { $0.rename(first.key, to: "zebra_" + first.key) }
            return true
        },
        .init("items-became-nullable") { document in
            guard !document.isSwagger, let schema = document.schema(where: { $0.role == .items && isScalar($0) }) else {
                return false
            }
            let isModern = document.isModern
            document.change(schema.way) { node in
                if isModern, let type = node.schemaType {
                    node["type"] = .list([.text(type), "null"])
                } else {
                    node["nullable"] = true
                }
            }
            return true
        },
        .init("list-unwrapped") { document in
            guard
                let schema = document.schema(where: {
                    $0.node.schemaType == "array" && $0.node["items"] != nil && $0.role != .alternative
                })
            else { return false }
            document.change(schema.way) { $0 = $0["items"] ?? text }
            return true
        },
        .init("kind-changed") { document in
            guard let object = document.object(where: { if case .component = $0.role { true } else { false } }) else {
                return false
            }
            document.change(object.way) { $0 = text }
            return true
        },
    ]
}
