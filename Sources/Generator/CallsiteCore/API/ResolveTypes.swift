// The types of a description: each model, and each type that is declared where it is used.

extension Resolver {
    // MARK: - Models

    /// - Parameter types: the user's own types, by the names of the models that they replace.
    func resolveModels(replacing types: [String: TypeReplacement], _ diagnostics: inout Diagnostics) {
        for model in description.models where models[model.name.text] == nil {
            models[model.name.text] = API.TypeID(index: api.types.count)
            api.types.append(
                .init(
                    name: model.title ?? model.name.text, swiftName: model.swiftName?.text,
                    position: .init(model.origin), owner: .api, typeParameters: model.typeParameters.map(\.text),
                    content: .object([]), documentation: model.documentation, deprecation: model.deprecation,
                    place: model.name.place))
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
                api[id].rest = self.shape(of: rest, in: scope.with { $0.inlineName = "other field" }, &diagnostics)
            }
            return .object(properties)
        case .enumeration(let cases, let values):
            if case .type(let id) = scope.owner { api[id].enumValues = values }
            for enumCase in cases { if let name = enumCase.swiftName { checkPropertyName(name, &diagnostics) } }
            return .enumeration(
                cases.map { .init(wireValue: $0.wireValue, swiftName: $0.swiftName?.text, place: $0.place) })
        case .union(let union):
            let alternatives = union.alternatives.compactMap { alternative -> API.Union.Alternative? in
                let scope = scope.with { $0.inlineName = alternative.title ?? alternative.tag ?? "value" }
                return self.shape(of: alternative.type, in: scope, &diagnostics).map {
                    .init(
                        tag: alternative.tag, title: alternative.title, shape: $0, isDefault: alternative.isDefault,
                        place: alternative.type.place)
                }
            }
            return .union(.init(discriminator: union.discriminator?.text, alternatives: alternatives))
        case .alias(let type):
            // An alias can't contain types, so a type declared in it is declared beside it.
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
        return API.Property(
            wireName: field.wireName, swiftName: field.swiftName?.text, shape: shape, presence: presence,
            writtenDefault: field.defaultValue, writtenExample: field.example, absentValue: field.absentValue,
            isConstant: field.isConstant, onlyValue: field.onlyValue, minimum: field.minimum,
            isGuessed: field.isGuessed, isReadOnly: field.isReadOnly, isWriteOnly: field.isWriteOnly,
            documentation: field.documentation, deprecation: field.deprecation, place: field.place)
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
            return shape(of: element, in: scope.with { $0.isElement = true }, &diagnostics).map { .list($0) }
        case .dictionary(let value):
            return shape(of: value, in: scope.with { $0.isElement = false }, &diagnostics).map { .dictionary($0) }
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
                let candidates = diagnostics.wantsNoMoreSuggestions ? [] : knownTypes(in: scope)
                diagnostics.report(
                    Scalar(rawValue: name) != nil && !arguments.isEmpty
                        ? .arity(name, takes: 0, given: arguments.count, at: type.place, declared: nil)
                        : .unknownType(name, arguments.map(\.writtenName), candidates: candidates, at: type.place))
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
            let shapes = arguments.compactMap { shape(of: $0, in: scope, &diagnostics) }
            return shapes.count == arguments.count ? .named(id, shapes) : nil
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
                typeParameters: [], content: .object([]), place: place))
        let inner = Scope(typeParameters: scope.typeParameters, owner: .type(id), inlineName: scope.inlineName)
        api[id].content = content(of: shape, in: inner, &diagnostics)
        return .named(id, [])
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

extension Diagnostic {
    static func unknownType(
        _ name: String, _ arguments: [String] = [], candidates: [String], at place: SourceLocation
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
        } else if let suggestion = Spelling.suggestion(for: name, among: candidates) {
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
        let types = values.prefix(8).map { "\($0)" as DiagnosticText }.joined(separator: ", ")
        return .error(
            "enum-of-types", "'\(type)' is a type, and the values of an enum are strings",
            help: others.count == 1 && values.count > 1
                ? "write '\(type) or null'" : "for one of several types write '{union: [\(types)]}'",
            at: place)
    }
}
