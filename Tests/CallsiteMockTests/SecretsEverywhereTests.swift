import CallsiteCommands
import CallsiteMockEngine
import CallsiteToolkit
import Foundation
import Testing

@testable import CallsiteMockEngine
@testable import CallsiteRuntime
import Waiting

/// A secret is planted under each name and in each place, and looked for in each output that there is.
@Suite struct SecretsEverywhereTests {
    static let names = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "api-key", "apikey",
        "x-auth-token",
        "x-access-token", "x-amz-security-token", "x-amz-signature", "x-csrf-token", "access_token", "refresh_token",
        "id_token", "token", "auth", "key", "api_key", "appid", "sig", "signature", "code", "code_verifier",
        "client_secret", "secret", "secret_key", "private_key", "password", "passwd", "passphrase", "pin", "otp", "jwt",
        "bearer", "session", "sessionid", "sid", "csrf_token", "xsrf", "assertion", "saml", "credential", "hmac",
        // In other spellings, and as parts of longer names.
        "Access-Token", "accessToken", "ACCESS_TOKEN", "clientSecret", "APIKey", "stripe_api_key", "new_password",
        "githubToken", "X-Shop-Secret",
    ]
    static let visible = [
        "page_token", "next_token", "cursor", "continuation_token", "pageToken", "nextPageToken", "sort_key",
        "max_tokens", "tokens", "country_code", "author", "app_id", "keyword", "session_count", "status",
    ]
    private static let secret = "s3cr3tValue"

    private enum Place: CaseIterable { case header, query, cookie, form, json, user }

    /// A request with the secret, or a harmless value, under a name.
    private func request(_ name: String, in place: Place) throws -> HTTPRequest {
        let secret = Self.secret
        switch place {
        case .header: return HTTPRequest(url: URL(string: "https://a.example/p")!, headers: [name: secret])
        case .query:
            return HTTPRequest(
                url: URL(string: "https://a.example/p?x=1&\(name)=\(secret)&y=2#\(name)=\(secret)")!)
        case .cookie:
            return HTTPRequest(url: URL(string: "https://a.example/p")!, headers: ["Cookie": "\(name)=\(secret)"])
        case .form:
            return HTTPRequest(
                method: .post, url: URL(string: "https://a.example/p")!,
                headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Data("x=1&\(name)=\(secret)&y=2".utf8))
        case .json:
            return HTTPRequest(
                method: .post, url: URL(string: "https://a.example/p")!, headers: ["Content-Type": "application/json"],
                body: Data(
                    #"{"a": {"\#(name)": "\#(secret)"}, "\#(name)":["\#(secret)", ["\#(secret)"]], "b": 1}"#.utf8))
        case .user: return HTTPRequest(url: URL(string: "https://\(secret):\(secret)@a.example/p")!)
        }
    }

    /// The same as a response, to the request with it.
    private func response(to request: HTTPRequest, status: Int) -> HTTPResponse {
        var response = HTTPResponse(status: status, headers: request.headers, url: request.url)
        response.body = request.body?.data ?? Data("{}".utf8)
        response.headers["Content-Type"] = request.headers["Content-Type"] ?? "application/json"
        response.headers["Location"] = request.url.absoluteString
        return response
    }

    private func dumped(_ value: some Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text + "\(value)" + String(reflecting: value)
    }

    /// Every text that shows a request or a response, by what it is.
    private func outputs(of request: HTTPRequest) async throws -> [String: String] {
        var outputs = [
            "description": request.description, "curl": request.curl, "dump(request)": dumped(request),
            "headers": request.headers.description + dumped(request.headers),
        ]
        let rejected = response(to: request, status: 422)
        for status in [200, 422] { outputs["dump(response) \(status)"] = dumped(response(to: request, status: status)) }

        // An error of each kind.
        outputs["dump(Rejected)"] = dumped(Rejected<CallsiteRuntime.JSONValue>(rejected))
        outputs["dump(DecodingFailure)"] = dumped(
            DecodingFailure(path: "/a", expected: "a number", found: "null", response: rejected))
        outputs["dump(TransportFailure)"] = dumped(
            TransportFailure(.other, "can't load \(request.url)", underlying: EncodingFailure("\(request.url)")))

        // The session, the logger and the recorder, which see it on its way.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let lines = Watched<[String]>([])
        var session = Session(
            baseURL: request.url.absoluteString,
            transport: StubTransport { [rejected] _ in
                var response = rejected
                response.status = 200
                return response
            })
        session.headers = request.headers
        outputs["dump(session)"] = dumped(session)
        let context = RequestContext(request: Sent(), attempt: 1, transport: session.transport)
        let logger = RequestLogger(.bodies(limit: 10_000)) { line in lines.update { $0.append(line) } }
        let recorder = Recorder(folder, .record)
        let transport = session.transport
        _ = try await logger.send(request, in: context) { request in
            try await recorder.send(request, in: context) { try await transport.send($0) }
        }
        outputs["logger"] = lines.value.joined(separator: "\n")
        outputs["recorder"] = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
            $0 + (try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8))
        }.joined()

        // The mock's log and its recordings.
        var asked = MockRequest(
            method: request.method.name,
            target: String(request.url.absoluteString.dropFirst("https://a.example".count)),
            headers: request.headers.fields.map { ($0.name, $0.value) }, body: request.body?.data.map(Array.init))
        let recorded = Recording(
            asked, url: request.url.absoluteString,
            RecordedResponse(
                status: 200, headers: rejected.headers.fields.map { ($0.name, $0.value) }, body: Array(rejected.body)))
        outputs["mock's recording"] = recorded.name + String(decoding: recorded.contents, as: UTF8.self)
        if request.url.user != nil { asked.target = request.url.absoluteString }
        for isJSON in [false, true] {
            let log = MockLog(isJSON: isJSON, isColored: false)
            log.add(asked, .init(response: MockResponse(status: 200)), .zero)
            outputs["mock's log \(isJSON)"] = log.take().joined()
        }
        return outputs
    }

    @Test(arguments: names) func nothingShowsASecret(_ name: String) async throws {
        for place in Place.allCases {
            // These are headers only.
            if place == .cookie || place == .header, name.contains(" ") { continue }
            for (output, text) in try await outputs(of: request(name, in: place)) {
                #expect(!text.contains(Self.secret), "\(output), \(place): \(text.prefix(1500))")
            }
        }
    }

    /// Page tokens stay, and so do all names that only sound like a secret.
    @Test(arguments: visible) func whatIsNoSecretIsShown(_ name: String) async throws {
        let query = try await outputs(of: request(name, in: .query))
        for output in [
            "description", "curl", "dump(request)", "logger", "recorder", "mock's log true", "mock's recording",
        ] {
            #expect(query[output]?.contains("\(name)=\(Self.secret)") == true, "\(output): \(query[output] ?? "")")
        }
        let json = try await outputs(of: request(name, in: .json))
        for output in ["curl", "logger", "recorder"] {
            #expect(json[output]?.contains(Self.secret) == true, "\(output): \(json[output] ?? "")")
        }
    }

    @Test(arguments: ["X-Next-Page-Token", "Idempotency-Key", "ETag", "X-Author", "Keep-Alive", "X-Monkey"])
    func harmlessHeadersAreShown(_ name: String) async throws {
        for (output, text) in try await outputs(of: request(name, in: .header))
        where ["curl", "dump(request)", "logger"].contains(output) {
            #expect(text.contains(Self.secret), "\(output): \(text)")
        }
    }

    // MARK: - What a description says

    private struct Sent: RequestType {
        typealias Response = CallsiteRuntime.JSONValue
        static var api: API { API(baseURL: "https://a.example", authentication: .query("mine")) }
        static var endpoint: Endpoint { .get("/p") }
        func write(to request: inout RequestWriter) {}
    }

    /// The credential of the session is under a name that no list knows.
    @Test func noErrorHasTheSessionsCredential() async throws {
        let url = Watched<URL?>(nil)
        let session = Session(
            transport: StubTransport { request in
                url.update { $0 = request.url }
                return HTTPResponse(status: 500, url: request.url)
            }, credential: .key(Self.secret))
        do {
            _ = try await session.send(Sent())
            Issue.record("500 is no success")
        } catch let error as Rejected<CallsiteRuntime.JSONValue> {
            #expect(url.value?.query == "mine=\(Self.secret)")
            #expect(error.http.url?.absoluteString == "https://a.example/p")
            #expect(!dumped(error).contains(Self.secret))
        }
        #expect(!dumped(session).contains(Self.secret) && "\(session)".contains("with a credential"))
    }

    @Test func noProviderOfCredentialsShowsThem() throws {
        let url = try #require(URL(string: "https://a.example/token"))
        let client = OAuth2Client(tokenURL: url, id: "app", secret: Self.secret)
        let providers: [any CredentialProviding] = [
            client.clientCredentials(), Credential.bearer(Self.secret), Credential.keys(["a": Self.secret]),
            RenewingCredential(BearerToken(Self.secret)) { _ in BearerToken(Self.secret) },
        ]
        for shown in providers.map({ dumped($0) }) + [dumped(client)] {
            #expect(!shown.contains(Self.secret), "\(shown)")
        }
    }

    @Test func theMocksLogKnowsWhatADescriptionCallsSecret() {
        let log = MockLog(isJSON: false, isColored: false, redacting: ["mine"])
        var answer = MockHost.Answer(response: MockResponse(status: 422))
        answer.problems = [
            .init(operation: nil, .body, "/user/password", "expected at least 8 characters, found \"\(Self.secret)\""),
            .init(operation: nil, .query, "mine", "expected an integer, found \"\(Self.secret)\""),
            .init(operation: nil, .body, "/count", "expected an integer, found \"two\""),
        ]
        log.add(MockRequest(method: "GET", target: "/p?mine=\(Self.secret)&page=2"), answer, .zero)
        let text = log.take().joined()
        #expect(!text.contains(Self.secret) && text.contains("page=2") && text.contains("found \"two\""), "\(text)")
        #expect(text.contains("/user/password: expected at least 8 characters, found <redacted>"), "\(text)")
        // It is read again, and says more.
        log.redact(["theirs"])
        log.add(MockRequest(method: "GET", target: "/p?mine=\(Self.secret)&theirs=\(Self.secret)"), answer, .zero)
        #expect(!log.take().joined().contains(Self.secret))
    }
}
