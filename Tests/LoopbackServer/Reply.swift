import Foundation

/// The server's reply to a request: a list of steps, good days and bad ones.
public struct Reply: Sendable {
    enum Step: Sendable {
        case bytes(Data)
        case repeated(Data, count: Int)
        /// Nothing more, until this says true, the client has gone or the server stops.
        case hold(until: @Sendable () -> Bool)

        static let hang = Step.hold { false }
    }

    var steps: [Step]
    /// Whether the connection stays open for another request.
    var keepsAlive: Bool
    var onRepetition: @Sendable (Int) -> Void = { _ in }

    /// A response with status, headers and body. `Content-Length` is added.
    public static func response(
        status: Int = 200, headers: [(String, String)] = [], body: Data = Data(), keepsAlive: Bool = true
    ) -> Reply {
        Reply(steps: [.bytes(head(status, headers, length: body.count, keepsAlive) + body)], keepsAlive: keepsAlive)
    }

    /// The same with a string.
    public static func text(
        _ text: String, status: Int = 200, type: String = "text/plain", headers: [(String, String)] = [],
        keepsAlive: Bool = true
    ) -> Reply {
        response(
            status: status, headers: [("Content-Type", type)] + headers, body: Data(text.utf8), keepsAlive: keepsAlive)
    }

    /// A JSON text.
    public static func json(
        _ json: String, status: Int = 200, headers: [(String, String)] = [], keepsAlive: Bool = true
    ) -> Reply {
        text(json, status: status, type: "application/json", headers: headers, keepsAlive: keepsAlive)
    }

    /// A body in chunks.
    public static func chunked(_ chunks: [String], status: Int = 200, type: String = "application/json") -> Reply {
        var bytes = Data("HTTP/1.1 \(status) X\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        for chunk in chunks { bytes += Data("\(String(chunk.utf8.count, radix: 16))\r\n\(chunk)\r\n".utf8) }
        return Reply(steps: [.bytes(bytes + Data("0\r\n\r\n".utf8))], keepsAlive: true)
    }

    /// A response that points elsewhere.
    public static func redirect(_ status: Int = 302, to location: String) -> Reply {
        response(status: status, headers: [("Location", location)])
    }

    /// A 401 with a `Basic` challenge.
    public static func basicChallenge(_ body: String = "", realm: String = "test") -> Reply {
        text(body, status: 401, headers: [("WWW-Authenticate", "Basic realm=\"\(realm)\"")])
    }

    // MARK: Bad days

    /// These bytes and nothing else; then the connection ends.
    public static func raw(_ bytes: String) -> Reply { raw(Data(bytes.utf8)) }

    /// These bytes and nothing else; then the connection ends.
    public static func raw(_ bytes: Data) -> Reply { Reply(steps: [.bytes(bytes)], keepsAlive: false) }

    /// A response that promises `missing` bytes more than it sends; then the connection ends.
    public static func truncated(_ body: String, missing: Int, type: String = "application/json") -> Reply {
        let head = head(200, [("Content-Type", type)], length: body.utf8.count + missing, false)
        return Reply(steps: [.bytes(head + Data(body.utf8))], keepsAlive: false)
    }

    /// A chunked body that ends in the middle of a chunk; then the connection ends.
    public static func truncatedChunk(_ text: String) -> Reply {
        raw(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(String(text.utf8.count + 10, radix: 16))\r\n\(text)"
        )
    }

    /// The connection ends without a byte.
    public static let closedBeforeHeaders = Reply(steps: [], keepsAlive: false)

    /// The connection ends behind the headers, which promise a body of ten bytes.
    public static let closedAfterHeaders = Reply(steps: [.bytes(head(200, [], length: 10, false))], keepsAlive: false)

    /// A body without end, `piece` after `piece`; the client ends it.
    public static func endless(
        _ piece: Data, type: String = "application/octet-stream", headers: [(String, String)] = []
    ) -> Reply {
        let lines = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
        let head = "HTTP/1.1 200 X\r\nContent-Type: \(type)\r\n\(lines)Connection: close\r\n\r\n"
        return Reply(steps: [.bytes(Data(head.utf8)), .repeated(piece, count: .max)], keepsAlive: false)
    }

    /// A body of `count` times `piece`.
    public static func large(_ piece: Data, count: Int, type: String = "application/octet-stream") -> Reply {
        let head = head(200, [("Content-Type", type)], length: piece.count * count, true)
        return Reply(steps: [.bytes(head), .repeated(piece, count: count)], keepsAlive: true)
    }

    /// A body in chunks. It ends well, or `breaks` amid a chunk, or `hangs`.
    public static func stream(
        _ pieces: [String], type: String = "text/event-stream", breaks: Bool = false, hangs: Bool = false
    ) -> Reply {
        var steps: [Step] = [
            .bytes(Data("HTTP/1.1 200 X\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
        ]
        for piece in pieces where !piece.isEmpty {
            steps.append(.bytes(Data("\(String(piece.utf8.count, radix: 16))\r\n\(piece)\r\n".utf8)))
        }
        if hangs { return Reply(steps: steps + [.hang], keepsAlive: false) }
        steps.append(.bytes(Data((breaks ? "ff\r\n:" : "0\r\n\r\n").utf8)))
        return Reply(steps: steps, keepsAlive: !breaks)
    }

    /// No response ever.
    public static let silence = Reply(steps: [.hang], keepsAlive: false)

    /// Headers that promise a body of ten bytes, and then no more.
    public static let silenceAfterHeaders = Reply(
        steps: [.bytes(head(200, [], length: 10, false)), .hang], keepsAlive: false)

    /// A body in pieces of one byte, each sent as soon as `isDue` says so of its position.
    public static func drip(_ body: String, when isDue: @escaping @Sendable (Int) -> Bool) -> Reply {
        var steps: [Step] = [.bytes(head(200, [("Content-Type", "application/json")], length: body.utf8.count, true))]
        for (position, byte) in body.utf8.enumerated() { steps += [.hold { isDue(position) }, .bytes(Data([byte]))] }
        return Reply(steps: steps, keepsAlive: true)
    }

    /// The same reply, and unsolicited bytes behind it in the same packet.
    public func followed(by bytes: String) -> Reply {
        guard case .bytes(let last)? = steps.last else { return self }
        return Reply(
            steps: steps.dropLast() + [.bytes(last + Data(bytes.utf8))], keepsAlive: keepsAlive,
            onRepetition: onRepetition)
    }

    /// The same reply as a redirect: 302, and the target.
    public func redirecting(to location: String) -> Reply {
        var reply = self
        guard case .bytes(let head)? = steps.first else { return self }
        let rest = head.drop { $0 != 0x0A }
        reply.steps[0] = .bytes(Data("HTTP/1.1 302 Found\r\nLocation: \(location)\r".utf8) + rest)
        return reply
    }

    /// The same reply; `count` gets the size of each repeated piece that the client has taken.
    public func counting(_ count: @escaping @Sendable (Int) -> Void) -> Reply {
        Reply(steps: steps, keepsAlive: keepsAlive, onRepetition: count)
    }

    private static func head(_ status: Int, _ headers: [(String, String)], length: Int, _ keepsAlive: Bool) -> Data {
        var head = "HTTP/1.1 \(status) X\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if !keepsAlive { head += "Connection: close\r\n" }
        if status != 204, status != 304 { head += "Content-Length: \(length)\r\n" }
        return Data((head + "\r\n").utf8)
    }
}
