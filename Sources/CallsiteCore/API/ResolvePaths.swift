// Paths of keys, as declarations of paging write them, followed through the types of answers and requests.

extension Resolver {
    /// Follows a path of keys through models. `JSON` and dictionaries hold anything, or nothing.
    func walk(
        _ path: Description.Name, from start: API.Shape, isOptional: Bool = false, of what: String = "the response",
        _ diagnostics: inout Diagnostics
    ) -> API.ValuePath? {
        var result = API.ValuePath(shape: start, isOptional: isOptional)
        var keys = path.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
        while var key = keys.popFirst() {
            let resolved = api.resolvingAliases(result.shape.withoutOptional)
            if case .dictionary(let value) = resolved {
                result.steps.append(.key(key))
                (result.shape, result.isOptional) = (value, true)
                continue
            }
            if resolved == .scalar(.json) {
                result.steps.append(.key(key))
                result.isOptional = true
                continue
            }
            guard let properties = api.properties(of: resolved) else {
                diagnostics.report(.pathLeadsNowhere(path.text, in: what, key: key, known: [], at: path.place))
                return nil
            }
            // A name may hold dots itself: `@odata.nextLink`.
            if !keys.isEmpty, !properties.contains(where: { $0.wireName == key }) {
                let whole = ([key] + keys).joined(separator: ".")
                if properties.contains(where: { $0.wireName == whole }) { (key, keys) = (whole, []) }
            }
            guard let index = properties.firstIndex(where: { $0.wireName == key }) else {
                diagnostics.report(.pathLeadsNowhere(path.text, in: what, key: key, known: properties.map(\.wireName), at: path.place))
                return nil
            }
            result.steps.append(.property(index, of: resolved))
            result.shape = properties[index].shape
            result.isOptional = result.isOptional || mayBeMissing(properties[index])
        }
        return result
    }

    private func mayBeMissing(_ property: API.Property) -> Bool { api.mayBeMissing(property) }

    /// A parameter, a field of the body, or a path into a body that is one value. nil: there is none, which is for the caller to
    /// report, or it lies where nothing can be put, which was reported.
    func requestValue(_ name: Description.Name, of endpoint: API.Endpoint, _ diagnostics: inout Diagnostics) -> API.RequestValue?? {
        if let index = endpoint.parameters.firstIndex(where: { $0.property.wireName == name.text }) {
            return requestValue(.parameter(index), endpoint.parameters[index].property)
        }
        switch endpoint.body?.content {
        case .fields(let fields)?:
            guard let index = fields.firstIndex(where: { $0.wireName == name.text }) else { return nil }
            return requestValue(.bodyField(index), fields[index])
        case .whole(let shape, let isOptional)?:
            var trial = Diagnostics()
            guard let path = walk(name, from: shape, &trial), case .property(let index, let owner)? = path.steps.last,
                let property = api.properties(of: owner)?[index]
            else { return nil }
            // A model is made anew with one property changed, so everything on the way must be there.
            let isReachable = path.steps.dropLast().allSatisfy { step in
                guard case .property(let index, let owner) = step, let property = api.properties(of: owner)?[index] else { return false }
                return !mayBeMissing(property)
            }
            guard isReachable, !isOptional else {
                diagnostics.report(.movesInOptional(name.text, at: name.place))
                return .some(nil)
            }
            return API.RequestValue(root: .body, path: path, property: property)
        case nil: return nil
        }
    }

    private func requestValue(_ root: API.RequestValue.Root, _ property: API.Property) -> API.RequestValue {
        .init(root: root, path: .init(shape: property.shape, isOptional: mayBeMissing(property)), property: property)
    }

    func requestNames(_ endpoint: API.Endpoint) -> [String] {
        var names = endpoint.parameters.map(\.property.wireName)
        switch endpoint.body?.content {
        case .fields(let fields)?: names += fields.map(\.wireName)
        case .whole(let shape, _)?: names += (api.properties(of: shape) ?? []).map(\.wireName)
        case nil: break
        }
        return names
    }

    /// The keys of the lists in an object.
    func lists(in shape: API.Shape) -> [String] {
        (api.properties(of: shape) ?? []).filter { if case .list = api.resolvingAliases($0.shape.withoutOptional) { true } else { false } }
            .map(\.wireName)
    }
}

extension API {
    /// Whether the property of a value that was read is an optional in Swift.
    func mayBeMissing(_ property: Property) -> Bool {
        property.presence != .required || resolvingAliases(property.shape).isOptional
    }
}

extension API.Shape {
    var withoutOptional: API.Shape {
        if case .optional(let wrapped) = self { wrapped.withoutOptional } else { self }
    }
}

extension Diagnostic {
    static func pathLeadsNowhere(_ path: String, in what: String, key: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "path-leads-nowhere", "\(what) has nothing at '\(path)': there is no '\(key)'",
            help: known.isEmpty ? "a path names properties of models" : Spelling.help(for: key, among: known), at: place)
    }
    static func movesInOptional(_ path: String, at place: SourceLocation) -> Self {
        .error(
            "moves-in-optional", "'\(path)' lies in a part of the body that may be missing",
            help: "make everything on the way to it required", at: place)
    }
}
