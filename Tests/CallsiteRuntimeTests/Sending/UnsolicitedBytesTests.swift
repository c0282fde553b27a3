#if os(Linux)
    @testable import CallsiteCurl
    @testable import CallsiteHTTP
    @testable import CallsiteRuntime
    import Foundation
    import LoopbackServer
    import Testing

    /// RFC 9112, 9.2: bytes that arrive on a connection without an outstanding request are no response. Each response
    /// here carries the number of its request, and the credential that it was sent with.
    @Suite("Unsolicited bytes", .timeLimit(.minutes(10)))
    struct UnsolicitedBytesTests {
        struct Numbered: TestRequestType {
            typealias Response = String
            static var endpoint: Endpoint { .get("/numbered").accepting(.text).authenticated(by: .bearer) }
            let number: Int

            func write(to request: inout RequestWriter) { request.query["number"] = number }
            static func response(from http: HTTPResponse) throws -> Response { try http.text() }
        }

        struct NumberedPost: TestRequestType {
            typealias Response = String
            static var endpoint: Endpoint { .post("/numbered").accepting(.text).authenticated(by: .bearer) }
            let number: Int

            func write(to request: inout RequestWriter) { request.query["number"] = number }
            static func response(from http: HTTPResponse) throws -> Response { try http.text() }
        }

        /// The bytes behind a response.
        static let extras = [
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstale",
            "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhalf",
            "HTTP/1.1 200 O",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nstale\r\n",
            "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
            "\r\n", "x", "\u{0}\u{1}",
            String(repeating: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstale", count: 1_000),
        ]

        private static func reply(to request: ReceivedRequest) -> Reply {
            .text("\(request.target.split(separator: "=").last ?? "") \(request[header: "Authorization"] ?? "none")")
        }

        private static func text(_ number: Int, _ session: Int) -> String {
            "\(number) Bearer \(["a", "b"][session])"
        }

        /// Two sessions over the same connections.
        private func sessions(_ server: LoopbackServer, connectionsPerHost: Int = 6) -> [Session] {
            let transport = NetworkTransport(
                idleTimeout: LoopbackServer.patience, connectionsPerHost: connectionsPerHost, longestIdle: 86_400)
            return ["a", "b"].map {
                Session(baseURL: server.baseURL, transport: transport, credential: Credential.bearer($0))
            }
        }

        private func send(_ number: Int, _ isPost: Bool, _ session: Session) async throws -> String {
            isPost
                ? try await session.send(NumberedPost(number: number))
                : try await session.send(Numbered(number: number))
        }

        @Test("are never a response: one request after the other", arguments: extras.indices, [false, true])
        func sequential(_ extra: Int, _ isLate: Bool) async throws {
            let extra = Self.extras[extra]
            let server = try LoopbackServer { request in
                isLate ? Self.reply(to: request) : Self.reply(to: request).followed(by: extra)
            }
            let sessions = sessions(server, connectionsPerHost: extra.count % 2 + 1)
            for number in 0..<12 {
                let session = number % 3 == 0 ? 1 : 0
                let text = try await send(number, number % 2 == 1, sessions[session])
                #expect(text == Self.text(number, session))
                if isLate, number % 4 != 3 { server.interject(extra) }
            }
            #expect(server.requests.map(\.target) == (0..<12).map { "/numbered?number=\($0)" })
            #expect(server.connectionCount > 8)
        }

        @Test("are never a response: many requests at once", arguments: [false, true])
        func parallel(_ isPost: Bool) async throws {
            let server = try LoopbackServer { request in
                let reply = Self.reply(to: request)
                return request.number % 3 > 0
                    ? reply : reply.followed(by: Self.extras[request.number / 3 % Self.extras.count])
            }
            let sessions = sessions(server)
            for extra in Self.extras {
                try await withThrowingTaskGroup(of: (Int, String).self) { group in
                    for number in 0..<24 {
                        group.addTask { (number, try await send(number, isPost, sessions[number % 2])) }
                    }
                    for try await (number, text) in group { #expect(text == Self.text(number, number % 2)) }
                }
                server.interject(extra)
            }
            #expect(server.requests.count == 24 * Self.extras.count)
        }

        @Test("an end is no byte: a server that closes at once is a lost connection")
        func closedAtOnce() async throws {
            let server = try LoopbackServer { Self.reply(to: $0) }
            server.stop()
            var session = sessions(server)[0]
            session.clock = ManualClock.instant
            for number in 0..<30 {
                let failure = await #expect(throws: TransportFailure.self) {
                    try await send(number, number % 2 == 1, session)
                }
                #expect(failure?.kind == .connectionLost, "\(failure?.description ?? "")")
            }
        }

        @Test("before the first request are an error")
        func beforeTheFirst() async throws {
            // The server speaks as soon as it is connected; a request that leaves in the same instant may miss it.
            let server = try LoopbackServer(greeting: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstale") { request in
                Self.reply(to: request)
            }
            for number in 0..<20 {
                do {
                    let text = try await sessions(server)[0].send(Numbered(number: number))
                    #expect(text == "stale")
                } catch let failure as TransportFailure {
                    #expect(failure.kind == .badResponse)
                }
            }
        }
    }
#endif
