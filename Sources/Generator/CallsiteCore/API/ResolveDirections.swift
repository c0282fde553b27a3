// Handles fields that only responses or only requests have. A model that is used in one direction loses the fields of
// the other direction. A model that is used in both, and requires such a field, becomes two: `Order` for responses, and
// `OrderInput` for requests.

extension Resolver {
    func separateDirections() {
        let split = typesToSplit()
        var copies: [Int: API.TypeID] = [:]
        for index in api.types.indices where split.contains(index) {
            copies[index] = API.TypeID(index: api.types.count)
            var copy = api.types[index]
            copy.usage = .written
            if case .api = copy.owner {
                copy.name += " input"
                copy.title = copy.title.map { $0 + " input" }
                copy.position = .derived
                copy.swiftName = copy.swiftName.map { $0 + "Input" }
            }
            api.types[index].usage = .read
            api.types.append(copy)
        }
        if !copies.isEmpty {
            let requestTypes = RequestTypes(ids: copies)
            useInTypes(requestTypes)
            useInEndpoints(requestTypes)
        }
        for index in api.types.indices {
            switch api.types[index].usage {
            case .read: api.types[index].content.properties.removeAll(where: \.isWriteOnly)
            case .written: api.types[index].content.properties.removeAll(where: \.isReadOnly)
            default:
                for (position, property) in api.types[index].content.properties.enumerated()
                where property.isOfOneDirection {
                    api.types[index].content.properties[position].presence = .optional
                }
            }
        }
    }

    /// The models that are used in both directions and require a field of one, with the types that contain such models.
    private func typesToSplit() -> Set<Int> {
        var split: Set<Int> = []
        var holders: [Int: [Int]] = [:]
        for index in api.types.indices where api.types[index].usage == [.read, .written] {
            for inner in api.types[index].namedTypes { holders[inner.index, default: []].append(index) }
            let properties = api.types[index].content.properties
            if !api.types[index].keepsUnknown,
                properties.contains(where: { $0.isOfOneDirection && $0.presence == .required })
            {
                split.insert(index)
            }
        }
        var pending = Array(split)
        while let index = pending.popLast() {
            for holder in holders[index] ?? [] where split.insert(holder).inserted { pending.append(holder) }
            // A type nested in a split type is split as well.
            for nested in api.types.indices where api.types[nested].owner == .type(.init(index: index)) {
                if api.types[nested].usage == [.read, .written], split.insert(nested).inserted {
                    pending.append(nested)
                }
            }
        }
        return split
    }

    /// Makes the types that are only sent refer to the copies.
    private func useInTypes(_ requestTypes: RequestTypes) {
        let copies = Set(requestTypes.ids.values.map(\.index))
        for index in api.types.indices where api.types[index].usage == .written {
            if case .type(let owner) = api.types[index].owner, let copy = requestTypes.ids[owner.index],
                copies.contains(index)
            {
                api.types[index].owner = .type(copy)
            }
            api.types[index].rest = api.types[index].rest.map { requestTypes.replacement(of: $0) }
            switch api.types[index].content {
            case .object(let properties):
                api.types[index].content = .object(requestTypes.replacement(of: properties))
            case .union(var union):
                for position in union.alternatives.indices {
                    let shape = union.alternatives[position].shape
                    union.alternatives[position].shape = requestTypes.replacement(of: shape)
                }
                api.types[index].content = .union(union)
            case .alias(let target):
                api.types[index].content = .alias(requestTypes.replacement(of: target))
                api.types[index].resolved = api.types[index].resolved.map { requestTypes.replacement(of: $0) }
            case .enumeration, .own, .date: break
            }
        }
    }

    /// Makes parameters, bodies and pagination refer to the copies.
    private func useInEndpoints(_ requestTypes: RequestTypes) {
        for index in api.endpoints.indices {
            for position in api.endpoints[index].parameters.indices {
                let shape = api.endpoints[index].parameters[position].property.shape
                api.endpoints[index].parameters[position].property.shape = requestTypes.replacement(of: shape)
            }
            switch api.endpoints[index].body?.content {
            case .fields(let properties)?:
                api.endpoints[index].body?.content = .fields(requestTypes.replacement(of: properties))
            case .whole(let shape, let isOptional)?:
                api.endpoints[index].body?.content = .whole(
                    requestTypes.replacement(of: shape), isOptional: isOptional)
            case nil: break
            }
            let model = api.endpoints[index].body?.model
            api.endpoints[index].body?.model = model.map { requestTypes.replacement(of: $0) }
            guard var pagination = api.endpoints[index].pagination else { continue }
            for position in pagination.moving.indices {
                let shape = pagination.moving[position].property.shape
                pagination.moving[position].property.shape = requestTypes.replacement(of: shape)
                pagination.moving[position].path.steps = pagination.moving[position].path.steps.map { step in
                    if case .property(let property, let owner) = step {
                        .property(property, of: requestTypes.replacement(of: owner))
                    } else {
                        step
                    }
                }
            }
            api.endpoints[index].pagination = pagination
        }
    }

    /// Applies the default values of optional fields. A model that is only read takes the default for a field that a
    /// response lacks. The documentation of other models mentions it.
    func applyAbsentValues(_ diagnostics: inout Diagnostics) {
        for index in api.types.indices {
            guard case .object(var properties) = api.types[index].content else { continue }
            for position in properties.indices {
                guard let literal = properties[position].absentValue, !properties[position].isConstant else { continue }
                var trial = Diagnostics()
                if let value = value(literal, properties[position].shape, &trial) {
                    if api.types[index].usage == .read, properties[position].presence == .optional {
                        properties[position].presence = .required
                        properties[position].defaultValue = value
                    } else if let text = literal.kind.scalarText {
                        let parts = [properties[position].documentation, "Default: `\(text)`."]
                        properties[position].documentation = parts.compactMap(\.self).joined(separator: "\n\n")
                    }
                } else if let problem = trial.all.first, literal.kind != .list([]), literal.kind != .object([]) {
                    diagnostics.report(.defaultIgnored(problem.message, at: literal.place))
                }
            }
            api.types[index].content = .object(properties)
        }
    }
}

/// The copies that requests use, by the index of the type that each copy replaces.
private struct RequestTypes {
    var ids: [Int: API.TypeID]

    func replacement(of shape: API.Shape) -> API.Shape {
        switch shape {
        case .scalar, .typeParameter: shape
        case .list(let inner): .list(replacement(of: inner))
        case .dictionary(let inner): .dictionary(replacement(of: inner))
        case .optional(let inner): .optional(replacement(of: inner))
        case .named(let id, let arguments): .named(ids[id.index] ?? id, arguments.map { replacement(of: $0) })
        }
    }

    func replacement(of properties: [API.Property]) -> [API.Property] {
        properties.map { property in
            var property = property
            property.shape = replacement(of: property.shape)
            return property
        }
    }
}

extension Diagnostic {
    static func defaultIgnored(_ why: DiagnosticText, at place: SourceLocation) -> Self {
        .warning("default-ignored", why, help: "the default is left out", at: place)
    }
}
