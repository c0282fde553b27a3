import Foundation

/// Lets so many requests through at once; the others wait in the order in which they came.
final class RequestGate: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    private var free: Int
    private var nextTicket = 0
    private var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    /// No smaller ticket waits.
    private var firstWaiting = 1
    private var cancelled: Set<Int> = []

    init(limit: Int) { free = max(1, limit) }

    /// Runs `work` when it is its turn. Throws a `CancellationError` at once when the task is cancelled meanwhile.
    func pass<Value>(_ work: () async throws -> Value) async throws -> Value {
        try await enter()
        defer { leave() }
        return try await work()
    }

    private func enter() async throws {
        let ticket = lock.withLock {
            nextTicket += 1
            return nextTicket
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Void, any Error>? = lock.withLock {
                    if cancelled.remove(ticket) != nil { return .failure(CancellationError()) }
                    if free > 0 {
                        free -= 1
                        return .success(())
                    }
                    waiting[ticket] = continuation
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let continuation: CheckedContinuation<Void, any Error>? = lock.withLock {
                let continuation = waiting.removeValue(forKey: ticket)
                // Not waiting yet, or not any more: then nobody looks.
                if continuation == nil { cancelled.insert(ticket) }
                return continuation
            }
            continuation?.resume(throwing: CancellationError())
        }
        lock.withLock { _ = cancelled.remove(ticket) }
    }

    private func leave() {
        let next: CheckedContinuation<Void, any Error>? = lock.withLock {
            while !waiting.isEmpty {
                defer { firstWaiting += 1 }
                if let continuation = waiting.removeValue(forKey: firstWaiting) { return continuation }
            }
            firstWaiting = nextTicket + 1
            free += 1
            return nil
        }
        next?.resume()
    }
}
