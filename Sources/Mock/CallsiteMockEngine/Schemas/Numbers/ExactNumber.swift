/// A decimal number, exact: `digits` × 10 ^ `exponent`. The digits have no zeros around them (zero has none at all), so
/// that equal numbers have equal fields. Nothing is ever written out: 1e1000000000 takes as much memory as 1.
package struct ExactNumber: Hashable, Sendable {
    package let isNegative: Bool
    /// 0 to 9, the first and the last of them not 0.
    let digits: [UInt8]
    let exponent: Int

    /// Exponents beyond this limit are replaced by it.
    private static let farthest = Int.max / 8

    init(isNegative: Bool, digits: some Collection<UInt8>, exponent: Int) {
        let whole = Array(digits.drop { $0 == 0 })
        var end = whole.count
        while end > 0, whole[end - 1] == 0 { end -= 1 }
        let exponent = exponent + whole.count - end
        self.digits = Array(whole[..<end])
        self.isNegative = isNegative && end > 0
        self.exponent = end > 0 ? min(max(exponent, -Self.farthest), Self.farthest) : 0
    }

    package init(_ number: JSONValue.Number) {
        var digits: [UInt8] = []
        var exponent = 0
        var exponentValue = 0
        var isNegative = false, isFraction = false, isExponent = false, isSmall = false
        for byte in number.digits.utf8 {
            switch byte {
            case 0x2D: if isExponent { isSmall = true } else { isNegative = true }
            case 0x2E: isFraction = true
            case 0x65, 0x45: isExponent = true
            case 0x30...0x39:
                if isExponent {
                    if exponentValue < Self.farthest / 100 { exponentValue = exponentValue * 10 + Int(byte - 0x30) }
                } else {
                    digits.append(byte - 0x30)
                    if isFraction { exponent -= 1 }
                }
            default: break
            }
        }
        self.init(
            isNegative: isNegative, digits: digits, exponent: exponent + (isSmall ? -exponentValue : exponentValue))
    }

    package init(_ value: Int) { self.init(JSONValue.Number(value)) }

    package var isZero: Bool { digits.isEmpty }
    package var isInteger: Bool { exponent >= 0 }

    /// The value, if it is a whole number that fits.
    package var int: Int? {
        guard isInteger, digits.count + exponent < 20 else { return nil }
        var value = 0
        for place in 0..<(digits.count + exponent) {
            let (next, over) = value.multipliedReportingOverflow(by: 10)
            let (sum, more) = next.subtractingReportingOverflow(place < digits.count ? Int(digits[place]) : 0)
            guard !over, !more else { return nil }
            value = sum
        }
        return isNegative ? value : value == .min ? nil : -value
    }

    /// JSON, with an exponent if it would be long without.
    package var text: String {
        guard !isZero else { return "0" }
        func text(_ digits: ArraySlice<UInt8>) -> String { String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self) }
        func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
        let point = digits.count + exponent
        let size =
            if exponent >= 0, point <= 21 {
                text(digits[...]) + zeros(exponent)
            } else if exponent < 0, point > 0 {
                text(digits[..<point]) + "." + text(digits[point...])
            } else if exponent < 0, point > -10 {
                "0." + zeros(-point) + text(digits[...])
            } else {
                text(digits[..<1]) + (digits.count > 1 ? "." + text(digits[1...]) : "") + "e\(point - 1)"
            }
        return (isNegative ? "-" : "") + size
    }

    var json: JSONValue { .number(.init(checked: text)) }
    var negated: ExactNumber { ExactNumber(isNegative: !isNegative, digits: digits, exponent: exponent) }
}

extension ExactNumber: Comparable {
    package static func < (left: ExactNumber, right: ExactNumber) -> Bool {
        if left.isZero || right.isZero { return left.isZero ? !right.isZero && !right.isNegative : left.isNegative }
        guard left.isNegative == right.isNegative else { return left.isNegative }
        return left.isNegative ? right.isSmallerInSize(than: left) : left.isSmallerInSize(than: right)
    }

    private func isSmallerInSize(than other: ExactNumber) -> Bool {
        let magnitude = digits.count + exponent
        let otherMagnitude = other.digits.count + other.exponent
        return magnitude != otherMagnitude ? magnitude < otherMagnitude : digits.lexicographicallyPrecedes(other.digits)
    }

    /// Whether this is a whole number of times `divisor`. Work is bounded: for numbers with many thousand digits the
    /// result is false.
    package func isMultiple(of divisor: ExactNumber) -> Bool {
        guard !isZero, !divisor.isZero else { return isZero }
        // The last digit here isn't 0, so no power of ten divides the digits.
        guard exponent >= divisor.exponent else { return false }
        let zeros = exponent - divisor.exponent
        if let small = divisor.significand { return remainder(by: small, zeros: zeros) == 0 }
        guard (digits.count + min(zeros, 1_000_000)) * (divisor.digits.count / 9 + 1) <= 1_000_000 else { return false }
        let limbs = Self.limbs(divisor.digits)
        var rest = [UInt32](repeating: 0, count: limbs.count + 1)
        for digit in digits { Self.step(&rest, digit, limbs) }
        for _ in 0..<zeros { Self.step(&rest, 0, limbs) }
        return rest.allSatisfy { $0 == 0 }
    }

    /// The digits as one number, if they fit.
    private var significand: UInt64? {
        guard digits.count <= 18 else { return nil }
        return digits.reduce(0) { $0 * 10 + UInt64($1) }
    }

    private func remainder(by divisor: UInt64, zeros: Int) -> UInt64 {
        func product(_ a: UInt64, _ b: UInt64) -> UInt64 {
            let full = a.multipliedFullWidth(by: b)
            return divisor.dividingFullWidth((full.high % divisor, full.low)).remainder
        }
        var rest: UInt64 = 0
        for digit in digits { rest = (rest * 10 + UInt64(digit)) % divisor }
        var power = 10 % divisor
        var count = zeros
        while count > 0, rest != 0 {
            if count & 1 == 1 { rest = product(rest, power) }
            power = product(power, power)
            count >>= 1
        }
        return rest
    }

    /// Base 10⁹, the lowest first.
    private static func limbs(_ digits: [UInt8]) -> [UInt32] {
        var limbs: [UInt32] = []
        var end = digits.count
        while end > 0 {
            let start = max(0, end - 9)
            limbs.append(digits[start..<end].reduce(0) { $0 * 10 + UInt32($1) })
            end = start
        }
        return limbs
    }

    /// `rest = (rest × 10 + digit) mod divisor`
    private static func step(_ rest: inout [UInt32], _ digit: UInt8, _ divisor: [UInt32]) {
        var carry = UInt64(digit)
        for place in rest.indices {
            let value = UInt64(rest[place]) * 10 + carry
            rest[place] = UInt32(value % 1_000_000_000)
            carry = value / 1_000_000_000
        }
        while isAtLeast(rest, divisor) {
            var borrow: Int64 = 0
            for place in rest.indices {
                var value = Int64(rest[place]) - borrow - (place < divisor.count ? Int64(divisor[place]) : 0)
                borrow = value < 0 ? 1 : 0
                if value < 0 { value += 1_000_000_000 }
                rest[place] = UInt32(value)
            }
        }
    }

    private static func isAtLeast(_ rest: [UInt32], _ divisor: [UInt32]) -> Bool {
        for place in rest.indices.reversed() {
            let other = place < divisor.count ? divisor[place] : 0
            if rest[place] != other { return rest[place] > other }
        }
        return true
    }
}
