import Foundation

/// Whether two strings have the same Unicode scalars.
func isSameText(_ a: String, _ b: String) -> Bool { a == b && a.utf8.elementsEqual(b.utf8) }

/// The positions of strings in the order of their scalars.
func sortedPositions(of texts: [String]) -> [Int] {
    // Nearly always the first eight bytes tell.
    var order: [(prefix: UInt64, position: Int)] = []
    order.reserveCapacity(texts.count)
    for (position, text) in texts.enumerated() {
        var text = text
        var prefix: UInt64 = 0
        text.withUTF8 { utf8 in
            if let start = utf8.baseAddress { memcpy(&prefix, start, min(8, utf8.count)) }
        }
        order.append((UInt64(bigEndian: prefix), position))
    }
    order.sort { a, b in
        a.prefix == b.prefix ? precedesByScalars(texts[a.position], texts[b.position]) : a.prefix < b.prefix
    }
    return order.map(\.position)
}

/// The order of strings by their scalars. `<` is none for strings in several normal forms: sorted by it, they come in
/// an order that depends on the one that they had.
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
