import Foundation

/// The fields of one object while it is read. One call per field; the property's type says the rest.
///
///     id = try fields["id"]                          // a missing key or null is an error
///     note = try fields["note"]                      // an Optional: missing or null is nil; a Patch tells them apart
///     topics = try fields["topics", default: []]     // missing or null is the default
///     owner = try fields[nullable: "owner"]          // null is nil, but the key must be there
///     level = try fields[guessed: "level"]           // a value of another type is nil
///
/// A look-up goes on behind the last hit and then starts again from the front, so fields read in the document's order
/// cost one comparison each. If a key is repeated, the last one counts.
public struct FieldReader: ~Copyable {
    private let tape: UnsafePointer<Tape>
    private let start: Int
    private let end: Int
    private let hasRepeats: Bool
    private var cursor: Int

    init(_ value: borrowing WireValue) throws {
        let index = value.index
        guard value.tape.pointee.isObject(index) else { throw value.failure("an object") }
        tape = value.tape
        start = index + 1
        end = tape.pointee.after(index)
        hasRepeats = tape.pointee.hasRepeats(index)
        cursor = start
    }

    /// The field `key`. The type decides the result of a missing key: an error, nil or `.unchanged`.
    public subscript<T: WireDecodable>(key: StaticString) -> T {
        mutating get throws { try read(key) }
    }

    /// The field `key`, or `value` where it is missing or null.
    public subscript<T: WireDecodable>(key: StaticString, default value: @autoclosure () -> T) -> T {
        mutating get throws {
            let field: T? = try read(key)
            return field ?? value()
        }
    }

    /// The field `key`, which must be there and may be null.
    public subscript<T: WireDecodable>(nullable key: StaticString) -> T? {
        mutating get throws {
            guard contains(key) else { throw missing(key) }
            return try read(key)
        }
    }

    /// The field `key`, whose type the description doesn't say. A value of another type counts as missing, and is
    /// reported like a skipped element of a list.
    public subscript<T: WireDecodable>(guessed key: StaticString) -> T {
        mutating get throws {
            do {
                return try read(key)
            } catch let failure as DecodingFailure {
                guard let absent = T.absent else { throw failure }
                tape.pointee.notes.skipped.append(failure)
                return absent
            }
        }
    }

    /// Whether the object has the key `key`, even if its value is null.
    public mutating func contains(_ key: StaticString) -> Bool { find(key) >= 0 }

    /// The fields whose keys are not among `known`, for objects that also have properties of any name.
    public func others<T: WireDecodable>(besides known: [StaticString]) throws -> [String: T] {
        let known = Set(known.map { "\($0)" })
        func isKnown(_ key: String) -> Bool { known.firstIndex(of: key).map { isSameText(known[$0], key) } ?? false }
        var others: [String: T] = [:]
        others.reserveCapacity(max(0, tape.pointee.count(start - 1) - known.count))
        var index = start
        while index < end {
            let key = tape.pointee.string(index)
            if !isKnown(key) {
                let count = others.count
                others[key] = try T(from: WireValue(tape, index + 1))
                if others.count == count { try tape.pointee.checkKey(key, in: others, start - 1) }
            }
            index = tape.pointee.after(index + 1)
        }
        return others
    }

    @inline(__always) mutating func read<T: WireDecodable>(_ key: StaticString) throws -> T {
        let index = find(key)
        return index >= 0 ? try T(from: WireValue(tape, index)) : try absent(key)
    }

    /// A separate function, since it needs the metadata of `T?`, which a debug build looks up whenever the function
    /// that names it is entered.
    private func absent<T: WireDecodable>(_ key: StaticString) throws -> T {
        guard let absent = T.absent else { throw missing(key) }
        return absent
    }

    /// A scalar field as a string, for a union's discriminator.
    mutating func scalarText(_ key: StaticString) throws -> String? {
        guard contains(key) else { return nil }
        // The value of a discriminator must not be reported as unrecognized.
        let (notes, unrecognized) = (tape.pointee.notes, tape.pointee.notes.unrecognized)
        defer { notes.unrecognized = unrecognized }
        let value: JSONValue = try read(key)
        return switch value {
        case .string(let text): text
        // `1.0` is `1` (JSON Schema, section 4.2.2).
        case .number(let number):
            if Int64(number.digits) == nil, let value = Double(number.digits).flatMap({ Int64(exactly: $0) }) {
                "\(value)"
            } else {
                number.digits
            }
        case .bool(let flag): flag ? "true" : "false"
        case .null, .array, .object: nil
        }
    }

    // MARK: Looking up

    /// The index of the value of `key`; -1 if there is none.
    private mutating func find(_ key: StaticString) -> Int {
        if hasRepeats { return tape.pointee.findLast(key, start, end) }
        let index = tape.pointee.find(key, start, cursor, end)
        if index >= 0 { cursor = tape.pointee.after(index) }
        return index
    }

    private func missing(_ key: StaticString) -> any Error {
        let path = tape.pointee.path(of: start - 1) + "/" + pointerToken("\(key)")
        return DecodingFailure(path: path, expected: "a value", found: "no such key")
    }
}

extension Tape {
    /// Throws if two keys are equal Swift strings in different characters, since a dictionary can't hold both.
    func checkKey<Value>(_ key: String, in fields: [String: Value], _ object: Int) throws {
        guard let first = fields.index(forKey: key), !isSameText(fields[first].key, key) else { return }
        throw DecodingFailure(
            path: path(of: object), expected: "keys that differ as Swift strings do",
            found: "\(quoted(key)) twice, in different characters")
    }
}
