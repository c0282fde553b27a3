// Detects pagination where a description doesn't declare it, by the names and types of both the request and the
// response. A wrong guess would cost an unused conformance, since `send` returns the same; but people would believe it,
// so a name alone is never enough.
//
// The rules are tried in order, the most reliable first. Each has a number, under which `callsite inspect` lists the
// rule's findings.

extension API {
    /// The rule that found an endpoint's pagination, or refused it, and the reason.
    package struct DetectedPaging: Hashable, Sendable {
        /// `R4`.
        package var rule: String
        package var reason: String

        init(_ rule: String, _ reason: String) { (self.rule, self.reason) = (rule, reason) }
    }
}

extension Resolver {
    /// Detects the pagination of an endpoint. An uncertain case is refused, with the reason.
    func detectPagination(on index: Int, _ bases: PagingBases) {
        // Detected first and set afterwards: changing the API while the detection holds it would copy it.
        let (pagination, refusal) = detectedPagination(of: index, bases)
        if let pagination { api.endpoints[index].pagination = pagination }
        if let refusal { api.endpoints[index].pagingRefusal = refusal }
    }

    /// Replaces pagination detected by names alone with pagination that requests have shown.
    ///
    /// - Parameters:
    ///   - isShown: Whether the requests to an endpoint asked for pages as a declaration says.
    ///   - observed: A declaration derived from the requests, for names that no rule knows.
    /// - Returns: The endpoints whose names look paginated, although no request shows it.
    package func keepShownPagination(
        _ isShown: (API.Endpoint, Description.Pagination) -> Bool,
        observed: (API.Endpoint) -> Description.Pagination?
    ) -> [Int] {
        let bases = PagingBases(api)
        var doubtful: [Int] = []
        for index in api.endpoints.indices {
            let endpoint = api.endpoints[index]
            let wasDetected = endpoint.pagination != nil
            if let own = endpoint.pagination, isShown(endpoint, own.declaration) { continue }
            var declarations = PagingDetection(endpoint, in: api, bases)?.candidates().map(\.declaration) ?? []
            declarations.removeAll { !isShown(endpoint, $0) }
            if let declaration = observed(endpoint) { declarations.append(declaration) }
            let pagination = declarations.lazy.compactMap { try? self.attempt($0, on: index, .declared).get() }.first
            api.endpoints[index].pagination = pagination
            if wasDetected, pagination == nil { doubtful.append(index) }
        }
        return doubtful
    }

    private func detectedPagination(of index: Int, _ bases: PagingBases) -> (
        pagination: API.Pagination?, refusal: API.DetectedPaging?
    ) {
        guard let detection = PagingDetection(api.endpoints[index], in: api, bases) else {
            return (nil, PagingDetection.earlyRefusal(of: api.endpoints[index], in: api))
        }
        var refusal: API.DetectedPaging?
        for candidate in detection.candidates() {
            let finding = candidate.finding
            switch attempt(candidate.declaration, on: index, .detected(finding)) {
            case .success(let pagination): return (pagination, nil)
            // The rule fits, but the parameter or the path can't be used.
            case .failure(let misfit):
                guard refusal == nil, let problem = misfit.diagnostics.first else { continue }
                refusal = .init(finding.rule, "\(finding.reason), but \(problem.message)")
            }
        }
        return (nil, refusal ?? detection.refusal())
    }

    /// Sets the first page or offset of a suggestion, which doesn't say where counting begins.
    func setFirst(_ declaration: inout Description.Pagination, on index: Int, _ bases: PagingBases) {
        guard declaration.style == .page || declaration.style == .offset, let name = declaration.parameters.first?.text,
            let detection = PagingDetection(api.endpoints[index], in: api, bases),
            let parameter = detection.parameters.first(where: { $0.name == name })
        else { return }
        detection.setFirst(&declaration, parameter)
    }

    /// The path to a response's only list; nil if the body is the list, or if there are none or several.
    func listPath(of index: Int) -> Description.Name? {
        let endpoint = api.endpoints[index]
        return PagingDetection(endpoint, in: api, .init())?.listPath.map { .init(text: $0, place: endpoint.place) }
    }
}

extension PagingDetection {
    // MARK: - Candidates

    func name(_ text: String) -> Description.Name { .init(text: text, place: endpoint.place) }

    private func declaration(
        _ style: Description.Pagination.Style, moving parameter: String? = nil
    ) -> Description.Pagination {
        let moving = [parameter].compactMap { $0.map(name) }
        var declaration = Description.Pagination(style: style, parameters: moving, place: endpoint.place)
        declaration.elements = elements.map(name)
        return declaration
    }

    /// The candidates in the order of the rules. They are computed lazily, since the first usually fits. There are none
    /// for a single resource, or for a list among several.
    func candidates() -> some Sequence<Candidate> { unchecked(isPaged: rivals.isEmpty && !isSingleResource) }

    func unchecked(isPaged: Bool = true) -> some Sequence<Candidate> {
        let rules: [() -> Candidate?] =
            !isPaged
            ? []
            : isUntyped
                ? [link]
                : [token, headerToken, url, link, afterLast, statedLink, pageNumber, offset]
        return rules.lazy.compactMap { $0() }
    }

    /// `/invoices/{id}` whose response holds one list is an invoice with its lines, unless the list has a generic name
    /// such as `data`.
    var isSingleResource: Bool {
        let last = segments.last ?? ""
        guard endpoint.method == "GET", let elements else { return false }
        let key = Self.key(listName ?? "")
        if !last.contains("}") { return isPartOfResource(key) }
        if elements.contains(".") { return true }
        if Self.genericLists.contains(key) { return false }
        // `/contacts/{id}` whose response lists `contacts` is a single contact, unless the request asks for pages.
        let asks = parameters.contains { isCount($0) || Self.tokenParameterKeys.contains($0.key) }
        return !isNothingButPage || (key == lastSegment ?? "" && !asks)
    }

    /// An article's tags: a list without a generic name, beside three or more fields that say nothing of pages, is a
    /// part of one resource.
    private func isPartOfResource(_ key: String) -> Bool {
        guard let elements, !Self.genericLists.contains(key), !isNamedByPath(key),
            flag == nil, lastFlag == nil, total == nil, totalPages == nil, headerTotal == nil, headerPages == nil,
            tokenPair() == nil, !endpoint.response.declaresLink
        else { return false }
        let containers = elements.split(separator: ".").dropLast().map { Self.key(String($0)) }
        guard containers.allSatisfy({ !Self.genericLists.contains($0) && !Self.envelopes.contains($0) }) else {
            return false
        }
        return fieldsOfNoPage.count > 2
    }

    /// The names of objects that wrap a whole response, so that they are no part of a resource.
    private static let envelopes: Set<String> = ["response", "payload", "body", "output", "page", "message"]

    /// Whether the fields beside the list are only about pages, so that the response is no resource of its own.
    private var isNothingButPage: Bool {
        let others = (api.properties(of: page) ?? []).count { $0.wireName != elements }
        return others > 0 && fieldsOfNoPage.isEmpty
    }

    /// The fields beside the list and beside its containers whose names say nothing of pages.
    private var fieldsOfNoPage: [String] {
        let words: Set<String> = [
            "total", "count", "next", "previous", "prev", "page", "pages", "limit", "offset", "cursor", "token", "more",
            "size", "start", "end", "first", "last", "self", "href", "iterator", "marker", "position", "per", "link",
            "links", "rows", "errors",
        ]
        var shape = page
        var names: [String] = []
        var path = (elements ?? "").split(separator: ".").map(String.init)[...]
        while let properties = api.properties(of: shape) {
            names += properties.map(\.wireName).filter { $0 != path.first }
            guard let inner = properties.first(where: { $0.wireName == path.first }), path.count > 1 else { break }
            shape = inner.shape.withoutOptional
            path.removeFirst()
        }
        return names.filter { name in
            !Self.sideLists.contains(Self.key(name)) && !Words.split(name).contains { words.contains($0.lowercased()) }
        }
    }

    /// R4: a token in the response, and a parameter for it.
    private func token() -> Candidate? {
        guard let pair = tokenPair() else { return nil }
        var result = declaration(.cursor, moving: pair.parameter.name)
        result.next = [.body(name(pair.field.path))]
        if let flag { result.hasNext = .body(name(flag.path)) }
        let done = fields.first { $0.key == "done" && $0.shape == .scalar(.bool) && $0.parent == pair.field.parent }
        if result.hasNext == nil, let last = pair.field.key == "iterator" ? done : lastFlag {
            result.isLast = .body(name(last.path))
        }
        return .init(
            "R4", result, "the response's '\(pair.field.path)' is a token, and '\(pair.parameter.name)' takes it")
    }

    func tokenPair() -> (parameter: Parameter, field: Field)? {
        let excluded: Set<String> = ["nextsynctoken", "scrollid"]
        // Most responses have no such field at all.
        let tokens = fields.filter { Self.tokenFieldKeys.contains($0.key) && !excluded.contains($0.key) }
        guard !tokens.isEmpty else { return nil }
        for fieldKey in Self.tokenFields {
            for field in tokens where field.key == fieldKey && !isPrevious(field) && !isURL(field) {
                // A field called `next` may hold a link instead: the runtime distinguishes them when the response
                // comes.
                let candidates = Self.tokenParameters.compactMap { key in parameters.first { $0.key == key } }
                for parameter in candidates where isPair(parameter, field) { return (parameter, field) }
            }
        }
        return nil
    }

    /// R4: a token in a header of the response, which another header or a parameter takes.
    private func headerToken() -> Candidate? {
        let tokens: Set<String> = [
            "continuationtoken", "continuation", "nextcontinuationtoken", "nexttoken", "nextpagetoken", "nextcursor",
            "paginationtoken", "pagetoken", "nextmarker", "nextpagecursor",
        ]
        for field in responseHeaders where tokens.contains(where: { field.key.hasSuffix($0) }) {
            let taking = headers.first { $0.key == field.key || tokens.contains($0.key) }?.name
            let parameter = parameters.first { parameter in
                isText(parameter.shape) && !parameter.isInBody
                    && (field.key.hasSuffix(parameter.key) && tokens.contains(parameter.key)
                        || field.key.hasSuffix("next" + parameter.key) && Self.tokenParameters.contains(parameter.key))
            }
            guard let taker = taking ?? parameter?.name else { continue }
            var result = declaration(.cursor, moving: taker)
            result.next = [.header(name(field.name))]
            return .init("R4", result, "the response's header '\(field.name)' is a token, and '\(taker)' takes it")
        }
        return nil
    }

    private func isPair(_ parameter: Parameter, _ field: Field) -> Bool {
        let isLoose = ["page", "offset", "start", "since", "from", "next", "nextpage"].contains(parameter.key)
        // An id that is a number or a string, on both sides.
        if parameter.shape == api.resolvingAliases(field.shape), api.alternatives(of: parameter.shape) != nil {
            return field.key.hasPrefix("next") || !isLoose
        }
        // Bytes on both sides: Cosmos' keys.
        if parameter.shape == .scalar(.data), field.shape == .scalar(.data) {
            return field.key.hasPrefix("next") && !isLoose
        }
        if isNumber(parameter.shape) {
            // A number that the response gives for the same parameter: `page` and `next_page`, `from` and `next`.
            guard isNumber(field.shape) else { return false }
            return field.key == "next" + parameter.key || (!isLoose && field.key == parameter.key)
                || (field.key == "next" && ["from", "start", "offset", "skip", "cursor"].contains(parameter.key))
        }
        guard isText(parameter.shape), isText(field.shape) || field.shape.isInteger else { return false }
        // A field that echoes the request has the parameter's name, and a time at which the list begins is no token.
        if isLoose { return field.key.hasPrefix("next") || field.key == parameter.key && field.parent != "" }
        return true
    }

    func isPrevious(_ field: Field) -> Bool {
        ["prev", "previous", "before", "first", "self"].contains {
            field.parent.hasPrefix($0) || field.key.hasPrefix($0)
        }
    }

    func isURL(_ field: Field) -> Bool {
        if field.shape == .scalar(.url) { return true }
        let isNamed = ["url", "uri", "href", "link"].contains { field.key.hasSuffix($0) }
        return isNamed || (field.key == "next" && field.parent.contains("link"))
            || (field.key == "next" && field.path.lowercased().contains("links."))
    }

    /// R3: the URL of the next page in the response.
    private func url() -> Candidate? {
        let field = fields.first { field in
            guard field.shape == .scalar(.string) || field.shape == .scalar(.url), !isPrevious(field) else {
                return false
            }
            if isURL(field) {
                return field.key.hasPrefix("next") || field.key.hasSuffix("nextlink") || field.parent.hasPrefix("next")
            }
            // A bare `next` is a URL if no parameter takes it as a token.
            return field.key == "next" || field.key == "nextpage" && hasNumber
        }
        guard let field else { return headerURL() }
        var result = declaration(.nextURL)
        result.next = [.body(name(field.path))]
        return .init("R3", result, "the response's '\(field.path)' is the URL of the next page")
    }

    /// R3: the URL of the next page in a header of its own.
    private func headerURL() -> Candidate? {
        let keys: Set<String> = ["nextlink", "nexturl", "nextpageurl", "nextpagelink"]
        let header = endpoint.response.headers.first { header in
            let key = Self.headerKey(header.wireName)
            guard key == "next" || keys.contains(key) else { return false }
            let words = PagingBases.words(header.documentation)
            return keys.contains(key) || words.contains { ["link", "url", "uri"].contains($0) }
        }
        guard let header else { return nil }
        var result = declaration(.nextURL)
        result.next = [.header(name(header.wireName))]
        return .init("R3", result, "the response's header '\(header.wireName)' is the URL of the next page")
    }

    /// Whether the request counts pages or elements by number, which a string in the response can't be.
    private var hasNumber: Bool {
        parameters.contains { isCount($0) && isNumber($0.shape) }
    }

    /// R2: the header `Link` (RFC 8288).
    private func link() -> Candidate? {
        guard endpoint.response.declaresLink else { return nil }
        return .init("R2", declaration(.link), "the response declares the header 'Link'")
    }

    /// R2: a cursor whose description says that the header `Link` has it.
    private func statedLink() -> Candidate? {
        guard endpoint.method == "GET",
            let parameter = parameters.first(where: { parameter in
                guard Self.tokenParameterKeys.contains(parameter.key), isText(parameter.shape) else { return false }
                let words = PagingBases.words(parameter.property.documentation)
                return words.contains("header") && words.contains { $0 == "link" || $0 == "links" }
            })
        else { return nil }
        return .init("R2", declaration(.link), "'\(parameter.name)' is from the header 'Link', by its description")
    }

    /// R5: a flag that there is more, and a parameter for the last element's `id`.
    private func afterLast() -> Candidate? {
        guard let flag,
            let parameter = parameters.first(where: {
                ["startingafter", "after", "afterid"].contains($0.key) && isText($0.shape)
            }),
            let properties = api.properties(of: element.withoutOptional),
            let id = properties.first(where: {
                $0.wireName == "id" && (isText($0.shape.withoutOptional) || $0.shape.withoutOptional.isInteger)
            })
        else { return nil }
        var result = declaration(.keyset, moving: parameter.name)
        result.keys = [name(id.wireName)]
        result.hasNext = .body(name(flag.path))
        return .init(
            "R5", result, "'\(flag.path)' says that there is more, and '\(parameter.name)' takes the last 'id'")
    }

    /// R6: the number of a page.
    private func pageNumber() -> Candidate? {
        guard let parameter = parameters.first(where: { Self.pages.contains($0.key) && counts($0) }),
            !isPageOfWork(parameter)
        else { return nil }
        var result = declaration(.page, moving: parameter.name)
        result.size = size.map { name($0.name) }
        setFirst(&result, parameter)
        setEnd(&result)
        let first = result.first.map { "from \($0)" } ?? "from 0 or 1"
        return .init("R6", result, "'\(parameter.name)' is the number of a page, \(first)" + end(result))
    }

    /// R7: the number of elements to skip, beside a size or a total.
    private func offset() -> Candidate? {
        let exact = parameters.first { Self.offsets.contains($0.key) && counts($0) && !isMeasure($0) }
        guard let parameter = exact ?? parameters.first(where: isLooseOffset) else { return nil }
        let limit = offsetSize(parameter)
        guard limit != nil || total != nil || headerTotal != nil, rangeEnd(of: parameter) == nil else { return nil }
        var result = declaration(.offset, moving: parameter.name)
        result.limit = limit.map { name($0.name) }
        setFirst(&result, parameter)
        setEnd(&result)
        result.totalPages = nil
        return .init("R7", result, "'\(parameter.name)' is the number of the element to begin with" + end(result))
    }
}
