// Applies the settings that a configuration has for single names, where the description could have had them.

extension Resolver {
    /// Applies Swift names, deep links, lenient reading, unknown fields and protocols. A name that isn't in the API is
    /// an error: it would be a slip, or be left from an older description.
    func applyOptions(_ options: Options, _ diagnostics: inout Diagnostics) {
        for (rule, key) in applyNaming(options.naming) {
            guard let place = options.places[.naming, rule] else { continue }
            diagnostics.report(.unusedNamingRule(rule, in: key, at: place))
        }
        func place(_ section: ConfiguredPlaces.Section, _ name: String) -> SourceLocation {
            options.places[section, name] ?? api.place
        }
        // The steps below don't change these names.
        var names = ConfiguredNames(api)
        func models(_ isIncluded: (API.NamedType) -> Bool = { _ in true }) -> [String] {
            api.types.filter { $0.owner == .api && isIncluded($0) }.map(\.name)
        }
        let all = Options.allModels
        func known(_ names: @autoclosure () -> [String]) -> [String] {
            diagnostics.wantsNoMoreSuggestions ? [] : names()
        }
        for (old, new) in options.renames.sorted(by: { $0.key.precedes($1.key) }) {
            if !rename(old, to: new, at: place(.renames, old), &names, &diagnostics) { unknownRenames.append(old) }
        }
        for name in options.types.keys.sortedByBytes() where names.types[name] == nil {
            diagnostics.report(
                .unknownReplaced(name, candidates: known(models()), at: place(.types, name)))
        }
        for (name, links) in options.links.sorted(by: { $0.key.precedes($1.key) }) {
            if let index = names.endpoints[name] {
                api.endpoints[index].links += links
            } else {
                diagnostics.report(
                    .unknownLinked(name, candidates: known(api.endpoints.map(\.name)), at: place(.links, name)))
            }
        }
        if let deepLinks = options.deepLinks { api.deepLinks = deepLinks }
        api.reading = options.reading
        for name in options.keepsUnknown.sortedByBytes() {
            let isAll = name == all
            let named = isAll ? Array(api.types.indices) : names.types[name].map { [$0] } ?? []
            let objects = named.filter { api.types[$0].content.isObject }
            for index in objects { api.types[index].keepsUnknown = true }
            guard objects.isEmpty, !isAll else { continue }
            let known = known(models(\.content.isObject))
            diagnostics.report(.unknownKeptModel(name, candidates: known, at: place(.keepUnknownFields, name)))
        }
        // `Identifiable` follows from a required `id`.
        if let protocols = options.conformances[all]?.filter({ $0 != "Identifiable" }) {
            for index in api.types.indices { addConformances(protocols, to: index) }
        }
        for (name, protocols) in options.conformances.sorted(by: { $0.key.precedes($1.key) }) where name != all {
            guard let index = names.types[name] else {
                let known = known(models())
                diagnostics.report(.unknownConformance(name, candidates: known, at: place(.conformances, name)))
                continue
            }
            addConformances(protocols, to: index)
            // Swift synthesizes these only if every type inside conforms too.
            let inherited = protocols.filter { $0 == "Equatable" || $0 == "Hashable" }
            guard !inherited.isEmpty else { continue }
            for inner in typesInside(index) { addConformances(inherited, to: inner) }
        }
    }

    /// The types that a model's properties and alternatives hold, and those inside them.
    private func typesInside(_ index: Int) -> Set<Int> {
        var types: Set<Int> = []
        var pending = [index]
        while let next = pending.popLast() {
            for id in api.types[next].namedTypes where types.insert(id.index).inserted { pending.append(id.index) }
        }
        return types
    }

    private func addConformances(_ protocols: [String], to index: Int) {
        switch api.types[index].content {
        case .object, .union:
            var existing = Set(api.types[index].conformances)
            for name in protocols where existing.insert(name).inserted { api.types[index].conformances.append(name) }
        case .enumeration, .alias, .own, .date: break
        }
    }
}

extension Options {
    /// Stands for every model in `conformances`.
    static let allModels = "all"
}

extension Diagnostic {
    static func unknownRename(_ name: String, candidates: [String], at place: SourceLocation) -> Self {
        var help: DiagnosticText?
        if candidates.contains(name) {
            help = "what is called so is no type, so that its new name begins with a small letter"
        } else if name.hasSuffix("Request"),
            let operation = Spelling.suggestion(for: String(name.dropLast(7)), among: candidates)
        {
            help = "did you mean '\(operation)'? A key is the name in the description"
        } else {
            help = Spelling.help(for: name, among: candidates)
        }
        return .error("unknown-rename", "callsite.yaml renames '\(name)', which isn't here", help: help, at: place)
    }
    static func unusedNamingRule(_ rule: String, in key: String, at place: SourceLocation) -> Self {
        .warning(
            "unused-naming-rule", "'\(key)': no operation or model has a name that '\(rule)' fits",
            help: "remove it, or correct its spelling", at: place)
    }
    /// The help for an unknown name: `all` where a word for all models is spelled another way.
    private static func allModels(for name: String, _ candidates: [String]) -> DiagnosticText? {
        ["all", "*", "true", "any", "every"].contains(name.lowercased())
            ? "write 'all'" : Spelling.help(for: name, among: candidates)
    }
    static func unknownReplaced(_ name: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-replaced-model", "callsite.yaml replaces '\(name)', but there is no such model",
            help: Spelling.help(for: name, among: candidates), at: place)
    }
    static func unknownLinked(_ name: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-linked-endpoint", "callsite.yaml adds deep links to '\(name)', but there is no such endpoint",
            help: Spelling.help(for: name, among: candidates), at: place)
    }
    static func unknownKeptModel(_ name: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-kept-model",
            "callsite.yaml keeps unknown fields of '\(name)', but there is no such model with fields",
            help: allModels(for: name, candidates), at: place)
    }
    static func unknownConformance(_ name: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-conformance", "callsite.yaml adds protocols to '\(name)', but there is no such model",
            help: allModels(for: name, candidates), at: place)
    }
}
