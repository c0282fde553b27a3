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
        withoutSecrets(url.absoluteString) { isSecretField($0) || secrets.contains(.query($0)) }
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

/// A string for a message without the users of URLs in it, and without the values of secret items: `token=abc`.
package func withoutSecrets(_ text: String, _ isSecret: (String) -> Bool = isSecretField) -> String {
    guard text.utf8.contains(where: { $0 == 0x3D || $0 == 0x40 }) else { return text }
    var result = ""
    var rest = text[...]
    while !rest.isEmpty {
        let word = rest.prefix { !$0.isWhitespace && !#"?&#;"<>\"#.contains($0) }
        result += redacted(word, isSecret)
        rest = rest[word.endIndex...]
        if let delimiter = rest.popFirst() { result.append(delimiter) }
    }
    return result
}

private func redacted(_ word: Substring, _ isSecret: (String) -> Bool) -> String {
    var word = String(word)
    // RFC 3986, section 3.2: the last at sign of the authority ends the user.
    if let slashes = word.firstRange(of: "://"),
        let sign = word[slashes.upperBound...].prefix(while: { $0 != "/" }).lastIndex(of: "@")
    {
        word.replaceSubrange(slashes.upperBound..<sign, with: secretMark)
    }
    guard let equals = word.firstIndex(of: "="), !word[equals...].dropFirst().isEmpty else { return word }
    let name = String(word[..<equals])
    return isSecret(name.removingPercentEncoding ?? name) ? "\(name)=\(secretMark)" : word
}

/// Whether a field of a query, a form or JSON holds a secret, by its name.
package func isSecretField(_ name: String) -> Bool { SecretNames.contains(field: name) }

/// Stands in a secret's place.
package let secretMark = SecretNames.mark
