import Foundation

/// One value of a document while it is read. It can't be copied or kept, so it can't outlive its document.
public struct WireValue: ~Copyable {
    let tape: UnsafePointer<Tape>
    let index: Int

    @inline(__always) package init(_ tape: UnsafePointer<Tape>, _ index: Int) {
        self.tape = tape
        self.index = index
    }

    /// Whether the value is null.
    public var isNull: Bool { tape.pointee.tag(index) == Tape.Tag.null }

    /// Reads the value as a `T`, which the context usually infers.
    public func decode<T: WireDecodable>(_ type: T.Type = T.self) throws -> T { try T(from: self) }

    /// The value as a string. Throws if it isn't a string.
    public func string() throws -> String {
        guard tape.pointee.tag(index) &- Tape.Tag.string < 2 else { throw failure("a string") }
        return tape.pointee.string(index)
    }

    /// An error about this value, for a hand-written `init(from:)`, with its place and the value found.
    public func failure(_ expected: String) -> any Error {
        DecodingFailure(path: tape.pointee.path(of: index), expected: expected, found: tape.pointee.summary(index))
    }

    /// The value of the field that tells a union's alternatives apart; nil when the object has none, or none that is a
    /// string, a number or a boolean. Throws if the value isn't an object.
    public func discriminator(_ key: StaticString) throws -> String? {
        var fields = try FieldReader(self)
        return try fields.scalarText(key)
    }
}
