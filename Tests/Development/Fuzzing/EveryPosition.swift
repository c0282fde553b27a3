/// A legal OpenAPI document in which everything is called by one of a few names: each name stands in every position at
/// once.
package func documentWithNamesEverywhere(_ title: String, _ names: [String]) -> DocumentTree {
    EveryPosition(title: title, names: names).document
}

private struct EveryPosition {
    let title: String
    let names: [String]

    private func reference(_ name: String) -> DocumentTree {
        ["$ref": .text("#/components/schemas/" + DocumentTree.escaped(name))]
    }

    private func json(_ schema: DocumentTree) -> DocumentTree { ["content": ["application/json": ["schema": schema]]] }

    private func response(_ schema: DocumentTree) -> DocumentTree {
        ["description": "ok", "content": ["application/json": ["schema": schema]]]
    }

    private func object(_ properties: [(String, DocumentTree)], required: [String] = []) -> DocumentTree {
        var object: DocumentTree = ["type": "object", "properties": mapping(properties)]
        if !required.isEmpty { object["required"] = .list(required.map { .text($0) }) }
        return object
    }

    /// If a name comes twice, the last one counts.
    private func mapping(_ pairs: [(String, DocumentTree)]) -> DocumentTree {
        var map: DocumentTree = [:]
        for (key, value) in pairs { map[key] = value }
        return map
    }

    private var string: DocumentTree { ["type": "string"] }
    private func strings(_ last: String) -> DocumentTree {
        ["type": "string", "enum": .list((names + [last]).map { .text($0) })]
    }
    private var values: DocumentTree { strings("zz") }
    private var integers: DocumentTree {
        [
            "type": "integer", "enum": [1, 2, -1],
            "x-enum-varnames": .list((names + ["p", "q", "r"]).prefix(3).map { .text($0) }),
        ]
    }
    private var inner: DocumentTree {
        object([(names[0], object([(names[0], values)])), (names[names.count - 1], values)])
    }

    private var everything: DocumentTree {
        let kinds: [(String) -> DocumentTree] = [
            { _ in values }, { _ in ["type": "array", "items": inner] }, { _ in inner }, { _ in integers }, reference,
        ]
        return object(names.enumerated().map { ($1, kinds[$0 % kinds.count]($1)) }, required: Array(names.prefix(2)))
    }

    private var alternatives: DocumentTree {
        let inPlace: [DocumentTree] = names.map { name in
            [
                "type": "object", "title": .text(name), "required": [.text("k" + name)],
                "properties": mapping([("k" + name, values)]),
            ]
        }
        return ["oneOf": .list(inPlace + names.map(reference))]
    }

    private var schemas: DocumentTree {
        let kinds: [(String) -> DocumentTree] = [
            { _ in everything }, { _ in values }, { object([($0, alternatives)]) },
            { _ in ["type": "array", "items": inner] },
        ]
        var schemas = mapping(names.enumerated().map { ($1, kinds[$0 % kinds.count]($1)) })
        schemas["Everything"] = everything
        schemas["EitherOf"] = alternatives
        return schemas
    }

    private var parameters: DocumentTree {
        .list(
            names.flatMap { name -> [DocumentTree] in
                [
                    ["name": .text(name), "in": "query", "schema": values],
                    ["name": .text(name), "in": "cookie", "schema": ["type": "array", "items": strings("yy")]],
                    ["name": .text(name), "in": "header", "schema": string],
                    ["name": .text("X-" + name), "in": "header", "schema": string],
                ]
            })
    }

    private var headers: DocumentTree {
        mapping(names.flatMap { name in [name, "X-" + name].map { ($0, ["schema": string] as DocumentTree) } })
    }

    private func path(_ name: String, isFirst: Bool) -> DocumentTree {
        let body = isFirst ? everything : reference("Everything")
        let own = isFirst ? parameters : []
        var success = response(isFirst ? everything : ["type": "array", "items": reference(name)])
        success["headers"] = headers
        let callback: DocumentTree = ["post": ["requestBody": json(inner)]]
        return [
            "get": [
                "operationId": .text(name), "tags": [.text(name)], "parameters": own,
                "responses": ["200": success, "400": response(reference(name)), "404": response(body)],
            ],
            "post": [
                "operationId": .text(name + "Request"), "tags": [.text(name)], "parameters": own,
                "requestBody": json(body), "responses": ["200": response(reference(name)), "201": response(body)],
                "callbacks": mapping([(name, ["{$request.body#/a}": callback, "{$b}": callback])]),
            ],
            "put": [
                "operationId": .text(name), "requestBody": json(reference(name)),
                "responses": ["204": ["description": "ok"]],
            ],
        ]
    }

    var document: DocumentTree {
        [
            "openapi": "3.1.0", "info": ["title": .text(title), "version": "1"],
            "servers": [
                [
                    "url": .text("https://{\(title)}.example"),
                    "variables": mapping([(title, ["default": "a", "enum": .list((["a"] + names).map { .text($0) })])]),
                ]
            ],
            "paths": mapping(names.enumerated().map { ("/a\($0)", path($1, isFirst: $0 == 0)) }),
            "components": ["schemas": schemas],
        ]
    }
}
