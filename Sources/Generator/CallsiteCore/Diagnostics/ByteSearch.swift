// Functions of the standard library's sequences, written again for bytes. The build plugin runs the tool unoptimised,
// where the library's own functions call an iterator through generic code for each byte, in some 50 ns. These
// functions take a few. Swift chooses them wherever the type is known.

extension UInt8 {
    /// Whether it is an ASCII digit. The properties below are about ASCII too.
    var isDigit: Bool { self &- 0x30 < 10 }
    var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    var isHexadecimal: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
}

extension String.UTF8View {
    package func allSatisfy(_ isAllowed: (UInt8) -> Bool) -> Bool {
        withBytes { bytes, count in
            var index = 0
            while index < count {
                if !isAllowed(bytes[index]) { return false }
                index += 1
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

    /// Calls `body` with the string's bytes. Foundation's strings have no bytes to point to, so they are copied.
    fileprivate func withBytes<Result>(_ body: (UnsafePointer<UInt8>, _ count: Int) -> Result) -> Result {
        func call(_ bytes: UnsafeBufferPointer<UInt8>) -> Result {
            var placeholder: UInt8 = 0
            guard let start = bytes.baseAddress else { return withUnsafePointer(to: &placeholder) { body($0, 0) } }
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

private func areEqual(_ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var index = 0
    while index < count {
        if first[index] != second[index] { return false }
        index += 1
    }
    return true
}
