// Collects the parts of an endpoint that could belong to pagination: the one list of its response, the scalars beside
// the list, and the values of its request.

/// The parts of one endpoint. This is a class, because an endpoint is large and a struct would copy it in each method.
package final class PagingDetection {
    struct Candidate {
        var declaration: Description.Pagination
        var finding: API.DetectedPaging

        init(_ rule: String, _ declaration: Description.Pagination, _ reason: String) {
            self.declaration = declaration
            finding = .init(rule, reason)
        }
    }

    /// A value that a request can carry.
    struct Parameter {
        var name: String
        /// Small letters and digits only: `page[number]` is `pagenumber`.
        var key: String
        var shape: API.Shape
        var property: API.Property
        var isInBody = false
    }

    /// A header of the response or the request whose value is a string.
    struct Header {
        var name: String
        /// Like a parameter's key, without `x` in front: `X-Total` is `total`.
        var key: String
    }

    /// A scalar in the response.
    struct Field {
        /// `response_metadata.next_cursor`.
        var path: String
        var key: String
        /// The key of the object that contains the field; empty at the top.
        var parent: String
        var shape: API.Shape
    }

    let api: API
    let endpoint: API.Endpoint
    let bases: PagingBases
    /// The shape of the response. If it may be a bare list or a page, this is the page.
    let page: API.Shape
    private(set) var parameters: [Parameter] = []
    private(set) var fields: [Field] = []
    /// Headers that the request can carry.
    private(set) var headers: [Header] = []
    /// The path to the list; nil: the body is the list.
    private(set) var elements: String?
    private(set) var element: API.Shape = .scalar(.json)
    /// The paths of several lists, if no rule chooses one of them.
    private(set) var rivals: [String] = []
    /// Whether the response is JSON of an undeclared type.
    private(set) var isUntyped = false

    /// nil: the response isn't a list that could have pages.
    init?(_ endpoint: API.Endpoint, in api: API, _ bases: PagingBases) {
        self.api = api
        self.endpoint = endpoint
        self.bases = bases
        let response = endpoint.response
        // A bare list shows no sign of a next page, so the page is searched.
        page = api.page(of: response.shape) ?? response.shape.withoutOptional
        guard response.stream == nil, response.cases.isEmpty, response.encoding == .json else { return nil }
        guard endpoint.method == "GET" || endpoint.method == "POST" else { return nil }
        if response.declaresLink, endpoint.method == "GET", api.untyped(page) != nil {
            isUntyped = true
        } else if !findList() {
            return nil
        }
        collectParameters()
        var seen: Set<API.Shape> = []
        collectFields(of: page, at: "", parent: "", depth: 0, &seen)
        guard endpoint.method == "GET" || Self.isSearch(endpoint) || asksForPart else { return nil }
    }

    var listPath: String? { rivals.isEmpty ? elements : nil }

    /// The last key of the path to the list.
    var listName: String? { elements?.split(separator: ".").last.map(String.init) }

    private static let searches: Set<String> = [
        "search", "searches", "list", "lists", "query", "queries", "scroll", "find", "filter", "lookup", "fetch",
        "retrieve", "browse",
    ]

    /// Whether a POST searches rather than creates, by its name and path: `POST /orders/search`.
    private static func isSearch(_ endpoint: API.Endpoint) -> Bool {
        Words.split(endpoint.name + " " + endpoint.path.text).contains { searches.contains($0.lowercased()) }
    }

    /// Whether the body of a POST asks for a part of a list. Either it has a size and a position, and the response has
    /// a total or repeats the position; or it takes the token of the response.
    private var asksForPart: Bool {
        // A body that contains the list itself creates its elements.
        let list = listName
        guard !parameters.contains(where: { $0.isInBody && $0.name == list }) else { return false }
        if let pair = tokenPair(), pair.parameter.isInBody, size != nil || flag != nil,
            pair.field.key.hasPrefix("next") || pair.field.key == pair.parameter.key
        {
            return true
        }
        let counts = parameters.filter { $0.isInBody && isNumber($0.shape) }
        guard counts.contains(where: { Self.sizes.contains($0.key) }) else { return false }
        return counts.contains { parameter in
            isCount(parameter)
                && (total != nil || fields.contains { $0.key == parameter.key && isNumber($0.shape) })
        }
    }

    package static func key(_ name: String) -> String {
        if name.utf8.allSatisfy({ $0 < 0x80 }) {
            let size = name.utf8.count
            return String(unsafeUninitializedCapacity: size) { key in
                var count = 0
                for byte in name.utf8 {
                    let small = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
                    guard (0x61...0x7A).contains(small) || (0x30...0x39).contains(small) else { continue }
                    key[count] = small
                    count += 1
                }
                return count
            }
        }
        return String(name.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) })
    }

    // MARK: - The response

    /// Keys of lists whose names say only that they are lists.
    static let genericLists: Set<String> = [
        "data", "items", "results", "result", "values", "value", "entries", "records", "content", "list", "rows",
        "elements", "objects", "collection", "resources", "hits", "edges", "nodes",
    ]
    /// Keys of lists that stand beside the list that a response is about.
    static let sideLists: Set<String> = [
        "errors", "warnings", "included", "links", "facets", "messages", "meta", "metadata", "fields", "columns",
        "schemas", "deprecations", "link", "expandable", "pagination",
    ]
    /// Side lists that a response is never about, even if it has no other list. `messages` isn't one of them: mail and
    /// chats list messages.
    static let noLists = sideLists.subtracting(["messages", "fields", "columns", "schemas", "links"])

    /// A list in the response.
    private struct List {
        var path: String
        var key: String
        var element: API.Shape
    }

    /// The one list that a response is about.
    private func findList() -> Bool {
        if let element = api.listElement(page) {
            self.element = element
            return true
        }
        var candidates = lists(in: page, at: "")
        if candidates.isEmpty {
            for property in api.properties(of: page) ?? [] {
                guard case .named = api.plain(property.shape) else { continue }
                candidates += lists(in: property.shape.withoutOptional, at: property.wireName + ".")
            }
        }
        if candidates.isEmpty {
            let lists = self.lists(in: page, at: "", butFor: Self.noLists)
            if lists.count == 1, api.properties(of: lists[0].element.withoutOptional) != nil { candidates = lists }
        }
        guard !candidates.isEmpty else { return false }
        guard let choice = bestList(among: candidates) else {
            rivals = candidates.map(\.path)
            elements = candidates[0].path
            return true
        }
        let list = isNamed(choice.key) ? choice : innerList(beside: choice.path) ?? choice
        (elements, element) = (list.path, list.element)
        return true
    }

    /// Whether the key of a list says that the response is about that list.
    private func isNamed(_ key: String) -> Bool {
        Self.genericLists.contains(key) || isCounted(key) || (lastSegment ?? "") == key
    }

    /// A list like `hits.hits`, with generic keys for itself and its object, beside a list with another key.
    private func innerList(beside path: String) -> List? {
        var (shape, prefix) = (page, "")
        for property in api.properties(of: page) ?? [] where path.hasPrefix(property.wireName + ".") {
            (shape, prefix) = (property.shape.withoutOptional, property.wireName + ".")
        }
        let holders = (api.properties(of: shape) ?? []).filter { Self.genericLists.contains(Self.key($0.wireName)) }
        let inner = holders.flatMap { lists(in: $0.shape.withoutOptional, at: prefix + $0.wireName + ".") }
            .filter { Self.genericLists.contains($0.key) }
        return inner.count == 1 ? inner[0] : nil
    }

    /// The parts of the path, without its query.
    var segments: [Substring] { endpoint.path.plainText.prefix { $0 != "?" }.split(separator: "/") }

    /// The key of the last part of the path that is no placeholder.
    var lastSegment: String? { segments.last { !$0.contains("{") }.map { Self.key(String($0)) } }

    private func lists(
        in shape: API.Shape, at prefix: String, butFor excluded: Set<String> = sideLists
    ) -> [List] {
        (api.properties(of: shape) ?? []).compactMap { property in
            guard let element = api.listElement(property.shape) else { return nil }
            let key = Self.key(property.wireName)
            return excluded.contains(key) ? nil : .init(path: prefix + property.wireName, key: key, element: element)
        }
    }

    private func bestList(among candidates: [List]) -> List? {
        if candidates.count == 1 { return candidates[0] }
        let generic = candidates.filter { Self.genericLists.contains($0.key) }
        if generic.count == 1 { return generic[0] }
        let last = lastSegment
        if let list = candidates.first(where: { $0.key == last }) { return list }
        let named = candidates.filter { isNamedByPath($0.key) }
        if named.count == 1 { return named[0] }
        // `total_transactions` counts `transactions`.
        let counted = candidates.filter { isCounted($0.key) }
        if counted.count == 1 { return counted[0] }
        let objects = candidates.filter { api.properties(of: $0.element.withoutOptional) != nil }
        return objects.count == 1 ? objects[0] : nil
    }

    /// `GET /templates` lists `envelopeTemplates`, and `POST /orders/search` lists `orders`.
    func isNamedByPath(_ key: String) -> Bool {
        if let last = lastSegment, last.utf8.count > 3, key.hasSuffix(last) { return true }
        return segments.contains { !$0.contains("{") && Self.key(String($0)) == key }
    }

    private func isCounted(_ key: String) -> Bool {
        (api.properties(of: page) ?? []).contains {
            Self.key($0.wireName) == "total" + key && isNumber(api.plain($0.shape))
        }
    }

    private func collectFields(
        of shape: API.Shape, at prefix: String, parent: String, depth: Int, _ seen: inout Set<API.Shape>
    ) {
        guard depth < 4, fields.count < 300 else { return }
        let resolved = api.resolvingAliases(shape)
        guard let properties = api.properties(of: resolved), seen.insert(resolved).inserted else { return }
        for property in properties {
            let (path, key) = (prefix + property.wireName, Self.key(property.wireName))
            let shape = property.shape.withoutOptional
            switch api.resolvingAliases(shape) {
            case .scalar(let scalar) where scalar != .void:
                fields.append(.init(path: path, key: key, parent: parent, shape: .scalar(scalar)))
            case .named(let id, _):
                switch api[id].content {
                case .object: collectFields(of: shape, at: path + ".", parent: key, depth: depth + 1, &seen)
                case .union: fields.append(.init(path: path, key: key, parent: parent, shape: shape))
                case .own, .enumeration, .alias, .date: break
                }
            default: break
            }
        }
    }

    // MARK: - The request

    private func collectParameters() {
        func add(_ property: API.Property, in group: API.Property? = nil, isInBody: Bool) {
            var (name, key) = (property.wireName, Self.key(property.wireName))
            if let group {
                name = group.wireName + "." + name
                // `page: {number, size}` and `page: {after, limit}`.
                let joined = Self.key(group.wireName) + key
                if Self.isAboutPages(joined) { key = joined }
            }
            parameters.append(
                .init(name: name, key: key, shape: api.plain(property.shape), property: property, isInBody: isInBody))
        }
        func addInner(of group: API.Property, isInBody: Bool) {
            for inner in api.properties(of: group.shape.withoutOptional) ?? [] {
                add(inner, in: group, isInBody: isInBody)
            }
        }
        for parameter in endpoint.parameters where parameter.location == .query {
            add(parameter.property, isInBody: false)
            // Each property is a parameter of its own, or the object's key is about pages: `page[number]`.
            let isSpread = parameter.style ?? .form == .form && parameter.explode ?? true
            if isSpread || Self.groups.contains(Self.key(parameter.property.wireName)) {
                addInner(of: parameter.property, isInBody: false)
            }
        }
        for parameter in endpoint.parameters
        where parameter.location == .header && isText(api.plain(parameter.property.shape)) {
            headers.append(.init(name: parameter.property.wireName, key: Self.headerKey(parameter.property.wireName)))
        }
        guard endpoint.method == "POST" else { return }
        let body = api.bodyProperties(of: endpoint)
        for property in body { add(property, isInBody: true) }
        // `pagination: {offset, limit}`.
        for property in body where Self.groups.contains(Self.key(property.wireName)) {
            addInner(of: property, isInBody: true)
        }
    }

    /// `X-MS-Continuation` is `continuation`.
    static func headerKey(_ name: String) -> String {
        var key = key(name)
        if name.lowercased().hasPrefix("x-") { key.removeFirst() }
        if name.lowercased().hasPrefix("x-ms-") { key.removeFirst(2) }
        return key
    }

    /// The headers of the response whose values are strings.
    var responseHeaders: [Header] {
        endpoint.response.headers.filter { isText(api.plain($0.shape)) }.map {
            .init(name: $0.wireName, key: Self.headerKey($0.wireName))
        }
    }

    private static let groups: Set<String> = [
        "pagination", "paging", "page", "pager", "options", "pageinfo", "pageoptions", "paginationoptions",
        "pageable", "pagerequest", "paginationrequest",
    ]

    /// Whether a value is a number, or may be a whole number, as in a union.
    func isNumber(_ shape: API.Shape) -> Bool {
        shape.isNumber || api.hasWholeNumber(shape)
    }
    func isText(_ shape: API.Shape) -> Bool { [.string, .uuid, .json].contains { shape == .scalar($0) } }
}
