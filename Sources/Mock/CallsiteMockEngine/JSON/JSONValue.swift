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
            guard JSONParser.isNumber(digits.utf8) else { return nil }
            self.digits = digits
        }

        package init(_ value: Int) { digits = String(value) }

        init(checked digits: String) { self.digits = digits }
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

    /// Whether it is a number that no client can hold as an integer: JavaScript writes Int64's last as
    /// 9223372036854776000, which is one more.
    ///
    /// - Parameter format: The schema's; `uint64` is read as `UInt64`.
    func isBeyondIntegers(format: String? = nil) -> Bool {
        guard case .number(let number) = self, int == nil else { return false }
        if format == "uint64", UInt64(number.digits) != nil { return false }
        guard let double else { return true }
        return format == "uint64" ? !(0..<0x1p64).contains(double) : !(-0x1p63..<0x1p63).contains(double)
    }

    /// Whether it is of one of JSON Schema's types, as far as its kind tells. Words of other languages may mean any.
    func isOfType(_ name: String) -> Bool {
        switch name {
        case "null": self == .null
        case "boolean": bool != nil
        case "number", "integer": if case .number = self { true } else { false }
        case "string": string != nil
        case "array": array != nil
        case "object": object != nil
        default: true
        }
    }
}

/// The fields of a JSON object, in their order. Two keys are the same when they have the same Unicode scalars, as for
/// JSON (RFC 8259, section 8.3); for Swift they are when they look the same.
package struct JSONObject: Sendable {
    private var fields: [(key: String, value: JSONValue)] = []
    /// Where a key is. Few keys are looked for one by one.
    private var places: [ExactString: Int] = [:]
    private static let few = 8

    package init() {}

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

    /// Without the fields whose keys aren't wanted.
    func filter(_ isWanted: (String) -> Bool) -> JSONObject {
        var result = JSONObject()
        result.fields = fields.filter { isWanted($0.key) }
        result.index()
        return result
    }

    /// With each value changed.
    package func mapValues(_ change: (JSONValue) throws -> JSONValue) rethrows -> JSONObject {
        var result = self
        for index in fields.indices { result.fields[index].value = try change(fields[index].value) }
        return result
    }

    /// With the fields of another object; for a key that both have, what `choose` makes of this value and that one.
    package func merging(_ others: JSONObject, uniquingKeysWith choose: (JSONValue, JSONValue) throws -> JSONValue)
        rethrows -> JSONObject
    {
        var result = self
        for (key, value) in others.fields { result[key] = try result[key].map { try choose($0, value) } ?? value }
        return result
    }
}

extension JSONObject: Hashable {
    /// Whatever the order of the fields.
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
