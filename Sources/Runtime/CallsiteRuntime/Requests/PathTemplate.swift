import Foundation

/// A piece of a template like `/repos/{owner}/{repo}`.
enum TemplatePart {
    case literal(Substring)
    case placeholder(String)

    /// A brace without its partner is text.
    static func parts(of template: String) -> [TemplatePart] {
        var parts: [TemplatePart] = []
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { parts.append(.literal(rest[..<open])) }
            parts.append(.placeholder(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.literal(rest)) }
        return parts
    }
}

/// Puts values into a path's template and gives path and query, encoded.
///
/// A value can't leave its segment, since its slashes are encoded. It can't make the segment `.`, `..` or empty either:
/// encoding would be no protection, as `%2E%2E` means the same to servers. Such a request is refused.
func renderPath(_ template: String, _ items: [RequestWriter.Parameters.Item]) throws -> (path: String, query: String?) {
    var values: [String: String] = [:]
    for item in items { values[item.name] = try item.pathText() }
    for item in items where !template.contains("{\(item.name)}") {
        throw EncodingFailure("\(item.name): the path \(template) has no such parameter")
    }
    // A fragment is the documentation's, never the server's.
    let withoutFragment = template.prefix { $0 != "#" }
    let path = withoutFragment.prefix { $0 != "?" }
    let query = withoutFragment.dropFirst(path.count + 1)

    let segments = try path.split(separator: "/", omittingEmptySubsequences: false).map {
        try renderSegment($0, values, isPath: true)
    }
    var rendered = segments.joined(separator: "/")
    if !rendered.hasPrefix("/"), !rendered.isEmpty { rendered = "/" + rendered }
    return (rendered, query.isEmpty ? nil : try renderSegment(query, values, isPath: false))
}

private func renderSegment(_ segment: Substring, _ values: [String: String], isPath: Bool) throws -> String {
    var rendered = ""
    var names: [String] = []
    for part in TemplatePart.parts(of: String(segment)) {
        switch part {
        case .literal(let text): rendered += encodedLiteral(text)
        case .placeholder(let name):
            guard let value = values[name] else { throw EncodingFailure("\(name): the path needs a value") }
            rendered += value
            names.append(name)
        }
    }
    guard isPath, !names.isEmpty else { return rendered }
    if rendered.isEmpty {
        throw EncodingFailure("\(names.joined(separator: ", ")): an empty value can't stand in a path")
    }
    if rendered == "." || rendered == ".." {
        throw EncodingFailure(
            "\(names.joined(separator: ", ")): \(quoted(rendered)) can't stand in a path: it names another one")
    }
    return rendered
}
