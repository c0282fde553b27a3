import CallsiteCore

/// Whether each version of an app works with each version of the server.
package struct CompatibilityMatrix: Sendable {
    /// Whether one version of the app works with one version of the server.
    package struct Cell: Sendable {
        package var verdict = AppVerdict.none
        /// The first change with this verdict; nil if the two work together.
        package var reason: Change?
    }

    /// Two versions. Either the app or the server has the older one.
    package struct Pair: Hashable, Sendable {
        package var older: Int
        package var newer: Int
    }

    /// Indexed by the app's version, then by the server's; the oldest version is first.
    package private(set) var cells: [[Cell]]

    /// - Parameters:
    ///   - count: the number of versions.
    ///   - comparisons: the results of `compareApps` for each of `pairs(of: count)`.
    package init(count: Int, comparisons: [(released: Comparison, serverOld: Comparison)]) {
        cells = Array(repeating: Array(repeating: Cell(), count: count), count: count)
        for (pair, comparison) in zip(Self.pairs(of: count), comparisons) {
            cells[pair.older][pair.newer] = Self.cell(comparison.released)
            cells[pair.newer][pair.older] = Self.cell(comparison.serverOld)
        }
    }

    private static func cell(_ comparison: Comparison) -> Cell {
        guard let worst = comparison.changes.map(\.app).max(), worst > .none else { return Cell() }
        return Cell(verdict: worst, reason: comparison.changes.first { $0.app == worst })
    }

    /// All pairs of different versions.
    package static func pairs(of count: Int) -> [Pair] {
        (0..<count).flatMap { newer in (0..<newer).map { Pair(older: $0, newer: newer) } }
    }

    /// The versions of the app that work with the newest server, including the newest app, the oldest first. A version
    /// between two of them may be missing, if it uses something that was removed again.
    ///
    /// - Parameter verdict: the worst that is allowed.
    package func apps(atMost verdict: AppVerdict) -> [Int] {
        cells.indices.filter { cells[$0][cells.count - 1].verdict <= verdict }
    }
}
