import CallsitePagination
import CallsiteRuntime
import CallsiteToolkit
import CallsiteTransfers
import Foundation
import GeneratedAPIs
import Testing

/// The output of `--fixtures`, as a user's tests use it.
@Suite struct ExampleTests {
    @Test func aUnionIsItsFirstAlternative() {
        guard case .text = Stories.Message.fixture().content else {
            Issue.record("\(Stories.Message.fixture().content)")
            return
        }
    }

    @Test func everyEndpointAnswersWithItsExample() async throws {
        let stubs = Stubs(StoriesExamples.responses)
        let story = try await stubs.session.send(Stories.GetStoryRequest(id: 7))
        #expect(story.id == Stories.Story.fixture().id)
        #expect(stubs.requests(Stories.GetStoryRequest.self).map(\.id) == [7])
        try await stubs.session.send(Stories.DeleteStoryRequest(id: 7))
        // A list over its example is complete after one element.
        var count = 0
        for try await _ in stubs.session.elements(of: Stories.ListStoriesRequest()) { count += 1 }
        #expect(count == 1 && stubs.requests(Stories.ListStoriesRequest.self).count == 1)
    }

    @Test func streamsResponseWithTypedElements() async throws {
        let stubs = Stubs(OrdersExamples.responses)
        var events: [Orders.EventsStreamRequest.Response.Element] = []
        for try await event in try await stubs.session.send(Orders.EventsStreamRequest()) { events.append(event) }
        #expect(events.count == 1)
        guard case .created = try await stubs.session.send(Orders.OrdersCreateRequest(body: .fixture())) else {
            Issue.record("the first of several responses is the example")
            return
        }
        stubs.respond(to: Orders.EventsStreamRequest.self) { _ in
            ResponseStream([.shipped(.fixture()), .shipped(.fixture()), .shipped(.fixture())])
        }
        var count = 0
        for try await _ in try await stubs.session.send(Orders.EventsStreamRequest()) { count += 1 }
        #expect(count == 3)
    }

    @Test func oneAnswerIsReplaced() async throws {
        let stubs = Stubs(StoriesExamples.responses)
        stubs.respond(to: Stories.ListStoriesRequest.self) { request in
            request.cursor == nil
                ? .fixture(items: [.fixture(id: 1), .fixture(id: 2)], nextCursor: "more")
                : .fixture(items: [.fixture(id: 3)])
        }
        var ids: [Int] = []
        for try await story in stubs.session.elements(of: Stories.ListStoriesRequest()) { ids.append(Int(story.id)) }
        #expect(ids == [1, 2, 3])
    }
}
