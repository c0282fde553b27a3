import CallsiteMockEngine
import Testing

private let pets = """
    openapi: 3.1.0
    info: {title: Pets, version: "1"}
    servers: [{url: "https://api.example.com/v1"}]
    security: []
    paths:
      /pets:
        get:
          parameters:
            - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 100}}
            - {name: tags, in: query, explode: false, schema: {type: array, items: {type: string}}}
            - {name: filter, in: query, style: deepObject, schema: {type: object, properties: {age: {type: integer}}}}
            - {name: X-Trace, in: header, required: true, schema: {type: string, format: uuid}}
          responses:
            "200":
              headers: {X-Total: {schema: {type: integer}, example: 3}}
              content:
                application/json:
                  schema: {type: array, items: {$ref: "#/components/schemas/Pet"}}
                  examples: {two: {value: [{id: 1, name: Rex}, {id: 2, name: Tom}]}, none: {value: []}}
                application/xml:
                  schema: {type: array, xml: {name: pets, wrapped: true}, items: {$ref: "#/components/schemas/Pet"}}
        post:
          requestBody:
            required: true
            content:
              application/json: {schema: {$ref: "#/components/schemas/Pet"}}
              multipart/form-data: {schema: {type: object, required: [photo], properties: {photo: {type: string, format: binary}, age: {type: integer}}}}
          responses:
            "201": {content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
            "422": {content: {application/json: {example: {message: no}}}}
      /pets/{id}:
        get:
          parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
          responses:
            "200": {content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
            "404": {content: {application/json: {example: {message: gone}}}}
            "5XX": {content: {text/plain: {example: broken}}}
      /pets/mine:
        get: {responses: {"200": {content: {text/plain: {example: mine}}}}}
      /files/{name}.{format}:
        get:
          security: [{key: []}, {login: []}]
          parameters:
            - {name: name, in: path, required: true, schema: {type: string}}
            - {name: format, in: path, required: true, schema: {enum: [png, jpg]}}
          responses: {"200": {content: {image/png: {schema: {type: string, format: binary}}}}}
    components:
      securitySchemes:
        key: {type: apiKey, in: header, name: X-Key}
        login: {type: http, scheme: basic}
      schemas:
        Pet:
          type: object
          required: [id, name]
          properties:
            id: {type: integer, readOnly: true}
            name: {type: string, minLength: 1, xml: {attribute: true}}
            born: {type: string, format: date}
    """

@Suite struct EngineTests {
    @Test(arguments: [
        ("GET /pets/mine", "200 mine"),
        // The servers' path may be there or not.
        ("GET /v1/pets/mine", "200 mine"),
        ("GET /pets/7\nPrefer: code=404", #"404 {"message":"gone"}"#),
        ("GET /pets/7?__code=503", "503 broken"),
        (
            "GET /pets\nX-Trace: 497f6eca-6276-4993-bfeb-53cbbbba6f08",
            #"200 [{"id":1,"name":"Rex"},{"id":2,"name":"Tom"}]"#
        ),
        ("GET /pets\nX-Trace: 497f6eca-6276-4993-bfeb-53cbbbba6f08\nPrefer: example=none", "200 []"),
        (
            "GET /pets\nX-Trace: 497f6eca-6276-4993-bfeb-53cbbbba6f08\nAccept: application/xml",
            #"200 <pets><pets name="string"><id>0</id><born>2019-08-24</born></pets></pets>"#
        ),
        ("POST /pets {\"name\": \"\"}", #"422 {"message":"no"}"#),
        ("HEAD /pets/mine", "200 mine"),
    ])
    func answers(_ question: String, _ expected: String) throws {
        var mock = Conversation(try engine(pets))
        #expect(mock.ask(question) == expected)
    }

    @Test(arguments: [
        ("GET /nothing", 404), ("DELETE /pets", 405), ("GET /pets/7\nAccept: text/csv", 406), ("GET /pets/x", 422),
        ("GET /files/a.png", 401), ("GET /files/a.png\nX-Key: 1", 200),
        ("GET /files/a.png\nAuthorization: Basic YTpi", 200), ("GET /files/a.png\nAuthorization: Basic YWI=", 401),
        ("GET /files/a.gif\nX-Key: 1", 422), ("GET /pets/7\nPrefer: code=302", 404),
        ("POST /pets a,b\nContent-Type: text/csv", 415), ("GET /pets/7\nPrefer: example=none", 404),
    ])
    func hasTheStatus(_ question: String, _ status: Int) throws {
        var mock = Conversation(try engine(pets))
        #expect(mock.answer(question).status == status)
    }

    @Test(arguments: [
        ("GET /pets?limit=0", ["query limit: expected a number from 1, found 0", "header X-Trace: this is required"]),
        (
            "GET /pets?limit=ten\nX-Trace: 1",
            [
                "query limit: expected an integer, found \"ten\"",
                "header X-Trace: expected a UUID such as 123e4567-e89b-12d3-a456-426614174000, found \"1\"",
            ]
        ),
        (
            "GET /pets?filter[age]=old&tags=a,b\nX-Trace: 497f6eca-6276-4993-bfeb-53cbbbba6f08",
            ["query filter/age: expected an integer, found \"old\""]
        ),
        (
            "GET /pets?limit=1&limit=2\nX-Trace: 497f6eca-6276-4993-bfeb-53cbbbba6f08",
            ["query limit: expected an integer, found an array"]
        ),
        ("POST /pets", ["body a body is required"]),
        (
            #"POST /pets {"id":1,"name":"Rex"}"#,
            ["body /id: the property \"id\" is read-only: leave it out of a request"]
        ),
        (
            #"POST /pets {"name":"","born":"soon"}"#,
            [
                "body /name: expected at least 1 character, found 0",
                "body /born: expected a date such as 2026-01-31, found \"soon\"",
            ]
        ),
        (#"POST /pets {"name":}"#, [#"body not valid JSON: 1:9: expected a value, found "}""#]),
    ])
    func tellsWhatIsWrong(_ question: String, _ expected: [String]) throws {
        #expect(Conversation(try engine(pets)).problems(question) == expected)
    }

    @Test(arguments: [
        ("POST /forms id=1\nContent-Type: application/x-www-form-urlencoded", []),
        ("POST /forms \nContent-Type: application/x-www-form-urlencoded", ["body the property \"id\" is missing"]),
        ("POST /texts\nContent-Type: text/plain", []), ("POST /texts", ["body a body is required"]),
        ("POST /deep \nContent-Type: application/x-www-form-urlencoded", ["body the property \"named\" is missing"]),
        ("POST /deep named[id]=1&list[0][id]=1\nContent-Type: application/x-www-form-urlencoded", []),
        (
            "POST /deep named[x]=1\nContent-Type: application/x-www-form-urlencoded",
            ["body /named: the property \"id\" is missing"]
        ),
        ("GET /lists?some=1&deep[]=a&deep[]=b", []), ("GET /lists?some=1&deep[]=a", []),
        ("GET /lists?some=1&deep[0]=a", []),
        ("GET /lists?some=1&deep[a]=a", ["query deep: expected an array, found an object"]), ("GET /lists?some=1", []),
        ("GET /lists", ["query some: expected at least 1 element, found 0"]),
    ])
    func whatIsSentOfNothing(_ question: String, _ expected: [String]) throws {
        let empty = try engine(
            """
            openapi: 3.1.0
            info: {title: A, version: "1"}
            security: []
            paths:
              /forms:
                post:
                  requestBody:
                    required: true
                    content:
                      application/x-www-form-urlencoded:
                        schema:
                          type: object
                          required: [id, tags]
                          properties: {id: {type: integer}, tags: {type: array, items: {type: string}}}
                  responses: {"204": {description: done}}
              /deep:
                post:
                  requestBody:
                    required: true
                    content:
                      application/x-www-form-urlencoded:
                        encoding: {named: {style: deepObject}, options: {style: deepObject}, list: {style: deepObject}}
                        schema:
                          type: object
                          required: [named, options]
                          properties:
                            named: {type: object, required: [id, parts], properties: {id: {type: string}, parts: {type: array, items: {type: string}}}}
                            options:
                              type: object
                              required: [inner]
                              properties: {inner: {type: object, required: [all], properties: {all: {type: array, items: {}}}}, on: {type: string}}
                            list: {type: array, items: {type: object, required: [prices], properties: {id: {type: string}, prices: {type: array, items: {}}}}}
                  responses: {"204": {description: done}}
              /lists:
                get:
                  parameters:
                  - {name: any, in: query, required: true, schema: {type: array, items: {type: string}}}
                  - {name: deep, in: query, style: deepObject, schema: {type: array, items: {type: string}}}
                  - {name: some, in: query, required: true, schema: {type: array, minItems: 1, items: {type: string}}}
                  responses: {"204": {description: done}}
              /texts:
                post:
                  requestBody: {required: true, content: {text/plain: {schema: {type: string}}}}
                  responses: {"204": {description: done}}
            """)
        #expect(Conversation(empty).problems(question) == expected)
    }

    @Test func judgesPartsOfAMultipartBody() throws {
        let mock = try engine(pets)
        let body = "--b\r\nContent-Disposition: form-data; name=\"age\"\r\n\r\nold\r\n--b--\r\n"
        let sent = MockRequest(
            method: "POST", target: "/pets", headers: [("Content-Type", "multipart/form-data; boundary=b")],
            body: Array(body.utf8))
        guard case .operation(let judged) = mock.judge(sent) else {
            Issue.record("there is such an operation")
            return
        }
        #expect(
            judged.problems.map { "\($0)" } == [
                "/age: expected an integer, found \"old\"", "the property \"photo\" is missing",
            ])
    }

    /// The text "5" is 5 where the schema wants an integer, but JSON in a part or a field says itself what it is.
    @Test(arguments: [
        ("5", "{\"size\": 5}", []), ("5", "{\"size\": \"5\"}", ["/inner/size: expected an integer, found \"5\""]),
        ("\"5\"", "{\"size\": 5}", ["/age: expected an integer or null, found \"\"5\"\""]),
        ("", "{\"size\": null}", ["/inner/size: expected an integer, found null"]),
    ])
    func jsonInAFormIsNoText(_ age: String, _ inner: String, _ expected: [String]) throws {
        let schema =
            "{type: object, properties: {age: {type: [integer, 'null']}, inner: {type: object, properties: {size: {type: integer}}}}}"
        let mock = try engine(
            """
            openapi: 3.1.0
            info: {title: Forms, version: "1"}
            security: []
            paths:
              /form:
                post:
                  requestBody:
                    content:
                      multipart/form-data: {schema: \(schema)}
                      application/x-www-form-urlencoded: {schema: \(schema), encoding: {inner: {contentType: application/json}}}
                  responses: {"204": {description: done}}
            """)
        func part(_ name: String, _ text: String) -> String {
            "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n"
        }
        for (type, body) in [
            ("multipart/form-data; boundary=b", part("age", age) + part("inner", inner) + "--b--\r\n"),
            ("application/x-www-form-urlencoded", "age=\(age)&inner=\(inner)"),
        ] {
            let sent = MockRequest(
                method: "POST", target: "/form", headers: [("Content-Type", type)], body: Array(body.utf8))
            guard case .operation(let judged) = mock.judge(sent) else {
                Issue.record("there is such an operation")
                return
            }
            #expect(judged.problems.map { "\($0)" } == expected, "\(type)")
        }
    }

    /// Clients of events read no other status than 200.
    @Test func aStreamIsNotCreated() throws {
        let engine = try engine(
            """
            callsite: 1
            api: Words
            baseURL: https://words.example
            endpoints:
              Dictate: {method: POST, path: /dictation, response: stream of Word}
              AddWord: {method: POST, path: /words, response: Word}
            models: {Word: {text: String}}
            """)
        var conversation = Conversation(engine)
        #expect(conversation.answer("POST /dictation").status == 200)
        #expect(conversation.answer("POST /words").status == 201)
    }

    @Test func tellsEachMistakeInTheResponse() throws {
        var mock = Conversation(try engine(pets))
        let response = mock.answer("GET /pets?limit=0\nX-Trace: 497f6eca-6276-4993-bfeb-53cbbbba6f08")
        #expect(response.status == 422)
        let body = try JSONValue(parsing: response.body)
        #expect(body["errors"]?[0]?["in"] == .string("query"))
        #expect(body["errors"]?[0]?["pointer"] == .string("limit"))
    }

    @Test func answersAsIfNothingWereWrongWhereItOnlyReports() throws {
        var mock = Conversation(try engine(pets) { $0.validation = .report })
        #expect(mock.answer("GET /pets/x").status == 200)
        #expect(!mock.problems("GET /pets/x").isEmpty)
        #expect(Conversation(try engine(pets) { $0.validation = .off }).problems("GET /pets/x").isEmpty)
    }

    @Test func makesOtherValuesEachTimeAndTheSameForASeed() throws {
        var one = Conversation(try engine(pets) { $0.isDynamic = true })
        var other = Conversation(try engine(pets) { $0.isDynamic = true })
        var third = Conversation(
            try engine(pets) {
                $0.isDynamic = true
                $0.seed = 99
            })
        let question = "GET /pets/7"
        let first = one.ask(question)
        #expect(first == other.ask(question))
        #expect(first != one.ask(question))
        #expect(first != third.ask(question))
    }

    @Test func challengesNameEachScheme() throws {
        var mock = Conversation(try engine(pets))
        #expect(
            mock.answer("GET /files/a.png").headers.first { $0.name == "WWW-Authenticate" }?.value
                == "Basic realm=\"*\"")
    }

    /// Swagger 2.0 has one list of media types for what an operation responds with and for its errors, and one for
    /// bodies of any kind.
    @Test func mediaTypesThatCanNotBeMeantAreNot() throws {
        var mock = Conversation(
            try engine(
                """
                swagger: "2.0"
                info: {title: Files, version: "1"}
                paths:
                  /archive:
                    get:
                      produces: [application/x-tar]
                      parameters: [{name: path, in: query, required: true, type: string}]
                      responses:
                        200: {description: The archive., schema: {type: string, format: binary}}
                        400: {description: No., schema: {type: object, required: [message], properties: {message: {type: string}}}}
                  /orders:
                    post:
                      consumes: [application/json, text/plain]
                      parameters: [{name: body, in: body, required: true, schema: {type: object, required: [name], properties: {name: {type: string}}}}]
                      responses: {204: {description: Taken.}}
                  /session:
                    post: {responses: {101: {description: The connection is another one now.}}}
                """))
        let refused = mock.answer("GET /archive")
        #expect(refused.status == 400)
        #expect(String(decoding: refused.body, as: UTF8.self) == #"{"message":"string"}"#)
        #expect(refused.headers.contains { $0.name == "Content-Type" && $0.value == "application/json" })
        #expect(mock.ask("POST /orders {\"name\":\"a\"}\nContent-Type: text/plain") == "204 ")
        #expect(mock.problems("POST /orders {}\nContent-Type: text/plain") == [#"body the property "name" is missing"#])
        #expect(mock.problems("POST /orders {a\nContent-Type: text/plain").count == 1)
        let switched = mock.answer("POST /session")
        #expect(switched.status == 501)
        #expect(String(decoding: switched.body, as: UTF8.self).contains("101"))
    }

    /// A default beside a redirect describes errors. 304 needs a client that has the content already.
    @Test(arguments: [
        ("302: {description: a}, default: {description: b}", 302),
        ("3XX: {description: a}, default: {description: b}", 302),
        ("303: {description: a}, 204: {description: b}, default: {description: c}", 204),
        ("304: {description: a}, default: {description: b}", 200), ("304: {description: a}", 304),
        ("404: {description: a}, 400: {description: b}", 400),
    ]) func successes(_ responses: String, _ status: Int) throws {
        var mock = Conversation(
            try engine(
                """
                openapi: 3.1.0
                info: {title: Blobs, version: "1"}
                paths: {/blobs: {get: {responses: {\(responses)}}}}
                """))
        #expect(mock.answer("GET /blobs").status == status)
    }

    /// It is no keyword of OpenAPI 3.1, and many documents have it; generated code reads and sends null there.
    @Test func nullableIsReadInEachVersion() throws {
        let mock = Conversation(
            try engine(
                """
                openapi: 3.1.0
                info: {title: Notes, version: "1"}
                paths:
                  /notes:
                    post:
                      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {text: {type: string, nullable: true}, title: {type: string}}}}}}
                      responses: {"204": {}}
                """))
        #expect(mock.problems(#"POST /notes {"text":null}"#).isEmpty)
        #expect(mock.problems(#"POST /notes {"title":null}"#).count == 1)
    }
}
