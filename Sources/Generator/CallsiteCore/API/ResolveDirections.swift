// Handles fields that come in responses only, or go into requests only. A model that goes one way has no fields of the
// other. A model that goes both ways, and must hold such a field in one direction, becomes two: the second, for
// requests, has the name of the first and `Input`.

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
        if !copies.isEmpty { writeWith(copies) }
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

    /// The models that go both ways and must hold a field of one direction, with the types that hold them.
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

    /// Puts the copies wherever something is sent.
    private func writeWith(_ copies: [Int: API.TypeID]) {
        func copied(_ shape: API.Shape) -> API.Shape {
            switch shape {
            case .scalar, .typeParameter: shape
            case .list(let inner): .list(copied(inner))
            case .dictionary(let inner): .dictionary(copied(inner))
            case .optional(let inner): .optional(copied(inner))
            case .named(let id, let arguments): .named(copies[id.index] ?? id, arguments.map(copied))
            }
        }
        func copied(_ properties: [API.Property]) -> [API.Property] {
            properties.map { property in
                var property = property
                property.shape = copied(property.shape)
                return property
            }
        }
        let areCopies = Set(copies.values.map(\.index))
        for index in api.types.indices where api.types[index].usage == .written {
            if case .type(let owner) = api.types[index].owner, let copy = copies[owner.index], areCopies.contains(index)
            {
                api.types[index].owner = .type(copy)
            }
            api.types[index].rest = api.types[index].rest.map(copied)
            switch api.types[index].content {
            case .object(let properties): api.types[index].content = .object(copied(properties))
            case .union(var union):
                for position in union.alternatives.indices {
                    union.alternatives[position].shape = copied(union.alternatives[position].shape)
                }
                api.types[index].content = .union(union)
            case .alias(let target):
                api.types[index].content = .alias(copied(target))
                api.types[index].resolved = api.types[index].resolved.map(copied)
            case .enumeration, .own, .date: break
            }
        }
        for index in api.endpoints.indices {
            for position in api.endpoints[index].parameters.indices {
                let shape = api.endpoints[index].parameters[position].property.shape
                api.endpoints[index].parameters[position].property.shape = copied(shape)
            }
            switch api.endpoints[index].body?.content {
            case .fields(let properties)?: api.endpoints[index].body?.content = .fields(copied(properties))
            case .whole(let shape, let isOptional)?:
                api.endpoints[index].body?.content = .whole(copied(shape), isOptional: isOptional)
            case nil: break
            }
            let model = api.endpoints[index].body?.model
            api.endpoints[index].body?.model = model.map(copied)
            guard var pagination = api.endpoints[index].pagination else { continue }
            for position in pagination.moving.indices {
                pagination.moving[position].property.shape = copied(pagination.moving[position].property.shape)
                pagination.moving[position].path.steps = pagination.moving[position].path.steps.map { step in
                    if case .property(let property, let owner) = step {
                        .property(property, of: copied(owner))
                    } else {
                        step
                    }
                }
            }
            api.endpoints[index].pagination = pagination
        }
    }

    /// Applies the values that are meant where a response lacks an optional field: as defaults in models that are only
    /// read, in the documentation of others.
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

extension Diagnostic {
    static func defaultIgnored(_ why: DiagnosticText, at place: SourceLocation) -> Self {
        .warning("default-ignored", why, help: "the default is left out", at: place)
    }
}
