import Foundation

/// A response as a transport returns it: a value without behaviour.
public struct HTTPResponse: Sendable {
    /// Copies share it until one is changed. A wide value costs code wherever it is copied, and responses are in every
    /// error and every page.
    private final class Fields: @unchecked Sendable {
        var status: Int
        var headers: HTTPHeaders
        var body: Data
        var url: URL?
        var method: HTTPMethod?
        var authentication: Authentication?
        var stream: HTTPByteStream?
        var reading: ReadingOptions = []
        var onSkippedElement: SkippedElementObserver?
        /// The value that this response stands for, so that stubs need no bytes.
        var stub: (any Sendable)?

        init(_ status: Int, _ headers: HTTPHeaders, _ body: Data, _ url: URL?) {
            self.status = status
            self.headers = headers
            self.body = body
            self.url = url
        }

        var copy: Fields {
            let copy = Fields(status, headers, body, url)
            copy.method = method
            copy.authentication = authentication
            copy.stream = stream
            copy.reading = reading
            copy.onSkippedElement = onSkippedElement
            copy.stub = stub
            return copy
        }
    }

    private var fields: Fields

    public init(status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data(), url: URL? = nil) {
        fields = Fields(status, headers, body, url)
    }

    /// The fields to change, which are this value's alone.
    private var own: Fields {
        mutating get {
            if !isKnownUniquelyReferenced(&fields) { fields = fields.copy }
            return fields
        }
    }

    /// The status code (RFC 9110, 15): 200, 404.
    public var status: Int {
        get { fields.status }
        set { own.status = newValue }
    }

    public var headers: HTTPHeaders {
        get { fields.headers }
        _modify { yield &own.headers }
    }

    /// The body in memory; empty for a stream.
    public var body: Data {
        get { fields.body }
        _modify { yield &own.body }
    }

    /// The URL of the response: after redirects the last one.
    public var url: URL? {
        get { fields.url }
        set { own.url = newValue }
    }

    /// The method of the request, as a session has sent it first; nil for other responses.
    public internal(set) var method: HTTPMethod? {
        get { fields.method }
        set { own.method = newValue }
    }

    /// How a session has authenticated the request; nil: it was sent without a credential. It never contains the
    /// credential.
    public internal(set) var authentication: Authentication? {
        get { fields.authentication }
        set { own.authentication = newValue }
    }

    /// The body as it arrives, if the request `streamsAnswer`; `body` is then empty.
    public var stream: HTTPByteStream? {
        get { fields.stream }
        _modify { yield &own.stream }
    }

    /// How leniently the body is decoded.
    var reading: ReadingOptions {
        get { fields.reading }
        set { own.reading = newValue }
    }

    var onSkippedElement: SkippedElementObserver? {
        get { fields.onSkippedElement }
        set { own.onSkippedElement = newValue }
    }
}

extension HTTPResponse: Hashable {
    /// Observers, the values of stubs and the request's method don't make a response another one.
    public static func == (left: HTTPResponse, right: HTTPResponse) -> Bool {
        let (left, right) = (left.fields, right.fields)
        guard left !== right else { return true }
        return left.status == right.status && left.headers == right.headers && left.body == right.body
            && left.url == right.url
            && left.authentication == right.authentication && left.stream == right.stream
            && left.reading == right.reading
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        hasher.combine(headers)
        hasher.combine(body)
        hasher.combine(url)
    }
}

extension HTTPResponse {
    /// A response with a JSON body, for stubs and tests.
    public static func json(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
        var response = HTTPResponse(
            status: status, headers: ["Content-Type": "application/json"], body: Data(text.utf8))
        response.headers.merge(headers)
        return response
    }
}

extension HTTPResponse {
    /// A response that is `value`, for stubs and tests. No body is decoded. It fits only requests with this type of
    /// `Response`.
    public static func value(_ value: any Sendable, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
        var response = HTTPResponse(status: status, headers: headers)
        response.own.stub = value
        return response
    }

    /// The value of ``value(_:status:headers:)``; nil for a response of bytes.
    package var value: (any Sendable)? { fields.stub }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
    /// Status, content type and size: `404 (text/html, 153 bytes)`.
    public var description: String {
        "\(status) (\(headers["Content-Type"] ?? "no content type"), \(body.count) bytes)"
    }

    /// The request in an error's message: `GET https://api.example.com/items/3`; nil for responses of no session.
    var request: String? {
        guard let method, let url else { return nil }
        return "\(method) \(withoutSecrets(url.absoluteString))"
    }

    /// Without the values of what may be a secret. Shows the body by its size.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "status": status, "url": url.map { withoutSecrets($0.absoluteString) } ?? "none", "headers": headers,
                "body": "\(body.count) bytes",
            ])
    }
}

extension HTTPResponse {
    /// Decodes the body as JSON, whatever its content type says. An empty body is nil for an optional, and an error
    /// otherwise.
    ///
    /// - Throws: A `DecodingFailure` that carries this response.
    public func decode<T: WireDecodable>(_ type: T.Type = T.self) throws -> T {
        do {
            guard hasBody else {
                if let absent = T.absent { return absent }
                throw DecodingFailure(path: "", expected: "a JSON value", found: "an empty body")
            }
            return try decodeJSON(from: body, reading, onSkippedElement)
        } catch var failure as DecodingFailure {
            failure.response = failure.response ?? self
            throw failure
        }
    }

    /// Decodes a piece of a body, as leniently as all of it would be.
    package func decode<T: WireDecodable>(piece text: String) throws -> T {
        var text = text
        do {
            return try text.withUTF8 { try decodeJSON(from: $0, reading, onSkippedElement) }
        } catch var failure as DecodingFailure {
            failure.response = self
            throw failure
        }
    }

    /// The body as a `T`; nil if it isn't one. For a `RequestFailure`, which can't throw.
    public func decoded<T: WireDecodable>(_ type: T.Type) -> T? {
        hasBody ? try? decodeJSON(from: body, reading, nil) : nil
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
    var hasBody: Bool { !body.isEmpty && status != 204 && status != 205 }

    private var charset: String? { headers.mediaType?.parameters["charset"]?.lowercased() }
}

extension HTTPHeaders {
    /// The media type of the body, in lower case, with its parameters, whose names are in lower case. If there are
    /// several `Content-Type`s, the last valid one counts (WHATWG Fetch, "extract a MIME type"). Quotes around a
    /// parameter's value are taken off, single ones too, which some servers send.
    package var mediaType: (essence: String, parameters: [String: String])? {
        for value in values(of: "Content-Type").flatMap({ separated($0, by: ",") }).reversed() {
            var parts = separated(value, by: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let essence = parts.removeFirst().lowercased()
            let names = essence.split(separator: "/", omittingEmptySubsequences: false)
            guard names.count == 2, names.allSatisfy({ isToken(String($0)) }), essence != "*/*" else { continue }
            var parameters: [String: String] = [:]
            for part in parts {
                let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                guard pair.count == 2, parameters[pair[0].lowercased()] == nil else { continue }
                parameters[pair[0].lowercased()] = unquoted(pair[1])
            }
            return (essence, parameters)
        }
        return nil
    }
}

/// The parts of a header's value between delimiters that aren't quoted (RFC 9110, 5.6.4).
private func separated(_ text: String, by delimiter: Character) -> [String] {
    var parts = [""]
    var isQuoted = false, isEscaped = false
    for character in text {
        if character == delimiter, !isQuoted {
            parts.append("")
            continue
        }
        parts[parts.count - 1].append(character)
        if isEscaped {
            isEscaped = false
        } else if isQuoted, character == "\\" {
            isEscaped = true
        } else if character == "\"" {
            isQuoted.toggle()
        }
    }
    return parts
}

private func unquoted(_ text: String) -> String {
    for quote in ["\"", "'"] where text.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
        let content = String(text.dropFirst().dropLast())
        guard quote == "\"" else { return content }
        var isEscaped = false
        return content.filter { character in
            isEscaped = character == "\\" && !isEscaped
            return !isEscaped
        }
    }
    return text
}
