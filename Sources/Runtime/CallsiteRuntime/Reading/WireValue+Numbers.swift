import Foundation

extension WireValue {
    /// A whole number. `1.0` and `1e2` are accepted too, since many servers write integers so.
    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) throws -> Integer {
        guard let wide = try int64(), let value = Integer(exactly: wide) else {
            throw failure("an integer that fits \(Integer.self)")
        }
        return value
    }

    /// A whole number as an `Int64`; nil if it doesn't fit.
    func int64() throws -> Int64? {
        let word = tape.pointee.words[index]
        guard word >> 60 == Tape.Tag.integer else {
            guard word >> 60 == Tape.Tag.real, let digits = wholeDigits(tape.pointee.raw(index)) else {
                throw failure("an integer")
            }
            return Int64(digits)
        }
        var digit = tape.pointee.bytes + Tape.offset(word)
        var left = Tape.extent(word)
        var magnitude: UInt64 = 0
        let isNegative = digit.pointee == 0x2D
        if isNegative {
            digit += 1
            left -= 1
        }
        // Nineteen digits fit 64 bits whatever they are.
        guard left <= 19 else { return nil }
        while left > 0 {
            magnitude = magnitude &* 10 &+ UInt64(digit.pointee &- 0x30)
            digit += 1
            left -= 1
        }
        if isNegative { return magnitude <= 1 << 63 ? Int64(bitPattern: 0 &- magnitude) : nil }
        return magnitude >> 63 == 0 ? Int64(bitPattern: magnitude) : nil
    }

    /// A whole number up to 2^64 - 1; nil if it doesn't fit.
    func uint64() throws -> UInt64? {
        if let number = try int64() { return UInt64(exactly: number) }
        let raw = tape.pointee.raw(index)
        if tape.pointee.tag(index) == Tape.Tag.real { return wholeDigits(raw).flatMap { UInt64($0) } }
        return UInt64(String(decoding: raw, as: UTF8.self))
    }

    /// A number as the nearest `Double`.
    func double() throws -> Double {
        let raw = try numberBytes()
        if let exact = exactDouble(raw) { return exact }
        guard let value = Double(String(decoding: raw, as: UTF8.self)), value.isFinite else {
            throw failure("a number that fits Double")
        }
        return value
    }

    func float() throws -> Float {
        // From the digits: going through Double would round twice.
        guard let value = Float(String(decoding: try numberBytes(), as: UTF8.self)), value.isFinite else {
            throw failure("a number that fits Float")
        }
        return value
    }

    func decimal() throws -> Decimal {
        let text = String(decoding: try numberBytes(), as: UTF8.self)
        guard let value = Decimal(string: text, locale: posix), value.isFinite else {
            throw failure("a number that fits Decimal")
        }
        return value
    }

    private func numberBytes() throws -> UnsafeBufferPointer<UInt8> {
        guard tape.pointee.tag(index) &- Tape.Tag.integer < 2 else { throw failure("a number") }
        return tape.pointee.raw(index)
    }
}

/// The common case without a call into the C library: a mantissa up to 2^53 and a power of ten up to 22 are doubles, so
/// one multiplication or division rounds right. nil for any other number.
private func exactDouble(_ raw: UnsafeBufferPointer<UInt8>) -> Double? {
    guard raw.count < 18, let bytes = raw.baseAddress else { return nil }
    let count = raw.count
    let isNegative = bytes.pointee == 0x2D
    var index = isNegative ? 1 : 0
    var mantissa: UInt64 = 0
    var decimals = 0
    var point = false
    while index < count {
        let byte = bytes[index]
        if byte &- 0x30 < 10 {
            mantissa = mantissa &* 10 &+ UInt64(truncatingIfNeeded: byte &- 0x30)
            if point { decimals += 1 }
        } else if byte == 0x2E {
            point = true
        } else {
            return nil
        }
        index += 1
    }
    guard mantissa <= 1 << 53, decimals < 23 else { return nil }
    let value = decimals > 0 ? Double(mantissa) / powersOfTen[decimals] : Double(mantissa)
    return isNegative ? -value : value
}

/// The powers of ten that are doubles.
private let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
]

/// The digits of a number that has a fraction or an exponent, if its value is whole: `-1.50e1` is `-15`. A number that
/// is too large becomes digits that no integer type can hold. nil if the value isn't whole.
private func wholeDigits(_ raw: UnsafeBufferPointer<UInt8>) -> String? {
    guard raw.prefix(while: { $0 | 0x20 != 0x65 }).contains(where: { 0x31...0x39 ~= $0 }) else { return "0" }
    // More digits than a Decimal has would be rounded.
    guard raw.count < 38 else { return nil }
    guard let value = Decimal(string: String(decoding: raw, as: UTF8.self), locale: posix), value.isFinite,
        abs(value) < 1e20
    else { return "100000000000000000000" }
    let digits = value.description
    return digits.contains(".") ? nil : digits
}

let posix = Locale(identifier: "en_US_POSIX")
