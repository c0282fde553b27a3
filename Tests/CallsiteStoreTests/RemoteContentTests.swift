import CallsiteRuntime
import CallsiteStore
import Foundation
import Testing

private struct Story: DecodableModel, Equatable {
    let id: Int

    init(id: Int) { self.id = id }
    init(from fields: inout FieldReader) throws { id = try fields["id"] }
}

private struct GetStory: RequestType {
    typealias Response = Story

    static let api = API(baseURL: "https://api.example.com")
    static let endpoint = Endpoint.get("/stories/{id}")
    let id: Int

    func write(to request: inout RequestWriter) { request.path["id"] = id }
}

private struct StoryProvider: RequestContentProviding {
    let request: GetStory

    func presentation(of result: Result<Story, any Error>) -> String {
        switch result {
        case .success(let story): "story \(story.id)"
        case .failure: "no story"
        }
    }
}

private struct Failed: Error {}

extension RemoteContent.Phase where Content == Story {
    fileprivate var name: String {
        switch self {
        case .idle: "idle"
        case .loading: "loading"
        case .loaded(let story): "loaded \(story.id)"
        case .failed: "failed"
        }
    }
}

@Suite("Remote content", .timeLimit(.minutes(10))) struct RemoteContentTests {
    @Test func theCourseOfALoad() throws {
        var content = RemoteContent<Story>()
        #expect(content.phase.name == "idle")
        let first = try #require(content.handle(.load).ticket)
        #expect(content.phase.name == "loading")
        #expect(content.handle(.load).isEmpty)
        #expect(content.handle(.failed(first, Failed())).isEmpty)
        #expect(content.phase.name == "failed")

        let second = try #require(content.handle(.load).ticket)
        #expect(content.phase.name == "loading" && content.error == nil)
        _ = content.handle(.arrived(first, Story(id: 1)))
        #expect(content.phase.name == "loading", "a late answer")
        _ = content.handle(.arrived(second, Story(id: 2)))
        #expect(content.phase.name == "loaded 2")
        #expect(content.handle(.load).isEmpty)

        let third = try #require(content.handle(.reload).ticket)
        #expect(content.phase.name == "loading" && content.content == Story(id: 2))
        #expect(content.handle(.reload).first == .cancel(third))
        #expect(content.handle(.cancel).count == 1)
        #expect(content.phase.name == "loaded 2")
        #expect(content.handle(.cancel).isEmpty)
    }

    @Test func cancellingANewTryLeavesTheFailure() throws {
        var content = RemoteContent<Story>()
        _ = content.handle(.failed(try #require(content.handle(.load).ticket), Failed()))
        _ = content.handle(.load)
        #expect(content.error == nil)
        _ = content.handle(.cancel)
        #expect(content.phase.name == "failed" && content.error is Failed)
    }

    @Test func aFetchThatWasCancelledIsNoFailure() throws {
        var content = RemoteContent<Story>()
        let ticket = try #require(content.handle(.load).ticket)
        _ = content.handle(.failed(ticket, CancellationError()))
        #expect(content.phase.name == "idle")
    }

    /// In any course of events there is one fetch at a time, a newer ticket each time, and only the newest response
    /// counts.
    @Test(arguments: 0..<20) func anyCourse(_ seed: Int) {
        var random = seed &* 7_919 &+ 1
        func next(_ bound: Int) -> Int {
            random = (random &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
            return random >> 8 % 1_000 % bound
        }
        var content = RemoteContent<Story>()
        var tickets: [RemoteContent<Story>.Ticket] = []
        var open: RemoteContent<Story>.Ticket?
        for _ in 0..<400 {
            let event: RemoteContent<Story>.Event =
                switch next(5) {
                case 0: .load
                case 1: .reload
                case 2: .cancel
                case 3 where !tickets.isEmpty: .arrived(tickets[next(tickets.count)], Story(id: next(9)))
                default: tickets.isEmpty ? .load : .failed(tickets[next(tickets.count)], Failed())
                }
            let before = open
            for command in content.handle(event) {
                switch command {
                case .cancel(let ticket):
                    #expect(ticket == open)
                    open = nil
                case .fetch(let ticket):
                    #expect(open == nil && ticket.number > (tickets.last?.number ?? 0))
                    tickets.append(ticket)
                    open = ticket
                }
            }
            switch event {
            case .arrived(let ticket, let story) where ticket == before:
                open = nil
                #expect(content.content == story)
            case .failed(let ticket, _) where ticket == before: open = nil
            default: break
            }
            #expect(content.isLoading == (open != nil))
        }
    }

    @MainActor @Test func theClientShowsWhatArrived() async {
        let answers = Answers()
        let session = Session(transport: StubTransport { _ in try await answers.next() })
        let client = RemoteContentClient(StoryProvider(request: .init(id: 7)), session: session)
        #expect(client.presentation == nil)
        await client.load()
        #expect(client.presentation == "no story")
        await client.load()
        #expect(client.presentation == "story 7")
        await client.reload()
        #expect(client.presentation == "story 7" && client.state.error != nil, "what was loaded stays")
    }

    @Test func aProviderIsFetchedWithoutAClient() async throws {
        let session = Session(transport: StubTransport(["GET /stories/7": .json(#"{"id":7}"#)]))
        let provider = StoryProvider(request: .init(id: 7))
        #expect(try await provider.fetchContent(with: session) == Story(id: 7))
        #expect(try await provider.fetchPresentation(with: session) == "story 7")
        #expect(try await StoryProvider(request: .init(id: 8)).fetchPresentation(with: session) == "no story")
    }
}

/// Every second response is a failure, beginning with the first.
private actor Answers {
    private var count = 0

    func next() throws -> HTTPResponse {
        count += 1
        return count.isMultiple(of: 2) ? .json(#"{"id":7}"#) : HTTPResponse(status: 418)
    }
}

extension [RemoteContent<Story>.Command] {
    fileprivate var ticket: RemoteContent<Story>.Ticket? {
        if case .fetch(let ticket)? = last { ticket } else { nil }
    }
}
