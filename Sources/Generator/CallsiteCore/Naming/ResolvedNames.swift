/// A request for one name, with the string that the name is derived from.
package struct WantedName: Hashable, Sendable {
    /// The string in the description, such as `user_id`.
    package var raw: String
    /// The name that the author chose. It is kept, unless it is the reserved name of a property or case.
    package var pinned: String?
    package var kind: SwiftNames.Kind
    /// The name to use if it is free; nil: the one that `raw` gives.
    package var base: String?
    /// If several requests match one name equally well, the one with the lowest rank keeps it.
    package var rank: Int
    /// Distinguishes requests with the same `raw`.
    package var identity: String

    package init(
        _ raw: String, pinned: String? = nil, _ kind: SwiftNames.Kind, base: String? = nil, rank: Int = 0,
        identity: String = ""
    ) {
        self.raw = raw
        self.pinned = pinned
        self.kind = kind
        self.base = base
        self.rank = rank
        self.identity = identity
    }
}

/// The names of one scope, all resolved at once. Only this type decides which of two requests gets a name.
///
/// `user_id` and `userId` both want the name `userId`: `userId` keeps it, because it is spelled the same.
///
/// A name depends on its own request alone, unless another request wants the same name. Then one of them keeps it: a
/// pinned name first, then the request whose `raw` is most like the name, then the lowest rank, then the order of the
/// bytes of `raw`. The position never counts. Each of the others gets the first alternative that is free: first those
/// that `qualified` gives, then those of the spelling, and a hash last.
package struct ResolvedNames: Sendable {
    /// The request that must take another name, and the request that holds the name; nil: another scope or generated
    /// code holds it.
    package struct Clash: Hashable, Sendable {
        package var loser: Int
        package var holder: Int?
        /// The name that both requests want.
        package var name: String
    }

    /// In the order of the requests; distinct.
    package private(set) var names: [String]
    /// In the order of the requests.
    package private(set) var clashes: [Clash] = []

    /// - Parameters:
    ///   - usedNames: Names that are used already, so that no request gets them.
    ///   - reserve: Replaces a name that generated code needs for something else. It returns any other name unchanged.
    ///   - qualified: Other names for a request whose name is used already, best first. Called for no other request.
    package init(
        _ requests: [WantedName], usedNames: Set<String> = [], reserve: (String) -> String = { $0 },
        qualified: (Int, String) -> [String] = { _, _ in [] }
    ) {
        func freed(_ name: String) -> String {
            var name = name
            // The replacement of a reserved name may be reserved too.
            for _ in 0..<4 {
                let other = reserve(name)
                if other == name { break }
                name = other
            }
            return name
        }
        names = requests.map { request in
            // A reserved property or case would not compile, even if the author chose its name.
            if let pinned = request.pinned { return request.kind == .type ? pinned : freed(pinned) }
            return freed(request.base ?? SwiftNames.name(for: request.raw, request.kind))
        }
        if Self.areDistinct(names, usedNames) { return }
        var used = usedNames.union(names)
        var holders: [String: [Int]] = [:]
        for (index, name) in names.enumerated() { holders[name, default: []].append(index) }
        for (name, group) in holders where group.count > 1 || usedNames.contains(name) {
            let isUsed = usedNames.contains(name)
            let holder = isUsed ? nil : group.min { Self.precedes(requests[$0], requests[$1], name) }
            for loser in group where loser != holder { clashes.append(.init(loser: loser, holder: holder, name: name)) }
        }
        // The first requests take the better alternatives. This order doesn't depend on the order of the document.
        let order = clashes.sorted { a, b in
            a.name == b.name ? Self.precedes(requests[a.loser], requests[b.loser], a.name) : a.name.precedes(b.name)
        }
        for clash in order {
            let request = requests[clash.loser]
            let alternatives =
                qualified(clash.loser, clash.name)
                + SwiftNames.alternatives(for: request.raw, request.kind, base: clash.name, identity: request.identity)
            // The last resort, for two equal requests, which no caller has: the request's number.
            names[clash.loser] = clash.name + "_\(clash.loser)"
            for alternative in alternatives {
                let name = freed(alternative)
                guard !used.contains(name) else { continue }
                names[clash.loser] = name
                break
            }
            used.insert(names[clash.loser])
        }
        clashes.sort { $0.loser < $1.loser }
    }

    private static func areDistinct(_ names: [String], _ usedNames: Set<String>) -> Bool {
        if !usedNames.isEmpty, names.contains(where: usedNames.contains) { return false }
        // Most scopes have few names, and comparing those costs less than hashing them.
        if names.count > 12 { return Set(names).count == names.count }
        for (position, name) in names.enumerated() where names[..<position].contains(name) { return false }
        return true
    }

    /// A scope in which a reserved name takes a suffix.
    package init(_ requests: [WantedName], reserved: Set<String>, suffix: String = "Value") {
        self.init(requests, reserve: { reserved.contains($0) ? $0 + suffix : $0 })
    }

    private static func precedes(_ a: WantedName, _ b: WantedName, _ name: String) -> Bool {
        func exactness(_ request: WantedName) -> Int {
            if request.pinned != nil { return 0 }
            if request.raw == name || request.raw == request.base { return 1 }
            return request.raw.lowercased() == name.lowercased() ? 2 : 3
        }
        let (x, y) = (exactness(a), exactness(b))
        if x != y { return x < y }
        if a.rank != b.rank { return a.rank < b.rank }
        if !a.raw.utf8.elementsEqual(b.raw.utf8) { return a.raw.precedes(b.raw) }
        return a.identity.precedes(b.identity)
    }
}
