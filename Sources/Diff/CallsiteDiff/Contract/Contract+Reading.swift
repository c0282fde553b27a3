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
/// - Parameter findsShared: The contract's `sharedPaths` are wanted, which costs a comparison of all types in place.
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
    // A type in place is compared where it is used, whatever else has its shape.
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
    private let api: API
    private let isOpenAPI: Bool
    private var contract: Contract
    /// The types of failures that requests without one of their own have.
    private let apiFailure: String
    /// The names of failures that several requests share, by the request's index.
    private let sharedFailures: [Int: String]

    init(_ lowering: Lowering, isOpenAPI: Bool, failures: [Int: String]) {
        self.lowering = lowering
        self.isOpenAPI = isOpenAPI
        sharedFailures = failures
        apiFailure = lowering.lowerAPI(nil).failure?.text ?? "Rejected<JSONValue>"
        api = lowering.api
        contract = Contract(
            name: api.name, documentation: api.documentation, baseURL: api.baseURL.template,
            authentication: api.authentication.map(Contract.Authentication.init),
            flows: api.oauth2Flows.map(\.name.text), place: api.place)
    }

    mutating func read() -> Contract {
        contract.headers = api.headers.map { .init(name: $0.name, value: $0.value) }
        contract.errors = api.errors.map(failure)
        contract.statedErrors = api.statedErrors.map { failure($0).status }
        contract.variables = zip(api.baseURL.variables, lowering.variableNames()).map { field($0, $1) }
        contract.types = api.types.indices.map { type($0) }
        findCounterparts()
        contract.endpoints = api.endpoints.indices.map { endpoint($0) }
        for index in api.types.indices where api.types[index].owner == .api && api.types[index].ownType == nil {
            var unsaid = Diagnostics()
            declare(lowering.lowerType(.init(index: index), &unsaid), .init(index: index), in: "")
        }
        for index in api.endpoints.indices { declareRequest(index) }
        declareAPI()
        return contract
    }

    // MARK: - What is sent and read

    private func shape(_ shape: API.Shape) -> Contract.Shape {
        switch shape {
        case .scalar(let scalar): .scalar(ContractScalar(rawValue: scalar.rawValue) ?? .json)
        case .named(let id, let arguments): .named(id.index, arguments.map(self.shape))
        case .typeParameter(let name): .typeParameter(name)
        case .list(let element): .list(self.shape(element))
        case .dictionary(let value): .dictionary(self.shape(value))
        case .optional(let wrapped): .optional(self.shape(wrapped))
        }
    }

    private func field(
        _ property: API.Property, _ swiftName: String, _ location: Contract.Location = .property
    ) -> Contract.Field {
        let presence: Contract.Presence =
            switch property.presence {
            case .required: .required
            case .optional: .optional
            case .nullable: .nullable
            case .optionalNullable: .optionalNullable
            }
        return Contract.Field(
            wireName: property.wireName, swiftName: swiftName, location: location, shape: shape(property.shape),
            presence: presence, defaultText: property.defaultValue.map { lowering.expression($0, property.shape).text },
            isConstant: property.isConstant, onlyText: property.onlyValue.map { Self.text($0.kind) },
            isReadOnly: property.isReadOnly, isWriteOnly: property.isWriteOnly, documentation: property.documentation,
            deprecation: property.deprecation.map { .init(message: $0.message) }, place: property.place)
    }

    private static func text(_ literal: Description.Literal.Kind) -> String {
        if case .string(let text) = literal { return SwiftStringLiteral(text).text }
        return literal.scalarText ?? ""
    }

    private func failure(_ error: API.ErrorCase) -> Contract.Failure {
        .init(
            status: error.status == .any ? "any" : error.status.description, shape: shape(error.shape),
            place: error.place)
    }

    private func type(_ index: Int) -> Contract.NamedType {
        let type = api.types[index]
        let names = lowering.memberNames[index]
        let content: Contract.NamedType.Content =
            switch type.content {
            case .object(let properties): .object(zip(properties, names).map { field($0, $1) })
            case .enumeration(let cases):
                .enumeration(
                    zip(cases, names).map { .init(wireValue: $0.wireValue, swiftName: $1, place: $0.place) },
                    kind: "\(type.enumValues)")
            case .union(let union):
                .union(
                    .init(
                        discriminator: union.discriminator,
                        alternatives: zip(union.alternatives, names).enumerated().map { position, pair in
                            .init(
                                tag: pair.0.tag, mark: lowering.unionMarks[index]?.marks(position).first,
                                swiftName: pair.1,
                                shape: shape(pair.0.shape), isDefault: pair.0.isDefault, place: pair.0.place)
                        }))
            case .alias(let target): .alias(shape(target))
            case .own(let own): .own(own.name)
            case .date(let pattern): .date(pattern: pattern.text + " " + (pattern.timeZone ?? ""))
            }
        let owner: Contract.NamedType.Owner =
            switch type.owner {
            case .api: .api
            case .type(let id): .type(id.index)
            case .endpoint(let endpoint): .endpoint(endpoint)
            }
        return Contract.NamedType(
            name: type.name, swiftName: lowering.typeNames[index].name, owner: owner,
            position: type.position == .derived && type.usage == .written ? "sent" : type.position.place ?? "",
            renamesKey: lowering.key(of: .init(index: index)), typeParameters: type.typeParameters, content: content,
            rest: type.rest.map(shape),
            isRead: type.usage.contains(.read), isWritten: type.usage.contains(.written),
            keepsUnknown: type.keepsUnknown, documentation: type.documentation,
            deprecation: type.deprecation.map { .init(message: $0.message) }, place: type.place)
    }

    /// Links the two halves of a schema, which have the same place.
    private mutating func findCounterparts() {
        var read: [SourceLocation: Int] = [:]
        for (index, type) in api.types.enumerated() where type.owner == .api && type.position != .derived {
            read[type.place] = index
        }
        for (index, type) in api.types.enumerated()
        where type.owner == .api && type.position == .derived && type.usage == .written {
            guard let other = read[type.place] else { continue }
            contract.types[index].counterpart = other
            contract.types[other].counterpart = index
        }
    }

    private func endpoint(_ index: Int) -> Contract.Endpoint {
        let endpoint = api.endpoints[index]
        let names = lowering.requestNames[index]
        let keys = lowering.keys(ofEndpoint: index)
        let parameters = zip(endpoint.parameters, zip(names.parameters, keys.parameters)).map { parameter, own in
            var field = field(
                parameter.property, own.0, Contract.Location(rawValue: parameter.location.rawValue) ?? .query)
            field.style = [
                parameter.style?.rawValue, parameter.explode.map { $0 ? "explode" : "no explode" }, parameter.part,
            ]
            .compactMap(\.self).joined(separator: ", ")
            field.isContent = parameter.style == .json
            field.renamesKey = own.1
            return field
        }
        let response = endpoint.response
        return Contract.Endpoint(
            name: endpoint.name, swiftName: lowering.endpointNames[index].name, method: endpoint.method,
            path: endpoint.path.text, baseURL: endpoint.baseURL, tag: endpoint.tag,
            documentation: endpoint.documentation, deprecation: endpoint.deprecation.map { .init(message: $0.message) },
            parameters: parameters, body: endpoint.body.map { body($0, names, keys.body) },
            response: .init(
                shape: shape(response.shape), isOptional: response.isOptional, statuses: response.statuses,
                cases: zip(response.cases, lowering.successNames(response.cases)).map {
                    .init(
                        status: $0.status.description, swiftName: $1, shape: shape($0.shape), encoding: "\($0.encoding)"
                    )
                },
                encoding: "\(response.encoding)", stream: response.stream.map { $0.isEvents ? "events" : "lines" },
                headers: zip(response.headers, names.headers).map { field($0, $1, .header) }),
            errors: endpoint.errors.map { $0.map(failure) },
            statedErrors: endpoint.statedErrors.map { failure($0).status },
            headers: endpoint.headers.map { .init(name: $0.name, value: $0.value) },
            authentication: endpoint.authentication.map(Contract.Authentication.init),
            paging: endpoint.pagination.map(paging),
            links: endpoint.links.map(\.template.text), place: endpoint.place)
    }

    private func body(_ body: API.Body, _ names: RequestNames, _ keys: [String]) -> Contract.Body {
        let content: Contract.Body.Content
        switch body.content {
        case .fields(let fields):
            content = .fields(
                zip(fields, zip(names.body, keys)).map { property, own in
                    var field = field(property, own.0, .body)
                    field.renamesKey = own.1
                    let encoding = body.encodings[property.wireName]
                    field.style = [
                        encoding?.style?.rawValue, encoding?.explode.map { $0 ? "explode" : "no explode" },
                        encoding?.contentType,
                    ]
                    .compactMap(\.self).joined(separator: ", ")
                    return field
                })
        case .whole(let shape, let isOptional): content = .whole(self.shape(shape), isOptional: isOptional)
        }
        // In Callsite's own format a body without required fields may be left out.
        let isRequired =
            switch body.content {
            case .fields(let fields):
                !body.isOptional
                    && (isOpenAPI || fields.contains { $0.presence == .required || $0.presence == .nullable })
            case .whole(_, let isOptional): !isOptional
            }
        return .init(
            content: content, encoding: body.encoding.rawValue + (body.lists.map { ", lists \($0.rawValue)" } ?? ""),
            swiftName: names.body.first ?? "body", isRequired: isRequired, model: body.model.map(shape),
            place: body.place)
    }

    private func paging(_ pagination: API.Pagination) -> Contract.Paging {
        let summary = PagingSummary(pagination)
        return .init(
            style: summary.style, parameters: summary.parameters, next: summary.next, elements: summary.elements,
            end: summary.end, cursor: pagination.moving.map { lowering.typeName($0.property.shape).text },
            sizes: summary.sizes, text: summary.declaration.flow)
    }

    // MARK: - What callers see

    private mutating func add(_ declaration: Contract.Declaration) -> Int {
        contract.declarations.append(declaration)
        return contract.declarations.count - 1
    }

    @discardableResult
    private mutating func declare(_ type: SwiftType, _ id: API.TypeID, in outer: String) -> Int? {
        let path = outer + lowering.name(of: id).name
        contract.types[id.index].swiftName = path
        guard var declaration = Contract.Declaration(type, path) else { return nil }
        declaration.isRead = api[id].usage.contains(.read)
        let number = add(declaration)
        contract.types[id.index].declaration = number
        contract.declarations[number].nested = declare(
            type.structure?.types ?? type.union?.types ?? [], .type(id), in: path + ".")
        return number
    }

    /// Types in place, in the order in which they are lowered.
    private mutating func declare(_ types: [SwiftType], _ owner: API.NamedType.Owner, in outer: String) -> [Int] {
        zip(types, lowering.nested[owner] ?? []).compactMap { declare($0, $1, in: outer) }
    }

    private mutating func declareRequest(_ index: Int) {
        var unsaid = Diagnostics()
        let request = lowering.lowerRequest(index, &unsaid)
        var declaration = Contract.Declaration(kind: .request, path: request.name.name)
        declaration.arguments = request.properties.initialised.map(Contract.Declaration.Argument.init)
        declaration.properties = request.properties.map {
            .init(name: $0.name.name, type: $0.type.text, isMutable: $0.isMutable)
        }
        declaration.aliases["Response"] = request.response?.text
        declaration.aliases["Failure"] =
            request.failure?.text ?? (request.failureEnum == nil ? apiFailure : sharedFailures[index] ?? "Failure")
        declaration.isDeprecated = request.deprecation != nil
        declaration.isMemberwise = !request.hasInitialiser
        if let pagination = request.pagination {
            declaration.conformances.append("PaginationRequestType")
            declaration.aliases["Element"] = pagination.element.text
        }
        let number = add(declaration)
        contract.endpoints[index].declaration = number
        var nested: [Int] = []
        let path = request.name.name + "."
        if let success = request.success {
            var response = Contract.Declaration(kind: .enumeration, path: path + "Response", isRead: true)
            response.cases = success.cases.map { .init(name: $0.name.name, payload: $0.type?.text) }
            nested.append(add(response))
        }
        if let failure = request.failureEnum { nested.append(add(Contract.Declaration(failure, path + "Failure"))) }
        if let headers = request.responseHeaders {
            var declared = Contract.Declaration(kind: .structure, path: path + "ResponseHeaders", isRead: true)
            declared.properties = headers.properties.map {
                .init(name: $0.name.name, type: $0.type.text, isMutable: false)
            }
            nested.append(add(declared))
        }
        contract.declarations[number].nested = nested + declare(request.types, .endpoint(index), in: path)
    }

    private mutating func declareAPI() {
        let lowered = lowering.lowerAPI(nil)
        var declaration = Contract.Declaration(kind: .api, path: lowered.protocolName.name)
        declaration.aliases["Failure"] = lowered.failure?.text
        declaration.arguments = lowered.variables.map(Contract.Declaration.Argument.init)
        // With variables it is a function.
        let member = "API." + lowered.member.name + (lowered.variables.isEmpty ? "" : "()")
        declaration.properties = [.init(name: member, type: "API", isMutable: false)]
        declaration.properties += lowered.flows.map {
            .init(name: "OAuth2Flow." + $0.name.name, type: "OAuth2Flow", isMutable: false)
        }
        let number = add(declaration)
        contract.declaration = number
        if let failure = lowered.failureEnum {
            contract.declarations[number].nested = [add(Contract.Declaration(failure, failure.name.name))]
        }
    }
}

extension Contract.Declaration.Argument {
    fileprivate init(_ property: SwiftProperty) {
        self.init(label: property.name.name, type: property.type.text, defaultValue: property.defaultValue?.text)
    }
}

extension Contract.Declaration {
    fileprivate init(_ failure: SwiftFailure, _ path: String) {
        self.init(kind: .enumeration, path: path, isRead: true)
        conformances = ["RequestFailure"]
        cases = failure.cases.map { .init(name: $0.name.name, payload: $0.type?.text ?? "HTTPResponse") }
    }

    /// nil: it is the user's own type, which isn't declared.
    fileprivate init?(_ type: SwiftType, _ path: String) {
        if let structure = type.structure {
            self.init(kind: .structure, path: path)
            conformances = [structure.conformance.name] + structure.conformances.map(\.text)
            typeParameters = structure.parameters.map(\.name.name)
            typeConstraint = structure.parameters.first?.constraint.name
            if structure.hasInitialiser { arguments = structure.properties.initialised.map(Argument.init) }
            properties = structure.properties.map {
                .init(name: $0.name.name, type: $0.type.text, isMutable: $0.isMutable)
            }
        } else if let enumeration = type.enumeration {
            self.init(kind: .enumeration, path: path)
            conformances = ["OpenEnum"]
            aliases["RawValue"] = enumeration.rawType.text
            cases = enumeration.cases.map { .init(name: $0.name.name, payload: nil) }
        } else if let union = type.union {
            self.init(kind: .enumeration, path: path)
            conformances =
                [union.conformance.name] + union.conformances.map(\.text) + union.literals.map(\.literalProtocol.name)
            typeParameters = union.parameters.map(\.name.name)
            typeConstraint = union.parameters.first?.constraint.name
            cases = union.cases.map { .init(name: $0.name.name, payload: $0.type.text) }
        } else if let alias = type.alias {
            self.init(kind: .alias, path: path)
            aliases[""] = alias.type.text
            typeParameters = alias.parameters.map(\.name.name)
            typeConstraint = alias.parameters.first?.constraint.name
        } else if let date = type.date {
            self.init(kind: .structure, path: path)
            conformances = [date.conformance.name] + date.conformances.map(\.text)
            arguments = [.init(label: "_", type: date.type.text, defaultValue: nil)]
            properties = [.init(name: date.property.name, type: date.type.text, isMutable: true)]
        } else {
            return nil
        }
    }
}

extension Contract.Authentication {
    init(_ authentication: Description.Authentication) {
        switch authentication {
        case .none: self = .none
        case .bearer: self = .bearer
        case .basic: self = .basic
        case .header(let name): self = .header(name)
        case .query(let name): self = .query(name)
        case .cookie(let name): self = .cookie(name)
        case .all(let parts): self = .all(parts.map(Contract.Authentication.init))
        case .oneOf(let parts): self = .oneOf(parts.map(Contract.Authentication.init))
        }
    }
}
