/// How much of a thread's stack a recursion has taken. Frames differ in size between builds, so counting levels isn't
/// enough.
struct StackGuard: Sendable {
    private let start: UInt
    private let most: UInt

    /// The innermost frame is the caller's.
    @inline(never) init(most: UInt) {
        start = Self.here()
        self.most = most
    }

    @inline(never) private static func here() -> UInt {
        var mark: UInt8 = 0
        return withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
    }

    var isUsedUp: Bool {
        let here = Self.here()
        return (start > here ? start - here : here - start) > most
    }
}
