import CallsiteMockEngine
import Testing

private let shop = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    servers: [{url: "https://api.example.com/v1"}]
    security: []
    paths:
      /orders/{id}:
        get:
          parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
          responses:
            "200":
              headers: {X-Rate: {required: true, schema: {type: integer}}}
              content:
                application/json:
                  schema:
                    type: object
                    required: [id]
                    properties: {id: {type: integer}, state: {enum: [open, done]}, lines: {type: array, items: {type: object, properties: {name: {type: string}}}}}
    """

@Suite struct DriftTests {
    private func recording(_ url: String, _ status: Int, _ headers: String, _ body: String) -> [UInt8] {
        Array(
            """
            {"request": {"method": "GET", "url": "\(url)"},
             "response": {"status": \(status), "headers": [\(headers)], "body": {"json": \(body)}}}
            """.utf8)
    }

    private func problems(_ bytes: [UInt8]) throws -> [String] {
        let mock = try engine(shop)
        return try Recordings.read(bytes).exchanges.flatMap { exchange -> [String] in
            let drift = mock.drift(in: exchange)
            return drift.request.map { "request \($0)" } + drift.response.map { "response \($0)" }
        }
    }

    private let json = #""Content-Type: application/json""#

    @Test(
        arguments: [
            (200, #", "X-Rate: 5""#, #"{"id":1,"state":"open"}"#, []),
            (200, "", #"{"id":1}"#, ["response header X-Rate: this is required"]),
            (200, #", "X-Rate: many""#, #"{"id":1}"#, ["response header X-Rate: expected an integer, found \"many\""]),
            (200, #", "X-Rate: 5""#, #"{"id":"1"}"#, ["response body/id: expected an integer, found \"1\""]),
            (
                200, #", "X-Rate: 5""#, #"{"id":1,"state":"gone"}"#,
                [#"response body/state: expected "open" or "done", found "gone""#]
            ),
            (
                200, #", "X-Rate: 5""#, #"{"id":1,"total":3,"lines":[{"name":"a","sku":1},{"sku":2}]}"#,
                [
                    "response body/total: the description doesn't know this field",
                    "response body/lines/0/sku: the description doesn't know this field",
                ]
            ),
            (404, "", "{}", ["response status: the status is 404; the description has 200"]),
        ] as [(Int, String, String, [String])])
    func responsesAreComparedWithTheDescription(_ status: Int, _ headers: String, _ body: String, _ expected: [String])
        throws
    {
        let found = try problems(recording("https://api.example.com/v1/orders/1", status, json + headers, body))
        #expect(found == expected)
    }

    @Test func requestsAre() throws {
        #expect(
            try problems(recording("https://api.example.com/v1/order/1", 200, json, "{}")) == [
                "request no path of the description is '/v1/order/1'"
            ])
    }

    @Test func archivesAreRead() throws {
        let archive = """
            {"log": {"entries": [{
              "request": {"method": "GET", "url": "https://api.example.com/v1/orders/x", "headers": []},
              "response": {"status": 200, "headers": [{"name": "content-type", "value": "application/json"}, {"name": "X-Rate", "value": "1"}],
                           "content": {"text": "eyJpZCI6MX0=", "encoding": "base64"}}}]}}
            """
        #expect(try problems(Array(archive.utf8)) == ["request id: expected an integer, found \"x\""])
        #expect(throws: MockError.self) { try Recordings.read(Array("{}".utf8)) }
        #expect(throws: MockError.self) { try Recordings.read(Array("[".utf8)) }
    }

    @Test func recordingsAreGivenAgain() throws {
        let first = recording("https://api.example.com/v1/orders/1", 200, json, #"{"id":1}"#)
        let second = recording("https://api.example.com/v1/orders/1", 503, json, "{}")
        let replay = Replay(
            try Recordings.read(first).exchanges + Recordings.read(second).exchanges, try engine(shop).description)
        #expect(replay.response(to: request("GET /orders/1"))?.status == 200)
        #expect(replay.response(to: request("GET /orders/1"))?.status == 503)
        #expect(replay.response(to: request("GET /v1/orders/1"))?.status == 200)
        #expect(replay.response(to: request("GET /orders/2")) == nil)
    }
}

@Suite struct FaultTests {
    @Test(arguments: [
        "503", "503:retry-after=2", "503:retry-after=2:every=5", "drop", "cut-body:of=GetPetRequest", "latency=300ms",
        "latency=100ms-2s:share=0.5",
        "slow=1000", "malformed", "html", "wrong-type", "repeated-page", "empty-page", "link-elsewhere",
        "drop:of=GET /pets/{id}",
    ])
    func isRead(_ text: String) { #expect(MockFault(text) != nil) }

    @Test(arguments: [
        "", "50", "600", "latency=", "latency=5", "latency=2s-1s", "slow=0", "drop:every=0", "drop:share=2", "drop:x=1",
        "503:retry-after=x",
    ])
    func isRefused(_ text: String) { #expect(MockFault(text) == nil) }

    @Test func turnsAndScopesAreKept() throws {
        let mock = try engine(shop)
        let host = MockHost(
            mock, faults: [try #require(MockFault("503:every=3")), try #require(MockFault("drop:of=GET /other"))])
        let statuses = (0..<6).map { _ in host.answer(request("GET /orders/1")).response.status }
        #expect(statuses == [200, 200, 503, 200, 200, 503])
        host.faults = [try #require(MockFault("cut-body")), .latency(.seconds(2))]
        let answer = host.answer(request("GET /orders/1"))
        #expect(answer.delivery.cutAfter == answer.response.body.count / 2 && answer.delivery.delay == .seconds(2))
        host.faults = [MockFault.drop.share(0.25)]
        let dropped = (0..<400).filter { _ in host.answer(request("GET /orders/1")).delivery.drops }.count
        #expect(60...140 ~= dropped)
    }

    @Test func recordedResponsesAreMetToo() throws {
        let recorded = MockResponse(status: 200, body: Array(#"{"id":12345678}"#.utf8))
        let host = MockHost(try engine(shop), faults: [try #require(MockFault("cut-body"))])
        let cut = host.answer(request("GET /orders/1"), recorded: recorded)
        #expect(cut.response.body == recorded.body && cut.delivery.cutAfter == recorded.body.count / 2)
        host.faults = [.cutBody, .wrongContentType]
        let page = host.answer(request("GET /orders/1"), recorded: recorded)
        #expect(page.delivery.cutAfter == page.response.body.count / 2 && page.response.body != recorded.body)
        // A fault that changes nothing isn't named.
        host.faults = [.wrongType, .malformedBody, .cutBody, .slowBody(bytesPerSecond: 9)]
        let empty = host.answer(request("GET /orders/1"), recorded: MockResponse(status: 204))
        #expect(empty.delivery == Delivery())
        host.faults = [.wrongType]
        let text = MockResponse(status: 200, body: Array("not json".utf8))
        #expect(host.answer(request("GET /orders/1"), recorded: text).delivery == Delivery())
        host.faults = [.status(503), .latency(.seconds(1))]
        let failed = host.answer(request("GET /orders/1"), recorded: recorded)
        #expect(failed.response.status == 503 && failed.delivery.faults == ["503"])
        host.faults = [.emptyPage]
        #expect(host.answer(request("GET /nowhere"), recorded: recorded).delivery.faults.isEmpty)
    }

    @Test("what gets a wrong type is what has one: examples may hold more than the schema says, and values of any type")
    func wrongTypeIsWrong() throws {
        let mock = try engine(
            """
            openapi: 3.1.0
            info: {title: A, version: "1"}
            security: []
            paths:
              /accounts:
                get:
                  responses:
                    "200":
                      description: ok
                      content:
                        application/json:
                          schema: {type: object, properties: {any: {}, accounts: {type: array, items: {type: object, properties: {code: {type: integer}}}}}}
                          example: {Id: x, any: 1, accounts: [{note: y, code: 7}, {code: 8}]}
              /any:
                get: {responses: {"200": {description: ok, content: {application/json: {schema: {}, example: {a: 1, b: 2}}}}}}
              /many:
                get: {responses: {"200": {description: ok, content: {application/json: {schema: {type: array, minItems: 2, items: {properties: {note: {}, id: {type: integer}}}}, example: [{note: y, id: 1}, {id: 2}]}}}}}
              /event:
                get:
                  responses:
                    "200":
                      description: ok
                      content:
                        application/json:
                          schema: {oneOf: [{type: object, required: [kind, id], properties: {kind: {enum: [made]}, id: {type: integer}}}]}
                          example: {kind: made, id: 7}
              /kind:
                get: {responses: {"200": {description: ok, content: {application/json: {schema: {type: object, properties: {kind: {enum: [a, b]}}}}}}}}
              /status:
                get: {responses: {"200": {description: ok, content: {application/json: {schema: {type: object, properties: {status: {type: [number, string]}, message: {type: [string, "null"]}}}}}}}}
            """)
        let host = MockHost(mock, faults: [.wrongType])
        func body(_ target: String) -> String {
            String(decoding: host.answer(request("GET \(target)")).response.body, as: UTF8.self)
        }
        #expect(body("/accounts") == #"{"Id":"x","any":1,"accounts":[{"note":"y","code":{}},{"code":8}]}"#)
        #expect(body("/any") == #"{"a":{},"b":2}"#)
        #expect(body("/many") == #"[{"note":"y","id":{}},{"id":2}]"#)
        // A client may keep an alternative that it doesn't know.
        #expect(body("/event") == #"{"kind":"made","id":{}}"#)
        #expect(body("/kind") == #"{"kind":true}"#)
        // A property of several types becomes any JSON.
        #expect(body("/status") == #"{"status":0,"message":true}"#)
    }
}

@Suite struct MockJSONTests {
    @Test(arguments: [
        #"{"b":1,"a":[true,null,-1.50e+3,"é\n\"\\"]}"#, "[]", #"{"":{}}"#, "0", #""😀""#,
    ])
    func keepsOrderAndDigits(_ text: String) throws { #expect(try JSONValue(parsing: text).text == text) }

    @Test(arguments: [
        "", "[1,]", "{\"a\"}", "01", "1.", "-", "tru", "\"\u{1}\"", "[1] 2", "{a:1}", "\"\\x\"",
        String(repeating: "[", count: 600),
    ])
    func refuses(_ text: String) { #expect(throws: MockError.self) { try JSONValue(parsing: text) } }

    @Test func keysAreTheSameByTheirScalars() throws {
        let value = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(value.object?.count == 2 && value["\u{E9}"] == .int(1))
        var many = JSONObject()
        for number in 0..<50 { many["k\(number)"] = .int(number) }
        many["k7"] = nil
        #expect(many.count == 49 && many["k7"] == nil && many["k49"] == .int(49))
        #expect(try JSONValue(parsing: "[\"\\ud83d\\ude00\",\"\\ud83d\"]").text == "[\"😀\",\"\u{FFFD}\"]")
    }
}
