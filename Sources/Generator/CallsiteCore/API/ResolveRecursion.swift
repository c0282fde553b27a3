// Checks types that contain themselves: a type that could never hold a value is an error; `ResolveLayout` makes the
// others finite. Also finds out which types are read and which are written.

/// A type that another names, by its index, and the property or alternative that names it.
struct TypeEdge {
    var member: Int
    var target: Int
}

extension Resolver {
    /// Goes through types depth first, in their order. It doesn't recurse: a description may chain thousands of types.
    ///
    /// - Parameters:
    ///   - edges: The types that a type names.
    ///   - cycle: Is called for a type with an edge that leads back to it, directly or through others.
    ///   - finish: Is called for a type after the types that it names.
    func visitDepthFirst(
        _ count: Int, edges: (Int) -> [TypeEdge], cycle: (Int, TypeEdge) -> Void, finish: (Int) -> Void
    ) {
        enum State { case new, open, done }
        var states = [State](repeating: .new, count: count)
        for root in 0..<count where states[root] == .new {
            var stack = [(index: root, edges: edges(root)[...])]
            states[root] = .open
            while let top = stack.indices.last {
                guard let edge = stack[top].edges.popFirst() else {
                    states[stack[top].index] = .done
                    finish(stack[top].index)
                    stack.removeLast()
                    continue
                }
                switch states[edge.target] {
                case .done: break
                case .new:
                    states[edge.target] = .open
                    stack.append((edge.target, edges(edge.target)[...]))
                case .open: cycle(stack[top].index, edge)
                }
            }
        }
    }

    /// `A: B`, `B: A`; and `A: [A]`, since Swift can't say `typealias A = [A]`.
    func checkAliases(_ diagnostics: inout Diagnostics) {
        visitDepthFirst(api.types.count) {
            aliasTargets(of: $0)
        } cycle: { _, edge in
            let type = api.types[edge.target]
            guard case .alias(let shape) = type.content, shape != .scalar(.json) else { return }
            diagnostics.report(.aliasOfItself(type.name, at: type.place))
            api.types[edge.target].content = .alias(.scalar(.json))
        } finish: { index in
            // The aliases that this one names are settled, so a chain of thousands is walked once.
            guard case .alias(let target) = api.types[index].content else { return }
            if api.types[index].typeParameters.isEmpty {
                api.types[index].resolved = api.resolvingAliases(target)
            } else if expandedSize(of: index) > Self.largestAlias {
                let type = api.types[index]
                diagnostics.report(.aliasTooLarge(type.name, limit: Self.largestAlias, at: type.place))
                api.types[index].content = .alias(.scalar(.json))
            }
        }
    }

    /// How many types a generic alias may come to. Each may name its parameters twice, and be an argument of the next.
    private static let largestAlias = 100

    /// How many types a generic alias comes to where each of its arguments is one.
    private func expandedSize(of index: Int) -> Int {
        var index = index
        var sizes = [Int](repeating: 1, count: api.types[index].typeParameters.count)
        while case .alias(let target) = api.types[index].content {
            let parameters = api.types[index].typeParameters
            func size(_ shape: API.Shape) -> Int {
                switch shape {
                case .scalar: 1
                case .typeParameter(let name):
                    parameters.firstIndex(of: name).flatMap { sizes.indices.contains($0) ? sizes[$0] : nil } ?? 1
                case .list(let inner), .dictionary(let inner), .optional(let inner): 1 + size(inner)
                case .named(_, let arguments): arguments.reduce(1) { $0 + size($1) }
                }
            }
            let all = size(target)
            guard all <= Self.largestAlias, case .named(let next, let arguments) = target,
                case .alias = api[next].content
            else {
                return all
            }
            (index, sizes) = (next.index, arguments.map(size))
        }
        return 1
    }

    /// The aliases that an alias names, wherever in its type; none for what is no alias.
    private func aliasTargets(of index: Int) -> [TypeEdge] {
        guard case .alias(let target) = api.types[index].content else { return [] }
        return target.namedTypes.filter { if case .alias = api[$0].content { true } else { false } }
            .map { .init(member: 0, target: $0.index) }
    }

    /// A model each of whose values must contain another of its own can have none.
    func checkFiniteness(_ diagnostics: inout Diagnostics) {
        // A type is finite once everything that one of its alternatives must hold is finite. The search goes forward
        // from the types that must hold nothing, so each edge is looked at once.
        var waiting: [[Int]] = []
        var dependents: [[(type: Int, alternative: Int)]] = Array(repeating: [], count: api.types.count)
        var isFinite = [Bool](repeating: false, count: api.types.count)
        var pending: [Int] = []
        for (index, type) in api.types.enumerated() {
            let alternatives = neededTypes(of: type)
            for (position, needed) in alternatives.enumerated() {
                for target in needed { dependents[target].append((index, position)) }
            }
            waiting.append(alternatives.map(\.count))
            if alternatives.isEmpty || alternatives.contains(where: \.isEmpty) { pending.append(index) }
        }
        func settle() {
            while let index = pending.popLast() {
                guard !isFinite[index] else { continue }
                isFinite[index] = true
                for (dependent, alternative) in dependents[index] {
                    waiting[dependent][alternative] -= 1
                    if waiting[dependent][alternative] == 0 { pending.append(dependent) }
                }
            }
        }
        settle()
        for index in api.types.indices where !isFinite[index] {
            let properties = api.types[index].content.properties
            let endless = properties.firstIndex { property in
                property.isNeeded && neededTypes(in: [property.shape]).contains { !isFinite[$0] }
            }
            guard let endless else { continue }
            let (name, place) = (properties[endless].wireName, properties[endless].place)
            diagnostics.report(.infiniteModel(api.types[index].name, through: name, at: place))
            if description.isLenient {
                // A property that must hold itself without end is in truth left out somewhere.
                api.types[index].content.properties[endless].presence = .optional
            } else {
                // With this type taken as finite, the others of the cycle come to an end.
                pending.append(index)
                settle()
            }
        }
    }

    /// The types that a value must hold; for each alternative of a union, those that it must hold then.
    private func neededTypes(of type: API.NamedType) -> [Set<Int>] {
        switch type.content {
        case .enumeration, .own, .date: [[]]
        case .object(let properties): [neededTypes(in: properties.lazy.filter(\.isNeeded).map(\.shape))]
        case .alias(let target): [neededTypes(in: [target])]
        case .union(let union): union.alternatives.map { neededTypes(in: [$0.shape]) }
        }
    }

    /// The types of which values of these shapes must hold one: none for what can be empty.
    private func neededTypes(in shapes: some Sequence<API.Shape>) -> Set<Int> {
        var needed: Set<Int> = []
        for case .named(let id, let arguments) in shapes {
            needed.insert(id.index)
            needed.formUnion(neededTypes(in: arguments))
        }
        return needed
    }

    // MARK: - Usage

    /// Goes from responses and requests to every type that they reach. A type that nothing reaches is for hand-written
    /// requests, and counts as both.
    func propagateUsage() {
        var pending: [(API.Shape, API.Usage)] = []
        for errorCase in api.errors { pending.append((errorCase.shape, .read)) }
        for variable in api.baseURL.variables { pending.append((variable.shape, .written)) }
        for endpoint in api.endpoints {
            pending.append((endpoint.response.shape, .read))
            for answer in endpoint.response.cases { pending.append((answer.shape, .read)) }
            for header in endpoint.response.headers { pending.append((header.shape, .read)) }
            for errorCase in endpoint.errors ?? [] { pending.append((errorCase.shape, .read)) }
            for parameter in endpoint.parameters { pending.append((parameter.property.shape, .written)) }
            for field in endpoint.body?.fields ?? [] { pending.append((field.shape, .written)) }
            if case .whole(let shape, _)? = endpoint.body?.content { pending.append((shape, .written)) }
            if let model = endpoint.body?.model { pending.append((model, .written)) }
            // A cursor is written to be kept, and read to be sent.
            guard let pagination = endpoint.pagination else { continue }
            for value in pagination.moving { pending.append((value.property.shape, .read)) }
            for path in pagination.keys { pending.append((path.shape, .written)) }
            for case .body(let path) in pagination.next { pending.append((path.shape, .written)) }
        }
        propagate(&pending)
        for index in api.types.indices where api.types[index].usage.isEmpty {
            pending.append((.named(.init(index: index), []), [.read, .written]))
            propagate(&pending)
        }
    }

    private func propagate(_ pending: inout [(API.Shape, API.Usage)]) {
        while let (shape, usage) = pending.popLast() {
            switch shape {
            case .scalar, .typeParameter: break
            case .list(let inner), .dictionary(let inner), .optional(let inner): pending.append((inner, usage))
            case .named(let id, let arguments):
                for argument in arguments { pending.append((argument, usage)) }
                guard !api[id].usage.isSuperset(of: usage) else { continue }
                api[id].usage.formUnion(usage)
                switch api[id].content {
                case .object(let properties):
                    for property in properties { pending.append((property.shape, usage)) }
                    if let rest = api[id].rest { pending.append((rest, usage)) }
                case .union(let union):
                    for alternative in union.alternatives { pending.append((alternative.shape, usage)) }
                case .alias(let target): pending.append((target, usage))
                case .enumeration, .own, .date: break
                }
            }
        }
    }
}

extension Diagnostic {
    static func aliasOfItself(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "alias-of-itself", "'\(name)' is declared as itself",
            help: "a type that contains itself is a model with fields, or a union", at: place)
    }
    static func aliasTooLarge(_ name: String, limit: Int, at place: SourceLocation) -> Self {
        .error(
            "alias-too-large", "'\(name)' expands to more than \(limit) types",
            help: "make one of the types that it leads to a model with fields", at: place)
    }
    static func infiniteModel(_ name: String, through property: String, at place: SourceLocation) -> Self {
        .error(
            "infinite-model", "each '\(name)' must hold another through '\(property)', without end",
            help: "make it optional: '\(property)?: …'", at: place)
    }
}
