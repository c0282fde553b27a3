/// How an endpoint's pages follow each other, for people and for scripts.
package struct PagingSummary: Hashable, Sendable {
    package var style: String
    /// `declared`, `default` where a strategy with `default: true` fitted, or `detected`.
    package var origin: String
    /// What it was detected by, and how that is to be read.
    package var rule: String?
    package var reason: String?
    package var strategy: String?
    package var parameters: [String]
    /// What the parameters are given, or the link that is followed.
    package var next: [String]
    /// What says whether there is more.
    package var end: String
    /// The list's path; nil: the body is the list.
    package var elements: String?
    package var continuation: String?
    /// As keys and values of a declaration.
    package var declaration: [(key: String, value: String)] { pairs.map { ($0.key, $0.value) } }
    private var pairs: [Pair] = []

    private struct Pair: Hashable, Sendable {
        var key: String
        var value: String
    }

    /// `cursor: cursor = response_metadata.next_cursor, while has_more, elements at messages (declared cursors)`.
    package var text: String {
        let moved = parameters.isEmpty ? "the URL" : parameters.joined(separator: ", ")
        var text = "\(style): \(moved) = \(next.joined(separator: ", ")), \(end)"
        if let elements { text += ", elements at \(elements)" }
        if let continuation { text += ", continued by \(continuation)" }
        return text + " (\(origin)\((strategy ?? rule).map { " " + $0 } ?? ""))"
    }

    package init(_ pagination: API.Pagination) {
        let declaration = pagination.declaration
        func name(_ source: Description.Pagination.Source) -> String {
            switch source {
            case .body(let path): path.text
            case .header(let header): header.text.lowercased() == "link" ? "Link rel=next" : "header \(header.text)"
            }
        }
        style = declaration.style.rawValue
        switch pagination.origin {
        case .declared: origin = "declared"
        case .byDefault: origin = "default"
        case .detected(let finding):
            origin = "detected"
            rule = finding.rule
            reason = finding.reason
        }
        strategy = declaration.name
        parameters = declaration.style == .range ? ["Range"] : declaration.parameters.map(\.text)
        next =
            switch declaration.style {
            case .page: ["the next number"]
            case .offset: ["the elements so far"]
            case .cursor, .nextURL: declaration.next.map(name)
            case .keyset: declaration.keys.map { "the last \($0.text)" }
            case .link: ["Link rel=next"]
            case .range: ["header Next-Range"]
            }
        var pairs: [Pair] = [.init(key: "style", value: declaration.style.rawValue)]
        func add(_ key: String, _ value: String?) { if let value { pairs.append(.init(key: key, value: value)) } }
        func written(_ source: Description.Pagination.Source?) -> String? {
            // A header is a mapping, which has no place in a text: it is the only one that is called so.
            if case .header(let name)? = source { "{header: \(name.text)}" } else { source?.name.text }
        }
        /// A list where several cursors go together.
        func all(_ texts: [String]) -> String? {
            texts.count > 1 ? "[" + texts.joined(separator: ", ") + "]" : texts.first
        }
        add("parameter", all(declaration.parameters.map(\.text)))
        add("first", declaration.isFirstUnknown ? "unknown" : declaration.first.map { String($0) })
        add("current", written(declaration.current))
        add("size", declaration.size?.text)
        add("limit", declaration.limit?.text)
        add("next", all(declaration.next.compactMap(written)))
        add("key", all(declaration.keys.map(\.text)))
        add("hasNext", written(declaration.hasNext))
        add("isLast", written(declaration.isLast))
        add("total", written(declaration.total))
        add("totalPages", written(declaration.totalPages))
        add("elements", declaration.elements?.text)
        self.pairs = pairs
        elements = declaration.elements?.text
        continuation = declaration.continuation?.text
        if let hasNext = declaration.hasNext {
            end = "while \(name(hasNext))"
        } else if let isLast = declaration.isLast {
            end = "until \(name(isLast))"
        } else {
            let total =
                declaration.totalPages.map { "up to \(name($0)) pages" }
                ?? declaration.total.map { "up to \(name($0))" }
            let short = declaration.shortPageEnds ? "to a short page" : nil
            switch declaration.style {
            case .page, .offset: end = [total, short].compactMap { $0 }.joined(separator: ", or ")
            case .keyset: end = "to an empty page"
            case .cursor, .nextURL, .link: end = "while there is one"
            case .range: end = "while the status is 206"
            }
        }
        if end.isEmpty { end = "to an empty page" }
    }
}
