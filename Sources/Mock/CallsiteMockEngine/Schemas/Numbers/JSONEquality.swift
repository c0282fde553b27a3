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

/// A string that equals those with the same UTF-8: for Swift, two that look the same are equal.
struct ExactString: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    /// Most strings differ for Swift as well, which is faster to see.
    static func == (a: ExactString, b: ExactString) -> Bool {
        a.text == b.text && a.text.utf8.elementsEqual(b.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
