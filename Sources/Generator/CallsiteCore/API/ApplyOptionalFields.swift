// `optional:` in `callsite.yaml` lists fields that a server leaves out although the description requires them:
// `Order.total`, or `Order.*` for all fields of a model. The key of an inline model begins with the model or operation
// that contains it, as the keys of `renames:` do: `Issue.milestone.title`.

extension Resolver {
    func applyOptionalFields(_ options: Options, _ diagnostics: inout Diagnostics) {
        guard !options.optionalFields.isEmpty else { return }
        var names = ConfiguredNames(api)
        for key in options.optionalFields {
            let place = options.places[.optional, key] ?? api.place
            guard let (type, positions) = fields(key, &names) else {
                let help = diagnostics.wantsNoMoreSuggestions ? nil : helpForField(key, names)
                diagnostics.report(.unknownOptionalField(key, help: help, at: place))
                continue
            }
            let changeCount = positions.count { api.types[type].content.properties[$0].makeOptional() }
            if changeCount == 0 { diagnostics.report(.alreadyOptional(key, at: place)) }
        }
    }

    /// The model that a key names, and the positions of its fields.
    private func fields(_ key: String, _ names: inout ConfiguredNames) -> (type: Int, positions: [Int])? {
        for (head, rest) in names.heads(of: key) {
            if let type = names.types[head], let match = fields(rest, of: type, &names) { return match }
            if let endpoint = names.endpoint(called: head),
                let match = fields(rest, inside: .endpoint(endpoint), &names)
            {
                return match
            }
        }
        return nil
    }

    private func fields(_ key: String, of type: Int, _ names: inout ConfiguredNames) -> (type: Int, positions: [Int])? {
        let properties = api.types[type].content.properties
        if let position = names.member(of: type, called: key, { properties.map { [$0.wireName] } }) {
            return (type, [position])
        }
        if key == "*", !properties.isEmpty { return (type, Array(properties.indices)) }
        return fields(key, inside: .type(.init(index: type)), &names)
    }

    private func fields(
        _ key: String, inside owner: API.NamedType.Owner, _ names: inout ConfiguredNames
    ) -> (type: Int, positions: [Int])? {
        for (head, rest) in names.heads(of: key, in: owner) {
            for type in names.inner(of: owner, called: head) {
                if let match = fields(rest, of: type, &names) { return match }
            }
        }
        return nil
    }

    private func helpForField(_ key: String, _ names: ConfiguredNames) -> DiagnosticText? {
        if let type = names.types[key] {
            return api.types[type].content.isObject
                ? "write '\(key).*' for all of its fields" : "'\(key)' is no model with fields"
        }
        for (head, rest) in names.heads(of: key) {
            guard let type = names.types[head] else { continue }
            let content = api.types[type].content
            guard content.isObject else { return "'\(head)' is no model with fields" }
            let fields = content.properties.map(\.wireName)
            return Spelling.suggestion(for: rest, among: fields).map { "did you mean '\(head).\($0)'?" }
                ?? "'\(head)' has no such field"
        }
        let parts = key.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let models = api.types.filter { $0.owner == .api && $0.content.isObject }.map(\.name)
        let rest = parts.count > 1 ? parts[1] : "*"
        if let model = Spelling.suggestion(for: parts[0], among: models) { return "did you mean '\(model).\(rest)'?" }
        return "write the name of a model and a field, 'Order.total', or 'Order.*'"
    }
}

extension API.Property {
    /// - Returns: Whether the property was required before.
    fileprivate mutating func makeOptional() -> Bool {
        guard writtenDefault == nil else { return false }
        switch presence {
        case .required: presence = .optional
        case .nullable: presence = .optionalNullable
        case .optional, .optionalNullable: return false
        }
        return true
    }
}

extension Diagnostic {
    static func unknownOptionalField(_ key: String, help: DiagnosticText?, at place: SourceLocation) -> Self {
        .error(
            "unknown-optional-field", "callsite.yaml makes '\(key)' optional, but there is no such field", help: help,
            at: place)
    }
    static func alreadyOptional(_ key: String, at place: SourceLocation) -> Self {
        .warning(
            "already-optional", "callsite.yaml makes '\(key)' optional, and it may be missing already",
            help: "remove it here", at: place)
    }
}
