/// One page of a list, in the style that the description declares or that was detected in it.
struct ListPage {
    var items: [JSONValue] = []
    /// Fields of the response: their paths, and the forms that each may have. Without a form, the field has no value.
    private(set) var fields: [(path: [String], forms: [JSONValue])] = []
    private(set) var headers: [(name: String, value: String)] = []
    /// The position where the next page begins; nil on the last page.
    private(set) var next: Int?
    /// The page's range among all elements, and their number; nil if the list has no pages.
    private(set) var position: (range: Range<Int>, total: Int)?
    private let keys: [String: [String]]
    private let total: Int
    /// The position where the page begins.
    private let from: Int
    private let size: Int
    private let firstPage: Int

    init(_ all: [JSONValue], _ shape: ListShape, _ call: MockEngine.Call) {
        let paging = shape.paging
        keys = shape.keys
        total = all.count
        func sent(_ name: String?) -> JSONValue? {
            name.flatMap { call.values["query " + $0] ?? call.body?.value(at: Self.pointer($0)) }
        }
        func number(_ value: JSONValue?) -> Int? { value.flatMap { CollectionAnswer.text($0) }.flatMap { Int($0) } }
        let requestedSize = number(sent(shape.size))
        let parameters = paging["parameter"]?.names ?? []
        let style = shape.style
        // A list without pagination is one page, unless the client asks for a part of it.
        let isWhole = style == nil && requestedSize == nil && sent(shape.position?.name) == nil
        let defaultSize = isWhole ? max(all.count, 1) : shape.defaultSize ?? 20
        let largestSize = isWhole ? Int.max : min(shape.mostSize ?? 1000, 10_000)
        let size = max(1, min(requestedSize ?? defaultSize, largestSize))
        let sentPosition = sent(parameters.first).flatMap { CollectionAnswer.text($0) }
        let start: Int
        var page: Int?
        firstPage = if case .page(_, let first)? = shape.position { first } else { shape.first }
        switch style {
        case "page":
            let number = sentPosition.flatMap { Int($0) } ?? shape.first
            start = Self.product(max(0, number - shape.first), size)
            page = number
        case "offset": start = max(0, (sentPosition.flatMap { Int($0) } ?? shape.first) - shape.first)
        case "keyset":
            let pointer = Self.pointer(paging["key"]?.string ?? "id")
            let last = sentPosition.map { sentPosition in
                all.firstIndex { $0.value(at: pointer).flatMap { CollectionAnswer.text($0) } == sentPosition }
            }
            start = last.map { $0.map { $0 + 1 } ?? all.count } ?? 0
        default:
            switch (shape.position, number(sent(shape.position?.name))) {
            case (.page(_, let first), let number?): start = Self.product(max(0, number - first), size)
            case (.offset, let number?): start = max(0, number)
            default:
                start =
                    (sentPosition ?? Self.cursor(in: call.request)).flatMap { ListPosition.position(.string($0)) } ?? 0
            }
        }
        self.size = size
        from = max(0, min(start, all.count))
        items = Array(all[from..<min(from + min(size, all.count), all.count)])
        let end = from + items.count
        next = end < all.count ? end : nil
        position = isWhole ? nil : (from..<end, all.count)
        setPagination(shape, call, page)
    }

    private static func product(_ left: Int, _ right: Int) -> Int {
        let (product, isTooLarge) = left.multipliedReportingOverflow(by: right)
        return isTooLarge ? .max : product
    }

    /// Sets the fields and headers of the declared pagination.
    private mutating func setPagination(_ shape: ListShape, _ call: MockEngine.Call, _ page: Int?) {
        let paging = shape.paging
        let parameters = paging["parameter"]?.names ?? []
        func forms(_ name: String?) -> [JSONValue] {
            next.map { ListPosition.forms($0, for: name, of: call.operation) } ?? []
        }
        switch shape.style {
        case "cursor":
            let places = paging["next"].map { $0.array ?? [$0] } ?? []
            for (index, place) in places.enumerated() {
                set(place, forms(index < parameters.count ? parameters[index] : nil))
            }
        case "nextURL": set(paging["next"], nextURL(shape, call).map { [.string($0)] } ?? [])
        default: break
        }
        if let url = nextURL(shape, call) { headers.append(("Link", "<\(url)>; rel=\"next\"")) }
        set(paging["hasNext"], [.bool(next != nil)])
        set(paging["isLast"], [.bool(next == nil)])
        set(paging["total"], [.int(total)])
        set(paging["totalPages"], [value(of: .totalPages) ?? .int(1)])
        if let page {
            set(paging["current"], [.int(page)])
        } else if shape.style == "offset" {
            set(paging["current"], [.int(from)])
        }
    }

    /// The URL of the next page; nil on the last page, and if an element's key is where the next page begins.
    private func nextURL(_ shape: ListShape, _ call: MockEngine.Call) -> String? {
        guard let next else { return nil }
        let declared = shape.paging["parameter"]?.names.first
        let number = JSONValue.int(from / size + 1 + firstPage)
        func cursor() -> JSONValue? { ListPosition.forms(next, for: declared, of: call.operation).first }
        let (name, value): (String?, JSONValue?) =
            switch (shape.style, shape.position) {
            case ("keyset", _): (nil, nil)
            case ("page", _): (declared, number)
            case ("cursor", _): (declared, cursor())
            case (_, .page(let name, _)): (name, number)
            case (_, .offset(let name)): (name, .int(next))
            case (_, nil): (declared, cursor())
            }
        return value.flatMap { CollectionAnswer.text($0) }.map { Self.url($0, name, call.request) }
    }

    /// The value of a count; nil if there is none, such as the page before the first.
    private func value(of count: ListCount, isOnlyCount: Bool = true) -> JSONValue? {
        let pages = max(total / size + (total % size == 0 ? 0 : 1), total == 0 ? 0 : 1)
        let page = from / size
        switch count {
        case .total: return .int(total)
        case .totalPages: return .int(pages)
        case .page: return .int(page + firstPage)
        case .size: return .int(position == nil ? items.count : size)
        case .offset: return .int(from)
        case .count: return .int(isOnlyCount ? total : items.count)
        case .next: return next == nil ? nil : .int(page + 1 + firstPage)
        case .previous: return from == 0 ? nil : .int(page - 1 + firstPage)
        case .hasNext: return .bool(next != nil)
        case .hasPrevious: return .bool(from > 0)
        case .isLast: return .bool(next == nil)
        case .isFirst: return .bool(from == 0)
        }
    }

    /// A response with the page's elements, and with the fields that say whether there are more.
    func applied(to whole: JSONValue, _ shape: ListShape, _ schema: CompiledSchema?) -> JSONValue {
        guard !shape.elements.isEmpty || whole.array == nil else { return .array(items) }
        var value = whole.setting(shape.elements[...], .array(items))
        for (path, forms) in fields {
            // On the last page the field is missing, null or empty, whichever the schema allows.
            let ends = [JSONValue?.none, .null, .string("")]
            let candidates = (forms.isEmpty ? ends : forms.map { $0 }).map { value.setting(path[...], $0) }
            value = candidates.first { schema?.isValid($0, direction: .response) != false } ?? candidates[0]
        }
        return value
    }

    /// A response in which the counts beside the list are those of the state.
    func counted(_ whole: JSONValue, _ shape: ListShape) -> JSONValue {
        let counts = shape.counts.value
        let isOnlyCount = !counts.contains { $0.count == .total }
        return counts.reduce(whole) { whole, field in
            guard whole.at(field.path) != nil else { return whole }
            return whole.setting(field.path[...], value(of: field.count, isOnlyCount: isOnlyCount))
        }
    }

    func apply(to response: inout MockResponse, _ shape: ListShape) {
        response.page = position
        for header in headers where !isLink(header.name) || shape.style == "link" {
            response.set(header.name, header.value)
        }
        guard next == nil else { return }
        if shape.style == "link" { response.remove("link") }
        if let name = shape.paging["next"]?["header"]?.string { response.remove(name) }
    }

    /// Sets the headers that the description has for a list by the state: `X-Total-Count`, `Link`.
    func applyHeaders(to response: inout MockResponse, of described: MockDescription.Response) {
        for header in described.headers {
            if isLink(header.name) {
                response.remove("link")
                if let link = headers.first(where: { isLink($0.name) }) { response.headers.append(link) }
            } else if let count = ListCount(header.name), !headers.contains(where: { $0.name == header.name }) {
                if let value = value(of: count, isOnlyCount: false) {
                    response.set(header.name, XMLText.scalar(value))
                } else {
                    response.remove(header.name)
                }
            }
        }
    }

    private func isLink(_ name: String) -> Bool { MockText.isSame(name, "link") }

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
        QueryItems(request.parts.query).values(parameter).first.map { PercentEncoding.decoded($0) }
    }

    /// The request's own URL, at the next page. It is absolute if the request has a `Host`.
    private static func url(_ cursor: String, _ name: String?, _ request: MockRequest) -> String {
        let name = name ?? parameter
        let (path, query) = request.parts
        let otherItems = (query ?? "").split(separator: "&").filter {
            PercentEncoding.decoded($0.parted(at: "=").0) != name
        }
        .map(String.init)
        let relative = path + "?" + (otherItems + ["\(PercentEncoding.encoded(name))=\(cursor)"]).joined(separator: "&")
        return request.header("host").map { "http://" + $0 + relative } ?? String(relative)
    }
}
