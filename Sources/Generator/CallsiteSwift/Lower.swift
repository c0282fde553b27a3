// In: a resolved API. Out: the contents of each file, with every name chosen and every string escaped. All names of a
// scope are resolved at once, so that none depends on the order or, unless two want the same, on its neighbours.

import CallsiteCore

package func lower(_ api: API, _ options: Options, _ diagnostics: inout Diagnostics) -> [SwiftFile] {
    let lowering = Lowering(api, options)
    lowering.nameEverything(&diagnostics)
    return lowering.files(&diagnostics)
}

/// The names that the files declare outside every type, once each.
package func declarations(_ files: [SwiftFile]) -> [String] {
    let members = files.flatMap { file in
        (file.api.map { ["API." + $0.member.name] } ?? [])
            + (file.api?.flows ?? []).map { "OAuth2Flow." + $0.name.name }
    }
    if let namespace = files.lazy.compactMap(\.namespace).first { return [namespace.name] + members }
    return members
        + files.flatMap { file in
            [file.api?.protocolName, file.api?.failureEnum?.name, file.api?.links?.name].compactMap { $0?.name }
                + file.requests.flatMap { [$0.name.name] + ($0.provider.map { [$0.name.name] } ?? []) }
                + file.types.compactMap(\.name)
        }
}

extension SwiftType {
    fileprivate var name: String? {
        switch self {
        case .structure(let structure): structure.name.name
        case .enumeration(let enumeration): enumeration.name.name
        case .union(let union): union.name.name
        case .alias(let alias): alias.name.name
        case .date(let date): date.name.name
        case .failure(let failure): failure.name.name
        case .nothing: nil
        }
    }
}

/// The state that the steps of `lower` share.
package final class Lowering {
    package let api: API
    package let options: Options
    let access: SwiftAccess
    let enumAttribute: SwiftEnumAttribute?
    let reservedTypes: Set<String>
    private let hasOwnTypes: Bool
    /// The enums in place of base URL variables.
    let variableTypes: Set<API.TypeID>
    /// The Swift name of each type, by `TypeID.index`: simple, since a nested type is named inside its owner only.
    package var typeNames: [SwiftIdentifier] = []
    /// The names of an object's properties, or of an enum's or a union's cases, by `TypeID.index`.
    package var memberNames: [[String]] = []
    package var endpointNames: [SwiftIdentifier] = []
    /// The names in each request, by the endpoint's index.
    package var requestNames: [RequestNames] = []
    /// The declarations that could not have the names they wanted.
    package var clashes: [NameClash] = []
    /// The provider and the link's case of each endpoint that links lead to, by the endpoint's index.
    var providerNames: [Int: (type: SwiftIdentifier, enumCase: SwiftIdentifier)] = [:]
    /// The type that finds the providers.
    var linkName: SwiftIdentifier?
    /// The field values that identify a union's alternatives if it has no discriminator, by `TypeID.index`.
    package internal(set) var unionMarks: [UnionMarks?] = []
    /// The types in place that are declared once, for all that use them.
    package internal(set) var shared = SharedShapes()
    /// The enums of errors that are declared once, for all endpoints that fail alike.
    package internal(set) var sharedFailures = SharedFailures()
    /// The alternative of each union, and the types without a value, once fixtures are made.
    var fixtureChoices = FixtureChoices([])
    /// The types that are declared in place, by owner.
    package private(set) var nested: [API.NamedType.Owner: [API.TypeID]] = [:]
    /// The number of types in place with each name in the description, by owner.
    private(set) var nestedNames: [API.NamedType.Owner: [String: Int]] = [:]
    /// `GitHubRequestType`.
    let protocolName: SwiftIdentifier
    /// `GitHubFailure`: the type of failures for endpoints that declare none.
    package let failureName: SwiftIdentifier

    package init(_ api: API, _ options: Options) {
        self.api = api
        self.options = options
        access = SwiftAccess(options.access)
        enumAttribute = SwiftEnumAttribute(options)
        hasOwnTypes = api.types.contains { $0.ownType != nil }
        variableTypes = Set(
            api.baseURL.variables.compactMap { variable in
                guard case .named(let id, _) = variable.shape, api[id].name.hasPrefix(api.name + "_") else {
                    return nil
                }
                return id
            })
        var reserved = ReservedNames.types.union(options.runtimeTypes ?? []).union(
            api.links.isEmpty ? [] : ReservedNames.linkTypes)
        reserved.formUnion(api.types.compactMap { $0.ownType?.name })
        if let namespace = options.namespace { reserved.insert(SwiftNames.name(for: namespace, .type)) }
        reservedTypes = reserved
        protocolName = SwiftIdentifier(
            type: Self.free(api.name + "RequestType", among: reservedTypes, prefix: api.name + "API"))
        failureName = SwiftIdentifier(
            type: Self.free(api.name + "Failure", among: reservedTypes, prefix: api.name + "API"))
        for index in api.types.indices where api.types[index].owner != .api {
            nested[api.types[index].owner, default: []].append(.init(index: index))
            nestedNames[api.types[index].owner, default: [:]][api.types[index].name, default: 0] += 1
        }
    }

    /// The enum that contains every declaration.
    package var namespace: SwiftIdentifier? {
        options.namespace.map { SwiftIdentifier(type: SwiftNames.name(for: $0, .type)) }
    }

    /// The module that the others import, if there are several.
    var commonModule: String { SwiftNames.name(for: api.name, .type) }

    package func name(of id: API.TypeID) -> SwiftIdentifier { typeNames[id.index] }

    // MARK: - Files

    package func files(_ diagnostics: inout Diagnostics) -> [SwiftFile] {
        let selected = selectedAliases(&diagnostics)
        let parts = fileParts()
        let common = CommonTypes(parts)
        var files = [apiFile()] + parts.map { file(of: $0, common, selected) }
        for index in files.indices { files[index].header += [files[index].productsComment].compactMap(\.self) }
        if let fixtures = fixturesFile(file("\(ownName)+Fixtures")) { files.append(fixtures) }
        return files
    }

    /// A file that declares nothing yet.
    private func file(_ name: String) -> SwiftFile {
        let header = SwiftComment(
            "Generated by Callsite \(options.version) from \(api.fileName). Edits will be lost: change \(api.fileName) instead."
        )
        return SwiftFile(
            name: FileNames.fileName(name), header: [header], access: access,
            embedsRuntime: options.runtimeTypes != nil, namespace: namespace)
    }

    /// The file of the API itself, with its links and the enums of its base URL.
    private func apiFile() -> SwiftFile {
        var file = file(options.shards == nil ? ownName : FileNames.apiShard)
        file.module = options.splitsModules ? commonModule : nil
        file.api = lowerAPI(namespace)
        file.api?.links = lowerLinks()
        file.add(.runtime)
        if linkName != nil { file.add(.store) }
        for variable in api.baseURL.variables {
            if case .named(let id, _) = variable.shape, api[id].owner == .api, variableTypes.contains(id) {
                file.types.append(lowerType(id))
            }
        }
        // A deep link is read from a `URL`.
        file.importsFoundation = linkName != nil || api.baseURL.variables.contains { usesFoundation($0.shape) }
        return file
    }

    private func file(
        of part: FilePart, _ common: CommonTypes, _ selected: [AliasHolder: [SwiftType]]
    ) -> SwiftFile {
        var file = file(part.name)
        let shapes = shapes(of: part)
        if options.splitsModules {
            file.module = part.module ?? commonModule
            // Every request names the API's protocol. Swift warns of an import that nothing needs.
            if part.module != nil, !part.isModels || shapes.contains(where: { names(common, $0) }) {
                file.modules = [SwiftIdentifier(commonModule)]
            }
        }
        if let summary = part.summary { file.header.append(SwiftComment(summary)) }
        for index in part.endpoints {
            var request = lowerRequest(index)
            request.provider = lowerProvider(index, request)
            if request.provider != nil { file.add(.store, isNamed: options.access != .package) }
            if request.pagination != nil { file.add(.pagination) }
            if !request.conditions.isEmpty { file.add(.toolkit, isNamed: options.access == .internal) }
            file.requests.append(request)
            file.types += selected[.endpoint(index)] ?? []
            addTransfers(of: api.endpoints[index], to: &file)
        }
        for id in part.models { file.types += [lowerType(id)] + (selected[.model(id)] ?? []) }
        for shape in part.shapes { file.types += [lowerShape(shape)] + aliases(of: shape) }
        file.types += part.failures.map(lowerFailure)
        addImports(for: shapes, to: &file)
        if hasDateFormats(part) { file.add(.toolkit) }
        if !part.isModels || !part.shapes.isEmpty || !part.failures.isEmpty || part.models.contains(where: usesRuntime)
        {
            file.add(.runtime)
        }
        file.conformances = conditionalConformances(part.models, in: namespace.map { SwiftTypeName($0) })
        return file
    }

    /// The shapes that the declarations of a file name.
    private func shapes(of part: FilePart) -> [API.Shape] {
        part.endpoints.flatMap { shapes(ofEndpoint: $0) } + part.models.flatMap { shapes(of: $0) }
            + part.shapes.flatMap { shapes(of: $0.original) } + part.failures.flatMap { $0.errors.map(\.shape) }
    }

    private func names(_ common: CommonTypes, _ shape: API.Shape) -> Bool {
        shape.namedTypes.contains { id in
            common.models.contains(id) || shared[id].map { common.shapes.contains($0.original) } ?? false
        }
    }

    private func usesFoundation(_ shape: API.Shape) -> Bool {
        switch shape {
        case .scalar(.decimal), .scalar(.date), .scalar(.url), .scalar(.uuid), .scalar(.data): true
        case .scalar, .typeParameter: false
        case .list(let inner), .dictionary(let inner), .optional(let inner): usesFoundation(inner)
        case .named(_, let arguments): arguments.contains { usesFoundation($0) }
        }
    }

    /// The shapes that the declaration of a type names, with those of its nested types.
    func shapes(of id: API.TypeID) -> [API.Shape] {
        api[id].shapes + shapes(inside: .type(id))
    }

    private func shapes(inside owner: API.NamedType.Owner) -> [API.Shape] {
        (nested[owner] ?? []).filter { shared[$0] == nil }.flatMap { shapes(of: $0) }
    }

    /// Whether a declaration, or one nested in it, is a date in a format of the server's own.
    private func hasDateFormats(_ part: FilePart) -> Bool {
        func isDate(_ id: API.TypeID) -> Bool {
            if case .date = api[id].content { true } else { isDate(inside: .type(id)) }
        }
        func isDate(inside owner: API.NamedType.Owner) -> Bool {
            (nested[owner] ?? []).contains { shared[$0] == nil && isDate($0) }
        }
        return part.endpoints.contains { isDate(inside: .endpoint($0)) }
            || (part.models + part.shapes.map(\.original)).contains(where: isDate)
    }

    func shapes(ofEndpoint index: Int) -> [API.Shape] {
        let endpoint = api.endpoints[index]
        var shapes = endpoint.parameters.map(\.property.shape) + [endpoint.response.shape]
        shapes += endpoint.response.headers.map(\.shape) + endpoint.response.cases.map(\.shape)
        if sharedFailures[index] == nil { shapes += (endpoint.errors ?? []).map(\.shape) }
        switch endpoint.body?.content {
        // A file has a type of the runtime.
        case .fields(let properties)?:
            shapes += properties.filter { endpoint.body?.encoding != .multipart || !isFile($0, in: endpoint.body) }.map(
                \.shape)
        case .whole(let shape, _)?: if endpoint.body?.encoding != .binary { shapes.append(shape) }
        case nil: break
        }
        return shapes + self.shapes(inside: .endpoint(index))
    }

    /// Adds the imports for the shapes that a file names.
    private func addImports(for shapes: [API.Shape], to file: inout SwiftFile) {
        file.importsFoundation = file.importsFoundation || shapes.contains { usesFoundation($0) }
        guard hasOwnTypes else { return }
        let modules = shapes.flatMap(\.namedTypes).compactMap { api[$0].ownType?.module }
        file.modules = Set(file.modules.map(\.name)).union(modules).sortedByBytes().map { SwiftIdentifier($0) }
    }

    /// Files, multipart bodies and streams are in a module of their own, which most descriptions don't need.
    private func addTransfers(of endpoint: API.Endpoint, to file: inout SwiftFile) {
        if endpoint.response.stream != nil { file.add(.transfers) }
        switch endpoint.body?.encoding {
        case .binary: file.add(.transfers)
        case .multipart:
            var hasFiles = false
            if case .fields(let fields)? = endpoint.body?.content {
                hasFiles = fields.contains { isFile($0, in: endpoint.body) }
            }
            file.add(.transfers, isNamed: hasFiles || options.access == .internal)
        default: break
        }
    }

    private func isFile(_ part: API.Property, in body: API.Body?) -> Bool {
        fileType(part.shape, isEachNamed: body?.encodings[part.wireName]?.style == .form) != nil
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
    /// The user's own type; nil: the type is generated.
    package var ownType: OwnType? { if case .own(let type) = content { type } else { nil } }
}

extension API.NamedType.Owner {
    var isEndpoint: Bool { if case .endpoint = self { true } else { false } }
}
