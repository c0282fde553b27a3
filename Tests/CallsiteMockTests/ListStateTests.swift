import CallsiteMockEngine
import Testing

/// Lists of a stateful mock say what is there.
@Suite struct ListStateTests {
    private func notes(_ list: String, _ headers: String = "") throws -> Conversation {
        Conversation(
            try engine(
                paths: """
                      /notes:
                        get:
                          parameters: [{name: _page, in: query, schema: {type: integer}}, {name: _limit, in: query, schema: {type: integer}}, {name: color, in: query, schema: {type: array, items: {type: string}}}, {name: done, in: query, schema: {type: boolean}}]
                          responses: {"200": {description: ok, headers: {\(headers)}, content: {application/json: {schema: \(list)}}}}
                        post:
                          requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}
                          responses: {"201": {description: ok, headers: {Location: {schema: {type: string, format: uri}}}, content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}}
                      /notes/{noteId}:
                        parameters: [{name: noteId, in: path, required: true, schema: {type: string}}]
                        get: {responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}}}
                        patch:
                          requestBody: {content: {application/json: {schema: {type: object}}}}
                          responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}}
                    components:
                      schemas:
                        Note: {type: object, required: [text], properties: {id: {type: string, readOnly: true}, made: {type: string, format: date, readOnly: true}, text: {type: string}, color: {type: string, nullable: true}, done: {type: boolean}, rank: {type: integer, default: 3}, sub: {type: object, properties: {a: {type: string}}}}}

                    """
            ) { $0.isStateful = true })
    }

    private let plain = ##"{type: array, items: {$ref: "#/components/schemas/Note"}}"##
    private let counts =
        "X-Total-Count: {schema: {type: integer}}, Link: {schema: {type: string}}, X-Page: {schema: {type: integer}}"

    private func ids(_ response: MockResponse) throws -> [String] {
        (try JSONValue(parsing: response.body).array ?? []).compactMap { $0["id"]?.string }
    }

    @Test func whatIsNotSentIsNotThere() throws {
        var mock = try notes(plain)
        let created = mock.answer(#"POST /notes {"text":"x"}"#)
        let fields = try JSONValue(parsing: created.body)
        #expect(fields.object?.keys.sorted() == ["id", "made", "rank", "text"])
        #expect(fields["rank"] == .int(3))
        #expect(created.headers.contains { $0.name == "Location" && $0.value == "http://localhost/notes/note-1" })
    }

    @Test func headersAndPagesAreOfTheState() throws {
        var mock = try notes(plain, counts)
        for number in 1...5 { _ = mock.ask(#"POST /notes {"text":"\#(number)"}"#) }
        let second = mock.answer("GET /notes?_limit=2&_page=2")
        #expect(try ids(second) == ["note-3", "note-4"])
        func header(_ name: String, _ response: MockResponse) -> String? {
            response.headers.first { $0.name == name }?.value
        }
        #expect(header("X-Total-Count", second) == "5" && header("X-Page", second) == "2")
        #expect(header("Link", second) == #"<http://localhost/notes?_limit=2&_page=3>; rel="next""#)
        let last = mock.answer("GET /notes?_limit=2&_page=3")
        #expect(try ids(last) == ["note-5"])
        #expect(header("Link", last) == nil)
    }

    @Test func numbersBesideTheListAreOfTheState() throws {
        var mock = try notes(
            ##"{type: object, properties: {data: {type: array, items: {$ref: "#/components/schemas/Note"}}, total: {type: integer}, meta: {type: object, properties: {page_count: {type: integer}, has_more: {type: boolean}}}}}"##
        )
        for number in 1...3 { _ = mock.ask(#"POST /notes {"text":"\#(number)"}"#) }
        let whole = try JSONValue(parsing: mock.answer("GET /notes").body)
        #expect(whole["total"] == .int(3) && whole["data"]?.array?.count == 3)
        #expect(whole["meta"]?["page_count"] == .int(1) && whole["meta"]?["has_more"] == .bool(false))
    }

    /// Lists, booleans and fields that were removed.
    @Test func parametersChooseByWhatIsThere() throws {
        var mock = try notes(plain)
        for color in ["red", "green", "blue"] {
            _ = mock.ask(#"POST /notes {"text":"x","color":"\#(color)","done":\#(color == "red")}"#)
        }
        _ = mock.ask(#"POST /notes {"text":"none"}"#)
        #expect(try ids(mock.answer("GET /notes?color=red&color=blue")) == ["note-1", "note-3"])
        #expect(try ids(mock.answer("GET /notes?done=true")) == ["note-1"])
        #expect(try ids(mock.answer("GET /notes?done=false")) == ["note-2", "note-3"])
        #expect(mock.ask(#"PATCH /notes/note-1 {"color":null}"#).contains("red") == false)
        #expect(try ids(mock.answer("GET /notes?color=red")).isEmpty)
    }

    /// A list to which things are added, of which no operation gives one.
    @Test(arguments: ["id", "label"]) func aListIsEnoughToRemember(key: String) throws {
        let mock = try engine(
            paths: """
                  /tags:
                    get: {responses: {"200": {description: ok, content: {application/json: {schema: {type: object, properties: {tags: {type: array, items: {$ref: "#/components/schemas/Tag"}}}}}}}}}
                    post:
                      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [text], properties: {text: {type: string}}}}}}
                      responses: {"201": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Tag"}}}}}
                  /search:
                    get: {responses: {"200": {description: ok, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Tag"}}}}}}}
                    post:
                      requestBody: {content: {application/json: {schema: {type: object, properties: {words: {type: string}}}}}}
                      responses: {"200": {description: ok}}
                components: {schemas: {Tag: {type: object, required: [text], properties: {\(key): {type: integer}, text: {type: string}}}}}

                """
        ) { $0.isStateful = true }
        var tags = Conversation(mock)
        #expect(tags.ask(#"POST /tags {"text":"a"}"#).hasPrefix("201"))
        #expect(tags.ask(#"POST /tags {"text":"a"}"#).hasPrefix("201"))
        let all = try JSONValue(parsing: tags.answer("GET /tags").body)["tags"]?.array ?? []
        #expect(all.compactMap { $0["text"]?.string } == ["a", "a"])
        #expect(all.compactMap { $0["id"]?.int } == (key == "id" ? [1, 2] : []))
        // Nothing of a search is one of what the list has.
        let usual = tags.ask("GET /search")
        _ = tags.ask(#"POST /search {"words":"x"}"#)
        #expect(tags.ask("GET /search") == usual && usual != "200 []")
        // The state can be kept and read again.
        let host = MockHost(mock)
        _ = host.answer(request(#"POST /tags {"text":"b"}"#))
        let other = MockHost(mock)
        try other.fill(host.collections)
        #expect(
            String(decoding: other.answer(request("GET /tags")).response.body, as: UTF8.self).contains(#""text":"b""#))
    }
}
