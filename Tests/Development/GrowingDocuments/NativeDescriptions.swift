// Callsite's own format.

private func native(_ endpoints: String = "", models: String = "", rest: String = "") -> String {
    """
    callsite: 1
    api: Growing
    baseURL: https://example.com
    \(rest)
    endpoints:
      GetX: {path: /x, response: M0}
    \(endpoints)
    models:
    \(models.isEmpty ? "  M0: {a: String}" : models)
    """
}

private func model(_ text: String) -> String { native(models: "  M0: " + text) }

/// `n` models, each of which names the next one.
private func chain(_ n: Int, last: String = "{z: String}", _ piece: (Int, _ next: String) -> String) -> String {
    native(models: repeated(n) { "  M\($0): \(piece($0, "M\($0 + 1)"))\n" } + "  M\(n): \(last)")
}

private func endpoint(_ text: String) -> String { native("  GetY: {path: /y, \(text)}") }

extension GrowingDocument {
    static let nativeDescriptions: [GrowingDocument] = [
        .init("native: endpoints") { n in native(repeated(n) { "  Get\($0): {path: /p\($0), response: M0}\n" }) },
        .init("native: endpoints with tags") { n in native(repeated(n) { "  Get\($0): {path: /p\($0), tag: t\($0)}\n" })
        },
        .init("native: models") { n in native(models: repeated(n) { "  M\($0): {a: String}\n" }) },
        .init("native: fields") { n in model("{\(list(n) { "f\($0): String" })}") },
        .init("native: fields with nested models") { n in model("{\(list(n) { "f\($0): {fields: {a: Int}}" })}") },
        .init("native: fields with defaults") { n in model("{\(list(n) { "f\($0): Int = \($0)" })}") },
        .init("native: values of an enum") { n in model("{enum: [\(list(n) { "v\($0)" })]}") },
        .init("native: values of an enum, in a line") { n in model("{f: \(repeated(n, separator: " | ") { "v\($0)" })}")
        },
        .init("native: alternatives") { n in
            native(
                models: "  M0: {union: [\(list(n) { "M\($0 + 1)" })]}\n"
                    + repeated(n) { "  M\($0 + 1): {f\($0): String}\n" })
        },
        .init("native: cases") { n in
            native(
                models: "  M0: {union: kind, cases: {\(list(n) { "c\($0): M\($0 + 1)" })}}\n"
                    + repeated(n) { "  M\($0 + 1): {f\($0): String}\n" })
        },
        .init("native: parameters") { n in endpoint("parameters: {\(list(n) { "p\($0): String?" })}") },
        .init("native: placeholders", least: 200) { n in
            native(
                "  GetY: {path: \"/\(repeated(n, separator: "/") { "{p\($0)}" })\", parameters: {\(list(n) { "p\($0): String" })}}"
            )
        },
        .init("native: placeholders without parameters") { n in
            native("  GetY: {path: \"/\(repeated(n, separator: "/") { "{p\($0)}" })\"}")
        },
        .init("native: placeholders that are called otherwise", least: 200) { n in
            native(
                "  GetY: {path: \"/\(repeated(n, separator: "/") { "{p\($0)}" })\", parameters: {\(list(n) { "q\($0)x: String" })}}"
            )
        },
        .init("native: lists and default strategies", bound: 100) { n in
            native(
                repeated(n) {
                    "  List\($0): {path: /l\($0), parameters: {page\($0): Int?}, response: {fields: {items: [M0]}}}\n"
                },
                rest:
                    "pagination: {\(list(n) { "s\($0): {style: page, parameter: page\($0), elements: items, default: true}" })}"
            )
        },
        .init("native: uses of strategies") { n in
            native(
                repeated(n) {
                    "  List\($0): {path: /l\($0), parameters: {page: Int?}, response: {fields: {items: [M0]}}, pagination: s\($0)}\n"
                },
                rest: "pagination: {\(list(n) { "s\($0): {style: page, parameter: page, elements: items}" })}")
        },
        .init("native: headers") { n in endpoint("headers: {\(list(n) { "X-\($0): v" })}") },
        .init("native: headers of the API") { n in native(rest: "headers: {\(list(n) { "X-\($0): v" })}") },
        .init("native: parameter sets") { n in
            native(rest: "parameterSets: {\(list(n) { "s\($0): {p\($0): String?}" })}")
        },
        .init("native: parameter sets of an endpoint") { n in
            native(
                "  GetY: {path: /y, use: [\(list(n) { "s\($0)" })]}",
                rest: "parameterSets: {\(list(n) { "s\($0): {p\($0): String?}" })}")
        },
        .init("native: fields of a body") { n in
            native("  GetY: {method: POST, path: /y, body: {\(list(n) { "p\($0): String?" })}}")
        },
        .init("native: parts of a multipart body") { n in
            native(
                "  GetY: {method: POST, path: /y, body: {encoding: multipart, fields: {\(list(n) { "p\($0): Data?" })}}}"
            )
        },
        .init("native: deep links") { n in
            native("  GetY: {path: /y, links: [\(list(n) { "l\($0)" })]}", rest: "deepLinks: {schemes: [app]}")
        },
        .init("native: endpoints with deep links") { n in
            native(
                repeated(n) {
                    "  Get\($0): {path: \"/y\($0)/{id}\", parameters: {id: Int}, links: [\"l\($0)/{id}\"]}\n"
                },
                rest: "deepLinks: {schemes: [app]}")
        },
        .init("native: placeholders of a deep link") { n in
            native(
                "  GetY: {path: /y, parameters: {\(list(n) { "p\($0): String" })}, links: [\"\(repeated(n, separator: "/") { "{p\($0)}" })\"]}",
                rest: "deepLinks: {schemes: [app]}")
        },
        .init("native: failures", bound: 96) { n in endpoint("errors: {\(list(n) { "\(401 + $0): M0" })}") },
        .init("native: variables") { n in
            native(rest: "variables: {\(list(n) { "v\($0): d" })}").replacing(
                "https://example.com", with: "\"https://example.com/\(repeated(n, separator: "/") { "{v\($0)}" })\"")
        },
        .init("native: strategies") { n in
            native(
                rest: "pagination:\n\(repeated(n) { "  s\($0): {style: page, parameter: page, elements: items}\n" })")
        },
        .init("native: lists that page") { n in
            native(
                repeated(n) {
                    "  Get\($0): {path: /p\($0), parameters: {page: Int?}, response: [M0], pagination: {style: page, parameter: page}}\n"
                })
        },
        .init("native: type parameters", least: 200) { n in
            native(
                models:
                    "  M0: {a: \"M1<\(list(n) { _ in "Int" })>\"}\n  \"M1<\(list(n) { "T\($0)" })>\": {\(list(n) { "f\($0): T\($0)" })}"
            )
        },
        .init("native: uses of a generic model") { n in
            native(
                models: "  M0: {\(list(n) { "f\($0): \"P<A\($0)>\"" })}\n  \"P<T>\": {a: T}\n"
                    + repeated(n) { "  A\($0): {a: Int}\n" })
        },
        .init(
            "native: files",
            otherFiles: { n in
                (0..<n).map { ("i\($0).yaml", "callsite: 1\nmodels:\n  I\($0): {a: String}\n") }
            }, text: { n in native(rest: "include: [\(list(n) { "i\($0).yaml" })]") }),
        .init(
            "native: a chain of files",
            otherFiles: { n in
                (0..<n).map {
                    (
                        "i\($0).yaml",
                        "callsite: 1\n" + ($0 + 1 < n ? "include: [i\($0 + 1).yaml]\n" : "")
                            + "models:\n  I\($0): {a: String}\n"
                    )
                }
            }, text: { _ in native(rest: "include: [i0.yaml]") }),
        .init("native: a chain of models") { n in chain(n) { "{f\($0): \($1)}" } },
        .init("native: a chain of optional models") { n in chain(n) { "{f\($0)?: \($1)}" } },
        .init("native: a chain of aliases") { n in chain(n) { $1 } },
        .init("native: a chain of aliases of lists") { n in chain(n) { "[\($1)]" } },
        .init("native: a chain of unions") { n in chain(n) { "{union: [\($1), String]}" } },
        .init("native: a diamond of models") { n in chain(n) { "{a: \($1), b: \($1)}" } },
        .init("native: a chain of generic aliases", least: 150, bound: 2000) { n in
            native(
                models: repeated(n) { "  \"M\($0)<T>\": \"M\($0 + 1)<[T]>\"\n" }
                    + "  \"M\(n)<T>\": {a: T}\n  Z: {a: \"M0<Int>\"}\n  M: {z: Z}"
            )
            .replacing("response: M0", with: "response: M")
        },
        .init("native: a chain of generic aliases that double", bound: 2000) { n in
            native(
                models: repeated(n) { "  \"M\($0)<T>\": \"M\($0 + 1)<[T: T]>\"\n" }
                    + "  \"M\(n)<T>\": {a: T}\n  Z: {a: \"M0<String>\"}\n  M: {z: Z}"
            )
            .replacing("response: M0", with: "response: M")
        },
        .init("native: a cycle of models") { n in
            native(models: repeated(n) { "  M\($0): {f: M\(($0 + 1) % n)}\n" })
        },
        .init("native: a cycle of optional models") { n in
            native(models: repeated(n) { "  M\($0): {f?: M\(($0 + 1) % n)}\n" })
        },
        .init("native: a cycle of aliases") { n in native(models: repeated(n) { "  M\($0): M\(($0 + 1) % n)\n" }) },
        .init("native: a diamond of aliases") { n in chain(n) { "\"[String: [\($1)]]\"" } },
        .init("native: lists in lists", bound: 30) { n in
            model("{a: \(String(repeating: "[", count: n))Int\(String(repeating: "]", count: n))}")
        },
        .init("native: fields in fields", bound: 1500) { n in
            model(String(repeating: "{a: {fields: ", count: n) + "{a: Int}" + String(repeating: "}}", count: n))
        },
        .init("native: unknown keys") { n in endpoint(list(n) { "nokey\($0): 1" }) },
        .init("native: unknown types") { n in model("{\(list(n) { "f\($0): Nothing\($0)" })}") },
        .init("native: unknown parameter sets") { n in endpoint("use: [\(list(n) { "s\($0)" })]") },
        .init("native: lines of a description") { n in
            native(rest: "description: |\n" + repeated(n) { "  Line \($0) of it.\n" })
        },
        .init("native: letters of a name", least: 400) { n in model("{f\(repeated(n) { _ in "a" }): String}") },
    ]
}
