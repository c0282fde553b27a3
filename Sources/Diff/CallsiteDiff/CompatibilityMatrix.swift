import CallsiteCore

/// For each version of an app and each version of a server whether the two work together.
package struct CompatibilityMatrix: Sendable {
    /// The meeting of an app and a server.
    package struct Cell: Sendable {
        package var verdict = AppVerdict.none
        /// The first of the changes with this verdict; nil: there is none.
        package var reason: Change?
    }

    /// Two versions. Either the app or the server has the older one.
    package struct Pair: Hashable, Sendable {
        package var older: Int
        package var newer: Int
    }

    /// By app, then by server, the oldest version first.
    package private(set) var cells: [[Cell]]

    /// - Parameters:
    ///   - count: the number of versions.
    ///   - comparisons: for each of `pairs(of: count)`, what `compareApps` says of it.
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

    /// The apps that the newest server works with, its own among them, the oldest first. A later app may be missing: it
    /// used something that came and went.
    ///
    /// - Parameter verdict: the worst that is allowed.
    package func apps(atMost verdict: AppVerdict) -> [Int] {
        cells.indices.filter { cells[$0][cells.count - 1].verdict <= verdict }
    }
}
