import Foundation

/// A point in time that is sent as a number: seconds since 1970, with fractions.
public struct Timestamp: Hashable, Sendable, Comparable {
    public var date: Date

    public init(_ date: Date) { self.date = date }

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.date < right.date }
}

extension Timestamp: WireCodable {
    public init(from value: borrowing WireValue) throws { date = Date(timeIntervalSince1970: try value.double()) }

    public func write(to output: inout FieldWriter) { output.write(date.timeIntervalSince1970) }
}

/// A point in time that is sent as a number: milliseconds since 1970, with fractions.
public struct TimestampMilliseconds: Hashable, Sendable, Comparable {
    public var date: Date

    public init(_ date: Date) { self.date = date }

    public static func < (left: TimestampMilliseconds, right: TimestampMilliseconds) -> Bool { left.date < right.date }
}

extension TimestampMilliseconds: WireCodable {
    public init(from value: borrowing WireValue) throws {
        date = Date(timeIntervalSince1970: try value.double() / 1_000)
    }

    public func write(to output: inout FieldWriter) {
        // Whole milliseconds come out whole, although the multiplication may miss them by a bit.
        let time = date.timeIntervalSince1970 * 1_000
        let whole = time.rounded()
        output.write(Date(timeIntervalSince1970: whole / 1_000) == date ? whole : time)
    }
}
