import CallsiteRuntime
import Foundation

/// A client of an OAuth 2 authorization server (RFC 6749): it gets tokens without a user, or from a refresh token.
///
///     let client = OAuth2Client(tokenURL: url, id: "app", secret: secret)
///     let session = Session(credential: client.clientCredentials(scope: "read"))
///
/// The token endpoint must be https, or on this machine. Its redirects are not followed, since the body holds secrets.
public struct OAuth2Client: Sendable {
    /// How the client authenticates itself (RFC 6749, 2.3.1).
    public enum Authentication: Hashable, Sendable {
        /// `Authorization: Basic …`, which every server must understand.
        case header
        /// `client_id` and `client_secret` in the body.
        case body
    }

    /// The tokens that the server has issued.
    public struct Tokens: Hashable, Sendable {
        /// The access token, with its expiry.
        public let access: BearerToken
        /// The refresh token for the next renewal; nil: the previous one stays valid.
        public let refreshToken: String?
        /// The scope, if it differs from the requested one.
        public let scope: String?
    }

    private let tokenURL: URL
    private var refreshURL: URL
    private let id: String
    private let secret: String?
    private let authentication: Authentication
    private let transport: any Transport
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - tokenURL: The token endpoint.
    ///   - id: The client's identifier.
    ///   - secret: Its secret; nil for a public client, which only names itself.
    ///   - authentication: How the secret is sent.
    ///   - transport: The transport for token requests; by default the network.
    ///   - now: The time, for tests.
    public init(
        tokenURL: URL, id: String, secret: String? = nil, authentication: Authentication = .header,
        transport: (any Transport)? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.tokenURL = tokenURL
        refreshURL = tokenURL
        self.id = id
        self.secret = secret
        self.authentication = authentication
        self.transport = transport ?? NetworkTransport(redirectLimit: 0)
        self.now = now
    }

    /// A client of the server that a description names.
    ///
    /// - Parameters:
    ///   - flow: The flow; generated code has a value for each flow of its description.
    ///   - base: The base of relative URLs in the flow, if the description doesn't have one.
    ///   - id: The client's identifier.
    ///   - secret: Its secret; nil for a public client, which only names itself.
    ///   - authentication: How the secret is sent.
    ///   - transport: The transport for token requests; by default the network.
    ///   - now: The time, for tests.
    /// - Throws: An `OAuth2Failure` with the code `no_token_url` if the flow has no token endpoint with an absolute
    ///   URL.
    public init(
        _ flow: OAuth2Flow, relativeTo base: URL? = nil, id: String, secret: String? = nil,
        authentication: Authentication = .header, transport: (any Transport)? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        func absolute(_ string: String?) throws -> URL {
            guard let string, let url = URL(string: string, relativeTo: base)?.absoluteURL, url.scheme != nil,
                url.host != nil
            else {
                throw OAuth2Failure(
                    code: "no_token_url", detail: "the flow names no token endpoint with an absolute URL")
            }
            return url
        }
        try self.init(
            tokenURL: absolute(flow.tokenURL), id: id, secret: secret, authentication: authentication,
            transport: transport, now: now)
        if let url = flow.refreshURL { refreshURL = try absolute(url) }
    }

    /// A credential from the client credentials grant (RFC 6749, 4.4).
    ///
    /// - Parameters:
    ///   - scope: The requested scopes, separated by spaces.
    ///   - parameters: Additional parameters that the server needs, such as `audience` or `resource`.
    public func clientCredentials(scope: String? = nil, parameters: [String: String] = [:]) -> RenewingCredential {
        RenewingCredential(now: now) { _ in
            try await tokens("client_credentials", ["scope": scope].merging(parameters) { $1 }).access
        }
    }

    /// A credential that starts with a refresh token (RFC 6749, 6).
    ///
    /// - Parameters:
    ///   - refreshToken: The token from the server's last response.
    ///   - access: The access token that came with it, if it may still be valid.
    ///   - store: Called with each new set of tokens before they are used. Save the refresh token if there is one: many
    ///     servers accept each only once.
    public func refreshing(
        _ refreshToken: String, access: BearerToken? = nil,
        store: @escaping @Sendable (Tokens) async throws -> Void = { _ in }
    ) -> RenewingCredential {
        let latest = Latest(refreshToken)
        return RenewingCredential(access, now: now) { _ in
            let tokens = try await tokens("refresh_token", ["refresh_token": latest.token])
            if let next = tokens.refreshToken { latest.token = next }
            try await store(tokens)
            return tokens.access
        }
    }

    /// Sends a request to the token endpoint.
    ///
    /// - Parameters:
    ///   - grant: The `grant_type`.
    ///   - parameters: The other parameters; nil is left out.
    /// - Throws: An `OAuth2Failure` if the server refuses; the transport's errors.
    public func tokens(_ grant: String, _ parameters: [String: String?]) async throws -> Tokens {
        let url = grant == "refresh_token" ? refreshURL : tokenURL
        guard Self.isSafe(url) else {
            throw OAuth2Failure(code: "insecure", detail: "the token endpoint must be https: its requests hold secrets")
        }
        var fields = parameters.compactMapValues { $0 }
        fields["grant_type"] = grant
        if authentication == .body || secret == nil { fields["client_id"] = id }
        if authentication == .body { fields["client_secret"] = secret }
        var request = try TokenRequest(fields: fields).httpRequest()
        request.url = url
        if let secret, authentication == .header {
            let pair = try TokenRequest.encoded(id) + ":" + TokenRequest.encoded(secret)
            request.headers["Authorization"] = "Basic " + Data(pair.utf8).base64EncodedString()
        }
        let requestTime = now()
        let http = try await transport.send(request)
        guard http.status == 200 else { throw OAuth2Failure(http) }
        let response: TokenResponse
        do { response = try http.decode() } catch { throw OAuth2Failure(http) }
        guard response.type.lowercased() == "bearer" else {
            throw OAuth2Failure(code: "unsupported_token_type", detail: "the token's type isn't Bearer")
        }
        return Tokens(
            access: BearerToken(response.access, expires: response.lifetime.map { requestTime.addingTimeInterval($0) }),
            refreshToken: response.refresh, scope: response.scope)
    }

    private static func isSafe(_ url: URL) -> Bool {
        let host = url.host ?? ""
        return url.scheme?.lowercased() == "https" || ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }

    /// The latest refresh token. It needs no lock, since one renewal runs at a time.
    private final class Latest: @unchecked Sendable {
        var token: String
        init(_ token: String) { self.token = token }
    }
}

/// The reason why there is no token. It contains no secret.
public struct OAuth2Failure: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The status of the response; nil: there was no response.
    public let status: Int?
    /// `invalid_client`, `invalid_grant` and others of RFC 6749, 5.2, if the server sends one.
    public let code: String?
    /// The server's description of the error, for developers.
    public let detail: String?

    init(status: Int? = nil, code: String?, detail: String?) {
        self.status = status
        self.code = code
        self.detail = detail
    }

    init(_ http: HTTPResponse) {
        let body = http.decoded(JSONValue.self)
        self.init(status: http.status, code: body?["error"]?.string, detail: body?["error_description"]?.string)
    }

    public var description: String {
        let parts = [status.map { "status \($0)" }, code, detail].compactMap { $0 }
        return "no token: " + (parts.isEmpty ? "the response contains none" : parts.joined(separator: ", "))
    }
    public var errorDescription: String? { description }
}

extension OAuth2Client: CustomReflectable {
    /// Without the secret.
    public var customMirror: Mirror { Mirror(self, children: ["tokenURL": tokenURL, "id": id]) }
}

extension OAuth2Client.Tokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "Tokens(<redacted>)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The form that the token endpoint takes. `tokens(_:_:)` replaces the URL.
private struct TokenRequest: RequestType {
    typealias Response = TokenResponse
    static var api: API { API(baseURL: "https://token.invalid") }
    static var endpoint: Endpoint { .post("/", body: .form) }
    let fields: [String: String]

    func write(to request: inout RequestWriter) { request.setBody(fields) }

    /// Encodes a string as a form's field (RFC 6749, appendix B).
    static func encoded(_ string: String) throws -> String {
        let body = try TokenRequest(fields: ["x": string]).httpRequest().body?.data ?? Data()
        return String(decoding: body.dropFirst(2), as: UTF8.self)
    }
}

/// A response with tokens (RFC 6749, 5.1).
private struct TokenResponse: DecodableModel {
    let access: String
    let type: String
    /// Seconds; some servers send them as a string.
    let lifetime: Double?
    let refresh: String?
    let scope: String?

    init(from fields: inout FieldReader) throws {
        access = try fields["access_token"]
        type = try fields["token_type", default: "Bearer"]
        let seconds: JSONValue? = try fields["expires_in"]
        lifetime = seconds?.double ?? seconds?.string.flatMap { Double($0) }
        refresh = try fields["refresh_token"]
        scope = try fields["scope"]
    }
}
