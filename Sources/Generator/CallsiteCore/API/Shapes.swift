extension API.Shape {
    package var isOptional: Bool { if case .optional = self { true } else { false } }
    package var withoutOptional: API.Shape {
        if case .optional(let wrapped) = self { wrapped.withoutOptional } else { self }
    }
    /// The element of a list or the value of a dictionary; any other shape itself.
    package var element: API.Shape {
        switch self {
        case .list(let element), .dictionary(let element): element
        default: self
        }
    }

    /// The types that it names, each before its arguments.
    package var namedTypes: [API.TypeID] {
        switch self {
        case .scalar, .typeParameter: []
        case .list(let inner), .dictionary(let inner), .optional(let inner): inner.namedTypes
        case .named(let id, let arguments): [id] + arguments.flatMap(\.namedTypes)
        }
    }
}

extension API.NamedType {
    /// The shapes that its declaration names.
    package var shapes: [API.Shape] {
        switch content {
        case .object(let properties): properties.map(\.shape) + [rest].compactMap(\.self)
        case .union(let union): union.alternatives.map(\.shape)
        case .alias(let target): [target]
        case .date(let pattern): [.scalar(pattern.value)]
        case .enumeration, .own: []
        }
    }

    /// The types that the type itself names.
    package var namedTypes: [API.TypeID] { shapes.flatMap(\.namedTypes) }
}

extension API {
    /// The type of a value that isn't null, with its aliases resolved.
    package func plain(_ shape: Shape) -> Shape { resolvingAliases(shape.withoutOptional) }

    /// The element of a list, which may be optional; nil for any other type.
    func listElement(_ shape: Shape) -> Shape? { if case .list(let element) = plain(shape) { element } else { nil } }

    /// The cases of an enum, whose aliases are resolved; nil for any other type.
    func enumCases(_ shape: Shape) -> [EnumCase]? {
        guard case .named(let id, _) = shape, case .enumeration(let cases) = self[id].content else { return nil }
        return cases
    }

    /// The fields of a request's body, or of the one model that it is.
    func bodyProperties(of endpoint: Endpoint) -> [Property] {
        switch endpoint.body?.content {
        case .fields(let fields)?: fields
        case .whole(let shape, _)?: properties(of: shape) ?? []
        case nil: []
        }
    }

    /// Whether a property is an optional in Swift, in a value that was received.
    package func mayBeMissing(_ property: Property) -> Bool {
        property.presence != .required || resolvingAliases(property.shape).isOptional
    }

    /// A type as the description calls it: `Issue`, `String list`.
    package func text(of shape: Shape) -> String {
        switch shape {
        case .scalar(let scalar): scalar.rawValue
        case .named(let id, _): self[id].name
        case .typeParameter(let name): name
        case .list(let element): text(of: element) + " list"
        case .dictionary(let value): text(of: value) + " dictionary"
        case .optional(let wrapped): text(of: wrapped)
        }
    }

    /// A type in the native format's spelling.
    package func written(_ shape: Shape) -> String {
        switch shape {
        case .scalar(let scalar): scalar.rawValue
        case .typeParameter(let name): name
        case .list(let element): "[\(written(element))]"
        case .dictionary(let value): "[String: \(written(value))]"
        case .optional(let wrapped): written(wrapped) + "?"
        case .named(let id, let arguments):
            (self[id].owner == .api ? self[id].name : "{…}")
                + (arguments.isEmpty ? "" : "<" + arguments.map(written).joined(separator: ", ") + ">")
        }
    }
}
