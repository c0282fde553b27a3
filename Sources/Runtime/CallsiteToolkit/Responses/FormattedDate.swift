import CallsiteRuntime
import Foundation

/// A point in time in a date format of the server's own. The generator declares one type for each `dateFormat`.
public protocol FormattedDate: WireCodable, Hashable, Comparable, Sendable {
    static var format: DateFormat { get }
    var date: Date { get }
    init(_ date: Date)
}

extension FormattedDate {
    public init(from value: borrowing WireValue) throws {
        guard let date = Self.format.date(from: try value.string()) else {
            throw value.failure(Self.format.expectation)
        }
        self.init(date)
    }

    public func write(to output: inout FieldWriter) { Self.format.write(date, to: &output) }

    public static func < (left: Self, right: Self) -> Bool { left.date < right.date }
}

/// A day of the calendar that a server writes in a format of its own. The generator declares one type for each
/// `dateFormat` without a time of day.
public protocol FormattedDay: WireCodable, Hashable, Comparable, Sendable {
    static var format: DateFormat { get }
    var day: CalendarDate { get }
    init(_ day: CalendarDate)
}

extension FormattedDay {
    public init(from value: borrowing WireValue) throws {
        guard let date = Self.format.date(from: try value.string()), let day = CalendarDate(date, in: .gmt) else {
            throw value.failure(Self.format.expectation)
        }
        self.init(day)
    }

    public func write(to output: inout FieldWriter) { Self.format.write(day.startInGMT, to: &output) }

    public static func < (left: Self, right: Self) -> Bool { left.day < right.day }
}

/// A date format: the letters of Unicode Technical Standard 35, part 4, with English names of months and days.
///
/// It may be used from any thread.
public final class DateFormat: @unchecked Sendable {
    /// The format, such as `MM/dd/yyyy`.
    public let pattern: String
    private let timeZone: String
    private let lock = NSLock()
    /// Guarded by `lock`; nil: this system doesn't know the time zone.
    private let formatter: DateFormatter?

    /// - Parameters:
    ///   - pattern: The format, with a year, in the letters of `DateFormatter`.
    ///   - timeZone: The time zone of dates without one: an identifier such as `Europe/Berlin`, or a distance from UTC
    ///     such as `+01:00`.
    public init(_ pattern: String, timeZone: String = "GMT") {
        self.pattern = pattern
        self.timeZone = timeZone
        // Foundation reads a distance only behind `GMT`.
        let isDistance = timeZone.hasPrefix("+") || timeZone.hasPrefix("-")
        guard
            let zone = TimeZone(
                identifier: isDistance ? "GMT" + timeZone.replacingOccurrences(of: ":", with: "") : timeZone)
        else {
            formatter = nil
            return
        }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = zone
        formatter.isLenient = false
        formatter.dateFormat = pattern
        self.formatter = formatter
    }

    /// nil if the string isn't such a date, or the system doesn't know the time zone.
    public func date(from text: String) -> Date? { lock.withLock { formatter?.date(from: text) } }

    /// nil if the system doesn't know the time zone.
    public func string(from date: Date) -> String? { lock.withLock { formatter?.string(from: date) } }

    fileprivate func write(_ date: Date, to output: inout FieldWriter) {
        guard let text = string(from: date) else {
            return output.fail("this system doesn't know the time zone \(timeZone)")
        }
        output.write(text)
    }

    /// The expected value, for an error's message.
    fileprivate var expectation: String {
        formatter == nil
            ? "a date in the time zone \(timeZone), which this system doesn't know" : "a date in the format \(pattern)"
    }
}
