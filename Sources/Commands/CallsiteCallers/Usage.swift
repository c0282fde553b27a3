import CallsiteCore
import CallsiteDiff

/// Which parts of generated code its callers reach. A part that can't be decided is used.
package struct Usage: Sendable {
    package enum Use: Sendable, Equatable {
        /// Callers name it.
        case named(Change.CallerPlace)
        /// A declaration that is used names it.
        case needed(by: String)
        case unused
    }

    /// A request, or another declaration, with all that is nested in it.
    package struct Declaration: Sendable {
        package var name: String
        package var use: Use
        package var lines: Int
        /// A call of its initializer.
        package var call: Change.CallerPlace?
        /// The properties and cases, of nested types too: `Plan.pro`.
        package var members: [Member]
    }

    package struct Member: Sendable {
        package var name: String
        package var isCase: Bool
        /// nil: callers never name it.
        package var place: Change.CallerPlace?
    }

    package struct Operation: Sendable {
        /// The name in the description.
        package var name: String
        /// The name by which `include:` chooses it. Requests for several media types share one operation.
        package var selectableName: String
        package var method: String
        package var path: String
        package var declaration: Declaration
    }

    package var api: String
    package var operations: [Operation] = []
    package var models: [Declaration] = []
    /// The lines of all generated files.
    package var lines: Int

    package init(of contract: Contract, _ code: GeneratedCode, in index: CallerIndex) {
        var index = index
        (api, lines) = (contract.name, code.lines)
        var named: [String: Change.CallerPlace] = [:]
        for declaration in code.declarations {
            if let place = index.firstUse(ofType: declaration.name) { named[declaration.name] = place }
        }
        let referrers = code.reached(from: named.keys.sorted())
        var members: [String: [Member]] = [:]
        var declaredPaths: Set<String> = []
        for declaration in contract.declarations where declaration.kind != .api {
            // A type in place that several declarations share is declared outside them.
            let path = contract.sharedPaths[declaration.path] ?? declaration.path
            guard declaredPaths.insert(path).inserted else { continue }
            let parts = path.split(separator: ".").map(String.init)
            guard let owner = parts.first else { continue }
            let prefix = parts.dropFirst().map { $0 + "." }.joined()
            let places = declaration.properties.map { ($0.name, false) } + declaration.cases.map { ($0.name, true) }
            members[owner, default: []] += places.map { name, isCase in
                Member(name: prefix + name, isCase: isCase, place: index.firstUse(of: name, in: path))
            }
        }
        func use(_ name: String) -> Use {
            if let place = named[name] { return .named(place) }
            guard let source = referrers[name] else { return .unused }
            return .needed(by: source ?? contract.name)
        }
        func declaration(_ name: String, _ lines: Int) -> Declaration {
            Declaration(
                name: name, use: use(name), lines: lines, call: index.firstCall(ofType: name),
                members: members[name] ?? [])
        }
        var requests: Set<String> = []
        var firstNames: [OperationPlace: String] = [:]
        for endpoint in contract.endpoints {
            // The first request of an operation has the operation's name.
            let place = OperationPlace(endpoint)
            let name = firstNames[place] ?? endpoint.api.name
            firstNames[place] = name
            guard let number = endpoint.declaration, case let request = contract.declarations[number].path else {
                continue
            }
            requests.insert(request)
            operations.append(
                Operation(
                    name: endpoint.api.name, selectableName: name, method: endpoint.api.method, path: endpoint.path,
                    declaration: declaration(request, code[request]?.lines ?? 0)))
        }
        models = code.declarations.filter { !requests.contains($0.name) && declaredPaths.contains($0.name) }
            .map { declaration($0.name, $0.lines) }
    }

    /// How many lines the unused declarations have.
    package var unusedLines: Int {
        (operations.map(\.declaration) + models).filter { $0.use == .unused }.reduce(0) { $0 + $1.lines }
    }
}

/// The place of an operation. The path belongs to it, since several paths may share one path item.
struct OperationPlace: Hashable {
    private let method: String
    private let path: String
    private let location: SourceLocation

    init(_ endpoint: Contract.Endpoint) {
        (method, path, location) = (endpoint.api.method, endpoint.path, endpoint.api.place)
    }
}

extension CallerIndex {
    /// The first place where a type is named.
    fileprivate mutating func firstUse(ofType path: String) -> Change.CallerPlace? { uses(ofType: path).places.first }

    fileprivate mutating func firstCall(ofType path: String) -> Change.CallerPlace? { uses(ofType: path).calls.first }

    /// The first place where a property or a case stands behind a dot, or as a label of the type's initialiser.
    fileprivate mutating func firstUse(of member: String, in type: String) -> Change.CallerPlace? {
        let name = member.hasPrefix("`") ? String(member.dropFirst().dropLast()) : member
        return [uses(ofMember: name).first, uses(ofType: type).labels[name]?.first].compactMap(\.self).min()
    }
}
