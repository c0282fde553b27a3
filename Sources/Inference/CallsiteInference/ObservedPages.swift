import CallsiteCore
import CallsiteMockEngine
import CallsiteSamples
import CallsiteText

// Infers pagination from requests: a parameter had a value that an earlier response contained.

extension InferredDescription {
    /// The pagination that requests show; nil: they show none.
    package func observedPagination(method: String, path: String) -> Description.Pagination? {
        guard let endpoint = endpoint(method, path), endpoint.samples.count > 1 else { return nil }
        let pages = endpoint.samples.compactMap { ObservedPage(prepared[$0].sample) }
        guard let list = pages.first?.listPath, pages.allSatisfy({ $0.listPath == list }) else { return nil }
        for (name, shape) in endpoint.query.all where shape.constant == nil && !Self.isSize(name) {
            let parameterValues = Set(pages.flatMap { $0.values(of: name) })
            guard !parameterValues.isEmpty else { continue }
            if let next = Self.mostFrequent(pages.flatMap { $0.cursors(among: parameterValues) }, atLeast: 1) {
                var declaration = Self.declaration(.cursor, name, list)
                declaration.next = [next.isHeader ? .header(Self.name(next.path)) : .body(Self.name(next.path))]
                return declaration
            }
            if let key = Self.mostFrequent(pages.flatMap { $0.lastKeys(among: parameterValues) }, atLeast: 2) {
                var declaration = Self.declaration(.keyset, name, list)
                declaration.keys = [Self.name(key)]
                return declaration
            }
        }
        let link = Self.declaration(.link, nil, list)
        return confirms(link, method: method, path: path) ? link : nil
    }

    /// Whether a parameter is the size of a page, which may equal any number in a response by chance.
    private static func isSize(_ name: String) -> Bool {
        !Set(Words.split(name).map { $0.lowercased() }).isDisjoint(with: [
            "limit", "size", "count", "per", "max", "top",
        ])
    }

    private static func mostFrequent<Value: Hashable>(_ values: [Value], atLeast minimum: Int) -> Value? {
        var counts: [Value: Int] = [:]
        for value in values { counts[value, default: 0] += 1 }
        guard let maximum = counts.values.max(), maximum >= minimum else { return nil }
        return values.first { counts[$0] == maximum }
    }

    private static func name(_ text: String) -> Description.Name {
        .init(text: text, place: .start(of: .main))
    }

    private static func declaration(
        _ style: Description.Pagination.Style, _ parameter: String?, _ list: String
    ) -> Description.Pagination {
        var declaration = Description.Pagination(style: style, place: .start(of: .main))
        declaration.parameters = parameter.map { [name($0)] } ?? []
        if !list.isEmpty { declaration.elements = name(list) }
        return declaration
    }
}

/// A response with one list.
private struct ObservedPage {
    struct Cursor: Hashable {
        let path: String
        let isHeader: Bool
    }

    let listPath: String
    private let last: JSONObject?
    /// The scalars of the body, and the headers.
    private let places: [(cursor: Cursor, value: String)]
    private let query: [RequestSample.Item]

    /// nil: the body has no list, or several.
    init?(_ sample: RequestSample) {
        guard let response = sample.response, 200..<300 ~= response.status, case .json(let body) = MessageBody(response)
        else { return nil }
        var lists: [(path: String, elements: [JSONValue])] = []
        var places: [(cursor: Cursor, value: String)] = []
        if case .array(let elements) = body { lists.append(("", elements)) }
        func look(_ object: JSONObject, _ prefix: String, _ level: Int) {
            for (key, value) in object.pairs where !key.contains(".") {
                switch value {
                case .array(let elements): lists.append((prefix + key, elements))
                case .object(let inner): if level < 2 { look(inner, prefix + key + ".", level + 1) }
                case .string(let text): places.append((Cursor(path: prefix + key, isHeader: false), text))
                case .number(let number): places.append((Cursor(path: prefix + key, isHeader: false), number.digits))
                case .null, .bool: break
                }
            }
        }
        if case .object(let fields) = body { look(fields, "", 0) }
        guard lists.count == 1 else { return nil }
        listPath = lists[0].path
        last = lists[0].elements.last?.object
        for (name, value) in response.headers { places.append((Cursor(path: name, isHeader: true), value)) }
        self.places = places
        query = sample.url.query
    }

    func values(of name: String) -> [String] { query.filter { $0.name == name }.compactMap(\.value) }

    /// Where the body or the headers have one of these values. Small numbers may be there by chance.
    func cursors(among parameterValues: Set<String>) -> [Cursor] {
        let others = parameterValues.subtracting(query.compactMap(\.value))
        return places.compactMap { cursor, value in
            let isLong = value.utf8.count > 3 || value.utf8.count > 1 && Double(value) == nil
            return isLong && others.contains(value) ? cursor : nil
        }
    }

    /// The fields of the last element with one of these values.
    func lastKeys(among parameterValues: Set<String>) -> [String] {
        (last?.pairs ?? []).compactMap { key, value in
            switch value {
            case .string(let text): parameterValues.contains(text) ? key : nil
            case .number(let number): parameterValues.contains(number.digits) ? key : nil
            default: nil
            }
        }
    }
}
