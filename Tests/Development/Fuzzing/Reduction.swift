/// Makes an input smaller as long as the same still happens: first whole nodes, then lines, then bytes.
package struct Reduction {
    /// The smallest so far.
    package private(set) var best: FuzzInput
    private var attempts: Int
    /// Which of some candidates still show it, in their order.
    private let stillFail: ([FuzzInput]) throws -> [Bool]
    private let mayParse: (FuzzInput) throws -> Bool
    /// How many candidates are tried at once.
    private let width: Int

    /// - Parameters:
    ///   - attempts: How many candidates are tried before the smallest is taken.
    ///   - width: How many candidates are tried at once.
    ///   - mayParse: Whether an input can be parsed here: what ends the parser is made smaller by lines and bytes
    ///     alone.
    package init(
        _ input: FuzzInput, attempts: Int, width: Int, mayParse: @escaping (FuzzInput) throws -> Bool = { _ in true },
        stillFail: @escaping ([FuzzInput]) throws -> [Bool]
    ) {
        self.mayParse = mayParse
        best = input
        self.attempts = attempts
        self.width = width
        self.stillFail = stillFail
    }

    package mutating func run() throws {
        if !best.others.isEmpty { try shrink([Self.withoutOthers(best)]) }
        if best.subject == .description || best.subject == .configuration { try reduceNodes() }
        try reducePieces { bytes in
            bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) + [0x0A] }
        }
        // A piece of a path could be that of another place.
        if best.main.bytes.count <= 2000, best.subject != .command { try reducePieces { bytes in bytes.map { [$0] } } }
    }

    private static func withoutOthers(_ input: FuzzInput) -> FuzzInput {
        var input = input
        input.others = []
        return input
    }

    /// Takes the smallest candidate that still fails. False: none does.
    @discardableResult
    private mutating func shrink(_ candidates: [FuzzInput]) throws -> Bool {
        var found = false
        for start in stride(from: 0, to: candidates.count, by: width) where attempts > 0 {
            let some = Array(candidates[start..<min(candidates.count, start + width)].prefix(attempts))
            attempts -= some.count
            let results = try stillFail(some)
            let failing = zip(some, results).filter(\.1).map(\.0)
            if let smallest = failing.min(by: { $0.main.bytes.count < $1.main.bytes.count }),
                smallest.main.bytes.count < best.main.bytes.count || smallest.others.count < best.others.count
            {
                best = smallest
                found = true
                break
            }
        }
        return found
    }

    private static func with(_ bytes: [UInt8], of input: FuzzInput) -> FuzzInput {
        var input = input
        input.main.bytes = bytes
        return input
    }

    // MARK: Nodes

    private mutating func reduceNodes() throws {
        guard try mayParse(best), let tree = DocumentTree(parsing: best.main.bytes) else { return }
        // Written anew it must still show it; a name says which of the formats it is.
        for style in [DocumentTree.Style.yaml, .json] {
            let input = Self.with(Array(tree.text(style).utf8), of: best)
            guard attempts > 0, try stillFail([input])[0] else { continue }
            best = input
            var current = tree
            while attempts > 0 {
                let smaller = Self.smaller(current)
                let texts = smaller.map { Array($0.text(style).utf8) }
                // It isn't parsed again: written anew it may be what ends the parser.
                guard try shrink(texts.map { Self.with($0, of: best) }),
                    let position = texts.firstIndex(of: best.main.bytes)
                else {
                    return
                }
                current = smaller[position]
            }
            return
        }
    }

    /// The tree without each of its nodes, the large ones first, and with each collection replaced by what is in it.
    private static func smaller(_ tree: DocumentTree) -> [DocumentTree] {
        let ways = tree.ways.map { ($0, tree.node(at: $0)?.count ?? 0) }.sorted { $0.1 > $1.1 }.map(\.0)
        var smaller: [DocumentTree] = ways.map { way in
            var copy = tree
            copy.remove(at: way)
            return copy
        }
        for way in ways {
            guard let node = tree.node(at: way), !node.children.isEmpty else { continue }
            for child in node.children.prefix(4) {
                var copy = tree
                copy.change(at: way) { $0 = child }
                smaller.append(copy)
            }
        }
        return smaller
    }

    // MARK: Lines and bytes

    /// Leaves out pieces: halves, quarters, …, single ones.
    private mutating func reducePieces(_ split: ([UInt8]) -> [[UInt8]]) throws {
        var size = max(1, split(best.main.bytes).count / 2)
        while attempts > 0 {
            let (input, pieces) = (best, split(best.main.bytes))
            let candidates = stride(from: 0, to: pieces.count, by: size).map { start in
                Self.with(Array((pieces[..<start] + pieces[min(pieces.count, start + size)...]).joined()), of: input)
            }
            if try shrink(candidates) { continue }
            if size == 1 { return }
            size /= 2
        }
    }
}
