// In: a resolved API. Out: what each file holds, every name chosen and every text escaped. All names of a scope are
// resolved at once, so that none depends on the order or, unless two want the same, on its neighbours.

func lower(_ api: API, _ options: Options, _ diagnostics: inout Diagnostics) -> [SwiftFile] {
    var lowering = Lowering(api, options)
    lowering.nameTypes(&diagnostics)
    lowering.nameEndpoints(&diagnostics)
    lowering.nameProviders()
    return lowering.files(&diagnostics)
}

/// The names that the files declare outside every type, once each.
func declarations(_ files: [SwiftFile]) -> [String] {
    if let namespace = files.lazy.compactMap(\.namespace).first { return [namespace.name] }
    return files.flatMap { file in
        [file.api?.protocolName, file.api?.failureEnum?.name, file.api?.links?.name].compactMap { $0?.name }
            + file.requests.flatMap { [$0.name.name] + ($0.provider.map { [$0.name.name] } ?? []) }
            + file.types.compactMap(\.name)
    }
}

extension SwiftType {
    fileprivate var name: String? { (structure?.name ?? enumeration?.name ?? union?.name ?? alias?.name)?.name }
}

/// What the steps of `lower` share.
struct Lowering {
    let api: API
    let options: Options
    let access: SwiftAccess
    let reservedTypes: Set<String>
    private let hasOwnTypes: Bool
    /// The Swift name of each type, by `TypeID.index`: simple, since a nested type is named inside its owner only.
    var typeNames: [SwiftIdentifier] = []
    var endpointNames: [SwiftIdentifier] = []
    /// Of the endpoints that links lead to: the provider, and the case of the link.
    var providerNames: [Int: (type: SwiftIdentifier, enumCase: SwiftIdentifier)] = [:]
    /// What finds them.
    var linkName: SwiftIdentifier?
    /// The types that are declared in place, by owner.
    private(set) var nested: [API.NamedType.Owner: [API.TypeID]] = [:]

    init(_ api: API, _ options: Options) {
        self.api = api
        self.options = options
        access = SwiftAccess(options.access)
        hasOwnTypes = api.types.contains { $0.ownType != nil }
        let ownTypes = api.types.compactMap { $0.ownType?.name }
        reservedTypes = ReservedNames.types.union(ownTypes).union(options.runtimeTypes ?? []).union(
            api.links.isEmpty ? [] : ReservedNames.linkTypes)
        for index in api.types.indices where api.types[index].owner != .api {
            nested[api.types[index].owner, default: []].append(.init(index: index))
        }
    }

    func name(of id: API.TypeID) -> SwiftIdentifier { typeNames[id.index] }

    // MARK: - Names of types

    mutating func nameTypes(_ diagnostics: inout Diagnostics) {
        let top = api.types.indices.filter { api.types[$0].owner == .api && api.types[$0].ownType == nil }
        let prefix = api.name
        // A model of a name that files need unqualified takes the API's in front.
        let plain = top.map { SwiftNames.name(for: api.types[$0].swiftName ?? api.types[$0].name, .type) }
        let taken = Set(plain)
        let wanted = zip(top, plain).map { index, name -> WantedName in
            guard reservedTypes.contains(name) || name == prefix + "RequestType" else {
                return WantedName(api.types[index].name, pinned: api.types[index].swiftName, .type)
            }
            // `GitHubError` may be declared already: `GitHubErrorModel` then.
            let renamed = taken.contains(prefix + name) ? prefix + name + "Model" : prefix + name
            if Scalar(rawValue: name) == nil {
                diagnostics.report(.renamedModel(api.types[index].name, renamed, at: api.types[index].place))
            }
            return WantedName(api.types[index].name, pinned: renamed, .type)
        }
        let resolved = ResolvedNames(wanted)
        reportClashes(
            resolved.clashes.filter { group in group.allSatisfy { wanted[$0].pinned == nil } }, of: "types", resolved.names, &diagnostics
        ) {
            (api.types[top[$0]].name, api.types[top[$0]].place)
        }
        typeNames = api.types.map { SwiftIdentifier(type: SwiftNames.name(for: $0.name, .type)) }
        for (index, type) in api.types.enumerated() { if let own = type.ownType { typeNames[index] = SwiftIdentifier(type: own.name) } }
        for (position, index) in top.enumerated() { typeNames[index] = SwiftIdentifier(type: resolved.names[position]) }
        for index in top { nameNested(in: .type(.init(index: index)), outer: [typeNames[index].name], &diagnostics) }
        for index in api.endpoints.indices { nameNested(in: .endpoint(index), outer: [], &diagnostics) }
    }

    /// Names inside an owner meet nobody outside it, but for what the owner itself refers to.
    private mutating func nameNested(in owner: API.NamedType.Owner, outer: Set<String>, _ diagnostics: inout Diagnostics) {
        guard let ids = nested[owner] else { return }
        var reserved = reservedTypes.union(outer)
        reserved.formUnion(referencedNames(from: owner))
        let wanted = ids.map { id -> WantedName in
            // The model in place that is the response is called so: it is the request's `Response`.
            let isResponse = api.types[id.index].name == "response" && owner.isEndpoint
            return WantedName(api.types[id.index].name, pinned: isResponse ? "Response" : nil, .type)
        }
        let resolved = ResolvedNames(wanted, reserved: reserved)
        for (position, id) in ids.enumerated() { typeNames[id.index] = SwiftIdentifier(type: resolved.names[position]) }
        for id in ids { nameNested(in: .type(id), outer: outer.union([name(of: id).name]), &diagnostics) }
    }

    /// The names of top-level types and type parameters that an owner and what is nested in it refer to.
    private func referencedNames(from owner: API.NamedType.Owner) -> Set<String> {
        var names: Set<String> = []
        func add(_ shape: API.Shape) {
            switch shape {
            case .scalar: break
            case .typeParameter(let name): names.insert(name)
            case .list(let inner), .dictionary(let inner), .optional(let inner): add(inner)
            case .named(let id, let arguments):
                if api[id].owner == .api { names.insert(name(of: id).name) }
                arguments.forEach(add)
            }
        }
        func add(content: API.NamedType.Content) {
            switch content {
            case .object(let properties): for property in properties { add(property.shape) }
            case .union(let union): for alternative in union.alternatives { add(alternative.shape) }
            case .alias(let target): add(target)
            case .enumeration, .own: break
            }
        }
        switch owner {
        case .api: break
        case .type(let id): add(content: api[id].content)
        case .endpoint(let index):
            let endpoint = api.endpoints[index]
            for parameter in endpoint.parameters { add(parameter.property.shape) }
            add(endpoint.response.shape)
            for header in endpoint.response.headers { add(header.shape) }
            for errorCase in endpoint.errors ?? api.errors { add(errorCase.shape) }
            switch endpoint.body?.content {
            case .fields(let properties)?: for property in properties { add(property.shape) }
            case .whole(let shape, _)?: add(shape)
            case nil: break
            }
        }
        for id in nested[owner] ?? [] { names.formUnion(referencedNames(from: .type(id))) }
        return names
    }

    mutating func nameEndpoints(_ diagnostics: inout Diagnostics) {
        let taken = Set(api.types.indices.filter { api.types[$0].owner == .api }.map { typeNames[$0].name })
        func request(_ name: String) -> String { name.hasSuffix("Request") ? name : name + "Request" }
        let wanted = api.endpoints.map { WantedName(request($0.name), pinned: $0.swiftName.map(request), .type) }
        var resolved = ResolvedNames(wanted)
        reportClashes(resolved.clashes, of: "endpoints", resolved.names, &diagnostics) { (api.endpoints[$0].name, api.endpoints[$0].place) }
        for (index, name) in resolved.names.enumerated() where taken.contains(name) || reservedTypes.contains(name) {
            resolved.names[index] = String(name.dropLast(7)) + api.name + "Request"
            diagnostics.report(.renamedEndpoint(api.endpoints[index].name, resolved.names[index], at: api.endpoints[index].place))
        }
        endpointNames = resolved.names.map { SwiftIdentifier(type: $0) }
    }

    func reportClashes(
        _ clashes: [[Int]], of what: String, _ names: [String], _ diagnostics: inout Diagnostics,
        _ holder: (Int) -> (String, SourceLocation)
    ) {
        // The same text twice is an error of its own.
        for group in clashes where Set(group.map { holder($0).0 }).count > 1 {
            let (_, place) = holder(group[group.count - 1])
            let (_, first) = holder(group[0])
            diagnostics.report(
                .nameClash(group.map { holder($0).0 }, group.map { names[$0] }, of: what, at: place, first: first))
        }
    }

    // MARK: - Files

    func files(_ diagnostics: inout Diagnostics) -> [SwiftFile] {
        let namespace = options.namespace.map { SwiftIdentifier(type: SwiftNames.name(for: $0, .type)) }
        let header = [
            SwiftComment(
                "Generated by Callsite \(options.version) from \(api.fileName). Edits will be lost: change \(api.fileName) instead.")
        ]
        func file(_ name: String) -> SwiftFile {
            .init(
                name: FileNames.fileName(name), header: header, access: access, importsRuntime: options.runtimeTypes == nil,
                namespace: namespace)
        }
        var apiFile = file(options.shards == nil ? api.name : FileNames.apiShard)
        apiFile.api = lowerAPI(namespace)
        apiFile.api?.links = lowerLinks()
        apiFile.importsStore = linkName != nil
        for variable in api.baseURL.variables {
            if case .named(let id, _) = variable.shape, api[id].owner == .api, isVariableType(id) {
                apiFile.types.append(lowerType(id, &diagnostics))
            }
        }
        // A link is made of a URL.
        apiFile.importsFoundation = linkName != nil || api.baseURL.variables.contains { usesFoundation($0.shape) }
        var files = [apiFile]

        for (name, endpoints) in requestFiles() where !endpoints.isEmpty {
            var file = file(name)
            for index in endpoints {
                var request = lowerRequest(index, &diagnostics)
                request.provider = lowerProvider(index, request)
                file.importsStore = file.importsStore || request.provider != nil
                file.requests.append(request)
                addImports(for: shapes(ofEndpoint: index), to: &file)
            }
            files.append(file)
        }
        for (name, models) in modelFiles() where !models.isEmpty {
            var file = file(name)
            for id in models {
                file.types.append(lowerType(id, &diagnostics))
                addImports(for: shapes(of: api[id].content, owner: .type(id)), to: &file)
            }
            file.importsRuntime = file.importsRuntime && models.contains { usesRuntime($0) }
            file.conformances = conditionalConformances(models, in: namespace)
            files.append(file)
        }
        if let fixtures = fixturesFile(file("\(api.name)+Fixtures")) { files.append(fixtures) }
        return files
    }

    /// A file for each tag, in the order of their names, then the endpoints without one.
    private func requestFiles() -> [(name: String, endpoints: [Int])] {
        let generated = Array(api.endpoints.indices)
        if let shards = options.shards {
            return sharded(generated, among: shards, "Requests") { endpointNames[$0].name }
        }
        var tags: [String] = []
        for index in generated { if let tag = api.endpoints[index].tag, !tags.contains(tag) { tags.append(tag) } }
        let names = ResolvedNames(tags.map { WantedName($0, .type) }, reserved: ["Models", "Requests"], suffix: "Tag").names
        let distinct = FileNames.distinct(names)
        var byTag: [(name: String, endpoints: [Int])] = zip(tags, distinct).map { tag, name in
            ("\(api.name)+\(name)", generated.filter { api.endpoints[$0].tag == tag })
        }
        byTag.sort { $0.name < $1.name }
        byTag.append(("\(api.name)+Requests", generated.filter { api.endpoints[$0].tag == nil }))
        return byTag
    }

    private func modelFiles() -> [(name: String, models: [API.TypeID])] {
        let models = api.types.indices.map(API.TypeID.init(index:)).filter {
            api[$0].owner == .api && !isVariableType($0) && api[$0].ownType == nil
        }
        guard let shards = options.shards else { return [("\(api.name)+Models", models)] }
        return sharded(models, among: shards, "Models") { name(of: $0).name }
    }

    /// By a hash of the name, so that a change of one changes one file, whatever else there is.
    private func sharded<Element>(
        _ elements: [Element], among count: Int, _ kind: String, _ name: (Element) -> String
    ) -> [(name: String, [Element])] {
        var shards = [[Element]](repeating: [], count: max(1, count))
        for element in elements { shards[FileNames.shard(of: name(element), among: shards.count)].append(element) }
        return shards.enumerated().map { (FileNames.shardName(kind, $0.offset), $0.element) }
    }

    /// An enum in place of a base URL variable.
    private func isVariableType(_ id: API.TypeID) -> Bool {
        api.baseURL.variables.contains { if case .named(id, _) = $0.shape { api[id].name.hasPrefix(api.name + "_") } else { false } }
    }

    private func usesFoundation(_ shape: API.Shape) -> Bool {
        switch shape {
        case .scalar(.decimal), .scalar(.date), .scalar(.url), .scalar(.uuid), .scalar(.data): true
        case .scalar, .typeParameter: false
        case .list(let inner), .dictionary(let inner), .optional(let inner): usesFoundation(inner)
        case .named(_, let arguments): arguments.contains(where: usesFoundation)
        }
    }

    /// What the declaration of a type names, with what is nested in it.
    private func shapes(of content: API.NamedType.Content, owner: API.NamedType.Owner) -> [API.Shape] {
        let here: [API.Shape] =
            switch content {
            case .object(let properties): properties.map(\.shape)
            case .union(let union): union.alternatives.map(\.shape)
            case .alias(let target): [target]
            case .enumeration, .own: []
            }
        return here + (nested[owner] ?? []).flatMap { shapes(of: api[$0].content, owner: .type($0)) }
    }

    private func shapes(ofEndpoint index: Int) -> [API.Shape] {
        let endpoint = api.endpoints[index]
        var shapes = endpoint.parameters.map(\.property.shape) + [endpoint.response.shape] + endpoint.response.headers.map(\.shape)
        shapes += endpoint.response.cases.map(\.shape) + (endpoint.errors ?? []).map(\.shape)
        switch endpoint.body?.content {
        // Files are of a type of the runtime.
        case .fields(let properties)?:
            shapes += properties.map(\.shape).filter { endpoint.body?.encoding != .multipart || fileType($0) == nil }
        case .whole(let shape, _)?: if endpoint.body?.encoding != .binary { shapes.append(shape) }
        case nil: break
        }
        return shapes + (nested[.endpoint(index)] ?? []).flatMap { self.shapes(of: api[$0].content, owner: .type($0)) }
    }

    /// The modules of the user's own types that these name.
    private func modules(of shapes: [API.Shape]) -> [String] {
        shapes.flatMap { shape -> [String] in
            switch shape {
            case .scalar, .typeParameter: []
            case .list(let inner), .dictionary(let inner), .optional(let inner): modules(of: [inner])
            case .named(let id, let arguments): [api[id].ownType?.module].compactMap(\.self) + modules(of: arguments)
            }
        }
    }

    /// What a file must import for what it names.
    private func addImports(for shapes: [API.Shape], to file: inout SwiftFile) {
        file.importsFoundation = file.importsFoundation || shapes.contains(where: usesFoundation)
        guard hasOwnTypes else { return }
        let modules = Set(file.modules.map(\.name)).union(modules(of: shapes))
        file.modules = modules.sorted().map { SwiftIdentifier($0) }
    }

    /// An alias of a standard type needs no import of the runtime, and Swift warns of one that isn't used.
    private func usesRuntime(_ id: API.TypeID) -> Bool {
        guard case .alias(let target) = api[id].content else { return true }
        func uses(_ shape: API.Shape) -> Bool {
            switch shape {
            case .scalar(.json), .scalar(.day), .scalar(.timestamp), .scalar(.timestampMilliseconds): true
            case .scalar, .typeParameter, .named: false
            case .list(let inner), .dictionary(let inner), .optional(let inner): uses(inner)
            }
        }
        return uses(target) || !api[id].typeParameters.isEmpty
    }
}

extension API.NamedType {
    /// nil: it is declared.
    var ownType: OwnType? { if case .own(let type) = content { type } else { nil } }
}

extension API.NamedType.Owner {
    var isEndpoint: Bool { if case .endpoint = self { true } else { false } }
}

extension Diagnostic {
    static func renamedModel(_ name: String, _ swiftName: String, at place: SourceLocation) -> Self {
        .warning(
            "renamed-type", "'\(name)' is a name that generated code needs, so the type is called '\(swiftName)'",
            help: "'renames:' in callsite.yaml chooses another",
            at: place)
    }
    static func renamedEndpoint(_ name: String, _ swiftName: String, at place: SourceLocation) -> Self {
        .warning("renamed-endpoint", "the name that '\(name)' would give is taken, so the request is called '\(swiftName)'", at: place)
    }
    static func nameClash(_ raws: [String], _ names: [String], of what: String, at place: SourceLocation, first: SourceLocation) -> Self {
        let given = zip(raws, names).map { "'\($0)' is '\($1)'" }.joined(separator: ", ")
        return .warning(
            "name-clash", "these \(what) want the same Swift name: \(given)", help: "'renames:' in callsite.yaml chooses others", at: place,
            notes: [.init("the first is here", at: first)])
    }
}
