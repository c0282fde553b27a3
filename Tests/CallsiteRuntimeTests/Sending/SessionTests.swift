@testable import CallsiteCurl
@testable import CallsiteHTTP
@testable import CallsiteRuntime
import Foundation
import Testing
import Waiting

/// Keeps the requests that a stub was asked.
private final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [HTTPRequest] = []

    func add(_ request: HTTPRequest) { lock.withLock { list.append(request) } }
    var requests: [HTTPRequest] { lock.withLock { list } }
}

@Suite("Session", .timeLimit(.minutes(10)))
struct SessionTests {
    private func session(_ response: HTTPResponse, credential: (any CredentialProviding)? = nil) -> Session {
        Session(transport: StubTransport { _ in response }, credential: credential)
    }

    @Test("responses: a model, nothing, maybe something, text")
    func responses() async throws {
        #expect(try await session(.json(#"{"login":"a","id":1}"#)).send(GetAccount()) == Account(login: "a"))
        try await session(HTTPResponse(status: 204)).send(DeleteAccount())
        try await session(.json("no JSON {")).send(DeleteAccount())
        #expect(try await session(HTTPResponse(status: 204)).send(FindAccount()) == nil)
        #expect(try await session(HTTPResponse(status: 204, body: Data("x".utf8))).send(FindAccount()) == nil)
        #expect(try await session(HTTPResponse(status: 200)).send(FindAccount()) == nil)
        #expect(try await session(.json("null")).send(FindAccount()) == nil)
        #expect(try await session(.json(#"{"login":"a","id":1}"#)).send(FindAccount()) == Account(login: "a"))
        #expect(
            try await session(
                HTTPResponse(headers: ["Content-Type": "text/csv; charset=ISO-8859-1"], body: Data([0xE9]))
            ).send(Export())
                == "é")
        #expect(
            try await session(
                HTTPResponse(headers: ["Content-Type": "text/csv; charset=\"UTF-8\""], body: Data("é".utf8))
            ).send(Export())
                == "é")
    }

    @Test("an empty body where there must be one is told")
    func emptyBody() async {
        let error = await #expect(throws: DecodingFailure.self) {
            try await session(HTTPResponse(status: 200)).send(GetAccount())
        }
        #expect(
            error?.description
                == "/: expected a JSON value, found an empty body (GET https://api.example.com/v1/accounts/1: 200, no content type)"
        )
        let text = await #expect(throws: DecodingFailure.self) {
            try await session(HTTPResponse(body: Data([0xFF]))).send(Export())
        }
        #expect(
            text?.description
                == "/: expected text in UTF-8, found other bytes (GET https://api.example.com/v1/export: 200, no content type)"
        )
    }

    @Test("a status that means no success is the request's own failure")
    func failures() async {
        let rejected = await #expect(throws: Rejected<Refusal>.self) {
            try await session(.json(#"{"message":"no"}"#, status: 403)).send(GetAccount())
        }
        #expect(rejected?.status == 403 && rejected?.body == Refusal.init(message: "no"))
        do {
            _ = try await session(.json(#"{"message":"no"}"#, status: 422)).send(CreateAccount(login: "a"))
            Issue.record("nothing was thrown")
        } catch CreateAccount.Failure.invalid(let body, let http) {
            #expect(body.message == "no" && http.status == 422)
        } catch {
            Issue.record(error)
        }
        for response in [
            HTTPResponse.json("[]", status: 422), .json("{}", status: 500),
            .json(#"{"login":"a","id":1}"#, status: 200), .json("", status: 302),
        ] {
            await #expect(throws: CreateAccount.Failure.self) {
                try await session(response).send(CreateAccount(login: "a"))
            }
        }
    }

    @Test("a decoding failure carries the answer")
    func decodingFailure() async {
        let error = await #expect(throws: DecodingFailure.self) {
            try await session(.json(#"{"login":1}"#)).send(GetAccount())
        }
        #expect(
            error?.description
                == "/login: expected a string, found 1 (GET https://api.example.com/v1/accounts/1: 200, application/json)"
        )
        #expect(error?.response?.body == Data(#"{"login":1}"#.utf8))
    }

    @Test("status and headers")
    func answer() async throws {
        let answer = try await session(.json("[1,2]", headers: ["X-Total": "2"])).response(to: ListNumbers())
        #expect(
            answer.value == [1, 2] && answer.headers.total == 2 && answer.headers.next == nil
                && answer.http.status == 200)
        let broken = session(.json("[1]", headers: ["X-Total": "many"]))
        let error = await #expect(throws: DecodingFailure.self) { try await broken.response(to: ListNumbers()) }
        #expect(
            error?.description
                == "header X-Total: expected an integer, found \"many\" (GET https://api.example.com/v1/numbers: 200, application/json)"
        )
        #expect(try await broken.send(ListNumbers()) == [1])
        #expect(try await session(.json("[]")).response(to: GetNothing()).headers["Content-Type"] == "application/json")
    }

    private struct GetNothing: TestRequestType {
        typealias Response = [Int]
        static var endpoint: Endpoint { .get("/") }
    }

    @Test("errors with their type, for an exhaustive switch")
    func result() async {
        func kind(_ transport: StubTransport) async -> String {
            switch await Session(transport: transport).result(of: GetAccount()) {
            case .success(let account): "success \(account.login)"
            case .failure(.rejected(let failure)): "rejected \(failure.status)"
            case .failure(.decoding(let failure)): "decoding \(failure.path)"
            case .failure(.encoding): "encoding"
            case .failure(.transport(let failure)): "transport \(failure.kind)"
            case .failure(.cancelled): "cancelled"
            case .failure(.other): "other"
            }
        }
        struct Broken: Error {}
        #expect(await kind(StubTransport { _ in .json(#"{"login":"a","id":1}"#) }) == "success a")
        #expect(await kind(StubTransport { _ in .json("", status: 500) }) == "rejected 500")
        #expect(await kind(StubTransport { _ in .json("{}") }) == "decoding /login")
        #expect(await kind(StubTransport { _ in throw EncodingFailure("x") }) == "encoding")
        #expect(await kind(StubTransport { _ in throw URLError(.timedOut) }) == "transport timedOut")
        #expect(await kind(StubTransport { _ in throw URLError(.cannotFindHost) }) == "transport cannotConnect")
        #expect(await kind(StubTransport { _ in throw URLError(.cancelled) }) == "cancelled")
        #expect(await kind(StubTransport { _ in throw CancellationError() }) == "cancelled")
        #expect(await kind(StubTransport { _ in throw Broken() }) == "transport other")
        switch await Session(transport: StubTransport([:])).result(of: GetAccount(id: "..")) {
        case .failure(.encoding(let failure)): #expect(failure.description.hasPrefix("id: "))
        default: Issue.record("not refused")
        }
    }

    @Test("the callback form")
    func callback() async {
        let login = await withCheckedContinuation { continuation in
            session(.json(#"{"login":"a","id":1}"#)).send(GetAccount()) {
                continuation.resume(returning: try? $0.get().login)
            }
        }
        #expect(login == "a")
    }

    @Test(
        "credentials go where the description wants them",
        arguments: [
            (Authentication.bearer, Credential.bearer("t"), "Authorization: Bearer t", ""),
            (.bearer, .key("t"), "Authorization: Bearer t", ""),
            (.basic, .basic(user: "é", password: "p:w"), "Authorization: Basic w6k6cDp3", ""),
            (.basic, .key("k"), "Authorization: Basic azo=", ""),
            (.basic, .keys(["Authorization": "u:p:w"]), "Authorization: Basic dTpwOnc=", ""),
            (.bearer, .basic(user: "a", password: "b"), "Authorization: Basic YTpi", ""),
            (.header("X-Key"), .key("k"), "X-Key: k", ""), (.header("X-Key"), .bearer("t"), "X-Key: t", ""),
            (.cookie("c"), .key("k"), "Cookie: a=b; c=k", ""),
            (.cookie("c"), .key("\"k%20=\""), "Cookie: a=b; c=\"k%20=\"", ""),
            (.query("key"), .key("a&b"), "", "x=1&key=a%26b"),
            (.none, .key("k"), "", ""),
        ])
    func placement(_ authentication: Authentication, _ credential: Credential, _ header: String, _ query: String) throws
    {
        var request = HTTPRequest(url: URL(string: "https://x.test/?x=1")!)
        if case .cookie = authentication { request.headers["Cookie"] = "a=b" }
        try request.attach(credential, as: authentication)
        #expect(request.headers.fields.map { "\($0.name): \($0.value)" }.joined() == header)
        #expect(request.url.query == (query.isEmpty ? "x=1" : query))
    }

    @Test("a credential that can't be sent is refused without telling it")
    func badCredentials() {
        for (authentication, credential) in [
            (Authentication.bearer, Credential.bearer("s3cret\r\nX: y")),
            (.basic, .basic(user: "s3:cret", password: "s3cret")),
            (.header("X-Key"), .basic(user: "s3cret", password: "s3cret")), (.cookie("c"), .key("s3cret\n")),
            (.cookie("c"), .key("s3cret;admin=1")), (.cookie("c"), .key("s3 cret")), (.cookie("c"), .key("\"s3cret")),
            (.cookie("c"), .key("s3crét")),
        ] {
            var request = HTTPRequest(url: URL(string: "https://x.test/")!)
            let message = failure { try request.attach(credential, as: authentication) }
            #expect(message != nil && message?.contains("s3") == false)
        }
    }

    private struct Unsaid: RequestType {
        typealias Response = JSONValue
        static let api = API(baseURL: "https://api.example.com")
        static var endpoint: Endpoint { .get("/a") }
    }

    @Test("a credential that nobody said how to send is not dropped without a word")
    func unspecified() async throws {
        let sent = Watched(0)
        let transport = StubTransport { _ in
            sent.update { $0 += 1 }
            return .json("{}")
        }
        let session = Session(transport: transport, credential: .bearer("s3cret"))
        let refusal = await #expect(throws: EncodingFailure.self) { _ = try await session.send(Unsaid()) }
        #expect(
            refusal?.description.contains(
                "the description of Unsaid doesn't say how it is sent; write 'authentication: bearer'") == true)
        #expect(refusal?.description.contains("s3cret") == false && sent.value == 0)
        let extended = await #expect(throws: EncodingFailure.self) {
            _ = try await session.send(Unsaid().adding(header: "X-A", value: "b"))
        }
        #expect(extended == refusal)
        // Without one there is nothing to drop.
        _ = try await Session(transport: transport).send(Unsaid())
        #expect(sent.value == 1)
    }

    @Test("a session's headers go with every request, behind those of the endpoint and the request")
    func headersOfTheSession() async throws {
        struct Chosen: RequestType {
            typealias Response = JSONValue
            static let api = API(baseURL: "https://api.example.com", headers: ["X-API": "api", "X-Common": "api"])
            static var endpoint: Endpoint { .get("/a").headers(["X-Endpoint": "endpoint"]) }
            func write(to request: inout RequestWriter) { request.header["X-Request"] = "request" }
        }
        let sent = Watched<[HTTPRequest]>([])
        var session = Session(
            transport: StubTransport { request in
                sent.update { $0.append(request) }
                return .json("{}")
            })
        session.headers = [
            "X-Common": "session", "X-Endpoint": "session", "X-Request": "session", "X-Session": "session",
        ]
        _ = try await session.send(Chosen())
        let headers = sent.value[0].headers
        let names = ["X-API", "X-Common", "X-Endpoint", "X-Request", "X-Session"]
        #expect(names.map { headers[$0] } == ["api", "session", "endpoint", "request", "session"])
        session.headers["X-Session"] = "line\nbreak"
        await #expect(throws: EncodingFailure.self) { _ = try await session.send(Chosen()) }
    }

    @Test("a response says how its request was authenticated")
    func wayOfAuthentication() async throws {
        struct Either: RequestType {
            typealias Response = JSONValue
            static let api = API(
                baseURL: "https://api.example.com", authentication: .oneOf([.bearer, .header("X-Key")]))
            static var endpoint: Endpoint { .get("/a") }
        }
        let transport = StubTransport { _ in .json("{}") }
        func way(_ credential: Credential?) async throws -> Authentication? {
            let session = Session(transport: transport, credential: credential)
            let answer: TypedResponse<Either> = try await session.response(to: Either())
            return answer.http.authentication
        }
        #expect(try await way(.bearer("t")) == .bearer)
        #expect(try await way(.keys(["X-Key": "t"])) == .header("X-Key"))
        #expect(try await way(nil) == nil)
    }

    /// For each credential the ways that it is made for, and those that it can be sent in besides.
    static let fitting: [(credential: Credential, exact: [Authentication], possible: [Authentication])] = {
        let (header, query, cookie) = (
            Authentication.header("X-Key"), Authentication.query("key"), Authentication.cookie("sid")
        )
        return [
            (.bearer("t"), [.bearer], [.basic, header, query, cookie]),
            (.basic(user: "u", password: "p"), [.basic], [.bearer]),
            (.key("k"), [header, query, cookie], [.bearer, .basic]),
            (.keys(["Authorization": "a"]), [.bearer, .basic], []),
            (.keys(["X-Key": "a", "sid": "b"]), [header, cookie], []),
            (.keys(["Other": "a"]), [], []),
        ]
    }()

    @Test("of alternatives the best is taken, and none only where no other can be", arguments: fitting)
    func alternatives(_ credential: Credential, _ exact: [Authentication], _ possible: [Authentication]) throws {
        let ways: [Authentication] = [.none, .bearer, .basic, .header("X-Key"), .query("key"), .cookie("sid")]
        let plain = HTTPRequest(url: URL(string: "https://x.example/a")!)
        var orders: [[Authentication]] = [[]]
        var wrong: [String] = []
        var index = 0
        while index < orders.count {
            defer { index += 1 }
            orders += ways.filter { !orders[index].contains($0) }.map { orders[index] + [$0] }
            let order = orders[index]
            guard !order.isEmpty else { continue }
            var expected = order.first(where: exact.contains) ?? order.first(where: possible.contains)
            if expected == nil, !order.contains(.none) { expected = order.first }
            let sent = try? plain.attaching(credential, as: .oneOf(order))
            let alone = try? plain.attaching(credential, as: expected ?? .none)
            let isAsAlone = sent?.headers == alone?.headers && sent?.url == alone?.url
            if credential.way(of: .oneOf(order)) != expected || !isAsAlone {
                wrong.append("\(order): \(String(describing: credential.way(of: .oneOf(order))))")
            }
        }
        #expect(orders.count == 1957 && wrong.isEmpty, "\(wrong.prefix(5))")
    }

    @Test("several ways at once, among alternatives and made of them")
    func nestedAlternatives() {
        let both = Authentication.all([.header("X-Key"), .header("X-User")])
        let keys = Credential.keys(["X-Key": "a", "X-User": "b"])
        for order in [[.none, both, .bearer], [.bearer, .none, both], [both, .bearer, .none]] as [[Authentication]] {
            #expect(keys.way(of: .oneOf(order)) == both)
            #expect(Credential.keys(["X-Key": "a"]).way(of: .oneOf(order)) == nil)
            #expect(Credential.bearer("t").way(of: .oneOf(order)) == .bearer)
            #expect(Credential.basic(user: "u", password: "p").way(of: .oneOf(order)) == .bearer)
            #expect(Credential.key("k").way(of: .oneOf(order)) == order.first { $0 != .none })
        }
        #expect(keys.way(of: .all([.oneOf([.none, .bearer]), .header("X-Key")])) == .header("X-Key"))
        #expect(keys.way(of: .oneOf([.oneOf([.none, .bearer]), both])) == both)
        #expect(keys.way(of: .oneOf([])) == nil && keys.way(of: .all([.none])) == nil)
    }

    @Test("who needs no credential gets none; who has its own keeps it; the provider may have none")
    func asking() async throws {
        let log = Log()
        let transport = StubTransport { request in
            log.add(request)
            return .json(#"{"login":"a","id":1}"#)
        }
        let session = Session(transport: transport, credential: .bearer("t"))
        _ = try await session.send(GetAccount())
        _ = try await session.send(Open())
        _ = try await session.send(GetAccount().adding(header: "authorization", value: "own"))
        _ = try await Session(transport: transport).send(GetAccount())
        struct Nobody: CredentialProviding {
            func credential(for request: HTTPRequest) async throws -> Credential? { nil }
        }
        _ = try await Session(transport: transport, credential: Nobody()).send(GetAccount())
        #expect(log.requests.map { $0.headers["Authorization"] } == ["Bearer t", nil, "own", nil, nil])
    }

    @Test("a session's own base URL, and an API's with other variables")
    func bases() async throws {
        let log = Log()
        let transport = StubTransport { request in
            log.add(request)
            return .json(#"{"login":"a","id":1}"#)
        }
        _ = try await Session(baseURL: "http://localhost:1/x", transport: transport).send(GetAccount())
        _ = try await Session(baseURL: URL(string: "https://staging.test"), transport: transport).send(GetAccount())
        _ = try await Session(api: API(baseURL: "https://{h}", variables: ["h": "eu.test"]), transport: transport).send(
            GetAccount())
        #expect(
            log.requests.map(\.url.absoluteString) == [
                "http://localhost:1/x/accounts/1", "https://staging.test/accounts/1", "https://eu.test/accounts/1",
            ])
    }

    @Test("a table of answers")
    func table() async throws {
        let session = Session(
            transport: StubTransport([
                "GET /v1/accounts/1": .json(#"{"login":"a","id":1}"#),
                "GET /v1/accounts/a%2Fb?x=1": .json(#"{"login":"b","id":1}"#),
            ]))
        #expect(try await session.send(GetAccount()).login == "a")
        #expect(try await session.send(GetAccount(id: "a/b").adding(query: "x", value: "1")).login == "b")
        let error = await #expect(throws: TransportFailure.self) { try await session.send(GetAccount(id: "2")) }
        #expect(error?.description == "the stub has no response for GET /v1/accounts/2")
    }

    @Test("requests are values that can be copied with a change")
    func copies() throws {
        #expect(try GetAccount().with { $0.id = "9" }.httpRequest().url.path == "/v1/accounts/9")
        #expect(
            try GetAccount().httpRequest().url == GetAccount().httpRequest().url
                && GetAccount().httpRequest().url != GetAccount(id: "2").httpRequest().url)
    }

    @Test("texts of failures")
    func texts() {
        #expect(SendError<Rejected<Refusal>>.cancelled.description == "cancelled")
        #expect(SendError<Rejected<Refusal>>.encoding(EncodingFailure("x: no")).localizedDescription == "x: no")
        #expect(TransportFailure(.timedOut, "late").localizedDescription == "late")
        #expect("\(HTTPResponse.json("{}", status: 404))" == "404 (application/json, 2 bytes)")
    }
}

extension Refusal {
    fileprivate init(message: String) { self = try! decodeJSON(from: encodeJSON(["message": message])) }
}
