// In: a description as written. Out: an API in which every name has been looked up, every default typed, every
// declaration of pagination checked, and every model knows whether it is read, written or both. Anything unresolved is
// reported and left out; nothing here knows Swift or the format that was read.

package func resolve(_ description: Description, _ options: Options, _ diagnostics: inout Diagnostics) -> API {
    let resolver = resolveAsWritten(description, options, &diagnostics)
    let api = resolver.finish(options, &diagnostics)
    // If the selection is wrong, names of the configuration are missing only for that reason.
    if diagnostics.all.contains(where: { $0.id == "matches-no-operation" }) {
        diagnostics.removeAll(withIDs: namesOfConfiguration)
    }
    return api
}

/// The ids of messages about unknown names in callsite.yaml, or in 'success'.
let namesOfConfiguration: Set<String> = [
    "unknown-rename", "unknown-conformance", "unknown-kept-model", "unknown-linked-endpoint", "unknown-optional-field",
    "unknown-replaced-model", "unknown-success", "unused-naming-rule", "unused-rule",
]

/// Looks up every name, but leaves each model as it is written. `import` writes the result as a description again.
package func resolveAsWritten(
    _ description: Description, _ options: Options, _ diagnostics: inout Diagnostics
) -> Resolver {
    let resolver = Resolver(description)
    resolver.lookUp(options, &diagnostics)
    resolver.configure(options, &diagnostics)
    return resolver
}

extension Resolver {
    /// Looks up every name of the description. A part with a mistake is left out, or becomes any JSON. In a document
    /// that its user can't correct, such errors are only warnings.
    fileprivate func lookUp(_ options: Options, _ diagnostics: inout Diagnostics) {
        if let name = options.apiName { api.name = name }
        var own = Diagnostics()
        resolveModels(replacing: options.types, &own)
        resolveAPI(&own)
        resolveEndpoints(&own)
        checkParameterStyles(&own)
        // A mistake in callsite.yaml stays an error.
        applyOptionalFields(options, &diagnostics)
        typeDefaults(&own)
        endUnionCycles(&own)
        checkUnions(&own)
        checkFiniteness(&own)
        diagnostics.append(description.isLenient ? own.treatingErrorsAsWarnings(outcome: Self.outcome(of:)) : own)
    }

    /// Applies callsite.yaml, and resolves success and pagination, which the description may declare as well.
    fileprivate func configure(_ options: Options, _ diagnostics: inout Diagnostics) {
        applyAuthentication(options, &diagnostics)
        applyReconnection(options, &diagnostics)
        resolveSuccess(options, &diagnostics)
        resolvePagination(options, &diagnostics)
        applyOptions(options, &diagnostics)
    }

    /// Finds out which models are read and which are written, and completes everything that depends on it.
    package func finish(_ options: Options, _ diagnostics: inout Diagnostics) -> API {
        propagateUsage()
        separateDirections()
        applyOtherRenames(options, &diagnostics)
        applyAbsentValues(&diagnostics)
        settlePagination(&diagnostics)
        resolveLinks(options, &diagnostics)
        releaseConstants()
        layOut(options)
        return api
    }
}

/// The state that the steps of `resolve` share: the description, the API so far, and where each model is.
package final class Resolver {
    let description: Description
    package var api: API
    /// Top-level models by name.
    package var models: [String: API.TypeID] = [:]
    /// The errors of every endpoint, including those that another error covers.
    var commonErrors: [API.ErrorCase] = []
    /// Keys of `renames:` that are unresolved so far.
    var unknownRenames: [String] = []
    /// Named strategies, the first of each name.
    lazy var strategies = Dictionary(
        firstOf: description.strategies.compactMap { strategy in strategy.name.map { ($0, strategy) } })

    init(_ description: Description) {
        self.description = description
        api = API(
            name: description.name.text, fileName: description.fileName, documentation: description.documentation,
            tags: description.tags, baseURL: .init(template: description.baseURL?.template ?? "", variables: []),
            headers: description.headers, authentication: description.authentication, errors: [], endpoints: [],
            deepLinks: description.deepLinks, oauth2Flows: description.oauth2Flows, types: [],
            place: description.name.place)
        api.canChooseNames = !description.isLenient
    }

    /// A copy that can be finished while the other resolver stays as it is.
    package init(copying other: Resolver) {
        description = other.description
        api = other.api
        models = other.models
        commonErrors = other.commonErrors
        unknownRenames = other.unknownRenames
    }

    /// Where a type is written: the type parameters there, and the owner of the types that are declared in place.
    struct Scope {
        var typeParameters: [String] = []
        var owner: API.NamedType.Owner
        /// The wire name that a type in place takes its name from.
        var inlineName: String
        var position = API.NamedType.Position.inside
        var isElement = false

        /// The same scope with a change: `scope.with { $0.position = .body }`.
        func with(_ change: (inout Self) -> Void) -> Self {
            var scope = self
            change(&scope)
            return scope
        }
    }

    /// The consequence of a mistake in a document that its user can't correct. The advice for Callsite's own format
    /// would be no help there.
    static func outcome(of id: String) -> DiagnosticText? {
        switch id {
        case "infinite-model": "it is optional in Swift; a schema that refers to itself can't be in 'required'"
        case "alias-of-itself": "it is any JSON"
        case "header-name", "transport-header", "misplaced-void", "same-alternative", "alternative-of-itself":
            "it is left out"
        case "null-default", "wrong-default", "default-unsupported", "optional-with-default": "the default is left out"
        case "optional-path-parameter": "it must be given"
        default: nil
        }
    }

    // MARK: - The API itself

    func resolveAPI(_ diagnostics: inout Diagnostics) {
        let scope = Scope(owner: .api, inlineName: "")
        for variable in description.baseURL?.variables ?? [] {
            guard var property = property(variable, in: scope, &diagnostics) else { continue }
            if case .named(let id, _) = property.shape {
                api[id].name = api.name + "_" + variable.wireName
                api[id].position = .derived
            }
            property.presence = .required
            api.baseURL.variables.append(property)
        }
        commonErrors = errors(description.errors, in: scope, &diagnostics)
        api.errors = commonErrors.withoutRepetitions()
        let unstated = Set(description.errors.filter { $0.origin == .implied }.map(\.status))
        api.statedErrors = commonErrors.filter { !unstated.contains($0.status) }
    }

    /// The resolved errors, the most exact status first.
    func errors(
        _ bodies: [Description.ErrorBody], in scope: Scope, _ diagnostics: inout Diagnostics
    ) -> [API.ErrorCase] {
        var cases: [API.ErrorCase] = []
        // Several statuses may have one type, which is resolved once.
        let stated = bodies.filter { $0.origin != .implied && $0.status != .any }
        let statuses = Dictionary(grouping: stated, by: \.type.place).mapValues { $0.map(\.status) }
        var shapes: [SourceLocation: API.Shape] = [:]
        for body in bodies {
            let common = body.origin == .common ? commonErrors.first(covering: body.status)?.shape : nil
            var shape = common ?? shapes[body.type.place]
            if shape == nil {
                var scope = scope
                let own = statuses[body.type.place] ?? [body.status]
                scope.inlineName = own.count > 1 ? "error_body" : "error_body_" + own[0].description
                scope.position = .error
                shape = self.shape(of: body.type, in: scope, allowsVoid: true, &diagnostics)
                shapes[body.type.place] = shape
            }
            if let shape { cases.append(.init(status: body.status, shape: shape, place: body.place)) }
        }
        return cases.sorted { $0.status < $1.status }
    }
}

extension Description.StatusPattern: Comparable, CustomStringConvertible {
    /// The most exact first, then by number.
    package static func < (a: Self, b: Self) -> Bool {
        func rank(_ pattern: Self) -> Int {
            switch pattern {
            case .exactly(let status): status
            case .family(let digit): 1000 + digit
            case .any: 2000
            }
        }
        return rank(a) < rank(b)
    }

    package var description: String {
        switch self {
        case .exactly(let status): String(status)
        case .family(let digit): "\(digit)XX"
        case .any: "default"
        }
    }
}
