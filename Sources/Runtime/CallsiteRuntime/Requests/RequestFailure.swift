import Foundation

/// The error for a response whose status isn't a success. `Session.send` throws it.
public protocol RequestFailure: Error, Sendable {
    /// Every response must become an error, so this can't fail.
    init(_ http: HTTPResponse)
}

/// An error response with one type of body for every status.
public struct Rejected<Body: WireDecodable>: RequestFailure {
    /// The status code of the response.
    public let status: Int
    /// The decoded body; nil if it isn't as described.
    public let body: Body?
    /// The whole HTTP response.
    public let http: HTTPResponse

    public init(_ http: HTTPResponse) {
        status = http.status
        body = http.decoded(Body.self)
        self.http = http
    }
}

extension Rejected: CustomStringConvertible, CustomReflectable, LocalizedError {
    /// Status, content type and the body's first hundred characters, without secrets.
    public var description: String {
        "the server responded with \(http)" + (start.isEmpty ? "" : ": " + quoted(start))
    }

    /// Shows the start of the body, without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["status": status, "body": start, "http": http]) }

    private var start: String { withoutSecrets(String(decoding: http.body.prefix(400), as: UTF8.self)) }

    public var errorDescription: String? { description }
}
