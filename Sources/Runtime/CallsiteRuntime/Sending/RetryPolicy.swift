import Foundation

/// When a request is retried.
///
/// Only idempotent requests are retried: those with idempotent methods (RFC 9110, 9.2.2), those whose endpoints are
/// declared idempotent, and those with an idempotency key. They are retried after certain statuses, and after
/// connections that were lost or never made. They aren't retried after a timeout, which has cost enough time.
public struct RetryPolicy: Sendable {
    /// The most retries of a request.
    public var limit = 2
    /// The statuses after which a request is retried.
    public var statuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]
    /// The base of the exponential backoff, in seconds. Before the n-th retry a random time between 0 and `delay ·
    /// 2ⁿ⁻¹` passes ("full jitter"), so that clients that failed together don't return together. NaN and negative
    /// values are 0.
    public var delay = 0.5
    /// The longest delay before a retry, in seconds, except for `Retry-After`.
    public var longestDelay = 20.0
    /// The longest `Retry-After` that is respected, in seconds. It replaces the random delay. If the server asks for
    /// more, the request isn't retried.
    public var longestRetryAfter = 60.0
    /// The fraction of a session's requests that may be retries, from 0 to 1, after the first ten retries. It keeps
    /// clients from sending several times the load to a server that is down.
    public var budget = 0.2
    /// A random number from 0 to 1, for the jitter.
    public var random: @Sendable () -> Double = { Double.random(in: 0...1) }

    public init() {}

    /// At most two retries.
    public static let standard = RetryPolicy()

    /// No retries.
    public static let none: RetryPolicy = {
        var policy = RetryPolicy()
        policy.limit = 0
        return policy
    }()
}

extension RetryPolicy {
    /// NaN and negative numbers are 0. The longest wait is a day.
    private static func seconds(_ number: Double) -> Double { number > 0 ? min(number, 86_400) : 0 }
    private static func fraction(_ number: Double) -> Double { number > 0 ? min(number, 1) : 0 }

    /// How long to wait before the retry of this number, in seconds; nil: no retry.
    func wait(before number: Int, after outcome: Result<HTTPResponse, any Error>) -> Double? {
        guard number <= limit else { return nil }
        let factor = Double(1 << min(number - 1, 20))
        let jitter = Self.fraction(random()) * min(Self.seconds(longestDelay), Self.seconds(delay) * factor)
        switch outcome {
        case .failure(let failure as TransportFailure):
            return failure.kind == .connectionLost || failure.kind == .cannotConnect ? jitter : nil
        case .failure: return nil
        case .success(let http):
            guard statuses.contains(http.status) else { return nil }
            guard let retryAfter = http.retryAfter else { return jitter }
            return retryAfter <= longestRetryAfter ? retryAfter : nil
        }
    }
}

/// The retries that a session has left. Each request adds a part of one, up to ten; each retry takes one.
final class RetryBudget: Sendable {
    private static let reserve = 10.0
    private let retriesLeft = Locked(reserve)

    func addRequest(_ part: Double) { retriesLeft.change { $0 = min(Self.reserve, $0 + part) } }

    func takeRetry() -> Bool {
        retriesLeft.change { count in
            guard count >= 1 else { return false }
            count -= 1
            return true
        }
    }
}

extension HTTPResponse {
    /// How long the server asks to wait, in seconds, by `Retry-After` in either form (RFC 9110, 10.2.3). A date is
    /// compared with the response's own `Date`, if it has one, so that a wrong clock does no harm.
    public var retryAfter: Double? {
        guard let wait = headers["Retry-After"]?.trimmingCharacters(in: .whitespaces), !wait.isEmpty else { return nil }
        if wait.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) { return Double(wait) }
        guard let date = HTTPDate.date(wait) else { return nil }
        return max(0, date.timeIntervalSince(self.date ?? Date()))
    }

    /// The time of the response, by its `Date`.
    public var date: Date? { headers["Date"].flatMap(HTTPDate.date) }

    /// The version of the resource, by `ETag`, with its quotes: for `If-Match` and `If-None-Match`.
    public var etag: String? { headers["ETag"] }
}

/// Dates in headers (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Reads all three forms: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov 6 08:49:37
    /// 1994`.
    static func date(_ string: String) -> Date? {
        var words = string.split { $0 == " " || $0 == "-" }.map(String.init)
        guard words.count > 4 else { return nil }
        words.removeFirst()
        // The last form has the month first and the year last.
        if months.contains(words[0]), words.count == 4 { words = [words[1], words[0], words[3], words[2]] }
        let time = words[3].split(separator: ":").compactMap { Int($0) }
        guard let day = Int(words[0]), let month = months.firstIndex(of: words[1]), var year = Int(words[2]),
            time.count == 3,
            0...23 ~= time[0], 0...59 ~= time[1], 0...60 ~= time[2], 0...9999 ~= year
        else { return nil }
        if words[2].count == 2 { year += year < 70 ? 2000 : 1900 }
        guard RFC3339.isDay(year: year, month: month + 1, day: day) else { return nil }
        let days = RFC3339.daysSince1970(year: year, month: month + 1, day: day)
        // Apart from the sum below: the compiler takes most of a second for both in one expression.
        let seconds: Int = time[0] * 3_600 + time[1] * 60 + time[2]
        return Date(timeIntervalSince1970: Double(days) * 86_400 + Double(seconds))
    }
}
