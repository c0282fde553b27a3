import CallsiteCore
import CallsiteSwift

/// The names of an API's types that callers can write, and what each denotes.
package struct DeclaredNames: Sendable {
    private enum Declaration {
        case alias(String)
        /// Everything of it that callers see, without names inside it that are its own.
        case content(String)
    }

    private var declarations: [String: Declaration] = [:]

    package var paths: [String] { declarations.keys.sorted() }

    init(_ files: [SwiftFile]) {
        for file in files {
            for request in file.requests {
                declarations[request.name.name] = .content("request \(request.method.name) \(request.path.text)")
                if let response = request.responseAlias?.type ?? request.response {
                    declarations[request.name.name + ".Response"] = .alias(response.text)
                }
                add(request.types, inside: request.name.name)
            }
            add(file.types, inside: nil)
        }
    }

    private mutating func add(_ types: [SwiftType], inside outer: String?) {
        func path(_ name: SwiftIdentifier) -> String { (outer.map { $0 + "." } ?? "") + name.name }
        for type in types {
            switch type {
            case .structure(let structure):
                let own = path(structure.name)
                let properties = structure.properties.map { "\($0.wireName.text) \($0.name.name): \($0.type.text)" }
                declarations[own] = .content("struct\n" + properties.joined(separator: "\n"))
                add(structure.types, inside: own)
            case .union(let union):
                let own = path(union.name)
                let cases = union.cases.map { "\($0.name.name)(\($0.type.text))" }
                declarations[own] = .content("union\n" + cases.joined(separator: "\n"))
                add(union.types, inside: own)
            case .enumeration(let enumeration):
                let cases = enumeration.cases.map { "\($0.name.name) = \($0.wireValue.text)" }
                declarations[path(enumeration.name)] = .content("enum\n" + cases.joined(separator: "\n"))
            case .alias(let alias): declarations[path(alias.name)] = .alias(alias.type.text)
            case .date(let date): declarations[path(date.name)] = .content("date")
            case .failure(let failure): declarations[path(failure.name)] = .content("failure")
            case .nothing: break
            }
        }
    }

    /// The content of the type that a path denotes, through aliases; nil: nothing has this name.
    package func content(of path: String) -> String? {
        var scope = ""
        for component in path.split(separator: ".") {
            let own = scope.isEmpty ? String(component) : scope + "." + component
            guard declarations[own] != nil else { return nil }
            scope = target(of: own)
        }
        guard case .content(let content)? = declarations[scope] else { return scope }
        return content
    }

    /// The declaration behind an alias of one.
    private func target(of path: String) -> String {
        var path = path
        for _ in 0..<20 {
            guard case .alias(let text)? = declarations[path] else { return path }
            // The name stands in the scope of the alias, or outside it.
            var scope = path
            var found: String?
            while found == nil, let dot = scope.lastIndex(of: ".") {
                scope = String(scope[..<dot])
                if declarations[scope + "." + text] != nil, scope + "." + text != path { found = scope + "." + text }
            }
            guard let next = found ?? (declarations[text] == nil ? nil : text) else { return "= " + text }
            path = next
        }
        return path
    }
}

/// nil: there are errors.
package func declaredNames(_ sources: SourceSet, options: Options) -> DeclaredNames? {
    var diagnostics = Diagnostics()
    let nodes = parse(sources, &diagnostics)
    let api = Front(nodes, options, &diagnostics).api(options, &diagnostics)
    let files = lower(api, options, &diagnostics)
    return diagnostics.hasErrors ? nil : DeclaredNames(files)
}
