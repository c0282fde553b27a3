// How requests are authenticated: a scheme's name, or a mapping of keys.

/// Reads a word, a mapping, or a list of alternatives: the caller has one of them.
func readAuthentication(_ node: Node, _ diagnostics: inout Diagnostics) -> Description.Authentication? {
    if let elements = node.elements {
        let alternatives = elements.compactMap { readAuthentication($0, &diagnostics) }
        guard alternatives.count == elements.count else { return nil }
        if alternatives.isEmpty {
            diagnostics.report(.wrongValue(of: "authentication", node, expected: "at least one way, or 'none'"))
        }
        return alternatives.count < 2 ? alternatives.first : .oneOf(alternatives)
    }
    if let word = node.text { return readAuthenticationWord(word, at: node.place, &diagnostics) }
    guard let reader = MappingReader<AuthenticationKey>(node, &diagnostics) else { return nil }
    let keys = AuthenticationKey.allCases.filter { reader[$0] != nil }
    guard keys.count == 1, let key = keys.first else {
        if keys.count > 1 {
            diagnostics.report(.oneContent(keys.map(\.rawValue), at: node.place))
        } else if node.pairs?.isEmpty != false {
            diagnostics.report(
                .wrongValue(
                    of: "authentication", found: "empty", expected: .list(AuthenticationKey.forms), at: node.place))
        }
        return nil
    }
    if key == .all {
        let nodes = reader[.all].map { $0.elements ?? [$0] } ?? []
        return readCombination(nodes, at: node.place, &diagnostics)
    }
    guard let name = reader.text(key, &diagnostics) else { return nil }
    guard key == .query || name.text.isHeaderName else {
        return diagnostics.fail(.badHeaderName(name.text, at: name.place))
    }
    switch key {
    case .header: return .header(name.text)
    case .query: return .query(name.text)
    case .cookie: return .cookie(name.text)
    case .all: return nil
    }
}

private func readAuthenticationWord(
    _ word: String, at place: SourceLocation, _ diagnostics: inout Diagnostics
) -> Description.Authentication? {
    switch word {
    case "none": return Description.Authentication.none
    case "bearer": return .bearer
    case "basic": return .basic
    default:
        diagnostics.report(
            AuthenticationKey.foreign(word.split(separator: " ").first.map(String.init) ?? word).map {
                .foreignWord(String(word.prefix { $0 != " " }), for: "authentication", help: $0.help, at: place)
            } ?? .unknownWord(word, for: "authentication", candidates: AuthenticationKey.forms, at: place))
        return nil
    }
}

/// `{all: [bearer, {header: X-Tenant}]}`: credentials that are sent together.
private func readCombination(
    _ nodes: [Node], at place: SourceLocation, _ diagnostics: inout Diagnostics
) -> Description.Authentication? {
    let parts = nodes.compactMap { readAuthentication($0, &diagnostics) }
    if nodes.isEmpty {
        diagnostics.report(
            .wrongValue(of: "all", found: "an empty list", expected: "the ways that are used together", at: place))
    }
    // `{all: [none, bearer]}` contradicts itself.
    for (node, part) in zip(nodes, parts) where parts.count == nodes.count && part == .none {
        return diagnostics.fail(
            .wrongValue(
                of: "all", found: "'none'",
                expected: "ways that are used together; for any of several write a list: '[none, bearer]'",
                at: node.place))
    }
    return parts.count < nodes.count ? nil : parts.count < 2 ? parts.first : .all(parts)
}

extension Diagnostic {
    static func oneContent(_ keys: [String], at place: SourceLocation) -> Self {
        .error(
            "one-content", "\(DiagnosticText.list(keys, "and")) exclude each other", help: "give one of them", at: place
        )
    }
}
