/// Points in time, the soonest first. There is no removal: who set a timer ignores it when it no longer matters.
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
        var at = entries.count - 1
        while at > 0, entries[(at - 1) / 2].time > entries[at].time {
            entries.swapAt(at, (at - 1) / 2)
            at = (at - 1) / 2
        }
    }

    /// The soonest, if it is due.
    mutating func next(due now: UInt64) -> Entry? {
        guard let first = entries.first, first.time <= now else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            sink(0)
        }
        return first
    }

    /// Keeps some, after many connections have come and gone.
    mutating func keep(where isNeeded: (Entry) -> Bool) {
        entries.removeAll { !isNeeded($0) }
        for at in stride(from: entries.count / 2 - 1, through: 0, by: -1) { sink(at) }
    }

    private mutating func sink(_ start: Int) {
        var at = start
        while true {
            var least = at
            for child in (2 * at + 1)...(2 * at + 2)
            where child < entries.count && entries[child].time < entries[least].time {
                least = child
            }
            if least == at { return }
            entries.swapAt(at, least)
            at = least
        }
    }
}

/// A descriptor is used again for the next connection, the number isn't.
struct ConnectionID: Hashable, Sendable {
    let descriptor: Int32
    let number: UInt64

    static let none = ConnectionID(descriptor: -1, number: 0)
}
