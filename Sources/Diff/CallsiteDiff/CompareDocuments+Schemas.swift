import CallsiteCore

// Parts of schemas that generated types don't show: limits, patterns, conditions, tuples, defaults, examples.

extension DocumentWalk {
    mutating func follow(_ a: Node, _ b: Node, isSent: Bool, _ place: Place) {
        var open: [(Node, Node, Place)] = [(a, b, place)]
        while let (one, other, place) = open.popLast() {
            var place = place
            // A component has a name of its own.
            if let reference = other["$ref"]?.text ?? one["$ref"]?.text, let name = reference.split(separator: "/").last
            {
                place = Place(subject: .model(String(name)), label: String(name))
            }
            guard let one = old.follower.resolved(one), let other = new.follower.resolved(other), one.isMapping,
                other.isMapping,
                seen.insert(.init(old: one.id, new: other.id, isSent: isSent)).inserted
            else { continue }
            compareKeywords(one, other, isSent: isSent, place)
            compareOrder(one, other, place)
            let properties = Dictionary(
                (other["properties"]?.pairs ?? []).lazy.compactMap { pair in pair.key.text.map { ($0, pair) } },
                uniquingKeysWith: { $1 })
            let isClosed = other["additionalProperties"]?.value == .bool(false)
            for (key, schema) in one["properties"]?.pairs ?? [] {
                guard let name = key.text else { continue }
                if let (newKey, now) = properties[name] {
                    var inner = Place(subject: place.subject, label: place.label + "." + name)
                    if case .endpoint = place.subject { inner.label = place.label + ": '" + name + "'" }
                    open.append((schema, now, inner))
                    compareConstants(schema, now, isSent: isSent, inner, key, newKey)
                } else if isClosed, isSent {
                    refused.insert(key.place)
                }
            }
            for key in ["items", "additionalProperties"] {
                if let schema = one.value(forKey: key), let now = other.value(forKey: key) {
                    open.append((schema, now, place))
                }
            }
            for key in ["allOf", "oneOf", "anyOf"] {
                let pairs = alternatives(one.value(forKey: key), other.value(forKey: key))
                open += pairs.map { ($0, $1, place) }
                if key == "allOf" { compareParts(one, other, pairs, isSent: isSent, place) }
            }
        }
    }

    /// Pairs alternatives by their references, then by their order.
    private func alternatives(_ a: Node?, _ b: Node?) -> [(Node, Node)] {
        guard let one = a?.elements, let other = b?.elements else { return [] }
        var byReference: [String: Node] = [:]
        for node in other { if let reference = node["$ref"]?.text { byReference[reference] = node } }
        var result: [(Node, Node)] = []
        for node in one {
            if let reference = node["$ref"]?.text, let now = byReference[reference] { result.append((node, now)) }
        }
        let rest = one.filter { $0["$ref"] == nil }
        let others = other.filter { $0["$ref"] == nil }
        if rest.count == others.count { result += zip(rest, others) }
        return result
    }

    static let limits: [(name: String, isUpper: Bool)] = [
        ("maximum", true), ("exclusiveMaximum", true), ("maxLength", true), ("maxItems", true), ("maxProperties", true),
        ("minimum", false), ("exclusiveMinimum", false), ("minLength", false), ("minItems", false),
        ("minProperties", false),
    ]
    static let conditions = [
        "dependentRequired", "dependentSchemas", "dependencies", "if", "then", "else", "contains", "minContains",
        "maxContains", "propertyNames", "unevaluatedProperties", "unevaluatedItems", "not", "patternProperties",
    ]

    private mutating func compareKeywords(_ a: Node, _ b: Node, isSent: Bool, _ place: Place) {
        // A pair that was reported for what is sent isn't reported again for what is read.
        let pair = [a.id, b.id]
        var parts: [DiagnosticText] = []
        var isTighter = false
        var isLooser = false
        var isLowered = false
        // Whether the old schema had one of these limits, and whether only the pattern changed.
        var wasSaid = false
        var isPattern = true
        for (name, isUpper) in Self.limits {
            let (was, now) = (a.value(forKey: name)?.text, b.value(forKey: name)?.text)
            guard was != now else { continue }
            (wasSaid, isPattern) = (wasSaid || was != nil, false)
            // `exclusiveMaximum: true` of OpenAPI 3.0 says how 'maximum' is meant.
            if let x = was.flatMap({ Double($0) }), let y = now.flatMap({ Double($0) }) {
                guard x != y else { continue }
                if (y < x) == isUpper { isTighter = true } else { isLooser = true }
                isLowered = isLowered || (name == "maximum" && y < x)
            } else if was == nil || was == "false" {
                guard now != "false" else { continue }
                isTighter = true
                isLowered = isLowered || name == "maximum"
            } else if now == nil || now == "false" {
                isLooser = true
            } else {
                isTighter = true
            }
            parts.append("\(name) is \(now ?? "gone")\(was.map { ", was \($0)" as DiagnosticText } ?? " now")")
        }
        for name in ["pattern", "multipleOf", "uniqueItems", "format"] {
            let (was, now) = (Self.limit(name, of: a), Self.limit(name, of: b))
            guard was != now, !(was == nil && now == "false"), !(was == "false" && now == nil) else { continue }
            (wasSaid, isPattern) = (wasSaid || was != nil, isPattern && name == "pattern" && was != nil && now != nil)
            if now == nil || now == "false" { isLooser = true } else { isTighter = true }
            parts.append(
                "\(name) is \(now.map { "'\($0)'" as DiagnosticText } ?? "gone")\(was.map { ", was '\($0)'" as DiagnosticText } ?? " now")"
            )
        }
        if !parts.isEmpty, isSent || !told.contains(pair) {
            let isWorse = isServerOld ? isLooser : isTighter
            let id = Self.limitID(
                place, isSent: isSent, isTighter: isTighter, isLowered: isLowered, wasSaid: wasSaid,
                isPattern: isPattern)
            add(
                id, place, "\(place.label): \(parts.joined(separator: "; "))", isSent && isWorse ? .breaks : .none, a,
                b, key: "limits")
            if isSent { told.insert(pair) }
        }
        compareConditions(a, b, isSent: isSent, place, pair)
        compareValues(a, b, isSent: isSent, place)
    }

    private static func limit(_ name: String, of schema: Node) -> String? {
        let text = schema.value(forKey: name)?.text
        return name == "format" && text.map(typedFormats.contains) == true ? nil : text
    }

    /// The formats that say no more than the type that is generated for them, or than that of any number.
    private static let typedFormats = Set(OpenAPIReader.stringFormats.keys).union([
        "binary", "password", "float", "double", "decimal", "int64", "uint64",
    ])

    private static func limitID(
        _ place: Place, isSent: Bool, isTighter: Bool, isLowered: Bool, wasSaid: Bool, isPattern: Bool
    ) -> String {
        guard isSent else { return "response-limit-changed" }
        guard place.isParameter else { return isTighter ? "field-limit-set-or-tightened" : "field-limit-loosened" }
        guard isTighter else { return "parameter-limit-loosened" }
        if place.isPageSize, isLowered { return "page-limit-lowered" }
        if isPattern { return "parameter-pattern-changed" }
        return wasSaid ? "parameter-limit-tightened" : "parameter-limit-set"
    }

    private mutating func compareConditions(_ a: Node, _ b: Node, isSent: Bool, _ place: Place, _ pair: [Node.ID]) {
        var added: [String] = []
        var removed: [String] = []
        for name in Self.conditions {
            let (was, now) = (a.value(forKey: name), b.value(forKey: name))
            if was == nil, now == nil { continue }
            if was == nil || was?.value == .bool(true) {
                added.append(name)
            } else if now == nil || now?.value == .bool(true) {
                removed.append(name)
            } else if let was, let now, !isSame(was, now) {
                added.append(name)
            }
        }
        for (names, isAdded) in [(added, true), (removed, false)] where !names.isEmpty {
            let breaks = isSent && isAdded != isServerOld
            add(
                isSent ? (isAdded ? "condition-added" : "condition-removed") : "response-condition-changed", place,
                "\(place.label): \(DiagnosticText.list(names, "and")) \(isAdded ? "restricts what is valid" : "restricts no more")",
                breaks ? .breaks : .none, a, b, key: "conditions \(names.joined(separator: " "))")
        }
        if let was = a["prefixItems"], let now = b["prefixItems"], !isSame(was, now) {
            add(
                isSent ? "tuple-changed" : "response-tuple-changed", place,
                "\(place.label): the elements of the tuple changed",
                isSent ? .breaks : .none, a, b, key: "tuple")
        } else if (a["prefixItems"] == nil) != (b["prefixItems"] == nil) {
            add(
                isSent ? "tuple-changed" : "response-tuple-changed", place,
                "\(place.label): the list \(b["prefixItems"] == nil ? "is no tuple any more" : "is a tuple now")",
                isSent ? .breaks : .none, a, b,
                key: "tuple")
        }
    }

    private mutating func compareValues(_ a: Node, _ b: Node, isSent: Bool, _ place: Place) {
        let (was, now) = (a["default"], b["default"])
        if isSent, !isSameOptional(was, now) {
            func text(_ node: Node?) -> DiagnosticText { node.map { "'\($0.text ?? "…")'" } ?? "not said" }
            add(
                place.isParameter ? "parameter-default-changed" : "field-default-changed", place,
                "\(place.label): the server's default is \(text(now)) now, was \(text(was))", .degraded, a, b,
                key: "default")
        }
        if !isSameOptional(a["example"], b["example"]) || !isSameOptional(a["examples"], b["examples"]) {
            add(
                "example-changed", place, "\(place.label) has another example: fixtures made from it differ", .none, a,
                b, key: "example")
        }
    }

    private mutating func isSameOptional(_ a: Node?, _ b: Node?) -> Bool {
        switch (a, b) {
        case (nil, nil): true
        case (let one?, let other?): isSame(one, other)
        default: false
        }
    }

    /// Whether two nodes say the same, with keys in any order. Aliases of aliases can make a small document endless:
    /// after 50,000 steps, the rest counts as the same.
    mutating func isSame(_ a: Node, _ b: Node) -> Bool {
        if a.isScalar || b.isScalar { return a.isScalar && b.isScalar && a.value == b.value }
        // Two nodes that many aliases name are compared once.
        let pair = NodePair(old: a.id, new: b.id)
        if let known = same[pair] { return known }
        var steps = 50_000
        let result = isSame(a, b, &steps)
        same[pair] = result
        return result
    }

    /// - Parameter steps: The number of steps left; at zero, the rest counts as the same.
    func isSame(_ a: Node, _ b: Node, _ steps: inout Int) -> Bool {
        steps -= 1
        guard steps > 0 else { return true }
        if a.isScalar || b.isScalar { return a.isScalar && b.isScalar && a.value == b.value }
        if let one = a.elements, let other = b.elements {
            return one.count == other.count && zip(one, other).allSatisfy { isSame($0, $1, &steps) }
        }
        guard let one = a.pairs, let other = b.pairs, one.count == other.count else { return false }
        let names = Dictionary(other.map { ($0.key.text ?? "", $0.value) }, uniquingKeysWith: { first, _ in first })
        return one.allSatisfy { pair in names[pair.key.text ?? ""].map { isSame(pair.value, $0, &steps) } ?? false }
    }
}
