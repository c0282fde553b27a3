import Foundation

/// Runs `body` with the stack of a main thread, and waits for it. Tests run on threads that have half a megabyte on
/// Apple's systems, and what programs do on their main threads may need more in a debug build.
public func onLargeStack<Value, Failure>(_ body: @escaping () throws(Failure) -> Value) throws(Failure) -> Value {
    nonisolated(unsafe) let body = body
    nonisolated(unsafe) var result: Result<Value, Failure>?
    let end = DispatchSemaphore(value: 0)
    let thread = Thread {
        result = Result { () throws(Failure) in try body() }
        end.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    end.wait()
    return try result.unsafelyUnwrapped.get()
}
