@testable import CallsiteCurl
@testable import CallsiteHTTP
@testable import CallsiteRuntime
import Foundation
import LoopbackServer
import Testing

/// Servers and settings that lead a client astray.
@Suite("Hostile servers", .timeLimit(.minutes(10)))
struct HostileServerTests {
    private let transport = NetworkTransport(idleTimeout: LoopbackServer.patience)

    #if os(Linux)
        /// Headers that say where a message ends, written so that two readers may disagree (RFC 9112, 5.1 and 5.2).
        static let framingLines = [
            "Transfer-Encoding:\r\n chunked", "Transfer-Encoding: chun\r\n\tked", "Transfer-Encoding : chunked",
            "Transfer-Encoding\t: chunked", "Transfer-Encoding: chunked\r\n , gzip", "Content-Length: 1\r\n 0",
            "Content-Length:\r\n 15", "Content-Length : 15", "Transfer-Encoding: xchunked",
            "Transfer-Encoding: \u{A0}chunked", "Transfer-Encoding: \u{B}chunked", "Transfer-Encoding: identity",
            "Content-Length: \u{A0}15", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: chunked, chunked",
            "X: 1\r\nTransfer-Encoding:\r\n\r\n chunked",
        ]

        @Test(
            "a length or coding over two lines, or with a space before its colon, is refused", arguments: framingLines)
        func framing(_ lines: String) async throws {
            let body = "a\r\n{\"id\":\"1\"}\r\n0\r\n\r\n"
            let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\r\n\(lines)\r\n\r\n\(body)") }
            do {
                let http = try await transport.send(HTTPRequest(url: server.url("/")))
                // An empty header and an empty line end the head. Newer libcurls read folded lines as they are meant.
                let isRight =
                    lines.hasPrefix("X")
                    ? http.body.starts(with: Data(" chunked".utf8))
                    : lines.contains(":\r\n")
                        && [Data(body.utf8).prefix(15), Data("{\"id\":\"1\"}".utf8).prefix(10)].contains(http.body)
                #expect(isRight)
            } catch let failure as TransportFailure {
                #expect(failure.kind == .badResponse)
            }
        }

        @Test("a TLS handshake offers HTTP/1.1, and no HTTP/2")
        func protocols() async throws {
            let server = try LoopbackServer { _ in .text("none") }
            var components = try #require(URLComponents(url: server.url("/"), resolvingAgainstBaseURL: false))
            components.scheme = "https"
            let url = try #require(components.url)
            let task = Task { try await transport.send(HTTPRequest(url: url)) }
            let hello = await server.unreadBytes { $0.range(of: Data("\u{8}http/1.1".utf8)) != nil }
            #expect(hello.range(of: Data("\u{2}h2".utf8)) == nil)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(transport.description.hasSuffix("over HTTP/1.1"))
        }
    #endif

    @Test("a redirect to what can't be a URL is the response")
    func unreadableTargets() async throws {
        for target in [
            "http://[::1/x", "http://a b/", "http://", "//", "http://127.0.0.1:99999/x", "http://%zz/",
            "http://exa\u{7F}mple/",
        ] {
            let server = try LoopbackServer { _ in .redirect(to: target) }
            let http = try await transport.send(HTTPRequest(method: .post, url: server.url("/"), body: Data("b".utf8)))
            #expect(http.status == 302 && server.requests.count == 1, "\(target)")
        }
    }

    @Test("two targets of a redirect are refused, the same one twice isn't")
    func twoTargets() async throws {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/differ": .response(status: 302, headers: [("Location", "/a"), ("Location", "/b")])
            case "/same": .response(status: 302, headers: [("Location", "/a"), ("location", "/a")])
            default: .text("there")
            }
        }
        let failure = await #expect(throws: TransportFailure.self) {
            try await transport.send(HTTPRequest(url: server.url("/differ")))
        }
        #expect(failure?.kind == .badResponse)
        #expect(try await transport.send(HTTPRequest(url: server.url("/same"))).body == Data("there".utf8))
        #expect(server.requests.map(\.target) == ["/differ", "/same", "/a"])
    }

    @Test("a redirect is followed at its head, whatever its body", arguments: [false, true])
    func endlessRedirect(_ streams: Bool) async throws {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/silent": .stream(["x"], hangs: true).redirecting(to: "/there")
            case "/endless": .endless(Data(repeating: 0x78, count: 10_000)).redirecting(to: "/there")
            case "/short": .redirect(to: "/there")
            default: .text("there")
            }
        }
        for path in ["/silent", "/endless", "/short", "/short"] {
            var request = HTTPRequest(url: server.url(path))
            request.streamsResponse = streams
            var http = try await transport.send(request)
            if let stream = http.stream { for try await piece in stream { http.body += piece } }
            #expect(http.body == Data("there".utf8), "\(path)")
        }
    }

    @Test("only regular files are sent")
    func specialFiles() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let pipe = folder.appendingPathComponent("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        var paths = [pipe, "/dev/zero", "/dev/null", folder.path, folder.appendingPathComponent("none").path]
        #if os(Linux)
            paths.append("/proc/self/status")
        #endif
        for path in paths {
            var request = HTTPRequest(method: .put, url: server.url("/"))
            request.body = HTTPBody([.file(URL(fileURLWithPath: path))])
            await #expect(throws: EncodingFailure.self, "\(path)") { try await transport.send(request) }
            #expect(throws: EncodingFailure.self) { try request.body?.bytes() }
        }
        #expect(server.requests.isEmpty)
        // A link has the length of what it leads to, and an empty file is one.
        let (file, link) = (folder.appendingPathComponent("file"), folder.appendingPathComponent("link"))
        for content in [Data(repeating: 0x61, count: 70_000), Data()] {
            try content.write(to: file)
            try? FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
            var request = HTTPRequest(method: .put, url: server.url("/"))
            request.body = HTTPBody([.file(link)])
            _ = try await transport.send(request)
            #expect(server.requests.last?.body == content)
        }
    }

    @Test("a base URL that names a user is refused")
    func userInBaseURL() async throws {
        let server = try LoopbackServer { _ in .json(#"{"login":"a","id":1}"#) }
        for base in ["http://user:pass@127.0.0.1:\(server.port)", "http://user@127.0.0.1:\(server.port)"] {
            let failure = await #expect(throws: EncodingFailure.self) {
                try await Session(baseURL: base, transport: transport).send(GetAccount())
            }
            #expect(failure?.description.contains("pass@") == false)
        }
        #expect(server.requests.isEmpty)
    }

    @Test("a retry policy of nonsense waits for nothing")
    func nonsense() {
        let lost = Result<HTTPResponse, any Error>.failure(TransportFailure(.connectionLost, "lost"))
        for number: Double in [Double.nan, -1, -Double.infinity, 0] {
            var policy = RetryPolicy()
            policy.delay = number
            #expect(policy.wait(before: 1, after: lost) == 0)
            policy = RetryPolicy()
            policy.longestDelay = number
            #expect(policy.wait(before: 1, after: lost) == 0)
            policy = RetryPolicy()
            policy.random = { number }
            #expect(policy.wait(before: 1, after: lost) == 0)
        }
        var policy = RetryPolicy()
        (policy.delay, policy.longestDelay, policy.random) = (Double.infinity, Double.infinity, { Double.infinity })
        #expect(policy.wait(before: 2, after: lost) == 86_400)
    }

    @Test("a session shows its base URL and its credential, and its description is short")
    func properties() throws {
        let transport = NetworkTransport(idleTimeout: LoopbackServer.patience)
        let session = Session(
            baseURL: "https://api.example.com/v1", transport: transport, credential: .bearer("secret"))
        #expect(session.baseURL == URL(string: "https://api.example.com/v1"))
        #expect(session.credential as? Credential == .bearer("secret"))
        #expect(
            session.description.count < 90
                && session.description.hasPrefix("Session(https://api.example.com/v1, with a credential, "))
        var text = ""
        dump(session, to: &text)
        #expect(!text.contains("secret"))
        #expect(Session().baseURL == nil && Session().credential == nil)
        #expect(Session(api: testAPI).baseURL == URL(string: "https://api.example.com/v1"))
    }
}
