import Foundation

/// An answer that is not what its description says: where, what was expected, and what was found.
///
///     /items/3/owner/login: expected a string, found null (200, application/json)
public struct DecodingFailure: Error, Sendable, Hashable {
    /// The JSON Pointer (RFC 6901) of the value; empty for the document itself, and for a document that is no JSON.
    /// For a header it is `header` and the header's name.
    public let path: String
    /// What the description asks for: `a string`.
    public let expected: String
    /// What was there: short values are quoted, long ones are cut. For a document that is no JSON it tells line and column.
    public let found: String
    /// The answer that held the value. Set by a session; nil when a document is decoded by hand.
    public var response: HTTPResponse?

    public init(path: String, expected: String, found: String, response: HTTPResponse? = nil) {
        self.path = path
        self.expected = expected
        self.found = found
        self.response = response
    }
}

extension DecodingFailure: CustomStringConvertible, LocalizedError {
    public var description: String {
        let place = path.isEmpty ? "/" : path
        let text = "\(place): expected \(expected), found \(found)"
        guard let response else { return text }
        return "\(text) (\(response.status), \(response.headers["Content-Type"] ?? "no content type"))"
    }

    public var errorDescription: String? { description }
}
