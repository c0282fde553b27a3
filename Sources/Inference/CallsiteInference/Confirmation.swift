import CallsiteCore
import CallsiteMockEngine
import CallsiteSamples
import CallsiteText

extension InferredDescription {
    /// The comments on an endpoint and on its response, if the samples show little of them.
    package func comments(method: String, path: String) -> (endpoint: String?, response: String?) {
        guard let endpoint = endpoint(method, path) else { return (nil, nil) }
        var response: String?
        let successes = endpoint.responses.filter { 200..<300 ~= $0.key }
        if endpoint.responses.isEmpty {
            response = "no response was given"
        } else if successes.isEmpty {
            response = "only errors were given"
        } else if successes.values.allSatisfy({ $0.unknowns == $0.count }) {
            response = "no body was given"
        } else if let only = successes.values.first, successes.count == 1, only.json.count > 0,
            only.json.element == nil, only.json.emptyLists == only.json.count
        {
            response = "it was empty"
        } else if endpoint.samples.count > 1, successes.values.reduce(0, { $0 + $1.count }) == 1 {
            response = "seen once"
        }
        return (endpoint.samples.count == 1 ? "seen once" : nil, response)
    }

    func endpoint(_ method: String, _ path: String) -> InferredEndpoint? {
        endpoints[method + " " + path]
    }

    /// Whether the recorded requests asked for pages as a declaration says: by two numbers at least, or by a cursor, a
    /// key or a URL that a response had.
    package func confirms(_ pagination: Description.Pagination, method: String, path: String) -> Bool {
        guard let endpoint = endpoint(method, path) else { return false }
        let samples = endpoint.samples.map { prepared[$0].sample }
        switch pagination.style {
        case .page, .offset:
            return pagination.parameters.contains { name in
                let values = samples.map { $0.values(of: name.text) }
                // A request without the parameter asks for the first page.
                return Set(values.joined()).count + (values.contains { $0.isEmpty } ? 1 : 0) >= 2
            }
        case .cursor, .keyset, .range:
            let requestedValues = Set(
                pagination.parameters.flatMap { name in samples.flatMap { $0.values(of: name.text) } })
            guard !requestedValues.isEmpty else { return false }
            return samples.contains { sample in
                sample.nextValues(pagination).contains { requestedValues.contains($0) }
            }
        case .nextURL, .link:
            let requestedItems = Set(samples.map { Self.queryItems($0.url) }).subtracting([[]])
            return samples.contains { sample in
                sample.nextURLs(pagination).contains {
                    requestedItems.contains(Self.queryItems(URLParts(recorded: $0)))
                }
            }
        }
    }

    private static func queryItems(_ url: URLParts) -> Set<String> {
        Set(url.query.map { $0.name + "=" + ($0.value ?? "") })
    }
}

extension Description.Pagination.Source {
    fileprivate var isHeader: Bool { if case .header = self { true } else { false } }
}

extension RequestSample {
    fileprivate var json: JSONValue? {
        if let response, case .json(let value) = MessageBody(response) { value } else { nil }
    }

    /// The values of a parameter, in the query or in a body of JSON.
    fileprivate func values(of name: String) -> [String] {
        let inQuery = url.query.filter { $0.name == name }.compactMap(\.value)
        guard inQuery.isEmpty, case .bytes(let bytes, _) = body, let json = try? JSONValue(parsing: bytes),
            let value = json.value(at: name)
        else { return inQuery }
        return value.plainText.map { [$0] } ?? []
    }

    /// The values in the response that ask for the next page.
    fileprivate func nextValues(_ pagination: Description.Pagination) -> [String] {
        let json = pagination.next.contains { !$0.isHeader } || !pagination.keys.isEmpty ? json : nil
        var values = texts(at: pagination.next, json)
        let list = pagination.elements.flatMap { json?.value(at: $0.text) } ?? json
        if let last = list?.array?.last {
            for key in pagination.keys { values += last.value(at: key.text)?.plainText.map { [$0] } ?? [] }
        }
        return values
    }

    private func texts(at sources: [Description.Pagination.Source], _ json: JSONValue?) -> [String] {
        sources.compactMap { source in
            switch source {
            case .header(let name): response?.header(name.text)
            case .body(let path): json?.value(at: path.text)?.plainText
            }
        }
    }

    /// The URLs of next pages that a response names.
    fileprivate func nextURLs(_ pagination: Description.Pagination) -> [String] {
        guard let response else { return [] }
        var urls = texts(at: pagination.next, pagination.next.contains { !$0.isHeader } ? json : nil)
        // `<https://api.example.com/users?page=2>; rel="next"`
        for link in (response.header("link") ?? "").split(separator: ",") where link.contains("next") {
            guard let start = link.firstIndex(of: "<"), let end = link.firstIndex(of: ">"), start < end else {
                continue
            }
            urls.append(String(link[link.index(after: start)..<end]))
        }
        return urls
    }
}

extension JSONValue {
    /// The value at a path of keys: `meta.next`.
    fileprivate func value(at path: String) -> JSONValue? {
        if let own = self[path] { return own }
        var value = self
        for key in path.split(separator: ".") {
            guard let next = value[String(key)] else { return nil }
            value = next
        }
        return value
    }

    fileprivate var plainText: String? {
        switch self {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let number): number.digits
        default: nil
        }
    }
}
