// The lists that operations and the document itself can hold.

private let done = "'204': {description: d}"

private func one(_ more: String, path: String = "/x", components: String = "", responses: String = done) -> String {
    openAPI(
        schemas: "S0: {type: string}", paths: "\(path): \(operation("getX", more, responses: responses))",
        components: components)
}

/// An operation with a body.
private func body(_ content: String) -> String {
    openAPI(paths: "/x: {post: {operationId: postX, requestBody: {content: {\(content)}}, responses: {\(done)}}}")
}

private func parameter(_ i: Int, in location: String, _ more: String = "schema: {type: string}") -> String {
    "{name: p\(i), in: \(location), \(location == "path" ? "required: true, " : "")\(more)}"
}

extension GrowingDocument {
    static let openAPIOperationLists: [GrowingDocument] = [
        .init("paths") { n in openAPI(paths: repeated(n) { "/p\($0): \(operation("get\($0)"))\n" }) },
        .init("paths with responses in place") { n in
            openAPI(
                paths: repeated(n) {
                    "/p\($0): \(operation("get\($0)", responses: "'200': \(response("{type: object, properties: {a: {type: string}}}"))"))\n"
                })
        },
        .init("paths without operation ids") { n in
            openAPI(paths: repeated(n) { "/p\($0)/{id}: {get: {responses: {\(done)}}}\n" })
        },
        .init("paths with tags of their own") { n in
            openAPI(paths: repeated(n) { "/p\($0): \(operation("get\($0)", "tags: [tag\($0)], "))\n" })
        },
        .init("tags of an operation") { n in one("tags: [\(list(n) { "tag\($0)" })], ") },
        .init("tags") { n in
            openAPI(
                paths: "/x: \(operation("getX"))", rest: "tags: [\(list(n) { "{name: tag\($0), description: d}" })]")
        },
        .init("methods of a path") { n in
            openAPI(
                paths: repeated(n / 4 + 1) { i in
                    "/p\(i): {\(list(4) { "\(["get", "put", "post", "delete"][$0]): {operationId: o\(i)x\($0), responses: {\(done)}}" })}\n"
                })
        },
        .init("query parameters") { n in one("parameters: [\(list(n) { parameter($0, in: "query") })], ") },
        .init("headers of a request") { n in one("parameters: [\(list(n) { parameter($0, in: "header") })], ") },
        .init("cookies") { n in one("parameters: [\(list(n) { parameter($0, in: "cookie") })], ") },
        .init("enums of parameters") { n in
            one(
                "parameters: [\(list(n) { parameter($0, in: "query", "schema: {type: string, enum: [a, b\($0)]}") })], "
            )
        },
        .init("objects of parameters") { n in
            one(
                "parameters: [\(list(n) { parameter($0, in: "query", "style: deepObject, schema: {type: object, properties: {a: {type: string}}}") })], "
            )
        },
        .init("parameters by reference") { n in
            one(
                "parameters: [\(list(n) { "{$ref: '#/components/parameters/p\($0)'}" })], ",
                components: "parameters: {\(list(n) { "p\($0): \(parameter($0, in: "query"))" })}")
        },
        .init("parameters of a path item") { n in
            openAPI(
                paths:
                    "/x: {parameters: [\(list(n) { parameter($0, in: "query") })], get: {operationId: a, responses: {\(done)}}}"
            )
        },
        .init("placeholders", least: 200) { n in
            one(
                "parameters: [\(list(n) { parameter($0, in: "path") })], ",
                path: "/" + repeated(n, separator: "/") { "{p\($0)}" })
        },
        .init("placeholders that nothing describes", least: 200) { n in
            one("", path: "/" + repeated(n, separator: "/") { "{p\($0)}" })
        },
        .init("placeholders that are called otherwise", least: 200) { n in
            one(
                "parameters: [\(list(n) { parameter($0, in: "path") })], ",
                path: "/" + repeated(n, separator: "/") { "{p\($0)q}" })
        },
        .init("braces of a path that aren't closed", least: 200) { n in
            one("", path: "'/\(repeated(n) { "{?q\($0)" })'")
        },
        .init("segments of a path", least: 400) { n in one("", path: "/" + repeated(n, separator: "/") { "s\($0)" }) },
        .init("letters of a path") { n in one("", path: "/" + repeated(n) { _ in "a" }) },
        .init("headers of a response") { n in
            one(
                "", responses: "'204': {description: d, headers: {\(list(n) { "X-H\($0): {schema: {type: string}}" })}}"
            )
        },
        .init("media types of a response") { n in
            one(
                "",
                responses:
                    "'200': {description: d, content: {\(list(n) { "application/x\($0)+json: {schema: {type: string}}" })}}"
            )
        },
        .init("media types of a response, each with its schema") { n in
            one(
                "",
                responses:
                    "'200': {description: d, content: {\(list(n) { "application/x\($0)+json: {schema: {type: object, properties: {p\($0): {type: string}}}}" })}}"
            )
        },
        .init("statuses of failure", bound: 96) { n in
            one(
                "",
                responses: list(n) {
                    "'\(401 + $0)': \(response("{type: object, properties: {p\($0): {type: string}}}"))"
                } + ", " + done)
        },
        .init("statuses of success", bound: 96) { n in
            one(
                "",
                responses: list(n) {
                    "'\(201 + $0)': \(response("{type: object, properties: {p\($0): {type: string}}}"))"
                })
        },
        .init("links") { n in
            one("", responses: "'204': {description: d, links: {\(list(n) { "l\($0): {operationId: getX}" })}}")
        },
        .init("callbacks") { n in
            one(
                "callbacks: {\(list(n) { "c\($0): {'{$request.body#/u}': {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}, responses: {\(done)}}}}" })}, "
            )
        },
        .init("expressions of a callback") { n in
            one(
                "callbacks: {c: {\(list(n) { "'{$request.body#/u\($0)}': {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}, responses: {\(done)}}}" })}}, "
            )
        },
        .init("webhooks") { n in
            openAPI(
                paths: "/x: \(operation("getX"))",
                rest:
                    "webhooks: {\(list(n) { "w\($0): {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}, responses: {\(done)}}}" })}"
            )
        },
        .init("fields of a body") { n in
            body("application/json: {schema: {type: object, properties: {\(list(n) { "p\($0): {type: string}" })}}}")
        },
        .init("fields of a form") { n in
            body(
                "application/x-www-form-urlencoded: {schema: {type: object, properties: {\(list(n) { "p\($0): {type: string}" })}}}"
            )
        },
        .init("parts of a multipart body") { n in
            body(
                "multipart/form-data: {schema: {type: object, properties: {\(list(n) { "p\($0): {type: string, format: binary}" })}}}"
            )
        },
        .init("encodings of a multipart body") { n in
            body(
                "multipart/form-data: {schema: {type: object, properties: {\(list(n) { "p\($0): {type: string}" })}}, encoding: {\(list(n) { "p\($0): {contentType: text/plain}" })}}"
            )
        },
        .init("media types of a body") { n in
            body(list(n) { "application/x\($0)+json: {schema: {type: object, properties: {a\($0): {type: string}}}}" })
        },
        .init("servers") { n in
            openAPI(paths: "/x: \(operation("getX"))").replacing(
                "servers: [", with: "servers: [\(list(n) { "{url: 'https://s\($0).example.com'}" }), ")
        },
        .init("variables of a server") { n in
            openAPI(paths: "/x: \(operation("getX"))").replacing(
                "{url: https://example.com}",
                with:
                    "{url: 'https://example.com/\(repeated(n, separator: "/") { "{v\($0)}" })', variables: {\(list(n) { "v\($0): {default: d}" })}}"
            )
        },
        .init("values of a server's variable") { n in
            openAPI(paths: "/x: \(operation("getX"))").replacing(
                "{url: https://example.com}",
                with: "{url: 'https://example.com/{v}', variables: {v: {default: d0, enum: [\(list(n) { "d\($0)" })]}}}"
            )
        },
        .init("ways to authenticate") { n in
            openAPI(
                paths: "/x: \(operation("getX", "security: [\(list(n) { "{s\($0): []}" })], "))",
                components: "securitySchemes: {\(list(n) { "s\($0): {type: apiKey, in: header, name: X-\($0)}" })}")
        },
        .init("credentials that go together") { n in
            openAPI(
                paths: "/x: \(operation("getX", "security: [{\(list(n) { "s\($0): []" })}], "))",
                components: "securitySchemes: {\(list(n) { "s\($0): {type: apiKey, in: header, name: X-\($0)}" })}")
        },
        .init("scopes") { n in
            openAPI(
                paths: "/x: \(operation("getX", "security: [{s: [\(list(n) { "a\($0)" })]}], "))",
                components:
                    "securitySchemes: {s: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://example.com/t', scopes: {\(list(n) { "a\($0): d" })}}}}}"
            )
        },
        .init("security schemes that there aren't") { n in
            openAPI(paths: repeated(n) { "/p\($0): \(operation("get\($0)", "security: [{none\($0): []}], "))\n" })
        },
        .init("lists that page") { n in
            openAPI(
                paths: repeated(n) {
                    "/p\($0): \(operation("get\($0)", "parameters: [\(parameter(0, in: "query")), {name: page, in: query, schema: {type: integer}}, {name: per_page, in: query, schema: {type: integer}}], ", responses: "'200': \(response("{type: array, items: {type: object, properties: {a: {type: string}}}}"))"))\n"
                })
        },
    ]
}
