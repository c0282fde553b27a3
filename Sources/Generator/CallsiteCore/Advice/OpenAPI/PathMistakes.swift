// Paths that can't be meant as they are written, and paths that no server can tell apart.

extension MistakeWalk {
    /// - Returns: whether `key` is a path at all.
    mutating func checkPath(_ key: Node, _ item: Node) -> Bool {
        guard let text = key.text, !text.isEmpty else { return true }
        if !text.hasPrefix("/") {
            if OpenAPIReader.methods.contains(text.lowercased()) {
                diagnostics.report(.methodAsPath(text, at: key.place))
                return false
            }
            diagnostics.report(.pathWithoutSlash(text, at: key.place))
            if text.contains(" /") || text.contains("://") { return false }
        }
        let scalars = Array(text.unicodeScalars)
        if let open = scalars.indices.first(where: { OpenAPIReader.queryExpressionEnd(scalars, $0) != nil }),
            let end = OpenAPIReader.queryExpressionEnd(scalars, open)
        {
            diagnostics.report(.queryTemplate(String(String.UnicodeScalarView(scalars[open...end])), at: key.place))
            return true
        }
        if let question = text.firstIndex(of: "?") {
            let query = text[question...].dropFirst()
            let varying = query.split(separator: "&").first { $0.contains("{") }
            diagnostics.report(
                .queryInPath(varying.map { String($0.prefix { $0 != "=" }) }, at: key.place).oncePerCause)
        }
        for segment in Self.withoutNames(text).split(separator: "/") {
            let name = segment.dropFirst()
            if segment.hasPrefix(":") || segment.hasPrefix("*"), describesPathParameter(String(name), in: item) {
                let parameter = "{" + name + (segment.hasPrefix("*") ? "=**" : "") + "}"
                diagnostics.report(.signInPath(String(segment), parameter, at: key.place))
                continue
            }
            if segment == "*" || segment == "**" { diagnostics.report(.starInPath(String(segment), at: key.place)) }
            if segment.hasPrefix("<"), segment.hasSuffix(">"), segment.utf8.count > 2 {
                diagnostics.report(.literalInPath("<\(name.dropLast())>", String(name.dropLast()), at: key.place))
            } else if segment.hasPrefix(":"), !name.isEmpty, name.unicodeScalars.allSatisfy(\.isIdentifierPart) {
                diagnostics.report(.literalInPath(":\(name)", String(name), at: key.place))
            } else if let open = segment.lastIndex(of: "{"), !segment[open...].contains("}") {
                diagnostics.report(.openBrace(String(segment[open...].dropFirst()), at: key.place))
            }
        }
        return true
    }

    private func describesPathParameter(_ name: String, in item: Node) -> Bool {
        let lists = [item["parameters"]] + (item.pairs ?? []).map { $0.value.isMapping ? $0.value["parameters"] : nil }
        return lists.compactMap { $0?.elements }.joined().contains { element in
            let node = element["$ref"].flatMap { references.knownTarget(of: $0) } ?? element
            return node["in"]?.text == "path" && node["name"]?.text == name
        }
    }

    /// `/pets/{}` for `/pets/{id}`.
    private static func withoutNames(_ path: String) -> String {
        let scalars = Array(path.unicodeScalars)
        var result = ""
        var index = 0
        while index < scalars.count {
            result.unicodeScalars.append(scalars[index])
            index = OpenAPIReader.bracesEnd(scalars, index) ?? index + 1
        }
        return result
    }

    /// Paths that differ in nothing but the names of their parameters are one path (OpenAPI 3.1, 4.8.8.2).
    mutating func checkSamePath(_ key: Node, _ item: Node) {
        guard let text = key.text, text.contains("{") else { return }
        let shape = Self.withoutNames(text)
        guard let first = samePaths[shape] else {
            samePaths[shape] = (text, key, item)
            return
        }
        let methods = Set((first.item.pairs ?? []).compactMap { $0.key.text?.lowercased() }).intersection(
            OpenAPIReader.methods)
        guard first.text != text,
            let other = item.pairs?.first(where: { methods.contains($0.key.text?.lowercased() ?? "") })
        else {
            return
        }
        diagnostics.report(
            .samePath(other.key.text?.uppercased() ?? "", first.text, at: other.key.place, first: first.key.place))
    }

    /// Reports methods that have a key of their own, or that aren't words.
    mutating func checkAdditionalOperations(_ operations: Node) {
        for (key, _) in operations.pairs ?? [] {
            guard let method = key.text, !method.hasPrefix("x-") else { continue }
            if !method.isHeaderName || OpenAPIReader.methods.contains(method.lowercased()) {
                diagnostics.report(.notAnAdditionalMethod(method, at: key.place))
            }
        }
    }
}

extension Diagnostic {
    static func methodAsPath(_ method: String, at place: SourceLocation) -> Self {
        .warning(
            "odd-path", "'\(method)' is where a path is expected",
            help: "write the path above it, as '/orders:', and indent it below that", at: place)
    }
    static func pathWithoutSlash(_ path: String, at place: SourceLocation) -> Self {
        // `GET /orders`
        let parts = path.split(separator: " ", maxSplits: 1)
        if parts.count == 2, OpenAPIReader.methods.contains(parts[0].lowercased()), parts[1].hasPrefix("/") {
            return .warning(
                "odd-path", "a path doesn't hold the method",
                help: "write '\(path: String(parts[1])):', and '\(parts[0].lowercased()):' below it", at: place)
        }
        if let colon = path.firstIndex(of: ":"), path[colon...].hasPrefix("://") {
            let own = path[colon...].dropFirst(3).drop { $0 != "/" }
            return .warning(
                "odd-path", "a path doesn't hold the server",
                help:
                    "write '\(path: own.isEmpty ? "/" : String(own)):'; a server of its own stands below it, under 'servers:'",
                at: place)
        }
        return .warning(
            "odd-path", "the path '\(path: path)' begins without '/'", help: "it is taken for '/\(path)'", at: place)
    }
    static func queryTemplate(_ text: String, at place: SourceLocation) -> Self {
        .warning(
            "odd-path", "'\(text)' is from URI templates (RFC 6570), and no part of a path",
            help: "it is left out; the query is what 'parameters:' lists as 'in: query'", at: place)
    }
    /// - Parameter name: A field of the query that isn't always the same.
    static func queryInPath(_ name: String?, at place: SourceLocation) -> Self {
        .warning(
            "odd-path", "a path ends at '?', and a query is part of this one",
            help: name.map { "it is sent so; write '\($0)' under 'parameters:', as 'in: query'" }
                ?? "it is sent so; 'parameters:' lists a query as 'in: query'", at: place)
    }
    static func signInPath(_ segment: String, _ meant: String, at place: SourceLocation) -> Self {
        .warning(
            "odd-path", "'\(segment)' in a path is another tool's way to write a parameter",
            help: "it is taken for '\(meant)', since such a parameter is described", at: place)
    }
    static func literalInPath(_ segment: DiagnosticText, _ name: String, at place: SourceLocation) -> Self {
        .warning(
            "odd-path", "'\(segment)' in a path is literal, not a parameter", help: "write '{\(name)}' if one is meant",
            at: place)
    }
    static func openBrace(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "odd-path", "the '{' before '\(name)' is not closed",
            help: "it is literal; write '{\(name)}' for a parameter", at: place)
    }
    static func samePath(_ method: String, _ path: String, at place: SourceLocation, first: SourceLocation) -> Self {
        .warning(
            "odd-path", "\(method) is described for '\(path: path)' too, and only the names in the braces differ",
            help: "a server can't tell them apart; both are generated", at: place,
            notes: [.init("the other path is here", at: first)])
    }
    static func notAnAdditionalMethod(_ method: String, at place: SourceLocation) -> Self {
        method.isHeaderName
            ? .wrongOpenAPIValue(
                "'\(method)' is no additional method", help: "write '\(method.lowercased()):' directly below the path",
                at: place)
            : .wrongOpenAPIValue(
                "'\(method)' can't be a method", help: "the operation is left out; a method is one word: 'COPY'",
                at: place)
    }
}
