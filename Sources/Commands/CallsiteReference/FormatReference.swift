// In: the tables of keys by which descriptions and `callsite.yaml` are read. Out: their reference for people and
// editors: `callsite help format`, the guides *The format* and *callsite.yaml: all keys*, JSON Schemas, a description
// to start from. It reads no descriptions, and no module that generates imports it, so the build plugin's tool lacks
// it.

import CallsiteCore

package struct FormatReference: Sendable {
    package struct Key: Sendable {
        package let name: String
        package let isRequired: Bool
        package let summary: String
        package let example: String
        /// A whole description that holds the example.
        package let document: String
    }

    package struct Section: Sendable {
        package let title: String
        package let introduction: String
        package let keys: [Key]
    }

    package static let sections: [Section] = [
        section("A description", "The keys of the file itself.", DocumentKey.self),
        section("Endpoints", "Under 'endpoints:', by name.", EndpointKey.self),
        section("Parameters and fields", "In the long form, in place of a type.", FieldKey.self),
        section("Models", "In the long form, in place of the fields.", ModelKey.self),
        section("Inline types", "In a list, a dictionary or a union, in place of the name of a type.", ShapeKey.self),
        section("Bodies", "Under 'body:' of an endpoint, in place of a type or of fields.", BodyKey.self),
        section("Encodings of fields", "Under 'encodings:' of a body, by the name of the field.", EncodingKey.self),
        section("Responses", "Under 'response:' of an endpoint, in place of a type.", ResponseKey.self),
        section(
            "Pagination", "In a strategy under 'pagination:', or under 'pagination:' of an endpoint.", StrategyKey.self),
        section("Sources of values", "In a strategy: where a value is in the response.", SourceKey.self),
        section(
            "Authentication",
            "In place of none, bearer or basic. In a list, one element is enough; with none in the list, no credential is needed.",
            AuthenticationKey.self),
        section("OAuth 2", "Under 'oauth2:', by the name of the flow.", OAuth2Key.self),
        section("Deep links", "Under 'deepLinks:'.", DeepLinksKey.self),
    ]

    /// The types that need no declaration, and how each is sent.
    package static let scalars: [(name: String, meaning: String)] = Scalar.allCases.map { ($0.rawValue, $0.meaning) }

    private static func section<Key: DocumentedKey>(_ title: String, _ introduction: String, _: Key.Type) -> Section {
        Section(
            title: title, introduction: introduction,
            keys: Key.allCases.map { key in
                .init(
                    name: key.rawValue, isRequired: key.isRequired, summary: key.summary, example: key.sample,
                    document: key.frame.document(with: key.sample))
            })
    }
}

extension Scalar {
    fileprivate var meaning: String {
        switch self {
        case .string: "A string."
        case .bool: "true or false."
        case .int:
            "An integer of 64 bits, or of 32 on an Apple Watch before Series 9 and in WebAssembly: a larger number is an error there."
        case .int32: "An integer of 32 bits."
        case .int64: "An integer of 64 bits, on every platform."
        case .uint64: "An integer of 64 bits that isn't negative."
        case .double: "A floating-point number of double precision."
        case .float: "A floating-point number of single precision."
        case .decimal: "A decimal number without rounding, with at most 18 digits."
        case .date: "A date and time in RFC 3339 format: 2026-01-31T12:00:00Z."
        case .day: "A calendar date: 2026-01-31."
        case .timestamp: "Seconds since 1970."
        case .timestampMilliseconds: "Milliseconds since 1970."
        case .url: "A URL (RFC 3986). Characters that it doesn't allow are percent-encoded."
        case .uuid: "A UUID."
        case .data: "Bytes: base64 in JSON, unencoded as a body."
        case .json: "Any JSON."
        case .void: "Nothing: no body."
        }
    }
}
