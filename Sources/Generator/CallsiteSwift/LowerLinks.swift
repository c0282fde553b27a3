// Deep links: a provider of content for each endpoint that links lead to, and one type of the API that finds the
// provider.

import CallsiteCore

extension Lowering {
    /// Names a provider for each endpoint that links lead to: `GetStory` gives `StoryProvider`, and the case `story`.
    func nameProviders() {
        let linked = Set(api.links.map(\.endpoint)).sorted()
        guard !linked.isEmpty else { return }
        let requests = linked.map { index in
            let endpoint = api.endpoints[index]
            let subject = subject(of: endpoint)
            return (subject: subject, whole: endpoint.swiftName ?? endpoint.name, identity: endpoint.path.text)
        }
        var usedNames = Set(
            api.types.indices.filter { api.types[$0].owner == .api }.map { typeNames[$0].name }
                + endpointNames.map(\.name))
        usedNames.formUnion(reservedTypes)
        usedNames.formUnion([protocolName.name, failureName.name])
        // If two endpoints have the same subject, one keeps it, and the other is named after its whole request.
        func names(_ kind: SwiftNames.Kind, _ suffix: String, usedNames: Set<String>) -> [String] {
            ResolvedNames(
                requests.map { request in
                    let base = SwiftNames.name(for: request.subject + suffix, kind)
                    return WantedName(request.whole + suffix, kind, base: base, identity: request.identity)
                },
                usedNames: usedNames,
                qualified: { index, _ in [SwiftNames.name(for: requests[index].whole + suffix, kind)] }
            ).names
        }
        let types = names(.type, "Provider", usedNames: usedNames)
        usedNames.formUnion(types)
        let cases = names(.property, "", usedNames: ReservedNames.enumCases)
        for (position, index) in linked.enumerated() {
            providerNames[index] = (
                SwiftIdentifier(type: types[position]), SwiftIdentifier(cases[position])
            )
        }
        func free(_ name: String, _ suffix: String) -> String {
            var name = name
            while !usedNames.insert(name).inserted { name += suffix }
            return name
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
        return SwiftProvider(access: access, name: name, request: request.name)
    }

    func lowerLinks() -> SwiftLinks? {
        guard let name = linkName else { return nil }
        var origins: [SwiftArgument] = []
        func add(_ label: String, _ texts: [String]) {
            origins.append(SwiftArgument(label, .list(texts.map { .string($0) })))
        }
        // Schemes are always listed, even if there are only hosts: no list of schemes would mean any.
        let deepLinks = api.deepLinks
        if !deepLinks.schemes.isEmpty || !deepLinks.hosts.isEmpty { add("schemes", deepLinks.schemes) }
        if !deepLinks.hosts.isEmpty { add("hosts", deepLinks.hosts) }
        let cases = providerNames.sorted { $0.key < $1.key }.map {
            SwiftLinkCase(name: $0.value.enumCase, provider: SwiftTypeName($0.value.type))
        }
        return SwiftLinks(
            access: access, enumAttribute: enumAttribute, name: name, origins: origins, cases: cases,
            patterns: api.links.compactMap(lowerPattern))
    }

    private func lowerPattern(_ link: API.Link) -> SwiftLinkPattern? {
        guard let provider = providerNames[link.endpoint] else { return nil }
        let endpoint = api.endpoints[link.endpoint]
        let names = requestNames[link.endpoint].parameters
        func type(of parameter: Int) -> SwiftTypeName {
            typeName(endpoint.parameters[parameter].property.shape.withoutOptional, outside: link.endpoint)
        }
        // Each value of a link becomes a variable, which mustn't shadow those of the function.
        var variables = Set(["link", "values", "url", "origins", "request"])
        var values: [Int: SwiftIdentifier] = [:]
        func variable(for parameter: Int) -> SwiftIdentifier {
            var name = names[parameter]
            while !variables.insert(name).inserted { name += "Value" }
            values[parameter] = SwiftIdentifier(name)
            return SwiftIdentifier(name)
        }
        var conditions: [SwiftLinkCondition] = []
        var segments: [SwiftExpression] = []
        for segment in link.path {
            switch segment {
            case .literal(let text): segments.append(.implicit("literal", [.init(.string(text))]))
            case .value(let parameter, let prefix, let suffix):
                let position = values.count
                conditions.append(.value(variable(for: parameter), inPathAt: position, as: type(of: parameter)))
                segments.append(.segment(prefix: prefix, suffix: suffix))
            }
        }
        conditions.insert(.path(segments, hasValues: !values.isEmpty), at: 0)
        var reads: [SwiftLinkRead] = []
        for item in link.query {
            switch item.condition {
            case .literal(let text): conditions.append(.item(item.name, equals: text))
            case .required(let parameter):
                conditions.append(.value(variable(for: parameter), item: item.name, as: type(of: parameter)))
            case .optional(let parameter):
                reads.append(.init(item: SwiftStringLiteral(item.name), property: SwiftIdentifier(names[parameter])))
            }
        }
        // In the order of the initialiser's parameters.
        let arguments = values.sorted { $0.key < $1.key }.map {
            SwiftArgument(names[$0.key], SwiftExpression($0.value))
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
