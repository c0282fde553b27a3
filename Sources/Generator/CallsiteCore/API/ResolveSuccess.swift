// Resolves the fields that a response must have to be a success: `success: {ok: true}`. Conditions of the API apply to
// every endpoint whose response has such fields. The other endpoints are reported. Conditions of an endpoint must fit
// its response.

extension Resolver {
    func resolveSuccess(_ options: Options, _ diagnostics: inout Diagnostics) {
        /// The endpoints that a rule of the configuration applies to.
        var ruledEndpoints: Set<Int> = []
        /// By endpoint, the conditions of a rule that don't fit its response.
        var unfitRules: [Int: [Description.Condition]] = [:]
        let isRight = apply(options.success, "success", &diagnostics) { index, use in
            if case .conditions(let conditions) = use {
                var trial = Diagnostics()
                guard let resolution = self.conditions(conditions, of: index, isOwn: true, &trial) else {
                    if unfitRules[index] == nil { unfitRules[index] = conditions }
                    return trial.all
                }
                api.endpoints[index].success = resolution
            }
            ruledEndpoints.insert(index)
            return []
        }
        let common = commonConditions(options)
        var unchecked: [Int] = []
        var misfit: Diagnostic?
        for (index, endpoint) in description.endpoints.enumerated() where !ruledEndpoints.contains(index) {
            switch endpoint.success {
            case .statusAlone: unfitRules[index] = nil
            case .conditions(let conditions):
                api.endpoints[index].success = self.conditions(conditions, of: index, isOwn: true, &diagnostics) ?? []
                unfitRules[index] = nil
            case .unsaid:
                guard !common.isEmpty else { continue }
                var trial = Diagnostics()
                if let resolution = conditions(common, of: index, isOwn: false, &trial) {
                    api.endpoints[index].success = resolution
                    unfitRules[index] = nil
                } else {
                    unchecked.append(index)
                    misfit = misfit ?? trial.all.first { $0.id == Diagnostic.successDoesNotFitID }
                }
            }
        }
        if isRight { reportUnfitRules(unfitRules, &diagnostics) }
        guard !unchecked.isEmpty else { return }
        if let misfit {
            diagnostics.report(misfit)
        } else if unchecked.count
            == description.endpoints.indices.count(where: {
                description.endpoints[$0].success == .unsaid && !ruledEndpoints.contains($0)
            })
        {
            // The conditions fit no endpoint, so a field is probably misspelled.
            let fields =
                diagnostics.wantsNoMoreSuggestions ? [] : Set(unchecked.flatMap(responseFields)).sortedByBytes()
            diagnostics.report(.unknownSuccessField(common[0].path, candidates: fields))
        } else {
            unchecked.removeAll { isRight && unfitRules[$0] != nil }
            if !unchecked.isEmpty {
                diagnostics.report(.successNotChecked(unchecked.map { api.endpoints[$0].name }, common.map(\.path)))
            }
        }
    }

    /// The conditions for endpoints without conditions of their own: those of the configuration, or else of the API.
    private func commonConditions(_ options: Options) -> [Description.Condition] {
        switch options.success.whole {
        case .conditions(let conditions)?: conditions
        case .statusAlone?: []
        case .unsaid?, nil: description.success
        }
    }

    /// Reports endpoints that a rule chooses by tag or path but doesn't fit, with one message for equal conditions.
    private func reportUnfitRules(_ unfitRules: [Int: [Description.Condition]], _ diagnostics: inout Diagnostics) {
        var groups: [[Description.Condition]: [String]] = [:]
        var order: [[Description.Condition]] = []
        for (index, conditions) in unfitRules.sorted(by: { $0.key < $1.key }) {
            if groups[conditions] == nil { order.append(conditions) }
            groups[conditions, default: []].append(api.endpoints[index].name)
        }
        for conditions in order {
            diagnostics.report(.successNotChecked(groups[conditions] ?? [], conditions.map(\.path)))
        }
    }

    private func responseFields(_ index: Int) -> [String] {
        api.properties(of: api.plain(api.endpoints[index].response.shape))?.map(\.wireName) ?? []
    }

    /// Resolves conditions on an endpoint's response; nil if it can't have such fields or values, which is reported.
    private func conditions(
        _ conditions: [Description.Condition], of index: Int, isOwn: Bool, _ diagnostics: inout Diagnostics
    ) -> [API.SuccessCondition]? {
        let response = api.endpoints[index].response
        guard response.stream == nil, response.encoding == .json, response.cases.isEmpty else {
            if isOwn {
                diagnostics.report(.successOfOtherResponse(api.endpoints[index].name, at: conditions[0].path.place))
            }
            return nil
        }
        var result: [API.SuccessCondition] = []
        for condition in conditions {
            // A response without a described body may still report a failure in a body.
            var keys = condition.path.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            if response.shape != .scalar(.void) {
                guard
                    let path = walk(condition.path, from: response.shape, isOptional: response.isOptional, &diagnostics)
                else {
                    return nil
                }
                let shape = api.plain(path.shape)
                if let value = condition.values.first(where: {
                    !canBe($0, shape, isOptional: path.isOptional || path.shape.isOptional)
                }) {
                    diagnostics.report(
                        .successDoesNotFit(condition.path, value, typeText(path.shape), candidates: caseValues(shape)))
                    return nil
                }
                keys = path.steps.compactMap { step in
                    switch step {
                    case .property(let index, let owner): api.properties(of: owner)?[index].wireName
                    case .key(let key): key
                    case .alternative: nil
                    }
                }
            }
            result.append(.init(path: keys, written: condition.path.text, values: condition.values))
        }
        return result
    }

    private func caseValues(_ shape: API.Shape) -> [String] { (api.enumCases(shape) ?? []).map(\.wireValue) }

    private func typeText(_ shape: API.Shape) -> String {
        let values = caseValues(api.plain(shape))
        return values.isEmpty
            ? api.written(shape.withoutOptional)
            : values.prefix(4).joined(separator: " | ") + (values.count > 4 ? " | …" : "")
    }

    private func canBe(_ value: Description.Literal, _ shape: API.Shape, isOptional: Bool) -> Bool {
        if shape == .scalar(.json) || api.alternatives(of: shape) != nil { return true }
        switch value.kind {
        case .null: return isOptional
        case .bool: return shape == .scalar(.bool)
        case .integer, .float:
            if case .named(let id, _) = shape, case .enumeration = api[id].content {
                return api[id].enumValues != .texts
            }
            return shape.isNumber || shape == .scalar(.timestamp) || shape == .scalar(.timestampMilliseconds)
        case .string(let text):
            if case .named(let id, _) = shape, case .enumeration(let cases) = api[id].content {
                return api[id].enumValues == .texts && cases.contains { $0.wireValue == text }
            }
            return [.string, .date, .day, .url, .uuid, .decimal].contains { shape == .scalar($0) }
        case .list, .object: return false
        }
    }
}

extension Diagnostic {
    static let successDoesNotFitID = "success-does-not-fit"

    static func successDoesNotFit(
        _ path: Description.Name, _ value: Description.Literal, _ type: String, candidates: [String]
    ) -> Self {
        let guess: DiagnosticText? =
            if case .string(let text) = value.kind, !candidates.isEmpty {
                Spelling.help(for: text, among: candidates)
            } else {
                nil
            }
        return .error(
            "success-does-not-fit", "'\(path.text)' has type \(type), and can't be \(value.kind.written)",
            help: guess ?? "write a value that it has in a response that is a success", at: path.place)
    }
    static func successOfOtherResponse(_ endpoint: String, at place: SourceLocation) -> Self {
        .error(
            "success-does-not-fit",
            "the response of '\(endpoint)' isn't JSON of one type, so it has no fields to check",
            help: "remove 'success'", at: place)
    }
    static func unknownSuccessField(_ path: Description.Name, candidates: [String]) -> Self {
        .error(
            "unknown-success", "'success' needs '\(path.text)', but no response has that",
            help: Spelling.help(for: path.text, among: candidates) ?? "declare it in the models of the responses",
            at: path.place)
    }
    static func successNotChecked(_ endpoints: [String], _ paths: [Description.Name]) -> Self {
        let shown = endpoints.prefix(3).map { "'\($0)'" }
        let more = endpoints.count - shown.count
        let names = more > 0 ? shown.joined(separator: ", ") + " and \(more) more" : shown.joined(separator: ", ")
        let fields = paths.map { "'\($0.text)'" as DiagnosticText }.joined(separator: ", ")
        return .warning(
            "success-not-checked", "'success' isn't checked for \(names), whose responses don't have \(fields)",
            help: paths[0].place.file == .configuration
                ? "declare it there, or write 'success: {default: {\(yaml: paths[0].text): …}, apply: [{operations: [\(yaml: endpoints[0])], use: none}]}'"
                : "declare it there, or write 'success: none' on these endpoints", at: paths[0].place)
    }
}

extension Description.Literal.Kind {
    /// The literal as a message shows it.
    fileprivate var written: String {
        switch self {
        case .null, .bool, .integer, .float: text
        case .string(let text): "'\(text)'"
        case .list: "a list"
        case .object: "a mapping"
        }
    }
}
