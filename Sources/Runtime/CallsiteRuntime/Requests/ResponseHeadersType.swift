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
    /// Reads a header as any decodable type; lists are separated by commas. A missing header is
    /// nil for an optional, else an error.
    public func decode<T: WireDecodable>(_ name: String, as type: T.Type = T.self) throws -> T {
        guard let text = self[name]?.trimmingCharacters(in: .whitespaces) else {
            if let absent = T.absent { return absent }
            throw DecodingFailure(path: "header \(name)", expected: "a value", found: "no such header")
        }
        var failure: DecodingFailure?
        // Tries a string (for strings and dates), a bare value (for numbers and booleans), then a list of either.
        let items = text.split(separator: ",").map { JSONValue.string($0.trimmingCharacters(in: .whitespaces)) }
        let bareItems = items.map { bare($0) }
        for candidate in [.string(text), bare(.string(text)), .array(items), .array(bareItems)] {
            do { return try candidate.decode(T.self) } catch let error as DecodingFailure { failure = failure ?? error }
        }
        // HTTP's own dates (RFC 9110, 5.6.7), whatever the description says of `Last-Modified`.
        if let date = HTTPDate.date(text), let rfc3339 = RFC3339.text(date),
            let value = try? JSONValue.string(rfc3339).decode(T.self)
        {
            return value
        }
        throw DecodingFailure(path: "header \(name)", expected: failure?.expected ?? "a value", found: quoted(text))
    }

    private func bare(_ value: JSONValue) -> JSONValue {
        guard case .string(let text) = value else { return value }
        if text == "true" || text == "false" { return .bool(text == "true") }
        return JSONValue.Number(text).map { .number($0) } ?? value
    }
}
