import CallsiteCore

// Keywords that limit a value, by their meaning: `exclusiveMinimum: true` beside `minimum: 0` (OpenAPI 3.0) is
// `exclusiveMinimum: 0` (3.1), and for an integer `minimum: 1`.

/// How the values that a schema allows changed.
enum AllowedValues: Hashable {
    case same
    /// All old values are allowed, and others.
    case wider
    /// Only some of the old values are allowed.
    case narrower
    /// Neither holds, or it can't be decided.
    case other

    /// - Parameters:
    ///   - isWider: All old values are still allowed.
    ///   - isNarrower: All new values were allowed.
    init(isWider: Bool, isNarrower: Bool) {
        self = isWider ? (isNarrower ? .same : .wider) : (isNarrower ? .narrower : .other)
    }

    /// Both changes together.
    static func + (left: AllowedValues, right: AllowedValues) -> AllowedValues {
        switch (left, right) {
        case (.same, let other), (let other, .same): other
        case (.wider, .wider): .wider
        case (.narrower, .narrower): .narrower
        default: .other
        }
    }

    static func += (left: inout AllowedValues, right: AllowedValues) { left = left + right }

    /// The change if values that fit the schema are refused, as in `not`.
    var inverse: AllowedValues {
        switch self {
        case .same, .other: self
        case .wider: .narrower
        case .narrower: .wider
        }
    }

    /// Whether a sender of old values, or of new ones if the server is old, may send one that isn't allowed.
    func breaks(isServerOld: Bool) -> Bool {
        switch self {
        case .same: false
        case .wider: isServerOld
        case .narrower: !isServerOld
        case .other: true
        }
    }
}

/// The change of some keywords of a schema that have a meaning together.
struct KeywordChange {
    var names: [String]
    var values: AllowedValues
}

enum KeywordMeaning {
    /// The keywords that are compared here, except those that mean nothing without another, such as `minContains`.
    static let names = [
        "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "minimum", "exclusiveMinimum",
        "minLength", "minItems", "minProperties", "pattern", "multipleOf", "uniqueItems", "dependentRequired",
        "dependentSchemas", "dependencies", "if", "contains", "propertyNames", "unevaluatedProperties",
        "unevaluatedItems", "not", "patternProperties",
    ]

    /// The changes of keywords that limit a value, such as `minimum` with `exclusiveMinimum`. Groups that mean the same
    /// are left out.
    static func limits(_ a: SchemaParts, _ b: SchemaParts) -> [KeywordChange] {
        var changes: [KeywordChange] = []
        // A keyword limits values of its own type only.
        let types = a.types.flatMap { one in b.types.map { one.union($0) } }
        func may(_ names: String...) -> Bool { types.map { !$0.isDisjoint(with: names) } ?? true }
        func add(_ name: String, _ values: AllowedValues, with other: String? = nil) {
            if values != .same { changes.append(.init(names: [name] + (other.map { [$0] } ?? []), values: values)) }
        }
        if may("integer", "number") {
            let isInteger = a.isInteger && b.isInteger
            for (name, exclusive, direction) in [
                ("maximum", "exclusiveMaximum", -1.0), ("minimum", "exclusiveMinimum", 1),
            ] {
                add(
                    name,
                    compare(
                        bound(a, name, exclusive, direction, isInteger), bound(b, name, exclusive, direction, isInteger)
                    ),
                    with: exclusive)
            }
            add("multipleOf", all(multiples(a), multiples(b), includes: isMultiple(_:of:)))
        }
        if may("string") {
            add("maxLength", compare(count(a, "maxLength", -1), count(b, "maxLength", -1)))
            add("minLength", compare(count(a, "minLength", 1), count(b, "minLength", 1)))
            add("pattern", all(patterns(a), patterns(b), includes: ==))
        }
        if may("array") {
            add("maxItems", compare(count(a, "maxItems", -1), count(b, "maxItems", -1)))
            add("minItems", compare(count(a, "minItems", 1), count(b, "minItems", 1)))
            add("uniqueItems", flag(isUnique(a), isUnique(b)))
        }
        if may("object") {
            add("maxProperties", compare(count(a, "maxProperties", -1), count(b, "maxProperties", -1)))
            add("minProperties", compare(count(a, "minProperties", 1), count(b, "minProperties", 1)))
        }
        if may("string", "integer", "number") { add("format", all(formats(a), formats(b), includes: ==)) }
        return changes
    }

    /// The changes of keywords whose values are schemas or rules.
    static func conditions(_ a: SchemaParts, _ b: SchemaParts, _ walk: inout DocumentWalk) -> [KeywordChange] {
        var changes: [KeywordChange] = []
        let types = a.types.flatMap { one in b.types.map { one.union($0) } }
        func may(_ name: String) -> Bool { types.map { $0.contains(name) } ?? true }
        func add(_ name: String, _ values: AllowedValues) {
            if values != .same { changes.append(.init(names: [name], values: values)) }
        }
        if may("object") {
            add("dependentRequired", dependentRequired(a, b))
            for name in ["dependentSchemas", "patternProperties"] { add(name, walk.named(name, a, b)) }
            add("propertyNames", walk.together(a.all("propertyNames"), b.all("propertyNames")))
            add("dependencies", presence(a, b, "dependencies", &walk))
            let rest = "unevaluatedProperties"
            add(rest, walk.together(a.all(rest), b.all(rest)))
        }
        if may("array") {
            contains(a, b, &walk, add)
            add("unevaluatedItems", walk.together(a.all("unevaluatedItems"), b.all("unevaluatedItems")))
        }
        // More schemas in `not` allow fewer values.
        add("not", walk.together(a.all("not"), b.all("not"), isInverse: true))
        let (one, other) = (a.nodes.filter { $0["if"] != nil }, b.nodes.filter { $0["if"] != nil })
        // `then` and `else` mean nothing without `if`, and `if` means nothing without them.
        func rule(_ schemas: [Node], _ name: String) -> [Node] { schemas.compactMap { $0.value(forKey: name) } }
        let isOne = one.count == 1 && other.count == 1
        if isOne, walk.relation(one[0]["if"], other[0]["if"]) != .same,
            ["then", "else"].contains(where: { !rule(one + other, $0).isEmpty })
        {
            add("if", .other)
        } else {
            for name in ["then", "else"] { add(name, walk.together(rule(one, name), rule(other, name))) }
        }
        return changes
    }

    private static func contains(
        _ a: SchemaParts, _ b: SchemaParts, _ walk: inout DocumentWalk, _ add: (String, AllowedValues) -> Void
    ) {
        /// The number of elements that must fit, by default one; nil: no element must.
        func minimum(_ schema: SchemaParts) -> Bound? {
            guard schema.first("contains") != nil else { return nil }
            let number = schema.number("minContains") ?? 1
            return number > 0 ? Bound(number: number, direction: 1) : nil
        }
        func maximum(_ schema: SchemaParts) -> Bound? {
            schema.first("contains") == nil ? nil : count(schema, "maxContains", -1)
        }
        let values = walk.relation(a.first("contains"), b.first("contains"))
        // More elements fit a wider schema, so a list reaches a minimum more easily, and exceeds a maximum.
        let fewest = limit(minimum(a), minimum(b)) { values + compare($0, $1) }
        let highest = limit(maximum(a), maximum(b)) { values.inverse + compare($0, $1) }
        guard a.first("contains") != nil, b.first("contains") != nil, values == .same else {
            return add("contains", fewest + highest)
        }
        add("minContains", fewest)
        add("maxContains", highest)
    }

    // MARK: - Bounds

    /// A minimum (direction 1) or a maximum (direction -1). A bound further in its direction allows fewer values.
    struct Bound: Hashable {
        var number: Double
        var isExclusive = false
        var direction: Double

        func allows(_ value: Double) -> Bool {
            let (x, y) = (value * direction, number * direction)
            return isExclusive ? x > y : x >= y
        }
    }

    private static func compare(_ a: Bound?, _ b: Bound?) -> AllowedValues {
        limit(a, b) { one, other in
            let (x, y) = (one.number * one.direction, other.number * other.direction)
            if x == y, one.isExclusive == other.isExclusive { return .same }
            return y > x || (x == y && other.isExclusive) ? .narrower : .wider
        }
    }

    private static func tightest(_ bounds: [Bound]) -> Bound? {
        bounds.reduce(nil) { compare($0, $1) == .narrower ? $1 : $0 ?? $1 }
    }

    static func bound(
        _ schema: SchemaParts, _ name: String, _ exclusive: String, _ direction: Double, _ isInteger: Bool
    ) -> Bound? {
        let bounds = schema.nodes.flatMap { node -> [Bound] in
            let other = node.value(forKey: exclusive)?.text
            let inclusive = number(node, name).map {
                Bound(number: $0, isExclusive: other == "true", direction: direction)
            }
            let own = other.flatMap { Double($0) }.map {
                Bound(number: $0, isExclusive: true, direction: direction)
            }
            return [inclusive, own].compactMap(\.self)
        }
        guard var bound = tightest(bounds) else { return nil }
        guard isInteger else { return bound }
        // The bound becomes the next integer, or the next multiple, that it allows.
        let steps = multiples(schema)
        let step = steps.count == 1 && steps[0] == steps[0].rounded() ? steps[0] : 1
        let position = bound.number / step
        let inside = position.rounded(direction > 0 ? .up : .down) * step
        bound.number = bound.isExclusive && inside == bound.number ? inside + direction * step : inside
        bound.isExclusive = false
        return bound
    }

    /// The bound of a count, such as `maxLength`. A minimum of 0 limits nothing.
    static func count(_ schema: SchemaParts, _ name: String, _ direction: Double) -> Bound? {
        tightest(
            schema.nodes.compactMap { node in
                guard let number = number(node, name), direction < 0 || number > 0 else { return nil }
                return Bound(number: number, direction: direction)
            })
    }

    private static func number(_ schema: Node, _ name: String) -> Double? {
        schema.value(forKey: name)?.text.flatMap { Double($0) }
    }

    // MARK: - Other keywords

    static func flag(_ was: Bool, _ now: Bool) -> AllowedValues { was == now ? .same : now ? .narrower : .wider }

    /// Compares a limit that may be absent on either side. If both sides have it, `both` compares them.
    static func limit<Value>(_ was: Value?, _ now: Value?, both: (Value, Value) -> AllowedValues) -> AllowedValues {
        switch (was, now) {
        case (nil, nil): .same
        case (nil, _?): .narrower
        case (_?, nil): .wider
        case (let one?, let other?): both(one, other)
        }
    }

    /// Compares limits that all apply.
    ///
    /// - Parameter includes: Whether the second one allows all that the first one allows.
    private static func all<Value>(
        _ was: [Value], _ now: [Value], includes: (Value, Value) -> Bool
    ) -> AllowedValues {
        AllowedValues(
            isWider: now.allSatisfy { limit in was.contains { includes($0, limit) } },
            isNarrower: was.allSatisfy { limit in now.contains { includes($0, limit) } })
    }

    static func patterns(_ schema: SchemaParts) -> [String] {
        schema.texts("pattern").filter { !["", "^", "$", ".*", "^.*", ".*$", "^.*$"].contains($0) }
    }

    static func multiples(_ schema: SchemaParts) -> [Double] {
        // Each integer is a multiple of 1, and of 0.5.
        let isInteger = schema.isInteger
        return schema.nodes.compactMap { number($0, "multipleOf") }.filter {
            $0 > 0 && !(isInteger && isMultiple(1, of: $0))
        }
    }

    static func isMultiple(_ number: Double, of other: Double) -> Bool {
        let factor = (number / other).rounded()
        // `0.3` and `0.1` aren't exact in binary.
        return abs(factor * other - number) <= abs(number) * 1e-12
    }

    static func isUnique(_ schema: SchemaParts) -> Bool {
        // The elements of a list with at most one are always unique.
        schema.texts("uniqueItems").contains("true") && count(schema, "maxItems", -1).map { $0.number > 1 } ?? true
    }

    static func formats(_ schema: SchemaParts) -> [String] {
        schema.texts("format").filter { !typedFormats.contains($0) }
    }

    /// The formats that don't limit values further than their types do.
    private static let typedFormats = Set(OpenAPIReader.stringFormats.keys).union([
        "binary", "password", "float", "double", "decimal", "int64", "uint64",
    ])

    /// A keyword that only limits. Its absence allows everything, and so does `true`.
    private static func presence(
        _ a: SchemaParts, _ b: SchemaParts, _ name: String, _ walk: inout DocumentWalk
    ) -> AllowedValues {
        let was = a.all(name).filter { $0.value != .bool(true) }
        let now = b.all(name).filter { $0.value != .bool(true) }
        guard was.count == 1, now.count == 1 else { return limit(was.first, now.first) { _, _ in .other } }
        return walk.isSame(was[0], now[0]) ? .same : .other
    }

    private static func dependentRequired(_ a: SchemaParts, _ b: SchemaParts) -> AllowedValues {
        func rules(_ schema: SchemaParts) -> Set<[String]> {
            Set(
                schema.all("dependentRequired").flatMap { $0.pairs ?? [] }.flatMap { key, value in
                    (value.elements ?? []).compactMap { element in element.text.map { [key.text ?? "", $0] } }
                })
        }
        return subset(rules(a), rules(b))
    }

    /// Compares rules that all apply: more rules allow fewer values.
    static func subset<Value>(_ was: Set<Value>, _ now: Set<Value>) -> AllowedValues {
        AllowedValues(isWider: now.isSubset(of: was), isNarrower: was.isSubset(of: now))
    }
}
