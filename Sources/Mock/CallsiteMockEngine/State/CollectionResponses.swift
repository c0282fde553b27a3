// The responses of operations on a collection, and the changes to it.

extension MockCollections {
    /// The response of an operation on a collection; nil for any other operation.
    func respond(to call: MockEngine.Call, _ state: inout MockState, _ engine: MockEngine) -> MockResponse? {
        guard let (number, action) = actions[call.operation.index] else { return nil }
        let collection = collections[number]
        let place = MockStorePlace(collection, call)
        let responder = CollectionAnswer(collection: collection, call: call, engine: engine, place: place)
        switch action {
        case .list(let shape): return responder.list(&state, shape)
        case .get: return responder.get(&state)
        case .create, .replace, .merge, .delete: state.changes &+= 1
        }
        switch action {
        case .create: return responder.create(&state)
        case .replace: return responder.change(&state, merging: false)
        case .merge: return responder.change(&state, merging: true)
        default: return responder.delete(&state)
        }
    }

    /// The collection of a store: `/users/{user}/orders` for `/users/7/orders`; nil if there is no such collection.
    package func collection(ofStore path: String) -> MockCollection? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return collections.first { collection in
            let own = collection.path.split(separator: "/", omittingEmptySubsequences: false)
            return own.count == parts.count && zip(own, parts).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
        }
    }
}

/// The store that a request is about, and the item: `/users/7/orders` and `3`.
struct MockStorePlace {
    /// The collection's path with the values of its own parameters: `/users/7/orders`.
    let store: String
    let id: String

    init(_ collection: MockCollection, _ call: MockEngine.Call) {
        var path = ""
        // The names of parameters may differ from path to path: `/fees/{id}/refunds`, `/fees/{fee}/refunds/{id}`.
        let own = MockCollections.segments(call.operation.path)
        func value(_ name: String) -> String { call.pathValues[name] ?? "" }
        for segment in own.prefix(MockCollections.segments(collection.path).count) {
            path +=
                "/" + (MockCollections.parameter(segment).map { PercentEncoding.encoded(value($0)) } ?? String(segment))
        }
        store = path
        id = own.last.flatMap(MockCollections.parameter).map(value) ?? ""
    }
}

package struct CollectionAnswer {
    let collection: MockCollection
    let call: MockEngine.Call
    let engine: MockEngine
    let place: MockStorePlace

    private var choice: MockResponder.Choice { .init(isDynamic: false, example: nil, seed: engine.options.seed) }

    /// The response of a mock without a state.
    private func stateless(
        _ response: MockDescription.Response, _ status: Int, _ state: inout MockState
    ) -> MockResponse { engine.responder.make(response, status: status, call, choice, &state.cache) }

    private func item(in state: MockState) -> JSONValue? { state.stores[place.store]?[place.id] }

    // MARK: - Items

    func get(_ state: inout MockState) -> MockResponse {
        guard let item = item(in: state) else { return missing(&state) }
        return success(one: item, &state)
    }

    func create(_ state: inout MockState) -> MockResponse {
        var fields = serverFields
        for (key, value) in (clientFields ?? JSONObject()).pairs { fields[key] = value }
        let id: String
        if let key = collection.idKey, let own = clientFields?[key], let text = Self.text(own) {
            id = text
            if state.stores[place.store]?[id] != nil {
                return error(
                    409, "Conflict", "there is a '\(id.prefix(60))' in \(place.store.prefix(200)) already", &state)
            }
        } else {
            id = newID(&state)
            if let key = collection.idKey { fields[key] = idValue(id) }
        }
        let problems = fit(&fields)
        return keep(fields, id, problems, status: nil, &state)
    }

    func change(_ state: inout MockState, merging: Bool) -> MockResponse {
        let old = item(in: state)
        // PUT may create (RFC 9110, section 9.3.4), where the description says so.
        if old == nil, merging || engine.responder.error(call.operation, 201, orAny: false) == nil {
            return missing(&state)
        }
        var fields = merging ? old?.object ?? JSONObject() : serverFields
        if !merging, let old = old?.object {
            // A client can't replace read-only fields.
            for key in collection.fit.value?.readOnly ?? [] where old[key] != nil { fields[key] = old[key] }
        }
        for (key, value) in (clientFields ?? JSONObject()).pairs {
            fields[key] = merging ? Self.merged(fields[key], value, depth: 0) : value
        }
        if let key = collection.idKey { fields[key] = old?[key] ?? idValue(place.id) }
        let problems = fit(&fields)
        return keep(fields, place.id, problems, status: old == nil ? 201 : nil, &state)
    }

    private func idValue(_ id: String) -> JSONValue {
        (collection.idKind == .number ? JSONValue.Number(id).map { .number($0) } : nil) ?? .string(id)
    }

    private func keep(
        _ fields: JSONObject, _ id: String, _ problems: [MockProblem], status: Int?, _ state: inout MockState
    ) -> MockResponse {
        let item = JSONValue.object(fields)
        guard !MockStores.isTooLarge(item) else {
            let limit = "\(MockStores.mostBytes >> 20) MB"
            return error(507, "Insufficient Storage", "this is too large: a mock remembers at most \(limit)", &state)
        }
        let evictions = state.stores.put(item, id, in: place.store)
        var response = success(one: item, status: status, &state)
        response.problems += problems
        if evictions > 0 { response.notes.append(MockStores.note(ofDropped: evictions)) }
        if response.status == 201 { locate(id, &response) }
        return response
    }

    /// Sets `Location` to the path or the URL of the new item.
    private func locate(_ id: String, _ response: inout MockResponse) {
        let header = engine.responder.response(call.operation, status: 201)?.headers.first {
            MockText.isSame($0.name, "location")
        }
        guard collection.hasOwnPaths else {
            if header?.isRequired != true { response.remove("location") }
            return
        }
        var path = String(call.request.parts.path)
        if call.operation.method == "POST" {
            let endsWithSlash = path.hasSuffix("/")
            path += (endsWithSlash ? "" : "/") + PercentEncoding.encoded(id) + (endsWithSlash ? "/" : "")
        }
        let url = call.request.header("host").map { "http://" + $0 + path }
        let forms = [path, url].compactMap(\.self)
        let form = forms.first { header?.schema.isValid(.string($0), direction: .response) != false } ?? path
        response.set("Location", form)
    }

    /// Removes the fields that no response may have, and reports the fields that stay although no schema allows them.
    private func fit(_ fields: inout JSONObject) -> [MockProblem] {
        guard let (fitted, mistakes) = collection.fit.value?.fitted(fields, keeping: collection.idKey) else {
            return []
        }
        fields = fitted
        return mistakes.map {
            MockProblem(
                operation: call.operation.title, .response, $0.instance,
                "no response allows what was sent: \($0.message)", keyword: $0.keyword)
        }
    }

    func delete(_ state: inout MockState) -> MockResponse {
        guard let item = item(in: state) else { return missing(&state) }
        state.stores.remove(place.id, in: place.store)
        return success(one: item, isGone: true, &state)
    }

    /// A JSON merge patch (RFC 7396, section 2), in which null removes a field.
    private static func merged(_ old: JSONValue?, _ new: JSONValue, depth: Int) -> JSONValue? {
        guard depth > 0 || new != .null else { return JSONValue.null }
        guard let changes = new.object, depth < 64 else { return new == .null ? nil : new }
        var fields = old?.object ?? JSONObject()
        for (key, value) in changes.pairs {
            fields[key] = value == .null ? nil : merged(fields[key], value, depth: depth + 1)
        }
        return .object(fields)
    }

    /// The fields that the client sent, without write-only fields.
    private var clientFields: JSONObject? {
        guard let whole = call.body, let body = (call.bodySchema?.withoutWriteOnly(whole) ?? whole).object else {
            return nil
        }
        return collection.wrapper.flatMap { body[$0]?.object } ?? body
    }

    /// The fields that the server sets by itself.
    private var serverFields: JSONObject { collection.fit.value?.given ?? JSONObject() }

    /// An id that no item has.
    private func newID(_ state: inout MockState) -> String {
        var tries = 0
        while true {
            let number = state.stores.nextNumber(in: place.store)
            // A description may allow few ids.
            let id = tries < 8 ? id(number) : plainID(number)
            if state.stores[place.store]?[id] == nil { return id }
            tries += 1
        }
    }

    /// An id that the path and the property allow, if there is any.
    private func id(_ number: Int) -> String {
        let plain = plainID(number)
        if isAllowed(plain) { return plain }
        if isAllowed(String(number)) { return String(number) }
        for schema in collection.idSchemas {
            for seed in 0..<3 {
                let options = MakeOptions(
                    seed: UInt64(number * 3 + seed), usesExamples: false, name: collection.idKey ?? "id")
                if case .success(let value) = schema.makeValue(options), let text = Self.text(value), isAllowed(text) {
                    return text
                }
            }
        }
        return plain
    }

    private func isAllowed(_ text: String) -> Bool {
        collection.idSchemas.allSatisfy { $0.isValid($0.coerced(.string(text))) }
    }

    private func plainID(_ number: Int) -> String {
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

    package static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let number): number.digits
        default: nil
        }
    }

    private func missing(_ state: inout MockState) -> MockResponse {
        error(404, "Not Found", "there is no '\(place.id.prefix(60))' in \(place.store.prefix(200))", &state)
    }

    private func error(_ status: Int, _ title: String, _ detail: String, _ state: inout MockState) -> MockResponse {
        guard let response = engine.responder.error(call.operation, status, orAny: true) else {
            return ProblemDetails.response(status, title, detail: detail)
        }
        var choice = choice
        choice.isLenient = true
        let error = engine.responder.make(response, status: status, call, choice, &state.cache)
        return engine.responder.giving(detail, in: error, response)
    }

    private func success(
        one item: JSONValue, status: Int? = nil, isGone: Bool = false, _ state: inout MockState
    ) -> MockResponse {
        guard let (response, usual) = engine.responder.success(call.operation) else { return MockResponse(status: 204) }
        let status = status ?? usual
        guard let media = response.content.json else { return stateless(response, status, &state) }
        let schema = engine.description.document.value(at: media.pointer + "/schema") ?? .bool(true)
        let outline = SchemaOutline(schema, in: engine.description.document)
        var value = item
        let isItself = collection.idKey.map { outline.properties[$0] != nil } ?? (schema == collection.schema)
        if !isItself, !outline.properties.isEmpty {
            // The response isn't the item: it wraps the item, or confirms the change.
            guard let wrapper = collection.wrapper, outline.properties[wrapper] != nil else {
                return stateless(response, status, &state)
            }
            var fields = engine.responder.plainValue(media, &state.cache)?.object ?? JSONObject()
            // If the wrapped schema is the collection's own, the item was made to fit when it was kept. If the schema is
            // another, as for a search that was started, the item is made to fit now. It keeps its id, so that it can be
            // requested.
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
            guard let fitted = fitted(value, to: schema, compiled) else { return stateless(response, status, &state) }
            value = call.operation.succeeding(fitted)
        }
        return engine.responder.make(response, status: status, value: value, choice, &state.cache)
    }

    /// A value made to fit its schema; nil if it can't be.
    private func fitted(_ value: JSONValue, to schema: JSONValue, _ compiled: CompiledSchema) -> JSONValue? {
        guard !compiled.isValid(value, direction: .response) else { return value }
        let fit =
            schema == collection.schema
            ? collection.fit.value : ResponseFit(schema, compiled, in: engine.description)
        guard let fields = value.object, let fit else { return nil }
        return (fit.fitted(fields, keeping: collection.idKey)?.fields).map { .object($0) }
    }

    // MARK: - Lists

    func list(_ state: inout MockState, _ shape: ListShape) -> MockResponse? {
        guard let (response, status) = engine.responder.success(call.operation), let media = response.content.json
        else { return nil }
        let filters = filters(shape)
        let items = (state.stores[place.store]?.all ?? []).map(\.item).filter { item in
            filters.allSatisfy { $0.value.isDisjoint(with: Self.texts(item[$0.key])) == false }
        }
        var page = ListPage(items, shape, call)
        if let fit = shape.fit.value {
            // The elements of a list may have fewer fields than an item by itself.
            page.items = page.items.map { item in
                guard let fields = item.object else { return item }
                return (fit.fitted(fields, keeping: collection.idKey)?.fields).map { .object($0) } ?? item
            }
        }
        let whole = page.counted(
            shape.whole.value ?? (shape.elements.isEmpty ? .array([]) : .object(JSONObject())), shape)
        let value = call.operation.succeeding(page.applied(to: whole, shape, media.schema))
        var result = engine.responder.make(response, status: status, value: value, choice, &state.cache)
        page.apply(to: &result, shape)
        page.applyHeaders(to: &result, of: response)
        return result
    }

    /// The filters of a request, with the values that each allows: `status=open` if items have a property `status`.
    private func filters(_ shape: ListShape) -> [String: Set<String>] {
        var filters: [String: Set<String>] = [:]
        let names = collection.properties.subtracting(shape.parameters)
        for parameter in call.operation.parameters where parameter.location == "query" && names.contains(parameter.name)
        {
            let texts = Self.texts(call.values["query " + parameter.name])
            if !texts.isEmpty { filters[parameter.name] = texts }
        }
        return filters
    }

    /// The strings of a value, or of each element of a list. Objects and null have none.
    private static func texts(_ value: JSONValue?) -> Set<String> {
        switch value {
        case .bool(let flag)?: [flag ? "true" : "false"]
        case .array(let elements)?: elements.prefix(1000).reduce(into: []) { $0.formUnion(texts($1)) }
        case let value?: text(value).map { [$0] } ?? []
        case nil: []
        }
    }
}

extension JSONValue {
    /// A copy with a value at a path of keys. nil removes the value.
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
    func at(_ path: [String]) -> JSONValue? { path.reduce(.some(self)) { $0?[$1] } }
}
