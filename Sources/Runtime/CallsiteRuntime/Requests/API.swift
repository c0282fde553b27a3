import Foundation

/// The settings that all endpoints of an API share.
public struct API: Sendable {
    /// The URL that all paths are added to. It may contain variables in braces: `https://{host}/v1`.
    public var baseURL: String
    /// The values of the variables.
    public var variables: [String: Variable]
    /// Sent with every request. An endpoint's and a request's own headers override them.
    public var headers: HTTPHeaders
    /// How requests are authenticated, unless an endpoint says otherwise.
    public var authentication: Authentication
    /// How leniently responses are decoded.
    public var reading: ReadingOptions

    /// - Parameters:
    ///   - generatedCode: The version of the generated code; leave it out in code that you write.
    ///   - baseURL: The URL that all paths are added to.
    ///   - variables: The values of the base URL's variables.
    ///   - headers: Sent with every request.
    ///   - authentication: How requests are authenticated. Unspecified: requests are sent without a credential, and a
    ///     session that has one refuses to send them.
    ///   - reading: How leniently responses are decoded.
    public init(
        generatedCode: GeneratedCode = .version1, baseURL: String, variables: [String: Variable] = [:],
        headers: HTTPHeaders = [:], authentication: Authentication = .unspecified, reading: ReadingOptions = []
    ) {
        self.baseURL = baseURL
        self.variables = variables
        self.headers = headers
        self.authentication = authentication
        self.reading = reading
    }

    /// The value of a variable in a base URL, from any scalar.
    public struct Variable: Sendable, ExpressibleByStringLiteral {
        let text: String?

        public init(_ value: some WireEncodable) { text = try? WireTree(value).text }
        public init(stringLiteral value: String) { text = value }
    }

    /// The base URL with its variables put in, without a slash at the end.
    ///
    /// A variable may hold slashes and colons (a path, a host with a port), but nothing that ends host and path or
    /// begins another part of a URL.
    func renderedBaseURL() throws -> String {
        var rendered = ""
        for part in TemplatePart.parts(of: baseURL) {
            switch part {
            case .literal(let text): rendered += text
            case .placeholder(let name, _):
                guard let value = variables[name]?.text else {
                    throw EncodingFailure("the base URL's {\(name)} has no value")
                }
                guard value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !#"?#@\{}"<>"#.utf8.contains($0) }) else {
                    throw EncodingFailure("the base URL's {\(name)} can't be \(quoted(value))")
                }
                rendered += value
            }
        }
        while rendered.hasSuffix("/") { rendered.removeLast() }
        return rendered
    }
}

/// How a request is authenticated. The credential itself comes from the session's `CredentialProviding`.
public indirect enum Authentication: Equatable, Sendable {
    /// The description declares none. A session without a credential sends such a request as it is; one with a
    /// credential throws an `EncodingFailure`, since guessing could send one API's secret to another.
    case unspecified
    /// No credential is needed, and none is sent.
    case none
    /// `Authorization: Bearer …` (RFC 6750).
    case bearer
    /// `Authorization: Basic …` (RFC 7617).
    case basic
    /// A key in a header of this name.
    case header(String)
    /// A key in a query item of this name.
    case query(String)
    /// A key in a cookie of this name.
    case cookie(String)
    /// Several at once: `Credential.keys` holds one for each.
    case all([Authentication])
    /// The first of these that the session's credential is made for, or else the first as which it can be sent. `.none`
    /// means that no credential is needed: wherever it stands, it is used if there is no credential, or if the
    /// credential can't be sent in any of the other ways.
    case oneOf([Authentication])
}

/// The handshake between generated code and this library: each generator prints the version that its code was made for.
///
/// When a later release of this library can't serve code of an older generator any more, it marks that version
/// `@available(*, unavailable, message: "this code is from an older Callsite: run `callsite generate` again")`, so that
/// the compiler stops at one line that says what to do. Code that is too new for this library names a version that
/// isn't here.
public struct GeneratedCode: Sendable {
    private let number: Int

    public static let version1 = GeneratedCode(number: 1)
}
