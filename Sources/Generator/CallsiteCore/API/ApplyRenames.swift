// Applies `renames:` of `callsite.yaml`. A key is the name of a model or an operation, or a method and a path
// (`GET /users`), and may go on with a part of it, and a part of that: `Issue.milestone.title`,
// `ListIssues.state.open`. Names may hold dots themselves. If a key leads to a property whose type is written in place,
// a new name with a capital is for the type, any other name for the property.

extension Resolver {
    /// Returns false if nothing has the key's name.
    func rename(
        _ key: String, to new: String, at place: SourceLocation, _ names: inout ConfiguredNames,
        _ diagnostics: inout Diagnostics
    ) -> Bool {
        if let type = names.types[key] {
            checkTypeName(.init(text: new, place: place), of: "a type", &diagnostics)
            api.types[type].swiftName = new
            return true
        }
        if let endpoint = names.endpoint(called: key) {
            checkTypeName(.init(text: new, place: place), of: "a request", &diagnostics)
            api.endpoints[endpoint].swiftName = new
            return true
        }
        if key.hasPrefix("baseURL."), renameVariable(String(key.dropFirst(8)), to: new, &names) { return true }
        if key.hasPrefix("errors."), Self.rename(String(key.dropFirst(7)), to: new, in: &api.errors) { return true }
        // The longest name first: `orders.list.state` may be a part of `orders.list`, or of `orders`.
        for (head, rest) in names.heads(of: key) {
            if let type = names.types[head], renamePart(of: .init(index: type), rest, to: new, &names) { return true }
            if let endpoint = names.endpoint(called: head), renamePart(ofEndpoint: endpoint, rest, to: new, &names) {
                return true
            }
        }
        return false
    }

    /// Applies the renames of models that are only sent, which exist by now; then reports the keys that are still
    /// unresolved.
    func applyOtherRenames(_ options: Options, _ diagnostics: inout Diagnostics) {
        guard !unknownRenames.isEmpty else { return }
        var names = ConfiguredNames(api)
        for old in unknownRenames {
            let place = options.places[.renames, old] ?? api.place
            guard let new = options.renames[old], !rename(old, to: new, at: place, &names, &diagnostics) else {
                continue
            }
            let candidates = diagnostics.wantsNoMoreSuggestions ? [] : renamable(like: old, names)
            diagnostics.report(.unknownRename(old, candidates: candidates, at: place))
        }
    }

    private static func isTypeName(_ name: String) -> Bool {
        name.unicodeScalars.first.map { $0.properties.isUppercase } ?? false
    }

    // MARK: - Types

    private func renamePart(
        of id: API.TypeID, _ key: String, to new: String, _ names: inout ConfiguredNames
    ) -> Bool {
        if !Self.isTypeName(new),
            let position = names.member(of: id.index, called: key, { memberNames(api[id].content) })
        {
            api.types[id.index].content.rename(position, to: new)
            return true
        }
        switch api[id].content {
        case .object, .union: return renameInside(.type(id), key, to: new, &names)
        case .alias, .own, .date, .enumeration: return false
        }
    }

    /// The names that each property, case or alternative may have.
    private func memberNames(_ content: API.NamedType.Content) -> [[String]] {
        switch content {
        case .object(let properties): properties.map { [$0.wireName] }
        case .enumeration(let cases): cases.map { [$0.wireValue] }
        case .union(let union):
            union.alternatives.map { [$0.title, $0.tag].compactMap(\.self) + [api.text(of: $0.shape)] }
        case .alias, .own, .date: []
        }
    }

    /// Renames a type that is written in place, or a part of it.
    private func renameInside(
        _ owner: API.NamedType.Owner, _ key: String, to new: String, _ names: inout ConfiguredNames
    ) -> Bool {
        if Self.isTypeName(new), let index = names.inner(of: owner, called: key).first {
            api.types[index].swiftName = new
            return true
        }
        for (head, rest) in names.heads(of: key, in: owner) {
            for index in names.inner(of: owner, called: head)
            where renamePart(of: .init(index: index), rest, to: new, &names) {
                return true
            }
        }
        return false
    }

    // MARK: - Base URL and errors

    /// `baseURL.region`: renames the variable, the enum of its values, or a case of the enum.
    private func renameVariable(_ key: String, to new: String, _ names: inout ConfiguredNames) -> Bool {
        func type(of variable: Int) -> API.TypeID? {
            if case .named(let id, _) = api.baseURL.variables[variable].shape { id } else { nil }
        }
        if let variable = names.variables[key] {
            if !Self.isTypeName(new) {
                api.baseURL.variables[variable].swiftName = new
                return true
            }
            if let id = type(of: variable) {
                api[id].swiftName = new
                return true
            }
        }
        for (head, rest) in names.variableHeads(of: key) {
            if let variable = names.variables[head], let id = type(of: variable),
                renamePart(of: id, rest, to: new, &names)
            {
                return true
            }
        }
        return false
    }

    /// Renames an error case by its status: `404`, `4XX` or `default`.
    private static func rename(_ status: String, to new: String, in errors: inout [API.ErrorCase]) -> Bool {
        guard !isTypeName(new), !errors.isOneForAll,
            let index = errors.firstIndex(where: { $0.status.description == status })
        else {
            return false
        }
        errors[index].swiftName = new
        return true
    }

    // MARK: - Requests

    /// Renames a parameter, a field of the body or a header of the response: `id`, or `query.id` where several places
    /// have an `id`.
    private func renamePart(
        ofEndpoint index: Int, _ key: String, to new: String, _ names: inout ConfiguredNames
    ) -> Bool {
        if !Self.isTypeName(new), let part = names.part(of: index, in: api, called: key) {
            switch part {
            case .parameter(let position): api.endpoints[index].parameters[position].property.swiftName = new
            case .field(let position): api.endpoints[index].body?.fields[position].swiftName = new
            case .responseCase(let position): api.endpoints[index].response.cases[position].swiftName = new
            case .error(let position):
                // An endpoint without errors of its own gets a copy of the API's.
                var errors = api.endpoints[index].errors ?? api.errors
                errors[position].swiftName = new
                api.endpoints[index].errors = errors
            case .header(let position): api.endpoints[index].response.headers[position].swiftName = new
            }
            return true
        }
        return renameInside(.endpoint(index), key, to: new, &names)
    }

    /// The keys to suggest in place of an unknown one.
    func renamable(like name: String, _ configured: ConfiguredNames) -> [String] {
        let types = api.types.filter { $0.owner == .api }
        if name.hasPrefix("baseURL.") { return api.baseURL.variables.map { "baseURL." + $0.wireName } }
        if name.hasPrefix("errors."), !api.errors.isOneForAll {
            return api.errors.map { "errors." + $0.status.description }
        }
        let tops = types.map(\.name) + api.endpoints.map(\.name)
        let heads = configured.heads(of: name).map(\.head)
        guard let head = heads.first(where: { configured.types[$0] != nil || configured.endpoints[$0] != nil }) else {
            return tops
        }
        let members = types.filter { $0.name == head }.flatMap { memberNames($0.content).joined() }
        let parts = api.endpoints.filter { $0.name == head }.flatMap(requestNames)
        return (members + parts).map { head + "." + $0 }
    }
}

extension API.NamedType.Content {
    /// Gives a property, a case or an alternative another Swift name, without a copy of the whole list: both the list
    /// and the renames may be long.
    fileprivate mutating func rename(_ position: Int, to new: String) {
        switch self {
        case .object: properties[position].swiftName = new
        case .enumeration(var cases):
            self = .enumeration([])
            cases[position].swiftName = new
            self = .enumeration(cases)
        case .union(var union):
            self = .enumeration([])
            union.alternatives[position].swiftName = new
            self = .union(union)
        case .alias, .own, .date: break
        }
    }
}
