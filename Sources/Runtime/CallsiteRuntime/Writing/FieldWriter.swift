import Foundation

/// Encodes fields and values as JSON.
///
///     fields["title"] = title                // nil and .unchanged are left out
///     fields[nullable: "note"] = note        // nil is written as null
///
/// Setting a field can't throw, so the first error is kept, and thrown when the bytes are requested.
public struct FieldWriter: ~Copyable {
    private var bytes = ByteBuffer()
    /// Gets the values in place of `bytes`, for parameters and forms: so a value is written alike there and in JSON.
    private let tree: WireTreeBuilder?
    private var needsComma = false
    private var failure: EncodingFailure?
    /// The field being written, for a failure's message.
    private var field: StaticString?
    /// A union's discriminator, which goes into the next object as its first field.
    private var discriminator: (key: StaticString, value: String)?
    /// The discriminator that an object already has, and the depth of that object. The object's own field of that name
    /// isn't written again.
    private var writtenKey: StaticString = ""
    private var writtenDepth = -1
    /// How many objects are open.
    private var depth = 0
    /// Whether a field or a value was written, or an object opened.
    private(set) var isTouched = false

    init(makesTree: Bool = false) { tree = makesTree ? WireTreeBuilder() : nil }

    /// Writes the field `key`, unless the value is absent.
    public subscript<T: WireEncodable>(key: StaticString) -> T {
        @available(*, unavailable, message: "fields are only written here")
        get { fatalError("unavailable") }
        set {
            guard !newValue.isAbsent, !isWritten(key) else { return }
            isTouched = true
            writeKey(key)
            newValue.write(to: &self)
        }
    }

    /// Writes the field `key`; nil is written as null.
    public subscript<T: WireEncodable>(nullable key: StaticString) -> T? {
        @available(*, unavailable, message: "fields are only written here")
        get { fatalError("unavailable") }
        set {
            isTouched = true
            guard !isWritten(key) else { return }
            writeKey(key)
            newValue.write(to: &self)
        }
    }

    /// Makes an object, even if none of its fields is written: a request's body that must be there.
    public mutating func open() { isTouched = true }

    /// Writes one value.
    public mutating func write(_ value: some WireEncodable) {
        isTouched = true
        value.write(to: &self)
    }

    /// Writes an alternative of a union with its discriminator as the first field. The value must be an object. A field
    /// of its own with that name isn't written: the case says what it is.
    public mutating func write(_ value: some WireEncodable, discriminator key: StaticString, is name: String) {
        let outer = (writtenKey, writtenDepth)
        defer { (writtenKey, writtenDepth) = outer }
        discriminator = (key, name)
        write(value)
        if discriminator != nil {
            discriminator = nil
            fail("\(key): only an object can hold a discriminator")
        }
    }

    /// Writes fields whose names are known at run time only, in the order of their keys: the other properties of an
    /// object.
    public mutating func merge<T: WireEncodable>(_ fields: [String: T]) {
        isTouched = isTouched || !fields.isEmpty
        // Keys and values have the same order. The keys are sorted as a list of strings, which uses specialized code;
        // generic code for a dictionary with any type of value would be ten times as slow.
        let (keys, values) = (Array(fields.keys), Array(fields.values))
        for position in sortedPositions(of: keys) where writtenDepth != depth || keys[position] != "\(writtenKey)" {
            writeKey(keys[position])
            values[position].write(to: &self)
        }
    }

    /// Records that the value can't be encoded. The first such error is thrown at the end.
    public mutating func fail(_ message: String) {
        guard failure == nil else { return }
        failure = EncodingFailure(field.map { "\($0): \(message)" } ?? message)
    }

    // MARK: The parts of JSON

    mutating func openObject() {
        open(0x7B)
        depth += 1
        if let (key, value) = discriminator {
            discriminator = nil
            writeKey(key)
            string(value)
            (writtenKey, writtenDepth) = (key, depth)
        }
    }

    mutating func closeObject() {
        depth -= 1
        close(0x7D)
    }

    mutating func openList() { open(0x5B) }

    mutating func closeList() { close(0x5D) }

    private mutating func open(_ bracket: UInt8) {
        if let tree { return tree.begin(isObject: bracket == 0x7B) }
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        if let tree { return tree.end() }
        bytes.append(bracket)
        needsComma = true
    }

    mutating func null() { if let tree { tree.add(.null) } else { literal("null") } }

    /// A number, or `true` or `false`, as JSON has them.
    mutating func literal(_ json: String) {
        if let tree { return tree.add(.scalar(json)) }
        separate()
        var json = json
        json.withUTF8 { if let start = $0.baseAddress { bytes.append(start, $0.count) } }
    }

    mutating func string(_ text: String) {
        if let tree { return tree.add(.scalar(text)) }
        separate()
        var text = text
        text.withUTF8 {
            if let start = $0.baseAddress { return bytes.appendQuoted(start, $0.count) }
            bytes.append(0x22)
            bytes.append(0x22)
        }
    }

    mutating func writeKey(_ key: StaticString) {
        field = key
        if let tree { return tree.addKey("\(key)") }
        separate()
        bytes.appendQuoted(key.utf8Start, key.utf8CodeUnitCount)
        bytes.append(0x3A)
        needsComma = false
    }

    mutating func writeKey(_ key: String) {
        if let tree { return tree.addKey(key) }
        string(key)
        bytes.append(0x3A)
        needsComma = false
    }

    /// The bytes, or the first failure.
    consuming func finished() throws -> Data {
        if let failure { throw failure }
        return bytes.data
    }

    /// The tree, or the first failure.
    consuming func finishedTree() throws -> WireTree {
        if let failure { throw failure }
        guard let root = tree?.root else { throw EncodingFailure("no value was written") }
        return root
    }

    private func isWritten(_ key: StaticString) -> Bool {
        writtenDepth == depth && key.utf8CodeUnitCount == writtenKey.utf8CodeUnitCount
            && memcmp(key.utf8Start, writtenKey.utf8Start, key.utf8CodeUnitCount) == 0
    }

    private mutating func separate() {
        if needsComma { bytes.append(0x2C) }
        needsComma = true
    }
}
