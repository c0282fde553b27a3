import Foundation

/// Reads a JSON document to the letter of RFC 8259 and makes its tape.
///
/// Refused: anything after the value, control characters in strings, invalid UTF-8, more than 200 levels, more than 256
/// MB. A byte order mark at the start is skipped (RFC 8259, section 8.1, allows it). If a key is repeated, the last one
/// wins.
///
/// The loop works on pointers and local variables and calls little: users run it unoptimised in their debug builds. For
/// the same reason this is a class: a debug build copies a struct for each call.
final class TapeParser {
    private let bytes: UnsafePointer<UInt8>
    private let size: Int
    private let words: UnsafeMutablePointer<UInt64>
    /// The key filter of each open object, by its depth.
    private let filters: UnsafeMutablePointer<UInt64>
    /// The key filters of complete objects with many keys.
    private var kept: UnsafeMutablePointer<UInt64>?
    private var keptCount = 0
    private var keptCapacity = 0

    // Kept here, since in a debug build each look into another file is a call.
    private let integer = Tape.Tag.integer
    private let string = Tape.Tag.string
    private let array = Tape.Tag.array
    private let object = Tape.Tag.object
    private let depthLimit = Tape.depthLimit

    private init(
        bytes: UnsafePointer<UInt8>, size: Int, words: UnsafeMutablePointer<UInt64>,
        filters: UnsafeMutablePointer<UInt64>
    ) {
        self.bytes = bytes
        self.size = size
        self.words = words
        self.filters = filters
    }

    /// The tape of `input`, which must outlive it. Throws a `DecodingFailure` with line and column.
    static func parse(_ input: UnsafeBufferPointer<UInt8>) throws -> Tape {
        guard let base = input.baseAddress, input.count > 0 else {
            throw DecodingFailure(path: "", expected: "a JSON value", found: "the end at line 1, column 1 (offset 0)")
        }
        guard input.count <= Tape.sizeLimit else {
            throw DecodingFailure(
                path: "", expected: "a JSON document of at most 256 MB", found: "\(input.count) bytes")
        }
        // Every token but an open bracket takes two bytes at least, and at most `depthLimit` brackets are open. Pages
        // that are never touched cost nothing.
        let words = UnsafeMutablePointer<UInt64>.allocate(capacity: input.count / 2 + Tape.depthLimit + 4)
        let filters = UnsafeMutablePointer<UInt64>.allocate(capacity: KeyFilter.words * (Tape.depthLimit + 1))
        defer { filters.deallocate() }
        let parser = TapeParser(bytes: base, size: input.count, words: words, filters: filters)
        do {
            try parser.run()
        } catch {
            words.deallocate()
            parser.kept?.deallocate()
            throw error
        }
        return Tape(bytes: base, words: words, filters: parser.kept)
    }

    /// Keeps the filter of an object. Returns its number, from 1.
    private func keep(_ filter: UnsafePointer<UInt64>) -> UInt64 {
        if keptCount == keptCapacity {
            keptCapacity = max(8, keptCapacity * 2)
            let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: keptCapacity * KeyFilter.words)
            if let kept { memcpy(larger, kept, keptCount * KeyFilter.words * 8) }
            kept?.deallocate()
            kept = larger
        }
        memcpy(kept! + keptCount * KeyFilter.words, filter, KeyFilter.words * 8)
        keptCount += 1
        return UInt64(keptCount)
    }

    private func run() throws {
        let bytes = bytes
        let size = size
        let words = words
        var at = 0
        var count = 0
        var top = -1
        var depth = 0
        var isInObject = false
        var expectsKey = false
        if size >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { at = 3 }

        // Declared once: unoptimised code clears a variable each time its scope is entered, which here took a fifth of
        // the time.
        var end = 0
        var byte: UInt8 = 0
        var parent = 0

        next: while true {
            if at >= size || bytes[at] <= 0x20 { at = afterSpace(at) }
            if expectsKey {
                guard at < size, bytes[at] == 0x22 else { throw failure("a key in quotes", at) }
                end = endOfString(at + 1)
                guard end >= 0 else { throw stringFailure(~end) }
                words[count] = Scan.word(string, at + 1, end)
                noteKey(count, at + 1, (end & Scan.position) - at - 1, top, filters + depth * KeyFilter.words)
                count += 1
                at = (end & Scan.position) + 1
                if at >= size || bytes[at] <= 0x20 { at = afterSpace(at) }
                guard at < size, bytes[at] == 0x3A else { throw failure("a colon", at) }
                at += 1
                if at >= size || bytes[at] <= 0x20 { at = afterSpace(at) }
                expectsKey = false
            }
            guard at < size else { throw failure("a value", at) }
            byte = bytes[at]
            if byte == 0x22 {
                end = endOfString(at + 1)
                guard end >= 0 else { throw stringFailure(~end) }
                words[count] = Scan.word(string, at + 1, end)
                count += 1
                at = (end & Scan.position) + 1
            } else if byte == 0x7B || byte == 0x5B {
                guard depth < depthLimit else { throw failure("at most \(depthLimit) levels", at) }
                isInObject = byte == 0x7B
                // Until the container closes, its extent holds its parent's index, so no stack is needed.
                words[count] = (isInObject ? object : array) << 60 | UInt64(top + 1) << 32 | UInt64(at)
                top = count
                count += 1
                depth += 1
                at = afterSpace(at + 1)
                if at >= size || bytes[at] != byte + 2 {  // `]` is `[` + 2, `}` is `{` + 2
                    if isInObject {
                        expectsKey = true
                        memset(filters + depth * KeyFilter.words, 0, KeyFilter.words * 8)
                    }
                    continue next
                }
            } else if byte == 0x2D || byte &- 0x30 < 10 {
                end = try endOfNumber(at)
                words[count] = Scan.word(integer, at, end)
                count += 1
                at = end & Scan.position
            } else {
                words[count] = try literal(at) << 60 | UInt64(at)
                at += byte == 0x66 ? 5 : 4
                count += 1
            }
            // After a value: a comma, or the ends of as many containers as close here.
            while top >= 0 {
                if at >= size || bytes[at] <= 0x20 { at = afterSpace(at) }
                guard at < size else { throw failure(isInObject ? "a comma or }" : "a comma or ]", at) }
                if bytes[at] == 0x2C {
                    at += 1
                    expectsKey = isInObject
                    continue next
                }
                guard bytes[at] == (isInObject ? 0x7D : 0x5D) else {
                    throw failure(isInObject ? "a comma or }" : "a comma or ]", at)
                }
                at += 1
                parent = Tape.extent(words[top]) - 1
                words[top] = words[top] & 0xF000_0000_0000_0000 | UInt64(count) << 32
                // With fewer keys a search is as fast without a filter. Objects with repeated keys need none either,
                // since the last of the keys is searched for.
                if isInObject, count - top > 32, words[top] >> 60 == object,
                    KeyFilter.count(filters + depth * KeyFilter.words) > 12
                {
                    words[top] |= keep(filters + depth * KeyFilter.words)
                }
                top = parent
                depth -= 1
                isInObject = top >= 0 && words[top] >> 60 >= object
            }
            break
        }
        at = afterSpace(at)
        guard at == size else { throw failure("nothing after the value", at) }
    }

    @inline(__always) private func afterSpace(_ start: Int) -> Int {
        var at = start
        while at < size {
            let byte = bytes[at]
            if byte > 0x20 { break }
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
            at += 1
        }
        return at
    }

    // MARK: Scalars

    /// The position of the closing quote, flagged when there were escapes; or the complement of the position of a
    /// mistake.
    @inline(__always) private func endOfString(_ start: Int) -> Int {
        var at = start
        var escapes = 0
        var length = 0
        while true {
            at = ByteScan.endOfPlainText(bytes, at, size)
            guard at < size else { return ~at }
            if bytes[at] == 0x22 { return at | escapes }
            if bytes[at] == 0x5C {
                length = lengthOfEscape(at)
                if length == 0 { return ~at }
                at += length
                escapes = Scan.flag
            } else if bytes[at] < 0x20 {
                return ~at
            } else {
                repeat {
                    length = lengthOfScalar(at)
                    if length == 0 { return ~at }
                    at += length
                } while at < size && bytes[at] >= 0x80
            }
        }
    }

    /// The length of an escape in bytes; 0 if there is no such escape.
    private func lengthOfEscape(_ at: Int) -> Int {
        guard at + 1 < size else { return 0 }
        switch bytes[at + 1] {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return 2
        case 0x75:
            guard at + 6 <= size else { return 0 }
            var digit = at + 2
            while digit < at + 6 {
                let byte = bytes[digit]
                guard byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6 else { return 0 }
                digit += 1
            }
            return 6
        default: return 0
        }
    }

    /// The length of a scalar outside ASCII in bytes; 0: not UTF-8 (RFC 3629: no overlong form, no surrogate, nothing
    /// above U+10FFFF).
    private func lengthOfScalar(_ at: Int) -> Int {
        let first = bytes[at]
        let left = size - at
        if first < 0xC2 { return 0 }
        if first < 0xE0 { return left > 1 && bytes[at + 1] & 0xC0 == 0x80 ? 2 : 0 }
        guard left > 2, bytes[at + 1] & 0xC0 == 0x80, bytes[at + 2] & 0xC0 == 0x80 else { return 0 }
        let second = bytes[at + 1]
        if first < 0xF0 { return (first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) ? 0 : 3 }
        guard left > 3, first < 0xF5, bytes[at + 3] & 0xC0 == 0x80 else { return 0 }
        return (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90) ? 0 : 4
    }

    /// The position behind a number, flagged when it has a fraction or an exponent.
    private func endOfNumber(_ start: Int) throws -> Int {
        let bytes = bytes
        let size = size
        var at = start
        var real = 0
        if bytes[at] == 0x2D { at += 1 }
        guard at < size, bytes[at] &- 0x30 < 10 else { throw failure("a digit", at) }
        if bytes[at] == 0x30 { at += 1 } else { at = afterDigits(at) }
        if at < size, bytes[at] == 0x2E {
            real = Scan.flag
            at += 1
            guard at < size, bytes[at] &- 0x30 < 10 else { throw failure("a digit after the point", at) }
            at = afterDigits(at)
        }
        if at < size, bytes[at] | 0x20 == 0x65 {
            real = Scan.flag
            at += 1
            if at < size, bytes[at] == 0x2B || bytes[at] == 0x2D { at += 1 }
            guard at < size, bytes[at] &- 0x30 < 10 else { throw failure("a digit in the exponent", at) }
            at = afterDigits(at)
        }
        return at | real
    }

    @inline(__always) private func afterDigits(_ start: Int) -> Int {
        var at = start
        while at < size, bytes[at] &- 0x30 < 10 { at += 1 }
        return at
    }

    private func literal(_ at: Int) throws -> UInt64 {
        // Compared byte by byte: a debug build makes an array of a string that is passed to `memcmp`.
        if at + 4 <= size {
            if bytes[at] == 0x74, bytes[at + 1] == 0x72, bytes[at + 2] == 0x75, bytes[at + 3] == 0x65 {
                return Tape.Tag.yes
            }
            if bytes[at] == 0x6E, bytes[at + 1] == 0x75, bytes[at + 2] == 0x6C, bytes[at + 3] == 0x6C {
                return Tape.Tag.null
            }
            if at + 5 <= size, bytes[at] == 0x66, bytes[at + 1] == 0x61, bytes[at + 2] == 0x6C, bytes[at + 3] == 0x73,
                bytes[at + 4] == 0x65
            {
                return Tape.Tag.no
            }
        }
        throw failure("a value", at)
    }

    // MARK: Repeated keys

    /// Marks the open object `top` if the key at `index` may have come before. A key with escapes isn't compared, and
    /// neither is a key of a very large object, so that the time stays linear: both mark the object. A mark costs only
    /// time.
    private func noteKey(_ index: Int, _ start: Int, _ length: Int, _ top: Int, _ filter: UnsafeMutablePointer<UInt64>)
    {
        let hash = KeyFilter.hash(bytes + start, length)
        if filter[Int(hash >> 60)] >> (hash >> 54 & 63) & 1 == 0, words[index] >> 60 == string {
            filter[Int(hash >> 60)] |= 1 << (hash >> 54 & 63)
        } else if words[top] >> 60 == object, mayRepeat(index, top) {
            words[top] |= Tape.Tag.objectWithRepeats << 60
        }
    }

    private func mayRepeat(_ index: Int, _ top: Int) -> Bool {
        let word = words[index]
        guard word >> 60 == string, index - top < 2048 else { return true }
        let length = Tape.extent(word)
        var key = top + 1
        while key < index {
            let other = words[key]
            if Tape.extent(other) == length, memcmp(bytes + Tape.offset(other), bytes + Tape.offset(word), length) == 0
            {
                return true
            }
            let value = words[key + 1]
            key = value >> 60 >= array ? Tape.extent(value) : key + 2
        }
        return false
    }

    // MARK: Failures

    private func stringFailure(_ at: Int) -> DecodingFailure {
        guard at < size else { return failure("the end of a string", at) }
        switch bytes[at] {
        case 0x5C: return failure("an escape that JSON has", at)
        case 0..<0x20: return failure("no control character in a string", at)
        default: return failure("UTF-8", at)
        }
    }

    /// A failure with the byte at `at` and its place. Lines end with LF, CR or both; columns count scalars; both from
    /// 1, the offset from 0.
    private func failure(_ expected: String, _ at: Int) -> DecodingFailure {
        var line = 1
        var column = 1
        var index = 0
        while index < at, index < size {
            let byte = bytes[index]
            if byte == 0x0A || (byte == 0x0D && !(index + 1 < size && bytes[index + 1] == 0x0A)) {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
            index += 1
        }
        var found = "the end"
        if at < size {
            let byte = bytes[at]
            found =
                byte > 0x20 && byte < 0x7F
                ? "\(Unicode.Scalar(byte))" : "byte 0x" + String(byte, radix: 16, uppercase: true)
        }
        return DecodingFailure(
            path: "", expected: expected, found: "\(found) at line \(line), column \(column) (offset \(at))")
    }
}

/// The result of a scan: a position and a flag in one. Positions have 28 bits (`Tape.sizeLimit`), and an `Int` may have
/// 32.
private enum Scan {
    /// Set if a string has escapes, or a number has a fraction or an exponent.
    static var flag: Int { @_transparent get { 1 << 30 } }
    static var position: Int { @_transparent get { (1 << 30) - 1 } }
    /// The word of a string or a number, with the end that its scan returned. The flag turns a tag into the next one: a
    /// string with escapes, a number with a fraction.
    @_transparent static func word(_ tag: UInt64, _ start: Int, _ end: Int) -> UInt64 {
        tag << 60 &+ UInt64(end & flag) << 30 | UInt64((end & position) - start) << 32
            | UInt64(start)
    }
}

/// A small set of key hashes for an object. It shows for most new or absent keys that the object doesn't have them.
enum KeyFilter {
    /// 1,024 bits, so with 80 keys seven in a hundred need the second look.
    static var words: Int { @_transparent get { 16 } }

    static func hash(_ key: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
        // The first and last bytes and the length, mixed: the upper ten bits are used.
        var hash: UInt64 = 0
        if length >= 8 {
            hash = UnsafeRawPointer(key + (length - 8)).loadUnaligned(as: UInt64.self)
            hash = UnsafeRawPointer(key).loadUnaligned(as: UInt64.self) ^ (hash << 23 | hash >> 41)
        } else if length >= 4 {
            hash = UInt64(UnsafeRawPointer(key + (length - 4)).loadUnaligned(as: UInt32.self)) << 29
            hash ^= UInt64(UnsafeRawPointer(key).loadUnaligned(as: UInt32.self)) << 8
        } else if length > 0 {
            hash =
                UInt64(key[0]) << 8 | UInt64(key[length / 2]) << 16 | UInt64(key[length - 1])
                << 24
        }
        return (hash ^ UInt64(length)) &* 0x9E37_79B9_7F4A_7C15
    }

    /// The approximate number of keys in the filter.
    static func count(_ filter: UnsafePointer<UInt64>) -> Int {
        var count = 0
        var index = 0
        while index < words {
            count += filter[index].nonzeroBitCount
            index += 1
        }
        return count
    }

    /// Whether the object may have a key. False is certain.
    static func mayHave(_ key: UnsafePointer<UInt8>, _ length: Int, _ filter: UnsafePointer<UInt64>) -> Bool {
        let hash = hash(key, length)
        return filter[Int(hash >> 60)] >> (hash >> 54 & 63) & 1 != 0
    }
}
