// As much of swift-log as the samples of the guides use, for tests that compile them: the package has no dependency.

public struct Logger: Sendable {
    public struct Message: ExpressibleByStringInterpolation, Sendable {
        public init(stringLiteral value: String) {}
    }
    public enum MetadataValue: ExpressibleByStringInterpolation, Sendable {
        case string(String)

        public init(stringLiteral value: String) { self = .string(value) }
    }
    public typealias Metadata = [String: MetadataValue]

    private var metadata: Metadata = [:]

    public init(label: String) {}

    public subscript(metadataKey key: String) -> MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func debug(
        _ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil,
        source: @autoclosure () -> String? = nil
    ) {}
    public func info(
        _ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil,
        source: @autoclosure () -> String? = nil
    ) {}
    public func warning(
        _ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil,
        source: @autoclosure () -> String? = nil
    ) {}
}
