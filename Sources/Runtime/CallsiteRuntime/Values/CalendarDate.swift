import Foundation

/// A day of the Gregorian calendar: a birthday, a due date. Encoded as `2026-01-31` (the full-date of RFC 3339).
///
/// It has no time and no time zone, so nothing ever shifts it.
public struct CalendarDate: Hashable, Sendable, Comparable {
    /// 0 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to the month's last.
    public let day: Int

    /// nil if there is no such day: 30 February, month 13, a year beyond 0...9999.
    public init?(year: Int, month: Int, day: Int) {
        guard 0...9_999 ~= year, RFC3339.isDay(year: year, month: month, day: day) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day in a string of the form `2026-01-31`; nil for any other string.
    public init?(_ text: String) {
        var text = text
        guard let day = text.withUTF8({ $0.count == 10 ? RFC3339.day($0) : nil }) else { return nil }
        (year, month, self.day) = day
    }

    /// The day that `date` falls on in `timeZone`; nil beyond the years 0 to 9999.
    public init?(_ date: Date, in timeZone: TimeZone) {
        let time = (date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))) / 86_400
        guard abs(time) < 4_000_000 else { return nil }
        let day = RFC3339.day(daysSince1970: Int(time.rounded(.down)))
        self.init(year: day.year, month: day.month, day: day.day)
    }

    /// The day's midnight in UTC.
    package var startInGMT: Date {
        Date(timeIntervalSince1970: Double(RFC3339.daysSince1970(year: year, month: month, day: day)) * 86_400)
    }

    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CalendarDate: CustomStringConvertible {
    /// `2026-01-31`.
    public var description: String { RFC3339.text(year: year, month: month, day: day) }
}

extension CalendarDate: WireCodable {
    public init(from value: borrowing WireValue) throws {
        guard let date = CalendarDate(try value.string()) else {
            throw value.failure("a calendar date like 2026-01-31")
        }
        self = date
    }

    public func write(to output: inout FieldWriter) { output.string(description) }
}
