// Checks types that contain themselves: a type that could never hold a value is an error; `ResolveLayout` makes the
// others finite. Also finds out which types are read and which are written.

extension Resolver {
    /// `A: B`, `B: A`; and `A: [A]`, since Swift can't say `typealias A = [A]`. Depth first without recursion: a
    /// description may chain thousands of aliases.
    func checkAliases(_ diagnostics: inout Diagnostics) {
        enum State { case new, open, done }
        var states = [State](repeating: .new, count: api.types.count)
        for root in api.types.indices where states[root] == .new {
            var stack = [(index: root, targets: aliasTargets(of: root), next: 0)]
            states[root] = .open
            while let top = stack.indices.last {
                guard stack[top].next < stack[top].targets.count else {
                    states[stack[top].index] = .done
                    // The aliases that this one names are settled, so a chain of thousands is walked once.
                    if case .alias(let target) = api.types[stack[top].index].content {
                        if api.types[stack[top].index].typeParameters.isEmpty {
                            api.types[stack[top].index].resolved = api.resolvingAliases(target)
                        } else if expandedSize(of: stack[top].index) > Self.largestAlias {
                            let type = api.types[stack[top].index]
                            diagnostics.report(.aliasTooLarge(type.name, limit: Self.largestAlias, at: type.place))
                            api.types[stack[top].index].content = .alias(.scalar(.json))
                        }
                    }
                    stack.removeLast()
                    continue
                }
                let target = stack[top].targets[stack[top].next]
                stack[top].next += 1
                switch states[target] {
                case .done: break
                case .new:
                    states[target] = .open
                    stack.append((target, aliasTargets(of: target), 0))
                case .open:
                    guard case .alias(let shape) = api.types[target].content, shape != .scalar(.json) else { break }
                    diagnostics.report(.aliasOfItself(api.types[target].name, at: api.types[target].place))
                    api.types[target].content = .alias(.scalar(.json))
                }
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
    private func aliasTargets(of index: Int) -> [Int] {
        guard case .alias(let target) = api.types[index].content else { return [] }
        return target.namedTypes.filter { if case .alias = api[$0].content { true } else { false } }.map(\.index)
    }

    /// A model each of whose values must contain another of its own can have none.
    func checkFiniteness(_ diagnostics: inout Diagnostics) {
        // A type is finite once everything that it must hold is finite; a union once one of its alternatives is. The
        // search goes forward from the types that must hold nothing, so each edge is looked at once.
        var waiting = [Int](repeating: 0, count: api.types.count)
        var dependents: [[(type: Int, alternative: Int?)]] = Array(repeating: [], count: api.types.count)
        var waitingAlternatives: [Int: [Int]] = [:]
        var isFinite = [Bool](repeating: false, count: api.types.count)
        var pending: [Int] = []
        for index in api.types.indices {
            switch api.types[index].content {
            case .enumeration, .own, .date: pending.append(index)
            case .object(let properties):
                var needed: Set<Int> = []
                for property in properties where property.presence == .required && property.defaultValue == nil {
                    collectNeeded(property.shape, &needed)
                }
                waiting[index] = needed.count
                for id in needed { dependents[id].append((index, nil)) }
                if needed.isEmpty { pending.append(index) }
            case .alias(let target):
                var needed: Set<Int> = []
                collectNeeded(target, &needed)
                waiting[index] = needed.count
                for id in needed { dependents[id].append((index, nil)) }
                if needed.isEmpty { pending.append(index) }
            case .union(let union):
                var isFree = union.alternatives.isEmpty
                for (position, alternative) in union.alternatives.enumerated() {
                    var needed: Set<Int> = []
                    collectNeeded(alternative.shape, &needed)
                    waitingAlternatives[index, default: []].append(needed.count)
                    for id in needed { dependents[id].append((index, position)) }
                    isFree = isFree || needed.isEmpty
                }
                if isFree { pending.append(index) }
            }
        }
        func settle() {
            while let index = pending.popLast() {
                guard !isFinite[index] else { continue }
                isFinite[index] = true
                for (dependent, alternative) in dependents[index] {
                    if let alternative {
                        waitingAlternatives[dependent]?[alternative] -= 1
                        if waitingAlternatives[dependent]?[alternative] == 0 { pending.append(dependent) }
                    } else {
                        waiting[dependent] -= 1
                        if waiting[dependent] == 0 { pending.append(dependent) }
                    }
                }
            }
        }
        settle()
        for index in api.types.indices where !isFinite[index] {
            guard case .object(let properties) = api.types[index].content else { continue }
            let endless = properties.first { property in
                guard property.presence == .required, property.defaultValue == nil else { return false }
                var needed: Set<Int> = []
                collectNeeded(property.shape, &needed)
                return needed.contains { !isFinite[$0] }
            }
            if let endless, description.isLenient,
                let position = properties.firstIndex(where: { $0.wireName == endless.wireName })
            {
                // A property that must hold itself without end is in truth left out somewhere.
                var properties = properties
                properties[position].presence = .optional
                api.types[index].content = .object(properties)
            }
            guard let endless else { continue }
            diagnostics.report(.infiniteModel(api.types[index].name, through: endless.wireName, at: endless.place))
            // With this type taken as finite, the others of the cycle come to an end. In a document that its user can't
            // correct, each is made optional by itself.
            if !description.isLenient {
                pending.append(index)
                settle()
            }
        }
    }

    /// The types of which a value of `shape` must hold one: none for what can be empty.
    private func collectNeeded(_ shape: API.Shape, _ needed: inout Set<Int>) {
        guard case .named(let id, let arguments) = shape else { return }
        needed.insert(id.index)
        for argument in arguments { collectNeeded(argument, &needed) }
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
            switch endpoint.body?.content {
            case .fields(let properties)?: for property in properties { pending.append((property.shape, .written)) }
            case .whole(let shape, _)?: pending.append((shape, .written))
            case nil: break
            }
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
