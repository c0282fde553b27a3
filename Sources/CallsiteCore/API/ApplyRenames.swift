// `renames:` of `callsite.yaml`: what a key leads to. A key is the name of a model or an operation, or a method and a path (`GET /users`), and may
// go on with a part of it, and a part of that: `Issue.milestone.title`, `ListIssues.state.open`. Names may hold dots themselves. Where a
// key leads to a property whose type is written in place, the new name says which of the two is meant: types begin with a capital.

extension Resolver {
    /// False if the key leads nowhere.
    mutating func rename(_ key: String, to new: String, at place: SourceLocation, _ diagnostics: inout Diagnostics) -> Bool {
        if let type = api.types.firstIndex(where: { $0.owner == .api && $0.name == key }) {
            checkTypeName(.init(text: new, place: place), of: "a type", &diagnostics)
            api.types[type].swiftName = new
            return true
        }
        if let endpoint = endpoint(called: key) {
            checkTypeName(.init(text: new, place: place), of: "a request", &diagnostics)
            api.endpoints[endpoint].swiftName = new
            return true
        }
        for (head, rest) in Self.splits(key) {
            if head == "baseURL", renameVariable(rest, to: new) { return true }
            if head == "errors", Self.rename(rest, to: new, in: &api.errors) { return true }
        }
        // The longest name first: `orders.list.state` may be a part of `orders.list`, or of `orders`.
        for (head, rest) in Self.splits(key).reversed() {
            if let type = api.types.firstIndex(where: { $0.owner == .api && $0.name == head }),
                renamePart(of: .init(index: type), rest, to: new)
            {
                return true
            }
            if let endpoint = endpoint(called: head), renamePart(ofEndpoint: endpoint, rest, to: new) { return true }
        }
        return false
    }

    /// Those of the halves of models that are sent only, once there are such halves; then it is told which lead nowhere.
    mutating func applyOtherRenames(_ options: Options, _ diagnostics: inout Diagnostics) {
        for old in unknownRenames {
            let place = options.places[.renames, old] ?? api.place
            guard let new = options.renames[old], !rename(old, to: new, at: place, &diagnostics) else { continue }
            diagnostics.report(.unknownRename(old, known: renamable(like: old), at: place))
        }
    }

    /// At each of its dots, the first first.
    private static func splits(_ key: String) -> [(head: String, rest: String)] {
        // A value or a parameter may have an empty name.
        key.indices.filter { key[$0] == "." && $0 != key.startIndex }
            .map { (String(key[..<$0]), String(key[key.index(after: $0)...])) }
    }

    private func endpoint(called name: String) -> Int? {
        api.endpoints.firstIndex { $0.name == name } ?? api.endpoints.firstIndex { $0.method + " " + $0.path.text == name }
    }

    private static func isTypeName(_ name: String) -> Bool { name.unicodeScalars.first.map { $0.properties.isUppercase } ?? false }

    // MARK: - Types

    private mutating func renamePart(of id: API.TypeID, _ key: String, to new: String) -> Bool {
        switch api[id].content {
        case .alias, .own, .date: return false
        case .object(var properties):
            if !Self.isTypeName(new), let index = properties.firstIndex(where: { $0.wireName == key }) {
                properties[index].swiftName = new
                api[id].content = .object(properties)
                return true
            }
        case .enumeration(var cases):
            guard let index = cases.firstIndex(where: { $0.wireValue == key }), !Self.isTypeName(new) else { return false }
            cases[index].swiftName = new
            api[id].content = .enumeration(cases)
            return true
        case .union(var union):
            if !Self.isTypeName(new), let index = union.alternatives.firstIndex(where: { names($0).contains(key) }) {
                union.alternatives[index].swiftName = new
                api[id].content = .union(union)
                return true
            }
        }
        return renameInside(.type(id), key, to: new)
    }

    /// What an alternative may be called: its tag, its title, its type.
    private func names(_ alternative: API.Union.Alternative) -> [String] {
        [alternative.title, alternative.tag].compactMap(\.self) + [api.text(of: alternative.shape)]
    }

    /// A type that is written in place, or a part of it.
    private mutating func renameInside(_ owner: API.NamedType.Owner, _ key: String, to new: String) -> Bool {
        let inner = api.types.indices.filter { api.types[$0].owner == owner }
        if Self.isTypeName(new), let index = called(key, among: inner).first {
            api.types[index].swiftName = new
            return true
        }
        for (head, rest) in Self.splits(key).reversed() {
            for index in called(head, among: inner) where renamePart(of: .init(index: index), rest, to: new) { return true }
        }
        return false
    }

    /// By place in a request and name; then by the name alone, first what has no place.
    private func called(_ key: String, among types: [Int]) -> [Int] {
        let named = types.filter { api.types[$0].name == key }
        return types.filter { index in api.types[index].position.place.map { $0 + "." + api.types[index].name == key } ?? false }
            + named.filter { api.types[$0].position.place == nil } + named.filter { api.types[$0].position.place != nil }
    }

    // MARK: - Base URL and errors

    /// `baseURL.region`: the variable, or the enum of its values, or one of these.
    private mutating func renameVariable(_ key: String, to new: String) -> Bool {
        if !Self.isTypeName(new), let index = api.baseURL.variables.firstIndex(where: { $0.wireName == key }) {
            api.baseURL.variables[index].swiftName = new
            return true
        }
        for variable in api.baseURL.variables {
            guard case .named(let id, _) = variable.shape else { continue }
            if variable.wireName == key {
                api[id].swiftName = new
                return true
            }
            if key.hasPrefix(variable.wireName + "."), renamePart(of: id, String(key.dropFirst(variable.wireName.count + 1)), to: new) {
                return true
            }
        }
        return false
    }

    /// By its status: `404`, `4XX` or `default`. Errors of one type are one case, whichever of their statuses names it.
    private static func rename(_ status: String, to new: String, in errors: inout [API.ErrorCase]) -> Bool {
        guard !isTypeName(new), !errors.isOneForAll, let index = errors.firstIndex(where: { $0.status.description == status }) else {
            return false
        }
        errors[index].swiftName = new
        return true
    }

    // MARK: - Requests

    /// A parameter, a field of the body or a header of the response; `query.id` where several places have an `id`.
    private mutating func renamePart(ofEndpoint index: Int, _ key: String, to new: String) -> Bool {
        if !Self.isTypeName(new) {
            let parameters = api.endpoints[index].parameters
            let found =
                parameters.firstIndex { $0.property.wireName == key }
                ?? parameters.firstIndex { $0.location.rawValue + "." + $0.property.wireName == key }
            if let found {
                api.endpoints[index].parameters[found].property.swiftName = new
                return true
            }
            if case .fields(var fields)? = api.endpoints[index].body?.content,
                let found = fields.firstIndex(where: { $0.wireName == key || "body." + $0.wireName == key })
            {
                fields[found].swiftName = new
                api.endpoints[index].body?.content = .fields(fields)
                return true
            }
            if let found = api.endpoints[index].response.cases.firstIndex(where: { $0.status.description == key }) {
                api.endpoints[index].response.cases[found].swiftName = new
                return true
            }
            // An endpoint that has the errors of all endpoints gets its own of them.
            var errors = api.endpoints[index].errors ?? api.errors
            if Self.rename(key, to: new, in: &errors) {
                api.endpoints[index].errors = errors
                return true
            }
            let headers = api.endpoints[index].response.headers
            if let found = headers.firstIndex(where: { $0.wireName == key || "headers." + $0.wireName == key }) {
                api.endpoints[index].response.headers[found].swiftName = new
                return true
            }
        }
        return renameInside(.endpoint(index), key, to: new)
    }

    /// For "did you mean".
    func renamable(like name: String) -> [String] {
        let types = api.types.filter { $0.owner == .api }
        if name.hasPrefix("baseURL.") { return api.baseURL.variables.map { "baseURL." + $0.wireName } }
        if name.hasPrefix("errors."), !api.errors.isOneForAll { return api.errors.map { "errors." + $0.status.description } }
        let tops = types.map(\.name) + api.endpoints.map(\.name)
        var heads = Self.splits(name).map(\.head)
        heads.removeAll { !tops.contains($0) }
        guard let head = heads.last else { return tops }
        var names: [String] = []
        for type in types where type.name == head {
            switch type.content {
            case .object(let properties): names += properties.map(\.wireName)
            case .enumeration(let cases): names += cases.map(\.wireValue)
            case .union(let union): names += union.alternatives.flatMap(self.names)
            case .alias, .own, .date: break
            }
        }
        for endpoint in api.endpoints where endpoint.name == head { names += requestNames(endpoint) }
        return names.map { head + "." + $0 }
    }
}
