// The responses of operations on a collection, and the changes to it.

extension MockCollections {
    /// nil: the operation is none of a collection.
    func respond(to judged: MockEngine.Judged, _ state: inout MockState, _ engine: MockEngine) -> MockResponse? {
        guard let (number, action) = actions[judged.operation.index] else { return nil }
        let collection = collections[number]
        let place = MockStorePlace(collection, judged)
        var store = state.stores[place.store] ?? MockStore()
        let answer = CollectionAnswer(collection: collection, judged: judged, engine: engine, place: place)
        let response: MockResponse?
        switch action {
        case .create: response = answer.create(&store)
        case .get: response = answer.get(store)
        case .replace: response = answer.change(&store, merging: false)
        case .merge: response = answer.change(&store, merging: true)
        case .delete: response = answer.delete(&store)
        case .list(let shape): response = answer.list(store, shape)
        }
        switch action {
        case .list, .get: break
        case .create, .replace, .merge, .delete:
            state.changes &+= 1
            // An empty one stays, lest a name come twice.
            state.stores[place.store] = store
        }
        return response
    }

    /// The property that names what is in a store: `/users/7/orders`. nil: there is no such collection.
    func idKey(ofStore path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return collections.first { collection in
            let own = collection.path.split(separator: "/", omittingEmptySubsequences: false)
            return own.count == parts.count && zip(own, parts).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
        }?.idKey
    }
}

/// Which store a request is about, and which of its items.
struct MockStorePlace {
    /// The collection's path with the values of its own parameters: `/users/7/orders`.
    let store: String
    let id: String

    init(_ collection: MockCollection, _ judged: MockEngine.Judged) {
        var path = ""
        // The names of parameters may differ from path to path: `/fees/{id}/refunds`, `/fees/{fee}/refunds/{id}`.
        let own = MockCollections.segments(judged.operation.path)
        func value(_ name: String) -> String { judged.pathValues[name] ?? "" }
        for segment in own.prefix(MockCollections.segments(collection.path).count) {
            path += "/" + (MockCollections.parameter(segment).map { MockText.encoded(value($0)) } ?? String(segment))
        }
        store = path
        id = own.last.flatMap(MockCollections.parameter).map(value) ?? ""
    }
}

struct CollectionAnswer {
    let collection: MockCollection
    let judged: MockEngine.Judged
    let engine: MockEngine
    let place: MockStorePlace

    private var choice: MockResponder.Choice { .init(isDynamic: false, example: nil, seed: engine.options.seed) }

    /// As without a state.
    private func whole(_ response: MockDescription.Response, _ status: Int) -> MockResponse {
        var known = KnownBodies()
        return engine.responder.make(response, status: status, judged, choice, &known)
    }

    // MARK: - One

    func get(_ store: MockStore) -> MockResponse { store[place.id].map { success(one: $0) } ?? missing }

    func create(_ store: inout MockStore) -> MockResponse {
        var fields = start
        for (key, value) in (sent ?? JSONObject()).pairs { fields[key] = value }
        let problems = fit(&fields)
        let id: String
        if let given = sent?[collection.idKey], let text = Self.text(given) {
            id = text
            if store[id] != nil {
                return error(409, "Conflict", "there is a '\(id.prefix(60))' in \(place.store) already")
            }
        } else {
            var number = store.nextNumber()
            while store[name(number)] != nil { number = store.nextNumber() }
            id = name(number)
            fields[collection.idKey] =
                collection.idKind == .number ? JSONValue.Number(id).map { .number($0) } : .string(id)
        }
        store.put(.object(fields), id)
        var response = success(one: .object(fields))
        response.problems += problems
        if response.status == 201, !response.headers.contains(where: { MockText.isSame($0.name, "location") }) {
            response.headers.append(("Location", place.store + "/" + MockText.encoded(id)))
        }
        return response
    }

    func change(_ store: inout MockStore, merging: Bool) -> MockResponse {
        let isNew = store[place.id] == nil
        // PUT may create (RFC 9110, section 9.3.4), where the description says so.
        if isNew, merging || engine.responder.error(judged.operation, 201, orAny: false) == nil { return missing }
        var fields = merging ? store[place.id]?.object ?? JSONObject() : start
        for (key, value) in (sent ?? JSONObject()).pairs {
            fields[key] = merging ? Self.merged(fields[key], value, depth: 0) : value
        }
        let id = store[place.id]?[collection.idKey]
        fields[collection.idKey] =
            id ?? (collection.idKind == .number ? JSONValue.Number(place.id).map { .number($0) } : nil)
            ?? .string(place.id)
        let problems = fit(&fields)
        store.put(.object(fields), place.id)
        var response = success(one: .object(fields), status: isNew ? 201 : nil)
        response.problems += problems
        return response
    }

    /// Lets go of what the client said and no response may say.
    private func fit(_ fields: inout JSONObject) -> [MockProblem] {
        guard let (fitted, mistakes) = collection.fit.value?.fitted(fields, keeping: collection.idKey) else {
            return []
        }
        fields = fitted
        return mistakes.map {
            MockProblem(
                operation: judged.operation.title, .response, $0.instance,
                "no response allows what was sent: \($0.message)", keyword: $0.keyword)
        }
    }

    func delete(_ store: inout MockStore) -> MockResponse {
        let item = store[place.id]
        guard store.remove(place.id), let item else { return missing }
        return success(one: item, isGone: true)
    }

    /// RFC 7396, section 2: null removes.
    private static func merged(_ old: JSONValue?, _ new: JSONValue, depth: Int) -> JSONValue? {
        guard depth > 0 || new != .null else { return JSONValue.null }
        guard let changes = new.object, depth < 64 else { return new == .null ? nil : new }
        var fields = old?.object ?? JSONObject()
        for (key, value) in changes.pairs {
            fields[key] = value == .null ? nil : merged(fields[key], value, depth: depth + 1)
        }
        return .object(fields)
    }

    /// The fields that the client sent.
    private var sent: JSONObject? {
        guard let body = judged.body?.object else { return nil }
        if let wrapper = collection.wrapper, let inner = body[wrapper]?.object { return inner }
        return body
    }

    /// The fields to start from, as the schema requires them.
    private var start: JSONObject { collection.fit.value?.start ?? JSONObject() }

    /// A name that the path and the property allow.
    private func name(_ number: Int) -> String {
        let usual = usualName(number)
        if isAllowed(usual) { return usual }
        if isAllowed(String(number)) { return String(number) }
        for schema in collection.idSchemas {
            for seed in 0..<3 {
                let options = MakeOptions(seed: UInt64(number * 3 + seed), usesExamples: false, name: collection.idKey)
                if case .success(let value) = schema.makeValue(options), let text = Self.text(value), isAllowed(text) {
                    return text
                }
            }
        }
        return usual
    }

    private func isAllowed(_ text: String) -> Bool {
        collection.idSchemas.allSatisfy { $0.isValid($0.coerced(.string(text))) }
    }

    private func usualName(_ number: Int) -> String {
        switch collection.idKind {
        case .number: return String(number)
        case .uuid:
            let digits = String(number, radix: 16)
            return "00000000-0000-4000-8000-" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
        case .text:
            let base = place.store.split(separator: "/").last.map(String.init) ?? "item"
            return (base.hasSuffix("s") ? String(base.dropLast()) : base) + "-\(number)"
        }
    }

    static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let number): number.digits
        default: nil
        }
    }

    private var missing: MockResponse {
        error(404, "Not Found", "there is no '\(place.id.prefix(60))' in \(place.store)")
    }

    private func error(_ status: Int, _ title: String, _ detail: String) -> MockResponse {
        if let response = engine.responder.error(judged.operation, status, orAny: true) {
            var choice = choice
            choice.isLenient = true
            var known = KnownBodies()
            return engine.responder.make(response, status: status, judged, choice, &known)
        }
        return ProblemDetails.response(status, title, detail: detail)
    }

    private func success(one item: JSONValue, status: Int? = nil, isGone: Bool = false) -> MockResponse {
        guard let (response, usual) = engine.responder.success(judged.operation) else {
            return MockResponse(status: 204)
        }
        let status = status ?? usual
        guard let media = response.content.first(where: { MediaType($0.type)?.isJSON == true }) else {
            return whole(response, status)
        }
        let schema = engine.description.document.value(at: media.pointer + "/schema") ?? .bool(true)
        let outline = SchemaOutline(schema, in: engine.description.document)
        var value = item
        if outline.properties[collection.idKey] == nil, !outline.properties.isEmpty {
            // Its response is something else: what wraps it, or what says that it was done.
            guard let wrapper = collection.wrapper, outline.properties[wrapper] != nil else {
                return whole(response, status)
            }
            var fields = engine.responder.plainValue(media)?.object ?? JSONObject()
            // If the wrapped schema is the collection's own, the item was made to fit when it was kept. If it is
            // another type, as for a search that was started, the item is made to fit it and keeps its name, so that it
            // can be requested.
            fields[wrapper] =
                outline.properties[wrapper].flatMap { inner in
                    inner == collection.schema ? nil : fitted(item, to: inner, engine.description.schemas.schema(inner))
                } ?? item
            value = .object(fields)
        }
        // A schema with `deleted` describes the confirmation that the item is gone, not the item.
        if isGone, outline.properties["deleted"] != nil, var fields = value.object {
            fields["deleted"] = .bool(true)
            value = .object(fields)
        }
        if let compiled = media.schema {
            guard let fitted = fitted(value, to: schema, compiled) else { return whole(response, status) }
            value = fitted
        }
        return engine.responder.make(response, status: status, value: value, choice)
    }

    /// A value that its schema allows; nil: it can't be made to fit.
    private func fitted(_ value: JSONValue, to schema: JSONValue, _ compiled: CompiledSchema) -> JSONValue? {
        guard !compiled.isValid(value, direction: .response) else { return value }
        let fit =
            schema == collection.schema
            ? collection.fit.value : ResponseFit(schema, compiled, in: engine.description)
        guard let fields = value.object, let fit else { return nil }
        return (fit.fitted(fields, keeping: collection.idKey)?.fields).map { .object($0) }
    }

    // MARK: - Lists

    func list(_ store: MockStore, _ shape: ListShape) -> MockResponse? {
        guard let (response, status) = engine.responder.success(judged.operation),
            let media = response.content.first(where: { MediaType($0.type)?.isJSON == true })
        else { return nil }
        let items = store.all.map(\.item).filter(isWanted)
        var page = ListPage(items, shape, judged)
        if let fit = shape.fit.value {
            // A list may say less of each than what is read of one.
            page.items = page.items.map { item in
                guard let fields = item.object else { return item }
                return (fit.fitted(fields, keeping: collection.idKey)?.fields).map { .object($0) } ?? item
            }
        }
        let whole = shape.whole.value ?? (shape.elements.isEmpty ? .array([]) : .object(JSONObject()))
        var made = engine.responder.make(
            response, status: status, value: page.applied(to: whole, shape, media.schema), choice)
        page.apply(to: &made, shape)
        return made
    }

    /// Parameters that are called like a property choose.
    private func isWanted(_ item: JSONValue) -> Bool {
        judged.values.allSatisfy { key, wanted in
            guard key.hasPrefix("query ") else { return true }
            let name = String(key.dropFirst(6))
            guard collection.properties.contains(name), let own = item[name], let text = Self.text(wanted) else {
                return true
            }
            return Self.text(own) == text
        }
    }
}

extension JSONValue {
    /// With a value at a path of keys. nil: without it.
    func setting(_ path: ArraySlice<String>, _ value: JSONValue?) -> JSONValue {
        guard let key = path.first else { return value ?? .null }
        var fields = object ?? JSONObject()
        if path.count == 1 {
            fields[key] = value
        } else if value != nil || fields[key] != nil {
            fields[key] = (fields[key] ?? .object(JSONObject())).setting(path.dropFirst(), value)
        }
        return .object(fields)
    }

    /// The value at a path of keys.
    func at(_ path: [String]) -> JSONValue? {
        var value: JSONValue? = self
        for key in path { value = value?[key] }
        return value
    }
}
