import CallsitePagination
import CallsiteRuntime
import Foundation
import GeneratedAPIs
import GeneratedGitHub
import LoopbackServer
import Testing

/// Each style on an API that has it: what is asked for, page after page.
@Suite(.timeLimit(.minutes(10))) struct RealAPIPagingTests {
    /// Replies to requests over HTTP one after the other, and returns the requests with the values of the elements.
    private func load<R: PaginationRequestType, Value: Sendable>(
        _ request: R, _ answers: [Reply], _ value: (R.Element) -> Value
    ) async throws -> (values: [Value], asked: [ReceivedRequest]) {
        let loopback = try Loopback(credential: .bearer("token")) { answers[min($0.number, answers.count - 1)] }
        var values: [Value] = []
        for try await element in loopback.session.elements(of: request) { values.append(value(element)) }
        #expect(loopback.server.requests.count == answers.count)
        #expect(loopback.server.requests.allSatisfy { $0[header: "Authorization"] == "Bearer token" })
        return (values, loopback.server.requests)
    }

    @Test func gitHubByNumber() async throws {
        let next = [
            (
                "Link",
                #"<https://api.github.com/repositories/1/issues?page=2>; rel="next", <https://api.github.com/x>; rel="last""#
            )
        ]
        let (numbers, asked) = try await load(
            ListIssuesRequest(owner: "apple", repo: "swift", perPage: 1),
            [.json("[\(issueJSON(number: 1))]", headers: next), .json("[\(issueJSON(number: 2))]")], \.number)
        #expect(numbers == [1, 2])
        #expect(asked.map { $0.target.hasSuffix("per_page=1&page=1") } == [true, false])
        #expect(asked[1].target.hasSuffix("per_page=1&page=2"))
    }

    @Test func stripeByKey() async throws {
        func event(_ id: String) -> String {
            #"{"id":"\#(id)","object":"event","type":"x","created":1,"livemode":false,"pending_webhooks":0,"data":{"object":{}}}"#
        }
        let (ids, asked) = try await load(
            Stripe.ListEventsRequest(),
            [
                .json(
                    #"{"object":"list","url":"/v1/events","has_more":true,"data":[\#(event("evt_1")),\#(event("evt_2"))]}"#
                ),
                .json(#"{"object":"list","url":"/v1/events","has_more":false,"data":[\#(event("evt_3"))]}"#),
            ], \.id)
        #expect(ids == ["evt_1", "evt_2", "evt_3"])
        #expect(asked[1].target.contains("starting_after=evt_2"))
    }

    @Test func spotifyByOffset() async throws {
        func page(_ names: [String], offset: Int) -> Reply {
            let tracks = names.map {
                #"{"added_at":"2024-01-02T03:04:05Z","track":{"name":"\#($0)","artists":[],"disc_number":1,"track_number":1,"duration_ms":1,"explicit":false,"uri":"x"}}"#
            }
            return .json(
                #"{"items":[\#(tracks.joined(separator: ","))],"total":3,"offset":\#(offset),"limit":50,"next":null,"previous":""}"#
            )
        }
        let (names, asked) = try await load(
            Spotify.ListSavedTracksRequest(limit: 50), [page(["a", "b"], offset: 0), page(["c"], offset: 2)],
            \.track.name)
        #expect(names == ["a", "b", "c"])
        #expect(asked.map(\.target) == ["/me/tracks?limit=50", "/me/tracks?limit=50&offset=2"])
    }

    @Test func herokuByRange() async throws {
        let dyno = { (name: String) in
            #"{"id":"123E4567-E89B-12D3-A456-426614174000","name":"\#(name)","type":"web","size":"eco","command":"run","state":"up","created_at":"2024-01-02T03:04:05Z","updated_at":"2024-01-02T03:04:05Z","release":{"id":"123E4567-E89B-12D3-A456-426614174000","version":1}}"#
        }
        let (names, asked) = try await load(
            Heroku.ListDynosRequest(app: "x", range: "id ..; max=1"),
            [
                .json("[\(dyno("web.1"))]", status: 206, headers: [("Next-Range", "id ]web.1..; max=1")]),
                .json("[\(dyno("web.2"))]"),
            ], \.name
        )
        #expect(names == ["web.1", "web.2"])
        #expect(asked.map { $0[header: "Range"] } == ["id ..; max=1", "id ]web.1..; max=1"])
        #expect(asked[1][header: "Accept"] == "application/vnd.heroku+json; version=3")
    }

    @Test func dropboxByAnotherEndpoint() async throws {
        let (names, asked) = try await load(
            Dropbox.ListFolderRequest(path: "/Homework"),
            [
                .json(#"{"entries":[{".tag":"folder","id":"id:1","name":"a"}],"cursor":"c1","has_more":true}"#),
                .json(
                    #"{"entries":[{".tag":"deleted","name":"b"},{".tag":"symlink"}],"cursor":"c2","has_more":false}"#),
            ]
        ) { entry -> String in
            switch entry {
            case .folder(let folder): folder.name
            case .deleted(let deleted): deleted.name
            case .file, .unrecognized: "?"
            }
        }
        #expect(names == ["a", "b", "?"])
        #expect(asked.map(\.target) == ["/files/list_folder", "/files/list_folder/continue"])
        #expect(asked[1].text == #"{"cursor":"c1"}"#)
    }

    @Test func hubSpotByURL() async throws {
        let contact =
            #"{"id":"1","properties":{},"createdAt":"2024-01-02T03:04:05Z","updatedAt":"2024-01-02T03:04:05Z","archived":false}"#
        let (ids, asked) = try await load(
            HubSpot.ListContactsRequest(limit: 1),
            [
                .json(
                    #"{"results":[\#(contact)],"paging":{"next":{"after":"1","link":"/crm/v3/objects/contacts?limit=1&after=1"}}}"#
                ),
                .json(#"{"results":[],"paging":{"next":{"after":"","link":""}}}"#),
            ], \.id)
        #expect(ids == ["1"])
        #expect(asked[1].target == "/crm/v3/objects/contacts?limit=1&after=1")
    }
}
