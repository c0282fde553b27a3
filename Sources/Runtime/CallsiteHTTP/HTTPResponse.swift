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

    /// Copies share the box until one is changed. Each copy of a large struct costs code, and responses are in every
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

    /// The URL of the response; after redirects, the last one.
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

    /// Leaves out values that may be secrets, and shows only the size of the body.
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
    /// Refuses a Content-Length that leaves open where the body ends (RFC 9112, 6.3): no number, or several that
    /// differ. The same length several times is fine, and a response without a body isn't checked. Don't call this for
    /// a body in chunks, which need no length. libcurl is more lenient: it reads the number that a value begins with,
    /// ignores one that is too large, and uses the last of several headers.
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
