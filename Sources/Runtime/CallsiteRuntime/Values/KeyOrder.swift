import Foundation

/// Whether two strings have the same Unicode scalars.
func isSameText(_ a: String, _ b: String) -> Bool { a == b && a.utf8.elementsEqual(b.utf8) }

/// The positions of strings in the order of their scalars.
func sortedPositions(of strings: [String]) -> [Int] {
    // The first eight bytes nearly always decide.
    var order: [(prefix: UInt64, position: Int)] = []
    order.reserveCapacity(strings.count)
    for (position, string) in strings.enumerated() {
        var string = string
        var prefix: UInt64 = 0
        string.withUTF8 { utf8 in
            if let start = utf8.baseAddress { memcpy(&prefix, start, min(8, utf8.count)) }
        }
        order.append((UInt64(bigEndian: prefix), position))
    }
    order.sort { a, b in
        a.prefix == b.prefix ? precedesByScalars(strings[a.position], strings[b.position]) : a.prefix < b.prefix
    }
    return order.map(\.position)
}

/// The order of strings by their scalars. `<` won't do: it takes canonically equivalent strings, such as the two forms
/// of `é`, for equal, so their order would depend on the order before.
func precedesByScalars(_ a: String, _ b: String) -> Bool {
    var (a, b) = (a, b)
    return a.withUTF8 { a in
        b.withUTF8 { b in
            guard let first = a.baseAddress, let second = b.baseAddress else { return a.count < b.count }
            let order = memcmp(first, second, min(a.count, b.count))
            return order == 0 ? a.count < b.count : order < 0
        }
    }
}
