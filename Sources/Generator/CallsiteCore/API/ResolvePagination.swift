// Checks declarations of pagination against their endpoint: the values that change are in the request, the list is a
// list, and the fields for the next page and the end are in the response and have a usable type.
// A strategy with `default: true` goes to each endpoint that it fits.

extension Resolver {
    func resolvePagination(_ options: Options, _ diagnostics: inout Diagnostics) {
        let ruledEndpoints = applyPagination(options.pagination, &diagnostics)
        var isDefaultUsed = false
        let defaults = DefaultStrategies(description.strategies, &diagnostics)
        let bases = description.detectsPagination ? PagingBases(api) : PagingBases()
        for (index, endpoint) in description.endpoints.enumerated() where !ruledEndpoints.contains(index) {
            switch endpoint.pagination {
            case .none: break
            case .suggested(let suggestion):
                let name = suggestion.name ?? ""
                var unnamed = suggestion
                unnamed.name = nil
                // Some suggestions name only the parameter that changes.
                if unnamed.elements == nil { unnamed.elements = listPath(of: index) }
                if unnamed.first == nil { setFirst(&unnamed, on: index, bases) }
                let finding = API.DetectedPaging("R1", "the description says so by '\(name)'")
                switch attempt(unnamed, on: index, .detected(finding)) {
                case .success(let pagination): api.endpoints[index].pagination = pagination
                case .failure(let misfit):
                    let reason = misfit.diagnostics.first?.message ?? "nothing is known of it"
                    diagnostics.report(.suggestionDoesNotFit(name, reason, at: suggestion.place))
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
                let fitting = defaults.candidates(for: api.endpoints[index]).compactMap {
                    try? attempt($0, on: index, .byDefault).get()
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

    /// Checks each pagination once more, with the models as they will be declared. A model for one direction has fewer
    /// properties, and a default makes an optional property always present.
    func settlePagination(_ diagnostics: inout Diagnostics) {
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

    /// Applies the configuration's rules for operations, which win over everything else.
    ///
    /// - Returns: The endpoints for which the rules decide.
    private func applyPagination(
        _ rules: OperationRules<PagingChoice>, _ diagnostics: inout Diagnostics
    ) -> Set<Int> {
        var ruledEndpoints: Set<Int> = []
        apply(rules, "pagination", &diagnostics) { index, choice in
            if case .strategy(let strategy) = choice {
                switch fitting(strategy, on: index, .declared) {
                case .success(let pagination): api.endpoints[index].pagination = pagination
                case .failure(let misfit): return misfit.diagnostics
                }
            }
            ruledEndpoints.insert(index)
            return []
        }
        return ruledEndpoints
    }
}

/// The strategies that are tried on each endpoint that has no other declaration or rule.
private struct DefaultStrategies {
    private var strategies: [Description.Pagination]
    /// The positions in `strategies`, by the name of the first parameter.
    private var positions: [String: [Int]] = [:]
    private var unnamed: [Int] = []

    /// A limit, since each endpoint tries each strategy.
    private static let limit = 100

    init(_ all: [Description.Pagination], _ diagnostics: inout Diagnostics) {
        let defaults = all.filter(\.isDefault)
        if defaults.count > Self.limit {
            diagnostics.report(.tooManyDefaultStrategies(at: defaults[Self.limit].place))
        }
        strategies = Array(defaults.prefix(Self.limit))
        for (position, strategy) in strategies.enumerated() {
            if let name = strategy.parameters.first?.text {
                positions[name, default: []].append(position)
                // `options.offset` is in the field `options`.
                let field = String(name.prefix { $0 != "." })
                if field != name { positions[field, default: []].append(position) }
            } else {
                unnamed.append(position)
            }
        }
    }

    /// The strategies whose first parameter the request may have, in their order.
    func candidates(for endpoint: API.Endpoint) -> [Description.Pagination] {
        if case .whole? = endpoint.body?.content { return strategies }
        let names = (endpoint.parameters.map(\.property) + (endpoint.body?.fields ?? [])).map(\.wireName)
        return Set(names.flatMap { positions[$0] ?? [] } + unnamed).sorted().map { strategies[$0] }
    }
}

extension API {
    /// The properties that a request's initializer takes, in its order; a body that is one value isn't among them.
    package func requestProperties(of endpoint: Endpoint) -> [(root: RequestValue.Root, property: Property)] {
        endpoint.parameters.enumerated().map { (.parameter($0), $1.property) }
            + (endpoint.body?.fields ?? []).enumerated().map { (.bodyField($0), $1) }
    }

    /// The value of a request that another request takes over as `property`: it has the same name and type.
    package func counterpart(of property: Property, in endpoint: Endpoint) -> RequestValue.Root? {
        requestProperties(of: endpoint).first { _, own in
            own.wireName == property.wireName && own.shape == property.shape && own.presence == property.presence
        }?.root
    }
}

extension Description.Pagination {
    var places: Set<SourceLocation> {
        var places: Set<SourceLocation> = []
        _ = mapNames { name in
            places.insert(name.place)
            return name
        }
        return places
    }

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
        .warning(
            "pagination-extension", "'\(name)' doesn't fit the operation: \(why)", help: "it is left out", at: place)
    }
    static func unusedPaginationDefault(at place: SourceLocation) -> Self {
        .error(
            "unused-rule", "the strategy behind 'default' of 'pagination' fits no operation",
            help:
                "leave it out, or say by 'apply: [{operations: […], use: …}]' which it is for: that tells why it doesn't fit",
            at: place)
    }
    static func tooManyDefaultStrategies(at place: SourceLocation) -> Self {
        .error(
            "several-default-strategies", "more than 100 strategies have 'default: true'",
            help: "name the strategies on the endpoints: 'pagination: pages'", at: place)
    }
    static func severalDefaultStrategies(_ strategies: [API.Pagination], at place: SourceLocation) -> Self {
        let names = strategies.compactMap(\.declaration.name)
        return .warning(
            "several-default-strategies",
            "\(DiagnosticText.list(names, "and")) have 'default: true' and fit this endpoint; it takes '\(names.first ?? "")'",
            help: "say which: 'pagination: \(names.first ?? "…")'", at: place,
            notes: strategies.map { .init("declared here", at: $0.declaration.place) })
    }
}
