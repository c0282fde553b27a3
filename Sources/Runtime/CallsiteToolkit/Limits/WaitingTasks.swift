import Foundation

/// Tasks that wait for a value, which another task gives them. A task that is cancelled leaves at once.
///
/// The owner's lock guards the tasks, and the owner's state that `wait` depends on.
final class WaitingTasks<Value: Sendable>: @unchecked Sendable {
    typealias Continuation = CheckedContinuation<Value, any Error>

    private let lock: NSLock
    private var nextTicket = 0
    private var continuations: [Int: Continuation] = [:]
    private var cancelled: Set<Int> = []

    init(_ lock: NSLock) { self.lock = lock }

    /// Returns the value, or waits until there is one.
    ///
    /// - Parameter value: Called under the lock. If it returns nil, the task waits with this ticket.
    func wait(_ value: (_ ticket: Int) -> Value?) async throws -> Value {
        let ticket = lock.withLock {
            nextTicket += 1
            return nextTicket
        }
        defer { lock.withLock { _ = cancelled.remove(ticket) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Continuation) in
                let outcome: Result<Value, any Error>? = lock.withLock {
                    if cancelled.contains(ticket) { return .failure(CancellationError()) }
                    if let value = value(ticket) { return .success(value) }
                    continuations[ticket] = continuation
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let continuation = lock.withLock {
                // The task isn't waiting yet and will find this mark, or no longer waits and the mark has no effect.
                let continuation = remove(ticket)
                if continuation == nil { cancelled.insert(ticket) }
                return continuation
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    /// Removes the task with a ticket; nil if it doesn't wait. Called under the lock.
    func remove(_ ticket: Int) -> Continuation? { continuations.removeValue(forKey: ticket) }

    /// Removes all tasks. Called under the lock.
    func removeAll() -> [Continuation] {
        defer { continuations = [:] }
        return Array(continuations.values)
    }
}
