import CallsiteCore
import CallsiteSwift

// Names of the old contract's types in the new code, and the source of forwarding declarations.

extension ForwardingMaker {
    /// The new contract's name for a type of the old one; nil if it names a type that no longer exists.
    func translated(_ type: String, in place: String) -> String? {
        var isComplete = true
        let result = QualifiedTypes.replacing(oldTypes.canonical(type, in: place)) { word in
            guard oldTypes.path(of: word, in: "") != nil else { return word }
            guard let successor = successors[word] else {
                isComplete = false
                return word
            }
            return successor
        }
        return isComplete ? newTypes.canonical(result, in: "") : nil
    }

    func isSame(_ a: String, _ path: String, _ b: String, _ newPath: String) -> Bool {
        translated(a, in: path) == newTypes.canonical(b, in: newPath)
    }

    /// Whether a value of the old type can be passed where the new code expects its own.
    func isTaken(_ a: String, _ path: String, as b: String, _ newPath: String) -> Bool {
        guard let type = translated(a, in: path) else { return false }
        return DeclarationChanges.converts(type[...], to: newTypes.canonical(b, in: newPath)[...])
    }

    func hasMember(_ name: String, _ declaration: Contract.Declaration) -> Bool {
        declaration.properties.contains { $0.name == name } || declaration.cases.contains { $0.name == name }
            || declaration.nested.contains { new.declarations[$0].name == name } || declaration.aliases[name] != nil
            || declaration.typeParameters.contains(name)
    }

    /// Whether the code of a declaration, or of a declaration nested in it, mentions a name.
    func isNamed(_ name: String, inside path: String) -> Bool {
        guard let index = new.paths[path] else { return true }
        var pending = [index]
        while let next = pending.popLast() {
            let declaration = new.declarations[next]
            var types = (declaration.arguments ?? []).map(\.type) + declaration.properties.map(\.type)
            types +=
                declaration.cases.compactMap(\.payload) + Array(declaration.aliases.values) + declaration.conformances
            for type in types {
                if QualifiedTypes.names(in: type).contains(where: {
                    $0.split(separator: ".").first.map(String.init) == name
                }) {
                    return true
                }
            }
            pending += declaration.nested
        }
        return false
    }

    // MARK: - Source

    func name(_ name: String) -> String { SwiftIdentifier(name).text }
    func label(_ name: String) -> String { SwiftIdentifier(name).label.text }
    func typeName(_ path: String) -> String {
        path.split(separator: ".").map { SwiftIdentifier(type: String($0)).text }.joined(separator: ".")
    }

    /// A declared type's name. `isWhole` adds the namespace, for code outside it.
    func printed(_ path: String, isWhole: Bool) -> String {
        let name = typeName(path)
        return isWhole ? namespace.map { $0 + "." + name } ?? name : name
    }

    /// A type of the new code with its full name, which is valid in any scope.
    func whole(_ type: String, in path: String) -> String {
        newTypes.text(type, in: path) { printed($0, isWhole: true) }
    }

    func wholeNames(_ type: String) -> String { whole(type, in: "") }

    /// A type's name in a message and in the compiler's fix-it.
    func shown(_ path: String) -> String { namespace.map { new.paths[path] == nil ? path : $0 + "." + path } ?? path }

    func attribute(renamed: String) -> String {
        "@available(*, deprecated, renamed: \(SwiftStringLiteral(renamed).text)) "
    }
    func attribute(message: String) -> String {
        "@available(*, deprecated, message: \(SwiftStringLiteral(message).text)) "
    }

    /// - Parameter origin: The path of the old declaration that had the member; nil: the current one.
    mutating func add(_ line: String, called name: String, to path: String, types: [String], of origin: String? = nil) {
        let path = new.sharedPaths[path] ?? path
        let member = ForwardingMember(name: name, line: line, origin: origin ?? current, types: types)
        if let position = positions[path] {
            members[position].own.append(member)
        } else {
            positions[path] = members.count
            members.append((path, [member]))
        }
    }

    /// The members to add to each declaration. If several old declarations became one new declaration, it gets a member
    /// only if the member means the same for each old declaration that had one of that name.
    private func agreed() -> [(path: String, own: [ForwardingMember])] {
        var sharing: [String: [Int]] = [:]
        for (index, declaration) in old.declarations.enumerated() {
            for path in Set([declaration.path, successors[declaration.path] ?? declaration.path]) {
                sharing[new.sharedPaths[path] ?? path, default: []].append(index)
            }
        }
        return members.map { path, own in
            var forwardings: [ForwardingMember] = []
            for (name, claims) in Dictionary(grouping: own, by: \.name) {
                // If an old declaration has several members of this name, the first one counts.
                let lines = Dictionary(firstOf: claims.map { ($0.origin, $0.line) })
                let others = (sharing[path] ?? []).map { old.declarations[$0] }.filter { lines[$0.path] == nil }
                guard Set(lines.values).count == 1, !others.contains(where: { has(name, $0) }) else { continue }
                forwardings.append(claims[0])
            }
            let order = Dictionary(firstOf: own.enumerated().map { ($1.name, $0) })
            return (path, forwardings.sorted { (order[$0.name] ?? 0) < (order[$1.name] ?? 0) })
        }.filter { !$0.own.isEmpty }
    }

    /// Whether an old declaration has a member that callers use.
    private func has(_ name: String, _ declaration: Contract.Declaration) -> Bool {
        if let arguments = declaration.arguments, name == "init" + arguments.labelList { return true }
        return declaration.properties.contains { $0.name == name } || declaration.cases.contains { $0.name == name }
            || declaration.nested.contains { old.declarations[$0].name == name } || declaration.aliases[name] != nil
    }

    /// Adds the modules that declare the types which a type names.
    mutating func note(_ type: String) {
        let foundation: Set<String> = ["Date", "URL", "UUID", "Data", "Decimal"]
        let standard: Set<String> = ["String", "Bool", "Int", "Int32", "Int64", "Double", "Float", "Void", "Self"]
        for word in QualifiedTypes.names(in: type) {
            let first = word.split(separator: ".").first.map(String.init) ?? word
            if new.paths[first] != nil || standard.contains(first) { continue }
            if foundation.contains(first) {
                modules.insert("Foundation")
            } else if let own = ownTypes[first] {
                if let module = own { modules.insert(module) }
            } else if word.first?.isUppercase == true, !inner.contains(first), options.runtimeTypes == nil {
                let module: RuntimeModule =
                    switch first {
                    case "FileContent": .transfers
                    case "TypedPage", "PageContinuation", "PageCursor": .pagination
                    default: .runtime
                    }
                modules.insert(module.rawValue)
            }
        }
    }

    /// Whether a type, or a type around it, is deprecated, so that an extension of it would cause a warning.
    func isDeprecated(_ path: String) -> Bool {
        var scope = path
        while true {
            if let index = new.paths[scope], new.declarations[index].isDeprecated { return true }
            guard let dot = scope.lastIndex(of: ".") else { return false }
            scope = String(scope[..<dot])
        }
    }

    mutating func finish() -> Forwarding {
        let members = agreed()
        for member in members.flatMap(\.own) { for type in member.types { note(type) } }
        guard !aliases.isEmpty || !members.isEmpty else { return Forwarding(isUnrelated: matching.isUnrelated) }
        var lines = [
            "// Names and initializers of an earlier version of the description, for code that still uses them."
        ]
        if !modules.isEmpty { lines += [""] + modules.sortedByBytes().map { "\(access)import \($0)" } }
        if !aliases.isEmpty {
            lines.append("")
            lines +=
                namespace.map { ["nonisolated extension \($0) {"] + aliases.map { "    " + $0 } + ["}"] } ?? aliases
        }
        for (path, own) in members {
            lines.append("")
            if isDeprecated(path) { lines.append("@available(*, deprecated)") }
            lines.append(
                "nonisolated extension \(path.isEmpty ? "API" : path == Self.flows ? "OAuth2Flow" : printed(path, isWhole: true)) {"
            )
            lines += own.map { "    " + $0.line } + ["}"]
        }
        return Forwarding(text: lines.joined(separator: "\n") + "\n", names: namespace == nil ? names : [])
    }
}

/// A member of an old declaration, which now forwards to the new code.
struct ForwardingMember {
    /// The name that callers write: `sort`, `init(id:name:)`.
    var name: String
    var line: String
    /// The old declaration's path.
    var origin: String
    var types: [String]
}
