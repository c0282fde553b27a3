import Foundation

/// How tolerantly answers are read, for servers that are not as exact as their descriptions.
public struct ReadingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A `Date` may also have no time zone (then it is UTC), a space for the `T`, no time at all, or be a number of seconds since 1970,
    /// bare or in quotes.
    public static let lenientDates = ReadingOptions(rawValue: 1)
    /// Elements of lists that are not what the description says are left out and reported: one bad element doesn't cost the whole
    /// answer.
    public static let skippingLists = ReadingOptions(rawValue: 2)
}

/// A function that is told what was left out.
typealias SkippedElementObserver = Incidental<@Sendable (DecodingFailure) -> Void>

/// Goes along with a message and is no part of it: any two are equal. Who watches an answer doesn't make it another one.
struct Incidental<Value: Sendable>: Hashable, Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }

    static func == (left: Incidental, right: Incidental) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

/// Gathers what was left out of one answer.
final class SkippedElements: @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var failures: [DecodingFailure] = []

    var all: [DecodingFailure] { lock.withLock { failures } }
    func append(_ failure: DecodingFailure) { lock.withLock { failures.append(failure) } }
}
