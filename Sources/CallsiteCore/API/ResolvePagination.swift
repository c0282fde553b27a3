// Declarations of paging against the endpoint they stand on: what moves is in the request, the list is a list, what tells
// the next page and the end is in the answer and of a type that can. A strategy with `default: true` goes to each endpoint
// that it fits.

extension Resolver {
    mutating func resolvePagination(_ options: Options, _ diagnostics: inout Diagnostics) {
        let decided = applyPagination(options.pagination, &diagnostics)
        var isDefaultUsed = false
        let defaults = description.strategies.filter(\.isDefault)
        let bases = description.detectsPagination ? PagingBases(api) : PagingBases()
        for (index, endpoint) in description.endpoints.enumerated() where !decided.contains(index) {
            switch endpoint.pagination {
            case .none: break
            case .suggested(let suggestion):
                var trial = Diagnostics()
                checkRequiredKeys(suggestion, &trial)
                let finding = API.DetectedPaging(rule: "R1", reason: "the description says so by '\(suggestion.name ?? "")'")
                var unnamed = suggestion
                unnamed.name = nil
                // Some say only what moves.
                if unnamed.elements == nil { unnamed.elements = listPath(of: index) }
                if unnamed.first == nil { setFirst(&unnamed, on: index, bases) }
                if let pagination = check(unnamed, on: index, origin: .detected(finding), &trial), !trial.hasErrors {
                    api.endpoints[index].pagination = pagination
                } else {
                    diagnostics.report(
                        .suggestionDoesNotFit(
                            suggestion.name ?? "", trial.all.first?.message ?? "nothing is known of it", at: suggestion.place))
                    detectPagination(on: index, bases)
                }
            case .strategy(let declaration):
                api.endpoints[index].pagination = check(declaration, on: index, origin: .declared, &diagnostics)
            case .unsaid:
                switch options.pagination.whole {
                case PagingChoice.none?:
                    isDefaultUsed = true
                    continue
                case .strategy(let strategy)?:
                    if let pagination = try? fitting(strategy, on: index, .byDefault).get() {
                        isDefaultUsed = true
                        api.endpoints[index].pagination = pagination
                        continue
                    }
                case nil: break
                }
                let fitting = defaults.compactMap { strategy -> API.Pagination? in
                    // Not fitting is no error here: what is wrong goes to diagnostics of its own.
                    var trial = Diagnostics()
                    checkRequiredKeys(strategy, &trial)
                    guard let pagination = check(strategy, on: index, origin: .byDefault, &trial), !trial.hasErrors else { return nil }
                    return pagination
                }
                api.endpoints[index].pagination = fitting.first
                if fitting.count > 1 { diagnostics.report(.severalDefaultStrategies(fitting, at: endpoint.place)) }
                if fitting.isEmpty, description.detectsPagination { detectPagination(on: index, bases) }
            }
        }
        if options.omitsEmptyLists {
            for index in api.endpoints.indices { api.endpoints[index].pagination?.declaration.omitsEmptyList = true }
        }
        if options.pagination.whole != nil, !isDefaultUsed {
            diagnostics.report(.unusedPaginationDefault(at: options.pagination.wholePlace ?? api.place))
        }
    }

    /// Looks the paths up once more, in the models as they will be declared: those of one direction have fewer properties, and a default
    /// makes an optional one always present.
    mutating func settlePagination(_ diagnostics: inout Diagnostics) {
        for (index, endpoint) in api.endpoints.enumerated() {
            guard let pagination = endpoint.pagination else { continue }
            var trial = Diagnostics()
            let settled = check(pagination.declaration, on: index, origin: pagination.origin, &trial)
            if let settled, !trial.hasErrors {
                api.endpoints[index].pagination = settled
                continue
            }
            api.endpoints[index].pagination = nil
            switch pagination.origin {
            case .declared: diagnostics.append(trial)
            case .byDefault: break
            case .detected(var finding):
                finding.reason = trial.all.first?.message.description ?? finding.reason
                api.endpoints[index].pagingRefusal = finding
            }
        }
    }

    /// What the configuration says of operations wins over everything else.
    ///
    /// - Returns: The endpoints of which it decides.
    private mutating func applyPagination(_ rules: OperationRules<PagingChoice>, _ diagnostics: inout Diagnostics) -> Set<Int> {
        var decided: Set<Int> = []
        apply(rules, "pagination", &diagnostics) { resolver, index, choice in
            if case .strategy(let strategy) = choice {
                switch resolver.fitting(strategy, on: index, .declared) {
                case .success(let pagination): resolver.api.endpoints[index].pagination = pagination
                case .failure(let misfit): return misfit.diagnostics
                }
            }
            decided.insert(index)
            return []
        }
        return decided
    }

    private struct Misfit: Error { var diagnostics: [Diagnostic] }

    /// What a strategy of the configuration comes to for an endpoint.
    private func fitting(
        _ strategy: Description.Pagination, on index: Int, _ origin: API.Pagination.Origin
    ) -> Result<API.Pagination, Misfit> {
        var declaration = strategy.mapNames { .init(text: $0.text, place: $0.place.inConfiguration) }
        declaration.place = declaration.place.inConfiguration
        var trial = Diagnostics()
        checkRequiredKeys(declaration, &trial)
        guard let pagination = check(declaration, on: index, origin: origin, &trial), !trial.hasErrors else {
            return .failure(.init(diagnostics: trial.all))
        }
        return .success(pagination)
    }

    func check(
        _ declaration: Description.Pagination, on index: Int, origin: API.Pagination.Origin, _ diagnostics: inout Diagnostics
    ) -> API.Pagination? {
        let endpoint = api.endpoints[index]
        var problems = Diagnostics()
        defer { diagnostics.append(problems) }
        guard endpoint.response.stream == nil else {
            problems.report(.pagedStream(endpoint.name, at: declaration.place))
            return nil
        }
        // What a named strategy says is wrong for this endpoint: the place is where the endpoint uses it.
        let strategy = description.strategies.first { $0.name == declaration.name && $0.name != nil }
        let declaration = declaration.mapNames { name in
            strategy?.contains(name.place) == true ? .init(text: name.text, place: declaration.place) : name
        }
        let continuation = continuation(declaration, of: endpoint, &problems)
        if declaration.continuation != nil, continuation == nil { return nil }
        let moving = moving(declaration, in: api.endpoints[continuation ?? index], &problems)
        let size = size(declaration, strategy, of: endpoint, &problems)
        guard let list = pagedList(declaration, endpoint, origin, &problems) else { return nil }
        let hasNext = source(declaration.hasNext, "hasNext", endpoint, &problems) { shape, isOptional in
            // A flag, or what is there when there is more: a cursor or a URL.
            switch shape {
            case .list, .dictionary: false
            case .scalar: true
            case .named, .typeParameter, .optional: isOptional
            }
        }
        func isNumber(_ shape: API.Shape) -> Bool {
            [.int, .int32, .int64, .uint64, .string, .double, .float].contains { shape == .scalar($0) }
        }
        let isLast = source(declaration.isLast, "isLast", endpoint, &problems) { shape, _ in shape == .scalar(.bool) }
        if case .header? = declaration.isLast, let name = declaration.isLast?.name {
            problems.report(.wrongSource(name.text, for: "isLast", at: name.place))
        }
        let current = source(declaration.current, "current", endpoint, &problems) { shape, _ in isNumber(shape) }
        let total = source(declaration.total, "total", endpoint, &problems) { shape, _ in isNumber(shape) }
        let totalPages = source(declaration.totalPages, "totalPages", endpoint, &problems) { shape, _ in isNumber(shape) }
        let isLink = declaration.style == .nextURL
        let next = declaration.next.compactMap { path in
            source(path, isLink ? "the next URL" : "a cursor", endpoint, &problems) { shape, _ in
                !isLink || [.string, .url, .json].contains { shape == .scalar($0) }
            }
        }
        let keys = declaration.keys.compactMap { walk($0, from: list.element, of: "an element of the list", &problems) }
        if declaration.style == .cursor || declaration.style == .keyset, !problems.hasErrors {
            let shapes = declaration.style == .cursor ? next.map(shape) : keys.map(\.shape)
            for (position, (value, shape)) in zip(moving, shapes).enumerated() where !fits(shape, value.property.shape) {
                let source = declaration.style == .cursor ? declaration.next[position].name : declaration.keys[position]
                diagnostics.report(
                    .cursorDoesNotFit(
                        source.text, api.written(shape.withoutOptional), declaration.parameters[position].text,
                        api.written(value.property.shape.withoutOptional), at: source.place))
                return nil
            }
        }
        if let continuation, let name = declaration.continuation, !problems.hasErrors {
            checkCanContinue(endpoint, continuation, at: name.place, moving, &problems)
        }
        guard !problems.hasErrors else { return nil }
        return .init(
            declaration: declaration, origin: origin, elements: list.elements, element: list.element, bareList: list.bare,
            isUntyped: list.isUntyped, continuation: continuation, moving: moving, size: size, hasNext: hasNext, isLast: isLast,
            current: current, total: total, totalPages: totalPages, next: next, keys: keys)
    }

    // MARK: - In the request

    private func moving(
        _ declaration: Description.Pagination, in endpoint: API.Endpoint, _ diagnostics: inout Diagnostics
    ) -> [API.RequestValue] {
        // A request that says its range itself is changed there; any other gets the header.
        if declaration.style == .range {
            let index = endpoint.parameters.firstIndex { $0.location == .header && $0.property.wireName.lowercased() == "range" }
            guard let index else { return [] }
            let property = endpoint.parameters[index].property
            return [.init(root: .parameter(index), path: .init(shape: property.shape, isOptional: true), property: property)]
        }
        return declaration.parameters.compactMap { name in
            guard let found = requestValue(name, of: endpoint, &diagnostics) else {
                diagnostics.report(.unknownParameter(name.text, known: requestNames(endpoint), at: name.place))
                return nil
            }
            if let found, declaration.style == .page || declaration.style == .offset, !canCount(found.property.shape) {
                diagnostics.report(.parameterIsNoNumber(name.text, at: name.place))
            }
            return found
        }
    }

    private func size(
        _ declaration: Description.Pagination, _ strategy: Description.Pagination?, of endpoint: API.Endpoint,
        _ diagnostics: inout Diagnostics
    ) -> API.RequestValue? {
        guard let name = declaration.size ?? declaration.limit else { return nil }
        guard let found = requestValue(name, of: endpoint, &diagnostics) else {
            // A named strategy may speak of a size that not every endpoint lets the caller choose, unless the end depends
            // on it.
            let isShared = strategy.map { $0.size?.text == name.text || $0.limit?.text == name.text } ?? false
            if !isShared || declaration.shortPageEnds {
                diagnostics.report(.unknownParameter(name.text, known: requestNames(endpoint), at: name.place))
            }
            return nil
        }
        if let found, !canCount(found.property.shape) { diagnostics.report(.parameterIsNoNumber(name.text, at: name.place)) }
        return found
    }

    /// A number, a string that can be one, or what may be a whole number among other things.
    private func canCount(_ shape: API.Shape) -> Bool {
        switch api.resolvingAliases(shape.withoutOptional) {
        case .scalar(.int), .scalar(.int32), .scalar(.int64), .scalar(.uint64), .scalar(.double), .scalar(.float), .scalar(.decimal),
            .scalar(.string):
            true
        case let other: api.hasWholeNumber(other)
        }
    }

    /// Whether a cursor can be sent as a parameter: they are of one type, or numbers and texts, which stand for each other.
    private func fits(_ source: API.Shape, _ parameter: API.Shape) -> Bool {
        let (source, parameter) = (api.resolvingAliases(source.withoutOptional), api.resolvingAliases(parameter.withoutOptional))
        guard source != parameter, source != .scalar(.json), parameter != .scalar(.json) else { return true }
        guard case .scalar(let from) = source, case .scalar(let to) = parameter else { return false }
        func isNumberOrText(_ scalar: Scalar) -> Bool { [.string, .int, .int32, .int64, .uint64, .double, .decimal].contains(scalar) }
        // Dates and their kin are texts on the wire.
        return isNumberOrText(to) && (isNumberOrText(from) || (to == .string && from != .bool))
    }

    // MARK: - In the answer

    private struct PagedList {
        var elements: API.ValuePath
        var element: API.Shape
        var bare: API.ValuePath?
        var isUntyped = false
    }

    /// The list that a page holds: the body, or what lies at `elements`.
    private func pagedList(
        _ declaration: Description.Pagination, _ endpoint: API.Endpoint, _ origin: API.Pagination.Origin,
        _ diagnostics: inout Diagnostics
    ) -> PagedList? {
        let response = endpoint.response
        let whole = API.ValuePath(shape: response.shape, isOptional: response.isOptional || response.shape.isOptional)
        guard let name = declaration.elements else {
            if case .list(let element) = api.resolvingAliases(response.shape.withoutOptional) {
                return .init(elements: whole, element: element)
            }
            // The header leads to the next page whatever a page holds. A strategy for every endpoint doesn't mean those.
            if declaration.style == .link, origin != .byDefault, let element = api.untyped(response.shape) {
                return .init(elements: whole, element: element, isUntyped: true)
            }
            diagnostics.report(.responseIsNoList(endpoint.name, known: lists(in: response.shape), at: declaration.place))
            return nil
        }
        guard let path = walk(name, from: response.shape, isOptional: response.isOptional, &diagnostics) else { return nil }
        guard case .list(let element) = api.resolvingAliases(path.shape.withoutOptional) else {
            diagnostics.report(.pathIsNoList(name.text, known: lists(in: response.shape), at: name.place))
            return nil
        }
        var list = PagedList(elements: path, element: element)
        if let (index, shape) = api.bareList(of: response.shape, holding: element) {
            list.bare = .init(
                steps: [.alternative(index, of: api.resolvingAliases(response.shape.withoutOptional))], shape: shape, isOptional: true)
        }
        return list
    }

    private func source(
        _ source: Description.Pagination.Source?, _ key: String, _ endpoint: API.Endpoint, _ diagnostics: inout Diagnostics,
        isRight: (API.Shape, _ isOptional: Bool) -> Bool
    ) -> API.Pagination.Source? {
        switch source {
        case nil: return nil
        case .header(let name)?: return .header(name.text)
        case .body(let name)?:
            let response = endpoint.response
            guard let path = walk(name, from: response.shape, isOptional: response.isOptional, &diagnostics) else { return nil }
            if !isRight(api.resolvingAliases(path.shape.withoutOptional), path.isOptional) {
                diagnostics.report(.wrongSource(name.text, for: key, at: name.place))
            }
            return .body(path)
        }
    }

    private func shape(_ source: API.Pagination.Source) -> API.Shape {
        switch source {
        case .body(let path): path.shape
        case .header: .scalar(.string)
        }
    }

    // MARK: - Another endpoint

    private func continuation(
        _ declaration: Description.Pagination, of endpoint: API.Endpoint, _ diagnostics: inout Diagnostics
    ) -> Int? {
        guard let name = declaration.continuation else { return nil }
        guard let index = api.endpoints.firstIndex(where: { $0.name == name.text }) else {
            diagnostics.report(.unknownEndpoint(name.text, known: api.endpoints.map(\.name), at: name.place))
            return nil
        }
        let (own, other) = (endpoint.response, api.endpoints[index].response)
        guard own.shape == other.shape, own.isOptional == other.isOptional, own.encoding == other.encoding else {
            diagnostics.report(
                .continuationDiffers(name.text, api.written(other.shape), endpoint.name, api.written(own.shape), at: name.place))
            return nil
        }
        return index
    }

    /// Everything that the other request needs is the cursor, or a value that this one has too.
    private func checkCanContinue(
        _ endpoint: API.Endpoint, _ index: Int, at place: SourceLocation, _ moving: [API.RequestValue],
        _ diagnostics: inout Diagnostics
    ) {
        let other = api.endpoints[index]
        for (root, property) in api.requestProperties(of: other)
        where property.presence == .required && property.defaultValue == nil && !moving.contains(where: { $0.root == root })
            && api.counterpart(of: property, in: endpoint) == nil
        {
            diagnostics.report(.continuationNeeds(other.name, property.wireName, endpoint.name, at: place))
        }
        for value in moving where value.root == .body {
            for (position, property) in (value.path.steps.first.flatMap { api.properties(of: $0) } ?? []).enumerated()
            where property.presence == .required && property.defaultValue == nil {
                if case .property(position, _)? = value.path.steps.first, value.path.steps.count == 1 { continue }
                diagnostics.report(.continuationNeeds(other.name, property.wireName, endpoint.name, at: place))
            }
        }
    }
}

extension API {
    /// What a request's initialiser takes, in its order; a body that is one value isn't among them.
    package func requestProperties(of endpoint: Endpoint) -> [(root: RequestValue.Root, property: Property)] {
        var result = endpoint.parameters.enumerated().map { (RequestValue.Root.parameter($0), $1.property) }
        if case .fields(let fields)? = endpoint.body?.content {
            result += fields.enumerated().map { (RequestValue.Root.bodyField($0), $1) }
        }
        return result
    }

    /// The value of a request that goes on as `property` of another: of the same name and type.
    package func counterpart(of property: Property, in endpoint: Endpoint) -> RequestValue.Root? {
        requestProperties(of: endpoint).first { _, own in
            own.wireName == property.wireName && own.shape == property.shape && own.presence == property.presence
        }?.root
    }

    fileprivate func properties(of step: ValuePath.Step) -> [Property]? {
        if case .property(_, let owner) = step { properties(of: owner) } else { nil }
    }
}

extension Description.Pagination {
    private var names: [Description.Name] {
        parameters + keys + [size, limit, elements, continuation].compactMap { $0 } + next.map(\.name)
            + [hasNext, isLast, current, total, totalPages].compactMap(\.?.name)
    }

    func contains(_ place: SourceLocation) -> Bool { names.contains { $0.place == place } }

    func mapNames(_ change: (Description.Name) -> Description.Name) -> Self {
        func changed(_ source: Source) -> Source {
            switch source {
            case .body(let name): .body(change(name))
            case .header(let name): .header(change(name))
            }
        }
        var copy = self
        copy.parameters = parameters.map(change)
        copy.size = size.map(change)
        copy.limit = limit.map(change)
        copy.keys = keys.map(change)
        copy.elements = elements.map(change)
        copy.continuation = continuation.map(change)
        copy.hasNext = hasNext.map(changed)
        copy.isLast = isLast.map(changed)
        copy.current = current.map(changed)
        copy.total = total.map(changed)
        copy.totalPages = totalPages.map(changed)
        copy.next = next.map(changed)
        return copy
    }
}

extension Diagnostic {
    static func suggestionDoesNotFit(_ name: String, _ why: DiagnosticText, at place: SourceLocation) -> Self {
        .warning("pagination-extension", "'\(name)' doesn't fit the operation: \(why)", help: "it is left out", at: place)
    }
    static func unusedPaginationDefault(at place: SourceLocation) -> Self {
        .error(
            "unused-rule", "the strategy behind 'default' of 'pagination' fits no operation",
            help: "leave it out, or say by 'apply: [{operations: […], use: …}]' which it is for: that tells why it doesn't fit", at: place)
    }
    static func severalDefaultStrategies(_ strategies: [API.Pagination], at place: SourceLocation) -> Self {
        let names = strategies.compactMap(\.declaration.name)
        return .warning(
            "several-default-strategies",
            "\(DiagnosticText.list(names, "and")) have 'default: true' and fit this endpoint; it takes '\(names.first ?? "")'",
            help: "say which: 'pagination: \(names.first ?? "…")'", at: place,
            notes: strategies.map { .init("declared here", at: $0.declaration.place) })
    }
    static func unknownEndpoint(_ name: String, known: [String], at place: SourceLocation) -> Self {
        .error("unknown-endpoint", "no endpoint is named '\(name)'", help: Spelling.help(for: name, among: known), at: place)
    }
    static func unknownParameter(_ name: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-parameter", "the request has no parameter '\(name)'",
            help: Spelling.help(for: name, among: known) ?? "declare it under 'parameters:'",
            at: place)
    }
    static func parameterIsNoNumber(_ name: String, at place: SourceLocation) -> Self {
        .error("parameter-is-no-number", "'\(name)' counts pages or elements, but isn't a number", help: "make it an Int", at: place)
    }
    static func pagedStream(_ endpoint: String, at place: SourceLocation) -> Self {
        .error("paged-stream", "'\(endpoint)' returns a stream, which has no pages", help: "remove 'pagination'", at: place)
    }
    static func responseIsNoList(_ endpoint: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "response-is-no-list", "the response of '\(endpoint)' isn't a list",
            help: known.isEmpty ? "say where the list is: 'elements: path'" : "say where the list is: 'elements: \(known[0])'", at: place)
    }
    static func pathIsNoList(_ path: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "path-is-no-list", "the value at '\(path)' isn't a list",
            help: known.isEmpty ? nil : "lists are at \(DiagnosticText.list(known, "and"))", at: place)
    }
    static func wrongSource(_ path: String, for key: String, at place: SourceLocation) -> Self {
        .error(
            "wrong-source", "what lies at '\(path)' can't be \(key.contains(" ") ? key : "'\(key)'")",
            help: key == "hasNext"
                ? "expected a Bool, or what is missing on the last page"
                : key == "isLast"
                    ? "expected a Bool in the body"
                    : key.contains("URL") ? "expected a String or a URL" : "expected a number, or a text that is one", at: place)
    }
    static func cursorDoesNotFit(_ source: String, _ type: String, _ name: String, _ expected: String, at place: SourceLocation) -> Self {
        .error(
            "cursor-does-not-fit", "'\(source)' has type \(type), and '\(name)', which takes it, \(expected)",
            help: "give both the same type", at: place)
    }
    static func continuationDiffers(
        _ other: String, _ type: String, _ endpoint: String, _ expected: String, at place: SourceLocation
    ) -> Self {
        .error(
            "continuation-differs", "'\(other)' answers with \(type), and '\(endpoint)' with \(expected)",
            help: "pages that continue a list have its type; declare a model and name it in both", at: place)
    }
    static func continuationNeeds(_ other: String, _ name: String, _ endpoint: String, at place: SourceLocation) -> Self {
        .error(
            "continuation-needs", "'\(other)' needs '\(name)', which is neither the cursor nor a parameter of '\(endpoint)'",
            help: "make it optional, or give it a default", at: place)
    }
}
