import CallsiteRuntime
import CallsiteToolkit
import Foundation
import LoopbackServer
import Testing
import Waiting

@Suite("OAuth 2", .timeLimit(.minutes(10)))
struct OAuth2Tests {
    private static let tokenURL = URL(string: "https://auth.example.com/token")!

    private func form(_ request: HTTPRequest) -> String {
        String(decoding: request.body?.data ?? Data(), as: UTF8.self)
    }

    @Test("client credentials: the form, the client's own proof, the token")
    func clientCredentials() async throws {
        let auth = Noting { _, _ in
            .json(#"{"access_token":"t1","token_type":"bearer","expires_in":3600,"scope":"read"}"#)
        }
        let api = Noting { _, _ in .json(#"{"id":1}"#) }
        let client = OAuth2Client(tokenURL: Self.tokenURL, id: "a:b c", secret: "p&%", transport: auth)
        let session = Session(
            transport: api, credential: client.clientCredentials(scope: "read write", parameters: ["audience": "x"]))
        for _ in 0..<3 { _ = try await session.send(GetStory()) }
        #expect(auth.requests.count == 1)
        let request = try #require(auth.requests.first)
        #expect(request.method == .post && request.url == Self.tokenURL)
        #expect(form(request) == "audience=x&grant_type=client_credentials&scope=read+write")
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        // RFC 6749, 2.3.1: both parts are encoded as in a form first.
        #expect(request.headers["Authorization"] == "Basic " + Data("a%3Ab+c:p%26%25".utf8).base64EncodedString())
        #expect(api.requests.allSatisfy { $0.headers["Authorization"] == "Bearer t1" })
    }

    @Test("the secret in the body, and a public client")
    func bodyAuthentication() async throws {
        let auth = Noting { _, _ in .json(#"{"access_token":"t","token_type":"Bearer"}"#) }
        _ = try await OAuth2Client(
            tokenURL: Self.tokenURL, id: "i", secret: "s", authentication: .body, transport: auth
        )
        .tokens("client_credentials", [:])
        _ = try await OAuth2Client(tokenURL: Self.tokenURL, id: "i", transport: auth).tokens(
            "refresh_token", ["refresh_token": "r"])
        #expect(
            auth.requests.map(form) == [
                "client_id=i&client_secret=s&grant_type=client_credentials",
                "client_id=i&grant_type=refresh_token&refresh_token=r",
            ])
        #expect(auth.requests.allSatisfy { $0.headers["Authorization"] == nil })
    }

    @Test("refreshing: before the expiry, with the newest refresh token, which is stored first")
    func refreshing() async throws {
        let time = Watched(Date(timeIntervalSince1970: 0))
        let stored = Watched<[String?]>([])
        let auth = Noting { _, number in
            .json(
                #"{"access_token":"t\#(number)","token_type":"Bearer","expires_in":"100","refresh_token":"r\#(number)"}"#
            )
        }
        let api = Noting { _, _ in .json(#"{"id":1}"#) }
        let client = OAuth2Client(
            tokenURL: Self.tokenURL, id: "i", secret: "s", transport: auth, now: { time.value })
        let credential = client.refreshing(
            "first", access: BearerToken("old", expires: Date(timeIntervalSince1970: 50))
        ) { tokens in
            stored.update { $0.append(tokens.refreshToken) }
        }
        let session = Session(transport: api, credential: credential)
        for seconds in [0.0, 19, 21, 80, 95] {
            time.update { $0 = Date(timeIntervalSince1970: seconds) }
            _ = try await session.send(GetStory())
        }
        // With thirty seconds of leeway the first lasts until 20, the second, made at 21, until 91.
        #expect(
            api.requests.map { $0.headers["Authorization"] } == [
                "Bearer old", "Bearer old", "Bearer t0", "Bearer t0", "Bearer t1",
            ])
        #expect(
            auth.requests.map(form) == [
                "grant_type=refresh_token&refresh_token=first", "grant_type=refresh_token&refresh_token=r0",
            ])
        #expect(stored.value == ["r0", "r1"])
    }

    @Test("a flow of a description says where tokens are got and renewed")
    func flows() async throws {
        let auth = Noting { _, _ in .json(#"{"access_token":"t","token_type":"Bearer"}"#) }
        var flow = OAuth2Flow(
            .clientCredentials, tokenURL: "https://auth.example.com/token",
            refreshURL: "https://auth.example.com/refresh")
        let client = try OAuth2Client(flow, id: "i", secret: "s", transport: auth)
        _ = try await client.tokens("client_credentials", [:])
        _ = try await client.tokens("refresh_token", ["refresh_token": "r"])
        #expect(
            auth.requests.map(\.url.absoluteString) == [
                "https://auth.example.com/token", "https://auth.example.com/refresh",
            ])
        for url in [nil, "/token", "token"] {
            flow.tokenURL = url
            #expect(throws: OAuth2Failure.self) { try OAuth2Client(flow, id: "i") }
        }
        flow.tokenURL = "/token"
        let relative = try OAuth2Client(
            flow, relativeTo: URL(string: "https://own.example.com/v1"), id: "i", transport: auth)
        _ = try await relative.tokens("client_credentials", [:])
        #expect(auth.requests.last?.url.absoluteString == "https://own.example.com/token")
        // The check for https is that of any other URL.
        flow.tokenURL = "http://auth.example.com/token"
        let insecure = try OAuth2Client(flow, id: "i", transport: auth)
        await #expect(throws: OAuth2Failure.self) { try await insecure.tokens("client_credentials", [:]) }
    }

    @Test("one refresh for many waiting requests")
    func oneRefresh() async throws {
        // All have sent the old token before there is a new one.
        let waiting = Watched(0)
        let auth = Noting { _, number in
            await waiting.wait { $0 == 100 }
            return .json(#"{"access_token":"t\#(number)","token_type":"Bearer"}"#)
        }
        let api = Noting { request, _ in
            if request.headers["Authorization"] == "Bearer t0" { return .json(#"{"id":1}"#) }
            waiting.update { $0 += 1 }
            return .json("{}", status: 401)
        }
        let client = OAuth2Client(tokenURL: Self.tokenURL, id: "i", secret: "s", transport: auth)
        let session = Session(transport: api, credential: client.refreshing("r", access: BearerToken("stale")))
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await session.send(GetStory()).id } }
            return try await group.reduce(0, +)
        }
        #expect(count == 100 && auth.requests.count == 1)
    }

    @Test("who is cancelled while it waits ends at once, and costs the others nothing")
    func cancelling() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let auth = Noting { _, _ in
            for await _ in gate.stream { break }
            return .json(#"{"access_token":"t","token_type":"Bearer"}"#)
        }
        let api = Noting { _, _ in .json(#"{"id":1}"#) }
        let client = OAuth2Client(tokenURL: Self.tokenURL, id: "i", secret: "s", transport: auth)
        let session = Session(transport: api, credential: client.clientCredentials())
        let first = Task { try await session.send(GetStory()) }
        let second = Task { try await session.send(GetStory()) }
        await auth.asked()
        first.cancel()
        await #expect(throws: CancellationError.self) { _ = try await first.value }
        gate.continuation.yield()
        #expect(try await second.value.id == 1)
        #expect(auth.requests.count == 1 && api.requests.count == 1)
    }

    @Test(
        "what the server refuses is told, without secrets",
        arguments: [
            (
                HTTPResponse.json(#"{"error":"invalid_client","error_description":"unknown"}"#, status: 401),
                "no token: status 401, invalid_client, unknown"
            ),
            (.json(#"{"error":"invalid_grant"}"#, status: 400), "no token: status 400, invalid_grant"),
            (HTTPResponse(status: 502, body: Data("<html>".utf8)), "no token: status 502"),
            (.json(#"{"token":"t"}"#), "no token: status 200"),
            (
                .json(#"{"access_token":"s3cret","token_type":"mac"}"#),
                "no token: unsupported_token_type, the token's type isn't Bearer"
            ),
            (HTTPResponse(status: 307, headers: ["Location": "https://evil.example"]), "no token: status 307"),
        ])
    func refusals(_ answer: HTTPResponse, _ text: String) async {
        let client = OAuth2Client(
            tokenURL: Self.tokenURL, id: "i", secret: "s3cret", transport: Noting { _, _ in answer })
        let session = Session(transport: Noting { _, _ in .json("{}") }, credential: client.clientCredentials())
        do {
            _ = try await session.send(GetStory())
            Issue.record("an error was expected")
        } catch {
            #expect("\(error)" == text)
            #expect(error is OAuth2Failure)
        }
    }

    @Test("the token endpoint's redirects are not followed, and plain http only on this machine")
    func whereSecretsGo() async throws {
        let other = try LoopbackServer { _ in .json("{}") }
        let server = try LoopbackServer { _ in .redirect(307, to: other.url("/").absoluteString) }
        let client = OAuth2Client(tokenURL: server.url("/token"), id: "i", secret: "s3cret")
        await #expect(throws: OAuth2Failure.self) { try await client.tokens("client_credentials", [:]) }
        #expect(server.requests.count == 1 && other.requests.isEmpty)
        let plain = OAuth2Client(tokenURL: URL(string: "http://auth.example.com/token")!, id: "i", secret: "s")
        let failure = await #expect(throws: OAuth2Failure.self) { try await plain.tokens("client_credentials", [:]) }
        #expect(failure?.code == "insecure")
    }

    @Test("texts never show a token")
    func texts() async throws {
        let auth = Noting { _, _ in .json(#"{"access_token":"s3cret","token_type":"Bearer","refresh_token":"s3cret"}"#)
        }
        let tokens = try await OAuth2Client(tokenURL: Self.tokenURL, id: "i", secret: "s", transport: auth).tokens(
            "x", [:])
        for text in ["\(tokens)", String(reflecting: tokens), "\(tokens.access)", "\([tokens])"] {
            #expect(!text.contains("s3cret"))
        }
        var dumped = ""
        dump(tokens, to: &dumped)
        #expect(!dumped.contains("s3cret"))
    }
}
