/// A value that is made when it is first asked for, by whichever thread that is, and once only.
final class Lazy<Value: Sendable>: @unchecked Sendable {
    private let lock = MockLock()
    // Guarded by `lock`.
    private var make: (@Sendable () -> Value)?
    private var made: Value?

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    /// One that is made already.
    init(_ value: Value) { made = value }

    var value: Value {
        lock.withLock {
            if let made { return made }
            // There is one of both always.
            let value = make.unsafelyUnwrapped()
            (made, make) = (value, nil)
            return value
        }
    }
}
