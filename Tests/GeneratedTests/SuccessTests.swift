import CallsitePagination
import CallsiteRuntime
import Foundation
import GeneratedAPIs
import LoopbackServer
import Testing

/// Responses whose status means success, and whose body says that the request was refused: `success:` of a description.
@Suite(.timeLimit(.minutes(10))) struct SuccessTests {
    private let refusal = #"{"ok":false,"error":"missing_scope","needed":"channels:read"}"#

    @Test func aRefusalIsTheDeclaredError() async throws {
        let loopback = try Loopback { _ in .json(refusal) }
        do {
            _ = try await loopback.session.send(Slack.GetConversationRequest(channel: "C1"))
            Issue.record("an error was expected")
        } catch let error as Rejected<Slack.Refusal> {
            #expect(
                error.status == 200 && error.body?.error == "missing_scope" && error.body?.needed == "channels:read")
        }
        // It isn't sent again.
        #expect(loopback.server.requests.count == 1)
        let result = await loopback.session.result(of: Slack.TestAuthenticationRequest())
        guard case .failure(.rejected(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.body?.error == "missing_scope")
        await #expect(throws: Rejected<Slack.Refusal>.self) {
            try await loopback.session.response(to: Slack.GetUserRequest(user: "U1"))
        }
    }

    @Test func aSuccessIsRead() async throws {
        let loopback = try Loopback { _ in .json(#"{"ok":true,"channel":{"id":"C1","created":1449252889}}"#) }
        #expect(try await loopback.session.send(Slack.GetConversationRequest(channel: "C1")).channel.id == "C1")
    }

    /// A refusal that looks like the end of the list is an error.
    @Test func aRefusalIsNoEndOfAList() async throws {
        let loopback = try Loopback { request in
            request.number == 0
                ? .json(#"{"ok":true,"members":["U1","U2"],"response_metadata":{"next_cursor":"c"}}"#)
                : .json(#"{"ok":false,"error":"ratelimited"}"#)
        }
        var found: [String] = []
        do {
            for try await member in loopback.session.elements(of: Slack.ListMembersRequest(channel: "C1")) {
                found.append(member)
            }
            Issue.record("an error was expected")
        } catch let error as Rejected<Slack.Refusal> {
            #expect(error.body?.error == "ratelimited")
        }
        #expect(found == ["U1", "U2"])
    }

    // MARK: Conditions

    private struct Asking: RequestType {
        typealias Response = JSONValue
        static var api: API { API(baseURL: "https://api.example.com") }
        static var endpoint: Endpoint {
            .get("/a").succeeding(where: "meta", "state", is: "ok", "partial").succeeding(where: "error", is: nil)
                .succeeding(where: "code", is: 0)
        }
    }

    @Test(arguments: [
        (#"{"meta":{"state":"ok"},"code":0}"#, true),
        (#"{"meta":{"state":"partial"},"error":null,"code":0.0}"#, true),
        (#"{"meta":{"state":"failed"},"meta":{"state":"ok"},"code":0}"#, true),
        (#"{"meta":{"state":"failed"},"code":0}"#, false),
        (#"{"meta":{"state":"ok"},"error":"x","code":0}"#, false),
        (#"{"meta":{"state":"ok"},"code":"0"}"#, false),
        (#"{"meta":{"state":"ok"}}"#, false), (#"{"meta":"ok","code":0}"#, false), ("[]", false), ("3", false),
        ("<html>", false), (#"{"meta":{"state":"ok"},"code":0"#, false),
    ])
    func whatHolds(_ body: String, _ isSuccess: Bool) async {
        let session = Session(transport: StubTransport { _ in .json(body) })
        let result = await session.result(of: Asking())
        switch result {
        case .success: #expect(isSuccess, "\(body)")
        case .failure(.rejected(let error)): #expect(!isSuccess && error.status == 200, "\(body)")
        case .failure(let error): Issue.record("\(body): \(error)")
        }
    }

    /// A response without a body says nothing against it; another status is an error as ever.
    @Test func statusesWithoutABody() async throws {
        struct Leave: RequestType {
            typealias Response = Void
            static var api: API { API(baseURL: "https://api.example.com") }
            static var endpoint: Endpoint { .post("/leave").succeeding(where: "ok", is: true) }
        }
        for (response, isSuccess) in [
            (HTTPResponse(status: 204), true), (HTTPResponse(status: 200), true), (.json(#"{"ok":true}"#), true),
            (.json(#"{"ok":false}"#), false), (.json(#"{"ok":true}"#, status: 500), false),
        ] {
            var session = Session(transport: StubTransport { _ in response })
            session.retries = .none
            if isSuccess {
                try await session.send(Leave())
            } else {
                await #expect(throws: Rejected<JSONValue>.self) { try await session.send(Leave()) }
            }
        }
    }
}
