import CallsiteRuntime
import Foundation
import GeneratedAPIs
import LoopbackServer
import Testing

/// Requests that may be sent without a credential, from generated code over HTTP: `none` among the ways of a native
/// description, `{}` among OpenAPI's.
@Suite(.timeLimit(.minutes(10))) struct AuthenticationTests {
    /// The headers that a session's credential sends.
    private func sent(_ credential: Credential?, _ request: some RequestType) async throws -> [String: String] {
        let loopback = try Loopback { _ in .json(#"{"id":1}"#) }
        _ = try await Session(
            baseURL: loopback.server.baseURL, transport: NetworkTransport(idleTimeout: LoopbackServer.patience),
            credential: credential
        ).send(request)
        let received = try #require(loopback.server.requests.first)
        var found: [String: String] = [:]
        for name in ["Authorization", "X-Key", "X-User"] { found[name] = received[header: name] }
        return found
    }

    @Test func noneAmongTheWaysOfANativeDescription() async throws {
        let request = Transfers.ViewPhotoRequest(id: 1)
        #expect(Transfers.ViewPhotoRequest.endpoint.authentication == .oneOf([.none, .bearer, .header("X-Key")]))
        #expect(try await sent(.bearer("t"), request) == ["Authorization": "Bearer t"])
        #expect(try await sent(.key("k"), request) == ["X-Key": "k"])
        #expect(try await sent(.keys(["X-Key": "k"]), request) == ["X-Key": "k"])
        #expect(try await sent(nil, request) == [:])
        // A credential for other endpoints of the API: this one wants none.
        #expect(try await sent(.keys(["X-Admin": "k"]), request) == [:])
    }

    @Test func optionalSecurityOfOpenAPI() async throws {
        let request = Orders.StatusRequest()
        #expect(
            Orders.StatusRequest.endpoint.authentication
                == .oneOf([.none, .all([.header("X-Key"), .header("X-User")]), .bearer]))
        #expect(try await sent(.bearer("t"), request) == ["Authorization": "Bearer t"])
        #expect(try await sent(.keys(["X-Key": "k", "X-User": "u"]), request) == ["X-Key": "k", "X-User": "u"])
        #expect(try await sent(nil, request) == [:])
        #expect(try await sent(.keys(["X-Key": "k"]), request) == [:])
    }

    @Test func theRefusedCredentialIsReplaced() async throws {
        struct Renewed: CredentialProviding {
            func credential(for request: HTTPRequest) async throws -> Credential? { .bearer("old") }
            func replacement(for refused: Credential, refusedBy response: HTTPResponse) async throws -> Credential? {
                .bearer("new")
            }
        }
        let loopback = try Loopback { request in
            request[header: "Authorization"] == "Bearer new" ? .json(#"{"id":1}"#) : .json("{}", status: 401)
        }
        let session = Session(
            baseURL: loopback.server.baseURL, transport: NetworkTransport(idleTimeout: LoopbackServer.patience),
            credential: Renewed())
        #expect(try await session.send(Transfers.ViewPhotoRequest(id: 1)).id == 1)
        #expect(loopback.server.requests.map { $0[header: "Authorization"] } == ["Bearer old", "Bearer new"])
    }
}
