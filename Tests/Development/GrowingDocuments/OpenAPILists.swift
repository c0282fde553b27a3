// The lists that schemas and components can hold.

private func schema(_ text: String) -> String { openAPI(schemas: "S0: " + text) }
private func reference(_ i: Int) -> String { "{$ref: '#/components/schemas/S\(i)'}" }
/// `n` objects, `S1` and so on.
private func objects(
    _ n: Int, _ piece: (Int) -> String = { "{type: object, properties: {p\($0): {type: string}}}" }
) -> String {
    repeated(n) { "S\($0 + 1): \(piece($0))\n" }
}

extension GrowingDocument {
    static let openAPILists: [GrowingDocument] = [
        .init("schemas") { n in openAPI(schemas: "S0: {type: string}\n" + objects(n)) },
        .init("schemas that an operation uses") { n in
            openAPI(
                schemas: "S0: {type: object, properties: {\(list(n) { "p\($0): \(reference($0 + 1))" })}}\n"
                    + objects(n))
        },
        .init("properties") { n in schema("{type: object, properties: {\(list(n) { "p\($0): {type: string}" })}}") },
        .init("required properties") { n in
            schema(
                "{type: object, required: [\(list(n) { "p\($0)" })], properties: {\(list(n) { "p\($0): {type: string}" })}}"
            )
        },
        .init("required properties that aren't there") { n in
            schema("{type: object, required: [\(list(n) { "q\($0)" })], properties: {a: {type: string}}}")
        },
        .init("properties with objects in place") { n in
            schema(
                "{type: object, properties: {\(list(n) { "p\($0): {type: object, properties: {a\($0): {type: string}}}" })}}"
            )
        },
        .init("properties with enums in place") { n in
            schema("{type: object, properties: {\(list(n) { "p\($0): {type: string, enum: [a\($0), b]}" })}}")
        },
        .init("properties with defaults") { n in
            schema("{type: object, properties: {\(list(n) { "p\($0): {type: integer, default: \($0)}" })}}")
        },
        .init("properties with several types") { n in
            schema("{type: object, properties: {\(list(n) { "p\($0): {type: [string, integer]}" })}}")
        },
        .init("pattern properties") { n in
            schema("{type: object, patternProperties: {\(list(n) { "'^p\($0)': {type: string}" })}}")
        },
        .init("texts of an enum") { n in schema("{type: string, enum: [\(list(n) { "value\($0)" })]}") },
        .init("numbers of an enum") { n in schema("{type: integer, enum: [\(list(n) { "\($0)" })]}") },
        .init("numbers of an enum with names") { n in
            schema("{type: integer, enum: [\(list(n) { "\($0)" })], x-enum-varnames: [\(list(n) { "name\($0)" })]}")
        },
        .init("fractions of an enum") { n in schema("{type: number, enum: [\(list(n) { "\($0).5" })]}") },
        .init("constants of a union") { n in schema("{oneOf: [\(list(n) { "{const: c\($0), title: t\($0)}" })]}") },
        .init("objects of a union, in place") { n in
            schema(
                "{oneOf: [\(list(n) { "{type: object, required: [p\($0)], properties: {p\($0): {type: string}}}" })]}")
        },
        .init("objects of a union, alike") { n in
            schema(
                "{oneOf: [\(list(n) { "{type: object, properties: {a: {type: string}, p\($0): {type: string}}}" })]}")
        },
        .init("objects of a union, told by a constant") { n in
            schema(
                "{oneOf: [\(list(n) { "{type: object, required: [kind], properties: {kind: {const: k\($0)}, p\($0): {type: string}}}" })]}"
            )
        },
        .init("objects of a union, told by two constants") { n in
            schema(
                "{oneOf: [\(list(n) { "{type: object, required: [a, b], properties: {a: {const: k\($0 / 2)}, b: {const: k\($0 % 2)}}}" })]}"
            )
        },
        .init("references of a union") { n in
            openAPI(schemas: "S0: {oneOf: [\(list(n) { reference($0 + 1) })]}\n" + objects(n))
        },
        .init("references of an anyOf") { n in
            openAPI(schemas: "S0: {anyOf: [\(list(n) { reference($0 + 1) })]}\n" + objects(n))
        },
        .init("the same reference of a union") { n in
            openAPI(schemas: "S0: {anyOf: [\(list(n) { _ in reference(1) })]}\n" + objects(1))
        },
        .init("references of a union with a discriminator") { n in
            openAPI(
                schemas: "S0: {oneOf: [\(list(n) { reference($0 + 1) })], discriminator: {propertyName: kind}}\n"
                    + objects(n) {
                        "{type: object, required: [kind], properties: {kind: {type: string}, p\($0): {type: string}}}"
                    })
        },
        .init("values of a discriminator") { n in
            openAPI(
                schemas: """
                    S0: {oneOf: [\(list(n) { reference($0 + 1) })], discriminator: {propertyName: kind, mapping: {\(list(n) { "v\($0): '#/components/schemas/S\($0 + 1)'" })}}}

                    """
                        + objects(n) {
                            "{type: object, required: [kind], properties: {kind: {type: string}, p\($0): {type: string}}}"
                        })
        },
        .init("children of a discriminated parent") { n in
            openAPI(
                schemas:
                    "S0: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind}}\n"
                    + objects(n) { "{allOf: [\(reference(0)), {type: object, properties: {p\($0): {type: string}}}]}" })
        },
        .init("parts of an allOf, in place") { n in
            schema("{allOf: [\(list(n) { "{type: object, properties: {p\($0): {type: string}}}" })]}")
        },
        .init("parts of an allOf, by reference") { n in
            openAPI(schemas: "S0: {allOf: [\(list(n) { reference($0 + 1) })]}\n" + objects(n))
        },
        .init("parts of an allOf that say one property") { n in
            schema("{allOf: [\(list(n) { _ in "{type: object, properties: {p: {type: string}}}" })]}")
        },
        .init("unions of an allOf") { n in
            schema("{allOf: [\(list(n) { "{oneOf: [{type: object, properties: {a\($0): {type: string}}}]}" })]}")
        },
        .init("schemas that merge one base") { n in
            openAPI(
                schemas: "S0: {type: object, properties: {a: {type: string}}}\n"
                    + objects(n) { "{allOf: [\(reference(0)), {type: object, properties: {p\($0): {type: string}}}]}" })
        },
        .init("types of a schema") { n in
            schema("{type: [\(list(n) { ["string", "integer", "object", "array", "boolean"][$0 % 5] })]}")
        },
        .init("items of a tuple") { n in schema("{type: array, prefixItems: [\(list(n) { _ in "{type: string}" })]}") },
        .init("lines of a description") { n in
            schema("\n  type: object\n  description: |\n\(repeated(n) { "    Line \($0) with *some* words.\n" })")
        },
        .init("words of a description, in one line") { n in
            schema("{type: object, description: '\(repeated(n) { "word\($0) " })'}")
        },
        .init("words of a title") { n in
            openAPI(
                schemas:
                    "S0: {type: object, properties: {a: {title: '\(repeated(n) { "Word\($0) " })', type: object, properties: {b: {type: string}}}}}"
            )
        },
        .init("letters of a name", least: 400) { n in
            openAPI(schemas: "S0: {type: string}\nA\(repeated(n) { _ in "b" }): {type: object}")
        },
        .init("words of a property's name", least: 400) { n in
            schema("{type: object, properties: {'\(repeated(n) { "w\($0)-" })': {type: string}}}")
        },
        .init("elements of a default") { n in
            schema(
                "{type: object, properties: {a: {type: array, items: {type: integer}, default: [\(list(n) { "\($0)" })]}}}"
            )
        },
        .init("fields of an example") { n in schema("{type: object, example: {\(list(n) { "e\($0): 1" })}}") },
        .init("examples") { n in schema("{type: string, examples: [\(list(n) { "e\($0)" })]}") },
        .init("references to nothing") { n in
            schema("{type: object, properties: {\(list(n) { "p\($0): {$ref: '#/components/schemas/None\($0)'}" })}}")
        },
        .init("types that there aren't") { n in
            schema("{type: object, properties: {\(list(n) { "p\($0): {type: strange\($0)}" })}}")
        },
        .init("keys that there aren't") { n in schema("{type: object, \(list(n) { "nokey\($0): 1" })}") },
        .init("keys that are there twice", least: 100) { n in
            schema("{type: object, properties: {\(list(n) { "p\($0 / 2): {type: string}" })}}")
        },
        .init("anchors of YAML") { n in
            schema("{type: object, properties: {\(list(n) { "p\($0): &a\($0) {type: string}, q\($0): *a\($0)" })}}")
        },
        .init("uses of one anchor of YAML") { n in
            schema("{type: object, properties: {p: &a {type: string}, \(list(n) { "p\($0): *a" })}}")
        },
        .init("anchors of JSON Schema") { n in
            openAPI(
                schemas: "S0: {type: object, properties: {\(list(n) { "p\($0): {$ref: '#a\($0)'}" })}}\n"
                    + objects(n) { "{$anchor: a\($0), type: object, properties: {p: {type: string}}}" })
        },
        .init("pointers into one schema") { n in
            openAPI(
                schemas:
                    "S0: {type: object, properties: {\(list(n) { "p\($0): {$ref: '#/components/schemas/S1/properties/q\($0)'}" })}}\n"
                    + "S1: {type: object, properties: {\(list(n) { "q\($0): {type: object, properties: {a: {type: string}}}" })}}"
            )
        },
        .init(
            "other components",
            text: { n in
                openAPI(
                    schemas: "S0: {type: string}",
                    components: """
                        parameters: {\(list(n) { "p\($0): {name: p\($0), in: query, schema: {type: string}}" })}
                        responses: {\(list(n) { "r\($0): {description: d}" })}
                        requestBodies: {\(list(n) { "b\($0): {content: {application/json: {schema: {type: object}}}}" })}
                        headers: {\(list(n) { "h\($0): {schema: {type: string}}" })}
                        securitySchemes: {\(list(n) { "s\($0): {type: apiKey, in: header, name: X-\($0)}" })}
                        examples: {\(list(n) { "e\($0): {value: 1}" })}
                        """)
            }),
        .init(
            "files",
            otherFiles: { n in
                (0..<n).map { ("f\($0).yaml", "type: object\nproperties: {a: {type: string}}\n") }
            }, text: { n in schema("{type: object, properties: {\(list(n) { "p\($0): {$ref: 'f\($0).yaml'}" })}}") }),
        .init(
            "schemas of another file",
            otherFiles: { n in
                [
                    (
                        "other.yaml",
                        "components:\n  schemas:\n"
                            + repeated(n) { "    O\($0): {type: object, properties: {a: {type: string}}}\n" }
                    )
                ]
            },
            text: { n in
                schema(
                    "{type: object, properties: {\(list(n) { "p\($0): {$ref: 'other.yaml#/components/schemas/O\($0)'}" })}}"
                )
            }),
    ]
}
