public import CallsiteRuntime
import Foundation

/// A streamed response: its elements as they arrive.
///
///     for try await price in try await session.send(WatchPricesRequest()) { show(price) }
///
/// It can be read once, by one task. The server sends no faster than you read. The request ends when you stop reading,
/// release the stream, or cancel the task.
public struct ResponseStream<Element: WireDecodable>: AsyncSequence, Sendable {
    /// The status and headers of the response.
    public let http: HTTPResponse
    private let format: StreamFormat
    private let elements: [Element]?

    public init(_ http: HTTPResponse, format: StreamFormat) {
        self.http = http
        self.format = format
        elements = nil
    }

    /// A stream of these elements, without a server, for stubs and tests. It has no `events`, and can be read again.
    public init(_ elements: [Element]) where Element: Sendable {
        http = HTTPResponse()
        format = .lines
        self.elements = elements
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(frames: StreamFrames(http, format), elements: elements?.makeIterator())
    }

    /// The events with their names and ids, their data not yet decoded. For `.lines` an event is a line.
    public var events: StreamFrames { StreamFrames(http, format) }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var frames: StreamFrames
        fileprivate var elements: IndexingIterator<[Element]>?

        /// The next element; nil at the end, and from then on. `null` is skipped, since it keeps the connection alive,
        /// unless the element may be null. Throws a `DecodingFailure` for an element that isn't as described (the next
        /// call continues after it), a `TransportFailure` if the connection was lost, and a `CancellationError`.
        public mutating func next() async throws -> Element? {
            if elements != nil {
                try Task.checkCancellation()
                return elements?.next()
            }
            while let event = try await frames.next() {
                if let object = try frames.object(of: event) { return try frames.http.decode(piece: object) }
                if frames.format != .lines, let element = event.data as? Element { return element }
                guard !event.data.isEmpty else { continue }
                do {
                    // With its type: otherwise an `Element?` would be decoded, and null would end the stream.
                    let element: Element = try frames.http.decode(piece: event.data)
                    return element
                } catch let failure as DecodingFailure {
                    guard event.data.trimmingCharacters(in: .whitespacesAndNewlines) == "null" else { throw failure }
                }
            }
            return nil
        }
    }
}

/// One event of a stream.
public struct StreamEvent: Hashable, Sendable {
    /// The type of the event; `message` if the server names none.
    public let name: String
    /// The data of the event as a string; several `data` lines are joined with line feeds.
    public let data: String
    /// The last id so far, after which a new connection continues; nil: there was none.
    public let id: String?
}

/// The events of a streamed response. It reconnects if the format allows it.
public struct StreamFrames: AsyncSequence, AsyncIteratorProtocol, Sendable {
    /// An event or a line that takes more bytes is an error: a server must not fill the memory.
    static let sizeLimit = 16 << 20
    /// The number of connections in a row without an event after which the stream fails.
    private static let attemptLimit = 8

    let http: HTTPResponse
    let format: StreamFormat
    /// nil: no more bytes will come than the parser has.
    private var stream: HTTPByteStream?
    private let reopen: StreamReopening?
    private var parser: StreamParser
    private var isOver = false
    private var hasBegun = false
    private var hasDelivered = false

    init(_ http: HTTPResponse, _ format: StreamFormat) {
        self.http = http
        self.format = format
        parser = StreamParser(isEvents: format != .lines)
        stream = http.stream
        reopen = http.reopening
        if let reopen { parser.noteConnection(at: reopen.now()) }
        // A stub's response has its whole body already.
        if stream == nil { parser.feed(http.body) }
    }

    public func makeAsyncIterator() -> StreamFrames { self }

    /// The next event; nil at the end and after an error, and from then on. Throws as `ResponseStream`'s iterator does.
    public mutating func next() async throws -> StreamEvent? {
        guard !isOver else { return nil }
        isOver = true
        // The first reader takes the stream; for a second one it throws.
        if !hasBegun { stream = stream?.makeAsyncIterator() }
        hasBegun = true
        // A second reader must not cancel the stream of the first.
        defer { if isOver, stream?.isTaken == false { stream?.cancel() } }
        let event = try await nextEvent()
        if case .events(let end?, _, _) = format, event?.data == end { return nil }
        isOver = event == nil
        hasDelivered = true
        return event
    }

    /// The event as a JSON object; nil if elements are decoded from the data alone.
    fileprivate func object(of event: StreamEvent) throws -> String? {
        guard case .events(_, _, let element) = format, element != .data else { return nil }
        func json(_ string: String) throws -> String { String(decoding: try encodeJSON(string), as: UTF8.self) }
        let isJSON = element == .eventWithJSON && (try? http.decode(piece: event.data) as JSONValue) != nil
        var members = ["\"data\":" + (isJSON ? event.data : try json(event.data))]
        if let name = parser.lastFields.name { members.append("\"event\":" + (try json(name))) }
        if let id = parser.lastFields.id { members.append("\"id\":" + (try json(id))) }
        if let retry = parser.lastFields.retry { members.append("\"retry\":\(retry)") }
        return "{" + members.joined(separator: ",") + "}"
    }

    private mutating func nextEvent() async throws -> StreamEvent? {
        while true {
            if let event = try parser.next() { return event }
            do {
                if let piece = try await stream?.next() {
                    parser.feed(piece)
                    continue
                }
                if reconnects == .always, let reopen { try await open(by: reopen, after: nil) } else { stream = nil }
            } catch let loss as TransportFailure where loss.kind == .connectionLost || loss.kind == .timedOut {
                guard let reopen, mayResume else { throw loss }
                try await open(by: reopen, after: loss)
            }
            if stream == nil { return try parser.next() ?? parser.finish() }
        }
    }

    /// Whether a new connection can continue where the last one was lost.
    private var mayResume: Bool {
        switch reconnects {
        case .never: false
        case .withIDs: !hasDelivered || parser.lastID?.isEmpty == false
        case .afterLoss, .always: true
        }
    }

    private var reconnects: StreamFormat.Reconnection {
        if case .events(_, let reconnects, _) = format { reconnects } else { .never }
    }

    /// Continues over a new connection. If the server says that there is no more, `stream` stays nil.
    private mutating func open(by reopen: StreamReopening, after loss: TransportFailure?) async throws {
        stream?.cancel()
        stream = nil
        var loss = loss
        // Before the loop: the time that its attempts take is no time of a connection.
        parser.endConnection(at: reopen.now())
        while parser.silentConnections < Self.attemptLimit {
            let wait = parser.beginConnection()
            do {
                let next = try await reopen.open(parser.lastID, wait)
                try next?.check(format)
                parser.noteConnection(at: reopen.now())
                stream = next?.stream
                // A stub's response has its whole body already.
                if let next, stream == nil { parser.feed(next.body) }
                return
            } catch let failure as TransportFailure {
                loss = failure
            }
        }
        throw loss ?? TransportFailure(.connectionLost, "the stream ended \(Self.attemptLimit) times without an event")
    }
}

/// The fields that an event itself has, besides its data. Its id may also be that of an earlier event.
private struct OwnFields {
    var name: String?
    var id: String?
    var retry: Int?
}

/// Splits bytes into events or lines.
private struct StreamParser {
    private let isEvents: Bool
    private var bytes: [UInt8] = []
    /// The start of the first line that was not handed out.
    private var start = 0
    /// The position up to which the end of that line was searched for.
    private var scanned = 0
    /// A line that ends with CR has ended; an LF behind it belongs to it.
    private var skipsLineFeed = false
    private var isFirstLine = true
    /// The JSON text behind a record separator (RFC 7464), as far as it has come.
    private var record: OpenRecord?
    /// The second event of a line that ended two: the record that the line cut off, and its own.
    private var waiting: StreamEvent?
    private var name = ""
    /// The fields of the event that is being read, besides its data.
    private var fields = OwnFields()
    /// The fields of the last complete event.
    private(set) var lastFields = OwnFields()
    private var data: String?
    /// The id of the event that is being read.
    private var id: String?
    /// The id of the last complete event.
    private(set) var lastID: String?
    private var retryDelay = 1.0
    /// The number of connections in a row that brought no event and ended within ten seconds. Longer ones don't count:
    /// a server may cut off a quiet stream each minute.
    private(set) var silentConnections = 0
    /// The start of the connection, by the session's clock.
    private var connectionStart = Duration.zero

    init(isEvents: Bool) { self.isEvents = isEvents }

    mutating func feed(_ piece: Data) {
        bytes.removeFirst(start)
        scanned -= start
        start = 0
        bytes.append(contentsOf: piece)
    }

    mutating func noteConnection(at now: Duration) { connectionStart = now }

    mutating func endConnection(at now: Duration) { if now > connectionStart + .seconds(10) { silentConnections = 0 } }

    /// Forgets the event that was cut off. Returns how long to wait before the new connection, in seconds.
    mutating func beginConnection() -> Double {
        (bytes, start, scanned) = ([], 0, 0)
        (skipsLineFeed, isFirstLine) = (false, true)
        (name, fields, data, id) = ("", .init(), nil, lastID)
        silentConnections += 1
        return min(30, retryDelay * Double(1 << min(silentConnections - 1, 10)))
    }

    /// The next complete event; nil: more bytes are needed.
    mutating func next() throws -> StreamEvent? {
        if let event = waiting {
            waiting = nil
            return event
        }
        while let line = try nextLine() {
            if let event = isEvents ? takeEventLine(line) : takeLine(line) {
                silentConnections = 0
                return event
            }
        }
        return nil
    }

    /// The rest at the end: a last line without a line break. An event without its empty line is dropped, as the rules
    /// say.
    mutating func finish() throws -> StreamEvent? {
        defer { (bytes, start, scanned) = ([], 0, 0) }
        return isEvents ? nil : takeLine(try Self.string(bytes[start...])) ?? takeRecord()
    }

    /// The event that a line completes. A line is a JSON text; behind a record separator several lines may be one.
    private mutating func takeLine(_ line: String) -> StreamEvent? {
        let isFirst = line.utf8.first == 0x1E
        guard isFirst || record != nil else { return Self.event(line) }
        let cutOff = isFirst ? takeRecord() : nil
        if isFirst { record = OpenRecord() }
        record?.append(isFirst ? String(decoding: line.utf8.drop { $0 == 0x1E }, as: UTF8.self) : line)
        let complete = record?.isComplete == true ? takeRecord() : nil
        guard let cutOff else { return complete }
        waiting = complete
        return cutOff
    }

    private mutating func takeRecord() -> StreamEvent? {
        defer { record = nil }
        return record.flatMap { Self.event($0.text) }
    }

    private static func event(_ text: String) -> StreamEvent? {
        text.utf8.allSatisfy { $0 <= 0x20 } ? nil : StreamEvent(name: "message", data: text, id: nil)
    }

    /// A line without its end: LF, CR LF, and for events a CR alone.
    private mutating func nextLine() throws -> String? {
        if skipsLineFeed, start < bytes.count {
            if bytes[start] == 0x0A { start += 1 }
            skipsLineFeed = false
        }
        let (searchStart, isEvents) = (max(scanned, start), isEvents)
        let end = bytes.withUnsafeBufferPointer { bytes in
            var index = searchStart
            if !isEvents, let base = bytes.baseAddress, searchStart < bytes.count {
                return memchr(base + searchStart, 0x0A, bytes.count - searchStart).map {
                    UnsafeRawPointer($0) - UnsafeRawPointer(base)
                } ?? bytes.count
            }
            while index < bytes.count, bytes[index] != 0x0A, !isEvents || bytes[index] != 0x0D { index += 1 }
            return index
        }
        let pendingSize = (data?.utf8.count ?? 0) + (record?.text.utf8.count ?? 0)
        guard end - start + pendingSize <= StreamFrames.sizeLimit else {
            throw DecodingFailure(path: "", expected: "an event of at most 16 MB", found: "more than that")
        }
        scanned = end
        guard end < bytes.count else { return nil }
        var line = bytes[start..<end]
        skipsLineFeed = bytes[end] == 0x0D
        start = end + 1
        scanned = start
        // A byte order mark may come first.
        if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        isFirstLine = false
        // In events the standard replaces invalid UTF-8 with U+FFFD.
        return isEvents ? String(decoding: line, as: UTF8.self) : try Self.string(line)
    }

    private static func string(_ line: ArraySlice<UInt8>) throws -> String {
        let string = String(decoding: line, as: UTF8.self)
        guard string.utf8.elementsEqual(line) else {
            throw DecodingFailure(path: "", expected: "a line in UTF-8", found: "other bytes")
        }
        return string
    }

    /// The event that a line completes (WHATWG HTML, 9.2.6).
    private mutating func takeEventLine(_ line: String) -> StreamEvent? {
        guard !line.isEmpty else {
            lastID = id
            lastFields = fields
            defer { (name, fields, data) = ("", .init(), nil) }
            return data.map { StreamEvent(name: name.isEmpty ? "message" : name, data: $0, id: lastID) }
        }
        let utf8 = line.utf8
        let colon = utf8.firstIndex(of: 0x3A) ?? utf8.endIndex
        var rest = utf8[colon...].dropFirst()
        if rest.first == 0x20 { rest = rest.dropFirst() }
        let value = String(decoding: rest, as: UTF8.self)
        switch String(decoding: utf8[..<colon], as: UTF8.self) {
        case "event": (name, fields.name) = (value, value)
        case "data":
            // Appended in place, since an event may have many lines.
            if data == nil { data = value } else { data?.append("\n"); data?.append(value) }
        case "id" where !value.utf8.contains(0): (id, fields.id) = (value, value)
        case "retry":
            // Digits only; a day is the longest that makes sense.
            if !value.isEmpty, value.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
                retryDelay = min(86_400, (Double(value) ?? 1000) / 1000)
                fields.retry = Int(value)
            }
        default: break
        }
        return nil
    }
}

/// A JSON text of several lines. It is handed out as soon as its last bracket is there, because a server may wait long
/// before the next separator.
private struct OpenRecord {
    private(set) var text = ""
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var hasContent = false

    var isComplete: Bool { hasContent && depth <= 0 && !isInString }

    mutating func append(_ line: String) {
        if !text.isEmpty { text += "\n" }
        text += line
        for byte in line.utf8 {
            if isEscaped {
                isEscaped = false
            } else if isInString {
                if byte == UInt8(ascii: "\"") { isInString = false } else { isEscaped = byte == UInt8(ascii: "\\") }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
            }
            hasContent = hasContent || byte > 0x20
        }
    }
}

extension HTTPResponse {
    /// Throws a `DecodingFailure` if the status or the media type shows that this isn't such a stream but an HTML page,
    /// for example. A missing media type is accepted.
    fileprivate func check(_ format: StreamFormat) throws {
        let type = headers.mediaType?.essence ?? ""
        let expected: String
        switch format {
        case .events:
            // WHATWG HTML, 9.2.3. The status 204 means that there are no more events.
            guard status == 200 || status == 204 else {
                stream?.cancel()
                throw DecodingFailure(
                    path: "", expected: "a stream of events (status 200)", found: "the status \(status)", response: self
                )
            }
            guard !["", "text/event-stream", "text/plain", "application/octet-stream"].contains(type) else { return }
            expected = "a stream of events (text/event-stream)"
        case .lines:
            guard
                type == "text/html" || type == "text/event-stream" || type.hasSuffix("xml") || type.hasPrefix("image/")
            else { return }
            expected = "a stream of lines (application/x-ndjson)"
        }
        stream?.cancel()
        throw DecodingFailure(path: "", expected: expected, found: "the media type \(quoted(type))", response: self)
    }
}

/// A response that `Session.send` returns as a stream.
public protocol StreamedResponse: Sendable {
    init(_ http: HTTPResponse, format: StreamFormat)
}

extension ResponseStream: StreamedResponse {}

extension RequestType where Response: StreamedResponse {
    public static func response(from http: HTTPResponse) throws -> Response {
        let format = endpoint.stream ?? .lines
        try http.check(format)
        return Response(http, format: format)
    }
}
