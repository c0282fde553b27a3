import CallsiteRuntime
import CallsiteToolkit
import Foundation
import LoopbackServer
import Testing

@Suite("Stubs", .timeLimit(.minutes(10)))
struct StubTests {
    @Test("answers by type: a value, JSON, a function of what would be sent")
    func answers() async throws {
        let stubs = Stubs([ObjectIdentifier(ListStories.self): [Story(id: 9)]])
        stubs.respond(to: GetStory.self) { Story(id: $0.id, title: "stub") }
        let session = stubs.session
        #expect(try await session.send(GetStory(id: 5)) == Story(id: 5, title: "stub"))
        #expect(try await session.send(ListStories()) == [Story(id: 9)])
        #expect(try await session.send(GetStory(id: 6).adding(header: "X", value: "y")).id == 6)
        #expect(stubs.requests(GetStory.self).map(\.id) == [5, 6] && stubs.requests.count == 3)

        stubs.respond(to: GetStory.self, status: 404, json: #"{"message":"gone"}"#)
        let failure = await #expect(throws: Rejected<JSONValue>.self) { try await session.send(GetStory()) }
        #expect(failure?.body == ["message": "gone"])
        stubs.respond(to: ListStories.self) { request, http in .json("[{\"id\":\(http.url.query?.count ?? 0)}]") }
        #expect(try await session.send(ListStories(cursor: "ab"))[0].id == 13)
        stubs.respond(to: ListStories.self) { _, _ in throw TransportFailure(.timedOut, "too slow") }
        await #expect(throws: TransportFailure.self) { try await session.send(ListStories()) }
    }

    @Test("a session of stubs retries as any session does, without waiting")
    func retries() async throws {
        struct Get: RequestType {
            typealias Response = Int
            static let api = API(baseURL: "https://api.example.com")
            static var endpoint: Endpoint { .get("/number") }
        }
        struct Post: RequestType {
            typealias Response = Int
            static let api = API(baseURL: "https://api.example.com")
            static var endpoint: Endpoint { .post("/number") }
        }
        let stubs = Stubs()
        stubs.respond(to: Get.self, http: { _, _ in stubs.requests.count < 3 ? HTTPResponse(status: 503) : .json("7") })
        #expect(try await stubs.session.send(Get()) == 7)
        #expect(stubs.requests.count == 3)
        // Neither the backoff nor what a server asks for takes time. Whoever waited here would reach the time limit.
        stubs.respond(to: Get.self, status: 503, headers: ["Retry-After": "59"], json: "{}")
        var session = stubs.session
        session.retries.delay = 86_400
        session.retries.longestDelay = 86_400
        await #expect(throws: (any Error).self) { try await session.send(Get()) }
        #expect(stubs.requests.count == 6)
        stubs.respond(to: Post.self, status: 503, json: "{}")
        await #expect(throws: (any Error).self) { try await session.send(Post()) }
        #expect(stubs.requests(Post.self).count == 1)
        session.retries = .none
        await #expect(throws: (any Error).self) { try await session.send(Get()) }
        #expect(stubs.requests(Get.self).count == 7)
    }

    @Test("what has no answer is named")
    func missing() async {
        let failure = await #expect(throws: TransportFailure.self) { try await Stubs().session.send(GetStory()) }
        #expect(failure?.description == "there is no stub for GetStory: GET https://api.example.com/stories/1")
        // A missing stub stays missing, so the failure isn't of a kind that is retried.
        #expect(failure?.kind == .other)
        let missing = await #expect(throws: TransportFailure.self) {
            try await Session(transport: StubTransport([:])).send(GetStory())
        }
        #expect(missing?.kind == .other)
    }
}

@Suite("Recorder", .timeLimit(.minutes(10)))
struct RecorderTests {
    private func session(_ folder: Folder, _ mode: Recorder.Mode, _ transport: any Transport) -> Session {
        var session = Session(transport: transport, credential: .bearer("s3cret"))
        session.middleware = [Recorder(folder.url, mode)]
        session.retries = .none
        return session
    }

    private let unreachable = Noting { _, _ in throw TransportFailure(.cannotConnect, "there is no network") }

    @Test("what was recorded is replayed without a network, several times in order")
    func replays() async throws {
        let folder = Folder()
        let live = Noting { request, number in
            .json(#"{"id":\#(number),"title":"é / \"q\""}"#, headers: ["X-Total": "3"])
        }
        let recording = session(folder, .record, live)
        for _ in 0..<2 { _ = try await recording.send(GetStory(id: 1)) }
        _ = try await recording.send(GetStory(id: 2))
        #expect(folder.files.count == 3)

        let replaying = session(folder, .replay, unreachable)
        #expect(try await replaying.send(GetStory(id: 1)) == Story(id: 0, title: "é / \"q\""))
        #expect(try await replaying.response(to: GetStory(id: 1)).http.headers["X-Total"] == "3")
        // The last one for ever.
        #expect(try await replaying.send(GetStory(id: 1)).id == 1)
        #expect(try await replaying.send(GetStory(id: 2)).id == 2)
        let failure = await #expect(throws: TransportFailure.self) { try await replaying.send(GetStory(id: 3)) }
        #expect(failure?.description.contains("no recording of GET https://api.example.com/stories/3") == true)
        #expect(unreachable.requests.isEmpty)
    }

    @Test("recording again replaces what was there; automatic sends only what is new")
    func modes() async throws {
        let folder = Folder()
        let first = session(folder, .record, Noting { _, number in .json(#"{"id":\#(number)}"#) })
        for _ in 0..<3 { _ = try await first.send(GetStory()) }
        _ = try await session(folder, .record, Noting { _, _ in .json(#"{"id":50}"#) }).send(GetStory())
        #expect(folder.files.count == 1)
        let live = Noting { _, _ in .json(#"{"id":60}"#) }
        let automatic = session(folder, .automatic, live)
        #expect(try await automatic.send(GetStory()).id == 50)
        #expect(try await automatic.send(GetStory()).id == 60)
        #expect(live.requests.count == 1 && folder.files.count == 2)
    }

    @Test("no credential is ever written")
    func secrets() async throws {
        let folder = Folder()
        let live = Noting { _, _ in
            .json(
                #"{"access_token":"s3cret","refresh_token":"s3cret","page_token":"kept","deep":[{"password":"s3cret"}]}"#,
                headers: ["Set-Cookie": "a=s3cret", "X-Session-Id": "s3cret"])
        }
        let recording = session(folder, .record, live)
        _ = try await recording.send(SignIn(password: "s3cret").adding(header: "Authorization", value: "Basic s3cret"))
        _ = try await recording.send(GetStoryText(url: "https://u:s3cret@x.test"))
        #expect(!folder.text.contains("s3cret") && folder.text.contains("kept"))
        // Another password is the same request for a replay.
        #expect(try await session(folder, .replay, unreachable).send(SignIn(password: "other"))["page_token"] == "kept")
    }

    private struct GetStoryText: RequestType {
        typealias Response = JSONValue
        static var api: API { API(baseURL: "https://api.example.com", authentication: .query("access_token")) }
        static var endpoint: Endpoint { .post("/form", body: .form) }
        let url: String

        func write(to request: inout RequestWriter) { request.body["client_secret"] = url }
    }

    @Test("pages are told apart by their cursors, bodies of all kinds come back as they were")
    func bodies() async throws {
        let folder = Folder()
        let bytes = Data([0, 255, 1])
        let live = Noting { request, _ in
            switch request.url.query {
            case "page_token=a": .json("[{\"id\":1}]")
            case "page_token=b": HTTPResponse(status: 204)
            case "page_token=c": HTTPResponse(headers: ["Content-Type": "image/png"], body: bytes)
            default: HTTPResponse(headers: ["Content-Type": "text/plain"], body: Data("täxt\n".utf8))
            }
        }
        func bodies(_ session: Session) async throws -> [Data] {
            var all: [Data] = []
            for cursor in ["a", "b", "c", nil] {
                all.append(try await session.send(ListRaw(cursor: cursor)))
            }
            return all
        }
        let recorded = try await bodies(session(folder, .record, live))
        #expect(try await bodies(session(folder, .replay, unreachable)) == recorded)
        #expect(recorded[2] == bytes)
    }

    private struct ListRaw: RequestType {
        typealias Response = Data
        static var api: API { API(baseURL: "https://api.example.com", authentication: .none) }
        static var endpoint: Endpoint { .get("/raw") }
        let cursor: String?

        func write(to request: inout RequestWriter) { request.query["page_token"] = cursor }
        static func response(from http: HTTPResponse) throws -> Data { http.body }
    }

    @Test("streams are recorded when they have ended")
    func streams() async throws {
        let server = try LoopbackServer { _ in .stream(["data: {\"id\":1}\n\n", "data: {\"id\":2}\n\n"]) }
        let folder = Folder()
        let transport = NetworkTransport(idleTimeout: LoopbackServer.patience)
        var live = Session(baseURL: server.baseURL, transport: transport)
        live.middleware = [Recorder(folder.url, .record)]
        func ids(_ session: Session) async throws -> [Int] {
            var ids: [Int] = []
            for try await story in try await session.send(WatchStories()) { ids.append(story.id) }
            return ids
        }
        #expect(try await ids(live) == [1, 2])
        #expect(folder.files.count == 1)
        var replaying = Session(baseURL: server.baseURL, transport: transport)
        replaying.middleware = [Recorder(folder.url, .replay)]
        #expect(try await ids(replaying) == [1, 2])
        #expect(server.requests.count == 1)
    }

    @Test("a response without bytes, as stubs give it, is refused rather than recorded empty")
    func values() async throws {
        let folder = Folder()
        let failure = await #expect(throws: TransportFailure.self) {
            try await session(folder, .record, Noting { _, _ in .value(Story(id: 1, title: "a")) }).send(
                GetStory(id: 1))
        }
        #expect(failure?.description.contains("a value of type Story, which has no bytes to record") == true)
        #expect(folder.files.isEmpty)
    }

    @Test("a recording that can't be written is an error with its path and the reason")
    func unwritable() async throws {
        let folder = Folder()
        _ = try await session(folder, .record, Noting { _, _ in .json(#"{"id":1}"#) }).send(GetStory())
        // A file where the folder should be.
        let inner = folder.files[0].appendingPathComponent("deep")
        var recording = Session(transport: Noting { _, _ in .json(#"{"id":1}"#) }, credential: .bearer("s3cret"))
        recording.middleware = [Recorder(inner, .record)]
        let failure = await #expect(throws: TransportFailure.self) { try await recording.send(GetStory()) }
        #expect(failure?.description.hasPrefix("can't write \(inner.path)/get-stories-1-") == true, "\(failure as Any)")
        #expect(failure?.description.contains("NSCocoaErrorDomain") == false, "\(failure as Any)")
    }

    @Test("a file that is no recording is told")
    func broken() async throws {
        let folder = Folder()
        _ = try await session(folder, .record, Noting { _, _ in .json(#"{"id":1}"#) }).send(GetStory())
        try Data("{".utf8).write(to: folder.files[0])
        let failure = await #expect(throws: TransportFailure.self) {
            try await session(folder, .replay, unreachable).send(GetStory())
        }
        #expect(failure?.description.contains("isn't a recording") == true)
    }
}
