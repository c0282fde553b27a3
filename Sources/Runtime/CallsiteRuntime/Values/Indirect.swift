import Foundation

/// A box for a property, in a struct that contains itself or a large other struct. The struct stays a value, immutable
/// and `Sendable`.
///
///     public var parent: Comment? { _parent?.value }
///     private let _parent: Indirect<Comment>?
public indirect enum Indirect<Wrapped: Sendable>: Sendable {
    case box(Wrapped)

    public init(_ value: Wrapped) { self = .box(value) }

    public var value: Wrapped {
        switch self {
        case .box(let value): value
        }
    }
}

extension Indirect: Equatable where Wrapped: Equatable {}
extension Indirect: Hashable where Wrapped: Hashable {}

extension Indirect: Decodable where Wrapped: WireDecodable {}
extension Indirect: WireDecodable where Wrapped: WireDecodable {
    public static var absent: Self? { Wrapped.absent.map { Indirect($0) } }

    public init(from value: borrowing WireValue) throws { self = .box(try Wrapped(from: value)) }
}

extension Indirect: Encodable where Wrapped: WireEncodable {}
extension Indirect: WireEncodable where Wrapped: WireEncodable {
    public var isAbsent: Bool { value.isAbsent }

    public func write(to output: inout FieldWriter) { value.write(to: &output) }
}
