// Unions that are alternatives of themselves, directly or through each other: `Expression: [Group, text]`, `Group:
// [Expression, integer]`. Such an alternative accepts no value that another doesn't, and decoding it would never end.

extension Resolver {
    /// If the unions of a cycle have more alternatives in all, they don't share them.
    private static let sharedAlternativesLimit = 64

    /// Replaces alternatives that lead back: each union of a cycle gets the alternatives of the others instead, which
    /// loses nothing. With a discriminator, or with very many alternatives, those that lead back are left out.
    func endUnionCycles(_ diagnostics: inout Diagnostics) {
        var targets: [Int: [Int?]] = [:]
        for index in api.types.indices {
            // The index of the union that each alternative is; nil: the alternative is no union.
            targets[index] = union(at: index)?.alternatives.map { unionIndex(of: $0.shape) }
        }
        let circular = unionsInCycles(targets)
        guard !circular.isEmpty else { return }
        let isPlain = circular.allSatisfy {
            union(at: $0)?.discriminator == nil && api.types[$0].typeParameters.isEmpty
        }
        let count = circular.reduce(0) { $0 + (targets[$1]?.count ?? 0) }
        let contents = api.types.map(\.content)
        for index in circular.sorted() {
            guard var union = union(at: index), let targets = targets[index] else { continue }
            let leadsBack = targets.map { $0.map(circular.contains) ?? false }
            let own = zip(union.alternatives, leadsBack).filter { !$0.1 }.map(\.0)
            if isPlain, count <= Self.sharedAlternativesLimit {
                diagnostics.report(.unionsOfEachOther(api.types[index].name, at: api.types[index].place))
                union.alternatives = own + othersAlternatives(from: index, through: circular, contents, besides: own)
            } else {
                for (alternative, leadsBack) in zip(union.alternatives, leadsBack) where leadsBack {
                    diagnostics.report(.alternativeOfItself(api.types[index].name, at: alternative.place))
                }
                union.alternatives = own
            }
            if union.alternatives.isEmpty {
                diagnostics.report(.aliasOfItself(api.types[index].name, at: api.types[index].place))
                api.types[index].content = .alias(.scalar(.json))
            } else {
                api.types[index].content = .union(union)
            }
        }
        for index in circular.sorted() { moveAlternatives(of: index, among: circular) }
    }

    /// Moves types in place that have become alternatives of another union than their owner. They move out to where
    /// both unions see them.
    private func moveAlternatives(of index: Int, among circular: Set<Int>) {
        for alternative in union(at: index)?.alternatives ?? [] {
            guard let id = alternative.shape.namedTypes.first, case .type(let owner) = api[id].owner,
                owner.index != index,
                circular.contains(owner.index), !isInside(.init(index: index), owner.index)
            else { continue }
            api[id].owner = isInside(owner, index) ? .type(.init(index: index)) : .api
        }
    }

    private func isInside(_ id: API.TypeID, _ outer: Int) -> Bool {
        var id = id
        while case .type(let owner) = api[id].owner {
            if owner.index == outer { return true }
            id = owner
        }
        return false
    }

    private func union(at index: Int) -> API.Union? {
        if case .union(let union) = api.types[index].content { union } else { nil }
    }

    private func unionIndex(of shape: API.Shape) -> Int? {
        guard case .named(let id, _) = api.plain(shape), case .union = api[id].content else { return nil }
        return id.index
    }

    private func unionsInCycles(_ targets: [Int: [Int?]]) -> Set<Int> {
        let edges = targets.mapValues { Set($0.compactMap(\.self)) }
        // Unions that only lead to a cycle, or are only reached from one, are removed. A union between two cycles
        // stays, which does no harm.
        return Set(Self.withoutEnds(Self.reversed(Self.withoutEnds(edges))).keys)
    }

    /// The nodes that are left after nodes without edges have been removed again and again.
    private static func withoutEnds(_ edges: [Int: Set<Int>]) -> [Int: Set<Int>] {
        let origins = reversed(edges)
        var edgeCounts = edges.mapValues(\.count)
        var pending = edgeCounts.filter { $0.value == 0 }.map(\.key)
        while let end = pending.popLast() {
            for origin in origins[end] ?? [] {
                edgeCounts[origin, default: 0] -= 1
                if edgeCounts[origin] == 0 { pending.append(origin) }
            }
        }
        let remaining = edgeCounts.filter { $0.value > 0 }
        return edges.filter { remaining[$0.key] != nil }.mapValues { $0.filter { remaining[$0] != nil } }
    }

    private static func reversed(_ edges: [Int: Set<Int>]) -> [Int: Set<Int>] {
        var reversed = edges.mapValues { _ in Set<Int>() }
        for (origin, targets) in edges { for target in targets { reversed[target, default: []].insert(origin) } }
        return reversed
    }

    /// The alternatives of all unions that `index` leads to, without the unions of the cycle, and without shapes that
    /// are in `own`.
    private func othersAlternatives(
        from index: Int, through circular: Set<Int>, _ contents: [API.NamedType.Content],
        besides own: [API.Union.Alternative]
    ) -> [API.Union.Alternative] {
        var others: [API.Union.Alternative] = []
        var shapes = Set(own.map { api.resolvingAliases($0.shape) })
        var seen: Set<Int> = [index]
        var pending = [index]
        while let next = pending.popLast() {
            guard case .union(let union) = contents[next] else { continue }
            for alternative in union.alternatives {
                if let target = unionIndex(of: alternative.shape), circular.contains(target) {
                    if seen.insert(target).inserted { pending.append(target) }
                } else if next != index, shapes.insert(api.resolvingAliases(alternative.shape)).inserted {
                    others.append(alternative)
                }
            }
        }
        return others
    }
}

extension Diagnostic {
    fileprivate static func unionsOfEachOther(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "alternative-of-itself", "an alternative of '\(name)' leads back to '\(name)'",
            help: "the alternatives that it leads to take its place", at: place)
    }
    fileprivate static func alternativeOfItself(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "alternative-of-itself", "this alternative of '\(name)' leads back to '\(name)', which says nothing new",
            help: "leave it out", at: place)
    }
}
