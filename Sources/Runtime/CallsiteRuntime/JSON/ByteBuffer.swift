import Foundation

/// Bytes that grow at their end. A copy shares the bytes, so a value that holds a buffer must not be copied.
///
/// Instead of `[UInt8]`, since users run the writer unoptimised in their debug builds: there each `append` to an array
/// is a call into code for elements of any type, and a slice's goes through its iterator.
struct ByteBuffer {
    /// Frees the bytes. A `deinit` of a non-copyable struct would do, but Swift 6.3's optimiser fails on one behind a
    /// public property.
    private final class Owner {
        let start: UnsafeMutablePointer<UInt8>

        init(capacity: Int) { start = .allocate(capacity: capacity) }

        deinit { start.deallocate() }
    }

    private var owner: Owner?
    private var start: UnsafeMutablePointer<UInt8>?
    private var count = 0
    private var capacity = 0

    var data: Data { withExtendedLifetime(owner) { start.map { Data(bytes: $0, count: count) } ?? Data() } }

    mutating func append(_ byte: UInt8) {
        if count == capacity { grow(1) }
        start![count] = byte
        count += 1
    }

    mutating func append(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        guard length > 0 else { return }
        if capacity - count < length { grow(length) }
        memcpy(start! + count, bytes, length)
        count += length
    }

    /// A string between quotes, as JSON writes it: quotes, backslashes and control characters are escaped (RFC 8259,
    /// section 7), everything else is UTF-8 as it is.
    mutating func appendQuoted(_ text: UnsafePointer<UInt8>, _ length: Int) {
        if capacity - count < length + 2 { grow(length + 2) }
        start![count] = 0x22
        count += 1
        var from = 0
        var escape = ByteScan.nextEscape(text, 0, length)
        while true {
            memcpy(start! + count, text + from, escape - from)
            count += escape - from
            if escape == length { break }
            // The longest escape, the rest and the quote.
            if capacity - count < length - escape + 7 { grow(length - escape + 7) }
            appendEscape(text[escape])
            from = escape + 1
            escape = ByteScan.nextEscape(text, from, length)
        }
        start![count] = 0x22
        count += 1
    }

    /// Appends an escape. There must be room for six bytes.
    private mutating func appendEscape(_ byte: UInt8) {
        let out = start! + count
        out[0] = 0x5C
        count += 2
        switch byte {
        case 0x22, 0x5C: out[1] = byte
        case 0x0A: out[1] = 0x6E
        case 0x0D: out[1] = 0x72
        case 0x09: out[1] = 0x74
        default:
            out[1] = 0x75
            out[2] = 0x30
            out[3] = 0x30
            out[4] = byte < 0x10 ? 0x30 : 0x31
            out[5] = byte & 15 < 10 ? 0x30 + (byte & 15) : 0x57 + (byte & 15)
            count += 4
        }
    }

    private mutating func grow(_ length: Int) {
        capacity = max(256, capacity * 2, count + length)
        let larger = Owner(capacity: capacity)
        if let start { memcpy(larger.start, start, count) }
        owner = larger
        start = larger.start
    }
}
