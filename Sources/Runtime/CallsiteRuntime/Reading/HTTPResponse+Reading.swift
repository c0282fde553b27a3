import Foundation

extension HTTPResponse {
    /// Decodes the body as JSON, whatever its content type says. An empty body is nil for an optional, and an error
    /// otherwise.
    ///
    /// - Throws: A `DecodingFailure` that carries this response.
    public func decode<T: WireDecodable>(_ type: T.Type = T.self) throws -> T {
        try addingResponse(self) {
            guard hasBody else {
                if let absent = T.absent { return absent }
                throw DecodingFailure(path: "", expected: "a JSON value", found: "an empty body")
            }
            return try decodeJSON(from: body, sessionNotes)
        }
    }

    /// Decodes a piece of a body, with the session's options for whole bodies.
    package func decode<T: WireDecodable>(piece text: String) throws -> T {
        var text = text
        return try addingResponse(self) { try text.withUTF8 { try decodeJSON(from: $0, sessionNotes) } }
    }

    /// The body as a `T`; nil if it isn't one. For a `RequestFailure`, which can't throw.
    public func decoded<T: WireDecodable>(_ type: T.Type) -> T? {
        hasBody ? try? decodeJSON(from: body, ResponseNotes(reading: sessionNotes.reading)) : nil
    }

    /// The body as a string, by the `charset` of its content type: UTF-8 (the default), US-ASCII or ISO 8859-1.
    public func text() throws -> String {
        let text: String?
        switch charset {
        case nil, "utf-8", "utf8", "us-ascii", "ascii": text = String(data: body, encoding: .utf8)
        case "iso-8859-1", "latin1": text = String(data: body, encoding: .isoLatin1)
        case let other?:
            throw DecodingFailure(
                path: "", expected: "text in UTF-8", found: "the charset \(quoted(other))", response: self)
        }
        guard let text else {
            throw DecodingFailure(path: "", expected: "text in UTF-8", found: "other bytes", response: self)
        }
        return text
    }

    /// 204 (no content) and 205 (reset content) have no body, whatever follows their headers.
    package var hasBody: Bool { !body.isEmpty && status != 204 && status != 205 }

    private var charset: String? { headers.mediaType?.parameters["charset"]?.lowercased() }
}
