import Foundation
import Testing

@testable import CallsiteMockEngine

/// The server's parts that need no socket.
@Suite struct ServingPartsTests {
    private func parse(_ bytes: [UInt8], cut: Int) -> [String] {
        var parser = RequestParser(limits: ServingLimits(), hostCheck: HostCheck(bound: "127.0.0.1", allowed: []))
        var found: [String] = []
        for start in stride(from: 0, to: bytes.count, by: cut) {
            bytes[start..<min(start + cut, bytes.count)].withUnsafeBytes { parser.feed($0) }
            reading: while true {
                switch parser.next() {
                case .needsMore: break reading
                case .request(let parsed):
                    let request = parsed.request
                    found.append(
                        "\(request.method) \(request.target) \(request.headers.count) \(String(decoding: request.body ?? [], as: UTF8.self))"
                    )
                case .refusal(let refusal):
                    found.append("\(refusal.status)")
                    break reading
                }
            }
        }
        return found
    }

    @Test func requestsAreTheSameHoweverTheirBytesAreCut() {
        let text =
            "\r\nGET /a HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /b HTTP/1.1\r\nHost: [::1]:80\r\nContent-Length: 5\r\n\r\nhello"
            + "POST /c HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nT: 1\r\n\r\nDELETE /d HTTP/1.1\r\nHost: x\r\n\r\n"
        let expected = ["GET /a 1 ", "POST /b 2 hello", "POST /c 2 abcde", "421"]
        for cut in 1...text.utf8.count {
            #expect(parse(Array(text.utf8), cut: cut) == expected, "cut every \(cut) bytes")
        }
    }

    @Test(arguments: [
        ("localhost", "localhost"), ("LocalHost:80", "localhost"), ("[::1]:4010", "::1"), ("127.0.0.1:1", "127.0.0.1"),
        ("a:b", nil), ("a:123456", nil), ("[::1", nil), ("[::1]x", nil), ("a b", nil), ("a@b", nil), ("a/b", nil),
        ("", ""),
    ]) func hostNames(_ authority: String, _ expected: String?) {
        #expect(HostCheck.hostName(of: authority) == expected)
    }

    @Test(arguments: [
        ("localhost:4010", true), ("127.0.0.1", true), ("127.255.0.9:80", true), ("[::1]", true), ("mock.test:1", true),
        ("MOCK.test", true),
        ("evil.test", false), ("127.0.0.1.evil.test", false), ("localhost.evil.test", false), ("127.0.0.256", false),
        ("127.1", false), ("128.0.0.1", false), ("", false), ("[::2]", false), ("0.0.0.0", false),
        ("127.0.0.1e", false),
    ]) func hosts(_ host: String, _ passes: Bool) {
        let check = HostCheck(bound: "127.0.0.1", allowed: ["Mock.test"])
        #expect(((try? check.check(host)) != nil) == passes)
    }

    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"), (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (1_767_225_599, "Wed, 31 Dec 2025 23:59:59 GMT"),
    ]) func dates(_ seconds: Int, _ expected: String) {
        #expect(String(decoding: httpDate(seconds), as: UTF8.self) == expected)
    }

    @Test func timersComeInOrder() {
        var heap = TimerHeap()
        for time in (0..<500 as Range<UInt64>).map({ $0 &* 7919 % 500 }) {
            heap.add(TimerHeap.Entry(time: time, connection: .none, purpose: .reading))
        }
        heap.keep { $0.time % 2 == 0 }
        var times: [UInt64] = []
        while let entry = heap.next(due: 400) { times.append(entry.time) }
        #expect(times == (0...200).map { $0 * 2 })
        #expect(heap.first == 402)
    }

    // MARK: Responses

    /// The bytes of a response, and at which seconds they came: `0:abc 2:def`.
    private func send(
        _ response: ServedResponse, method: String = "GET", isHTTP10: Bool = false, keepsAlive: Bool = true,
        room: Int = 1000
    ) -> (head: String, body: String, closes: Bool) {
        var sender = ResponseSender(
            response, method: method, isHTTP10: isHTTP10, keepsAlive: keepsAlive, respondedAt: 0,
            date: Array("now".utf8))
        var (now, all, steps) = (0 as UInt64, [] as [UInt8], [] as [(UInt64, [UInt8])])
        while true {
            var out: [UInt8] = []
            let progress = sender.fill(&out, room: room, now: now)
            all += out
            if !out.isEmpty { steps.append((now, out)) }
            switch progress {
            case .hasMore: continue
            case .waits(let until): now = until
            case .ended(let closes):
                let text = String(decoding: all, as: UTF8.self)
                guard let end = text.range(of: "\r\n\r\n") else { return (text, "", closes) }
                var passed = text[..<end.upperBound].utf8.count
                var body = ""
                for (time, bytes) in steps {
                    let part = bytes.dropFirst(min(passed, bytes.count))
                    passed -= min(passed, bytes.count)
                    if !part.isEmpty { body += "\(Double(time) / 1e9):\(String(decoding: part, as: UTF8.self)) " }
                }
                return (String(text[..<end.lowerBound]), body, closes)
            }
        }
    }

    private func response(_ body: String, _ change: (inout ServedResponse) -> Void = { _ in }) -> ServedResponse {
        var response = ServedResponse(status: 200, headers: [("X", "1")], body: .bytes(Array(body.utf8)))
        change(&response)
        return response
    }

    @Test func plain() {
        let sent = send(response("abc"))
        #expect(sent == ("HTTP/1.1 200 OK\r\nX: 1\r\nDate: now\r\nContent-Length: 3", "0.0:abc ", false))
    }

    @Test func headersOfHandlersCannotBeginOthers() {
        let sent = send(
            ServedResponse(
                status: 299,
                headers: [
                    ("A", "1\r\nB: 2\0"), ("C D", "3"), ("Content-Length", "9"), ("Date", "then"),
                    ("Connection", "Close"),
                ]))
        #expect(
            sent == (
                "HTTP/1.1 299 Unknown\r\nA: 1  B: 2 \r\nDate: then\r\nContent-Length: 0\r\nConnection: close", "", true
            ))
    }

    @Test(arguments: [(200, "HEAD", true), (204, "GET", false), (304, "GET", false)]) func noBody(
        _ status: Int, _ method: String, _ hasLength: Bool
    ) {
        let sent = send(response("abc") { $0.status = status }, method: method)
        #expect(sent.body.isEmpty && !sent.closes)
        #expect(sent.head.contains("Content-Length: 3") == hasLength)
    }

    @Test func delays() { #expect(send(response("abc") { $0.delay = 2 }).body == "2.0:abc ") }

    @Test func paces() { #expect(send(response("abcd") { $0.bytesPerSecond = 2 }).body == "0.0:a 0.5:b 1.0:c 1.5:d ") }

    @Test func cuts() {
        let sent = send(response("abcdef") { $0.cutAfter = 2 })
        #expect(sent.head.contains("Content-Length: 6"))
        #expect(sent.body == "0.0:ab " && sent.closes)
    }

    @Test func drops() {
        let sent = send(response("abcdef") { $0.dropsConnection = true })
        #expect(sent == ("", "", true))
    }

    private var chunks: ServedResponse.Body {
        .chunks([.init(Array("abc".utf8)), .init([]), .init(Array("0123456789".utf8), delay: 3)])
    }

    @Test func chunked() {
        let sent = send(response("") { $0.body = chunks })
        #expect(sent.head.hasSuffix("Transfer-Encoding: chunked"))
        #expect(sent.body == "0.0:3\r\nabc\r\n 3.0:a\r\n0123456789\r\n0\r\n\r\n ")
        #expect(!sent.closes)
    }

    @Test func chunksOfHTTP10() {
        let sent = send(response("") { $0.body = chunks }, isHTTP10: true)
        #expect(!sent.head.contains("Transfer-Encoding"))
        #expect(sent.body == "0.0:abc 3.0:0123456789 " && sent.closes)
    }

    @Test(arguments: [(2, "0.0:3\r\nab "), (3, "0.0:3\r\nabc\r\n "), (4, "0.0:3\r\nabc\r\n 3.0:a\r\n0 ")])
    func cutChunks(_ count: Int, _ expected: String) {
        let sent = send(
            response("") {
                $0.body = chunks
                $0.cutAfter = count
            })
        #expect(sent.body == expected && sent.closes)
    }

    @Test(arguments: [100, 0, -1, 1000]) func statusesThatAreNone(_ status: Int) {
        #expect(send(response("abc") { $0.status = status }).head.hasPrefix("HTTP/1.1 500 "))
    }

    @Test(arguments: [Double.nan, -.infinity, -1, 0, .infinity]) func oddNumbersEnd(_ number: Double) {
        let sent = send(
            response("abc") {
                $0.delay = number
                $0.bytesPerSecond = number
                $0.cutAfter = -1
            })
        #expect(sent.closes)
    }
}
