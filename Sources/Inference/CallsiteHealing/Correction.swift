import CallsiteText

/// Actions of an overlay that remove one difference.
struct Correction {
    struct Action: Hashable {
        /// A query of JSONPath.
        let target: ExactString
        /// The update as JSON; nil if the target is removed.
        private let text: ExactString?
        let update: JSONValue?

        init(target: String, update: JSONValue?) {
            (self.target, text) = (ExactString(target), update.map { ExactString($0.text) })
            self.update = update
        }

        /// Keys and strings count as they are written.
        static func == (left: Action, right: Action) -> Bool { left.target == right.target && left.text == right.text }

        func hash(into hasher: inout Hasher) {
            hasher.combine(target)
            hasher.combine(text)
        }
    }

    /// Where the document is changed.
    let path: NodePath
    /// The part that the correction changes: a keyword, or a field's name. Corrections with the same path and part
    /// exclude each other.
    let part: String
    var reason: String
    var actions: [Action] = []
    /// Whether the correction changes which schemas apply to a value, or to how many values they apply. Without it
    /// there may be other differences.
    var changesWhatApplies: Bool

    /// - Parameters:
    ///   - names: Members that are removed first.
    ///   - members: Members that are merged into the place.
    init(
        path: NodePath, part: String, reason: String, remove names: [String] = [], update members: JSONObject = [:],
        changesWhatApplies: Bool = false
    ) {
        (self.path, self.part, self.reason) = (path, part, reason)
        self.changesWhatApplies = changesWhatApplies
        remove(names)
        update(members)
    }

    /// Two corrections with the same effect may have different reasons.
    struct Effect: Hashable {
        let path: NodePath
        let actions: [Action]
    }

    var effect: Effect { Effect(path: path, actions: actions) }

    /// Whether the correction is about one of several alternatives, or their list.
    var isOfAlternative: Bool {
        let names = ["oneOf", "anyOf"]
        return names.contains(part) || path.steps.contains { names.map(NodePath.Step.name).contains($0) }
    }

    mutating func remove(_ names: [String]) {
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
        // Corrections of one place keep their order.
        enumerated().sorted { left, right in
            if left.element.path != right.element.path { return left.element.path < right.element.path }
            return left.offset < right.offset
        }.map(\.element)
    }
}
