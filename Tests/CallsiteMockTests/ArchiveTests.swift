import CallsiteMockEngine
import Testing

private let shop = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    servers: [{url: "https://api.example.com/v1"}, {url: "https://eu.example.com:443/v1"}]
    security: [{token: []}]
    paths:
      /orders:
        get:
          parameters:
            - {name: X-Shop, in: header, required: true, schema: {type: integer}}
            - {name: theme, in: cookie, schema: {enum: [dark, light]}}
            - {name: page, in: query, schema: {type: integer}}
          responses:
            "200": {description: Some., content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Order"}}}}}
            "204": {description: None.}
            "401": {description: No., content: {application/problem+json: {schema: {type: object}}}}
        post:
          requestBody:
            required: true
            content:
              application/json: {schema: {$ref: "#/components/schemas/Order"}}
              application/x-www-form-urlencoded: {schema: {$ref: "#/components/schemas/Order"}}
              multipart/form-data: {schema: {$ref: "#/components/schemas/Order"}}
          responses: {"201": {description: Made., content: {text/plain: {schema: {type: string}}}}}
      /log:
        get:
          security: []
          responses: {"200": {description: Lines., content: {application/x-ndjson: {itemSchema: {$ref: "#/components/schemas/Order"}}}}}
    components:
      securitySchemes: {token: {type: http, scheme: bearer}}
      schemas:
        Order:
          type: object
          properties:
            id: {type: integer}
            note: {type: string, maxLength: 5}
            lines: {anyOf: [{type: array, items: {type: object, properties: {sku: {type: string}}}}, {type: "null"}]}
            prices: {type: object, additionalProperties: {type: object, properties: {cents: {type: integer}}}}
    """

/// Everything that an HTTP archive may have, and what it may lack.
@Suite struct ArchiveTests {
    private static let good =
        #""headers": [{"name": "Authorization", "value": "Bearer a"}, {"name": "X-Shop", "value": "1"}]"#

    /// An entry: parts of its request and its response.
    private func entry(
        _ method: String = "GET", _ url: String = "https://api.example.com/v1/orders", request: String = good,
        _ status: String = "200",
        response: String = #""content": {"size": 2, "mimeType": "application/json", "text": "[]"}"#
    ) -> String {
        #"{"request": {"method": "\#(method)", "url": "\#(url)", \#(request)}, "response": {"status": \#(status), \#(response)}}"#
    }

    private func read(_ entries: String...) throws -> RecordedFile {
        try Recordings.read(Array(#"{"log": {"entries": [\#(entries.joined(separator: ","))]}}"#.utf8))
    }

    private func problems(_ entries: String...) throws -> [String] {
        let mock = try engine(shop)
        let file = try Recordings.read(Array(#"{"log": {"entries": [\#(entries.joined(separator: ","))]}}"#.utf8))
        #expect(file.unreadable.isEmpty)
        return file.exchanges.flatMap { exchange in
            let drift = mock.drift(in: exchange)
            return drift.request.map { "\($0.place) \($0)" } + drift.response.map { "response \($0)" }
        }
    }

    // MARK: - Unreadable entries

    @Test(arguments: [
        ("null", "expected an object as the entry, found null"),
        ("5", "expected an object as the entry, found a number"),
        ("{}", "there is no 'request'"), (#"{"request": null}"#, "expected an object as 'request', found null"),
        (#"{"request": {"url": "/"}}"#, "there is no 'request.method'"),
        (#"{"request": {"method": "GET", "url": 5}}"#, "expected a string as 'request.url', found a number"),
        (#"{"request": {"method": "GET", "url": "/"}}"#, "there is no 'response'"),
        (
            #"{"request": {"method": "GET", "url": "/"}, "response": {"status": "200"}}"#,
            #"expected a status as 'response.status', found a string"#
        ),
        (
            #"{"request": {"method": "GET", "url": "/", "headers": {}}, "response": {"status": 200}}"#,
            "expected a list as 'request.headers', found an object"
        ),
        (
            #"{"request": {"method": "GET", "url": "/", "headers": [{"value": "a"}]}, "response": {"status": 200}}"#,
            "expected a name and a value as 'request.headers', element 0"
        ),
        (
            #"{"request": {"method": "GET", "url": "/", "postData": "a"}, "response": {"status": 200}}"#,
            #"expected an object as 'request.postData', found a string"#
        ),
        (
            #"{"request": {"method": "GET", "url": "/"}, "response": {"status": 200, "content": {"text": 5}}}"#,
            "expected a string as 'response.content.text', found a number"
        ),
        (
            #"{"request": {"method": "GET", "url": "/"}, "response": {"status": 200, "content": {"text": "é", "encoding": "base64"}}}"#,
            "'response.content.text' isn't in base64"
        ),
    ])
    func anEntryThatCannotBeReadIsNamed(_ bad: String, _ reason: String) throws {
        let file = try read(entry(), bad, entry())
        #expect(file.exchanges.map(\.pointer) == ["/log/entries/0", "/log/entries/2"])
        #expect(file.unreadable.map(\.pointer) == ["/log/entries/1"] && file.unreadable.map(\.reason) == [reason])
    }

    @Test(arguments: [
        (#""status": "200""#, #"expected a status as 'response.status', found a string"#),
        (#""status": 200, "headers": [5]"#, "expected a string in 'response.headers', element 0, found a number"),
        (
            #""status": 200, "body": {"base64": "é"}"#,
            "expected 'json', 'text' or 'base64' as 'response.body', found an object"
        ),
    ])
    func soIsARecording(_ response: String, _ reason: String) throws {
        let file = try Recordings.read(
            Array(#"{"request": {"method": "GET", "url": "/v1/orders"}, "response": {\#(response)}}"#.utf8))
        #expect(file.exchanges.isEmpty && file.unreadable.map(\.reason) == [reason])
    }

    // MARK: - Requests

    @Test func aGoodOneHasNoProblem() throws { #expect(try problems(entry()) == []) }

    @Test func headersAreJudgedWhereTheyWereRecorded() throws {
        #expect(
            try problems(entry(request: #""headers": []"#), entry()) == [
                "security expected 'Authorization: Bearer …'", "header X-Shop: this is required",
            ])
        #expect(try problems(entry(request: #""headers": null"#)) == [])
        #expect(
            try problems(
                entry(
                    request:
                        #""headers": [{"name": "authorization", "value": "Bearer a"}, {"name": "x-shop", "value": "a"}, {"name": "X-Tenant", "value": "7"}, {"name": ":path", "value": "/"}, {"name": "Sec-Fetch-Mode", "value": "cors"}]"#
                )) == [
                    #"header X-Shop: expected an integer, found "a""#,
                    "header X-Tenant: the description doesn't know this header",
                ])
    }

    @Test func cookiesAreFoundInTheirList() throws {
        let cookies = #", "cookies": [{"name": "theme", "value": "blue"}, {"name": "other", "value": "1"}]"#
        #expect(
            try problems(entry(request: Self.good + cookies)) == [
                #"cookie theme: expected "dark" or "light", found "blue""#
            ])
    }

    /// Chromium leaves out credentials of all requests, or of none. A server that refuses a request without one does as
    /// described.
    @Test func aMissingCredentialIsOneWhereOthersWereRecorded() throws {
        let shop = #""headers": [{"name": "X-Shop", "value": "1"}]"#
        #expect(try problems(entry(request: shop)) == [])
        let mock = try engine(ArchiveTests.source)
        #expect(try read(entry(request: shop)).exchanges.map { mock.drift(in: $0).isCredentialUnknown } == [true])
        #expect(try problems(entry(request: shop), entry()) == ["security expected 'Authorization: Bearer …'"])
        let refused = #""content": {"size": 2, "mimeType": "application/problem+json", "text": "{}"}"#
        #expect(try problems(entry(request: shop, "401", response: refused), entry()) == [])
    }

    private static var source: String { shop }

    @Test(
        arguments: [
            (
                #""mimeType": "application/json", "text": "{\"id\":\"1\",\"extra\":1,\"lines\":[{\"sku\":\"a\",\"size\":1}],\"prices\":{\"a\":{\"cents\":1,\"tax\":2}}}""#,
                [
                    #"body /id: expected an integer, found "1""#,
                    "body /extra: the description doesn't know this field",
                    "body /lines/0/size: the description doesn't know this field",
                    "body /prices/a/tax: the description doesn't know this field",
                ]
            ),
            (
                #""mimeType": "application/x-www-form-urlencoded", "text": "id=a&extra=1""#,
                [#"body /id: expected an integer, found "a""#, "body /extra: the description doesn't know this field"]
            ),
            (
                #""mimeType": "application/x-www-form-urlencoded", "params": [{"name": "id", "value": "a b"}]"#,
                [#"body /id: expected an integer, found "a b""#]
            ),
            (
                #""mimeType": "multipart/form-data; boundary=b", "text": "--b\r\nContent-Disposition: form-data; name=\"id\"\r\n\r\na\r\n--b\r\nContent-Disposition: form-data; name=\"more\"\r\n\r\n1\r\n--b--\r\n""#,
                [#"body /id: expected an integer, found "a""#, "body /more: the description doesn't know this field"]
            ),
            (
                #""mimeType": "application/json", "text": "eyJpZCI6IjEifQ==", "encoding": "base64""#,
                [#"body /id: expected an integer, found "1""#]
            ),
            (
                #""mimeType": "text/csv", "text": "a""#,
                [
                    "request content-type: expected 'application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', found 'text/csv'"
                ]
            ),
            (#""mimeType": "application/json", "text": """#, ["body a body is required"]),
        ] as [(String, [String])])
    func bodiesOfRequestsAreJudgedAsResponsesAre(_ data: String, _ expected: [String]) throws {
        let type = try #require(data.firstMatch(of: #/"mimeType": "([^"]*)"/#)).1
        let request =
            #""headers": [{"name": "Authorization", "value": "Bearer a"}, {"name": "Content-Type", "value": "\#(type)"}], "postData": {\#(data)}"#
        let made = #""content": {"size": 1, "mimeType": "text/plain", "text": "7"}"#
        #expect(try problems(entry("POST", request: request, "201", response: made)) == expected)
    }

    @Test(
        arguments: [
            (#""headers": [\#(credential)], "bodySize": 20"#, []),
            (#""headers": [\#(credential), {"name": "Content-Length", "value": "20"}], "bodySize": -1"#, []),
            (#""headers": [\#(credential), {"name": "Transfer-Encoding", "value": "chunked"}]"#, []),
            (#""headers": [\#(credential)], "bodySize": -1"#, ["body a body is required"]),
            (#""headers": [\#(credential)], "bodySize": 0"#, ["body a body is required"]),
        ] as [(String, [String])])
    func aBodyThatWasNotRecordedIsNotMissing(_ request: String, _ expected: [String]) throws {
        let made = #""content": {"size": 1, "mimeType": "text/plain", "text": "7"}"#
        #expect(try problems(entry("POST", request: request, "201", response: made)) == expected)
    }

    private static let credential = #"{"name": "Authorization", "value": "Bearer a"}"#

    // MARK: - Responses

    @Test(
        arguments: [
            (
                #""content": {"size": 0, "mimeType": "application/json"}"#,
                ["response body: there is none; the description has application/json"]
            ),
            (
                #""content": {"mimeType": "application/json", "text": ""}"#,
                ["response body: there is none; the description has application/json"]
            ),
            (
                #""headers": [{"name": "Content-Length", "value": "0"}], "content": {}"#,
                ["response body: there is none; the description has application/json"]
            ),
            // It wasn't recorded.
            (#""content": {"size": 100, "mimeType": "application/json"}"#, []),
            (#""content": {"size": 100, "mimeType": "application/json", "text": ""}"#, []), (#""content": {}"#, []),
            (#""content": null"#, []),
            (
                #""content": {"size": 9, "mimeType": "text/html", "text": "<p>"}"#,
                ["response header Content-Type: the media type is text/html; the description has application/json"]
            ),
            (
                #""headers": [{"name": "X-A", "value": "0"}], "content": {"mimeType": "application/json", "text": "[]"}"#,
                ["response header Content-Type: this is missing"]
            ),
        ] as [(String, [String])])
    func anEmptyBodyIsNoUnrecordedOne(_ response: String, _ expected: [String]) throws {
        #expect(try problems(entry(response: response)) == expected)
    }

    @Test func aTextMayBeEmpty() throws {
        let request =
            #""headers": [{"name": "Authorization", "value": "Bearer a"}, {"name": "Content-Type", "value": "application/json"}], "postData": {"text": "{}"}"#
        let empty = #""content": {"size": 0, "mimeType": "text/plain"}"#
        #expect(try problems(entry("POST", request: request, "201", response: empty)) == [])
    }

    @Test func fieldsOfLinesAreFound() throws {
        let lines = #""content": {"mimeType": "application/x-ndjson", "text": "{\"id\":1}\n{\"id\":2,\"more\":1}\n"}"#
        #expect(
            try problems(entry("GET", "https://api.example.com/v1/log", response: lines)) == [
                "header X-Shop: the description doesn't know this header",
                "response body/1/more: the description doesn't know this field",
            ])
    }

    @Test func someResponsesAreHTTPsOwn() throws {
        let part = Self.good.dropLast() + #", {"name": "Range", "value": "bytes=0-1"}]"#
        #expect(try problems(entry(request: String(part), "206")) == [])
        let asked = Self.good.dropLast() + #", {"name": "If-None-Match", "value": "a"}]"#
        #expect(try problems(entry(request: String(asked), "304", response: #""content": {"size": 0}"#)) == [])
        #expect(
            try problems(entry("GET", "https://api.example.com/v1/orders", "304", response: #""content": {"size": 0}"#))
                == [
                    "response status: the status is 304; the description has 200, 204, 401"
                ])
    }

    @Test func aRequestWithoutResponseIsJudged() throws {
        let given = #""headers": [{"name": "Authorization", "value": "Bearer a"}, {"name": "X-Shop", "value": "a"}]"#
        for status in ["0", "-1"] {
            #expect(
                try problems(entry(request: given, status, response: #""content": {}"#)) == [
                    #"header X-Shop: expected an integer, found "a""#
                ])
        }
    }

    // MARK: - Hosts

    @Test(arguments: [
        ("https://api.example.com/v1?q", "api.example.com"), ("HTTPS://u:p@API.example.com:443/", "api.example.com"),
        ("http://127.0.0.1:4010/a", "127.0.0.1:4010"), ("http://[::1]:80#a", "[::1]"), ("data:text/plain,a", "data:"),
        ("chrome-extension://abc/a.js", "chrome-extension:"), ("/v1/orders?at=10:30", nil), ("orders", nil),
        ("", nil), ("https:", "https:"),
    ])
    func hostsAreCompared(_ url: String, _ host: String?) { #expect(RecordedHosts.host(of: url) == host) }

    @Test func otherHostsAndPreflightsAreNotTheAPIs() throws {
        let description = try engine(shop).description
        let preflight = entry(
            "OPTIONS",
            request:
                #""headers": [{"name": "Origin", "value": "https://a.example"}, {"name": "Access-Control-Request-Method", "value": "GET"}]"#
        )
        let file = try read(
            entry("GET", "https://cdn.example.com/a.js"), entry("GET", "https://cdn.example.com/b.js"), entry(),
            preflight,
            entry("GET", "http://EU.example.com/v1/orders"), entry("GET", "data:,a"))
        let hosts = RecordedHosts(description, file.exchanges)
        #expect(hosts.areDescribed)
        #expect(file.exchanges.map { hosts.contains($0) } == [false, false, true, true, true, false])
        #expect(file.exchanges.map(\.isPreflight) == [false, false, false, true, false, false])

        let local = try read(
            entry("GET", "http://127.0.0.1:8/v1/orders"), entry("GET", "data:,a"), entry("GET", "data:,a"),
            entry("GET", "http://127.0.0.1:9/v1/orders"), entry("GET", "http://127.0.0.1:9/v1/orders"))
        let most = RecordedHosts(description, local.exchanges)
        #expect(!most.areDescribed && most.hosts == ["127.0.0.1:9"])
    }

    // MARK: - Recordings without secrets

    @Test func leftOutSecretsAreNoMistakes() throws {
        let mock = try engine(
            """
            openapi: 3.1.0
            info: {title: A, version: "1"}
            security: [{key: []}]
            paths:
              /login:
                post:
                  requestBody:
                    content:
                      application/x-www-form-urlencoded: {schema: {type: object, properties: {password: {type: string, minLength: 20}}}}
                  responses:
                    "200":
                      description: In.
                      headers: {Set-Cookie: {required: true, schema: {type: string}}, X-Token: {schema: {type: integer}}}
                      content: {application/json: {schema: {type: object, properties: {token: {type: string, format: uuid}, pin: {type: integer}, jwt: {maxLength: 3}}}}}
            components: {securitySchemes: {key: {type: apiKey, in: query, name: key}}}
            """)
        let body = #"{"token":"497f6eca-6276-4993-bfeb-53cbbbba6f08","pin":1234,"jwt":"abc"}"#
        let recording = Recording(
            MockRequest(
                method: "POST", target: "/login?key=abc",
                headers: [("Content-Type", "application/x-www-form-urlencoded")],
                body: Array("password=0123456789012345678901".utf8)), url: "https://a.example/login?key=abc",
            RecordedResponse(
                status: 200, headers: [("Content-Type", "application/json"), ("Set-Cookie", "a=b"), ("X-Token", "5")],
                body: Array(body.utf8)))
        for exchange in try Recordings.read(recording.contents).exchanges {
            let drift = mock.drift(in: exchange)
            #expect((drift.request + drift.response).map { "\($0)" } == [])
        }
    }

    /// The type of a request's body isn't recorded: it is the described one that the body looks like.
    @Test(arguments: [
        ("application/vnd.shop+json", "{}"), ("text/plain", "5"), ("text/csv", "a,b"), ("application/xml", "<a/>"),
        ("application/x-www-form-urlencoded", "a=1"), ("application/x-ndjson", "{}\n{}"),
        ("application/octet-stream", "\u{0}"),
        ("multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x--\r\n"),
    ])
    func theTypeOfARecordedBodyIsFound(_ type: String, _ body: String) throws {
        let described = type.prefix { $0 != ";" }
        let mock = try engine(
            paths:
                "  /a:\n    post:\n      requestBody: {content: {\(described): {schema: {}}}}\n      responses: {\"204\": {description: Done.}}\n"
        )
        let recording = Recording(
            MockRequest(method: "POST", target: "/a", headers: [("Content-Type", type)], body: Array(body.utf8)),
            url: "https://a.example/a", RecordedResponse(status: 204, headers: [], body: []))
        for exchange in try Recordings.read(recording.contents).exchanges {
            #expect(mock.drift(in: exchange).request.map { "\($0)" } == [])
        }
    }
}
