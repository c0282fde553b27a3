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
        // A task is resumed when the lock is free: one that is being cancelled holds a lock of the language's own until
        // `onCancel` has had this one.
        let (result, value, woken) = try lock.withLock {
            let result = try change(&current)
            let woken = waiters.filter { $0.value.isMet(current) }
            for ticket in woken.keys { waiters[ticket] = nil }
            return (result, current, woken.values)
        }
        for waiter in woken { waiter.continuation.resume(returning: value) }
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
                let value: Value? = lock.withLock {
                    if isMet(current) || cancelled.contains(ticket) { return current }
                    waiters[ticket] = Waiter(isMet: isMet, continuation: continuation)
                    return nil
                }
                if let value { continuation.resume(returning: value) }
            }
        } onCancel: {
            let (waiter, value) = lock.withLock {
                let waiter = waiters.removeValue(forKey: ticket)
                if waiter == nil { cancelled.insert(ticket) }
                return (waiter, current)
            }
            waiter?.continuation.resume(returning: value)
        }
    }
}

/// Waits until the task is cancelled, and throws then: for what must still run when a test cancels it.
public func waitForCancellation() async throws {
    await Watched(()).wait { _ in false }
    try Task.checkCancellation()
}
