import CallsiteMockEngine
import CallsiteRuntime
import CallsiteToolkit
import Foundation
import Testing

@Suite struct SecretsTests {
    static let webToken = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.SflKxwRJSMeKKF2QT4fw"

    @Test(arguments: [
        ("https://a.example/p?page_token=1&access_token=x", "https://a.example/p?page_token=1&access_token=<redacted>"),
        (
            "https://a.example/p?API_KEY=x&b=2#access_token=y",
            "https://a.example/p?API_KEY=<redacted>&b=2#access_token=<redacted>"
        ),
        ("https://user:pw@a.example/p@q", "https://<redacted>@a.example/p@q"),
        ("https://a.example/p?api%5Fkey=x", "https://a.example/p?api%5Fkey=<redacted>"),
        ("https://a.example/\(webToken)/files", "https://a.example/<redacted>/files"),
        ("/next?sig=x&sig=y&sig=", "/next?sig=<redacted>&sig=<redacted>&sig="),
    ])
    func urls(_ url: String, _ expected: String) {
        #expect(CallsiteMockEngine.Secrets().url(url) == expected)
    }

    @Test(arguments: [
        ("Authorization", "Bearer x", "<redacted>"), ("X-Api-Key", "x", "<redacted>"), ("ETag", "\"x\"", "\"x\""),
        (
            "Link", "<https://a.example/?page=2&access_token=x>; rel=\"next\"",
            "<https://a.example/?page=2&access_token=<redacted>>; rel=\"next\""
        ),
        ("X-State", #"{"token":"x"}"#, #"{"token":"<redacted>"}"#), ("Sort-Key", "x", "x"),
        ("SetCookie", "x", "<redacted>"),
        ("Location", "/a?token[0]=x,y'z&b=1", "/a?token[0]=<redacted>&b=1"),
        ("Location", "/done#id_token=x&state=1", "/done#id_token=<redacted>&state=1"),
    ])
    func headers(_ name: String, _ value: String, _ expected: String) {
        #expect(CallsiteMockEngine.Secrets().value(ofHeader: name, value) == expected)
    }

    @Test(arguments: [
        (
            "application/json", #"{"password" : "a\"b", "passwords": "c"}"#,
            #"{"password" : "<redacted>", "passwords": "c"}"#
        ),
        (
            "application/json", #"[{"Access_Token":"x"},{"client_secret":12}]"#,
            #"[{"Access_Token":"<redacted>"},{"client_secret":12}]"#
        ),
        ("application/json", #"{"pass\u0077ord":"x"}"#, #"{"pass\u0077ord":"<redacted>"}"#),
        (
            "application/json", #"{"at":"https:\/\/u:p@a.example\/?sig=x&n=1"}"#,
            #"{"at":"https:\/\/<redacted>@a.example\/?sig=<redacted>&n=1"}"#
        ),
        ("application/json", #"{"made":"\#(webToken)"}"#, #"{"made":"<redacted>"}"#),
        ("application/json", #"{"password": "never ends"#, #"{"password": "<redacted>""#),
        (
            "application/json", #"{"token":["x",{"a":"b","key":"x"},["x"]],"key":[],"c":"d"}"#,
            #"{"token":["<redacted>",{"a":"b","key":"<redacted>"},["<redacted>"]],"key":[],"c":"d"}"#
        ),
        ("application/json", "{\"token\"\t:\r\n\"x\"}", "{\"token\"\t:\r\n\"<redacted>\"}"),
        ("application/json", #"{"pin":1234,"code":404}"#, #"{"pin":"<redacted>","code":404}"#),
        ("application/json", #"{"at":"/a?b=1\u0026token=x"}"#, #"{"at":"/a?b=1\u0026token=<redacted>"}"#),
        ("application/xml", "<password><![CDATA[x]]></password>", "<password>redacted</password>"),
        ("application/xml", "\u{FEFF}<a><token>x<b/>x</token></a>", "\u{FEFF}<a><token>redacted</token></a>"),
        (
            "multipart/form-data; boundary=b",
            "\r\n--b\nContent-Disposition: form-data;\tname = \"pass%77ord\"\n\nx --b x\n--b--\n",
            "\r\n--b\nContent-Disposition: form-data;\tname = \"pass%77ord\"\n\n<redacted>\r\n--b--\n"
        ),
        (
            "application/x-ndjson", "{\"secret\":\"x\"}\n{\"secret\":\"y\"}",
            "{\"secret\":\"<redacted>\"}\n{\"secret\":\"<redacted>\"}"
        ),
        ("text/event-stream", "data: {\"id_token\":\"x\"}\n\n", "data: {\"id_token\":\"<redacted>\"}\n\n"),
        (
            "application/x-www-form-urlencoded", "grant_type=password&password=x%26&a=?&b",
            "grant_type=password&password=<redacted>&a=?&b"
        ),
        (
            "application/xml", "<a:password kind='x'>y</a:password><id>1</id>",
            "<a:password kind='x'>redacted</a:password><id>1</id>"
        ),
        (
            "multipart/form-data; boundary=b",
            "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\ny\r\n--b--\r\n",
            "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n<redacted>\r\n--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\ny\r\n--b--\r\n"
        ),
        ("text/plain", "nothing secret: \"a\" = 'b' @ 1.2.3", "nothing secret: \"a\" = 'b' @ 1.2.3"),
    ])
    func bodies(_ type: String, _ body: String, _ expected: String) {
        #expect(
            String(decoding: CallsiteMockEngine.Secrets().body(Array(body.utf8), type: type), as: UTF8.self) == expected
        )
    }

    @Test func bytesStayAsTheyAre() {
        let bytes: [UInt8] = [0, 0x22] + Array("password\":\"x\"".utf8)
        #expect(CallsiteMockEngine.Secrets().body(bytes, type: "application/octet-stream") == bytes)
        #expect(CallsiteMockEngine.Secrets().body([0xFF, 0x22], type: "application/json") == [0xFF, 0x22])
    }

    /// Redaction takes time in proportion to the body's size; otherwise this test wouldn't end.
    @Test(arguments: [
        ("?a=", "text/plain"), ("<", "application/xml"), ("<a", "application/xml"), ("--b\r\n", "multipart/form-data"),
        ("\"a\":", "application/json"),
        ("://", "text/plain"), ("eyJaaaaaaaaa.", "text/plain"), ("&sig=", "application/x-www-form-urlencoded"),
        ("\"\\", "application/json"), ("\r\n", "multipart/form-data"), ("-", "multipart/form-data"),
        ("@://", "text/plain"), ("://a@", "text/plain"), ("<token>", "application/xml"),
        ("\"token\":[", "application/json"),
    ])
    func longBodiesEnd(_ part: String, _ type: String) {
        let body = Array(String(repeating: part, count: 100_000).utf8)
        #expect(
            !CallsiteMockEngine.Secrets().body(
                (type.hasPrefix("multipart") ? Array("--b".utf8) : []) + body, type: type
            ).isEmpty)
    }

    @Test func aDescriptionNamesItsSecrets() throws {
        let description = try MockDescription(
            json: try mockJSON(
                """
                openapi: 3.1.0
                info: {title: A, version: "1"}
                security: [{key: []}]
                paths:
                  /a:
                    post:
                      parameters: [{name: pin, in: query, schema: {type: string, format: password}}]
                      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Login"}}}}
                      responses: {"204": {description: done}}
                components:
                  securitySchemes: {key: {type: apiKey, in: query, name: k}}
                  schemas: {Login: {type: object, properties: {phrase: {type: string, format: password}, name: {type: string}}}}
                """
            ).utf8)
        #expect(description.secretNames == ["k", "pin", "phrase"])
    }
}

/// CallsiteToolkit's `Recorder` replays the recordings of the mock.
@Suite struct RecordingTests {
    @Test(arguments: [
        ("GET", "https://api.example.com/v1/pets?b=2&access_token=x&a=%20", "", ""),
        (
            "POST", "https://api.example.com/v1/p%C3%A9ts/a%20b", "application/json",
            #"{"b":1.50,"a":["é","\/",null,1e3],"password":"x"}"#
        ),
        ("POST", "https://api.example.com/", "application/x-www-form-urlencoded", "a=1&password=x"),
        ("PUT", "https://api.example.com/text", "text/plain", "hello\n\"quoted\""),
        (
            "POST", "https://api.example.com/files", "multipart/form-data; boundary=zzz",
            "--zzz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\ny\r\n--zzz--\r\n"
        ),
    ])
    func isReplayed(_ method: String, _ url: String, _ type: String, _ body: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let response = RecordedResponse(
            status: 201, headers: [("Content-Type", "application/json"), ("X-Number", "1"), ("Set-Cookie", "a=b")],
            body: Array(#"{"token_type":"bearer","access_token":"x","n":10.0}"#.utf8))
        let headers = type.isEmpty ? [] : [(name: "content-type", value: type)]
        let recording = Recording(
            MockRequest(method: method, target: "/", headers: headers, body: body.isEmpty ? nil : Array(body.utf8)),
            url: url, response)
        try Data(recording.contents).write(to: folder.appendingPathComponent("\(recording.name)-1.json"))

        var request = HTTPRequest(method: HTTPMethod(method), url: try #require(URL(string: url)))
        if !type.isEmpty { request.headers["Content-Type"] = type }
        if !body.isEmpty { request.body = HTTPBody(Data(body.utf8)) }
        var session = Session(transport: Unreachable())
        session.middleware = [Replacing(request: request), Recorder(folder, .replay)]
        let replayed = try await session.send(AskAnything())
        #expect(replayed.description == #"{"access_token":"<redacted>","n":10.0,"token_type":"bearer"}"#)
        #expect(try Recordings.read(recording.contents).exchanges.count == 1)
    }
}

/// Sends a request in place of the one that it was given.
private struct Replacing: Middleware {
    let request: HTTPRequest

    func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
        try await next(self.request)
    }
}

private struct Unreachable: Transport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        throw TransportFailure(.cannotConnect, "there is no network")
    }
}

private struct AskAnything: RequestType {
    typealias Response = CallsiteRuntime.JSONValue
    static var api: CallsiteRuntime.API { .init(baseURL: "https://none.example") }
    static var endpoint: Endpoint { .get("/") }
}
