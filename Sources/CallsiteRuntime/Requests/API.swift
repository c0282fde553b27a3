import Foundation

/// What a description says once for all its endpoints.
public struct API: Sendable, Hashable {
    /// Where the paths begin; may hold variables in braces: `https://{host}/v1`.
    public var baseURL: String
    /// The values of the variables.
    public var variables: [String: Variable]
    /// Sent with every request. An endpoint's and a request's own headers win.
    public var headers: HTTPHeaders
    /// How requests prove who sends them, unless an endpoint says otherwise.
    public var authentication: Authentication
    /// How tolerantly answers are read.
    public var reading: ReadingOptions

    /// - Parameters:
    ///   - generatedCode: What the generator that printed this call promises; a hand-written call leaves it out.
    ///   - baseURL: Where the paths begin.
    ///   - variables: The values of the base URL's variables.
    ///   - headers: Sent with every request.
    ///   - authentication: How requests prove who sends them. Unspecified, they are sent without a credential, and a session that has one
    ///     refuses to send them.
    ///   - reading: How tolerantly answers are read.
    public init(
        generatedCode: GeneratedCode = .version1, baseURL: String, variables: [String: Variable] = [:], headers: HTTPHeaders = [:],
        authentication: Authentication = .unspecified, reading: ReadingOptions = []
    ) {
        self.baseURL = baseURL
        self.variables = variables
        self.headers = headers
        self.authentication = authentication
        self.reading = reading
    }

    /// The value of a variable in a base URL, from anything that has a scalar's text on the wire.
    public struct Variable: Sendable, Hashable, ExpressibleByStringLiteral {
        let text: String?

        public init(_ value: some WireEncodable) { text = try? WireTree(value).text }
        public init(stringLiteral value: String) { text = value }
    }

    /// The base URL with its variables put in, without a slash at the end.
    ///
    /// A variable may hold slashes and colons (a path, a host with a port), but nothing that ends host and path or begins another
    /// part of a URL.
    func renderedBaseURL() throws -> String {
        var rendered = ""
        for part in TemplatePart.parts(of: baseURL) {
            switch part {
            case .literal(let text): rendered += text
            case .placeholder(let name):
                guard let value = variables[name]?.text else { throw EncodingFailure("the base URL's {\(name)} has no value") }
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

/// How a request proves who sends it. What is sent is the session's `CredentialProviding`.
public indirect enum Authentication: Hashable, Sendable {
    /// Nothing is known of it. A session without a credential sends such a request as it is; one that has a credential throws an
    /// `EncodingFailure`, since to send without would drop it, and to guess how could tell one API's secret to another.
    case unspecified
    /// No credential is wanted, and none is sent.
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
    /// The first of these that the session's credential is made for, else the first as which it can be sent, wherever `.none` stands among
    /// them: that says that the API wants none, and is taken where there is no credential or where it can't be sent in any of the other ways.
    case oneOf([Authentication])
}

/// The handshake between generated code and this library: each generator prints the version that its code was made for.
///
/// When a later release of this library can't serve code of an older generator any more, it marks that version
/// `@available(*, unavailable, message: "this code is from an older Callsite: run `callsite generate` again")`, so that the
/// compiler stops at one line that says what to do. Code that is too new for this library names a version that isn't here.
public struct GeneratedCode: Hashable, Sendable {
    private let number: Int

    public static let version1 = GeneratedCode(number: 1)
}
