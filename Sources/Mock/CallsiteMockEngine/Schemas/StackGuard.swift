/// Watches how much of a thread's stack a recursion uses. Frames differ in size between builds, so counting levels
/// isn't enough.
struct StackGuard: Sendable {
    private let start: UInt
    private let limit: UInt

    /// Measures from the caller's frame.
    ///
    /// - Parameter most: How many bytes of stack the recursion may use.
    @inline(never) init(most: UInt) {
        start = Self.here()
        limit = most
    }

    @inline(never) private static func here() -> UInt {
        var mark: UInt8 = 0
        return withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
    }

    var isUsedUp: Bool {
        let here = Self.here()
        return (start > here ? start - here : here - start) > limit
    }
}
