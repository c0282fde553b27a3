import Foundation

/// A type that can be encoded: scalars, lists, dictionaries, models, enums, unions.
///
/// The extension below makes every such type `Encodable` too, for use with any other `Encoder`.
public protocol WireEncodable: Encodable, Sendable {
    /// Writes exactly one value.
    func write(to output: inout FieldWriter)

    /// Whether a field with this value is left out, as it is for nil and `.unchanged`. False by default.
    var isAbsent: Bool { get }
}

extension WireEncodable {
    public var isAbsent: Bool { false }

    public func encode(to encoder: any Encoder) throws { try encodeAsJSON(to: encoder) }

    /// Not public, so that the optimizer doesn't copy it into each model, where it was a twelfth of the machine code.
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
