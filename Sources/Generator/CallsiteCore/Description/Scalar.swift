/// The types that need no declaration.
package enum Scalar: String, CaseIterable, Hashable, Sendable {
    case string = "String"
    case bool = "Bool"
    case int = "Int"
    case int32 = "Int32"
    case int64 = "Int64"
    case uint64 = "UInt64"
    case double = "Double"
    case float = "Float"
    case decimal = "Decimal"
    /// RFC 3339 date-time.
    case date = "Date"
    /// RFC 3339 full-date.
    case day = "Day"
    /// Seconds since 1970.
    case timestamp = "Timestamp"
    case timestampMilliseconds = "TimestampMilliseconds"
    case url = "URL"
    case uuid = "UUID"
    /// base64 in JSON, raw bytes as a body.
    case data = "Data"
    case json = "JSON"
    case void = "Void"

    /// Ignores case: `string` is `String`.
    init?(anyCase word: String) {
        let word = word.lowercased()
        guard let scalar = Self.allCases.first(where: { $0.rawValue.lowercased() == word }) else { return nil }
        self = scalar
    }

    package var isInteger: Bool {
        switch self {
        case .int, .int32, .int64, .uint64: true
        default: false
        }
    }
    /// False for dates, even if they are numbers on the wire.
    package var isNumber: Bool { isInteger || self == .double || self == .float || self == .decimal }
}
