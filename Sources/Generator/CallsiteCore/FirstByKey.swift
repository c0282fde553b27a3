// Lookups of named parts. If two parts of a description have the same name, the first one counts.

extension Dictionary {
    package init(firstOf pairs: some Sequence<(Key, Value)>) {
        self.init(pairs, uniquingKeysWith: { first, _ in first })
    }
}

extension Sequence {
    package func byFirst<Key: Hashable>(_ key: (Element) -> Key) -> [Key: Element] {
        Dictionary(firstOf: map { (key($0), $0) })
    }
}

extension Array where Element: Hashable {
    /// The position of each element.
    package var firstPositions: [Element: Int] { Dictionary(firstOf: zip(self, indices)) }
}
