import Foundation

/// A raw HTTP response that went wrong somewhere: a legal one, changed at some places. The same number gives the same
/// bytes.
public struct MutatedResponse: Sendable {
    public let bytes: Data

    public init(number: UInt64) {
        var random = Random(state: number &* 0x2545_F491_4F6C_DD1D &+ 1)
        var bytes = Self.legal[random.below(Self.legal.count)]
        // One in sixteen stays as it is.
        for _ in 0..<random.below(16) where random.below(3) > 0 { Self.mutate(&bytes, &random) }
        self.bytes = Data(bytes)
    }

    /// These bytes; then the connection ends.
    public var reply: Reply { .raw(bytes) }

    private static let legal: [[UInt8]] = legalTexts.map { Array($0.utf8) } + [gzip]

    private static let legalTexts = [
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n4\r\n{\"a\"\r\n3;q=1\r\n:1}\r\n0\r\nX-Sum: 9\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ndata: 1\n\n\r\n9\r\ndata: 2\n\n\r\n0\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200\r\nX-Empty:\r\nX-Bare:1\r\nX-Folded: a\r\n  b\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2; Path=/\r\nConnection: close\r\n\r\nall",
        "HTTP/1.0 200 OK\r\nServer: x\r\n\r\nuntil the end", "HTTP/1.1 204 No Content\r\nX-A: 1\r\n\r\n",
        "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\nContent-Length: 9\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 4\r\n\r\nmove",
        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"a\"\r\nContent-Length: 2\r\n\r\nno",
        "HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n",
    ]

    /// "hello", compressed.
    private static let gzip: [UInt8] =
        Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 25\r\n\r\n".utf8) + [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 0xFF, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0,
            0,
        ]

    private static let words: [[UInt8]] =
        wordTexts.map { Array($0.utf8) } + [
            [0xE9], [0xFF, 0xFE], Array(repeating: 0x61, count: 70_000), Array(repeating: 0x0A, count: 300),
        ]

    private static let wordTexts = [
        "\r\n", "\n", "\r", "\0", ":", " ", "\t", "\r\n\r\n", "0\r\n\r\n", "ffffffffffffffff\r\n", "-1",
        "99999999999999999999", "HTTP/1.1 ", "HTTP/1.1 200 OK\r\n", "HTTP/2 200\r\n", "HTTP/9.9 999 x\r\n",
        "Content-Length: 3\r\n", "Content-Length: -5\r\n", "Content-Length: 1, 1\r\n", "Transfer-Encoding: chunked\r\n",
        "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: x\r\n", "Content-Encoding: gzip\r\n",
        "Content-Encoding: br\r\n", "Content-Encoding: gzip, gzip, deflate\r\n", "Connection: upgrade\r\n",
        "Upgrade: h2c\r\n", "HTTP/1.1 101 Switching Protocols\r\n", "Connection: close\r\n",
        "Connection: keep-alive\r\n", ": nameless\r\n",
        "no colon\r\n", " folded\r\n", "X-Latin: caf\u{E9}\r\n", "Location: //\r\n", "Set-Cookie: ;;;=\r\n",
    ]

    private static func mutate(_ bytes: inout [UInt8], _ random: inout Random) {
        let at = random.below(bytes.count + 1)
        let length = min(bytes.count - at, 1 + random.below(8))
        switch random.below(9) {
        case 0 where at < bytes.count: bytes[at] = UInt8(random.below(256))
        case 1 where at < bytes.count: bytes[at] ^= 1 << UInt8(random.below(8))
        case 2: bytes.removeSubrange(at..<at + length)
        case 3: bytes.insert(contentsOf: bytes[at..<at + length], at: at)
        case 4, 5: bytes.insert(contentsOf: words[random.below(words.count)], at: at)
        case 6:
            // At the beginning of a line.
            let lines = bytes.indices.filter { $0 > 0 && bytes[$0 - 1] == 0x0A }
            if !lines.isEmpty {
                bytes.insert(contentsOf: words[random.below(words.count)], at: lines[random.below(lines.count)])
            }
        case 7: bytes.removeSubrange(at...)
        case 8: bytes.removeAll { $0 == 0x0D }
        default: break
        }
    }

    /// SplitMix64.
    private struct Random {
        var state: UInt64

        mutating func below(_ limit: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, limit)))
        }
    }
}
