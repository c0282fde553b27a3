import CallsiteRuntime
import Foundation

/// Removes secrets from recordings and logs.
struct Redaction: Sendable {
    private let secrets: Secrets

    /// - Parameter names: Names of secret headers, query items and fields of bodies, in addition to the known ones.
    init(_ names: [String]) { secrets = Secrets(names) }

    func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
        HTTPHeaders(headers.fields.map { .init($0.name, secrets.value(ofHeader: $0.name, $0.value)) })
    }

    /// The URL with secret query items and a user's password left out.
    func url(_ url: URL) -> String { secrets.url(url.absoluteString) }

    /// The bytes of a body, or of a part of a multipart body, without its secrets.
    func bytes(_ data: Data, _ type: String) -> Data { Data(secrets.body(Array(data), type: type)) }

    /// A body without its secrets.
    func body(_ data: Data, _ headers: HTTPHeaders) -> Body {
        guard !data.isEmpty else { return .none }
        let cleared = bytes(data, headers["Content-Type"] ?? "")
        if let value = try? decodeJSON(JSONValue.self, from: cleared) { return .json(value) }
        guard !cleared.contains(0), let text = String(data: cleared, encoding: .utf8) else { return .bytes(cleared) }
        return .text(text)
    }

    enum Body {
        case none
        case json(JSONValue)
        case text(String)
        case bytes(Data)
    }
}
