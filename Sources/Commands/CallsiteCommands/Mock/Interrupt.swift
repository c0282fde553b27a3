#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Control-C (SIGINT) and SIGTERM. The first signal only asks the command to finish. A second one ends the process at
/// once.
enum Interrupt {
    // A pipe, since a signal handler may do hardly anything other than write into one.
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
        // A process inherits the blocked signals of the thread that started it, which may be a thread that called
        // Foundation's `Process`. Unblocking also delivers a signal that came before.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Whether a signal came since the last call.
    static var isAsked: Bool {
        var byte: UInt8 = 0
        return ends.read >= 0 && read(ends.read, &byte, 1) == 1
    }
}
