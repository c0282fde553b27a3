// Chooses every printed name before anything is printed. `ResolvedNames` resolves all names of a scope at once; this
// file says what each scope holds, which declarations go first in it, and which other names they may have. At the top
// level, the API's own names go first, then requests, then schemas and the types made of their parts. If a schema and a
// request want the same name, the request keeps it: there may be a thousand such schemas, and `TransactionsGetRequest`
// is the better name for a request.

import CallsiteCore

/// The properties of a request, in the order of its parameters and of its body's fields. A body that is one value has
/// one name.
package struct RequestNames {
    package let parameters: [String]
    package let body: [String]
    package let headers: [String]
}

extension Lowering {
    package func nameEverything(_ diagnostics: inout Diagnostics) {
        nameEndpoints()
        nameTypes()
        memberNames = api.types.indices.map { nameMembers(of: .init(index: $0)) }
        // These aren't names, but the values that cases are known by.
        unionMarks = api.unionMarks()
        requestNames = api.endpoints.indices.map { nameRequest($0) }
        nameProviders()
        if options.sharesShapes {
            let usedNames = allNames
            shared = SharedShapes(self, usedNames: usedNames)
            sharedFailures = SharedFailures(self, shared, usedNames: usedNames)
        }
        reportClashes(&diagnostics)
    }

    /// The name itself, or a variant of it if generated code needs that name.
    static func free(_ name: String, among reserved: Set<String>, prefix: String) -> String {
        guard reserved.contains(name) else { return name }
        return name.hasPrefix(prefix) ? name + "Model" : prefix + name
    }

    /// The top-level names that nothing else may have.
    private var ownNames: Set<String> {
        var names: Set<String> = [protocolName.name]
        if !api.errors.isEmpty, !api.errors.isOneForAll { names.insert(failureName.name) }
        return names
    }

    /// The names that are declared in any scope, and those that are reserved.
    var allNames: Set<String> {
        var names = ownNames.union(reservedTypes).union(endpointNames.map(\.name)).union(typeNames.map(\.name))
        names.formUnion(providerNames.values.map(\.type.name))
        names.formUnion([linkName?.name, ownName + "Examples"].compactMap(\.self))
        for type in api.types { names.formUnion(type.typeParameters) }
        return names
    }

    // MARK: - Requests

    /// The requests' names alone; nothing that is named later changes them.
    package func nameEndpoints() {
        func request(_ name: String) -> String { name.hasSuffix("Request") ? name : name + "Request" }
        // In scripts without capitals the suffix `Request` tells a request from a member.
        func core(_ text: String) -> String {
            let name = SwiftNames.name(for: text, .type, limit: SwiftNames.limit - 7)
            return SwiftNames.withoutValue(name, of: text) ?? name
        }
        var wantedNames = api.endpoints.map { endpoint in
            WantedName(
                endpoint.title ?? endpoint.name, pinned: endpoint.swiftName.map(request), .type,
                base: request(core(endpoint.title ?? endpoint.name)),
                identity: endpoint.method + " " + endpoint.path.text)
        }
        clashes += wholeIDs(&wantedNames) { request(core($0)) }
        let resolved = ResolvedNames(
            wantedNames, usedNames: ownNames,
            reserve: { reservedTypes.contains($0) ? String($0.dropLast(7)) + api.name + "Request" : $0 },
            qualified: { index, name in qualifiedRequests(api.endpoints[index], String(name.dropLast(7))).map(request) }
        )
        endpointNames = resolved.names.map { SwiftIdentifier(type: $0) }
        clashes += nameClashes(resolved, of: .requests) { (api.endpoints[$0].name, api.endpoints[$0].place) }
    }

    /// Operations with equal names keep the whole of their ids, where these say more.
    private func wholeIDs(_ wantedNames: inout [WantedName], _ name: (String) -> String) -> [NameClash] {
        guard api.endpoints.contains(where: \.hasShortenedID) else { return [] }
        var holders: [String: [Int]] = [:]
        for (index, own) in wantedNames.enumerated() {
            // A renamed request still holds its old name, so that no other name depends on `renames:`.
            for name in Set([own.pinned, own.base].compactMap(\.self)) { holders[name, default: []].append(index) }
        }
        var clashes: [NameClash] = []
        for (index, endpoint) in api.endpoints.enumerated()
        where endpoint.hasShortenedID && endpoint.swiftName == nil {
            let base = wantedNames[index].base ?? wantedNames[index].raw
            guard let other = holders[base]?.first(where: { $0 != index }) else { continue }
            (wantedNames[index].raw, wantedNames[index].base) = (endpoint.name, name(endpoint.name))
            clashes.append(
                .init(
                    kind: .requests, key: endpoint.name, wantedName: base, actualName: wantedNames[index].base ?? base,
                    holder: api.endpoints[other].name, place: endpoint.place, holderPlace: api.endpoints[other].place))
        }
        return clashes
    }

    /// Other names for a request: with words of its path, its tag or its method that its name doesn't have yet.
    private func qualifiedRequests(_ endpoint: API.Endpoint, _ core: String) -> [String] {
        func plain(_ word: String) -> String { Plurals.singularWord(word.lowercased()) ?? word.lowercased() }
        let coreWords = Set(Words.split(core).map(plain))
        func name(_ words: [String]) -> String {
            SwiftNames.finish(Words.split(core) + words, .type, core + words.joined(), SwiftNames.limit - 7)
        }
        let segments = endpoint.path.plainText.split(separator: "/").filter { !$0.contains("{") }
        let path = segments.flatMap { Words.split(String($0)) }.filter {
            !coreWords.contains(plain($0)) && !isVersion($0)
        }
        var names = SwiftNames.endings(of: endpoint.title ?? endpoint.name, .type, limit: SwiftNames.limit - 7)
        if !path.isEmpty { names.append(name(path.suffix(2))) }
        if let tag = endpoint.tag {
            let words = Words.split(tag).filter { !coreWords.contains(plain($0)) }
            if !words.isEmpty, words.count < 4 { names.append(name(words)) }
        }
        let all = endpoint.path.plainText.split(separator: "/").flatMap { Words.split(String($0)) }
        names.append(name([endpoint.method.lowercased()] + all))
        return names
    }

    private func isVersion(_ word: String) -> Bool {
        word.lowercased().hasPrefix("v") && word.utf8.count > 1 && word.utf8.dropFirst().allSatisfy(Words.isDigit)
    }

    // MARK: - Types

    private func nameTypes() {
        let top = api.types.indices.filter { api.types[$0].owner == .api && api.types[$0].ownType == nil }
        let prefix = SwiftIdentifier(type: api.name).name
        func reserve(_ name: String) -> String { Self.free(name, among: reservedTypes, prefix: prefix) }
        let wantedNames = top.map { index -> WantedName in
            let type = api.types[index]
            return WantedName(
                type.title ?? type.name, pinned: type.swiftName.map(reserve), .type,
                rank: type.position.rawValue, identity: type.documentation ?? "")
        }
        let resolved = ResolvedNames(
            wantedNames, usedNames: ownNames.union(endpointNames.map(\.name)), reserve: reserve,
            qualified: { _, name in name.hasSuffix("Request") ? [name + "Body", name + "Model"] : [name + "Model"] })
        typeNames = [SwiftIdentifier](repeating: SwiftIdentifier(type: "Unnamed"), count: api.types.count)
        for (index, type) in api.types.enumerated() {
            if let own = type.ownType { typeNames[index] = SwiftIdentifier(type: own.name) }
        }
        for (position, index) in top.enumerated() { typeNames[index] = SwiftIdentifier(type: resolved.names[position]) }
        clashes += nameClashes(resolved, of: .types) { (api.types[top[$0]].name, api.types[top[$0]].place) }
        for index in top { nameNested(in: .type(.init(index: index)), outer: [typeNames[index].name]) }
        for index in api.endpoints.indices { nameNested(in: .endpoint(index), outer: [endpointNames[index].name]) }
    }

    /// Names inside an owner can't clash with names outside it, except with those that the owner refers to.
    private func nameNested(in owner: API.NamedType.Owner, outer: Set<String>) {
        guard let ids = nested[owner] else { return }
        let wantedNames = ids.map { id -> WantedName in
            let type = api[id]
            let singular = type.isElement ? Plurals.singular(type.name) : nil
            let pinned = type.swiftName ?? (type.position == .response ? "Response" : nil)
            return WantedName(
                type.name, pinned: pinned, .type, base: singular.map { SwiftNames.name(for: $0, .type) },
                rank: type.position.rawValue, identity: type.position.text)
        }
        let resolved = ResolvedNames(
            wantedNames, usedNames: referencedNames(from: owner),
            reserve: { reservedTypes.contains($0) || outer.contains($0) ? $0 + "Value" : $0 },
            qualified: { position, name in
                let type = api[ids[position]]
                let plural = type.isElement ? SwiftNames.name(for: type.name, .type) : name
                let names = [plural].filter { $0 != name } + (type.position.word.map { [name + $0] } ?? [])
                return names + [name + "Value"]
            })
        for (position, id) in ids.enumerated() { typeNames[id.index] = SwiftIdentifier(type: resolved.names[position]) }
        if !isCopy(owner) {
            clashes += nameClashes(resolved, of: .nestedTypes) { (key(of: ids[$0]), api[ids[$0]].place) }
        }
        for id in ids { nameNested(in: .type(id), outer: outer.union([name(of: id).name])) }
    }

    /// Whether `owner` belongs to the half of a type that is only sent. The same clashes are reported for the other
    /// half.
    private func isCopy(_ owner: API.NamedType.Owner) -> Bool {
        switch owner {
        case .api, .endpoint: false
        case .type(let id):
            api[id].owner == .api ? api[id].position == .derived && api[id].usage == .written : isCopy(api[id].owner)
        }
    }

    /// Whether two places of a request have types of this name.
    private func isShared(_ id: API.TypeID) -> Bool {
        (nestedNames[api[id].owner]?[api[id].name] ?? 0) > 1
    }

    /// The keys of parameters and of the body's fields in `renames:`.
    package func keys(ofEndpoint index: Int) -> (parameters: [String], body: [String]) {
        let endpoint = api.endpoints[index]
        var parts = endpoint.parameters.map { ($0.location.rawValue, $0.property.wireName) }
        switch endpoint.body?.content {
        case .fields(let fields)?: parts += fields.map { ("body", $0.wireName) }
        case .whole?: parts.append(("body", "body"))
        case nil: break
        }
        var counts: [String: Int] = [:]
        for (_, name) in parts { counts[name, default: 0] += 1 }
        let keys = parts.map { place, name in
            endpoint.name + "." + (counts[name, default: 0] > 1 ? place + "." : "") + name
        }
        return (Array(keys[..<endpoint.parameters.count]), Array(keys[endpoint.parameters.count...]))
    }

    /// The key of a type in `renames:`.
    package func key(of id: API.TypeID) -> String {
        switch api[id].owner {
        case .api: api[id].name
        case .type(let owner): key(of: owner) + "." + api[id].name
        case .endpoint(let index):
            api.endpoints[index].name + "." + (isShared(id) ? (api[id].position.place.map { $0 + "." } ?? "") : "")
                + api[id].name
        }
    }

    /// The names of top-level types and type parameters that an owner and its nested types refer to.
    private func referencedNames(from owner: API.NamedType.Owner) -> Set<String> {
        var names: Set<String> = []
        func add(_ shape: API.Shape) {
            switch shape {
            case .scalar: break
            case .typeParameter(let name): names.insert(name)
            case .list(let inner), .dictionary(let inner), .optional(let inner): add(inner)
            case .named(let id, let arguments):
                // A type that is nested elsewhere is named with its owners.
                var outermost = id
                while case .type(let outer) = api.types[outermost.index].owner { outermost = outer }
                if api.types[outermost.index].owner == .api { names.insert(name(of: outermost).name) }
                arguments.forEach(add)
            }
        }
        func add(_ path: API.ValuePath) {
            for step in path.steps {
                switch step {
                case .property(_, let owner), .alternative(_, let owner): add(owner)
                case .key: break
                }
            }
            add(path.shape)
        }
        switch owner {
        case .api: break
        case .type(let id):
            for shape in api[id].shapes { add(shape) }
            if case .union(let union) = api[id].content {
                // The type that decoding tries is named too, behind any aliases.
                for alternative in union.alternatives { add(api.triedElement(alternative.shape).element) }
            }
        case .endpoint(let index):
            let endpoint = api.endpoints[index]
            for parameter in endpoint.parameters { add(parameter.property.shape) }
            add(endpoint.response.shape)
            for responseCase in endpoint.response.cases { add(responseCase.shape) }
            for header in endpoint.response.headers { add(header.shape) }
            for errorCase in endpoint.errors ?? api.errors { add(errorCase.shape) }
            switch endpoint.body?.content {
            case .fields(let properties)?: for property in properties { add(property.shape) }
            case .whole(let shape, _)?: add(shape)
            case nil: break
            }
            if let model = endpoint.body?.model { add(model) }
            if let pagination = endpoint.pagination {
                add(pagination.element)
                add(pagination.elements)
                for value in pagination.moving { add(value.path) }
                if let next = pagination.continuation { names.insert(endpointNames[next].name) }
            }
            names.insert(protocolName.name)
        }
        for id in nested[owner] ?? [] { names.formUnion(referencedNames(from: .type(id))) }
        return names
    }

    // MARK: - Members

    private func nameMembers(of id: API.TypeID) -> [String] {
        let wantedNames: [WantedName]
        let reserved: Set<String>
        let kind: NameClash.Kind
        let places: [SourceLocation]
        switch api[id].content {
        case .alias, .own, .date: return []
        case .object(let properties):
            wantedNames = properties.map { WantedName($0.wireName, pinned: $0.swiftName, .property) }
            (reserved, kind, places) = (ReservedNames.properties, .properties, properties.map(\.place))
        case .enumeration(let cases):
            wantedNames = cases.map { WantedName($0.wireValue, pinned: $0.swiftName, .enumCase) }
            (reserved, kind, places) = (ReservedNames.enumCases, .values, cases.map(\.place))
        case .union(let union):
            wantedNames = union.alternatives.map {
                WantedName(caseText($0, of: union), pinned: $0.swiftName, .enumCase)
            }
            (reserved, kind, places) = (ReservedNames.unionCases, .cases, union.alternatives.map(\.place))
        }
        let resolved = ResolvedNames(wantedNames, reserved: reserved)
        if !isCopy(.type(id)) {
            clashes += nameClashes(resolved, of: kind) { (key(of: id) + "." + wantedNames[$0].raw, places[$0]) }
        }
        return resolved.names
    }

    /// If several properties want one name, a parameter of the path keeps it, then another parameter, then a field of
    /// the body.
    private func nameRequest(_ index: Int) -> RequestNames {
        let endpoint = api.endpoints[index]
        var wantedNames = endpoint.parameters.map { parameter in
            wantedName(
                of: parameter.property, isHeader: parameter.location == .header, rank: parameter.location.rank * 2,
                identity: parameter.location.rawValue)
        }
        var places = endpoint.parameters.map(\.property.place)
        switch endpoint.body?.content {
        case .fields(let fields)?:
            wantedNames += fields.map {
                WantedName($0.wireName, pinned: $0.swiftName, .property, rank: 8, identity: "body")
            }
            places += fields.map(\.place)
        case .whole?:
            wantedNames.append(WantedName("body", .property, rank: 8, identity: "body"))
            places.append(endpoint.body?.place ?? endpoint.place)
        case nil: break
        }
        let count = endpoint.parameters.count
        let isWhole = if case .whole? = endpoint.body?.content { true } else { false }
        // The places that want each name.
        lazy var placesOfNames = wantedNames.reduce(into: [String: Set<String>]()) { places, other in
            let name = other.pinned ?? other.base ?? SwiftNames.name(for: other.raw, .property)
            places[name, default: []].insert(other.identity)
        }
        let resolved = ResolvedNames(
            wantedNames, reserve: { ReservedNames.requestProperties.contains($0) ? $0 + "Value" : $0 },
            qualified: { position, name in
                let place = wantedNames[position].identity
                let plain = SwiftNames.name(for: wantedNames[position].raw, .property)
                // A header that lost its `X-` gets it back.
                if let base = wantedNames[position].base, plain != base { return [plain] }
                // The place can't distinguish two names in the same place.
                guard placesOfNames[name]?.contains(where: { $0 != place }) == true else { return [] }
                return [isWhole && position >= count ? "bodyValue" : name + Words.capitalised(place)]
            })
        if !resolved.clashes.isEmpty {
            let (parameters, body) = keys(ofEndpoint: index)
            let keys = parameters + body
            clashes += nameClashes(resolved, of: .parameters) { (keys[$0], places[$0]) }
        }
        return RequestNames(
            parameters: Array(resolved.names[..<count]), body: Array(resolved.names[count...]),
            headers: nameHeaders(endpoint))
    }

    private func nameHeaders(_ endpoint: API.Endpoint) -> [String] {
        let headers = endpoint.response.headers.map { wantedName(of: $0, isHeader: true) }
        let resolved = ResolvedNames(
            headers, reserve: { ReservedNames.properties.contains($0) ? $0 + "Value" : $0 },
            qualified: { position, _ in
                headers[position].base == nil ? [] : [SwiftNames.name(for: headers[position].raw, .property)]
            })
        clashes += nameClashes(resolved, of: .headers) {
            (endpoint.name + "." + headers[$0].raw, endpoint.response.headers[$0].place)
        }
        return resolved.names
    }

    /// A header `X-Total` is `total`: the X says nothing. It is `xTotal` where another has that name.
    private func wantedName(
        of property: API.Property, isHeader: Bool, rank: Int = 0, identity: String = ""
    ) -> WantedName {
        let name = property.wireName
        let hasX = isHeader && name.lowercased().hasPrefix("x-") && name.utf8.count > 2
        return WantedName(
            name, pinned: property.swiftName, .property,
            base: hasX ? SwiftNames.name(for: String(name.dropFirst(2)), .property) : nil,
            rank: hasX ? rank + 1 : rank, identity: identity)
    }
}

extension Description.Parameter.Location {
    /// If several parameters want one name, the one with the lowest rank keeps it.
    fileprivate var rank: Int {
        switch self {
        case .path: 0
        case .query: 1
        case .header: 2
        case .cookie: 3
        }
    }
}

extension API.NamedType.Position {
    /// The word that distinguishes a type from another with its name.
    fileprivate var word: String? {
        switch self {
        case .responseHeader: "ResponseHeader"
        case .error: "Failure"
        default: place.map(Words.capitalised)
        }
    }
}
