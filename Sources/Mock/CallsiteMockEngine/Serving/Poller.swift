#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
    import CallsiteEpoll
#elseif canImport(Musl)
    import Musl
    import CallsiteEpoll
#endif

/// Waits for many descriptors at once: epoll on Linux, kqueue on Apple's systems. A ready descriptor is reported until
/// it is dealt with.
final class Poller {
    struct Ready {
        var descriptor: Int32
        var isReadable = false
        var isWritable = false
        /// The connection is gone in both directions.
        var hasFailed = false
    }

    struct Interest: Hashable {
        var reads = false
        var writes = false
    }

    private let queue: Int32
    #if canImport(Darwin)
        // `kevent` is a function too, so `[kevent]` is a list of functions there.
        private var events = Array<kevent>(repeating: kevent(), count: 256)
    #else
        private var events = [callsite_epoll_ready](repeating: callsite_epoll_ready(), count: 256)
    #endif

    init?() {
        #if canImport(Darwin)
            queue = kqueue()
        #else
            queue = callsite_epoll_create()
        #endif
        if queue < 0 { return nil }
    }

    deinit { Socket(descriptor: queue).close() }

    /// `old` is nil for a descriptor that isn't watched yet.
    func watch(_ descriptor: Int32, _ interest: Interest, old: Interest?) {
        #if canImport(Darwin)
            change(descriptor, EVFILT_READ, wanted: interest.reads, had: old?.reads ?? false)
            change(descriptor, EVFILT_WRITE, wanted: interest.writes, had: old?.writes ?? false)
        #else
            _ = callsite_epoll_watch(
                queue, descriptor, old == nil ? 1 : 0, interest.reads ? 1 : 0, interest.writes ? 1 : 0)
        #endif
    }

    /// Stops watching a descriptor. Call it before the descriptor is closed.
    func forget(_ descriptor: Int32) {
        // kqueue forgets a descriptor when it is closed.
        #if !canImport(Darwin)
            _ = callsite_epoll_forget(queue, descriptor)
        #endif
    }

    #if canImport(Darwin)
        private func change(_ descriptor: Int32, _ filter: Int32, wanted: Bool, had: Bool) {
            guard wanted != had else { return }
            var event = kevent(
                ident: UInt(descriptor), filter: Int16(filter), flags: UInt16(wanted ? EV_ADD : EV_DELETE), fflags: 0,
                data: 0, udata: nil)
            _ = kevent(queue, &event, 1, nil, 0, nil)
        }
    #endif

    /// Waits for at most this many nanoseconds, or without end (nil), and returns how many descriptors are ready.
    func wait(nanoseconds: UInt64?) -> Int {
        #if canImport(Darwin)
            var timeout = timespec()
            if let nanoseconds {
                // The system refuses a timeout of some years.
                timeout.tv_sec = Int(min(nanoseconds / 1_000_000_000, 86_400))
                timeout.tv_nsec = Int(nanoseconds % 1_000_000_000)
            }
            let count = events.withUnsafeMutableBufferPointer { events in
                if nanoseconds == nil { return kevent(queue, nil, 0, events.baseAddress, Int32(events.count), nil) }
                return kevent(queue, nil, 0, events.baseAddress, Int32(events.count), &timeout)
            }
        #else
            // Rounded up: otherwise the loop would wake before the timer is due.
            let milliseconds = nanoseconds.map { Int32(clamping: ($0 + 999_999) / 1_000_000) } ?? -1
            let count = events.withUnsafeMutableBufferPointer { events in
                callsite_epoll_wait(queue, events.baseAddress, Int32(events.count), milliseconds)
            }
        #endif
        return max(0, Int(count))
    }

    /// A ready descriptor that the last `wait` found.
    subscript(at: Int) -> Ready {
        let event = events[at]
        #if canImport(Darwin)
            let isRead = event.filter == Int16(EVFILT_READ)
            return Ready(
                descriptor: Int32(truncatingIfNeeded: event.ident), isReadable: isRead, isWritable: !isRead,
                hasFailed: !isRead && event.flags & UInt16(EV_EOF) != 0)
        #else
            return Ready(
                descriptor: event.descriptor, isReadable: event.readable != 0, isWritable: event.writable != 0,
                hasFailed: event.failed != 0)
        #endif
    }
}
