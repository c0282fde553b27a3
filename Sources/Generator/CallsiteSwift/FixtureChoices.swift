// Chooses the alternative of a union in a fixture: the first that doesn't need the union itself.

/// The choices that follow from a graph of the types that values must hold.
struct FixtureChoices {
    /// The types that must have a value before a type can have one.
    enum Need {
        /// All of these types; nil: no value can be made.
        case all([Int]?)
        /// One of these alternatives, in their order. An alternative without types can always be made; nil: an
        /// alternative that can't be made.
        case one([[Int]?])
    }

    /// The alternative of each union that has one, by the type's index.
    private(set) var alternatives: [Int: Int] = [:]
    /// The types without a value.
    private(set) var impossible: Set<Int> = []

    init(_ needs: [Need]) {
        let ranks = FixtureChoices.ranks(needs)
        let components = FixtureChoices.components(needs)
        for (index, need) in needs.enumerated() {
            guard let rank = ranks[index] else {
                impossible.insert(index)
                continue
            }
            guard case .one(let alternatives) = need else { continue }
            // A type outside the union's own cycle never leads back to the union. A type in the cycle doesn't need the
            // union if it became possible in an earlier round.
            func isPossible(_ alternative: [Int]?) -> Bool { alternative?.allSatisfy { ranks[$0] != nil } == true }
            func isFinite(_ alternative: [Int]?) -> Bool {
                isPossible(alternative)
                    && alternative?.allSatisfy { components[$0] != components[index] || (ranks[$0] ?? .max) < rank }
                        == true
            }
            if let first = alternatives.firstIndex(where: isFinite) { self.alternatives[index] = first }
        }
    }

    /// The round in which each type becomes possible, beginning with types that need nothing; nil: never.
    private static func ranks(_ needs: [Need]) -> [Int?] {
        var ranks = [Int?](repeating: nil, count: needs.count)
        /// The types that wait for a type, each with the alternative that needs it.
        var waiting: [Int: [(type: Int, alternative: Int)]] = [:]
        var missing: [[Int]] = []
        var ready: [Int] = []
        for (index, need) in needs.enumerated() {
            let alternatives =
                switch need {
                case .all(let types): [types]
                case .one(let alternatives): alternatives
                }
            missing.append(alternatives.map { $0.map { Set($0).count } ?? .max })
            for (position, types) in alternatives.enumerated() {
                for type in Set(types ?? []) { waiting[type, default: []].append((index, position)) }
            }
            if missing[index].contains(0) { ready.append(index) }
        }
        var rank = 0
        while !ready.isEmpty {
            var next: [Int] = []
            for index in ready where ranks[index] == nil { ranks[index] = rank }
            for index in ready where ranks[index] == rank {
                for waiter in waiting.removeValue(forKey: index) ?? []
                where missing[waiter.type][waiter.alternative] != .max {
                    missing[waiter.type][waiter.alternative] -= 1
                    if missing[waiter.type][waiter.alternative] == 0, ranks[waiter.type] == nil {
                        next.append(waiter.type)
                    }
                }
            }
            ready = next
            rank += 1
        }
        return ranks
    }

    /// The cycles of types that need each other, as a number for each type (Tarjan's algorithm, without recursion,
    /// since chains are long).
    private static func components(_ needs: [Need]) -> [Int] {
        let edges = needs.map { need in
            switch need {
            case .all(let types): types ?? []
            case .one(let alternatives): alternatives.flatMap { $0 ?? [] }
            }
        }
        var component = [Int](repeating: -1, count: needs.count)
        var order = [Int](repeating: -1, count: needs.count)
        var low = order
        var open: [Int] = []
        var count = 0
        for root in needs.indices where order[root] < 0 {
            var path: [(type: Int, edge: Int)] = [(root, 0)]
            while let (type, edge) = path.last {
                if edge == 0 {
                    order[type] = count
                    low[type] = count
                    count += 1
                    open.append(type)
                }
                if edge < edges[type].count {
                    path[path.count - 1].edge += 1
                    let next = edges[type][edge]
                    if order[next] < 0 {
                        path.append((next, 0))
                    } else if component[next] < 0 {
                        low[type] = min(low[type], order[next])
                    }
                    continue
                }
                path.removeLast()
                if let parent = path.last?.type { low[parent] = min(low[parent], low[type]) }
                guard low[type] == order[type] else { continue }
                while let member = open.popLast() {
                    component[member] = type
                    if member == type { break }
                }
            }
        }
        return component
    }
}
