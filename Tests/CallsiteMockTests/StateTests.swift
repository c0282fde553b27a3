import CallsiteMockEngine
import Testing

private func notes(_ list: String) -> String {
    """
    openapi: 3.1.0
    info: {title: Notes, version: "1"}
    security: []
    paths:
      /books/{book}/notes:
        parameters: [{name: book, in: path, required: true, schema: {type: string}}]
    \(list)
        post:
          requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/NewNote"}}}}
          responses: {"201": {content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}}
      /books/{book}/notes/{noteId}:
        parameters:
          - {name: book, in: path, required: true, schema: {type: string}}
          - {name: noteId, in: path, required: true, schema: {type: string}}
        get:
          responses:
            "200": {content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}
            "404": {content: {application/json: {example: {message: no such note}}}}
        put:
          requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/NewNote"}}}}
          responses: {"200": {content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}}
        patch:
          requestBody: {required: true, content: {application/merge-patch+json: {schema: {type: object}}}}
          responses: {"200": {content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}}
        delete: {responses: {"204": {}}}
    components:
      schemas:
        NewNote: {type: object, required: [text], properties: {text: {type: string}, color: {type: [string, "null"]}}}
        Note:
          type: object
          required: [id, text]
          properties: {id: {type: integer}, text: {type: string}, color: {type: [string, "null"]}}
    """
}

private let plainList = """
        get: {responses: {"200": {content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Note"}}}}}}}
    """

@Suite struct StateTests {
    @Test func whatIsCreatedIsFoundListedChangedAndDeleted() throws {
        var mock = Conversation(try engine(notes(plainList)) { $0.isStateful = true })
        #expect(mock.ask("GET /books/a/notes") == "200 []")
        let created = mock.answer(#"POST /books/a/notes {"text":"one","color":"red"}"#)
        #expect(created.status == 201)
        #expect(created.headers.contains { $0.name == "Location" && $0.value == "/books/a/notes/1" })
        #expect(try JSONValue(parsing: created.body) == JSONValue(parsing: #"{"id":1,"text":"one","color":"red"}"#))
        #expect(mock.ask(#"POST /books/a/notes {"text":"two"}"#).hasPrefix("201"))
        #expect(mock.ask("GET /books/a/notes/1").contains(#""text":"one""#))
        // Another book's notes are others.
        #expect(mock.ask("GET /books/b/notes/1") == #"404 {"message":"no such note"}"#)
        #expect(
            mock.ask("PATCH /books/a/notes/1 {\"color\":null}\nContent-Type: application/merge-patch+json").contains(
                "red") == false)
        #expect(mock.ask(#"PUT /books/a/notes/2 {"text":"three"}"#).contains(#""text":"three""#))
        #expect(
            try JSONValue(parsing: mock.answer("GET /books/a/notes").body).array?.compactMap { $0["id"]?.int } == [
                1, 2,
            ])
        #expect(mock.ask("DELETE /books/a/notes/1") == "204 ")
        #expect(mock.answer("GET /books/a/notes/1").status == 404)
        #expect(mock.answer("DELETE /books/a/notes/1").status == 404)
        // A name doesn't come twice.
        #expect(mock.ask(#"POST /books/a/notes {"text":"four"}"#).contains(#""id":3"#))
    }

    /// Each style, walked by what each response says.
    @Test(arguments: [
        "cursor", "page", "offset", "link", "cursor: integer", "cursor: string, pattern: '^[a-z0-9]+$'",
        "cursor: string, format: uuid",
    ])
    func listsHavePages(_ kind: String) throws {
        // A cursor is whatever the parameter and the response allow.
        let style = String(kind.prefix { $0 != ":" })
        let type = style == kind ? "string" : String(kind.dropFirst(style.count + 2))
        let lists = [
            "cursor": """
                get:
                  parameters: [{name: cursor, in: query, schema: {type: \(type)}}, {name: limit, in: query, schema: {type: integer, default: 2}}]
                  responses: {"200": {content: {application/json: {schema: {type: object, required: [items], properties: {items: {type: array, items: {$ref: "#/components/schemas/Note"}}, next_cursor: {type: \(type)}}}}}}}
            """,
            "page": """
                get:
                  parameters: [{name: page, in: query, schema: {type: integer, default: 1}}, {name: per_page, in: query, schema: {type: integer, default: 2}}]
                  responses: {"200": {content: {application/json: {schema: {type: object, required: [items, total_pages], properties: {items: {type: array, items: {$ref: "#/components/schemas/Note"}}, total_pages: {type: integer}}}}}}}
            """,
            "offset": """
                get:
                  parameters: [{name: offset, in: query, schema: {type: integer, default: 0}}, {name: limit, in: query, schema: {type: integer, default: 2}}]
                  responses: {"200": {content: {application/json: {schema: {type: object, required: [items, total], properties: {items: {type: array, items: {$ref: "#/components/schemas/Note"}}, total: {type: integer}}}}}}}
            """,
            "link": """
                get:
                  parameters: [{name: page, in: query, schema: {type: integer}}, {name: per_page, in: query, schema: {type: integer, default: 2}}]
                  responses: {"200": {headers: {Link: {schema: {type: string}}}, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Note"}}}}}}
            """,
        ]
        let mock = try engine(notes(try #require(lists[style]))) { $0.isStateful = true }
        let operation = try #require(
            mock.description.operations.first { $0.method == "GET" && $0.path.hasSuffix("notes") })
        #expect(operation.paging["style"]?.string == style)
        var conversation = Conversation(mock)
        for number in 1...5 {
            #expect(conversation.ask("POST /books/a/notes {\"text\":\"\(number)\"}").hasPrefix("201"))
        }
        var found: [Int] = []
        var target: String? = "/books/a/notes"
        var pages = 0
        while let next = target, pages < 10 {
            pages += 1
            let response = conversation.answer("GET " + next)
            #expect(response.status == 200)
            #expect(
                response.page.map { [$0.range.lowerBound, $0.range.upperBound, $0.total] } == [
                    found.count, min(found.count + 2, 5), 5,
                ])
            let body = try JSONValue(parsing: response.body)
            let items = body.array ?? body["items"]?.array ?? []
            found += items.compactMap { $0["id"]?.int }
            target =
                switch style {
                case "cursor":
                    (body["next_cursor"]?.string ?? body["next_cursor"]?.int.map { "\($0)" }).map {
                        "/books/a/notes?cursor=\($0)"
                    }
                case "page": pages < body["total_pages"]?.int ?? 0 ? "/books/a/notes?page=\(pages + 1)" : nil
                case "offset": found.count < body["total"]?.int ?? 0 ? "/books/a/notes?offset=\(found.count)" : nil
                default:
                    response.headers.first { $0.name == "Link" }.flatMap { header in
                        header.value.split(separator: ">").first.map {
                            String($0.dropFirst(1 + "http://localhost".count))
                        }
                    }
                }
        }
        #expect(found == [1, 2, 3, 4, 5])
        #expect(pages == 3)
    }

    /// A request may hold values that a response can't, and a deleted item can't be read any more.
    @Test func eachResponseIsWhatItsOwnSchemaAllows() throws {
        let mock = try engine(
            """
            openapi: 3.1.0
            info: {title: Users, version: "1"}
            security: []
            paths:
              /users:
                get: {responses: {"200": {content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Entry"}}}}}}}
                post:
                  requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/NewUser"}}}}
                  responses: {"201": {content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}}
              /users/{id}:
                parameters: [{name: id, in: path, required: true, schema: {type: string}}]
                get: {responses: {"200": {content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}}}
                patch:
                  requestBody: {required: true, content: {application/json: {schema: {type: object}}}}
                  responses: {"200": {content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}}
                delete: {responses: {"200": {content: {application/json: {schema: {$ref: "#/components/schemas/Gone"}}}}}}
            components:
              schemas:
                NewUser:
                  type: object
                  required: [name]
                  properties: {name: {type: string}, nick: {type: [string, "null"]}, password: {type: string}, age: {type: integer}}
                User:
                  type: object
                  required: [id, name, age]
                  additionalProperties: false
                  properties: {id: {type: string}, name: {type: string}, nick: {type: string}, age: {type: integer, minimum: 1}}
                Entry:
                  type: object
                  required: [id]
                  additionalProperties: false
                  properties: {id: {type: string}, name: {type: string}}
                Gone:
                  type: object
                  required: [id, deleted]
                  additionalProperties: false
                  properties: {id: {type: string}, deleted: {type: boolean}}
            """
        ) { $0.isStateful = true }
        var users = Conversation(mock)
        func body(_ response: MockResponse) -> String { String(decoding: response.body, as: UTF8.self) }
        let created = users.answer(#"POST /users {"name":"Ada","nick":null,"password":"s3cret","age":36}"#)
        #expect(body(created) == #"{"id":"user-1","name":"Ada","age":36}"#)
        #expect(created.problems.isEmpty)
        #expect(users.ask("GET /users") == #"200 [{"id":"user-1","name":"Ada"}]"#)
        // An age that no response has isn't kept, and that is said.
        let aged = users.answer(#"PATCH /users/user-1 {"age":0,"nick":"A"}"#)
        #expect(try JSONValue(parsing: aged.body)["nick"] == .string("A"))
        #expect(try (JSONValue(parsing: aged.body)["age"]?.int ?? 0) >= 1)
        #expect(aged.problems.map(\.pointer) == ["/age"])
        #expect(users.ask(#"PATCH /users/user-1 {"nick":null}"#).contains("nick") == false)
        #expect(users.ask("DELETE /users/user-1") == #"200 {"id":"user-1","deleted":true}"#)
        #expect(users.ask("GET /users/user-1").hasPrefix("404"))
    }

    /// If the schema has alternatives, the created item is the alternative that the client meant.
    @Test func alternativesAreWhatWasSent() throws {
        let mock = try engine(
            """
            openapi: 3.1.0
            info: {title: Shapes, version: "1"}
            security: []
            paths:
              /shapes:
                post:
                  requestBody: {required: true, content: {application/json: {schema: {type: object}}}}
                  responses: {"201": {content: {application/json: {schema: {$ref: "#/components/schemas/Shape"}}}}}
              /shapes/{id}:
                parameters: [{name: id, in: path, required: true, schema: {type: string}}]
                get: {responses: {"200": {content: {application/json: {schema: {$ref: "#/components/schemas/Shape"}}}}}}
            components:
              schemas:
                Shape: {oneOf: [{$ref: "#/components/schemas/Circle"}, {$ref: "#/components/schemas/Square"}]}
                Circle:
                  type: object
                  required: [id, kind, radius]
                  additionalProperties: false
                  properties: {id: {type: string}, kind: {const: circle}, radius: {type: integer}}
                Square:
                  type: object
                  required: [id, kind, side]
                  additionalProperties: false
                  properties: {id: {type: string}, kind: {const: square}, side: {type: integer}}
            """
        ) { $0.isStateful = true }
        var shapes = Conversation(mock)
        #expect(shapes.ask(#"POST /shapes {"kind":"square","side":2}"#).contains(#""kind":"square""#))
        #expect(shapes.ask("GET /shapes/shape-1").contains(#""side":2"#))
        let mixed = shapes.answer(#"POST /shapes {"kind":"square","radius":2}"#)
        #expect(String(decoding: mixed.body, as: UTF8.self).contains(#""kind":"circle""#))
        #expect(mixed.problems.map(\.pointer) == ["/kind"])
    }

    /// A stateful mock of a collection, each of whose responses has the same schema, that of its list too.
    private func collection(_ path: String, _ schema: String) throws -> MockEngine {
        let indented = schema.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
        let response = ##"{content: {application/json: {schema: {$ref: "#/components/schemas/One"}}}}"##
        return try engine(
            """
            openapi: 3.1.0
            info: {title: Collection, version: "1"}
            security: []
            paths:
              \(path):
                get: {responses: {"200": \(response)}}
                post:
                  requestBody: {required: true, content: {application/json: {schema: {type: object}}}}
                  responses: {"201": \(response)}
              \(path)/{id}:
                parameters: [{name: id, in: path, required: true, schema: {type: string}}]
                get: {responses: {"200": \(response)}}
            components:
              schemas:
                One:
            \(indented)
            """
        ) { $0.isStateful = true }
    }

    /// A password that was sent isn't read back, and a list of summaries has no more than they have, though their
    /// schemas allow other fields, as most do.
    @Test func fieldsThatAResponseDoesNotDescribeAreNotReadBack() throws {
        func responses(_ status: String, _ schema: String) -> String {
            "{'\(status)': {content: {application/json: {schema: \(schema)}}}}"
        }
        let user = "{$ref: '#/components/schemas/User'}"
        let mock = try engine(
            """
            openapi: 3.1.0
            info: {title: Users, version: "1"}
            security: []
            paths:
              /users:
                get: {responses: \(responses("200", "{type: array, items: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}}"))}
                post:
                  requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {password: {type: string}}}}}}
                  responses: \(responses("201", user))
              /users/{id}:
                parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                get: {responses: \(responses("200", user))}
            components:
              schemas:
                User: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}, bio: {type: string}}}
            """
        ) { $0.isStateful = true }
        var users = Conversation(mock)
        let sent = #"POST /users {"name":"n","password":"hunter2","bio":"b","unknown":1}"#
        #expect(try JSONValue(parsing: users.answer(sent).body).object?.keys.sorted() == ["bio", "id", "name"])
        #expect(
            try JSONValue(parsing: users.answer("GET /users/1").body).object?.keys.sorted() == ["bio", "id", "name"])
        let list = try JSONValue(parsing: users.answer("GET /users").body)
        #expect(list.array?.first?.object?.keys.sorted() == ["id", "name"])
    }

    /// OData's link: the dot is part of the name.
    @Test func fieldsWithDotsInTheirNamesLeadToTheNextPage() throws {
        let mock = try engine(
            """
            openapi: 3.0.3
            info: {title: Products, version: "1"}
            security: []
            paths:
              /products:
                get:
                  parameters: [{name: $top, in: query, schema: {type: integer}}]
                  responses: {"200": {description: ok, content: {application/json: {schema: {type: object, properties: {"@odata.nextLink": {type: string}, value: {type: array, items: {$ref: '#/components/schemas/P'}}}}}}}}
                post:
                  requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
                  responses: {"201": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/P'}}}}}
              /products/{id}:
                parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                get: {responses: {"200": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/P'}}}}}}
            components: {schemas: {P: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}}}
            """
        ) { $0.isStateful = true }
        var products = Conversation(mock)
        for name in ["a", "b", "c"] { _ = products.ask("POST /products {\"name\":\"\(name)\"}") }
        let page = try JSONValue(parsing: products.answer("GET /products?$top=2").body)
        #expect(page.object?.keys.sorted() == ["@odata.nextLink", "value"])
        #expect(page["@odata.nextLink"]?.string?.contains("mock_cursor=") == true)
        let last = try JSONValue(parsing: products.answer("GET /products?$top=5").body)
        #expect(last["@odata.nextLink"] == nil)
    }

    /// An item that a client created is found by its name, even with mistakes. If no value is allowed, the item stays
    /// as it was sent.
    @Test(arguments: ["{type: string}", "{not: {}}"])
    func whatIsCreatedKeepsItsName(_ other: String) throws {
        let mock = try collection(
            "/things",
            """
            type: object
            required: [id, other]
            properties: {id: {type: string, pattern: "^t-[0-9]+$"}, a/b: {type: integer}, other: \(other)}
            """)
        var things = Conversation(mock)
        let created = things.answer(#"POST /things {"id":"mine","a/b":"no"}"#)
        #expect(created.status == 201)
        let found = try JSONValue(parsing: things.answer("GET /things/mine").body)
        #expect(found["id"] == .string("mine"))
        let isSatisfiable = other == "{type: string}"
        #expect(found["a/b"] == (isSatisfiable ? nil : .string("no")))
        #expect(Set(created.problems.map(\.pointer)) == (isSatisfiable ? ["/id", "/a~1b"] : []))
        // Any number of fields that nothing describes.
        let many = "{" + (0..<20_000).map { "\"k\($0)\":null" }.joined(separator: ",") + "}"
        #expect(things.answer("POST /things " + many).status == 201)
    }

    /// The mock adds the server's properties inside an object that the client sends: `status` beside the name.
    @Test(arguments: ["[{required: [status]}]", "[{}, {}]"])
    func objectsInsideOfWhatIsCreatedAreWhole(_ oneOf: String) throws {
        let mock = try collection(
            "/campaigns",
            """
            type: object
            required: [id, attributes]
            properties:
              id: {type: string}
              attributes:
                type: object
                required: [name, status]
                properties: {name: {type: string}, note: {type: string}, status: {enum: [draft]}}
                oneOf: \(oneOf)
            """)
        var campaigns = Conversation(mock)
        let created = campaigns.answer(#"POST /campaigns {"attributes":{"name":"x","own":{}}}"#)
        #expect(created.problems.isEmpty)
        let attributes = try JSONValue(parsing: campaigns.answer("GET /campaigns/campaign-1").body)["attributes"]
        #expect(attributes == .object(["name": .string("x"), "own": .object([:]), "status": .string("draft")]))
    }

    /// A list of strings inside one item isn't a list of the created items.
    @Test func aListOfTextsIsNoListOfThings() throws {
        let mock = try collection(
            "/filters",
            """
            type: object
            required: [id, context]
            properties: {id: {type: string}, context: {type: array, items: {type: string, enum: [home, public]}}}
            """)
        var filters = Conversation(mock)
        let usual = filters.ask("GET /filters")
        #expect(filters.ask(#"POST /filters {"context":["public"]}"#).contains(#""context":["public"]"#))
        #expect(filters.ask("GET /filters") == usual && usual.contains(#""context":["home"]"#), "\(usual)")
        #expect(filters.ask("GET /filters/filter-1").contains("public"))
    }

    @Test func aStateIsKeptAsJSON() throws {
        let mock = try engine(notes(plainList)) { $0.isStateful = true }
        let host = MockHost(mock)
        _ = host.answer(request(#"POST /books/a/notes {"text":"one"}"#))
        let kept = host.collections
        #expect(kept["/books/a/notes"]?[0]?["text"] == .string("one"))
        let other = MockHost(mock)
        try other.fill(kept)
        #expect(other.answer(request("GET /books/a/notes/1")).response.status == 200)
        #expect(throws: MockError.self) { try other.fill(.object(["x": .array([])])) }
        #expect(throws: MockError.self) {
            try other.fill(.object(["/books/a/notes": .array([.object(["text": .string("no id")])])]))
        }
    }
}
