import CallsiteRuntime
import Foundation

/// Removes secrets from recordings and logs, by their names, since nothing else distinguishes a secret from any other string.
struct Redaction: Sendable {
    static let mark = "<redacted>"
    /// In headers, parts of names: a header more that is left out does no harm.
    private static let headerParts = ["auth", "cookie", "token", "secret", "password", "key", "session", "signature", "credential"]
    /// In queries and bodies, whole names: `page_token` and `cursor` must stay.
    private static let fieldNames: Set<String> = [
        "access_token", "refresh_token", "id_token", "client_secret", "client_assertion", "assertion", "password", "passwd", "secret",
        "api_key", "apikey", "api-key", "private_key", "code_verifier", "auth_token", "session_token", "sig", "signature",
        "x-amz-signature", "x-amz-credential", "x-amz-security-token",
    ]

    private let names: Set<String>

    /// - Parameter names: Of headers, query items and fields of bodies, beside those that are known.
    init(_ names: [String]) { self.names = Set(names.map { $0.lowercased() }) }

    func isSecret(header name: String) -> Bool {
        let name = name.lowercased()
        return names.contains(name) || Self.headerParts.contains { name.contains($0) }
    }

    func isSecret(field name: String) -> Bool {
        let name = name.lowercased()
        return names.contains(name) || Self.fieldNames.contains(name)
    }

    func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
        HTTPHeaders(headers.fields.map { .init($0.name, isSecret(header: $0.name) ? Self.mark : $0.value) })
    }

    /// The URL with secret query items and a user's password left out.
    func url(_ url: URL) -> String {
        var text = url.absoluteString
        if let colon = text.range(of: "://"), url.user != nil, let at = text[colon.upperBound...].firstIndex(of: "@") {
            text.replaceSubrange(colon.upperBound..<at, with: Self.mark)
        }
        guard let question = text.firstIndex(of: "?") else { return text }
        return text[...question] + form(String(text[text.index(after: question)...]))
    }

    /// A body or a query in the form of `a=1&b=2`.
    private func form(_ text: String) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { item in
            let name = item.prefix { $0 != "=" }
            return isSecret(field: name.removingPercentEncoding ?? String(name)) ? "\(name)=\(Self.mark)" : String(item)
        }.joined(separator: "&")
    }

    /// A body without its secrets.
    func body(_ data: Data, _ headers: HTTPHeaders) -> Body {
        guard !data.isEmpty else { return .none }
        if let value = try? decodeJSON(JSONValue.self, from: data) { return .json(json(value)) }
        guard let text = String(data: data, encoding: .utf8), !data.contains(0) else { return .bytes(data) }
        let type = headers["Content-Type"]?.lowercased() ?? ""
        return .text(type.hasPrefix("application/x-www-form-urlencoded") ? form(text) : text)
    }

    enum Body {
        case none
        case json(JSONValue)
        case text(String)
        case bytes(Data)
    }

    private func json(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let fields):
            .object(
                JSONObject(fields.lazy.map { ($0, isSecret(field: $0) && $1.string != nil ? .string(Self.mark) : json($1)) }))
        case .array(let elements): .array(elements.map(json))
        case .null, .bool, .number, .string: value
        }
    }
}
