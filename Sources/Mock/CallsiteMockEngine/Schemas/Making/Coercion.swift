extension CompiledSchema {
    /// Converts the string of a parameter, a header or a form field to a type of its schema: "5" becomes 5 for an
    /// integer and stays "5" for a string. A string that fits no type stays, so that the check reports it. The fields
    /// of objects and the elements of arrays are converted too.
    ///
    /// - Parameter json: The fields of the outermost object that were sent as JSON, so that their values have types.
    package func coerced(_ value: JSONValue, except json: Set<String> = []) -> JSONValue {
        var coercion = Coercion(program: program, json: json)
        return coercion.coerced(value, by: [root], isText: true, depth: 0)
    }

    /// A value with its integers as a server writes them: 1 for 1.0.
    package func withWholeIntegers(_ value: JSONValue) -> JSONValue {
        guard Coercion.hasFraction(value, depth: 0) else { return value }
        var coercion = Coercion(program: program, json: [])
        return coercion.coerced(value, by: [root], isText: false, depth: 0)
    }

    /// A value without the fields that its schema marks as `writeOnly`.
    func withoutWriteOnly(_ value: JSONValue) -> JSONValue {
        var coercion = Coercion(program: program, json: [])
        return coercion.withoutWriteOnly(value, by: [root], depth: 0)
    }
}

private struct Coercion {
    let program: SchemaProgram
    /// The fields of the outermost object that are JSON.
    let json: Set<String>
    /// How many more schemas may be visited.
    var budget = 1_000_000
    static let depthLimit = 64

    /// The schemas that apply to the value of `roots`, including all alternatives.
    private mutating func schemas(from roots: [Int]) -> [SchemaNode] {
        var open = roots
        var seen = Set(roots)
        var result: [SchemaNode] = []
        var position = 0
        while position < open.count, position < 1000, budget > 0 {
            let node = program.node(open[position])
            position += 1
            budget -= 1
            result.append(node)
            let keywords = node.keywords
            let references = [keywords.ref, keywords.then, keywords.otherwise].compactMap(\.self)
            for next in references + keywords.allOf + keywords.anyOf + keywords.oneOf
            where seen.insert(next).inserted { open.append(next) }
        }
        return result
    }

    mutating func coerced(_ value: JSONValue, by roots: [Int], isText: Bool, depth: Int) -> JSONValue {
        guard depth < Self.depthLimit, budget > 0 else { return value }
        let nodes = schemas(from: roots)
        switch value {
        case .string(let text):
            guard isText else { return value }
            let readings = Self.readings(text)
            for value in readings {
                budget -= 10
                for root in roots where budget > 0 {
                    var checker = SchemaChecker(program, direction: .any, steps: budget)
                    let isValid = checker.check(root, value)
                    budget -= checker.spent
                    if isValid { return Self.whole(value, nodes) }
                }
            }
            return coerced(text, readings, nodes)
        case .array(let elements):
            return .array(
                elements.enumerated().map { index, element in
                    let inner = inner(of: nodes, at: index)
                    return inner.isEmpty ? element : coerced(element, by: inner, isText: isText, depth: depth + 1)
                })
        case .object(let fields):
            var result = fields
            for (key, field) in fields.pairs {
                let isText = isText && (depth > 0 || !json.contains(key))
                let inner = inner(of: nodes, named: key)
                if !inner.isEmpty { result[key] = coerced(field, by: inner, isText: isText, depth: depth + 1) }
            }
            return .object(result)
        case .number: return Self.whole(value, nodes)
        case .null, .bool: return value
        }
    }

    mutating func withoutWriteOnly(_ value: JSONValue, by roots: [Int], depth: Int) -> JSONValue {
        guard depth < Self.depthLimit, budget > 0, value.object != nil || value.array != nil else { return value }
        let nodes = schemas(from: roots)
        switch value {
        case .array(let elements):
            return .array(
                elements.enumerated().map { index, element in
                    withoutWriteOnly(element, by: inner(of: nodes, at: index), depth: depth + 1)
                })
        case .object(let fields):
            let hidden = nodes.reduce(into: Set<ExactString>()) { $0.formUnion($1.keywords.writeOnlyNames) }
            var result = fields.filter { key in
                !hidden.contains(ExactString(key))
                    && !nodes.contains { $0.keywords.properties[ExactString(key)]?.isWriteOnly == true }
            }
            for (key, field) in result.pairs {
                result[key] = withoutWriteOnly(field, by: inner(of: nodes, named: key), depth: depth + 1)
            }
            return .object(result)
        default: return value
        }
    }

    /// The schemas of an element.
    private func inner(of nodes: [SchemaNode], at index: Int) -> [Int] {
        nodes.compactMap { node in
            index < node.keywords.prefixItems.count ? node.keywords.prefixItems[index] : node.keywords.items
        }
    }

    /// The schemas of a field.
    private func inner(of nodes: [SchemaNode], named key: String) -> [Int] {
        nodes.compactMap { node in
            if let property = node.keywords.properties[ExactString(key)], property.node >= 0 { return property.node }
            return node.keywords.additional
        }
    }

    /// Whether a value contains a number that isn't written as an integer: `1.0`.
    static func hasFraction(_ value: JSONValue, depth: Int) -> Bool {
        guard depth < depthLimit else { return false }
        return switch value {
        case .null, .bool, .string: false
        case .number(let number): Int(number.digits) == nil
        case .array(let elements): elements.contains { hasFraction($0, depth: depth + 1) }
        case .object(let fields): fields.pairs.contains { hasFraction($0.value, depth: depth + 1) }
        }
    }

    /// The values other than strings that a string can stand for.
    private static func readings(_ text: String) -> [JSONValue] {
        var readings: [JSONValue] = []
        if let number = JSONValue.Number(text) { readings.append(.number(number)) }
        if text == "true" || text == "false" { readings.append(.bool(text == "true")) }
        if text == "null" || text.isEmpty { readings.append(.null) }
        return readings
    }

    /// Replaces 1.0 by 1 where the schema has an integer, as a server writes it. For OpenAPI 3.0, 1.0 isn't an integer.
    private static func whole(_ value: JSONValue, _ nodes: [SchemaNode]) -> JSONValue {
        guard case .number(let number) = value, Int(number.digits) == nil,
            nodes.contains(where: { $0.keywords.types?.contains(.integer) == true }),
            !nodes.contains(where: { $0.keywords.types?.contains(.number) == true })
        else { return value }
        return ExactNumber(number).int.map { .int($0) } ?? value
    }

    /// Converts an invalid string by `type` alone: "-5" becomes -5 for an integer that has `minimum: 0`.
    private func coerced(_ text: String, _ readings: [JSONValue], _ nodes: [SchemaNode]) -> JSONValue {
        var types: SchemaTypes = []
        for node in nodes {
            if let own = node.keywords.types { types.formUnion(own) }
            if node.keywords.isNullable { types.insert(.null) }
        }
        guard !types.contains(.string) else { return .string(text) }
        for value in readings {
            switch value {
            case .number: if !types.isDisjoint(with: .number) { return value }
            case .bool: if types.contains(.boolean) { return value }
            case .null: if types.contains(.null) { return value }
            default: break
            }
        }
        return .string(text)
    }
}
