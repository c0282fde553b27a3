import CallsiteCore
import CallsiteMockEngine
import CallsiteSamples
import CallsiteText

/// Assembles the document of the inferred description.
struct DescriptionBuilder {
    private let prepared: [PreparedSample]
    private let options: InferenceOptions
    private let title: String?
    var documentation: String?
    private var endpoints: [InferredEndpoint] = []
    private var baseURLs: [String] = []
    /// For each endpoint, an index into `baseURLs`.
    private var bases: [Int] = []
    private var notes: [String]
    private let secrets: KnownSecrets

    init(_ prepared: [PreparedSample], title: String?, _ neutral: NeutralSamples, _ options: InferenceOptions) {
        (self.prepared, self.title, self.options) = (prepared, title, options)
        (notes, secrets) = (neutral.notes, neutral.secrets)
    }

    /// Adds the endpoints of an origin, the API's own first.
    mutating func add(_ samples: [Int], of origin: String?) {
        let tree = PathTree(prepared, samples)
        // Without a server, no URL says how paths begin.
        let base = origin == nil ? [] : tree.basePath()
        let below = tree.endpoints(below: base)
        let url = (origin ?? "") + base.map { "/" + PercentEncoding.encoded($0) }.joined()
        baseURLs.append(url)
        let titles = Set(endpoints.map(\.title))
        let new = below.filter { !titles.contains($0.title) }
        if new.count < below.count {
            let count = Explanation.counted(below.count - new.count, "endpoint")
            notes.append("left out: \(count) of \(url), with the path of another server's")
        }
        for endpoint in new {
            endpoints.append(InferredEndpoint(endpoint, prepared))
            bases.append(baseURLs.count - 1)
        }
    }

    mutating func finish(_ selection: SampleSelection) -> InferredDescription? {
        guard !endpoints.isEmpty else { return nil }
        for endpoint in endpoints {
            forgetSecrets(endpoint)
            findMaps(endpoint)
        }
        let name = apiName
        let models = models(of: name)
        let headers = commonHeaders()
        let writer = DocumentWriter(
            models: models, prepared: prepared, headers: Set(headers.map { $0.name.lowercased() }),
            credentials: credentials)
        var paths = JSONObject()
        for (index, endpoint) in endpoints.enumerated() {
            var item = paths[endpoint.path.text]?.object ?? [:]
            var operation = writer.operation(endpoint)
            if bases[index] > 0 { operation["servers"] = .array([.object(["url": .string(baseURLs[bases[index]])])]) }
            if Self.isStandard(endpoint.method) {
                item[endpoint.method.lowercased()] = .object(operation)
            } else {
                var others = item["additionalOperations"]?.object ?? [:]
                others[endpoint.method] = .object(operation)
                item["additionalOperations"] = .object(others)
            }
            paths[endpoint.path.text] = .object(item)
        }
        var document: JSONObject = ["openapi": "3.2.0"]
        var info: JSONObject = ["title": .string(name), "version": "1"]
        if let documentation = documentation.flatMap(DocumentWriter.paragraphs) {
            info["description"] = .string(documentation)
        }
        document["info"] = .object(info)
        if let url = baseURLs.first, !url.isEmpty { document["servers"] = .array([.object(["url": .string(url)])]) }
        document["paths"] = .object(paths)
        var components = JSONObject()
        let schemes = writer.securitySchemes()
        if !schemes.isEmpty { components["securitySchemes"] = .object(schemes) }
        if let usual = credentials.ofAPI { document["security"] = .array([.object(writer.requirement(usual))]) }
        components["schemas"] = .object(writer.schemas())
        document["components"] = .object(components)
        return InferredDescription(
            document: .object(document), headers: headers, reasons: Explanation(models: models).reasons(endpoints),
            leftOut: selection.leftOut, notes: notes,
            endpoints: Dictionary(endpoints.map { ($0.title, $0) }) { first, _ in first }, prepared: prepared)
    }

    static func isStandard(_ method: String) -> Bool {
        ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY"].contains(method)
    }

    private func forgetSecrets(_ endpoint: InferredEndpoint) {
        let named = [endpoint.query, endpoint.headers, endpoint.body.form, endpoint.body.multipart]
        for (_, shape) in named.flatMap(\.all) + endpoint.pathParameters { shape.forget(secrets) }
    }

    private func findMaps(_ endpoint: InferredEndpoint) {
        endpoint.body.json.findMaps(secrets)
        for response in endpoint.responses.values {
            response.json.findMaps(secrets)
            response.elements.findMaps(secrets)
        }
    }

    private var credentials: ObservedCredentials {
        var all = ObservedCredentials()
        for endpoint in endpoints { all.add(endpoint.credentials) }
        return all
    }

    /// The name in the collection's title, else in the host: `shop` of `api.shop.example`.
    private var apiName: String {
        // The mark of a removed secret must not become part of a name.
        let isWhole = title?.firstRange(of: Secrets.mark) == nil
        let words = isWhole ? title?.split(whereSeparator: \.isWhitespace) ?? [] : []
        let own = words.filter { !["postman", "collection"].contains($0.lowercased()) }
        return options.apiName
            ?? APINames.name(title: own.joined(separator: " "), fileName: "api.json", host: baseURLs.first)
    }

    // MARK: - Models

    private func models(of apiName: String) -> ModelSet {
        let models = ModelSet()
        for endpoint in endpoints {
            let operation = ResourceNames.name(method: endpoint.method, path: endpoint.path.text)
            let noun = ResourceNames.noun(method: endpoint.method, path: endpoint.path.text)
            for (status, response) in endpoint.responses.sorted(by: { $0.key < $1.key }) {
                if 200..<300 ~= status {
                    add(response.json, noun, operation, to: models)
                    models.add(
                        response.elements, name: noun.map { Plurals.singular($0) ?? $0 } ?? operation + " event",
                        owner: operation, priority: 2)
                } else if status >= 400 {
                    models.add(error: response.json, name: apiName + " error", owner: operation)
                }
            }
            models.add(endpoint.body.json, name: operation + " body", owner: "", priority: 8)
        }
        models.unite()
        // Objects under different names that became one model may show that the names are data.
        for endpoint in endpoints { findMaps(endpoint) }
        models.nameAll()
        for endpoint in endpoints {
            for (status, response) in endpoint.responses.sorted(by: { $0.key < $1.key }) {
                models.count(response.json)
                models.count(response.elements)
                if status >= 400 { models.keepName(of: response.json) }
            }
            models.count(endpoint.body.json)
            models.writeInPlace(endpoint.body.json)
        }
        return models
    }

    /// Adds a success: a thing, a list of things, or an envelope of either.
    private func add(_ shape: ValueShape, _ noun: String?, _ operation: String, to models: ModelSet) {
        let one = noun.map { Plurals.singular($0) ?? $0 }
        guard let objects = shape.objects, objects.values == nil else {
            models.add(shape, name: noun ?? operation + " response", owner: operation, priority: 1)
            return
        }
        let lists = objects.fields.filter { $0.field.shape.element?.objects != nil }
        if lists.count == 1, let list = lists.first, Self.isContents(list.name.text, noun) {
            models.add(
                list.field.shape, name: one ?? Plurals.singular(list.name.text) ?? operation + " element",
                owner: operation, priority: 0)
            models.add(shape, name: (one ?? operation) + " page", owner: operation, priority: 2)
            return
        }
        let inner = objects.fields.filter { $0.field.shape.objects != nil }
        if lists.isEmpty, inner.count == 1, let content = inner.first, Self.isContents(content.name.text, noun),
            objects.names.count <= 6
        {
            models.add(content.field.shape, name: one ?? operation + " result", owner: operation, priority: 0)
            models.add(shape, name: (one ?? operation) + " response", owner: operation, priority: 2)
            return
        }
        models.add(shape, name: one ?? operation + " response", owner: operation, priority: 1)
    }

    /// Whether a field holds the main content of a response.
    private static func isContents(_ name: String, _ noun: String?) -> Bool {
        let generic: Set<String> = [
            "items", "data", "results", "result", "records", "entries", "list", "rows", "elements", "content",
            "contents", "values", "objects", "docs", "documents", "hits", "nodes", "value", "response", "payload",
            "resources", "collection",
        ]
        let words = Words.split(name).map { $0.lowercased() }.joined(separator: " ")
        guard !generic.contains(words) else { return true }
        guard let noun else { return false }
        return words == noun || (Plurals.singular(words) ?? words) == (Plurals.singular(noun) ?? noun)
    }

    // MARK: - Headers

    /// Headers that the requests of nearly every endpoint had, with one value that doesn't identify the user. An
    /// additional header does no harm to the other endpoints.
    private func commonHeaders() -> [(name: String, value: String)] {
        let candidates = endpoints.filter { $0.requestsWithHeaders > 0 }
        guard candidates.count >= 2 else { return [] }
        var seen: Set<String> = []
        let all = candidates.flatMap { $0.headers.all }.filter { seen.insert($0.name.lowercased()).inserted }
        return all.compactMap { name, shape in
            guard let value = shape.constant, Self.isNeutralValue(value, of: name) else { return nil }
            let own = candidates.filter { $0.headers[name] != nil }
            let isConstant = own.allSatisfy { endpoint in
                endpoint.headers[name]?.constant == value
                    && endpoint.headers[name]?.requests == endpoint.requestsWithHeaders
            }
            return isConstant && own.count * 10 >= candidates.count * 9 ? (name, value) : nil
        }
    }

    private static func isNeutralValue(_ value: String, of name: String) -> Bool {
        let words = Words.split(name).map { $0.lowercased() }
        guard
            Set(words).isDisjoint(with: [
                "id", "user", "device", "client", "account", "tenant", "org", "organization", "uid", "customer",
                "session", "app",
            ]),
            value.utf8.count <= 40, !PersonalData.secrets.isSecret(field: name), PersonalData.isNeutral(value)
        else { return false }
        let isVersion = value.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E || $0 == 0x2D }
        return StringForm.isWord(value) || isVersion && value.utf8.count <= 10
    }
}
