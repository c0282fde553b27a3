/// `oauth2: {app: {flow: clientCredentials, tokenURL: "https://…", scopes: {read: Read all.}}}`.
func readOAuth2Flows(
    _ entries: [(key: Description.Name, value: Node)], _ diagnostics: inout Diagnostics
) -> [Description.OAuth2Flow] {
    // The flow has no name: `oauth2: {flow: password, tokenURL: /token}`.
    if let entry = entries.first(where: { $0.key.text == OAuth2Key.flow.rawValue && $0.value.isScalar }) {
        diagnostics.report(.flowWithoutName(entry.value.text ?? "", at: entry.key.place))
        return []
    }
    return entries.compactMap { name, node in
        guard let reader = MappingReader<OAuth2Key>(node, &diagnostics) else { return nil }
        func url(_ key: OAuth2Key) -> String? {
            guard let url = reader.text(key, &diagnostics) else { return nil }
            // The app passes the server of a path.
            let isURL = ["https://", "http://", "/"].contains {
                url.text.hasPrefix($0) && url.text.utf8.count > $0.utf8.count
            }
            guard isURL, url.text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                return diagnostics.fail(.badOAuth2URL(url.text, at: url.place))
            }
            guard Userinfo.removed(from: url.text) == nil else {
                return diagnostics.fail(.credentialsInOAuth2URL(url.text, at: url.place))
            }
            return url.text
        }
        let kind = reader.word(.flow, Description.OAuth2Flow.Kind.self, &diagnostics)
        if kind == nil, !reader.has(.flow) { diagnostics.report(.missingKey(OAuth2Key.flow, at: node.place)) }
        var flow = Description.OAuth2Flow(name: name, kind: kind ?? .clientCredentials)
        flow.documentation = reader.text(.description, &diagnostics)?.text
        flow.authorizationURL = url(.authorizationURL)
        flow.tokenURL = url(.tokenURL)
        flow.refreshURL = url(.refreshURL)
        flow.deviceAuthorizationURL = url(.deviceAuthorizationURL)
        flow.scopes = reader.entries(.scopes, &diagnostics).map {
            .init(name: $0.key.text, meaning: $0.value.text ?? "")
        }
        return flow
    }
}

extension Diagnostic {
    static func flowWithoutName(_ flow: String, at place: SourceLocation) -> Self {
        .error(
            "unknown-key", "a flow of OAuth 2 has a name, and this one has none",
            help: "write 'oauth2: {app: {flow: \(flow), …}}'", at: place)
    }
    static func credentialsInOAuth2URL(_ text: String, at place: SourceLocation) -> Self {
        .error(
            "bad-oauth2-url", "'\(text)' can't be a URL of OAuth",
            help: "credentials don't belong into a URL: give them to OAuth2Client", at: place)
    }
    static func badOAuth2URL(_ text: String, at place: SourceLocation) -> Self {
        .error(
            "bad-oauth2-url", "'\(text)' isn't a URL",
            help: "write it with 'https://' and a host, or as a path that begins with '/'", at: place)
    }
}
