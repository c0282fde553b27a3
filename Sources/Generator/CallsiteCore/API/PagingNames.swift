// The names that fields and parameters of pagination have.

extension PagingDetection {
    static let tokenParameters: [String] = [
        "cursor", "pagetoken", "nextpagetoken", "pagecursor", "nexttoken", "nextcursor", "paginationtoken",
        "continuationtoken", "continue", "marker", "after", "startingafter", "pageafter", "pagekey", "bookmark",
        "startcursor", "exclusivestartkey", "starttoken", "afterid", "next", "page", "offset", "start", "since", "from",
        "lastid", "lastkey", "nextpage", "iterator", "paginationkey",
    ]
    static let tokenParameterKeys = Set(tokenParameters)
    static let tokenFields: [String] = [
        "nextpagetoken", "nextcursor", "nexttoken", "nextpagecursor", "nextpaginationtoken", "nextcontinuationtoken",
        "nextmarker", "nextkey", "nextpage", "nextoffset", "nextafter", "nextstart", "next", "endcursor",
        "paginationtoken", "continuationtoken", "pagetoken", "cursor", "after", "marker", "continue", "lastid",
        "lastkey", "lastevaluatedkey", "nextpageoffset", "iterator",
    ]
    static let tokenFieldKeys = Set(tokenFields)
    static let sizes: Set<String> = [
        "limit", "perpage", "pagesize", "count", "size", "maxresults", "max", "top", "pagelimit", "resultsperpage",
        "itemsperpage", "take", "pagecount", "maxitems", "rows", "first", "numresults", "perpagecount",
        "paginationlimit",
    ]
    static let pages: Set<String> = [
        "page", "currentpage", "pagenumber", "pagenum", "pg", "pageindex", "pageno", "searchcriteriacurrentpage",
    ]
    static let offsets: Set<String> = [
        "offset", "skip", "startindex", "startat", "pageoffset", "startposition", "offsetindex",
    ]

    /// Names that mean an offset only beside a page size, and without parameters of a range or a time.
    static let looseOffsets: Set<String> = [
        "start", "from", "first", "rowoffset", "startrow", "startrecord", "startitem", "startfrom",
    ]

    /// Whether a parameter has the name of a page number or an offset.
    func isCount(_ parameter: Parameter) -> Bool {
        Self.pages.contains(parameter.key) || Self.offsets.contains(parameter.key)
    }

    /// Whether a parameter of this key may say which page is asked for, or how large it is.
    static func isAboutPages(_ key: String) -> Bool {
        pages.contains(key) || offsets.contains(key) || sizes.contains(key) || tokenParameterKeys.contains(key)
    }

    var size: Parameter? { parameters.first { Self.sizes.contains($0.key) && counts($0) } }

    /// The header that says how many elements there are.
    var headerTotal: String? {
        header([
            "totalcount", "total", "totalitems", "totalresults", "totalrecords", "totalelements", "totalentries",
            "paginationtotal", "paginationtotalcount", "paginationcount",
        ])
    }

    /// The header that says how many pages there are.
    var headerPages: String? {
        header(["totalpages", "pages", "pagecount", "numpages", "paginationpages", "paginationtotalpages", "lastpage"])
    }

    private func header(_ keys: Set<String>) -> String? {
        endpoint.response.headers.first { header in
            let shape = api.plain(header.shape)
            return keys.contains(Self.headerKey(header.wireName)) && (isNumber(shape) || isText(shape))
        }?.wireName
    }

    /// A flag that there is more.
    var flag: Field? {
        let keys = [
            "hasmore", "hasnext", "hasnextpage", "hasmoreitems", "hasmoreresults", "hasmorepages", "more", "ismore",
        ]
        return fields.first { keys.contains($0.key) && $0.shape == .scalar(.bool) }
    }

    /// A flag that there is no more.
    var lastFlag: Field? {
        let keys = ["islast", "islastpage"]
        func named(_ key: String) -> Field? { fields.first { $0.key == key && $0.shape == .scalar(.bool) } }
        for key in keys { if let field = named(key) { return field } }
        // Spring's page has `first` and `totalPages` too.
        guard let last = named("last") else { return nil }
        return named("first")?.parent == last.parent || totalPages?.parent == last.parent ? last : nil
    }

    func count(_ keys: [String]) -> Field? {
        for key in keys {
            // A field that may be a number among other things isn't a count.
            let field = fields.first {
                $0.key == key && isNumber($0.shape) && api.alternatives(of: $0.shape) == nil && isAboutList($0)
            }
            if let field { return field }
        }
        return nil
    }

    /// Whether a count is at the top, beside the list, or in a part of the response that is about pages:
    /// `_shards.total` isn't.
    private func isAboutList(_ field: Field) -> Bool {
        let words = [
            "page", "paging", "pagination", "meta", "range", "cursor", "info", "result", "list", "summary", "total",
            "count", "search",
        ]
        if field.parent.isEmpty || words.contains(where: field.parent.contains) { return true }
        let container = elements?.split(separator: ".").dropLast().joined(separator: ".") ?? ""
        return field.path.split(separator: ".").dropLast().joined(separator: ".") == container
    }
    var total: Field? {
        let keys = [
            "totalcount", "totalitems", "totalresults", "totalrecords", "totalelements", "totalentries", "totalsize",
            "total",
        ]
        return count(keys + ["total" + Self.key(listName ?? "")])
    }
    var totalPages: Field? {
        count([
            "totalpages", "pagecount", "numpages", "totalpagecount", "lastpage", "pages", "numberofpages", "noofpages",
        ])
    }
}
