import CallsiteRuntime
import Foundation

/// A server's rate limit, from `RateLimit-*`, `X-RateLimit-*` or `X-Rate-Limit-*`.
public struct RateLimit: Hashable, Sendable {
    /// The number of requests in a window.
    public let limit: Int?
    /// The number of requests left in this window.
    public let remaining: Int
    /// The time until the next window, in seconds.
    public let reset: Double?

    public init(limit: Int?, remaining: Int, reset: Double?) {
        self.limit = limit
        self.remaining = remaining
        self.reset = reset
    }
}

extension HTTPResponse {
    /// The rate limit, if the response says what is left of it.
    ///
    /// A reset is a number of seconds, or a time since 1970 in seconds or milliseconds; its size tells which. A time is
    /// compared with the response's own `Date`, if it has one.
    public var rateLimit: RateLimit? {
        for prefix in ["RateLimit", "X-RateLimit", "X-Rate-Limit"] {
            func number(_ name: String) -> Double? {
                // In `100, 100;w=60` the first number counts.
                headers["\(prefix)-\(name)"].flatMap {
                    Double($0.prefix { $0 != "," && $0 != ";" }.trimmingCharacters(in: .whitespaces))
                }
            }
            guard let remaining = number("Remaining").flatMap({ Int(exactly: $0.rounded(.down)) }) else { continue }
            return RateLimit(
                limit: number("Limit").flatMap { Int(exactly: $0.rounded(.down)) }, remaining: remaining,
                reset: number("Reset").map { secondsUntil($0) })
        }
        return nil
    }

    private func secondsUntil(_ reset: Double) -> Double {
        // A larger number is a time: no window is thirty years long.
        guard reset > 946_684_800 else { return max(0, reset) }
        let time = reset > 100_000_000_000 ? reset / 1000 : reset
        return max(0, time - (date ?? Date()).timeIntervalSince1970)
    }
}
