import Foundation

/// A key as the wire spells it, for decoders other than the runtime's own.
public struct WireKey: CodingKey, Hashable, Sendable {
    public let stringValue: String
    public var intValue: Int? { nil }

    public init(stringValue: String) { self.stringValue = stringValue }
    public init?(intValue: Int) { nil }
}

/// Keeps a decoder from recognising the type inside: `JSONDecoder` reads `Date`, `URL`, `Data`, `Decimal` and
/// dictionaries in forms of its own, which are not the wire's.
struct WireShim<Value: WireDecodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        value = try withUnsafePointer(to: decoder) { try Value(from: WireValue($0)) }
    }
}

/// A decoder's place as a JSON Pointer.
func pointer(_ path: [any CodingKey]) -> String {
    path.map { "/" + ($0.intValue.map(String.init) ?? pointerToken($0.stringValue)) }.joined()
}
