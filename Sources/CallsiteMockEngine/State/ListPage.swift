/// One page of a list, in the style that the description declares or that was detected in it.
struct ListPage {
    private(set) var items: [JSONValue] = []
    /// Fields of the response, by their paths; nil: there is none.
    private(set) var fields: [(path: [String], value: JSONValue?)] = []
    private(set) var headers: [(name: String, value: String)] = []
    /// What leads to the next page: where it begins.
    private(set) var next: Int?

    init(_ all: [JSONValue], _ shape: ListShape, _ judged: MockEngine.Judged) {
        let paging = shape.paging
        guard let style = paging["style"]?.string else {
            items = all
            return
        }
        func sent(_ name: String?) -> JSONValue? {
            name.flatMap { judged.values["query " + $0] ?? judged.body?.value(at: Self.pointer($0)) }
        }
        let wanted = sent(shape.size).flatMap { CollectionAnswer.text($0) }.flatMap { Int($0) } ?? shape.defaultSize ?? 20
        let size = max(1, min(wanted, shape.mostSize ?? 1000, 10_000))
        let parameter = paging["parameter"]?.string
        let given = sent(parameter).flatMap { CollectionAnswer.text($0) }
        var from = 0
        var page: Int?
        switch style {
        case "page":
            let number = given.flatMap { Int($0) } ?? shape.first
            from = max(0, (number - shape.first)).multipliedReportingOverflow(by: size).partialValue
            page = number
        case "offset": from = max(0, (given.flatMap { Int($0) } ?? shape.first) - shape.first)
        case "keyset":
            let key = paging["key"]?.string ?? "id"
            if let given {
                from =
                    all.firstIndex { $0.value(at: Self.pointer(key)).flatMap { CollectionAnswer.text($0) } == given }.map { $0 + 1 }
                    ?? all.count
            }
        default:
            from = (given ?? Self.cursor(in: judged.request)).flatMap { Self.position($0) } ?? 0
        }
        from = max(0, min(from, all.count))
        items = Array(all[from..<min(from + size, all.count)])
        let end = from + items.count
        next = end < all.count ? end : nil
        let cursor = next.map { "after-\($0)" }
        switch style {
        case "cursor": set(paging["next"], cursor.map { .string($0) })
        case "nextURL": set(paging["next"], cursor.map { .string(Self.url($0, parameter, judged.request)) })
        case "link":
            if let cursor { headers.append(("Link", "<\(Self.url(cursor, parameter, judged.request))>; rel=\"next\"")) }
        default: break
        }
        set(paging["hasNext"], .bool(next != nil))
        set(paging["isLast"], .bool(next == nil))
        func number(_ value: Int) -> JSONValue? { .int(value) }
        set(paging["total"], number(all.count))
        set(paging["totalPages"], number((all.count + size - 1) / size))
        if let page { set(paging["current"], number(page)) } else if style == "offset" { set(paging["current"], number(from)) }
    }

    /// A response with these elements, and with what says whether there are more.
    func applied(to whole: JSONValue, _ shape: ListShape, _ schema: CompiledSchema?) -> JSONValue {
        guard !shape.elements.isEmpty || whole.array == nil else { return .array(items) }
        var value = whole.setting(shape.elements[...], .array(items))
        for (path, field) in fields {
            guard field == nil else {
                value = value.setting(path[...], field)
                continue
            }
            // At the end the field is missing, or null, or empty, whichever may be.
            let ways = [JSONValue?.none, .null, .string("")].map { value.setting(path[...], $0) }
            value = ways.first { schema?.isValid($0, direction: .response) != false } ?? ways[0]
        }
        return value
    }

    func apply(to response: inout MockResponse, _ shape: ListShape) {
        for header in headers { response.set(header.name, header.value) }
        if shape.paging["style"]?.string == "link", next == nil { response.headers.removeAll { MockText.isSame($0.name, "link") } }
        if let name = shape.paging["next"]?["header"]?.string, next == nil { response.headers.removeAll { MockText.isSame($0.name, name) } }
    }

    private mutating func set(_ place: JSONValue?, _ value: JSONValue?) {
        if let header = place?["header"]?.string {
            if let value { headers.append((header, XMLText.scalar(value))) }
        } else if let path = place?.string {
            fields.append((path.split(separator: ".").map(String.init), value))
        }
    }

    private static func pointer(_ path: String) -> String { "/" + path.split(separator: ".").joined(separator: "/") }

    /// `after-20`: what a page is continued by is the mock's own.
    private static func position(_ cursor: String) -> Int? { cursor.hasPrefix("after-") ? Int(cursor.dropFirst(6)) : nil }

    private static let parameter = "mock_cursor"

    private static func cursor(in request: MockRequest) -> String? {
        QueryItems(request.parts.query).values(parameter).first.map { MockText.decoded($0) }
    }

    /// The request's own URL, at the next page. It is absolute if the client says where it asks.
    private static func url(_ cursor: String, _ name: String?, _ request: MockRequest) -> String {
        let name = name ?? parameter
        let (path, query) = request.parts
        let kept = (query ?? "").split(separator: "&").filter { MockText.decoded($0.prefix { $0 != "=" }) != name }.map(String.init)
        let relative = path + "?" + (kept + ["\(MockText.encoded(name))=\(cursor)"]).joined(separator: "&")
        return request.header("host").map { "http://" + $0 + relative } ?? String(relative)
    }
}
