import CallsiteCore

// Types in place that have the same shape are one type: a value made for one request fits another. Nearly every change
// of a description splits or joins such types, and the declarations that use them don't show it.

extension Comparer {
    /// Reports types in place that were one type and are several now, and those that became one.
    mutating func compareShared() {
        guard !old.sharedPaths.isEmpty || !new.sharedPaths.isEmpty else { return }
        var users: [(old: API.TypeID, before: String, after: String)] = []
        var seen: Set<API.TypeID> = []
        for pair in pairs.order {
            let (a, b) = (old[pair.old], new[pair.new])
            guard a.owner != .api, b.owner != .api, a.declaration != nil, b.declaration != nil,
                seen.insert(pair.old).inserted
            else {
                continue
            }
            users.append(
                (pair.old, old.sharedPaths[a.swiftName] ?? a.swiftName, new.sharedPaths[b.swiftName] ?? b.swiftName))
        }
        users.sort { $0.old.index < $1.old.index }
        let parted = groups(users.map { ($0.old, $0.before, $0.after) })
        let joined = groups(users.map { ($0.old, $0.after, $0.before) })
        if !parted.isEmpty { report(parted, isParted: true) }
        if !joined.isEmpty { report(joined, isParted: false) }
        reportNames(users)
    }

    /// Reports names of shared types that are gone or mean another type now: code may use them.
    private mutating func reportNames(_ users: [(old: API.TypeID, before: String, after: String)]) {
        let oldNames = Set(old.sharedPaths.values)
        var names: [String] = []
        var usersByName: [String: [(old: API.TypeID, after: String)]] = [:]
        for user in users where oldNames.contains(user.before) && !user.before.contains(".") {
            if usersByName[user.before] == nil { names.append(user.before) }
            usersByName[user.before, default: []].append((user.old, user.after))
        }
        let newNames = Set(new.sharedPaths.values)
        for name in names {
            guard let nameUsers = usersByName[name], !nameUsers.contains(where: { $0.after == name }) else { continue }
            let afters = Set(nameUsers.map(\.after))
            // Types that parted are reported as such.
            guard afters.count == 1 || newNames.contains(name) else { continue }
            let list = DiagnosticText.list(nameUsers.map { old[$0.old].swiftName }, "and")
            let after = DiagnosticText.list(afters.sortedByBytes(), "and")
            report(
                "shared-name-changed", part(nameUsers[0].old),
                "\(name) is \(newNames.contains(name) ? "another type" : "gone"): the type of \(list) is declared as \(after) now",
                MemberChange(verdict: .sharedTypes), code: [.init(type: name)], key: "shared name " + name)
        }
    }

    /// Groups of types that have one first name and several second names, with one type for each second name. A type
    /// nested in one of these types is left out, since it goes with its owner.
    private func groups(_ users: [(old: API.TypeID, first: String, second: String)]) -> [[API.TypeID]] {
        var order: [String] = []
        var typesByFirst: [String: [API.TypeID]] = [:]
        var namePairs: Set<[String]> = []
        for user in users {
            if typesByFirst[user.first] == nil { order.append(user.first) }
            if namePairs.insert([user.first, user.second]).inserted {
                typesByFirst[user.first, default: []].append(user.old)
            }
        }
        let groups = order.compactMap { typesByFirst[$0] }.filter { $0.count > 1 }
        let members = Set(groups.joined())
        return groups.filter { group in
            !group.contains { index in
                if case .type(let outer) = old[index].owner { members.contains(outer) } else { false }
            }
        }
    }

    private mutating func report(_ groups: [[API.TypeID]], isParted: Bool) {
        let first = groups[0].map { old[$0].swiftName }
        let more: DiagnosticText =
            groups.count > 1 ? ", and \(groups.count - 1) more such \(groups.count == 2 ? "shape" : "shapes")" : ""
        let declared = Set(groups.joined().compactMap { old.sharedPaths[old[$0].swiftName] })
        let help: DiagnosticText =
            isParted
            ? "declare a schema of its own for what should be one type"
            : "only two extensions of yours that give both the same member collide"
        report(
            isParted ? "shapes-parted" : "shapes-became-one", part(groups[0][0]),
            isParted
                ? "\(DiagnosticText.list(first, "and")) were one type, and are several now\(more): code that passes a value of one as another doesn't compile"
                : "\(DiagnosticText.list(first, "and")) are one type now\(more): a value of one fits another",
            help: help, MemberChange(verdict: isParted ? .sharedTypes : .none),
            code: (groups.joined().map { old[$0].swiftName } + declared.sortedByBytes()).map { .init(type: $0) },
            key: "shapes " + groups.map { $0.map { old[$0].swiftName }.joined(separator: "=") }.joined(separator: ","))
    }

    /// The whole API, with the places of a type in place.
    private func part(_ id: API.TypeID) -> ComparedPart {
        apiPart.at(old[id].place, pairs.order.first { $0.old == id }.map { new[$0.new].place })
    }
}
