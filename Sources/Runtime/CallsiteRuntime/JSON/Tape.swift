import Foundation

/// A JSON document after one pass over its bytes: a flat array of 64-bit words, one per token.
///
/// A word is `tag (4 bits) | extent (28 bits) | byte offset (32 bits)`. The extent is the length in bytes of a string
/// or number, and the index behind the last token of a container, so that skipping a value is one step. An object's
/// tokens are key, value, key, value, and in place of an offset it has the number of its filter, if it has many keys.
/// The tape points into the document's bytes and must not outlive them.
package struct Tape: ~Copyable {
    // Users run this unoptimised in their debug builds, where only `@_transparent` functions are inlined, and only
    // within a file. Otherwise each access to a word is a call, and reading is slower than Foundation's compiled
    // decoder. So all loops over words are in this file.

    /// The meaning of a word. The order matters: numbers, strings and containers are neighbours, so one comparison
    /// tells them apart.
    package enum Tag {
        package static var null: UInt64 { @_transparent get { 0 } }
        package static var no: UInt64 { @_transparent get { 1 } }
        package static var yes: UInt64 { @_transparent get { 2 } }
        package static var integer: UInt64 { @_transparent get { 3 } }
        /// A number with a fraction or an exponent.
        package static var real: UInt64 { @_transparent get { 4 } }
        package static var string: UInt64 { @_transparent get { 5 } }
        /// A string with at least one escape.
        package static var escaped: UInt64 { @_transparent get { 6 } }
        package static var array: UInt64 { @_transparent get { 7 } }
        package static var object: UInt64 { @_transparent get { 8 } }
        /// An object in which a key may come twice: it is searched whole, since the last one wins.
        package static var objectWithRepeats: UInt64 { @_transparent get { 9 } }
    }

    /// The largest document, in bytes: extents have 28 bits.
    static let sizeLimit = 0xFFF_FFFF
    /// How deep containers may nest.
    static let depthLimit = 200

    package let bytes: UnsafePointer<UInt8>
    package let words: UnsafeMutablePointer<UInt64>
    /// Sets of key hashes, which usually show that a key is absent.
    let filters: UnsafeMutablePointer<UInt64>?
    let notes = ReadingNotes()

    /// Takes over `words` and `filters`, which are freed with the tape.
    init(
        bytes: UnsafePointer<UInt8>, words: UnsafeMutablePointer<UInt64>, filters: UnsafeMutablePointer<UInt64>?
    ) {
        self.bytes = bytes
        self.words = words
        self.filters = filters
    }

    deinit {
        words.deallocate()
        filters?.deallocate()
    }

    @_transparent package static func extent(_ word: UInt64) -> Int {
        Int(truncatingIfNeeded: (word >> 32) & 0xFFF_FFFF)
    }
    @_transparent package static func offset(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word & 0xFFFF_FFFF) }

    @_transparent package func tag(_ index: Int) -> UInt64 { words[index] >> 60 }
    /// Whether a key may come twice in the object at `index`.
    func hasRepeats(_ index: Int) -> Bool { words[index] >> 60 == Tag.objectWithRepeats }
    @_transparent package func isObject(_ index: Int) -> Bool { words[index] >> 60 >= Tag.object }

    /// The index behind the value at `index`: its next sibling, or the end of their container.
    @_transparent package func after(_ index: Int) -> Int {
        words[index] >> 60 >= Tag.array ? Tape.extent(words[index]) : index + 1
    }

    /// The bytes of a string (between its quotes, escapes as written) or of a number.
    @inline(__always) package func raw(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        let word = words[index]
        return UnsafeBufferPointer(start: bytes + Tape.offset(word), count: Tape.extent(word))
    }

    /// A number as it is written.
    package func digits(_ index: Int) -> String { String(decoding: raw(index), as: UTF8.self) }

    /// The value of a string token.
    package func string(_ index: Int) -> String {
        let raw = raw(index)
        return tag(index) == Tag.string ? String(decoding: raw, as: UTF8.self) : Tape.unescaped(raw)
    }

    /// Whether the key at `index` is `key`, escapes resolved.
    private func matches(_ index: Int, _ key: StaticString) -> Bool {
        string(index).utf8.elementsEqual(UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    }

    /// The index of the value of `key` in the object whose tokens are those from `start` to `end`, looked for from
    /// `cursor` on and then from the front; -1: there is none.
    package func find(_ key: StaticString, _ start: Int, _ cursor: Int, _ end: Int) -> Int {
        // The object's word comes before its first key. Escaped keys aren't in its filter.
        var number = words[start - 1] >> 60 == Tag.object ? Tape.offset(words[start - 1]) : 0
        let words = words
        let bytes = bytes
        let name = key.utf8Start
        let length = key.utf8CodeUnitCount
        // The upper half of the word of an unescaped key of this length; the offset is below it.
        let sought = Tag.string << 28 | UInt64(length)
        var at = cursor < end ? cursor : start
        var bound = end
        var word: UInt64 = 0
        while true {
            if at >= bound {
                // The search has ended if it has wrapped around to the cursor, or began at the front.
                if bound == cursor || cursor == start { return -1 }
                at = start
                bound = cursor
            }
            word = words[at]
            if word >> 32 == sought
                ? memcmp(bytes + Tape.offset(word), name, length) == 0
                : word >> 60 == Tag.escaped && matches(at, key)
            {
                return at + 1
            }
            // The filter is asked only after the first key, since fields are mostly read in the document's order.
            if number > 0, let filters {
                if !KeyFilter.mayHave(name, length, filters + (number - 1) * KeyFilter.words) { return -1 }
                number = 0
            }
            word = words[at + 1]
            at = word >> 60 >= Tag.array ? Tape.extent(word) : at + 2
        }
    }

    /// The same where a key may come twice: the last one counts.
    func findLast(_ key: StaticString, _ start: Int, _ end: Int) -> Int {
        var value = -1
        var keyIndex = start
        while keyIndex < end {
            if matches(keyIndex, key) { value = keyIndex + 1 }
            keyIndex = after(keyIndex + 1)
        }
        return value
    }

    /// The number of elements in an array, or of keys in an object.
    package func count(_ index: Int) -> Int {
        let isObject = isObject(index)
        let end = after(index)
        var at = index + 1
        var count = 0
        while at < end {
            at = after(isObject ? at + 1 : at)
            count += 1
        }
        return count
    }
}

/// Notes about reading one document.
final class ReadingNotes {
    struct Trial: Hashable {
        let index: Int
        let type: ObjectIdentifier
        let options: ReadingOptions
    }

    /// How well a value fits a type: how many of its keys and values match no case of an enum or a union, and how many
    /// keys the alternative of a union doesn't know.
    struct Fit {
        let unrecognized: Int
        let unknownKeys: Int
    }

    var options: ReadingOptions = []
    /// The elements that tolerant lists have left out.
    var skipped: [DecodingFailure] = []
    /// Which containers decode as which types, as `WireValue.bestFit` has tried; nil: they don't decode. Without these
    /// results a union that holds itself would be tried twice on each level, and the time would double with each level.
    var trials: [Trial: Fit?] = [:]
    /// The value that is being tried, and the unknown keys of the best alternative that a union has found for it.
    var tried = (index: -1, unknownKeys: 0)
    /// How many keys and values of such values were read.
    var unrecognized = 0
}

// MARK: Escapes

extension Tape {
    /// Resolves the escapes of RFC 8259, section 7. A surrogate without its partner becomes U+FFFD: a server that cuts
    /// strings by UTF-16 units writes such escapes, and one broken character must not make the whole response fail.
    static func unescaped(_ raw: UnsafeBufferPointer<UInt8>) -> String {
        // An escape is never shorter than its character in UTF-8.
        String(unsafeUninitializedCapacity: raw.count) { out in
            unescape(raw.baseAddress!, raw.count, into: out.baseAddress!)
        }
    }

    /// Returns how many bytes were written.
    private static func unescape(
        _ bytes: UnsafePointer<UInt8>, _ size: Int, into out: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var count = 0
        var at = 0
        var end = 0
        while true {
            end = ByteScan.nextEscape(bytes, at, size)
            memcpy(out + count, bytes + at, end - at)
            count += end - at
            if end == size { return count }
            at = end + 2
            switch bytes[end + 1] {
            case 0x6E: out[count] = 0x0A
            case 0x74: out[count] = 0x09
            case 0x72: out[count] = 0x0D
            case 0x62: out[count] = 0x08
            case 0x66: out[count] = 0x0C
            case 0x75:
                var scalar = hexadecimal(bytes + at)
                at += 4
                if scalar >> 10 == 0x36, at + 6 <= size, bytes[at] == 0x5C, bytes[at + 1] == 0x75 {
                    let low = hexadecimal(bytes + at + 2)
                    if low >> 10 == 0x37 {
                        scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (low & 0x3FF)
                        at += 6
                    }
                }
                // Half a pair of surrogates.
                if scalar >> 11 == 0x1B { scalar = 0xFFFD }
                count += encode(scalar, into: out + count)
                continue
            default: out[count] = bytes[end + 1]
            }
            count += 1
        }
    }

    /// Writes the scalar in UTF-8, and returns the number of bytes.
    private static func encode(_ scalar: UInt32, into out: UnsafeMutablePointer<UInt8>) -> Int {
        if scalar < 0x80 {
            out[0] = UInt8(scalar)
            return 1
        }
        if scalar < 0x800 {
            out[0] = 0xC0 | UInt8(scalar >> 6)
            out[1] = 0x80 | UInt8(scalar & 0x3F)
            return 2
        }
        if scalar < 0x10000 {
            out[0] = 0xE0 | UInt8(scalar >> 12)
            out[1] = 0x80 | UInt8(scalar >> 6 & 0x3F)
            out[2] = 0x80 | UInt8(scalar & 0x3F)
            return 3
        }
        out[0] = 0xF0 | UInt8(scalar >> 18)
        out[1] = 0x80 | UInt8(scalar >> 12 & 0x3F)
        out[2] = 0x80 | UInt8(scalar >> 6 & 0x3F)
        out[3] = 0x80 | UInt8(scalar & 0x3F)
        return 4
    }

    /// Four hexadecimal digits, already checked.
    private static func hexadecimal(_ digits: UnsafePointer<UInt8>) -> UInt32 {
        var value: UInt32 = 0
        var index = 0
        while index < 4 {
            value = value << 4 | UInt32(digits[index] < 0x3A ? digits[index] &- 0x30 : (digits[index] | 0x20) &- 0x57)
            index += 1
        }
        return value
    }
}

// MARK: Places

extension Tape {
    /// The JSON Pointer (RFC 6901) of the value at `target`. It is found by walking from the root, so that it costs
    /// nothing unless it is needed.
    func path(of target: Int) -> String {
        var path = ""
        var at = 0
        while at < target {
            let isObject = isObject(at)
            var child = at + 1
            var position = 0
            while true {
                let value = isObject ? child + 1 : child
                let next = after(value)
                if next > target {
                    path += "/" + (isObject ? pointerToken(string(child)) : String(position))
                    at = value
                    break
                }
                child = next
                position += 1
            }
        }
        return path
    }

    /// A description of the value at `index` for a message: short scalars are quoted.
    func summary(_ index: Int) -> String {
        switch tag(index) {
        case Tag.null: "null"
        case Tag.no: "false"
        case Tag.yes: "true"
        case Tag.integer, Tag.real: abbreviated(digits(index))
        case Tag.string, Tag.escaped: quoted(string(index))
        case Tag.array: "a list"
        default: "an object"
        }
    }
}

/// A key in a JSON Pointer: `~` and `/` are escaped.
func pointerToken(_ key: String) -> String {
    key.contains { $0 == "~" || $0 == "/" }
        ? key.replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1")
        : key
}
