import CallsiteCore

// Parts of schemas that generated types don't show: limits, patterns, conditions, tuples, defaults, examples.

extension DocumentWalk {
    mutating func follow(_ a: Node, _ b: Node, isSent: Bool, _ place: Place) {
        var open: [(a: [Node], b: [Node], place: Place)] = [([a], [b], place)]
        while let (ones, others, place) = open.popLast() {
            var place = place
            // A component has a name of its own.
            if ones.count == 1, others.count == 1,
                let name = new.behind(others[0])?.name ?? old.behind(ones[0])?.name
            {
                place = Place(subject: .model(name), label: name)
            }
            // Many fields may have one schema, whose parts are searched once.
            let roots = Visit(
                old: ones.map { old.behind($0)?.schema.id ?? $0.id },
                new: others.map { new.behind($0)?.schema.id ?? $0.id }, isSent: isSent)
            guard rootVisits.insert(roots).inserted else { continue }
            guard let pair = paired(ones, others), let one = pair.a.nodes.first, let other = pair.b.nodes.first,
                visits.insert(.init(old: pair.a.nodes.map(\.id), new: pair.b.nodes.map(\.id), isSent: isSent)).inserted
            else { continue }
            compareKeywords(pair.a, pair.b, isSent: isSent, place)
            compareOrder(pair.a, pair.b, place)
            compareKinds(pair.a, pair.b, isSent: isSent, place)
            if isSent { compareRest(pair.a, pair.b, place) }
            open += properties(pair.a, pair.b, isSent: isSent, place)
            for key in ["items", "additionalProperties"] {
                let (schemas, now) = (pair.a.all(key), pair.b.all(key))
                if !schemas.isEmpty, !now.isEmpty { open.append((schemas, now, place)) }
            }
            open += pair.inner.map { ([$0], [$1], place) }
            compareParts(one, other, isSent: isSent, place)
        }
    }

    /// Pairs two schemas. Schemas with the same parts are compared part by part, since other schemas may have these
    /// parts too; schemas with different parts are compared as wholes.
    private func paired(
        _ olds: [Node], _ news: [Node]
    ) -> (a: SchemaParts, b: SchemaParts, inner: [(Node, Node)])? {
        var inner: [(Node, Node)] = []
        var (roots, rootsNow) = (olds, news)
        if olds.count == 1, news.count == 1, !old.hasKeywords(olds[0]), !new.hasKeywords(news[0]) {
            guard let one = old.behind(olds[0])?.schema, let other = new.behind(news[0])?.schema, one.isMapping,
                other.isMapping
            else { return nil }
            (roots, rootsNow) = ([one], [other])
            var isWhole: Bool
            func lists(_ schema: Node, _ keys: String...) -> [[Node]] {
                keys.compactMap { schema.value(forKey: $0)?.elements }
            }
            let (was, now) = (lists(one, "oneOf", "anyOf"), lists(other, "oneOf", "anyOf"))
            let (parts, partsNow) = (lists(one, "allOf").joined(), lists(other, "allOf").joined())
            let pairs = alternatives(Array(parts), Array(partsNow))
            isWhole = parts.count == pairs.count && partsNow.count == pairs.count
            // Several unnamed parts can't be matched if any of them changed.
            var steps = 50_000
            if parts.count(where: { $0["$ref"] == nil }) > 1,
                pairs.contains(where: { $0["$ref"] == nil && !isSame($0, $1, &steps) })
            {
                isWhole = false
            }
            // Null beside one schema is written in several ways.
            if was.count != now.count, old.hasParts(one) || new.hasParts(other) { isWhole = false }
            inner = pairs
            for (list, listNow) in zip(was, now) { inner += alternatives(list, listNow) }
            if isWhole { return (SchemaParts([one]), SchemaParts([other]), inner) }
        }
        let (a, b) = (old.parts(of: roots), new.parts(of: rootsNow))
        let (was, now) = (a.all("oneOf") + a.all("anyOf"), b.all("oneOf") + b.all("anyOf"))
        inner = []
        if was.count == 1, now.count == 1 { inner = alternatives(was[0].elements ?? [], now[0].elements ?? []) }
        return (a, b, inner)
    }

    /// Keywords that an app doesn't check: how many alternatives fit, and what is in a string.
    private mutating func compareKinds(_ a: SchemaParts, _ b: SchemaParts, isSent: Bool, _ place: Place) {
        let (was, now) = (Self.unionKey(a), Self.unionKey(b))
        if let was, let now, was != now {
            add(
                isSent ? "alternatives-kind-changed" : "response-alternatives-kind-changed", place,
                "\(place.label): the alternatives are '\(now)' now, were '\(was)'", .none, a.nodes[0], b.nodes[0],
                key: "alternatives")
        }
        let (type, other) = (a.first("contentMediaType")?.text, b.first("contentMediaType")?.text)
        if type != other {
            add(
                isSent ? "content-media-type-changed" : "response-content-media-type-changed", place,
                "\(place.label): the string is \(other.map { "'\($0)'" as DiagnosticText } ?? "of no media type") now, was \(type.map { "'\($0)'" as DiagnosticText } ?? "of none")",
                .none, a.nodes[0], b.nodes[0], key: "media type")
        }
    }

    /// The keyword that lists the schema's alternatives; nil if neither keyword does, or both do.
    private static func unionKey(_ schema: SchemaParts) -> String? {
        let keys = ["oneOf", "anyOf"].filter { schema.all($0).contains { ($0.elements?.count ?? 0) > 1 } }
        return keys.count == 1 ? keys[0] : nil
    }

    /// Reports that the server refuses fields of other names, which the app may send.
    private mutating func compareRest(_ a: SchemaParts, _ b: SchemaParts, _ place: Place) {
        let (app, server) = sides(a, b)
        guard server.isClosed, let rest = app.first("additionalProperties"), rest.value != .bool(false) else { return }
        add(
            isServerOld ? "fields-opened" : "fields-closed", place,
            "\(place.label): fields of other names are refused\(isServerOld ? " by the old server" : " now")",
            .breaks, a.nodes[0], b.nodes[0], key: "closed")
    }

    /// The properties that both have, with all of their schemas.
    private mutating func properties(
        _ a: SchemaParts, _ b: SchemaParts, isSent: Bool, _ place: Place
    ) -> [(a: [Node], b: [Node], place: Place)] {
        var pairs: [(a: [Node], b: [Node], place: Place)] = []
        let (was, now) = (a.properties, b.properties)
        let newProperties = Dictionary(
            now.lazy.compactMap { pair in pair.key.text.map { ($0, pair) } }, uniquingKeysWith: { $1 })
        let required = isSent ? sides(a, b).app.required : []
        for (key, schemas) in was {
            guard let name = key.text, let (newKey, others) = newProperties[name] else { continue }
            var inner = Place(subject: place.subject, label: place.label + "." + name)
            inner.isAlwaysSent = required.contains(name)
            if case .endpoint = place.subject { inner.label = place.label + ": '" + name + "'" }
            pairs.append((schemas, others, inner))
            compareConstants(schemas, others, isSent: isSent, inner, key, newKey)
        }
        let (app, server) = sides((a, was), (b, now))
        if isSent, server.0.isClosed {
            let names = Set(server.1.compactMap(\.key.text))
            for (key, _) in app.1 where !names.contains(key.text ?? "") { refusals.insert(key.place) }
        }
        return pairs
    }

    /// Pairs alternatives by their references, then by equal contents, then by equal types, then by their order.
    func alternatives(_ one: [Node], _ other: [Node]) -> [(Node, Node)] {
        guard !one.isEmpty, !other.isEmpty else { return [] }
        // A part may be named twice.
        var byReference: [Substring: [Node]] = [:]
        // Only the last part of a reference is compared, since Swagger keeps schemas in another place.
        func name(_ node: Node) -> Substring? { node["$ref"]?.text?.split(separator: "/").last }
        for node in other.reversed() {
            if let name = name(node) { byReference[name, default: []].append(node) }
        }
        var result: [(Node, Node)] = []
        for node in one {
            if let name = name(node), let now = byReference[name]?.popLast() { result.append((node, now)) }
        }
        var rest = one.filter { $0["$ref"] == nil }
        var others = other.filter { $0["$ref"] == nil }
        let isPaired = rest.count == others.count
        var steps = 50_000
        func match(_ fits: (Node, Node) -> Bool) {
            rest.removeAll { node in
                guard let index = others.firstIndex(where: { fits(node, $0) }) else { return false }
                result.append((node, others.remove(at: index)))
                return true
            }
        }
        if rest.count < 100, others.count < 100 {
            match { isSame($0, $1, &steps) && steps > 0 }
            match { one, other in
                one["type"].map { type in other["type"].map { isSame(type, $0, &steps) } ?? false } ?? false
            }
        }
        if isPaired { result += zip(rest, others) }
        return result
    }

    private mutating func compareKeywords(_ a: SchemaParts, _ b: SchemaParts, isSent: Bool, _ place: Place) {
        // A pair that was reported for requests isn't reported again for responses.
        let pair = a.nodes.map(\.id) + b.nodes.map(\.id)
        let limits = KeywordMeaning.limits(a, b)
        if !limits.isEmpty, isSent || !limitReports.contains(pair) {
            let values = limits.map(\.values).reduce(.same, +)
            let parts = limits.flatMap(\.names).compactMap { name -> DiagnosticText? in
                let (was, now) = (a.texts(name), b.texts(name))
                guard was != now else { return nil }
                let isQuoted = ["pattern", "multipleOf", "uniqueItems", "format"].contains(name)
                let mark: DiagnosticText = isQuoted ? "'" : ""
                func text(_ texts: [String]) -> String { texts.joined(separator: isQuoted ? "' and '" : " and ") }
                let values = DiagnosticText.different(text(now), text(was))
                func quoted(_ text: DiagnosticText, _ isThere: Bool) -> DiagnosticText? {
                    isThere ? "\(mark)\(text)\(mark)" : nil
                }
                return
                    "\(name) is \(quoted(values.now, !now.isEmpty) ?? "gone")\(quoted(values.was, !was.isEmpty).map { ", was \($0)" as DiagnosticText } ?? " now")"
            }
            let (app, server) = sides(a, b)
            let isRefused =
                isSent && values.breaks(isServerOld: isServerOld) && !areListed(in: app, andAllowedBy: server)
            add(
                limitID(limits, a, place, isSent: isSent, values), place,
                "\(place.label): \(parts.joined(separator: "; "))",
                isRefused ? .breaks : .none, a.nodes[0], b.nodes[0], key: "limits")
            if isSent { limitReports.insert(pair) }
        }
        compareConditions(a, b, isSent: isSent, place)
        compareValues(a, b, isSent: isSent, place)
    }

    private func limitID(
        _ limits: [KeywordChange], _ old: SchemaParts, _ place: Place, isSent: Bool, _ values: AllowedValues
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
        let hadLimit = limits.flatMap(\.names).contains { old.first($0) != nil }
        return hadLimit ? "parameter-limit-tightened" : "parameter-limit-set"
    }

    private mutating func compareConditions(_ a: SchemaParts, _ b: SchemaParts, isSent: Bool, _ place: Place) {
        let changes = KeywordMeaning.conditions(a, b, &self)
        for (values, id, words, several) in [
            (
                AllowedValues.narrower, "condition-added", "restricts what is valid" as DiagnosticText,
                "restrict what is valid" as DiagnosticText
            ),
            (.other, "condition-added", "restricts in another way", "restrict in another way"),
            (.wider, "condition-removed", "restricts less", "restrict less"),
        ] {
            let names = changes.filter { $0.values == values }.flatMap(\.names)
            guard !names.isEmpty else { continue }
            add(
                isSent ? id : "response-condition-changed", place,
                "\(place.label): \(DiagnosticText.list(names, "and")) \(names.count > 1 ? several : words)",
                isSent && values.breaks(isServerOld: isServerOld) ? .breaks : .none, a.nodes[0], b.nodes[0],
                key: "conditions \(names.joined(separator: " "))")
        }
        guard a.first("prefixItems") != nil || b.first("prefixItems") != nil else { return }
        let values = lists(a, b)
        let (was, now) = (a.first("prefixItems") != nil, b.first("prefixItems") != nil)
        guard values != .same || was != now else { return }
        add(
            isSent ? "tuple-changed" : "response-tuple-changed", place,
            was == now
                ? "\(place.label): the elements of the tuple changed"
                : "\(place.label): the list \(was ? "is no tuple any more" : "is a tuple now")",
            isSent && values.breaks(isServerOld: isServerOld) ? .breaks : .none, a.nodes[0], b.nodes[0], key: "tuple")
    }

    private mutating func compareValues(_ a: SchemaParts, _ b: SchemaParts, isSent: Bool, _ place: Place) {
        let (was, now) = (a.first("default"), b.first("default"))
        // The default doesn't affect an app that always sends the field.
        if isSent, !place.isAlwaysSent, !isSameOptional(was, now) {
            func text(_ node: Node?) -> DiagnosticText { node.map { "'\($0.text ?? "…")'" } ?? "not said" }
            add(
                place.isParameter ? "parameter-default-changed" : "field-default-changed", place,
                "\(place.label): the server's default is \(text(now)) now, was \(text(was))", .degraded, a.nodes[0],
                b.nodes[0], key: "default")
        }
        if !hasSameExamples(a, b) {
            add(
                "example-changed", place, "\(place.label) has another example: fixtures made from it differ", .none,
                a.nodes[0], b.nodes[0], key: "example")
        }
    }

    /// `example: a` (OpenAPI 3.0) is `examples: [a]` (3.1).
    private mutating func hasSameExamples(_ a: SchemaParts, _ b: SchemaParts) -> Bool {
        func examples(_ schema: SchemaParts) -> [Node] {
            schema.all("example") + schema.all("examples").flatMap { $0.elements ?? [$0] }
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

    /// Whether two nodes are equal, with keys in any order. Aliases of aliases can make a small document endless:
    /// after 50,000 steps, the rest counts as the same.
    mutating func isSame(_ a: Node, _ b: Node) -> Bool {
        if a.isScalar || b.isScalar { return a.isScalar && b.isScalar && a.value == b.value }
        // Two nodes that many aliases name are compared once.
        let pair = NodePair(old: a.id, new: b.id)
        if let result = same[pair] { return result }
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
        let names = Dictionary(firstOf: other.map { ($0.key.text ?? "", $0.value) })
        return one.allSatisfy { pair in names[pair.key.text ?? ""].map { isSame(pair.value, $0, &steps) } ?? false }
    }
}
