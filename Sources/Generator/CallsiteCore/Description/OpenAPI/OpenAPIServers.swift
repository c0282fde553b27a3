// Servers and security schemes.

import CallsiteText

extension OpenAPIReader {
    // MARK: - Servers

    func readServers() {
        let place = (root["servers"] ?? root["host"])?.place ?? root.place
        var text: String
        var variables: [ServerVariable] = []
        var chosen = 0
        if version == .swagger2, root["host"] == nil, let host = root["x-ms-parameterized-host"],
            let template = host["hostTemplate"]?.text
        {
            let isWhole = host["useSchemePrefix"]?.value == .bool(false)
            text = (isWhole ? "" : "https://") + template + (root["basePath"]?.text ?? "")
            for element in host["parameters"]?.elements ?? [] {
                guard let node = resolved(element), let name = node["name"]?.text else { continue }
                variables.append((name, node, node["name"]?.place ?? node.place))
            }
        } else if version == .swagger2 {
            guard let node = root["host"], var host = node.text, !host.isEmpty else {
                if hasPaths {
                    diagnostics.report(.noServer(root["basePath"]?.text ?? "", at: root["basePath"]?.place ?? place))
                }
                return
            }
            let schemes = texts(root["schemes"])
            let scheme = schemes.contains("http") && !schemes.contains("https") ? "http" : "https"
            if host.contains("://") {
                // `host: https://api.example.com/`
                diagnostics.report(
                    .oddHost(host, help: "its scheme is ignored; write it under 'schemes:'", at: node.place))
                host = host.split(separator: "/").drop { $0.hasSuffix(":") }.joined(separator: "/")
            } else if host.contains("/") {
                let help: DiagnosticText = "its path is kept, and stands under 'basePath:' otherwise"
                diagnostics.report(.oddHost(host, help: help, at: node.place))
            }
            let path = root["basePath"]?.text ?? ""
            text = scheme + "://" + host + (path.isEmpty || path.hasPrefix("/") ? path : "/" + path)
        } else {
            // `servers: https://…` is reported because it isn't a list. A second message would say no more.
            if let servers = root["servers"], !servers.isSequence { return }
            let servers = root["servers"]?.elements ?? []
            chosen = servers.firstIndex(where: isRemoteServer) ?? 0
            let server = servers.isEmpty ? nil : servers[chosen]
            text = server?["url"]?.text ?? ""
            variables = pairs(server?["variables"])
        }
        if text.hasPrefix("//") { text = "https:" + text }
        text = withoutCredentials(text, at: root["servers"]?.elements?.dropFirst(chosen).first?["url"]?.place ?? place)
        guard let url = baseURL(text, variables, at: place) else {
            if hasPaths || !text.isEmpty { diagnostics.report(.noServer(text, at: place)) }
            return
        }
        description.baseURL = url
        var others: [String] = []
        for (index, server) in (root["servers"]?.elements ?? []).enumerated().prefix(Self.otherServers + 1)
        where index != chosen {
            if let node = server["url"], let text = node.text {
                others.append(withoutCredentials(text, at: node.place))
            }
        }
        if !others.isEmpty {
            let sentence = "Other servers: " + others.map { "`\($0)`" }.joined(separator: ", ") + "."
            description.documentation = Self.paragraphs(description.documentation, sentence)
        }
    }

    /// Whether the document has paths: without requests, it needs no server.
    private var hasPaths: Bool { root["paths"]?.isFilled ?? false || root["x-ms-paths"]?.isFilled ?? false }

    /// Whether a URL is absolute and not of the local machine, which would be a wrong guess. A relative URL can't be
    /// resolved, since the document's origin isn't known.
    private func isRemoteServer(_ server: Node) -> Bool {
        guard let text = server["url"]?.text else { return false }
        if text.hasPrefix("{") || text.hasPrefix("//") { return true }
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return false }
        let host = text[colon...].dropFirst(3).prefix { $0 != "/" && $0 != ":" }
        return !["localhost", "127.0.0.1", "0.0.0.0", "[", "host.docker.internal"].contains(String(host))
    }

    /// The documentation names at most this number of other servers.
    private static let otherServers = 20

    /// A URL of the document goes into generated code, which isn't secret: a name and password in it are left out.
    func withoutCredentials(_ url: String, at place: SourceLocation) -> String {
        guard let plain = Userinfo.removed(from: url) else { return url }
        diagnostics.report(.credentialsInURL(plain, at: place))
        return plain
    }

    typealias ServerVariable = (key: String, value: Node, place: SourceLocation)

    /// nil: it is no absolute URL.
    func baseURL(_ text: String, _ variables: [ServerVariable], at place: SourceLocation) -> Description.BaseURL? {
        var text = String(text.prefix { $0 != "?" && $0 != "#" })
        var schemeVariable: String?
        let byName = Dictionary(variables.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        // The scheme of `{scheme}://{host}` is replaced: the runtime expects a literal `http` or `https`.
        if text.hasPrefix("{"), let end = text.firstIndex(of: "}"), text[end...].hasPrefix("}://") {
            let name = String(text[text.index(after: text.startIndex)..<end])
            schemeVariable = name
            let scheme = byName[name]?["default"]?.text ?? "https"
            text = (scheme == "http" ? "http" : "https") + text[text.index(after: end)...]
        }
        let scheme = text.hasPrefix("https://") ? 8 : text.hasPrefix("http://") ? 7 : 0
        guard scheme > 0, text.utf8.count > scheme, !text.dropFirst(scheme).prefix(while: { $0 != "/" }).contains("@")
        else { return nil }
        let host = text.dropFirst(scheme).prefix { $0 != "/" }
        text = text.prefix(scheme) + host + Self.percentEncoded(text.dropFirst(scheme + host.count))
        guard
            let template = try? PathTemplate(
                parsing: String(text.dropFirst(scheme)), requiresSlash: false, allowsRepetitions: true)
        else {
            return nil
        }
        var fields: [Description.Field] = []
        for name in template.placeholders {
            let variable = byName[name]
            let place = variable?.place ?? place
            let values = texts(variable?["enum"])
            var value = variable?["default"]?.text ?? values.first
            if value == nil {
                diagnostics.report(.serverVariableWithoutDefault(name, at: place))
                value = name
            }
            guard let text = value, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !#"?#@\{}"<>"#.utf8.contains($0) })
            else { return nil }
            if !values.isEmpty, !values.contains(text) {
                diagnostics.report(.serverVariableOutside(name, text, values, at: variable?["default"]?.place ?? place))
            }
            var type = Description.TypeExpression(kind: .scalar(.string), place: place)
            // An alternative with an '@' would make what is before it a name and a password.
            let areHosts = !values.contains { $0.utf8.contains(UInt8(ascii: "@")) }
            if !areHosts { diagnostics.report(.serverVariableWithCredentials(name, at: place)) }
            if values.count > 1, values.count <= 40, Set(values).count == values.count, values.contains(text), areHosts
            {
                type.kind = .inline(.enumeration(values.map { .init(wireValue: $0, place: place) }))
            }
            fields.append(
                .init(
                    wireName: name, type: type, defaultValue: .init(kind: .string(text), place: place),
                    documentation: variable?["description"]?.text, place: place))
        }
        let placeholders = Set(template.placeholders)
        // The scheme has been replaced above.
        for (name, _, place) in variables
        where !name.hasPrefix("x-") && !placeholders.contains(name) && name != schemeVariable {
            let candidates = diagnostics.wantsNoMoreSuggestions ? [] : template.placeholders
            diagnostics.report(.unusedServerVariable(name, candidates, at: place))
        }
        return .init(template: text, variables: fields, place: place)
    }

    /// Percent-encodes blanks and characters outside ASCII.
    private static func percentEncoded(_ path: Substring) -> String {
        path.unicodeScalars.map { $0.isASCII && $0 != " " ? String($0) : PercentEncoding.encoded($0) }.joined()
    }

    /// The URL of an operation's own server, with the defaults of its variables; nil: it has none, or the API's.
    func ownServer(_ servers: Node?) -> String? {
        guard let server = servers?.elements?.first, let node = server["url"], var text = node.text, !text.isEmpty
        else { return nil }
        text = withoutCredentials(text, at: node.place)
        guard
            let url = baseURL(
                text.hasPrefix("//") ? "https:" + text : text, pairs(server["variables"]), at: server.place)
        else {
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
}

extension String {
    /// `api.example.com/v1`
    fileprivate var isHostWithoutScheme: Bool {
        let host = prefix { $0 != "/" && $0 != ":" }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy { !$0.isEmpty } && !contains("://")
            && host.utf8.allSatisfy {
                ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
            }
    }
}

extension Diagnostic {
    static func oddHost(_ host: String, help: DiagnosticText, at place: SourceLocation) -> Self {
        .wrongOpenAPIValue("'host' is '\(path: host)'", help: help, at: place)
    }
    static func noServer(_ text: String, at place: SourceLocation) -> Self {
        // `https://api.example.com/{version`
        if let open = text.lastIndex(of: "{"), !text[open...].contains("}") {
            let name = text[text.index(after: open)...].prefix { $0 != "/" }
            return .warning(
                "no-server", "the '{' before '\(name)' is not closed, so this is no URL of a server",
                help: "write '{\(name)}'", at: place)
        }
        // `../v1`, `v1`: relative to wherever the document is from.
        let isRelative = !text.isEmpty && !text.contains(":") && !text.isHostWithoutScheme
        let steps = text.split(separator: "/").drop { $0 == "." || $0 == ".." }
        let joined = isRelative ? steps.map { "/" + $0 }.joined() : ""
        // The help contains Swift code to copy: no character of the path may end the string or begin code in it.
        let isPlain = joined.utf8.allSatisfy {
            $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "{")
        }
        let path = isPlain ? joined : ""
        return .warning(
            "no-server", text.isEmpty ? "the document names no server" : "'\(text)' is no absolute URL of a server",
            help: text.isHostWithoutScheme
                ? "write 'https://\(path: text)'"
                : "give the session one: Session(baseURL: \"https://api.example.com\(path)\")", at: place)
    }
    static func serverVariableOutside(
        _ name: String, _ value: String, _ values: [String], at place: SourceLocation
    ) -> Self {
        .warning(
            "server-variable",
            "the default of the server's variable '\(name)' is '\(value)', which is none of its values",
            help: "it is any String; expected \(DiagnosticText.list(values))", at: place)
    }
    static func unusedServerVariable(_ name: String, _ used: [String], at place: SourceLocation) -> Self {
        .warning(
            "server-variable", "the server's URL has no {\(name)}",
            help: Spelling.help("it is ignored", meant: Spelling.suggestion(for: name, among: used)), at: place)
    }
    static func credentialsInURL(_ url: String, at place: SourceLocation) -> Self {
        .warning(
            "credentials-in-url", "this URL contains a name and a password, which would be in generated code",
            help: "they are left out: '\(path: url)'; credentials are the session's", at: place)
    }
    static func serverVariableWithCredentials(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "server-variable",
            "the server's variable '\(name)' has a value with '@', before which stand a name and a password",
            help: "its values are left out, and it is any String", at: place)
    }
    static func serverVariableWithoutDefault(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "server-variable", "the server's variable '\(name)' has no default",
            help: "its name is used until the caller passes a value", at: place)
    }
}
