/// Values as JSON Schema compares them: `1`, `1.0` and `1e0` are one number, and the order of an object's fields
/// doesn't matter.
struct EqualityKey: Hashable, Sendable {
    private let bytes: [UInt8]

    var count: Int { bytes.count }

    /// Bytes that two values share if, and only if, they are equal. Works on a list of its own, however deep the value
    /// is.
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
