import Foundation

/// Lets at most `limit` requests through at once; the others wait in the order in which they came.
final class RequestGate: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    private var free: Int
    private var nextTicket = 0
    private var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    /// The tickets of those who wait, and of some who have given up, from `first` on.
    private var queue: [Int] = []
    private var first = 0
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
        defer { lock.withLock { _ = cancelled.remove(ticket) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Void, any Error>? = lock.withLock {
                    if cancelled.contains(ticket) { return .failure(CancellationError()) }
                    if free > 0 {
                        free -= 1
                        return .success(())
                    }
                    waiting[ticket] = continuation
                    queue.append(ticket)
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let continuation: CheckedContinuation<Void, any Error>? = lock.withLock {
                let continuation = waiting.removeValue(forKey: ticket)
                // The task isn't waiting yet and will find this mark, or no longer waits and the mark has no effect.
                if continuation == nil { cancelled.insert(ticket) }
                return continuation
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    private func leave() {
        let next: CheckedContinuation<Void, any Error>? = lock.withLock {
            while first < queue.count {
                first += 1
                guard let next = waiting.removeValue(forKey: queue[first - 1]) else { continue }
                if first > 64, first * 2 > queue.count {
                    queue.removeFirst(first)
                    first = 0
                }
                return next
            }
            (queue, first) = ([], 0)
            free += 1
            return nil
        }
        next?.resume()
    }
}
