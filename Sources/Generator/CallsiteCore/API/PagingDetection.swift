// Collects the parts of an endpoint that could belong to pagination: the one list of its response, the scalars beside
// the list, and the values of its request.

/// One endpoint, looked at: by reference, since it is wide and every question about it would copy it.
package final class PagingDetection {
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
        var isInBody = false
    }

    /// Text that the response's headers or the request's carry.
    struct Header {
        var name: String
        /// As a parameter's, without the `x` in front.
        var key: String
    }

    /// A scalar in the response.
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
    let bases: PagingBases
    private(set) var parameters: [Parameter] = []
    private(set) var fields: [Field] = []
    /// Headers that the request can carry.
    private(set) var headers: [Header] = []
    /// The path to the list; nil: the body is the list.
    private(set) var elements: String?
    private(set) var element: API.Shape = .scalar(.json)
    /// Several lists, and nothing says which is meant.
    private(set) var rivals: [String] = []
    /// The response is JSON of which nothing is known.
    private(set) var isUntyped = false

    /// nil: it is no list that could have pages.
    init?(_ endpoint: API.Endpoint, in api: API, _ bases: PagingBases) {
        self.api = api
        self.endpoint = endpoint
        self.bases = bases
        let response = endpoint.response
        guard response.stream == nil, response.cases.isEmpty, response.encoding == .json else { return nil }
        guard endpoint.method == "GET" || endpoint.method == "POST" else { return nil }
        // If the response is either a bare list or a page, the page is searched. A bare list is complete, or a page
        // without signs of the next.
        let shape = api.page(of: response.shape) ?? response.shape.withoutOptional
        if response.declaresLink, endpoint.method == "GET", api.untyped(shape) != nil {
            isUntyped = true
        } else if !findList(in: shape) {
            return nil
        }
        collectParameters()
        var seen: Set<API.Shape> = []
        collectFields(of: shape, at: "", parent: "", depth: 0, &seen)
        guard endpoint.method == "GET" || Self.isSearch(endpoint) || asksForPart else { return nil }
    }

    var listPath: String? { rivals.isEmpty ? elements : nil }

    private static let searches: Set<String> = [
        "search", "searches", "list", "lists", "query", "queries", "scroll", "find", "filter", "lookup", "fetch",
        "retrieve", "browse",
    ]

    /// A POST that asks rather than makes.
    private static func isSearch(_ endpoint: API.Endpoint) -> Bool {
        Words.split(endpoint.name + " " + endpoint.path.text).contains { searches.contains($0.lowercased()) }
    }

    /// A body that says where to begin and how many, and a response that says the same again, or how many there are; or
    /// a body that takes the token of the response.
    private var asksForPart: Bool {
        if let pair = tokenPair(), pair.parameter.isInBody, size != nil || flag != nil,
            pair.field.key.hasPrefix("next") || pair.field.key == pair.parameter.key
        {
            let list = elements?.split(separator: ".").last.map(String.init)
            return !parameters.contains { $0.isInBody && $0.name == list }
        }
        let counts = parameters.filter { $0.isInBody && isNumber($0.shape) }
        guard counts.contains(where: { Self.sizes.contains($0.key) }) else { return false }
        // A body that holds the list itself makes its elements.
        let list = elements?.split(separator: ".").last.map(String.init)
        guard !parameters.contains(where: { $0.isInBody && $0.name == list }) else { return false }
        return counts.contains { parameter in
            (Self.offsets.contains(parameter.key) || Self.pages.contains(parameter.key))
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

    static let genericLists: Set<String> = [
        "data", "items", "results", "result", "values", "value", "entries", "records", "content", "list", "rows",
        "elements", "objects", "collection", "resources", "hits", "edges", "nodes",
    ]
    static let sideLists: Set<String> = [
        "errors", "warnings", "included", "links", "facets", "messages", "meta", "metadata", "fields", "columns",
        "schemas", "deprecations", "link", "expandable", "pagination",
    ]
    /// The side lists that a response is never about, even if it has no other. `messages` is missing: mail and chats
    /// list them.
    static let noLists = sideLists.subtracting(["messages", "fields", "columns", "schemas", "links"])

    /// The one list that a response is about.
    private func findList(in shape: API.Shape) -> Bool {
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
        if candidates.isEmpty {
            let all = lists(in: shape, at: "", butFor: Self.noLists)
            if all.count == 1, api.properties(of: all[0].element.withoutOptional) != nil { candidates = all }
        }
        guard !candidates.isEmpty else { return false }
        guard let best = chosen(candidates) else {
            rivals = candidates.map(\.path)
            elements = candidates[0].path
            return true
        }
        if !isNamed(best.key), let inner = innerList(beside: best.path, in: shape) {
            elements = inner.path
            element = inner.element
            return true
        }
        elements = best.path
        element = best.element
        return true
    }

    /// Whether a list's name says that it is the one.
    private func isNamed(_ key: String) -> Bool {
        Self.genericLists.contains(key) || isCounted(key) || Self.key(String(lastSegment ?? "")) == key
    }

    /// `hits.hits` beside some list of another name: both of its names say that it is the one.
    private func innerList(beside path: String, in shape: API.Shape) -> (path: String, key: String, element: API.Shape)?
    {
        var (shape, prefix) = (shape, "")
        for property in api.properties(of: shape) ?? [] where path.hasPrefix(property.wireName + ".") {
            (shape, prefix) = (property.shape.withoutOptional, property.wireName + ".")
        }
        var found: [(path: String, key: String, element: API.Shape)] = []
        for property in api.properties(of: shape) ?? [] where Self.genericLists.contains(Self.key(property.wireName)) {
            found += lists(in: property.shape.withoutOptional, at: prefix + property.wireName + ".").filter {
                Self.genericLists.contains($0.key)
            }
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The last part of the path that is no placeholder.
    var lastSegment: Substring? {
        endpoint.path.plainText.prefix { $0 != "?" }.split(separator: "/").last { !$0.contains("{") }
    }

    private func lists(
        in shape: API.Shape, at prefix: String, butFor excluded: Set<String> = sideLists
    ) -> [(path: String, key: String, element: API.Shape)] {
        (api.properties(of: shape) ?? []).compactMap { property in
            guard case .list(let element) = api.resolvingAliases(property.shape.withoutOptional) else { return nil }
            let key = Self.key(property.wireName)
            return excluded.contains(key) ? nil : (prefix + property.wireName, key, element)
        }
    }

    private func chosen(
        _ candidates: [(path: String, key: String, element: API.Shape)]
    ) -> (path: String, key: String, element: API.Shape)? {
        if candidates.count == 1 { return candidates[0] }
        let generic = candidates.filter { Self.genericLists.contains($0.key) }
        if generic.count == 1 { return generic[0] }
        if let last = lastSegment.map({ Self.key(String($0)) }), let named = candidates.first(where: { $0.key == last })
        {
            return named
        }
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
        let segments = endpoint.path.plainText.prefix { $0 != "?" }.split(separator: "/").filter { !$0.contains("{") }
        if let last = segments.last.map({ Self.key(String($0)) }), last.utf8.count > 3, key.hasSuffix(last) {
            return true
        }
        return segments.contains { Self.key(String($0)) == key }
    }

    private func isCounted(_ key: String) -> Bool {
        let shape = api.page(of: endpoint.response.shape) ?? endpoint.response.shape.withoutOptional
        return (api.properties(of: shape) ?? []).contains { property in
            Self.key(property.wireName) == "total" + key
                && isNumber(api.resolvingAliases(property.shape.withoutOptional))
        }
    }

    private func collectFields(
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
                switch api[id].content {
                case .object:
                    collectFields(
                        of: property.shape.withoutOptional, at: prefix + property.wireName + ".", parent: key,
                        depth: depth + 1, &seen)
                case .union:
                    fields.append(
                        .init(
                            path: prefix + property.wireName, key: key, parent: parent,
                            shape: property.shape.withoutOptional))
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
                .init(name: name, key: key, shape: plain(property.shape), property: property, isInBody: isInBody))
        }
        func addInner(of group: API.Property, isInBody: Bool) {
            for inner in api.properties(of: group.shape.withoutOptional) ?? [] {
                add(inner, in: group, isInBody: isInBody)
            }
        }
        for parameter in endpoint.parameters where parameter.location == .query {
            add(parameter.property, isInBody: false)
            // Written as parameters of their own names, or as a group that is called so: `page[number]`.
            let isSpread = parameter.style ?? .form == .form && parameter.explode ?? true
            if isSpread || Self.groups.contains(Self.key(parameter.property.wireName)) {
                addInner(of: parameter.property, isInBody: false)
            }
        }
        for parameter in endpoint.parameters
        where parameter.location == .header && isText(plain(parameter.property.shape)) {
            headers.append(.init(name: parameter.property.wireName, key: Self.headerKey(parameter.property.wireName)))
        }
        guard endpoint.method == "POST" else { return }
        let body: [API.Property]
        switch endpoint.body?.content {
        case .fields(let fields)?: body = fields
        case .whole(let shape, _)?: body = api.properties(of: shape) ?? []
        case nil: body = []
        }
        for property in body { add(property, isInBody: true) }
        // `pagination: {offset, limit}`.
        for property in body where Self.groups.contains(Self.key(property.wireName)) {
            addInner(of: property, isInBody: true)
        }
    }

    private func plain(_ shape: API.Shape) -> API.Shape { api.resolvingAliases(shape.withoutOptional) }

    /// `X-MS-Continuation` is `continuation`.
    static func headerKey(_ name: String) -> String {
        var key = key(name)
        if name.lowercased().hasPrefix("x-") { key.removeFirst() }
        if name.lowercased().hasPrefix("x-ms-") { key.removeFirst(2) }
        return key
    }

    /// The headers of the response that are text.
    var responseHeaders: [Header] {
        endpoint.response.headers.filter { isText(plain($0.shape)) }.map {
            .init(name: $0.wireName, key: Self.headerKey($0.wireName))
        }
    }

    private static let groups: Set<String> = [
        "pagination", "paging", "page", "pager", "options", "pageinfo", "pageoptions", "paginationoptions",
        "pageable", "pagerequest", "paginationrequest",
    ]

    /// A number, or what may be a whole one among other things.
    func isNumber(_ shape: API.Shape) -> Bool {
        shape.isNumber || api.hasWholeNumber(shape)
    }
    func isText(_ shape: API.Shape) -> Bool { [.string, .uuid, .json].contains { shape == .scalar($0) } }
}
