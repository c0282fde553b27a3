import Foundation

/// A response that isn't as its description says: the place, the expected value, and the value found.
///
///     /items/3/owner/login: expected a string, found null (GET https://api.example.com/items: 200, application/json)
public struct DecodingFailure: Error, RuntimeFailure, Sendable {
    /// The JSON Pointer (RFC 6901) of the value; empty for the document itself, and for a document that is no JSON.
    /// For a header it is `header` and the header's name.
    public let path: String
    /// The value that the description requires: `a string`.
    public let expected: String
    /// The value found. Short values are quoted, long ones are cut, and those of secrets are left out. If the document
    /// isn't JSON, this has the line and column.
    public var found: String {
        // Not in `init`: unions try alternatives, and forget most failures.
        let name = path.split(whereSeparator: { $0 == "/" || $0 == " " }).last.map(String.init) ?? ""
        return value.hasPrefix("\"") && SecretNames.contains(field: name) ? SecretNames.mark : withoutSecrets(value)
    }
    private let value: String
    /// The response that contained the value. A session sets it; nil if you decode a document yourself.
    public var response: HTTPResponse?

    public init(path: String, expected: String, found: String, response: HTTPResponse? = nil) {
        self.path = path
        self.expected = expected
        value = found
        self.response = response
    }

    /// The failure in a whole document, if another `Decoder` has read the document's part at `path`.
    func below(_ path: [any CodingKey]) -> DecodingFailure {
        let place = path.map { "/" + ($0.intValue.map(String.init) ?? pointerToken($0.stringValue)) }.joined()
        return DecodingFailure(path: place + self.path, expected: expected, found: value, response: response)
    }
}

/// Runs a block, and adds the response to its `DecodingFailure`.
func addingResponse<Value>(_ response: HTTPResponse, _ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch var failure as DecodingFailure {
        failure.response = failure.response ?? response
        throw failure
    }
}

extension DecodingFailure: CustomStringConvertible, CustomReflectable, LocalizedError {
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "path": path, "expected": expected, "found": found, "response": response.map { "\($0)" } ?? "none",
            ])
    }

    public var description: String {
        let place = path.isEmpty ? "/" : path
        let text = "\(place): expected \(expected), found \(found)"
        guard let response else { return text }
        let request = response.request.map { $0 + ": " } ?? ""
        return "\(text) (\(request)\(response.status), \(response.headers["Content-Type"] ?? "no content type"))"
    }

    public var errorDescription: String? { description }
}
