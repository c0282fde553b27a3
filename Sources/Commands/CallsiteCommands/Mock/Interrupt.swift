#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Control-C, and a request to end (SIGTERM): what runs until then finishes what it does. A second one ends the process
/// at once.
enum Interrupt {
    // A signal handler may do hardly anything: it writes into a pipe.
    private nonisolated(unsafe) static var ends: (read: Int32, write: Int32) = (-1, -1)

    static func listen() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        Self.ends = (ends[0], ends[1])
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                var byte: UInt8 = 1
                _ = write(Interrupt.ends.write, &byte, 1)
                signal(number, SIG_DFL)
            }
        }
        // A program that a thread with blocked signals started, as Foundation's `Process` may be asked from, has them
        // blocked too. One that has waited comes to the handler.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    static var isAsked: Bool {
        var byte: UInt8 = 0
        return ends.read >= 0 && read(ends.read, &byte, 1) == 1
    }
}
