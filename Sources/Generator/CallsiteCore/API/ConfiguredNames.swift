// Looks up the names of `callsite.yaml` in dictionaries, since a configuration may name as many things as the
// description has.

/// The names in a resolved API, as its description writes them. Setting Swift names doesn't change them.
struct ConfiguredNames {
    /// The models, by name.
    let types: [String: Int]
    /// The endpoints, by name.
    let endpoints: [String: Int]
    /// The variables of the base URL, by name.
    let variables: [String: Int]
    /// By method and path: `GET /users`.
    private let operations: [String: Int]
    /// The types in place, by owner.
    private let inner: [API.NamedType.Owner: Inner]
    /// The bytes of the longest name of `types`, `endpoints` and `operations`.
    private let longest: Int
    /// The positions of the parts of each type and endpoint that was looked up.
    private var members: [Int: [String: Int]] = [:]
    private var parts: [Int: [String: EndpointPart]] = [:]

    /// A parameter, a field of the body, a case of the response or of its errors, or a header of the response, by its
    /// position.
    enum EndpointPart { case parameter(Int), field(Int), responseCase(Int), error(Int), header(Int) }

    private struct Inner {
        /// By place in a request and name: `query.state`.
        var placed: [String: [Int]] = [:]
        /// By name: types without a place in a request, and types with one.
        var unplaced: [String: [Int]] = [:]
        var named: [String: [Int]] = [:]
        /// The bytes of the longest name.
        var longest = 0

        mutating func add(_ type: API.NamedType, _ position: Int) {
            longest = max(longest, type.name.utf8.count)
            guard let place = type.position.place else { return unplaced[type.name, default: []].append(position) }
            named[type.name, default: []].append(position)
            let name = place + "." + type.name
            placed[name, default: []].append(position)
            longest = max(longest, name.utf8.count)
        }

        func called(_ name: String) -> [Int] { (placed[name] ?? []) + (unplaced[name] ?? []) + (named[name] ?? []) }
    }

    init(_ api: API) {
        var types: [String: Int] = [:]
        var inner: [API.NamedType.Owner: Inner] = [:]
        for (index, type) in api.types.enumerated() {
            if type.owner == .api {
                if types[type.name] == nil { types[type.name] = index }
                continue
            }
            inner[type.owner, default: Inner()].add(type, index)
        }
        self.types = types
        self.inner = inner
        variables = api.baseURL.variables.map(\.wireName).firstPositions
        endpoints = api.endpoints.map(\.name).firstPositions
        operations = api.endpoints.map { $0.method + " " + $0.path.text }.firstPositions
        longest = [types.keys, endpoints.keys, operations.keys].joined().lazy.map(\.utf8.count).max() ?? 0
    }

    func endpoint(called name: String) -> Int? { endpoints[name] ?? operations[name] }

    func inner(of owner: API.NamedType.Owner, called name: String) -> [Int] { inner[owner]?.called(name) ?? [] }

    /// The splits of a key such as `Order.state.open` at its dots, the longest head first. Heads that are too long for
    /// any model or endpoint are left out.
    func heads(of key: String) -> [(head: String, rest: String)] { Self.splits(key, upTo: longest) }

    /// The splits of a key whose head is a type in place of the owner.
    func heads(of key: String, in owner: API.NamedType.Owner) -> [(head: String, rest: String)] {
        Self.splits(key, upTo: inner[owner]?.longest ?? 0)
    }

    /// The splits of a key behind `baseURL.`.
    func variableHeads(of key: String) -> [(head: String, rest: String)] {
        Self.splits(key, upTo: variables.keys.lazy.map(\.utf8.count).max() ?? 0)
    }

    /// The key split at each dot whose offset is at most `limit` bytes, the last dot first.
    private static func splits(_ key: String, upTo limit: Int) -> [(head: String, rest: String)] {
        var splits: [(head: String, rest: String)] = []
        for (offset, index) in zip(0..., key.utf8.indices) where key.utf8[index] == 0x2E {
            guard offset <= limit else { break }
            let next = key.utf8.index(after: index)
            // The rest behind the dot may be empty: a value or a parameter may have no name.
            guard offset > 0 else { continue }
            splits.append((String(key[..<index]), String(key[next...])))
        }
        return splits.reversed()
    }

    // MARK: - Parts

    /// The position of the property, case or alternative `key`; `names` returns the names of each.
    mutating func member(of type: Int, called key: String, _ names: () -> [[String]]) -> Int? {
        if let positions = members[type] { return positions[key] }
        var positions: [String: Int] = [:]
        for (position, names) in names().enumerated() {
            for name in names where positions[name] == nil { positions[name] = position }
        }
        members[type] = positions
        return positions[key]
    }

    /// A part of a request or its response, also as `query.id`, `body.id` and `headers.id`; a status for a case of the
    /// response or its errors.
    mutating func part(of index: Int, in api: API, called key: String) -> EndpointPart? {
        if let positions = parts[index] { return positions[key] }
        let endpoint = api.endpoints[index]
        var positions: [String: EndpointPart] = [:]
        func add(_ names: [String], _ part: (Int) -> EndpointPart) {
            for (position, name) in names.enumerated() where positions[name] == nil { positions[name] = part(position) }
        }
        // A plain name takes precedence over one with its place in front, `query.id`.
        func add(_ names: [(place: String, name: String)], _ part: (Int) -> EndpointPart) {
            add(names.map(\.name), part)
            add(names.map { $0.place + "." + $0.name }, part)
        }
        add(endpoint.parameters.map { ($0.location.rawValue, $0.property.wireName) }) { .parameter($0) }
        add((endpoint.body?.fields ?? []).map { ("body", $0.wireName) }) { .field($0) }
        add(endpoint.response.cases.map(\.status.description)) { .responseCase($0) }
        let errors = endpoint.errors ?? api.errors
        if !errors.isOneForAll { add(errors.map(\.status.description)) { .error($0) } }
        add(endpoint.response.headers.map { ("headers", $0.wireName) }) { .header($0) }
        parts[index] = positions
        return positions[key]
    }
}
