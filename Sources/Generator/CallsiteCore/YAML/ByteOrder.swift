// Swift's `<` is no order for strings in several Unicode normal forms: `Å` written as U+212B may precede `a` in one
// comparison and follow it through another. The result of sorting by `<` depends on the original order, which differs
// in each process for a dictionary.

extension String {
    /// Whether this string comes first in an order by bytes. Use it wherever strings of a description are sorted.
    package func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

extension Sequence<String> {
    /// The elements ordered by bytes. The result doesn't depend on their order before.
    package func sortedByBytes() -> [String] { sorted { $0.precedes($1) } }
}
