extension OpenAPIMaker {
    mutating func pathItem(_ placeholder: String?) -> DocumentTree {
        orReference("pathItems") { maker in
            var item: DocumentTree = [:]
            if let placeholder, !maker.isWild {
                item["parameters"] = [
                    ["name": .text(placeholder), "in": "path", "required": true, "schema": maker.scalar()]
                ]
            }
            for method in ["get", "post", "put", "patch", "delete"] where maker.random.once(in: 3) {
                item[method] = maker.operation(hasBody: method != "get" && method != "delete")
            }
            if maker.isWild, maker.random.once(in: 6) { item["$ref"] = maker.reference("pathItems")["$ref"] }
            if maker.isWild, maker.random.once(in: 4) { item["parameters"] = [maker.parameter()] }
            return item
        }
    }

    private mutating func operation(hasBody: Bool) -> DocumentTree {
        var operation: DocumentTree = ["responses": responses()]
        if !random.once(in: 5) {
            operation["operationId"] = .text(
                name() + (isWild ? "" : random.choose(["", "", "Request", "\(random.below(9))"])))
        }
        if random.once(in: 2) { operation["tags"] = [.text(name())] }
        var parameters: [DocumentTree] = []
        for _ in 0..<random.number(0...4) {
            let parameter = parameter()
            // A legal operation has each name of each place once.
            let isTaken = parameters.contains { $0["name"] == parameter["name"] && $0["in"] == parameter["in"] }
            if isWild || !isTaken { parameters.append(parameter) }
        }
        operation["parameters"] = .list(parameters)
        if isWild, random.once(in: 25) { operation["parameters"] = reference("parameters") }
        if hasBody, random.once(in: 2) { operation["requestBody"] = body() }
        if isSwagger, hasBody { operation["parameters"] = [["name": "b", "in": "body", "schema": schema(1)]] }
        if random.once(in: 6) { operation["callbacks"] = [name(): callback()] }
        if random.once(in: 8) { operation["deprecated"] = true }
        return operation
    }

    private mutating func responses() -> DocumentTree {
        if isWild, random.once(in: 25) { return reference("responses") }
        var responses: DocumentTree = [random.choose(["200", "201", "2XX", "204", "default"]): response()]
        for _ in 0..<random.below(3) {
            responses[random.choose(["202", "206", "400", "404", "4XX", "500", "default"])] = response()
        }
        return responses
    }

    mutating func response() -> DocumentTree {
        orReference("responses") { maker in
            var response: DocumentTree = ["description": "ok"]
            if maker.isSwagger {
                response["schema"] = maker.schema(1)
                return response
            }
            if !maker.random.once(in: 4) { response["content"] = maker.content() }
            if maker.random.once(in: 3) {
                var headers: DocumentTree = [:]
                for _ in 0..<maker.random.number(1...3) { headers[maker.name()] = maker.header() }
                response["headers"] = headers
            }
            if maker.random.once(in: 6) { response["links"] = [maker.name(): maker.link()] }
            return response
        }
    }

    private mutating func content() -> DocumentTree {
        let media = random.choose([
            "application/json", "application/json", "application/json", "text/plain", "application/octet-stream",
            "text/event-stream", "application/x-ndjson", "application/vnd.a+json", "application/xml",
        ])
        var content: DocumentTree = [media: ["schema": schema(1)]]
        if random.once(in: 8) { content["application/json"] = ["schema": schema(1)] }
        return content
    }

    mutating func body() -> DocumentTree {
        orReference("requestBodies") { maker in
            let media = maker.random.choose([
                "application/json", "application/json", "application/json", "multipart/form-data",
                "application/x-www-form-urlencoded", "application/octet-stream", "text/plain",
            ])
            let isForm = media.hasSuffix("form-data") || media.hasSuffix("urlencoded")
            var body: DocumentTree = ["content": [media: ["schema": isForm ? maker.object(1) : maker.schema(1)]]]
            if maker.random.once(in: 2) { body["required"] = true }
            return body
        }
    }

    mutating func parameter() -> DocumentTree {
        orReference("parameters") { maker in
            let place = maker.random.choose(["query", "query", "header", "cookie"])
            var parameter: DocumentTree = ["name": .text(maker.name()), "in": .text(place)]
            if maker.isSwagger {
                parameter["type"] = "string"
                return parameter
            }
            switch maker.random.below(5) {
            case 0: parameter["schema"] = ["type": "array", "items": maker.strings()]
            case 1: parameter["schema"] = maker.strings()
            case 2 where place == "query": parameter["schema"] = maker.schema(2)
            case 3 where place == "query": parameter["content"] = ["application/json": ["schema": maker.schema(2)]]
            default: parameter["schema"] = maker.scalar()
            }
            if maker.random.once(in: 4) { parameter["required"] = true }
            if maker.isWild, maker.random.once(in: 6) {
                parameter["style"] = .text(
                    maker.random.choose(["form", "deepObject", "spaceDelimited", "pipeDelimited", "simple", "matrix"]))
            }
            return parameter
        }
    }

    mutating func header() -> DocumentTree {
        orReference("headers") { maker in ["schema": maker.random.once(in: 3) ? maker.strings() : maker.scalar()] }
    }

    mutating func callback() -> DocumentTree {
        orReference("callbacks") { maker in
            [
                maker.random.choose(["{$request.body#/url}", "{$url}", "https://a.example/{$b}"]): [
                    "post": ["requestBody": maker.body()]
                ]
            ]
        }
    }

    mutating func link() -> DocumentTree {
        orReference("links") { maker in
            ["operationId": .text(maker.name()), "parameters": [maker.name(): "$response.body#/id"]]
        }
    }

    mutating func example() -> DocumentTree { orReference("examples") { maker in ["value": [maker.name(): 1]] } }
}
