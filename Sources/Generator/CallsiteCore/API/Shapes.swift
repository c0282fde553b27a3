extension API.Shape {
    package var isOptional: Bool { if case .optional = self { true } else { false } }
    /// The element of a list or the value of a dictionary; any other shape itself.
    package var element: API.Shape {
        switch self {
        case .list(let element), .dictionary(let element): element
        default: self
        }
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
