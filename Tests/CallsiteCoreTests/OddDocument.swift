/// An OpenAPI document of names, types and media that descriptions rarely have: what a writer of YAML stumbles over.
enum OddDocument {
    static let text = #"""
        openapi: 3.1.0
        info: {title: "1Password <odd> & Co", version: "1", description: "  leading\n\n\ttab\ntrailing  \n\n"}
        paths:
          /a/{id}/b/{id}:
            servers: [{url: "https://other.example.com/x"}]
            trace:
              operationId: trace.it
              parameters:
                - {name: id, in: path, required: true, schema: {type: integer, enum: [1, 2, 3], x-enum-varnames: [one, two, three]}}
                - {name: id, in: query, schema: {type: number, enum: [0.5, 1, 2.25], default: 0.5}}
                - {name: id, in: header, schema: {type: string}}
                - {name: "a?", in: query, schema: {type: boolean}}
                - {name: "filter[x]", in: query, schema: {type: array, items: {type: [string, "null"], enum: ["", " ", "null", "a|b", "true", null]}}}
                - {name: "obj", in: query, style: deepObject, schema: {type: object, additionalProperties: {type: string}}}
                - {name: "j", in: query, content: {application/json: {schema: {type: object, properties: {a: {type: integer}}}}}}
              responses: {"204": {description: none}}
          /plain:
            get:
              operationId: 错误
              security: [{}, {key: [], oauth: []}]
              responses:
                "200": {description: ok, content: {application/json: {schema: {type: [array, "null"], items: {type: [object, "null"], properties: {is: {type: string}}}}}}}
                "202": {description: ok, content: {text/plain: {schema: {type: string}}}}
                "206": {description: bytes, content: {image/png: {}}}
                "404": {description: no, content: {application/json: {schema: {type: object, properties: {message: {type: string}}}}}}
                "4XX": {description: no, content: {application/json: {schema: {$ref: "#/components/schemas/Day"}}}}
            put:
              operationId: Request
              requestBody:
                required: true
                content:
                  application/json:
                    schema: {oneOf: [{type: string}, {type: "null"}]}
              responses: {default: {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}}
            post:
              operationId: post_it
              requestBody:
                content:
                  application/x-www-form-urlencoded:
                    schema: {type: object, properties: {type: {type: string}, model: {type: string}, tags: {type: array, items: {type: string}}}}
              responses: {"200": {description: ok, headers: {X-Total: {schema: {type: integer}}, Link: {schema: {type: string}}}, content: {application/json: {schema: {$ref: "#/components/schemas/void"}}}}}
          /stream:
            get:
              operationId: stream
              responses: {"200": {description: ok, content: {text/event-stream: {itemSchema: {type: object, properties: {data: {type: object, properties: {x: {type: string}}}}}}}}}
          /lines:
            get:
              operationId: lines
              responses: {"200": {description: ok, content: {application/x-ndjson: {itemSchema: {type: array, items: {type: object, properties: {x: {type: string}}}}}}}}
          /upload:
            post:
              operationId: upload
              requestBody: {content: {multipart/form-data: {schema: {$ref: "#/components/schemas/Form"}}}}
              responses: {"200": {description: ok, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Day"}}}}}}
          /raw:
            post:
              operationId: raw
              requestBody: {required: true, content: {application/json: {schema: {type: string, format: byte}}}}
              responses: {"200": {description: ok, content: {application/json: {schema: {type: string, format: byte}}}}}
        components:
          securitySchemes:
            key: {type: apiKey, in: header, name: X-Key}
            oauth: {type: oauth2, flows: {}}
          schemas:
            Day: {type: object, description: "A day: # not a comment", properties: {"": {type: string}, "<<": {type: string}, "1": {type: integer}, "null": {type: string}, "a?": {type: string}, "b: c": {type: string}, is: {type: string}, enum: {type: string}, fields: {type: string}, "é": {type: string}}}
            JSON: {type: object, required: [at], properties: {at: {type: string, format: date}}, additionalProperties: {type: integer}}
            void: {type: object, properties: {json: {$ref: "#/components/schemas/JSON"}, String: {$ref: "#/components/schemas/String"}, when: {$ref: "#/components/schemas/错误"}, tags: {$ref: "#/components/schemas/Tags"}, m: {$ref: "#/components/schemas/maybe"}, money: {$ref: "#/components/schemas/money"}, anyway: {type: object, additionalProperties: {type: object, properties: {deep: {type: array, items: {type: array, items: {type: string, enum: [Day, JSON]}}}}}}}}
            String: {type: object, properties: {a: {type: string}}}
            错误: {type: string, enum: [x, y]}
            Tags: {type: array, description: Marks., items: {type: object, properties: {name: {type: string}}}}
            maybe: {type: [string, "null"], description: Maybe.}
            money: {type: string, description: "In cents.", deprecated: true}
            Form: {type: object, properties: {file: {type: string, format: binary}, kind: {type: string, enum: [a, b]}, nested: {type: object, properties: {q: {type: string}}}}}
            Pet:
              oneOf: [{$ref: "#/components/schemas/Cat"}, {$ref: "#/components/schemas/Dog"}, {type: object, title: "Other thing", properties: {kind: {const: other}}, required: [kind]}]
              discriminator: {propertyName: kind, mapping: {cat: "#/components/schemas/Cat", kitten: "#/components/schemas/Cat", "1": "#/components/schemas/Dog"}, defaultMapping: "#/components/schemas/Cat"}
            Cat: {type: object, required: [kind, id, secret], properties: {kind: {type: string}, id: {type: integer, readOnly: true}, secret: {type: string, writeOnly: true}, size: {type: integer, default: 3}, dog: {$ref: "#/components/schemas/Dog"}}}
            Dog: {type: object, required: [kind, version], properties: {kind: {type: string}, version: {const: 2}, chases: {anyOf: [{$ref: "#/components/schemas/Cat"}, {type: array, items: {$ref: "#/components/schemas/Dog"}}, {type: integer}, {title: "Some Thing", type: object, properties: {z: {type: string}}}]}, when: {type: string, format: date-time, examples: ["2020-01-01T00:00:00Z"]}}}
        """#
}
