// In: the types that each type and each endpoint lead to. Out: the endpoints that each type is reached from. Types that
// lead to each other are reached from the same endpoints; any other type has the endpoints of all types that lead to
// it. A set is a row of bits, so that a document where everything uses everything costs little more than its
// references.

struct EndpointSets {
    /// The bits of each group of types that lead to each other, one row after another.
    private var bits: [UInt64]
    private let width: Int
    /// The group of each type.
    private let groups: [Int]

    /// The most 64-bit words for all rows: 16 million are 128 MB. If more are needed, there are no sets.
    private static let limit = 16_000_000

    /// - Parameters:
    ///   - children: The nodes that each node leads to.
    ///   - roots: The nodes that each endpoint leads to.
    init?(children: [[Int]], roots: [[Int]]) {
        width = (roots.count + 63) / 64
        let (groups, count) = Self.groups(children)
        guard count * width <= Self.limit else { return nil }
        self.groups = groups
        bits = Array(repeating: 0, count: count * width)
        for (endpoint, nodes) in roots.enumerated() {
            for node in nodes { bits[groups[node] * width + endpoint / 64] |= 1 << UInt64(endpoint % 64) }
        }
        // A group is numbered after those that it leads to.
        var members: [[Int]] = Array(repeating: [], count: count)
        for node in groups.indices { members[groups[node]].append(node) }
        for group in (0..<count).reversed() {
            for node in members[group] {
                for child in children[node] where groups[child] != group {
                    for word in 0..<width { bits[groups[child] * width + word] |= bits[group * width + word] }
                }
            }
        }
    }

    /// How many endpoints lead to some of these, and the first few of them.
    func endpoints(of nodes: [Int], first limit: Int) -> (count: Int, first: [Int]) {
        var (count, first) = (0, [Int]())
        for word in 0..<width {
            var all = nodes.reduce(into: 0 as UInt64) { $0 |= bits[groups[$1] * width + word] }
            count += all.nonzeroBitCount
            while all != 0, first.count < limit {
                first.append(word * 64 + all.trailingZeroBitCount)
                all &= all - 1
            }
        }
        return (count, first)
    }

    /// Groups of nodes that lead to each other (Tarjan's algorithm, without recursion: a chain may be as long as the
    /// document).
    private static func groups(_ children: [[Int]]) -> (of: [Int], count: Int) {
        var groups = Array(repeating: -1, count: children.count)
        var (order, low) = (groups, groups)
        var count = 0
        var next = 0
        var open: [Int] = []
        var way: [(node: Int, child: Int)] = []
        for start in children.indices where order[start] < 0 {
            way.append((start, 0))
            while let (node, child) = way.last {
                if child == 0, order[node] < 0 {
                    (order[node], low[node]) = (next, next)
                    next += 1
                    open.append(node)
                }
                if child < children[node].count {
                    way[way.count - 1].child += 1
                    let inner = children[node][child]
                    if order[inner] < 0 {
                        way.append((inner, 0))
                    } else if groups[inner] < 0 {
                        low[node] = min(low[node], order[inner])
                    }
                    continue
                }
                way.removeLast()
                if let outer = way.last?.node { low[outer] = min(low[outer], low[node]) }
                guard low[node] == order[node] else { continue }
                while let inner = open.popLast() {
                    groups[inner] = count
                    if inner == node { break }
                }
                count += 1
            }
        }
        return (groups, count)
    }
}
