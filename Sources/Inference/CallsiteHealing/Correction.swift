import CallsiteText

/// Actions of an overlay that take one difference away.
struct Correction {
    struct Action: Hashable {
        /// A query of JSONPath.
        let target: String
        /// nil: the target is removed.
        let update: JSONValue?
    }

    /// Where the document is changed.
    let path: NodePath
    /// The part that it is about: a keyword, a field's name. Corrections with the same path and part exclude each other.
    let part: String
    let reason: String
    var actions: [Action] = []

    /// Whether another does the same, maybe for another reason.
    func isSame(as other: Correction) -> Bool { path == other.path && actions == other.actions }

    /// Whether it is about one of several alternatives, or their list.
    var isOfAlternative: Bool {
        let names = ["oneOf", "anyOf"]
        return names.contains(part) || path.steps.contains { names.map(NodePath.Step.name).contains($0) }
    }

    mutating func remove(_ names: [String]) {
        let names = names.filter { !$0.isEmpty }
        guard !names.isEmpty else { return }
        actions.append(Action(target: path.query(names: names), update: nil))
    }

    mutating func update(_ members: JSONObject) {
        guard !members.isEmpty else { return }
        actions.append(Action(target: path.query, update: .object(members)))
    }
}

extension [Correction] {
    /// In the order of their targets.
    var sorted: [Correction] {
        // Those of one place stay in the order in which they were found.
        enumerated().sorted { left, right in
            if left.element.path != right.element.path { return left.element.path < right.element.path }
            return left.offset < right.offset
        }.map(\.element)
    }
}
