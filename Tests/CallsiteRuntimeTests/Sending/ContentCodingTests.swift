#if os(Linux)
    @testable import CallsiteCurl
    @testable import CallsiteHTTP
    @testable import CallsiteRuntime
    import Foundation
    import LoopbackServer
    import Testing

    /// Content codings (RFC 9110, 8.4.1), and how large what comes of them may become.
    @Suite("Content codings", .timeLimit(.minutes(10)))
    struct ContentCodingTests {
        /// `text` as Python's zlib and gzip compress it.
        private static let text =
            "hello, " + String(repeating: String(decoding: 32..<120 as Range<UInt8>, as: UTF8.self), count: 3)
            + " the end"
        private static let gzip = data(
            "H4sIAAAAAAACA8tIzcnJ11FQUFRSVlFVU9fQ1NLW0dXTNzA0MjYxNTO3sLSytrG1s3dwdHJ2cXVz9/D08vbx9fMPCAwKDgkNC4+IjIqOiY2LT0hMSk5JTUvPyMzKzsnNyy8oLCouKS0rH3LmlmSkKqTmpQAAf4IAWBcBAAA="
        )
        private static let zlib = data(
            "eJzLSM3JyddRUFBUUlZRVVPX0NTS1tHV0zcwNDI2MTUzt7C0sraxtbN3cHRydnF1c/fw9PL28fXzDwgMCg4JDQuPiIyKjomNi09ITEpOSU1Lz8jMys7JzcsvKCwqLiktKx9y5pZkpCqk5qUAAMGsUvU="
        )
        private static let raw = data(
            "y0jNycnXUVBQVFJWUVVT19DU0tbR1dM3MDQyNjE1M7ewtLK2sbWzd3B0cnZxdXP38PTy9vH18w8IDAoOCQ0Lj4iMio6JjYtPSExKTklNS8/IzMrOyc3LLygsKi4pLSsfcuaWZKQqpOalAAA="
        )
        private static let gzipInZlib = data(
            "eJwBfQCC/x+LCAAAAAAAAgPLSM3JyddRUFBUUlZRVVPX0NTS1tHV0zcwNDI2MTUzt7C0sraxtbN3cHRydnF1c/fw9PL28fXzDwgMCg4JDQuPiIyKjomNi09ITEpOSU1Lz8jMys7JzcsvKCwqLiktKx9y5pZkpCqk5qUAAH+CAFgXAQAAvfc2ng=="
        )
        /// A million times the digit 0.
        private static let bomb = data(
            """
            H4sIAAAAAAACA+3BgQAAAADDIKX50x3kVQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAK8GU2oxSkBCDwA=
            """)

        private static func data(_ base64: String) -> Data {
            Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data()
        }

        private func get(
            _ coding: String, _ body: Data, asking: String? = nil, streams: Bool = false, pieces: Int = .max
        ) async throws -> HTTPResponse {
            let server = try LoopbackServer { _ in
                var bytes = Data(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
                var rest = body[...]
                while !rest.isEmpty {
                    let piece = rest.prefix(pieces)
                    bytes += Data("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Data("\r\n".utf8)
                    rest = rest.dropFirst(pieces)
                }
                return .raw(bytes + Data("0\r\n\r\n".utf8))
            }
            var request = HTTPRequest(url: server.url("/"))
            request.streamsResponse = streams
            request.headers["Accept-Encoding"] = asking
            var http = try await NetworkTransport(idleTimeout: LoopbackServer.patience).send(request)
            if let stream = http.stream {
                http.stream = nil
                for try await piece in stream { http.body += piece }
            }
            #expect(server.requests.first?[header: "Accept-Encoding"] == asking ?? "gzip, deflate")
            return http
        }

        @Test("are decoded, however the pieces arrive", arguments: [false, true], [1, 7, .max])
        func decoded(_ streams: Bool, _ pieces: Int) async throws {
            let twice = Self.gzip + Self.gzip
            let cases: [(coding: String, body: Data, text: String)] = [
                ("gzip", Self.gzip, Self.text), ("X-GZIP", Self.gzip, Self.text), ("deflate", Self.zlib, Self.text),
                ("deflate", Self.raw, Self.text), ("gzip, deflate", Self.gzipInZlib, Self.text),
                ("identity, gzip", Self.gzip, Self.text), ("gzip", twice, Self.text + Self.text),
                ("gzip", Self.gzip + Data(count: 512), Self.text), ("gzip", Data(), ""), ("deflate", Data(), ""),
            ]
            for (coding, body, text) in cases {
                let http = try await get(coding, body, streams: streams, pieces: pieces)
                #expect(String(decoding: http.body, as: UTF8.self) == text, "\(coding)")
            }
        }

        @Test(
            "a body that is cut off anywhere is an error, and so is anything behind its end", arguments: [false, true])
        func cutOff(_ streams: Bool) async throws {
            for (coding, body) in [
                ("gzip", Self.gzip), ("deflate", Self.zlib), ("deflate", Self.raw), ("gzip, deflate", Self.gzipInZlib),
            ] {
                for count in stride(from: 1, to: body.count, by: 3) {
                    await #expect(throws: TransportFailure.self, "\(coding), \(count)") {
                        try await get(coding, body.prefix(count), streams: streams)
                    }
                }
                await #expect(throws: TransportFailure.self) {
                    try await get(coding, body + Data("more".utf8), streams: streams)
                }
            }
            await #expect(throws: TransportFailure.self) {
                try await get("gzip", Self.gzip + Self.gzip.dropLast(3), streams: streams)
            }
        }

        @Test("what is no coding is left as it comes; a foreign coding is malformed, unless it was asked for")
        func unknown() async throws {
            for coding in ["aws-chunked", "utf-8", "none", "gzip, aws-chunked"] {
                #expect(try await get(coding, Data("{}".utf8)).body == Data("{}".utf8))
            }
            for coding in ["br", "zstd", "gzip, br"] {
                let failure = await #expect(throws: TransportFailure.self) { try await get(coding, Data("??".utf8)) }
                #expect(failure?.kind == .badResponse)
                #expect(try await get(coding, Data("??".utf8), asking: "br").body == Data("??".utf8))
            }
            await #expect(throws: TransportFailure.self) {
                try await get("gzip, gzip, gzip", Self.gzip)
            }
        }

        @Test("a part of a body isn't decoded, and none is asked for in a coding")
        func ranges() async throws {
            let part = Self.gzip.dropFirst(5).prefix(20)
            let server = try LoopbackServer { _ in
                .response(status: 206, headers: [("Content-Encoding", "gzip")], body: Data(part))
            }
            let request = HTTPRequest(url: server.url("/"), headers: ["Range": "bytes=5-24"])
            let http = try await NetworkTransport(idleTimeout: LoopbackServer.patience).send(request)
            #expect(http.body == Data(part))
            #expect(server.requests.first?[header: "Accept-Encoding"] == nil)
        }

        @Test("padding, empty members and what is between two codings are bounded")
        func idleWork() async throws {
            let empty = Self.data("H4sIAAAAAAACAwMAAAAAAAAAAAA=")
            #expect(try await get("gzip", empty + empty + Self.gzip).body == Data(Self.text.utf8))
            for body in [
                Self.gzip + Data(count: 200_000), (0..<2_000).reduce(into: Data()) { body, _ in body += empty },
            ] {
                let failure = await #expect(throws: TransportFailure.self) { try await get("gzip", body) }
                #expect(failure?.kind == .badResponse)
            }
        }

        @Test("a bomb is stopped while it is decoded, whatever it is read as", arguments: [true, false])
        func bomb(_ isCompressed: Bool) async throws {
            struct Text: TestRequestType {
                typealias Response = String
                static var endpoint: Endpoint { .get("/").accepting(.text) }
                static func response(from http: HTTPResponse) throws -> Response { try http.text() }
            }
            struct Bytes: TestRequestType {
                typealias Response = Data
                static var endpoint: Endpoint { .get("/").accepting(.binary) }
                static func response(from http: HTTPResponse) throws -> Response { http.body }
            }
            let taken = Counter()
            let server = try LoopbackServer { _ in
                let piece = isCompressed ? Self.bomb : Data(repeating: 0x30, count: 1_000_000)
                return Reply.endless(piece, headers: isCompressed ? [("Content-Encoding", "gzip")] : [])
                    .counting { _ in taken.add() }
            }
            var session = server.session()
            session.responseSizeLimit = 20_000_000
            func fails(_ send: () async throws -> Void) async {
                let failure = await #expect(throws: TransportFailure.self) { try await send() }
                #expect(failure?.kind == .tooLarge && failure?.description.contains("20000000") == true)
            }
            await fails { _ = try await session.send(GetAccount()) }
            await fails { _ = try await session.send(Text()) }
            await fails { _ = try await session.send(Bytes()) }
            #expect(await server.connectionsEnded(count: 3))
            // The rest is in the sockets' buffers.
            #expect(isCompressed || taken.value < 200)
            #expect(server.requests.count == 3)
        }
    }
#endif
