#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A lock for state that several threads share. `Mutex` of the standard library needs newer Apple systems than this
/// package.
package final class MockLock: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func withLock<T>(_ body: () throws -> T) rethrows -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}

/// A value that several threads use.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = MockLock()
    private var value: Value

    package init(_ value: sending Value) { self.value = value }

    package func withLock<Result>(_ use: (inout Value) -> Result) -> Result { lock.withLock { use(&value) } }
}
