import Foundation

/// An enum that keeps unknown values: they decode, compare, and are sent back unchanged, so a new value on the server never makes a
/// response fail.
///
///     enum State: OpenEnum {
///         case open, closed
///         case unrecognized(String)
///
///         init(rawValue: String) { … }
///         var rawValue: String { … }
///     }
public protocol OpenEnum: RawRepresentable, Hashable, WireDecodable, WireEncodable
where RawValue: WireDecodable & WireEncodable & Hashable {
    /// Never fails: what is not known is `.unrecognized`.
    init(rawValue: RawValue)
}

extension OpenEnum {
    public init(from value: borrowing WireValue) throws { self.init(rawValue: try RawValue(from: value)) }

    // The standard library has its own of these for whatever is RawRepresentable; these two settle which one is meant.
    public init(from decoder: any Decoder) throws {
        self = try withUnsafePointer(to: decoder) { try Self(from: WireValue($0)) }
    }
    public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }

    public func write(to output: inout FieldWriter) { rawValue.write(to: &output) }

    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
