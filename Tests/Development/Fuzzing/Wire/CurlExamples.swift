import CallsiteCore

// Descriptions whose requests have a value of each kind in each place, in each style, with characters that mean something
// there.

extension CurlBatch {
    package static var examples: [(name: String, sources: SourceSet)] {
        [("styles", styles), ("bodies", bodies), ("credentials", credentials), ("native", native)].map { name, text in
            (name, SourceSet(main: .init(path: name + ".yaml", bytes: Array(text.utf8))))
        }
    }

    private static let hostile = #"a b&c=d/é\"'\\;,%$`!{x}[1]#?@~*+|:<>"#

    private static let styles: String = {
        let string = "{type: string, example: \"\(hostile)\"}"
        let schemas = [
            ("string", string), ("integer", "{type: integer, example: 7}"), ("boolean", "{type: boolean}"),
            ("date", "{type: string, format: date-time}"), ("list", "{type: array, items: \(string)}"),
            ("empty", "{type: string, example: \"\"}"),
            (
                "object",
                "{type: object, required: [a b, n], properties: {a b: \(string), n: {type: integer, example: 3}}}"
            ),
            (
                "tree",
                "{type: object, required: [o, l], properties: {o: {type: object, required: [k], properties: {k: \(string)}}, l: {type: array, items: {type: integer}}}}"
            ),
        ]
        let places = [
            ("path", ["simple", "label", "matrix"]), ("header", ["simple"]), ("cookie", ["form"]),
            ("query", ["form", "spaceDelimited", "pipeDelimited", "deepObject"]),
        ]
        var paths = ""
        var number = 0
        for (place, styles) in places {
            for style in styles {
                for explode in [false, true] {
                    for (kind, schema) in schemas {
                        number += 1
                        let name = place == "header" ? "X-Va'l" : place == "cookie" ? "va'l" : "va-l"
                        let path = "/o\(number)" + (place == "path" ? "/{\(name)}" : "")
                        paths += """
                              \(path):
                                get:
                                  operationId: \(place)_\(style)_\(kind)_\(explode)
                                  parameters: [{name: "\(name)", in: \(place), required: true, style: \(style), explode: \(explode), schema: \(schema)}]
                                  responses: {"204": {description: Done}}

                            """
                    }
                }
            }
        }
        return head + paths + """
              /named:
                get:
                  parameters:
                    - {name: a, in: query, required: true, schema: {type: string}, examples: {first: {value: "1 &2"}, second: {value: b}}}
                    - {name: b, in: query, required: true, content: {application/json: {schema: {type: object, required: [k], properties: {k: {type: string, example: "\(hostile)"}}}}}}
                    - {name: c, in: header, required: true, schema: {type: array, items: {type: integer}}, examples: {e: {$ref: "#/components/examples/e"}}}
                  responses: {"200": {description: Done, content: {text/plain: {schema: {type: string}}}}}
              /a b/é/%2F:
                get: {responses: {"200": {description: Done, content: {image/png: {schema: {type: string, format: binary}}}}}}
            components: {examples: {e: {value: [4, 5]}}}

            """
    }()

    private static let head = """
        openapi: 3.1.0
        info: {title: Curl, version: "1"}
        servers: [{url: https://api.example.com/v1}]
        security: [{}]
        paths:

        """

    private static let bodies: String = {
        let string = "{type: string, example: \"\(hostile)\"}"
        let bytes = "{type: string, format: binary}"
        let object =
            "{type: object, required: [s, l, o, n], properties: {s: \(string), l: {type: array, items: \(string)}, o: {type: object, required: [k], properties: {k: \(string)}}, n: {type: [integer, 'null']}, r: {type: string, readOnly: true}}}"
        func post(_ name: String, _ required: Bool, _ content: String) -> String {
            "  /\(name):\n    post: {requestBody: {required: \(required), content: {\(content)}}, responses: {\"204\": {description: Done}}}\n"
        }
        return head
            + post("json", true, "application/json: {schema: \(object)}")
            + post("patch", true, "application/merge-patch+json: {schema: \(object)}")
            + post("list", true, "application/json: {schema: {type: array, items: \(object)}}")
            + post("nothing", false, "application/json: {schema: {type: object, properties: {a: \(object)}}}")
            + post("some", false, "application/json: {schema: {type: object, properties: {a: \(string)}}}")
            + post("open", true, "application/json: {schema: {type: object, properties: {a: \(object)}}}")
            + post("form", true, "application/x-www-form-urlencoded: {schema: \(object)}")
            + post(
                "styled", true,
                "application/x-www-form-urlencoded: {schema: \(object), encoding: {l: {style: form, explode: false}, o: {style: deepObject}}}"
            )
            + post(
                "form-json", true,
                "application/x-www-form-urlencoded: {schema: \(object), encoding: {o: {contentType: application/json}}}"
            )
            + post(
                "open-form", true,
                "application/x-www-form-urlencoded: {schema: {type: object, properties: {a: \(object)}}}")
            + post("parts", true, "multipart/form-data: {schema: \(object)}")
            + post(
                "files", true,
                "multipart/form-data: {schema: {type: object, required: [a, b, c, d, e, f], properties: {a: \(bytes), b: {type: array, items: \(bytes)}, c: \(bytes), d: \(bytes), e: {type: object, additionalProperties: \(bytes)}, f: \(string)}}, encoding: {a: {contentType: image/png, headers: {X-Rotation: {required: true, schema: {type: string, example: \"a;\\\"b\"}}}}, c: {contentType: 'image/png, image/jpeg'}, d: {contentType: image/*}, e: {style: form}, f: {contentType: text/csv; charset=utf-8}}}"
            )
            + post(
                "names", true,
                "multipart/form-data: {schema: {type: object, required: ['a=b', 'c\\\"d', e], properties: {'a=b': \(string), 'c\\\"d': \(string), e: \(object)}}}"
                    .replacing("'c\\\"d'", with: "'c\"d'"))
            + post(
                "named-file", true,
                "multipart/form-data: {schema: {type: object, required: ['a=b', file], properties: {'a=b': \(string), file: \(bytes)}}}"
            )
            + post("no-parts", true, "multipart/form-data: {schema: {type: object, properties: {a: \(object)}}}")
            + post("text", true, "text/plain: {schema: \(string)}")
            + post("bytes", true, "image/png: {schema: \(bytes)}")
            + post(
                "example", true,
                "application/json: {schema: \(object), examples: {e: {value: {s: \"x'y\", l: [], o: {k: z}, n: null}}}}"
            )
    }()

    private static let credentials = """
        openapi: 3.1.0
        info: {title: Curl, version: "1"}
        servers: [{url: "https://{host}/v1/", variables: {host: {default: api.example.com}}}]
        paths:
          /bearer: {get: {security: [{bearer: []}], responses: {"204": {description: Done}}}}
          /basic: {get: {security: [{basic: []}], responses: {"204": {description: Done}}}}
          /header: {get: {security: [{header: []}], responses: {"204": {description: Done}}}}
          /query: {get: {security: [{query: []}], parameters: [{name: q, in: query, required: true, schema: {type: string}}], responses: {"204": {description: Done}}}}
          /cookie: {get: {security: [{cookie: []}], parameters: [{name: c, in: cookie, required: true, schema: {type: string}}], responses: {"204": {description: Done}}}}
          /any: {get: {security: [{}, {query: []}, {bearer: []}], responses: {"204": {description: Done}}}}
          /all: {get: {security: [{bearer: [], header: [], query: [], cookie: []}], responses: {"204": {description: Done}}}}
          /both: {get: {security: [{basic: [], header: []}], responses: {"204": {description: Done}}}}
          /own: {get: {security: [{bearer: []}], servers: [{url: https://other.example.com}], responses: {"204": {description: Done}}}}
        components:
          securitySchemes:
            bearer: {type: http, scheme: bearer}
            basic: {type: http, scheme: basic}
            header: {type: apiKey, in: header, name: X-Key}
            query: {type: apiKey, in: query, name: api key}
            cookie: {type: apiKey, in: cookie, name: session}

        """

    private static let native = """
        callsite: 1
        api: Curl
        baseURL: https://api.example.com
        headers: {X-Version: "1", X-Odd: " \\\\ 'a' "}
        idempotencyKey: Idempotency-Key
        endpoints:
          Search:
            method: GET
            path: /search?fixed=1
            parameters: {text: String, limit: Int = 20, kind: {type: a | b, in: header, wire: X-Kind}}
            response: "[String]"
          Follow: {path: /follow, response: {type: stream of Row, encoding: sse}}
          Lines: {path: /lines, response: {type: stream of Row, encoding: ndjson}}
          Import: {method: POST, path: /import, body: {type: "[Row]", encoding: lines}}
          Visit: {method: POST, path: /visits, body: {day: VisitDay, at: Moment, tags: "[String]"}}
        models:
          Row: {id: Int, note: String}
          VisitDay: {dateFormat: "EEE, dd MMM yyyy"}
          Moment: {dateFormat: "yyyy-MM-dd'T'HH:mm:ss.SSSXXX"}

        """
}
