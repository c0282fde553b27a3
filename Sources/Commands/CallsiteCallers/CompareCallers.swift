import CallsiteDiff

extension Comparison {
    /// Looks for the uses of each change, and for what only code can show: a comparison with a value that has a case
    /// now, and extensions of types that became one.
    package mutating func findCallers(_ index: CallerIndex, old: Contract) {
        var index = index
        var cases: [String: [String]] = [:]
        for declaration in old.declarations { cases[declaration.path] = declaration.cases.map(\.name) }
        var named: [Change] = []
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
                    var silent = change
                    silent.id = "response-enum-value-named"
                    silent.message =
                        "'\(value)' has a case now: a comparison with .unrecognized(\"\(value)\") is never true again"
                    (silent.source, silent.app, silent.item) = (.silent, .none, nil)
                    silent.help = "compare with the case"
                    silent.key += " named \(value)"
                    silent.callers = places
                    named.append(silent)
                }
            }
            guard !change.isHarmless else { continue }
            changes[position].callers = index.places(of: change) { cases[$0] ?? [] }
        }
        guard !named.isEmpty || changes.contains(where: { $0.id == "shapes-became-one" && $0.source != .none }) else {
            return
        }
        changes += named
        sort()
    }
}
