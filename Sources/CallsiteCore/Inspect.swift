/// What `callsite inspect` tells of an API: the stages of `generate` up to the resolved API.
package func inspect(_ sources: SourceSet, options: Options) -> Inspection { inspected(sources, options: options).inspection }

/// The same, with every name chosen; no lowering of an API that has errors or lacks files.
func inspected(
    _ sources: SourceSet, options: Options, reportsNames: Bool = false
) -> (inspection: Inspection, lowering: Lowering?) {
    var diagnostics = Diagnostics()
    let nodes = parse(sources, &diagnostics)
    let description = readDescription(nodes, options, &diagnostics)
    var inspection = Inspection(apiName: description.name.text, diagnostics: diagnostics)
    guard description.missing.isEmpty else {
        inspection.missing = description.missing
        return (inspection, nil)
    }
    let api = resolve(description, options, &diagnostics)
    inspection.apiName = api.name
    var lowering = Lowering(api, options)
    // What names clash is told where names are shown: by 'inspect --names' and on a page. Of an API with errors nothing is printed.
    var unsaid = Diagnostics()
    let isNamed = !diagnostics.hasErrors
    if isNamed { lowering.nameEverything(&unsaid) }
    if reportsNames { diagnostics.append(unsaid) }
    inspection.diagnostics = options.isStrict ? diagnostics.treatingWarningsAsErrors() : diagnostics
    inspection.endpoints = api.endpoints.enumerated().map { index, endpoint in
        let errors = endpoint.errors ?? api.errors
        return EndpointSummary(
            name: endpoint.name, swiftName: isNamed ? lowering.endpointNames[index].name : "",
            swiftResponse: isNamed ? lowering.written(endpoint.response) : "", method: endpoint.method, path: endpoint.path.text,
            response: endpoint.response.cases.isEmpty
                ? (endpoint.response.stream == nil ? "" : "stream of ") + api.written(endpoint.response.shape)
                    + (endpoint.response.isOptional ? "?" : "")
                : endpoint.response.cases.map { "\($0.status) \(api.written($0.shape))" }.joined(separator: " | "),
            failure: errors.map { "\($0.status) \(api.written($0.shape))" }.joined(separator: ", "),
            paging: endpoint.pagination.map(PagingSummary.init), pagingRefusal: endpoint.pagingRefusal.map { "\($0.rule): \($0.reason)" },
            links: endpoint.links.map(\.template.text), location: endpoint.place, isDeprecated: endpoint.deprecation != nil)
    }
    return (inspection, inspection.diagnostics.hasErrors ? nil : lowering)
}

package struct Inspection: Sendable {
    package var apiName: String
    package var endpoints: [EndpointSummary] = []
    package var missing: [MissingSource] = []
    package var diagnostics: Diagnostics
}

extension Lowering {
    /// What a response is in Swift.
    fileprivate func written(_ response: API.Response) -> String {
        guard response.cases.isEmpty else {
            return response.cases.map { "\($0.status) \(typeName($0.shape).text)" }.joined(separator: " | ")
        }
        let type = typeName(response.shape).text + (response.isOptional && !response.shape.isOptional ? "?" : "")
        return response.stream == nil ? type : "stream of " + type
    }
}

/// One endpoint, for people and for scripts.
package struct EndpointSummary: Hashable, Sendable {
    package var name: String
    /// The request's type.
    package var swiftName: String
    /// The response's type, as it is called inside the request.
    package var swiftResponse: String
    package var method: String
    package var path: String
    package var response: String
    /// Statuses and what they hold, most exact first.
    package var failure: String
    /// nil: it doesn't page.
    package var paging: PagingSummary?
    /// Why what looks like paging isn't taken for it, after the rule's number.
    package var pagingRefusal: String?
    /// The patterns of deep links that lead to it.
    package var links: [String]
    package var location: SourceLocation
    package var isDeprecated: Bool
}

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

    init(_ pagination: API.Pagination) {
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
        add("parameter", declaration.parameters.first?.text)
        add("first", declaration.isFirstUnknown ? "unknown" : declaration.first.map { String($0) })
        add("current", written(declaration.current))
        add("size", declaration.size?.text)
        add("limit", declaration.limit?.text)
        add("next", written(declaration.next.first))
        add("key", declaration.keys.first?.text)
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
            let total = declaration.totalPages.map { "up to \(name($0)) pages" } ?? declaration.total.map { "up to \(name($0))" }
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

extension API {
    /// A type in the native format's spelling.
    func written(_ shape: Shape) -> String {
        switch shape {
        case .scalar(let scalar): scalar.rawValue
        case .typeParameter(let name): name
        case .list(let element): "[\(written(element))]"
        case .dictionary(let value): "[String: \(written(value))]"
        case .optional(let wrapped): written(wrapped) + "?"
        case .named(let id, let arguments):
            (self[id].owner == .api ? self[id].name : "{…}")
                + (arguments.isEmpty ? "" : "<" + arguments.map(written).joined(separator: ", ") + ">")
        }
    }
}
