import CallsiteDiff

extension Comparison {
    /// Finds the places in the callers' code that each change affects. Two effects show only in code: a comparison with
    /// `.unrecognized("lost")` whose value has a case now, and extensions of two types that became one type.
    package mutating func findCallers(_ index: CallerIndex, old: Contract) {
        var index = index
        var cases: [String: [String]] = [:]
        for declaration in old.declarations { cases[declaration.path] = declaration.cases.map(\.name) }
        var comparisons: [Change] = []
        for position in changes.indices {
            let change = changes[position]
            if change.id == "shapes-became-one" {
                let places = change.code.flatMap { index.extensions(of: $0.type) }
                guard Set(places).count > 1 else { continue }
                changes[position].source = .sharedTypes
                changes[position].callers = Set(places).sorted()
                continue
            }
            if change.id.hasSuffix("enum-value-added") {
                for value in change.values {
                    let places = index.unrecognized(value)
                    guard !places.isEmpty else { continue }
                    var comparison = change
                    comparison.id = "response-enum-value-named"
                    comparison.message =
                        "'\(value)' has a case now: a comparison with .unrecognized(\"\(value)\") is never true again"
                    (comparison.source, comparison.app, comparison.item) = (.silent, .none, nil)
                    comparison.help = "compare with the case"
                    comparison.key += " named \(value)"
                    comparison.callers = places
                    comparisons.append(comparison)
                }
            }
            guard !change.isHarmless else { continue }
            changes[position].callers = index.places(of: change) { cases[$0] ?? [] }
        }
        guard !comparisons.isEmpty || changes.contains(where: { $0.id == "shapes-became-one" && $0.source != .none })
        else { return }
        changes += comparisons
        sort()
    }
}
