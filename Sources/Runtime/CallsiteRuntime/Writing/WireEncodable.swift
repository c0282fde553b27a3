import Foundation

/// A type that can be encoded: scalars, lists, dictionaries, models, enums, unions.
///
/// By the one extension below every such type is `Encodable` too, for any other `Encoder`.
public protocol WireEncodable: Encodable, Sendable {
    /// Writes exactly one value.
    func write(to output: inout FieldWriter)

    /// Whether a field of this value is left out: nil, `.unchanged`. False by default.
    var isAbsent: Bool { get }
}

extension WireEncodable {
    public var isAbsent: Bool { false }

    public func encode(to encoder: any Encoder) throws { try encodeAsJSON(to: encoder) }

    /// Internal, so the optimizer doesn't copy it into each model that is written, where it was a twelfth of the machine
    /// code.
    private func encodeAsJSON(to encoder: any Encoder) throws { try JSONValue(encoding: self).encode(to: encoder) }
}

/// A struct that is encoded field by field.
public protocol EncodableModel: WireEncodable {
    /// Writes the fields in the order of the description.
    func encode(to fields: inout FieldWriter)
}

extension EncodableModel {
    public func write(to output: inout FieldWriter) {
        output.openObject()
        encode(to: &output)
        output.closeObject()
    }
}

/// The JSON of `value`. Throws an `EncodingFailure` if it can't be encoded: a `Double` that isn't finite, a date beyond
/// the year 9999.
public func encodeJSON(_ value: some WireEncodable) throws -> Data {
    var writer = FieldWriter()
    value.write(to: &writer)
    return try writer.finished()
}
