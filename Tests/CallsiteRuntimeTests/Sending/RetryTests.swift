@testable import CallsiteCurl
@testable import CallsiteHTTP
@testable import CallsiteRuntime
import Foundation
import LoopbackServer
import Testing
import Waiting

private struct Get: RequestType {
    typealias Response = [Int]
    static let api = API(baseURL: "https://api.example.com")
    static var endpoint: Endpoint { .get("/numbers") }
}

private struct Post: RequestType {
    typealias Response = [Int]
    static let api = API(baseURL: "https://api.example.com")
    static var endpoint: Endpoint { .post("/numbers") }
}

private struct SafePost: RequestType {
    typealias Response = [Int]
    static let api = API(baseURL: "https://api.example.com")
    static var endpoint: Endpoint { .post("/numbers").idempotent() }
}

private struct KeyedPost: RequestType {
    typealias Response = [Int]
    static let api = API(baseURL: "https://api.example.com")
    static var endpoint: Endpoint { .post("/numbers").idempotencyKey(header: "Idempotency-Key") }
}

/// Returns the responses in order; the last one again and again.
private final class Script: Transport, @unchecked Sendable {
    private let lock = NSLock()
    private var answers: [Result<HTTPResponse, TransportFailure>]
    private(set) var requests: [HTTPRequest] = []

    init(_ answers: [Result<HTTPResponse, TransportFailure>]) { self.answers = answers }

    convenience init(statuses: [Int], headers: HTTPHeaders = [:]) {
        self.init(statuses.map { .success(.json("[1]", status: $0, headers: headers)) })
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try lock.withLock {
            requests.append(request)
            return answers.count > 1 ? answers.removeFirst() : answers[0]
        }.get()
    }
}

@Suite("Retries", .timeLimit(.minutes(10)))
struct RetryTests {
    private func session(_ transport: any Transport, _ clock: ManualClock = .instant) -> Session {
        var session = Session(transport: transport)
        session.clock = clock
        session.retries.random = { 1 }
        return session
    }

    @Test(
        "these statuses and no others",
        arguments: [400, 401, 404, 408, 409, 413, 425, 429, 500, 501, 502, 503, 504, 505])
    func statuses(_ status: Int) async throws {
        let script = Script(statuses: [status, 200])
        let isRetried = [408, 425, 429, 500, 502, 503, 504].contains(status)
        let value = try? await session(script).send(Get())
        #expect((value == [1]) == isRetried)
        #expect(script.requests.count == (isRetried ? 2 : 1))
    }

    @Test("lost connections are retried, timeouts and the rest are not")
    func failures() async throws {
        for (kind, isRetried) in [
            (TransportFailure.Kind.connectionLost, true), (.cannotConnect, true), (.timedOut, false),
            (.notSecure, false), (.badResponse, false), (.other, false),
        ] {
            let script = Script([.failure(TransportFailure(kind, "x")), .success(.json("[1]"))])
            _ = try? await session(script).send(Get())
            #expect(script.requests.count == (isRetried ? 2 : 1), "\(kind)")
        }
    }

    @Test("twice by default, with growing times up to the longest; then the answer is what it is")
    func limits() async throws {
        let clock = ManualClock.instant
        let script = Script(statuses: [503])
        await #expect(throws: Rejected<JSONValue>.self) { try await self.session(script, clock).send(Get()) }
        #expect(script.requests.count == 3 && clock.sleeps == [0.5, 1])

        var session = session(script, clock)
        session.retries.limit = 8
        session.retries.random = { 0.5 }
        _ = try? await session.send(Get())
        #expect(Array(clock.sleeps.dropFirst(2)) == [0.25, 0.5, 1, 2, 4, 8, 10, 10])
        session.retries = .none
        _ = try? await session.send(Get())
        #expect(script.requests.count == 3 + 9 + 1)
    }

    @Test("only what is safe to repeat; a key for repetitions is made once")
    func safety() async throws {
        let post = Script(statuses: [503, 200])
        await #expect(throws: Rejected<JSONValue>.self) { try await session(post).send(Post()) }
        #expect(post.requests.count == 1)
        let safe = Script(statuses: [503, 200])
        #expect(try await session(safe).send(SafePost()) == [1])
        let keyed = Script(statuses: [503, 500, 200])
        #expect(try await session(keyed).send(KeyedPost()) == [1])
        let keys = keyed.requests.map { $0.headers["Idempotency-Key"] }
        #expect(Set(keys).count == 1 && keys[0]?.count == 36)
        _ = try await session(keyed).send(KeyedPost())
        #expect(keyed.requests[3].headers["Idempotency-Key"] != keys[0])
        _ = try await session(keyed).send(KeyedPost().adding(header: "Idempotency-Key", value: "mine"))
        #expect(keyed.requests[4].headers["Idempotency-Key"] == "mine")
    }

    @Test(
        "Retry-After in both forms, and what asks for too long",
        arguments: [
            (["Retry-After": "7"], 7.0), (["Retry-After": " 0 "], 0), (["Retry-After": "60"], 60),
            (["Retry-After": "61"], nil), (["Retry-After": "-1"], 0.5), (["Retry-After": "soon"], 0.5),
            (["Retry-After": "a b c d"], 0.5), (["Retry-After": "Sun Nov 6 08:49:37"], 0.5),
            (["Retry-After": "Sun, 06 Nov 1994"], 0.5), (["Date": "a b c d", "Retry-After": "a-b c-d e"], 0.5),
            (["Retry-After": "99999999999999999999"], nil),
            (["Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": "Sun, 06 Nov 1994 08:49:47 GMT"], 10),
            (["Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": "Sunday, 06-Nov-94 08:50:00 GMT"], 23),
            (["Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": "Sun Nov  6 08:49:38 1994"], 1),
            (["Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": "Sun, 06 Nov 1994 08:49:00 GMT"], 0),
            (["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"], 0),
            (["Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": "Mon, 07 Nov 1994 08:49:37 GMT"], nil),
            (["Retry-After": "Sun, 31 Feb 1994 08:49:37 GMT"], 0.5),
        ] as [([String: String], Double?)])
    func retryAfter(_ headers: [String: String], _ wait: Double?) async throws {
        let clock = ManualClock.instant
        let fields = headers.map { HTTPHeaders.Field($0, $1) }
        let script = Script([
            .success(.json("{}", status: 429, headers: HTTPHeaders(fields))), .success(.json("[1]")),
        ])
        _ = try? await session(script, clock).send(Get())
        #expect(clock.sleeps == (wait.map { [$0] } ?? []))
    }

    @Test("a session's budget: a server that is down isn't asked three times as often")
    func budget() async throws {
        let script = Script(statuses: [503])
        let session = session(script)
        for _ in 0..<1000 { _ = try? await session.send(Get()) }
        // Ten in reserve, then one for five requests.
        #expect(1200...1211 ~= script.requests.count)
    }

    @Test("cancelling while it waits ends at once, and nothing more is sent")
    func cancelling() async throws {
        let clock = ManualClock(isInstant: false)
        let script = Script(statuses: [503, 200])
        let session = session(script, clock)
        let task = Task { try await session.send(Get()) }
        await clock.slept()
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(script.requests.count == 1)
    }

    @Test("over HTTP: a reset, half an answer, a 503, then the answer")
    func overHTTP() async throws {
        let server = try LoopbackServer(script: [.closedBeforeHeaders, .truncated("[1", missing: 3), .json("[1]")])
        var session = server.session()
        session.clock = ManualClock.instant
        #expect(try await session.send(Get()) == [1])
        #expect(server.requests.count == 3)
        // A POST isn't sent again after its connection was lost.
        let other = try LoopbackServer(script: [.closedBeforeHeaders, .json("[1]")])
        var second = other.session()
        second.clock = ManualClock.instant
        await #expect(throws: TransportFailure.self) { try await second.send(Post()) }
        #expect(other.requests.count == 1)
    }

    @Test("the session's timeout is for requests that have none")
    func timeouts() async throws {
        let script = Script(statuses: [200])
        var session = session(script)
        session.timeout = 3
        _ = try await session.send(Get())
        _ = try await session.send(Get().adding(timeout: 1.5))
        #expect(script.requests.map(\.timeout) == [3, 1.5])
        let server = try LoopbackServer { _ in .silence }
        var short = server.session()
        short.timeout = 0.2
        let failure = await #expect(throws: TransportFailure.self) { try await short.send(Get()) }
        #expect(failure?.kind == .timedOut && server.requests.count == 1)
    }
}

@Suite("Middleware", .timeLimit(.minutes(10)))
struct MiddlewareTests {
    /// Notes what passes.
    private final class Notes: @unchecked Sendable {
        private let lock = NSLock()
        private var lines: [String] = []

        var all: [String] { lock.withLock { lines } }
        func add(_ line: String) { lock.withLock { lines.append(line) } }
    }

    private struct Noting: Middleware {
        let name: String
        let notes: Notes

        func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
            notes.add(
                "\(name) \(context.attempt) \(type(of: context.request)) \(request.headers["Authorization"] ?? "-")")
            var request = request
            request.headers.append("X-Via", name)
            let response = try await next(request)
            notes.add("\(name) \(response.status)")
            return response
        }
    }

    @Test("in order, each attempt, without the credential, with the request's own type")
    func order() async throws {
        let notes = Notes()
        let script = Script(statuses: [503, 200])
        var session = Session(transport: script, credential: .bearer("s3cret"))
        session.middleware = [Noting(name: "a", notes: notes), Noting(name: "b", notes: notes)]
        session.clock = ManualClock.instant
        _ = try await session.send(ListNumbers().adding(header: "X-A", value: "1").adding(query: "q", value: "2"))
        #expect(
            notes.all == [
                "a 1 ListNumbers -", "b 1 ListNumbers -", "b 503", "a 503", "a 2 ListNumbers -", "b 2 ListNumbers -",
                "b 200", "a 200",
            ])
        #expect(script.requests.map { $0.headers["X-Via"] } == ["a, b", "a, b"])
        #expect(script.requests.map { $0.headers["Authorization"] } == ["Bearer s3cret", "Bearer s3cret"])
    }

    private struct Redirecting: Middleware {
        func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
            var request = request
            request.url = URL(string: "https://evil.example/")!
            return try await next(request)
        }
    }

    @Test("one that points a request elsewhere gets no credential there")
    func elsewhere() async throws {
        let script = Script(statuses: [200])
        var session = Session(transport: script, credential: .bearer("s3cret"))
        session.middleware = [Redirecting()]
        _ = try await session.send(ListNumbers())
        #expect(script.requests[0].headers["Authorization"] == nil)
    }

    private struct Answering: Middleware {
        func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
            .value([7, 8])
        }
    }

    private struct Failing: Middleware {
        struct Mine: Error {}
        func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
            throw Mine()
        }
    }

    @Test("one may answer itself, with a value even, or fail")
    func answering() async throws {
        var session = Session(transport: Script(statuses: [500]))
        session.middleware = [Answering()]
        #expect(try await session.send(Get()) == [7, 8])
        await #expect(throws: DecodingFailure.self) { try await session.send(GetAccount()) }
        session.middleware = [Failing()]
        await #expect(throws: Failing.Mine.self) { try await session.send(Get()) }
    }
}

@Suite("Credentials that are renewed", .timeLimit(.minutes(10)))
struct ReplacementTests {
    private actor Renewing: CredentialProviding {
        private(set) var refused: [Credential] = []
        private var number = 1

        func credential(for request: HTTPRequest) -> Credential? { .bearer("t\(number)") }
        func replacement(for refused: Credential, refusedBy response: HTTPResponse) -> Credential? {
            self.refused.append(refused)
            number += 1
            return number > 3 ? nil : .bearer("t\(number)")
        }
    }

    @Test("a refused credential is replaced once")
    func replaced() async throws {
        let provider = Renewing()
        let script = Script(statuses: [401, 200, 401, 401, 401])
        let session = Session(transport: script, credential: provider)
        #expect(try await session.send(ListNumbers()) == [1])
        let tokens = { script.requests.map { $0.headers["Authorization"] } }
        #expect(tokens() == ["Bearer t1", "Bearer t2"])
        // The second refusal is the result.
        await #expect(throws: Rejected<JSONValue>.self) { try await session.send(ListNumbersAgain()) }
        #expect(tokens().suffix(2) == ["Bearer t2", "Bearer t3"])
        await #expect(throws: Rejected<JSONValue>.self) { try await session.send(ListNumbersAgain()) }
        #expect(tokens().count == 5)
        #expect(await provider.refused == [.bearer("t1"), .bearer("t2"), .bearer("t3")])
        // A header of the request's own that is refused says nothing about the provider's credential.
        await #expect(throws: Rejected<JSONValue>.self) {
            try await session.send(ListNumbersAgain().adding(header: "Authorization", value: "Bearer mine"))
        }
        #expect(await provider.refused.count == 3)
    }

    private struct ListNumbersAgain: RequestType {
        typealias Response = [Int]
        static var api: API { testAPI }
        static var endpoint: Endpoint { .get("/again") }
    }

    @Test("a 401 from where a redirect led tells nothing about the credential")
    func elsewhere() async throws {
        let provider = Renewing()
        let other = try LoopbackServer { _ in .text("", status: 401) }
        let server = try LoopbackServer { _ in .redirect(to: other.url("/x").absoluteString) }
        let session = server.session(credential: provider)
        await #expect(throws: Rejected<JSONValue>.self) { try await session.send(ListNumbersAgain()) }
        #expect(await provider.refused.isEmpty)
        #expect(other.requests.allSatisfy { $0[header: "Authorization"] == nil })
    }
}

@Suite("Tolerant reading")
struct TolerantReadingTests {
    private struct Dates: DecodableModel, Equatable {
        let at: Date
        let maybe: Date?

        init(from fields: inout FieldReader) throws {
            at = try fields["at"]
            maybe = try fields["maybe"]
        }
    }

    @Test(
        "lenient dates",
        arguments: [
            ("\"2026-01-31T12:00:00Z\"", 1_769_860_800), ("\"2026-01-31T12:00:00\"", 1_769_860_800),
            ("\"2026-01-31 12:00:00\"", 1_769_860_800),
            ("\"2026-01-31 12:00\"", 1_769_860_800), ("\"2026-01-31 12:00Z\"", 1_769_860_800),
            ("\"2026-01-31\"", 1_769_817_600), ("\"2026-01-31 12:00:00.5\"", 1_769_860_800.5),
            ("\"2026-01-31T13:00:00+0100\"", 1_769_860_800), ("\"2026-01-31 13:00:00 +01\"", 1_769_860_800),
            ("\"2026-01-31T13:00+01:00\"", 1_769_860_800), ("1769860800", 1_769_860_800),
            ("1769860800.25", 1_769_860_800.25), ("\"1769860800\"", 1_769_860_800), ("-1", -1),
            ("1704164645123", 1_704_164_645.123), ("\"1704164645123\"", 1_704_164_645.123),
            ("99999999999", 99_999_999_999),
            ("100000000000", 100_000_000), ("1.7e9", 1_700_000_000),
        ] as [(String, Double)])
    func dates(_ text: String, _ seconds: Double) throws {
        let json = Data("{\"at\":\(text)}".utf8)
        #expect(
            try decodeJSON(Dates.self, from: json, options: .lenientDates).at == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "what is no date all the same",
        arguments: [
            "\"\"", "\"yesterday\"", "\"2026-02-30\"", "true", "null", "\"2026-01-31T25:00:00\"", "\"nan\"",
            "\"2026-01-31T12:00:00+1\"", "\"2026-01-31-12:00\"", "\"infinity\"", "{}", "\"0x10\"",
            "\"1704164645123000\"", "1704164645123000", "\"1_000\"", "\"++++++++++++++++++++\"",
            "\"2026-01-31T12:00:00+éé\"",
        ])
    func noDates(_ text: String) {
        #expect(throws: DecodingFailure.self) {
            try decodeJSON(Dates.self, from: Data("{\"at\":\(text)}".utf8), options: .lenientDates)
        }
    }

    @Test("no text whatever harms the reader")
    func anyText() {
        let letters = Array("0123456789-+:TZtz. é")
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var text = Array("2026-01-31 12:00:00 +01:00")
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let index = Int.random(in: 0..<text.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: text[index] = letters.randomElement(using: &random)!
                case 1: text.remove(at: index)
                default: text.insert(letters.randomElement(using: &random)!, at: index)
                }
            }
            _ = try? decodeJSON(Dates.self, from: Data("{\"at\":\"\(String(text))\"}".utf8), options: .lenientDates)
        }
    }

    @Test("without the option they are refused as ever")
    func strict() {
        #expect(throws: DecodingFailure.self) {
            try decodeJSON(Dates.self, from: Data(#"{"at":"2026-01-31 12:00"}"#.utf8))
        }
    }

    private struct Lists: RequestType {
        typealias Response = [[Int]]
        static let api = API(baseURL: "https://x.test", reading: .skippingLists)
        static var endpoint: Endpoint { .get("/") }
    }

    @Test("lists that skip: the rest is there, and what was left out is told")
    func skipping() async throws {
        let transport = StubTransport(["GET /": .json(#"[[1,"a",3],5,[null],[6]]"#)])
        let answer = try await Session(transport: transport).response(to: Lists())
        #expect(answer.value == [[1, 3], [], [6]])
        #expect(answer.skippedElements.map(\.path) == ["/0/1", "/1", "/2/0"])
        #expect(answer.skippedElements.first?.found == "\"a\"")

        let told = Counter()
        var session = Session(transport: transport)
        session.onSkippedElement = { _ in told.add() }
        #expect(try await session.send(Lists()) == [[1, 3], [], [6]])
        #expect(told.value == 3)
    }

    /// `oneOf: [PageA, PageB]`, of which one can be read leniently, and the other as it is.
    @Test("alternatives are tried strictly, though lists may leave out elements")
    func triedShapesOfLists() async throws {
        struct Element<V: WireDecodable>: DecodableModel {
            let v: V
            init(from fields: inout FieldReader) throws { v = try fields["v"] }
        }
        struct Items<V: WireDecodable>: DecodableModel {
            let items: [Element<V>]
            init(from fields: inout FieldReader) throws { items = try fields["items"] }
        }
        typealias Texts = Items<String>
        typealias Numbers = Items<Int>
        enum Page: WireDecodable {
            case texts(Texts)
            case numbers(Numbers)
            case unrecognized(JSONValue)

            init(from value: borrowing WireValue) throws {
                let shape = WireShape.object(required: ["items"])
                switch value.bestFit([shape.tried(as: Texts.self), shape.tried(as: Numbers.self)]) {
                case 0: self = .texts(try value.decode())
                case 1: self = .numbers(try value.decode())
                default: self = .unrecognized(try value.decode())
                }
            }
        }
        struct Get: RequestType {
            typealias Response = Page
            static let api = API(baseURL: "https://x.test", reading: .skippingLists)
            static var endpoint: Endpoint { .get("/") }
        }
        func read(_ json: String) async throws -> TypedResponse<Get> {
            try await Session(transport: StubTransport(["GET /": .json(json)])).response(to: Get())
        }
        let numbers = try await read(#"{"items":[{"v":1},{"v":2}]}"#)
        guard case .numbers(let page) = numbers.value else { Issue.record("\(numbers.value)"); return }
        #expect(page.items.map(\.v) == [1, 2] && numbers.skippedElements.isEmpty)
        // Neither can be decoded as it is: the first one, without what it can't be.
        let mixed = try await read(#"{"items":[{"v":1},{"v":"s"}]}"#)
        guard case .texts(let rest) = mixed.value else { Issue.record("\(mixed.value)"); return }
        #expect(rest.items.map(\.v) == ["s"] && mixed.skippedElements.count == 1)
    }

    @Test("what a trial leaves out is reported once, and other options hold in it")
    func optionsInTrials() async throws {
        enum Choice: WireDecodable {
            case lists([String: [Int]])
            case dates([String: Date])
            case other

            init(from value: borrowing WireValue) throws {
                switch value.bestFit([
                    .value([String: [Int]].self), WireShape.dictionary.tried(as: [String: Date].self), .dictionary,
                ]) {
                case 0: self = .lists(try value.decode())
                case 1: self = .dates(try value.decode())
                default: self = .other
                }
            }
        }
        struct Get: RequestType {
            typealias Response = [Choice]
            static let api = API(baseURL: "https://x.test", reading: [.skippingLists, .lenientDates])
            static var endpoint: Endpoint { .get("/") }
        }
        let transport = StubTransport(["GET /": .json(#"[{"a":[1,"x"]},{"at":"2026-01-31 12:00"}]"#)])
        let answer = try await Session(transport: transport).response(to: Get())
        guard case .lists(let lists) = answer.value[0], lists == ["a": [1]], case .dates = answer.value[1] else {
            Issue.record("\(answer.value)")
            return
        }
        #expect(answer.skippedElements.map(\.path) == ["/0/a/1"])
    }

    @Test("by the session, for an API that doesn't say so itself")
    func bySession() async throws {
        var session = Session(transport: StubTransport(["GET /numbers": .json("[1,\"a\"]")]))
        await #expect(throws: DecodingFailure.self) { try await session.send(Get()) }
        session.reading = [.skippingLists]
        #expect(try await session.send(Get()) == [1])
    }
}
