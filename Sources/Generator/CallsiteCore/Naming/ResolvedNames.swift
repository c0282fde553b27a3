/// One name that is wanted, and what it is derived from.
package struct WantedName: Hashable, Sendable {
    /// The text of the description.
    package var raw: String
    /// Chosen by the author: kept as it is.
    package var pinned: String?
    package var kind: SwiftNames.Kind
    /// The name that is wanted, where it isn't simply the one that `raw` gives.
    package var base: String?
    /// If several want one name equally exactly, the one with the least rank keeps it.
    package var rank: Int
    /// Tells apart those that have the same text.
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

/// The names of one scope, all resolved at once. Only this type decides which of two gets a name that both want.
///
/// A name depends on its own text alone, unless another wants the same. Then one holder keeps it: one whose name is
/// pinned, else the most exact, whose text is the name; then by rank, then by the bytes of the text. The position never
/// counts. The others are called by the first of their alternatives that is free: qualified by their place where they
/// have one, else by how they are spelled, and by a hash at last.
package struct ResolvedNames: Sendable {
    /// The one that must take another name, and the one that holds the name; nil: another scope or generated code has
    /// it.
    package struct Clash: Hashable, Sendable {
        package var loser: Int
        package var holder: Int?
        /// The name that both want.
        package var name: String
    }

    /// In the order of what was wanted; distinct.
    package private(set) var names: [String]
    /// In the order of what was wanted.
    package private(set) var clashes: [Clash] = []

    /// - Parameters:
    ///   - usedNames: Names that others have already.
    ///   - reserve: The replacement for a name that generated code needs for something else; any other stays as it is.
    ///   - qualified: Other names for one whose name is taken, best first; called for no other.
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
            // A reserved property or case would not compile, whoever chose it.
            if let pinned = request.pinned { return request.kind == .type ? pinned : freed(pinned) }
            return freed(request.base ?? SwiftNames.name(for: request.raw, request.kind))
        }
        if Self.areDistinct(names, usedNames) { return }
        var used = usedNames.union(names)
        var holders: [String: [Int]] = [:]
        for (index, name) in names.enumerated() { holders[name, default: []].append(index) }
        for (name, group) in holders where group.count > 1 || usedNames.contains(name) {
            let isTaken = usedNames.contains(name)
            let holder = isTaken ? nil : group.min { Self.precedes(requests[$0], requests[$1], name) }
            for loser in group where loser != holder { clashes.append(.init(loser: loser, holder: holder, name: name)) }
        }
        // Those that come first here take the better alternatives: an order that the document's has no part in.
        let order = clashes.sorted { a, b in
            a.name == b.name ? Self.precedes(requests[a.loser], requests[b.loser], a.name) : a.name.precedes(b.name)
        }
        for clash in order {
            let own = requests[clash.loser]
            let alternatives =
                qualified(clash.loser, clash.name)
                + SwiftNames.alternatives(for: own.raw, own.kind, base: clash.name, identity: own.identity)
            // Twice the same text of the same identity, which no caller has: by their number.
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
        // Most scopes have few names, and to compare those costs less than to hash them.
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
