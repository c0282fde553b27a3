// Edits of operations, what they send and what they answer: parts A, B, C, D, E and G of the rules.

extension DiffEdit {
    private static let text: DocumentTree = ["type": "string"]

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
            document.change(paths) { $0.rename(operation.path, to: operation.path.replacing("{\(name)}", with: "{zebraName}")) }
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
            guard operations.count > 1, let name = document.node(operations[0].way)["operationId"]?.scalarText else { return false }
            document.change(operations[1].way) { $0["operationId"] = .text(name + "_") }
            return true
        },
        .init("endpoint-deprecated") { document in
            guard let operation = document.operation(where: { $0["deprecated"] == nil }) else { return false }
            document.change(operation.way) { $0["deprecated"] = true }
            return true
        },
        .init("endpoint-reactivated") { document in
            guard let operation = document.operation(where: { $0["deprecated"]?.scalarText == "true" }) else { return false }
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
                        "requestBody": ["content": ["application/json": ["schema": text]]], "responses": ["200": ["description": "ok"]],
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
            guard let schemes = document.way("components", "securitySchemes"), case .map(let pairs) = document.node(schemes) else {
                return false
            }
            guard let index = pairs.firstIndex(where: { $0.value["flows"] != nil }) else { return false }
            document.change(schemes + [index]) {
                $0["flows"] = ["clientCredentials": ["tokenUrl": "https://zebra.example/token", "scopes": [:]]]
            }
            return true
        },
    ]

    // MARK: - Parameters

    private static func parameter(_ document: EditedDocument, _ name: String, _ location: String, isRequired: Bool) -> DocumentTree {
        var parameter: DocumentTree = ["name": .text(name), "in": .text(location), "required": isRequired ? true : false]
        if document.isSwagger { parameter["type"] = "string" } else { parameter["schema"] = text }
        return parameter
    }

    private static func add(_ location: String, isRequired: Bool, isFirst: Bool = false) -> @Sendable (inout EditedDocument) -> Bool {
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
            guard let parameter = document.parameter(where: { $0["in"]?.scalarText == "query" && $0["style"] == nil }) else { return false }
            document.change(parameter) { $0["in"] = "header" }
            return true
        },
        .init("parameters-reordered") { document in
            guard
                let operation = document.operation(where: { ($0["parameters"]?.elements?.count ?? 0) > 1 }),
                let list = document.way("parameters", from: operation.way), case .list(let elements) = document.node(list)
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
            guard let parameter = document.parameter(where: { $0["in"]?.scalarText != "path" && $0["required"]?.scalarText == "true" })
            else {
                return false
            }
            document.change(parameter) { $0["required"] = nil }
            return true
        },
        .init("parameter-style-changed") { document in
            guard !document.isSwagger,
                let parameter = document.parameter(where: { $0["in"]?.scalarText == "query" && $0["schema"]?.schemaType == "array" })
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

    // MARK: - Bodies

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
            document.change(operation.way) { $0["requestBody"] = ["required": true, "content": ["application/json": ["schema": body]]] }
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
            guard let operation = document.operation(where: hasBody), let body = document.way("requestBody", from: operation.way),
                let content = document.content(of: body), let list = document.way("content", from: body)
            else { return false }
            document.change(list) { $0["application/zebra+json"] = $0[content.type] }
            return true
        },
        .init("body-type-form-added") { document in
            guard let operation = document.operation(where: hasBody), let body = document.way("requestBody", from: operation.way),
                let content = document.content(of: body), let list = document.way("content", from: body)
            else { return false }
            document.change(list) { $0["multipart/form-data"] = $0[content.type] }
            return true
        },
        .init("body-type-renamed") { document in
            guard let operation = document.operation(where: hasBody), let body = document.way("requestBody", from: operation.way),
                let content = document.content(of: body), let list = document.way("content", from: body)
            else { return false }
            document.change(list) { $0.rename(content.type, to: "application/x-www-form-urlencoded") }
            return true
        },
        .init("body-schema-removed") { document in
            guard let operation = document.operation(where: hasBody), let body = document.way("requestBody", from: operation.way),
                let content = document.content(of: body)
            else { return false }
            document.change(content.way) { $0["schema"] = nil }
            return true
        },
        .init("body-became-list") { document in
            guard let operation = document.operation(where: hasBody), let body = document.way("requestBody", from: operation.way),
                let content = document.content(of: body)
            else { return false }
            document.change(content.way) { node in node["schema"] = ["type": "array", "items": node["schema"] ?? text] }
            return true
        },
        .init("body-became-union") { document in
            guard let operation = document.operation(where: hasBody), let body = document.way("requestBody", from: operation.way),
                let content = document.content(of: body)
            else { return false }
            document.change(content.way) { node in
                node["schema"] = ["oneOf": [node["schema"] ?? text, ["type": "array", "items": text]]]
            }
            return true
        },
    ]

    // MARK: - Responses

    private static func schema(_ document: inout EditedDocument, _ body: (inout DocumentTree) -> Void) -> Bool {
        guard let response = document.choose(document.responses(isSuccess: true)) else { return false }
        let holder: EditedDocument.Way
        if document.isSwagger {
            holder = response.way
        } else {
            guard let content = document.content(of: response.way) else { return false }
            holder = content.way
        }
        guard let way = document.way("schema", from: holder) else { return false }
        document.change(way, body)
        return true
    }

    private static func answer(_ document: EditedDocument, _ schema: DocumentTree) -> DocumentTree {
        document.isSwagger
            ? ["description": "ok", "schema": schema] : ["description": "ok", "content": ["application/json": ["schema": schema]]]
    }

    /// Of an operation's responses; false: there is none of that kind.
    private static func responses(
        _ document: inout EditedDocument, isSuccess: Bool, _ body: (inout DocumentTree, (status: String, node: DocumentTree)) -> Bool
    ) -> Bool {
        guard let response = document.choose(document.responses(isSuccess: isSuccess)),
            let list = document.way("responses", from: response.operation.way)
        else { return false }
        var isDone = false
        let node = document.node(response.way)
        document.change(list) { isDone = body(&$0, (response.status, node)) }
        return isDone
    }

    private static func status(_ status: String, _ schema: DocumentTree) -> @Sendable (inout EditedDocument) -> Bool {
        { document in
            guard let operation = document.operation(), let list = document.way("responses", from: operation.way),
                document.node(list)[status] == nil
            else { return false }
            let answer = answer(document, schema)
            document.change(list) { $0[status] = answer }
            return true
        }
    }

    private static let other: DocumentTree = ["type": "object", "required": ["zebra"], "properties": ["zebra": ["type": "string"]]]

    static let responses: [DiffEdit] = [
        .init("success-status-added-same") { document in
            responses(&document, isSuccess: true) { list, response in
                guard list["207"] == nil else { return false }
                list["207"] = response.node
                return true
            }
        },
        .init("success-status-added-other", status("206", other)),
        .init("success-status-replaced") { document in
            responses(&document, isSuccess: true) { list, response in
                guard list["203"] == nil else { return false }
                list.rename(response.status, to: "203")
                return true
            }
        },
        .init("success-status-removed") { document in
            responses(&document, isSuccess: true) { list, response in
                guard (list.pairs ?? []).count(where: { $0.key.hasPrefix("2") }) > 1 else { return false }
                list[response.status] = nil
                return true
            }
        },
        .init("success-became-empty") { document in
            responses(&document, isSuccess: true) { list, response in
                guard response.node["content"] != nil || response.node["schema"] != nil, list["204"] == nil else { return false }
                list[response.status] = nil
                list["204"] = ["description": "gone"]
                return true
            }
        },
        .init("success-got-body") { document in
            let answer = answer(document, other)
            return responses(&document, isSuccess: true) { list, response in
                guard response.node["content"] == nil, response.node["schema"] == nil else { return false }
                list[response.status] = nil
                list["200"] = answer
                return true
            }
        },
        .init("response-type-added") { document in
            responses(&document, isSuccess: true) { list, response in
                guard let schema = response.node["content"]?["application/json"] else { return false }
                list[response.status]?["content"]?["application/zebra+json"] = schema
                return true
            }
        },
        .init("response-stream-added") { document in
            responses(&document, isSuccess: true) { list, response in
                guard let schema = response.node["content"]?["application/json"] else { return false }
                list[response.status]?["content"]?["text/event-stream"] = schema
                return true
            }
        },
        .init("response-became-stream") { document in
            responses(&document, isSuccess: true) { list, response in
                guard response.node["content"]?["application/json"] != nil, response.node["content"]?["text/event-stream"] == nil else {
                    return false
                }
                var content = response.node["content"] ?? [:]
                content.rename("application/json", to: "text/event-stream")
                list[response.status]?["content"] = content
                return true
            }
        },
        .init("response-type-renamed") { document in
            responses(&document, isSuccess: true) { list, response in
                guard var content = response.node["content"], content["application/json"] != nil else { return false }
                content.rename("application/json", to: "application/vnd.zebra+json")
                list[response.status]?["content"] = content
                return true
            }
        },
        .init("response-type-replaced") { document in
            responses(&document, isSuccess: true) { list, response in
                guard response.node["content"]?["application/json"] != nil else { return false }
                list[response.status]?["content"] = ["text/plain": ["schema": text]]
                return true
            }
        },
        .init("response-schema-removed") { document in schema(&document) { $0 = [:] } },
        .init("response-became-list") { document in schema(&document) { $0 = ["type": "array", "items": $0] } },
        .init("response-wrapped") { document in
            schema(&document) { $0 = ["type": "object", "required": ["data"], "properties": ["data": $0]] }
        },
        .init("response-became-nullable") { document in
            let isModern = document.isModern
            guard !document.isSwagger else { return false }
            return schema(&document) { node in
                node = isModern ? ["oneOf": [node, ["type": "null"]]] : ["allOf": [node], "nullable": true]
            }
        },
        .init("response-became-union") { document in
            guard !document.isSwagger else { return false }
            return schema(&document) { $0 = ["oneOf": [$0, ["type": "string"]]] }
        },
        .init("failure-status-added", status("418", other)),
        .init("failure-range-added", status("4XX", other)),
        .init("failure-default-added", status("default", other)),
        .init("failure-status-removed") { document in
            responses(&document, isSuccess: false) { list, response in
                list[response.status] = nil
                return true
            }
        },
        .init("failure-reference-removed") { document in
            guard let operation = document.operation(), let list = document.way("responses", from: operation.way) else { return false }
            guard let gone = document.choose((document.node(list).pairs ?? []).filter { !$0.key.hasPrefix("2") }) else { return false }
            document.change(list) { $0[gone.key] = nil }
            return true
        },
        .init("failure-body-changed") { document in
            let answer = answer(document, other)
            return responses(&document, isSuccess: false) { list, response in
                list[response.status] = answer
                return true
            }
        },
        .init("failures-unified") { document in
            guard let operation = document.operation(), let list = document.way("responses", from: operation.way) else { return false }
            let answer = answer(document, other)
            document.change(list) { node in
                for pair in node.pairs ?? [] where !pair.key.hasPrefix("2") { node[pair.key] = nil }
                node["default"] = answer
            }
            return true
        },
        .init("header-added") { document in
            let isSwagger = document.isSwagger
            return responses(&document, isSuccess: true) { list, response in
                let header: DocumentTree = isSwagger ? ["type": "string"] : ["schema": text]
                if list[response.status]?["headers"] == nil { list[response.status]?["headers"] = [:] }
                list[response.status]?["headers"]?["X-Zebra"] = header
                return true
            }
        },
        .init("header-removed") { document in
            responses(&document, isSuccess: true) { list, response in
                guard let name = response.node["headers"]?.pairs?.first?.key else { return false }
                list[response.status]?["headers"]?[name] = nil
                return true
            }
        },
        .init("header-became-required") { document in
            responses(&document, isSuccess: true) { list, response in
                guard let header = response.node["headers"]?.pairs?.first, header.value["schema"] != nil else { return false }
                let isRequired = header.value["required"]?.scalarText == "true"
                list[response.status]?["headers"]?[header.key]?["required"] = isRequired ? nil : true
                return true
            }
        },
        .init("header-type-changed") { document in
            responses(&document, isSuccess: true) { list, response in
                guard let header = response.node["headers"]?.pairs?.first, header.value["schema"] != nil else { return false }
                let isText = header.value["schema"]?.schemaType == "string"
                list[response.status]?["headers"]?[header.key]?["schema"] = isText ? ["type": "integer"] : ["type": "string"]
                return true
            }
        },
    ]
}
