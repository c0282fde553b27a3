@testable import CallsiteRuntime
import Foundation
import Testing

private struct Custom: RequestType {
    typealias Response = JSONValue
    static let api = API(
        baseURL: "https://x.test/base/", headers: ["X-Version": "7", "Accept": "application/vnd+json"])
    static var endpoint: Endpoint { .get("/") }
}

/// A request to an endpoint of one's own choice, by a type for each.
private protocol BodyRequest: RequestType where Response == Void {}
extension BodyRequest {
    static var api: API { API(baseURL: "https://x.test") }
}

private struct JSONFields: BodyRequest {
    static var endpoint: Endpoint { .post("/x") }
    var title: String?
    var note: String?
    var nested: Account?
    func write(to request: inout RequestWriter) {
        request.body["title"] = title
        request.body[nullable: "note"] = note
        request.body["nested"] = nested
    }
}
private struct OptionalFields: BodyRequest {
    static var endpoint: Endpoint { .patch("/x") }
    var title: String?
    func write(to request: inout RequestWriter) { request.body["title"] = title }
}
private struct NoFields: BodyRequest {
    static var endpoint: Endpoint { .post("/x") }
}
private struct Whole<Value: WireEncodable>: BodyRequest {
    static var endpoint: Endpoint { .put("/x") }
    var value: Value
    func write(to request: inout RequestWriter) { request.setBody(value) }
}
private struct Text<Value: WireEncodable>: BodyRequest {
    static var endpoint: Endpoint { .put("/x", body: .text) }
    var value: Value
    func write(to request: inout RequestWriter) { request.setBody(value) }
}
private struct Binary<Value: WireEncodable>: BodyRequest {
    static var endpoint: Endpoint { .put("/x", body: .binary) }
    var value: Value
    func write(to request: inout RequestWriter) { request.setBody(value) }
}
private struct Form: BodyRequest {
    static var endpoint: Endpoint { .post("/x", body: .form) }
    var value: JSONValue
    func write(to request: inout RequestWriter) { request.setBody(value) }
}
private struct BracketedForm: BodyRequest {
    static var endpoint: Endpoint { .post("/x", body: .form(lists: .bracketed)) }
    func write(to request: inout RequestWriter) {
        request.body["expand"] = ["a", "b c"]
        request.body["amount"] = 5
        request.body["none"] = Int?.none
        request.body["owner"] = Account(login: "a&b")
        request.body["at"] = Timestamp(Date(timeIntervalSince1970: 9))
        request.body["items"] = [["x": 1], ["x": 2]]
    }
}
private struct Both: BodyRequest {
    static var endpoint: Endpoint { .post("/x") }
    func write(to request: inout RequestWriter) {
        request.body["a"] = 1
        request.setBody(2)
    }
}
private struct Undeclared: BodyRequest {
    static var endpoint: Endpoint { .delete("/x") }
    func write(to request: inout RequestWriter) { request.body["a"] = 1 }
}
private struct GetWithBody: BodyRequest {
    static var endpoint: Endpoint { .method("GET", "/x", body: .json) }
    func write(to request: inout RequestWriter) { request.setBody(1) }
}
private struct Typed: BodyRequest {
    static var endpoint: Endpoint {
        .patch("/x").headers(["Content-Type": "application/merge-patch+json", "X-A": "endpoint"]).accepting(.binary)
            .timeout(seconds: 3)
    }
    func write(to request: inout RequestWriter) {
        request.header["X-A"] = "parameter"
        request.setBody(1)
    }
}

@Suite("Bodies")
struct BodyTests {
    @Test("fields in place")
    func fields() throws {
        let request = try JSONFields(title: "T", nested: Account(login: "a")).httpRequest()
        #expect(bodyText(request) == #"{"title":"T","note":null,"nested":{"login":"a","id":1}}"#)
        #expect(request.headers["Content-Type"] == "application/json" && request.method == .post)
        #expect(try OptionalFields().httpRequest().body == nil)
    }

    @Test("no field offered: no body and no type")
    func none() throws {
        let request = try NoFields().httpRequest()
        #expect(request.body == nil && request.headers["Content-Type"] == nil)
    }

    @Test("whole values")
    func whole() throws {
        #expect(try bodyText(Whole(value: Account(login: "a")).httpRequest()) == #"{"login":"a","id":1}"#)
        #expect(try bodyText(Whole(value: [1, 2]).httpRequest()) == "[1,2]")
        #expect(try bodyText(Whole(value: "s").httpRequest()) == "\"s\"")
        #expect(try Whole(value: Int?.none).httpRequest().body == nil)
        #expect(try bodyText(Whole(value: Patch<Int>.null).httpRequest()) == "null")
    }

    @Test("text and bytes")
    func textAndBytes() throws {
        let text = try Text(value: "a\"é\n").httpRequest()
        #expect(bodyText(text) == "a\"é\n" && text.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(try bodyText(Text(value: Date(timeIntervalSince1970: 0)).httpRequest()) == "1970-01-01T00:00:00Z")
        let bytes = try Binary(value: Data([0, 255])).httpRequest()
        #expect(bytes.body?.data == Data([0, 255]) && bytes.headers["Content-Type"] == "application/octet-stream")
        #expect(try Binary(value: Optional(Data([1]))).httpRequest().body?.data == Data([1]))
        #expect(try Binary(value: Data?.none).httpRequest().body == nil)
        #expect(throws: EncodingFailure.self) { try Binary(value: "s").httpRequest() }
        #expect(throws: EncodingFailure.self) { try Text(value: [1]).httpRequest() }
    }

    @Test(
        "forms",
        arguments: [
            (["a": "b c+d&e=é*~-._"], "a=b+c%2Bd%26e%3D%C3%A9*%7E-._"), (["a": [1, 2], "b": [:], "c": []], "a=1&a=2"),
            (["a": nil, "b": true, "c": 1.50], "a=&b=true&c=1.5"),
            (["a": ["b": ["c": "d"], "e": [1, 2]]], "a%5Bb%5D%5Bc%5D=d&a%5Be%5D=1&a%5Be%5D=2"),
            (["o": [["x": 1], ["x": 2]]], "o%5B0%5D%5Bx%5D=1&o%5B1%5D%5Bx%5D=2"),
            ([:], ""),
        ] as [(JSONValue, String)])
    func forms(_ value: JSONValue, _ text: String) throws {
        let request = try Form(value: value).httpRequest()
        #expect(bodyText(request) == text && request.headers["Content-Type"] == "application/x-www-form-urlencoded")
    }

    @Test("forms with brackets, in the order of the fields")
    func brackets() throws {
        #expect(
            try bodyText(BracketedForm().httpRequest())?.removingPercentEncoding
                == "expand[]=a&expand[]=b+c&amount=5&owner[login]=a&b&owner[id]=1&at=9&items[0][x]=1&items[1][x]=2")
        #expect(throws: EncodingFailure.self) { try Form(value: [1]).httpRequest() }
    }

    @Test("what can't be meant is refused")
    func refused() throws {
        #expect(failure { _ = try Both().httpRequest() } == "the body is set both as a whole and by its fields")
        #expect(failure { _ = try Undeclared().httpRequest() } == "the endpoint says that there is no body")
        // Whether a GET may have a body is the transport's question.
        #expect(try bodyText(GetWithBody().httpRequest()) != nil)
        #expect(failure { _ = try Whole(value: Double.nan).httpRequest() } == "nan has no form in JSON")
    }

    @Test("an explicit header wins over the endpoint's, the API's and the default")
    func precedence() throws {
        let typed = try Typed().httpRequest()
        #expect(typed.headers["Content-Type"] == "application/merge-patch+json" && typed.headers["X-A"] == "parameter")
        #expect(typed.headers["Accept"] == "*/*" && typed.timeout == 3)
        #expect(try JSONFields().httpRequest().headers["Accept"] == "*/*")
        #expect(try GetAccount().httpRequest().headers["Accept"] == "application/json")
        #expect(try Export().httpRequest().headers["Accept"]?.hasPrefix("text/plain") == true)
        #expect(try Custom().httpRequest().headers["Accept"] == "application/vnd+json")
        #expect(
            try Custom().adding(header: "accept", value: "text/csv").httpRequest().headers.values(of: "Accept") == [
                "text/csv"
            ])
    }
}

@Suite("URLs")
struct URLTests {
    @Test("the base URL keeps its path")
    func base() throws {
        #expect(try Custom().httpRequest().url.absoluteString == "https://x.test/base/")
        #expect(try GetAccount(id: "7").httpRequest().url.absoluteString == "https://api.example.com/v1/accounts/7")
        #expect(
            try GetAccount(id: "7").httpRequest(base: URL(string: "http://127.0.0.1:8080/a//")!).url.absoluteString
                == "http://127.0.0.1:8080/a/accounts/7")
    }

    @Test(
        "what is no base URL is refused",
        arguments: ["", "x", "/a", "ftp://x", "https://", "https://x?a=b", "https://x#a", "file:///x", "https://a b/"])
    func noBase(_ text: String) async {
        await #expect(throws: EncodingFailure.self) {
            try await Session(baseURL: text, transport: StubTransport([:])).send(GetAccount())
        }
    }

    @Test("a query in the path comes first")
    func queryInPath() throws {
        struct Fixed: RequestType {
            typealias Response = Void
            static var api: API { testAPI }
            static var endpoint: Endpoint { .get("/x?fixed=1") }
            func write(to request: inout RequestWriter) { request.query["a"] = 2 }
        }
        #expect(try Fixed().httpRequest().url.absoluteString == "https://api.example.com/v1/x?fixed=1&a=2")
        #expect(try Fixed().adding(query: "b[]", value: "é").httpRequest().url.query == "fixed=1&a=2&b%5B%5D=%C3%A9")
    }

    @Test("variables in the base URL")
    func variables() throws {
        func base(_ text: String, _ variables: [String: API.Variable]) throws -> String {
            try API(baseURL: text, variables: variables).renderedBaseURL()
        }
        #expect(
            try base(
                "https://{host}/{region}/v1/", ["host": .init("api.x.test:8080"), "region": .init(TicketState.open)])
                == "https://api.x.test:8080/open/v1")
        #expect(try base("{url}", ["url": "http://x/a/b"]) == "http://x/a/b")
        #expect(try base("https://x/{v}", ["v": .init(2)]) == "https://x/2")
        #expect(failure { _ = try base("https://{host}", [:]) } == "the base URL's {host} has no value")
        for evil in ["a@evil.test", "a?b", "a#b", "a\\b", "a b", "a\nb", "é"] {
            #expect(throws: EncodingFailure.self) { try base("https://{host}", ["host": .init(evil)]) }
        }
    }
}
