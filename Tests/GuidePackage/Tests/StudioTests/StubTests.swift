import CallsiteRuntime
import CallsiteToolkit
import CallsiteTransfers
import Foundation
import Testing

@testable import Studio

/// Single pieces of the app, with a response for each request that they send.
@Suite struct StubTests {
    @Test func whoIsSubscribedIsNotInvitedAgain() async throws {
        let stubs = Stubs()
        stubs.respond(
            to: InviteSubscriberRequest.self, status: 409,
            json: #"{"code": "subscribed", "message": "Ann is subscribed.", "current": null}"#)
        let invitation = try await Listeners(session: stubs.session).invite("ann@example.com", to: .fixture(id: 7))
        #expect(invitation == .alreadySubscribed)
        #expect(stubs.requests(InviteSubscriberRequest.self).map(\.showID) == [7])
    }

    @Test func everyPageIsLoaded() async throws {
        let stubs = Stubs(StudioExamples.responses)
        stubs.respond(to: ListEpisodesRequest.self) { request in
            request.cursor == nil
                ? .fixture(items: [.fixture(id: 1), .fixture(id: 2)], nextCursor: "second")
                : .fixture(items: [.fixture(id: 3)])
        }
        let episodes = try await Episodes(session: stubs.session).all(of: .fixture())
        #expect(episodes.map(\.id) == [1, 2, 3])
    }

    @Test func notesArrivePieceByPiece() async throws {
        let stubs = Stubs()
        stubs.respond(to: DraftNotesRequest.self) { _ in
            ResponseStream([.fixture(text: "A storm"), .fixture(text: " at sea")])
        }
        var pieces: [String] = []
        try await Live(session: stubs.session).draftNotes(for: .fixture(), "Short.") { pieces.append($0) }
        #expect(pieces == ["A storm", " at sea"])
    }

    @Test func commentsAreShown() async throws {
        let stubs = Stubs()
        let rating = Comment.fixture(author: "Tom", content: .rating(.fixture(stars: 3)))
        stubs.respond(to: WatchCommentsRequest.self) { _ in
            ResponseStream([.written(.fixture(comment: rating)), .unrecognized(["kind": "new"])])
        }
        var lines: [String] = []
        try await Live(session: stubs.session).comments(on: .fixture()) { lines.append($0) }
        #expect(lines == ["Tom: ***"])
    }

    @Test func failuresHaveASentence() async throws {
        let stubs = Stubs()
        stubs.respond(to: ListShowsRequest.self, status: 403, json: #"{"code": "plan", "message": "Upgrade first."}"#)
        await #expect {
            _ = try await Shows(session: stubs.session).titles()
        } throws: { error in
            text(for: error) == "Upgrade first." && !isTemporary(error)
        }
        stubs.respond(to: ListShowsRequest.self, http: { _, _ in throw TransportFailure(.timedOut, "it is slow") })
        await #expect {
            _ = try await Shows(session: stubs.session).titles()
        } throws: { error in
            text(for: error) == "The server doesn't respond." && isTemporary(error)
        }
    }

    @Test func daysAndStatesAreShown() async throws {
        let stubs = Stubs()
        stubs.respond(to: GetPlaysRequest.self) { request in
            #expect(request.from == CalendarDate("2026-02-01"))
            return [.fixture(count: 3), .fixture(count: 4)]
        }
        #expect(try await Shows(session: stubs.session).plays(of: .fixture(), since: 2, of: 2026) == 7)
        let episodes = Episodes(session: stubs.session)
        let day = CalendarDate(year: 2026, month: 1, day: 31)
        #expect(episodes.label(of: .fixture(state: .published, publishedOn: day)) == "since 2026-01-31")
        #expect(episodes.label(of: .fixture(state: .unrecognized("live"))) == "live")
    }
}
