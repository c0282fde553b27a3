/// An error in making or running a mock: a file can't be read, a port is in use.
public struct MockError: Error, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
