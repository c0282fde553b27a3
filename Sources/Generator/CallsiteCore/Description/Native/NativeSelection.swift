extension Description {
    /// Keeps the endpoints that a selection chooses, and the models that they need.
    mutating func keep(_ selection: Selection, _ diagnostics: inout Diagnostics) {
        let selected = selectedOperations(
            endpoints.map {
                SelectableOperation(method: $0.method, path: $0.path.text, names: [$0.name.text], tags: $0.tags)
            }, by: selection)
        let (modelPositions, modelProblems) = selectedModels(models.map(\.name.text), by: selection)
        for problem in selected.problems + modelProblems { diagnostics.report(problem) }
        guard selected.problems.isEmpty, modelProblems.isEmpty else { return }
        keepEndpoints(at: Set(selected.kept))
        keepModels(at: modelPositions)
    }

    /// Keeps the endpoints at these positions, and the endpoints that return their later pages.
    private mutating func keepEndpoints(at positions: Set<Int>) {
        var positions = positions
        let continuations = Dictionary(
            firstOf: strategies.compactMap { strategy in strategy.name.map { ($0, strategy.continuation) } })
        let positionsByName = endpoints.map(\.name.text).firstPositions
        var pending = positions.sorted()
        while let position = pending.popLast() {
            guard case .strategy(let strategy) = endpoints[position].pagination,
                let name = strategy.continuation ?? strategy.name.flatMap({ continuations[$0] ?? nil }),
                let next = positionsByName[name.text], positions.insert(next).inserted
            else { continue }
            pending.append(next)
        }
        endpoints = endpoints.indices.filter(positions.contains).map { endpoints[$0] }
    }

    /// Keeps the models at these positions, and the models that they or the endpoints need.
    private mutating func keepModels(at positions: Set<Int>) {
        let positionsByName = models.map(\.name.text).firstPositions
        var needed = positions
        var pending =
            positions.flatMap { models[$0].shape.types } + (baseURL?.variables ?? []).map(\.type) + errors.map(\.type)
        for endpoint in endpoints { pending += endpoint.types }
        while let type = pending.popLast() {
            if case .reference(let name, _) = type.kind, let position = positionsByName[name],
                needed.insert(position).inserted
            {
                pending += models[position].shape.types
            }
            pending += type.types
        }
        models = models.indices.filter(needed.contains).map { models[$0] }
    }
}

// The types that a part of a description names directly: `[Order]` for `orders: [Order]`, not `Order`.

extension Description.Endpoint {
    fileprivate var types: [Description.TypeExpression] {
        var types = parameters.map(\.field.type) + errors.map(\.type)
        switch body?.content {
        case .fields(let fields): types += fields.map(\.type)
        case .type(let type, _): types.append(type)
        case nil: break
        }
        return types + [response.type] + response.cases.map(\.type) + response.headers.map(\.type)
    }
}

extension Description.TypeExpression {
    fileprivate var types: [Self] {
        switch kind {
        case .scalar: []
        case .reference(_, let arguments): arguments
        case .list(let type), .dictionary(let type), .optional(let type): [type]
        case .inline(let shape): shape.types
        }
    }
}

extension Description.Shape {
    fileprivate var types: [Description.TypeExpression] {
        switch self {
        case .object(let fields, let rest): fields.map(\.type) + [rest].compactMap(\.self)
        case .union(let union): union.alternatives.map(\.type)
        case .alias(let type): [type]
        case .enumeration, .own, .date: []
        }
    }
}
