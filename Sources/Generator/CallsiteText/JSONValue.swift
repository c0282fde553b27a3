/// Any JSON value (RFC 8259). Numbers keep their digits, and objects the order of their fields.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Number)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// A number with its digits. Two are equal if their digits are: `1`, `1.0` and `1e0` are three.
    package struct Number: Hashable, Sendable {
        /// Valid JSON (RFC 8259, section 6).
        package let digits: String

        /// nil if the string isn't a JSON number.
        package init?(_ digits: String) {
            guard JSONScanner.isNumber(digits) else { return nil }
            self.digits = digits
        }

        package init(_ value: Int) { digits = String(value) }

        /// - Parameter digits: A string that ``JSONScanner`` has read as a number.
        package init(checked digits: String) { self.digits = digits }
    }
}

extension JSONValue {
    /// The value of a key; nil if there is none, and for anything but an object.
    package subscript(key: String) -> JSONValue? { if case .object(let fields) = self { fields[key] } else { nil } }

    /// An element; nil out of bounds, and for anything but an array.
    package subscript(index: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }

    package var isNull: Bool { self == .null }
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    package var string: String? { if case .string(let value) = self { value } else { nil } }
    package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    package var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
    /// The number, if it is written as a whole one and fits.
    package var int: Int? { if case .number(let number) = self { Int(number.digits) } else { nil } }
    /// The nearest double, if the number fits one.
    package var double: Double? {
        guard case .number(let number) = self, let value = Double(number.digits), value.isFinite else { return nil }
        return value
    }

    package static func int(_ value: Int) -> JSONValue { .number(Number(value)) }
}

/// The fields of a JSON object, in their order. Two keys are the same when they have the same Unicode scalars, as in
/// JSON (RFC 8259, section 8.3). Swift's `==` also equates strings that look the same.
package struct JSONObject: Sendable {
    private var fields: [(key: String, value: JSONValue)] = []
    /// The index of each key, if there are more than `few`. Otherwise keys are compared one by one.
    private var places: [ExactString: Int] = [:]
    private static let few = 8

    package init() {}

    /// If a key occurs again, its last value counts.
    package init(_ fields: some Sequence<(key: String, value: JSONValue)>) {
        for (key, value) in fields { self[key] = value }
    }

    private func place(_ key: String) -> Int? {
        let key = ExactString(key)
        return fields.count <= Self.few ? fields.firstIndex { ExactString($0.key) == key } : places[key]
    }

    /// The value of a key; nil if there is none. Setting nil removes the key; `.null` is a value.
    package subscript(key: String) -> JSONValue? {
        get { place(key).map { fields[$0].value } }
        set {
            guard let newValue else {
                guard let place = place(key) else { return }
                fields.remove(at: place)
                index()
                return
            }
            if let place = place(key) {
                fields[place].value = newValue
            } else {
                fields.append((key, newValue))
                if fields.count == Self.few + 1 {
                    index()
                } else if fields.count > Self.few {
                    places[ExactString(key)] = fields.count - 1
                }
            }
        }
    }

    private mutating func index() {
        places = [:]
        guard fields.count > Self.few else { return }
        for (place, field) in fields.enumerated() { places[ExactString(field.key)] = place }
    }

    package var count: Int { fields.count }
    package var isEmpty: Bool { fields.isEmpty }
    package var keys: [String] { fields.map(\.key) }
    package var values: [JSONValue] { fields.map(\.value) }
    /// Keys and values, in their order.
    package var pairs: [(key: String, value: JSONValue)] { fields }

    /// The object with only the fields whose keys are wanted.
    package func filter(_ isWanted: (String) -> Bool) -> JSONObject {
        var result = JSONObject()
        result.fields = fields.filter { isWanted($0.key) }
        result.index()
        return result
    }

    /// The object with each value changed.
    package func mapValues(_ change: (JSONValue) throws -> JSONValue) rethrows -> JSONObject {
        var result = self
        for index in fields.indices { result.fields[index].value = try change(fields[index].value) }
        return result
    }

    /// The object with the fields of another. For a key that both have, `choose` combines this value and the other.
    package func merging(_ others: JSONObject, uniquingKeysWith choose: (JSONValue, JSONValue) throws -> JSONValue)
        rethrows -> JSONObject
    {
        var result = self
        for (key, value) in others.fields { result[key] = try result[key].map { try choose($0, value) } ?? value }
        return result
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral fields: (String, JSONValue)...) {
        self.init(fields.lazy.map { (key: $0, value: $1) })
    }
}

extension JSONObject: Hashable {
    /// The order of the fields doesn't matter.
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.fields.allSatisfy { right[$0.key] == $0.value }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        // The sum doesn't depend on the order.
        var sum = 0
        for field in fields {
            var inner = Hasher()
            inner.combine(ExactString(field.key))
            inner.combine(field.value)
            sum &+= inner.finalize()
        }
        hasher.combine(sum)
    }
}

/// A string that is compared by its UTF-8. Swift's `==` also equates strings that look the same.
package struct ExactString: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    /// Swift's `==` comes first: it is faster, and false for most pairs.
    package static func == (a: ExactString, b: ExactString) -> Bool {
        a.text == b.text && a.text.utf8.elementsEqual(b.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
