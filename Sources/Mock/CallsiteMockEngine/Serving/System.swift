#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
    import CallsiteEpoll
#elseif canImport(Musl)
    import Musl
    import CallsiteEpoll
#endif

// The C library's functions, where they differ between systems.

func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Seconds since 1970.
func wallClockSeconds() -> Int { Int(time(nil)) }

/// The value of a `Date` header, for a number of seconds since 1970: `Sun, 06 Nov 1994 08:49:37 GMT`. Names of days and
/// months are English in every locale, which `strftime` doesn't promise.
func httpDate(_ seconds: Int) -> [UInt8] {
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    var time = time_t(seconds)
    var date = tm()
    gmtime_r(&time, &date)
    let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(date.tm_wday)]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let day = "\(weekday), \(two(date.tm_mday)) \(months[Int(date.tm_mon)]) \(date.tm_year + 1900)"
    return Array("\(day) \(two(date.tm_hour)):\(two(date.tm_min)):\(two(date.tm_sec)) GMT".utf8)
}

func firstPosition(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress, let match = memchr(start, Int32(byte), bytes.count) else { return nil }
    return UnsafeRawPointer(match) - start
}

/// The system's message for a value of `errno`.
func errorText(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }

/// Runs `body` on a thread of its own. False when the system has no thread left.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // Handlers run here, and a secondary thread's stack is small on some systems.
    pthread_attr_setstacksize(&attributes, 2 << 20)
    let context = Unmanaged.passRetained(Box(body))
    #if canImport(Darwin)
        var thread: pthread_t?
        let start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { context in
            Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
            return nil
        }
        let failed = pthread_create(&thread, &attributes, start, context.toOpaque())
    #else
        var thread = pthread_t()
        let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
            return nil
        }
        let failed = pthread_create(&thread, &attributes, start, context.toOpaque())
    #endif
    if failed != 0 { context.release() }
    return failed == 0
}

/// Allows as many open files as the system lets this user have, and returns that number.
func raiseFileLimit() -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
        let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    #else
        let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return 256 }
    var newLimit = limit
    #if canImport(Darwin)
        newLimit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
    #else
        newLimit.rlim_cur = limit.rlim_max
    #endif
    if newLimit.rlim_cur > limit.rlim_cur, setrlimit(resource, &newLimit) == 0 { limit = newLimit }
    return Int(clamping: limit.rlim_cur)
}
