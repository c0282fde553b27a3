/// A pattern, ready to match. The time is at most that of its states times the text's characters.
struct Pattern: Sendable {
    private enum Step: Sendable {
        case characters(CharacterSet)
        /// Goes on at both.
        case split(Int, Int)
        case jump(Int)
        case start, end
        case wordBoundary(Bool)
        /// Another program from here on.
        case look(Int, isNegated: Bool)
        case match
    }

    let text: String
    let root: PatternNode
    private var steps: [Step] = []
    /// Where the programs of looks begin.
    private var looks: [PatternNode] = []
    private var starts: [Int] = []
    private static let mostSteps = 20_000
    /// Looks are tried at each character again: more than so many steps are too many.
    private static let mostWork = 4_000_000

    init(_ text: String) throws(PatternProblem) {
        self.text = text
        root = try PatternParser.parse(text)
        try add(root)
        steps.append(.match)
        var index = 0
        while index < looks.count {
            starts.append(steps.count)
            try add(looks[index])
            steps.append(.match)
            index += 1
        }
    }

    private mutating func add(_ node: PatternNode) throws(PatternProblem) {
        guard steps.count < Self.mostSteps else { throw PatternProblem(message: "the pattern has more than \(Self.mostSteps) states") }
        switch node {
        case .empty: break
        case .characters(let set): steps.append(.characters(set))
        case .start: steps.append(.start)
        case .end: steps.append(.end)
        case .wordBoundary(let isOne): steps.append(.wordBoundary(isOne))
        case .sequence(let parts): for part in parts { try add(part) }
        case .lookAhead(let inner, let isNegated):
            looks.append(inner)
            steps.append(.look(looks.count - 1, isNegated: isNegated))
        case .alternatives(let arms):
            var ends: [Int] = []
            for (index, arm) in arms.enumerated() {
                guard index < arms.count - 1 else {
                    try add(arm)
                    break
                }
                let split = steps.count
                steps.append(.match)
                try add(arm)
                ends.append(steps.count)
                steps.append(.match)
                steps[split] = .split(split + 1, steps.count)
            }
            for end in ends { steps[end] = .jump(steps.count) }
        case .repeated(let inner, let least, let most):
            guard least <= Self.mostSteps, (most ?? 0) <= Self.mostSteps || most == Int.max else {
                throw PatternProblem(message: "a part is repeated more than \(Self.mostSteps) times")
            }
            for _ in 0..<least { try add(inner) }
            if let most, most != Int.max {
                var splits: [Int] = []
                for _ in least..<max(least, most) {
                    splits.append(steps.count)
                    steps.append(.match)
                    try add(inner)
                }
                for split in splits { steps[split] = .split(split + 1, steps.count) }
            } else {
                let split = steps.count
                steps.append(.match)
                try add(inner)
                steps.append(.jump(split))
                steps[split] = .split(split + 1, steps.count)
            }
        }
    }

    /// Whether the pattern is found anywhere in a text. nil: that would take too long to find out.
    func isFound(in text: String) -> Bool? {
        var run = Run(pattern: self, scalars: Array(text.unicodeScalars))
        return run.find(from: 0, at: 0, anywhere: true)
    }

    private struct Run {
        let pattern: Pattern
        let scalars: [Unicode.Scalar]
        var work = 0
        var depth = 0

        /// nil: too much work.
        mutating func find(from program: Int, at first: Int, anywhere: Bool) -> Bool? {
            guard depth < 16 else { return nil }
            depth += 1
            defer { depth -= 1 }
            let count = pattern.steps.count
            var current: [Int] = []
            var next: [Int] = []
            // By state: the place at which it was last added.
            var added = [Int](repeating: -1, count: count)
            var at = first
            while true {
                if anywhere || at == first {
                    guard let found = close(program, at, &current, &added) else { return nil }
                    if found { return true }
                }
                if current.isEmpty, !anywhere { return false }
                guard at < scalars.count else { return false }
                next.removeAll(keepingCapacity: true)
                work += current.count + 1
                guard work < Pattern.mostWork else { return nil }
                for state in current {
                    guard case .characters(let set) = pattern.steps[state], set.contains(scalars[at]) else { continue }
                    guard let found = close(state + 1, at + 1, &next, &added) else { return nil }
                    if found { return true }
                }
                swap(&current, &next)
                at += 1
            }
        }

        /// Adds the states that a state leads to without a character; true: one of them is the end.
        private mutating func close(_ state: Int, _ at: Int, _ states: inout [Int], _ added: inout [Int]) -> Bool? {
            var waiting = [state]
            while let state = waiting.popLast() {
                guard added[state] != at else { continue }
                added[state] = at
                work += 1
                switch pattern.steps[state] {
                case .match: return true
                case .characters: states.append(state)
                case .split(let first, let second):
                    waiting.append(second)
                    waiting.append(first)
                case .jump(let target): waiting.append(target)
                case .start: if at == 0 { waiting.append(state + 1) }
                case .end: if at == scalars.count { waiting.append(state + 1) }
                case .wordBoundary(let isOne):
                    let before = at > 0 && CharacterSet.isWord(scalars[at - 1])
                    let after = at < scalars.count && CharacterSet.isWord(scalars[at])
                    if (before != after) == isOne { waiting.append(state + 1) }
                case .look(let index, let isNegated):
                    guard let found = find(from: pattern.starts[index], at: at, anywhere: false) else { return nil }
                    if found != isNegated { waiting.append(state + 1) }
                }
            }
            return false
        }
    }
}
