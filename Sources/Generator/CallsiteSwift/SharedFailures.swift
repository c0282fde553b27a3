// Endpoints with the same failures share one enum of errors: an API may have a hundred endpoints with the same few
// error statuses. Each request still calls the enum `Failure`.

import CallsiteCore

/// Which endpoints have the same cases, for the same statuses.
package struct SharedFailures: Sendable {
    package struct Failure: Sendable {
        /// The name outside every type, made of the names of the cases.
        package var name: SwiftIdentifier
        package var errors: [API.ErrorCase]
    }

    /// In the order of their names.
    package private(set) var failures: [Failure] = []
    /// By the endpoint's index. Empty where nothing is shared.
    private var positions: [Int?] = []

    package init() {}

    package subscript(_ endpoint: Int) -> Failure? {
        guard positions.indices.contains(endpoint), let position = positions[endpoint] else { return nil }
        return failures[position]
    }

    /// `taken`: every name that a declaration has anywhere.
    init(_ lowering: Lowering, taken: Set<String>) {
        struct Content: Hashable {
            var status: Description.StatusPattern
            var name: String?
            var type: String
        }
        var groups: [[Content]: [Int]] = [:]
        for (index, endpoint) in lowering.api.endpoints.enumerated() {
            guard let errors = endpoint.errors, !errors.isEmpty, !errors.isOneForAll else { continue }
            guard errors.allSatisfy({ lowering.isKnownOutside($0.shape) }) else { continue }
            let content = errors.map {
                Content(status: $0.status, name: $0.swiftName, type: lowering.typeNameOutside($0.shape).text)
            }
            groups[content, default: []].append(index)
        }
        let shared = groups.filter { $0.value.count > 1 }.sorted { $0.value[0] < $1.value[0] }
        let api = lowering.api
        let wanted = shared.map { content, endpoints in
            let errors = api.endpoints[endpoints[0]].errors ?? []
            let words = Words.split(api.name)
            let cases = lowering.failureNames(lowering.failureKinds(errors)).flatMap { Words.split($0) }
            let name = words + Self.telling(cases, besides: words) + ["Failure"]
            let base = SwiftNames.finish(name, .type, name.joined())
            let identity = content.map { "\($0.status) \($0.name ?? "") \($0.type)" }.joined(separator: "\n")
            return WantedName(base, .type, base: base, identity: identity)
        }
        let resolved = ResolvedNames(
            wanted, taken: taken,
            qualified: { position, name in
                let statuses = shared[position].key.map(\.status.description)
                return [SwiftNames.finish(Words.split(name) + statuses, .type, name + statuses.joined())]
            })
        positions = Array(repeating: nil, count: api.endpoints.count)
        let sorted = zip(shared, resolved.names).sorted { $0.1.precedes($1.1) }
        for (position, (group, name)) in sorted.enumerated() {
            failures.append(
                Failure(name: SwiftIdentifier(type: name), errors: api.endpoints[group.value[0]].errors ?? []))
            for endpoint in group.value { positions[endpoint] = position }
        }
    }
}

extension SharedFailures {
    /// The words of cases that tell one failure from another, each once.
    private static func telling(_ words: [String], besides others: [String]) -> [String] {
        var said = Set(["error", "errors", "problem", "problems", "failure", "status", "response"]).union(
            others.map { $0.lowercased() })
        return words.filter { said.insert($0.lowercased()).inserted }
    }
}

extension Lowering {
    /// Whether a type means the same outside of what it is nested in.
    fileprivate func isKnownOutside(_ shape: API.Shape) -> Bool {
        switch shape {
        case .scalar: true
        case .typeParameter: false
        case .list(let inner), .dictionary(let inner), .optional(let inner): isKnownOutside(inner)
        case .named(let id, let arguments):
            (api[id].owner == .api || shared[id] != nil) && arguments.allSatisfy(isKnownOutside)
        }
    }

    /// A type in place that is shared has its shared name there.
    func typeNameOutside(_ shape: API.Shape) -> SwiftTypeName {
        typeName(shape) { SwiftTypeName(shared[$0]?.name ?? name(of: $0)) }
    }
}
