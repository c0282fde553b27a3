import Foundation

/// Dates and times in the format of RFC 3339, without a `DateFormatter`, which costs a hundred times as much and
/// depends on the system's settings.
enum RFC3339 {
    /// The point in time in a string such as `2026-01-31T12:00:00.5+01:00`; nil for any other string.
    ///
    /// The second 60 of a leap second counts as the first of the next minute, since `Date` knows no leap seconds.
    static func date(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
        guard text.count >= 20, let day = day(text), text[10] | 0x20 == 0x74, text[13] == 0x3A, text[16] == 0x3A else {
            return nil
        }
        let hour = two(text, 11)
        let minute = two(text, 14)
        let second = two(text, 17)
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        var position = 19
        var digits: UInt64 = 0
        var scale = 1.0
        if text[position] == 0x2E {
            position += 1
            let first = position
            while position < text.count, text[position] &- 0x30 < 10 {
                // Further digits are far below what a Date can hold.
                if position - first < 15 {
                    digits = digits * 10 + UInt64(text[position] - 0x30)
                    scale *= 10
                }
                position += 1
            }
            guard position > first else { return nil }
        }
        guard position < text.count else { return nil }
        var offset = 0
        if text[position] | 0x20 == 0x7A {
            position += 1
        } else {
            guard position + 6 == text.count, text[position] == 0x2B || text[position] == 0x2D,
                text[position + 3] == 0x3A
            else { return nil }
            let hours = two(text, position + 1)
            let minutes = two(text, position + 4)
            guard hours < 24, minutes < 60 else { return nil }
            offset = (hours * 60 + minutes) * (text[position] == 0x2B ? 60 : -60)
            position += 6
        }
        guard position == text.count else { return nil }
        let days = daysSince1970(year: day.year, month: day.month, day: day.day)
        // An `Int` of 32 bits ends in 2038.
        let seconds = Int64(days) * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset)
        return Date(timeIntervalSince1970: Double(seconds) + Double(digits) / scale)
    }

    /// Reads more formats than `date`: without a zone (then UTC) or with one without its colon, with a space for the
    /// `T`, without seconds, or without a time. A number counts seconds since 1970, or milliseconds if it has at least
    /// 12 digits (from 1973-03-03 on).
    static func lenientDate(_ text: String) -> Date? {
        let text = text.trimmingCharacters(in: .whitespaces)
        // Excludes other numbers of Swift: `0x10`, `inf`.
        if text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || "+-.eE".utf8.contains($0) }), let number = Double(text) {
            guard abs(number) >= 1e11 else { return Date(timeIntervalSince1970: number) }
            return abs(number) < 1e14 ? Date(timeIntervalSince1970: number / 1_000) : nil
        }
        var bytes = Array(text.utf8)
        if bytes.count > 10, bytes[10] == 0x20 { bytes[10] = 0x54 }
        if bytes.count == 10 { bytes += "T00:00".utf8 }
        guard bytes.count >= 16 else { return nil }
        if bytes.count == 16 || bytes[16] != 0x3A { bytes.insert(contentsOf: ":00".utf8, at: 16) }
        guard let last = bytes.last else { return nil }
        let zone = bytes[16...].lastIndex { $0 == 0x2B || $0 == 0x2D }
        if let zone {
            if bytes[zone - 1] == 0x20 { bytes.remove(at: zone - 1) }
            let sign = bytes[zone - 1] == 0x2B || bytes[zone - 1] == 0x2D ? zone - 1 : zone
            let digits = bytes[(sign + 1)...].filter { $0 != 0x3A }
            guard digits.count == 2 || digits.count == 4 else { return nil }
            bytes.removeSubrange((sign + 1)...)
            bytes += digits.prefix(2)
            bytes += ":".utf8
            bytes += digits.count == 4 ? digits.suffix(2) : [0x30, 0x30]
        } else if last | 0x20 != 0x7A {
            bytes += "Z".utf8
        }
        return bytes.withUnsafeBufferPointer { date($0) }
    }

    /// The first ten bytes as a calendar date; nil: they aren't one.
    static func day(_ text: UnsafeBufferPointer<UInt8>) -> (year: Int, month: Int, day: Int)? {
        guard text.count >= 10, text[4] == 0x2D, text[7] == 0x2D else { return nil }
        let year = two(text, 0) * 100 + two(text, 2)
        let month = two(text, 5)
        let day = two(text, 8)
        guard year < 10_000, isDay(year: year, month: month, day: day) else { return nil }
        return (year, month, day)
    }

    /// Two digits; beyond any range if they aren't digits.
    private static func two(_ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> Int {
        let tens = text[position] &- 0x30
        let ones = text[position + 1] &- 0x30
        return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : 100_000
    }

    static func isDay(year: Int, month: Int, day: Int) -> Bool {
        guard 1...12 ~= month, day >= 1 else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length =
            switch month {
            case 2: isLeap ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        return day <= length
    }

    /// Days from 1970-01-01 in the Gregorian calendar, which RFC 3339 extends to the year 0. Years begin in March here,
    /// so that a leap day comes last.
    static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The inverse of `daysSince1970`.
    static func day(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// A point in time as a string, in UTC; nil outside the years 0 to 9999.
    ///
    /// The fraction is left out if there is none, and has three digits if these are exact. Otherwise it has six: a
    /// `Date` of today is no finer than a quarter of a microsecond, and many servers read no more.
    static func text(_ date: Date) -> String? {
        let time = date.timeIntervalSince1970
        guard time >= -62_167_219_200, time < 253_402_300_800 else { return nil }
        for (digits, unit) in [(0, 1.0), (3, 1_000.0), (6, 1_000_000.0)] {
            let whole = time.rounded(.down)
            var seconds = Int64(whole)
            var fraction = Int(((time - whole) * unit).rounded())
            if fraction == Int(unit) {
                fraction = 0
                seconds += 1
            }
            if digits < 6, Double(seconds) + Double(fraction) / unit != time { continue }
            return text(seconds: seconds, fraction: digits == 0 || fraction == 0 ? "" : "." + padded(fraction, digits))
        }
        return nil
    }

    private static func text(seconds: Int64, fraction: String) -> String? {
        let days = Int((seconds >= 0 ? seconds : seconds - 86_399) / 86_400)
        let rest = Int(seconds - Int64(days) * 86_400)
        let (year, month, day) = day(daysSince1970: days)
        guard year < 10_000 else { return nil }
        let time = "\(padded(rest / 3_600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
        return "\(text(year: year, month: month, day: day))T\(time)\(fraction)Z"
    }

    static func text(year: Int, month: Int, day: Int) -> String {
        "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
