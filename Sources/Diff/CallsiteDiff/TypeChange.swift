import CallsiteCore

/// How one shape differs from the one that was in its place. A row of the rules is named after it.
enum TypeChange: Equatable {
    case none
    case intWidth, widened, narrowed
    case formatSet, formatUnset, formatChanged
    case becameEnum, enumOpened, enumKind
    case typesWidened, typesNarrowed
    case becameUnion, narrowedToOne
    case itemsBecameNullable, itemsBecameNotNullable
    case mapBecameObject, mapValues
    case schemaAdded, schemaRemoved
    case coding
    /// One model in place of another.
    case replaced
    case other
}

extension Matching {
    /// - Parameter isInside: whether the shapes are elements of lists or values of dictionaries, where null counts.
    func typeChange(_ a: API.Shape, _ b: API.Shape, isInside: Bool = false) -> TypeChange {
        let (before, after) = (Side(contract: old, shape: a), Side(contract: new, shape: b))
        if isInside, before.isOptional != after.isOptional {
            return after.isOptional ? .itemsBecameNullable : .itemsBecameNotNullable
        }
        switch (before.plain, after.plain) {
        case (.scalar(let scalar), .scalar(let now)): return Self.scalarChange(scalar, now)
        case (.scalar(.json), _): return .schemaAdded
        case (_, .scalar(.json)): return .schemaRemoved
        case (.list(let element), .list(let now)): return typeChange(element, now, isInside: true)
        case (.dictionary(let value), .dictionary(let now)):
            let change = typeChange(value, now, isInside: true)
            return change == .none ? .none : .mapValues
        case (.typeParameter, .typeParameter): return .none
        case (.named(let id, _), .named(let now, _)):
            switch (old[id].content, new[now].content) {
            case (.object, .object), (.own, .own), (.date, .date):
                return isSameShape(before.plain, after.plain) ? .none : .replaced
            case (.enumeration, .enumeration) where old[id].enumValues != new[now].enumValues: return .enumKind
            case (.enumeration, .enumeration): return isSameShape(before.plain, after.plain) ? .none : .replaced
            case (.union, .union): return isSameShape(before.plain, after.plain) ? .none : .replaced
            case (.union(let union), _): return unionChange(id, union, old, to: after, isNarrowed: true)
            case (_, .union(let union)): return unionChange(now, union, new, to: before, isNarrowed: false)
            default: return .other
            }
        case (.named(let id, _), let shape):
            switch old[id].content {
            case .enumeration: return Self.isScalar(shape) ? .enumOpened : .other
            case .union(let union): return unionChange(id, union, old, to: after, isNarrowed: true)
            case .object: if case .dictionary = shape { return .mapBecameObject } else { return .other }
            case .date: return shape == .scalar(.string) ? .formatUnset : .formatChanged
            case .own, .alias: return .other
            }
        case (let shape, .named(let id, _)):
            switch new[id].content {
            case .enumeration: return Self.isScalar(shape) ? .becameEnum : .other
            case .union(let union): return unionChange(id, union, new, to: before, isNarrowed: false)
            case .object: if case .dictionary = shape { return .mapBecameObject } else { return .other }
            case .date: return shape == .scalar(.string) ? .formatSet : .formatChanged
            case .own, .alias: return .other
            }
        default: return .other
        }
    }

    private static func isScalar(_ shape: API.Shape) -> Bool { if case .scalar = shape { true } else { false } }

    /// The change between a union and another kind of type, which may be one of its alternatives.
    private func unionChange(
        _ id: API.TypeID, _ union: Contract.NamedType.Union, _ contract: Contract, to side: Side, isNarrowed: Bool
    ) -> TypeChange {
        let question = UnionMemory.Question(union: id, isOld: isNarrowed, other: side.plain, matched: types.count)
        if let change = memory.changes[question] { return change }
        let isAlternative = union.alternatives.contains { alternative in
            isNarrowed ? isSameShape(alternative.shape, side.plain) : isSameShape(side.plain, alternative.shape)
        }
        let areScalars =
            isAlternative && union.alternatives.allSatisfy { Self.isScalar(contract.api.resolvingAliases($0.shape)) }
        let change: TypeChange =
            !isAlternative
            ? .other
            : areScalars ? (isNarrowed ? .typesNarrowed : .typesWidened) : isNarrowed ? .narrowedToOne : .becameUnion
        memory.changes[question] = change
        return change
    }

    private static func scalarChange(_ a: Scalar, _ b: Scalar) -> TypeChange {
        if a == b { return .none }
        let integers: Set<Scalar> = [.int, .int32, .int64, .uint64]
        let numbers: Set<Scalar> = [.double, .float, .decimal]
        let formats: Set<Scalar> = [.date, .day, .url, .uuid]
        switch (a, b) {
        case (.json, _): return .schemaAdded
        case (_, .json): return .schemaRemoved
        case (.data, .string), (.string, .data): return .coding
        case (.string, _) where formats.contains(b): return .formatSet
        case (_, .string) where formats.contains(a): return .formatUnset
        case (_, _) where formats.contains(a) && formats.contains(b): return .formatChanged
        case (_, _) where integers.contains(a) && integers.contains(b): return .intWidth
        case (_, _) where integers.contains(a) && numbers.contains(b): return .widened
        case (_, _) where numbers.contains(a) && integers.contains(b): return .narrowed
        case (_, _) where numbers.contains(a) && numbers.contains(b): return .formatChanged
        default: return .other
        }
    }
}

extension TypeChange {
    /// The rows that report the change, for what is sent and for what is read.
    static func ids(_ change: TypeChange, isParameter: Bool, isHeader: Bool, isInline: Bool) -> (
        sent: String, received: String
    ) {
        let prefix = isParameter ? "parameter" : "field"
        let ids: (String, String) =
            switch change {
            case .none: (prefix + "-type-changed", "response-field-type-changed")
            case .intWidth: (prefix + "-int-width", "response-field-int-width")
            case .widened: (prefix + "-type-widened", "response-field-type-widened")
            case .narrowed: (prefix + "-type-narrowed", "response-field-type-narrowed")
            case .formatSet:
                (isParameter ? "parameter-format-changed" : "field-format-set", "response-field-format-set")
            case .formatUnset:
                (isParameter ? "parameter-format-changed" : "field-format-unset", "response-field-format-unset")
            case .formatChanged: (prefix + "-format-changed", "response-field-format-changed")
            case .becameEnum: (prefix + "-became-enum", "response-became-enum")
            case .enumOpened: (prefix + "-enum-opened", "response-enum-opened")
            case .enumKind: (prefix + "-type-changed", "response-enum-kind-changed")
            case .typesWidened: (prefix + "-types-widened", "response-field-types-widened")
            case .typesNarrowed: (prefix + "-types-narrowed", "response-field-types-narrowed")
            case .becameUnion: ("field-became-union", "response-field-became-union")
            case .narrowedToOne: ("field-narrowed-to-one", "response-narrowed-to-one")
            case .itemsBecameNullable: ("field-items-became-nullable", "response-items-became-nullable")
            case .itemsBecameNotNullable: ("field-items-became-not-nullable", "response-items-became-not-nullable")
            case .mapBecameObject: ("field-map-became-object", "response-map-became-object")
            case .mapValues: ("field-map-values-changed", "response-map-values-changed")
            case .schemaAdded: ("field-schema-added", "response-field-schema-added")
            case .schemaRemoved: ("field-schema-removed", "response-field-schema-removed")
            case .coding: ("content-coding-changed", "content-coding-changed-answer")
            case .replaced where isInline: ("component-inlined", "component-inlined")
            case .replaced, .other: (prefix + "-type-changed", "response-field-type-changed")
            }
        return isHeader ? (ids.0, "header-type-changed") : ids
    }
}
