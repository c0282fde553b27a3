/// A value that is made when it is first asked for, by whichever thread that is, and once only.
final class Lazy<Value: Sendable>: @unchecked Sendable {
    private let lock = MockLock()
    // Guarded by `lock`.
    private var make: (@Sendable () -> Value)?
    private var result: Value?

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    var value: Value {
        lock.withLock {
            if let result { return result }
            // There is one of both always.
            let value = make.unsafelyUnwrapped()
            (result, make) = (value, nil)
            return value
        }
    }
}
