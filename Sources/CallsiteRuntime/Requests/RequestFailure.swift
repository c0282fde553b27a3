import Foundation

/// What an answer becomes whose status means no success. `Session.send` throws it.
public protocol RequestFailure: Error, Sendable {
    /// Every answer must become something, so this can't fail.
    init(_ http: HTTPResponse)
}

/// A refusal with one type of body for every status.
public struct Rejected<Body: WireDecodable>: RequestFailure {
    public let status: Int
    /// The body, where it is what the description says.
    public let body: Body?
    /// The whole answer.
    public let http: HTTPResponse

    public init(_ http: HTTPResponse) {
        status = http.status
        body = http.decoded(Body.self)
        self.http = http
    }
}

extension Rejected: CustomStringConvertible, LocalizedError {
    /// Status, content type and the body's first hundred characters.
    public var description: String {
        let start = String(decoding: http.body.prefix(400), as: UTF8.self)
        return "the server answered \(http)" + (start.isEmpty ? "" : ": " + quoted(start))
    }

    public var errorDescription: String? { description }
}
