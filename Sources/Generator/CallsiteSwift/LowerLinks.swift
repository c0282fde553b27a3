// Deep links: a provider of content for each endpoint that links lead to, and one type of the API that finds the
// provider.

import CallsiteCore

extension Lowering {
    /// The endpoints that links lead to have a provider each: `GetStory` gives `StoryProvider`, and the case `story`.
    func nameProviders() {
        let linked = Set(api.links.map(\.endpoint)).sorted()
        guard !linked.isEmpty else { return }
        let short = linked.map { subject(of: api.endpoints[$0]) }
        // Where two have the same, both keep the verb.
        var counts: [String: Int] = [:]
        for subject in short { counts[SwiftNames.name(for: subject, .type), default: 0] += 1 }
        let subjects = zip(linked, short).map { index, subject in
            counts[SwiftNames.name(for: subject, .type), default: 0] > 1
                ? api.endpoints[index].swiftName ?? api.endpoints[index].name : subject
        }
        var taken = Set(
            api.types.indices.filter { api.types[$0].owner == .api }.map { typeNames[$0].name }
                + endpointNames.map(\.name))
        taken.formUnion(reservedTypes)
        taken.formUnion([protocolName.name, failureName.name])
        func free(_ name: String, _ suffix: String) -> String {
            var name = name
            while !taken.insert(name).inserted { name += suffix }
            return name
        }
        let cases = ResolvedNames(subjects.map { WantedName($0, .property) }, reserved: ReservedNames.enumCases)
        for (position, index) in linked.enumerated() {
            let provider = free(SwiftNames.name(for: subjects[position] + "Provider", .type), "OfContent")
            providerNames[index] = (SwiftIdentifier(type: provider), SwiftIdentifier(cases.names[position]))
        }
        linkName = SwiftIdentifier(type: free(SwiftNames.name(for: api.name, .type) + "Link", "Finder"))
    }

    /// The subject of an endpoint: `Story` for `GetStory`.
    private func subject(of endpoint: API.Endpoint) -> String {
        let name = endpoint.swiftName ?? endpoint.name
        for verb in ["Get", "Fetch", "Show", "Read"] {
            let rest = name.dropFirst(verb.count)
            if name.lowercased().hasPrefix(verb.lowercased()), let first = rest.first, first.isUppercase {
                return String(rest)
            }
        }
        return name
    }

    func lowerProvider(_ index: Int, _ request: SwiftRequest) -> SwiftProvider? {
        guard let name = providerNames[index]?.type else { return nil }
        let endpoint = api.endpoints[index]
        var properties = request.properties
        for (position, parameter) in endpoint.parameters.enumerated() {
            // A parameter has no null of its own: see `lowerRequest`.
            let isOptional = parameter.property.presence != .required
            let type = typeName(
                isOptional ? parameter.property.shape.withoutOptional : parameter.property.shape, outside: index)
            properties[position].type = isOptional ? .optional(type) : type
        }
        return SwiftProvider(
            access: access, name: name, request: request.name, properties: properties,
            arguments: properties.map { SwiftArgument($0.name, SwiftExpression($0.name)) })
    }

    func lowerLinks() -> SwiftLinks? {
        guard let name = linkName else { return nil }
        var origins: [SwiftArgument] = []
        func add(_ label: String, _ texts: [String]) {
            origins.append(SwiftArgument(SwiftIdentifier(label), .list(texts.map { .string($0) })))
        }
        // Hosts alone are no leave for schemes: no list of those would mean any.
        let declared = api.deepLinks
        if !declared.schemes.isEmpty || !declared.hosts.isEmpty { add("schemes", declared.schemes) }
        if !declared.hosts.isEmpty { add("hosts", declared.hosts) }
        let cases = providerNames.sorted { $0.key < $1.key }.map {
            SwiftLinkCase(name: $0.value.enumCase, provider: SwiftTypeName($0.value.type))
        }
        return SwiftLinks(
            access: access, name: name, origins: origins, cases: cases, patterns: api.links.compactMap(lowerPattern))
    }

    private func lowerPattern(_ link: API.Link) -> SwiftLinkPattern? {
        guard let provider = providerNames[link.endpoint] else { return nil }
        let endpoint = api.endpoints[link.endpoint]
        let names = requestNames[link.endpoint].parameters
        func type(of parameter: Int) -> SwiftTypeName {
            typeName(endpoint.parameters[parameter].property.shape.withoutOptional, outside: link.endpoint)
        }
        var conditions: [SwiftLinkCondition] = []
        var values: [Int: Int] = [:]
        var segments: [SwiftExpression] = []
        for segment in link.path {
            switch segment {
            case .literal(let text): segments.append(.implicit("literal", [.string(text)]))
            case .value(let parameter, let prefix, let suffix):
                conditions.append(.value(values.count, inPathAs: type(of: parameter)))
                values[parameter] = values.count
                segments.append(.segment(prefix: prefix, suffix: suffix))
            }
        }
        conditions.insert(.path(segments, hasValues: !values.isEmpty), at: 0)
        var reads: [SwiftLinkRead] = []
        for item in link.query {
            switch item.condition {
            case .literal(let text): conditions.append(.item(item.name, equals: text))
            case .required(let parameter):
                conditions.append(.value(values.count, item: item.name, as: type(of: parameter)))
                values[parameter] = values.count
            case .optional(let parameter):
                reads.append(.init(item: SwiftStringLiteral(item.name), property: SwiftIdentifier(names[parameter])))
            }
        }
        // In the order of the initialiser's parameters.
        let arguments = values.sorted { $0.key < $1.key }.map {
            SwiftArgument(SwiftIdentifier(names[$0.key]), .linkValue($0.value))
        }
        return SwiftLinkPattern(
            pattern: SwiftComment(link.pattern), conditions: conditions, request: endpointNames[link.endpoint],
            arguments: arguments, reads: reads,
            enumCase: provider.enumCase, provider: provider.type)
    }

    /// The type of a parameter as it is named outside its request: a type nested in the request is qualified.
    private func typeName(_ shape: API.Shape, outside index: Int) -> SwiftTypeName {
        typeName(shape) { id in
            api[id].owner == .endpoint(index)
                ? .member(name(of: id), of: SwiftTypeName(endpointNames[index])) : SwiftTypeName(name(of: id))
        }
    }
}
