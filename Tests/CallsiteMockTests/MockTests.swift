import CallsiteCore
import CallsiteMock
import CallsitePagination
import CallsiteRuntime
import Foundation
import GeneratedAPIs
import LoopbackServer
import Testing

/// The mock of a generated API, asked through its generated requests.
@Suite struct MockTests {
    private func stories(isStateful: Bool = false) throws -> Mock {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../Specs/stories.yaml")
        let json = try mockJSON(String(contentsOf: file, encoding: .utf8))
        return try Mock(json: Data(json.utf8), isStateful: isStateful)
    }

    @Test func everyRequestIsAnsweredAndEveryListEnds() async throws {
        let mock = try stories()
        let session = mock.session
        let story = try await session.send(Stories.GetStoryRequest(id: 7))
        #expect(!story.title.isEmpty)
        var count = 0
        for try await _ in session.elements(of: Stories.ListStoriesRequest()) { count += 1 }
        #expect(count == 1)
        _ = try await session.send(Stories.GetUserRequest(id: 1))
        try await session.send(Stories.DeleteStoryRequest(id: 7))
        #expect(mock.problems.isEmpty)
    }

    @Test func whatIsCreatedIsThere() async throws {
        let mock = try stories(isStateful: true)
        let session = mock.session
        let created = try await session.send(Stories.CreateStoryRequest(title: "A lantern", text: "It shone."))
        #expect(created.title == "A lantern")
        #expect(try await session.send(Stories.GetStoryRequest(id: created.id)).title == "A lantern")
        _ = try await session.send(Stories.UpdateStoryRequest(id: created.id, title: "Two lanterns"))
        for number in 1...30 {
            _ = try await session.send(Stories.CreateStoryRequest(title: "Story \(number)", text: "…"))
        }
        var titles: [String] = []
        for try await story in session.elements(of: Stories.ListStoriesRequest(limit: 7)) { titles.append(story.title) }
        #expect(titles.count == 31 && titles.first == "Two lanterns" && titles.last == "Story 30")
        try await session.send(Stories.DeleteStoryRequest(id: created.id))
        await #expect(throws: (any Error).self) { try await session.send(Stories.GetStoryRequest(id: created.id)) }
        #expect(mock.problems.isEmpty)
    }

    /// A description may name no server and no credential, and its client may ask for its own kind of JSON.
    @Test func asksForWhatIsThere() async throws {
        let json = try mockJSON(
            """
            callsite: 1
            api: Small
            baseURL: none
            endpoints: {GetOne: {path: /one, response: "[Int]"}}
            """)
        let mock = try Mock(json: Data(json.utf8))
        let value = try await mock.session.send(AskOne().adding(header: "Accept", value: "application/vnd.small+json"))
        #expect(value.description.hasPrefix("["))
        #expect(mock.problems.isEmpty)
    }

    @Test func ownResponsesGoFirst() async throws {
        let mock = try stories()
        let template = try await mock.session.send(Stories.GetStoryRequest(id: 1))
        mock.respond(to: Stories.GetStoryRequest.self) { request in
            #expect(request.id == 9)
            return template
        }
        try mock.respond(to: Stories.GetUserRequest.self, status: 500, json: #"{"message":"down"}"#)
        #expect(mock.unusedResponses == ["GetStoryRequest"])
        _ = try await mock.session.send(Stories.GetStoryRequest(id: 9))
        #expect(mock.unusedResponses.isEmpty)
        await #expect(throws: (any Error).self) { try await mock.session.send(Stories.GetUserRequest(id: 1)) }
        #expect(throws: MockError.self) { try mock.respond(to: NobodysRequest.self, json: "{}") }
    }

    @Test func faultsAreTheErrorsThatTheyCause() async throws {
        let mock = try stories()
        let session = mock.session
        mock.faults = [
            .drop(of: Stories.GetStoryRequest.self),
            MockFault.status(503, retryAfter: 2).of(operation: "GetUser").every(2),
        ]
        await #expect(throws: (any Error).self) { try await session.send(Stories.GetStoryRequest(id: 1)) }
        _ = try await session.send(Stories.GetUserRequest(id: 1))
        await #expect(throws: (any Error).self) { try await session.send(Stories.GetUserRequest(id: 1)) }
        for fault in [MockFault.malformedBody, .wrongType, .wrongContentType, .cutBody] {
            mock.faults = [fault]
            await #expect(throws: (any Error).self, "\(fault)") {
                try await session.send(Stories.GetStoryRequest(id: 1))
            }
        }
        // A list whose page leads to itself doesn't go on for ever, nor look complete.
        mock.faults = [.repeatedPage]
        await #expect(throws: (any Error).self) {
            for try await _ in session.elements(of: Stories.ListStoriesRequest()) {}
        }
    }

    /// A server that responds with an error has created nothing, so that the retry does it once.
    @Test func whatFailsIsNotCreated() async throws {
        let mock = try stories(isStateful: true)
        mock.faults = [.status(503, every: 2)]
        let create = Stories.CreateStoryRequest(title: "Rain", text: "It rained.")
        _ = try await mock.session.send(create)
        await #expect(throws: (any Error).self) { try await mock.session.send(create) }
        mock.faults = []
        #expect(try await mock.session.send(Stories.ListStoriesRequest()).items.count == 1)
    }

    @Test func aServerIsTheSameMock() async throws {
        let mock = try stories(isStateful: true)
        let server = try await mock.serve()
        let session = Session(
            baseURL: server.url, transport: NetworkTransport(idleTimeout: LoopbackServer.patience),
            credential: Credential.key("any"))
        let created = try await session.send(Stories.CreateStoryRequest(title: "Over a port", text: "…"))
        #expect(try await mock.session.send(Stories.GetStoryRequest(id: created.id)).title == "Over a port")
        await server.stop()
    }
}

private struct NobodysRequest: RequestType {
    typealias Response = Void
    static var api: CallsiteRuntime.API { .init(baseURL: "https://none.example") }
    static var endpoint: Endpoint { .get("/none") }
}

private struct AskOne: RequestType {
    typealias Response = CallsiteRuntime.JSONValue
    static var api: CallsiteRuntime.API { .init(baseURL: "") }
    static var endpoint: Endpoint { .get("/one") }
}
