// Reads the security schemes of a document, and the schemes that an operation needs.

extension OpenAPIReader {
    func readSecuritySchemes() {
        var flows: [(scheme: String, flow: Description.OAuth2Flow)] = []
        var declared: Set<Description.Authentication> = []
        for (name, value, place) in pairs(declaredSchemes.flatMap { resolved($0) }) {
            guard let scheme = resolved(value) else { continue }
            securitySchemes[name] = authentication(ofScheme: scheme, at: place)
            if let own = securitySchemes[name], declared.insert(own).inserted {
                description.declaredAuthentications.append(own)
            }
            if scheme["type"]?.text == "oauth2" { flows += oauth2Flows(of: scheme, at: place).map { (name, $0) } }
        }
        // A flow's name contains the scheme's name only if several schemes have flows.
        let hasSeveralSchemes = Set(flows.map(\.scheme)).count > 1
        description.oauth2Flows = flows.map { scheme, flow in
            var flow = flow
            flow.name.text = (hasSeveralSchemes ? scheme + " " : "") + flow.kind.rawValue
            return flow
        }
    }

    /// The flows of an `oauth2` scheme. In Swagger 2.0 there is one.
    private func oauth2Flows(of scheme: Node, at place: SourceLocation) -> [Description.OAuth2Flow] {
        let swaggerKinds: [String: Description.OAuth2Flow.Kind] = [
            "accessCode": .authorizationCode, "application": .clientCredentials, "implicit": .implicit,
            "password": .password,
        ]
        if let text = scheme["flow"]?.text {
            guard let kind = swaggerKinds[text] else {
                let meant = swaggerKinds.first { $0.value.rawValue == text }?.key
                diagnostics.report(
                    .unknownFlow(
                        text, meant: meant, candidates: swaggerKinds.keys.sortedByBytes(),
                        at: scheme["flow"]?.place ?? place
                    ))
                return []
            }
            return [oauth2Flow(kind, scheme, scheme, at: place)]
        }
        var flows: [Description.OAuth2Flow] = []
        for (key, value, place) in pairs(scheme["flows"]) where !key.hasPrefix("x-") {
            guard let kind = Description.OAuth2Flow.Kind(rawValue: key), value.isMapping else {
                diagnostics.report(.unknownFlow(key, meant: swaggerKinds[key]?.rawValue, at: place))
                continue
            }
            flows.append(oauth2Flow(kind, value, scheme, at: place))
        }
        if version != .swagger2, scheme["flows"]?.isMapping != true { diagnostics.report(.withoutFlows(at: place)) }
        return flows
    }

    private func oauth2Flow(
        _ kind: Description.OAuth2Flow.Kind, _ node: Node, _ scheme: Node, at place: SourceLocation
    ) -> Description.OAuth2Flow {
        func url(_ key: String) -> String? {
            guard let value = node.value(forKey: key), let text = value.text, !text.isEmpty else { return nil }
            return absoluteURL(withoutCredentials(text, at: value.place))
        }
        return .init(
            name: .init(text: kind.rawValue, place: place), kind: kind, documentation: scheme["description"]?.text,
            authorizationURL: url("authorizationUrl"), tokenURL: url("tokenUrl"), refreshURL: url("refreshUrl"),
            deviceAuthorizationURL: url("deviceAuthorizationUrl"),
            scopes: pairs(node["scopes"]).filter { !$0.key.hasPrefix("x-") }.map {
                .init(name: $0.key, meaning: $0.value.text ?? "")
            })
    }

    /// Resolves a relative URL against the server's URL (OpenAPI 3.2, 4.30). If that is unknown, the URL stays a path.
    private func absoluteURL(_ text: String) -> String {
        if text.contains("://") { return text }
        guard let base = description.baseURL?.template, !base.contains("{") else {
            return text.hasPrefix("/") ? text : "/" + text
        }
        let start = base.hasPrefix("https://") ? 8 : 7
        if text.hasPrefix("//") { return base.prefix(start - 2) + text }
        let origin = base.prefix(start) + base.dropFirst(start).prefix { $0 != "/" }
        if text.hasPrefix("/") { return origin + text }
        return base + (base.hasSuffix("/") ? "" : "/") + text
    }

    /// The schemes that are registered for HTTP (IANA, HTTP Authentication Schemes).
    private static let schemesOfHTTP: Set<String> = [
        "basic", "bearer", "concealed", "digest", "dpop", "gnap", "hoba", "mutual", "negotiate", "oauth",
        "privatetoken", "scram-sha-1", "scram-sha-256", "vapid",
    ]

    /// nil: a request sends nothing for the scheme (a client's certificate), or the scheme is unknown and reported.
    private func authentication(ofScheme scheme: Node, at place: SourceLocation) -> Description.Authentication? {
        switch scheme["type"]?.text {
        case "basic": return .basic
        case "http":
            if version == .swagger2 {
                let help: DiagnosticText =
                    "it is read so; Swagger has 'type: basic', and for a token '{type: apiKey, in: header, name: Authorization}'"
                diagnostics.report(.writtenForVersion3(help: help, at: scheme["type"]?.place ?? place))
            }
            let word = scheme["scheme"]?.text ?? ""
            let wordPlace = scheme["scheme"]?.place ?? place
            let isOneWord = !word.isEmpty && !word.contains(" ")
            if !isOneWord { diagnostics.report(.schemeOfHTTP(word, at: wordPlace)) }
            switch word.prefix(while: { $0 != " " }).lowercased() {
            case "basic": return .basic
            case "bearer": return .bearer
            case let other:
                let meant = ["bearer", "basic"].first {
                    Spelling.isSlip(other, of: $0) || other == $0 + "auth" || other == "jwt"
                }
                if isOneWord, !Self.schemesOfHTTP.contains(other), let meant {
                    diagnostics.report(.misspeltSchemeOfHTTP(word, meant: meant, at: wordPlace))
                }
                // With any other scheme, the credential is the whole value of the header.
                return .header("Authorization")
            }
        case "oauth2", "openIdConnect": return .bearer
        case "apiKey":
            guard let name = scheme["name"]?.text, !name.isEmpty else { break }
            switch scheme["in"]?.text {
            case "header" where name.isHeaderName: return .header(name)
            case "query": return .query(name)
            case "cookie" where name.isHeaderName: return .cookie(name)
            default: break
            }
        case "mutualTLS": return nil
        default: break
        }
        diagnostics.report(
            .unknownSecurityScheme(scheme, isSwagger: version == .swagger2, at: scheme["type"]?.place ?? place))
        return nil
    }

    /// Whether a requirement refers to a scheme (OpenAPI 3.2, 4.30). The name of a declared scheme is no reference.
    private func isReferenceToScheme(_ name: String) -> Bool {
        guard version > .v31, declaredSchemes.flatMap({ $0.value(forKey: name) }) == nil else { return false }
        return name.contains("#") || name.contains("/") || [".yaml", ".yml", ".json"].contains(where: name.hasSuffix)
    }

    private var declaredSchemes: Node? { root["securityDefinitions"] ?? root["components"]?["securitySchemes"] }

    /// The scheme that the key of a requirement refers to. It is added to the schemes under that key.
    private func securityScheme(atURI key: Node) -> Node? {
        guard let name = key.text, isReferenceToScheme(name),
            let target = target(of: key, instead: "nothing is sent for it"),
            let scheme = resolved(target)
        else { return nil }
        guard securitySchemes[name] == nil else { return scheme }
        if let own = authentication(ofScheme: scheme, at: key.place) {
            securitySchemes[name] = own
            if !description.declaredAuthentications.contains(own) { description.declaredAuthentications.append(own) }
        }
        // A scheme of the main file already has its flows.
        guard scheme["type"]?.text == "oauth2", scheme.document.file != .main else { return scheme }
        let title = name.split(whereSeparator: { $0 == "/" || $0 == "#" }).last.map(String.init) ?? name
        for var flow in oauth2Flows(of: scheme, at: key.place) {
            flow.name.text = (description.oauth2Flows.isEmpty ? "" : title + " ") + flow.kind.rawValue
            description.oauth2Flows.append(flow)
        }
        return scheme
    }

    /// Reads `security:`, a list of alternatives. Each alternative is the schemes that are needed together; `{}` means
    /// that no scheme is needed.
    ///
    /// - Returns: nil if all schemes in it are unknown, and the API as a whole has no authentication either. A request
    ///   then needs a credential of an unknown kind.
    func authentication(_ security: Node) -> Description.Authentication? {
        guard let alternatives = security.elements else { return nil }
        var result: [Description.Authentication] = []
        var distinct: Set<Description.Authentication> = []
        var isUnknown = false
        for alternative in alternatives {
            let (schemes, isWhole) = requirements(alternative)
            if !isWhole { isUnknown = true }
            // An unknown requirement doesn't mean that nothing is needed.
            guard isWhole && alternative.isMapping || !schemes.isEmpty else { continue }
            let combination =
                schemes.isEmpty ? Description.Authentication.none : schemes.count == 1 ? schemes[0] : .all(schemes)
            if distinct.insert(combination).inserted { result.append(combination) }
        }
        if result.allSatisfy({ $0 == .none }) {
            return isUnknown && description.authentication == nil ? nil : Description.Authentication.none
        }
        return result.count == 1 ? result[0] : .oneOf(result)
    }

    /// The schemes of one alternative, and whether all of them are known.
    private func requirements(_ alternative: Node) -> (schemes: [Description.Authentication], isWhole: Bool) {
        var schemes: [Description.Authentication] = []
        var distinct: Set<Description.Authentication> = []
        var isWhole = true
        for (key, _) in alternative.pairs ?? [] {
            guard let name = key.text else { continue }
            if let target = securityScheme(atURI: key), target["type"]?.text == "mutualTLS" { continue }
            if let scheme = securitySchemes[name] {
                if distinct.insert(scheme).inserted { schemes.append(scheme) }
            } else if isReferenceToScheme(name) {
                // The broken reference has already been reported.
                isWhole = false
            } else {
                let declared = declaredSchemes.flatMap { references.member(name, of: $0) }
                if declared.flatMap({ resolved($0) })?["type"]?.text != "mutualTLS" { isWhole = false }
                guard declared == nil else { continue }
                let candidates = diagnostics.wantsNoMoreSuggestions ? [] : securitySchemes.keys.sortedByBytes()
                diagnostics.report(.undeclaredSecurityScheme(name, candidates: candidates, at: key.place))
            }
        }
        return (schemes, isWhole)
    }
}

extension Diagnostic {
    static func schemeOfHTTP(_ word: String, at place: SourceLocation) -> Self {
        word.isEmpty
            ? .warning(
                "unknown-security-scheme", "security of the type 'http' has no 'scheme'",
                help: "the header Authorization holds the key as it is; write 'scheme: bearer' or 'scheme: basic'",
                at: place)
            : .warning(
                "unknown-security-scheme", "'\(word)' is more than the name of a scheme",
                help: "write '\(word.prefix { $0 != " " })'", at: place)
    }
    static func misspeltSchemeOfHTTP(_ word: String, meant: String, at place: SourceLocation) -> Self {
        .warning(
            "unknown-security-scheme", "HTTP has no scheme '\(word)'",
            help: "the header Authorization holds the key as it is; did you mean '\(meant)'?", at: place)
    }
    static func writtenForVersion3(help: DiagnosticText, at place: SourceLocation) -> Self {
        .warning(
            "key-of-other-version", "this is written as in OpenAPI 3, and the document says that it is Swagger 2.0",
            help: help, at: place)
    }
    static func unknownFlow(
        _ name: String, meant: String?, candidates: [String] = Description.OAuth2Flow.Kind.allCases.map(\.rawValue),
        at place: SourceLocation
    ) -> Self {
        .warning(
            "unknown-security-scheme", "there is no OAuth flow '\(name)'",
            help: Spelling.help("it is left out", meant: meant ?? Spelling.suggestion(for: name, among: candidates)),
            at: place)
    }
    static func withoutFlows(at place: SourceLocation) -> Self {
        .warning(
            "unknown-security-scheme", "security of the type 'oauth2' has no 'flows'",
            help:
                "the session's token is sent; how it is got isn't known: write 'flows: {clientCredentials: {tokenUrl: …, scopes: {}}}'",
            at: place)
    }
    static func unknownSecurityScheme(_ scheme: Node, isSwagger: Bool, at place: SourceLocation) -> Self {
        let type = scheme["type"]?.text ?? ""
        var message: DiagnosticText = "nothing is known of security by '\(type)'"
        var help: DiagnosticText = "nothing is sent for it"
        if type == "apiKey" {
            let name = scheme["name"]?.text ?? ""
            message =
                name.isEmpty
                ? "the API key has no 'name'"
                : ["header", "query", "cookie"].contains(scheme["in"]?.text)
                    ? "the API key has the name '\(name)', which no header can have"
                    : "the API key doesn't say where the key is"
            help += "; write '{type: apiKey, in: header, name: X-Key}'"
        } else if ["bearer", "basic", "jwt", "digest"].contains(type.lowercased()), !(isSwagger && type == "basic") {
            help +=
                isSwagger
                ? "; write '{type: apiKey, in: header, name: Authorization}'"
                : "; write '{type: http, scheme: \(type.lowercased() == "basic" ? "basic" : "bearer")}'"
        } else {
            let types =
                isSwagger ? ["basic", "apiKey", "oauth2"] : ["apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"]
            let meant = Spelling.suggestion(for: type, among: types)
            help = Spelling.help(help, meant: meant == type ? nil : meant)
        }
        return .warning("unknown-security-scheme", message, help: help, at: place)
    }
    static func undeclaredSecurityScheme(_ name: String, candidates: [String], at place: SourceLocation) -> Self {
        .warning(
            "undeclared-security-scheme", "there is no security scheme '\(name)'",
            help: Spelling.help("nothing is sent for it", meant: Spelling.suggestion(for: name, among: candidates)),
            at: place, isPerCause: true)
    }
}
