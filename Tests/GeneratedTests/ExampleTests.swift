import CallsiteRuntime
import CallsiteToolkit
import Foundation
import GeneratedAPIs
import Testing

/// What `--fixtures` writes, as a user's tests use it.
@Suite struct ExampleTests {
    @Test func aUnionIsItsFirstAlternative() {
        guard case .text = Stories.Message.fixture().content else {
            Issue.record("\(Stories.Message.fixture().content)")
            return
        }
    }

    @Test func everyEndpointAnswersWithItsExample() async throws {
        let stubs = Stubs(StoriesExamples.answers)
        let story = try await stubs.session.send(Stories.GetStoryRequest(id: 7))
        #expect(story.id == Stories.Story.fixture().id)
        #expect(stubs.requests(Stories.GetStoryRequest.self).map(\.id) == [7])
        try await stubs.session.send(Stories.DeleteStoryRequest(id: 7))
        #expect(try await stubs.session.send(Stories.ListStoriesRequest()).items.isEmpty)
    }

    @Test func oneAnswerIsReplaced() async throws {
        let stubs = Stubs(StoriesExamples.answers)
        stubs.answer(Stories.ListStoriesRequest.self) { request in
            .fixture(items: [.fixture(id: 1), .fixture(id: 2)], nextCursor: request.cursor == nil ? "more" : nil)
        }
        var ids: [Int] = []
        for try await story in stubs.session.elements(of: Stories.ListStoriesRequest()) { ids.append(Int(story.id)) }
        #expect(ids == [1, 2, 1, 2])
    }
}
