// The part of Foundation and of the runtime that the sources use, where both are missing.
import Shim

struct Date { var timeIntervalSince1970: Double }

struct Data {
    var bytes: [UInt8] = []
    init() {}
    init(bytes: UnsafeMutablePointer<UInt8>, count: Int) {
        self.bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}

struct Locale { init(identifier: String) {} }

/// Digits, a point and an exponent, of at most 38 digits: exact, as Foundation's is.
struct Decimal {
    var digits: [UInt8] = []
    var exponent = 0
    var isNegative = false
    var isFinite: Bool { true }

    init?(string: String, locale: Locale) {
        var hasPoint = false
        var rest = Array(string.utf8)[...]
        if rest.first == 0x2D {
            isNegative = true
            rest.removeFirst()
        }
        while let byte = rest.first, byte | 0x20 != 0x65 {
            rest.removeFirst()
            if byte == 0x2E {
                hasPoint = true
            } else {
                digits.append(byte &- 0x30)
                if hasPoint { exponent -= 1 }
            }
        }
        if !rest.isEmpty {
            rest.removeFirst()
            var sign = 1
            if rest.first == 0x2B || rest.first == 0x2D {
                sign = rest.first == 0x2D ? -1 : 1
                rest.removeFirst()
            }
            var number = 0
            for byte in rest where number < 100_000 { number = number * 10 + Int(byte &- 0x30) }
            exponent += sign * number
        }
        while digits.count > 1, digits.first == 0 { digits.removeFirst() }
        while digits.count > 1, digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        // As Foundation's: exponents of one byte.
        if exponent > 127 || exponent < -127 { return nil }
    }

    /// Whether there are that many digits before the point.
    var description: String {
        var text = isNegative ? "-" : ""
        if exponent < 0 { return text + "0." }
        for digit in digits { text += String(digit) }
        return text + String(repeating: "0", count: exponent)
    }
}

func abs(_ number: Decimal) -> Decimal { number }
func < (number: Decimal, limit: Double) -> Bool { number.digits.count + number.exponent <= 20 }

struct CharacterSet { static var whitespaces: CharacterSet { CharacterSet() } }

extension String {
    func replacingOccurrences(of old: String, with new: String) -> String {
        var result = ""
        for character in unicodeScalars {
            if String(Character(character)) == old { result += new } else { result.unicodeScalars.append(character) }
        }
        return result
    }

    func trimmingCharacters(in set: CharacterSet) -> String {
        var rest = self[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }

    func firstRange(of other: String) -> Range<Index>? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(other) { return index..<self.index(index, offsetBy: other.count) }
            index = self.index(after: index)
        }
        return nil
    }
}

struct DecodingFailure: Error {
    let path: String
    let expected: String
    let found: String
}

struct ReadingOptions: OptionSet, Hashable { let rawValue: Int }

func abbreviated(_ text: String) -> String { text }
func quoted(_ text: String) -> String { "\"" + text + "\"" }

struct WireValue: ~Copyable {
    let tape: UnsafePointer<Tape>
    let index: Int
    func failure(_ expected: String) -> DecodingFailure {
        DecodingFailure(path: "", expected: expected, found: "")
    }
}
