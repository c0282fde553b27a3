// Things that can follow one another, hold one another, or lead back to the first.

private func reference(_ i: Int) -> String { "{$ref: '#/components/schemas/S\(i)'}" }

/// `n` schemas, each of which names the next one, and the last one `last`.
private func chain(
    _ n: Int, last: String = "{type: object, properties: {z: {type: string}}}", _ piece: (Int, _ next: String) -> String
)
    -> String
{
    openAPI(schemas: repeated(n) { "S\($0): \(piece($0, reference($0 + 1)))\n" } + "S\(n): \(last)")
}

/// `n` schemas, each of which names the next one, and the last one the first.
private func cycle(_ n: Int, _ piece: (Int, _ next: String) -> String) -> String {
    openAPI(schemas: repeated(n) { "S\($0): \(piece($0, reference(($0 + 1) % n)))\n" })
}

private func nested(_ n: Int, _ opening: String, _ inner: String, _ closing: String) -> String {
    openAPI(schemas: "S0: " + String(repeating: opening, count: n) + inner + String(repeating: closing, count: n))
}

/// `n` components of a kind, each a reference to the next one, the last `last`.
private func componentChain(_ kind: String, _ n: Int, last: String) -> String {
    "\(kind): {\(list(n) { "c\($0): {$ref: '#/components/\(kind)/c\($0 + 1)'}" }), c\(n): \(last)}"
}

/// `n` paths, each a reference to the next one, the last `last`.
private func pathChain(_ n: Int, last: String) -> String {
    openAPI(
        paths: "/y: \(operation("getY"))\n" + repeated(n) { "/p\($0): {$ref: '#/paths/~1p\($0 + 1)'}\n" }
            + "/p\(n): \(last)")
}

extension GrowingDocument {
    static let openAPIChains: [GrowingDocument] = [
        .init("a chain of paths") { n in pathChain(n, last: "{parameters: []}") },
        .init("a chain of paths that ends in an operation", bound: 800) { n in pathChain(n, last: operation("getX")) },
        .init("a chain of paths to nothing", least: 200) { n in pathChain(n, last: "{$ref: '#/paths/~1none'}") },
        .init("a circle of paths", least: 200) { n in pathChain(n, last: "{$ref: '#/paths/~1p0'}") },
        .init("paths that refer to a chain of path items") { n in
            openAPI(
                paths: "/y: \(operation("getY"))\n"
                    + repeated(n) { "/p\($0): {$ref: '#/components/pathItems/c\($0)'}\n" },
                components: componentChain("pathItems", n, last: "{parameters: []}"))
        },
        .init("a chain of references") { n in chain(n) { $1 } },
        .init("a chain of references beside descriptions") { n in
            chain(n) { i, _ in "{$ref: '#/components/schemas/S\(i + 1)', description: d}" }
        },
        .init("a chain of references to what may be null") { n in
            chain(n, last: "{type: [object, 'null'], properties: {a: {type: string}}}") { $1 }
        },
        .init("a chain of references to a string") { n in chain(n, last: "{type: string}") { $1 } },
        .init("a chain of allOf", least: 150) { n in
            chain(n) { "{allOf: [\($1), {type: object, properties: {p\($0): {type: string}}}]}" }
        },
        .init("a chain of allOf without properties") { n in chain(n) { "{allOf: [\($1)]}" } },
        .init("a chain of oneOf") { n in chain(n) { "{oneOf: [\($1), {type: string}]}" } },
        .init("a chain of oneOf with one arm") { n in chain(n) { "{oneOf: [\($1)]}" } },
        .init("a chain of oneOf with null") { n in chain(n) { "{oneOf: [\($1), {type: 'null'}]}" } },
        .init("a chain of oneOf with objects", least: 200) { n in
            chain(n) { "{oneOf: [\($1), {type: object, required: [p\($0)], properties: {p\($0): {type: string}}}]}" }
        },
        .init("a chain of properties") { n in chain(n) { "{type: object, properties: {p: \($1)}}" } },
        .init("a chain of required properties") { n in
            chain(n) { "{type: object, required: [p], properties: {p: \($1)}}" }
        },
        .init("a chain of lists") { n in chain(n) { "{type: array, items: \($1)}" } },
        .init("a chain of maps") { n in chain(n) { "{type: object, additionalProperties: \($1)}" } },
        .init("a chain of discriminated schemas", least: 200) { n in
            chain(
                n,
                last: "{type: object, required: [k], properties: {k: {type: string}}, discriminator: {propertyName: k}}"
            ) {
                "{allOf: [\($1), {type: object, properties: {p\($0): {type: string}}}], discriminator: {propertyName: k}}"
            }
        },
        .init("a chain of discriminated unions") { n in
            chain(n, last: "{type: object, required: [k], properties: {k: {const: z}}}") {
                "{oneOf: [\($1), {type: object, required: [k], properties: {k: {const: v\($0)}}}], discriminator: {propertyName: k}}"
            }
        },
        .init("a chain of defaults") { n in chain(n, last: "{type: string, default: d}") { $1 } },
        .init("a chain of pointers into pointers") { n in
            openAPI(
                schemas: repeated(n) {
                    "S\($0): {type: object, properties: {p: {$ref: '#/components/schemas/S\($0 + 1)/properties/p'}}}\n"
                }
                    + "S\(n): {type: object, properties: {p: {type: string}}}")
        },
        .init("a diamond of allOf", least: 200) { n in
            chain(n) { i, next in "{allOf: [\(next), {$ref: '#/components/schemas/S\(min(i + 2, n))'}]}" }.replacing(
                "$n", with: "\(n)")
        },
        .init("a diamond of properties") { n in
            chain(n) { "{type: object, required: [a, b], properties: {a: \($1), b: \($1)}}" }
        },
        .init("a diamond of unions") { n in
            chain(n) { i, next in
                "{oneOf: [\(next), {$ref: '#/components/schemas/S\(min(i + 2, n))'}, {type: integer}]}"
            }
        },
        .init("a cycle of references") { n in cycle(n) { $1 } },
        .init("a cycle of allOf") { n in
            cycle(n) { "{allOf: [\($1), {type: object, properties: {p\($0): {type: string}}}]}" }
        },
        .init("a cycle of oneOf") { n in cycle(n) { "{oneOf: [\($1), {type: string}]}" } },
        .init("a cycle of properties") { n in cycle(n) { "{type: object, properties: {p: \($1)}}" } },
        .init("a cycle of required properties") { n in
            cycle(n) { "{type: object, required: [p], properties: {p: \($1)}}" }
        },
        .init("a cycle of lists") { n in cycle(n) { "{type: array, items: \($1)}" } },
        .init("schemas that all refer to one cycle") { n in
            openAPI(
                schemas: "S0: {allOf: [{$ref: '#/components/schemas/S0'}]}\n"
                    + repeated(n) { "T\($0): {allOf: [\(reference(0))]}\n" })
        },
        .init("a chain of parameters") { n in
            openAPI(
                paths: "/x: \(operation("getX", "parameters: [{$ref: '#/components/parameters/c0'}], "))",
                components: componentChain("parameters", n, last: "{name: p, in: query, schema: {type: string}}"))
        },
        .init("a chain of responses") { n in
            openAPI(
                paths: "/x: \(operation("getX", responses: "'200': {$ref: '#/components/responses/c0'}"))",
                components: componentChain("responses", n, last: response("{type: string}")))
        },
        .init("a chain of bodies") { n in
            openAPI(
                paths:
                    "/x: {post: {operationId: a, requestBody: {$ref: '#/components/requestBodies/c0'}, responses: {'204': {description: d}}}}",
                components: componentChain(
                    "requestBodies", n, last: "{content: {application/json: {schema: {type: string}}}}"))
        },
        .init("a chain of path items") { n in
            openAPI(
                paths: "/x: {$ref: '#/components/pathItems/c0'}",
                components: componentChain(
                    "pathItems", n, last: "{get: {operationId: a, responses: {'204': {description: d}}}}"))
        },
        .init("a chain of headers") { n in
            openAPI(
                paths:
                    "/x: \(operation("getX", responses: "'204': {description: d, headers: {X-A: {$ref: '#/components/headers/c0'}}}"))",
                components: componentChain("headers", n, last: "{schema: {type: string}}"))
        },
        .init("a chain of callbacks") { n in
            openAPI(
                paths: "/x: \(operation("getX", "callbacks: {c: {$ref: '#/components/callbacks/c0'}}, "))",
                components: componentChain(
                    "callbacks", n, last: "{'{$url}': {post: {responses: {'204': {description: d}}}}}"))
        },
        .init("a chain of examples") { n in
            openAPI(
                paths:
                    "/x: \(operation("getX", responses: "'200': {description: d, content: {application/json: {schema: {type: string}, examples: {a: {$ref: '#/components/examples/c0'}}}}}"))",
                components: componentChain("examples", n, last: "{value: a}"))
        },
        .init(
            "a chain of files",
            otherFiles: { n in
                (1...n).map {
                    (
                        "f\($0).yaml",
                        $0 == n ? "type: string\n" : "type: object\nproperties: {p: {$ref: 'f\($0 + 1).yaml'}}\n"
                    )
                }
            }, text: { _ in openAPI(schemas: "S0: {$ref: 'f1.yaml'}") }),
        .init("objects in objects", bound: 1500) { n in
            nested(n, "{type: object, properties: {p: ", "{type: string}", "}}")
        },
        .init("lists in lists", bound: 1500) { n in nested(n, "{type: array, items: ", "{type: string}", "}") },
        .init("maps in maps", bound: 1500) { n in
            nested(n, "{type: object, additionalProperties: ", "{type: string}", "}")
        },
        .init("allOf in allOf", bound: 1500) { n in nested(n, "{allOf: [", "{type: string}", "]}") },
        .init("oneOf in oneOf", bound: 1500) { n in nested(n, "{oneOf: [{type: integer}, ", "{type: string}", "]}") },
        .init("not in not", bound: 1500) { n in nested(n, "{not: ", "{type: string}", "}") },
        .init("lists in an example", bound: 1500) { n in
            nested(
                n, "",
                "{type: object, example: \(String(repeating: "[", count: n))\(String(repeating: "]", count: n))}", "")
        },
        .init("levels of YAML", bound: 1500) { n in
            openAPI(
                schemas: "S0: {type: string}",
                rest: "x-deep: \(String(repeating: "{a: ", count: n))1\(String(repeating: "}", count: n))")
        },
    ]
}
