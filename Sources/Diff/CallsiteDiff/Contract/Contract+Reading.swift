// In: the files of a description. Out: its contract, and the nodes that it was read from. The stages are those of
// `generate`, up to the names; nothing is printed.

import CallsiteCore
import CallsiteSwift

/// The contract of a description, or its errors.
package struct ContractReading: Sendable {
    /// nil: the description has errors, or files are missing.
    package var contract: Contract?
    package var nodes: NodeSet
    package var missing: [MissingSource] = []
    package var diagnostics: Diagnostics
}

/// - Parameter isConfigurationForAnother: `callsite.yaml` is for another version of the description. Its diagnostics
///   are left out, since it may name things that this version lacks.
/// - Parameter findsShared: Whether to find the contract's `sharedPaths`, which compares all types in place.
package func readContract(
    _ sources: SourceSet, options: Options, isConfigurationForAnother: Bool = false, findsShared: Bool = true
) -> ContractReading {
    var diagnostics = Diagnostics()
    let front = Front(sources, options, &diagnostics)
    let nodes = front.nodes
    guard front.description.missing.isEmpty else {
        return .init(nodes: nodes, missing: front.description.missing, diagnostics: diagnostics)
    }
    let api = front.api(options, &diagnostics)
    // A type in place is compared where it is used, even if other types have its shape.
    let lowering = Lowering(api, options.withoutSharing)
    lowering.nameEverything(&diagnostics)
    if isConfigurationForAnother { diagnostics = diagnostics.withoutConfiguration() }
    guard !diagnostics.hasErrors else { return .init(nodes: nodes, diagnostics: diagnostics) }
    let shared = findsShared && options.sharesShapes ? lowering.sharedPaths() : ([:], [:])
    var reader = ContractReader(lowering, isOpenAPI: nodes.openAPIRoot != nil, failures: shared.1)
    var contract = reader.read()
    contract.sharedPaths = shared.0
    return .init(contract: contract, nodes: nodes, diagnostics: diagnostics)
}

extension Diagnostics {
    fileprivate func withoutConfiguration() -> Diagnostics {
        var result = Diagnostics()
        for diagnostic in all where diagnostic.location.file != .configuration { result.report(diagnostic) }
        return result
    }
}

struct ContractReader {
    let lowering: Lowering
    let api: API
    private let isOpenAPI: Bool
    var contract: Contract
    /// The failure type of requests that declare none.
    let apiFailure: String
    /// The names of failures that several requests share, by the request's index.
    let sharedFailures: [Int: String]

    init(_ lowering: Lowering, isOpenAPI: Bool, failures: [Int: String]) {
        self.lowering = lowering
        self.isOpenAPI = isOpenAPI
        sharedFailures = failures
        apiFailure = lowering.lowerAPI(nil).failure?.text ?? "Rejected<JSONValue>"
        api = lowering.api
        contract = Contract(api: api)
    }

    mutating func read() -> Contract {
        contract.variables = zip(api.baseURL.variables, lowering.variableNames()).map { field($0, $1) }
        contract.types = api.types.indices.map { type($0) }
        findCounterparts()
        contract.endpoints = api.endpoints.indices.map { endpoint($0) }
        declareAll()
        return contract
    }

    private func field(
        _ property: API.Property, _ swiftName: String, _ location: Contract.Location = .property
    ) -> Contract.Field {
        Contract.Field(
            api: property, swiftName: swiftName, location: location,
            defaultText: property.defaultValue.map { lowering.expression($0, property.shape).text })
    }

    private func type(_ index: Int) -> Contract.NamedType {
        let type = api.types[index]
        let names = lowering.memberNames[index]
        let content: Contract.NamedType.Content =
            switch type.content {
            case .object(let properties): .object(zip(properties, names).map { field($0, $1) })
            case .enumeration(let cases): .enumeration(zip(cases, names).map { .init(api: $0, swiftName: $1) })
            case .union(let union):
                .union(
                    .init(
                        discriminator: union.discriminator,
                        alternatives: zip(union.alternatives, names).enumerated().map { position, pair in
                            .init(
                                api: pair.0, swiftName: pair.1,
                                mark: lowering.unionMarks[index]?.marks(position).first)
                        }))
            case .alias(let target): .alias(target)
            case .own(let own): .own(own)
            case .date(let pattern): .date(pattern)
            }
        return Contract.NamedType(
            api: type, swiftName: lowering.typeNames[index].name, content: content,
            renamesKey: lowering.key(of: .init(index: index)))
    }

    /// Links the two halves of a schema, which have the same place.
    private mutating func findCounterparts() {
        var receivedHalves: [SourceLocation: API.TypeID] = [:]
        for (index, type) in api.types.enumerated() where type.owner == .api && type.position != .derived {
            receivedHalves[type.place] = .init(index: index)
        }
        for (index, type) in contract.types.enumerated() where type.owner == .api && type.isSentHalf {
            guard let other = receivedHalves[type.place] else { continue }
            contract.types[index].counterpart = other
            contract.types[other.index].counterpart = .init(index: index)
        }
    }

    private func endpoint(_ index: Int) -> Contract.Endpoint {
        let endpoint = api.endpoints[index]
        let names = lowering.requestNames[index]
        let keys = lowering.keys(ofEndpoint: index)
        let parameters = endpoint.parameters.indices.map { position in
            let parameter = endpoint.parameters[position]
            var field = field(
                parameter.property, names.parameters[position],
                Contract.Location(rawValue: parameter.location.rawValue) ?? .query)
            field.style = style(parameter.style, parameter.explode, parameter.part)
            field.isContent = parameter.style == .json
            field.renamesKey = keys.parameters[position]
            return field
        }
        let response = endpoint.response
        return Contract.Endpoint(
            api: endpoint, swiftName: lowering.endpointNames[index].name, parameters: parameters,
            body: endpoint.body.map { body($0, names.body, keys.body) },
            response: .init(
                api: response,
                cases: zip(response.cases, lowering.successNames(response.cases)).map {
                    .init(api: $0, swiftName: $1)
                },
                headers: zip(response.headers, names.headers).map { field($0, $1, .header) }),
            paging: endpoint.pagination.map(PagingSummary.init),
            cursor: endpoint.pagination?.moving.map { lowering.typeName($0.property.shape).text } ?? [])
    }

    private func body(_ body: API.Body, _ names: [String], _ keys: [String]) -> Contract.Body {
        let content: Contract.Body.Content
        // In Callsite's own format a body without required fields may be left out.
        let isRequired: Bool
        switch body.content {
        case .fields(let fields):
            content = .fields(
                fields.indices.map { position in
                    var field = field(fields[position], names[position], .body)
                    let encoding = body.encodings[field.wireName]
                    field.style = style(encoding?.style, encoding?.explode, encoding?.contentType)
                    field.renamesKey = keys[position]
                    return field
                })
            isRequired = !body.isOptional && (isOpenAPI || fields.contains(where: \.presence.isNeeded))
        case .whole(let shape, let isOptional):
            content = .whole(shape, isOptional: isOptional)
            isRequired = !isOptional
        }
        return .init(api: body, content: content, swiftName: names.first ?? "body", isRequired: isRequired)
    }

    /// How a value is written, as one string.
    private func style(_ style: Description.ParameterStyle?, _ explode: Bool?, _ part: String?) -> String {
        [style?.rawValue, explode.map { $0 ? "explode" : "no explode" }, part].compactMap(\.self).joined(
            separator: ", ")
    }
}

extension API.Presence {
    /// A value that is always there, if only as null.
    var isNeeded: Bool { self == .required || self == .nullable }
    var mayBeAbsent: Bool { !isNeeded }
    var mayBeNull: Bool { self == .nullable || self == .optionalNullable }
}
