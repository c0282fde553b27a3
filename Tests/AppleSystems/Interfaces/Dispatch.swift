// The part of Dispatch that the package uses, for type-checking: nothing here runs.

public class DispatchObject {}

public struct DispatchQoS: Sendable {
    public enum QoSClass: Sendable { case background, utility, `default`, userInitiated, userInteractive, unspecified }
    public static let background = DispatchQoS()
    public static let utility = DispatchQoS()
    public static let `default` = DispatchQoS()
    public static let userInitiated = DispatchQoS()
    public static let unspecified = DispatchQoS()
}

public enum DispatchTimeInterval: Sendable {
    case seconds(Int), milliseconds(Int), microseconds(Int), nanoseconds(Int), never
}

public struct DispatchTime: Comparable, Sendable {
    public let uptimeNanoseconds: UInt64
    public static let distantFuture = DispatchTime.now()
    public init(uptimeNanoseconds: UInt64) { self.uptimeNanoseconds = uptimeNanoseconds }
    public static func now() -> DispatchTime { fatalError() }
    public static func < (a: Self, b: Self) -> Bool { fatalError() }
}

public func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { fatalError() }
public func + (time: DispatchTime, seconds: Double) -> DispatchTime { fatalError() }

public class DispatchWorkItem: @unchecked Sendable {
    public init(qos: DispatchQoS = .unspecified, block: @escaping () -> Void) {}
    public func cancel() {}
}

public class DispatchQueue: DispatchObject, @unchecked Sendable {
    public static let main = DispatchQueue(label: "")
    public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { fatalError() }
    public init(label: String, qos: DispatchQoS = .unspecified) {}
    public func async(execute work: @escaping @Sendable () -> Void) {}
    public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable () -> Void) {}
    public func asyncAfter(deadline: DispatchTime, execute: DispatchWorkItem) {}
    public func sync<T>(execute work: () throws -> T) rethrows -> T { try work() }
}

public class DispatchGroup: DispatchObject, @unchecked Sendable {
    public override init() {}
    public func enter() {}
    public func leave() {}
    public func wait() {}
}

public class DispatchSemaphore: DispatchObject, @unchecked Sendable {
    public init(value: Int) {}
    @discardableResult public func signal() -> Int { fatalError() }
    public func wait() {}
}
