// Signals wake the thread that reads: resizing, suspending, and what ends the program.

import Foundation

/// Where the signal handler writes: the pipe of the entered terminal, or -1.
///
/// A fixed place in memory, because a handler may neither take a lock nor allocate.
private nonisolated(unsafe) let signalDescriptor: UnsafeMutablePointer<Int32> = {
    let descriptor = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    descriptor.initialize(to: -1)
    return descriptor
}()

private func passOnSignal(_ signal: Int32) {
    let errorBefore = errno
    var byte = UInt8(truncatingIfNeeded: signal)
    _ = systemWrite(signalDescriptor.pointee, &byte, 1)
    errno = errorBefore
}

extension Terminal {
    private static let caughtSignals = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT]

    func catchSignals() {
        signalDescriptor.pointee = wakePipe.writing
        for signal in Self.caughtSignals {
            var action = sigaction()
            #if canImport(Darwin)
                action.__sigaction_u.__sa_handler = passOnSignal
            #else
                action.__sigaction_handler.sa_handler = passOnSignal
            #endif
            action.sa_flags = Int32(SA_RESTART)
            var actionBefore = sigaction()
            if sigaction(signal, &action, &actionBefore) == 0 { actionsBefore.append((signal, actionBefore)) }
        }
    }

    func releaseSignals() {
        for before in actionsBefore {
            var action = before.action
            sigaction(before.signal, &action, nil)
        }
        actionsBefore = []
        signalDescriptor.pointee = -1
    }

    /// Lets the calling thread receive the signals, whatever thread started it. Other threads may have all of them
    /// blocked.
    static func unblockSignals() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in caughtSignals + [SIGTTIN] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    static func makePipe() throws -> (reading: Int32, writing: Int32) {
        var descriptors: [Int32] = [-1, -1]
        guard pipe(&descriptors) == 0 else { throw TerminalError.noPipe(code: errno) }
        for descriptor in descriptors {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            // A full pipe must not stop a signal handler.
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        }
        return (descriptors[0], descriptors[1])
    }

    static func wake(_ descriptor: Int32) {
        var byte: UInt8 = 0
        _ = systemWrite(descriptor, &byte, 1)
    }
}
