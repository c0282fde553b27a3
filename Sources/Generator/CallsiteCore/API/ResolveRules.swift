// Applies the rules of `callsite.yaml` for operations: how they are authenticated, and when their streams reconnect.

extension Resolver {
    /// Warns if nothing says how requests are authenticated: a session's credential would have no place to go.
    func applyAuthentication(_ options: Options, _ diagnostics: inout Diagnostics) {
        if let whole = options.authentication.whole { api.authentication = whole }
        let isApplied = apply(options.authentication, "authentication", &diagnostics) { index, authentication in
            api.endpoints[index].authentication = authentication
            return []
        }
        // After a mistake in the rules, the intended authentication isn't known.
        guard isApplied, description.isLenient, api.authentication == nil,
            let first = api.endpoints.first(where: { $0.authentication == nil })
        else {
            return
        }
        let isWhole = !api.endpoints.contains { $0.authentication != nil }
        diagnostics.report(
            .noSecurity(
                of: isWhole ? nil : first.name, declared: description.declaredAuthentications,
                at: isWhole ? api.place : first.place))
    }

    func applyReconnection(_ options: Options, _ diagnostics: inout Diagnostics) {
        let rules = options.reconnection
        if let whole = rules.whole {
            var isUsed = false
            for index in api.endpoints.indices where api.endpoints[index].response.stream?.isEvents == true {
                isUsed = true
                if description.endpoints[index].response.reconnects == nil {
                    api.endpoints[index].response.stream?.reconnects = whole
                }
            }
            if !isUsed { diagnostics.report(.noEventStreams(at: rules.wholePlace ?? api.place)) }
        }
        apply(rules, "reconnect", &diagnostics) { index, reconnection in
            guard api.endpoints[index].response.stream?.isEvents == true else {
                return [.noEventStream(of: api.endpoints[index].name, at: api.endpoints[index].place)]
            }
            api.endpoints[index].response.stream?.reconnects = reconnection
            return []
        }
    }

    /// Gives each operation the value of the last rule that chooses it and fits it. Three mistakes are errors: a word
    /// that chooses nothing, a rule that fits no operation it chooses, and a rule that doesn't fit an operation it
    /// names.
    ///
    /// - Parameter set: Sets the value, or returns the reasons why it doesn't fit the endpoint.
    /// - Returns: false if there was an error.
    @discardableResult
    func apply<Value>(
        _ rules: OperationRules<Value>, _ key: DiagnosticText, _ diagnostics: inout Diagnostics,
        set: (Int, Value) -> [Diagnostic]
    ) -> Bool {
        guard !rules.rules.isEmpty else { return true }
        var filters = FilterList(rules.rules.map(\.filter))
        /// The diagnostics of operations that a rule doesn't fit, by the rule's position.
        var misfits: [Int: [Diagnostic]] = [:]
        var uses = [Int](repeating: 0, count: rules.rules.count)
        for (index, endpoint) in api.endpoints.enumerated() {
            let matching = filters.use(
                path: endpoint.path.text, method: endpoint.method, operation: endpoint.name, tags: endpoint.tags)
            var isSet = false
            for position in matching.reversed() {
                // A rule counts as used even if a later one overrides it.
                uses[position] += 1
                guard !isSet else { continue }
                let misfit = set(index, rules.rules[position].value)
                if misfit.isEmpty {
                    isSet = true
                } else {
                    uses[position] -= 1
                    if misfits[position] == nil || rules.rules[position].filter.isExact {
                        misfits[position, default: []] += misfit
                    }
                }
            }
        }
        let unknown = reportUnknownWords(filters, at: rules.rules.map(\.place), &diagnostics)
        var isRight = !unknown.contains(true)
        for (position, rule) in rules.rules.enumerated() {
            guard !unknown[position], let misfit = misfits[position], uses[position] == 0 || rule.filter.isExact else {
                continue
            }
            isRight = false
            // A mistake in the value itself is reported at the value, if the rule names its operations.
            let own = rule.filter.isExact ? misfit.filter { $0.location.file == .configuration } : []
            var reported: Set<Diagnostic> = []
            for diagnostic in own where reported.insert(diagnostic).inserted { diagnostics.report(diagnostic) }
            if own.isEmpty { diagnostics.report(.unfittingRule(key, misfit[0], at: rule.place)) }
        }
        return isRight
    }

    /// Reports the words that chose nothing, when all endpoints have been asked for.
    ///
    /// - Parameter places: The places of the rules.
    /// - Returns: Whether there are such words, for each filter.
    func reportUnknownWords(
        _ filters: FilterList, at places: [SourceLocation?], _ diagnostics: inout Diagnostics
    ) -> [Bool] {
        var seen: Set<String> = []
        lazy var tags = api.endpoints.flatMap(\.tags).filter { seen.insert($0).inserted }
        lazy var paths = api.endpoints.map(\.path.text)
        lazy var operations = api.endpoints.map(\.name)
        func names(_ kind: FilterList.Kind) -> [String] {
            switch kind {
            case .tag: tags
            case .path: paths
            case .operation: operations
            }
        }
        return places.enumerated().map { position, place in
            let unused = filters.unused(of: position)
            for (kind, word) in unused {
                let candidates = diagnostics.wantsNoMoreSuggestions ? [] : names(kind)
                diagnostics.report(
                    .unusedWord(word, kind, candidates: candidates, at: word.place ?? place ?? api.place))
            }
            return !unused.isEmpty
        }
    }
}

extension Description.Authentication {
    /// As it is written in `callsite.yaml`.
    fileprivate var text: DiagnosticText {
        switch self {
        case .none: "none"
        case .bearer: "bearer"
        case .basic: "basic"
        case .header(let name): "{header: \(yaml: name)}"
        case .query(let name): "{query: \(yaml: name)}"
        case .cookie(let name): "{cookie: \(yaml: name)}"
        case .all(let parts): "{all: [\(parts.map(\.text).joined(separator: ", "))]}"
        case .oneOf(let parts): "[\(parts.map(\.text).joined(separator: ", "))]"
        }
    }
}

extension Diagnostic {
    static func unusedWord(
        _ word: Selection.Word, _ kind: FilterList.Kind, candidates: [String], at place: SourceLocation
    ) -> Self {
        let guess = word.text.contains("*") ? nil : Spelling.suggestion(for: word.text, among: candidates)
        return .error(
            "unused-rule", "'apply': no operation \(kind.phrase(word.text))",
            help: guess.map { "did you mean '\($0)'?" } ?? "'callsite inspect' lists the operations", at: place)
    }
    fileprivate static func unfittingRule(_ key: DiagnosticText, _ misfit: Diagnostic, at place: SourceLocation) -> Self
    {
        .error(
            "unused-rule", "'\(key)': \(misfit.message)", help: "remove it, or name operations that it applies to",
            at: place, notes: [.init("it is here", at: misfit.location)])
    }
    fileprivate static func noEventStream(of operation: String, at place: SourceLocation) -> Self {
        .error("unused-rule", "'\(operation)' has no stream of events", at: place)
    }
    fileprivate static func noEventStreams(at place: SourceLocation) -> Self {
        .error(
            "unused-rule", "'reconnect': no operation has a stream of events",
            help: "remove it; only text/event-stream reconnects", at: place)
    }
    /// - Parameter operation: An operation without authentication, if others have it; nil if no operation has it.
    fileprivate static func noSecurity(
        of operation: String?, declared: [Description.Authentication], at place: SourceLocation
    ) -> Self {
        let way = declared.first?.text ?? "bearer"
        let subject: DiagnosticText = operation.map { "of '\($0)'" } ?? "of this API"
        return .warning(
            "no-security",
            declared.isEmpty
                ? "nothing says how requests \(subject) are authenticated, so a session with a credential refuses to send them"
                : "nothing says which security scheme requests \(subject) need, so a session with a credential refuses to send them",
            help:
                "say it in callsite.yaml: 'authentication: \(way)', or 'authentication: none' where no credential is wanted",
            at: place)
    }
}
