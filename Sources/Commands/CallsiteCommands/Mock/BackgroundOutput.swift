import CallsiteMockEngine
import CallsiteShell

/// Writes on a thread of its own, so that a program that stops reading the output blocks only that thread.
final class BackgroundOutput: @unchecked Sendable {
    private let lock = MockLock()
    private let target: (Environment.Stream, [UInt8]) -> Int32
    // Guarded by `lock`.
    private var waiting: [(stream: Environment.Stream, bytes: [UInt8])] = []
    private var isWriting = false
    private var failures: [Environment.Stream: Int32] = [:]

    init(_ target: @escaping (Environment.Stream, [UInt8]) -> Int32) { self.target = target }

    /// Queues bytes to be written.
    ///
    /// - Returns: 0, or the `errno` value of an earlier failure on the stream.
    func write(_ stream: Environment.Stream, _ bytes: [UInt8]) -> Int32 {
        let (failure, starts) = lock.withLock {
            if let failure = failures[stream] { return (failure, false) }
            waiting.append((stream, bytes))
            defer { isWriting = true }
            return (Int32(0), !isWriting)
        }
        if starts, !startThread({ self.writeWaiting() }) { writeWaiting() }
        return failure
    }

    /// Whether everything is written.
    var isIdle: Bool { lock.withLock { !isWriting } }

    private func writeWaiting() {
        while true {
            let batch = lock.withLock {
                isWriting = !waiting.isEmpty
                defer { waiting = [] }
                return waiting
            }
            guard !batch.isEmpty else { return }
            for (stream, bytes) in batch {
                let code = target(stream, bytes)
                if code != 0 { lock.withLock { failures[stream] = code } }
            }
        }
    }
}
