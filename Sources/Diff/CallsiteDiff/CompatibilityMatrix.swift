import CallsiteCore

/// For each version of an app and each version of a server whether the two work together.
package struct CompatibilityMatrix: Sendable {
    /// An older version and a newer one, one of which is the app's.
    package struct Meeting: Sendable {
        package var older: Int
        package var newer: Int
        /// The server has the older version, and the app the newer one.
        package var isServerOld: Bool
    }

    /// The meeting of an app and a server.
    package struct Cell: Sendable {
        package var verdict = AppVerdict.none
        /// The first of the changes with this verdict; nil: there is none.
        package var reason: Change?
    }

    /// By app, then by server, the oldest version first.
    package private(set) var cells: [[Cell]]

    /// - Parameters:
    ///   - count: the number of versions.
    ///   - comparisons: one for each of `meetings(of: count)`.
    package init(count: Int, comparisons: [Comparison]) {
        cells = Array(repeating: Array(repeating: Cell(), count: count), count: count)
        for (meeting, comparison) in zip(Self.meetings(of: count), comparisons) {
            guard let worst = comparison.changes.map(\.app).max(), worst > .none else { continue }
            let (app, server) =
                meeting.isServerOld ? (meeting.newer, meeting.older) : (meeting.older, meeting.newer)
            cells[app][server] = Cell(verdict: worst, reason: comparison.changes.first { $0.app == worst })
        }
    }

    /// All meetings of different versions.
    package static func meetings(of count: Int) -> [Meeting] {
        (0..<count).flatMap { newer in
            (0..<newer).flatMap { older in
                [false, true].map { Meeting(older: older, newer: newer, isServerOld: $0) }
            }
        }
    }

    /// The oldest app such that the newest server works with it and with all that are newer.
    ///
    /// - Parameter verdict: the worst that is allowed.
    package func oldestApp(atMost verdict: AppVerdict) -> Int {
        let newest = cells.count - 1
        return (0..<newest).reversed().prefix { cells[$0][newest].verdict <= verdict }.last ?? newest
    }
}
