// Parameters that count: pages or elements, from which number on, and to which end.

extension PagingDetection {
    /// Whether the parameter is a page of a book: required, and documented with a word such as `chapter`.
    func isPageOfWork(_ parameter: Parameter) -> Bool {
        guard parameter.property.presence == .required, size == nil, flag == nil, total == nil, totalPages == nil else {
            return false
        }
        let works: Set<String> = [
            "book", "document", "pdf", "volume", "chapter", "manuscript", "magazine", "comic", "mushaf", "scan",
            "newspaper",
        ]
        return PagingBases.words(parameter.property.documentation).contains(where: works.contains)
    }

    /// Whether the parameter is an offset in a unit: into a video, into a file, or of a time zone.
    func isMeasure(_ parameter: Parameter) -> Bool {
        let words = Set(PagingBases.words(parameter.property.documentation))
        let units: Set<String> = [
            "second", "seconds", "millisecond", "milliseconds", "ms", "minutes", "minute", "hours", "byte", "bytes",
            "character", "characters", "frame", "frames", "pixel", "pixels", "px", "degrees", "meters", "metres", "utc",
            "gmt", "timezone",
        ]
        let elements: Set<String> = [
            "skip", "record", "records", "item", "items", "result", "results", "page", "pages", "paging", "pagination",
            "entries", "entry", "row", "rows", "element", "elements", "list", "objects", "resources", "limit",
        ]
        return !words.isDisjoint(with: units) && words.isDisjoint(with: elements)
    }

    /// Whether a parameter can count: a number can, and a string if the response counts pages or elements.
    func counts(_ parameter: Parameter) -> Bool {
        isNumber(parameter.shape)
            || isText(parameter.shape)
                && [total?.path, totalPages?.path, headerTotal, headerPages].contains { $0 != nil }
    }

    /// The size beside an offset. The offset itself is excluded, since `first` is also a name of sizes.
    func offsetSize(_ offset: Parameter) -> Parameter? {
        parameters.first { Self.sizes.contains($0.key) && counts($0) && $0.name != offset.name }
    }

    /// R7b: `start` and `from` are offsets beside `rows` or `size`, `first` beside `max`; with another size only if the
    /// description says so. Any of them may be a time or an id.
    func isLooseOffset(_ parameter: Parameter) -> Bool {
        guard Self.looseOffsets.contains(parameter.key), isNumber(parameter.shape), let size = offsetSize(parameter)
        else { return false }
        let words = PagingBases.words(parameter.property.documentation)
        let others: Set<String> = [
            "time", "timestamp", "unix", "epoch", "date", "day", "year", "second", "seconds", "millisecond",
            "milliseconds", "ms", "id", "block", "height", "price", "amount", "ledger", "sequence", "user", "account",
            "version",
        ]
        guard !words.contains(where: others.contains) else { return false }
        // `first` and `after` are a size and a token.
        let isToken = parameters.contains { ["after", "before", "last", "cursor"].contains($0.key) }
        if parameter.key == "first" { return ["max", "maxresults"].contains(size.key) && !isToken }
        guard !isToken else { return false }
        if ["rows", "size"].contains(size.key) || !["start", "from"].contains(parameter.key) { return true }
        let offsetWords: Set<String> = [
            "offset", "index", "row", "rows", "record", "records", "skip", "position", "paging", "pagination", "page",
        ]
        return words.contains(where: offsetWords.contains) || bases.stated(by: parameter) == 0
    }

    func setEnd(_ declaration: inout Description.Pagination) {
        if let flag {
            declaration.hasNext = .body(name(flag.path))
        } else if let lastFlag {
            declaration.isLast = .body(name(lastFlag.path))
        }
        if let total { declaration.total = .body(name(total.path)) }
        if let totalPages, total == nil { declaration.totalPages = .body(name(totalPages.path)) }
        guard declaration.hasNext ?? declaration.isLast ?? declaration.total ?? declaration.totalPages == nil else {
            return
        }
        if let headerTotal {
            declaration.total = .header(name(headerTotal))
        } else if let headerPages, declaration.style == .page {
            declaration.totalPages = .header(name(headerPages))
        }
    }

    func end(_ declaration: Description.Pagination) -> String {
        guard let source = declaration.hasNext ?? declaration.isLast ?? declaration.total ?? declaration.totalPages
        else { return "" }
        return ", and '\(source.name.text)' tells the end"
    }

    /// Sets where counting begins: from the description, or else from a field of the response.
    func setFirst(_ declaration: inout Description.Pagination, _ parameter: Parameter) {
        let isPage = declaration.style == .page
        if let first = bases.first(of: parameter) ?? usualFirst(parameter, isPage: isPage) {
            declaration.first = !isPage && first == 0 ? nil : first
            return
        }
        declaration.isFirstUnknown = true
        declaration.current = current(parameter, isPage: isPage).map { .body(name($0.path)) }
    }

    /// `skip` and `offset` count from 0 by their meaning; `startIndex` of SCIM (RFC 7644, section 3.4.2.4) counts from
    /// 1.
    private func usualFirst(_ parameter: Parameter, isPage: Bool) -> Int? {
        if ["offset", "skip", "rowoffset", "pageoffset"].contains(parameter.key) { return 0 }
        let isSCIM =
            endpoint.path.text.lowercased().split(separator: "/").contains("scim")
            || (elements == "Resources" && fields.contains { $0.path == "totalResults" })
        return !isPage && parameter.key == "startindex" && isSCIM ? 1 : nil
    }

    /// The field of the response with the page's own number or offset.
    private func current(_ parameter: Parameter, isPage: Bool) -> Field? {
        let parents: Set<String> = [
            "", "meta", "metadata", "pagination", "paging", "page", "pageinfo", "pageable", "paginginfo",
        ]
        let candidates = fields.filter {
            parents.contains($0.parent) && isNumber($0.shape) && api.alternatives(of: $0.shape) == nil
        }
        if let same = candidates.first(where: { $0.key == parameter.key }) { return same }
        // `page.number` in the request, and `meta.page.number` in the response.
        if parameter.name.contains("."),
            let same = candidates.first(where: { ("." + $0.path).hasSuffix("." + parameter.name) })
        {
            return same
        }
        let keys =
            isPage
            ? ["currentpage", "page", "pagenumber", "pageindex", "pageno"]
            : ["offset", "startindex", "start", "startat"]
        for key in keys { if let field = candidates.first(where: { $0.key == key }) { return field } }
        // Spring: `number` beside `totalPages`.
        guard isPage, let totalPages else { return nil }
        return candidates.first { $0.key == "number" && $0.parent == totalPages.parent }
    }

    /// The end of a range, such as `end` beside `start`; the parameter then isn't an offset. An end of another type, or
    /// with a beginning of its own, belongs to another range.
    func rangeEnd(of parameter: Parameter) -> Parameter? {
        let ends: Set<String> = ["end", "to", "until", "endtime", "enddate", "endat", "endindex", "stop"]
        let begins: Set<String> = [
            "start", "from", "since", "begin", "after", "starttime", "startdate", "startat", "fromdate", "begintime",
        ]
        guard let end = parameters.first(where: { ends.contains($0.key) }) else { return nil }
        if Self.looseOffsets.contains(parameter.key) { return end }
        let hasOwnBeginning = parameters.contains { begins.contains($0.key) && $0.name != parameter.name }
        return isNumber(end.shape) && !hasOwnBeginning ? end : nil
    }
}
