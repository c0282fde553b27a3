// Servers and security schemes.

extension OpenAPIReader {
    // MARK: - Servers

    mutating func readServers() {
        let place = (root["servers"] ?? root["host"])?.place ?? root.place
        var text: String
        var variables: Node?
        var chosen = 0
        if version == .swagger2 {
            guard var host = root["host"]?.text, !host.isEmpty else {
                diagnostics.report(.noServer(root["basePath"]?.text ?? "", at: root["basePath"]?.place ?? place))
                return
            }
            let schemes = texts(root["schemes"])
            let scheme = schemes.isEmpty || schemes.contains("https") ? "https" : schemes.contains("http") ? "http" : "https"
            // `host: https://api.example.com/`
            if !host.contains("://"), host.contains("/") {
                diagnostics.report(.hostWithPath(host, at: root["host"]?.place ?? place))
            }
            if host.contains("://") {
                diagnostics.report(.hostWithScheme(host, at: root["host"]?.place ?? place))
                host = host.split(separator: "/").drop { $0.hasSuffix(":") }.joined(separator: "/")
            }
            let path = root["basePath"]?.text ?? ""
            text = scheme + "://" + host + (path.isEmpty || path.hasPrefix("/") ? path : "/" + path)
        } else {
            // `servers: https://…`: that it is no list is told, and enough.
            if let servers = root["servers"], !servers.isSequence { return }
            let servers = root["servers"]?.elements ?? []
            chosen = servers.firstIndex(where: isRemoteServer) ?? 0
            let server = servers.isEmpty ? nil : servers[chosen]
            text = server?["url"]?.text ?? ""
            variables = server?["variables"]
        }
        if text.hasPrefix("//") { text = "https:" + text }
        text = withoutCredentials(text, at: root["servers"]?.elements?.dropFirst(chosen).first?["url"]?.place ?? place)
        guard let url = baseURL(text, variables, at: place) else {
            diagnostics.report(.noServer(text, at: place))
            return
        }
        description.baseURL = url
        var others: [String] = []
        for (index, server) in (root["servers"]?.elements ?? []).enumerated().prefix(Self.toldServers + 1) where index != chosen {
            if let node = server["url"], let text = node.text { others.append(withoutCredentials(text, at: node.place)) }
        }
        if !others.isEmpty {
            let told = "Other servers: " + others.map { "`\($0)`" }.joined(separator: ", ") + "."
            description.documentation = description.documentation.map { $0 + "\n\n" + told } ?? told
        }
    }

    /// A URL that is relative is so to wherever the document is from, which isn't known: the first absolute one is taken. That of a machine
    /// of one's own would be a wrong guess.
    private func isRemoteServer(_ server: Node) -> Bool {
        guard let text = server["url"]?.text else { return false }
        if text.hasPrefix("{") || text.hasPrefix("//") { return true }
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return false }
        let host = text[colon...].dropFirst(3).prefix { $0 != "/" && $0 != ":" }
        return !["localhost", "127.0.0.1", "0.0.0.0", "[", "host.docker.internal"].contains(String(host))
    }

    /// So many other servers are named in the documentation.
    private static let toldServers = 20

    /// A URL of the document goes into generated code, and who reads that is nobody's secret: a name and a password in it are left out.
    private mutating func withoutCredentials(_ url: String, at place: SourceLocation) -> String {
        guard let plain = Userinfo.removed(from: url) else { return url }
        diagnostics.report(.credentialsInURL(plain, at: place))
        return plain
    }

    /// nil: it is no absolute URL.
    private mutating func baseURL(_ text: String, _ variables: Node?, at place: SourceLocation) -> Description.BaseURL? {
        var text = String(text.prefix { $0 != "?" && $0 != "#" })
        var schemeVariable: String?
        // `{scheme}://{host}`: the runtime wants to see that it is http.
        if text.hasPrefix("{"), let end = text.firstIndex(of: "}"), text[end...].hasPrefix("}://") {
            let name = String(text[text.index(after: text.startIndex)..<end])
            schemeVariable = name
            let scheme = variables?.value(forKey: name)?["default"]?.text ?? "https"
            text = (scheme == "http" ? "http" : "https") + text[text.index(after: end)...]
        }
        let scheme = text.hasPrefix("https://") ? 8 : text.hasPrefix("http://") ? 7 : 0
        guard scheme > 0, text.utf8.count > scheme, !text.dropFirst(scheme).prefix(while: { $0 != "/" }).contains("@") else { return nil }
        let host = text.dropFirst(scheme).prefix { $0 != "/" }
        text = text.prefix(scheme) + host + Self.percentEncoded(text.dropFirst(scheme + host.count))
        guard let template = try? PathTemplate(parsing: String(text.dropFirst(scheme)), requiresSlash: false, allowsRepetitions: true)
        else {
            return nil
        }
        var fields: [Description.Field] = []
        for name in template.placeholders {
            let variable = variables.flatMap { member(name, of: $0) }
            let place = variable?.place ?? place
            let values = texts(variable?["enum"])
            var value = variable?["default"]?.text ?? values.first
            if value == nil {
                diagnostics.report(.serverVariableWithoutDefault(name, at: place))
                value = name
            }
            guard let text = value, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !#"?#@\{}"<>"#.utf8.contains($0) }) else { return nil }
            if !values.isEmpty, !values.contains(text) {
                diagnostics.report(.serverVariableOutside(name, text, values, at: variable?["default"]?.place ?? place))
            }
            var type = Description.TypeExpression(kind: .scalar(.string), place: place)
            // An alternative with an '@' would make what is before it a name and a password.
            let areHosts = !values.contains { $0.utf8.contains(UInt8(ascii: "@")) }
            if !areHosts { diagnostics.report(.serverVariableWithCredentials(name, at: place)) }
            if values.count > 1, values.count <= 40, Set(values).count == values.count, values.contains(text), areHosts {
                type.kind = .inline(.enumeration(values.map { .init(wireValue: $0, place: place) }))
            }
            fields.append(
                .init(
                    wireName: name, type: type, defaultValue: .init(kind: .string(text), place: place),
                    documentation: variable?["description"]?.text, place: place))
        }
        let used = Set(template.placeholders)
        // The scheme has been replaced above.
        for (name, _, place) in pairs(variables) where !name.hasPrefix("x-") && !used.contains(name) && name != schemeVariable {
            let known = diagnostics.wantsNoMoreSuggestions ? [] : template.placeholders
            diagnostics.report(.unusedServerVariable(name, known, at: place))
        }
        return .init(template: text, variables: fields, place: place)
    }

    /// Letters that a URL has no place for, as the bytes that are sent for them.
    private static func percentEncoded(_ path: Substring) -> String {
        var result = ""
        for scalar in path.unicodeScalars {
            if scalar.isASCII, scalar != " " {
                result.unicodeScalars.append(scalar)
            } else {
                for byte in String(scalar).utf8 { result += "%" + String(byte, radix: 16, uppercase: true) }
            }
        }
        return result
    }

    /// The server of one operation, its variables replaced by their defaults.
    mutating func ownServer(_ servers: Node?) -> String? {
        guard let server = servers?.elements?.first, let node = server["url"], var text = node.text, !text.isEmpty else { return nil }
        text = withoutCredentials(text, at: node.place)
        guard let url = baseURL(text.hasPrefix("//") ? "https:" + text : text, server["variables"], at: server.place) else {
            diagnostics.report(.noServer(text, at: server.place))
            return nil
        }
        var result = ""
        var rest = url.template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            result += rest[..<open] + (url.variables.first { $0.wireName == name }?.defaultValue?.kind.scalarText ?? "")
            rest = rest[rest.index(after: close)...]
        }
        result += rest
        return result == description.baseURL?.template ? nil : result
    }

    // MARK: - Security

    mutating func readSecuritySchemes() {
        var flows: [(scheme: String, flow: Description.OAuth2Flow)] = []
        var declared: Set<Description.Authentication> = []
        for (name, value, place) in pairs(declaredSchemes.flatMap { resolved($0) }) {
            guard let scheme = resolved(value) else { continue }
            securitySchemes[name] = authentication(ofScheme: scheme, at: place)
            if let own = securitySchemes[name], declared.insert(own).inserted { description.declaredAuthentications.append(own) }
            if scheme["type"]?.text == "oauth2" { flows += oauth2Flows(of: scheme, at: place).map { (name, $0) } }
        }
        // The scheme tells flows apart only where there are several schemes.
        let areSeveral = Set(flows.map(\.scheme)).count > 1
        description.oauth2Flows = flows.map { scheme, flow in
            var flow = flow
            flow.name.text = (areSeveral ? scheme + " " : "") + flow.kind.rawValue
            return flow
        }
    }

    /// The flows of an `oauth2` scheme; in Swagger 2.0 it is one.
    private mutating func oauth2Flows(of scheme: Node, at place: SourceLocation) -> [Description.OAuth2Flow] {
        let swaggerKinds: [String: Description.OAuth2Flow.Kind] = [
            "accessCode": .authorizationCode, "application": .clientCredentials, "implicit": .implicit, "password": .password,
        ]
        if let text = scheme["flow"]?.text {
            guard let kind = swaggerKinds[text] else {
                let meant = swaggerKinds.first { $0.value.rawValue == text }?.key
                diagnostics.report(
                    .unknownFlow(text, meant: meant, known: swaggerKinds.keys.sortedByBytes(), at: scheme["flow"]?.place ?? place))
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

    private mutating func oauth2Flow(
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
            scopes: pairs(node["scopes"]).filter { !$0.key.hasPrefix("x-") }.map { .init(name: $0.key, meaning: $0.value.text ?? "") })
    }

    /// A URL that is relative is so to the server (OpenAPI 3.2, 4.30). Where that isn't known it stays a path.
    private func absoluteURL(_ text: String) -> String {
        if text.contains("://") { return text }
        guard let base = description.baseURL?.template, !base.contains("{") else { return text.hasPrefix("/") ? text : "/" + text }
        let start = base.hasPrefix("https://") ? 8 : 7
        if text.hasPrefix("//") { return base.prefix(start - 2) + text }
        let origin = base.prefix(start) + base.dropFirst(start).prefix { $0 != "/" }
        if text.hasPrefix("/") { return origin + text }
        return base + (base.hasSuffix("/") ? "" : "/") + text
    }

    /// The registered schemes (IANA, HTTP Authentication Schemes).
    private static let schemesOfHTTP: Set<String> = [
        "basic", "bearer", "concealed", "digest", "dpop", "gnap", "hoba", "mutual", "negotiate", "oauth", "privatetoken", "scram-sha-1",
        "scram-sha-256", "vapid",
    ]

    /// nil: it needs nothing that is sent (a client's certificate), or can't be known, which is told.
    private mutating func authentication(ofScheme scheme: Node, at place: SourceLocation) -> Description.Authentication? {
        switch scheme["type"]?.text {
        case "basic": return .basic
        case "http":
            if version == .swagger2 { diagnostics.report(.schemeOfOtherVersion(at: scheme["type"]?.place ?? place)) }
            let word = scheme["scheme"]?.text ?? ""
            if word.isEmpty || word.contains(" ") { diagnostics.report(.schemeOfHTTP(word, at: scheme["scheme"]?.place ?? place)) }
            switch word.prefix(while: { $0 != " " }).lowercased() {
            case "basic": return .basic
            case "bearer": return .bearer
            case let other where !Self.schemesOfHTTP.contains(other) && !other.isEmpty && !word.contains(" "):
                if let meant = ["bearer", "basic"].first(where: { Spelling.isSlip(other, of: $0) || other == $0 + "auth" || other == "jwt" }
                ) {
                    diagnostics.report(.misspeltSchemeOfHTTP(word, meant: meant, at: scheme["scheme"]?.place ?? place))
                }
                return .header("Authorization")
            // The key is the whole value of the header.
            default: return .header("Authorization")
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
        diagnostics.report(.unknownSecurityScheme(scheme, isSwagger: version == .swagger2, at: scheme["type"]?.place ?? place))
        return nil
    }

    /// A requirement may name a scheme by a reference (OpenAPI 3.2, 4.30); names that are declared go first.
    private func isReferenceToScheme(_ name: String) -> Bool {
        guard version > .v31, declaredSchemes.flatMap({ $0.value(forKey: name) }) == nil else { return false }
        return name.contains("#") || name.contains("/") || [".yaml", ".yml", ".json"].contains(where: name.hasSuffix)
    }

    private var declaredSchemes: Node? { root["securityDefinitions"] ?? root["components"]?["securitySchemes"] }

    /// The scheme that the key of a requirement refers to, known by that key from then on.
    private mutating func securityScheme(atURI key: Node) -> Node? {
        guard let name = key.text, isReferenceToScheme(name), let target = target(of: key, instead: "nothing is sent for it"),
            let scheme = resolved(target)
        else { return nil }
        guard securitySchemes[name] == nil else { return scheme }
        if let own = authentication(ofScheme: scheme, at: key.place) {
            securitySchemes[name] = own
            if !description.declaredAuthentications.contains(own) { description.declaredAuthentications.append(own) }
        }
        // What the document declares itself has its flows already.
        guard scheme["type"]?.text == "oauth2", scheme.document.file != .main else { return scheme }
        let title = name.split(whereSeparator: { $0 == "/" || $0 == "#" }).last.map(String.init) ?? name
        for var flow in oauth2Flows(of: scheme, at: key.place) {
            flow.name.text = (description.oauth2Flows.isEmpty ? "" : title + " ") + flow.kind.rawValue
            description.oauth2Flows.append(flow)
        }
        return scheme
    }

    /// `security:` as a list of alternatives, each of them schemes that are needed together; `{}` says that none is needed.
    ///
    /// - Returns: nil where all that it names is unknown, and nothing is known of the API's way either: something is needed, but not what.
    mutating func authentication(_ security: Node) -> Description.Authentication? {
        guard let alternatives = security.elements else { return nil }
        var result: [Description.Authentication] = []
        var known: Set<Description.Authentication> = []
        var isUnknown = false
        for alternative in alternatives {
            var together: [Description.Authentication] = []
            var needed: Set<Description.Authentication> = []
            var isWhole = true
            for pair in alternative.pairs ?? [] {
                guard let name = pair.key.text else { continue }
                let place = pair.key.place
                if let target = securityScheme(atURI: pair.key), target["type"]?.text == "mutualTLS" { continue }
                guard let scheme = securitySchemes[name] else {
                    // That the reference leads nowhere has been told.
                    if isReferenceToScheme(name) {
                        isWhole = false
                        continue
                    }
                    let declared = declaredSchemes.flatMap { member(name, of: $0) }
                    if declared.flatMap({ resolved($0) })?["type"]?.text != "mutualTLS" { isWhole = false }
                    if declared == nil {
                        let known = diagnostics.wantsNoMoreSuggestions ? [] : securitySchemes.keys.sortedByBytes()
                        diagnostics.report(.undeclaredSecurityScheme(name, known: known, at: place))
                    }
                    continue
                }
                if needed.insert(scheme).inserted { together.append(scheme) }
            }
            if !isWhole { isUnknown = true }
            // What is needed and not known isn't nothing.
            guard isWhole && alternative.isMapping || !together.isEmpty else { continue }
            let one = together.isEmpty ? Description.Authentication.none : together.count == 1 ? together[0] : .all(together)
            if known.insert(one).inserted { result.append(one) }
        }
        if result.allSatisfy({ $0 == .none }) {
            return isUnknown && description.authentication == nil ? nil : Description.Authentication.none
        }
        switch result.count {
        case 1: return result[0]
        default: return .oneOf(result)
        }
    }
}

extension String {
    /// `api.example.com/v1`
    fileprivate var isHostWithoutScheme: Bool {
        let host = prefix { $0 != "/" && $0 != ":" }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy { !$0.isEmpty } && !contains("://")
            && host.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }
    }
}

extension Diagnostic {
    static func noServer(_ text: String, at place: SourceLocation) -> Self {
        // `https://api.example.com/{version`
        if let open = text.lastIndex(of: "{"), !text[open...].contains("}") {
            let name = text[text.index(after: open)...].prefix { $0 != "/" }
            return .warning(
                "no-server", "the '{' before '\(name)' is not closed, so this is no URL of a server", help: "write '{\(name)}'", at: place)
        }
        // `../v1`, `v1`: relative to wherever the document is from.
        let isRelative = !text.isEmpty && !text.contains(":") && !text.isHostWithoutScheme
        let steps = text.split(separator: "/").drop { $0 == "." || $0 == ".." }
        let path = isRelative ? steps.map { "/" + $0 }.joined() : ""
        return .warning(
            "no-server", text.isEmpty ? "the document names no server" : "'\(text)' is no absolute URL of a server",
            help: text.isHostWithoutScheme
                ? "write 'https://\(path: text)'"
                : "give the session one: Session(baseURL: \"https://…\(path)\")", at: place)
    }
    static func schemeOfHTTP(_ word: String, at place: SourceLocation) -> Self {
        word.isEmpty
            ? .warning(
                "unknown-security-scheme", "security of the type 'http' has no 'scheme'",
                help: "the header Authorization holds the key as it is; write 'scheme: bearer' or 'scheme: basic'", at: place)
            : .warning(
                "unknown-security-scheme", "'\(word)' is more than the name of a scheme", help: "write '\(word.prefix { $0 != " " })'",
                at: place)
    }
    static func misspeltSchemeOfHTTP(_ word: String, meant: String, at place: SourceLocation) -> Self {
        .warning(
            "unknown-security-scheme", "HTTP has no scheme '\(word)'",
            help: "the header Authorization holds the key as it is; did you mean '\(meant)'?", at: place)
    }
    static func schemeOfOtherVersion(at place: SourceLocation) -> Self {
        .warning(
            "key-of-other-version", "this is written as in OpenAPI 3, and the document says that it is Swagger 2.0",
            help: "it is read so; Swagger has 'type: basic', and for a token '{type: apiKey, in: header, name: Authorization}'", at: place)
    }
    static func hostWithPath(_ host: String, at place: SourceLocation) -> Self {
        .warning(
            "wrong-openapi-value", "'host' is '\(path: host)'", help: "its path is kept, and stands under 'basePath:' otherwise", at: place)
    }
    static func serverVariableOutside(_ name: String, _ value: String, _ values: [String], at place: SourceLocation) -> Self {
        .warning(
            "server-variable", "the default of the server's variable '\(name)' is '\(value)', which is none of its values",
            help: "it is any String; expected \(DiagnosticText.list(values))", at: place)
    }
    static func unusedServerVariable(_ name: String, _ used: [String], at place: SourceLocation) -> Self {
        .warning(
            "server-variable", "the server's URL has no {\(name)}",
            help: Spelling.suggestion(for: name, among: used).map { "it is ignored; did you mean '\($0)'?" } ?? "it is ignored", at: place)
    }
    static func unknownFlow(
        _ name: String, meant: String?, known: [String] = Description.OAuth2Flow.Kind.allCases.map(\.rawValue), at place: SourceLocation
    ) -> Self {
        .warning(
            "unknown-security-scheme", "there is no OAuth flow '\(name)'",
            help: (meant ?? Spelling.suggestion(for: name, among: known)).map { "it is left out; did you mean '\($0)'?" }
                ?? "it is left out",
            at: place)
    }
    static func withoutFlows(at place: SourceLocation) -> Self {
        .warning(
            "unknown-security-scheme", "security of the type 'oauth2' has no 'flows'",
            help: "the session's token is sent; how it is got isn't known: write 'flows: {clientCredentials: {tokenUrl: …, scopes: {}}}'",
            at: place)
    }
    static func credentialsInURL(_ url: String, at place: SourceLocation) -> Self {
        .warning(
            "credentials-in-url", "this URL contains a name and a password, which would be in generated code",
            help: "they are left out: '\(path: url)'; credentials are the session's", at: place)
    }
    static func serverVariableWithCredentials(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "server-variable", "the server's variable '\(name)' has a value with '@', before which stand a name and a password",
            help: "its values are left out, and it is any String", at: place)
    }
    static func serverVariableWithoutDefault(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "server-variable", "the server's variable '\(name)' has no default", help: "its name is used until the caller passes a value",
            at: place)
    }
    static func unknownSecurityScheme(_ scheme: Node, isSwagger: Bool, at place: SourceLocation) -> Self {
        let type = scheme["type"]?.text ?? ""
        if type == "apiKey" {
            let name = scheme["name"]?.text ?? ""
            let found: DiagnosticText =
                name.isEmpty
                ? "has no 'name'"
                : ["header", "query", "cookie"].contains(scheme["in"]?.text)
                    ? "has the name '\(name)', which no header can have" : "doesn't say where the key is"
            return .warning(
                "unknown-security-scheme", "the API key \(found)",
                help: "nothing is sent for it; write '{type: apiKey, in: header, name: X-Key}'",
                at: place)
        }
        if ["bearer", "basic", "jwt", "digest"].contains(type.lowercased()), !(isSwagger && type == "basic") {
            return .warning(
                "unknown-security-scheme", "nothing is known of security by '\(type)'",
                help: isSwagger
                    ? "nothing is sent for it; write '{type: apiKey, in: header, name: Authorization}'"
                    : "nothing is sent for it; write '{type: http, scheme: \(type.lowercased() == "basic" ? "basic" : "bearer")}'",
                at: place)
        }
        let known = isSwagger ? ["basic", "apiKey", "oauth2"] : ["apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"]
        let guess = Spelling.suggestion(for: type, among: known).flatMap { $0 == type ? nil : $0 }
        return .warning(
            "unknown-security-scheme", "nothing is known of security by '\(type)'",
            help: guess.map { "nothing is sent for it; did you mean '\($0)'?" } ?? "nothing is sent for it", at: place)
    }
    static func undeclaredSecurityScheme(_ name: String, known: [String], at place: SourceLocation) -> Self {
        .warning(
            "undeclared-security-scheme", "there is no security scheme '\(name)'",
            help: Spelling.suggestion(for: name, among: known).map { "nothing is sent for it; did you mean '\($0)'?" }
                ?? "nothing is sent for it", at: place
        )
        .oncePerCause
    }
}
