@testable import CallsiteCurl
@testable import CallsiteHTTP
@testable import CallsiteRuntime
@testable import CallsiteTransfers
import Foundation
import LoopbackServer
import Testing
import Waiting

private struct Watch: RequestType {
    typealias Response = ResponseStream<JSONValue>
    static let api = API(baseURL: "https://api.example.com")
    static var endpoint: Endpoint { .get("/events").streaming(.events(end: "[DONE]")) }
}

private struct WatchForEver: RequestType {
    typealias Response = ResponseStream<String>
    static let api = API(baseURL: "https://api.example.com")
    static var endpoint: Endpoint { .get("/events").streaming(.events(reconnects: .always)) }
}

private struct Complete: RequestType {
    typealias Response = ResponseStream<JSONValue>
    static let api = API(baseURL: "https://api.example.com")
    static var endpoint: Endpoint { .post("/complete").streaming(.events()) }

    func write(to request: inout RequestWriter) { request.body["prompt"] = "hi" }
}

private struct Lines: RequestType {
    typealias Response = ResponseStream<JSONValue>
    static let api = API(baseURL: "https://api.example.com")
    static var endpoint: Endpoint { .get("/lines").streaming(.lines) }
}

private struct Plain: RequestType {
    typealias Response = [Int]
    static let api = API(baseURL: "https://api.example.com")
    static var endpoint: Endpoint { .get("/plain") }
}

private func all<Stream: AsyncSequence>(_ stream: Stream) async throws -> [Stream.Element] {
    var elements: [Stream.Element] = []
    for try await element in stream { elements.append(element) }
    return elements
}

/// A session that waits for nothing.
private func session(_ server: LoopbackServer) -> Session {
    var session = server.session()
    session.clock = ManualClock.instant
    return session
}

/// A session whose every response is a stream.
private func streaming(_ clock: ManualClock, _ stream: @escaping @Sendable () async throws -> HTTPByteStream) -> Session
{
    var session = Session(
        transport: StubTransport { _ in
            var http = HTTPResponse()
            http.stream = try await stream()
            return http
        })
    (session.clock, session.retries) = (clock, .none)
    return session
}

@Suite("Streams", .timeLimit(.minutes(10)))
struct StreamTests {
    @Test("events by the rules of WHATWG HTML, 9.2.6, cut anywhere", arguments: 1...7)
    func eventSyntax(_ size: Int) async throws {
        let text =
            "\u{FEFF}: comment\n\ndata: first\n\ndata:second line one\r\ndata: two\r\n\r\nevent: named\rid: 7\rdata\rdata\r\r"
            + "data:  spaced\nunknown: x\nretry: 1\nid: 8\0\n\nid\ndata: last\n\ndata: cut off"
        let bytes = Array(text.utf8)
        let pieces = stride(from: 0, to: bytes.count, by: size).map { Data(bytes[$0..<min($0 + size, bytes.count)]) }
        let source = Pieces(pieces)
        var http = HTTPResponse()
        http.stream = HTTPByteStream { source.next() }
        let events = try await all(ResponseStream<String>(http, format: .events()).events)
        #expect(events.map(\.data) == ["first", "second line one\ntwo", "\n", " spaced", "last"])
        #expect(events.map(\.name) == ["message", "message", "named", "message", "message"])
        #expect(events.map(\.id) == [nil, nil, "7", "7", ""])
    }

    @Test("lines: with LF and CR LF, empty ones skipped, the last without an end", arguments: 1...7)
    func lineSyntax(_ size: Int) async throws {
        let bytes = Array("{\"a\":1}\r\n\n[2]\n \n\"x\\ry\"\n4".utf8)
        let source = Pieces(
            stride(from: 0, to: bytes.count, by: size).map { Data(bytes[$0..<min($0 + size, bytes.count)]) })
        var http = HTTPResponse()
        http.stream = HTTPByteStream { source.next() }
        #expect(try await all(ResponseStream<JSONValue>(http, format: .lines)) == [["a": 1], [2], "x\ry", 4])
    }

    @Test("sequences (RFC 7464): a record separator before each JSON text", arguments: 1...7)
    func sequenceSyntax(_ size: Int) async throws {
        let bytes = Array("\u{1E}{\"a\":1}\n\u{1E}\n\u{1E}\u{1E}[2]\r\n\u{1E}\"\\u001e\"\n3\n\u{1E}4".utf8)
        let source = Pieces(
            stride(from: 0, to: bytes.count, by: size).map { Data(bytes[$0..<min($0 + size, bytes.count)]) })
        var http = HTTPResponse()
        http.stream = HTTPByteStream { source.next() }
        #expect(try await all(ResponseStream<JSONValue>(http, format: .lines)) == [["a": 1], [2], "\u{1E}", 3, 4])
    }

    @Test(
        "sequences: a JSON text of several lines, one that is cut off, and one that nothing follows", arguments: 1...9)
    func sequencesOfLines(_ size: Int) async throws {
        let text =
            "\u{1E}{\n \"a\": \"}\\\"{\",\r\n \"b\": [\n1\n]\n}\n\u{1E}\n7\n\u{1E}{\"c\":\n\u{1E}[\n2]\n\u{1E}{\n\"d\": 1}"
        let bytes = Array(text.utf8)
        let source = Pieces(
            stride(from: 0, to: bytes.count, by: size).map { Data(bytes[$0..<min($0 + size, bytes.count)]) })
        var http = HTTPResponse()
        http.stream = HTTPByteStream { source.next() }
        var elements = ResponseStream<JSONValue>(http, format: .lines).makeAsyncIterator()
        #expect(try await elements.next() == ["a": "}\"{", "b": [1]])
        #expect(try await elements.next() == 7)
        await #expect(throws: DecodingFailure.self) { try await elements.next() }
        #expect(try await elements.next() == [2])
        #expect(try await elements.next() == ["d": 1])
        #expect(try await elements.next() == nil)
    }

    @Test("a JSON text of several lines is there before the next one begins")
    func sequencesArriveAtOnce() async throws {
        let source = Pieces([Data("\u{1E}{\n\"a\": 1\n}\n".utf8)])
        var http = HTTPResponse()
        http.stream = HTTPByteStream {
            if let piece = source.next() { return piece }
            throw TransportFailure(.connectionLost, "nothing more came")
        }
        var elements = ResponseStream<JSONValue>(http, format: .lines).makeAsyncIterator()
        #expect(try await elements.next() == ["a": 1])
    }

    @Test("an element that is made of the whole event")
    func wholeEvents() async throws {
        let text = """
            event: add
            data: a "text"
            data: of two lines
            retry: 5
            unknown: 1

            id: 7
            data: {"n":1}

            : nothing but a comment

            event: last
            data: [DONE]

            """
        func elements(_ element: StreamFormat.EventElement, end: String? = nil) async throws -> [JSONValue] {
            let format = StreamFormat.events(end: end, reconnects: .never, element: element)
            return try await all(ResponseStream(HTTPResponse(body: Data((text + "\n").utf8)), format: format))
        }
        let first: JSONValue = ["event": "add", "data": "a \"text\"\nof two lines", "retry": 5]
        #expect(
            try await elements(.event) == [
                first, ["id": "7", "data": "{\"n\":1}"], ["event": "last", "data": "[DONE]"],
            ])
        #expect(try await elements(.eventWithJSON, end: "[DONE]") == [first, ["id": "7", "data": ["n": 1]]])
    }

    @Test("elements arrive before the answer ends")
    func live() async throws {
        // This response never ends.
        let server = try LoopbackServer { request in
            .stream(
                (1...3).map { "data: {\"n\":\($0)}\n\n" } + [request.number == 0 ? "" : "data: [DONE]\n\ndata: 9\n\n"],
                hangs: request.number == 0)
        }
        var endless = try await session(server).send(Watch()).makeAsyncIterator()
        for number in 1...3 { #expect(try await endless.next()?["n"] == .number(JSONValue.Number("\(number)")!)) }
        let stream = try await session(server).send(Watch())
        #expect(try await all(stream).map { $0["n"]?.int } == [1, 2, 3])
        #expect(server.requests.first?[header: "Accept"] == "text/event-stream")
        #expect(stream.http.status == 200)
    }

    @Test("a lost connection is opened anew from behind the last event")
    func reconnects() async throws {
        let server = try LoopbackServer { request in
            switch request.number {
            case 0: .stream(["id: 1\ndata: 1\n\n", "id: 2\ndata: 2\n\n", "data: cut"], breaks: true)
            case 1: .text("busy", status: 503)
            case 2: .stream(["retry: 10\n\n"], breaks: true)
            default: .stream(["id: 3\ndata: 3\n\n", "data: [DONE]\n\n"])
            }
        }
        #expect(try await all(session(server).send(Watch())) == [1, 2, 3])
        #expect(server.requests.map { $0[header: "Last-Event-ID"] } == [nil, "2", "2", "2"])
    }

    @Test(
        "without ids it isn't, once an event has come: the server would begin again",
        arguments: [nil, StreamFormat.Reconnection.never])
    func lossWithoutIDs(_ reconnects: StreamFormat.Reconnection?) async throws {
        let server = try LoopbackServer { _ in .stream(["data: 1\n\n", "data: cut"], breaks: true) }
        let http = try await session(server).send(Watch()).http
        let format = reconnects.map { StreamFormat.events(reconnects: $0) } ?? .events()
        var iterator = ResponseStream<JSONValue>(http, format: format).makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        let failure = await #expect(throws: TransportFailure.self) { _ = try await iterator.next() }
        #expect(failure?.kind == .connectionLost)
        #expect(server.requests.count == 1 && server.requests.first?[header: "Last-Event-ID"] == nil)
    }

    @Test("where the description says so it is, without ids too")
    func afterLoss() async throws {
        let server = try LoopbackServer { request in
            .stream(
                ["data: \(request.number)\n\n"] + (request.number < 2 ? ["data: cut"] : ["data: [DONE]\n\n"]),
                breaks: request.number < 2)
        }
        let http = try await session(server).send(Watch()).http
        #expect(
            try await all(ResponseStream<JSONValue>(http, format: .events(end: "[DONE]", reconnects: .afterLoss))) == [
                0, 1, 2,
            ])
    }

    private struct Named: DecodableModel, Equatable {
        let name: String

        init(from fields: inout FieldReader) throws { name = try fields["name"] }
    }

    @Test("null keeps the connection alive where no element can be null, and is an element where one can")
    func null() async throws {
        func stream<T: WireDecodable>(_: T.Type, _ text: String, _ format: StreamFormat) -> ResponseStream<T> {
            ResponseStream<T>(HTTPResponse(body: Data(text.utf8)), format: format)
        }
        let lines = "null\n{\"name\":\"a\"}\n null \n{\"name\":\"b\"}\n"
        let events = "data: null\n\ndata: {\"name\":\"a\"}\n\ndata:\n\ndata: null\n\ndata: {\"name\":\"b\"}\n\n"
        for (text, format) in [(lines, StreamFormat.lines), (events, .events())] {
            #expect(try await all(stream(Named.self, text, format)).map(\.name) == ["a", "b"])
            #expect(try await all(stream(Named?.self, text, format)).map { $0?.name } == [nil, "a", nil, "b"])
            #expect(
                try await all(stream(JSONValue.self, text, format)).map { $0["name"]?.string } == [nil, "a", nil, "b"])
        }
        #expect(try await all(stream(String.self, "data: null\n\n", .events())) == ["null"])
        // A value that is neither null nor the element isn't a keep-alive.
        await #expect(throws: DecodingFailure.self) { _ = try await all(stream(Named.self, "nil\n", .lines)) }
    }

    @Test(
        "a response of another media type is an error that names it",
        arguments: [
            ("text/html", false, false), ("application/json", false, true), ("application/problem+json", false, true),
            ("image/png", false, false),
            ("text/event-stream; charset=utf-8", true, false), ("TEXT/EVENT-STREAM", true, false),
            ("application/x-ndjson", false, true), ("application/jsonl", false, true), ("text/plain", true, true),
            ("application/octet-stream", true, true), ("application/xml", false, false), ("", true, true),
        ])
    func mediaTypes(_ type: String, _ isEvents: Bool, _ isLines: Bool) async throws {
        func failure(_ request: some RequestType) async -> String? {
            let response = HTTPResponse(
                headers: type.isEmpty ? [:] : ["Content-Type": type], body: Data("data: 1\n\n".utf8))
            do { _ = try await Session(transport: StubTransport { _ in response }).send(request) } catch {
                return "\(error)"
            }
            return nil
        }
        let told = type.prefix { $0 != ";" }.lowercased()
        let ofEvents = await failure(Watch())
        #expect(
            (ofEvents == nil) == isEvents && ofEvents?.contains("the media type \"\(told)\"") != false,
            "\(ofEvents ?? "")")
        let ofLines = await failure(Lines())
        #expect(
            (ofLines == nil) == isLines && ofLines?.contains("the media type \"\(told)\"") != false, "\(ofLines ?? "")")
    }

    @Test("of a response that opens a stream anew too")
    func mediaTypeOfTheSecond() async throws {
        let server = try LoopbackServer { request in
            request.number == 0
                ? .stream(["id: 1\ndata: 1\n\n", "data: cut"], breaks: true)
                : .text("<html>log in</html>", type: "text/html")
        }
        var iterator = try await session(server).send(Watch()).makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        let failure = await #expect(throws: DecodingFailure.self) { _ = try await iterator.next() }
        #expect(failure?.description.contains("text/html") == true)
    }

    @Test("an event of many lines, and one of too many")
    func longEvents() async throws {
        func first(_ lines: Int, of size: Int) async throws -> String? {
            let line = Data(("data: " + String(repeating: "x", count: size) + "\n").utf8)
            let source = Pieces(Array(repeating: line, count: lines) + [Data("\n".utf8)])
            var http = HTTPResponse()
            http.stream = HTTPByteStream { source.next() }
            var iterator = ResponseStream<String>(http, format: .events()).makeAsyncIterator()
            return try await iterator.next()
        }
        let event = try await first(40_000, of: 3)
        #expect(event?.utf8.count == 40_000 * 4 - 1)
        await #expect(throws: DecodingFailure.self) { _ = try await first(20, of: 1 << 20) }
    }

    @Test("a stream that was asked for with POST isn't asked for again")
    func noSecondPost() async throws {
        let server = try LoopbackServer { _ in .stream(["data: 1\n\n", "data: cut"], breaks: true) }
        var iterator = try await session(server).send(Complete()).makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        let failure = await #expect(throws: TransportFailure.self) { _ = try await iterator.next() }
        #expect(failure?.kind == .connectionLost)
        #expect(try await iterator.next() == nil)
        #expect(server.requests.count == 1)
    }

    @Test("the server's end is the end, unless the description says otherwise; 204 ends that too")
    func serversEnd() async throws {
        let server = try LoopbackServer { request in
            request.number == 2
                ? .response(status: 204) : .stream(["id: \(request.number)\ndata: \(request.number)\n\n"])
        }
        #expect(try await all(session(server).send(WatchForEver())) == ["0", "1"])
        #expect(server.requests.map { $0[header: "Last-Event-ID"] } == [nil, "0", "1"])
    }

    @Test("a server that only hangs up is given up")
    func givenUp() async throws {
        let server = try LoopbackServer { _ in .stream([], breaks: true) }
        await #expect(throws: TransportFailure.self) { _ = try await all(session(server).send(Watch())) }
        #expect(server.requests.count == 9)
    }

    @Test("and so is one that has gone")
    func goneForGood() async throws {
        let clock = ManualClock.instant
        let asked = Counter()
        let session = streaming(clock) {
            asked.add()
            guard asked.value == 1 else { throw TransportFailure(.cannotConnect, "gone") }
            return HTTPByteStream { throw TransportFailure(.connectionLost, "lost") }
        }
        let failure = await #expect(throws: TransportFailure.self) { _ = try await all(session.send(Watch())) }
        #expect(failure?.kind == .cannotConnect)
        #expect(asked.value == 9 && clock.sleeps == [1, 2, 4, 8, 16, 30, 30, 30])
    }

    @Test("a quiet stream that is cut off each minute is not")
    func quiet() async throws {
        let clock = ManualClock.instant
        let asked = Counter()
        let session = streaming(clock) {
            asked.add()
            let isLast = asked.value == 31
            let pieces = Pieces([Data((isLast ? "data: 1\n\ndata: [DONE]\n\n" : ": nothing new\n\n").utf8)])
            return HTTPByteStream {
                if let piece = pieces.next() { return piece }
                clock.advance(by: .seconds(60))
                throw TransportFailure(.connectionLost, "lost")
            }
        }
        #expect(try await all(session.send(Watch())) == [1])
        #expect(asked.value == 31 && Set(clock.sleeps) == [1])
    }

    @Test("a status that means no success is the failure, with its body")
    func failures() async throws {
        let server = try LoopbackServer { _ in .json(#"{"message":"no"}"#, status: 403) }
        let failure = await #expect(throws: Rejected<JSONValue>.self) { _ = try await session(server).send(Watch()) }
        #expect(failure?.body == ["message": "no"])
    }

    @Test("an element that isn't as described doesn't end the stream")
    func badElement() async throws {
        let server = try LoopbackServer { _ in
            .stream(["{\"n\":1}\n{\"n\":\n{\"n\":3}\n"], type: "application/x-ndjson")
        }
        var iterator = try await session(server).send(Lines()).makeAsyncIterator()
        #expect(try await iterator.next() == ["n": 1])
        await #expect(throws: DecodingFailure.self) { _ = try await iterator.next() }
        #expect(try await iterator.next() == ["n": 3])
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
    }

    @Test("what isn't read isn't fetched, and who stops reading ends the exchange")
    func backPressure() async throws {
        let piece = Data(repeating: 0x20, count: 65_536)
        let counter = Counter()
        let server = try LoopbackServer { _ in
            .endless(piece, type: "application/x-ndjson").counting { counter.add($0) }
        }
        var iterator = Optional(try await session(server).send(Lines()).http.stream!)
        _ = try await iterator?.next()
        // Meanwhile other requests are served, one of them a long stream on the same thread: enough time for the unread
        // data to arrive.
        let other = try LoopbackServer { request in
            request.target == "/plain" ? .json("[1]") : .large(piece, count: 1600)
        }
        #expect(try await session(other).response(to: Plain()).value == [1])
        var size = 0
        for try await piece in try await session(other).send(Lines()).http.stream! { size += piece.count }
        #expect(size == 1600 * 65_536)
        // The kernel's buffers hold a few megabytes; what goes beyond is ours.
        let afterPause = counter.value
        #expect(afterPause < 24 << 20, "the server isn't kept waiting")
        while counter.value <= max(afterPause, 24 << 20), try await iterator?.next() != nil {}
        #expect(counter.value > afterPause)
        iterator = nil
        #expect(await server.connectionsEnded(count: 1))
    }

    @Test("cancelling ends a stream at once, full or waiting", arguments: [true, false])
    func cancelling(_ isFull: Bool) async throws {
        let counter = Counter()
        let server = try LoopbackServer { _ in
            isFull
                ? .endless(Data(repeating: 0x0A, count: 65_536)).counting { counter.add($0) }
                : .stream(["data: 1\n\n"], hangs: true)
        }
        let stream = try await session(server).send(Watch())
        let count = Counter()
        let task = Task {
            for try await _ in stream { count.add() }
        }
        if isFull { await counter.exceeds(8 << 20) } else { await count.exceeds(0) }
        task.cancel()
        // The server itself never ends it.
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await server.connectionsEnded(count: 1))
    }

    @Test("a stream is read once: a second reader gets an error, and not an end")
    func secondReading() async throws {
        let server = try LoopbackServer { _ in .stream(["data: 1\n\n", "data: 2\n\n"]) }
        let stream = try await session(server).send(Watch())
        #expect(try await all(stream) == [1, 2])
        await #expect(throws: TransportFailure.self) { try await all(stream) }
        await #expect(throws: TransportFailure.self) { try await all(stream.events) }
        let other = try await session(server).send(Watch())
        for try await element in other where element == 1 { break }
        await #expect(throws: TransportFailure.self) { try await all(other) }
        // The first reader goes on.
        let third = try await session(server).send(Watch())
        var first = third.makeAsyncIterator()
        #expect(try await first.next() == 1)
        await #expect(throws: TransportFailure.self) { try await all(third) }
        #expect(try await first.next() == 2)
        let raw = try #require(try await session(server).send(Watch()).http.stream)
        #expect(try await !all(raw).isEmpty)
        await #expect(throws: TransportFailure.self) { try await all(raw) }
    }

    @Test("only 200 is a stream of events; of several media types the last valid one counts")
    func heads() async throws {
        func elements(_ head: String) async throws -> [JSONValue] {
            let server = try LoopbackServer { _ in .raw("HTTP/1.1 \(head)\r\nConnection: close\r\n\r\ndata: 1\n\n") }
            return try await all(try await session(server).send(Watch()))
        }
        for status in [201, 202, 205, 206, 210, 299] {
            await #expect(throws: DecodingFailure.self, "\(status)") {
                try await elements("\(status) X\r\nContent-Type: text/event-stream")
            }
        }
        let types = [
            "text/event-stream\r\nContent-Type: text/event-stream",
            "application/json\r\nContent-Type: text/event-stream",
            "application/json, text/event-stream", "text/event-stream\r\nContent-Type: nonsense",
            "text/event-stream\r\nContent-Type: */*", "TEXT/Event-Stream;charset='utf-8'",
            "text/event-stream; charset=\"utf-8\"; x=\"a, b; c\"", "text/event-stream ; charset",
        ]
        for type in types { #expect(try await elements("200 OK\r\nContent-Type: \(type)") == [1], "\(type)") }
        for type in [
            "text/html", "text/event-stream\r\nContent-Type: text/html", "text/event-stream, application/json",
        ] {
            await #expect(throws: DecodingFailure.self, "\(type)") {
                try await elements("200 OK\r\nContent-Type: \(type)")
            }
        }
    }

    @Test("lines that aren't UTF-8 are an error")
    func notUTF8() async throws {
        for tail in ["\n", ""] {
            let server = try LoopbackServer { _ in
                .raw(
                    Data("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n1\n\"".utf8) + [0xFF, 0xC3]
                        + Data("\"\(tail)".utf8))
            }
            var iterator = try await session(server).send(Lines()).makeAsyncIterator()
            #expect(try await iterator.next() == 1)
            await #expect(throws: DecodingFailure.self) { try await iterator.next() }
        }
    }

    @Test("two tasks can't read one stream")
    func twoReaders() async throws {
        let server = try LoopbackServer { _ in .stream([], hangs: true) }
        let stream = try await session(server).send(Watch()).http.stream!
        // Whoever comes second is refused at once; the first waits until it is cancelled.
        let refused = Watched<[any Error]>([])
        let readers = (0..<2).map { _ in
            Task {
                do { _ = try await stream.next() } catch { refused.update { $0.append(error) } }
            }
        }
        #expect(await refused.wait { !$0.isEmpty }.first is TransportFailure)
        for reader in readers {
            reader.cancel()
            await reader.value
        }
        #expect(refused.value.count == 2 && refused.value.last is CancellationError)
    }

    @Test("many streams at once, some slow, some dropped, some cancelled")
    func many() async throws {
        let block = String(repeating: "{\"n\":1}\n", count: 800)
        let server = try LoopbackServer { _ in .stream(Array(repeating: block, count: 10), type: "application/x-ndjson")
        }
        let session = session(server)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<60 {
                group.addTask {
                    var count = 0
                    let begun = Counter()
                    let reading = Task { () -> Int in
                        var count = 0
                        for try await _ in try await session.send(Lines()) {
                            count += 1
                            begun.add()
                            if number % 3 == 1, count == 10 { break }
                            if number % 3 == 2, count % 400 == 0 { await Task.yield() }
                        }
                        return count
                    }
                    if number % 10 == 9 {
                        await begun.exceeds(5)
                        reading.cancel()
                    }
                    do { count = try await reading.value } catch is CancellationError { count = -1 }
                    return number % 10 == 9 ? -1 : count
                }
            }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(counts == [-1: 6, 10: 18, 8_000: 36])
    }

    @Test("silence ends a stream, slow reading doesn't")
    func silence() async throws {
        let server = try LoopbackServer { request in
            request.target == "/complete"
                ? .stream(["data: 1\n\n"], hangs: true) : .large(Data(repeating: 0x0A, count: 65_536), count: 40)
        }
        let impatient = Session(baseURL: server.baseURL, transport: NetworkTransport(idleTimeout: 0.2))
        await #expect(throws: TransportFailure.self) { _ = try await all(impatient.send(Complete())) }

        #if os(Linux)
            let time = ManualTransportClock()
            let patient = Session(
                baseURL: server.baseURL, transport: NetworkTransport(idleTimeout: 120, clock: time.clock))
            let slow = try await patient.send(Lines()).http.stream!
            var size = try await slow.next()?.count ?? 0
            // It looks as it begins, for the head, and before it keeps a piece: as it looks for the third, the second waits
            // to be read.
            await time.looks.wait { $0 >= 5 }
            for _ in 0..<3 { time.advance(by: 1000) }
            for try await piece in slow { size += piece.count }
            #expect(size == 40 * 65_536)
        #endif
    }

    @Test("an event that never ends is refused, not stored")
    func endlessEvent() async throws {
        let server = try LoopbackServer { _ in .endless(Data(repeating: 0x61, count: 65_536), type: "text/event-stream")
        }
        let failure = await #expect(throws: DecodingFailure.self) { _ = try await all(session(server).send(Watch())) }
        #expect(failure?.expected == "an event of at most 16 MB")
    }

    @Test("redirects of a stream are followed, and no credential goes along to another origin")
    func redirects() async throws {
        let other = try LoopbackServer { _ in .stream(["data: 1\n\n", "data: [DONE]\n\n"]) }
        let server = try LoopbackServer { request in
            request.target == "/events" ? .redirect(to: "/here") : .redirect(to: other.url("/there").absoluteString)
        }
        let session = server.session(credential: Credential.bearer("s3cret"))
        #expect(try await all(session.send(WatchWithToken())) == [1])
        #expect(server.requests.map { $0[header: "Authorization"] } == ["Bearer s3cret", "Bearer s3cret"])
        #expect(other.requests.map { $0[header: "Authorization"] } == [nil])
    }

    private struct WatchWithToken: RequestType {
        typealias Response = ResponseStream<JSONValue>
        static let api = API(baseURL: "https://api.example.com", authentication: .bearer)
        static var endpoint: Endpoint { .get("/events").streaming(.events(end: "[DONE]")) }
    }

    @Test("a 401 with a challenge is an answer here too, and nobody listening a failure")
    func challenge() async throws {
        let server = try LoopbackServer { _ in .basicChallenge("no") }
        let failure = await #expect(throws: Rejected<JSONValue>.self) { _ = try await session(server).send(Watch()) }
        #expect(failure?.status == 401)
        var gone = Session(
            baseURL: LoopbackServer.nobodysURL, transport: NetworkTransport(idleTimeout: LoopbackServer.patience))
        gone.retries = .none
        let lost = await #expect(throws: TransportFailure.self) { _ = try await gone.send(Watch()) }
        #expect(lost?.kind == .cannotConnect)
    }

    @Test("what is no HTTP, half an answer, and headers without end are failures", arguments: 0...3)
    func faults(_ number: Int) async throws {
        let replies: [Reply] = [
            .raw("SSH-2.0-OpenSSH_9.2\r\n\r\n"), .closedBeforeHeaders, .truncated("{}\n", missing: 10),
            .response(
                headers: (0..<400).map { ("X-\($0)", String(repeating: "x", count: 2000)) }, body: Data("{}\n".utf8)),
        ]
        let server = try LoopbackServer { _ in replies[number] }
        var session = session(server)
        session.retries = .none
        let failure = await #expect(throws: TransportFailure.self) { _ = try await all(session.send(Lines())) }
        #expect(
            failure?.kind == [.badResponse, .connectionLost, .connectionLost, .badResponse][number],
            "\(String(describing: failure))")
    }

    @Test("a stub's whole answer is a stream")
    func stub() async throws {
        let session = Session(
            transport: StubTransport(["GET /events": HTTPResponse(body: Data("data: 1\n\ndata: 2\n\n".utf8))]))
        #expect(try await all(session.send(Watch())) == [1, 2])
    }
}

/// Hands out pieces.
private final class Pieces: @unchecked Sendable {
    private let lock = NSLock()
    private var pieces: [Data]

    init(_ pieces: [Data]) { self.pieces = pieces }

    func next() -> Data? { lock.withLock { pieces.isEmpty ? nil : pieces.removeFirst() } }
}
