// Follows paths of keys, as declarations of pagination write them, through the types of responses and requests.

extension Resolver {
    /// Follows a path of keys through models. `JSON` and dictionaries hold anything, or nothing.
    func walk(
        _ path: Description.Name, from start: API.Shape, isOptional: Bool = false,
        of what: DiagnosticText = "the response", _ diagnostics: inout Diagnostics
    ) -> API.ValuePath? {
        var result = API.ValuePath(shape: start, isOptional: isOptional)
        var keys = path.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
        while var key = keys.popFirst() {
            let resolved = api.plain(result.shape)
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
            // In a union, the path goes through the only alternative that has such a property.
            if let alternatives = api.alternatives(of: resolved) {
                let fitting = alternatives.indices.filter { index in
                    api.properties(of: alternatives[index])?.contains { $0.wireName == key } ?? false
                }
                if fitting.count == 1 {
                    result.steps.append(.alternative(fitting[0], of: resolved))
                    (result.shape, result.isOptional) = (alternatives[fitting[0]], true)
                    keys = ([key] + keys)[...]
                    continue
                }
            }
            guard let properties = api.properties(of: resolved) else {
                diagnostics.report(.pathLeadsNowhere(path.text, in: what, key: key, candidates: [], at: path.place))
                return nil
            }
            // A name may hold dots itself: `@odata.nextLink`.
            if !keys.isEmpty, !properties.contains(where: { $0.wireName == key }) {
                let whole = ([key] + keys).joined(separator: ".")
                if properties.contains(where: { $0.wireName == whole }) { (key, keys) = (whole, []) }
            }
            guard let index = properties.firstIndex(where: { $0.wireName == key }) else {
                diagnostics.report(
                    .pathLeadsNowhere(
                        path.text, in: what, key: key, candidates: properties.map(\.wireName), at: path.place))
                return nil
            }
            result.steps.append(.property(index, of: resolved))
            result.shape = properties[index].shape
            result.isOptional = result.isOptional || api.mayBeMissing(properties[index])
        }
        return result
    }

    /// Finds a parameter, a field of the body, or a path into a body that is one value.
    ///
    /// - Returns: nil if there is none, which the caller reports; `.some(nil)` if no value can be put there, which has
    ///   been reported.
    func requestValue(
        _ name: Description.Name, of endpoint: API.Endpoint, _ diagnostics: inout Diagnostics
    ) -> API.RequestValue?? {
        if let index = endpoint.parameters.firstIndex(where: { $0.property.wireName == name.text }) {
            return requestValue(.parameter(index), endpoint.parameters[index].property)
        }
        let properties = endpoint.parameters.map(\.property)
        if let value = requestValue(name, insideOneOf: properties, { .parameter($0) }, &diagnostics) { return value }
        switch endpoint.body?.content {
        case .fields(let fields)?:
            if let index = fields.firstIndex(where: { $0.wireName == name.text }) {
                return requestValue(.bodyField(index), fields[index])
            }
            return requestValue(name, insideOneOf: fields, { .bodyField($0) }, &diagnostics)
        case .whole(let shape, let isOptional)?:
            return requestValue(
                name, inside: .body, shape, isOptional: isOptional || shape.isOptional, false, name, &diagnostics)
        case nil: return nil
        }
    }

    /// `options.offset` in a body, and `page.number` among the parameters.
    private func requestValue(
        _ name: Description.Name, insideOneOf properties: [API.Property], _ root: (Int) -> API.RequestValue.Root,
        _ diagnostics: inout Diagnostics
    ) -> API.RequestValue?? {
        guard let index = properties.firstIndex(where: { name.text.hasPrefix($0.wireName + ".") }) else { return nil }
        let property = properties[index]
        let rest = Description.Name(
            text: String(name.text.dropFirst(property.wireName.count + 1)), place: name.place)
        return requestValue(
            rest, inside: root(index), property.shape, isOptional: api.mayBeMissing(property),
            property.presence == .optionalNullable, name, &diagnostics)
    }

    /// Finds a property inside a value of the request. To change the property, the value is made anew: where the value
    /// may be missing, all its other properties must be optional.
    private func requestValue(
        _ path: Description.Name, inside root: API.RequestValue.Root, _ shape: API.Shape, isOptional: Bool,
        _ isPatch: Bool, _ name: Description.Name, _ diagnostics: inout Diagnostics
    ) -> API.RequestValue?? {
        var trial = Diagnostics()
        guard let valuePath = walk(path, from: shape, &trial),
            case .property(let index, let owner)? = valuePath.steps.last,
            let property = api.properties(of: owner)?[index]
        else { return nil }
        var isMissing = isOptional
        var isReachable = !isPatch
        for (position, step) in valuePath.steps.enumerated() {
            guard case .property(let index, let owner) = step, let properties = api.properties(of: owner) else {
                isReachable = false
                break
            }
            let others = properties.enumerated().filter { $0.offset != index }
            if isMissing, !others.allSatisfy({ api.mayBeMissing($0.element) }) { isReachable = false }
            guard position + 1 < valuePath.steps.count else { break }
            if properties[index].presence == .optionalNullable { isReachable = false }
            isMissing = isMissing || api.mayBeMissing(properties[index])
        }
        guard isReachable else {
            diagnostics.report(.movesInOptional(name.text, at: name.place))
            return .some(nil)
        }
        return API.RequestValue(root: root, path: valuePath, isRootOptional: isOptional, property: property)
    }

    private func requestValue(_ root: API.RequestValue.Root, _ property: API.Property) -> API.RequestValue {
        .init(
            root: root, path: .init(shape: property.shape, isOptional: api.mayBeMissing(property)), property: property)
    }

    func requestNames(_ endpoint: API.Endpoint) -> [String] {
        (endpoint.parameters.map(\.property) + api.bodyProperties(of: endpoint)).map(\.wireName)
    }

    /// The keys of the lists in an object.
    func lists(in shape: API.Shape) -> [String] {
        (api.properties(of: shape) ?? []).filter { api.listElement($0.shape) != nil }.map(\.wireName)
    }
}

extension Diagnostic {
    static func pathLeadsNowhere(
        _ path: String, in what: DiagnosticText, key: String, candidates: [String], at place: SourceLocation
    ) -> Self {
        .error(
            "path-leads-nowhere", "\(what) has nothing at '\(path)': there is no '\(key)'",
            help: candidates.isEmpty ? "a path names properties of models" : Spelling.help(for: key, among: candidates),
            at: place
        )
    }
    static func movesInOptional(_ path: String, at place: SourceLocation) -> Self {
        .error(
            "moves-in-optional", "'\(path)' lies in a part of the request that may be missing",
            help: "make everything on the way to it required, or everything beside it optional", at: place)
    }
}
