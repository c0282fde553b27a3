import CallsiteMockEngine
import Testing

/// Where a description contradicts itself or says what no schema says, the mock takes it for what the generated types
/// take it for: else the client of a description and its mock wouldn't understand each other.
@Suite struct GuessedSchemaTests {
    @Test(
        "a list of no values says nothing, and a type that no listed value has isn't asked for, as in the generated types"
    )
    func contradictoryValues() throws {
        let mock = try engine(
            paths: """
                  /users:
                    get:
                      parameters: [{name: status, in: query, schema: {type: string, enum: []}}, {name: scope, in: query, schema: {type: object, enum: [SELF, NONE]}}, {name: due, in: query, schema: {type: string, enum: [0, 7, overdue]}}, {name: any, in: query, schema: {type: object, oneOf: [{type: boolean}, {type: object}]}}]
                      responses: {"204": {description: ok}}
                """)
        func status(_ target: String) -> Int { MockHost(mock).answer(request("GET \(target)")).response.status }
        #expect(status("/users?status=any&scope=SELF") == 204)
        #expect(status("/users?scope=OTHER") == 422)
        #expect(status("/users?due=0") == 204)
        #expect(status("/users?due=1") == 422)
        #expect(status("/users?any=true") == 204)
        #expect(status("/users?any=maybe") == 422)
    }

    @Test("additionalProperties in a part of allOf are of fields that no part has, as in the generated types")
    func otherFieldsOfAPart() throws {
        let mock = try engine(
            paths: """
                  /shapes:
                    put:
                      requestBody:
                        content:
                          application/json:
                            schema:
                              allOf:
                                - $ref: '#/components/schemas/Base'
                                - {type: object, additionalProperties: {type: object, required: [points]}}
                                - {type: object, properties: {own: {type: boolean}}, additionalProperties: {type: object}}
                      responses: {"204": {description: ok}}
                components:
                  schemas:
                    Base: {allOf: [{type: object, properties: {boost: {type: number}}}], properties: {name: {type: string}}}
                """)
        func status(_ body: String) -> Int { MockHost(mock).answer(request("PUT /shapes \(body)")).response.status }
        #expect(status(#"{"boost": 1, "name": "a", "own": true, "other": {"points": []}}"#) == 204)
        #expect(status(#"{"boost": "1"}"#) == 422)
        #expect(status(#"{"own": 1}"#) == 422)
        #expect(status(#"{"other": 1}"#) == 422)
        #expect(status(#"{"other": {}}"#) == 422)
    }

    @Test("types of other languages, and numbers whose format is an integer's")
    func typesOfOtherLanguages() throws {
        let mock = try engine(
            paths: """
                  /values:
                    get:
                      responses:
                        "200":
                          description: ok
                          content:
                            application/json:
                              schema:
                                type: object
                                required: [int, long, text, day, any, list, whole]
                                properties:
                                  int: {type: int}
                                  long: {type: Long}
                                  text: {type: str}
                                  day: {type: date}
                                  any: {type: any}
                                  list: {type: list, items: {type: bool}}
                                  whole: {type: number, format: int64}
                    put:
                      parameters: [{name: tags, in: query, explode: false, schema: {type: array, enum: [x, y], items: {type: string}}}]
                      responses: {"204": {description: ok}}
                """
        ) { $0.isDynamic = true }
        var conversation = Conversation(mock)
        let made = try JSONValue(parsing: conversation.answer("GET /values").body)
        #expect(made["int"]?.int != nil && made["long"]?.int != nil && made["whole"]?.int != nil)
        #expect(made["text"]?.string != nil && made["day"]?.string?.count == 10)
        #expect(try #require(made["list"]?.array).allSatisfy { if case .bool = $0 { true } else { false } })
        // An enum of a list is that of its elements.
        #expect(conversation.answer("PUT /values?tags=x,y").status == 204)
        #expect(conversation.answer("PUT /values?tags=x,z").status == 422)
    }

    @Test("JSON that doesn't say what it holds is what stands at any media type")
    func schemaAtAnyMediaType() throws {
        let mock = try engine(
            """
            openapi: 3.0.3
            info: {title: A, version: "1"}
            security: []
            paths:
              /list:
                get:
                  responses:
                    "200":
                      description: ok
                      content:
                        '*/*': {schema: {type: array, minItems: 2, items: {type: integer}}}
                        application/json: {}
            """
        ) { $0.isDynamic = true }
        var conversation = Conversation(mock)
        let made = try JSONValue(parsing: conversation.answer("GET /list\nAccept: application/json").body)
        #expect(try #require(made.array).count >= 2)
    }

    @Test("of alternatives that say the same a value is the first")
    func equalAlternatives() throws {
        let mock = try engine(
            """
            openapi: 3.0.3
            info: {title: A, version: "1"}
            security: []
            paths:
              /campaigns:
                put:
                  requestBody: {content: {application/json: {schema: {oneOf: [{$ref: "#/components/schemas/Email"}, {$ref: "#/components/schemas/Text"}, {type: string}]}}}}
                  responses: {"200": {description: ok, content: {application/json: {schema: {oneOf: [{$ref: "#/components/schemas/Email"}, {$ref: "#/components/schemas/Text"}]}}}}}
            components:
              schemas:
                Email: {type: object, description: of an email, required: [smart], properties: {smart: {type: boolean}}}
                Text: {type: object, required: [smart], properties: {smart: {description: smartly, type: boolean}}}
            """)
        var conversation = Conversation(mock)
        #expect(conversation.ask(#"PUT /campaigns {"smart": true}"#) == #"200 {"smart":true}"#)
        #expect(conversation.answer(#"PUT /campaigns {"smart": 1}"#).status == 422)
    }

    @Test("an empty list has no part in a multipart body, though it is required")
    func emptyListsInMultipart() throws {
        let mock = try engine(
            paths: """
                  /drafts:
                    post:
                      requestBody:
                        content:
                          multipart/form-data:
                            schema:
                              type: object
                              required: [ids, title, inner]
                              properties:
                                ids: {type: array, items: {type: string}}
                                title: {type: string}
                                inner: {type: object, required: [names], properties: {names: {type: array, items: {type: string}}}}
                      responses: {"204": {description: ok}}
                """)
        func problems(_ parts: [String: String]) -> [String] {
            let body = parts.sorted { $0.key < $1.key }.map {
                "--b\r\nContent-Disposition: form-data; name=\"\($0.key)\"\r\n\r\n\($0.value)\r\n"
            }
            let request = MockRequest(
                method: "POST", target: "/drafts", headers: [("Content-Type", "multipart/form-data; boundary=b")],
                body: Array((body.joined() + "--b--\r\n").utf8))
            guard case .operation(let judged) = mock.judge(request) else { return ["none"] }
            return judged.problems.map { "\($0)" }
        }
        #expect(problems(["title": "a", "inner": #"{"names":[]}"#]) == [])
        #expect(problems(["ids": "1", "title": "a", "inner": #"{"names":[]}"#]) == [])
        // A property in a JSON part can be missing, and so can other fields.
        #expect(problems(["title": "a", "inner": "{}"]) == [#"/inner: the property "names" is missing"#])
        #expect(problems(["inner": #"{"names":[]}"#]) == [#"the property "title" is missing"#])
    }

    @Test(
        "an example inside another schema that contradicts its own isn't given because an alternative allows anything")
    func examplesOfAlternatives() throws {
        let mock = try engine(
            paths: """
                  /posts:
                    get:
                      responses: {"200": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Post'}}}}}
                components:
                  schemas:
                    Post: {type: object, required: [text], properties: {text: {type: string}, quote: {oneOf: [{$ref: '#/components/schemas/Quote'}, {$ref: '#/components/schemas/ShortQuote'}]}}}
                    Quote: {type: object, required: [state], properties: {state: {type: string}, quoted: {$ref: '#/components/schemas/Post'}}, example: {state: accepted, quoted: {author: a}}}
                    ShortQuote: {type: object, required: [state], properties: {state: {type: string}, quotedID: {type: string}}}
                """)
        let body = MockHost(mock).answer(request("GET /posts")).response.body
        #expect(try JSONValue(parsing: body)["quote"]?["quoted"]?["author"] == nil)
    }

    @Test("an example beyond Int64 isn't given for an integer, which no client could read")
    func hugeExample() throws {
        let mock = try engine(
            paths: """
                  /limits:
                    get:
                      responses: {"200": {description: ok, content: {application/json: {schema: {type: object, properties: {most: {type: integer, example: 9223372036854776000}, size: {type: number, example: 9223372036854776000}}}}}}}
                """)
        let body = MockHost(mock).answer(request("GET /limits")).response.body
        #expect(try JSONValue(parsing: body).text == #"{"most":0,"size":9223372036854776000}"#)
    }

    @Test("what was sent isn't given back where the response describes an object without saying that it is one")
    func describedObjects() throws {
        var mock = Conversation(
            try engine(
                paths: """
                      /users:
                        post:
                          requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}, groups: {type: array, items: {type: string}}, team: {type: string}, tags: {type: array, items: {type: string}}}}}}}
                          responses: {"201": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}}
                      /users/{id}:
                        get:
                          parameters: [{name: id, in: path, required: true, schema: {type: string}}]
                          responses: {"200": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}}
                    components:
                      schemas:
                        User:
                          type: object
                          required: [id, team]
                          properties:
                            id: {type: string}
                            name: {type: string}
                            groups: {type: array, items: {properties: {value: {type: string}}}}
                            team: {properties: {label: {type: string, example: red}}}
                            tags: {items: {type: string}}
                    """
            ) { $0.isStateful = true })
        let created = mock.answer(#"POST /users {"name": "Ada", "groups": ["a"], "team": "b", "tags": ["c"]}"#)
        #expect(created.problems.map(\.pointer).sorted() == ["/groups", "/team"])
        let user = try JSONValue(parsing: created.body)
        #expect(user["name"]?.string == "Ada")
        #expect(user["groups"] == nil)
        #expect(user["team"]?.text == #"{"label":"red"}"#)
        #expect(user["tags"]?.text == #"["c"]"#)
        let id = try #require(user["id"]?.string)
        #expect(mock.ask("GET /users/\(id)").contains(#""team":{"label":"red"}"#))
    }

    @Test("what was sent is given back where an alternative allows it, whatever the others describe")
    func describedAlternatives() throws {
        var mock = Conversation(
            try engine(
                paths: """
                      /things:
                        post:
                          requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
                          responses: {"201": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}}
                      /things/{id}:
                        get:
                          parameters: [{name: id, in: path, required: true, schema: {type: string}}]
                          responses: {"200": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}}
                    components:
                      schemas:
                        Thing:
                          oneOf:
                            - {type: object, required: [kind, value], properties: {id: {type: string}, kind: {enum: [object]}, value: {properties: {a: {type: string}}}}}
                            - {type: object, required: [kind, value], properties: {id: {type: string}, kind: {enum: [text]}, value: {type: string}, mode: {anyOf: [{enum: [auto, none]}, {properties: {a: {type: string}}}]}, tags: {anyOf: [{items: {type: string}}, {items: {properties: {a: {type: string}}}}]}}}
                    """
            ) { $0.isStateful = true })
        let created = mock.answer(#"POST /things {"kind": "text", "value": "s", "mode": "auto", "tags": ["a"]}"#)
        #expect(created.problems.isEmpty)
        let thing = try JSONValue(parsing: created.body)
        #expect(thing["kind"]?.string == "text" && thing["value"]?.string == "s")
        #expect(thing["mode"]?.string == "auto" && thing["tags"]?.text == #"["a"]"#)
    }

    @Test(
        "an example of another type than its schema's isn't given inside an alternative, and an integer may be written as 1e3",
        arguments: [
            (#"{anyOf: [{type: integer, example: "12"}, {}]}"#, "0"),
            (
                #"{anyOf: [{type: object, required: [a], properties: {a: {type: integer}}, example: '{"a":1}'}, {}]}"#,
                #"{"a":0}"#
            ),
            (
                #"{anyOf: [{allOf: [{type: object, properties: {id: {type: integer}}}], example: {id: abc}}, {}]}"#,
                #"{"id":0}"#
            ),
            (#"{type: integer, minimum: 900, example: 1e3}"#, "1000.0"),
            (#"{type: array, items: {$ref: '#/components/schemas/Part'}}"#, #"[{"id":2}]"#),
            (#"{type: integer, format: uint64, example: 18446744073709551615}"#, "18446744073709551615"),
        ])
    func exampleTypes(schema: String, body: String) throws {
        let mock = try engine(
            paths: """
                  /value:
                    get:
                      responses: {"200": {description: ok, content: {application/json: {schema: \(schema)}}}}
                components:
                  schemas:
                    Part: {type: object, properties: {id: {type: integer}}, example: {id: abc}, default: {id: 2}}
                """)
        let response = MockHost(mock).answer(request("GET /value")).response
        #expect(try JSONValue(parsing: response.body).text == body)
    }
}
