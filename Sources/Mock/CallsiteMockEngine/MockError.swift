/// What is wrong with what a mock was made from, or asked to do: a file that can't be read, a port in use.
public struct MockError: Error, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
