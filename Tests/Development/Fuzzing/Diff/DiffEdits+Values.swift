// Edits of the values that schemas allow: enums, constants, limits, defaults.

extension DiffEdit {
    private static func enumeration(where fits: @escaping (DocumentTree) -> Bool = { _ in true }) -> (
        EditedDocument.Schema
    ) -> Bool {
        { schema in
            (schema.node["enum"]?.elements?.count ?? 0) > 1 && schema.node["x-enum-varnames"] == nil
                && fits(schema.node)
        }
    }

    private static func limit(_ type: String, _ key: String, _ value: DocumentTree) -> DiffEdit {
        .init("limit-" + key) { document in
            guard let schema = document.schema(where: { $0.node.schemaType == type && $0.node[key] == nil }) else {
                return false
            }
            document.change(schema.way) { $0[key] = value }
            return true
        }
    }

    static let values: [DiffEdit] = [
        .init("became-enum") { document in
            guard
                let schema = document.plainSchema(
                    "string", where: { $0.role != .alternative && $0.node["format"] == nil })
            else {
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
            guard let schema = document.schema(where: enumeration { $0["default"] == nil && $0.schemaType == "string" })
            else {
                return false
            }
            document.change(schema.way) {
                $0["enum"] = .list(Array(($0["enum"]?.elements ?? []).dropLast()) + ["zebra"])
            }
            return true
        },
        .init("enum-values-reordered") { document in
            guard let schema = document.schema(where: enumeration()) else { return false }
            document.change(schema.way) { $0["enum"] = .list(($0["enum"]?.elements ?? []).reversed()) }
            return true
        },
        .init("enum-names-meet") { document in
            guard let schema = document.schema(where: enumeration { $0.schemaType == "string" }),
                let value = schema.node["enum"]?.elements?.first(where: { ($0.scalarText?.utf8.count ?? 0) > 2 })?
                    .scalarText
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
            guard
                let property = document.property(where: {
                    isScalar($0) && $0.node.schemaType == "string" && $0.node["format"] == nil
                })
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
            let values: [String: DocumentTree] = [
                "string": "zebra", "integer": 7, "number": .plain("7.5"), "boolean": true,
            ]
            guard let type = property.schema.node.schemaType, property.schema.node["format"] == nil,
                let value = values[type]
            else {
                return false
            }
            document.change(property.schema.way) { $0["default"] = value }
            return true
        },
        .init("parameter-default-added") { document in
            guard
                let schema = document.schema(where: {
                    $0.isParameter && $0.role == .root && isScalar($0) && $0.node["format"] == nil
                }),
                let type = schema.node.schemaType
            else { return false }
            let values: [String: DocumentTree] = [
                "string": "zebra", "integer": 7, "number": .plain("7.5"), "boolean": true,
            ]
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
        limit("string", "maxLength", 1000), limit("string", "pattern", "^.*$"),
        limit("integer", "maximum", .plain("99999")), limit("array", "minItems", 1),
        limit("array", "uniqueItems", true), limit("object", "minProperties", 1),
        .init("limit-removed") { document in
            guard let schema = document.schema(where: { $0.node["maxLength"] != nil || $0.node["maximum"] != nil })
            else { return false }
            document.change(schema.way) { node in (node["maxLength"], node["maximum"]) = (nil, nil) }
            return true
        },
        .init("condition-added") { document in
            guard document.isModern, let object = document.object() else { return false }
            document.change(object.way) { $0["propertyNames"] = ["pattern": "^[a-z_]+$"] }
            return true
        },
        .init("deprecated") { document in
            guard let property = document.property(where: { $0.node["$ref"] == nil && $0.node["deprecated"] == nil })
            else { return false }
            document.change(property.schema.way) { $0["deprecated"] = true }
            return true
        },
        .init("component-deprecated") { document in
            guard
                let object = document.object(where: {
                    if case .component = $0.role { $0.node["deprecated"] == nil } else { false }
                })
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
}
