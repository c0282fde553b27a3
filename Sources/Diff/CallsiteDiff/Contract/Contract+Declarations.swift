// The declarations of the generated code, as callers see them. They are read from the results of `lower`.

import CallsiteCore
import CallsiteSwift

extension Contract {
    /// A declaration of the generated code, as callers see it.
    package struct Declaration: Sendable {
        package enum Kind: String, Sendable {
            case api, request, structure = "struct", enumeration = "enum", alias = "typealias"
        }
        package struct Argument: Hashable, Sendable {
            package var label: String
            package var type: String
            package var defaultValue: String?
        }
        package struct Property: Hashable, Sendable {
            package var name: String
            package var type: String
            package var isMutable: Bool
        }
        package struct Case: Hashable, Sendable {
            package var name: String
            package var payload: String?
        }
        package var kind: Kind
        /// The name after those of the outer types: `Issue.Milestone`.
        package var path: String
        package var conformances: [String] = []
        package var typeParameters: [String] = []
        /// The protocol that a type argument must conform to.
        package var typeConstraint: String?
        /// nil if callers use no initialiser.
        package var arguments: [Argument]?
        package var properties: [Property] = []
        package var cases: [Case] = []
        /// The types that nested aliases stand for, by name. An alias has its own type under the empty name.
        package var aliases: [String: String] = [:]
        package var isDeprecated = false
        /// Whether Swift synthesizes the initialiser, and a second one without arguments if all have defaults.
        package var isMemberwise = false
        /// Whether responses contain the type, so that callers read its properties.
        package var isRead = false
        package var nested: [Int] = []
    }
}

extension ContractReader {
    mutating func declareAll() {
        for index in api.types.indices where api.types[index].owner == .api && api.types[index].ownType == nil {
            declare(lowering.lowerType(.init(index: index)), .init(index: index), in: "")
        }
        for index in api.endpoints.indices { declareRequest(index) }
        declareAPI()
    }

    private mutating func add(_ declaration: Contract.Declaration) -> Int {
        let number = contract.declarations.count
        contract.declarations.append(declaration)
        contract.paths[declaration.path] = number
        return number
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
        let request = lowering.lowerRequest(index)
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
            var headersDeclaration = Contract.Declaration(
                kind: .structure, path: path + "ResponseHeaders", isRead: true)
            headersDeclaration.properties = headers.properties.map {
                .init(name: $0.name.name, type: $0.type.text, isMutable: false)
            }
            nested.append(add(headersDeclaration))
        }
        contract.declarations[number].nested = nested + declare(request.types, .endpoint(index), in: path)
    }

    private mutating func declareAPI() {
        let lowered = lowering.lowerAPI(nil)
        var declaration = Contract.Declaration(kind: .api, path: lowered.protocolName.name)
        declaration.aliases["Failure"] = lowered.failure?.text
        declaration.arguments = lowered.variables.map(Contract.Declaration.Argument.init)
        // An API with variables is a function.
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
