extension API.Shape {
    package var isOptional: Bool { if case .optional = self { true } else { false } }
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
    /// The types that the type itself names.
    package var namedTypes: [API.TypeID] {
        let shapes: [API.Shape] =
            switch content {
            case .object(let properties): properties.map(\.shape) + [rest].compactMap(\.self)
            case .union(let union): union.alternatives.map(\.shape)
            case .alias(let target): [target]
            case .enumeration, .own, .date: []
            }
        return shapes.flatMap(\.namedTypes)
    }
}

extension API {
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
