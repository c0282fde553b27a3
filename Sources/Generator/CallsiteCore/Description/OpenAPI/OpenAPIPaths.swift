// Path templates: OpenAPI's own, and those of gateways and frameworks that stand in many documents.

import CallsiteText

extension OpenAPIReader {
    /// The path of an operation as it can stand in a URL, with other characters percent-encoded. A mark at the end, as
    /// `#copy`, only tells operations apart, and is left out; a mark with a path behind it, as `#stage/items`, is kept.
    func urlPath(_ text: String, _ operation: Node, _ item: Node) -> String {
        var describedNames: Set<String>?
        func isDescribed(_ name: String) -> Bool {
            if describedNames == nil { describedNames = pathParameterNames(operation, item) }
            return describedNames?.contains(name) == true
        }
        var clean = ""
        let scalars = Array(text.unicodeScalars)
        var position = 0
        while position < scalars.count {
            let scalar = scalars[position]
            if scalar == "#", !scalars[position...].contains(where: { $0 == "/" || $0 == "{" }) { break }
            // `{?from,to}`: RFC 6570's way of listing the parameters of the query, which OpenAPI lists elsewhere.
            if let end = Self.queryExpressionEnd(scalars, position) {
                position = end + 1
                continue
            }
            if let end = Self.bracesEnd(scalars, position), end > position + 1 {
                let name = String(scalars: scalars[position + 1..<end])
                clean += "{" + (isDescribed(name) ? Self.pathName(name) : Self.placeholder(name)) + "}"
                position = end + 1
                continue
            }
            // `/:id`, `/*rest`: a parameter where one of that name is described.
            if scalar == ":" || scalar == "*", position > 0, scalars[position - 1] == "/" {
                let name = String(scalars: scalars[(position + 1)...].prefix { $0 != "/" && $0 != "{" })
                if !name.isEmpty, isDescribed(name) {
                    clean += "{" + Self.pathName(name) + (scalar == "*" ? "=**" : "") + "}"
                    position += name.unicodeScalars.count + 1
                    continue
                }
            }
            let isEncoded =
                scalar == "%" && position + 2 < scalars.count && scalars[position + 1].properties.isASCIIHexDigit
                && scalars[position + 2].properties.isASCIIHexDigit
            if isEncoded
                || (scalar.isASCII && scalar.value > 0x20 && !"\"<>\\^`|\u{7F}%{}#".unicodeScalars.contains(scalar))
            {
                clean.unicodeScalars.append(scalar)
            } else {
                clean += PercentEncoding.encoded(scalar)
            }
            position += 1
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

    /// Translates the content of braces that isn't a parameter's name, for `PathTemplate`: `name=shelves/*` of
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
        var position = 0
        while position < scalars.count {
            if queryExpressionEnd(scalars, position) == nil, let end = bracesEnd(scalars, position), end > position + 1
            {
                let name = placeholder(String(scalars: scalars[position + 1..<end])).prefix { $0 != "=" }
                result += "{" + name + "}"
                position = end + 1
            } else {
                result.unicodeScalars.append(scalars[position])
                position += 1
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

    /// The end of the braces that begin at a position, with no others between them; nil: there are none.
    static func bracesEnd(_ scalars: [Unicode.Scalar], _ position: Int) -> Int? {
        guard scalars[position] == "{",
            let next = scalars[(position + 1)...].firstIndex(where: { $0 == "{" || $0 == "}" }),
            scalars[next] == "}"
        else { return nil }
        return next
    }

    /// The end of the `{?…}` or `{&…}` that begins at a position; nil: there is none.
    static func queryExpressionEnd(_ scalars: [Unicode.Scalar], _ position: Int) -> Int? {
        guard scalars[position] == "{", position + 1 < scalars.count,
            scalars[position + 1] == "?" || scalars[position + 1] == "&"
        else {
            return nil
        }
        return bracesEnd(scalars, position)
    }
}
