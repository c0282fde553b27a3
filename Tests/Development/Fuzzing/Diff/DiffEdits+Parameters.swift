// Edits of parameters: part C of the rules.

extension DiffEdit {
    private static func parameter(
        _ document: EditedDocument, _ name: String, _ location: String, isRequired: Bool
    ) -> DocumentTree {
        var parameter: DocumentTree = [
            "name": .text(name), "in": .text(location), "required": isRequired ? true : false,
        ]
        if document.isSwagger { parameter["type"] = "string" } else { parameter["schema"] = text }
        return parameter
    }

    private static func add(
        _ location: String, isRequired: Bool, isFirst: Bool = false
    ) -> @Sendable (inout EditedDocument) -> Bool {
        { document in
            guard let operation = document.operation() else { return false }
            let added = parameter(document, "zebra-kind", location, isRequired: isRequired)
            document.change(operation.way) { node in
                let others = node["parameters"]?.elements ?? []
                node["parameters"] = .list(isFirst ? [added] + others : others + [added])
            }
            return true
        }
    }

    private static func isOptional(_ parameter: DocumentTree) -> Bool {
        parameter["in"]?.scalarText != "path" && parameter["required"]?.scalarText != "true"
    }

    static let parameters: [DiffEdit] = [
        .init("parameter-added-query", add("query", isRequired: false)),
        .init("parameter-added-header", add("header", isRequired: false)),
        .init("parameter-added-first", add("query", isRequired: false, isFirst: true)),
        .init("parameter-added-required", add("query", isRequired: true)),
        .init("parameter-added-required-header", add("header", isRequired: true)),
        .init("parameter-removed") { document in
            guard let parameter = document.parameter(where: { $0["in"]?.scalarText != "path" }) else { return false }
            document.tree.remove(at: parameter)
            return true
        },
        .init("parameter-renamed") { document in
            guard let parameter = document.parameter(where: { $0["in"]?.scalarText != "path" }),
                let name = document.node(parameter)["name"]?.scalarText
            else { return false }
            document.change(parameter) { $0["name"] = .text("zebra_" + name) }
            return true
        },
        .init("parameter-moved") { document in
            guard let parameter = document.parameter(where: { $0["in"]?.scalarText == "query" && $0["style"] == nil })
            else { return false }
            document.change(parameter) { $0["in"] = "header" }
            return true
        },
        .init("parameters-reordered") { document in
            guard
                let operation = document.operation(where: { ($0["parameters"]?.elements?.count ?? 0) > 1 }),
                let list = document.way("parameters", from: operation.way),
                case .list(let elements) = document.node(list)
            else { return false }
            document.change(list) { $0 = .list(elements.reversed()) }
            return true
        },
        .init("parameter-became-required") { document in
            guard let parameter = document.parameter(where: isOptional) else { return false }
            document.change(parameter) { $0["required"] = true }
            return true
        },
        .init("parameter-became-optional") { document in
            guard
                let parameter = document.parameter(where: {
                    $0["in"]?.scalarText != "path" && $0["required"]?.scalarText == "true"
                })
            else {
                return false
            }
            document.change(parameter) { $0["required"] = nil }
            return true
        },
        .init("parameter-style-changed") { document in
            guard !document.isSwagger,
                let parameter = document.parameter(where: {
                    $0["in"]?.scalarText == "query" && $0["schema"]?.schemaType == "array"
                })
            else { return false }
            let explode = document.node(parameter)["explode"]?.scalarText == "false"
            document.change(parameter) { $0["explode"] = explode ? true : false }
            return true
        },
        .init("parameter-content-changed") { document in
            guard
                let parameter = document.parameter(where: {
                    $0["in"]?.scalarText == "query" && $0["schema"] != nil && $0["style"] == nil && $0["explode"] == nil
                })
            else { return false }
            document.change(parameter) { node in
                node["content"] = ["application/json": ["schema": node["schema"] ?? text]]
                node["schema"] = nil
            }
            return true
        },
        .init("parameter-deprecated") { document in
            guard let parameter = document.parameter(where: { $0["deprecated"] == nil }) else { return false }
            document.change(parameter) { $0["deprecated"] = true }
            return true
        },
    ]
}
