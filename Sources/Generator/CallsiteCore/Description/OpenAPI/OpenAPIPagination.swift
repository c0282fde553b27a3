// Pagination that a document declares itself, by one of the extensions that several tools have for it. None is part of
// OpenAPI, so a declaration is used where it fits the operation, and otherwise reported.

extension OpenAPIReader {
    func readPagination(of operation: FoundOperation, into endpoint: inout Description.Endpoint) {
        let node = operation.node
        if let value = node["x-ms-pageable"] {
            endpoint.pagination = pageable(value)
        } else if let declaration = node["x-speakeasy-pagination"].flatMap(speakeasyPagination)
            ?? node["x-fern-pagination"].flatMap({ pagination($0, called: "x-fern-pagination") })
            ?? node["x-pagination"].flatMap({ pagination($0, called: "x-pagination") })
        {
            endpoint.pagination = .suggested(declaration)
        }
    }

    private func name(_ node: Node, dropping prefix: String = "") -> Description.Name? {
        guard let text = node.text, !text.isEmpty else { return nil }
        return .init(text: text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text, place: node.place)
    }

    /// AutoRest: `{nextLinkName: nextLink, itemName: value}`; null as the link's name means that there is one page
    /// only.
    private func pageable(_ node: Node) -> Description.PaginationUse {
        if let link = node["nextLinkName"], link.isNull { return .none(node.place) }
        var result = Description.Pagination(name: "x-ms-pageable", style: .nextURL, place: node.place)
        result.next = [.body(node["nextLinkName"].flatMap { name($0) } ?? .init(text: "nextLink", place: node.place))]
        result.elements = node["itemName"].flatMap { name($0) } ?? .init(text: "value", place: node.place)
        return .suggested(result)
    }

    /// `{type: cursor, inputs: [{name, in, type}], outputs: {results: $.items, nextCursor: $.next}}`.
    private func speakeasyPagination(_ node: Node) -> Description.Pagination? {
        var inputs: [String: Description.Name] = [:]
        for input in node["inputs"]?.elements ?? [] {
            if let kind = input["type"]?.text, let name = input["name"].flatMap({ name($0) }) { inputs[kind] = name }
        }
        let outputs = node["outputs"]
        func output(_ key: String) -> Description.Name? {
            outputs?.value(forKey: key).flatMap { name($0, dropping: "$.") }
        }
        let style: Description.Pagination.Style
        switch node["type"]?.text {
        case "cursor": style = .cursor
        case "url": style = .nextURL
        case "offsetLimit": style = inputs["page"] != nil ? .page : .offset
        default: return nil
        }
        var result = Description.Pagination(name: "x-speakeasy-pagination", style: style, place: node.place)
        result.parameters = [inputs["cursor"] ?? inputs["page"] ?? inputs["offset"]].compactMap { $0 }
        if style == .page { result.size = inputs["limit"] } else if style == .offset { result.limit = inputs["limit"] }
        result.elements = output("results")
        result.next = [output("nextCursor") ?? output("nextUrl")].compactMap { $0.map { .body($0) } }
        if style == .page { result.totalPages = output("numPages").map { .body($0) } }
        return result
    }

    /// Fern's `{cursor: $request.cursor, next_cursor: $response.next, results: $response.data}`, and the plainer words
    /// of others: `{cursorParam, cursorPath, pageParam, pageOffsetParam, limitParam, resultsPath, pageStart}`, and the
    /// native format's own.
    private func pagination(_ node: Node, called name: String) -> Description.Pagination? {
        func value(_ keys: String...) -> Description.Name? {
            for key in keys {
                guard let entry = node.value(forKey: key), let text = entry.text else { continue }
                for prefix in ["$request.", "$response.", "$.", "body."] where text.hasPrefix(prefix) {
                    return self.name(entry, dropping: prefix)
                }
                return self.name(entry)
            }
            return nil
        }
        let word = node["style"]?.text ?? node["type"]?.text
        let cursor = value("cursor", "cursorParam", "parameter")
        let next = value("next_cursor", "nextCursor", "cursorPath", "next", "nextUrl", "next_uri")
        let page = value("pageParam", "page")
        let offset = value("pageOffsetParam", "offsetParam", "offset")
        var style =
            word.flatMap { Description.Pagination.Style(rawValue: $0) }
            ?? (cursor != nil && next != nil
                ? .cursor : page != nil ? .page : offset != nil ? .offset : next != nil ? .nextURL : nil)
        // Fern calls a page's number an offset as well.
        if style == .offset, let offset, OpenAPIReader.isPageName(offset.text) { style = .page }
        guard let style else { return nil }
        var result = Description.Pagination(name: name, style: style, place: node.place)
        switch style {
        case .cursor, .keyset: result.parameters = [cursor].compactMap { $0 }
        case .page: result.parameters = [page ?? offset ?? cursor].compactMap { $0 }
        case .offset: result.parameters = [offset ?? cursor].compactMap { $0 }
        case .nextURL, .link, .range: break
        }
        if style == .cursor || style == .nextURL { result.next = [next].compactMap { $0.map { .body($0) } } }
        if style == .keyset { result.keys = [value("key", "idPath")].compactMap { $0 } }
        let size = value("limitParam", "limit", "size", "step")
        if style == .page { result.size = size } else if style == .offset { result.limit = size }
        result.elements = value("results", "resultsPath", "items", "elements", "itemsPath")
        result.hasNext = value("has-next-page", "hasNext", "hasMore").map { .body($0) }
        result.first = node["pageStart"]?.text.flatMap { Int($0) } ?? node["first"]?.text.flatMap { Int($0) }
        return result
    }

    private static func isPageName(_ name: String) -> Bool {
        Words.split(name).contains { $0.lowercased() == "page" } && !name.contains("offset")
    }
}
