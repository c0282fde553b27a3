import CallsiteText

/// The shape of a value, or of several values that stand in the same place: how often each kind of JSON was there.
///
/// A shape is a reference, so that two places can come to have one shape: see ``ObjectShape/unite(with:)``.
package final class ValueShape {
    /// How many values were seen, nulls among them.
    package private(set) var count = 0
    package private(set) var nulls = 0
    package private(set) var booleans = 0
    /// Whole numbers of 64 bits, written without a fraction and an exponent.
    package private(set) var integers = 0
    /// All other numbers.
    package private(set) var numbers = 0
    package internal(set) var strings = StringShape()
    /// How many were lists, and how many of these were empty.
    package private(set) var lists = 0
    package private(set) var emptyLists = 0
    /// The elements of all lists; nil: there is none.
    package private(set) var element: ValueShape?
    private var ownObjects: ObjectShape?
    /// Values that lie deeper than ``mostLevels``. Nothing else is known of them.
    package private(set) var unread = 0

    /// The limit for values inside values. No API's model is this deep.
    static let mostLevels = 64

    package init() {}

    package convenience init(of values: [JSONValue]) {
        self.init()
        for value in values { add(value) }
    }

    /// nil: no object was seen.
    package var objects: ObjectShape? { ownObjects?.united }

    package func add(_ value: JSONValue) { add(value, level: 0) }

    fileprivate func add(_ value: JSONValue, level: Int) {
        count += 1
        switch value {
        case .null: nulls += 1
        case .bool: booleans += 1
        case .number(let number):
            if Int64(number.digits) != nil { integers += 1 } else { numbers += 1 }
        case .string(let text): strings.add(text)
        case .array where level >= Self.mostLevels, .object where level >= Self.mostLevels: unread += 1
        case .array(let elements):
            lists += 1
            guard !elements.isEmpty else { return emptyLists += 1 }
            let shape = element ?? ValueShape()
            element = shape
            for value in elements { shape.add(value, level: level + 1) }
        case .object(let fields):
            let shape = objects ?? ObjectShape()
            ownObjects = shape
            shape.add(fields, level: level + 1)
        }
    }

    /// Adds all that another shape has seen. The other must not be used any more.
    package func merge(_ other: ValueShape) {
        guard other !== self else { return }
        count += other.count
        nulls += other.nulls
        booleans += other.booleans
        integers += other.integers
        numbers += other.numbers
        strings.merge(other.strings)
        lists += other.lists
        emptyLists += other.emptyLists
        unread += other.unread
        if let others = other.element {
            if let element { element.merge(others) } else { element = others }
        }
        if let others = other.objects {
            if let objects { objects.unite(with: others) } else { ownObjects = others }
        }
    }
}

/// The shape of the objects of a place.
package final class ObjectShape {
    package struct Field {
        /// How many objects have it.
        package var count = 0
        package let shape: ValueShape
    }

    package private(set) var count = 0
    /// In the order in which they were first seen.
    private var slots: [(name: ExactString, field: Field)] = []
    /// The slots of fields that may say which kind of object it is.
    private var tags: Set<Int> = []
    private var slotsByName: [ExactString: Int] = [:]
    /// For each field whose name is that of a discriminator: the fields that come with each of its values. nil: the
    /// field has too many values, or values that aren't words.
    private var variants: [ExactString: [ExactString: Variant]?] = [:]
    /// The values of all fields, where there were too many names to tell them apart.
    package private(set) var values: ValueShape?
    private var successor: ObjectShape?

    /// The objects that have one value of a discriminator.
    package struct Variant {
        package var count = 0
        package var fields: [ExactString: Int] = [:]
    }

    static let mostNames = 500
    private static let mostVariants = 32

    package init() {}

    /// The shape that this one was united into, or this one.
    package var united: ObjectShape {
        var shape = self
        while let next = shape.successor { shape = next }
        // Shortens the chain for later calls.
        if let successor, successor !== shape { self.successor = shape }
        return shape
    }

    package func field(_ name: ExactString) -> Field? { slotsByName[name].map { slots[$0].field } }
    /// In the order in which they were first seen.
    package var fields: [(name: ExactString, field: Field)] { slots }
    package var names: [ExactString] { slots.map(\.name) }

    /// The variants by each value of a discriminator.
    package func variants(by name: ExactString) -> [ExactString: Variant]? { variants[name] ?? nil }
    package var discriminators: [ExactString] { names.filter { variants(by: $0) != nil } }

    /// Forgets the variants of each discriminator with a value that can't be shown.
    func forgetVariants(where isHidden: (String) -> Bool) {
        for (name, tags) in variants where tags?.keys.contains(where: { isHidden($0.text) }) == true {
            variants[name] = .some(nil)
        }
    }

    fileprivate func add(_ fields: JSONObject, level: Int) {
        count += 1
        var kinds: [(name: ExactString, value: JSONValue)] = []
        for (index, (key, value)) in fields.pairs.enumerated() {
            if let values {
                values.add(value, level: level)
                continue
            }
            // Most objects of a place have the same fields in the same order.
            let name = ExactString(key)
            let slot = index < slots.count && slots[index].name == name ? index : slot(of: name)
            slots[slot].field.count += 1
            slots[slot].field.shape.add(value, level: level)
            if tags.contains(slot) { kinds.append((name, value)) }
        }
        if !kinds.isEmpty { addVariants(kinds, fields.keys.map { ExactString($0) }) }
        if slots.count > Self.mostNames { becomeMap() }
    }

    private func slot(of name: ExactString) -> Int {
        if let slot = slotsByName[name] { return slot }
        return append(name, Field(shape: ValueShape()))
    }

    @discardableResult private func append(_ name: ExactString, _ field: Field) -> Int {
        slotsByName[name] = slots.count
        if Self.isDiscriminator(name.text) { tags.insert(slots.count) }
        slots.append((name, field))
        return slots.count - 1
    }

    /// - Parameters:
    ///   - kinds: The discriminators of an object.
    ///   - names: All its fields.
    private func addVariants(_ kinds: [(name: ExactString, value: JSONValue)], _ names: [ExactString]) {
        for (name, value) in kinds {
            guard let tag = value.string, StringForm.isWord(tag) else {
                variants[name] = .some(nil)
                continue
            }
            // The field was found to be no discriminator.
            if case .some(nil) = variants[name] { continue }
            let variant = Variant(count: 1, fields: Dictionary(names.map { ($0, 1) }) { $1 })
            add([ExactString(tag): variant], to: name)
        }
    }

    private func add(_ others: [ExactString: Variant], to name: ExactString) {
        guard var merged = variants[name, default: [:]] else { return }
        for (tag, variant) in others {
            var own = merged[tag] ?? Variant()
            own.count += variant.count
            own.fields.merge(variant.fields, uniquingKeysWith: +)
            merged[tag] = own
        }
        variants[name] = merged.count > Self.mostVariants ? .some(nil) : merged
    }

    /// Whether a field of this name may say which kind of object it stands in.
    static func isDiscriminator(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["type", "kind", "object", "event", "class", "tag", "action", "variant", "_t", "op", "shape"].contains {
            name.hasSuffix($0)
        }
    }

    /// Unites two shapes of the same model. Both places share one shape from now on, and so do the objects with the
    /// same names in them.
    package func unite(with other: ObjectShape) {
        let (own, other) = (united, other.united)
        guard own !== other else { return }
        // Set first: an object may hold one of its own kind.
        other.successor = own
        let fields = other.slots
        (other.slots, other.slotsByName, other.tags) = ([], [:], [])
        own.count += other.count
        for (name, field) in fields {
            if let values = own.values {
                values.merge(field.shape)
            } else if let slot = own.slotsByName[name] {
                own.slots[slot].field.count += field.count
                own.slots[slot].field.shape.merge(field.shape)
            } else {
                own.append(name, field)
            }
        }
        for (name, variants) in other.variants {
            if let variants { own.add(variants, to: name) } else { own.variants[name] = .some(nil) }
        }
        if let others = other.values { own.becomeMap().merge(others) }
        if own.slots.count > Self.mostNames { own.becomeMap() }
    }

    /// Makes the object a dictionary: its names are data. Returns the shape that all values share.
    @discardableResult package func becomeMap() -> ValueShape {
        if let values { return values }
        let all = ValueShape()
        values = all
        let fields = slots.map(\.field)
        (slots, slotsByName, tags, variants) = ([], [:], [], [:])
        for field in fields { all.merge(field.shape) }
        return all
    }
}
