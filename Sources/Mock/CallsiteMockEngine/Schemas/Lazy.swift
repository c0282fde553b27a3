/// A value that is made once, when any thread first reads it.
final class Lazy<Value: Sendable>: @unchecked Sendable {
    private let lock = MockLock()
    // Guarded by `lock`.
    private var make: (@Sendable () -> Value)?
    private var result: Value?

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    var value: Value {
        lock.withLock {
            if let result { return result }
            // `make` is nil only after `result` has been set.
            let value = make.unsafelyUnwrapped()
            (result, make) = (value, nil)
            return value
        }
    }
}
