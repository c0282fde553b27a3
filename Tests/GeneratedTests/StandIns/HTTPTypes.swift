// As much of swift-http-types as the samples of the guides use, for tests that compile them: the package has no
// dependency.

public struct HTTPField: Sendable {
    public struct Name: Sendable {
        public let rawName: String

        public init?(_ name: String) { rawName = name }
    }
    public var name: Name
    public var value: String

    public init(name: Name, value: String) {
        self.name = name
        self.value = value
    }
}

public struct HTTPFields: Sendable, RandomAccessCollection, RangeReplaceableCollection {
    private var fields: [HTTPField] = []

    public init() {}

    public var startIndex: Int { 0 }
    public var endIndex: Int { fields.count }
    public subscript(position: Int) -> HTTPField { fields[position] }
    public mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<HTTPField>) {
        fields.replaceSubrange(range, with: new)
    }
}

public struct HTTPRequest: Sendable {
    public struct Method: Sendable {
        public init?(_ method: String) {}
    }
    public var headerFields: HTTPFields

    public init(
        method: Method, scheme: String?, authority: String?, path: String?, headerFields: HTTPFields = HTTPFields()
    ) {
        self.headerFields = headerFields
    }
}

public struct HTTPResponse: Sendable {
    public struct Status: Sendable {
        public let code: Int

        public init(code: Int, reasonPhrase: String = "") { self.code = code }
    }
    public var status: Status
    public var headerFields: HTTPFields

    public init(status: Status, headerFields: HTTPFields = HTTPFields()) {
        self.status = status
        self.headerFields = headerFields
    }
}
