import Foundation

/// A field of a PATCH: left unchanged, set to null, or set to a value.
///
///     UpdateIssueRequest(number: 3, milestone: .null)      // {"milestone":null}
///     UpdateIssueRequest(number: 3, milestone: 7)          // {"milestone":7}
///     UpdateIssueRequest(number: 3)                        // {}
public enum Patch<Wrapped: Sendable>: Sendable {
    /// The key is not sent.
    case unchanged
    /// The key is sent with null.
    case null
    /// Held by reference, so that a model may contain itself through one.
    indirect case value(Wrapped)

    /// nil becomes `.null`, anything else a value.
    public init(_ value: Wrapped?) { self = value.map { .value($0) } ?? .null }

    /// The value, if there is one.
    public var value: Wrapped? { if case .value(let value) = self { value } else { nil } }
}

extension Patch: Equatable where Wrapped: Equatable {}
extension Patch: Hashable where Wrapped: Hashable {}

extension Patch: Decodable where Wrapped: WireDecodable {}
extension Patch: WireDecodable where Wrapped: WireDecodable {
    public static var absent: Self? { .unchanged }

    public init(from value: borrowing WireValue) throws {
        self = value.isNull ? .null : .value(try Wrapped(from: value))
    }
}

extension Patch: Encodable where Wrapped: WireEncodable {}
extension Patch: WireEncodable where Wrapped: WireEncodable {
    public var isAbsent: Bool { if case .unchanged = self { true } else { false } }

    public func write(to output: inout FieldWriter) { output.write(value) }
}

// Literals are values: `title: "New"`, `milestone: 7`, `labels: ["bug"]`. nil isn't one: it could mean `.null` or
// `.unchanged`.
extension Patch: ExpressibleByUnicodeScalarLiteral where Wrapped: ExpressibleByUnicodeScalarLiteral {
    public init(unicodeScalarLiteral value: Wrapped.UnicodeScalarLiteralType) {
        self = .value(Wrapped(unicodeScalarLiteral: value))
    }
}
extension Patch: ExpressibleByExtendedGraphemeClusterLiteral
where Wrapped: ExpressibleByExtendedGraphemeClusterLiteral {
    public init(extendedGraphemeClusterLiteral value: Wrapped.ExtendedGraphemeClusterLiteralType) {
        self = .value(Wrapped(extendedGraphemeClusterLiteral: value))
    }
}
extension Patch: ExpressibleByStringLiteral where Wrapped: ExpressibleByStringLiteral {
    public init(stringLiteral value: Wrapped.StringLiteralType) { self = .value(Wrapped(stringLiteral: value)) }
}
extension Patch: ExpressibleByIntegerLiteral where Wrapped: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Wrapped.IntegerLiteralType) { self = .value(Wrapped(integerLiteral: value)) }
}
extension Patch: ExpressibleByFloatLiteral where Wrapped: ExpressibleByFloatLiteral {
    public init(floatLiteral value: Wrapped.FloatLiteralType) { self = .value(Wrapped(floatLiteral: value)) }
}
extension Patch: ExpressibleByBooleanLiteral where Wrapped: ExpressibleByBooleanLiteral {
    public init(booleanLiteral value: Wrapped.BooleanLiteralType) { self = .value(Wrapped(booleanLiteral: value)) }
}
extension Patch: ExpressibleByArrayLiteral where Wrapped: RangeReplaceableCollection {
    public init(arrayLiteral elements: Wrapped.Element...) { self = .value(Wrapped(elements)) }
}
