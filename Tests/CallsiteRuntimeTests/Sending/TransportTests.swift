@testable import CallsiteCurl
@testable import CallsiteHTTP
@testable import CallsiteRuntime
import Foundation
import LoopbackServer
import Testing
import Waiting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Real HTTP over loopback: the bytes that arrive, and what becomes of a server's bad days.
@Suite("NetworkTransport", .timeLimit(.minutes(10)))
struct TransportTests {
    private let transport = NetworkTransport(idleTimeout: LoopbackServer.patience)

    /// The kind of the transport's failure; nil where `body` ended otherwise.
    private func kind(_ body: () async throws -> Void) async -> TransportFailure.Kind? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? TransportFailure)?.kind
        }
    }

    // MARK: Requests

    @Test("a GET arrives as it was written")
    func getBytes() async throws {
        let server = try LoopbackServer { _ in .json(#"{"login":"a","id":1}"#) }
        let account = try await server.session(credential: Credential.bearer("t0k")).send(
            GetAccount(id: "a/b ü.%2e").adding(query: "q", value: "1+1&x=;#").adding(
                header: "X-Extra", value: "é; \"q\""))
        #expect(account == Account(login: "a"))
        let request = try #require(server.requests.first)
        #expect(request.method == "GET")
        #expect(request.target == "/accounts/a%2Fb%20%C3%BC.%252e?q=1%2B1%26x%3D%3B%23")
        #expect(request[header: "Authorization"] == "Bearer t0k")
        #expect(request[header: "Accept"] == "application/json")
        #expect(request[header: "X-Version"] == "7")
        #expect(request[header: "X-Extra"] == "é; \"q\"")
        #expect(request[header: "Content-Type"] == nil && request.body.isEmpty)
        #expect(request.values(of: "Cookie").isEmpty)
    }

    @Test("a POST's body arrives with its type and length")
    func postBytes() async throws {
        let server = try LoopbackServer { _ in .json(#"{"login":"é","id":1}"#, status: 201) }
        let account = try await server.session().send(CreateAccount(login: "é\n"))
        #expect(account.login == "é")
        let request = try #require(server.requests.first)
        #expect(request.method == "POST" && request.target == "/accounts")
        #expect(request.text == #"{"login":"é\n"}"#)
        #expect(request[header: "Content-Type"] == "application/json")
        #expect(request.values(of: "Content-Length") == ["16"] && !request.isChunked)
    }

    @Test("a large binary body arrives whole, and no body is no form")
    func binary() async throws {
        let server = try LoopbackServer { _ in .response(status: 204) }
        let data = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try await server.session().send(Upload(data: data))
        #expect(server.requests.first?.body == data)
        #expect(server.requests.first?[header: "Content-Type"] == "application/octet-stream")
    }

    @Test("a body without a type is bytes, not a form", arguments: [HTTPMethod.post, .put, .patch, .delete])
    func bodyWithoutType(_ method: HTTPMethod) async throws {
        let server = try LoopbackServer { _ in .response() }
        _ = try await transport.send(HTTPRequest(method: method, url: server.url("/x"), body: Data("a=b".utf8)))
        _ = try await transport.send(HTTPRequest(method: method, url: server.url("/y")))
        #expect(server.requests.map { $0[header: "Content-Type"] } == ["application/octet-stream", nil])
        #expect(server.requests.map(\.text) == ["a=b", ""])
        #expect(server.requests.map(\.method) == [method.name, method.name])
    }

    @Test("methods of any name are sent as they are written", arguments: ["PURGE", "QUERY", "OPTIONS", "patch"])
    func methods(_ name: String) async throws {
        let server = try LoopbackServer { _ in .response() }
        _ = try await transport.send(HTTPRequest(method: HTTPMethod(name), url: server.url("/x")))
        #expect(server.requests.map(\.method) == [name])
    }

    @Test("what URLSession can't send is refused before anything is sent")
    func refusedEarly() async throws {
        let server = try LoopbackServer { _ in .response() }
        let requests = [
            HTTPRequest(url: server.url("/x"), headers: ["X": "a\r\nY: b"]),
            HTTPRequest(url: server.url("/x"), headers: ["X Y": "a"]),
            HTTPRequest(method: .post, url: server.url("/x"), headers: ["Content-Length": "3"], body: Data("x".utf8)),
            HTTPRequest(url: URL(string: "file:///etc/passwd")!),
        ]
        for request in requests {
            await #expect(throws: EncodingFailure.self) { try await transport.send(request) }
        }
        #expect(server.connectionCount == 0)
    }

    @Test("a GET with a body is sent where libcurl sends it, and refused by URLSession")
    func bodyOfGet() async throws {
        let server = try LoopbackServer { _ in .response(body: Data("found".utf8)) }
        let request = HTTPRequest(
            url: server.url("/search"), headers: ["Content-Type": "application/json"], body: Data(#"{"q":1}"#.utf8))
        #if canImport(FoundationNetworking)
            let response = try await transport.send(request)
            #expect(String(decoding: response.body, as: UTF8.self) == "found")
            let received = await server.requests(count: 1)
            #expect(received[0].method == "GET" && String(decoding: received[0].body, as: UTF8.self) == #"{"q":1}"#)
        #else
            await #expect(throws: EncodingFailure.self) { try await transport.send(request) }
            #expect(server.connectionCount == 0)
        #endif
    }

    // MARK: Responses

    @Test("chunked and keep-alive answers; one connection serves several requests")
    func keepAlive() async throws {
        let pairs = 5
        let server = try LoopbackServer(
            script: (0..<pairs).flatMap { _ in
                [.chunked(["{\"login\":", "\"a\",\"id\":1}"]), .json(#"{"login":"b","id":1}"#)]
            })
        let session = server.session()
        for _ in 0..<pairs {
            #expect(try await session.send(GetAccount()).login == "a")
            #expect(try await session.send(GetAccount()).login == "b")
        }
        // One that a busy machine leaves idle for two minutes isn't used again.
        #expect(server.connectionCount < pairs)
    }

    @Test("HEAD has headers and no body")
    func head() async throws {
        let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\nX-Total: 3\r\n\r\n") }
        let answer = try await server.session().response(to: HeadAccount())
        #expect(answer.http.status == 200 && answer.http.headers["x-total"] == "3" && answer.http.body.isEmpty)
    }

    @Test(
        "a 401 with a Basic challenge is an answer, with and without a credential",
        arguments: [nil, Credential.basic(user: "a", password: "b")])
    func basicChallenge(_ credential: Credential?) async throws {
        let server = try LoopbackServer { _ in .basicChallenge(#"{"message":"who are you?"}"#) }
        let error = await #expect(throws: Rejected<Refusal>.self) {
            try await server.session(credential: credential).send(GetAccount())
        }
        #expect(error?.status == 401)
        #expect(error?.body?.message == "who are you?")
        #expect(server.requests.count == 1)
    }

    @Test("errors in HTML are answers", arguments: [404, 500, 503])
    func html(_ status: Int) async throws {
        let server = try LoopbackServer { _ in .text("<h1>no</h1>", status: status, type: "text/html") }
        let error = await #expect(throws: Rejected<Refusal>.self) { try await server.session().send(GetAccount()) }
        #expect(error?.status == status && error?.body == nil && error?.http.body == Data("<h1>no</h1>".utf8))
        let end = ": the server responded with \(status) (text/html, 11 bytes): \"<h1>no</h1>\""
        #expect(error?.description == "GET \(server.url("/accounts/1").absoluteString)\(end)")
    }

    @Test("HTML with 200 is a decoding failure that tells status and type")
    func htmlWith200() async throws {
        let server = try LoopbackServer { _ in .text("<h1>login</h1>", type: "text/html") }
        let error = await #expect(throws: DecodingFailure.self) { try await server.session().send(GetAccount()) }
        let request = "GET \(server.url("/accounts/1").absoluteString)"
        let text = "/: expected a value, found < at line 1, column 1 (offset 0) (\(request): 200, text/html)"
        #expect(error?.description == text)
    }

    @Test("cookies are neither kept nor sent, an own one is")
    func cookies() async throws {
        let server = try LoopbackServer { _ in
            .json("1", headers: [("Set-Cookie", "id=1; Path=/"), ("Set-Cookie", "b=2")])
        }
        let session = server.session()
        _ = try await session.send(Open())
        _ = try await session.send(Open())
        _ = try await session.send(Open().adding(header: "Cookie", value: "own=3"))
        // Another transport knows nothing either, and the jar that all processes of this name share on disk has stayed
        // empty.
        _ = try await server.session().send(Open())
        #expect(server.requests.map { $0[header: "Cookie"] } == [nil, nil, "own=3", nil])
        #expect((HTTPCookieStorage.shared.cookies(for: server.baseURL) ?? []).isEmpty)
    }

    // MARK: Redirects

    @Test("307 and 308 keep method and body", arguments: [307, 308])
    func redirectKeepsBody(_ status: Int) async throws {
        let server = try LoopbackServer {
            $0.target == "/accounts"
                ? .redirect(status, to: "/moved?x=1") : .json(#"{"login":"a","id":1}"#, status: 201)
        }
        _ = try await server.session(credential: Credential.bearer("t")).send(CreateAccount(login: "a"))
        let last = try #require(server.requests.last)
        #expect(last.method == "POST" && last.target == "/moved?x=1" && last.text == #"{"login":"a"}"#)
        #expect(last[header: "Content-Type"] == "application/json" && last[header: "Authorization"] == "Bearer t")
    }

    @Test("301, 302 and 303 turn a POST into a GET without a body", arguments: [301, 302, 303])
    func redirectToGet(_ status: Int) async throws {
        let server = try LoopbackServer {
            $0.target == "/accounts" ? .redirect(status, to: "/moved") : .json(#"{"login":"a","id":1}"#, status: 201)
        }
        _ = try await server.session().send(CreateAccount(login: "a"))
        let last = try #require(server.requests.last)
        #expect(last.method == "GET" && last.text == "" && last[header: "Content-Type"] == nil)
    }

    @Test("no credential follows a redirect to another origin")
    func redirectElsewhere() async throws {
        let other = try LoopbackServer { _ in .json(#"{"login":"a","id":1}"#) }
        let server = try LoopbackServer { _ in .redirect(302, to: other.url("/elsewhere").absoluteString) }
        _ = try await server.session(credential: Credential.bearer("secret")).send(
            GetAccount().adding(header: "Cookie", value: "secret").adding(header: "X-Api-Key", value: "secret"))
        #expect(server.requests.first?[header: "Authorization"] == "Bearer secret")
        let request = try #require(other.requests.first)
        #expect(request.target == "/elsewhere" && request[header: "Accept"] == "application/json")
        #expect(!request.headerLines.contains { $0.contains("secret") }, "\(request.headerLines)")
    }

    @Test("redirects end")
    func redirectLoop() async throws {
        let server = try LoopbackServer { _ in .redirect(302, to: "/again") }
        let session = server.session(redirectLimit: 3)
        #expect(await kind { _ = try await session.send(GetAccount()) } == .tooManyRedirects)
        #expect(server.requests.count == 4)
    }

    @Test(
        "a redirect to another scheme is an answer, not followed",
        arguments: ["file:///etc/passwd", "ftp://x/", "javascript:1", "http://", "http://u:p@127.0.0.1/"])
    func redirectToScheme(_ target: String) async throws {
        let server = try LoopbackServer { _ in .redirect(302, to: target) }
        let error = await #expect(throws: Rejected<Refusal>.self) { try await server.session().send(GetAccount()) }
        #expect(error?.status == 302 && server.requests.count == 1)
    }

    // MARK: Bad days

    @Test("half an answer is no answer")
    func halfAnAnswer() async throws {
        let replies: [Reply] = [
            .truncated(#"{"login":"a","id":1}"#, missing: 3), .closedAfterHeaders, .closedBeforeHeaders,
            .truncatedChunk(#"{"login":"a","id":1}"#),
        ]
        for reply in replies {
            let server = try LoopbackServer { _ in reply }
            #expect(await kind { _ = try await server.session().send(GetAccount()) } == .connectionLost, "\(reply)")
        }
    }

    @Test("what is no HTTP is refused")
    func noHTTP() async throws {
        for reply in [Reply.raw("SSH-2.0-OpenSSH\r\n"), .raw("\u{0}\u{1}\u{2}"), .raw("HTTP/1.1 abc\r\n\r\n")] {
            let server = try LoopbackServer { _ in reply }
            #expect(await kind { _ = try await server.session().send(GetAccount()) } == .badResponse, "\(reply)")
        }
    }

    @Test("many and long headers arrive; what is beyond all measure is a failure", arguments: [100, 400])
    func longHeaders(_ count: Int) async throws {
        let server = try LoopbackServer { _ in
            .response(
                headers: (0..<count).map { ("X-\($0)", String(repeating: "x", count: 2000)) },
                body: Data(#"{"login":"a","id":1}"#.utf8))
        }
        var session = server.session()
        session.retries = .none
        if count == 100 {
            #expect(try await session.response(to: GetAccount()).http.headers["x-99"]?.count == 2000)
        } else {
            await #expect(throws: TransportFailure.self) { try await session.send(GetAccount()) }
        }
    }

    @Test("a connection that can't be trusted isn't one that was lost")
    func notSecure() {
        let text = "SSL certificate problem: self-signed certificate"
        for error in [
            URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text]), URLError(.serverCertificateUntrusted),
        ] {
            #expect((TransportFailure.wrapping(error) as? TransportFailure)?.kind == .notSecure)
        }
        #expect((TransportFailure.wrapping(URLError(.unknown)) as? TransportFailure)?.kind == .connectionLost)
    }

    @Test("an error of the system's sockets has its kind, and doesn't show the URL")
    func socketErrors() {
        let kinds: [(Int32, TransportFailure.Kind)] = [
            (ECONNABORTED, .connectionLost), (ECONNRESET, .connectionLost), (ENOTCONN, .connectionLost),
            (EPIPE, .connectionLost), (ECONNREFUSED, .cannotConnect), (ENETUNREACH, .cannotConnect),
            (ETIMEDOUT, .timedOut), (EINVAL, .other),
        ]
        let info = ["NSErrorFailingURLStringKey": "https://example.com/?own=hunter2"]
        for (code, kind) in kinds {
            let error = NSError(domain: NSPOSIXErrorDomain, code: Int(code), userInfo: info)
            let failure = TransportFailure.wrapping(error) as? TransportFailure
            #expect(failure?.kind == kind, "\(code)")
            #expect(failure?.description.contains("hunter2") == false)
        }
        let failure = TransportFailure.wrapping(NSError(domain: "Proxy", code: 7, userInfo: info)) as? TransportFailure
        #expect(failure?.kind == .other && failure?.description.contains("hunter2") == false)
        struct OwnError: Error {}
        #expect((TransportFailure.wrapping(OwnError()) as? TransportFailure)?.description == "OwnError()")
    }

    @Test("nobody listens")
    func nobodyListens() async throws {
        let session = Session(
            baseURL: LoopbackServer.nobodysURL, transport: NetworkTransport(idleTimeout: LoopbackServer.patience))
        #expect(await kind { _ = try await session.send(GetAccount()) } == .cannotConnect)
    }

    @Test("silence ends with the idle timeout", arguments: [true, false])
    func idleTimeout(_ hasHeaders: Bool) async throws {
        let server = try LoopbackServer { _ in hasHeaders ? .silenceAfterHeaders : .silence }
        let session = Session(baseURL: server.baseURL, transport: NetworkTransport(idleTimeout: 0.2))
        #expect(await kind { _ = try await session.send(GetAccount()) } == .timedOut)
        #expect(await server.connectionsEnded(count: 1))
    }

    #if os(Linux)
        @Test("the idle timeout isn't over before its time")
        func idleTimeoutIsExact() async throws {
            let time = ManualTransportClock()
            let server = try LoopbackServer { _ in .silence }
            let session = Session(
                baseURL: server.baseURL, transport: NetworkTransport(idleTimeout: 120, clock: time.clock))
            let task = Task { try await session.send(GetAccount()) }
            await server.requests(count: 1)
            time.advance(by: 119)
            #expect(time.isAwaited)
            time.advance(by: 1)
            #expect(!time.isAwaited)
            #expect(await kind { _ = try await task.value } == .timedOut)
            #expect(await server.connectionsEnded(count: 1))
        }

        @Test("a drip doesn't trip the idle timeout, but the request's own")
        func totalTimeout() async throws {
            let time = ManualTransportClock()
            let due = Counter()
            let server = try LoopbackServer { _ in .drip(#"{"a":"0123456789"}"#) { $0 < due.value } }
            var session = Session(
                baseURL: server.baseURL, transport: NetworkTransport(idleTimeout: 120, clock: time.clock))
            session.timeout = 1000
            let whole = Task { [session] in try await session.send(Open()) }
            // It looks twice as it begins, for the head, and for each byte.
            for count in 1...18 {
                due.add()
                await time.looks.wait { $0 >= 3 + count }
                if count < 18 { time.advance(by: 50) }
            }
            #expect(try await whole.value == ["a": "0123456789"])

            let looks = time.looks.value
            due.add(-18)
            let late = Task { [session] in try await session.send(Open()) }
            for count in 1...10 {
                due.add()
                await time.looks.wait { $0 >= looks + 3 + count }
                #expect(time.isAwaited)
                time.advance(by: 100)
            }
            #expect(!time.isAwaited)
            #expect(await kind { _ = try await late.value } == .timedOut)
            #expect(await server.connectionsEnded(count: 1))
        }
    #endif

    @Test("redirects share the request's timeout")
    func timeoutAcrossRedirects() async throws {
        let server = try LoopbackServer { _ in .redirect(302, to: "/slow") }
        let session = server.session(redirectLimit: .max)
        #expect(await kind { _ = try await session.send(Slow()) } == .timedOut)
    }

    @Test("a cancelled task ends at once, and so does its connection")
    func cancellation() async throws {
        for reply in [Reply.silence, .silenceAfterHeaders, .drip(String(repeating: "x", count: 1000)) { $0 < 10 }] {
            let server = try LoopbackServer { _ in reply }
            let session = server.session()
            let task = Task { try await session.send(GetAccount()) }
            #expect(await server.requests(count: 1).count == 1)
            task.cancel()
            // The server itself never ends it.
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(await server.connectionsEnded(count: 1))
        }
    }

    @Test("a task that is cancelled already sends nothing")
    func cancelledBefore() async throws {
        let server = try LoopbackServer { _ in .response() }
        let session = server.session()
        let task = Task {
            try? await waitForCancellation()
            return try await session.send(GetAccount())
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.requests.isEmpty)
    }

    @Test("the callback form tells that it was cancelled, once")
    func cancelledCallback() async throws {
        let server = try LoopbackServer { _ in .silence }
        let session = server.session()
        let isCancelled = await withCheckedContinuation { continuation in
            let cancellation = session.send(GetAccount()) { result in
                if case .failure(.cancelled) = result {
                    continuation.resume(returning: true)
                } else {
                    continuation.resume(returning: false)
                }
            }
            Task {
                await server.requests(count: 1)
                cancellation.cancel()
            }
        }
        #expect(isCancelled)
    }

    @Test("many at once")
    func manyAtOnce() async throws {
        let server = try LoopbackServer { request in .json("\"\(request.target)\"") }
        let transport = NetworkTransport(idleTimeout: LoopbackServer.patience, connectionsPerHost: 8)
        let bodies = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<200 {
                group.addTask {
                    (
                        number,
                        String(
                            decoding: try await transport.send(HTTPRequest(url: server.url("/\(number)"))).body,
                            as: UTF8.self)
                    )
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(bodies.count == 200 && bodies.allSatisfy { $1 == "\"/\($0)\"" })
        // Connections are used again. How many are opened in all is curl's affair.
        #expect(server.connectionCount < 200)
    }
}
