// Two versions of a description, and Swift that calls what was generated from the first, all in one file: for `callsite
// diff --callers`.

private func native(_ endpoints: String = "", models: String) -> String {
    "callsite: 1\napi: Growing\nbaseURL: https://example.com\nendpoints:\n  PutX: {method: PUT, path: /x, body: M0, response: M0}\n"
        + endpoints + "models:\n  M0: {a: String}\n" + models
}

private func models(_ n: Int, _ fields: (Int) -> String) -> String {
    native(
        repeated(n) { "  Put\($0): {method: PUT, path: /x\($0), body: N\($0), response: N\($0)}\n" },
        models: repeated(n) { "  N\($0): {\(fields($0))}\n" })
}

private func requests(_ n: Int, _ response: String) -> String {
    native(repeated(n) { "  Get\($0): {path: /x\($0), response: {fields: {id\($0): Int, \(response)}}}\n" }, models: "")
}

private func wide(_ fields: String) -> String { native(models: "").replacing("a: String", with: fields) }

extension GrowingDocument {
    static let called: [GrowingDocument] = [
        .init(
            "callers of models that all change", changed: { n in models(n) { "id: Int, b\($0): String" } },
            callers: { n in
                repeated(n) { "let v\($0) = N\($0)(id: 1, a\($0): \"\")\nprint(v\($0).id, v\($0).a\($0))\n" }
            }, text: { n in models(n) { "id: Int, a\($0): String" } }),
        .init(
            "callers of models that lose a field", changed: { n in models(n) { _ in "id: Int" } },
            callers: { n in repeated(n) { "let v\($0) = N\($0)(id: 1, a\($0): \"\").a\($0)\n" } },
            text: { n in models(n) { "id: Int, a\($0): String" } }),
        .init(
            "callers of responses in place", changed: { n in requests(n, "a: Int") },
            callers: { n in
                repeated(n) { "extension Get\($0)Request {\n    func f(_ r: Response) -> String { r.a }\n}\n" }
                    + repeated(n) { "func g(_ r: Get\($0)Request.Response) { print(r.a) }\n" }
            }, text: { n in requests(n, "a: String") }),
        .init(
            "a call with labels that all change", changed: { n in wide(list(n) { "b\($0): String" }) },
            callers: { n in "let m = M0(\(list(n) { "a\($0): \"\"" }))\n" },
            text: { n in wide(list(n) { "a\($0): String" }) }),
        .init(
            "switches over enums that all gain a value",
            changed: { n in models(n) { "s: a\($0) | b\($0) | c\($0)" } },
            callers: { n in
                repeated(n) {
                    "func f\($0)(_ s: N\($0).S) -> Int { switch s { case .a\($0), .b\($0): 1 case .unrecognized: 2 } }\n"
                }
            }, text: { n in models(n) { "s: a\($0) | b\($0)" } }),
        .init(
            "comparisons with values that are all new",
            changed: { n in wide("s: \(repeated(n, separator: " | ") { "v\($0)" })") },
            callers: { n in repeated(n) { "let c\($0) = m.s == .unrecognized(\"v\($0)\")\n" } },
            text: { _ in wide("s: v0 | v1") }),
        .init(
            "marks of a raw string", changed: { _ in native(models: "").replacing("String", with: "Int") },
            callers: { n in String(repeating: "#", count: 100 * n) }, text: { _ in native(models: "") }),
    ]
}
