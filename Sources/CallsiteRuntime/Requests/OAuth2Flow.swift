/// One way to get tokens from an OAuth 2 authorization server (RFC 6749), as a description declares it: plain values.
///
///     let client = try OAuth2Client(.gitHubClientCredentials, id: "app", secret: secret)
///
/// The URLs are those of the description; one that begins with `/` is relative to a server that the description doesn't name. What is sent there are secrets, so look at them before you trust a description with yours.
public struct OAuth2Flow: Sendable, Hashable {
    /// How the client comes to its first token.
    public enum Kind: Sendable, Hashable {
        /// A user grants access in a browser (RFC 6749, 4.1).
        case authorizationCode
        /// The client's own right (RFC 6749, 4.4).
        case clientCredentials
        /// A user grants access on another device (RFC 8628).
        case deviceAuthorization
        /// The token comes back in the address of a browser (RFC 6749, 4.2). RFC 9700 advises against it.
        case implicit
        /// The user's name and password (RFC 6749, 4.3). RFC 9700 advises against it.
        case password
    }

    public var kind: Kind
    /// Where a user is asked to grant access.
    public var authorizationURL: String?
    /// Where tokens are issued.
    public var tokenURL: String?
    /// Where a refresh token is exchanged; nil: where tokens are issued.
    public var refreshURL: String?
    /// Where a device asks for a code.
    public var deviceAuthorizationURL: String?
    /// The scopes that there are, and what each is good for.
    public var scopes: [String: String]

    /// - Parameters:
    ///   - kind: How the client comes to its first token.
    ///   - authorizationURL: Where a user is asked to grant access.
    ///   - tokenURL: Where tokens are issued.
    ///   - refreshURL: Where a refresh token is exchanged; nil: where tokens are issued.
    ///   - deviceAuthorizationURL: Where a device asks for a code.
    ///   - scopes: The scopes that there are, and what each is good for.
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
