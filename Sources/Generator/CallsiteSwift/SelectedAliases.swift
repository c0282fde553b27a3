import CallsiteCore

// Aliases keep the names that types have when the whole API is generated. Example: an inline type that two operations
// share is declared outside of them. If only one of them is selected, the type is nested there, and code that uses the
// outer name needs an alias.

/// The declaration outside all others that holds a type.
enum AliasHolder: Hashable {
    case endpoint(Int)
    case model(API.TypeID)
}

extension Lowering {
    /// The aliases of the selection, by the declaration that they stand beside. An alias is
    /// left out if the type has that name anyway.
    func selectedAliases(_ diagnostics: inout Diagnostics) -> [AliasHolder: [SwiftType]] {
        guard !options.selection.include.aliases.isEmpty else { return [:] }
        var targets: [String: (holder: AliasHolder, id: API.TypeID?)] = [:]
        for (index, name) in endpointNames.enumerated() { targets[name.name] = (.endpoint(index), nil) }
        for index in api.types.indices where api.types[index].ownType == nil {
            let id = API.TypeID(index: index)
            if let (path, holder) = ownPath(of: id) { targets[path] = (holder, id) }
        }
        let declaredNames = qualifiedNames(nil, withArguments: false)
        let reservedNames = reservedTypes.union(declaredNames.compactMap { $0?.text }).union(
            endpointNames.map(\.name) + [protocolName.name, failureName.name])
        var aliases: [AliasHolder: [SwiftType]] = [:]
        for (name, path) in options.selection.include.aliases.sorted(by: { $0.key.precedes($1.key) }) {
            guard let (holder, id) = targets[path.text] else {
                diagnostics.report(.unknownAlias(name, path, candidates: targets.keys.sortedByBytes()))
                continue
            }
            if path.text == name || id.map({ declaredNames[$0.index]?.text == name }) ?? false { continue }
            // A word of Swift would get another spelling.
            guard !reservedNames.contains(name), SwiftIdentifier(type: name).name == name else {
                diagnostics.report(.takenAlias(name, path))
                continue
            }
            let parts = path.text.split(separator: ".").map { SwiftIdentifier(type: String($0)) }
            let type = parts.dropFirst().reduce(SwiftTypeName(parts[0])) { .member($1, of: $0) }
            aliases[holder, default: []].append(alias(SwiftIdentifier(type: name), of: type))
        }
        return aliases
    }

    /// The path at which a type is used, even if other types share its shape; nil: it is in a generic type.
    private func ownPath(of id: API.TypeID) -> (path: String, holder: AliasHolder)? {
        guard api[id].typeParameters.isEmpty else { return nil }
        switch api[id].owner {
        case .api: return (name(of: id).name, .model(id))
        case .type(let owner): return ownPath(of: owner).map { ($0.path + "." + name(of: id).name, $0.holder) }
        case .endpoint(let index): return (endpointNames[index].name + "." + name(of: id).name, .endpoint(index))
        }
    }
}

extension Diagnostic {
    fileprivate static func unknownAlias(_ name: String, _ path: Selection.Word, candidates: [String]) -> Self {
        .error(
            "alias-not-found", "'include' makes '\(name)' an alias of '\(path.text)', and there is no such type",
            help: Spelling.suggestion(for: path.text, among: candidates).map { "did you mean '\($0)'?" }
                ?? "run 'callsite usage --write' again", at: path.place ?? .commandLine)
    }

    fileprivate static func takenAlias(_ name: String, _ path: Selection.Word) -> Self {
        .error(
            "alias-taken",
            "'include' makes '\(name)' an alias of '\(path.text)', and the code has another type or word of that name",
            help: "remove it, or run 'callsite usage --write' again", at: path.place ?? .commandLine)
    }
}
