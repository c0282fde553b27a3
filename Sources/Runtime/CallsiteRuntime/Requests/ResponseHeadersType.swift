import Foundation

/// The response headers that a description declares. Decoded by `Session.response(to:)`.
///
///     struct ResponseHeaders: ResponseHeadersType {
///         let total: Int?
///         init(from headers: HTTPHeaders) throws { total = try headers.decode("X-Total") }
///     }
public protocol ResponseHeadersType: Sendable {
    /// Throws a `DecodingFailure` that names the header.
    init(from headers: HTTPHeaders) throws
}

extension HTTPHeaders: ResponseHeadersType {
    public init(from headers: HTTPHeaders) throws { self = headers }
}

extension HTTPHeaders {
    /// Reads a header as any decodable type; lists are separated by commas. A missing header is nil for an optional,
    /// else an error.
    public func decode<T: WireDecodable>(_ name: String, as type: T.Type = T.self) throws -> T {
        guard let text = self[name]?.trimmingCharacters(in: .whitespaces) else {
            if let absent = T.absent { return absent }
            throw DecodingFailure(path: "header \(name)", expected: "a value", found: "no such header")
        }
        var failure: DecodingFailure?
        for candidate in candidates(text) {
            do { return try candidate.decode(T.self) } catch let error as DecodingFailure { failure = failure ?? error }
        }
        throw DecodingFailure(path: "header \(name)", expected: failure?.expected ?? "a value", found: quoted(text))
    }

    /// The JSON values that a header may stand for: a string (also for a date), a bare value (for a number or Boolean),
    /// a list of either, and HTTP's own date (RFC 9110, 5.6.7), since `Last-Modified` has it whatever the description
    /// says.
    private func candidates(_ text: String) -> [JSONValue] {
        let items = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let date = HTTPDate.date(text).flatMap { RFC3339.text($0) }.map { [JSONValue.string($0)] } ?? []
        let bareItems = items.map { JSONValue(bare: $0) }
        return [.string(text), JSONValue(bare: text), .array(items.map { .string($0) }), .array(bareItems)] + date
    }
}
