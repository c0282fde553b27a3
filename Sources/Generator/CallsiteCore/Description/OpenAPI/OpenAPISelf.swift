// `$self` (OpenAPI 3.2, 4.1): the URL that a document is known by. References name the document by it, and relative
// ones are relative to it.

extension NodeSet {
    /// The files that say their own URL, by it.
    var filesBySelf: [String: Int] {
        var result: [String: Int] = [:]
        for (index, document) in documents.enumerated() {
            guard let text = document?.root["$self"]?.text else { continue }
            let url = String(text.prefix { $0 != "#" })
            if !url.isEmpty, result[url] == nil { result[url] = index }
        }
        return result
    }
}

extension References {
    /// The root of the file that a reference names by its `$self`; nil: none is called so.
    ///
    /// - Parameter document: The reference, without its fragment.
    func rootCalled(_ document: String, by reference: Node) -> Node? {
        guard !document.isEmpty, !filesBySelf.isEmpty else { return nil }
        if let index = filesBySelf[document] { return nodes.documents[index]?.root }
        guard let base = reference.document.root["$self"]?.text,
            let index = filesBySelf[Self.resolvedURL(document, from: String(base.prefix { $0 != "#" }))]
        else { return nil }
        return nodes.documents[index]?.root
    }

    /// An absolute URL in the folder that the referring document's `$self` is in, as a path from that document.
    func pathBelowSelf(_ document: String, by reference: Node) -> String? {
        guard document.holds("://"), let own = reference.document.root["$self"]?.text, let end = own.lastIndex(of: "/"),
            own.holds("://"), document.hasPrefix(own[...end])
        else { return nil }
        let path = document.dropFirst(own[...end].count)
        return path.isEmpty || path.contains("?") ? nil : String(path)
    }

    /// RFC 3986, section 5.2, as far as references to files need it.
    static func resolvedURL(_ reference: String, from base: String) -> String {
        if reference.holds("://") { return reference }
        guard reference.hasPrefix("/") else { return sourcePath(of: reference, from: base) }
        guard let colon = base.firstIndex(of: ":"), base[colon...].hasPrefix("://") else { return reference }
        if reference.hasPrefix("//") { return base[...colon] + reference }
        return base[..<base.index(colon, offsetBy: 3)] + base[colon...].dropFirst(3).prefix { $0 != "/" } + reference
    }
}
