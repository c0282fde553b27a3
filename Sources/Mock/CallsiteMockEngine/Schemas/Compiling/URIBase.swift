/// Resolves URI references against a base (RFC 3986, section 5), as strings.
enum URIBase {
    /// A reference without its fragment, and the fragment, percent-decoded.
    static func split(_ reference: String) -> (uri: String, fragment: String?) {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return (reference, nil) }
        return (String(parts[0]), PercentEncoding.decoded(parts[1]))
    }

    /// The scheme with its colon, `https:`; nil if the URI has none.
    private static func scheme(_ uri: Substring) -> Substring? {
        guard let colon = uri.firstIndex(where: { ":/?#".contains($0) }), uri[colon] == ":", colon != uri.startIndex
        else { return nil }
        return uri[...colon]
    }

    /// Resolves a reference that has no fragment.
    static func resolve(_ reference: String, against base: String) -> String {
        if reference.isEmpty { return base }
        if scheme(reference[...]) != nil || base.isEmpty { return reference }
        let scheme = scheme(base[...]) ?? ""
        var rest = base[scheme.endIndex...]
        if scheme.isEmpty { rest = base[...] }
        if reference.hasPrefix("//") { return scheme + reference }
        var authority: Substring = ""
        if rest.hasPrefix("//") {
            let end = rest.dropFirst(2).firstIndex(of: "/") ?? rest.endIndex
            authority = rest[..<end]
            rest = rest[end...]
        } else if !scheme.isEmpty, !rest.hasPrefix("/") {
            return reference
        }
        let folder = reference.hasPrefix("/") ? "" : rest.lastIndex(of: "/").map { String(rest[...$0]) } ?? "/"
        return scheme + authority + withoutDots(folder + reference)
    }

    private static func withoutDots(_ path: String) -> String {
        var result: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            if segment == ".." {
                if result.count > 1 { result.removeLast() }
            } else if segment != "." {
                result.append(segment)
                continue
            }
            if index == segments.count - 1 { result.append("") }
        }
        return result.joined(separator: "/")
    }
}
