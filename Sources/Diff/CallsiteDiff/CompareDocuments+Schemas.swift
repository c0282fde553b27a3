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
            let (app, server) = isServerOld ? (other, one) : (one, other)
            let required = Set(isSent ? (app["required"]?.elements ?? []).compactMap(\.text) : [])
            if isSent, server["additionalProperties"]?.value == .bool(false),
                let rest = app.value(forKey: "additionalProperties"), rest.value != .bool(false)
            {
                add(
                    isServerOld ? "fields-opened" : "fields-closed", place,
                    "\(place.label): fields of other names are refused\(isServerOld ? " by the old server" : " now")",
                    .breaks, one, other, key: "closed")
            }
            for (key, schema) in one["properties"]?.pairs ?? [] {
                guard let name = key.text else { continue }
                if let (newKey, now) = properties[name] {
                    var inner = Place(subject: place.subject, label: place.label + "." + name)
                    inner.isAlwaysSent = required.contains(name)
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
        // A part may be named twice.
        var byReference: [String: [Node]] = [:]
        for node in other.reversed() {
            if let name = node["$ref"]?.text { byReference[name, default: []].append(node) }
        }
        var result: [(Node, Node)] = []
        for node in one {
            if let name = node["$ref"]?.text, let now = byReference[name]?.popLast() { result.append((node, now)) }
        }
        let rest = one.filter { $0["$ref"] == nil }
        let others = other.filter { $0["$ref"] == nil }
        if rest.count == others.count { result += zip(rest, others) }
        return result
    }

    private mutating func compareKeywords(_ a: Node, _ b: Node, isSent: Bool, _ place: Place) {
        // A pair that was reported for what is sent isn't reported again for what is read.
        let pair = [a.id, b.id]
        let limits = KeywordMeaning.limits(a, b)
        if !limits.isEmpty, isSent || !told.contains(pair) {
            let values = limits.map(\.values).reduce(.same, +)
            let parts = limits.flatMap(\.names).compactMap { name -> DiagnosticText? in
                let (was, now) = (a.value(forKey: name)?.text, b.value(forKey: name)?.text)
                guard was != now else { return nil }
                let isQuoted = ["pattern", "multipleOf", "uniqueItems", "format"].contains(name)
                func quoted(_ text: String) -> DiagnosticText { isQuoted ? "'\(text)'" : "\(text)" }
                return
                    "\(name) is \(now.map(quoted) ?? "gone")\(was.map { ", was \(quoted($0))" as DiagnosticText } ?? " now")"
            }
            add(
                limitID(limits, a, place, isSent: isSent, values), place,
                "\(place.label): \(parts.joined(separator: "; "))",
                isSent && values.breaks(isServerOld: isServerOld) ? .breaks : .none, a, b, key: "limits")
            if isSent { told.insert(pair) }
        }
        compareConditions(a, b, isSent: isSent, place)
        compareValues(a, b, isSent: isSent, place)
    }

    private func limitID(
        _ limits: [KeywordChange], _ old: Node, _ place: Place, isSent: Bool, _ values: AllowedValues
    ) -> String {
        guard isSent else { return "response-limit-changed" }
        guard place.isParameter else {
            return values == .wider ? "field-limit-loosened" : "field-limit-set-or-tightened"
        }
        guard values != .wider else { return "parameter-limit-loosened" }
        if place.isPageSize, limits.contains(where: { $0.names[0] == "maximum" && $0.values == .narrower }) {
            return "page-limit-lowered"
        }
        if limits.count == 1, limits[0].names == ["pattern"], limits[0].values == .other {
            return "parameter-pattern-changed"
        }
        let wasSaid = limits.flatMap(\.names).contains { old.value(forKey: $0) != nil }
        return wasSaid ? "parameter-limit-tightened" : "parameter-limit-set"
    }

    private mutating func compareConditions(_ a: Node, _ b: Node, isSent: Bool, _ place: Place) {
        let changes = KeywordMeaning.conditions(a, b, &self)
        for (values, id, words) in [
            (AllowedValues.narrower, "condition-added", "restricts what is valid" as DiagnosticText),
            (.other, "condition-added", "restricts in another way"), (.wider, "condition-removed", "restricts less"),
        ] {
            let names = changes.filter { $0.values == values }.flatMap(\.names)
            guard !names.isEmpty else { continue }
            add(
                isSent ? id : "response-condition-changed", place,
                "\(place.label): \(DiagnosticText.list(names, "and")) \(words)",
                isSent && values.breaks(isServerOld: isServerOld) ? .breaks : .none, a, b,
                key: "conditions \(names.joined(separator: " "))")
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
        // An app that always sends the field never meets the default.
        if isSent, !place.isAlwaysSent, !isSameOptional(was, now) {
            func text(_ node: Node?) -> DiagnosticText { node.map { "'\($0.text ?? "…")'" } ?? "not said" }
            add(
                place.isParameter ? "parameter-default-changed" : "field-default-changed", place,
                "\(place.label): the server's default is \(text(now)) now, was \(text(was))", .degraded, a, b,
                key: "default")
        }
        if !hasSameExamples(a, b) {
            add(
                "example-changed", place, "\(place.label) has another example: fixtures made from it differ", .none, a,
                b, key: "example")
        }
    }

    /// `example: a` (OpenAPI 3.0) is `examples: [a]` (3.1).
    private mutating func hasSameExamples(_ a: Node, _ b: Node) -> Bool {
        func examples(_ schema: Node) -> [Node] {
            (schema["example"].map { [$0] } ?? [])
                + (schema["examples"]?.elements ?? schema["examples"].map { [$0] } ?? [])
        }
        let (one, other) = (examples(a), examples(b))
        guard one.count == other.count else { return false }
        for (x, y) in zip(one, other) where !isSame(x, y) { return false }
        return true
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
