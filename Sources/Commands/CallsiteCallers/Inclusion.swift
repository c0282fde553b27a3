import CallsiteCore
import CallsiteDiff

/// The operations that `include:` needs so that the generated code has each name that callers use.
///
/// An operation that isn't used may be needed for a name: a type in place that two operations share is declared once,
/// outside of both, and would be nested in the only one that is left.
package struct Inclusion {
    /// A name that callers use, with one place.
    package struct Missing {
        package var name: String
        package var place: Change.CallerPlace
    }

    /// In the order of their bytes. Empty: nothing is used.
    package private(set) var operations: [String]
    /// Those that nothing calls, each with the name that it brings.
    package private(set) var namesBrought: [String: String] = [:]
    /// The code of these operations.
    package private(set) var contract: Contract?
    /// The names that no operation brings back.
    package private(set) var missing: [Missing] = []

    /// - Parameter contract: Reads the API with the operations of a filter alone; nil: it can't be read.
    package init(_ usage: Usage, _ code: GeneratedCode, contract: (Selection.Filter) -> Contract?) {
        operations = usage.neededOperations(code)
        guard !operations.isEmpty else { return }
        let requests = Dictionary(grouping: usage.operations, by: \.selectableName)
        let reaches = requests.mapValues { Set(code.reached(from: $0.map(\.declaration.name)).keys) }
        var others = requests.keys.filter { [operations] in !operations.contains($0) }.sortedByBytes()
        // Each round adds an operation, or is the last one.
        while true {
            let filter = Selection.Filter(operations: operations.map { Selection.Word($0) })
            self.contract = contract(filter)
            guard let reduced = self.contract else { return }
            missing = usage.missingNames(in: reduced)
            var added: [String] = []
            let reached = operations.reduce(into: Set<String>()) { $0.formUnion(reaches[$1] ?? []) }
            /// The number of declarations that an operation brings besides.
            func cost(_ operation: String) -> Int { reaches[operation]?.subtracting(reached).count ?? 0 }
            for name in missing {
                let owner = String(name.name.prefix { $0 != "." })
                let candidates = others.filter { reaches[$0]?.contains(owner) ?? false }
                // One that was added for another name may bring this one too.
                guard !added.contains(where: candidates.contains),
                    let least = candidates.min(by: { cost($0) < cost($1) })
                else { continue }
                added.append(least)
                namesBrought[least] = name.name
            }
            guard !added.isEmpty else { return }
            operations = (operations + added).sortedByBytes()
            others.removeAll(where: added.contains)
        }
    }
}

extension Usage {
    /// The operations that code needs which calls these: those that are used, and one for each model that is named and
    /// that no used operation has.
    fileprivate func neededOperations(_ code: GeneratedCode) -> [String] {
        var needed = operations.filter { $0.declaration.use != .unused }
        var reached = Set(code.reached(from: needed.map(\.declaration.name)).keys)
        var others = operations.filter { $0.declaration.use == .unused }.map { operation in
            (operation, reach: Set(code.reached(from: [operation.declaration.name]).keys))
        }
        for model in models {
            guard case .named = model.use, !reached.contains(model.name) else { continue }
            // The one that brings least besides.
            let candidates = others.filter { $0.reach.contains(model.name) }
            guard let least = candidates.min(by: { $0.reach.count < $1.reach.count }) else { continue }
            needed.append(least.0)
            reached.formUnion(least.reach)
            others.removeAll { $0.0.name == least.0.name }
        }
        return Set(needed.map(\.selectableName)).sortedByBytes()
    }

    /// Names that callers use and that the reduced code lacks.
    fileprivate func missingNames(in reduced: Contract) -> [Inclusion.Missing] {
        let kept = Dictionary(
            reduced.declarations.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        var missing: [Inclusion.Missing] = []
        for declaration in operations.map(\.declaration) + models where declaration.use != .unused {
            guard kept[declaration.name] != nil else {
                if case .named(let place) = declaration.use {
                    missing.append(.init(name: declaration.name, place: place))
                }
                continue
            }
            for member in declaration.members {
                guard let place = member.place else { continue }
                let parts = (declaration.name + "." + member.name).split(separator: ".").map(String.init)
                guard let owner = kept[parts.dropLast().joined(separator: ".")], let name = parts.last,
                    !owner.properties.contains(where: { $0.name == name }),
                    !owner.cases.contains(where: { $0.name == name })
                else { continue }
                missing.append(.init(name: declaration.name + "." + member.name, place: place))
            }
        }
        return missing
    }
}
