// Samples of JSON: the description's examples, else the plainest values of the types. A sample is short and always
// the same, and ends even if its type contains itself.

import CallsiteCore
import CallsiteText

/// Makes the samples of an API, each once.
struct SampleMaker {
    struct Sample: Sendable {
        var value: JSONValue
        /// Whether something optional is left out.
        var isShortened: Bool
        /// Whether something required is left out: the sample would have no end, or be too long.
        var isIncomplete = false
    }

    private struct Key: Hashable {
        var shape: API.Shape
        var isSent: Bool
    }

    private let api: API
    private let details: DocumentDetails
    private var samples: [Key: Sample] = [:]
    private var isSent = false
    /// The number of values that may follow before everything optional is left out.
    private var budget = 0
    private var isShortened = false
    private var isIncomplete = false
    /// The types that enclose the current value.
    private var open: Set<API.TypeID> = []

    private static let values = 60
    /// The number of required values that may follow after the budget is used up.
    private static let overdraft = 200
    private static let depth = 6
    private static let longestText = 400

    init(_ api: API, _ details: DocumentDetails) { (self.api, self.details) = (api, details) }

    /// The value of a body.
    mutating func sample(of shape: API.Shape, isSent: Bool) -> Sample {
        let key = Key(shape: shape, isSent: isSent)
        if let sample = samples[key] { return sample }
        let sample = begin(isSent: isSent) { $0.value(of: shape, depth: 0) }
        samples[key] = sample
        return sample
    }

    /// The body of a request whose properties are the body's fields.
    mutating func sample(ofFields fields: [API.Property]) -> Sample {
        begin(isSent: true) { .object($0.members(fields, depth: 0, takesSome: true)) }
    }

    /// The value of a parameter: the parameter's own name if any string is allowed.
    mutating func value(ofParameter property: API.Property) -> JSONValue {
        begin(isSent: true) { maker in
            let value = maker.value(of: property, depth: 0)
            let isNamed =
                value == .string("string") && property.example == nil
                && maker.details.limits(at: property.place).fitted(property.wireName) == property.wireName
            return isNamed ? .string(property.wireName) : value
        }.value
    }

    /// An example of the description.
    mutating func sample(of literal: Description.Literal) -> Sample {
        begin(isSent: false) { $0.value(literal.kind) }
    }

    private mutating func begin(isSent: Bool, _ make: (inout SampleMaker) -> JSONValue) -> Sample {
        (self.isSent, budget, isShortened, isIncomplete) = (isSent, Self.values, false, false)
        let value = make(&self)
        return Sample(value: value, isShortened: isShortened, isIncomplete: isIncomplete)
    }

    // MARK: - Properties

    private mutating func members(_ properties: [API.Property], depth: Int, takesSome: Bool) -> JSONObject {
        var result: JSONObject = [:]
        var omitted: [API.Property] = []
        for property in properties where isSent ? !property.isReadOnly : !property.isWriteOnly {
            let isNeeded = property.presence == .required || property.presence == .nullable
            // A response shows optional properties too, a request only the required ones.
            let isWanted = property.example != nil || !isSent && depth == 0
            guard budget > -Self.overdraft, isNeeded || isWanted && budget > 0 && !leadsBack(property.shape) else {
                omitted.append(property)
                if isNeeded { isIncomplete = true }
                continue
            }
            result[property.wireName] = value(of: property, depth: depth + 1)
        }
        if result.isEmpty, takesSome {
            for property in omitted.prefix(3) where api.isScalar(property.shape.withoutOptional) {
                result[property.wireName] = value(of: property, depth: depth + 1)
            }
        }
        if result.count < properties.count, !omitted.isEmpty { isShortened = true }
        return result
    }

    /// Whether a value of the shape would contain a type that encloses the value.
    private func leadsBack(_ shape: API.Shape) -> Bool {
        switch api.resolvingAliases(shape) {
        case .optional(let inner), .list(let inner), .dictionary(let inner): leadsBack(inner)
        case .named(let id, _): open.contains(id)
        case .scalar, .typeParameter: false
        }
    }

    private mutating func value(of property: API.Property, depth: Int) -> JSONValue {
        if let only = property.onlyValue { return value(only.kind) }
        if property.isConstant, let literal = property.writtenDefault { return value(literal.kind) }
        if property.example != nil, let literal = property.writtenExample { return value(literal.kind) }
        if property.defaultValue != nil, let literal = property.writtenDefault { return value(literal.kind) }
        if case .nullable = property.presence {
            let isDeepest = depth >= Self.depth && !api.isScalar(property.shape.withoutOptional)
            if budget <= 0 || isDeepest || leadsBack(property.shape) { return .null }
        }
        let value = value(of: property.shape.withoutOptional, depth: depth)
        return details.limits(at: property.place).fitted(value, property.shape, api)
    }

    // MARK: - Shapes

    private mutating func value(of shape: API.Shape, depth: Int) -> JSONValue {
        budget -= 1
        switch api.resolvingAliases(shape) {
        case .scalar(let scalar): return Self.value(of: scalar)
        case .optional(let wrapped): return leadsBack(wrapped) ? .null : value(of: wrapped, depth: depth)
        case .list(let element):
            guard !leadsBack(element), depth < Self.depth else { return .array([]) }
            return .array([value(of: element, depth: depth + 1)])
        case .dictionary(let element):
            guard !leadsBack(element), depth < Self.depth else { return .object([:]) }
            return .object(["key": value(of: element, depth: depth + 1)])
        case .typeParameter: return .object([:])
        case .named(let id, let arguments): return value(of: id, arguments, depth: depth)
        }
    }

    private mutating func value(of id: API.TypeID, _ arguments: [API.Shape], depth: Int) -> JSONValue {
        let type = api[id]
        switch type.content {
        case .enumeration(let cases):
            guard let first = cases.first?.wireValue else { return .string("string") }
            return type.enumValues == .texts ? shortened(first) : JSONValue(number: first)
        case .date(let pattern): return .string(pattern.sample)
        case .alias, .own: return .object([:])
        case .object, .union: break
        }
        // A value inside its own type, or too deep inside others, is left out.
        guard depth < Self.depth, budget > -Self.overdraft || depth == 0, open.insert(id).inserted else {
            (isShortened, isIncomplete) = (true, true)
            return .object([:])
        }
        defer { open.remove(id) }
        if case .union(let union) = type.content { return value(of: union, depth: depth) }
        guard case .object(let properties) = type.content else { return .object([:]) }
        let concreteProperties = properties.map { property in
            var property = property
            property.shape = api.substitute(arguments, of: type.typeParameters, in: property.shape)
            return property
        }
        return .object(members(concreteProperties, depth: depth, takesSome: budget > 0))
    }

    /// The first alternative; inside another value, a scalar is preferred: an object with its own operation is often an
    /// id there.
    private mutating func value(of union: API.Union, depth: Int) -> JSONValue {
        let possible = union.alternatives.filter { !leadsBack($0.shape) }
        let plain = depth > 0 ? possible.first { api.isScalar($0.shape) } : nil
        guard let alternative = plain ?? possible.first else {
            (isShortened, isIncomplete) = (true, true)
            return .object([:])
        }
        let value = value(of: alternative.shape, depth: depth)
        guard let tag = alternative.tag, let discriminator = union.discriminator, case .object(var members) = value
        else {
            return value
        }
        if members[discriminator] == nil {
            return .object(JSONObject([(key: discriminator, value: .string(tag))] + members.pairs))
        }
        // A tag may be a number.
        let isNumber = if case .number? = members[discriminator] { true } else { false }
        members[discriminator] = isNumber ? JSONValue(number: tag) : .string(tag)
        return .object(members)
    }

    private static func value(of scalar: Scalar) -> JSONValue {
        switch scalar {
        case .string: .string("string")
        case .bool: .bool(true)
        case .int, .int32, .int64, .uint64: .int(1)
        case .double, .float: JSONValue(number: "1.5")
        case .decimal: JSONValue(number: "12.50")
        case .date: .string("2026-01-31T12:00:00Z")
        case .day: .string("2026-01-31")
        case .timestamp: JSONValue(number: "1769860800")
        case .timestampMilliseconds: JSONValue(number: "1769860800000")
        case .url: .string("https://example.com")
        case .uuid: .string("00000000-0000-4000-8000-000000000000")
        case .data: .string("Y2FsbHNpdGU=")
        case .json: .object([:])
        case .void: .null
        }
    }

    // MARK: - Values of the description

    private mutating func shortened(_ text: String) -> JSONValue {
        guard text.utf8.count > Self.longestText else { return .string(text) }
        isShortened = true
        return .string(text.prefix(Self.longestText) + "…")
    }

    private mutating func value(_ literal: Description.Literal.Kind) -> JSONValue {
        budget -= 1
        switch literal {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .integer(let digits), .float(let digits): return JSONValue(number: digits)
        case .string(let text):
            return shortened(text)
        case .list(let elements):
            // A third element would show nothing new.
            let shown = elements.prefix(budget > 0 ? 2 : 0)
            if shown.count < elements.count { isShortened = true }
            return .array(shown.map { value($0.kind) })
        case .object(let members):
            var shown: JSONObject = [:]
            for member in members where budget > -Self.values {
                shown[member.key] = value(member.value.kind)
            }
            if shown.count < members.count { isShortened = true }
            return .object(shown)
        }
    }
}
