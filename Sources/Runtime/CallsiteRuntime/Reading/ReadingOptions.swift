import Foundation

/// Lenient decoding, for servers that don't keep to their descriptions.
public struct ReadingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A `Date` may also have no time zone (then it is UTC), a space for the `T`, no time at all, or be a number of
    /// seconds since 1970, bare or in quotes.
    public static let lenientDates = ReadingOptions(rawValue: 1)
    /// Elements of lists that can't be decoded are left out and reported: one bad element doesn't make the whole
    /// response fail.
    public static let skippingLists = ReadingOptions(rawValue: 2)
}
