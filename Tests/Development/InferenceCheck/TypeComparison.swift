import CallsiteCore
import CallsiteMockEngine
import CallsiteText

/// The types of two APIs side by side, at the places that samples reached.
///
/// An inferred type is right where it is the described one, or what anyone would say who sees the recorded values only
/// (`RecordedValues.natural`): so it is wrong where it is wider than the values ask for, or narrower.
struct TypeComparison {
    let truth: API
    let inferred: API
    var result: InferenceResult
    /// `GET /pets, response`
    var subject = ""
    /// Optionality is counted where at least this number of objects was recorded.
    static let samples = 20

    init(truth: API, inferred: API, result: InferenceResult) {
        (self.truth, self.inferred, self.result) = (truth, inferred, result)
    }

    /// Compares a body: its type, and whether each value fits the inferred one.
    ///
    /// - Parameter isOptional: The inferred body may be empty or null.
    mutating func compareBody(
        _ described: API.Shape, _ found: API.Shape, _ values: [JSONValue], isOptional: Bool = false
    ) {
        compare(described, found, values, "", depth: 0)
        for value in values where !(isOptional && value.isNull) {
            if let misfit = inferred.misfit(of: value, with: found, at: "", depth: 0) {
                result.contradict("\(subject)\(misfit)")
                break
            }
        }
    }

    private mutating func compare(
        _ described: API.Shape, _ found: API.Shape, _ all: [JSONValue], _ place: String, depth: Int
    ) {
        let recorded = RecordedValues(all)
        guard !recorded.isEmpty, depth < 30 else { return }
        let (one, other) = (truth.wireType(described).type, inferred.wireType(found).type)
        switch (one, other) {
        case (.object(let properties), .object(let others)):
            right()
            compareFields(properties, others, recorded.values, place, depth: depth)
        case (.map(let value), .map(let own)):
            right()
            compare(value, own, recorded.values.flatMap { $0.object?.values ?? [] }, place + ".{}", depth: depth + 1)
        case (.list(let element), .list(let own)):
            right()
            let elements = recorded.values.flatMap { $0.array ?? [] }
            compare(element, own, elements, place + "[]", depth: depth + 1)
        case (.union(let union), _):
            compareUnion(union, other, recorded, place, depth: depth)
        case (.leaf(let leaf), .leaf(let own)):
            judge(Self.isRight(leaf, own, recorded), one, other, recorded, place)
        default:
            judge(Self.isRight(one, other, recorded), one, other, recorded, place)
            if !Self.isRight(one, other, recorded) { loseInside(one, recorded.values, depth: depth) }
        }
    }

    static func isRight(_ described: WireType.Leaf, _ found: WireType.Leaf, _ recorded: RecordedValues) -> Bool {
        guard recorded.values.allSatisfy(found.allows) else { return false }
        if case (.words, .words) = (described, found) { return true }
        // A list of words that were recorded is as much as the samples say.
        if case (.words, .words)? = recorded.natural.map({ ($0, found) }) { return true }
        return found == described || found == recorded.natural
    }

    /// Types that aren't of one form differ.
    private static func isRight(_ described: WireType, _ found: WireType, _ recorded: RecordedValues) -> Bool {
        let areEmpty = recorded.values.allSatisfy { $0.object?.isEmpty ?? false }
        switch (described, found) {
        case (.any, _): return true
        // Three alternatives are readable, and more are any JSON.
        case (_, .any): return areEmpty || recorded.kinds.count > 3
        // Keys like words may be fields.
        case (.map, .object):
            let keys = Set(recorded.values.flatMap { $0.object?.keys ?? [] })
            return keys.count <= 10 && keys.allSatisfy { $0.wholeMatch(of: /[A-Za-z_$@.-]+/) != nil }
        case (.object, .map): return areEmpty
        case (_, .union): return recorded.kinds.count > 1
        default: return false
        }
    }

    private mutating func compareUnion(
        _ union: API.Union, _ other: WireType, _ recorded: RecordedValues, _ place: String, depth: Int
    ) {
        let one = WireType.union(union)
        switch other {
        case .any: judge(recorded.kinds.count > 3, one, other, recorded, place)
        case .leaf(let leaf):
            let isDescribed = union.alternatives.contains {
                if case .leaf(let own) = truth.wireType($0.shape).type {
                    Self.isRight(own, leaf, recorded)
                } else {
                    false
                }
            }
            judge(isDescribed || recorded.natural == leaf, one, other, recorded, place)
        case .union(let found):
            judge(true, one, other, recorded, place)
            guard let name = union.discriminator, found.discriminator == name else { return }
            for alternative in union.alternatives {
                guard let tag = alternative.tag, let twin = found.alternatives.first(where: { $0.tag == tag }) else {
                    continue
                }
                let own = recorded.values.filter { $0[name]?.string == tag }
                compare(alternative.shape, twin.shape, own, "\(place)<\(tag)>", depth: depth + 1)
            }
        case .object: judge(!Self.showsAlternatives(union, recorded), one, other, recorded, place)
        case .list, .map: judge(true, one, other, recorded, place)
        }
    }

    /// Whether the shapes of the values differ by the constant that is described to tell them apart.
    private static func showsAlternatives(_ union: API.Union, _ recorded: RecordedValues) -> Bool {
        guard let name = union.discriminator else { return false }
        var keys: [String: [Set<String>]] = [:]
        for value in recorded.values {
            guard let tag = value[name]?.string, let object = value.object else { return false }
            keys[tag, default: []].append(Set(object.keys))
        }
        guard keys.count > 1, keys.values.allSatisfy({ $0.count > 1 }) else { return false }
        return Set(keys.values.map { lists in lists.reduce(into: Set<String>()) { $0.formUnion($1) } }).count > 1
    }

    // MARK: - Fields

    mutating func compareFields(
        _ properties: [API.Property], _ others: [API.Property], _ objects: [JSONValue], _ place: String, depth: Int
    ) {
        for property in properties {
            let values = objects.compactMap { $0[property.wireName] }
            guard !values.isEmpty else { continue }
            let inner = "\(place).\(property.wireName)"
            guard let twin = others.first(where: { $0.wireName == property.wireName }) else {
                wrong("\(inner): \(truth.wireType(property.shape).type.text) isn't found (\(values.count) values)")
                loseInside(truth.wireType(property.shape).type, values, depth: depth)
                continue
            }
            // An enum of one value is a constant where it is read.
            if case .leaf(.words(let words)) = truth.wireType(property.shape).type, words.count == 1,
                twin.onlyValue?.kind.scalarText == words.first
            {
                right()
            } else {
                compare(property.shape, twin.shape, values, inner, depth: depth + 1)
            }
            guard objects.count >= Self.samples else { continue }
            // The description's own judge let the samples through: what they show may be.
            let described = truth.optionality(
                property, absent: values.count < objects.count, null: values.contains(where: \.isNull))
            let found = inferred.optionality(twin)
            // With a default, a field that is required may be absent when it is read.
            // Some documents say `nullable` where their version has no such keyword, and no sample is null then.
            let isNeverNull =
                described.hasSuffix("nullable") && !values.contains(where: \.isNull)
                && described.hasPrefix("optional") == found.hasPrefix("optional")
            let isRight =
                described == found || property.presence == twin.presence || isNeverNull
                || described.hasSuffix("nullable") == found.hasSuffix("nullable")
                    && (property.hasDefault || twin.hasDefault)
            result.count(isRight, in: \.optionality)
            if !isRight {
                let seen = "absent in \(objects.count - values.count) and null in \(values.count(where: \.isNull))"
                result.disagree(
                    "optionality \(subject)\(inner): \(described), inferred \(found); \(seen) of \(objects.count)")
            }
        }
    }

    // MARK: - Counting

    private mutating func right() { result.count(true, in: \.types) }

    private mutating func wrong(_ line: String) {
        result.count(false, in: \.types)
        result.disagree("type \(subject)\(line)")
    }

    private mutating func judge(
        _ isRight: Bool, _ described: WireType, _ found: WireType, _ recorded: RecordedValues, _ place: String
    ) {
        guard !isRight else { return right() }
        let examples = recorded.values.prefix(3).map { String($0.text.prefix(40)) }.joined(separator: ", ")
        wrong("\(place): \(described.text), inferred \(found.text) (\(recorded.count) values: \(examples))")
    }

    /// The places inside of what was lost are wrong, too.
    private mutating func loseInside(_ described: WireType, _ values: [JSONValue], depth: Int) {
        guard depth < 30 else { return }
        func lose(_ shape: API.Shape, _ inner: [JSONValue], _ result: inout InferenceResult) -> WireType? {
            guard !RecordedValues(inner).isEmpty else { return nil }
            result.count(false, in: \.types)
            return truth.wireType(shape).type
        }
        switch described {
        case .object(let properties):
            for property in properties {
                let inner = values.compactMap { $0[property.wireName] }
                if let type = lose(property.shape, inner, &result) { loseInside(type, inner, depth: depth + 1) }
            }
        case .list(let element):
            let inner = values.flatMap { $0.array ?? [] }
            if let type = lose(element, inner, &result) { loseInside(type, inner, depth: depth + 1) }
        case .map(let value):
            let inner = values.flatMap { $0.object?.values ?? [] }
            if let type = lose(value, inner, &result) { loseInside(type, inner, depth: depth + 1) }
        case .leaf, .union, .any: break
        }
    }
}

extension API.Property {
    var hasDefault: Bool { defaultValue != nil || writtenDefault != nil }
}

extension API {
    /// `required`, `optional`, `nullable` or `optional, nullable`.
    func optionality(_ property: Property, absent: Bool = false, null: Bool = false) -> String {
        let isNullable =
            null || property.presence == .nullable || property.presence == .optionalNullable
            || wireType(property.shape).isNullable
        let isOptional =
            absent || property.presence == .optional || property.presence == .optionalNullable
            || property.absentValue != nil
        return isOptional ? (isNullable ? "optional, nullable" : "optional") : isNullable ? "nullable" : "required"
    }

    /// The first part of a value that the type refuses; nil: it fits.
    func misfit(of value: JSONValue, with shape: Shape, at place: String, depth: Int) -> String? {
        guard depth < 60 else { return nil }
        let (type, isNullable) = wireType(shape)
        if value.isNull, isNullable { return nil }
        func no() -> String { "\(place): \(type.text) refuses \(value.text.prefix(60))" }
        switch type {
        case .any: return nil
        case .leaf(let leaf): return leaf.allows(value) ? nil : no()
        case .list(let element):
            guard let elements = value.array else { return no() }
            return elements.lazy.compactMap { misfit(of: $0, with: element, at: place + "[]", depth: depth + 1) }.first
        case .map(let inner):
            guard let object = value.object else { return no() }
            return object.values.lazy.compactMap { misfit(of: $0, with: inner, at: place + ".{}", depth: depth + 1) }
                .first
        case .object(let properties):
            guard value.object != nil else { return no() }
            return properties.lazy.compactMap { misfit(of: value, in: $0, at: place, depth: depth) }.first
        case .union(let union):
            let fits = union.alternatives.contains {
                let isTagged =
                    union.discriminator == nil || $0.tag == nil || value[union.discriminator!]?.string == $0.tag
                return isTagged && misfit(of: value, with: $0.shape, at: place, depth: depth + 1) == nil
            }
            return fits ? nil : no()
        }
    }

    func misfit(of object: JSONValue, in property: Property, at place: String, depth: Int) -> String? {
        let inner = "\(place).\(property.wireName)"
        let optionality = optionality(property)
        guard let value = object[property.wireName] else {
            return optionality.hasPrefix("optional") || property.hasDefault
                ? nil : "\(inner) is missing in a sample, inferred \(optionality)"
        }
        if value.isNull {
            // A field that may be absent may be null when it is read.
            return optionality == "required" && !isAny(property.shape)
                ? "\(inner) is null in a sample, inferred required" : nil
        }
        return misfit(of: value, with: property.shape, at: inner, depth: depth + 1)
    }

    private func isAny(_ shape: Shape) -> Bool { if case .any = wireType(shape).type { true } else { false } }
}
