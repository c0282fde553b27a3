/// An API with everything resolved: each type is one of a closed set of shapes, each default has its type, each model
/// knows whether it is read, written or both. It holds no Swift code, and nothing of the description's format.
package struct API: Sendable {
    package var name: String
    package var fileName: String
    /// Whether the description can choose Swift names, as `renames:` can.
    package var canChooseNames = false
    package var documentation: String?
    package var tags: [String: Description.Tag] = [:]
    package var baseURL: BaseURL
    package var headers: [Description.Header]
    /// nil if the description says nothing about it.
    package var authentication: Description.Authentication?
    package var reading: [Options.Tolerance] = []
    /// The errors with different bodies, for endpoints without errors of their own, most exact first.
    package var errors: [ErrorCase]
    /// The errors that the description lists for every endpoint, most exact first.
    package var statedErrors: [ErrorCase] = []
    package var endpoints: [Endpoint]
    /// The patterns of deep links, the most exact first.
    package var links: [Link] = []
    package var deepLinks = Description.DeepLinks()
    package var oauth2Flows: [Description.OAuth2Flow] = []
    /// Every model, enum, union and alias, also those written in place. A `TypeID` is an index here.
    package var types: [NamedType]
    package var place: SourceLocation

    package struct BaseURL: Sendable {
        package var template: String
        package var variables: [Property]
    }
}

extension API {
    package subscript(_ id: TypeID) -> NamedType {
        // Lent, not copied: a type holds a dozen references.
        _read { yield types[id.index] }
        _modify { yield &types[id.index] }
    }

    /// The shape behind aliases, with type arguments put in.
    package func resolvingAliases(_ shape: Shape) -> Shape {
        var shape = shape
        // An alias that names itself was refused, so this ends.
        while case .named(let id, let arguments) = shape, case .alias(let target) = self[id].content {
            if let resolved = self[id].resolved { return resolved }
            shape = substitute(arguments, of: self[id].typeParameters, in: target)
        }
        return shape
    }

    /// The innermost element of a union's alternative and the number of lists around it, which distinguish it from
    /// other alternatives.
    package func triedElement(_ shape: Shape) -> (lists: Int, element: Shape) {
        var lists = 0
        var element = resolvingAliases(shape)
        while case .list(let inner) = element {
            lists += 1
            element = resolvingAliases(inner)
        }
        return (lists, element)
    }

    package func substitute(_ arguments: [Shape], of parameters: [String], in shape: Shape) -> Shape {
        guard !parameters.isEmpty else { return shape }
        switch shape {
        case .scalar: return shape
        case .typeParameter(let name):
            return parameters.firstIndex(of: name).flatMap { arguments.indices.contains($0) ? arguments[$0] : nil }
                ?? shape
        case .named(let id, let own): return .named(id, own.map { substitute(arguments, of: parameters, in: $0) })
        case .list(let element): return .list(substitute(arguments, of: parameters, in: element))
        case .dictionary(let value): return .dictionary(substitute(arguments, of: parameters, in: value))
        case .optional(let wrapped): return .optional(substitute(arguments, of: parameters, in: wrapped))
        }
    }

    /// The properties of an object, with type arguments put in; nil if the shape isn't an object.
    package func properties(of shape: Shape) -> [Property]? {
        guard case .named(let id, let arguments) = resolvingAliases(shape),
            case .object(let properties) = self[id].content
        else {
            return nil
        }
        let parameters = self[id].typeParameters
        guard !parameters.isEmpty else { return properties }
        return properties.map { property in
            var property = property
            property.shape = substitute(arguments, of: parameters, in: property.shape)
            return property
        }
    }

    /// The errors that the description lists for an endpoint, itself or for every endpoint, most exact first.
    package func statedErrors(of endpoint: Endpoint) -> [ErrorCase] {
        let own = endpoint.statedErrors
        return (own + statedErrors.filter { error in !own.contains { $0.status == error.status } })
            .sorted { $0.status < $1.status }
    }
}

extension [API.ErrorCase] {
    /// Whether one type is for every status, so that no cases are needed.
    package var isOneForAll: Bool { count == 1 && self[0].status == .any }

    /// The errors except those whose body is the same as that of their range, or of `default`.
    func withoutRepetitions() -> Self {
        filter { error in
            let others = filter { $0.status != error.status }
            return others.first(covering: error.status)?.shape != error.shape
        }
    }
}

/// An element of a list by status, in which a status is covered by itself, by its range (`4XX`), or by `default`.
package protocol StatusCovering {
    var status: Description.StatusPattern { get }
}

extension API.ErrorCase: StatusCovering {}
extension Description.ErrorBody: StatusCovering {}

extension Sequence where Element: StatusCovering {
    /// The element for a status or a range of them (OpenAPI 3.1, section 4.8.16: the exact one, else the range).
    package func first(covering status: Description.StatusPattern) -> Element? {
        if let same = first(where: { $0.status == status }) { return same }
        if case .exactly(let code) = status, let range = first(where: { $0.status == .family(code / 100) }) {
            return range
        }
        return first { $0.status == .any }
    }
}
