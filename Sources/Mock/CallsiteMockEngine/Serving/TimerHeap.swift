/// Timers, the soonest first. A timer can't be removed: the server ignores it when it no longer matters.
struct TimerHeap {
    struct Entry {
        let time: UInt64
        let connection: ConnectionID
        let purpose: Purpose
    }

    enum Purpose { case reading, writing, accepting, stopping }

    private var entries: [Entry] = []

    var count: Int { entries.count }
    var first: UInt64? { entries.first?.time }

    mutating func add(_ entry: Entry) {
        entries.append(entry)
        var index = entries.count - 1
        while index > 0, entries[(index - 1) / 2].time > entries[index].time {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Removes and returns the soonest timer, if it is due.
    mutating func next(due now: UInt64) -> Entry? {
        guard let first = entries.first, first.time <= now else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            sink(0)
        }
        return first
    }

    /// Drops unneeded timers, after many connections have come and gone.
    mutating func keep(where isNeeded: (Entry) -> Bool) {
        entries.removeAll { !isNeeded($0) }
        for index in stride(from: entries.count / 2 - 1, through: 0, by: -1) { sink(index) }
    }

    private mutating func sink(_ start: Int) {
        var index = start
        while true {
            var earliest = index
            for child in (2 * index + 1)...(2 * index + 2)
            where child < entries.count && entries[child].time < entries[earliest].time {
                earliest = child
            }
            if earliest == index { return }
            entries.swapAt(index, earliest)
            index = earliest
        }
    }
}

/// The system reuses a descriptor for a later connection. The number tells the two apart.
struct ConnectionID: Hashable, Sendable {
    let descriptor: Int32
    let number: UInt64

    static let none = ConnectionID(descriptor: -1, number: 0)
}
