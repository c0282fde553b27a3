@testable import CallsiteCurl
@testable import CallsiteHTTP
@testable import CallsiteRuntime
import Foundation
import LoopbackServer
import Testing

/// Responses byte for byte: what is legal is read, what isn't is an error of a kind of its own, and nothing ends the
/// process.
@Suite("Raw responses", .timeLimit(.minutes(10)))
struct RawResponseTests {
    private let transport = NetworkTransport(idleTimeout: LoopbackServer.patience, redirectLimit: 0)

    private func response(to request: HTTPRequest) async -> Result<HTTPResponse, any Error> {
        do {
            var http = try await transport.send(request)
            if let stream = http.stream {
                http.stream = nil
                for try await piece in stream { http.body.append(piece) }
            }
            return .success(http)
        } catch {
            return .failure(error)
        }
    }

    private func kind(_ result: Result<HTTPResponse, any Error>) -> TransportFailure.Kind? {
        if case .failure(let error) = result { (error as? TransportFailure)?.kind } else { nil }
    }

    @Test("what is legal is read", arguments: [false, true])
    func legal(_ streams: Bool) async throws {
        let latin =
            Data("HTTP/1.1 404 \r\nX-Latin: caf".utf8) + [0xE9] + Data("\r\nX-UTF: é\r\nContent-Length: 0\r\n\r\n".utf8)
        let trailer =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=\"b\"\r\nab\r\n1\r\nc\r\n0\r\nX-Trailer: 1\r\nX-B: 2\r\n\r\n"
        let untidy =
            "HTTP/1.1 200\r\nX-Bare:1\r\nX-Empty:\r\nX-Blank:   \r\nX-Tab:\t2\t\r\nX-Folded: a\r\n \tb\r\nContent-Length:1\r\n\r\n."
        let early = "HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 C\r\n\r\n"
        let cases: [(raw: Data, status: Int, headers: [String], body: String)] = [
            (Data(trailer.utf8), 200, ["Transfer-Encoding: chunked"], "abc"),
            (
                Data(untidy.utf8), 200,
                ["X-Bare: 1", "X-Empty: ", "X-Blank: ", "X-Tab: 2", "X-Folded: a b", "Content-Length: 1"], "."
            ),
            (latin, 404, ["X-Latin: café", "X-UTF: é", "Content-Length: 0"], ""),
            (
                Data("\(early)HTTP/1.0 299 \u{1F}x\r\nA: 1\r\nA: 2\r\n\r\nuntil the end".utf8), 299, ["A: 1", "A: 2"],
                "until the end"
            ),
            (Data("HTTP/1.1 200 OK\nContent-Length: 2\n\nok".utf8), 200, ["Content-Length: 2"], "ok"),
        ]
        for (raw, status, headers, body) in cases {
            let server = try LoopbackServer { _ in .raw(raw) }
            var request = HTTPRequest(url: server.url("/"))
            request.streamsResponse = streams
            let http = try await response(to: request).get()
            #expect(http.status == status && String(decoding: http.body, as: UTF8.self) == body)
            #if os(Linux)
                #expect(http.headers.fields.map { "\($0.name): \($0.value)" } == headers)
            #endif
        }
    }

    static let malformedResponses: [String] = [
        "SSH-2.0-OpenSSH_9.2\r\n\r\n", "\u{0}\u{1}\u{2}", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\n: nameless\r\n\r\n",
        "HTTP/1.1 200 OK\r\n folded\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nbody",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nbody",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nbody\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 12\r\n\r\nnot zipped..",
        "HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 600_000))\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\(String(repeating: "X: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n", count: 6_000))\r\n",
    ]

    @Test("what is malformed has a kind of its own, and isn't asked for again", arguments: malformedResponses.indices)
    func malformed(_ number: Int) async throws {
        let server = try LoopbackServer { _ in .raw(Self.malformedResponses[number]) }
        var session = server.session()
        session.clock = ManualClock.instant
        let failure = await #expect(throws: TransportFailure.self) { try await session.send(GetAccount()) }
        #expect(failure?.kind == .badResponse, "\(failure?.description ?? "")")
        #expect(server.requests.count == 1)
    }

    #if os(Linux)
        /// RFC 9112, section 6.3: of the lines between status and body, what comes of them.
        static let lengthLines: [(lines: String, isRight: Bool)] = [
            ("Content-Length: 4", true), ("Content-Length: 4\r\nContent-Length: 4", true),
            ("content-length: 4 , 4\r\nContent-Length: 04", true),
            ("Content-Length: 4\r\nContent-Length: 5", false), ("Content-Length: 5\r\nContent-Length: 4", false),
            ("Content-Length: 4, 5", false), ("Content-Length: 4,", false),
            ("Content-Length: 4\r\nContent-Length:", false), ("Content-Length:", false), ("Content-Length: +4", false),
            ("Content-Length: -4", false), ("Content-Length: 4 4", false), ("Content-Length: 4;a", false),
            ("Content-Length: 0x4", false), ("Content-Length: 4.0", false), ("Content-Length: ４", false),
            ("Content-Length: 9223372036854775808", false), ("Content-Length: 99999999999999999999999", false),
        ]

        @Test("a length that can't be relied on is malformed", arguments: lengthLines)
        func lengths(_ lines: String, _ isRight: Bool) async throws {
            let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\r\n\(lines)\r\n\r\nbody") }
            for streams in [false, true] {
                var request = HTTPRequest(url: server.url("/"))
                request.streamsResponse = streams
                let result = await response(to: request)
                if isRight {
                    #expect(try result.get().body == Data("body".utf8))
                } else {
                    #expect(kind(result) == .badResponse, "\(lines): \(result)")
                }
            }
        }

        @Test("chunks go before a length, whatever the length")
        func lengthBesideChunks() async throws {
            for length in ["1", "100", "1\r\nContent-Length: 2"] {
                for order in [false, true] {
                    let lines = ["Content-Length: \(length)", "Transfer-Encoding: chunked"]
                    let head = (order ? lines : lines.reversed()).joined(separator: "\r\n")
                    let server = try LoopbackServer { _ in
                        .raw("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n4\r\nbody\r\n0\r\n\r\n")
                    }
                    let result = await response(to: HTTPRequest(url: server.url("/")))
                    #expect(try result.get().body == Data("body".utf8), "\(head)")
                }
            }
        }

        @Test("where there is no body its length says nothing")
        func lengthOfNothing() async throws {
            let server = try LoopbackServer { request in
                .raw("HTTP/1.1 \(request.target.dropFirst()) X\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n")
            }
            let requests = [
                HTTPRequest(method: .head, url: server.url("/200")), HTTPRequest(url: server.url("/204")),
                HTTPRequest(url: server.url("/304")),
            ]
            for request in requests { #expect(try await response(to: request).get().body.isEmpty, "\(request)") }
        }
    #endif

    @Test("a response that is cut off anywhere is a lost connection")
    func cutOff() async throws {
        let wholes = [
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nbody",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\nX-T: 1\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n.",
        ].map { Data($0.utf8) }
        for whole in wholes {
            let server = try LoopbackServer { request in .raw(whole.prefix(Int(request.target.dropFirst()) ?? 0)) }
            for count in 0...whole.count {
                let result = await response(to: HTTPRequest(url: server.url("/\(count)")))
                if count == whole.count || count == whole.count - 1 && whole.last == 0x0A {
                    // Nothing is missing but the very last line feed.
                    #expect(try result.get().status == 200)
                } else if count > 0, count < "HTTP/1.1 ".count {
                    // These bytes are too few to recognize HTTP.
                    #expect([.connectionLost, .badResponse].contains(kind(result)), "\(count): \(result)")
                } else {
                    #expect(kind(result) == .connectionLost, "\(count) of \(whole.count): \(result)")
                }
            }
        }
    }

    @Test("500 mutated responses: each a value or a typed error")
    func mutated() async throws {
        let server = try LoopbackServer { request in
            MutatedResponse(number: UInt64(request.target.dropFirst()) ?? 0).reply
        }
        let endings = try await withThrowingTaskGroup(of: Bool.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    var successes = 0
                    for number in stride(from: worker, to: 500, by: 4) {
                        let method: HTTPMethod = number % 7 == 0 ? .post : number % 11 == 0 ? .head : .get
                        var request = HTTPRequest(
                            method: method, url: server.url("/\(number)"), body: method == .post ? Data("b".utf8) : nil)
                        request.streamsResponse = number % 2 == 1
                        switch await response(to: request) {
                        case .success(let http):
                            successes += 1
                            #expect(100...999 ~= http.status)
                        case .failure(let error):
                            let kind = try #require(error as? TransportFailure, "\(number): \(error)").kind
                            #expect([.connectionLost, .badResponse].contains(kind), "\(number): \(error)")
                        }
                    }
                    return successes > 0
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(endings == [true, true, true, true])
        // The transport is none the worse for it.
        let healthy = try LoopbackServer { _ in .text("ok") }
        #expect(try await response(to: HTTPRequest(url: healthy.url("/"))).get().body == Data("ok".utf8))
    }
}
