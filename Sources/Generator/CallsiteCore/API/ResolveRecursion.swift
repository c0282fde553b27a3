// Checks types that contain themselves. A type that could never have a value is an error. `ResolveLayout` makes the
// other types finite. Also finds out which types are read and which are written.

/// A reference from one type to another.
struct TypeEdge {
    /// The index of the property or alternative that names the other type.
    var member: Int
    /// The index of the other type.
    var target: Int
}

extension Resolver {
    /// Visits types depth first, in their order, without recursion: a description may chain thousands of types.
    ///
    /// - Parameters:
    ///   - edges: Returns the references of a type to others.
    ///   - cycle: Called with a type and an edge that closes a cycle through it.
    ///   - finish: Called with a type after all types that it names.
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

    /// Reports aliases of themselves: `A: B` with `B: A`, and `A: [A]`, since Swift has no `typealias A = [A]`.
    func checkAliases(_ diagnostics: inout Diagnostics) {
        visitDepthFirst(api.types.count) {
            aliasTargets(of: $0)
        } cycle: { _, edge in
            let type = api.types[edge.target]
            guard case .alias(let shape) = type.content, shape != .scalar(.json) else { return }
            diagnostics.report(.aliasOfItself(type.name, at: type.place))
            api.types[edge.target].content = .alias(.scalar(.json))
        } finish: { index in
            // The aliases in `target` are already resolved, so even a chain of thousands is walked once.
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

    /// The most types that a generic alias may expand to. A chain of aliases may double its size with each alias:
    /// `B<T>: A<T, T>`.
    private static let largestAlias = 100

    /// The number of types that a generic alias expands to, if each of its arguments is a single type.
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
            let total = size(target)
            guard total <= Self.largestAlias, case .named(let next, let arguments) = target,
                case .alias = api[next].content
            else {
                return total
            }
            (index, sizes) = (next.index, arguments.map(size))
        }
        return 1
    }

    /// The aliases that an alias names anywhere in its type; empty for other types.
    private func aliasTargets(of index: Int) -> [TypeEdge] {
        guard case .alias(let target) = api.types[index].content else { return [] }
        return target.namedTypes.filter { if case .alias = api[$0].content { true } else { false } }
            .map { .init(member: 0, target: $0.index) }
    }

    /// Reports models that can't have a value, since each value must contain another value of the same model.
    func checkFiniteness(_ diagnostics: inout Diagnostics) {
        // A type is finite once everything that one of its alternatives must hold is finite. The search goes forward
        // from the types that must hold nothing, so each edge is looked at once.
        var waiting: [[Int]] = []
        var dependents: [[(type: Int, alternative: Int)]] = Array(repeating: [], count: api.types.count)
        var isFinite = [Bool](repeating: false, count: api.types.count)
        var pending: [Int] = []
        for (index, type) in api.types.enumerated() {
            let alternatives = neededTypes(of: type)
            for (position, targets) in alternatives.enumerated() {
                for target in targets { dependents[target].append((index, position)) }
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
                // JSON ends, so the server must leave the property out somewhere.
                api.types[index].content.properties[endless].presence = .optional
            } else {
                // Treated as finite, this type makes the others of its cycle finite, so only one of them is reported.
                pending.append(index)
                settle()
            }
        }
    }

    /// The types that a value must contain: one set for each alternative of a union, and a single set for other types.
    private func neededTypes(of type: API.NamedType) -> [Set<Int>] {
        switch type.content {
        case .enumeration, .own, .date: [[]]
        case .object(let properties): [neededTypes(in: properties.lazy.filter(\.isNeeded).map(\.shape))]
        case .alias(let target): [neededTypes(in: [target])]
        case .union(let union): union.alternatives.map { neededTypes(in: [$0.shape]) }
        }
    }

    /// The types that values of these shapes must contain. Lists, dictionaries and optionals may be empty, so they need
    /// no type.
    private func neededTypes(in shapes: some Sequence<API.Shape>) -> Set<Int> {
        var needed: Set<Int> = []
        for case .named(let id, let arguments) in shapes {
            needed.insert(id.index)
            needed.formUnion(neededTypes(in: arguments))
        }
        return needed
    }

    // MARK: - Usage

    /// Marks every type that responses reach as read, and every type that requests reach as written. An unreached type
    /// is for hand-written requests and counts as both.
    func propagateUsage() {
        var pending: [(API.Shape, API.Usage)] = []
        for errorCase in api.errors { pending.append((errorCase.shape, .read)) }
        for variable in api.baseURL.variables { pending.append((variable.shape, .written)) }
        for endpoint in api.endpoints {
            pending.append((endpoint.response.shape, .read))
            for responseCase in endpoint.response.cases { pending.append((responseCase.shape, .read)) }
            for header in endpoint.response.headers { pending.append((header.shape, .read)) }
            for errorCase in endpoint.errors ?? [] { pending.append((errorCase.shape, .read)) }
            for parameter in endpoint.parameters { pending.append((parameter.property.shape, .written)) }
            for field in endpoint.body?.fields ?? [] { pending.append((field.shape, .written)) }
            if case .whole(let shape, _)? = endpoint.body?.content { pending.append((shape, .written)) }
            if let model = endpoint.body?.model { pending.append((model, .written)) }
            // An app may save a cursor and read it back later, so its values are both read and written.
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
