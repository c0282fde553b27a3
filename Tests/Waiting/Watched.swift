import Foundation

/// A value that tests wait for: its changes wake who waits, never a clock.
///
///     let count = Watched(0)
///     Task { … count.update { $0 += 1 } … }
///     await count.wait { $0 == 3 }
public final class Watched<Value: Sendable>: @unchecked Sendable {
    private struct Waiter {
        let isMet: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Value, Never>
    }

    private let lock = NSLock()
    // Guarded by `lock`.
    private var current: Value
    private var waiters: [Int: Waiter] = [:]
    private var cancelled: Set<Int> = []
    private var lastTicket = 0

    public init(_ value: Value) { current = value }

    public var value: Value { lock.withLock { current } }

    /// Changes the value, and wakes those whose condition it now meets.
    @discardableResult
    public func update<Result>(_ change: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        let result = try change(&current)
        for (ticket, waiter) in waiters where waiter.isMet(current) {
            waiters[ticket] = nil
            waiter.continuation.resume(returning: current)
        }
        return result
    }

    /// Waits until the value meets a condition, and returns it. In a task that is cancelled, as by the hang guard of a
    /// test, it returns the value as it is.
    @discardableResult
    public func wait(until isMet: @escaping @Sendable (Value) -> Bool) async -> Value {
        let ticket = lock.withLock {
            lastTicket += 1
            return lastTicket
        }
        defer { lock.withLock { _ = cancelled.remove(ticket) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                lock.withLock {
                    if isMet(current) || cancelled.contains(ticket) { return continuation.resume(returning: current) }
                    waiters[ticket] = Waiter(isMet: isMet, continuation: continuation)
                }
            }
        } onCancel: {
            lock.withLock {
                guard let waiter = waiters.removeValue(forKey: ticket) else {
                    cancelled.insert(ticket)
                    return
                }
                waiter.continuation.resume(returning: current)
            }
        }
    }
}

/// Waits until the task is cancelled, and throws then: for what must still run when a test cancels it.
public func waitForCancellation() async throws {
    await Watched(()).wait { _ in false }
    try Task.checkCancellation()
}
