// The lists of `callsite.yaml`, beside a description that has as many things of that name.

/// A row with a configuration of one description, of which `lines` are what it says.
private func row(
    _ name: String, _ description: @escaping @Sendable (_ n: Int) -> String, least: Int = 50,
    _ lines: @escaping @Sendable (_ n: Int) -> String
) -> GrowingDocument {
    GrowingDocument(
        "configuration: " + name, least: least,
        configuration: { "callsite: 1\ndescriptions:\n  - source: growing.yaml\n    output: Out\n    \(lines($0))\n" },
        text: description)
}

@Sendable private func models(_ n: Int) -> String {
    openAPI(schemas: repeated(n) { "S\($0): {type: object, properties: {p: {type: string}}}\n" })
}

@Sendable private func oneModel(_: Int) -> String { models(1) }

@Sendable private func operations(_ n: Int) -> String {
    let list = response("{type: object, properties: {items: {type: array, items: {type: string}}}}")
    return openAPI(
        schemas: "S0: {type: string}",
        paths: repeated(n) {
            "/p\($0): {get: {operationId: get\($0), tags: [t\($0)], parameters: [{name: page, in: query, schema: {type: integer}}], "
                + "responses: {'200': \(list)}}}\n"
        })
}

@Sendable private func parameters(_ n: Int) -> String {
    openAPI(
        paths:
            "/x: \(operation("getX", "parameters: [\(list(n) { "{name: p\($0), in: query, schema: {type: string}}" })], "))"
    )
}

@Sendable private func properties(_ n: Int) -> String {
    openAPI(
        schemas:
            "S0: {type: object, properties: {\(list(n) { "p\($0): {type: object, properties: {a: {type: string}}}" })}}"
    )
}

@Sendable private func formats(_ n: Int) -> String {
    openAPI(schemas: "S0: {type: object, properties: {\(list(n) { "p\($0): {type: string, format: f\($0)}" })}}")
}

private let pages = "{style: page, parameter: page, elements: items, first: 1}"

extension GrowingDocument {
    static let configurationLists: [GrowingDocument] = [
        row("renames of models", models) { n in "renames: {\(list(n) { "S\($0): M\($0)" })}" },
        row("renames of properties", properties) { n in "renames: {\(list(n) { "S0.p\($0): q\($0)" })}" },
        row("renames of types in place", properties) { n in "renames: {\(list(n) { "S0.p\($0): Q\($0)" })}" },
        row("renames of operations", operations) { n in "renames: {\(list(n) { "get\($0): Read\($0)" })}" },
        row("renames of parameters", parameters) { n in "renames: {\(list(n) { "getX.p\($0): q\($0)" })}" },
        // Up to a hundred mistakes each has a suggestion.
        row("unknown renames", models, least: 200) { n in "renames: {\(list(n) { "X\($0): M\($0)" })}" },
        row("unknown parts that are renamed", models, least: 200) { n in "renames: {\(list(n) { "S0.x\($0): m\($0)" })}"
        },
        row("dots of an unknown rename", models) { n in "renames: {S0\(repeated(n) { _ in ".p" }): m}" },
        row("formats", formats) { n in "formats: {\(list(n) { "f\($0): String" })}" },
        row("formats with types", formats) { n in "formats: {\(list(n) { "f\($0): {type: T\($0), import: K\($0)}" })}"
        },
        row("types", models, least: 200) { n in "types: {\(list(n) { "S\($0): {type: T\($0), import: K\($0)}" })}" },
        row("unused formats", models, least: 200) { n in "formats: {\(list(n) { "f\($0): String" })}" },
        row("included operations", operations) { n in "include: {operations: [\(list(n) { "get\($0)" })]}" },
        row("excluded paths", operations) { n in "exclude: {paths: [\(list(n / 2) { "/p\($0)" })]}" },
        row("included tags", operations) { n in "include: {tags: [\(list(n) { "t\($0)" })]}" },
        row("unknown words of a filter", operations, least: 200) { n in "include: {tags: [t0, \(list(n) { "x\($0)" })]}"
        },
        row("pagination strategies", operations) { n in
            "pagination: {strategies: {\(list(n) { "s\($0): \(pages)" })}, apply: [{paths: [/*], use: s0}]}"
        },
        row("pagination rules", operations) { n in
            "pagination: {strategies: {s: \(pages)}, apply: [\(list(n) { "{operations: [get\($0)], use: s}" })]}"
        },
        row("operations of a pagination rule", operations) { n in
            "pagination: {strategies: {s: \(pages)}, apply: [{operations: [\(list(n) { "get\($0)" })], use: s}]}"
        },
        row("authentication rules", operations) { n in
            "authentication: {default: bearer, apply: [\(list(n) { "{operations: [get\($0)], use: none}" })]}"
        },
        row("unknown words of rules", operations, least: 400) { n in
            "authentication: {default: bearer, apply: [\(list(n) { "{operations: [unknown\($0)], use: none}" })]}"
        },
        row("conformances", models) { n in "conformances: {\(list(n) { "S\($0): [Hashable]" })}" },
        row("protocols of a model", models) { n in "conformances: {S0: [\(list(n) { "P\($0)" })]}" },
        row("models that keep unknown fields", models) { n in "keepUnknownFields: [\(list(n) { "S\($0)" })]" },
        row("endpoints with links", operations) { n in
            "links: {\(list(n) { "get\($0): [\"p\($0)\"]" })}\n    deepLinks: {schemes: [app]}"
        },
        row("hosts of deep links", operations) { n in
            "deepLinks: {schemes: [app], hosts: [\(list(n) { "h\($0).example.com" })]}"
        },
        row("descriptions", oneModel) { n in
            "strict: false\n" + repeated(n) { "  - {source: a\($0).yaml, output: Out\($0), target: T\($0)}\n" }
        },
        row("unknown keys", models) { n in "strict: false\n" + repeated(n) { "    unknown\($0): 1\n" } },
    ]
}
