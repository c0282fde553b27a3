// `$self` (OpenAPI 3.2, 4.1): a document's own URL. References can name the document by this URL, and relative
// references in the document are relative to it.

extension NodeSet {
    /// The indices of the files that have a `$self`, by that URL.
    var filesBySelf: [String: Int] {
        var result: [String: Int] = [:]
        for (index, document) in documents.enumerated() {
            guard let identity = document?.root["$self"]?.text else { continue }
            let url = String(identity.prefix { $0 != "#" })
            if !url.isEmpty, result[url] == nil { result[url] = index }
        }
        return result
    }
}

extension References {
    /// The root of the file that a reference names by its `$self`; nil if no file has that URL.
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

    /// The relative path of an absolute URL in the folder of the referring document's `$self`; nil for other URLs.
    func pathBelowSelf(_ document: String, by reference: Node) -> String? {
        guard document.holds("://"), let own = reference.document.root["$self"]?.text, let end = own.lastIndex(of: "/"),
            own.holds("://"), document.hasPrefix(own[...end])
        else { return nil }
        let path = document.dropFirst(own[...end].count)
        return path.isEmpty || path.contains("?") ? nil : String(path)
    }

    /// Resolves a reference by RFC 3986, section 5.2, as far as references to files need it.
    static func resolvedURL(_ reference: String, from base: String) -> String {
        if reference.holds("://") { return reference }
        guard reference.hasPrefix("/") else { return sourcePath(of: reference, from: base) }
        guard let colon = base.firstIndex(of: ":"), base[colon...].hasPrefix("://") else { return reference }
        if reference.hasPrefix("//") { return base[...colon] + reference }
        return base[..<base.index(colon, offsetBy: 3)] + base[colon...].dropFirst(3).prefix { $0 != "/" } + reference
    }
}
