/// Dates as strings: RFC 3339, by arithmetic, since the core has no Foundation.
enum Calendar {
    static func day(_ text: String) -> (year: Int, month: Int, day: Int)? {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D, let year = number(bytes[0..<4]),
            let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]), (1...12).contains(month), (1...days(in: month, of: year)).contains(day)
        else { return nil }
        return (year, month, day)
    }

    /// Seconds since 1970 of an RFC 3339 date-time.
    static func seconds(rfc3339 text: String) -> Double? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[10] | 0x20 == 0x74, bytes[13] == 0x3A, bytes[16] == 0x3A,
            let day = day(String(decoding: bytes[..<10], as: UTF8.self)), let hour = number(bytes[11..<13]),
            let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19]), hour < 24, minute < 60, second < 60
        else { return nil }
        var position = 19
        var fraction = 0.0
        if bytes[position] == 0x2E {
            let start = position + 1
            position = start
            while position < bytes.count, bytes[position].isDigit { position += 1 }
            guard position > start, let value = Double("0." + String(decoding: bytes[start..<position], as: UTF8.self))
            else {
                return nil
            }
            fraction = value
        }
        guard position < bytes.count else { return nil }
        var offset = 0
        if bytes[position] | 0x20 == 0x7A {
            guard position + 1 == bytes.count else { return nil }
        } else {
            guard bytes.count == position + 6, bytes[position] == 0x2B || bytes[position] == 0x2D,
                bytes[position + 3] == 0x3A,
                let hours = number(bytes[position + 1..<position + 3]),
                let minutes = number(bytes[position + 4..<position + 6]), hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (bytes[position] == 0x2D ? -60 : 60)
        }
        let days = days(since1970: day)
        return Double(days * 86_400 + hour * 3600 + minute * 60 + second - offset) + fraction
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard digit.isDigit else { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        return value
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    /// Days from 1970-01-01 in the proleptic Gregorian calendar, counting years from March so that the leap day is
    /// last.
    private static func days(since1970 date: (year: Int, month: Int, day: Int)) -> Int {
        let year = date.month <= 2 ? date.year - 1 : date.year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

/// Numbers that a `Decimal` holds exactly and a Swift integer literal can say.
package enum Decimals {
    /// Sign, digits and how many of them stand behind the point; nil for more than 18 digits or an exponent.
    package static func parts(_ text: String) -> (isNegative: Bool, significand: Int64, exponent: Int)? {
        var digits = text.utf8[...]
        let isNegative = digits.first == 0x2D
        if isNegative || digits.first == 0x2B { digits = digits.dropFirst() }
        var significand: Int64 = 0
        var count = 0
        var exponent = 0
        var isBehindPoint = false
        for digit in digits {
            if digit == 0x2E, !isBehindPoint {
                isBehindPoint = true
                continue
            }
            guard digit.isDigit, count < 18 else { return nil }
            significand = significand * 10 + Int64(digit - 0x30)
            count += significand == 0 ? 0 : 1
            if isBehindPoint { exponent -= 1 }
        }
        return exponent >= -100 ? (isNegative, significand, exponent) : nil
    }
    static func isExact(_ text: String) -> Bool { parts(text) != nil }
}

/// Strings that Foundation certainly reads, so that the generated code may rely on it.
enum URLText {
    /// An absolute URL with a host, of nothing but characters that RFC 3986 allows.
    static func isPlain(_ text: String) -> Bool {
        guard text.hasPrefix("https://") || text.hasPrefix("http://") else { return false }
        let rest = text.dropFirst(text.hasPrefix("https://") ? 8 : 7)
        let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x2E }) else {
            return false
        }
        let bytes = Array(rest.utf8)
        var hashes = 0
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case _ where byte.isLetter || byte.isDigit: break
            case 0x25:
                guard bytes.count > index + 2, bytes[index + 1].isHexadecimal, bytes[index + 2].isHexadecimal else {
                    return false
                }
            case 0x23: hashes += 1
            default: guard "-._~!$&'()*+,;=:@/?".utf8.contains(byte) else { return false }
            }
        }
        return hashes <= 1
    }

    static func isUUID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.utf8.allSatisfy(\.isHexadecimal) }
    }
}
