/// Names that already have a meaning in generated code.
package enum ReservedNames {
    /// Names that generated files use without declaring them: the standard library's, Foundation's and the runtime's. A
    /// model of such a name takes the API's name in front.
    package static let types: Set<String> = Set(KnownTypeName.allCases.map(\.rawValue)).union([
        // The runtime, as generated code names it.
        "API", "Authentication", "CallsitePagination", "CallsiteRuntime", "CallsiteToolkit", "CallsiteTransfers",
        "DateFormat", "DecodableModel", "EncodableModel", "Endpoint", "FieldReader", "FieldWriter", "FormattedDate",
        "FormattedDay", "GeneratedCode", "HTTPHeaders", "HTTPMethod", "HTTPRequest", "HTTPResponse", "KnownCases",
        "Model", "OAuth2Flow", "OpenEnum", "PageContinuation", "PageCursor", "PaginationRequestType", "ParameterStyle",
        "RequestFailure", "RequestType", "RequestWriter", "ResponseHeadersType", "Session", "TypedPage",
        "WireCodable", "WireDecodable", "WireEncodable", "WireShape", "WireValue",
        // Types that requests declare as members, and `ID`, which `Identifiable` has inside a model.
        "Element", "Failure", "ID", "Response", "ResponseHeaders",
        // Names that any Swift file uses as a matter of course.
        "Any", "Array", "Character", "Codable", "Comparable", "Decodable", "Decoder", "Dictionary", "Encodable",
        "Encoder", "Equatable", "Error", "ExpressibleByBooleanLiteral", "ExpressibleByFloatLiteral",
        "ExpressibleByIntegerLiteral", "ExpressibleByStringLiteral", "Foundation", "Hashable", "Hasher", "Identifiable",
        "MainActor", "Never", "Optional", "Protocol", "Result", "Self", "Sendable", "Set", "StaticString", "Substring",
        "Swift", "Task", "Type", "UInt",
    ])

    /// More names that files with deep links need.
    package static let linkTypes: Set<String> = [
        "CallsiteStore", "DeepLink", "RemoteContentProviding", "RequestContentProviding",
    ]

    /// `isAbsent` decides whether a value is written; `self` can't be a property that is read as `self.self`.
    package static let properties: Set<String> = ["isAbsent", "self", "Type", "Protocol", "Self"]

    /// A request's own properties would also hide `with` and `adding`, which generated code calls without `self`.
    package static let requestProperties: Set<String> = properties.union(["with", "adding"])

    /// `.none` and `.some` are Optional's cases if the enum is optional; the others are members that every enum has.
    package static let enumCases: Set<String> = [
        "unrecognized", "knownCases", "rawValue", "none", "some", "self", "init", "hashValue", "isAbsent", "Type",
        "Protocol", "Self",
    ]
    package static let unionCases: Set<String> = enumCases.union(["shape"])
    package static let failureCases: Set<String> = [
        "undeclared", "self", "init", "http", "status", "serverMessage", "description", "errorDescription",
    ]
}

/// Whether generated code uses this name for another type. It wouldn't compile in a namespace of this name.
package func isReservedTypeName(_ name: String) -> Bool {
    ReservedNames.types.contains(name) || ReservedNames.linkTypes.contains(name)
}
