import Foundation

/// Finds the bytes of a JSON string that need special treatment, eight bytes at a time.
///
/// The debug builds of users run this unoptimised. There only `@_transparent` functions of the same file are inlined,
/// generic code is not specialised, and each variable is cleared by a call. So each function here is a whole loop,
/// `memcpy` reads the words, and there are few variables.
enum ByteScan {
    /// The position of the first quote, backslash, control character or byte outside ASCII; `size` if there is none.
    static func endOfPlainText(_ bytes: UnsafePointer<UInt8>, _ from: Int, _ size: Int) -> Int {
        var at = from
        var word: UInt64 = 0
        while at + 8 <= size {
            memcpy(&word, bytes + at, 8)
            word = notPlain(ordered(word))
            if word != 0 { return at + (word.trailingZeroBitCount >> 3) }
            at += 8
            // A run of this length is part of a long string: four words a step.
            if at - from == 32 { at = afterPlainText(bytes, at, size) }
        }
        while at < size, bytes[at] >= 0x20, bytes[at] < 0x80, bytes[at] != 0x22, bytes[at] != 0x5C { at += 1 }
        return at
    }

    /// The position of the first 32 bytes that aren't all plain.
    private static func afterPlainText(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ size: Int) -> Int {
        var at = start
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        while at + 32 <= size {
            memcpy(&words, bytes + at, 32)
            if notPlain(words.0) | notPlain(words.1) | notPlain(words.2) | notPlain(words.3) != 0 { break }
            at += 32
        }
        return at
    }

    /// The position of the next byte that must be escaped in a string: a quote, a backslash or a control character;
    /// `size` if there is none.
    static func nextEscape(_ bytes: UnsafePointer<UInt8>, _ from: Int, _ size: Int) -> Int {
        var at = from
        var word: UInt64 = 0
        while at + 8 <= size {
            memcpy(&word, bytes + at, 8)
            word = ordered(word)
            word = quotesAndBackslashes(word) | controls(word)
            if word != 0 { return at + (word.trailingZeroBitCount >> 3) }
            at += 8
        }
        while at < size, bytes[at] >= 0x20, bytes[at] != 0x22, bytes[at] != 0x5C { at += 1 }
        return at
    }

    /// Whether a URI (RFC 3986, section 2) may have these bytes anywhere: number signs, percent signs and brackets
    /// depend on what surrounds them. The caller has excluded quotes, backslashes and control characters.
    static func isURIText(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> Bool {
        var at = 0
        var word: UInt64 = 0
        while at < size {
            word = 0x6161_6161_6161_6161
            memcpy(&word, bytes + at, size - at < 8 ? size - at : 8)
            if notURI(word) != 0 { return false }
            at += 8
        }
        return true
    }

    /// Not zero if a byte is a space, a number sign, a percent sign, one of `<>[]^{|}`, a grave accent, DEL or outside
    /// ASCII.
    @_transparent private static func notURI(_ word: UInt64) -> UInt64 {
        zeroes(word ^ 0x2020_2020_2020_2020) | zeroes(word ^ 0x2323_2323_2323_2323)
            | zeroes(word ^ 0x2525_2525_2525_2525)
            | zeroes(word ^ 0x3C3C_3C3C_3C3C_3C3C) | zeroes(word ^ 0x3E3E_3E3E_3E3E_3E3E)
            | zeroes((word | 0x2020_2020_2020_2020) ^ 0x7B7B_7B7B_7B7B_7B7B)
            | zeroes((word | 0x2020_2020_2020_2020) ^ 0x7C7C_7C7C_7C7C_7C7C)
            | zeroes((word | 0x2020_2020_2020_2020) ^ 0x7D7D_7D7D_7D7D_7D7D)
            | zeroes(word ^ 0x5E5E_5E5E_5E5E_5E5E) | zeroes(word ^ 0x6060_6060_6060_6060)
            | zeroes(word ^ 0x7F7F_7F7F_7F7F_7F7F) | word & 0x8080_8080_8080_8080
    }

    /// The word whose lowest byte is the first in memory.
    @_transparent private static func ordered(_ word: UInt64) -> UInt64 {
        #if _endian(big)
            word.byteSwapped
        #else
            word
        #endif
    }

    /// The top bit of each byte that is zero. Only the lowest set bit is certain: bytes above it may be set wrongly.
    @_transparent private static func zeroes(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }

    /// The top bit of each byte that is a quote or a backslash, with the limits of `zeroes`.
    @_transparent private static func quotesAndBackslashes(_ word: UInt64) -> UInt64 {
        zeroes(word ^ 0x2222_2222_2222_2222) | zeroes(word ^ 0x5C5C_5C5C_5C5C_5C5C)
    }

    /// The top bit of each byte that must be escaped in a string or is outside ASCII, with the limits of `zeroes`.
    @_transparent private static func notPlain(_ word: UInt64) -> UInt64 {
        quotesAndBackslashes(word) | ((word &- 0x2020_2020_2020_2020) | word) & 0x8080_8080_8080_8080
    }

    /// The top bit of each byte that is a control character, with the limits of `zeroes`.
    @_transparent private static func controls(_ word: UInt64) -> UInt64 {
        (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
    }
}
