import CallsiteMockEngine
import CallsiteRuntime

// The engine's types that a test names, so that a test imports this module alone.

public typealias MockFault = CallsiteMockEngine.MockFault
public typealias MockProblem = CallsiteMockEngine.MockProblem
public typealias MockError = CallsiteMockEngine.MockError

extension MockFault {
    public static func cutBody<R: RequestType>(of type: R.Type) -> MockFault { MockFault.cutBody.of(type) }
    public static func drop<R: RequestType>(of type: R.Type) -> MockFault { MockFault.drop.of(type) }

    /// For requests of one type only.
    public func of<R: RequestType>(_ type: R.Type) -> MockFault { scoped(.request(String(describing: type))) }
}
