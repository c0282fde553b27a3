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

    /// Both changes together.
    static func + (left: AllowedValues, right: AllowedValues) -> AllowedValues {
        switch (left, right) {
        case (.same, let other), (let other, .same): other
        case (.wider, .wider): .wider
        case (.narrower, .narrower): .narrower
        default: .other
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
    /// All keywords whose meaning is compared here, but those that mean nothing without another.
    static let names = [
        "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "minimum", "exclusiveMinimum",
        "minLength", "minItems", "minProperties", "pattern", "multipleOf", "uniqueItems", "dependentRequired",
        "dependentSchemas", "dependencies", "if", "contains", "propertyNames", "unevaluatedProperties",
        "unevaluatedItems", "not", "patternProperties",
    ]

    /// The groups of keywords that limit one value, with what became of each; those that mean the same are left out.
    static func limits(_ a: Node, _ b: Node) -> [KeywordChange] {
        var changes: [KeywordChange] = []
        func add(_ name: String, _ values: AllowedValues, with other: String? = nil) {
            if values != .same { changes.append(.init(names: [name] + (other.map { [$0] } ?? []), values: values)) }
        }
        let isInteger = Self.isInteger(a) && Self.isInteger(b)
        add(
            "maximum",
            compare(
                bound(a, "maximum", "exclusiveMaximum", -1, isInteger),
                bound(b, "maximum", "exclusiveMaximum", -1, isInteger)), with: "exclusiveMaximum")
        add(
            "minimum",
            compare(
                bound(a, "minimum", "exclusiveMinimum", 1, isInteger),
                bound(b, "minimum", "exclusiveMinimum", 1, isInteger)), with: "exclusiveMinimum")
        for name in ["maxLength", "maxItems", "maxProperties"] {
            add(name, compare(count(a, name, -1), count(b, name, -1)))
        }
        for name in ["minLength", "minItems", "minProperties"] {
            add(name, compare(count(a, name, 1), count(b, name, 1)))
        }
        add("pattern", pattern(text(a, "pattern"), text(b, "pattern")))
        add("multipleOf", multiple(number(a, "multipleOf"), number(b, "multipleOf")))
        add("uniqueItems", flag(text(a, "uniqueItems") == "true", text(b, "uniqueItems") == "true"))
        add("format", format(text(a, "format"), text(b, "format")))
        return changes
    }

    /// The keywords whose values are schemas or rules.
    static func conditions(_ a: Node, _ b: Node, _ walk: inout DocumentWalk) -> [KeywordChange] {
        var changes: [KeywordChange] = []
        func add(_ name: String, _ values: AllowedValues) {
            if values != .same { changes.append(.init(names: [name], values: values)) }
        }
        add(
            "dependentRequired",
            dependentRequired(a.value(forKey: "dependentRequired"), b.value(forKey: "dependentRequired")))
        /// No element is needed with `minContains: 0`.
        func contained(_ schema: Node) -> Node? {
            number(schema, "minContains") == 0 && number(schema, "maxContains") == nil
                ? nil : schema.value(forKey: "contains")
        }
        let contains = (contained(a), contained(b))
        if let one = contains.0, let other = contains.1, walk.isSame(one, other) {
            add("maxContains", compare(count(a, "maxContains", -1), count(b, "maxContains", -1)))
            // One element is needed where nothing else is said.
            add(
                "minContains",
                compare(
                    .init(number: number(a, "minContains") ?? 1, direction: 1),
                    .init(number: number(b, "minContains") ?? 1, direction: 1)))
        } else {
            add("contains", presence(contains.0, contains.1, &walk, idle: nil))
        }
        for name in [
            "dependentSchemas", "dependencies", "propertyNames", "unevaluatedProperties", "unevaluatedItems",
            "patternProperties",
        ] {
            add(name, presence(a.value(forKey: name), b.value(forKey: name), &walk))
        }
        add("not", presence(a.value(forKey: "not"), b.value(forKey: "not"), &walk, idle: false))
        // Without `if` the others mean nothing, and without them `if` doesn't.
        func rule(_ schema: Node, _ name: String) -> Node? {
            schema.value(forKey: "if") == nil ? nil : schema.value(forKey: name)
        }
        let (then, otherwise) = ((rule(a, "then"), rule(b, "then")), (rule(a, "else"), rule(b, "else")))
        if let one = a.value(forKey: "if"), let other = b.value(forKey: "if"), !walk.isSame(one, other),
            then.0 != nil || then.1 != nil || otherwise.0 != nil || otherwise.1 != nil
        {
            add("if", .other)
        } else {
            add("then", presence(then.0, then.1, &walk))
            add("else", presence(otherwise.0, otherwise.1, &walk))
        }
        return changes
    }

    // MARK: - Bounds

    /// A bound, of which more in its direction is narrower: 1 for a minimum, -1 for a maximum.
    private struct Bound: Hashable {
        var number: Double
        var isExclusive = false
        var direction: Double
    }

    private static func compare(_ a: Bound?, _ b: Bound?) -> AllowedValues {
        limit(a, b) { one, other in
            let (x, y) = (one.number * one.direction, other.number * other.direction)
            if x == y, one.isExclusive == other.isExclusive { return .same }
            return y > x || (x == y && other.isExclusive) ? .narrower : .wider
        }
    }

    private static func bound(
        _ schema: Node, _ name: String, _ exclusive: String, _ direction: Double, _ isInteger: Bool
    ) -> Bound? {
        let inclusive = number(schema, name).map {
            Bound(number: $0, isExclusive: text(schema, exclusive) == "true", direction: direction)
        }
        let other = number(schema, exclusive).map { Bound(number: $0, isExclusive: true, direction: direction) }
        // The narrower one holds.
        guard var bound = compare(inclusive, other) == .narrower ? other : inclusive ?? other else { return nil }
        guard isInteger else { return bound }
        // The next integer inside.
        let inside = direction > 0 ? bound.number.rounded(.up) : bound.number.rounded(.down)
        bound.number = bound.isExclusive && inside == bound.number ? inside + direction : inside
        bound.isExclusive = false
        return bound
    }

    /// A count; a minimum of 0 limits nothing.
    private static func count(_ schema: Node, _ name: String, _ direction: Double) -> Bound? {
        guard let number = number(schema, name), direction < 0 || number > 0 else { return nil }
        return Bound(number: number, direction: direction)
    }

    private static func isInteger(_ schema: Node) -> Bool {
        guard let type = schema["type"] else { return false }
        if let text = type.text { return text == "integer" }
        let types = type.elements?.compactMap(\.text).filter { $0 != "null" } ?? []
        return types == ["integer"]
    }

    private static func number(_ schema: Node, _ name: String) -> Double? { text(schema, name).flatMap { Double($0) } }

    private static func text(_ schema: Node, _ name: String) -> String? { schema.value(forKey: name)?.text }

    // MARK: - The others

    private static func flag(_ was: Bool, _ now: Bool) -> AllowedValues {
        was == now ? .same : now ? .narrower : .wider
    }

    /// A limit that comes or goes; where it is on both sides, `both` decides.
    private static func limit<Value>(
        _ was: Value?, _ now: Value?, both: (Value, Value) -> AllowedValues
    ) -> AllowedValues {
        switch (was, now) {
        case (nil, nil): .same
        case (nil, _?): .narrower
        case (_?, nil): .wider
        case (let one?, let other?): both(one, other)
        }
    }

    private static func pattern(_ was: String?, _ now: String?) -> AllowedValues {
        func limiting(_ pattern: String?) -> String? {
            guard let pattern, !["", "^", "$", ".*", "^.*", ".*$", "^.*$"].contains(pattern) else { return nil }
            return pattern
        }
        return limit(limiting(was), limiting(now)) { $0 == $1 ? .same : .other }
    }

    private static func multiple(_ was: Double?, _ now: Double?) -> AllowedValues {
        func isMultiple(_ number: Double, of other: Double) -> Bool {
            let factor = (number / other).rounded()
            // `0.3` and `0.1` are no exact numbers.
            return abs(factor * other - number) <= number * 1e-12
        }
        return limit(was, now) { one, other in
            guard one > 0, other > 0 else { return one == other ? .same : .other }
            let (isWider, isNarrower) = (isMultiple(one, of: other), isMultiple(other, of: one))
            return isWider && isNarrower ? .same : isWider ? .wider : isNarrower ? .narrower : .other
        }
    }

    private static func format(_ was: String?, _ now: String?) -> AllowedValues {
        func limiting(_ format: String?) -> String? {
            format.flatMap { typedFormats.contains($0) ? nil : $0 }
        }
        return limit(limiting(was), limiting(now)) { $0 == $1 ? .same : .other }
    }

    /// The formats that say no more than the type that is generated for them, or than that of any number.
    private static let typedFormats = Set(OpenAPIReader.stringFormats.keys).union([
        "binary", "password", "float", "double", "decimal", "int64", "uint64",
    ])

    /// A keyword that only limits. Its absence allows everything.
    ///
    /// - Parameter idle: The value that allows everything too; nil: there is none.
    private static func presence(
        _ was: Node?, _ now: Node?, _ walk: inout DocumentWalk, idle: Bool? = true
    ) -> AllowedValues {
        func limiting(_ node: Node?) -> Node? { node.flatMap { $0.value == idle.map { .bool($0) } ? nil : $0 } }
        return limit(limiting(was), limiting(now)) { walk.isSame($0, $1) ? .same : .other }
    }

    private static func dependentRequired(_ was: Node?, _ now: Node?) -> AllowedValues {
        func rules(_ node: Node?) -> Set<[String]> {
            Set(
                (node?.pairs ?? []).flatMap { key, value in
                    (value.elements ?? []).compactMap { element in element.text.map { [key.text ?? "", $0] } }
                })
        }
        let (one, other) = (rules(was), rules(now))
        return one == other
            ? .same : one.isSubset(of: other) ? .narrower : other.isSubset(of: one) ? .wider : .other
    }
}
