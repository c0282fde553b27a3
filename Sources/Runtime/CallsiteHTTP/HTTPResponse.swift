import Foundation

/// A response as a transport returns it: a value without behaviour.
public struct HTTPResponse: Sendable {
    private struct Fields: Sendable {
        var status: Int
        var headers: HTTPHeaders
        var body: Data
        var url: URL?
        var stream: HTTPByteStream?
        var notes: (any Sendable)?
    }

    /// Copies share it until one is changed. A wide value costs code wherever it is copied, and responses are in every
    /// error and every page.
    private final class Box: @unchecked Sendable {
        var fields: Fields

        init(_ fields: Fields) { self.fields = fields }
    }

    private var box: Box

    public init(status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data(), url: URL? = nil) {
        box = Box(Fields(status: status, headers: headers, body: body, url: url))
    }

    private var fields: Fields {
        _read { yield box.fields }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.fields) }
            yield &box.fields
        }
    }

    /// The status code (RFC 9110, 15): 200, 404.
    public var status: Int {
        get { fields.status }
        set { fields.status = newValue }
    }

    public var headers: HTTPHeaders {
        get { fields.headers }
        _modify { yield &fields.headers }
    }

    /// The body in memory; empty for a stream.
    public var body: Data {
        get { fields.body }
        _modify { yield &fields.body }
    }

    /// The URL of the response: after redirects the last one.
    public var url: URL? {
        get { fields.url }
        set { fields.url = newValue }
    }

    /// The body as it arrives, if the request `streamsResponse`; `body` is then empty.
    public var stream: HTTPByteStream? {
        get { fields.stream }
        _modify { yield &fields.stream }
    }

    /// The notes of the session that got the response.
    package var notes: (any Sendable)? {
        get { fields.notes }
        set { fields.notes = newValue }
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

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
    /// Status, content type and size: `404 (text/html, 153 bytes)`.
    public var description: String {
        "\(status) (\(headers["Content-Type"] ?? "no content type"), \(body.count) bytes)"
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
    /// A length that can't be relied on leaves open where the body ends (RFC 9112, 6.3). The same one several times is
    /// as good as once, chunks go before any length, and where there is no body it says nothing of this message.
    /// libcurl reads what a value begins with, takes a number that is too large for none, and of several headers the
    /// last.
    package func checkLength(isForHead: Bool) throws {
        guard !isForHead, status != 204, status != 304 else { return }
        var length: Int64?
        for value in headers.values(of: "Content-Length") {
            for part in value.split(separator: ",", omittingEmptySubsequences: false) {
                let digits = part.utf8.drop { $0 == 0x20 || $0 == 0x09 }.reversed().drop { $0 == 0x20 || $0 == 0x09 }
                    .reversed()
                guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }),
                    let number = Int64(String(decoding: digits, as: UTF8.self))
                else { throw TransportFailure.malformed("its Content-Length isn't a number of bytes") }
                guard length ?? number == number else {
                    throw TransportFailure.malformed("it has several lengths that differ")
                }
                length = number
            }
        }
    }
}
