// In: a description as written. Out: an API in which every name has been looked up, every default typed, every
// declaration of pagination checked, and every model knows whether it is read, written or both. Anything unresolved is
// reported and left out; nothing here knows Swift or the format that was read.

package func resolve(_ description: Description, _ options: Options, _ diagnostics: inout Diagnostics) -> API {
    let resolver = resolveAsWritten(description, options, &diagnostics)
    let api = resolver.finish(options, &diagnostics)
    // Where the selection is wrong, what the configuration names isn't here for that reason alone.
    if diagnostics.all.contains(where: { $0.id == "matches-no-operation" }) {
        diagnostics.removeAll(withIDs: namesOfConfiguration)
    }
    return api
}

/// The messages about names in callsite.yaml that nothing has.
private let namesOfConfiguration: Set<String> = [
    "unknown-rename", "unknown-conformance", "unknown-kept-model", "unknown-linked-endpoint", "unknown-optional-field",
    "unknown-replaced-model", "unknown-success", "unused-naming-rule", "unused-rule",
]

/// Everything looked up, and each model still one, as it is written: what `import` writes again.
package func resolveAsWritten(
    _ description: Description, _ options: Options, _ diagnostics: inout Diagnostics
) -> Resolver {
    let resolver = Resolver(description)
    if let name = options.apiName { resolver.api.name = name }
    var found = Diagnostics()
    resolver.resolveModels(replacing: options.types, &found)
    resolver.resolveAPI(&found)
    resolver.resolveEndpoints(&found)
    resolver.checkParameterStyles(&found)
    resolver.applyOptionalFields(options, &diagnostics)
    resolver.typeDefaults(&found)
    resolver.endUnionCycles(&found)
    resolver.checkUnions(&found)
    resolver.checkFiniteness(&found)
    // Each of these was left out or made anything, where it stands: that is no reason to refuse a document that its
    // user can't correct.
    diagnostics.append(description.isLenient ? found.treatingErrorsAsWarnings(outcome: Resolver.outcome(of:)) : found)
    resolver.applyAuthentication(options, &diagnostics)
    resolver.applyReconnection(options, &diagnostics)
    resolver.resolveSuccess(options, &diagnostics)
    resolver.resolvePagination(options, &diagnostics)
    resolver.applyOptions(options, &diagnostics)
    return resolver
}

extension Resolver {
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
    /// The errors of every endpoint, those that another covers included.
    var commonErrors: [API.ErrorCase] = []
    /// Keys of `renames:` that are unresolved so far.
    var unknownRenames: [String] = []
    /// Named strategies, the first of each name.
    lazy var strategies = Dictionary(
        description.strategies.compactMap { strategy in strategy.name.map { ($0, strategy) } },
        uniquingKeysWith: { first, _ in first })

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

    /// One that can be finished while the other goes on as it is.
    package init(copying other: Resolver) {
        description = other.description
        api = other.api
        models = other.models
        commonErrors = other.commonErrors
        unknownRenames = other.unknownRenames
    }

    /// Where a type is written: what its type parameters are, and who owns the types that are declared in place.
    struct Scope {
        var typeParameters: [String] = []
        var owner: API.NamedType.Owner
        /// The wire name that a type in place takes its name from.
        var inlineName: String
        var position = API.NamedType.Position.inside
        var isElement = false
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

    // MARK: - Models

    /// `types` are the user's own, by the names of models that they take the place of.
    func resolveModels(replacing types: [String: TypeReplacement], _ diagnostics: inout Diagnostics) {
        for model in description.models where models[model.name.text] == nil {
            models[model.name.text] = API.TypeID(index: api.types.count)
            api.types.append(
                .init(
                    name: model.title ?? model.name.text, swiftName: model.swiftName?.text,
                    position: .init(model.origin), owner: .api, typeParameters: model.typeParameters.map(\.text),
                    content: .object([]),
                    documentation: model.documentation, deprecation: model.deprecation, place: model.name.place))
        }
        for model in description.models {
            guard let id = models[model.name.text], api[id].place == model.name.place else { continue }
            let replacement = types[api[id].name]
            if case .date(let pattern, let name) = replacement {
                api[id].swiftName = name ?? api[id].swiftName
                api[id].documentation = api[id].documentation ?? pattern.documentation
            }
            let scope = Scope(typeParameters: api[id].typeParameters, owner: .type(id), inlineName: model.name.text)
            api[id].content = content(of: replacement?.shape ?? model.shape, in: scope, &diagnostics)
        }
        checkAliases(&diagnostics)
    }

    private func content(
        of shape: Description.Shape, in scope: Scope, _ diagnostics: inout Diagnostics
    ) -> API.NamedType.Content {
        switch shape {
        case .object(let fields, let rest):
            let properties = fields.compactMap { property($0, in: scope, &diagnostics) }
            if let rest, case .type(let id) = scope.owner {
                var scope = scope
                scope.inlineName = "other field"
                api[id].rest = self.shape(of: rest, in: scope, &diagnostics)
            }
            return .object(properties)
        case .enumeration(let cases, let values):
            if case .type(let id) = scope.owner { api[id].enumValues = values }
            for enumCase in cases { if let name = enumCase.swiftName { checkPropertyName(name, &diagnostics) } }
            return .enumeration(
                cases.map { .init(wireValue: $0.wireValue, swiftName: $0.swiftName?.text, place: $0.place) })
        case .union(let union):
            let alternatives = union.alternatives.compactMap { alternative -> API.Union.Alternative? in
                var scope = scope
                scope.inlineName = alternative.title ?? alternative.tag ?? "value"
                return self.shape(of: alternative.type, in: scope, &diagnostics).map {
                    .init(
                        tag: alternative.tag, title: alternative.title, shape: $0, isDefault: alternative.isDefault,
                        place: alternative.type.place)
                }
            }
            return .union(.init(discriminator: union.discriminator?.text, alternatives: alternatives))
        case .alias(let type):
            // An alias can hold no types: what is declared in it stands beside it.
            var scope = scope
            scope.owner = .api
            scope.inlineName += " item"
            return .alias(self.shape(of: type, in: scope, &diagnostics) ?? .scalar(.json))
        case .own(let type): return .own(type)
        case .date(let pattern): return .date(pattern)
        }
    }

    func property(
        _ field: Description.Field, in scope: Scope, _ diagnostics: inout Diagnostics
    ) -> API.Property? {
        var scope = scope
        scope.inlineName = field.swiftName?.text ?? field.wireName
        if let name = field.swiftName { checkPropertyName(name, &diagnostics) }
        guard let shape = shape(of: field.type, in: scope, &diagnostics) else { return nil }
        let presence: API.Presence =
            switch (field.isOptional, field.isNullable) {
            case (false, false): .required
            case (true, false): .optional
            case (false, true): .nullable
            case (true, true): .optionalNullable
            }
        var property = API.Property(
            wireName: field.wireName, swiftName: field.swiftName?.text, shape: shape, presence: presence,
            writtenDefault: field.defaultValue, writtenExample: field.example, absentValue: field.absentValue,
            isConstant: field.isConstant, onlyValue: field.onlyValue, minimum: field.minimum,
            isReadOnly: field.isReadOnly,
            isWriteOnly: field.isWriteOnly, documentation: field.documentation, deprecation: field.deprecation,
            place: field.place)
        property.isGuessed = field.isGuessed
        return property
    }

    // MARK: - Types

    func shape(
        of type: Description.TypeExpression, in scope: Scope, allowsVoid: Bool = false, _ diagnostics: inout Diagnostics
    ) -> API.Shape? {
        switch type.kind {
        case .scalar(.void) where !allowsVoid:
            diagnostics.report(.misplacedVoid(at: type.place))
            return nil
        case .scalar(let scalar):
            return .scalar(scalar)
        case .list(let element):
            var scope = scope
            scope.isElement = true
            return shape(of: element, in: scope, &diagnostics).map { .list($0) }
        case .dictionary(let value):
            var scope = scope
            scope.isElement = false
            return shape(of: value, in: scope, &diagnostics).map { .dictionary($0) }
        case .optional(let wrapped):
            return shape(of: wrapped, in: scope, &diagnostics).map { .optional($0) }
        case .inline(let shape):
            return inline(shape, in: scope, at: type.place, &diagnostics)
        case .reference(let name, let arguments):
            if scope.typeParameters.contains(name) {
                if !arguments.isEmpty {
                    diagnostics.report(.arity(name, takes: 0, given: arguments.count, at: type.place, declared: nil))
                }
                return .typeParameter(name)
            }
            guard let id = models[name] else {
                if Scalar(rawValue: name) != nil, !arguments.isEmpty {
                    diagnostics.report(.arity(name, takes: 0, given: arguments.count, at: type.place, declared: nil))
                    return nil
                }
                diagnostics.report(
                    .unknownType(
                        name, arguments.map(\.writtenName),
                        known: diagnostics.wantsNoMoreSuggestions ? [] : knownTypes(in: scope),
                        at: type.place))
                return nil
            }
            let declared = api[id]
            guard declared.typeParameters.count == arguments.count else {
                diagnostics.report(
                    .arity(
                        name, takes: declared.typeParameters.count, given: arguments.count, at: type.place,
                        declared: declared.place))
                return nil
            }
            let resolved = arguments.compactMap { shape(of: $0, in: scope, &diagnostics) }
            return resolved.count == arguments.count ? .named(id, resolved) : nil
        }
    }

    private func knownTypes(in scope: Scope) -> [String] {
        scope.typeParameters + description.models.map(\.name.text) + Scalar.allCases.map(\.rawValue)
    }

    /// A type that is declared where it is used gets an entry of its own, nested in its owner.
    private func inline(
        _ shape: Description.Shape, in scope: Scope, at place: SourceLocation, _ diagnostics: inout Diagnostics
    ) -> API.Shape? {
        if !description.isLenient, case .enumeration(let cases, _) = shape {
            // `User | Organization` is what TypeScript calls a union.
            if let type = cases.first(where: {
                $0.mayBeType && (models[$0.wireValue] != nil || Scalar(rawValue: $0.wireValue) != nil)
            }) {
                diagnostics.report(.enumOfTypes(type.wireValue, cases.map(\.wireValue), at: type.place))
                return nil
            }
        }
        let id = API.TypeID(index: api.types.count)
        api.types.append(
            .init(
                name: scope.inlineName, position: scope.position, isElement: scope.isElement, owner: scope.owner,
                typeParameters: [],
                content: .object([]), place: place))
        let inner = Scope(typeParameters: scope.typeParameters, owner: .type(id), inlineName: scope.inlineName)
        api[id].content = content(of: shape, in: inner, &diagnostics)
        return .named(id, [])
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

    /// Looked up, and the most exact first.
    func errors(
        _ bodies: [Description.ErrorBody], in scope: Scope, _ diagnostics: inout Diagnostics
    ) -> [API.ErrorCase] {
        var cases: [API.ErrorCase] = []
        // Several statuses may have one type, which is resolved once.
        let stated = bodies.filter { $0.origin != .implied && $0.status != .any }
        let statuses = Dictionary(grouping: stated, by: \.type.place).mapValues { $0.map(\.status) }
        var shapes: [SourceLocation: API.Shape] = [:]
        for body in bodies {
            if body.origin == .common, let common = commonErrors.first(covering: body.status) {
                cases.append(.init(status: body.status, shape: common.shape, place: body.place))
                continue
            }
            if let shape = shapes[body.type.place] {
                cases.append(.init(status: body.status, shape: shape, place: body.place))
                continue
            }
            var scope = scope
            let own = statuses[body.type.place] ?? [body.status]
            scope.inlineName = own.count > 1 ? "error_body" : "error_body_" + own[0].description
            scope.position = .error
            guard let shape = shape(of: body.type, in: scope, allowsVoid: true, &diagnostics) else { continue }
            cases.append(.init(status: body.status, shape: shape, place: body.place))
            shapes[body.type.place] = shape
        }
        return cases.sorted { $0.status < $1.status }
    }
}

extension API.NamedType.Position {
    fileprivate init(_ origin: Description.Model.Origin) {
        switch origin {
        case .declared: self = .declared
        case .included: self = .included
        case .derived: self = .derived
        }
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

extension Diagnostic {
    static func unknownType(
        _ name: String, _ arguments: [String] = [], known: [String], at place: SourceLocation
    ) -> Self {
        let help: DiagnosticText?
        if let spelling = ForeignTypes.spelling(of: name, arguments) {
            help = "write '\(spelling)'"
        } else if let synonym = ForeignTypes.synonym(of: name) {
            help = "did you mean '\(synonym)'?"
        } else if Description.StatusPattern(name) != nil {
            help = "a status is said in '{type: Void, status: \(name)}'"
        } else if name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            help = "a type is wanted, and no value: 'Int'"
        } else if name == "true" || name == "false" {
            help = "a type is wanted, and no value: 'Bool'; an enum of one value is '{enum: [\(name)]}'"
        } else if ["array", "list", "set"].contains(name.lowercased()) {
            help = "a list is written '[T]'"
        } else if ["dictionary", "dict", "map", "hash", "record"].contains(name.lowercased()) {
            help = "a dictionary is written '[String: T]'"
        } else if EndpointKey.methods.contains(name.uppercased()) {
            help = "write the method under 'method:', beside 'parameters:'"
        } else if let suggestion = Spelling.suggestion(for: name, among: known) {
            help = "did you mean '\(suggestion)'?"
        } else if !arguments.isEmpty {
            let parameters = arguments.indices.map { $0 == 0 ? "Item" : "Item\($0 + 1)" }.joined(separator: ", ")
            help = "declare it under 'models:': '\(name)<\(parameters)>: {items: [Item]}'"
        } else if name.unicodeScalars.first?.properties.isLowercase == true {
            help = "declare it under 'models:'; an enum of one value is '{enum: [\(name)]}'"
        } else {
            help = "declare it under 'models:'"
        }
        return .error("unknown-type", "unknown type '\(name)'", help: help, at: place)
    }
    static func arity(
        _ name: String, takes: Int, given: Int, at place: SourceLocation, declared: SourceLocation?
    ) -> Self {
        let takes = takes == 0 ? "no type argument" : takes == 1 ? "one type argument" : "\(takes) type arguments"
        return .error(
            "type-arguments",
            "'\(name)' takes \(takes), and \(given == 0 ? "none is" : given == 1 ? "one is" : "\(given) are") given",
            help: given == 0 ? "write '\(name)<…>'" : nil, at: place,
            notes: declared.map { [.init("'\(name)' is declared here", at: $0)] } ?? [])
    }
    static func misplacedVoid(at place: SourceLocation) -> Self {
        .error(
            "misplaced-void", "'Void' is for a response or an error that has no body", help: "'JSON' is any value",
            at: place)
    }
    static func enumOfTypes(_ type: String, _ values: [String], at place: SourceLocation) -> Self {
        let others = values.filter { !["null", "nil", "none", "undefined"].contains($0.lowercased()) }
        if others.count == 1, others.count < values.count {
            return .error(
                "enum-of-types", "'\(type)' is a type, and the values of an enum are strings",
                help: "write '\(type) or null'", at: place)
        }
        return .enumOfSeveralTypes(type, values, at: place)
    }
    private static func enumOfSeveralTypes(_ type: String, _ values: [String], at place: SourceLocation) -> Self {
        .error(
            "enum-of-types", "'\(type)' is a type, and the values of an enum are strings",
            help:
                "for one of several types write '{union: [\(values.prefix(8).map { "\($0)" as DiagnosticText }.joined(separator: ", "))]}'",
            at: place)
    }
}
