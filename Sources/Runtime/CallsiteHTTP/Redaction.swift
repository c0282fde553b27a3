import Foundation

// Descriptions, errors and `dump` leave out the session's credential, wherever it was put, and values whose names say
// that they are secrets. They show bodies by their size.

/// A place that holds a credential of the session.
package enum Secret: Equatable, Sendable {
    /// In lower case.
    case header(String)
    case query(String)
}

extension HTTPRequest {
    /// The names of the headers and query items that hold the session's credential.
    package var secretNames: [String] {
        secrets.map { secret in
            switch secret {
            case .header(let name), .query(let name): name
            }
        }
    }

    /// The URL without a user, and without the values of secret query items.
    package var redactedURL: String {
        withoutSecrets(url.absoluteString) { SecretNames.contains(field: $0) || secrets.contains(.query($0)) }
    }
}

extension HTTPHeaders.Field {
    package func value(without secrets: [Secret] = []) -> String {
        SecretNames.contains(header: name) || secrets.contains(.header(name.lowercased()))
            ? SecretNames.mark : withoutSecrets(value)
    }
}

extension URL {
    /// Without the query items that hold a credential of the session.
    package func removing(_ secrets: [Secret]) -> URL {
        guard !secrets.isEmpty, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
            let items = parts.percentEncodedQueryItems
        else { return self }
        let others = items.filter { !secrets.contains(.query($0.name.removingPercentEncoding ?? $0.name)) }
        guard others.count < items.count else { return self }
        parts.percentEncodedQueryItems = others.isEmpty ? nil : others
        return parts.url ?? self
    }
}

/// A string without the users of URLs in it, without the values of secret items of their queries and fragments, and
/// without secret strings of JSON.
package func withoutSecrets(_ text: String, _ isSecret: (String) -> Bool = SecretNames.contains(field:)) -> String {
    SecretText.redacted(text, isSecret)
}
