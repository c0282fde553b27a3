import Foundation

/// Any JSON value. Numbers keep their digits. Objects are written in the order of their keys. If a key is repeated, its
/// last value counts.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Number)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// A number with its digits. `1`, `1.0` and `1e0` are different numbers, since their digits differ.
    public struct Number: Hashable, Sendable {
        /// Valid JSON (RFC 8259, section 6).
        public let digits: String

        /// nil if the string isn't a JSON number.
        public init?(_ digits: String) {
            guard let value = try? decodeJSON(JSONValue.self, from: Data(digits.utf8)),
                case .number(let number) = value,
                number.digits == digits
            else { return nil }
            self = number
        }

        package init(checked digits: String) { self.digits = digits }
    }
}

// MARK: Looking inside

extension JSONValue {
    /// The value of a key; nil if there is none, and for anything but an object.
    public subscript(key: String) -> JSONValue? { if case .object(let fields) = self { fields[key] } else { nil } }

    /// An element; nil out of bounds, and for anything but an array.
    public subscript(index: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }

    public var isNull: Bool { self == .null }
    /// The boolean; nil for any other value.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The string; nil for any other value.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The elements; nil for any other value.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    /// The fields; nil for any other value.
    public var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }
    /// The number, if it is whole and fits.
    public var int: Int? { number() }
    /// The nearest double, if the number fits one.
    public var double: Double? { number() }
    /// The number, if it fits.
    public var decimal: Decimal? { number() }

    private func number<T: WireDecodable>() -> T? { if case .number = self { try? decode() } else { nil } }

    /// Reads this value as any decodable type. Throws a `DecodingFailure`.
    public func decode<T: WireDecodable>(_ type: T.Type = T.self) throws -> T { try decodeJSON(from: encodeJSON(self)) }

    /// The Boolean or the number that a string spells; otherwise the string itself.
    package init(bare string: String) {
        self =
            string == "true" || string == "false"
            ? .bool(string == "true") : Number(string).map { .number($0) } ?? .string(string)
    }

    /// The JSON that `value` is encoded as. Throws an `EncodingFailure` if it can't be encoded.
    public init(encoding value: some WireEncodable) throws { self = try decodeJSON(from: encodeJSON(value)) }
}

// MARK: On the wire

extension JSONValue: WireCodable {
    public init(from value: borrowing WireValue) throws {
        value.noteUnrecognized()
        self = try JSONValue(value.tape, value.index)
    }

    /// An array or object that is being read. `key` is the key of the object's next value.
    private struct Frame {
        let isObject: Bool
        let index: Int
        let end: Int
        var elements: [JSONValue] = []
        var fields: [String: JSONValue] = [:]
        var key = ""
    }

    /// Without recursion: this type takes whatever a server sends, and a thread's stack may be small.
    private init(_ tape: UnsafePointer<Tape>, _ root: Int) throws {
        var stack: [Frame] = []
        var index = root
        while true {
            let value: JSONValue
            if let container = stack.last, index == container.end {
                value = container.isObject ? .object(container.fields) : .array(container.elements)
                stack.removeLast()
            } else {
                if let last = stack.indices.last, stack[last].isObject {
                    stack[last].key = tape.pointee.string(index)
                    index += 1
                }
                let tag = tape.pointee.tag(index)
                if tag >= Tape.Tag.array {
                    stack.append(Frame(isObject: tag >= Tape.Tag.object, index: index, end: tape.pointee.after(index)))
                    index += 1
                    continue
                }
                value = JSONValue(scalar: tape, index)
                index += 1
            }
            guard let last = stack.indices.last else {
                self = value
                return
            }
            if stack[last].isObject {
                let key = stack[last].key
                let isNew = stack[last].fields.updateValue(value, forKey: key) == nil
                if !isNew { try tape.pointee.checkKey(key, in: stack[last].fields, stack[last].index) }
            } else {
                stack[last].elements.append(value)
            }
        }
    }

    private init(scalar tape: UnsafePointer<Tape>, _ index: Int) {
        switch tape.pointee.tag(index) {
        case Tape.Tag.null: self = .null
        case Tape.Tag.no: self = .bool(false)
        case Tape.Tag.yes: self = .bool(true)
        case Tape.Tag.integer, Tape.Tag.real: self = .number(Number(checked: tape.pointee.digits(index)))
        default: self = .string(tape.pointee.string(index))
        }
    }

    /// Another decoder doesn't say which type its value has; the types are tried, the narrowest first.
    public init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            self = .null
        } else if let value = try? single.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? single.decode(Double.self), value.isFinite {
            self = .number(Number(in: single, nearest: value))
        } else if let value = try? single.decode(String.self) {
            self = .string(value)
        } else if let value = try? single.decode([JSONValue].self) {
            self = .array(value)
        } else {
            let keyed = try decoder.container(keyedBy: FieldKey.self)
            var fields: [String: JSONValue] = [:]
            // Left out: dates and bytes of a property list, which JSON can't express, and keys that a model doesn't
            // know.
            for key in keyed.allKeys { fields[key.stringValue] = try? keyed.decode(JSONValue.self, forKey: key) }
            self = .object(fields)
        }
    }

    /// A key as the wire spells it.
    private struct FieldKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    public func write(to output: inout FieldWriter) {
        switch self {
        case .null: output.null()
        case .bool(let value): output.write(value)
        case .number(let value): output.literal(value.digits)
        case .string(let value): output.write(value)
        // Not through `Array` and `Dictionary`, so that each level takes only one stack frame.
        case .array(let elements):
            output.openList()
            for element in elements { element.write(to: &output) }
            output.closeList()
        case .object(let fields):
            output.openObject()
            let (keys, values) = (Array(fields.keys), Array(fields.values))
            for position in sortedPositions(of: keys) {
                output.writeKey(keys[position])
                values[position].write(to: &output)
            }
            output.closeObject()
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let elements):
            var list = encoder.unkeyedContainer()
            for element in elements { try list.encode(element) }
        case .object(let fields):
            var keyed = encoder.container(keyedBy: FieldKey.self)
            for (key, value) in fields { try keyed.encode(value, forKey: FieldKey(stringValue: key)) }
        default:
            var single = encoder.singleValueContainer()
            switch self {
            case .bool(let value): try single.encode(value)
            case .string(let value): try single.encode(value)
            case .number(let value): try value.encode(to: &single)
            default: try single.encodeNil()
            }
        }
    }
}

extension JSONValue.Number {
    /// A number from another decoder. Some decoders support neither integers nor `Decimal`.
    fileprivate init(in single: any SingleValueDecodingContainer, nearest double: Double) {
        if let value = try? single.decode(Int64.self) {
            self.init(checked: String(value))
        } else if let value = try? single.decode(UInt64.self) {
            self.init(checked: String(value))
        } else {
            let exact = (try? single.decode(Decimal.self)).flatMap { JSONValue.Number($0.description) }
            self = exact ?? JSONValue.Number(checked: numberText(double))
        }
    }

    /// Encodes an integer as such, and any other number as a double. If a double would lose digits, it encodes a
    /// `Decimal`, which `JSONEncoder` supports.
    fileprivate func encode(to single: inout any SingleValueEncodingContainer) throws {
        if let value = Int64(digits) { return try single.encode(value) }
        if let value = UInt64(digits) { return try single.encode(value) }
        let double = Double(digits) ?? .nan
        if let decimal = Decimal(string: digits, locale: posix), decimal.isFinite,
            Decimal(string: numberText(double), locale: posix) != decimal
        {
            return try single.encode(decimal)
        }
        try single.encode(double)
    }
}

// MARK: Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .number(Number(checked: String(value))) }
    /// A literal that isn't a finite number is null, as in JavaScript.
    public init(floatLiteral value: Double) {
        self = value.isFinite ? .number(Number(checked: numberText(value))) : .null
    }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON.
    public var description: String { (try? encodeJSON(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}
