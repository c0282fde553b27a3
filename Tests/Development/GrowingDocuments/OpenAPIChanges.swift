// Two versions of a description that differ in one way throughout: for `callsite diff`, which must take no longer for
// each change the more there are.

private func reference(_ name: String) -> String { "{$ref: '#/components/schemas/\(name)'}" }

/// `n` objects that one object has, each of a field that no other has.
private func objects(
    _ n: Int, name: (Int) -> String = { "S\($0 + 1)" }, type: String = "string", more: (Int) -> String = { _ in "" }
)
    -> String
{
    openAPI(
        schemas: "S0: {type: object, properties: {\(list(n) { "p\($0): \(reference(name($0)))" })}}\n"
            + repeated(n) {
                "\(name($0)): {type: object, properties: {a\($0): {type: \(type)}, b\($0): {type: string}\(more($0))}}\n"
            })
}

private func paths(_ n: Int, _ piece: (Int) -> String) -> String {
    openAPI(schemas: "S0: {type: string}", paths: repeated(n, piece))
}
private func schema(_ text: String) -> String { openAPI(schemas: "S0: " + text) }

/// Operations with objects in place.
private func operations(_ n: Int, _ piece: (Int) -> String) -> String {
    paths(n) { "/x\($0): \(operation("get\($0)", responses: "'200': \(response(piece($0)))"))\n" }
}

private func chain(_ n: Int, type: String, isClosed: Bool = false) -> String {
    openAPI(
        schemas: repeated(n) { i in
            let next = i + 1 < n ? "S\(i + 1)" : isClosed ? "S0" : ""
            return
                "S\(i): {type: object, properties: {\(next.isEmpty ? "" : "next: \(reference(next)), ")name: {type: \(type)}}}\n"
        })
}

extension GrowingDocument {
    /// With `changed`: the next version.
    static let changes: [GrowingDocument] = schemaChanges + fieldChanges + operationChanges

    private static let schemaChanges: [GrowingDocument] = [
        .init("schemas that all change", changed: { objects($0, type: "integer") }, text: { objects($0) }),
        .init(
            "schemas that all gain a field", changed: { objects($0, more: { ", c\($0): {type: string}" }) },
            text: { objects($0) }),
        .init("schemas that are all renamed", changed: { objects($0, name: { "T\($0 + 1)" }) }, text: { objects($0) }),
        .init(
            "schemas that are all renamed and change",
            changed: { objects($0, name: { "T\($0 + 1)" }, type: "integer") },
            text: { objects($0) }),
        .init(
            "schemas that are all renamed, alike",
            changed: { openAPI(schemas: "S0: {type: string}\n" + alike($0, "T")) },
            text: {
                openAPI(schemas: "S0: {type: string}\n" + alike($0, "S1"))
            }),
        .init("schemas that are all gone", changed: { _ in objects(1) }, text: { objects($0) }),
        .init("schemas that are all new", changed: { objects($0) }, text: { _ in objects(1) }),
        .init(
            "schemas that all become unions", changed: { n in objects(n, name: { "S\($0 + 1)" }, kind: "oneOf") },
            text: { objects($0) }),
        .init(
            "schemas that each hold the next, and change", changed: { chain($0, type: "integer") },
            text: { chain($0, type: "string") }),
        .init(
            "schemas in a cycle that change", changed: { chain($0, type: "integer", isClosed: true) },
            text: {
                chain($0, type: "string", isClosed: true)
            }),
        .init(
            "schemas that all operations use, and change", changed: { used($0, type: "integer") },
            text: { used($0, type: "string") }),
        .init(
            "shapes in place that all part", changed: { n in operations(n) { inPlace("c\($0)") } },
            text: { n in
                operations(n) { _ in inPlace("c") }
            }),
        .init(
            "shapes in place that become one", changed: { n in operations(n) { _ in inPlace("c") } },
            text: { n in
                operations(n) { inPlace("c\($0)") }
            }),
        .init(
            "shapes in place that become models",
            changed: { n in
                openAPI(
                    schemas: repeated(n) { "M\($0): \(inPlace("c\($0)"))\n" },
                    paths: repeated(n) {
                        "/x\($0): \(operation("get\($0)", responses: "'200': \(response(reference("M\($0)")))"))\n"
                    })
            }, text: { n in operations(n) { inPlace("c\($0)") } }),
    ]

    private static let fieldChanges: [GrowingDocument] = [
        .init(
            "properties that are all renamed",
            changed: { n in schema("{type: object, properties: {\(list(n) { "q\($0): {type: string}" })}}") },
            text: {
                n in schema("{type: object, properties: {\(list(n) { "p\($0): {type: string}" })}}")
            }),
        .init(
            "properties that become required",
            changed: { n in
                schema(
                    "{type: object, required: [\(list(n) { "p\($0)" })], properties: {\(list(n) { "p\($0): {type: string, maxLength: 5}" })}}"
                )
            }, text: { n in schema("{type: object, properties: {\(list(n) { "p\($0): {type: string}" })}}") }),
        .init(
            "properties in the reverse order",
            changed: { n in
                schema("{type: object, properties: {\(list(n) { "p\(n - $0): {type: string}" })}}")
            }, text: { n in schema("{type: object, properties: {\(list(n) { "p\($0 + 1): {type: string}" })}}") }),
        .init(
            "properties of a union that is none any more",
            changed: { n in union(n, "{type: object, properties: {a: {type: string}}}") },
            text: { n in
                union(n, "{oneOf: [\(list(n) { reference("S\($0 + 2)") })]}")
            }),
        .init(
            "values of an enum that are all others",
            changed: { n in schema("{type: string, enum: [\(list(n) { "w\($0)" })]}") },
            text: { n in
                schema("{type: string, enum: [\(list(n) { "v\($0)" })]}")
            }),
        .init(
            "values of an enum in the reverse order",
            changed: { n in schema("{type: string, enum: [\(list(n) { "v\(n - $0)" })]}") },
            text: {
                n in
                schema("{type: string, enum: [\(list(n) { "v\($0 + 1)" })]}")
            }),
        .init(
            "values of an enum with other names",
            changed: { n in
                schema("{type: string, enum: [\(list(n) { "v\($0)" })], x-enum-varnames: [\(list(n) { "name\($0)" })]}")
            }, text: { n in schema("{type: string, enum: [\(list(n) { "v\($0)" })]}") }),
        .init(
            "alternatives that are all others", changed: { n in alternatives(n, "q") },
            text: { n in alternatives(n, "p") }),
        .init(
            "alternatives in the reverse order",
            changed: { n in
                schema("{oneOf: [\(list(n) { alternative("p\(n - $0)") })]}")
            }, text: { n in schema("{oneOf: [\(list(n) { alternative("p\($0 + 1)") })]}") }),
        .init("alternatives with other tags", changed: { n in tagged(n, "t") }, text: { n in tagged(n, "s") }),
        .init("parts of an object that are all others", changed: { n in parts(n, "q") }, text: { n in parts(n, "p") }),
        .init(
            "examples that are all others",
            changed: { n in
                schema("{type: object, properties: {\(list(n) { "p\($0): {type: string, example: b\($0)}" })}}")
            },
            text: { n in
                schema("{type: object, properties: {\(list(n) { "p\($0): {type: string, example: a\($0)}" })}}")
            }),
        .init(
            "examples that are aliases of one",
            changed: { n in
                schema(
                    "{type: object, properties: {p: {type: object, example: &e \(example(n))}, \(list(n) { "p\($0): {type: string, example: *e}" })}}"
                )
            },
            text: { n in
                schema(
                    "{type: object, properties: {p: {type: object, example: &e \(example(n))}, \(list(n) { "p\($0): {type: string, example: *e}" })}}"
                )
            }),
    ]

    private static let operationChanges: [GrowingDocument] = [
        .init(
            "operations that all move", changed: { n in paths(n) { "/y\($0): \(operation("get\($0)"))\n" } },
            text: { n in
                paths(n) { "/x\($0): \(operation("get\($0)"))\n" }
            }),
        .init(
            "operations that are all renamed", changed: { n in paths(n) { "/x\($0): \(operation("fetch\($0)"))\n" } },
            text: { n in
                paths(n) { "/x\($0): \(operation("get\($0)"))\n" }
            }),
        .init(
            "operations that are all gone", changed: { _ in paths(1) { "/x\($0): \(operation("get\($0)"))\n" } },
            text: { n in
                paths(n) { "/x\($0): \(operation("get\($0)"))\n" }
            }),
        .init(
            "operations that all become deprecated",
            changed: { n in
                paths(n) { "/x\($0): \(operation("get\($0)", "deprecated: true, tags: [t\($0)], "))\n" }
            }, text: { n in paths(n) { "/x\($0): \(operation("get\($0)"))\n" } }),
        .init(
            "parameters that are all others",
            changed: { n in paths(1) { _ in "/x: \(operation("get", parameters(n) { "q\($0)" }))" } },
            text: {
                n in
                paths(1) { _ in "/x: \(operation("get", parameters(n) { "p\($0)" }))" }
            }),
        .init(
            "parameters in the reverse order",
            changed: { n in
                paths(1) { _ in "/x: \(operation("get", parameters(n) { "p\(n - $0)" }))" }
            }, text: { n in paths(1) { _ in "/x: \(operation("get", parameters(n) { "p\($0 + 1)" }))" } }),
        .init(
            "failures that are all others", bound: 90, changed: { n in failures(n, "integer") },
            text: { n in failures(n, "string") }),
        .init(
            "headers of a response that are all others", changed: { n in headers(n, "B") },
            text: { n in headers(n, "A") }),
        .init("webhooks that are all others", changed: { n in webhooks(n, "b") }, text: { n in webhooks(n, "a") }),
        .init(
            "security schemes that are all others", changed: { n in schemes(n, "b") }, text: { n in schemes(n, "a") }),
        .init(
            "OAuth 2 flows that are all gone", changed: { _ in schemes(1, "a") },
            text: { n in schemes(n, "a", isFlow: true) }),
        .init("scopes that are all others", changed: { n in scopes(n, "b") }, text: { n in scopes(n, "a") }),
    ]
}

private func alike(_ n: Int, _ prefix: String) -> String {
    repeated(n) { "\(prefix)\($0): {type: object, properties: {a: {type: string}, b: {type: string}}}\n" }
}

private func objects(_ n: Int, name: (Int) -> String, kind: String) -> String {
    openAPI(
        schemas: "S0: {type: object, properties: {\(list(n) { "p\($0): \(reference(name($0)))" })}}\n"
            + repeated(n) { "\(name($0)): {\(kind): [{type: integer}, {type: string}]}\n" })
}

private func inPlace(_ field: String) -> String {
    "{type: object, properties: {a: {type: string}, b: {type: integer}, \(field): {type: boolean}}}"
}

/// Each of `n` operations uses all of a few models, which hold one more.
private func used(_ n: Int, type: String) -> String {
    openAPI(
        schemas: repeated(5) {
            "S\($0): {type: object, properties: {next: \(reference("S5")), name: {type: \(type)}}}\n"
        }
            + "S5: {type: object, properties: {name: {type: \(type)}}}",
        paths: repeated(n) { i in
            let all =
                "{type: object, properties: {\(list(5) { "p\($0): \(reference("S\($0)"))" }), x\(i): {type: string}}}"
            return "/x\(i): \(operation("get\(i)", responses: "'200': \(response(all))"))\n"
        })
}

private func union(_ n: Int, _ schema: String) -> String {
    openAPI(
        schemas: "S0: {type: object, properties: {\(list(n) { "p\($0): \(reference("S1"))" })}}\nS1: \(schema)\n"
            + repeated(n) { "S\($0 + 2): {type: object, required: [a\($0)], properties: {a\($0): {type: string}}}\n" })
}

private func alternative(_ name: String) -> String {
    "{type: object, required: [\(name)], properties: {\(name): {type: string}}}"
}

private func alternatives(_ n: Int, _ prefix: String) -> String {
    schema("{oneOf: [\(list(n) { alternative("\(prefix)\($0)") })]}")
}

private func tagged(_ n: Int, _ prefix: String) -> String {
    openAPI(
        schemas:
            "S0: {oneOf: [\(list(n) { reference("S\($0 + 1)") })], discriminator: {propertyName: kind, mapping: {\(list(n) { "\(prefix)\($0): '#/components/schemas/S\($0 + 1)'" })}}}\n"
            + repeated(n) {
                "S\($0 + 1): {type: object, required: [kind], properties: {kind: {type: string}, a\($0): {type: string}}}\n"
            })
}

private func parts(_ n: Int, _ prefix: String) -> String {
    schema("{allOf: [\(list(n) { "{type: object, properties: {\(prefix)\($0): {type: string}}}" })]}")
}

private func example(_ n: Int) -> String { "[\(list(n) { "\($0)" })]" }

private func parameters(_ n: Int, _ name: (Int) -> String) -> String {
    "parameters: [\(list(n) { "{name: \(name($0)), in: query, schema: {type: string}}" })], "
}

private func failures(_ n: Int, _ type: String) -> String {
    let all = list(n) { "'\(405 + $0)': \(response("{type: object, properties: {a\($0): {type: \(type)}}}"))" }
    return paths(1) { _ in "/x: \(operation("get", responses: "'204': {description: d}, \(all)"))" }
}

private func headers(_ n: Int, _ prefix: String) -> String {
    let all = list(n) { "X-\(prefix)\($0): {schema: {type: string}}" }
    return paths(1) { _ in "/x: \(operation("get", responses: "'204': {description: d, headers: {\(all)}}"))" }
}

private func webhooks(_ n: Int, _ prefix: String) -> String {
    openAPI(
        schemas: "S0: {type: string}",
        rest: "webhooks: {\(list(n) { "\(prefix)\($0): {post: {responses: {'204': {description: d}}}}" })}")
}

private func schemes(_ n: Int, _ prefix: String, isFlow: Bool = false) -> String {
    let kind =
        isFlow
        ? "type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://example.com/t', scopes: {}}}"
        : "type: apiKey, in: header, name: K"
    return openAPI(
        schemas: "S0: {type: string}", components: "securitySchemes: {\(list(n) { "\(prefix)\($0): {\(kind)}" })}")
}

private func scopes(_ n: Int, _ prefix: String) -> String {
    openAPI(
        schemas: "S0: {type: string}",
        paths: "/x: \(operation("get", "security: [{o: [\(list(n) { "\(prefix)\($0)" })]}], "))",
        components:
            "securitySchemes: {o: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://example.com/t', scopes: {\(list(n) { "\(prefix)\($0): d" })}}}}}"
    )
}
