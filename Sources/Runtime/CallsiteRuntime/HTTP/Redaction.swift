import Foundation

// Descriptions, errors and `dump` leave out the session's credential, wherever it was put, and values whose names say
// that they are secrets. They show bodies by their size.

/// A place that holds a credential of the session.
enum Secret: Hashable, Sendable {
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
    var redactedURL: String {
        withoutSecrets(url.absoluteString) { SecretNames.contains(field: $0) || secrets.contains(.query($0)) }
    }
}

extension HTTPHeaders.Field {
    func value(without secrets: Set<Secret> = []) -> String {
        SecretNames.contains(header: name) || secrets.contains(.header(name.lowercased()))
            ? SecretNames.mark : withoutSecrets(value)
    }
}

extension URL {
    /// Without the query items that hold a credential of the session.
    func removing(_ secrets: Set<Secret>) -> URL {
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
func withoutSecrets(
    _ text: String, _ isSecret: (String) -> Bool = { SecretNames.contains(field: $0) }
) -> String {
    var text = text
    if text.contains("://"), text.contains("@") { text = withoutUsers(text) }
    if text.contains("=") {
        text = replacingValues(
            in: text, after: { "?&#;".contains($0) }, endOfName: "=", isSecret,
            endOfValue: { $0.firstIndex { "&#<>\\\"' ,".contains($0) } ?? $0.endIndex })
    }
    if text.contains("\":") || text.contains("\" :") {
        text = replacingValues(
            in: text, after: { $0 == "\"" }, endOfName: "\"", isSecret, endOfValue: endOfJSONStrings)
    }
    return text
}

/// `https://user:password@host` without what is before the at sign.
private func withoutUsers(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let slashes = rest.range(of: "://") {
        result += rest[..<slashes.upperBound]
        rest = rest[slashes.upperBound...]
        let end = rest.firstIndex { "/?#<>\\\" ,".contains($0) } ?? rest.endIndex
        guard let sign = rest[..<end].lastIndex(of: "@") else { continue }
        result += SecretNames.mark
        rest = rest[sign...]
    }
    return result + rest
}

/// The end of a string but for its last quotation mark, or of a list but for its last bracket, behind the name of a
/// field; the beginning where there is neither.
private func endOfJSONStrings(_ rest: Substring) -> String.Index {
    guard let start = rest.firstIndex(where: { $0 != " " && $0 != ":" }), "\"[".contains(rest[start]),
        rest[..<start].contains(":")
    else { return rest.startIndex }
    var (end, depth, isQuoted) = (start, 0, false)
    while end < rest.endIndex {
        if rest[end] == "\"" {
            isQuoted.toggle()
            if !isQuoted, depth == 0 { break }
        } else if !isQuoted, rest[end] == "[" || rest[end] == "]" {
            depth += rest[end] == "[" ? 1 : -1
            if depth == 0 { break }
        }
        let length = isQuoted && rest[end] == "\\" ? 2 : 1
        end = rest.index(end, offsetBy: length, limitedBy: rest.endIndex) ?? rest.endIndex
    }
    return end
}

/// - Parameter endOfValue: The end of a value, in what stands behind the name; its beginning where there is none.
private func replacingValues(
    in text: String, after isMark: (Character) -> Bool, endOfName: Character, _ isSecret: (String) -> Bool,
    endOfValue: (Substring) -> String.Index
) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(where: isMark) {
        let start = rest.index(after: mark)
        result += rest[..<start]
        rest = rest[start...]
        guard let nameEnd = rest.firstIndex(where: { $0 == endOfName || "=?&#;<>\" ,".contains($0) }),
            rest[nameEnd] == endOfName
        else { continue }
        let name = String(rest[..<nameEnd])
        let value = rest.index(after: nameEnd)
        guard isSecret(name.removingPercentEncoding ?? name) else { continue }
        let end = endOfValue(rest[value...])
        guard end > value else { continue }
        let opening = rest[value..<end].first { "\"[".contains($0) }
        result += rest[..<value] + (endOfName == "=" ? "" : ":\(opening ?? "\"")") + SecretNames.mark
        rest = rest[end...]
    }
    return result + rest
}
