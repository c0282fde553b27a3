// Deep links: the patterns of an endpoint, and where links come from.

/// A list of patterns, or one alone.
func readLinks(_ node: Node?, _ diagnostics: inout Diagnostics) -> [Description.Link] {
    guard let node else { return [] }
    return (node.elements ?? [node]).compactMap { element in
        guard let text = element.text, !text.isEmpty else {
            return diagnostics.fail(.wrongValue(of: "links", element, expected: "text"))
        }
        let scheme = text.prefix { $0 != ":" && $0 != "/" }
        if text.dropFirst(scheme.count).hasPrefix("://") {
            return diagnostics.fail(.linkWithScheme(text, scheme: String(scheme), at: element.place))
        }
        return readTemplate(.init(text: text, place: element.place), element, requiresSlash: false, &diagnostics)
            .map { .init(template: $0, place: element.place) }
    }
}

func readDeepLinks(_ node: Node, _ diagnostics: inout Diagnostics) -> Description.DeepLinks {
    guard let reader = MappingReader<DeepLinksKey>(node, &diagnostics) else { return .init() }
    var links = Description.DeepLinks()
    for scheme in reader.texts(.schemes, &diagnostics) {
        let text = scheme.text.lowercased()
        if let help = problem(ofScheme: text) {
            diagnostics.report(.badLinkOrigin(scheme.text, "no scheme of an app's own", help: help, at: scheme.place))
        } else if !links.schemes.contains(text) {
            links.schemes.append(text)
        }
    }
    for host in reader.texts(.hosts, &diagnostics) {
        let text = host.text.lowercased()
        let isHost = text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x2E }
        if !isHost || text.hasPrefix(".") || text.hasSuffix(".") {
            diagnostics.report(
                .badLinkOrigin(
                    host.text, "no name of a host", help: "write it as in 'example.com', without scheme, port and path",
                    at: host.place))
        } else if !links.hosts.contains(text) {
            links.hosts.append(text)
        }
    }
    return links
}

/// Why a string can't be an app's own scheme (RFC 3986, section 3.1); nil: it can.
private func problem(ofScheme text: String) -> DiagnosticText? {
    if text == "https" || text == "http" { return "name the host under 'hosts' instead" }
    if text.hasSuffix("://") || text.hasSuffix(":") { return "write it without '://'" }
    let isValid =
        text.utf8.first?.isLetter == true
        && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
    if !isValid { return "a scheme is letters, digits, '+', '-' and '.', and begins with a letter" }
    // As in the library's `DeepLink.Origins`.
    let foreign = [
        "ws", "wss", "ftp", "file", "data", "blob", "about", "javascript", "vbscript", "mailto", "tel", "sms",
        "view-source", "intent", "facetime", "content", "chrome",
    ]
    return foreign.contains(text) ? "it means something else everywhere" : nil
}

extension Diagnostic {
    static func linkWithScheme(_ text: String, scheme: String, at place: SourceLocation) -> Self {
        .error(
            "link-pattern", "'\(text)' begins with a scheme, but a pattern has only a path and a query",
            help:
                "write 'deepLinks: \(["http", "https"].contains(scheme) ? "{hosts: […]}" : "{schemes: [\(yaml: scheme)]}")', and the rest here",
            at: place)
    }
    static func badLinkOrigin(
        _ text: String, _ problem: DiagnosticText, help: DiagnosticText, at place: SourceLocation
    ) -> Self {
        .error("bad-link-origin", "'\(text)' is \(problem)", help: help, at: place)
    }
}
