import CallsiteCore

// The source verdict. In: the declarations of both sides, as `lower` makes them, and the pairs of them. Out: for each
// member that changed, the effect on calls. The code here compares only Swift declarations, as a compiler would, and
// doesn't look at the descriptions.

/// A member of a declaration: `Issue` and `title`. The empty name is the declaration itself.
struct MemberKey: Hashable {
    /// The path of the old declaration.
    var path: String
    var member: String
    /// The member is new; an old member may have the same path and name.
    var isNew = false
}

extension MemberKey {
    /// The name in code. A member in parentheses, such as `(init)`, has no name of its own, so the type is named.
    var codeName: Change.CodeName {
        .init(type: path, member: member.isEmpty || member.hasPrefix("(") ? nil : member, isNew: isNew)
    }
}

/// The change of a member.
struct MemberChange {
    var verdict: SourceVerdict
    var before: String?
    var after: String?
}

extension MemberChange {
    /// Merges changes: the worst verdict, the first `before`, and the first `after`. nil if there are no changes.
    init?(together changes: [MemberChange]) {
        guard let worst = changes.worst else { return nil }
        self.init(
            verdict: worst.verdict, before: changes.lazy.compactMap(\.before).first,
            after: changes.lazy.compactMap(\.after).first)
    }
}

extension Sequence<MemberChange> {
    /// The change with the worst verdict; the first one if several are equally bad.
    var worst: MemberChange? { self.max { $0.verdict < $1.verdict } }
}

extension MemberChange? {
    /// Replaces the change by `other` if that is worse.
    mutating func worsen(_ other: MemberChange?) {
        if let other, (self?.verdict ?? .none) < other.verdict { self = other }
    }
}

/// The changes of all members, and which of them the changes of the description have explained.
struct DeclarationChanges {
    private(set) var changes: [MemberKey: MemberChange] = [:]
    /// The keys of `changes`, in the order of the comparison.
    private(set) var order: [MemberKey] = []
    /// The keys of `changes` by path.
    private var keys: [String: [MemberKey]] = [:]
    /// The keys whose changes the description explains.
    private var explainedKeys: Set<MemberKey> = []
    /// The keys that were explained since the last call of `drain`.
    private var recentKeys: [MemberKey] = []
    private var explainedPaths: Set<String> = []
    /// The old names of renamed types by their new names, both without owners. A type that mentions a renamed type has
    /// not changed.
    let oldNames: [String: String]
    /// The targets of the old top-level aliases, except generic ones.
    let aliases: [String: String]
    /// The targets of the new top-level aliases, except generic ones.
    let newAliases: [String: String]
    let old: Contract
    let new: Contract
    /// Old top-level names that a nested type has now too. Inside the owner, such a name means the nested type.
    let shadowedNames: Set<String>
    /// The index of the new declaration by the index of the old one.
    private(set) var counterparts: [Int: Int] = [:]
    /// The declarations that are compared. A name nested in them hides the same name outside.
    private(set) var scope = (old: "", new: "")

    /// Without a comparison, there are no changes.
    init(notComparing old: Contract, _ new: Contract) {
        (self.old, self.new) = (old, new)
        (oldNames, aliases, newAliases, shadowedNames) = ([:], [:], [:], [])
    }

    /// - Parameter pairs: The declarations of `old` with those of `new`, without nested ones.
    init(_ old: Contract, _ new: Contract, pairs: [(old: Int, new: Int)], oldNames: [String: String]) {
        self.old = old
        self.new = new
        self.oldNames = oldNames
        let nested = Set(new.declarations.filter { $0.path.contains(".") }.map(\.name))
        shadowedNames = nested.filter { old.paths[$0] != nil }
        func aliases(_ contract: Contract) -> [String: String] {
            let plain = contract.declarations.filter {
                $0.kind == .alias && $0.typeParameters.isEmpty && !$0.path.contains(".")
            }
            return Dictionary(firstOf: plain.map { ($0.path, $0.aliases[""] ?? $0.path) })
        }
        (self.aliases, newAliases) = (aliases(old), aliases(new))
        let comparedOld = compareAll(pairs)
        for (index, declaration) in old.declarations.enumerated() where !comparedOld.contains(index) {
            set(declaration.path, "", .breaks, before: declaration.signature, after: nil)
        }
    }

    /// Compares pairs of declarations, and the nested declarations of each pair, which are paired by name.
    ///
    /// - Returns: The old declarations that have a pair.
    private mutating func compareAll(_ pairs: [(old: Int, new: Int)]) -> Set<Int> {
        var doneOld = Set<Int>()
        var doneNew = Set<Int>()
        let successors = Dictionary(firstOf: oldNames.map { ($0.value, $0.key) })
        // The pairs of the caller go before declarations that only have the same name.
        let (oldInPairs, newInPairs) = (Set(pairs.map(\.old)), Set(pairs.map(\.new)))
        var pending = pairs.map { (old: $0.old, new: $0.new, isCopy: false) }
        // Old nested types whose names are aliases of models now.
        var becameAlias = Set<Int>()
        while let pair = pending.popLast() {
            guard doneOld.insert(pair.old).inserted, pair.isCopy || doneNew.insert(pair.new).inserted else {
                continue
            }
            if !pair.isCopy { counterparts[pair.old] = pair.new }
            let model = model(behind: pair.new, for: pair.old)
            compare(
                old.declarations[pair.old], new.declarations[pair.new], model: new.declarations[model ?? pair.new],
                keepsPath: becameAlias.contains(pair.old))
            let isAlias = model != nil || becameAlias.contains(pair.old)
            var names: [String: Int] = [:]
            for nested in new.declarations[model ?? pair.new].nested where isAlias || !newInPairs.contains(nested) {
                names[new.declarations[nested].name] = nested
            }
            for nested in old.declarations[pair.old].nested where isAlias || !oldInPairs.contains(nested) {
                let name = old.declarations[nested].name
                if let other = names[name] ?? successors[name].flatMap({ names[$0] }) {
                    if names[name] != nil, isAlias { becameAlias.insert(nested) }
                    pending.append((nested, other, pair.isCopy || isAlias))
                } else if let other = self.model(named: name, in: new.declarations[pair.new], for: nested) {
                    becameAlias.insert(nested)
                    pending.append((nested, other, true))
                }
            }
        }
        return doneOld
    }

    /// Returns the change of a member, and marks it as explained by a change of the description. nil if there is no
    /// such change, or if it is explained already.
    mutating func take(_ path: String, _ member: String, isNew: Bool = false) -> MemberChange? {
        let key = MemberKey(path: path, member: member, isNew: isNew)
        guard let change = changes[key], explainedKeys.insert(key).inserted else { return nil }
        recentKeys.append(key)
        return change
    }

    /// The keys that were taken for the change that is reported next.
    mutating func drain() -> [MemberKey] {
        defer { recentKeys = [] }
        return recentKeys
    }

    /// The changes of a declaration's members that nothing has explained yet.
    func left(of path: String) -> [(key: MemberKey, change: MemberChange)] {
        unexplained(keys[path] ?? [])
    }

    /// Marks a declaration and everything nested in it as explained.
    mutating func takeAll(_ path: String) {
        explainedPaths.insert(path)
        if keys[path] != nil { recentKeys.append(.init(path: path, member: "")) }
    }

    /// The changes that nothing has explained.
    var rest: [(key: MemberKey, change: MemberChange)] { unexplained(order) }

    private func unexplained(_ keys: [MemberKey]) -> [(key: MemberKey, change: MemberChange)] {
        keys.compactMap { key in
            guard let change = changes[key], change.verdict > .none, !explainedKeys.contains(key),
                !isInsideExplained(key.path)
            else { return nil }
            return (key, change)
        }
    }

    private func isInsideExplained(_ path: String) -> Bool {
        var path = path[...]
        while true {
            if explainedPaths.contains(String(path)) { return true }
            guard let dot = path.lastIndex(of: ".") else { return false }
            path = path[..<dot]
        }
    }

    private mutating func set(
        _ path: String, _ member: String, _ verdict: SourceVerdict, before: String?, after: String?, isNew: Bool = false
    ) {
        let key = MemberKey(path: path, member: member, isNew: isNew)
        if let earlier = changes[key], earlier.verdict >= verdict { return }
        if changes[key] == nil {
            order.append(key)
            keys[path, default: []].append(key)
        }
        changes[key] = .init(verdict: verdict, before: before, after: after)
    }

    // MARK: - Two declarations

    /// The model that a new alias stands for, where the old declaration is a type. The model takes the same calls if it
    /// has the same members.
    private func model(behind index: Int, for oldIndex: Int) -> Int? {
        let (a, b) = (old.declarations[oldIndex], new.declarations[index])
        guard a.kind != .alias, b.kind == .alias, b.typeParameters.isEmpty, let name = b.aliases[""],
            let target = new.paths[Self.expanded(name, newAliases) { _ in false }],
            new.declarations[target].kind == a.kind
        else { return nil }
        return target
    }

    /// The model that a nested alias stands for, where a nested type had that name: `GetPetsRequest.Response`.
    private func model(named name: String, in declaration: Contract.Declaration, for oldIndex: Int) -> Int? {
        guard let alias = declaration.aliases[name],
            let target = new.paths[Self.expanded(alias, newAliases) { _ in false }],
            new.declarations[target].kind == old.declarations[oldIndex].kind, old.declarations[oldIndex].kind != .alias
        else { return nil }
        return target
    }

    /// - Parameters:
    ///   - model: The model that `b` is a name for, or `b`.
    ///   - keepsPath: The old path is an alias of `b` now.
    private mutating func compare(
        _ a: Contract.Declaration, _ b: Contract.Declaration, model: Contract.Declaration, keepsPath: Bool
    ) {
        let path = a.path
        scope = (a.path, b.path)
        if a.path != b.path, !keepsPath {
            // For a type nested in a renamed type, only its own name counts.
            let isOwn = a.name != b.name || a.path.split(separator: ".").count != b.path.split(separator: ".").count
            if isOwn { set(path, "", hasLookalike(a) ? .silent : .breaks, before: a.signature, after: b.signature) }
        }
        guard a.kind == model.kind, a.typeParameters.count == model.typeParameters.count else {
            set(path, "(kind)", .breaks, before: a.signature, after: b.signature)
            return
        }
        let b = model
        let lost = Set(a.conformances).subtracting(b.conformances)
        for name in lost.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            // A `Model` is both decodable and encodable.
            if b.conformances.contains("Model"), name == "DecodableModel" || name == "EncodableModel" { continue }
            if b.conformances.contains("WireCodable"), name == "WireDecodable" || name == "WireEncodable" { continue }
            set(path, "(conformance \(name))", .breaks, before: "\(path): \(name)", after: nil)
        }
        if !a.isDeprecated, b.isDeprecated {
            set(path, "(deprecated)", .warns, before: nil, after: "@available(*, deprecated)")
        }
        compareAliases(a, b)
        compareCases(a, b)
        compareProperties(a, b)
        compareArguments(a, b)
    }

    /// Whether another declaration has the path of `a` now and takes the same calls: the calls compile, and mean the
    /// other type.
    private func hasLookalike(_ a: Contract.Declaration) -> Bool {
        guard let index = new.paths[a.path] else { return false }
        let b = new.declarations[index]
        return a.kind == b.kind && a.conformances == b.conformances && a.typeParameters == b.typeParameters
            && a.arguments == b.arguments
            && a.properties == b.properties && a.cases == b.cases && a.aliases == b.aliases && !b.isDeprecated
    }

    private mutating func compareAliases(_ a: Contract.Declaration, _ b: Contract.Declaration) {
        for (name, type) in a.aliases {
            let other = b.aliases[name]
            if let other, isSame(type, other) { continue }
            let label = name.isEmpty ? a.path : a.path + "." + name
            set(
                a.path, "(alias \(name))", .breaks, before: "typealias \(label) = \(type)",
                after: other.map { "typealias \(label) = \($0)" })
        }
        // A new alias: the request has a failure of its own now, for example, and had the API's.
        for (name, type) in b.aliases where a.aliases[name] == nil {
            // A request without these aliases has the protocol's own `Response` and `Failure`, so that a new alias
            // changes their meaning. `Element` is just one more name. A nested type may have had the alias's name.
            let isKept = a.nested.contains {
                old.declarations[$0].name == name && model(named: name, in: b, for: $0) != nil
            }
            let verdict: SourceVerdict = name == "Element" || isKept ? .none : .breaks
            set(a.path, "(alias \(name))", verdict, before: nil, after: "typealias \(a.path).\(name) = \(type)")
        }
    }

    private mutating func compareCases(_ a: Contract.Declaration, _ b: Contract.Declaration) {
        let oldCases = a.cases.byFirst(\.name)
        let newCases = b.cases.byFirst(\.name)
        func code(_ value: Contract.Declaration.Case) -> String {
            "case \(value.name)" + (value.payload.map { "(\($0))" } ?? "")
        }
        for value in a.cases {
            guard let other = newCases[value.name] else {
                set(a.path, value.name, .breaks, before: code(value), after: nil)
                continue
            }
            if let payload = value.payload, let newPayload = other.payload, isSame(payload, newPayload) { continue }
            if value.payload != other.payload {
                set(a.path, value.name, .breaks, before: code(value), after: code(other))
            }
        }
        for value in b.cases where oldCases[value.name] == nil {
            set(a.path, value.name, .exhaustiveSwitches, before: nil, after: code(value), isNew: true)
        }
    }

    private mutating func compareProperties(_ a: Contract.Declaration, _ b: Contract.Declaration) {
        let others = b.properties.byFirst(\.name)
        for property in a.properties {
            let before = "\(property.name): \(property.type)"
            guard let other = others[property.name] else {
                set(a.path, property.name, .breaks, before: before, after: nil)
                continue
            }
            let after = "\(other.name): \(other.type)"
            if property.isMutable, !other.isMutable {
                set(a.path, property.name, .breaks, before: "var " + before, after: "let " + after)
            }
            if isSame(property.type, other.type) { continue }
            // Code that only sets a property of a sent type doesn't see the difference.
            set(
                a.path, property.name, isTaken(property.type, as: other.type) && !a.isRead ? .reads : .breaks,
                before: before, after: after)
        }
    }

    private mutating func compareArguments(_ a: Contract.Declaration, _ b: Contract.Declaration) {
        guard let arguments = a.arguments else { return }
        guard let others = b.arguments else {
            set(a.path, "(init)", .breaks, before: a.signature, after: nil)
            return
        }
        func code(_ argument: Contract.Declaration.Argument) -> String {
            "\(argument.label): \(argument.type)" + (argument.defaultValue.map { " = \($0)" } ?? "")
        }
        let byLabel = others.byFirst(\.label)
        let labels = Set(arguments.map(\.label))
        for argument in arguments {
            guard let other = byLabel[argument.label] else {
                set(a.path, argument.label, .breaks, before: code(argument), after: nil)
                continue
            }
            func report(_ verdict: SourceVerdict) {
                set(a.path, argument.label, verdict, before: code(argument), after: code(other))
            }
            if !isTaken(argument.type, as: other.type) {
                report(.breaks)
            } else if argument.defaultValue != nil, other.defaultValue == nil {
                report(.breaks)
            } else if let value = argument.defaultValue, let newValue = other.defaultValue, value != newValue,
                isSame(argument.type, other.type)
            {
                report(.silent)
            }
        }
        // Swift's implicit initialiser stays, so that `Filter.init` is still a function without arguments.
        let isKept = arguments.isEmpty && b.isMemberwise && others.allSatisfy { $0.defaultValue != nil }
        for other in others where !labels.contains(other.label) {
            let verdict: SourceVerdict = other.defaultValue == nil ? .breaks : isKept ? .none : .capturedInitialisers
            set(a.path, other.label, verdict, before: nil, after: code(other), isNew: true)
        }
        let oldOrder = arguments.map(\.label).filter { byLabel[$0] != nil }
        let newOrder = others.map(\.label).filter(labels.contains)
        if oldOrder != newOrder { set(a.path, "(order)", .breaks, before: a.signature, after: b.signature) }
    }
}

extension Contract.Declaration {
    /// The last part of the path.
    var name: String { path.split(separator: ".").last.map(String.init) ?? path }

    /// `CreateOrderRequest(customer:items:)`, `enum Order.Status`.
    var signature: String {
        switch kind {
        case .request: path + (arguments ?? []).labelList
        case .structure: arguments.map { path + $0.labelList } ?? "struct " + path
        case .enumeration: "enum " + path
        case .alias: "typealias " + path
        case .api: "protocol " + path
        }
    }
}
