import Foundation

/// A piece of a template like `/repos/{owner}/{repo}`.
enum TemplatePart {
    case literal(Substring)
    /// `{name=projects/*}` has the pattern `projects/*` (google.api.http), which the value's segments must match.
    /// Without a pattern, the value is a part of one segment.
    case placeholder(String, pattern: Substring? = nil)

    /// Splits a template. A brace without its partner is literal.
    static func parts(of template: String) -> [TemplatePart] {
        var parts: [TemplatePart] = []
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { parts.append(.literal(rest[..<open])) }
            let nameAndPattern = rest[rest.index(after: open)..<close].split(separator: "=", maxSplits: 1)
            let pattern = nameAndPattern.last.flatMap { nameAndPattern.count > 1 && $0.contains("*") ? $0 : nil }
            let name = pattern == nil ? rest[rest.index(after: open)..<close] : nameAndPattern[0]
            parts.append(.placeholder(String(name), pattern: pattern))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.literal(rest)) }
        return parts
    }
}

/// Puts values into a path's template, and returns path and query, encoded.
///
/// A value can't leave its segment: its slashes are encoded, except where a pattern has them. It can't make a segment
/// `.`, `..` or empty either: encoding would be no protection, as `%2E%2E` means the same to servers. Such a request is
/// refused.
func renderPath(_ template: String, _ items: [RequestWriter.Parameters.Item]) throws -> (path: String, query: String?) {
    var values: [String: String] = [:]
    for item in items { values[item.name] = try item.pathText() }
    for item in items where !template.contains("{\(item.name)}") && !template.contains("{\(item.name)=") {
        throw EncodingFailure("\(item.name): the path \(template) has no such parameter")
    }
    // A fragment in a template belongs to the documentation, and is never sent.
    let withoutFragment = template.prefix { $0 != "#" }
    let path = withoutFragment.prefix { $0 != "?" }
    let query = withoutFragment.dropFirst(path.count + 1)

    let rendered = try render(path, values) { segment, names in
        if segment.isEmpty { throw EncodingFailure("\(names): an empty value can't stand in a path") }
        if segment == "." || segment == ".." {
            throw EncodingFailure("\(names): \(quoted(segment)) can't stand in a path: it names another one")
        }
    }
    let isRooted = rendered.hasPrefix("/") || rendered.isEmpty
    return (isRooted ? rendered : "/" + rendered, query.isEmpty ? nil : try render(query, values) { _, _ in })
}

/// - Parameter check: Called with each segment that holds values, and the names of their parameters.
private func render(
    _ template: Substring, _ values: [String: String], check: (_ segment: String, _ names: String) throws -> Void
) throws -> String {
    var rendered = ""
    var segment = ""
    var names: [String] = []
    func end() throws {
        if !names.isEmpty { try check(segment, names.joined(separator: ", ")) }
        rendered += segment
        (segment, names) = ("", [])
    }
    for part in TemplatePart.parts(of: String(template)) {
        var text: String
        switch part {
        case .literal(let literal): text = encodedLiteral(literal)
        case .placeholder(let name, let pattern):
            guard let value = values[name] else { throw EncodingFailure("\(name): the path needs a value") }
            text = value
            if let pattern {
                text = text.replacingOccurrences(of: "%2F", with: "/")
                guard fits(text, pattern) else { throw EncodingFailure("\(name): the value must match \(pattern)") }
            }
            names.append(name)
        }
        let name = names.last
        while let slash = text.firstIndex(of: "/") {
            segment += text[..<slash]
            try end()
            rendered += "/"
            text.removeSubrange(...slash)
            if case .placeholder = part, let name { names = [name] }
        }
        segment += text
    }
    try end()
    return rendered
}

/// Whether an encoded value matches a pattern: `*` is any segment, and `**` at the end any number of segments.
private func fits(_ value: String, _ pattern: Substring) -> Bool {
    let segments = value.split(separator: "/", omittingEmptySubsequences: false)
    var expected = pattern.split(separator: "/")
    if expected.last == "**" {
        expected.removeLast()
    } else if segments.count != expected.count {
        return false
    }
    return segments.count >= expected.count
        && zip(segments, expected).allSatisfy { $1 == "*" || $0 == percentEncoded(String($1)) }
}
