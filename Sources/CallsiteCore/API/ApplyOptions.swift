// What a configuration says of single names, put where the description could have said it.

extension Resolver {
    /// Names for Swift, and protocols. What isn't there is an error: it would be a slip, or be left from an older description.
    mutating func applyOptions(_ options: Options, _ diagnostics: inout Diagnostics) {
        for (rule, key) in applyNaming(options.naming) {
            guard let place = options.places[.naming, rule] else { continue }
            diagnostics.report(.unusedNamingRule(rule, in: key, at: place))
        }
        func place(_ section: ConfiguredPlaces.Section, _ name: String) -> SourceLocation { options.places[section, name] ?? api.place }
        for (old, new) in options.renames.sorted(by: { $0.key < $1.key }) {
            if !rename(old, to: new, at: place(.renames, old), &diagnostics) { unknownRenames.append(old) }
        }
        for name in options.types.keys.sorted() where !api.types.contains(where: { $0.owner == .api && $0.name == name }) {
            let known = api.types.filter { $0.owner == .api }.map(\.name)
            diagnostics.report(.unknownReplaced(name, known: known, at: place(.types, name)))
        }
        for (name, links) in options.links.sorted(by: { $0.key < $1.key }) {
            if let index = api.endpoints.firstIndex(where: { $0.name == name }) {
                api.endpoints[index].links += links
            } else {
                diagnostics.report(.unknownLinked(name, known: api.endpoints.map(\.name), at: place(.links, name)))
            }
        }
        if let deepLinks = options.deepLinks { api.deepLinks = deepLinks }
        api.reading = options.reading
        for name in options.keepsUnknown.sorted() { keepUnknown(name, at: place(.keepUnknownFields, name), &diagnostics) }
        let all = Options.allModels
        for (name, protocols) in options.conformances.sorted(by: { ($0.key != all ? 1 : 0, $0.key) < ($1.key != all ? 1 : 0, $1.key) }) {
            let models = api.types.indices.filter { index in
                name == Options.allModels || (api.types[index].owner == .api && api.types[index].name == name)
            }
            for index in models {
                switch api.types[index].content {
                case .object, .union: api.types[index].conformances += protocols.filter { !api.types[index].conformances.contains($0) }
                case .enumeration, .alias, .own, .date: break
                }
            }
            if models.isEmpty, name != Options.allModels {
                let known = api.types.filter { $0.owner == .api }.map(\.name)
                diagnostics.report(.unknownConformance(name, known: known, at: place(.conformances, name)))
            }
        }
    }

    private mutating func keepUnknown(_ name: String, at place: SourceLocation, _ diagnostics: inout Diagnostics) {
        let models = api.types.indices.filter { index in
            guard case .object = api.types[index].content else { return false }
            return name == Options.allModels || (api.types[index].owner == .api && api.types[index].name == name)
        }
        for index in models { api.types[index].keepsUnknown = true }
        guard models.isEmpty, name != Options.allModels else { return }
        let known = api.types.filter { if case .object = $0.content { $0.owner == .api } else { false } }.map(\.name)
        diagnostics.report(.unknownKeptModel(name, known: known, at: place))
    }
}

extension Options {
    /// Stands for every model in `conformances`.
    static let allModels = "all"
}

extension Diagnostic {
    static func unknownRename(_ name: String, known: [String], at place: SourceLocation) -> Self {
        var help: DiagnosticText?
        if known.contains(name) {
            help = "what is called so is no type, so that its new name begins with a small letter"
        } else if name.hasSuffix("Request"), let operation = Spelling.suggestion(for: String(name.dropLast(7)), among: known) {
            help = "did you mean '\(operation)'? A key is the name in the description"
        } else {
            help = Spelling.help(for: name, among: known)
        }
        return .error("unknown-rename", "callsite.yaml renames '\(name)', which isn't here", help: help, at: place)
    }
    static func unusedNamingRule(_ rule: String, in key: String, at place: SourceLocation) -> Self {
        .warning(
            "unused-naming-rule", "'\(key)': no operation or model has a name that '\(rule)' fits", help: "remove it, or mend its spelling",
            at: place)
    }
    /// What stands for all models, as it is spelled here.
    private static func allModels(for name: String, _ known: [String]) -> DiagnosticText? {
        ["all", "*", "true", "any", "every"].contains(name.lowercased()) ? "write 'all'" : Spelling.help(for: name, among: known)
    }
    static func unknownReplaced(_ name: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-replaced-model", "callsite.yaml puts a type in place of '\(name)', and there is no such model",
            help: Spelling.help(for: name, among: known), at: place)
    }
    static func unknownLinked(_ name: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-linked-endpoint", "callsite.yaml gives '\(name)' deep links, and there is no such endpoint",
            help: Spelling.help(for: name, among: known), at: place)
    }
    static func unknownKeptModel(_ name: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-kept-model", "callsite.yaml keeps the unknown fields of '\(name)', and there is no such model with fields",
            help: allModels(for: name, known), at: place)
    }
    static func unknownConformance(_ name: String, known: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-conformance", "callsite.yaml gives '\(name)' protocols, and there is no such model",
            help: allModels(for: name, known), at: place)
    }
}
