import CallsiteCore
import Testing

@testable import CallsiteDiff

/// `diff` compares meanings: other words for the same values are no change, and each other change breaks in the direction
/// in which a value may be sent that isn't taken.
@Suite struct MeaningDiffTests {
    private func reading(_ text: String) -> ContractReading {
        readContract(SourceSet(main: .init(path: "spec.yaml", bytes: Array(text.utf8))), options: Options())
    }

    /// Whether released apps break, and new apps before the server is updated.
    private func breaks(_ old: String, _ new: String) -> [Bool] {
        let (one, other) = (reading(old), reading(new))
        #expect(one.contract != nil && other.contract != nil, "\(one.diagnostics.sorted) \(other.diagnostics.sorted)")
        return [false, true].map { isServerOld in
            compare(one, other, isServerOld: isServerOld).changes.contains { $0.app == .breaks }
        }
    }

    /// A declaration that the old document called otherwise is the same declaration, though no operation uses it.
    @Test func anUnusedSchemaInOtherWordsStays() {
        func document(_ name: String) -> ContractReading {
            reading(
                """
                openapi: 3.1.0
                info: {title: A, version: "1"}
                security: []
                servers: [{url: https://a.example}]
                paths: {/a: {get: {operationId: a, responses: {"204": {description: ok}}}}}
                components: {schemas: {\(name): {type: object, properties: {id: {type: integer}}}, Other: {type: object, properties: {id: {type: integer}}}}}
                """)
        }
        let changes = compare(document("un_used"), document("UnUsed")).changes
        #expect(changes.map(\.id) == ["component-renamed"] && changes.allSatisfy { $0.source == .none })
    }

    /// A response is read by its media type, also where each status has its own.
    @Test func theEncodingOfEachStatusIsCompared() {
        func document(_ mediaType: String) -> String {
            """
            openapi: 3.1.0
            info: {title: A, version: "1"}
            security: []
            paths: {/a: {get: {operationId: a, responses: {"200": {description: ok, content: {\(mediaType): {schema: {type: string}}}}, "202": {description: later, content: {application/json: {schema: {type: array, items: {type: integer}}}}}}}}}
            """
        }
        #expect(breaks(document("application/json"), document("text/plain")) == [true, true])
        #expect(breaks(document("text/plain"), document("text/plain")) == [false, false])
    }

    /// A server that looks for its idempotency key elsewhere does the work of each retry again.
    @Test func theIdempotencyKeyIsCompared() {
        func changes(_ old: String, _ new: String) -> [String] {
            let readings = [old, new].map {
                reading(
                    "callsite: 1\napi: A\nbaseURL: https://a.example\nendpoints:\n  Pay: {method: POST, path: /pay, body: {a: Int}\($0)}\n"
                )
            }
            #expect(readings.allSatisfy { $0.contract != nil })
            return compare(readings[0], readings[1]).changes.map { "\($0.id) \($0.app)" }
        }
        let (key, other) = (", idempotencyKey: Idempotency-Key", ", idempotencyKey: X-Key")
        #expect(changes(key, other) == ["constant-header-changed degraded"])
        #expect(changes("", key) == ["constant-header-changed degraded"])
        #expect(changes(key, "") == ["constant-header-changed none"])
        #expect(changes(key, ", idempotencyKey: idempotency-key") == [])
    }

    /// A field that each request sends.
    private func field(_ schema: String, version: String = "3.1.0") -> String {
        """
        openapi: \(version)
        info: {title: A, version: "1"}
        security: []
        paths: {/a: {post: {operationId: a, requestBody: {required: true, content: {application/json: {schema: {type: object, required: [v], properties: {v: \(schema)}}}}}, responses: {"204": {description: ok}}}}}
        """
    }

    private enum Values { case same, wider, narrower, other }

    private static let keywords: [(old: String, new: String, values: Values)] = [
        ("{type: integer, minimum: 1}", "{type: integer, exclusiveMinimum: 0}", .same),
        ("{type: integer, maximum: 9.5}", "{type: integer, maximum: 9}", .same),
        ("{type: number, minimum: 1}", "{type: number, exclusiveMinimum: 1}", .narrower),
        ("{type: number, minimum: 1, exclusiveMinimum: 3}", "{type: number, minimum: 2, exclusiveMinimum: 3}", .same),
        ("{type: number, maximum: 5}", "{type: number}", .wider),
        ("{type: number, minimum: 0, maximum: 5}", "{type: number, minimum: 1, maximum: 6}", .other),
        ("{type: string, minLength: 0}", "{type: string}", .same),
        ("{type: string, maxLength: 5}", "{type: string, maxLength: 9}", .wider),
        ("{type: string, maxLength: 5}", "{type: string, maxLength: 4}", .narrower),
        ("{type: string, pattern: '^[a-z]+$'}", "{type: string, pattern: '.*'}", .wider),
        ("{type: string, pattern: '^.*$'}", "{type: string}", .same),
        ("{type: string, pattern: '^[a-z]+$'}", "{type: string, pattern: '^[A-Z]+$'}", .other),
        ("{type: number, multipleOf: 5}", "{type: number, multipleOf: 1}", .wider),
        ("{type: number, multipleOf: 5}", "{type: number, multipleOf: 10}", .narrower),
        ("{type: number, multipleOf: 0.3}", "{type: number, multipleOf: 0.1}", .wider),
        ("{type: string, pattern: '^$$'}", "{type: string}", .wider),
        ("{type: string}", "{type: string, not: true}", .narrower),
        ("{type: string, not: false}", "{type: string}", .same),
        ("{type: array, items: {type: string}}", "{type: array, items: {type: string}, contains: true}", .narrower),
        (
            "{type: array, items: {type: string}}",
            "{type: array, items: {type: string}, contains: {const: a}, minContains: 0}", .same
        ),
        ("{type: number, multipleOf: 5}", "{type: number, multipleOf: 7}", .other),
        ("{type: array, items: {type: string}, uniqueItems: false}", "{type: array, items: {type: string}}", .same),
        ("{type: array, items: {type: string}}", "{type: array, items: {type: string}, uniqueItems: true}", .narrower),
        (
            "{type: array, items: {type: string}, contains: {const: a}}",
            "{type: array, items: {type: string}, contains: {const: a}, minContains: 1}", .same
        ),
        (
            "{type: array, items: {type: string}, contains: {const: a}, maxContains: 3}",
            "{type: array, items: {type: string}, contains: {const: a}, maxContains: 9}", .wider
        ),
        (
            "{type: object, properties: {x: {type: string}, y: {type: string}}, dependentRequired: {x: [y], y: [x]}}",
            "{type: object, properties: {x: {type: string}, y: {type: string}}, dependentRequired: {x: [y]}}", .wider
        ),
        ("{type: string}", "{type: string, not: {const: a}}", .narrower),
        ("{type: string, not: {const: a}}", "{type: string, not: {const: b}}", .other),
        ("{type: string, if: {const: a}}", "{type: string}", .same),
        ("{type: string, if: {const: a}, then: {maxLength: 1}}", "{type: string}", .wider),
        ("{type: string, example: a}", "{type: string, examples: [a]}", .same),
        ("{type: string, const: a}", "{type: string, enum: [a]}", .same),
        ("{type: string, format: byte}", "{type: string}", .other),
    ]

    @Test(arguments: keywords.indices) func keywordsOfAField(_ index: Int) {
        let (old, new, values) = Self.keywords[index]
        let found = breaks(field(old), field(new))
        #expect(
            found == [values == .narrower || values == .other, values == .wider || values == .other], "\(old) \(new)")
        if values == .same {
            let changes = compare(reading(field(old)), reading(field(new))).changes
            #expect(changes.isEmpty, "\(changes.map { "\($0.message)" })")
        }
    }

    @Test func aDocumentOfAnotherVersionMeansTheSame() {
        let old = field(
            "{type: integer, minimum: 0, exclusiveMinimum: true, nullable: true, example: 3}", version: "3.0.3")
        let new = field("{type: [integer, 'null'], exclusiveMinimum: 0, examples: [3]}")
        #expect(compare(reading(old), reading(new)).changes.map(\.id) == ["spec-version-changed"])
    }

    /// An operation, from which rows differ in one place each.
    private func operation(
        server: String = "https://a.example", path: String = "/a", security: String = "", own: String = "",
        body: String = "", header: String = "string"
    ) -> String {
        """
        openapi: 3.1.0
        info: {title: A, version: "1"}
        servers: [{url: "\(server)"}]
        \(security)
        paths: {\(path): {post: {operationId: a, \(own)\(body)responses: {"204": {description: ok, headers: {X-N: {schema: {type: \(header)}}}}}}}}
        components: {securitySchemes: {k: {type: apiKey, in: header, name: X-K}, b: {type: http, scheme: bearer}}}
        """
    }

    private func body(_ schema: String, isRequired: Bool = false) -> String {
        "requestBody: {required: \(isRequired), content: {application/json: {\(schema.isEmpty ? "" : "schema: \(schema)")}}}, "
    }

    @Test func operations() {
        let object = "{type: object, properties: {n: {type: string}}}"
        let rows: [(String, String, [Bool])] = [
            // Both credentials, then one of them.
            (operation(own: "security: [{k: [], b: []}], "), operation(own: "security: [{k: []}], "), [false, true]),
            (
                operation(own: "security: [{b: []}], "),
                operation(security: "security: [{b: []}]", own: "security: [{b: []}], "), [false, false]
            ),
            (operation(security: "security: [{b: []}]"), operation(own: "security: [{b: []}], "), [false, false]),
            // A prefix moves from the server's URL into the paths.
            (operation(server: "https://a.example/v1", path: "/a"), operation(path: "/v1/a"), [false, false]),
            (operation(server: "https://a.example/v1", path: "/a"), operation(path: "/v2/a"), [true, true]),
            // A header is text, whatever its type.
            (operation(), operation(header: "integer"), [false, true]),
            // A body that is required, though none of its fields is.
            (operation(), operation(body: body(object, isRequired: true)), [true, false]),
            (operation(), operation(body: body(object)), [false, false]),
            (operation(body: body(object)), operation(body: body(object, isRequired: true)), [true, false]),
            (operation(body: body(object, isRequired: true)), operation(), [false, true]),
            // A body of any JSON.
            (operation(body: body(object)), operation(body: body("")), [false, true]),
            // Fewer constants: in Swift a body of one is any string. Then fields of other names.
            (
                operation(body: body("{type: string, enum: [a, b]}", isRequired: true)),
                operation(body: body("{type: string, enum: [a]}", isRequired: true)), [true, true]
            ),
            (
                operation(body: body("{type: object, properties: {n: {type: string}}, additionalProperties: true}")),
                operation(body: body("{type: object, properties: {n: {type: string}}, additionalProperties: false}")),
                [true, false]
            ),
        ]
        for (old, new, expected) in rows { #expect(breaks(old, new) == expected, "\(old)\n\(new)") }
    }

    @Test func aPartThatIsNamedTwiceIsItself() {
        let text =
            field("{allOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/P'}]}")
            + "\ncomponents: {schemas: {P: {type: object, properties: {x: {type: string}}}}}\n"
        #expect(compare(reading(text), reading(text)).changes.isEmpty)
    }

    /// A schema inside another one that leads back to it: whatever was found while the outer one was taken for unchanged
    /// isn't known later.
    @Test func schemasThatLeadToEachOther() {
        func document(_ minimum: Int) -> String {
            """
            openapi: 3.1.0
            info: {title: A, version: "1"}
            security: []
            paths: {/a: {post: {operationId: a, requestBody: {required: true, content: {application/json: {schema: {type: object, required: [v, w], properties: {v: {type: object, not: {$ref: '#/components/schemas/Outer'}}, w: {type: object, not: {$ref: '#/components/schemas/Inner'}}}}}}}, responses: {"204": {description: ok}}}}}
            components:
              schemas:
                Outer: {type: object, properties: {inner: {$ref: '#/components/schemas/Inner'}, n: {type: integer, minimum: \(minimum)}}}
                Inner: {type: object, properties: {outer: {$ref: '#/components/schemas/Outer'}}}
            """
        }
        let changes = compare(reading(document(2)), reading(document(1))).changes.filter { $0.app == .breaks }
        for name in ["'v'", "'w'"] {
            #expect(changes.contains { "\($0.message)".contains(name) }, "\(name): \(changes.map { "\($0.message)" })")
        }
        #expect(compare(reading(document(2)), reading(document(2))).changes.isEmpty)
    }
}
