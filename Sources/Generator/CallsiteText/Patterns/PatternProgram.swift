/// A pattern as instructions. All possible matches are followed at once (Thompson's construction), so each code point
/// of a string is checked at most once per instruction.
struct PatternProgram: Sendable {
    enum Instruction: Sendable {
        case one(Int)
        case split(Int, Int)
        case jump(Int)
        case start, end, wordEdge, noWordEdge
        case match
    }

    private(set) var instructions: [Instruction] = []
    private var classes: [PatternClass] = []
    /// Whether a match can only begin at the start.
    private let isAnchored: Bool

    init(_ node: PatternNode, isAnchored: Bool) throws(Pattern.Problem) {
        self.isAnchored = isAnchored || Self.begins(node)
        try emit(node)
        instructions.append(.match)
    }

    private static func begins(_ node: PatternNode) -> Bool {
        switch node {
        case .start: true
        case .sequence(let parts): parts.first.map(begins) ?? false
        case .choice(let branches): branches.allSatisfy(begins)
        default: false
        }
    }

    /// Appends a node's instructions. The recursion follows the nesting of groups, which the parser bounds.
    private mutating func emit(_ node: PatternNode) throws(Pattern.Problem) {
        guard instructions.count < Pattern.mostInstructions else { throw .unsupported("it is too large") }
        switch node {
        case .empty: break
        case .one(let set):
            classes.append(set)
            instructions.append(.one(classes.count - 1))
        case .start: instructions.append(.start)
        case .end: instructions.append(.end)
        case .wordEdge: instructions.append(.wordEdge)
        case .noWordEdge: instructions.append(.noWordEdge)
        case .sequence(let parts): for part in parts { try emit(part) }
        case .choice(let branches):
            var jumps: [Int] = []
            for (index, branch) in branches.enumerated() {
                let split = instructions.count
                let isLast = index == branches.count - 1
                if !isLast { instructions.append(.jump(0)) }
                try emit(branch)
                guard !isLast else { break }
                jumps.append(instructions.count)
                instructions.append(.jump(0))
                instructions[split] = .split(split + 1, instructions.count)
            }
            for jump in jumps { instructions[jump] = .jump(instructions.count) }
        case .many(let part, let least, let most): try emit(many: part, least: least, most: most)
        }
    }

    private mutating func emit(many part: PatternNode, least: Int, most: Int?) throws(Pattern.Problem) {
        let before = instructions.count
        for count in 0..<least {
            try emit(part)
            // Repeating an empty part adds no instructions.
            if count == 0, instructions.count == before { return }
        }
        guard let most else {
            let split = instructions.count
            instructions.append(.jump(0))
            try emit(part)
            instructions.append(.jump(split))
            instructions[split] = .split(split + 1, instructions.count)
            return
        }
        guard most > least else { return }
        var splits: [Int] = []
        for _ in least..<most {
            splits.append(instructions.count)
            instructions.append(.jump(0))
            try emit(part)
        }
        for split in splits { instructions[split] = .split(split + 1, instructions.count) }
    }

    private static func isWord(_ scalars: [UInt32], _ place: Int) -> Bool {
        scalars.indices.contains(place) && PatternClass.words.contains { $0.contains(scalars[place]) }
    }

    /// Whether there is a match; nil if more than `steps` would be needed.
    func matches(_ scalars: [UInt32], _ steps: inout Int) -> Bool? {
        var current: [Int] = []
        var next: [Int] = []
        /// The position, plus one, at which an instruction was added last.
        var added = [Int](repeating: 0, count: instructions.count)
        var waiting: [Int] = []
        /// Adds an instruction and those that it leads to without reading; true at a match.
        func add(_ first: Int, at place: Int, to list: inout [Int]) -> Bool {
            waiting.append(first)
            while let index = waiting.popLast() {
                guard added[index] != place + 1 else { continue }
                added[index] = place + 1
                steps -= 1
                switch instructions[index] {
                case .one: list.append(index)
                case .jump(let target): waiting.append(target)
                case .split(let preferred, let alternative):
                    waiting.append(alternative)
                    waiting.append(preferred)
                case .start: if place == 0 { waiting.append(index + 1) }
                case .end: if place == scalars.count { waiting.append(index + 1) }
                case .wordEdge, .noWordEdge:
                    let isEdge = Self.isWord(scalars, place - 1) != Self.isWord(scalars, place)
                    let wantsEdge = if case .wordEdge = instructions[index] { true } else { false }
                    if isEdge == wantsEdge { waiting.append(index + 1) }
                case .match: return true
                }
            }
            return false
        }
        if add(0, at: 0, to: &current) { return true }
        for (place, scalar) in scalars.enumerated() {
            guard steps > 0 else { return nil }
            next.removeAll(keepingCapacity: true)
            for index in current {
                steps -= 1
                guard case .one(let set) = instructions[index], classes[set].contains(scalar) else { continue }
                if add(index + 1, at: place + 1, to: &next) { return true }
            }
            if !isAnchored, add(0, at: place + 1, to: &next) { return true }
            if next.isEmpty, isAnchored { return false }
            swap(&current, &next)
        }
        return false
    }
}
