/// How a value is made.
package struct MakeOptions: Sendable {
    /// The same seed gives the same value.
    package var seed: UInt64 = 0
    /// Optional properties, too.
    package var isFull = true
    package var direction = SchemaDirection.any
    package var mostElements = 3
    package var mostDepth = 8
    /// Examples, defaults and constants first, where the schema allows them.
    package var usesExamples = true

    package init() {}
}

/// Why no value was made.
package struct SchemaMakeFailure: Error, Sendable {
    package let reason: String
}

extension CompiledSchema {
    /// A value that the schema allows. It is judged before it is given.
    package func makeValue(_ options: MakeOptions) -> Result<JSONValue, SchemaMakeFailure> {
        let rules = arena.rules
        var reason = "the schema is too deep"
        // Others are tried where one doesn't fit: alternatives, words, then the required properties alone, and less deep.
        for attempt in 0..<24 {
            var tried = options
            tried.seed = options.seed &+ UInt64(attempt) &* 0x9E37_79B9
            if attempt >= 8 { tried.isFull = attempt % 2 == 0 && options.isFull }
            if attempt >= 12 { tried.usesExamples = false }
            if attempt >= 16 { tried.mostDepth = max(2, options.mostDepth / 2) }
            var maker = ValueMaker(arena, rules, tried)
            guard let value = maker.make([index], name: "", depth: 0) else { continue }
            if isValid(value, direction: options.direction) { return .success(value) }
            reason = mistakes(in: value, direction: options.direction, limit: 1).first.map { "\($0.instance): \($0.message)" } ?? reason
        }
        return .failure(SchemaMakeFailure(reason: reason))
    }
}

/// Makes one value, and judges it by parts only.
struct ValueMaker {
    let arena: SchemaArena
    let rules: [SchemaRules?]
    let options: MakeOptions
    var random: SeededRandom
    /// How many values there may be in all.
    private var left = 20_000

    init(_ arena: SchemaArena, _ rules: [SchemaRules?], _ options: MakeOptions) {
        (self.arena, self.rules, self.options) = (arena, rules, options)
        random = SeededRandom(seed: options.seed)
    }

    /// All the keywords that hold together for one value.
    struct Demands {
        var rules: [SchemaRules] = []
        var indices: [Int] = []
        var types: SchemaTypes?
        var isImpossible = false
    }

    /// - Parameter name: What the value is called, by which words are chosen.
    mutating func make(_ schemas: [Int], name: String, depth: Int) -> JSONValue? {
        guard depth <= options.mostDepth + 8, left > 0 else { return nil }
        left -= 1
        let demands = demands(schemas, isDeep: depth >= options.mostDepth)
        guard !demands.isImpossible else { return nil }
        if let value = written(demands, depth) { return value }
        let types = demands.types ?? implied(demands)
        if types.contains(.object) { return object(demands, name, depth) }
        if types.contains(.array) { return array(demands, name, depth) }
        if types.contains(.string) { return text(demands, name) }
        if types.contains(.number) || types.contains(.integer) { return number(demands, name, isWhole: !types.contains(.number)) }
        if types.contains(.boolean) { return .bool(random.next(2) == 0) }
        return types.contains(.null) ? .null : nil
    }

    // MARK: - What holds

    private mutating func demands(_ schemas: [Int], isDeep: Bool) -> Demands {
        var result = Demands()
        var seen: Set<Int> = []
        var waiting = Array(schemas.reversed())
        while let index = waiting.popLast(), seen.count < 500 {
            guard seen.insert(index).inserted, let rule = rules[index] else { continue }
            if let always = rule.always {
                if !always { result.isImpossible = true }
                continue
            }
            result.rules.append(rule)
            result.indices.append(index)
            if let types = rule.types { result.types = result.types.map { Self.both($0, types) } ?? types }
            if let reference = rule.reference { waiting.append(reference) }
            waiting += rule.allOf.reversed()
            for arms in [rule.oneOf, rule.anyOf] where !arms.isEmpty { waiting.append(choose(arms, result, isDeep)) }
            if let condition = rule.condition, let next = random.next(2) == 0 ? condition.then : condition.otherwise { waiting.append(next) }
        }
        if result.types == [] { result.isImpossible = true }
        return result
    }

    private static func both(_ one: SchemaTypes, _ other: SchemaTypes) -> SchemaTypes { one.intersection(other) }

    /// One of several alternatives: a plain one where things are deep, and none that is nothing but null.
    private mutating func choose(_ arms: [Int], _ known: Demands, _ isDeep: Bool) -> Int {
        var candidates = arms.filter { arm in
            guard let types = resolved(arm)?.types else { return true }
            if let wanted = known.types, Self.both(types, wanted).isEmpty { return false }
            return types != .null
        }
        if isDeep {
            let plain = candidates.filter { arm in
                guard let rule = resolved(arm) else { return false }
                return rule.types.map { !$0.contains(.object) && !$0.contains(.array) } ?? (rule.values != nil)
            }
            if !plain.isEmpty { candidates = plain } else if let null = arms.first(where: { resolved($0)?.types == .null }) { return null }
        }
        guard !candidates.isEmpty else { return arms[random.next(arms.count)] }
        return candidates[random.next(candidates.count)]
    }

    private func resolved(_ index: Int) -> SchemaRules? {
        var index = index
        for _ in 0..<16 {
            guard let rule = rules[index] else { return nil }
            guard let next = rule.reference else { return rule }
            index = next
        }
        return rules[index]
    }

    /// Whether a value is allowed by all that holds.
    private func isAllowed(_ value: JSONValue, _ demands: Demands) -> Bool {
        demands.indices.allSatisfy { CompiledSchema(arena: arena, index: $0).isValid(value, direction: options.direction) }
    }

    /// A constant, one of an enum's values, or an example.
    private mutating func written(_ demands: Demands, _ depth: Int) -> JSONValue? {
        for rule in demands.rules {
            guard let values = rule.values else { continue }
            let fitting = values.filter { isAllowed($0, demands) }
            guard !fitting.isEmpty else { return values.first }
            let full = fitting.filter { !$0.isNull }
            return full.isEmpty ? fitting[0] : full[random.next(full.count)]
        }
        guard options.usesExamples else { return nil }
        for rule in demands.rules {
            let examples = [rule.written["example"]].compactMap(\.self) + (rule.written["examples"]?.array ?? [])
            let values = examples.isEmpty ? [rule.written["default"]].compactMap(\.self) : examples
            if let value = values.first(where: { !$0.isNull && isAllowed($0, demands) }) { return value }
        }
        return nil
    }

    /// What a schema that says no type is about.
    private mutating func implied(_ demands: Demands) -> SchemaTypes {
        for rule in demands.rules {
            if !rule.properties.isEmpty || !rule.required.isEmpty || rule.minProperties != nil || rule.additionalProperties != nil
                || !rule.patternProperties.isEmpty || rule.propertyNames != nil
            {
                return .object
            }
            if rule.items != nil || !rule.prefixItems.isEmpty || rule.contains != nil || rule.minItems != nil || rule.uniqueItems { return .array }
            if rule.minLength != nil || rule.maxLength != nil || rule.pattern != nil { return .string }
            if rule.minimum != nil || rule.maximum != nil || rule.multipleOf != nil || rule.exclusiveMinimum != nil || rule.exclusiveMaximum != nil {
                return [.number, .integer]
            }
            if let format = rule.format { return format.bounds == nil ? .string : [.number, .integer] }
        }
        // Anything may be here: what it is must not be is left to the judge.
        guard demands.rules.contains(where: { $0.not != nil }) else { return .object }
        return [.object, .array, .string, .number, .boolean][random.next(5)]
    }

    // MARK: - Objects

    private mutating func object(_ demands: Demands, _ name: String, _ depth: Int) -> JSONValue? {
        var fields = JSONObject()
        var required: Set<String> = []
        for rule in demands.rules { required.formUnion(rule.required) }
        var order: [String] = []
        var seen: Set<SchemaKey> = []
        for rule in demands.rules {
            for key in rule.propertyOrder + rule.required where seen.insert(SchemaKey(key)).inserted { order.append(key) }
        }
        let most = demands.rules.compactMap(\.maxProperties).min() ?? Int.max
        let least = demands.rules.compactMap(\.minProperties).max() ?? 0
        let isFull = options.isFull && depth < options.mostDepth
        for key in order {
            let isRequired = required.contains(key)
            guard isRequired || (isFull && fields.count < most - required.subtracting(fields.keys).count) || fields.count < least else { continue }
            if isForbidden(key, demands) { continue }
            guard isRequired || isAllowedName(key, demands) else { continue }
            let schemas = schemas(of: key, demands)
            if schemas.contains(where: { rules[$0]?.always == false }) {
                if isRequired { return nil }
                continue
            }
            if let value = schemas.isEmpty ? JSONValue.string(Words.text(name: key, &random)) : make(schemas, name: key, depth: depth + 1) {
                fields[key] = value
            } else if isRequired {
                return nil
            }
        }
        tag(&fields, demands)
        for rule in demands.rules {
            for (key, names) in rule.dependentRequired where fields[key] != nil {
                for name in names where fields[name] == nil {
                    fields[name] = make(schemas(of: name, demands), name: name, depth: depth + 1) ?? .string(Words.text(name: name, &random))
                }
            }
        }
        var number = 0
        let isDictionary = fields.isEmpty && demands.rules.contains { $0.additionalProperties.map { rules[$0]?.always != false } == true || !$0.patternProperties.isEmpty }
        while fields.count < max(least, isDictionary && isFull ? 1 : 0), number < 100 + least {
            number += 1
            guard let key = otherName(number, demands), fields[key] == nil else { continue }
            let schemas = schemas(of: key, demands)
            if schemas.contains(where: { rules[$0]?.always == false }) { continue }
            fields[key] = schemas.isEmpty ? .string(Words.text(name: key, &random)) : make(schemas, name: key, depth: depth + 1)
        }
        return .object(fields)
    }

    /// Schemas that a property's value has to keep, of all that hold.
    private func schemas(of key: String, _ demands: Demands) -> [Int] {
        var result: [Int] = []
        for rule in demands.rules {
            var isKnown = false
            if let schema = rule.properties[SchemaKey(key)] {
                result.append(schema)
                isKnown = true
            }
            for (pattern, schema) in rule.patternProperties where pattern.isFound(in: key) != false {
                result.append(schema)
                isKnown = true
            }
            if !isKnown, let schema = rule.additionalProperties { result.append(schema) }
        }
        return result
    }

    private func isForbidden(_ key: String, _ demands: Demands) -> Bool {
        demands.rules.contains { rule in
            guard let schema = rule.properties[SchemaKey(key)], let own = resolved(schema) else { return false }
            let first = rules[schema]
            return options.direction == .request && (own.isReadOnly || first?.isReadOnly == true)
                || options.direction == .response && (own.isWriteOnly || first?.isWriteOnly == true)
        }
    }

    private func isAllowedName(_ key: String, _ demands: Demands) -> Bool {
        demands.rules.allSatisfy { rule in
            rule.propertyNames.map { CompiledSchema(arena: arena, index: $0).isValid(.string(key)) } ?? true
        }
    }

    /// The value by which alternatives are told apart, for the one that was chosen.
    private func tag(_ fields: inout JSONObject, _ demands: Demands) {
        for rule in demands.rules {
            guard let discriminator = rule.discriminator else { continue }
            let chosen = discriminator.schemas.filter { demands.indices.contains($0.value) || rules[$0.value]?.reference.map(demands.indices.contains) == true }
            // A tag that is written for the alternative goes before one that is its name.
            let mapped = rule.written["discriminator"]?["mapping"]?.object?.keys ?? []
            guard let tag = mapped.first(where: { chosen[$0] != nil }) ?? chosen.keys.sorted().first else { continue }
            if let own = fields[discriminator.property]?.string, chosen[own] != nil { continue }
            fields[discriminator.property] = .string(tag)
        }
    }

    private mutating func otherName(_ number: Int, _ demands: Demands) -> String? {
        for rule in demands.rules {
            if let names = rule.propertyNames { return make([names], name: "key", depth: options.mostDepth)?.string.map { number > 1 ? $0 : $0 } }
            if let pattern = rule.patternProperties.first?.pattern { return pattern.made(&random) }
        }
        return number == 1 ? "property" : "property\(number)"
    }

    // MARK: - Lists

    private mutating func array(_ demands: Demands, _ name: String, _ depth: Int) -> JSONValue? {
        let least = demands.rules.compactMap(\.minItems).max() ?? 0
        let most = demands.rules.compactMap(\.maxItems).min() ?? Int.max
        let isUnique = demands.rules.contains(where: \.uniqueItems)
        let prefix = demands.rules.map(\.prefixItems.count).max() ?? 0
        let isBounded = demands.rules.contains { $0.items.map { rules[$0]?.always == false } == true }
        var count = depth >= options.mostDepth ? least : min(max(least, prefix, 1 + random.next(options.mostElements)), most)
        if isBounded { count = min(count, max(prefix, least)) }
        // A list of very many elements is made only as far as memory allows.
        guard count <= 10_000 else { return nil }
        var elements: [JSONValue] = []
        var seen: Set<JSONValue> = []
        let wanted = demands.rules.compactMap { rule in rule.contains.map { ($0, rule.minContains ?? 1) } }
        for (schema, number) in wanted {
            for _ in 0..<min(number, 1000) where elements.count < most {
                guard let element = make([schema] + items(elements.count, demands), name: name, depth: depth + 1) else { return nil }
                elements.append(element)
                seen.insert(element.canonical)
            }
        }
        var failures = 0
        while elements.count < max(count, least), failures < 50 {
            let schemas = items(elements.count, demands)
            let element = schemas.isEmpty ? .string(Words.text(name: name, &random)) : make(schemas, name: Words.singular(name), depth: depth + 1)
            guard let element else {
                if elements.count >= least { break }
                failures += 1
                continue
            }
            if isUnique, !seen.insert(element.canonical).inserted {
                failures += 1
                if elements.count >= least, failures > 10 { break }
                continue
            }
            elements.append(element)
        }
        return elements.count >= least ? .array(elements) : nil
    }

    private func items(_ index: Int, _ demands: Demands) -> [Int] {
        demands.rules.compactMap { rule in
            rule.prefixItems.indices.contains(index) ? rule.prefixItems[index] : rule.items
        }
    }
}

/// SplitMix64: the same numbers for the same seed, on every machine.
struct SeededRandom: Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed &+ 0x1234_5678_9ABC_DEF1 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// From 0 up to `bound`, which is above 0.
    mutating func next(_ bound: Int) -> Int { bound <= 1 ? 0 : Int(next() % UInt64(bound)) }
}
