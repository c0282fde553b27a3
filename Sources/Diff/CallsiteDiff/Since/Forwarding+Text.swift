import CallsiteCore
import CallsiteSwift

// Types of the old contract by their names in the new code, and the text of forwarding declarations.

extension ForwardingMaker {
    /// A type of the old contract as it is called in the new one; nil: something in it is gone.
    func translated(_ text: String, in place: String) -> String? {
        var isWhole = true
        let result = QualifiedTypes.replacing(oldTypes.canonical(text, in: place)) { word in
            guard oldTypes.path(of: word, in: "") != nil else { return word }
            guard let now = successors[word] else {
                isWhole = false
                return word
            }
            return now
        }
        return isWhole ? newTypes.canonical(result, in: "") : nil
    }

    func isSame(_ a: String, _ path: String, _ b: String, _ newPath: String) -> Bool {
        translated(a, in: path) == newTypes.canonical(b, in: newPath)
    }

    func isTaken(_ a: String, _ path: String, as b: String, _ newPath: String) -> Bool {
        guard let text = translated(a, in: path) else { return false }
        return DeclarationChanges.converts(text[...], to: newTypes.canonical(b, in: newPath)[...])
    }

    func hasMember(_ name: String, _ declaration: Contract.Declaration) -> Bool {
        declaration.properties.contains { $0.name == name } || declaration.cases.contains { $0.name == name }
            || declaration.nested.contains { new.declarations[$0].name == name } || declaration.aliases[name] != nil
            || declaration.typeParameters.contains(name)
    }

    /// Whether the code of a declaration, or of what is nested in it, says a name.
    func isNamed(_ name: String, inside path: String) -> Bool {
        guard let index = new.paths[path] else { return true }
        var open = [index]
        while let next = open.popLast() {
            let declaration = new.declarations[next]
            var texts = (declaration.arguments ?? []).map(\.type) + declaration.properties.map(\.type)
            texts +=
                declaration.cases.compactMap(\.payload) + Array(declaration.aliases.values) + declaration.conformances
            for text in texts {
                if QualifiedTypes.names(in: text).contains(where: {
                    $0.split(separator: ".").first.map(String.init) == name
                }) {
                    return true
                }
            }
            open += declaration.nested
        }
        return false
    }

    // MARK: - Text

    func name(_ name: String) -> String { SwiftIdentifier(name).text }
    func label(_ name: String) -> String { SwiftIdentifier(name).label.text }
    func typeName(_ path: String) -> String {
        path.split(separator: ".").map { SwiftIdentifier(type: String($0)).text }.joined(separator: ".")
    }

    /// A declared type's name, with the namespace where that isn't around it.
    func printed(_ path: String, isWhole: Bool) -> String {
        let text = typeName(path)
        return isWhole ? namespace.map { $0 + "." + text } ?? text : text
    }

    /// A type of the new code, from wherever it is named.
    func whole(_ text: String, in path: String) -> String {
        newTypes.text(text, in: path) { printed($0, isWhole: true) }
    }

    func wholeNames(_ text: String) -> String { whole(text, in: "") }

    /// In a message, and for the compiler's fix-it.
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

    /// The members to add to each declaration. Several old declarations may have become one shape: the shape gets a
    /// member only if it means the same for all of them that had a member of that name.
    private func agreed() -> [(path: String, own: [ForwardingMember])] {
        var sharing: [String: [Int]] = [:]
        for (index, declaration) in old.declarations.enumerated() {
            for path in Set([declaration.path, successors[declaration.path] ?? declaration.path]) {
                sharing[new.sharedPaths[path] ?? path, default: []].append(index)
            }
        }
        return members.map { path, own in
            var kept: [ForwardingMember] = []
            for (name, claims) in Dictionary(grouping: own, by: \.name) {
                // The first member that was made for an old declaration counts.
                let lines = Dictionary(firstOf: claims.map { ($0.origin, $0.line) })
                let others = (sharing[path] ?? []).map { old.declarations[$0] }.filter { lines[$0.path] == nil }
                guard Set(lines.values).count == 1, !others.contains(where: { has(name, $0) }) else { continue }
                kept.append(claims[0])
            }
            // In the order in which they were found.
            let order = Dictionary(firstOf: own.enumerated().map { ($1.name, $0) })
            return (path, kept.sorted { (order[$0.name] ?? 0) < (order[$1.name] ?? 0) })
        }.filter { !$0.own.isEmpty }
    }

    /// Whether an old declaration has a member that callers use.
    private func has(_ name: String, _ declaration: Contract.Declaration) -> Bool {
        if let arguments = declaration.arguments, name == "init" + arguments.labelList { return true }
        return declaration.properties.contains { $0.name == name } || declaration.cases.contains { $0.name == name }
            || declaration.nested.contains { old.declarations[$0].name == name } || declaration.aliases[name] != nil
    }

    /// Notes the modules that the names in a type need.
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
            } else if word.first?.isUppercase == true, !inner.contains(first) {
                if options.runtimeTypes == nil {
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
    }

    /// Whether naming the extended type would cause a warning.
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

/// A member of an old declaration that forwards now.
struct ForwardingMember {
    /// As callers know it: `sort`, `init(id:name:)`.
    var name: String
    var line: String
    /// The old declaration's path.
    var origin: String
    var types: [String]
}
