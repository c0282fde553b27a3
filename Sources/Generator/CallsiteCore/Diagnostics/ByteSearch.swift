// Functions of the standard library's sequences, written again for bytes. The build plugin runs the tool unoptimised,
// where the library's own functions call an iterator through generic code for each byte, some 50 ns; these take a few.
// They are chosen wherever the type is known.

extension UInt8 {
    /// A digit of ASCII, as the others here.
    var isDigit: Bool { self &- 0x30 < 10 }
    var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    var isHexadecimal: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
}

extension String.UTF8View {
    package func allSatisfy(_ isAllowed: (UInt8) -> Bool) -> Bool {
        withBytes { bytes, count in
            var at = 0
            while at < count {
                if !isAllowed(bytes[at]) { return false }
                at += 1
            }
            return true
        }
    }

    package func contains(where isMatch: (UInt8) -> Bool) -> Bool { !allSatisfy { !isMatch($0) } }
    package func contains(_ byte: UInt8) -> Bool { !allSatisfy { $0 != byte } }

    package func count(where isCounted: (UInt8) -> Bool) -> Int {
        var total = 0
        _ = allSatisfy { byte in
            if isCounted(byte) { total += 1 }
            return true
        }
        return total
    }

    /// Strings of Foundation have no bytes to point to: they are copied.
    fileprivate func withBytes<Result>(_ body: (UnsafePointer<UInt8>, _ count: Int) -> Result) -> Result {
        func call(_ bytes: UnsafeBufferPointer<UInt8>) -> Result {
            var none: UInt8 = 0
            guard let start = bytes.baseAddress else { return withUnsafePointer(to: &none) { body($0, 0) } }
            return body(start, bytes.count)
        }
        return withContiguousStorageIfAvailable(call) ?? Array(self).withUnsafeBufferPointer(call)
    }
}

extension ArraySlice<UInt8> {
    package func elementsEqual(_ other: [UInt8]) -> Bool { elementsEqual(other[...]) }

    package func elementsEqual(_ other: ArraySlice<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBufferPointer { own in
            other.withUnsafeBufferPointer { other in
                guard let own = own.baseAddress, let other = other.baseAddress else { return true }
                return areEqual(own, other, count)
            }
        }
    }

    package func elementsEqual(_ other: String.UTF8View) -> Bool {
        other.withBytes { other, size in
            size == count && withUnsafeBufferPointer { $0.baseAddress.map { areEqual($0, other, size) } ?? true }
        }
    }
}

private func areEqual(_ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var at = 0
    while at < count {
        if one[at] != other[at] { return false }
        at += 1
    }
    return true
}
