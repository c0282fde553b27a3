/// Turns a response into the bytes of the wire, as they become due: at most as many as there is room for, at the pace
/// and with the faults that the response asks for.
struct ResponseSender {
    enum Progress: Hashable {
        /// More bytes follow as soon as there is room.
        case hasMore
        case waits(until: UInt64)
        case ended(closes: Bool)
    }

    private enum Stage {
        case head, segment, chunk, end
    }

    private let response: ServedResponse
    private let sendsBody: Bool
    private let isChunked: Bool
    private let closes: Bool
    private let readyAt: UInt64
    private var stage = Stage.head
    private var head: [UInt8] = []
    /// The bytes that are being sent. `segmentAt` is the position of the next.
    private var segment: [UInt8] = []
    private var segmentAt = 0
    private var isLastSegment = false
    private var nextChunk = 0
    private var chunkDue: UInt64?
    private var cutLeft: Int
    private var paceStart: UInt64?
    private var pacedBytes = 0.0

    init(
        _ response: ServedResponse, method: String, isHTTP10: Bool, keepsAlive: Bool, respondedAt: UInt64, date: [UInt8]
    ) {
        var response = response
        if !(200...999).contains(response.status) {
            response = ServedResponse(
                status: 500, headers: [("Content-Type", "text/plain; charset=utf-8")],
                body: .bytes(Array("\(response.status) is no status of a response\n".utf8)))
        }
        self.response = response
        readyAt = respondedAt &+ nanoseconds(response.delay)
        let hasNoBody = response.status == 204 || response.status == 304
        sendsBody = method != "HEAD" && !hasNoBody
        var length: Int?
        if case .bytes(let bytes) = response.body { length = bytes.count }
        isChunked = length == nil && !isHTTP10 && !hasNoBody
        cutLeft = max(0, response.cutAfter ?? .max)
        let asksToClose = response.headers.contains {
            MockText.isSame($0.0, "connection") && list($0.1).contains { MockText.isSame($0, "close") }
        }
        closes =
            !keepsAlive || asksToClose
            || sendsBody && (length == nil && isHTTP10 || response.cutAfter != nil)
        writeHead(length: hasNoBody ? nil : length, isHTTP10: isHTTP10, date: date)
    }

    private mutating func writeHead(length: Int?, isHTTP10: Bool, date: [UInt8]) {
        head.reserveCapacity(256)
        append("HTTP/1.1 ")
        append(String(response.status))
        head.append(0x20)
        reasonPhrase(response.status).withUTF8Buffer { head.append(contentsOf: $0) }
        append("\r\n")
        var hasDate = false
        for (name, value) in response.headers
        where !Self.isOwn(name) && !name.isEmpty && name.utf8.allSatisfy(isTokenByte) {
            if MockText.isSame(name, "date") { hasDate = true }
            append(name)
            append(": ")
            // A line break in a value would begin another header.
            for byte in value.utf8 { head.append(byte < 0x20 && byte != 0x09 || byte == 0x7F ? 0x20 : byte) }
            append("\r\n")
        }
        if !hasDate {
            append("Date: ")
            head += date
            append("\r\n")
        }
        if isChunked {
            append("Transfer-Encoding: chunked\r\n")
        } else if let length {
            append("Content-Length: ")
            append(String(length))
            append("\r\n")
        }
        if closes {
            append("Connection: close\r\n")
        } else if isHTTP10 {
            append("Connection: keep-alive\r\n")
        }
        append("\r\n")
    }

    private mutating func append(_ text: String) { head.append(contentsOf: text.utf8) }

    private static func isOwn(_ name: String) -> Bool {
        switch name.utf8.count {
        case 10: MockText.isSame(name, "connection") || MockText.isSame(name, "keep-alive")
        case 14: MockText.isSame(name, "content-length")
        case 17: MockText.isSame(name, "transfer-encoding")
        default: false
        }
    }

    /// Appends what is due to `out`, until that has `room` bytes.
    mutating func fill(_ out: inout [UInt8], room: Int, now: UInt64) -> Progress {
        if now < readyAt { return .waits(until: readyAt) }
        if response.dropsConnection { return .ended(closes: true) }
        while true {
            switch stage {
            case .head:
                out += head
                head = []
                beginBody()
            case .segment:
                let left = segment.count - segmentAt
                guard left > 0 else {
                    segment = []
                    stage = isLastSegment ? .end : .chunk
                    continue
                }
                guard out.count < room else { return .hasMore }
                let count: Int
                switch allowance(now) {
                case .bytes(let limit): count = min(left, room - out.count, limit)
                case .nothing(let until): return .waits(until: until)
                }
                out += segment[segmentAt..<segmentAt + count]
                segmentAt += count
                pacedBytes += Double(count)
            case .chunk:
                if let due = beginChunk(now) { return .waits(until: due) }
            case .end: return .ended(closes: closes)
            }
        }
    }

    private mutating func beginBody() {
        stage = .end
        guard sendsBody else { return }
        switch response.body {
        case .bytes(let bytes): begin(cutLeft < bytes.count ? Array(bytes[..<cutLeft]) : bytes, isLast: true)
        case .chunks: stage = .chunk
        }
    }

    /// Begins to send the next chunk. Returns the time to wait for, if the chunk isn't due.
    private mutating func beginChunk(_ now: UInt64) -> UInt64? {
        guard case .chunks(let chunks) = response.body, nextChunk < chunks.count, cutLeft > 0 else {
            begin(isChunked && cutLeft > 0 ? Array("0\r\n\r\n".utf8) : [], isLast: true)
            return nil
        }
        let due = chunkDue ?? now &+ nanoseconds(chunks[nextChunk].delay)
        chunkDue = due
        if now < due { return due }
        chunkDue = nil
        let bytes = chunks[nextChunk].bytes
        nextChunk += 1
        // A chunk without bytes would end the body.
        guard !bytes.isEmpty else { return nil }
        let part = bytes.prefix(cutLeft)
        let isCut = part.count < bytes.count
        cutLeft -= part.count
        guard isChunked else {
            begin(Array(part), isLast: isCut)
            return nil
        }
        var encoded = Array("\(String(bytes.count, radix: 16))\r\n".utf8)
        encoded += part
        if !isCut { encoded += [0x0D, 0x0A] }
        begin(encoded, isLast: isCut)
        return nil
    }

    private mutating func begin(_ bytes: [UInt8], isLast: Bool) {
        segment = bytes
        segmentAt = 0
        isLastSegment = isLast
        stage = .segment
    }

    private enum Allowance {
        case bytes(Int)
        case nothing(until: UInt64)
    }

    /// The number of bytes of the body that may be sent now. They are sent in twenty small bursts a second.
    private mutating func allowance(_ now: UInt64) -> Allowance {
        guard let rate = response.bytesPerSecond, rate > 0, rate < 1e15 else { return .bytes(.max) }
        let start = paceStart ?? now
        paceStart = start
        let allowed = max(1, rate / 20) + rate * (Double(now &- start) / 1e9) - pacedBytes
        if allowed >= 1 { return .bytes(Int(min(allowed, 1e15))) }
        return .nothing(until: max(now &+ 1, start &+ nanoseconds(pacedBytes / rate)))
    }
}
