// Names that meet: n of them want the same Swift name.

/// Names that differ in signs only, and are one word in Swift.
private func sign(_ i: Int) -> String {
    var bits = ""
    var rest = i
    for _ in 0..<14 {
        bits += rest % 2 == 0 ? "a_" : "a."
        rest /= 2
    }
    return bits + "b"
}

extension GrowingDocument {
    static let openAPICollisions: [GrowingDocument] = [
        .init("schemas of one name", bound: 16_000) { n in
            openAPI(
                schemas: "S0: {type: string}\n"
                    + repeated(n) { "\(sign($0)): {type: object, properties: {p\($0): {type: string}}}\n" })
        },
        .init("operations of one name", bound: 16_000) { n in
            openAPI(paths: repeated(n) { "/p\($0): \(operation(sign($0)))\n" })
        },
        .init("operations of one id") { n in openAPI(paths: repeated(n) { "/p\($0): \(operation("same"))\n" }) },
        .init("properties of one name", bound: 16_000) { n in
            openAPI(schemas: "S0: {type: object, properties: {\(list(n) { "\(sign($0)): {type: string}" })}}")
        },
        .init("values of one name", bound: 16_000) { n in
            openAPI(schemas: "S0: {type: string, enum: [\(list(n) { sign($0) })]}")
        },
        .init("parameters of one name", bound: 16_000) { n in
            openAPI(
                paths:
                    "/x: \(operation("getX", "parameters: [\(list(n) { "{name: \(sign($0)), in: query, schema: {type: string}}" })], "))"
            )
        },
        .init("objects in place of one name", bound: 16_000) { n in
            openAPI(
                schemas:
                    "S0: {type: object, properties: {\(list(n) { "\(sign($0)): {type: object, properties: {a: {type: string}}}" })}}"
            )
        },
        .init("alternatives of one title") { n in
            openAPI(
                schemas:
                    "S0: {oneOf: [\(list(n) { "{title: T, type: object, required: [p\($0)], properties: {p\($0): {type: string}}}" })]}"
            )
        },
        .init("tags of one name", bound: 16_000) { n in
            openAPI(paths: repeated(n) { "/p\($0): \(operation("get\($0)", "tags: [\(sign($0))], "))\n" })
        },
        .init("media types of one name", bound: 16_000) { n in
            openAPI(
                paths:
                    "/x: {post: {operationId: a, requestBody: {content: {\(list(n) { "application/\(sign($0))+json: {schema: {type: object, properties: {p\($0): {type: string}}}}" })}}, responses: {'204': {description: d}}}}"
            )
        },
    ]
}
