@testable import CallsiteCurl
@testable import CallsiteHTTP
@testable import CallsiteRuntime
import Foundation
import LoopbackServer
import Testing

/// Connections that are used again, and that end at the wrong time.
@Suite("Connections", .timeLimit(.minutes(10)))
struct ConnectionTests {
    #if os(Linux)
        /// It uses a connection again however long this machine has been busy with other things.
        private let transport = NetworkTransport(
            idleTimeout: LoopbackServer.patience, redirectLimit: 0, longestIdle: 86_400)
    #else
        private let transport = NetworkTransport(idleTimeout: LoopbackServer.patience, redirectLimit: 0)
    #endif

    /// Serves one request on each connection, which it says to keep: the next one on it ends it, without a response.
    private func fickleServer() throws -> LoopbackServer {
        let served = Counter()
        return try LoopbackServer { request in
            served.add()
            return request.target == "/first" || request.connection > 0 ? .text("ok") : .closedBeforeHeaders
        }
    }

    @Test(
        "what must not be repeated is sent once, with a body and without, and fails at once",
        arguments: [HTTPMethod.post, .patch],
        [nil, "body"])
    func notRepeated(_ method: HTTPMethod, _ body: String?) async throws {
        let server = try fickleServer()
        _ = try await transport.send(HTTPRequest(url: server.url("/first")))
        let failure = await #expect(throws: TransportFailure.self) {
            try await transport.send(
                HTTPRequest(method: method, url: server.url("/second"), body: body.map { Data($0.utf8) }))
        }
        #expect(failure?.kind == .connectionLost)
        #expect(server.requests.map(\.target) == ["/first", "/second"])
    }

    @Test("what may be repeated is, its body from the beginning", arguments: [HTTPMethod.get, .put, .delete])
    func repeated(_ method: HTTPMethod) async throws {
        let server = try fickleServer()
        _ = try await transport.send(HTTPRequest(url: server.url("/first")))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-\(UUID().uuidString)")
        try Data(repeating: 0x61, count: 300_000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var request = HTTPRequest(method: method, url: server.url("/second"))
        if method == .put { request.body = HTTPBody([.data(Data("b".utf8)), .file(file), .data(Data("e".utf8))]) }
        #expect(try await transport.send(request).status == 200)
        let last = try #require(server.requests.last)
        #expect(last.connection == 1 && last.method == method.name)
        if method == .put {
            #expect(last.body == Data("b".utf8) + Data(repeating: 0x61, count: 300_000) + Data("e".utf8))
        }
    }

    @Test("a session repeats an idempotent request, and one with an idempotency key, over a new connection")
    func keyed() async throws {
        struct Pay: TestRequestType {
            typealias Response = String
            static var endpoint: Endpoint {
                .post("/second").accepting(.text).idempotencyKey(header: "Idempotency-Key")
            }
            static func response(from http: HTTPResponse) throws -> Response { try http.text() }
        }
        let server = try fickleServer()
        var session = Session(baseURL: server.baseURL, transport: transport)
        session.clock = ManualClock.instant
        struct First: TestRequestType {
            typealias Response = String
            static var endpoint: Endpoint { .get("/first").accepting(.text) }
            static func response(from http: HTTPResponse) throws -> Response { try http.text() }
        }
        #expect(try await session.send(First()) == "ok")
        #expect(try await session.send(Pay()) == "ok")
        let keys = server.requests.compactMap { $0[header: "Idempotency-Key"] }
        #expect(keys.count == 2 && keys[0] == keys[1])
    }

    @Test("a connection that the server has closed meanwhile isn't used", arguments: [HTTPMethod.get, .post, .put])
    func closedMeanwhile(_ method: HTTPMethod) async throws {
        // It says nothing of closing.
        let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") }
        for number in 1...5 {
            let response = try await transport.send(
                HTTPRequest(method: method, url: server.url("/\(number)"), body: method == .get ? nil : Data("b".utf8)))
            #expect(response.body == Data("ok".utf8))
            #expect(await server.connectionsEnded(count: number))
        }
        #expect(server.requests.map(\.target) == (1...5).map { "/\($0)" })
    }

    @Test("requests without a body say so where one is expected")
    func noBody() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        for method in [HTTPMethod.get, .post, .put, .patch, .delete, .head] {
            _ = try await transport.send(HTTPRequest(method: method, url: server.url("/")))
        }
        #expect(server.requests.map { $0[header: "Content-Length"] } == [nil, "0", "0", "0", nil, nil])
        #expect(
            server.requests.allSatisfy {
                $0[header: "Expect"] == nil && $0[header: "Content-Type"] == nil && !$0.isChunked
            })
    }

    @Test("methods, headers and bodies arrive as they were written")
    func asWritten() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        var request = HTTPRequest(method: .head, url: server.url("/a/../b/%2E%2E/c"), body: Data("of a HEAD".utf8))
        request.headers = ["X-Empty": "", "X-Semicolon": ";", "Accept": "a", "user-agent": "own"]
        request.headers.append("X-Twice", "1")
        request.headers.append("X-Twice", "2")
        #expect(try await transport.send(request).body.isEmpty)
        let received = try #require(server.requests.first)
        #expect(received.target == "/a/../b/%2E%2E/c" && received.text == "of a HEAD")
        #expect(received.values(of: "X-Twice") == ["1", "2"])
        #expect(received[header: "X-Empty"] == "" && received[header: "X-Semicolon"] == ";")
        #expect(received.values(of: "User-Agent") == ["own"] && received.values(of: "Accept") == ["a"])
        _ = try await transport.send(HTTPRequest(url: server.url("/")))
        #expect(
            server.requests.last?.values(of: "User-Agent") == [UserAgent.text] && UserAgent.text.hasSuffix("Callsite"))
        for method in ["", "GET /x HTTP/1.1\r\nX: y\r\n", "A B"] {
            await #expect(throws: EncodingFailure.self) {
                try await transport.send(HTTPRequest(method: HTTPMethod(method), url: server.url("/")))
            }
        }
    }

    @Test("a file that becomes shorter while it is sent is an error")
    func shorterFile() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-\(UUID().uuidString)")
        try Data(repeating: 0x61, count: 50_000_000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let server = try LoopbackServer { _ in .text("ok") }
        var request = HTTPRequest(method: .put, url: server.url("/"))
        request.body = HTTPBody([.file(file)])
        request.uploadObserver = UploadObserver { progress in
            if progress.completed < 1_000_000 { truncate(file.path, 2_000_000) }
        }
        await #expect(throws: EncodingFailure.self) { try await transport.send(request) }
        #expect(server.requests.isEmpty)
    }

    @Test("what carries requests has a name")
    func description() {
        #if os(Linux)
            #expect(transport.description.hasPrefix("libcurl/"))
        #else
            #expect(transport.description == "URLSession")
        #endif
    }
}
