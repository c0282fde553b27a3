// Edits of the fields of schemas.

extension DiffEdit {
    static func isScalar(_ schema: EditedDocument.Schema) -> Bool {
        ["string", "integer", "number", "boolean"].contains(schema.node.schemaType ?? "") && schema.node["enum"] == nil
            && schema.node["const"] == nil && schema.node["default"] == nil
    }

    private static func addField(
        isRequired: Bool, isFirst: Bool = false, _ field: DocumentTree = ["type": "string"]
    ) -> @Sendable (inout EditedDocument) -> Bool {
        { document in
            guard let object = document.object(), let properties = document.way("properties", from: object.way) else {
                return false
            }
            document.change(properties) { node in
                if isFirst { node.insert("zebra_field", field) } else { node["zebra_field"] = field }
            }
            if isRequired { document.setRequired("zebra_field", in: object.way, true) }
            return true
        }
    }

    static let fields: [DiffEdit] = [
        .init("field-added-optional", addField(isRequired: false)),
        .init("field-added-first", addField(isRequired: false, isFirst: true)),
        .init("field-added-required", addField(isRequired: true)),
        .init("field-added-with-default", addField(isRequired: false, ["type": "integer", "default": 7])),
        .init("field-added-constant", addField(isRequired: true, ["type": "string", "enum": ["zebra"]])),
        .init("field-added-read-only", addField(isRequired: false, ["type": "string", "readOnly": true])),
        .init("field-added-required-read-only", addField(isRequired: true, ["type": "string", "readOnly": true])),
        .init("field-added-write-only", addField(isRequired: false, ["type": "string", "writeOnly": true])),
        .init("field-added-any", addField(isRequired: false, [:])),
        .init(
            "field-added-object",
            addField(isRequired: false, ["type": "object", "properties": ["id": ["type": "string"]]])),
        .init("field-removed") { document in
            guard let property = document.property() else { return false }
            document.setRequired(property.name, in: property.owner, false)
            guard let properties = document.way("properties", from: property.owner) else { return false }
            document.change(properties) { $0[property.name] = nil }
            return true
        },
        .init("field-renamed") { document in
            guard let property = document.property(), let properties = document.way("properties", from: property.owner)
            else {
                return false
            }
            let isRequired = document.isRequired(property.name, in: property.owner)
            let name = "zebra_" + property.name
            document.change(properties) { $0.rename(property.name, to: name) }
            if isRequired {
                document.setRequired(property.name, in: property.owner, false)
                document.setRequired(name, in: property.owner, true)
            }
            return true
        },
        .init("field-replaced") { document in
            guard let property = document.property(where: isScalar),
                let properties = document.way("properties", from: property.owner)
            else {
                return false
            }
            document.setRequired(property.name, in: property.owner, false)
            document.change(properties) { node in
                node[property.name] = nil
                node["quagga"] = ["type": "array", "items": ["type": "integer"]]
            }
            return true
        },
        .init("fields-reordered") { document in
            guard let object = document.object(where: { ($0.node["properties"]?.pairs?.count ?? 0) > 1 }),
                let properties = document.way("properties", from: object.way),
                case .map(let pairs) = document.node(properties)
            else { return false }
            document.change(properties) { $0 = .map(pairs.reversed()) }
            return true
        },
        .init("field-became-required") { document in
            let all = document.schemas
            let fitting = all.filter { schema in
                guard case .property(let name) = schema.role, let owner = schema.owner else { return false }
                return !document.isRequired(name, in: owner)
            }
            guard let found = document.choose(fitting), case .property(let name) = found.role, let owner = found.owner
            else { return false }
            document.setRequired(name, in: owner, true)
            return true
        },
        .init("field-became-optional") { document in
            let fitting = document.schemas.filter { schema in
                guard case .property(let name) = schema.role, let owner = schema.owner else { return false }
                return document.isRequired(name, in: owner)
            }
            guard let found = document.choose(fitting), case .property(let name) = found.role, let owner = found.owner
            else { return false }
            document.setRequired(name, in: owner, false)
            return true
        },
        .init("nullability-changed") { document in
            guard let schema = document.schema(where: { isScalar($0) && $0.role != .alternative }) else { return false }
            let isModern = document.isModern
            let isSwagger = document.isSwagger
            document.change(schema.way) { node in
                if isModern {
                    if case .list(let types)? = node["type"] {
                        node["type"] = types.first { $0.scalarText != "null" }
                    } else if let type = node["type"] {
                        node["type"] = .list([type, "null"])
                    }
                } else {
                    let key = isSwagger ? "x-nullable" : "nullable"
                    node[key] = node[key]?.scalarText == "true" ? nil : true
                }
            }
            return true
        },
        .init("reference-became-nullable") { document in
            guard !document.isSwagger,
                let property = document.property(where: { $0.node["$ref"] != nil })
            else { return false }
            let isModern = document.isModern
            document.change(property.schema.way) { node in
                node = isModern ? ["anyOf": [node, ["type": "null"]]] : ["allOf": [node], "nullable": true]
            }
            return true
        },
        .init("read-only-changed") { document in
            guard let property = document.property(where: { $0.node["$ref"] == nil && $0.node["writeOnly"] == nil })
            else { return false }
            let isReadOnly = property.schema.node["readOnly"]?.scalarText == "true"
            document.change(property.schema.way) { $0["readOnly"] = isReadOnly ? nil : true }
            return true
        },
        .init("write-only-changed") { document in
            guard let property = document.property(where: { $0.node["$ref"] == nil && $0.node["readOnly"] == nil })
            else { return false }
            let isWriteOnly = property.schema.node["writeOnly"]?.scalarText == "true"
            document.change(property.schema.way) { $0["writeOnly"] = isWriteOnly ? nil : true }
            return true
        },
        .init("fields-closed") { document in
            guard let object = document.object() else { return false }
            document.change(object.way) { $0["additionalProperties"] = false }
            return true
        },
        .init("fields-opened") { document in
            guard let object = document.object() else { return false }
            document.change(object.way) { $0["additionalProperties"] = true }
            return true
        },
        .init("fields-of-type") { document in
            guard let object = document.object() else { return false }
            document.change(object.way) { $0["additionalProperties"] = ["type": "integer"] }
            return true
        },
        .init("map-became-object") { document in
            guard
                let map = document.schema(where: {
                    $0.node.schemaType == "object" && $0.node["properties"] == nil && $0.role != .alternative
                })
            else { return false }
            document.change(map.way) { $0 = ["type": "object", "properties": ["zebra": ["type": "string"]]] }
            return true
        },
        .init("object-became-map") { document in
            guard let object = document.object(where: { $0.role != .alternative && $0.node["allOf"] == nil }) else {
                return false
            }
            document.change(object.way) { $0 = ["type": "object", "additionalProperties": ["type": "string"]] }
            return true
        },
        .init("map-values-changed") { document in
            guard let values = document.schema(where: { $0.role == .values && isScalar($0) }) else { return false }
            let isText = values.node.schemaType == "string"
            document.change(values.way) { $0 = ["type": isText ? "integer" : "string"] }
            return true
        },
        .init("part-added") { document in
            guard
                let object = document.object(where: {
                    if case .component = $0.role { $0.node["allOf"] == nil } else { false }
                })
            else {
                return false
            }
            document.change(object.way) { node in
                node = [
                    "allOf": [
                        node, ["type": "object", "required": ["zebra"], "properties": ["zebra": ["type": "string"]]],
                    ]
                ]
            }
            return true
        },
        .init("part-removed") { document in
            guard let schema = document.schema(where: { ($0.node["allOf"]?.elements?.count ?? 0) > 1 }),
                let list = document.way("allOf", from: schema.way), case .list(let parts) = document.node(list)
            else { return false }
            document.tree.remove(at: list + [parts.count - 1])
            return true
        },
        .init("recursion-introduced") { document in
            let components = document.schemas.filter {
                if case .component = $0.role { ($0.node["properties"]?.pairs?.count ?? 0) > 0 } else { false }
            }
            guard let found = document.choose(components), case .component(let name) = found.role,
                let properties = document.way("properties", from: found.way)
            else { return false }
            let reference = document.reference(to: name)
            document.change(properties) { $0["zebra_parent"] = reference }
            return true
        },
    ]
}
