import CallsiteCore
import CallsiteDiff

/// Which parts of generated code its callers reach. A part that can't be decided is used.
package struct Usage: Sendable {
    package enum Use: Sendable, Equatable {
        /// Callers name it.
        case named(Change.CallerPlace)
        /// A declaration that is used names it.
        case needed(by: String)
        case unused
    }

    /// A request, or another declaration, with all that is nested in it.
    package struct Declaration: Sendable {
        package var name: String
        package var use: Use
        package var lines: Int
        /// The properties and cases, of nested types too: `Plan.pro`.
        package var members: [Member]
    }

    package struct Member: Sendable {
        package var name: String
        package var isCase: Bool
        /// nil: callers never name it.
        package var place: Change.CallerPlace?
    }

    package struct Operation: Sendable {
        /// The name in the description.
        package var name: String
        package var method: String
        package var path: String
        package var declaration: Declaration
    }

    package var api: String
    package var operations: [Operation] = []
    package var models: [Declaration] = []
    /// The lines of all generated files.
    package var lines: Int

    package init(of contract: Contract, _ code: GeneratedCode, in index: CallerIndex) {
        var index = index
        (api, lines) = (contract.name, code.lines)
        var named: [String: Change.CallerPlace] = [:]
        for declaration in code.declarations {
            if let place = index.firstUse(ofType: declaration.name) { named[declaration.name] = place }
        }
        let through = code.reached(from: named.keys.sorted())
        var members: [String: [Member]] = [:]
        for declaration in contract.declarations {
            let parts = declaration.path.split(separator: ".").map(String.init)
            guard let owner = parts.first else { continue }
            let prefix = parts.dropFirst().map { $0 + "." }.joined()
            let places = declaration.properties.map { ($0.name, false) } + declaration.cases.map { ($0.name, true) }
            members[owner, default: []] += places.map { name, isCase in
                Member(
                    name: prefix + name, isCase: isCase, place: index.firstUse(of: name, in: declaration.path))
            }
        }
        func use(_ name: String) -> Use {
            if let place = named[name] { return .named(place) }
            guard let source = through[name] else { return .unused }
            return .needed(by: source ?? contract.name)
        }
        func declaration(_ name: String, _ lines: Int) -> Declaration {
            Declaration(name: name, use: use(name), lines: lines, members: members[name] ?? [])
        }
        let known = Set(contract.declarations.filter { $0.kind != .api }.map(\.path))
        var requests: Set<String> = []
        for endpoint in contract.endpoints {
            guard let number = endpoint.declaration, case let name = contract.declarations[number].path else {
                continue
            }
            requests.insert(name)
            operations.append(
                Operation(
                    name: endpoint.api.name, method: endpoint.api.method, path: endpoint.path,
                    declaration: declaration(name, code[name]?.lines ?? 0)))
        }
        models = code.declarations.filter { !requests.contains($0.name) && known.contains($0.name) }
            .map { declaration($0.name, $0.lines) }
    }

    /// The operations that code needs which calls these: those that are used, and one for each model that is named and
    /// that no used operation has.
    package func neededOperations(_ code: GeneratedCode) -> [String] {
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
        return needed.map(\.name).sortedByBytes()
    }

    /// The lines of what is never used.
    package var unusedLines: Int {
        (operations.map(\.declaration) + models).filter { $0.use == .unused }.reduce(0) { $0 + $1.lines }
    }
}

extension CallerIndex {
    /// The first place where a type is named.
    fileprivate mutating func firstUse(ofType path: String) -> Change.CallerPlace? { uses(ofType: path).places.first }

    /// The first place where a property or a case stands behind a dot, or as a label of the type's initialiser.
    fileprivate mutating func firstUse(of member: String, in type: String) -> Change.CallerPlace? {
        let name = member.hasPrefix("`") ? String(member.dropFirst().dropLast()) : member
        return [uses(ofMember: name).first, uses(ofType: type).labels[name]?.first].compactMap(\.self).min()
    }
}
