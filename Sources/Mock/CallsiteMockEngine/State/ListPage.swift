/// One page of a list, in the style that the description declares or that was detected in it.
struct ListPage {
    var items: [JSONValue] = []
    /// Fields of the response, by their paths, in each form that they may have; none: there is none.
    private(set) var fields: [(path: [String], forms: [JSONValue])] = []
    private(set) var headers: [(name: String, value: String)] = []
    /// The position where the next page begins; nil: this is the last one.
    private(set) var next: Int?
    /// Its elements among all; nil: the list has no pages.
    private(set) var position: (range: Range<Int>, total: Int)?
    private let keys: [String: [String]]

    init(_ all: [JSONValue], _ shape: ListShape, _ judged: MockEngine.Judged) {
        let paging = shape.paging
        keys = shape.keys
        guard let style = paging["style"]?.string else {
            items = all
            return
        }
        func sent(_ name: String?) -> JSONValue? {
            name.flatMap { judged.values["query " + $0] ?? judged.body?.value(at: Self.pointer($0)) }
        }
        let wanted =
            sent(shape.size).flatMap { CollectionAnswer.text($0) }.flatMap { Int($0) } ?? shape.defaultSize ?? 20
        let size = max(1, min(wanted, shape.mostSize ?? 1000, 10_000))
        let parameters = paging["parameter"]?.names ?? []
        let parameter = parameters.first
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
                    all.firstIndex { $0.value(at: Self.pointer(key)).flatMap { CollectionAnswer.text($0) } == given }
                    .map { $0 + 1 }
                    ?? all.count
            }
        default:
            from = (given ?? Self.cursor(in: judged.request)).flatMap { PageCursor.position(.string($0)) } ?? 0
        }
        from = max(0, min(from, all.count))
        items = Array(all[from..<min(from + size, all.count)])
        let end = from + items.count
        next = end < all.count ? end : nil
        position = (from..<end, all.count)
        func forms(_ name: String?) -> [JSONValue] {
            next.map { PageCursor.forms($0, for: name, of: judged.operation) } ?? []
        }
        let url = forms(parameter).first.flatMap { CollectionAnswer.text($0) }.map {
            Self.url($0, parameter, judged.request)
        }
        switch style {
        case "cursor":
            let places = paging["next"].map { $0.array ?? [$0] } ?? []
            for (index, place) in places.enumerated() {
                set(place, forms(index < parameters.count ? parameters[index] : nil))
            }
        case "nextURL": set(paging["next"], url.map { [.string($0)] } ?? [])
        case "link":
            if let url { headers.append(("Link", "<\(url)>; rel=\"next\"")) }
        default: break
        }
        set(paging["hasNext"], [.bool(next != nil)])
        set(paging["isLast"], [.bool(next == nil)])
        set(paging["total"], [.int(all.count)])
        set(paging["totalPages"], [.int((all.count + size - 1) / size)])
        if let page {
            set(paging["current"], [.int(page)])
        } else if style == "offset" {
            set(paging["current"], [.int(from)])
        }
    }

    /// A response with these elements, and with what says whether there are more.
    func applied(to whole: JSONValue, _ shape: ListShape, _ schema: CompiledSchema?) -> JSONValue {
        guard !shape.elements.isEmpty || whole.array == nil else { return .array(items) }
        var value = whole.setting(shape.elements[...], .array(items))
        for (path, forms) in fields {
            // At the end the field is missing, or null, or empty, whichever may be.
            let ends = [JSONValue?.none, .null, .string("")]
            let ways = (forms.isEmpty ? ends : forms.map { $0 }).map { value.setting(path[...], $0) }
            value = ways.first { schema?.isValid($0, direction: .response) != false } ?? ways[0]
        }
        return value
    }

    func apply(to response: inout MockResponse, _ shape: ListShape) {
        response.page = position
        for header in headers { response.set(header.name, header.value) }
        if shape.paging["style"]?.string == "link", next == nil {
            response.headers.removeAll { MockText.isSame($0.name, "link") }
        }
        if let name = shape.paging["next"]?["header"]?.string, next == nil {
            response.headers.removeAll { MockText.isSame($0.name, name) }
        }
    }

    private mutating func set(_ place: JSONValue?, _ forms: [JSONValue]) {
        if let header = place?["header"]?.string {
            if let value = forms.first { headers.append((header, XMLText.scalar(value))) }
        } else if let path = place?.string, let keys = keys[path] {
            fields.append((keys, forms))
        }
    }

    private static func pointer(_ path: String) -> String { "/" + path.split(separator: ".").joined(separator: "/") }

    private static let parameter = "mock_cursor"

    private static func cursor(in request: MockRequest) -> String? {
        QueryItems(request.parts.query).values(parameter).first.map { MockText.decoded($0) }
    }

    /// The request's own URL, at the next page. It is absolute if the client says where it asks.
    private static func url(_ cursor: String, _ name: String?, _ request: MockRequest) -> String {
        let name = name ?? parameter
        let (path, query) = request.parts
        let kept = (query ?? "").split(separator: "&").filter { MockText.decoded($0.prefix { $0 != "=" }) != name }.map(
            String.init)
        let relative = path + "?" + (kept + ["\(MockText.encoded(name))=\(cursor)"]).joined(separator: "&")
        return request.header("host").map { "http://" + $0 + relative } ?? String(relative)
    }
}
