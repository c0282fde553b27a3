// Declarations of paging against the endpoint they stand on: the parameter that moves is one of the request's, the list
// is a list, the cursor can be told from the answer. A strategy with `default: true` goes to each endpoint that it fits.

extension Resolver {
    mutating func resolvePagination(_ diagnostics: inout Diagnostics) {
        let defaults = description.strategies.filter(\.isDefault)
        for strategy in defaults { diagnostics.report(.notYetGenerated("paging", leavesOut: nil, at: strategy.place)) }
        for (index, endpoint) in description.endpoints.enumerated() {
            switch endpoint.pagination {
            case .none: break
            case .strategy(let declaration):
                api.endpoints[index].pagination = check(declaration, on: index, isByDefault: false, &diagnostics)
                diagnostics.report(.notYetGenerated("paging", leavesOut: nil, at: declaration.place))
            case .unsaid:
                let fitting = defaults.compactMap { strategy -> API.Pagination? in
                    // Not fitting is no error here: what is wrong goes to diagnostics of its own.
                    var trial = Diagnostics()
                    checkRequiredKeys(strategy, &trial)
                    guard let pagination = check(strategy, on: index, isByDefault: true, &trial), !trial.hasErrors else { return nil }
                    return pagination
                }
                api.endpoints[index].pagination = fitting.first
                if fitting.count > 1 { diagnostics.report(.severalDefaultStrategies(fitting, at: endpoint.place)) }
            }
        }
    }

    private func check(
        _ declaration: Description.Pagination, on index: Int, isByDefault: Bool, _ diagnostics: inout Diagnostics
    ) -> API.Pagination? {
        let endpoint = api.endpoints[index]
        let errorsBefore = diagnostics.hasErrors
        // What a named strategy says is wrong for this endpoint: the place is where the endpoint uses it.
        let strategy = description.strategies.first { $0.name == declaration.name && $0.name != nil }
        func atUse(_ name: Description.Name) -> Description.Name {
            guard let strategy, strategy.contains(name.place) else { return name }
            return .init(text: name.text, place: declaration.place)
        }
        let declaration = declaration.mapNames(atUse)
        // With `continue:` the parameter is the other endpoint's.
        var mover = endpoint
        if let name = declaration.continuation {
            guard let other = api.endpoints.first(where: { $0.name == name.text }) else {
                diagnostics.report(.unknownEndpoint(name.text, known: api.endpoints.map(\.name), at: name.place))
                return nil
            }
            mover = other
        }
        if let name = declaration.parameter {
            guard let (property, _) = requestProperty(name.text, of: mover) else {
                diagnostics.report(.unknownParameter(name.text, known: requestNames(mover), at: name.place))
                return nil
            }
            if declaration.style == .page || declaration.style == .offset, !isNumberOrText(property.shape) {
                diagnostics.report(.parameterIsNoNumber(name.text, at: name.place))
            }
        }
        for name in [declaration.size, declaration.limit].compactMap({ $0 }) {
            guard let (property, _) = requestProperty(name.text, of: endpoint) else {
                // A named strategy may speak of a size that not every endpoint lets the caller choose, unless the end depends
                // on it.
                let isShared = strategy.map { $0.size?.text == name.text || $0.limit?.text == name.text } ?? false
                if !isShared || declaration.shortPageEnds {
                    diagnostics.report(.unknownParameter(name.text, known: requestNames(endpoint), at: name.place))
                }
                continue
            }
            if !isNumberOrText(property.shape) { diagnostics.report(.parameterIsNoNumber(name.text, at: name.place)) }
        }
        guard let element = elementShape(declaration, endpoint, &diagnostics) else { return nil }
        check(declaration.hasNext, "hasNext", endpoint, &diagnostics) { shape in
            // A flag, or what is there when there is more: a cursor or a URL.
            switch shape {
            case .list, .dictionary: false;
            default: true
            }
        }
        for (source, key) in [(declaration.total, "total"), (declaration.totalPages, "totalPages")] {
            check(source, key, endpoint, &diagnostics) { shape in
                switch shape {
                case .scalar(.int), .scalar(.int32), .scalar(.int64), .scalar(.string), .scalar(.double): true
                default: false
                }
            }
        }
        check(declaration.next, "next", endpoint, &diagnostics) { _ in true }
        if let key = declaration.key {
            guard let properties = api.properties(of: element) else {
                diagnostics.report(.elementHasNoKey(key.text, known: [], at: key.place))
                return nil
            }
            if !properties.contains(where: { $0.wireName == key.text }) {
                diagnostics.report(.elementHasNoKey(key.text, known: properties.map(\.wireName), at: key.place))
            }
        }
        guard errorsBefore || !diagnostics.hasErrors else { return nil }
        return .init(declaration: declaration, element: element, isByDefault: isByDefault)
    }

    private func requestNames(_ endpoint: API.Endpoint) -> [String] {
        var names = endpoint.parameters.map(\.property.wireName)
        switch endpoint.body?.content {
        case .fields(let fields)?: names += fields.map(\.wireName)
        case .whole(let shape, _)?: names += (api.properties(of: shape) ?? []).map(\.wireName)
        case nil: break
        }
        return names
    }

    /// A parameter, or a property of the body.
    private func requestProperty(_ name: String, of endpoint: API.Endpoint) -> (API.Property, isInBody: Bool)? {
        if let parameter = endpoint.parameters.first(where: { $0.property.wireName == name }) { return (parameter.property, false) }
        switch endpoint.body?.content {
        case .fields(let fields)?: return fields.first { $0.wireName == name }.map { ($0, true) }
        case .whole(let shape, _)?: return (api.properties(of: shape) ?? []).first { $0.wireName == name }.map { ($0, true) }
        case nil: return nil
        }
    }

    private func isNumberOrText(_ shape: API.Shape) -> Bool {
        switch api.resolvingAliases(shape) {
        case .scalar(.int), .scalar(.int32), .scalar(.int64), .scalar(.string): true
        default: false
        }
    }

    /// The list that a page holds: the body, or what lies at `elements`.
    private func elementShape(
        _ declaration: Description.Pagination, _ endpoint: API.Endpoint, _ diagnostics: inout Diagnostics
    ) -> API.Shape? {
        guard let path = declaration.elements else {
            if case .list(let element) = api.resolvingAliases(endpoint.response.shape) { return element }
            diagnostics.report(.responseIsNoList(endpoint.name, known: lists(in: endpoint.response.shape), at: declaration.place))
            return nil
        }
        guard let shape = walk(path, from: endpoint.response.shape, &diagnostics) else { return nil }
        guard case .list(let element) = api.resolvingAliases(shape.withoutOptional) else {
            diagnostics.report(.pathIsNoList(path.text, known: lists(in: endpoint.response.shape), at: path.place))
            return nil
        }
        return element
    }

    private func lists(in shape: API.Shape) -> [String] {
        (api.properties(of: shape) ?? []).filter { if case .list = api.resolvingAliases($0.shape.withoutOptional) { true } else { false } }
            .map(\.wireName)
    }

    private func check(
        _ source: Description.Pagination.Source?, _ key: String, _ endpoint: API.Endpoint, _ diagnostics: inout Diagnostics,
        isRight: (API.Shape) -> Bool
    ) {
        guard case .body(let path)? = source, let shape = walk(path, from: endpoint.response.shape, &diagnostics) else { return }
        if !isRight(api.resolvingAliases(shape.withoutOptional)) { diagnostics.report(.wrongSource(path.text, for: key, at: path.place)) }
    }

    /// Follows a path of keys through models. `JSON` and dictionaries hold anything.
    private func walk(_ path: Description.Name, from start: API.Shape, _ diagnostics: inout Diagnostics) -> API.Shape? {
        var shape = start
        for key in path.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
            let resolved = api.resolvingAliases(shape.withoutOptional)
            if case .dictionary(let value) = resolved {
                shape = value
                continue
            }
            if resolved == .scalar(.json) { return .scalar(.json) }
            guard let properties = api.properties(of: resolved) else {
                diagnostics.report(.pathLeadsNowhere(path.text, key: key, known: [], at: path.place))
                return nil
            }
            guard let property = properties.first(where: { $0.wireName == key }) else {
                diagnostics.report(.pathLeadsNowhere(path.text, key: key, known: properties.map(\.wireName), at: path.place))
                return nil
            }
            shape = property.shape
        }
        return shape
    }
}

extension Description.Pagination {
    private var names: [Description.Name] {
        [parameter, size, limit, key, elements, continuation].compactMap { $0 } + [hasNext, total, totalPages, next].compactMap(\.?.name)
    }

    func contains(_ place: SourceLocation) -> Bool { names.contains { $0.place == place } }

    func mapNames(_ change: (Description.Name) -> Description.Name) -> Self {
        func source(_ source: Source?) -> Source? {
            switch source {
            case .body(let name)?: .body(change(name))
            case .header(let name)?: .header(change(name))
            case nil: nil
            }
        }
        var copy = self
        copy.parameter = parameter.map(change)
        copy.size = size.map(change)
        copy.limit = limit.map(change)
        copy.key = key.map(change)
        copy.elements = elements.map(change)
        copy.continuation = continuation.map(change)
        copy.hasNext = source(hasNext)
        copy.total = source(total)
        copy.totalPages = source(totalPages)
        copy.next = source(next)
        return copy
    }
}

extension API.Shape {
    var withoutOptional: API.Shape {
        if case .optional(let wrapped) = self { wrapped.withoutOptional } else { self }
    }
}

extension Diagnostic {
    static func severalDefaultStrategies(_ strategies: [API.Pagination], at place: SourceLocation) -> Self {
        let names = strategies.compactMap(\.declaration.name)
        return .warning(
            "several-default-strategies",
            "\(Spelling.list(names, "and")) have 'default: true' and fit this endpoint; it takes '\(names.first ?? "")'",
            help: "say which: 'pagination: \(names.first ?? "…")'", at: place,
            notes: strategies.map { .init("declared here", at: $0.declaration.place) })
    }
    static func unknownEndpoint(_ name: String, known: [String], at place: SourceLocation) -> Self {
        .error("unknown-endpoint", "no endpoint is called '\(name)'", help: Spelling.help(for: name, among: known), at: place)
    }
    static func unknownParameter(_ name: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-parameter", "the request has no parameter '\(name)'",
            help: Spelling.help(for: name, among: known) ?? "declare it under 'parameters:'",
            at: place)
    }
    static func parameterIsNoNumber(_ name: String, at place: SourceLocation) -> Self {
        .error("parameter-is-no-number", "'\(name)' counts pages or elements, and is no number", help: "make it an Int", at: place)
    }
    static func responseIsNoList(_ endpoint: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "response-is-no-list", "the response of '\(endpoint)' is no list",
            help: known.isEmpty ? "say where the list is: 'elements: path'" : "say where the list is: 'elements: \(known[0])'", at: place)
    }
    static func pathIsNoList(_ path: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "path-is-no-list", "what lies at '\(path)' is no list",
            help: known.isEmpty ? nil : "lists are at \(Spelling.list(known, "and"))", at: place)
    }
    static func pathLeadsNowhere(_ path: String, key: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "path-leads-nowhere", "the response has nothing at '\(path)': there is no '\(key)'",
            help: known.isEmpty ? "a path names properties of models" : Spelling.help(for: key, among: known), at: place)
    }
    static func wrongSource(_ path: String, for key: String, at place: SourceLocation) -> Self {
        .error(
            "wrong-source", "what lies at '\(path)' can't be '\(key)'",
            help: key == "hasNext" ? "expected a Bool, or a cursor" : "expected a number", at: place)
    }
    static func elementHasNoKey(_ key: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "element-has-no-key", "the list's elements have no property '\(key)'",
            help: known.isEmpty ? "'key' needs a list of models" : Spelling.help(for: key, among: known), at: place)
    }
}
