import Foundation

/// A type that can be decoded: scalars, lists, dictionaries, models, enums, unions.
///
/// Every such type is also `Decodable`, so it works with any other `Decoder`: a `JSONDecoder`, a property list, a
/// cache. The extension below decodes a `JSONValue`, and reads the type from that. A value that JSON can't express
/// counts as absent. Keys are those of the wire.
public protocol WireDecodable: Decodable, Sendable {
    /// Reads one value. Throws a `DecodingFailure` that names the place.
    init(from value: borrowing WireValue) throws

    /// The value of an absent key. nil (the default): an absent key is an error. `.some(nil)` for an optional,
    /// `.unchanged` for a `Patch`.
    static var absent: Self? { get }
}

/// A type that can be decoded and encoded.
public typealias WireCodable = WireDecodable & WireEncodable

extension WireDecodable {
    public static var absent: Self? { nil }

    public init(from decoder: any Decoder) throws {
        do {
            self = try JSONValue(from: decoder).decode()
        } catch let failure as DecodingFailure {
            throw failure.below(decoder.codingPath)
        }
    }
}

/// A struct that is decoded field by field.
///
///     struct Issue: DecodableModel {
///         let id: Int64
///         let topics: [String]
///
///         init(from fields: inout FieldReader) throws {
///             id = try fields["id"]
///             topics = try fields["topics", default: []]
///         }
///     }
public protocol DecodableModel: WireDecodable {
    /// Reads the fields, best in the order in which the server writes them.
    init(from fields: inout FieldReader) throws
}

extension DecodableModel {
    public init(from value: borrowing WireValue) throws {
        var fields = try FieldReader(value)
        try self.init(from: &fields)
    }
}

/// A struct that is decoded and encoded field by field.
public typealias Model = DecodableModel & EncodableModel

/// Reads a JSON document (RFC 8259, at most 256 MB and 200 levels). Throws a `DecodingFailure`.
///
/// - Parameters:
///   - type: The type to decode; usually inferred.
///   - data: The document.
///   - options: How leniently it is decoded.
public func decodeJSON<T: WireDecodable>(_ type: T.Type = T.self, from data: Data, options: ReadingOptions = []) throws
    -> T
{
    try decodeJSON(from: data, ResponseNotes(reading: options))
}

func decodeJSON<T: WireDecodable>(from data: Data, _ notes: ResponseNotes) throws -> T {
    try data.withUnsafeBytes { try decodeJSON(from: $0.assumingMemoryBound(to: UInt8.self), notes) }
}

func decodeJSON<T: WireDecodable>(from bytes: UnsafeBufferPointer<UInt8>, _ notes: ResponseNotes) throws -> T {
    let (value, skipped) = try withTape(of: bytes) { tape in
        tape.pointee.notes.options = notes.reading
        return (try T(from: WireValue(tape, 0)), tape.pointee.notes.skipped)
    }
    if let observer = notes.onSkippedElement { skipped.forEach(observer) }
    return value
}

/// Parses a document, and lends its tape to `body`.
package func withTape<Result>(of bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafePointer<Tape>) throws -> Result)
    throws
    -> Result
{
    let tape = try TapeParser.parse(bytes)
    return try withUnsafePointer(to: tape) { try body($0) }
}
