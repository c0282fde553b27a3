import Foundation

/// An enum that keeps unknown values: they decode, compare, and are sent back unchanged, so a new value on the server
/// never makes a response fail.
///
///     enum State: OpenEnum {
///         case open, inProgress
///         case unrecognized(String)
///
///         static let knownCases: KnownCases<Self> = [.open, .inProgress]
///
///         var rawValue: String {
///             switch self {
///             case .open: "open"
///             case .inProgress: "in_progress"
///             case .unrecognized(let value): value
///             }
///         }
///     }
public protocol OpenEnum: RawRepresentable, Hashable, WireDecodable, WireEncodable
where RawValue: WireDecodable & WireEncodable & Hashable {
    /// All cases but `.unrecognized`, in the description's order: `State.knownCases.all`. A response's value is looked
    /// up in them.
    static var knownCases: KnownCases<Self> { get }

    /// The case for a value that no other case has.
    static func unrecognized(_ value: RawValue) -> Self

    /// Never fails: an unknown value becomes `.unrecognized`.
    init(rawValue: RawValue)
}

extension OpenEnum {
    public init(rawValue: RawValue) { self = Self.knownCases.find(rawValue) ?? .unrecognized(rawValue) }

    public init(from value: borrowing WireValue) throws {
        if let knownCase = Self.knownCases.find(value) {
            self = knownCase
        } else {
            let raw = try RawValue(from: value)
            if let knownCase = Self.knownCases.find(raw) {
                self = knownCase
            } else {
                value.noteUnrecognized()
                self = .unrecognized(raw)
            }
        }
    }

    // The standard library has these two for every RawRepresentable type; without them a call would be ambiguous.
    public init(from decoder: any Decoder) throws {
        self = Self(rawValue: try RawValue(from: decoder))
    }
    public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }

    public func write(to output: inout FieldWriter) { rawValue.write(to: &output) }

    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
