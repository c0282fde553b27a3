// Edits of request bodies: part D of the rules.

extension DiffEdit {
    private static func hasBody(_ operation: DocumentTree) -> Bool { operation["requestBody"]?["content"] != nil }

    static let bodies: [DiffEdit] = [
        .init("body-added-optional") { document in
            guard let operation = document.operation(where: { $0["requestBody"] == nil }), !document.isSwagger,
                !["get", "head", "delete"].contains(operation.method)
            else { return false }
            let body: DocumentTree = ["type": "object", "properties": ["zebra": text]]
            document.change(operation.way) { $0["requestBody"] = ["content": ["application/json": ["schema": body]]] }
            return true
        },
        .init("body-added-required") { document in
            guard let operation = document.operation(where: { $0["requestBody"] == nil }), !document.isSwagger,
                !["get", "head", "delete"].contains(operation.method)
            else { return false }
            let body: DocumentTree = ["type": "object", "required": ["zebra"], "properties": ["zebra": text]]
            document.change(operation.way) {
                $0["requestBody"] = ["required": true, "content": ["application/json": ["schema": body]]]
            }
            return true
        },
        .init("body-removed") { document in
            guard let operation = document.operation(where: { $0["requestBody"] != nil }) else { return false }
            document.change(operation.way) { $0["requestBody"] = nil }
            return true
        },
        .init("body-requiredness-changed") { document in
            guard let operation = document.operation(where: hasBody) else { return false }
            let isRequired = document.node(operation.way)["requestBody"]?["required"]?.scalarText == "true"
            document.change(operation.way) { $0["requestBody"]?["required"] = isRequired ? nil : true }
            return true
        },
        .init("body-type-added") { document in
            guard let operation = document.operation(where: hasBody),
                let body = document.way("requestBody", from: operation.way),
                let content = document.content(of: body), let list = document.way("content", from: body)
            else { return false }
            document.change(list) { $0["application/zebra+json"] = $0[content.type] }
            return true
        },
        .init("body-type-form-added") { document in
            guard let operation = document.operation(where: hasBody),
                let body = document.way("requestBody", from: operation.way),
                let content = document.content(of: body), let list = document.way("content", from: body)
            else { return false }
            document.change(list) { $0["multipart/form-data"] = $0[content.type] }
            return true
        },
        .init("body-type-renamed") { document in
            guard let operation = document.operation(where: hasBody),
                let body = document.way("requestBody", from: operation.way),
                let content = document.content(of: body), let list = document.way("content", from: body)
            else { return false }
            document.change(list) { $0.rename(content.type, to: "application/x-www-form-urlencoded") }
            return true
        },
        .init("body-schema-removed") { document in
            guard let operation = document.operation(where: hasBody),
                let body = document.way("requestBody", from: operation.way),
                let content = document.content(of: body)
            else { return false }
            document.change(content.way) { $0["schema"] = nil }
            return true
        },
        .init("body-became-list") { document in
            guard let operation = document.operation(where: hasBody),
                let body = document.way("requestBody", from: operation.way),
                let content = document.content(of: body)
            else { return false }
            document.change(content.way) { node in node["schema"] = ["type": "array", "items": node["schema"] ?? text] }
            return true
        },
        .init("body-became-union") { document in
            guard let operation = document.operation(where: hasBody),
                let body = document.way("requestBody", from: operation.way),
                let content = document.content(of: body)
            else { return false }
            document.change(content.way) { node in
                node["schema"] = ["oneOf": [node["schema"] ?? text, ["type": "array", "items": text]]]
            }
            return true
        },
    ]
}
