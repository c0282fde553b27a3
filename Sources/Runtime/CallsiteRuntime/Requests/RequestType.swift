import Foundation

/// One request to one endpoint, as a value.
///
/// Callsite generates these. You can also write one yourself:
///
///     struct GetStory: RequestType {
///         typealias Response = Story
///         static var api: API { API(baseURL: "https://api.example.com") }
///         static var endpoint: Endpoint { .get("/stories/{id}") }
///         var id: Int
///
///         func write(to request: inout RequestWriter) { request.path["id"] = id }
///     }
///
///     let story = try await Session().send(GetStory(id: 1))
///
/// All requirements are static or take an argument. So a parameter can have any name, even `path`, `query`, `body`,
/// `method` or `headers`.
public protocol RequestType<Response>: Sendable {
    /// The type that `send` returns.
    associatedtype Response: Sendable
    /// The error that `send` throws when the status isn't a success.
    associatedtype Failure: RequestFailure = Rejected<JSONValue>
    /// The response headers that the description declares.
    associatedtype ResponseHeaders: ResponseHeadersType = HTTPHeaders

    static var api: API { get }
    static var endpoint: Endpoint { get }

    /// Writes the parameters into the request. Writes nothing by default.
    func write(to request: inout RequestWriter)

    /// Makes the response. By default `Response` is decoded from JSON, and `Void` ignores the body. Implement it
    /// yourself for a request whose response needs other treatment: `try http.text()`, `http.body`.
    static func response(from http: HTTPResponse) throws -> Response
}

extension RequestType {
    public func write(to request: inout RequestWriter) {}

    static func failure(_ http: HTTPResponse) -> any Error { Failure(http) }

    /// The same request with something changed: `request.with { $0.page += 1 }`.
    public func with(_ change: (inout Self) throws -> Void) rethrows -> Self {
        var copy = self
        try change(&copy)
        return copy
    }
}

extension RequestType where Response: WireDecodable {
    public static func response(from http: HTTPResponse) throws -> Response { try http.decode() }
}

extension RequestType where Response == Void {
    public static func response(from http: HTTPResponse) throws {}
}

// MARK: One request with an addition

package enum RequestAddition: Sendable {
    case header(String, String)
    case query(String, String)
    case timeout(Double)
    /// A URL that replaces the request's own. The function gets the base URL.
    case url(@Sendable (_ base: URL) throws -> URL)
}

/// A request with a header, query item or timeout that its type doesn't have, so that a wrong description never blocks
/// you; or with a server's link in place of its URL.
public struct ExtendedRequest<Base: RequestType>: RequestType {
    public typealias Response = Base.Response
    public typealias Failure = Base.Failure
    public typealias ResponseHeaders = Base.ResponseHeaders

    public static var api: API { Base.api }
    public static var endpoint: Endpoint { Base.endpoint }

    /// The request that is extended.
    public var base: Base
    package let addition: RequestAddition

    package init(_ base: Base, _ addition: RequestAddition) {
        self.base = base
        self.addition = addition
    }

    public func write(to request: inout RequestWriter) {
        base.write(to: &request)
        switch addition {
        case .header(let name, let value): request.header[name] = value
        case .query(let name, let value): request.query[name] = value
        case .timeout(let seconds): request.timeout = seconds
        case .url(let url): request.url = url
        }
    }

    public static func response(from http: HTTPResponse) throws -> Response { try Base.response(from: http) }
}

private protocol ExtendedRequestType {
    var inner: any RequestType { get }
}

extension ExtendedRequest: ExtendedRequestType {
    var inner: any RequestType { base.unextended }
}

extension RequestType {
    /// This request with one more header, which overrides any other of that name.
    public func adding(header name: String, value: String) -> ExtendedRequest<Self> {
        ExtendedRequest(self, .header(name, value))
    }

    /// This request with one more query item, after the others.
    public func adding(query name: String, value: String) -> ExtendedRequest<Self> {
        ExtendedRequest(self, .query(name, value))
    }

    /// This request with another timeout, in seconds, for each attempt.
    public func adding(timeout seconds: Double) -> ExtendedRequest<Self> { ExtendedRequest(self, .timeout(seconds)) }

    /// The request without its additions.
    var unextended: any RequestType { (self as? any ExtendedRequestType)?.inner ?? self }

    package func extended(_ addition: RequestAddition) -> any RequestType<Response> { ExtendedRequest(self, addition) }
}

/// An app may compile these sources itself. `any RequestType<Response>` needs iOS 16 or macOS 13: for older systems the
/// compiler's first error names the type below, before the errors at each place.
private typealias OldestSystems = CallsiteNeedsIOS16OrMacOS13

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
private enum CallsiteNeedsIOS16OrMacOS13 {}
