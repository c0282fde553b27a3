#if os(Linux)
    @testable import CallsiteCurl
    @testable import CallsiteHTTP
    @testable import CallsiteRuntime
    import Foundation
    import LoopbackServer
    import Testing

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// A response that comes amid an upload: the server has seen enough. It is the response of the request, whatever
    /// becomes of the rest of the body.
    @Suite("Early responses", .timeLimit(.minutes(10)))
    struct EarlyResponseTests {
        /// How the server ends the connection when it has responded.
        enum Ending: CaseIterable, Sendable {
            /// It reads the rest and closes then, as RFC 9112, section 9.6, asks servers to.
            case drains
            /// It closes at once: the system may reset the connection before the client has read the response.
            case closes
        }

        /// Accepts connections, and responds when it has the head of a request and `amount` bytes of its body.
        private final class EarlyServer: @unchecked Sendable {
            let port: UInt16
            private let listener: Int32

            init(_ response: String, after amount: Int, _ ending: Ending) throws {
                #if canImport(Glibc)
                    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                #else
                    listener = socket(AF_INET, SOCK_STREAM, 0)
                #endif
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
                var size = socklen_t(MemoryLayout<sockaddr_in>.size)
                let listener = listener
                let isReady = withUnsafeMutablePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        bind(listener, $0, size) == 0 && listen(listener, 16) == 0
                            && getsockname(listener, $0, &size) == 0
                    }
                }
                guard isReady else { throw POSIXError(.EADDRNOTAVAIL) }
                port = UInt16(bigEndian: address.sin_port)
                Thread.detachNewThread {
                    // Only who uses it closes it, so that its number never means another test's socket here.
                    defer { close(listener) }
                    while true {
                        let connection = accept(listener, nil, nil)
                        guard connection >= 0 else { return }
                        Thread.detachNewThread { Self.serve(connection, response, amount, ending) }
                    }
                }
            }

            // `accept` ends with it.
            deinit { shutdown(listener, Int32(SHUT_RDWR)) }

            private static func serve(_ connection: Int32, _ response: String, _ amount: Int, _ ending: Ending) {
                defer { close(connection) }
                var received = Data()
                var buffer = [UInt8](repeating: 0, count: 16_384)
                while true {
                    let count = recv(connection, &buffer, buffer.count, 0)
                    guard count > 0 else { return }
                    received.append(contentsOf: buffer[..<count])
                    guard let head = received.range(of: Data("\r\n\r\n".utf8)) else { continue }
                    if received.count - head.upperBound >= amount { break }
                }
                _ = response.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
                guard ending == .drains else { return }
                shutdown(connection, Int32(SHUT_WR))
                while recv(connection, &buffer, buffer.count, 0) > 0 {}
            }
        }

        private static let responses: [(head: String, status: Int)] = [
            ("HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig", 413),
            ("HTTP/1.1 401 Unauthorized\r\nContent-Length: 3\r\n\r\nwho", 401),
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok", 200),
            ("HTTP/1.1 413 Content Too Large\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nbig\r\n0\r\n\r\n", 413),
            ("HTTP/1.1 413 Content Too Large\r\n\r\nbig", 413),
        ]

        @Test("a value or a typed error, and never a hang", arguments: responses.indices, Ending.allCases)
        func early(_ number: Int, _ ending: Ending) async throws {
            let (head, status) = Self.responses[number]
            for amount in [0, 100_000] {
                let server = try EarlyServer(head, after: amount, ending)
                let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/upload"))
                for method in [HTTPMethod.post, .put] {
                    let body = Data(repeating: 0x61, count: 16 << 20)
                    let request = HTTPRequest(method: method, url: url, body: body)
                    let transport = NetworkTransport(idleTimeout: LoopbackServer.patience)
                    do {
                        var http = try await transport.send(request)
                        if let stream = http.stream { http.body = try await stream.collect(limit: 100) }
                        #expect(http.status == status && http.body.count < 4)
                    } catch let failure as TransportFailure {
                        // Data sent after the server has closed may have destroyed the response.
                        #expect(
                            ending == .closes && failure.kind == .connectionLost,
                            "\(number), \(ending), \(amount): \(failure)")
                    }
                }
            }
        }
    }
#endif
