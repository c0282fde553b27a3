import Foundation

/// Bytes that grow at their end. A copy shares them, so whoever holds one must not be copied.
///
/// Instead of `[UInt8]`, since users run the writer unoptimised in their debug builds: there each `append` to an array is a call into
/// code for elements of any type, and a slice's goes through its iterator.
struct ByteBuffer {
    /// Frees the bytes. A `deinit` of a non-copyable struct would do, but Swift 6.3's optimiser fails on one behind a public property.
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
        start.unsafelyUnwrapped[count] = byte
        count += 1
    }

    mutating func append(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        guard length > 0 else { return }
        if capacity - count < length { grow(length) }
        memcpy(start.unsafelyUnwrapped + count, bytes, length)
        count += length
    }

    private mutating func grow(_ length: Int) {
        capacity = max(256, capacity * 2, count + length)
        let larger = Owner(capacity: capacity)
        if let start { memcpy(larger.start, start, count) }
        owner = larger
        start = larger.start
    }
}

/// Looking at eight bytes at a time.
enum ByteScan {
    /// The top bit of each byte that is zero. Above the first such byte there may be others.
    @_transparent static func zeroes(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }

    /// The top bit of each byte that is a quote or a backslash; as above.
    @_transparent static func quotesAndBackslashes(_ word: UInt64) -> UInt64 {
        zeroes(word ^ 0x2222_2222_2222_2222) | zeroes(word ^ 0x5C5C_5C5C_5C5C_5C5C)
    }

    /// The top bit of each byte that can't stand in a string as it is or is outside ASCII; as above.
    @_transparent static func notPlain(_ word: UInt64) -> UInt64 {
        quotesAndBackslashes(word) | ((word &- 0x2020_2020_2020_2020) | word) & 0x8080_8080_8080_8080
    }

    /// The top bit of each byte that is a control character; as above.
    @_transparent static func controls(_ word: UInt64) -> UInt64 {
        (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
    }
}
