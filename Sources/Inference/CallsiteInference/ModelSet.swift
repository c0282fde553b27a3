import CallsiteCore
import CallsiteText

/// The models of a description. Objects that stand for the same thing become one model, and each model has a name.
final class ModelSet {
    private struct Candidate {
        let shape: ObjectShape
        /// The preferred name, and a longer one.
        let name: String
        let longName: String
        /// Lower for more important candidates: the subject of an endpoint comes before its parts.
        let priority: Int
        var isError = false
    }

    private var candidates: [Candidate] = []
    private var seen: Set<ObjectIdentifier> = []
    /// The names of models, by the identity of the united shape.
    private var names: [ObjectIdentifier: String] = [:]
    /// The number of places that hold each shape.
    private var uses: [ObjectIdentifier: Int] = [:]
    private var inPlace: Set<ObjectIdentifier> = []
    /// The models, in the order in which they are written.
    private(set) var models: [(name: String, shape: ObjectShape)] = []

    /// Adds the objects of a shape, with all objects inside them.
    ///
    /// - Parameters:
    ///   - name: The name as words: `user`.
    ///   - owner: The name of the enclosing object, as words.
    func add(_ shape: ValueShape, name: String, owner: String, priority: Int) {
        if let element = shape.element {
            add(element, name: Plurals.singular(name) ?? name, owner: owner, priority: priority)
        }
        guard let objects = shape.objects else { return }
        if let values = objects.values {
            guard seen.insert(ObjectIdentifier(objects)).inserted else { return }
            add(values, name: Plurals.singular(name) ?? name, owner: owner, priority: priority)
            return
        }
        guard !objects.names.isEmpty, seen.insert(ObjectIdentifier(objects)).inserted else { return }
        candidates.append(
            .init(shape: objects, name: name, longName: Self.longName(name, of: owner), priority: priority))
        for field in objects.fields {
            let words = Words.split(field.name.text).joined(separator: " ")
            add(field.field.shape, name: words.isEmpty ? "value" : words, owner: name, priority: 10)
        }
    }

    /// `user address`, and `delete channel result` where the owner has the name itself.
    private static func longName(_ name: String, of owner: String) -> String {
        guard !owner.isEmpty else { return name }
        let words = name.split(separator: " ")
        return owner.split(separator: " ").suffix(words.count) == words[...] ? owner + " result" : owner + " " + name
    }

    /// Adds the body of an error. Most APIs have one form of error.
    func add(error shape: ValueShape, name: String, owner: String) {
        let count = candidates.count
        add(shape, name: name, owner: owner, priority: 5)
        if candidates.count > count { candidates[count].isError = true }
    }

    // MARK: - Uniting

    func unite() {
        // A united model has more fields, so it may then be like others.
        for _ in 0..<2 { uniteOnce() }
    }

    private func uniteOnce() {
        var byFields: [[ExactString]: ObjectShape] = [:]
        var byName: [String: [ObjectShape]] = [:]
        for candidate in candidates {
            let shape = candidate.shape.united
            guard shape.values == nil else { continue }
            let fields = shape.names.sorted { $0.text.precedes($1.text) }
            if fields.count >= 3 {
                if let other = byFields[fields]?.united, other !== shape, Self.hasSameTypes(other, shape) {
                    other.unite(with: shape)
                    continue
                }
                byFields[fields] = byFields[fields] ?? shape
            }
            let others = byName[candidate.name, default: []]
            let isSame = candidate.isError ? Self.isSameError : Self.isSameModel
            if let other = others.lazy.map(\.united).first(where: { $0 === shape || isSame($0, shape) }) {
                other.unite(with: shape)
            } else if others.count < 20 {
                byName[candidate.name, default: []].append(shape)
            }
        }
    }

    private static func isOfSameKinds(_ one: ValueShape, _ other: ValueShape) -> Bool {
        areAlike(one.kinds, other.kinds) && areAlike(one.element?.kinds ?? [], other.element?.kinds ?? [])
    }

    private static func areAlike(_ kinds: Set<String>, _ others: Set<String>) -> Bool {
        kinds.isEmpty || others.isEmpty || kinds == others
    }

    /// Whether the fields that both have are of one type, and are always there in both or in neither.
    private static func hasSameTypes(_ one: ObjectShape, _ other: ObjectShape, level: Int = 0) -> Bool {
        one.fields.allSatisfy { field in
            guard let twin = other.field(field.name) else { return true }
            return areAlike(field.field.shape.kinds, twin.shape.kinds)
                && !isOnlySometimes(field.field, of: one, always: twin, of: other)
                && !isOnlySometimes(twin, of: other, always: field.field, of: one)
                && !isOfOtherKind(field.field.shape, twin.shape, field.name.text)
                && hasSameObjects(field.field.shape, twin.shape, level: level)
        }
    }

    /// Whether a discriminator has other values in one place than in the other: `user` here, `group` there.
    private static func isOfOtherKind(_ one: ValueShape, _ other: ValueShape, _ name: String) -> Bool {
        guard ObjectShape.isDiscriminator(name), one.strings.count >= 2, other.strings.count >= 2 else { return false }
        switch (one.strings.words, other.strings.words) {
        case (let words?, let others?):
            // A place that always has `user` and one that has `user` or `group` hold two models as well.
            let isFixed = min(words.count, others.count) == 1 && max(words.count, others.count) > 1
            let isSeenOften = min(one.strings.count, other.strings.count) >= 5
            return Set(words.keys).isDisjoint(with: others.keys) || isFixed && isSeenOften
        case (let words?, nil), (nil, let words?):
            // A few words distinguish kinds, and arbitrary strings don't.
            return words.count <= 3 && words.values.reduce(0, +) >= 5
        case (nil, nil): return false
        }
    }

    /// Whether the objects in two values, or in two lists, can be of one model. Pages of two things are two models.
    private static func hasSameObjects(_ one: ValueShape, _ other: ValueShape, level: Int) -> Bool {
        guard level < 4 else { return true }
        if let element = one.element, let others = other.element {
            guard areAlike(element.kinds, others.kinds), hasSameObjects(element, others, level: level) else {
                return false
            }
        }
        guard let objects = one.objects, let others = other.objects, objects !== others else { return true }
        guard objects.values == nil, others.values == nil else {
            // A dictionary is no model, whatever its names are.
            return (objects.values == nil) == (others.values == nil) || objects.names.isEmpty && others.names.isEmpty
        }
        return hasMostFields(objects, others) && hasSameTypes(objects, others, level: level + 1)
    }

    private static func hasMostFields(_ one: ObjectShape, _ other: ObjectShape) -> Bool {
        let common = one.names.count { other.field($0) != nil }
        return common * 10 >= (one.names.count + other.names.count - common) * 6
    }

    /// Whether a field that all of `others` have is missing, or null, in a quarter of the objects of `one`: then the
    /// two are different models.
    private static func isOnlySometimes(
        _ field: ObjectShape.Field, of one: ObjectShape, always other: ObjectShape.Field, of others: ObjectShape
    ) -> Bool {
        let missing = one.count - field.count + field.shape.nulls
        let isAlways = other.count == others.count && other.shape.nulls == 0
        return isAlways && others.count >= 5 && missing >= 2 && missing * 4 >= one.count
    }

    /// Whether two models of one name have most fields in common, and the other fields are sometimes left out.
    private static func isSameModel(_ one: ObjectShape, _ other: ObjectShape) -> Bool {
        guard hasMostFields(one, other), hasSameTypes(one, other) else { return false }
        return isExtra(one, beside: other) && isExtra(other, beside: one)
    }

    /// Whether two errors have most fields in common, or one has all fields of the other, and common fields have the
    /// same types. The mistake decides which fields are there, and in what detail.
    private static func isSameError(_ one: ObjectShape, _ other: ObjectShape) -> Bool {
        let common = one.fields.compactMap { field in other.field(field.name).map { (field.field.shape, $0.shape) } }
        guard common.count == min(one.names.count, other.names.count) || hasMostFields(one, other) else { return false }
        return !common.isEmpty && common.allSatisfy(isOfSameKinds)
    }

    private static func isExtra(_ one: ObjectShape, beside other: ObjectShape) -> Bool {
        let own = one.fields.filter { other.field($0.name) == nil }
        return own.allSatisfy { $0.field.count < one.count } || own.count <= 1 && min(one.count, other.count) < 3
    }

    // MARK: - Names

    func nameAll() {
        var usedNames = Set(Scalar.allCases.map(\.rawValue))
        for choice in choices() {
            guard names[choice.shape] == nil, usedNames.insert(choice.name).inserted else { continue }
            names[choice.shape] = choice.name
        }
        // Other models get their longer names, with a number if such a name is used already.
        for candidate in candidates {
            let shape = candidate.shape.united
            guard shape.values == nil, names[ObjectIdentifier(shape)] == nil else { continue }
            let longName = Self.typeName(candidate.longName)
            var name = longName
            var number = 2
            while !usedNames.insert(name).inserted {
                name = "\(longName)\(number)"
                number += 1
            }
            names[ObjectIdentifier(shape)] = name
        }
        // Models are written in the order of their first candidates.
        var listed: Set<ObjectIdentifier> = []
        for candidate in candidates {
            let shape = candidate.shape.united
            guard listed.insert(ObjectIdentifier(shape)).inserted, let name = names[ObjectIdentifier(shape)] else {
                continue
            }
            models.append((name, shape))
        }
    }

    /// The names that each model is called by, the most frequent first. An endpoint's own name counts more than a
    /// field's.
    private func choices() -> [(shape: ObjectIdentifier, name: String)] {
        struct Choice: Hashable {
            let shape: ObjectIdentifier
            let name: String
        }
        var weights: [Choice: Int] = [:]
        var order: [Choice] = []
        for candidate in candidates where candidate.shape.united.values == nil {
            let choice = Choice(shape: ObjectIdentifier(candidate.shape.united), name: Self.typeName(candidate.name))
            if weights[choice] == nil { order.append(choice) }
            weights[choice, default: 0] += candidate.priority < 2 ? 4 : candidate.priority < 10 ? 2 : 1
        }
        return order.enumerated()
            .sorted { (-(weights[$0.element] ?? 0), $0.offset) < (-(weights[$1.element] ?? 0), $1.offset) }
            .map { ($0.element.shape, $0.element.name) }
    }

    private static func typeName(_ words: String) -> String {
        SwiftNames.name(for: PersonalData.isNeutral(words) ? words : "value", .type)
    }

    /// Counts a place that holds a model.
    func count(_ shape: ValueShape) {
        var counted: Set<ObjectIdentifier> = []
        count(shape, &counted)
    }

    private func count(_ shape: ValueShape, _ counted: inout Set<ObjectIdentifier>) {
        // The elements of a list have names, however small they are.
        if let objects = shape.element?.objects { uses[ObjectIdentifier(objects), default: 0] += 2 }
        if let element = shape.element { count(element, &counted) }
        guard let objects = shape.objects else { return }
        if let values = objects.values {
            if counted.insert(ObjectIdentifier(objects)).inserted { count(values, &counted) }
            return
        }
        uses[ObjectIdentifier(objects), default: 0] += 1
        guard uses[ObjectIdentifier(objects)] ?? 0 <= 3, counted.insert(ObjectIdentifier(objects)).inserted else {
            return
        }
        for field in objects.fields { count(field.field.shape, &counted) }
    }

    /// The fields of a body are written with its request, where nothing else holds the model.
    func writeInPlace(_ shape: ValueShape) {
        guard let objects = shape.objects, shape.kinds == ["object"], shape.nulls == 0 else { return }
        inPlace.insert(ObjectIdentifier(objects))
    }

    /// Whether several places hold the model.
    func isShared(_ shape: ObjectShape) -> Bool { uses[ObjectIdentifier(shape.united), default: 0] > 1 }

    func keepName(of shape: ValueShape) {
        if let objects = shape.objects { uses[ObjectIdentifier(objects), default: 0] += 2 }
    }

    /// The name of a model; nil: it is small, stands in one place, and is written there.
    func name(of shape: ObjectShape) -> String? {
        let shape = shape.united
        guard let name = names[ObjectIdentifier(shape)] else { return nil }
        if inPlace.contains(ObjectIdentifier(shape)), !isShared(shape) { return nil }
        let isSmall =
            shape.names.count <= 2
            && shape.fields.allSatisfy { $0.field.shape.kinds.isDisjoint(with: ["object", "list"]) }
        return isSmall && uses[ObjectIdentifier(shape), default: 0] <= 1 ? nil : name
    }
}
