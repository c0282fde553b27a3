import CallsiteMock
import CallsiteRuntime
import Foundation
import Testing

@testable import Studio

/// The code of the app against the whole API, made from its description, without a network.
@Suite struct MockTests {
    let mock: Mock

    init() throws {
        let file = try #require(Bundle.module.url(forResource: "studio.mock", withExtension: "json"))
        mock = try Mock(contentsOf: file, isStateful: true)
    }

    @Test func createdShowsAreListed() async throws {
        let shows = Shows(session: mock.session)
        for title in ["Harbour lights", "Night trains", "At sea"] {
            _ = try await shows.create(title, about: [.science])
        }
        #expect(Set(try await shows.titles()) == ["Harbour lights", "Night trains", "At sea"])
        #expect(try await shows.count() == 3)
        #expect(try await shows.newest(2, about: .science).count == 2)
        #expect(mock.problems.isEmpty)
    }

    @Test func aWebsiteIsSetAndRemoved() async throws {
        let shows = Shows(session: mock.session)
        let show = try await shows.rename(try await shows.create("At see"), to: "At sea")
        let site = URL(string: "https://example.com/sea")
        #expect(try await shows.setWebsite(of: show, to: site).website == site)
        let changed = try await shows.setWebsite(of: show, to: nil)
        #expect(changed.website == nil && changed.title == "At sea")
        #expect(mock.problems.isEmpty)
    }

    @Test func filesGoBothWays() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, copy) = (folder.appendingPathComponent("1.mp3"), folder.appendingPathComponent("2.mp3"))
        try Data(repeating: 7, count: 100_000).write(to: file)

        let (shows, episodes) = (Shows(session: mock.session), Episodes(session: mock.session))
        let show = try await shows.create("At sea")
        let episode = try await episodes.create("Storm", in: show)
        _ = try await episodes.upload(file, to: episode) { #expect($0 <= 1) }
        try await episodes.download(episode, to: copy)
        #expect(FileManager.default.fileExists(atPath: copy.path))
        _ = try await shows.setCover(of: show, to: file)
        #expect(mock.problems.isEmpty)
    }

    @Test func streamsArrive() async throws {
        let live = Live(session: mock.session)
        let show = try await Shows(session: mock.session).create("At sea")
        var text = ""
        try await live.draftNotes(for: try await Episodes(session: mock.session).create("Storm", in: show), "Short.") {
            text += $0
        }
        #expect(!text.isEmpty)
        #expect(try await live.bestDay(of: show) != nil)
        #expect(mock.problems.isEmpty)
    }

    @Test func aBusyServerIsAskedAgain() async throws {
        var session = mock.session
        session.retries = .standard
        session.retries.random = { 0 }  // no delay between retries
        let show = try await Shows(session: session).create("At sea")
        mock.faults = [.status(503, every: 2).of(CreateEpisodeRequest.self)]
        for title in ["Storm", "Calm"] { _ = try await Episodes(session: session).create(title, in: show) }
        #expect(try await Episodes(session: session).all(of: show).map(\.title).sorted() == ["Calm", "Storm"])
    }

    @Test func aMissingEpisodeIsNone() async throws {
        let gone = #"{"code": "gone", "message": "The episode was deleted."}"#
        try mock.respond(to: GetEpisodeRequest.self, status: 404, json: gone)
        #expect(try await Episodes(session: mock.session).episode(7) == nil)
    }

    @Test func aLostConnectionMayBeTriedAgain() async throws {
        mock.faults = [.latency(.milliseconds(1)), .cutBody(of: ListShowsRequest.self)]
        await #expect {
            try await Shows(session: mock.session).titles()
        } throws: { error in
            isTemporary(error) && text(for: error) == "The server doesn't respond."
        }
    }

    /// A mistake in the code shows: the mock refuses what the description doesn't allow.
    @Test func anImpossibleRequestIsRefused() async throws {
        let refused = GetPlaysRequest(
            showID: 1, from: try #require(CalendarDate("2026-01-31")), by: .unrecognized("year"))
        await #expect(throws: GetPlaysRequest.Failure.self) { try await mock.session.send(refused) }
        #expect(mock.problems.count == 1)
    }

    @Test func theProgramPrints() async throws {
        let lines = Lines()
        try await Command.run(["create", "At sea"], mock.session) { lines.append($0) }
        try await Command.run(["shows"], mock.session) { lines.append($0) }
        #expect(lines.all.last == "At sea")
    }
}

/// Lines that are printed, on whatever thread.
final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    func append(_ line: String) { lock.withLock { lines.append(line) } }
    var all: [String] { lock.withLock { lines } }
}
