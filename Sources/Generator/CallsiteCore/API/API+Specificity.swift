// How specific each alternative of a union is: any string is a `String`, but few strings are dates.

extension API {
    /// The kinds of JSON values that a shape may be.
    struct JSONKinds: OptionSet {
        let rawValue: Int
        static let text = JSONKinds(rawValue: 1)
        static let number = JSONKinds(rawValue: 2)
        static let boolean = JSONKinds(rawValue: 4)
        static let object = JSONKinds(rawValue: 8)
        static let list = JSONKinds(rawValue: 16)
        static let all = JSONKinds(rawValue: 31)
    }

    /// Whether some JSON value may have both shapes. Two lists are compared by their elements.
    package func mayBeOne(_ left: Shape, _ right: Shape) -> Bool {
        let (left, right) = (triedElement(left), triedElement(right))
        if left.lists == right.lists {
            let (a, b) = (kinds(left.element), kinds(right.element))
            if case .dictionary(let a) = left.element, case .dictionary(let b) = right.element { return mayBeOne(a, b) }
            return !a.isDisjoint(with: b)
        }
        // The element of the shape with fewer nested lists may itself be a list.
        return kinds((left.lists < right.lists ? left : right).element).contains(.list)
    }

    private func kinds(_ shape: Shape, depth: Int = 0) -> JSONKinds {
        guard depth < 8 else { return .all }
        switch resolvingAliases(shape) {
        case .scalar(let scalar):
            switch scalar {
            case .string, .date, .day, .url, .uuid, .data: return .text
            case .int, .int32, .int64, .uint64, .double, .float, .timestamp, .timestampMilliseconds: return .number
            // Some services write decimals as strings.
            case .decimal: return [.number, .text]
            case .bool: return .boolean
            case .json: return .all
            case .void: return []
            }
        case .list: return .list
        case .dictionary: return .object
        case .optional(let wrapped): return kinds(wrapped, depth: depth + 1)
        case .typeParameter: return .all
        case .named(let id, _):
            switch self[id].content {
            case .object: return .object
            case .enumeration: return self[id].enumValues == .texts ? .text : .number
            case .union(let union):
                return union.alternatives.reduce(into: []) { $0.formUnion(kinds($1.shape, depth: depth + 1)) }
            case .alias, .own: return .all
            case .date: return .text
            }
        }
    }

    /// How vague a shape is: 0 for an enum or a date, 3 for a string, 9 for any JSON. The more values it accepts, the
    /// greater the number.
    package func vagueness(_ shape: Shape, depth: Int = 0) -> Int {
        guard depth < 8 else { return 0 }
        switch resolvingAliases(shape) {
        case .scalar(let scalar):
            switch scalar {
            case .bool, .int, .int32, .int64, .uint64, .date, .day, .uuid, .timestamp, .timestampMilliseconds, .void:
                return 0
            case .url, .data: return 1
            case .double, .float, .decimal: return 2
            case .string: return 3
            case .json: return 9
            }
        case .list(let element): return vagueness(element, depth: depth + 1)
        case .dictionary(let value): return 4 + vagueness(value, depth: depth + 1)
        case .optional(let wrapped): return vagueness(wrapped, depth: depth + 1)
        case .typeParameter: return 9
        case .named(let id, _):
            guard case .union(let union) = self[id].content else { return 0 }
            return union.alternatives.map { vagueness($0.shape, depth: depth + 1) }.max() ?? 0
        }
    }
}
