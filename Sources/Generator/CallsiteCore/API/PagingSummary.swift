/// How an endpoint's pages follow each other, for people and for scripts.
package struct PagingSummary: Hashable, Sendable {
    package var style: String
    /// `declared`, `default` where a strategy with `default: true` fitted, or `detected`.
    package var origin: String
    /// The rule that detected the pagination, such as `R4`, and the rule's reason in words.
    package var rule: String?
    package var reason: String?
    package var strategy: String?
    package var parameters: [String]
    /// The parameters that say how many elements a page has.
    package var sizes: [String]
    /// The values that the parameters get, or the link that is followed.
    package var next: [String]
    /// How the end is found: `while has_more`, `to an empty page`.
    package var end: String
    /// The list's path; nil: the body is the list.
    package var elements: String?
    package var continuation: String?
    /// As it is declared: `{style: cursor, parameter: cursor, next: {header: X-Cursor}}`.
    package var declaration: NativeText

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
        sizes = [declaration.size?.text, declaration.limit?.text].compactMap(\.self)
        next =
            switch declaration.style {
            case .page: ["the next number"]
            case .offset: ["the elements so far"]
            case .cursor, .nextURL: declaration.next.map(name)
            case .keyset: declaration.keys.map { "the last \($0.text)" }
            case .link: ["Link rel=next"]
            case .range: ["header Next-Range"]
            }
        var entries: [NativeText.Entry] = [.init("style", .text(declaration.style.rawValue))]
        func add(_ key: String, _ value: NativeText?) { if let value { entries.append(.init(key, value)) } }
        func written(_ source: Description.Pagination.Source?) -> NativeText? {
            guard case .header(let name)? = source else { return (source?.name.text).map { .text($0) } }
            return .mapping([.init("header", .text(name.text))])
        }
        /// A list where several cursors go together.
        func all(_ texts: [NativeText]) -> NativeText? { texts.count > 1 ? .list(texts) : texts.first }
        add("parameter", all(declaration.parameters.map { .text($0.text) }))
        add("first", declaration.isFirstUnknown ? .text("unknown") : declaration.first.map { .plain(String($0)) })
        add("current", written(declaration.current))
        add("size", (declaration.size?.text).map { .text($0) })
        add("limit", (declaration.limit?.text).map { .text($0) })
        add("next", all(declaration.next.compactMap(written)))
        add("key", all(declaration.keys.map { .text($0.text) }))
        add("hasNext", written(declaration.hasNext))
        add("isLast", written(declaration.isLast))
        add("total", written(declaration.total))
        add("totalPages", written(declaration.totalPages))
        add("elements", (declaration.elements?.text).map { .text($0) })
        self.declaration = .mapping(entries)
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
