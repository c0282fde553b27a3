import CallsiteMockEngine
import Testing

/// Invalid requests, byte for byte, with the server's responses. After a request that leaves the connection open comes
/// a last one, whose response shows that the server is where the client believes it to be.
@Suite(.timeLimit(.minutes(10))) struct ServingRudeTests {
    struct Row: Sendable {
        let name: String
        let bytes: [UInt8]
        let statuses: [Int]
        var keeps = false
        var contains = ""

        init(_ name: String, _ text: String, _ statuses: [Int], keeps: Bool = false, contains: String = "") {
            self.name = name
            bytes = Array(text.utf8)
            self.statuses = statuses
            self.keeps = keeps
            self.contains = contains
        }
    }

    /// Rows under one name: a test's log shows its arguments whole, and those that are lists without their
    /// descriptions.
    struct Table: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let rows: [Row]
    }

    static let get = "GET /a HTTP/1.1\r\nHost: localhost\r\n"
    static let post = "POST /a HTTP/1.1\r\nHost: localhost\r\n"

    static let lines: [Row] = [
        Row("plain", "\(get)\r\n", [200], keeps: true, contains: "<GET /a ->"),
        Row(
            "query", "GET /a?b=%0D%0AX:1&c=/?d HTTP/1.1\r\nHost: localhost\r\n\r\n", [200], keeps: true,
            contains: "<GET /a?b=%0D%0AX:1&c=/?d ->"),
        Row(
            "absolute form", "GET http://localhost/a?b HTTP/1.1\r\nHost: localhost\r\n\r\n", [200], keeps: true,
            contains: "<GET /a?b ->"),
        Row(
            "absolute form, no path", "GET HTTP://localhost?b HTTP/1.1\r\nHost: localhost\r\n\r\n", [200], keeps: true,
            contains: "<GET /?b ->"),
        Row("absolute form, other host", "GET http://a.test/ HTTP/1.1\r\nHost: localhost\r\n\r\n", [421]),
        Row("absolute form, user", "GET http://localhost@a.test/ HTTP/1.1\r\nHost: localhost\r\n\r\n", [400]),
        Row("asterisk", "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", [200], keeps: true, contains: "<OPTIONS * ->"),
        Row("asterisk of GET", "GET * HTTP/1.1\r\nHost: localhost\r\n\r\n", [400]),
        Row("empty lines before", "\r\n\r\n\(get)\r\n", [200], keeps: true),
        Row(
            "unknown method", "BREW /a HTTP/1.1\r\nHost: localhost\r\n\r\n", [200], keeps: true, contains: "<BREW /a ->"
        ),
        Row("CONNECT", "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", [501]),
        Row("HTTP/1.0", "GET /a HTTP/1.0\r\n\r\n", [200]),
        Row(
            "HTTP/1.0, kept", "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", [200], keeps: true,
            contains: "Connection: keep-alive"),
        Row("HTTP/1.7", "GET /a HTTP/1.7\r\nHost: localhost\r\n\r\n", [200], keeps: true),
        Row("HTTP/0.9", "GET /a\r\n", [400]),
        Row("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [505]),
        Row("HTTP/1.10", "GET /a HTTP/1.10\r\nHost: localhost\r\n\r\n", [400]),
        Row("lower case version", "GET /a http/1.1\r\nHost: localhost\r\n\r\n", [400]),
        Row("two spaces", "GET  /a HTTP/1.1\r\nHost: localhost\r\n\r\n", [400]),
        Row("space at the end", "GET /a HTTP/1.1 \r\nHost: localhost\r\n\r\n", [400]),
        Row("tab", "GET\t/a HTTP/1.1\r\nHost: localhost\r\n\r\n", [400]),
        Row("NUL in the target", "GET /\0 HTTP/1.1\r\nHost: localhost\r\n\r\n", [400]),
        Row("not ASCII in the target", "GET /é HTTP/1.1\r\nHost: localhost\r\n\r\n", [400]),
        Row("fragment", "GET /a#b HTTP/1.1\r\nHost: localhost\r\n\r\n", [400]),
        Row("no slash", "GET a HTTP/1.1\r\nHost: localhost\r\n\r\n", [400]),
        Row("method with a colon", "G:T /a HTTP/1.1\r\nHost: localhost\r\n\r\n", [400]),
        Row("bare LF", "GET /a HTTP/1.1\nHost: localhost\n\n", [400]),
        Row("bare LF at a header", "\(get)X: 1\n\r\n", [400]),
        Row("bare CR", "\(get)X: 1\rY: 2\r\n\r\n", [400]),
        Row("TLS", "\u{16}\u{3}\u{1}\u{2}", [400], contains: "http://"),
        Row("rubbish", "\0\0\0\0", [400]),
        Row("long target", "GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n", [414]),
        Row("endless target", "GET /\(String(repeating: "a", count: 200_000))", [414]),
    ]

    static let headers: [Row] = [
        Row("no Host", "GET /a HTTP/1.1\r\n\r\n", [400]),
        Row("two Hosts", "\(get)Host: localhost\r\n\r\n", [400]),
        Row("Host of another", "GET /a HTTP/1.1\r\nHost: evil.test\r\n\r\n", [421], contains: "'evil.test'"),
        Row(
            "a page elsewhere", "GET /a HTTP/1.1\r\nHost: localhost:80\r\nOrigin: http://evil.test\r\n\r\n", [403],
            contains: "--cors"),
        Row("a page without an origin", "GET /a HTTP/1.1\r\nHost: localhost:80\r\nOrigin: null\r\n\r\n", [403]),
        Row("an image in a page", "GET /a HTTP/1.1\r\nHost: localhost:80\r\nSec-Fetch-Site: cross-site\r\n\r\n", [403]),
        Row(
            "a page of the server's own",
            "GET /a HTTP/1.1\r\nHost: localhost:80\r\nOrigin: http://localhost:80\r\n\r\n", [200], keeps: true
        ),
        Row("Host of another on 1.0", "GET /a HTTP/1.0\r\nHost: evil.test\r\n\r\n", [421]),
        Row("Host with rubbish", "GET /a HTTP/1.1\r\nHost: local host\r\n\r\n", [400]),
        Row("allowed Host", "GET /a HTTP/1.1\r\nHost: Mock.test:80\r\n\r\n", [200], keeps: true),
        Row("continued", "\(get)X: 1\r\n 2\r\n\r\n", [400]),
        Row("continued at once", "GET /a HTTP/1.1\r\n Host: localhost\r\n\r\n", [400]),
        Row("space before the colon", "\(get)X : 1\r\n\r\n", [400]),
        Row("no colon", "\(get)X\r\n\r\n", [400]),
        Row("no name", "\(get): 1\r\n\r\n", [400]),
        Row("name with a space", "\(get)X Y: 1\r\n\r\n", [400]),
        Row("NUL in a value", "\(get)X: a\0b\r\n\r\n", [400]),
        Row("NUL in a name", "\(get)X\0: 1\r\n\r\n", [400]),
        Row("not ASCII in a value", "\(get)X: é\r\n\r\n", [200], keeps: true),
        Row("empty value", "\(get)X:\r\n\r\n", [200], keeps: true),
        Row("200 headers", get + String(repeating: "X: 1\r\n", count: 199) + "\r\n", [200], keeps: true),
        Row("201 headers", get + String(repeating: "X: 1\r\n", count: 200) + "\r\n", [431]),
        Row("100,000 headers", get + String(repeating: "X: 1\r\n", count: 100_000) + "\r\n", [431]),
        Row("long header", "\(get)X: \(String(repeating: "a", count: 70_000))\r\n\r\n", [431]),
        Row("endless header", "\(get)X: \(String(repeating: "a", count: 700_000))", [431]),
        Row("close", "\(get)Connection: close\r\n\r\n\(get)\r\n", [200], contains: "Connection: close"),
        Row("close among others", "\(get)Connection: x, CLOSE\r\n\r\n", [200]),
        Row(
            "HEAD", "HEAD /a HTTP/1.1\r\nHost: localhost\r\n\r\n", [200], keeps: true,
            contains: "Content-Length: 11\r\n\r\nHTTP"),
        Row(
            "pipelined", "\(get)\r\n\(post)Content-Length: 2\r\n\r\nab\(get)\r\n", [200, 200, 200], keeps: true,
            contains: "<POST /a 2>"),
    ]

    static let bodies: [Row] = [
        Row("body", "\(post)Content-Length: 3\r\n\r\nabc", [200], keeps: true, contains: "<POST /a 3>"),
        Row("body of GET", "\(get)Content-Length: 3\r\n\r\nabc", [200], keeps: true, contains: "<GET /a 3>"),
        Row("empty body", "\(post)Content-Length: 0\r\n\r\n", [200], keeps: true, contains: "<POST /a ->"),
        Row("same length twice", "\(post)Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", [200], keeps: true),
        Row("two lengths", "\(post)Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", [400]),
        Row("two lengths in one", "\(post)Content-Length: 3, 4\r\n\r\nabcd", [400]),
        Row("length and nothing", "\(post)Content-Length: 3,\r\n\r\nabc", [400]),
        Row("signed length", "\(post)Content-Length: +3\r\n\r\nabc", [400]),
        Row("negative length", "\(post)Content-Length: -1\r\n\r\n", [400]),
        Row("hexadecimal length", "\(post)Content-Length: 0x3\r\n\r\nabc", [400]),
        Row("no length", "\(post)Content-Length:\r\n\r\n", [400]),
        Row("enormous length", "\(post)Content-Length: 99999999999999999999\r\n\r\n", [413]),
        Row("a byte too much", "\(post)Content-Length: 10485761\r\n\r\n", [413]),
        Row("length and chunks", "\(post)Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", [400]),
        Row(
            "chunks", "\(post)Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n00A\r\n0123456789\r\n0\r\n\r\n", [200],
            keeps: true,
            contains: "<POST /a 13>"),
        Row(
            "no chunks", "\(post)Transfer-Encoding: Chunked\r\n\r\n0\r\n\r\n", [200], keeps: true,
            contains: "<POST /a 0>"),
        Row(
            "extensions", "\(post)Transfer-Encoding: chunked\r\n\r\n1;a=\"b\"\r\nx\r\n0 ; z\r\n\r\n", [200],
            keeps: true,
            contains: "<POST /a 1>"),
        Row(
            "trailers", "\(post)Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nX: 1\r\nHost: evil.test\r\n\r\n",
            [200], keeps: true),
        Row("bad trailer", "\(post)Transfer-Encoding: chunked\r\n\r\n0\r\nX : 1\r\n\r\n", [400]),
        Row(
            "300 trailers",
            "\(post)Transfer-Encoding: chunked\r\n\r\n0\r\n" + String(repeating: "X: 1\r\n", count: 300) + "\r\n", [431]
        ),
        Row("chunk size FFFFFFFFFFFFFFFF", "\(post)Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\nabc", [413]),
        Row(
            "chunk size of 17 digits", "\(post)Transfer-Encoding: chunked\r\n\r\n00000000000000001\r\nx\r\n0\r\n\r\n",
            [400]),
        Row("negative chunk", "\(post)Transfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n", [400]),
        Row("chunk 0x1", "\(post)Transfer-Encoding: chunked\r\n\r\n0x1\r\nx\r\n0\r\n\r\n", [400]),
        Row("empty chunk size", "\(post)Transfer-Encoding: chunked\r\n\r\n\r\n", [400]),
        Row("space at a chunk size", "\(post)Transfer-Encoding: chunked\r\n\r\n1 \r\nx\r\n0\r\n\r\n", [400]),
        Row("bare LF at a chunk size", "\(post)Transfer-Encoding: chunked\r\n\r\n1\nx\r\n0\r\n\r\n", [400]),
        Row("chunk too long", "\(post)Transfer-Encoding: chunked\r\n\r\n1\r\nxy\r\n0\r\n\r\n", [400]),
        Row(
            "endless extension", "\(post)Transfer-Encoding: chunked\r\n\r\n1;\(String(repeating: "a", count: 100_000))",
            [400]),
        Row(
            "many extensions",
            "\(post)Transfer-Encoding: chunked\r\n\r\n"
                + String(repeating: "1;\(String(repeating: "a", count: 999))\r\nx\r\n", count: 100),
            [400]),
        Row(
            "chunks of a byte",
            "\(post)Transfer-Encoding: chunked\r\n\r\n\(String(repeating: "1\r\nx\r\n", count: 50_000))0\r\n\r\n",
            [200], keeps: true, contains: "<POST /a 50000>"),
        Row("unknown coding", "\(post)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", [501]),
        Row("identity", "\(post)Transfer-Encoding: identity\r\nContent-Length: 3\r\n\r\nabc", [400]),
        Row("chunked twice", "\(post)Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", [400]),
        Row("chunked first", "\(post)Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", [400]),
        Row("xchunked", "\(post)Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", [501]),
        Row("vertical tab", "\(post)Transfer-Encoding: \u{B}chunked\r\n\r\n0\r\n\r\n", [400]),
        Row("empty coding", "\(post)Transfer-Encoding:\r\n\r\n", [400]),
        Row("chunks on 1.0", "POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", [400]),
        Row("expectation", "\(post)Expect: 100-Continue\r\nContent-Length: 3\r\n\r\nabc", [200], keeps: true),
        Row("expectation without a body", "\(get)Expect: 100-continue\r\n\r\n", [200], keeps: true),
        Row("other expectation", "\(post)Expect: 200-maybe\r\nContent-Length: 3\r\n\r\nabc", [417]),
        Row("expectation, too large", "\(post)Expect: 100-continue\r\nContent-Length: 99999999\r\n\r\n", [413]),
    ]

    @Test(arguments: [
        Table(testDescription: "lines", rows: lines), Table(testDescription: "headers", rows: headers),
        Table(testDescription: "bodies", rows: bodies),
    ])
    func table(_ table: Table) async throws {
        var limits = ServingLimits()
        limits.allowedHosts = ["mock.test"]
        // No test waits for a limit, however busy the machine is.
        (limits.headTime, limits.bodyTime, limits.idleTime, limits.writeTime, limits.lingerTime) = (
            1e6, 1e6, 1e6, 1e6, 1e6
        )
        limits.wholeBodyTime = 1e6
        limits.lingerBytes = 1 << 30
        let server = try serve(limits: limits, handler: echo)
        for row in table.rows {
            let client = ServingClient(port: server.port)
            client.send(row.bytes)
            if row.keeps { client.send("GET /last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n") }
            let text = await client.receiveAll()
            #expect(statuses(text) == row.statuses + (row.keeps ? [200] : []), "\(row.name): \(text.prefix(300))")
            #expect(row.contains.isEmpty || text.contains(row.contains), "\(row.name): \(text.prefix(300))")
            #expect(text.contains("<GET /last ->") == row.keeps, "\(row.name)")
        }
    }
}
