// Path templates: OpenAPI's own, and those of gateways and frameworks that stand in many documents.

import CallsiteText

extension OpenAPIReader {
    /// The path of an operation as it can stand in a URL: what can't is percent-encoded. A mark at the end, as `#copy`,
    /// tells operations apart, and is no part of the path; what has a path behind it, as `#stage/items`, is.
    func urlPath(_ text: String, _ operation: Node, _ item: Node) -> String {
        var described: Set<String>?
        func isDescribed(_ name: String) -> Bool {
            if described == nil { described = pathParameterNames(operation, item) }
            return described?.contains(name) == true
        }
        var clean = ""
        let scalars = Array(text.unicodeScalars)
        var at = 0
        while at < scalars.count {
            let scalar = scalars[at]
            if scalar == "#", !scalars[at...].contains(where: { $0 == "/" || $0 == "{" }) { break }
            // `{?from,to}`: RFC 6570's way of listing the parameters of the query, which OpenAPI lists elsewhere.
            if let end = Self.queryExpressionEnd(scalars, at) {
                at = end + 1
                continue
            }
            if let end = Self.bracesEnd(scalars, at), end > at + 1 {
                let name = String(scalars: scalars[at + 1..<end])
                clean += "{" + (isDescribed(name) ? Self.pathName(name) : Self.placeholder(name)) + "}"
                at = end + 1
                continue
            }
            // `/:id`, `/*rest`: a parameter where one of that name is described.
            if scalar == ":" || scalar == "*", at > 0, scalars[at - 1] == "/" {
                let name = String(scalars: scalars[(at + 1)...].prefix { $0 != "/" && $0 != "{" })
                if !name.isEmpty, isDescribed(name) {
                    clean += "{" + Self.pathName(name) + (scalar == "*" ? "=**" : "") + "}"
                    at += name.unicodeScalars.count + 1
                    continue
                }
            }
            let isEncoded =
                scalar == "%" && at + 2 < scalars.count && scalars[at + 1].properties.isASCIIHexDigit
                && scalars[at + 2].properties.isASCIIHexDigit
            if isEncoded
                || (scalar.isASCII && scalar.value > 0x20 && !"\"<>\\^`|\u{7F}%{}#".unicodeScalars.contains(scalar))
            {
                clean.unicodeScalars.append(scalar)
            } else {
                clean += PercentEncoding.encoded(scalar)
            }
            at += 1
        }
        return clean.hasPrefix("/") ? clean : "/" + clean
    }

    private func pathParameterNames(_ operation: Node, _ item: Node) -> Set<String> {
        var names: Set<String> = []
        for element in listedParameters(operation, item) {
            guard let node = quietly({ resolved(element) }), node["in"]?.text == "path" else { continue }
            if let name = node["name"]?.text { names.insert(name) }
        }
        return names
    }

    /// The content of braces, as PathTemplate reads it, where no parameter is called so: `name=shelves/*`, of
    /// google.api.http; `+name`, `name+` and `*name`, which take slashes (RFC 6570, AWS, ASP.NET); `name*`, `name?` and
    /// `name:\d+`, which don't.
    private static func placeholder(_ text: String) -> String {
        if let sign = text.firstIndex(of: "="), sign > text.startIndex {
            let pattern = text[text.index(after: sign)...].filter { $0 != " " }
            let name = pathName(text[..<sign].filter { $0 != " " })
            if PathTemplate.isPattern(pattern) { return pattern == "*" ? name : name + "=" + pattern }
        }
        var name = text[...]
        var takesSlashes = false
        if let colon = name.firstIndex(of: ":"), colon > name.startIndex {
            name = name[..<colon]
        } else if name.hasPrefix("+") || name.hasPrefix("*") {
            name = name.drop { $0 == "+" || $0 == "*" }
            takesSlashes = true
        } else if name.hasSuffix("+") {
            name = name.dropLast()
            takesSlashes = true
        } else if name.hasSuffix("*") || name.hasSuffix("?") {
            name = name.dropLast()
        }
        let isName =
            !name.isEmpty && name.unicodeScalars.allSatisfy { $0.isIdentifierPart || "-. ".unicodeScalars.contains($0) }
        return isName ? pathName(String(name)) + (takesSlashes ? "=**" : "") : pathName(text)
    }

    /// A path with nothing but names between its braces.
    static func withoutPatterns(_ path: String) -> String {
        guard path.contains("{") else { return path }
        var result = ""
        let scalars = Array(path.unicodeScalars)
        var at = 0
        while at < scalars.count {
            if queryExpressionEnd(scalars, at) == nil, let end = bracesEnd(scalars, at), end > at + 1 {
                let name = placeholder(String(scalars: scalars[at + 1..<end])).prefix { $0 != "=" }
                result += "{" + name + "}"
                at = end + 1
            } else {
                result.unicodeScalars.append(scalars[at])
                at += 1
            }
        }
        return result
    }

    /// The name of a path parameter between braces. A name may hold all but braces (OpenAPI 3.1, 4.8.8.2), and only the
    /// style `matrix` sends it; a `/` in it would look like the end of a segment.
    static func pathName(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == 0x2F || $0 <= 0x20 }) else { return name }
        return String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == "/" || $0.value <= 0x20 ? "_" : $0 }))
    }

    /// Where braces end that begin at a position, without others between them; nil: none do.
    static func bracesEnd(_ scalars: [Unicode.Scalar], _ at: Int) -> Int? {
        guard scalars[at] == "{", let next = scalars[(at + 1)...].firstIndex(where: { $0 == "{" || $0 == "}" }),
            scalars[next] == "}"
        else { return nil }
        return next
    }

    /// Where `{?…}` or `{&…}` ends that begins at a position; nil: none does.
    static func queryExpressionEnd(_ scalars: [Unicode.Scalar], _ at: Int) -> Int? {
        guard scalars[at] == "{", at + 1 < scalars.count, scalars[at + 1] == "?" || scalars[at + 1] == "&" else {
            return nil
        }
        return bracesEnd(scalars, at)
    }
}
