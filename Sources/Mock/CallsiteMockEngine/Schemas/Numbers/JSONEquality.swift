/// A value as JSON Schema compares it: `1`, `1.0` and `1e0` are the same number, and the order of an object's fields
/// doesn't matter.
struct EqualityKey: Hashable, Sendable {
    private let bytes: [UInt8]

    var count: Int { bytes.count }

    /// Writes bytes that are the same for two values if, and only if, they are equal. A list in place of recursion
    /// allows for values of any depth.
    init(_ value: JSONValue) {
        enum Part {
            case value(JSONValue)
            case key(String)
            case mark(UInt8)
        }
        var bytes: [UInt8] = []
        var parts: [Part] = [.value(value)]
        func append(_ text: String) {
            // The length comes first, so that no string can look like the end of itself.
            var text = text
            text.withUTF8 {
                withUnsafeBytes(of: $0.count) { bytes += $0 }
                bytes += $0
            }
        }
        while let part = parts.popLast() {
            switch part {
            case .mark(let byte): bytes.append(byte)
            case .key(let key): append(key)
            case .value(.null): bytes.append(0)
            case .value(.bool(let flag)): bytes.append(flag ? 1 : 2)
            case .value(.string(let text)):
                bytes.append(3)
                append(text)
            case .value(.number(let number)):
                bytes.append(4)
                let exact = ExactNumber(number)
                bytes.append(exact.isNegative ? 1 : 0)
                withUnsafeBytes(of: exact.exponent) { bytes += $0 }
                bytes += exact.digits
                bytes.append(0xFF)
            case .value(.array(let elements)):
                bytes.append(5)
                parts.append(.mark(0xFE))
                for element in elements.reversed() { parts.append(.value(element)) }
            case .value(.object(let fields)):
                bytes.append(6)
                parts.append(.mark(0xFE))
                for field in fields.pairs.sorted(by: { $1.key.utf8.lexicographicallyPrecedes($0.key.utf8) }) {
                    parts.append(.value(field.value))
                    parts.append(.key(field.key))
                    parts.append(.mark(7))
                }
            }
        }
        self.bytes = bytes
    }
}

extension JSONValue {
    /// Whether the value is a number outside the range of `Int64`: 9223372036854776000, as JavaScript writes
    /// `Int64.max`.
    ///
    /// - Parameter format: The schema's format. With `uint64` the range is that of `UInt64`.
    func isBeyondIntegers(format: String? = nil) -> Bool {
        guard case .number(let number) = self, int == nil else { return false }
        if format == "uint64", UInt64(number.digits) != nil { return false }
        guard let double else { return true }
        return format == "uint64" ? !(0..<0x1p64).contains(double) : !(-0x1p63..<0x1p63).contains(double)
    }

    /// Whether the value's kind fits a `type` of JSON Schema. An unknown type, such as `date`, fits any value.
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
