/// One way to get tokens from an OAuth 2 authorization server (RFC 6749), as a description declares it: plain values.
///
///     let client = try OAuth2Client(.gitHubClientCredentials, id: "app", secret: secret)
///
/// The URLs are those of the description. A URL that starts with `/` is relative to a server that the description
/// doesn't name. Your secrets are sent there, so look at the URLs before you use a description that isn't yours.
public struct OAuth2Flow: Sendable {
    /// How the client gets its first token.
    public enum Kind: Sendable {
        /// A user grants access in a browser (RFC 6749, 4.1).
        case authorizationCode
        /// The client authenticates itself (RFC 6749, 4.4).
        case clientCredentials
        /// A user grants access on another device (RFC 8628).
        case deviceAuthorization
        /// The token comes back in the address of a browser (RFC 6749, 4.2). RFC 9700 advises against it.
        case implicit
        /// The user's name and password (RFC 6749, 4.3). RFC 9700 advises against it.
        case password
    }

    /// How the client gets its first token.
    public var kind: Kind
    /// The URL where a user grants access.
    public var authorizationURL: String?
    /// The URL of the token endpoint.
    public var tokenURL: String?
    /// The URL that takes refresh tokens; nil: the token endpoint.
    public var refreshURL: String?
    /// The URL where a device requests a code.
    public var deviceAuthorizationURL: String?
    /// The scopes, each with its meaning.
    public var scopes: [String: String]

    /// - Parameters:
    ///   - kind: How the client gets its first token.
    ///   - authorizationURL: The URL where a user grants access.
    ///   - tokenURL: The URL of the token endpoint.
    ///   - refreshURL: The URL that takes refresh tokens; nil: the token endpoint.
    ///   - deviceAuthorizationURL: The URL where a device requests a code.
    ///   - scopes: The scopes, each with its meaning.
    public init(
        _ kind: Kind, authorizationURL: String? = nil, tokenURL: String? = nil, refreshURL: String? = nil,
        deviceAuthorizationURL: String? = nil, scopes: [String: String] = [:]
    ) {
        self.kind = kind
        self.authorizationURL = authorizationURL
        self.tokenURL = tokenURL
        self.refreshURL = refreshURL
        self.deviceAuthorizationURL = deviceAuthorizationURL
        self.scopes = scopes
    }
}
