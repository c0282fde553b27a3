/// A number of any size by its digits: what JSON Schema means by equal, less, whole and multiple, whatever a `Double` makes of it.
struct ExactNumber: Hashable, Sendable {
    private(set) var isNegative: Bool
    /// Decimal digits from 0 to 9, the first and the last not 0; empty for zero.
    private(set) var digits: [UInt8]
    /// The last digit counts so many tens: 12 with 1 is 120.
    private(set) var exponent: Int

    /// More digits than these are as good as rounded.
    private static let mostDigits = 5000
    private static let mostExponent = 1_000_000_000

    init(_ number: JSONValue.Number) { self.init(text: number.digits) }

    init(_ value: Int) { self.init(text: String(value)) }

    private init(text: String) {
        var digits: [UInt8] = []
        var exponent = 0
        var isFraction = false
        var isNegative = false
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            switch byte {
            case 0x2D: isNegative = true
            case 0x30...0x39:
                if digits.count < Self.mostDigits {
                    if !digits.isEmpty || byte != 0x30 { digits.append(byte - 0x30) }
                    if isFraction { exponent -= 1 }
                } else if !isFraction {
                    exponent += 1
                }
            case 0x2E: isFraction = true
            case 0x65, 0x45:
                let written = Int(String(Substring(rest)).replacing("+", with: "")) ?? (rest.first == 0x2D ? -Self.mostExponent : Self.mostExponent)
                exponent += min(max(written, -Self.mostExponent), Self.mostExponent)
                rest = rest[rest.endIndex...]
            default: break
            }
        }
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty { (isNegative, exponent) = (false, 0) }
        (self.isNegative, self.digits, self.exponent) = (isNegative, digits, exponent)
    }

    var isWhole: Bool { exponent >= 0 }

    /// The same text for the same number.
    var canonicalText: String {
        (isNegative ? "-" : "") + (digits.isEmpty ? "0" : String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self)) + "e\(exponent)"
    }

    static func < (left: ExactNumber, right: ExactNumber) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        let isLess = left.isSmaller(than: right)
        return left.isNegative ? right.isSmaller(than: left) : isLess
    }

    /// Without regard to the sign.
    private func isSmaller(than other: ExactNumber) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
        let (own, others) = (digits.count + exponent, other.digits.count + other.exponent)
        if own != others { return own < others }
        return digits.lexicographicallyPrecedes(other.digits)
    }

    /// Whether this is a whole number of times `unit`, which is above 0.
    func isMultiple(of unit: ExactNumber) -> Bool {
        guard !digits.isEmpty, !unit.digits.isEmpty else { return digits.isEmpty }
        // This one's last digit isn't 0: it is no multiple of what ends further left.
        guard exponent >= unit.exponent else { return false }
        guard unit.digits.count <= 18 else { return digits == unit.digits && exponent == unit.exponent }
        let divisor = unit.digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
        var rest = UInt64(0)
        func times(_ a: UInt64, _ b: UInt64) -> UInt64 {
            let product = a.multipliedFullWidth(by: b)
            return divisor.dividingFullWidth((product.high % divisor, product.low)).remainder
        }
        for digit in digits { rest = (times(rest, 10) + UInt64(digit)) % divisor }
        // Times ten to the power of the difference, by squares.
        var power = exponent - unit.exponent
        var base = 10 % divisor
        while power > 0, rest != 0 {
            if power & 1 == 1 { rest = times(rest, base) }
            base = times(base, base)
            power >>= 1
        }
        return rest == 0
    }
}

extension JSONValue {
    /// Equal for values that are equal as JSON Schema compares them (2020-12, section 4.2.2): `1` and `1.0` are.
    var canonical: JSONValue {
        switch self {
        case .number(let number): .number(.init(checked: ExactNumber(number).canonicalText))
        case .array(let elements): .array(elements.map(\.canonical))
        case .object(let fields): .object(fields.mapValues(\.canonical))
        default: self
        }
    }
}
