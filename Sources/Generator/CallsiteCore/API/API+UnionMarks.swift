// The constants by which a union's alternatives are known.

extension API {
    /// By `TypeID.index`: the constants that distinguish the alternatives of a union without a discriminator.
    package func unionMarks() -> [UnionMarks?] {
        var cache: [TypeID: [(field: String, value: String)]] = [:]
        return types.map { type in
            guard case .union(let union) = type.content, union.discriminator == nil, union.alternatives.count <= 400
            else { return nil }
            return UnionMarks(
                union.alternatives.map { alternative in
                    guard case .named(let id, _) = triedElement(alternative.shape).element,
                        case .object(let properties) = self[id].content
                    else { return [] }
                    if let constants = cache[id] { return constants }
                    let constants = constants(properties)
                    cache[id] = constants
                    return constants
                })
        }
    }

    /// The constants of a type, strings first: a string is made to identify a thing, while a constant number may be a
    /// version. A few constants are enough.
    private func constants(_ properties: [Property]) -> [(field: String, value: String)] {
        let constants = properties.compactMap { property in
            constant(property).map { (field: property.wireName, value: $0.value, isText: $0.isText) }
        }
        return (constants.filter(\.isText) + constants.filter { !$0.isText }).prefix(20).map { ($0.field, $0.value) }
    }

    /// The value that a field always has, as `WireValue.discriminator` reads it.
    private func constant(_ property: Property) -> (value: String, isText: Bool)? {
        var text = property.isConstant ? constantText(property) : property.onlyValue?.kind.scalarText
        if text == nil, let cases = enumCases(plain(property.shape)), cases.count == 1 { text = cases[0].wireValue }
        guard let text else { return nil }
        if isText(property.shape) { return (text, true) }
        return text == "true" || text == "false" ? (text, false) : Int64(text).map { (String($0), false) }
    }

    /// The value of a constant as a string; nil for a value that no string identifies.
    package func constantText(_ property: Property) -> String? {
        switch property.defaultValue {
        case .string(let text)?, .integer(let text)?: return text
        case .bool(let value)?: return String(value)
        case .enumCase(let id, let index)?:
            guard case .enumeration(let cases) = self[id].content, cases.indices.contains(index) else { return nil }
            return cases[index].wireValue
        default: return nil
        }
    }

    /// Whether values are strings, and neither numbers nor Booleans.
    package func isText(_ shape: Shape) -> Bool {
        switch plain(shape) {
        case .scalar(let scalar): return !scalar.isInteger && scalar != .bool && scalar != .double && scalar != .float
        case .named(let id, _):
            guard case .enumeration = self[id].content else { return true }
            return self[id].enumValues == .texts
        case .typeParameter, .list, .dictionary, .optional: return true
        }
    }
}
