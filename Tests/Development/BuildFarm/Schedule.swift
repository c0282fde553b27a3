/// Two actions of which the second needs the first: a description is generated, and then compiled. Without a second, it
/// came from the cache.
struct Chain: Hashable, Sendable {
    let first: Double
    let second: Double?

    init(_ first: Double, _ second: Double?) { (self.first, self.second) = (first, second) }

    /// Seconds, if nothing has to wait.
    var length: Double { first + (second ?? 0) }
}

/// How long a build takes with that number of workers: a free worker takes the longest chain that is left, as build
/// systems do that know how long an action took the last time. A chain stays with its worker, which has its files.
func time(of chains: [Chain], on workers: Int) -> Double {
    var ends = [Double](repeating: 0, count: max(1, min(workers, chains.count)))
    for chain in chains.sorted(by: { $0.length > $1.length }) {
        // The first in the heap is the first that is free.
        ends[0] += chain.length
        sink(&ends)
    }
    return ends.max() ?? 0
}

/// Puts the first element of a binary heap where it belongs.
private func sink(_ heap: inout [Double]) {
    var parent = 0
    while true {
        var child = 2 * parent + 1
        guard child < heap.count else { return }
        if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
        guard heap[child] < heap[parent] else { return }
        heap.swapAt(parent, child)
        parent = child
    }
}
