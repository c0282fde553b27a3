import Foundation

/// A value that several tasks share, behind a lock.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func change<Result>(_ change: (inout Value) -> Result) -> Result { lock.withLock { change(&value) } }

    /// Sets the value, and returns the previous value.
    package func exchange(_ new: Value) -> Value {
        change { value in
            defer { value = new }
            return value
        }
    }
}
