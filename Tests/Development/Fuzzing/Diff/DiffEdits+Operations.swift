// Edits of operations and of how they are authenticated: parts A and B of the rules.

extension DiffEdit {
    static let endpoints: [DiffEdit] = [
        .init("endpoint-added") { document in
            guard let operation = document.operation(), let paths = document.way("paths") else { return false }
            var copy = document.node(operation.way)
            if copy["operationId"] != nil { copy["operationId"] = "zebraAdded" }
            let source = document.node(operation.item)
            document.change(paths) { $0["/zebra-added" + operation.path] = source }
            guard let item = document.way("paths", "/zebra-added" + operation.path) else { return false }
            document.change(item) { node in
                for method in EditedDocument.methods { node[method] = nil }
                node[operation.method] = copy
            }
            return true
        },
        .init("endpoint-removed") { document in
            guard document.operations.count > 1, let operation = document.operation() else { return false }
            document.tree.remove(at: operation.way)
            return true
        },
        .init("endpoint-moved") { document in
            guard let operation = document.operation(), let paths = document.way("paths") else { return false }
            document.change(paths) { $0.rename(operation.path, to: "/v9" + operation.path) }
            return document.operations.contains { $0.path == operation.path } == false
        },
        .init("method-changed") { document in
            let others = ["post": "put", "put": "post", "patch": "put", "get": "post", "delete": "post"]
            guard let operation = document.operation(), let other = others[operation.method] else { return false }
            guard document.node(operation.item)[other] == nil else { return false }
            document.change(operation.item) { $0.rename(operation.method, to: other) }
            return true
        },
        .init("path-parameter-renamed") { document in
            guard let parameter = document.parameter(where: { $0["in"]?.scalarText == "path" }),
                let name = document.node(parameter)["name"]?.scalarText, let paths = document.way("paths")
            else { return false }
            let operation = document.operations.first { parameter.starts(with: $0.item) }
            guard let operation, operation.path.contains("{\(name)}") else { return false }
            // All operations of the path take it in place, or one would lack it.
            guard document.operations.filter({ $0.path == operation.path }).count == 1 else { return false }
            document.change(parameter) { $0["name"] = "zebraName" }
            document.change(paths) {
                $0.rename(operation.path, to: operation.path.replacing("{\(name)}", with: "{zebraName}"))
            }
            return true
        },
        .init("path-parameter-added") { document in
            guard let operation = document.operation(), let paths = document.way("paths") else { return false }
            guard document.operations.filter({ $0.path == operation.path }).count == 1 else { return false }
            document.change(operation.way) { node in
                if node["parameters"] == nil { node["parameters"] = [] }
            }
            guard let list = document.way("parameters", from: operation.way) else { return false }
            let isSwagger = document.isSwagger
            document.change(list) {
                $0.append(
                    isSwagger
                        ? ["name": "zebraPart", "in": "path", "required": true, "type": "string"]
                        : ["name": "zebraPart", "in": "path", "required": true, "schema": text])
            }
            document.change(paths) { $0.rename(operation.path, to: operation.path + "/{zebraPart}") }
            return true
        },
        .init("operation-id-changed") { document in
            guard let operation = document.operation(where: { $0["operationId"] != nil }) else { return false }
            document.change(operation.way) { $0["operationId"] = "zebraOperation" }
            return true
        },
        .init("operation-id-removed") { document in
            guard let operation = document.operation(where: { $0["operationId"] != nil }) else { return false }
            document.change(operation.way) { $0["operationId"] = nil }
            return true
        },
        .init("operation-id-added") { document in
            guard let operation = document.operation(where: { $0["operationId"] == nil }) else { return false }
            document.change(operation.way) { $0["operationId"] = "zebraOperation" }
            return true
        },
        .init("operation-names-meet") { document in
            let operations = document.operations
            guard operations.count > 1, let name = document.node(operations[0].way)["operationId"]?.scalarText else {
                return false
            }
            document.change(operations[1].way) { $0["operationId"] = .text(name + "_") }
            return true
        },
        .init("endpoint-deprecated") { document in
            guard let operation = document.operation(where: { $0["deprecated"] == nil }) else { return false }
            document.change(operation.way) { $0["deprecated"] = true }
            return true
        },
        .init("endpoint-reactivated") { document in
            guard let operation = document.operation(where: { $0["deprecated"]?.scalarText == "true" }) else {
                return false
            }
            document.change(operation.way) { $0["deprecated"] = nil }
            return true
        },
        .init("sunset-changed") { document in
            guard let operation = document.operation() else { return false }
            document.change(operation.way) { $0["x-sunset"] = "2030-01-01" }
            return true
        },
        .init("stability-changed") { document in
            guard let operation = document.operation() else { return false }
            document.change(operation.way) { $0["x-stability-level"] = "beta" }
            return true
        },
        .init("tag-changed") { document in
            guard let operation = document.operation() else { return false }
            document.change(operation.way) { $0["tags"] = ["zebra"] }
            return true
        },
        .init("description-changed") { document in
            guard let operation = document.operation() else { return false }
            document.change(operation.way) { $0["description"] = "Zebras graze." }
            return true
        },
        .init("server-changed") { document in
            if document.isSwagger {
                document.tree["host"] = "zebra.example"
            } else {
                document.tree["servers"] = [["url": "https://zebra.example"]]
            }
            return true
        },
        .init("server-variable-added") { document in
            guard !document.isSwagger else { return false }
            document.tree["servers"] = [
                ["url": "https://{zebra}.example", "variables": ["zebra": ["default": "eu", "enum": ["eu", "us"]]]]
            ]
            return true
        },
        .init("server-variable-required") { document in
            guard !document.isSwagger else { return false }
            document.tree["servers"] = [["url": "https://{zebra}.example", "variables": ["zebra": ["default": "eu"]]]]
            return true
        },
        .init("operation-server-changed") { document in
            guard !document.isSwagger, let operation = document.operation() else { return false }
            document.change(operation.way) { $0["servers"] = [["url": "https://zebra.example"]] }
            return true
        },
        .init("webhook-added") { document in
            guard document.isModern else { return false }
            document.tree["webhooks"] = [
                "zebra": [
                    "post": [
                        "requestBody": ["content": ["application/json": ["schema": text]]],
                        "responses": ["200": ["description": "ok"]],
                    ]
                ]
            ]
            return true
        },
        .init("api-title-changed") { document in
            document.isRenamed = true
            return true
        },
        .init("api-version-changed") { document in
            document.tree["info"]?["version"] = "99.9"
            return true
        },
        .init("spec-version-changed") { document in
            guard document.tree["openapi"]?.scalarText?.hasPrefix("3.1") == true else { return false }
            document.tree["openapi"] = "3.1.1"
            return true
        },
    ]

    static let security: [DiffEdit] = [
        .init("security-added") { document in
            guard let operation = document.operation() else { return false }
            let key = document.isSwagger ? ["securityDefinitions"] : ["components", "securitySchemes"]
            if document.way(key) == nil {
                if document.isSwagger {
                    document.tree["securityDefinitions"] = [:]
                } else {
                    if document.tree["components"] == nil { document.tree["components"] = [:] }
                    document.tree["components"]?["securitySchemes"] = [:]
                }
            }
            guard let schemes = document.way(key) else { return false }
            document.change(schemes) { $0["zebraKey"] = ["type": "apiKey", "in": "header", "name": "X-Zebra"] }
            document.change(operation.way) { $0["security"] = [["zebraKey": []]] }
            return true
        },
        .init("security-removed") { document in
            guard let operation = document.operation() else { return false }
            document.change(operation.way) { $0["security"] = [] }
            return true
        },
        .init("oauth-flow-changed") { document in
            guard let schemes = document.way("components", "securitySchemes"),
                case .map(let pairs) = document.node(schemes)
            else {
                return false
            }
            guard let index = pairs.firstIndex(where: { $0.value["flows"] != nil }) else { return false }
            document.change(schemes + [index]) {
                $0["flows"] = ["clientCredentials": ["tokenUrl": "https://zebra.example/token", "scopes": [:]]]
            }
            return true
        },
    ]
}
