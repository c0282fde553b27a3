#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The messages of other threads to the loop, and the pipe that wakes the loop.
final class Inbox: Sendable {
    private struct State {
        var messages: [ServingLoop.Message] = []
        var isClosed = false
        /// Whether the loop is awake. It takes all messages before it sleeps.
        var isAwake = true
    }

    private let state = Locked(State())
    private let reading: Socket
    private let writing: Socket

    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { setNonBlocking(end) }
        reading = Socket(descriptor: ends[0])
        writing = Socket(descriptor: ends[1])
    }

    deinit {
        reading.close()
        writing.close()
    }

    var descriptor: Int32 { reading.descriptor }

    /// False when the loop no longer reads messages.
    func post(_ message: ServingLoop.Message) -> Bool {
        let (isOpen, wakes) = state.withLock { state in
            if state.isClosed { return (false, false) }
            state.messages.append(message)
            return (true, !state.isAwake && state.messages.count == 1)
        }
        if wakes {
            var byte: UInt8 = 0
            _ = write(writing.descriptor, &byte, 1)
        }
        return isOpen
    }

    /// False when there are messages.
    func prepareToSleep() -> Bool {
        state.withLock { state in
            state.isAwake = !state.messages.isEmpty
            return !state.isAwake
        }
    }

    func noteAwake() { state.withLock { $0.isAwake = true } }

    func take() -> [ServingLoop.Message] {
        state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    func close() -> [ServingLoop.Message] {
        state.withLock { state in
            state.isClosed = true
            defer { state.messages = [] }
            return state.messages
        }
    }

    func drainPipe() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(reading.descriptor, &bytes, 16) == 16 {}
    }
}
