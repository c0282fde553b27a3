// Endpoints with the same failures share one enum of errors: an API may have a hundred endpoints with the same few
// error statuses. Each request still calls the enum `Failure`.

import CallsiteCore

/// The endpoints that have the same error cases for the same statuses.
package struct SharedFailures: Sendable {
    package struct Failure: Sendable {
        /// The name outside every type, made of the names of the cases.
        package var name: SwiftIdentifier
        package var errors: [API.ErrorCase]
    }

    /// In the order of their names.
    package private(set) var failures: [Failure] = []
    /// The positions in `failures` by the endpoint's index. Empty: nothing is shared.
    private var positions: [Int?] = []

    package init() {}

    package subscript(_ endpoint: Int) -> Failure? {
        guard positions.indices.contains(endpoint), let position = positions[endpoint] else { return nil }
        return failures[position]
    }

    /// `usedNames`: every name that a declaration has anywhere.
    init(_ lowering: Lowering, _ shapes: SharedShapes, usedNames: Set<String>) {
        let usedNames = usedNames.union(shapes.shapes.flatMap { [$0.name.name] + $0.aliases.map(\.name) })
        struct Content: Hashable {
            var status: Description.StatusPattern
            var name: String?
            var type: String
        }
        var groups: [[Content]: [Int]] = [:]
        for (index, endpoint) in lowering.api.endpoints.enumerated() {
            guard let errors = endpoint.errors, !errors.isEmpty, !errors.isOneForAll else { continue }
            guard errors.allSatisfy({ lowering.isKnownOutside($0.shape, shapes) }) else { continue }
            let content = errors.map {
                Content(status: $0.status, name: $0.swiftName, type: lowering.typeNameOutside($0.shape, shapes).text)
            }
            groups[content, default: []].append(index)
        }
        let shared = groups.filter { $0.value.count > 1 }.sorted { $0.value[0] < $1.value[0] }
        let api = lowering.api
        func errors(_ position: Int) -> [API.ErrorCase] { api.endpoints[shared[position].value[0]].errors ?? [] }
        func name(_ position: Int, saysStatus: Bool = false) -> String {
            lowering.failureName(for: lowering.distinction(of: errors(position), saysStatus: saysStatus))
        }
        let wishes = shared.indices.map { position in
            let base = name(position)
            let identity = shared[position].key.map { "\($0.status) \($0.name ?? "") \($0.type)" }
            return WantedName(base, .type, base: base, identity: identity.joined(separator: "\n"))
        }
        let resolved = ResolvedNames(
            wishes, usedNames: usedNames, qualified: { position, _ in [name(position, saysStatus: true)] })
        positions = Array(repeating: nil, count: api.endpoints.count)
        let sorted = zip(shared.indices, resolved.names).sorted { $0.1.precedes($1.1) }
        // If both names are used already, requests keep a failure of their own.
        for (position, label) in sorted where label == name(position) || label == name(position, saysStatus: true) {
            for endpoint in shared[position].value { positions[endpoint] = failures.count }
            failures.append(Failure(name: SwiftIdentifier(type: label), errors: errors(position)))
        }
    }
}

extension Lowering {
    /// The names of the errors that differ from the API's own: of the bodies that the API has for no status, or, if
    /// there are no such bodies, of those that it has for other statuses. A body without a name is called by its
    /// statuses.
    fileprivate func distinction(of errors: [API.ErrorCase], saysStatus: Bool) -> [String] {
        let own = errors.filter { error in
            let common = api.errors.first(covering: error.status)
            return common?.shape != error.shape || common?.swiftName != error.swiftName
        }
        let known = Set(api.errors.map(\.shape))
        let new = own.filter { !known.contains($0.shape) }
        var names: [String] = []
        var bodies: Set<API.Shape> = []
        for error in saysStatus || new.isEmpty ? own : new {
            var name: String?
            if let chosen = error.swiftName {
                name = SwiftNames.name(for: chosen, .type)
            } else if case .named(let id, _) = error.shape, isNamed(error.shape) {
                name = self.name(of: id).name
            }
            if saysStatus || name == nil { names.append(Words.upperCamel(error.status.failureWords)) }
            if let name, bodies.insert(error.shape).inserted { names.append(name) }
        }
        return names
    }

    /// The API's name, as many of the parts as fit without a cut, and `Failure`.
    fileprivate func failureName(for parts: [String]) -> String {
        let api = failureName.name.dropLast("Failure".count)
        var name = ""
        // The name may be long, since callers rarely write it: a request calls it `Failure`.
        for part in parts where api.utf8.count + name.utf8.count + part.utf8.count + 7 <= SwiftNames.limit {
            name += name.isEmpty && part.hasPrefix(api) ? part.dropFirst(api.count) : part[...]
        }
        return api + name + "Failure"
    }
}

extension Lowering {
    /// Whether a type's name means the same outside the type that it is nested in.
    fileprivate func isKnownOutside(_ shape: API.Shape, _ shared: SharedShapes) -> Bool {
        switch shape {
        case .scalar: true
        case .typeParameter: false
        case .list(let inner), .dictionary(let inner), .optional(let inner): isKnownOutside(inner, shared)
        case .named(let id, let arguments):
            (api[id].owner == .api || shared[id] != nil) && arguments.allSatisfy { isKnownOutside($0, shared) }
        }
    }

    /// A type in place that is shared has its shared name there.
    func typeNameOutside(_ shape: API.Shape, _ shared: SharedShapes) -> SwiftTypeName {
        typeName(shape) { SwiftTypeName(shared[$0]?.name ?? name(of: $0)) }
    }
}
