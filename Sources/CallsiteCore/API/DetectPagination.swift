// Paging where a description says nothing of it: found by names and types on both sides, the request and the answer, or not at all. A
// wrong guess would cost an unused conformance, since `send` returns the same; but it would be believed, so a name alone is never enough.
//
// The rules are tried in the order of how seldom they err; each has a number, under which `callsite inspect` lists what it found.

extension API {
    /// What was found, or why nothing was.
    struct DetectedPaging: Hashable, Sendable {
        /// `R4`.
        var rule: String
        var reason: String
    }
}

extension Resolver {
    /// Looks at an endpoint for paging. What looks like it and isn't certain is refused, with the reason.
    mutating func detectPagination(on index: Int) {
        let endpoint = api.endpoints[index]
        guard let detection = PagingDetection(endpoint, in: api) else { return }
        for candidate in detection.candidates() {
            var trial = Diagnostics()
            checkRequiredKeys(candidate.declaration, &trial)
            let pagination = check(candidate.declaration, on: index, origin: .detected(candidate.finding), &trial)
            if let pagination, !trial.hasErrors {
                api.endpoints[index].pagination = pagination
                return
            }
        }
        api.endpoints[index].pagingRefusal = detection.refusal()
    }

    /// The path to the one list that an answer is about; nil where the body is the list, or there is none or several.
    func listPath(of index: Int) -> Description.Name? {
        let endpoint = api.endpoints[index]
        return PagingDetection(endpoint, in: api)?.listPath.map { .init(text: $0, place: endpoint.place) }
    }
}

/// One endpoint, looked at.
private struct PagingDetection {
    struct Candidate {
        var declaration: Description.Pagination
        var finding: API.DetectedPaging
    }

    /// A value that a request can carry.
    struct Parameter {
        var name: String
        /// Small letters and digits only: `page[number]` is `pagenumber`.
        var key: String
        var shape: API.Shape
        var property: API.Property
    }

    /// A scalar in the answer.
    struct Field {
        /// `response_metadata.next_cursor`.
        var path: String
        var key: String
        /// The key of what it lies in; empty at the top.
        var parent: String
        var shape: API.Shape
    }

    let api: API
    let endpoint: API.Endpoint
    private var parameters: [Parameter] = []
    private var fields: [Field] = []
    /// The path to the list; nil: the body is the list.
    private var elements: String?
    private var element: API.Shape = .scalar(.json)
    /// Several lists, and nothing says which is meant.
    private var rivals: [String] = []

    /// nil: it is no list that could have pages.
    init?(_ endpoint: API.Endpoint, in api: API) {
        self.api = api
        self.endpoint = endpoint
        let response = endpoint.response
        guard response.stream == nil, response.cases.isEmpty, response.encoding == .json else { return nil }
        guard endpoint.method == "GET" || (endpoint.method == "POST" && Self.isSearch(endpoint)) else { return nil }
        guard findList(in: response.shape.withoutOptional) else { return nil }
        collectParameters()
        var seen: Set<API.Shape> = []
        collectFields(of: response.shape.withoutOptional, at: "", parent: "", depth: 0, &seen)
    }

    var listPath: String? { rivals.isEmpty ? elements : nil }

    /// A POST that asks rather than makes.
    private static func isSearch(_ endpoint: API.Endpoint) -> Bool {
        let words = Words.split(endpoint.name + " " + endpoint.path.text).map { $0.lowercased() }
        return ["search", "list", "query", "scroll"].contains { verb in words.contains { $0 == verb || $0 == verb + "es" } }
    }

    static func key(_ name: String) -> String {
        String(name.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) })
    }

    // MARK: - The answer

    private static let genericLists: Set<String> = [
        "data", "items", "results", "result", "values", "value", "entries", "records", "content", "list", "rows", "elements", "objects",
        "collection", "resources", "hits", "edges", "nodes",
    ]
    private static let sideLists: Set<String> = [
        "errors", "warnings", "included", "links", "facets", "messages", "meta", "metadata", "fields", "columns", "schemas", "deprecations",
        "expandable", "pagination",
    ]

    /// The one list that an answer is about.
    private mutating func findList(in shape: API.Shape) -> Bool {
        if case .list(let element) = api.resolvingAliases(shape) {
            self.element = element
            return true
        }
        var candidates = lists(in: shape, at: "")
        if candidates.isEmpty {
            for property in api.properties(of: shape) ?? [] {
                guard case .named = api.resolvingAliases(property.shape.withoutOptional) else { continue }
                candidates += lists(in: property.shape.withoutOptional, at: property.wireName + ".")
            }
        }
        guard !candidates.isEmpty else { return false }
        guard let best = chosen(candidates) else {
            rivals = candidates.map(\.path)
            elements = candidates[0].path
            return true
        }
        elements = best.path
        element = best.element
        return true
    }

    private func lists(in shape: API.Shape, at prefix: String) -> [(path: String, key: String, element: API.Shape)] {
        (api.properties(of: shape) ?? []).compactMap { property in
            guard case .list(let element) = api.resolvingAliases(property.shape.withoutOptional) else { return nil }
            let key = Self.key(property.wireName)
            return Self.sideLists.contains(key) ? nil : (prefix + property.wireName, key, element)
        }
    }

    private func chosen(
        _ candidates: [(path: String, key: String, element: API.Shape)]
    ) -> (path: String, key: String, element: API.Shape)? {
        if candidates.count == 1 { return candidates[0] }
        let generic = candidates.filter { Self.genericLists.contains($0.key) }
        if generic.count == 1 { return generic[0] }
        let segments = endpoint.path.text.prefix { $0 != "?" }.split(separator: "/").filter { !$0.contains("{") }
        if let last = segments.last.map({ Self.key(String($0)) }), let named = candidates.first(where: { $0.key == last }) { return named }
        let objects = candidates.filter { api.properties(of: $0.element.withoutOptional) != nil }
        return objects.count == 1 ? objects[0] : nil
    }

    private mutating func collectFields(
        of shape: API.Shape, at prefix: String, parent: String, depth: Int, _ seen: inout Set<API.Shape>
    ) {
        guard depth < 4, fields.count < 300 else { return }
        let resolved = api.resolvingAliases(shape)
        guard let properties = api.properties(of: resolved), seen.insert(resolved).inserted else { return }
        for property in properties {
            let key = Self.key(property.wireName)
            switch api.resolvingAliases(property.shape.withoutOptional) {
            case .scalar(let scalar) where scalar != .void:
                fields.append(
                    .init(path: prefix + property.wireName, key: key, parent: parent, shape: .scalar(scalar)))
            case .named(let id, _):
                if case .object = api[id].content {
                    collectFields(
                        of: property.shape.withoutOptional, at: prefix + property.wireName + ".", parent: key, depth: depth + 1, &seen)
                }
            default: break
            }
        }
    }

    // MARK: - The request

    private mutating func collectParameters() {
        func add(_ property: API.Property) {
            parameters.append(
                .init(
                    name: property.wireName, key: Self.key(property.wireName),
                    shape: api.resolvingAliases(property.shape.withoutOptional), property: property))
        }
        for parameter in endpoint.parameters where parameter.location == .query { add(parameter.property) }
        guard endpoint.method == "POST" else { return }
        switch endpoint.body?.content {
        case .fields(let fields)?: fields.forEach(add)
        case .whole(let shape, false)?: (api.properties(of: shape) ?? []).forEach(add)
        default: break
        }
    }

    private func isInteger(_ shape: API.Shape) -> Bool { [.int, .int32, .int64].contains { shape == .scalar($0) } }
    private func isNumber(_ shape: API.Shape) -> Bool { isInteger(shape) || shape == .scalar(.double) }
    private func isText(_ shape: API.Shape) -> Bool { [.string, .uuid, .json].contains { shape == .scalar($0) } }

    // MARK: - Candidates

    private static let tokenParameters: [String] = [
        "cursor", "pagetoken", "nextpagetoken", "pagecursor", "nexttoken", "nextcursor", "paginationtoken", "continuationtoken", "continue",
        "marker", "after", "startingafter", "pageafter", "pagekey", "bookmark", "startcursor", "exclusivestartkey", "starttoken", "afterid",
        "next", "page", "offset", "start", "since", "from", "lastid", "lastkey", "nextpage",
    ]
    private static let tokenFields: [String] = [
        "nextpagetoken", "nextcursor", "nexttoken", "nextpagecursor", "nextpaginationtoken", "nextcontinuationtoken", "nextmarker",
        "nextkey",
        "nextpage", "nextoffset", "nextafter", "nextstart", "next", "endcursor", "paginationtoken", "continuationtoken", "pagetoken",
        "cursor",
        "after", "marker", "continue", "lastid", "lastkey", "lastevaluatedkey",
    ]
    private static let sizes: Set<String> = [
        "limit", "perpage", "pagesize", "count", "size", "maxresults", "max", "top", "pagelimit", "resultsperpage", "itemsperpage", "take",
        "pagecount", "maxitems", "rows", "first", "numresults", "perpagecount",
    ]
    private static let pages: Set<String> = [
        "page", "currentpage", "pagenumber", "pagenum", "pg", "pageindex", "pageno", "searchcriteriacurrentpage",
    ]
    private static let offsets: Set<String> = ["offset", "skip", "startindex", "startat", "pageoffset", "startposition", "offsetindex"]

    private var size: Parameter? { parameters.first { Self.sizes.contains($0.key) && isNumber($0.shape) } }

    /// A flag that there is more.
    private var flag: Field? {
        let keys = ["hasmore", "hasnext", "hasnextpage", "hasmoreitems", "hasmoreresults", "hasmorepages", "more", "ismore"]
        return fields.first { keys.contains($0.key) && $0.shape == .scalar(.bool) }
    }

    private func count(_ keys: [String]) -> Field? {
        for key in keys { if let field = fields.first(where: { $0.key == key && isInteger($0.shape) }) { return field } }
        return nil
    }
    private var total: Field? {
        count(["totalcount", "totalitems", "totalresults", "totalrecords", "totalelements", "totalentries", "totalsize", "total"])
    }
    private var totalPages: Field? { count(["totalpages", "pagecount", "numpages", "totalpagecount", "lastpage", "pages"]) }

    private func name(_ text: String) -> Description.Name { .init(text: text, place: endpoint.place) }

    private func declaration(_ style: Description.Pagination.Style) -> Description.Pagination {
        var declaration = Description.Pagination(style: style, place: endpoint.place)
        declaration.elements = elements.map(name)
        return declaration
    }

    /// In the order of the rules. A single resource, and a list among several, have none.
    func candidates() -> [Candidate] {
        guard rivals.isEmpty, !isSingleResource else { return [] }
        return [token(), url(), link(), afterLast(), pageNumber(), offset()].compactMap { $0 }
    }

    /// `/invoices/{id}` whose answer holds one list is an invoice with its lines, unless the list has a name that says nothing.
    private var isSingleResource: Bool {
        let path = endpoint.path.text.prefix { $0 != "?" }
        let last = path.split(separator: "/").last ?? ""
        guard last.contains("}"), endpoint.method == "GET", let elements else { return false }
        let key = Self.key(String(elements.split(separator: ".").last ?? ""))
        return elements.contains(".") || !Self.genericLists.contains(key)
    }

    /// R4: a token in the answer, and a parameter for it.
    private func token() -> Candidate? {
        guard let pair = tokenPair() else { return nil }
        var result = declaration(.cursor)
        result.parameters = [name(pair.parameter.name)]
        result.next = [.body(name(pair.field.path))]
        if let flag, !flag.key.isEmpty { result.hasNext = .body(name(flag.path)) }
        return .init(
            declaration: result,
            finding: .init(rule: "R4", reason: "the answer's '\(pair.field.path)' is a token, and '\(pair.parameter.name)' takes it"))
    }

    private func tokenPair() -> (parameter: Parameter, field: Field)? {
        let excluded: Set<String> = ["nextsynctoken", "scrollid"]
        for fieldKey in Self.tokenFields {
            for field in fields where field.key == fieldKey && !excluded.contains(field.key) && !isPrevious(field) && !isURL(field) {
                // What links to the next page by name only is told apart when it comes.
                let candidates = Self.tokenParameters.compactMap { key in parameters.first { $0.key == key } }
                for parameter in candidates where isPair(parameter, field) { return (parameter, field) }
            }
        }
        return nil
    }

    private func isPair(_ parameter: Parameter, _ field: Field) -> Bool {
        let isLoose = ["page", "offset", "start", "since", "from", "next", "nextpage"].contains(parameter.key)
        if isInteger(parameter.shape) {
            // A number that the answer gives for the same parameter: `page` and `next_page`.
            guard isInteger(field.shape) else { return false }
            return field.key == "next" + parameter.key || (parameter.key == "page" && field.key == "nextpage")
                || (parameter.key == "offset" && field.key == "nextoffset")
        }
        guard isText(parameter.shape), isText(field.shape) || isInteger(field.shape) else { return false }
        // An echo of what was asked for is called as the parameter; a time where the list begins is no token.
        if isLoose { return field.key.hasPrefix("next") || field.key == parameter.key && field.parent != "" }
        return true
    }

    private func isPrevious(_ field: Field) -> Bool {
        ["prev", "previous", "before", "first", "self"].contains { field.parent.hasPrefix($0) || field.key.hasPrefix($0) }
    }

    private func isURL(_ field: Field) -> Bool {
        if field.shape == .scalar(.url) { return true }
        let isNamed = ["url", "uri", "href", "link"].contains { field.key.hasSuffix($0) }
        return isNamed || (field.key == "next" && field.parent.contains("link"))
            || (field.key == "next" && field.path.lowercased().contains("links."))
    }

    /// R3: the URL of the next page in the answer.
    private func url() -> Candidate? {
        let field = fields.first { field in
            guard field.shape == .scalar(.string) || field.shape == .scalar(.url), !isPrevious(field) else { return false }
            if isURL(field) { return field.key.hasPrefix("next") || field.key.hasSuffix("nextlink") || field.parent.hasPrefix("next") }
            // A bare `next` is a URL where nothing could take it as a token.
            return field.key == "next" || field.key == "nextpage" && hasNumber
        }
        guard let field else { return nil }
        var result = declaration(.nextURL)
        result.next = [.body(name(field.path))]
        return .init(declaration: result, finding: .init(rule: "R3", reason: "the answer's '\(field.path)' is the URL of the next page"))
    }

    /// The request counts pages or elements, so what the answer gives as text is no number.
    private var hasNumber: Bool {
        parameters.contains { (Self.pages.contains($0.key) || Self.offsets.contains($0.key)) && isInteger($0.shape) }
    }

    /// R2: the header `Link` (RFC 8288).
    private func link() -> Candidate? {
        guard endpoint.response.declaresLink else { return nil }
        return .init(declaration: declaration(.link), finding: .init(rule: "R2", reason: "the answer declares the header 'Link'"))
    }

    /// R5: a flag that there is more, and a parameter for the last element's `id`.
    private func afterLast() -> Candidate? {
        guard let flag,
            let parameter = parameters.first(where: { ["startingafter", "after", "afterid"].contains($0.key) && isText($0.shape) }),
            let properties = api.properties(of: element.withoutOptional),
            let id = properties.first(where: {
                $0.wireName == "id" && (isText($0.shape.withoutOptional) || isInteger($0.shape.withoutOptional))
            })
        else { return nil }
        var result = declaration(.keyset)
        result.parameters = [name(parameter.name)]
        result.keys = [name(id.wireName)]
        result.hasNext = .body(name(flag.path))
        return .init(
            declaration: result,
            finding: .init(rule: "R5", reason: "'\(flag.path)' says that there is more, and '\(parameter.name)' takes the last 'id'"))
    }

    /// R6: the number of a page.
    private func pageNumber() -> Candidate? {
        guard let parameter = parameters.first(where: { Self.pages.contains($0.key) && isNumber($0.shape) }) else { return nil }
        var result = declaration(.page)
        result.parameters = [name(parameter.name)]
        result.first = first(parameter, otherwise: 1)
        result.size = size.map { name($0.name) }
        setEnd(&result)
        return .init(
            declaration: result,
            finding: .init(rule: "R6", reason: "'\(parameter.name)' is a whole number, from \(result.first ?? 1)" + end(result)))
    }

    /// R7: how many elements to skip, and with it a size or a total.
    private func offset() -> Candidate? {
        guard let parameter = parameters.first(where: { Self.offsets.contains($0.key) && isNumber($0.shape) }), size != nil || total != nil,
            !isRange(parameter)
        else { return nil }
        var result = declaration(.offset)
        result.parameters = [name(parameter.name)]
        result.limit = size.map { name($0.name) }
        let first = first(parameter, otherwise: parameter.key == "startindex" ? 1 : 0)
        result.first = first == 0 ? nil : first
        setEnd(&result)
        result.totalPages = nil
        return .init(
            declaration: result,
            finding: .init(rule: "R7", reason: "'\(parameter.name)' is a whole number of elements to skip" + end(result)))
    }

    private func setEnd(_ declaration: inout Description.Pagination) {
        if let flag { declaration.hasNext = .body(name(flag.path)) }
        if let total { declaration.total = .body(name(total.path)) }
        if let totalPages, total == nil { declaration.totalPages = .body(name(totalPages.path)) }
    }

    private func end(_ declaration: Description.Pagination) -> String {
        guard let source = declaration.hasNext ?? declaration.total ?? declaration.totalPages else { return "" }
        return ", and '\(source.name.text)' tells the end"
    }

    /// As the description begins to count: by default, else by the least that it allows.
    private func first(_ parameter: Parameter, otherwise usual: Int) -> Int {
        switch parameter.property.absentValue?.kind {
        case .integer(let digits)?: if let number = Int(digits), number == 0 || number == 1 { return number }
        default: break
        }
        if let least = parameter.property.minimum, least == 0 || least == 1 { return least }
        return usual
    }

    /// The beginning of a time or of a range has an end beside it.
    private func isRange(_ parameter: Parameter) -> Bool {
        parameters.contains { ["end", "to", "until", "endtime", "enddate", "endat", "endindex"].contains($0.key) }
    }

    // MARK: - Refusals

    /// What looks like paging, and why it isn't taken for that.
    func refusal() -> API.DetectedPaging? {
        let looksPaged = !unchecked().isEmpty
        if looksPaged, !rivals.isEmpty {
            return .init(
                rule: "items", reason: "several lists, and nothing says which is meant: \(rivals.prefix(4).joined(separator: ", "))")
        }
        if looksPaged, isSingleResource {
            return .init(rule: "R13", reason: "the path names one resource, of which '\(elements ?? "")' is a part")
        }
        if let parameter = parameters.first(where: { ["after", "startingafter", "afterid"].contains($0.key) }) {
            return .init(rule: "R8", reason: "'\(parameter.name)' may be the last id, a token or a time, and the answer doesn't say")
        }
        if let parameter = parameters.first(where: {
            (Self.tokenParameters.contains($0.key) || Self.pages.contains($0.key)) && isText($0.shape)
        }) {
            return .init(rule: "R9", reason: "'\(parameter.name)' is text, and the answer has no token for it")
        }
        if let field = fields.first(where: {
            Self.tokenFields.contains($0.key) && $0.key.hasPrefix("next") && isText($0.shape) && !isPrevious($0)
        }) {
            return .init(rule: "R10", reason: "the answer's '\(field.path)' may be a token, and no parameter takes it")
        }
        if let flag { return .init(rule: "R12", reason: "'\(flag.path)' says that there is more, and no parameter asks for it") }
        if let size { return .init(rule: "R11", reason: "'\(size.name)' says how many, and nothing asks for the next ones") }
        return nil
    }

    private func unchecked() -> [Candidate] { [token(), url(), link(), afterLast(), pageNumber(), offset()].compactMap { $0 } }
}
