import CallsiteCore

// The source verdict. In: the declarations of both sides, as `lower` makes them, and the pairs of them. Out: for each
// member that changed, the effect on calls. Nothing here depends on what changed in the description: the verdict is the
// compiler's.

/// A member of a declaration: `Issue` and `title`. The empty name is the declaration itself.
struct MemberKey: Hashable {
    /// The path of the old declaration.
    var path: String
    var member: String
    /// The member is new; an old member may have the same path and name.
    var isNew = false
}

extension MemberKey {
    /// As code names it: a member in parentheses, such as `(init)`, is no member of its own.
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
    /// Several changes as one: the worst verdict, and the first declaration that was and that is there.
    init?(together changes: [MemberChange]) {
        guard let worst = changes.worst else { return nil }
        self.init(
            verdict: worst.verdict, before: changes.lazy.compactMap(\.before).first,
            after: changes.lazy.compactMap(\.after).first)
    }
}

extension Sequence<MemberChange> {
    /// The first of those that are equally bad.
    var worst: MemberChange? { self.max { $0.verdict < $1.verdict } }
}

extension MemberChange? {
    /// Becomes the other change where that is worse.
    mutating func worsen(_ other: MemberChange?) {
        if let other, (self?.verdict ?? .none) < other.verdict { self = other }
    }
}

struct DeclarationChanges {
    private(set) var changes: [MemberKey: MemberChange] = [:]
    /// In the order in which they were found.
    private(set) var order: [MemberKey] = []
    private var keys: [String: [MemberKey]] = [:]
    /// The keys whose changes the description explains.
    private var explainedKeys: Set<MemberKey> = []
    /// The keys that were explained since the last call of `drain`.
    private var recentKeys: [MemberKey] = []
    private var explainedPaths: Set<String> = []
    /// Types that only have another name now, by their last names: a type that names them has not changed.
    let oldNames: [String: String]
    /// The types that top-level aliases stand for, without generic ones.
    let aliases: [String: String]
    let newAliases: [String: String]
    let old: Contract
    let new: Contract
    /// Old names that a nested type has now too: inside its owner, the name means the nested type.
    let shadowedNames: Set<String>
    /// The new declaration of each old one.
    private(set) var counterparts: [Int: Int] = [:]
    /// The declarations that are compared. A name nested in them hides the same name outside.
    private(set) var scope = (old: "", new: "")

    /// No declaration has changed.
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
        var isPaired = Set<Int>()
        var isMatched = Set<Int>()
        let successors = Dictionary(firstOf: oldNames.map { ($0.value, $0.key) })
        // Known pairs go before declarations that only have the same name.
        let (known, knownNow) = (Set(pairs.map(\.old)), Set(pairs.map(\.new)))
        var pending = pairs.map { (old: $0.old, new: $0.new, isCopy: false) }
        // Types in place whose names stand for models now.
        var named = Set<Int>()
        while let pair = pending.popLast() {
            guard isPaired.insert(pair.old).inserted, pair.isCopy || isMatched.insert(pair.new).inserted else {
                continue
            }
            if !pair.isCopy { counterparts[pair.old] = pair.new }
            let model = model(behind: pair.new, for: pair.old)
            compare(
                old.declarations[pair.old], new.declarations[pair.new], model: new.declarations[model ?? pair.new],
                isNamed: named.contains(pair.old))
            let isAlias = model != nil || named.contains(pair.old)
            // Nested declarations are paired by name.
            var names: [String: Int] = [:]
            for nested in new.declarations[model ?? pair.new].nested where isAlias || !knownNow.contains(nested) {
                names[new.declarations[nested].name] = nested
            }
            for nested in old.declarations[pair.old].nested where isAlias || !known.contains(nested) {
                let name = old.declarations[nested].name
                if let other = names[name] ?? successors[name].flatMap({ names[$0] }) {
                    if names[name] != nil, isAlias { named.insert(nested) }
                    pending.append((nested, other, pair.isCopy || isAlias))
                } else if let other = self.model(named: name, in: new.declarations[pair.new], for: nested) {
                    named.insert(nested)
                    pending.append((nested, other, true))
                }
            }
        }
        for (index, declaration) in old.declarations.enumerated() where !isPaired.contains(index) {
            set(declaration.path, "", .breaks, before: declaration.signature, after: nil)
        }
    }

    /// Takes the change of a member for the change of the description that explains it. Each can be taken once.
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
        if let known = changes[key], known.verdict >= verdict { return }
        if changes[key] == nil {
            order.append(key)
            keys[path, default: []].append(key)
        }
        changes[key] = .init(verdict: verdict, before: before, after: after)
    }

    // MARK: - Two declarations

    /// The model behind a declaration that became a name for it. The model takes the same calls if it has the same
    /// members.
    private func model(behind index: Int, for one: Int) -> Int? {
        let (a, b) = (old.declarations[one], new.declarations[index])
        guard a.kind != .alias, b.kind == .alias, b.typeParameters.isEmpty, let name = b.aliases[""],
            let target = new.paths[Self.expanded(name, newAliases) { _ in false }],
            new.declarations[target].kind == a.kind
        else { return nil }
        return target
    }

    /// The model behind an alias in a declaration, where a type in place had that name: `GetPetsRequest.Response`.
    private func model(named name: String, in declaration: Contract.Declaration, for one: Int) -> Int? {
        guard let alias = declaration.aliases[name],
            let target = new.paths[Self.expanded(alias, newAliases) { _ in false }],
            new.declarations[target].kind == old.declarations[one].kind, old.declarations[one].kind != .alias
        else { return nil }
        return target
    }

    /// - Parameters:
    ///   - model: The model that `b` is a name for, or `b`.
    ///   - isNamed: The old path stands for `b`.
    private mutating func compare(
        _ a: Contract.Declaration, _ b: Contract.Declaration, model: Contract.Declaration, isNamed: Bool
    ) {
        let path = a.path
        scope = (a.path, b.path)
        if a.path != b.path, !isNamed {
            // For a type nested in a renamed type, only its own name counts.
            let isOwn = a.name != b.name || a.path.split(separator: ".").count != b.path.split(separator: ".").count
            if isOwn { set(path, "", isTakenAlike(a) ? .silent : .breaks, before: a.signature, after: b.signature) }
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

    /// Whether another declaration has its old name now and takes the same calls.
    private func isTakenAlike(_ a: Contract.Declaration) -> Bool {
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
        // The request had the API's failure and has its own now.
        for (name, type) in b.aliases where a.aliases[name] == nil {
            // A request without these aliases has the protocol's own `Response` and `Failure`, but no `Element`, which
            // is just one more name. A type in place may have had the alias's name.
            let isKept = a.nested.contains {
                old.declarations[$0].name == name && model(named: name, in: b, for: $0) != nil
            }
            let verdict: SourceVerdict = name == "Element" || isKept ? .none : .breaks
            set(a.path, "(alias \(name))", verdict, before: nil, after: "typealias \(a.path).\(name) = \(type)")
        }
    }

    private mutating func compareCases(_ a: Contract.Declaration, _ b: Contract.Declaration) {
        let known = a.cases.byFirst(\.name)
        let others = b.cases.byFirst(\.name)
        func text(_ value: Contract.Declaration.Case) -> String {
            "case \(value.name)" + (value.payload.map { "(\($0))" } ?? "")
        }
        for value in a.cases {
            guard let other = others[value.name] else {
                set(a.path, value.name, .breaks, before: text(value), after: nil)
                continue
            }
            if let payload = value.payload, let now = other.payload, isSame(payload, now) { continue }
            if value.payload != other.payload {
                set(a.path, value.name, .breaks, before: text(value), after: text(other))
            }
        }
        for value in b.cases where known[value.name] == nil {
            set(a.path, value.name, .exhaustiveSwitches, before: nil, after: text(value), isNew: true)
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
        func text(_ argument: Contract.Declaration.Argument) -> String {
            "\(argument.label): \(argument.type)" + (argument.defaultValue.map { " = \($0)" } ?? "")
        }
        let byLabel = others.byFirst(\.label)
        let labels = Set(arguments.map(\.label))
        for argument in arguments {
            guard let other = byLabel[argument.label] else {
                set(a.path, argument.label, .breaks, before: text(argument), after: nil)
                continue
            }
            func report(_ verdict: SourceVerdict) {
                set(a.path, argument.label, verdict, before: text(argument), after: text(other))
            }
            if !isTaken(argument.type, as: other.type) {
                report(.breaks)
            } else if argument.defaultValue != nil, other.defaultValue == nil {
                report(.breaks)
            } else if let value = argument.defaultValue, let now = other.defaultValue, value != now,
                isSame(argument.type, other.type)
            {
                report(.silent)
            }
        }
        // Swift's own initialiser without arguments stays.
        let isKept = arguments.isEmpty && b.isMemberwise && others.allSatisfy { $0.defaultValue != nil }
        for other in others where !labels.contains(other.label) {
            let verdict: SourceVerdict = other.defaultValue == nil ? .breaks : isKept ? .none : .capturedInitialisers
            set(a.path, other.label, verdict, before: nil, after: text(other), isNew: true)
        }
        let kept = arguments.map(\.label).filter { byLabel[$0] != nil }
        let now = others.map(\.label).filter(labels.contains)
        if kept != now { set(a.path, "(order)", .breaks, before: a.signature, after: b.signature) }
    }
}

extension Contract.Declaration {
    /// Its own name.
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
