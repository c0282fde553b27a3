import Foundation

/// The fields of a JSON object by their keys. It is a dictionary, but for when two keys are the same: when they have
/// the same Unicode scalars, as for JSON (RFC 8259, section 8.3). Swift's strings are equal when they look the same, so
/// that a dictionary of them has one `é` where JSON has two.
public struct JSONObject: Hashable, Sendable {
    private var fields: [Name: JSONValue]

    /// A string that is equal to those with the same UTF-8.
    private struct Name: Hashable, Sendable {
        let text: String

        static func == (a: Name, b: Name) -> Bool { isSameText(a.text, b.text) }

        // Not the string's own hash: a server can send thousands of keys for which that is the same.
        func hash(into hasher: inout Hasher) {
            var text = text
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    public init() { fields = [:] }

    /// If a key is repeated, the last value counts.
    public init(_ fields: some Sequence<(key: String, value: JSONValue)>) {
        self.init()
        for (key, value) in fields { self[key] = value }
    }

    /// The value of a key; nil if there is none. Setting nil removes the key; `.null` is a value.
    public subscript(key: String) -> JSONValue? {
        get { fields[Name(text: key)] }
        set { fields[Name(text: key)] = newValue }
    }

    public var count: Int { fields.count }
    public var isEmpty: Bool { fields.isEmpty }
    /// In no particular order.
    public var keys: [String] { fields.keys.map(\.text) }

    /// The fields in the order of their keys, always the same.
    func sorted() -> [(key: String, value: JSONValue)] {
        let all = fields.map { (key: $0.text, value: $1) }
        return sortedPositions(of: all.map(\.key)).map { all[$0] }
    }
}

extension JSONObject: Sequence {
    /// The fields in no particular order.
    public func makeIterator() -> AnyIterator<(key: String, value: JSONValue)> {
        var iterator = fields.makeIterator()
        return AnyIterator { iterator.next().map { ($0.key.text, $0.value) } }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// If a key is repeated, the last value counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements.lazy.map { ($0.0, $0.1) }) }
}

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
