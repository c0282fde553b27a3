// Edits of the responses of operations: parts E and G of the rules.

extension DiffEdit {
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
            ? ["description": "ok", "schema": schema]
            : ["description": "ok", "content": ["application/json": ["schema": schema]]]
    }

    /// Edits the list of responses of an operation; false: it has none of that kind, or none that the edit fits.
    private static func responses(
        _ document: inout EditedDocument, isSuccess: Bool,
        _ body: (inout DocumentTree, (status: String, node: DocumentTree)) -> Bool
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

    private static let other: DocumentTree = [
        "type": "object", "required": ["zebra"], "properties": ["zebra": ["type": "string"]],
    ]

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
                guard response.node["content"] != nil || response.node["schema"] != nil, list["204"] == nil else {
                    return false
                }
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
                guard response.node["content"]?["application/json"] != nil,
                    response.node["content"]?["text/event-stream"] == nil
                else {
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
            guard let operation = document.operation(), let list = document.way("responses", from: operation.way) else {
                return false
            }
            guard let gone = document.choose((document.node(list).pairs ?? []).filter { !$0.key.hasPrefix("2") }) else {
                return false
            }
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
            guard let operation = document.operation(), let list = document.way("responses", from: operation.way) else {
                return false
            }
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
                guard let header = response.node["headers"]?.pairs?.first, header.value["schema"] != nil else {
                    return false
                }
                let isRequired = header.value["required"]?.scalarText == "true"
                list[response.status]?["headers"]?[header.key]?["required"] = isRequired ? nil : true
                return true
            }
        },
        .init("header-type-changed") { document in
            responses(&document, isSuccess: true) { list, response in
                guard let header = response.node["headers"]?.pairs?.first, header.value["schema"] != nil else {
                    return false
                }
                let isText = header.value["schema"]?.schemaType == "string"
                list[response.status]?["headers"]?[header.key]?["schema"] =
                    isText ? ["type": "integer"] : ["type": "string"]
                return true
            }
        },
    ]
}
