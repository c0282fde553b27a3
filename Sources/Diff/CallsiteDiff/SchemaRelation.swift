import CallsiteCore

// How the values that one schema allows differ from those of another. `same`, `wider` and `narrower` are proven; where
// no proof is found, it is `other`.

extension DocumentWalk {
    /// Compares two schemas; nil allows any value.
    mutating func relation(_ a: Node?, _ b: Node?) -> AllowedValues {
        switch (a, b) {
        case (nil, nil): return .same
        case (let a?, let b?): return relation(a, b)
        case (nil, let b?):
            let parts = new.parts(of: [b])
            return isAnything(parts) ? .same : .narrower
        case (let a?, nil):
            let parts = old.parts(of: [a])
            return isAnything(parts) ? .same : .wider
        }
    }

    private mutating func relation(_ a: Node, _ b: Node) -> AllowedValues {
        let pair = NodePair(old: a.id, new: b.id)
        if let known = relations[pair] { return known }
        relationSteps -= 1
        guard relationSteps > 0 else { return .other }
        // A recursive schema is the same if the rest of it is.
        relations[pair] = .same
        let start = assumedRelations.count
        assumedRelations.append(pair)
        let result = relation(old.parts(of: [a]), new.parts(of: [b]))
        // The assumption was wrong, so the relations that depend on it are discarded.
        if result != .same {
            for inner in assumedRelations[start...] { relations[inner] = nil }
            assumedRelations.removeSubrange(start...)
        }
        relations[pair] = result
        if start == 0 { assumedRelations = [] }
        return result
    }

    /// Whether a schema allows any value, since no keyword restricts it.
    private func isAnything(_ schema: SchemaParts) -> Bool {
        schema.nodes.allSatisfy { node in
            node.value == .bool(true)
                || (node.pairs ?? []).allSatisfy { key, _ in
                    Self.annotations.contains(key.text ?? "") || key.text?.hasPrefix("x-") == true
                } && node.isMapping
        }
    }

    /// The keywords that say nothing about values; the parts of `allOf` are looked at by themselves.
    private static let annotations: Set<String> = [
        "description", "title", "example", "examples", "deprecated", "$comment", "default", "allOf", "readOnly",
        "writeOnly", "xml", "externalDocs", "discriminator",
    ]

    /// Compares schemas that apply together on each side.
    ///
    /// - Parameter isInverse: Values that fit the schemas are refused.
    mutating func together(_ olds: [Node], _ news: [Node], isInverse: Bool = false) -> AllowedValues {
        if olds.count == 1, news.count == 1 {
            let values = relation(olds[0], news[0])
            return isInverse ? values.inverse : values
        }
        var (left, added) = (olds, news)
        added.removeAll { schema in
            guard let index = left.firstIndex(where: { relation($0, schema) == .same }) else { return false }
            left.remove(at: index)
            return true
        }
        /// `not: false` refuses nothing, and neither does a schema of anything.
        func isIdle(_ schema: Node, _ document: Document) -> Bool {
            let parts = document.parts(of: [schema])
            return isInverse ? parts.isNever : isAnything(parts)
        }
        left.removeAll { isIdle($0, old) }
        added.removeAll { isIdle($0, new) }
        return KeywordMeaning.limit(left.first, added.first) { _, _ in .other }
    }

    /// Compares the schemas of `patternProperties` or `dependentSchemas` by their keys.
    mutating func named(_ keyword: String, _ a: SchemaParts, _ b: SchemaParts) -> AllowedValues {
        func schemas(_ parts: SchemaParts) -> [String: [Node]] {
            Dictionary(
                parts.all(keyword).flatMap { $0.pairs ?? [] }.map { ($0.key.text ?? "", [$0.value]) },
                uniquingKeysWith: +)
        }
        let (was, now) = (schemas(a), schemas(b))
        // A pattern takes properties from `additionalProperties`.
        let isPattern = keyword == "patternProperties"
        let rest = a.all("additionalProperties") + b.all("additionalProperties")
        if isPattern, Set(was.keys) != Set(now.keys), rest.contains(where: { $0.value != .bool(true) }) {
            return .other
        }
        var values = AllowedValues.same
        for name in Set(was.keys).union(now.keys).sortedByBytes() {
            values += together(was[name] ?? [], now[name] ?? [])
        }
        return values
    }

    private mutating func relation(_ a: SchemaParts, _ b: SchemaParts) -> AllowedValues {
        if a.isNever || b.isNever { return KeywordMeaning.flag(a.isNever, b.isNever) }
        if let values = finiteRelation(a, b) { return values }
        var values = Self.types(a.types, b.types)
        for change in KeywordMeaning.limits(a, b) + KeywordMeaning.conditions(a, b, &self) { values += change.values }
        let types = a.types.flatMap { one in b.types.map { one.union($0) } }
        if types.map({ $0.contains("object") }) ?? true { values += objects(a, b) }
        if types.map({ $0.contains("array") }) ?? true { values += lists(a, b) }
        return values + alternatives(a, b)
    }

    private static func types(_ was: Set<String>?, _ now: Set<String>?) -> AllowedValues {
        KeywordMeaning.limit(was, now) { was, now in
            func includes(_ types: Set<String>, _ others: Set<String>) -> Bool {
                others.allSatisfy { types.contains($0) || ($0 == "integer" && types.contains("number")) }
            }
            return AllowedValues(isWider: includes(now, was), isNarrower: includes(was, now))
        }
    }

    // MARK: - Lists of values

    /// Whether a schema has a list of values, all of which another one allows.
    func areListed(in schema: SchemaParts, andAllowedBy other: SchemaParts) -> Bool {
        guard let values = listed(schema) else { return false }
        return values.allSatisfy { allows(other, $0) == true }
    }

    /// The values, if there is a list of them.
    private func listed(_ schema: SchemaParts) -> [Node]? {
        if let constant = schema.first("const") { return [constant] }
        return schema.first("enum")?.elements
    }

    /// Compares schemas that list their values; nil: neither does.
    private func finiteRelation(_ a: SchemaParts, _ b: SchemaParts) -> AllowedValues? {
        let (was, now) = (listed(a), listed(b))
        guard was != nil || now != nil else { return nil }
        /// Counts one side's values, and those among them that the other allows; nil: it can't be decided.
        func count(_ values: [Node], in own: SchemaParts, and other: SchemaParts) -> (all: Int, allowed: Int)? {
            var result = (all: 0, allowed: 0)
            for value in values {
                guard let isOwn = allows(own, value) else { return nil }
                guard isOwn else { continue }
                guard let isAllowed = allows(other, value) else { return nil }
                result.all += 1
                result.allowed += isAllowed ? 1 : 0
            }
            return result
        }
        switch (was, now) {
        case (let was?, let now?):
            guard let one = count(was, in: a, and: b), let other = count(now, in: b, and: a) else { return .other }
            return AllowedValues(isWider: one.allowed == one.all, isNarrower: other.allowed == other.all)
        case (let was?, nil):
            return count(was, in: a, and: b).map { $0.allowed == $0.all ? .wider : .other } ?? .other
        case (nil, let now?):
            return count(now, in: b, and: a).map { $0.allowed == $0.all ? .narrower : .other } ?? .other
        case (nil, nil): return nil
        }
    }

    /// Whether a schema allows a scalar; nil: it can't be decided.
    private func allows(_ schema: SchemaParts, _ value: Node) -> Bool? {
        guard let scalar = value.value else { return nil }
        func isSame(_ node: Node) -> Bool {
            if node.value == scalar { return true }
            // `1` and `1.0` are one number.
            guard let one = Self.number(scalar), let other = node.value.flatMap(Self.number) else { return false }
            return one == other
        }
        let type = Self.type(scalar)
        if let types = schema.types, !types.contains(type), !(type == "integer" && types.contains("number")) {
            return false
        }
        for constant in schema.all("const") where !isSame(constant) { return false }
        for values in schema.all("enum") where !(values.elements ?? []).contains(where: isSame) { return false }
        if ["not", "if", "oneOf", "anyOf"].contains(where: { schema.first($0) != nil }) { return nil }
        if let number = Self.number(scalar) {
            let bounds = [
                KeywordMeaning.bound(schema, "maximum", "exclusiveMaximum", -1, false),
                KeywordMeaning.bound(schema, "minimum", "exclusiveMinimum", 1, false),
            ]
            if bounds.contains(where: { $0.map { !$0.allows(number) } ?? false }) { return false }
            if KeywordMeaning.multiples(schema).contains(where: { !KeywordMeaning.isMultiple(number, of: $0) }) {
                return false
            }
        }
        if case .string(let text) = scalar {
            let length = Double(text.unicodeScalars.count)
            let counts = [
                KeywordMeaning.count(schema, "maxLength", -1), KeywordMeaning.count(schema, "minLength", 1),
            ]
            if counts.contains(where: { $0.map { !$0.allows(length) } ?? false }) { return false }
            if !KeywordMeaning.patterns(schema).isEmpty || schema.first("format") != nil { return nil }
        }
        return true
    }

    private static func number(_ scalar: YAMLScalar) -> Double? {
        switch scalar {
        case .integer(let text), .float(let text): Double(text)
        case .null, .bool, .string: nil
        }
    }

    private static func type(_ scalar: YAMLScalar) -> String {
        switch scalar {
        case .null: "null"
        case .bool: "boolean"
        case .integer: "integer"
        case .float(let text): Double(text).map { $0 == $0.rounded() } == true ? "integer" : "number"
        case .string: "string"
        }
    }

    // MARK: - Objects and lists

    private mutating func objects(_ a: SchemaParts, _ b: SchemaParts) -> AllowedValues {
        var values = KeywordMeaning.subset(a.required, b.required)
        let was = Dictionary(a.properties.map { ($0.key.text ?? "", $0.schemas) }, uniquingKeysWith: +)
        let now = Dictionary(b.properties.map { ($0.key.text ?? "", $0.schemas) }, uniquingKeysWith: +)
        let (rest, restNow) = (a.all("additionalProperties"), b.all("additionalProperties"))
        values += together(rest, restNow)
        for name in Set(was.keys).union(now.keys).sortedByBytes() {
            // For a property that only one side names, the other side's `additionalProperties` applies.
            values += together(was[name] ?? rest, now[name] ?? restNow)
        }
        return values
    }

    /// The elements of tuples and lists.
    mutating func lists(_ a: SchemaParts, _ b: SchemaParts) -> AllowedValues {
        func first(_ schema: SchemaParts) -> [Node] { schema.first("prefixItems")?.elements ?? [] }
        let (was, now) = (first(a), first(b))
        let (rest, restNow) = (a.first("items"), b.first("items"))
        var values = relation(rest, restNow)
        for index in 0..<max(was.count, now.count) {
            values += relation(
                index < was.count ? was[index] : rest, index < now.count ? now[index] : restNow)
        }
        return values
    }

    // MARK: - Alternatives

    private mutating func alternatives(_ a: SchemaParts, _ b: SchemaParts) -> AllowedValues {
        func several(_ schema: SchemaParts, _ key: String, _ document: Document) -> [[Node]] {
            // A single alternative beside null is compared as a part.
            schema.all(key).compactMap(\.elements).filter { $0.count { !document.isNull($0) } > 1 }
        }
        let (any, anyNow) = (several(a, "anyOf", old), several(b, "anyOf", new))
        let (one, oneNow) = (several(a, "oneOf", old), several(b, "oneOf", new))
        let (was, now) = (any + one, anyNow + oneNow)
        guard was.count == 1, now.count == 1 else {
            return KeywordMeaning.limit(was.first, now.first) { _, _ in .other }
        }
        let (olds, news) = (was[0], now[0])
        var (left, added) = pairedAlternatives(olds, news)
        let isSame = left.isEmpty && added.isEmpty
        // Removes old alternatives that are within a new one, and new ones within an old one. More pairs than these
        // aren't compared.
        if left.count * news.count <= 400, added.count * olds.count <= 400 {
            left.removeAll { index in
                news.contains { [.same, .wider].contains(relation(olds[index], $0)) }
            }
            added.removeAll { index in
                olds.contains { [.same, .narrower].contains(relation($0, news[index])) }
            }
        }
        // With `oneOf` a value may fit only one alternative. A value never fits two of different types.
        let isExclusive = !one.isEmpty || !oneNow.isEmpty
        if isSame, one.isEmpty == oneNow.isEmpty { return .same }
        if isExclusive, !(areDisjoint(olds, old) && areDisjoint(news, new)) {
            return isSame ? (one.isEmpty ? .narrower : .wider) : .other
        }
        return AllowedValues(isWider: left.isEmpty, isNarrower: added.isEmpty)
    }

    /// The positions of old and new alternatives that have no equal on the other side. Those with the same reference
    /// are compared first, and those without one in their order; then all the rest, if they are few.
    private mutating func pairedAlternatives(_ olds: [Node], _ news: [Node]) -> (left: [Int], added: [Int]) {
        var (left, added) = (Array(olds.indices), Array(news.indices))
        func name(_ node: Node) -> String { node["$ref"]?.text ?? "" }
        var named: [String: [Int]] = [:]
        for index in news.indices.reversed() { named[name(news[index]), default: []].append(index) }
        var free = Set(news.indices)
        left.removeAll { index in
            guard let other = named[name(olds[index])]?.popLast(), relation(olds[index], news[other]) == .same else {
                return false
            }
            free.remove(other)
            return true
        }
        added = added.filter(free.contains)
        guard left.count * added.count <= 400 else { return (left, added) }
        left.removeAll { index in
            guard let position = added.firstIndex(where: { relation(olds[index], news[$0]) == .same }) else {
                return false
            }
            added.remove(at: position)
            return true
        }
        return (left, added)
    }

    private func areDisjoint(_ schemas: [Node], _ document: Document) -> Bool {
        var seen: Set<String> = []
        for schema in schemas {
            guard var types = document.parts(of: [schema]).types else { return false }
            // An integer is a number.
            if types.contains("integer") { types.insert("number") }
            guard seen.isDisjoint(with: types) else { return false }
            seen.formUnion(types)
        }
        return true
    }
}
