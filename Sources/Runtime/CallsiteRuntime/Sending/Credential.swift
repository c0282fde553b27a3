import Foundation

/// A credential that authenticates requests. Its descriptions never show the secret.
public enum Credential: Equatable, Sendable {
    /// A bearer token (RFC 6750).
    case bearer(String)
    /// A user name and a password (RFC 7617). The name must not contain a colon.
    case basic(user: String, password: String)
    /// An API key. It can also be sent as a bearer token, or as the user of `Basic` without a password.
    case key(String)
    /// Several keys at once, by the names of the headers, query items and cookies that carry them. A bearer token
    /// has the name `Authorization`, and so has `user:password` of Basic.
    case keys([String: String])
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind, never the secret.
    public var description: String {
        switch self {
        case .bearer: "Credential.bearer(\(SecretNames.mark))"
        case .basic: "Credential.basic(\(SecretNames.mark))"
        case .key: "Credential.key(\(SecretNames.mark))"
        case .keys(let keys): "Credential.keys(\(keys.keys.sorted().joined(separator: ", ")): \(SecretNames.mark))"
        }
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A source of credentials, which is asked before each request: a `Credential` itself, a keychain, a token that is
/// renewed.
public protocol CredentialProviding: Sendable {
    /// The credential for `request`; nil sends it without one. Called only for requests to the session's or the API's
    /// own origin, and only when the endpoint needs one.
    func credential(for request: HTTPRequest) async throws -> Credential?

    /// Called when the server has refused a credential with a 401. The request is sent once more with the returned
    /// credential. If this returns nil, which is the default, or the same credential, the 401 is the response.
    ///
    /// Many requests may be refused at once: renew a token once for all of them, as `RenewingCredential` of
    /// CallsiteToolkit does.
    func replacement(for refused: Credential, refusedBy response: HTTPResponse) async throws -> Credential?
}

extension CredentialProviding {
    public func replacement(for refused: Credential, refusedBy response: HTTPResponse) async throws -> Credential? {
        nil
    }
}

extension Credential: CredentialProviding {
    public func credential(for request: HTTPRequest) async throws -> Credential? { self }
}

extension HTTPRequest {
    /// Whether attaching a credential has changed `other` into this request. If `other` has its own, it stays
    /// unchanged.
    func differs(from other: HTTPRequest) -> Bool { headers != other.headers || url != other.url }

    func attaching(_ credential: Credential, as authentication: Authentication) throws -> HTTPRequest {
        var copy = self
        try copy.attach(credential, as: authentication)
        return copy
    }

    /// Puts a credential where the description wants it. A header that the request sets itself stays.
    mutating func attach(_ credential: Credential, as authentication: Authentication) throws {
        switch authentication {
        case .none, .unspecified: return
        case .all(let parts): for part in parts { try attach(credential, as: part) }
        case .oneOf: if let way = credential.way(of: authentication) { try attach(credential, as: way) }
        case .bearer, .basic:
            secrets.append(.header("authorization"))
            if headers["Authorization"] == nil {
                headers["Authorization"] = try credential.authorization(authentication)
            }
        case .header(let name):
            secrets.append(.header(name.lowercased()))
            if headers[name] == nil { headers[name] = try credential.plain(for: name) }
        case .cookie(let name):
            headers.addCookies(["\(name)=\(try credential.cookie(name))"])
        case .query(let name):
            secrets.append(.query(name))
            let text = url.absoluteString
            let item = percentEncoded(name) + "=" + percentEncoded(try credential.plain(for: name))
            guard let url = URL(string: text + (text.contains("?") ? "&" : "?") + item) else {
                throw EncodingFailure("\(name): the credential can't be put into the URL")
            }
            self.url = url
        }
        try headers.check()
    }
}

extension Credential {
    fileprivate func authorization(_ authentication: Authentication) throws -> String {
        switch self {
        case .bearer(let token): return "Bearer \(token)"
        case .key(let key) where authentication == .bearer: return "Bearer \(key)"
        case .key(let key): return try Credential.basic(user: key, password: "").authorization(.basic)
        case .keys(let keys):
            guard let key = keys["Authorization"] else {
                throw EncodingFailure("the credential has no key for Authorization")
            }
            // A user's name ends at the first colon (RFC 7617).
            if authentication == .basic, key.contains(":") { return "Basic " + Data(key.utf8).base64EncodedString() }
            return try Credential.key(key).authorization(authentication)
        case .basic(let user, let password):
            guard !user.contains(":") else {
                throw EncodingFailure("Authorization: a user's name can't hold a colon (RFC 7617)")
            }
            return "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
        }
    }

    /// The secret itself, for a header, query item or cookie.
    fileprivate func plain(for name: String) throws -> String {
        switch self {
        case .bearer(let text), .key(let text): return text
        case .keys(let keys):
            guard let key = keys[name] else { throw EncodingFailure("the credential has no key for \(name)") }
            return key
        case .basic: throw EncodingFailure("the API wants a key, and the session has a user with a password")
        }
    }

    /// The value for a cookie. The server has chosen it, so it is sent back unchanged, with any quotes around it. A
    /// character that ends a cookie is refused: it would begin a second cookie.
    fileprivate func cookie(_ name: String) throws -> String {
        let text = try plain(for: name)
        let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
        let content = isQuoted ? text.dropFirst().dropLast() : text[...]
        guard content.unicodeScalars.allSatisfy(isCookieOctet) else {
            throw EncodingFailure(
                "\(name): the credential has characters that a cookie can't contain (RFC 6265); encode them as the API expects"
            )
        }
        return text
    }

    /// How this credential is sent: by the alternative that fits it best, the first among equals; nil if nothing is
    /// sent.
    func way(of authentication: Authentication) -> Authentication? {
        switch authentication {
        case .none, .unspecified: return nil
        case .all(let parts):
            let ways = parts.compactMap(way)
            return ways.count < 2 ? ways.first : .all(ways)
        case .oneOf(let alternatives):
            var best: (way: Authentication, fit: Fit)?
            for alternative in alternatives {
                let fit = fit(to: alternative)
                if best.map({ $0.fit < fit }) ?? true { best = (alternative, fit) }
            }
            return best.flatMap { way(of: $0.way) }
        default: return authentication
        }
    }

    /// How well a credential fits a way of authenticating.
    private enum Fit: Comparable {
        /// Sending the credential in this way is an error.
        case impossible
        /// The API allows requests without a credential (`security: [{}, …]` in OpenAPI), so nothing is sent. Any way
        /// that can be sent is better.
        case unused
        /// The credential can be sent in this way, but isn't made for it: a bearer token in a header of the API's own.
        case possible
        case exact
    }

    private func fit(to authentication: Authentication) -> Fit {
        switch (authentication, self) {
        case (.none, _), (.unspecified, _): .unused
        case (.oneOf(let alternatives), _): alternatives.map(fit).max() ?? .unused
        case (.all(let parts), .keys): Credential.together(parts.map(fit))
        // An API that wants several secrets hardly accepts the same secret in each place.
        case (.all(let parts), _): min(.possible, Credential.together(parts.map(fit)))
        case (.bearer, .keys(let keys)), (.basic, .keys(let keys)): keys["Authorization"] == nil ? .impossible : .exact
        case (.header(let name), .keys(let keys)), (.query(let name), .keys(let keys)),
            (.cookie(let name), .keys(let keys)):
            keys[name] == nil ? .impossible : .exact
        case (.bearer, .bearer), (.basic, .basic): .exact
        case (.header, .key), (.query, .key), (.cookie, .key): .exact
        case (.bearer, _), (.basic, _): .possible
        case (.header, .bearer), (.query, .bearer), (.cookie, .bearer): .possible
        case (.header, .basic), (.query, .basic), (.cookie, .basic): .impossible
        }
    }

    /// The worst fit among parts that are sent together; parts for which nothing need be sent don't count.
    private static func together(_ fits: [Fit]) -> Fit { fits.filter { $0 != .unused }.min() ?? .unused }
}
