// Reads pagination strategies, and checks the keys that each style takes and needs. The parameters and the paths are
// checked later, when the endpoint's types are known.

extension Description.Pagination.Style {
    /// The keys that mean something for the style, besides those of all styles (`commonKeys`).
    var keys: Set<StrategyKey> {
        switch self {
        case .page: [.parameter, .first, .current, .size, .hasNext, .isLast, .total, .totalPages, .shortPageEnds]
        case .offset: [.parameter, .first, .current, .limit, .hasNext, .isLast, .total, .shortPageEnds]
        case .cursor: [.parameter, .next, .hasNext, .isLast]
        case .keyset: [.parameter, .key, .hasNext, .isLast]
        case .nextURL: [.next, .hasNext, .isLast]
        case .link, .range: []
        }
    }
    var requiredKeys: [StrategyKey] {
        switch self {
        case .page, .offset: [.parameter]
        case .cursor: [.parameter, .next]
        case .keyset: [.parameter, .key]
        case .nextURL: [.next]
        case .link, .range: []
        }
    }
    /// `continue` sends the cursor to another endpoint, so it is only for styles with a parameter.
    var commonKeys: Set<StrategyKey> {
        let common: Set<StrategyKey> = [.use, .style, .elements, .omitsEmptyList, .default]
        return requiredKeys.contains(.parameter) ? common.union([.continue]) : common
    }
}

/// Reads a strategy from its mapping, laid over `base`, and checks its keys. nil: it was reported.
func readStrategy(
    _ reader: MappingReader<StrategyKey>, name: String?, over base: Description.Pagination?, place: SourceLocation,
    requiresAll: Bool, _ diagnostics: inout Diagnostics
) -> Description.Pagination? {
    let style = reader.word(.style, Description.Pagination.Style.self, &diagnostics)
    guard let style = style ?? base?.style else {
        if !reader.has(.style) { diagnostics.report(.missingKey(StrategyKey.style, at: place)) }
        return nil
    }
    var result = base ?? .init(style: style, place: place)
    result.style = style
    result.place = place
    result.name = name ?? base?.name
    for key in StrategyKey.allCases
    where reader.has(key) && !style.keys.contains(key) && !style.commonKeys.contains(key) {
        diagnostics.report(.keyOfOtherStyle(key, style, at: reader.place(of: key)))
    }
    if reader.has(.parameter) { result.parameters = reader.texts(.parameter, &diagnostics) }
    if reader[.first]?.text == "unknown" {
        (result.first, result.isFirstUnknown) = (nil, true)
    } else if let first = reader.integer(.first, 0...Int.max, &diagnostics) {
        (result.first, result.isFirstUnknown) = (first, false)
    }
    result.current = reader[.current].flatMap { readSource($0, .current, &diagnostics) } ?? result.current
    result.size = reader.text(.size, &diagnostics) ?? result.size
    result.limit = reader.text(.limit, &diagnostics) ?? result.limit
    result.hasNext = reader[.hasNext].flatMap { readSource($0, .hasNext, &diagnostics) } ?? result.hasNext
    result.isLast = reader[.isLast].flatMap { readSource($0, .isLast, &diagnostics) } ?? result.isLast
    result.total = reader[.total].flatMap { readSource($0, .total, &diagnostics) } ?? result.total
    result.totalPages = reader[.totalPages].flatMap { readSource($0, .totalPages, &diagnostics) } ?? result.totalPages
    if let node = reader[.next] {
        result.next = (node.elements ?? [node]).compactMap { readSource($0, .next, &diagnostics) }
    }
    if reader.has(.key) { result.keys = reader.texts(.key, &diagnostics) }
    result.shortPageEnds = reader.flag(.shortPageEnds, &diagnostics) ?? result.shortPageEnds
    result.omitsEmptyList = reader.flag(.omitsEmptyList, &diagnostics) ?? result.omitsEmptyList
    result.elements = reader.text(.elements, &diagnostics) ?? result.elements
    result.continuation = reader.text(.continue, &diagnostics) ?? result.continuation
    if reader.has(.default), base != nil || name == nil {
        diagnostics.report(.defaultOnEndpoint(at: reader.place(of: .default)))
    } else {
        result.isDefault = reader.flag(.default, &diagnostics) ?? false
    }
    if requiresAll { checkRequiredKeys(result, &diagnostics) }
    return result
}

func checkRequiredKeys(_ strategy: Description.Pagination, _ diagnostics: inout Diagnostics) {
    func hasValue(_ key: StrategyKey) -> Bool {
        switch key {
        case .parameter: !strategy.parameters.isEmpty
        case .next: !strategy.next.isEmpty
        case .key: !strategy.keys.isEmpty
        default: true
        }
    }
    for key in strategy.style.requiredKeys where !hasValue(key) {
        diagnostics.report(.styleNeedsKey(strategy.style, key, at: strategy.place))
    }
    let cursors = strategy.style == .cursor ? strategy.next.count : strategy.style == .keyset ? strategy.keys.count : 1
    if cursors > 0, !strategy.parameters.isEmpty, strategy.parameters.count != cursors {
        diagnostics.report(.cursorCount(strategy.parameters, cursors, strategy.style))
    }
    if strategy.style == .nextURL, strategy.next.count > 1 {
        diagnostics.report(.severalLinks(at: strategy.next[1].name.place))
    }
    if strategy.shortPageEnds, strategy.style == .page ? strategy.size == nil : strategy.limit == nil {
        diagnostics.report(.shortPageNeedsSize(strategy.style == .page ? .size : .limit, at: strategy.place))
    }
}

/// A path in the body, or `{header: …}`.
private func readSource(
    _ node: Node, _ key: StrategyKey, _ diagnostics: inout Diagnostics
) -> Description.Pagination.Source? {
    if node.isMapping {
        guard let source = MappingReader<SourceKey>(node, &diagnostics) else { return nil }
        switch (source.text(.header, &diagnostics), source.text(.body, &diagnostics)) {
        case (let header?, nil):
            guard header.text.isHeaderName else {
                return diagnostics.fail(.badHeaderName(header.text, at: header.place))
            }
            return .header(header)
        case (nil, let body?): return .body(body)
        default:
            return diagnostics.fail(
                .wrongValue(of: key.rawValue, found: "both or neither", expected: "'header' or 'body'", at: node.place))
        }
    }
    guard let text = node.text else {
        return diagnostics.fail(.wrongValue(of: key.rawValue, node, expected: "a path or {header: …}"))
    }
    return .body(.init(text: text, place: node.place))
}

extension Diagnostic {
    static func keyOfOtherStyle(
        _ key: StrategyKey, _ style: Description.Pagination.Style, at place: SourceLocation
    ) -> Self {
        let styles = Description.Pagination.Style.allCases.filter { $0.keys.union($0.commonKeys).contains(key) }.map(
            \.rawValue)
        return .error(
            "key-of-other-style", "'\(key.rawValue)' means nothing to the style '\(style.rawValue)'",
            help: styles.isEmpty ? nil : "it belongs to \(DiagnosticText.list(styles, "and"))", at: place)
    }
    static func styleNeedsKey(
        _ style: Description.Pagination.Style, _ key: StrategyKey, at place: SourceLocation
    ) -> Self {
        .error(
            "style-needs-key", "the style '\(style.rawValue)' needs '\(key.rawValue)'",
            help: .phrase(key.summary), at: place)
    }
    static func cursorCount(
        _ parameters: [Description.Name], _ cursors: Int, _ style: Description.Pagination.Style
    ) -> Self {
        let key = style == .cursor ? "next" : style == .keyset ? "key" : nil
        return .error(
            "cursor-count",
            key.map { "'parameter' names \(parameters.count), and '\($0)' \(cursors)" }
                ?? "a \(style.rawValue) is one parameter",
            help: key.map { "each value of '\($0)' goes into one parameter, in the same order" }
                ?? "name the one that counts",
            at: parameters[parameters.count - 1].place)
    }
    static func severalLinks(at place: SourceLocation) -> Self {
        .error("several-links", "there is one URL of the next page", help: "keep one path", at: place)
    }
    static func shortPageNeedsSize(_ key: StrategyKey, at place: SourceLocation) -> Self {
        .error(
            "short-page-needs-size", "'shortPageEnds' needs '\(key.rawValue)'",
            help: "name the parameter that says how long a page is", at: place)
    }
    static func defaultOnEndpoint(at place: SourceLocation) -> Self {
        .error(
            "default-on-endpoint", "'default' is for a named strategy",
            help: "declare the strategy under the top-level 'pagination:'", at: place
        )
    }
}
