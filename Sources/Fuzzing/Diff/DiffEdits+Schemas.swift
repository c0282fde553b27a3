// Edits of schemas, wherever they stand: parts C, D, F and H of the rules.

extension DiffEdit {
    private static let text: DocumentTree = ["type": "string"]

    private static func isScalar(_ schema: EditedDocument.Schema) -> Bool {
        ["string", "integer", "number", "boolean"].contains(schema.node.schemaType ?? "") && schema.node["enum"] == nil
            && schema.node["const"] == nil && schema.node["default"] == nil
    }

    private static func addField(isRequired: Bool, isFirst: Bool = false, _ field: DocumentTree = ["type": "string"])
        -> @Sendable (inout EditedDocument) -> Bool
    {
        { document in
            guard let object = document.object(), let properties = document.way("properties", from: object.way) else { return false }
            document.change(properties) { node in if isFirst { node.insert("zebra_field", field) } else { node["zebra_field"] = field } }
            if isRequired { document.setRequired("zebra_field", in: object.way, true) }
            return true
        }
    }

    // MARK: - Fields

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
        .init("field-added-object", addField(isRequired: false, ["type": "object", "properties": ["id": ["type": "string"]]])),
        .init("field-removed") { document in
            guard let property = document.property() else { return false }
            document.setRequired(property.name, in: property.owner, false)
            guard let properties = document.way("properties", from: property.owner) else { return false }
            document.change(properties) { $0[property.name] = nil }
            return true
        },
        .init("field-renamed") { document in
            guard let property = document.property(), let properties = document.way("properties", from: property.owner) else {
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
            guard let property = document.property(where: isScalar), let properties = document.way("properties", from: property.owner)
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
                let properties = document.way("properties", from: object.way), case .map(let pairs) = document.node(properties)
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
            guard let found = document.choose(fitting), case .property(let name) = found.role, let owner = found.owner else { return false }
            document.setRequired(name, in: owner, true)
            return true
        },
        .init("field-became-optional") { document in
            let fitting = document.schemas.filter { schema in
                guard case .property(let name) = schema.role, let owner = schema.owner else { return false }
                return document.isRequired(name, in: owner)
            }
            guard let found = document.choose(fitting), case .property(let name) = found.role, let owner = found.owner else { return false }
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
            guard let property = document.property(where: { $0.node["$ref"] == nil && $0.node["writeOnly"] == nil }) else { return false }
            let isReadOnly = property.schema.node["readOnly"]?.scalarText == "true"
            document.change(property.schema.way) { $0["readOnly"] = isReadOnly ? nil : true }
            return true
        },
        .init("write-only-changed") { document in
            guard let property = document.property(where: { $0.node["$ref"] == nil && $0.node["readOnly"] == nil }) else { return false }
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
            guard let object = document.object(where: { $0.role != .alternative && $0.node["allOf"] == nil }) else { return false }
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
            guard let object = document.object(where: { if case .component = $0.role { $0.node["allOf"] == nil } else { false } }) else {
                return false
            }
            document.change(object.way) { node in
                node = ["allOf": [node, ["type": "object", "required": ["zebra"], "properties": ["zebra": ["type": "string"]]]]]
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

    // MARK: - Types

    private static func retype(
        _ from: String, _ to: DocumentTree, where fits: @escaping @Sendable (EditedDocument.Schema) -> Bool = { _ in true }
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
        .init("format-changed", retype("string", ["type": "string", "format": "date"]) { $0.node["format"]?.scalarText == "date-time" }),
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
                        && schema.node.pairs?.allSatisfy { ["description", "title", "nullable", "readOnly"].contains($0.key) } == true
                })
            else { return false }
            document.change(schema.way) { $0["type"] = "string" }
            return true
        },
        .init("scalar-to-any") { document in
            guard let schema = document.schema(where: { isScalar($0) && $0.role != .alternative && !$0.isParameter }) else { return false }
            document.change(schema.way) { $0 = [:] }
            return true
        },
        .init("types-widened") { document in
            guard !document.isSwagger, let schema = document.plainSchema("string", where: { $0.role != .alternative }) else { return false }
            document.change(schema.way) { $0 = ["oneOf": [["type": "string"], ["type": "integer"]]] }
            return true
        },
        .init("field-became-union") { document in
            guard !document.isSwagger, let property = document.property(where: { $0.node["$ref"] != nil }) else { return false }
            document.change(property.schema.way) { $0 = ["oneOf": [$0, ["type": "string"]]] }
            return true
        },
        .init("alternative-added") { document in
            guard
                let schema = document.schema(where: {
                    ($0.node["oneOf"] ?? $0.node["anyOf"])?.elements?.isEmpty == false && $0.node["discriminator"] == nil
                })
            else { return false }
            let key = schema.node["oneOf"] == nil ? "anyOf" : "oneOf"
            guard let list = document.way(key, from: schema.way) else { return false }
            document.change(list) { $0.append(["type": "object", "required": ["zebra"], "properties": ["zebra": text]]) }
            return true
        },
        .init("alternative-removed") { document in
            guard let schema = document.schema(where: { (($0.node["oneOf"] ?? $0.node["anyOf"])?.elements?.count ?? 0) > 1 }) else {
                return false
            }
            let key = schema.node["oneOf"] == nil ? "anyOf" : "oneOf"
            guard let list = document.way(key, from: schema.way), case .list(let elements) = document.node(list) else { return false }
            document.tree.remove(at: list + [elements.count - 1])
            return true
        },
        .init("alternatives-reordered") { document in
            guard let schema = document.schema(where: { (($0.node["oneOf"] ?? $0.node["anyOf"])?.elements?.count ?? 0) > 1 }) else {
                return false
            }
            let key = schema.node["oneOf"] == nil ? "anyOf" : "oneOf"
            guard let list = document.way(key, from: schema.way), case .list(let elements) = document.node(list) else { return false }
            document.change(list) { $0 = .list(elements.reversed()) }
            return true
        },
        .init("discriminator-removed") { document in
            guard let schema = document.schema(where: { $0.node["discriminator"] != nil }) else { return false }
            document.change(schema.way) { $0["discriminator"] = nil }
            return true
        },
        .init("discriminator-property-changed") { document in
            guard let schema = document.schema(where: { $0.node["discriminator"]?["propertyName"] != nil }) else { return false }
            document.change(schema.way) { $0["discriminator"]?["propertyName"] = "zebra_kind" }
            return true
        },
        .init("tag-renamed") { document in
            guard let schema = document.schema(where: { $0.node["discriminator"]?["mapping"]?.pairs?.isEmpty == false }),
                let mapping = document.way("discriminator", "mapping", from: schema.way), let first = document.node(mapping).pairs?.first
            else { return false }
            document.change(mapping) { $0.rename(first.key, to: "zebra_" + first.key) }
            return true
        },
        .init("items-became-nullable") { document in
            guard !document.isSwagger, let schema = document.schema(where: { $0.role == .items && isScalar($0) }) else { return false }
            let isModern = document.isModern
            document.change(schema.way) { node in
                if isModern, let type = node.schemaType { node["type"] = .list([.text(type), "null"]) } else { node["nullable"] = true }
            }
            return true
        },
        .init("list-unwrapped") { document in
            guard
                let schema = document.schema(where: { $0.node.schemaType == "array" && $0.node["items"] != nil && $0.role != .alternative })
            else { return false }
            document.change(schema.way) { $0 = $0["items"] ?? text }
            return true
        },
        .init("kind-changed") { document in
            guard let object = document.object(where: { if case .component = $0.role { true } else { false } }) else { return false }
            document.change(object.way) { $0 = text }
            return true
        },
    ]

    // MARK: - Values

    private static func enumeration(where fits: @escaping (DocumentTree) -> Bool = { _ in true }) -> (EditedDocument.Schema) -> Bool {
        { schema in (schema.node["enum"]?.elements?.count ?? 0) > 1 && schema.node["x-enum-varnames"] == nil && fits(schema.node) }
    }

    private static func limit(_ type: String, _ key: String, _ value: DocumentTree) -> DiffEdit {
        .init("limit-" + key) { document in
            guard let schema = document.schema(where: { $0.node.schemaType == type && $0.node[key] == nil }) else { return false }
            document.change(schema.way) { $0[key] = value }
            return true
        }
    }

    static let values: [DiffEdit] = [
        .init("became-enum") { document in
            guard let schema = document.plainSchema("string", where: { $0.role != .alternative && $0.node["format"] == nil }) else {
                return false
            }
            document.change(schema.way) { $0["enum"] = ["zebra", "quagga"] }
            return true
        },
        .init("became-integer-enum") { document in
            guard let schema = document.plainSchema("integer", where: { $0.role != .alternative }) else { return false }
            document.change(schema.way) { $0["enum"] = [1, 2] }
            return true
        },
        .init("enum-opened") { document in
            guard let schema = document.schema(where: enumeration { $0["default"] == nil }) else { return false }
            document.change(schema.way) { $0["enum"] = nil }
            return true
        },
        .init("enum-value-added") { document in
            guard let schema = document.schema(where: enumeration { $0.schemaType == "string" }) else { return false }
            document.change(schema.way) { $0["enum"]?.append("zebra") }
            return true
        },
        .init("enum-value-removed") { document in
            guard let schema = document.schema(where: enumeration { $0["default"] == nil }) else { return false }
            document.change(schema.way) { $0["enum"] = .list(Array(($0["enum"]?.elements ?? []).dropLast())) }
            return true
        },
        .init("enum-value-changed") { document in
            guard let schema = document.schema(where: enumeration { $0["default"] == nil && $0.schemaType == "string" }) else {
                return false
            }
            document.change(schema.way) { $0["enum"] = .list(Array(($0["enum"]?.elements ?? []).dropLast()) + ["zebra"]) }
            return true
        },
        .init("enum-values-reordered") { document in
            guard let schema = document.schema(where: enumeration()) else { return false }
            document.change(schema.way) { $0["enum"] = .list(($0["enum"]?.elements ?? []).reversed()) }
            return true
        },
        .init("enum-names-meet") { document in
            guard let schema = document.schema(where: enumeration { $0.schemaType == "string" }),
                let value = schema.node["enum"]?.elements?.first(where: { ($0.scalarText?.utf8.count ?? 0) > 2 })?.scalarText
            else { return false }
            let isUpper = value == value.uppercased()
            document.change(schema.way) { $0["enum"]?.append(.text(isUpper ? value.lowercased() : value.uppercased())) }
            return true
        },
        .init("enum-varnames-changed") { document in
            guard let schema = document.schema(where: enumeration()) else { return false }
            let count = schema.node["enum"]?.elements?.count ?? 0
            document.change(schema.way) { $0["x-enum-varnames"] = .list((0..<count).map { .text("Zebra\($0)") }) }
            return true
        },
        .init("became-constant") { document in
            guard let property = document.property(where: { isScalar($0) && $0.node.schemaType == "string" && $0.node["format"] == nil })
            else {
                return false
            }
            document.change(property.schema.way) { $0["enum"] = ["zebra"] }
            return true
        },
        .init("constant-changed") { document in
            guard
                let property = document.property(where: {
                    $0.node["enum"]?.elements?.count == 1 && $0.node.schemaType == "string" && $0.node["default"] == nil
                })
            else { return false }
            document.change(property.schema.way) { $0["enum"] = ["zebra"] }
            return true
        },
        .init("default-added") { document in
            guard let property = document.property(where: isScalar) else { return false }
            let values: [String: DocumentTree] = ["string": "zebra", "integer": 7, "number": .plain("7.5"), "boolean": true]
            guard let type = property.schema.node.schemaType, property.schema.node["format"] == nil, let value = values[type] else {
                return false
            }
            document.change(property.schema.way) { $0["default"] = value }
            return true
        },
        .init("parameter-default-added") { document in
            guard let schema = document.schema(where: { $0.isParameter && $0.role == .root && isScalar($0) && $0.node["format"] == nil }),
                let type = schema.node.schemaType
            else { return false }
            let values: [String: DocumentTree] = ["string": "zebra", "integer": 7, "number": .plain("7.5"), "boolean": true]
            document.change(schema.way) { $0["default"] = values[type] }
            return true
        },
        .init("default-changed") { document in
            guard
                let schema = document.schema(where: {
                    $0.node["default"] != nil && $0.node.schemaType == "integer" && $0.node["enum"] == nil
                })
            else { return false }
            let value = schema.node["default"]?.scalarText == "7" ? 8 : 7
            document.change(schema.way) { $0["default"] = .plain(String(value)) }
            return true
        },
        .init("default-removed") { document in
            guard let schema = document.schema(where: { $0.node["default"] != nil }) else { return false }
            document.change(schema.way) { $0["default"] = nil }
            return true
        },
        limit("string", "maxLength", 1000), limit("string", "pattern", "^.*$"), limit("integer", "maximum", .plain("99999")),
        limit("array", "minItems", 1), limit("array", "uniqueItems", true), limit("object", "minProperties", 1),
        .init("limit-removed") { document in
            guard let schema = document.schema(where: { $0.node["maxLength"] != nil || $0.node["maximum"] != nil }) else { return false }
            document.change(schema.way) { node in (node["maxLength"], node["maximum"]) = (nil, nil) }
            return true
        },
        .init("condition-added") { document in
            guard document.isModern, let object = document.object() else { return false }
            document.change(object.way) { $0["propertyNames"] = ["pattern": "^[a-z_]+$"] }
            return true
        },
        .init("deprecated") { document in
            guard let property = document.property(where: { $0.node["$ref"] == nil && $0.node["deprecated"] == nil }) else { return false }
            document.change(property.schema.way) { $0["deprecated"] = true }
            return true
        },
        .init("component-deprecated") { document in
            guard let object = document.object(where: { if case .component = $0.role { $0.node["deprecated"] == nil } else { false } })
            else {
                return false
            }
            document.change(object.way) { $0["deprecated"] = true }
            return true
        },
        .init("example-changed") { document in
            guard let schema = document.plainSchema("string") else { return false }
            document.change(schema.way) { $0["example"] = "zebra" }
            return true
        },
        .init("description-of-field-changed") { document in
            guard let property = document.property(where: { $0.node["$ref"] == nil }) else { return false }
            document.change(property.schema.way) { $0["description"] = "Zebras graze." }
            return true
        },
    ]

    // MARK: - Names

    static let names: [DiffEdit] = [
        .init("component-renamed") { document in
            guard let component = document.choose(document.components), let way = document.way(document.schemasKey) else { return false }
            let old = document.reference(to: component.name)["$ref"]?.scalarText ?? ""
            let new = document.reference(to: "Zebra" + component.name)["$ref"]?.scalarText ?? ""
            document.change(way) { $0.rename(component.name, to: "Zebra" + component.name) }
            document.tree.replace(old, with: new)
            return true
        },
        .init("component-inlined") { document in
            let referring = document.schemas.filter { $0.node["$ref"] != nil && $0.role != .alternative }
            guard let schema = document.choose(referring), let reference = schema.node["$ref"]?.scalarText,
                let component = document.components.first(where: { document.reference(to: $0.name)["$ref"]?.scalarText == reference })
            else { return false }
            // One that refers to itself can't be written in place.
            guard !component.node.text(.json).contains(DocumentTree.quoted(reference)) else { return false }
            document.change(schema.way) { $0 = component.node }
            return true
        },
        .init("component-extracted") { document in
            guard let object = document.object(where: { if case .component = $0.role { false } else { $0.role != .alternative } }) else {
                return false
            }
            let node = object.node
            let reference = document.reference(to: "ZebraExtracted")
            document.change(object.way) { $0 = reference }
            if document.isSwagger {
                if document.tree["definitions"] == nil { document.tree["definitions"] = [:] }
            } else {
                if document.tree["components"] == nil { document.tree["components"] = [:] }
                if document.tree["components"]?["schemas"] == nil { document.tree["components"]?["schemas"] = [:] }
            }
            guard let way = document.way(document.schemasKey) else { return false }
            document.change(way) { $0["ZebraExtracted"] = node }
            return true
        },
        .init("component-added") { document in
            guard let way = document.way(document.schemasKey) else { return false }
            document.change(way) { $0["ZebraAdded"] = ["type": "object", "properties": ["zebra": text]] }
            return true
        },
        .init("component-name-meets") { document in
            guard let component = document.choose(document.components), let way = document.way(document.schemasKey) else { return false }
            let name = component.name.prefix(1).lowercased() + component.name.dropFirst() + "_"
            guard let object = document.object(), let properties = document.way("properties", from: object.way) else { return false }
            let reference = document.reference(to: name)
            document.change(properties) { $0["zebra_other"] = reference }
            document.change(way) { $0[name] = ["type": "object", "properties": ["zebra": text]] }
            return true
        },
        .init("two-components-became-one") { document in
            let objects = document.components.filter { $0.node["properties"] != nil }
            guard objects.count > 1 else { return false }
            let old = document.reference(to: objects[1].name)["$ref"]?.scalarText ?? ""
            let new = document.reference(to: objects[0].name)["$ref"]?.scalarText ?? ""
            guard old != new, let way = document.way(document.schemasKey) else { return false }
            document.change(way) { $0[objects[1].name] = nil }
            document.tree.replace(old, with: new)
            return true
        },
        .init("title-changed") { document in
            guard let object = document.object(where: { if case .component = $0.role { false } else { true } }) else { return false }
            document.change(object.way) { $0["title"] = "ZebraTitle" }
            return true
        },
    ]
}
