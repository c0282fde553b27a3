/// Which way a value goes: OpenAPI has properties that only come, and some that only go.
package enum SchemaDirection: Sendable {
    /// Properties that are `readOnly` aren't required, and where they are present that is a mistake.
    case request
    /// The same of those that are `writeOnly`.
    case response
    case any
}

/// A value that a schema doesn't allow, and where.
package struct SchemaMistake: Hashable, Sendable {
    /// A JSON pointer into the value: `/items/0/quantity`.
    package let instance: String
    /// The keyword that isn't kept: `type`.
    package let keyword: String
    /// A JSON pointer to the schema that has it.
    package let schema: String
    /// As in `expected an integer, found "two"`.
    package let message: String
}

extension CompiledSchema {
    /// What of a value the schema doesn't allow, in a fixed order; empty: it allows the value.
    package func mistakes(in value: JSONValue, direction: SchemaDirection = .any, limit: Int = 100) -> [SchemaMistake] {
        var check = SchemaCheck(arena.rules, direction, limit: limit)
        var nothing: SchemaCheck.Evaluated?
        _ = check.check(index, value, &nothing)
        return check.mistakes
    }

    /// The same, stopped at the first.
    package func isValid(_ value: JSONValue, direction: SchemaDirection = .any) -> Bool {
        var check = SchemaCheck(arena.rules, direction, limit: 0)
        var nothing: SchemaCheck.Evaluated?
        return check.check(index, value, &nothing)
    }
}

/// One judgement of one value.
struct SchemaCheck {
    /// What of a value some schema has looked at: for `unevaluatedProperties` and `unevaluatedItems`.
    struct Evaluated {
        var hasAllProperties = false
        var properties: Set<SchemaKey> = []
        var hasAllItems = false
        var items: Set<Int> = []

        mutating func merge(_ other: Evaluated) {
            hasAllProperties = hasAllProperties || other.hasAllProperties
            properties.formUnion(other.properties)
            hasAllItems = hasAllItems || other.hasAllItems
            items.formUnion(other.items)
        }
    }

    let rules: [SchemaRules?]
    let direction: SchemaDirection
    let limit: Int
    private(set) var mistakes: [SchemaMistake] = []
    private var path: [String] = []
    /// The schemas that are being applied, with the depth of their values: a reference that leads to itself with the same value says nothing.
    private var active: [(schema: Int, depth: Int)] = []
    /// Applied schemas. Alternatives in alternatives may ask for ever more.
    private var work = 0
    private static let mostWork = 2_000_000
    private static let mostLevels = 400
    /// The values of this are for whoever looks for a mistake, not for the mistakes.
    private var isQuiet = false

    init(_ rules: [SchemaRules?], _ direction: SchemaDirection, limit: Int) {
        (self.rules, self.direction, self.limit) = (rules, direction, limit)
        isQuiet = limit == 0
    }

    private mutating func fail(_ rule: SchemaRules, _ keyword: String, _ message: @autoclosure () -> String, at key: String? = nil) {
        guard !isQuiet, mistakes.count < limit else { return }
        var pointer = ""
        for part in path + (key.map { [$0] } ?? []) { pointer += "/" + SchemaCompiler.escaped(part) }
        mistakes.append(SchemaMistake(instance: pointer, keyword: keyword, schema: rule.pointer, message: message()))
    }

    /// Whether a value is allowed; of mistakes all are looked for, unless nobody wants them.
    mutating func check(_ index: Int, _ value: JSONValue, _ evaluated: inout Evaluated?) -> Bool {
        guard let rule = rules[index] else { return true }
        if let always = rule.always {
            if !always { fail(rule, "false", "no value is allowed here") }
            return always
        }
        let depth = path.count
        for entry in active.reversed() {
            if entry.depth != depth { break }
            if entry.schema == index { return true }
        }
        work += 1
        guard work < Self.mostWork, active.count < Self.mostLevels else {
            let isDeep = active.count >= Self.mostLevels
            fail(rule, "", isDeep ? "this is nested too deeply to be checked" : "this is too complex to be checked")
            return false
        }
        active.append((index, depth))
        defer { active.removeLast() }

        // Whoever asks for what is unevaluated needs to know what the others have looked at.
        let needs = rule.unevaluatedProperties != nil || rule.unevaluatedItems != nil
        var own: Evaluated? = needs || evaluated != nil ? Evaluated() : nil
        var isRight = checkValue(rule, value)
        if isQuiet, !isRight { return false }
        if let reference = rule.reference, !check(reference, value, &own) { isRight = false }
        if isQuiet, !isRight { return false }
        switch value {
        case .object(let fields): if !checkObject(rule, fields, &own) { isRight = false }
        case .array(let elements): if !checkArray(rule, elements, &own) { isRight = false }
        default: break
        }
        if isQuiet, !isRight { return false }
        if !checkParts(rule, value, &own) { isRight = false }
        if needs, isRight || !isQuiet, !checkUnevaluated(rule, value, &own) { isRight = false }
        if isRight, evaluated != nil, let own { evaluated?.merge(own) }
        return isRight
    }

    // MARK: - Parts

    /// `allOf`, `anyOf`, `oneOf`, `not`, `if`, and what depends on a property.
    private mutating func checkParts(_ rule: SchemaRules, _ value: JSONValue, _ own: inout Evaluated?) -> Bool {
        var isRight = true
        for part in rule.allOf where !check(part, value, &own) {
            isRight = false
            if isQuiet { return false }
        }
        if let chosen = discriminated(rule, value) {
            if !check(chosen, value, &own) { isRight = false }
        } else if let discriminator = rule.discriminator, let tag = value[discriminator.property]?.string, !rule.oneOf.isEmpty || !rule.anyOf.isEmpty {
            let tags = discriminator.schemas.keys.sorted().prefix(10).map { "\"\($0)\"" }.joined(separator: ", ")
            fail(rule, "discriminator", "expected one of \(tags), found \(Self.shown(.string(tag)))", at: discriminator.property)
            isRight = false
        } else {
            if !rule.anyOf.isEmpty, !checkAlternatives(rule, "anyOf", rule.anyOf, value, &own) { isRight = false }
            if !rule.oneOf.isEmpty, isRight || !isQuiet, !checkAlternatives(rule, "oneOf", rule.oneOf, value, &own) { isRight = false }
        }
        if isQuiet, !isRight { return false }
        if let not = rule.not {
            var nothing: Evaluated?
            if quietly(not, value, &nothing) {
                fail(rule, "not", "this is just what must not be: \(Self.shown(value))")
                isRight = false
            }
        }
        if let condition = rule.condition {
            var tested: Evaluated? = own == nil ? nil : Evaluated()
            if quietly(condition.test, value, &tested) {
                if let tested { own?.merge(tested) }
                if let then = condition.then, !check(then, value, &own) { isRight = false }
            } else if let otherwise = condition.otherwise, !check(otherwise, value, &own) {
                isRight = false
            }
        }
        if case .object(let fields) = value {
            for (key, schema) in rule.dependentSchemas where fields[key] != nil && !check(schema, value, &own) { isRight = false }
        }
        return isRight
    }

    /// The alternative that the discriminator's value names.
    private func discriminated(_ rule: SchemaRules, _ value: JSONValue) -> Int? {
        guard let discriminator = rule.discriminator, let tag = value[discriminator.property]?.string else { return nil }
        return discriminator.schemas[tag]
    }

    /// Whether a value is allowed, without a word of why not.
    private mutating func quietly(_ index: Int, _ value: JSONValue, _ evaluated: inout Evaluated?) -> Bool {
        let before = isQuiet
        isQuiet = true
        defer { isQuiet = before }
        return check(index, value, &evaluated)
    }

    private mutating func checkAlternatives(
        _ rule: SchemaRules, _ keyword: String, _ arms: [Int], _ value: JSONValue, _ own: inout Evaluated?
    ) -> Bool {
        var fitting: [Int] = []
        for arm in arms {
            var seen: Evaluated? = own == nil ? nil : Evaluated()
            guard quietly(arm, value, &seen) else { continue }
            fitting.append(arm)
            if let seen { own?.merge(seen) }
            if keyword == "anyOf", own == nil { return true }
            if keyword == "oneOf", fitting.count > 1 { break }
        }
        if fitting.count == 1 || (keyword == "anyOf" && !fitting.isEmpty) { return true }
        guard !isQuiet else { return false }
        guard fitting.isEmpty else {
            fail(rule, keyword, "more than one alternative allows this, and just one may")
            return false
        }
        // What is wrong by the alternative that is nearest.
        var best: [SchemaMistake]?
        for arm in arms {
            let before = mistakes
            mistakes = []
            var nothing: Evaluated?
            _ = check(arm, value, &nothing)
            let found = mistakes
            mistakes = before
            if isNearer(found, than: best) { best = found }
        }
        if arms.count == 1 || best?.contains(where: { $0.instance.split(separator: "/").count > path.count }) == true, let best {
            mistakes += best.prefix(max(0, limit - mistakes.count))
        } else if let best, best.allSatisfy({ $0.keyword == "type" }), let types = types(of: arms) {
            fail(rule, "type", "expected \(types.text), found \(Self.shown(value))")
        } else {
            mistakes += (best ?? []).prefix(max(0, limit - mistakes.count))
        }
        return false
    }

    /// One whose type is right is nearer than others, then one with fewer mistakes.
    private func isNearer(_ found: [SchemaMistake], than best: [SchemaMistake]?) -> Bool {
        guard let best else { return true }
        func isOther(_ mistakes: [SchemaMistake]) -> Bool {
            mistakes.contains { ($0.keyword == "type" || $0.keyword == "const") && $0.instance.split(separator: "/").count <= path.count }
        }
        if isOther(found) != isOther(best) { return isOther(best) }
        return found.count < best.count
    }

    private func types(of arms: [Int]) -> SchemaTypes? {
        var result: SchemaTypes = []
        for arm in arms {
            var index = arm
            for _ in 0..<8 { index = rules[index]?.reference ?? index }
            guard let types = rules[index]?.types else { return nil }
            result.formUnion(types)
        }
        return result
    }

    // MARK: - Values

    private mutating func checkValue(_ rule: SchemaRules, _ value: JSONValue) -> Bool {
        var isRight = true
        if let types = rule.types, !Self.has(value, types) {
            fail(rule, "type", "expected \(types.text), found \(Self.shown(value))")
            // What else is wrong follows from that.
            return false
        }
        if let values = rule.values, !rule.canonicalValues.contains(value.canonical) {
            if rule.hasConst {
                fail(rule, "const", "expected \(Self.shown(values[0])), found \(Self.shown(value))")
            } else {
                let known = values.prefix(10).map(Self.shown).joined(separator: ", ") + (values.count > 10 ? ", …" : "")
                fail(rule, "enum", "expected one of \(known), found \(Self.shown(value))")
            }
            isRight = false
        }
        switch value {
        case .number(let digits): if !checkNumber(rule, digits) { isRight = false }
        case .string(let text): if !checkText(rule, text) { isRight = false }
        default: break
        }
        return isRight
    }

    static func has(_ value: JSONValue, _ types: SchemaTypes) -> Bool {
        switch value {
        case .null: types.contains(.null)
        case .bool: types.contains(.boolean)
        case .string: types.contains(.string)
        case .array: types.contains(.array)
        case .object: types.contains(.object)
        case .number(let digits): types.contains(.number) || (types.contains(.integer) && ExactNumber(digits).isWhole)
        }
    }

    private mutating func checkNumber(_ rule: SchemaRules, _ digits: JSONValue.Number) -> Bool {
        guard
            rule.minimum != nil || rule.maximum != nil || rule.exclusiveMinimum != nil || rule.exclusiveMaximum != nil || rule.multipleOf != nil
                || rule.format != nil
        else { return true }
        let number = ExactNumber(digits)
        let found = Self.shown(.number(digits))
        func written(_ key: String, _ other: String) -> String { (rule.written[key]?.bool == nil ? rule.written[key] : rule.written[other])?.text ?? "" }
        var isRight = true
        func fails(_ keyword: String, _ message: String) {
            isRight = false
            fail(rule, keyword, message)
        }
        if let least = rule.minimum, number < least { fails("minimum", "expected at least \(written("minimum", "minimum")), found \(found)") }
        if let most = rule.maximum, most < number { fails("maximum", "expected at most \(written("maximum", "maximum")), found \(found)") }
        if let least = rule.exclusiveMinimum, !(least < number) {
            fails("exclusiveMinimum", "expected more than \(written("exclusiveMinimum", "minimum")), found \(found)")
        }
        if let most = rule.exclusiveMaximum, !(number < most) {
            fails("exclusiveMaximum", "expected less than \(written("exclusiveMaximum", "maximum")), found \(found)")
        }
        if let unit = rule.multipleOf, !number.isMultiple(of: unit) {
            fails("multipleOf", "expected a multiple of \(written("multipleOf", "multipleOf")), found \(found)")
        }
        if let format = rule.format, !format.allows(number) { fails("format", "expected \(format.noun), found \(found)") }
        return isRight
    }

    private mutating func checkText(_ rule: SchemaRules, _ text: String) -> Bool {
        guard rule.minLength != nil || rule.maxLength != nil || rule.pattern != nil || rule.format != nil else { return true }
        var isRight = true
        func fails(_ keyword: String, _ message: @autoclosure () -> String) {
            isRight = false
            fail(rule, keyword, message())
        }
        if rule.minLength != nil || rule.maxLength != nil {
            let count = text.unicodeScalars.count
            if let least = rule.minLength, count < least {
                fails("minLength", "expected at least \(Self.characters(least)), found \(Self.shown(.string(text)))")
            }
            if let most = rule.maxLength, most < count {
                fails("maxLength", "expected at most \(Self.characters(most)), found \(count)")
            }
        }
        if let pattern = rule.pattern {
            switch pattern.isFound(in: text) {
            case false?: fails("pattern", "expected text that matches \(pattern.text.prefix(60)), found \(Self.shown(.string(text)))")
            case nil: fails("pattern", "whether this matches \(pattern.text.prefix(60)) takes too long to find out")
            case true?: break
            }
        }
        if let format = rule.format, format.bounds == nil, !format.allows(text) {
            fails("format", "expected \(format.noun), found \(Self.shown(.string(text)))")
        }
        return isRight
    }

    private static func characters(_ count: Int) -> String { count == 1 ? "1 character" : "\(count) characters" }

    /// A value in a message: `"two"`, `a list`.
    static func shown(_ value: JSONValue) -> String {
        switch value {
        case .null: return "null"
        case .bool(let flag): return flag ? "true" : "false"
        case .number(let number): return number.digits.count > 60 ? number.digits.prefix(60) + "…" : number.digits
        case .string(let text): return JSONValue.string(text.count > 60 ? text.prefix(60) + "…" : text).text
        case .array(let elements): return elements.isEmpty ? "an empty list" : "a list"
        case .object: return "an object"
        }
    }

    // MARK: - Inside

    /// Checks what lies under a key or an index.
    private mutating func inside(_ key: String, _ schema: Int, _ value: JSONValue) -> Bool {
        path.append(key)
        defer { path.removeLast() }
        var nothing: Evaluated?
        return check(schema, value, &nothing)
    }

    private mutating func checkObject(_ rule: SchemaRules, _ fields: JSONObject, _ own: inout Evaluated?) -> Bool {
        var isRight = true
        func fails(_ keyword: String, _ message: @autoclosure () -> String, at key: String? = nil) {
            isRight = false
            fail(rule, keyword, message(), at: key)
        }
        if let least = rule.minProperties, fields.count < least { fails("minProperties", "expected at least \(least) fields, found \(fields.count)") }
        if let most = rule.maxProperties, most < fields.count { fails("maxProperties", "expected at most \(most) fields, found \(fields.count)") }
        for name in rule.required where fields[name] == nil && !isLeftOut(rule, name) { fails("required", "this is required", at: name) }
        if isQuiet, !isRight { return false }
        for (key, names) in rule.dependentRequired where fields[key] != nil {
            for name in names where fields[name] == nil { fails("dependentRequired", "this is required beside '\(key.prefix(60))'", at: name) }
        }
        guard
            !rule.properties.isEmpty || !rule.patternProperties.isEmpty || rule.additionalProperties != nil || rule.propertyNames != nil
        else { return isRight }
        for (key, value) in fields.pairs {
            var isKnown = false
            if let schema = rule.properties[SchemaKey(key)] {
                isKnown = true
                if isForbidden(schema) {
                    fails(
                        direction == .request ? "readOnly" : "writeOnly",
                        direction == .request ? "this is read-only: a request must not have it" : "this is write-only: a response must not have it",
                        at: key)
                }
                if !inside(key, schema, value) { isRight = false }
            }
            for (pattern, schema) in rule.patternProperties where pattern.isFound(in: key) != false {
                isKnown = true
                if !inside(key, schema, value) { isRight = false }
            }
            if isKnown { own?.properties.insert(SchemaKey(key)) } else if let schema = rule.additionalProperties {
                own?.properties.insert(SchemaKey(key))
                if rules[schema]?.always == false {
                    fails("additionalProperties", "there is no such field", at: key)
                } else if !inside(key, schema, value) {
                    isRight = false
                }
            }
            if let names = rule.propertyNames {
                var nothing: Evaluated?
                if !quietly(names, .string(key), &nothing) { fails("propertyNames", "a field can't be called so", at: key) }
            }
            if isQuiet, !isRight { return false }
        }
        return isRight
    }

    /// What goes the other way isn't required.
    private func isLeftOut(_ rule: SchemaRules, _ name: String) -> Bool {
        direction != .any && rule.properties[SchemaKey(name)].map(isForbidden) == true
    }

    private func isForbidden(_ schema: Int) -> Bool {
        guard direction != .any else { return false }
        var index = schema
        for _ in 0..<16 {
            guard let rule = rules[index] else { return false }
            if direction == .request ? rule.isReadOnly : rule.isWriteOnly { return true }
            guard let next = rule.reference ?? (rule.allOf.count == 1 ? rule.allOf[0] : nil) else { return false }
            index = next
        }
        return false
    }

    private mutating func checkArray(_ rule: SchemaRules, _ elements: [JSONValue], _ own: inout Evaluated?) -> Bool {
        var isRight = true
        func fails(_ keyword: String, _ message: @autoclosure () -> String) {
            isRight = false
            fail(rule, keyword, message())
        }
        if let least = rule.minItems, elements.count < least { fails("minItems", "expected at least \(least) elements, found \(elements.count)") }
        if let most = rule.maxItems, most < elements.count { fails("maxItems", "expected at most \(most) elements, found \(elements.count)") }
        if rule.uniqueItems {
            var seen: Set<JSONValue> = []
            for (index, element) in elements.enumerated() where !seen.insert(element.canonical).inserted {
                fails("uniqueItems", "element \(index) is there twice")
                break
            }
        }
        if isQuiet, !isRight { return false }
        for (index, (schema, element)) in zip(rule.prefixItems, elements).enumerated() {
            own?.items.insert(index)
            if !inside("\(index)", schema, element) { isRight = false }
        }
        if let items = rule.items {
            own?.hasAllItems = true
            for index in elements.indices.dropFirst(rule.prefixItems.count) {
                if !inside("\(index)", items, elements[index]) { isRight = false }
                if isQuiet, !isRight { return false }
            }
        }
        if let contains = rule.contains {
            var count = 0
            for (index, element) in elements.enumerated() {
                var nothing: Evaluated?
                path.append("\(index)")
                if quietly(contains, element, &nothing) {
                    count += 1
                    own?.items.insert(index)
                }
                path.removeLast()
            }
            let least = rule.minContains ?? 1
            if count < least { fails("contains", "expected \(least == 1 ? "an element" : "\(least) elements") of a kind that isn't there") }
            if let most = rule.maxContains, most < count { fails("maxContains", "expected at most \(most) elements of a kind, found \(count)") }
        }
        return isRight
    }

    private mutating func checkUnevaluated(_ rule: SchemaRules, _ value: JSONValue, _ own: inout Evaluated?) -> Bool {
        guard let seen = own else { return true }
        var isRight = true
        switch value {
        case .object(let fields):
            guard let schema = rule.unevaluatedProperties, !seen.hasAllProperties else { return true }
            for (key, field) in fields.pairs where !seen.properties.contains(SchemaKey(key)) {
                if rules[schema]?.always == false {
                    fail(rule, "unevaluatedProperties", "there is no such field", at: key)
                    isRight = false
                } else if !inside(key, schema, field) {
                    isRight = false
                }
            }
            own?.hasAllProperties = true
        case .array(let elements):
            guard let schema = rule.unevaluatedItems, !seen.hasAllItems else { return true }
            for (index, element) in elements.enumerated() where !seen.items.contains(index) {
                if !inside("\(index)", schema, element) { isRight = false }
            }
            own?.hasAllItems = true
        default: break
        }
        return isRight
    }
}
