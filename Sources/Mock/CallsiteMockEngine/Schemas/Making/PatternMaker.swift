import CallsiteText

/// Makes strings that match a pattern, but for its anchors and word edges: check them.
struct PatternMaker {
    private(set) var dice: Dice
    /// How many times more than its minimum a part may be repeated.
    private let extra: Int
    private var budget = 20_000
    private var scalars: [UInt32] = []

    static func make(_ pattern: Pattern, extra: Int, _ dice: inout Dice) -> String {
        var maker = PatternMaker(dice: dice, extra: extra)
        maker.make(pattern.tree)
        dice = maker.dice
        var text = String.UnicodeScalarView()
        for scalar in maker.scalars { if let scalar = Unicode.Scalar(scalar) { text.append(scalar) } }
        return String(text)
    }

    private mutating func make(_ node: PatternNode) {
        guard budget > 0 else { return }
        budget -= 1
        switch node {
        case .empty, .start, .end, .wordEdge, .noWordEdge: break
        case .one(let set):
            // Letters and digits are half of what "." makes; a space now and then reads well.
            if let scalar = dice.pick(set.samples) { scalars.append(scalar) }
        case .sequence(let parts): for part in parts { make(part) }
        case .choice(let branches): if let branch = dice.pick(branches) { make(branch) }
        case .many(let part, let least, let most):
            let top = min(most ?? (least + extra), least + extra)
            for _ in 0..<dice.number(in: least...max(least, top)) {
                guard budget > 0 else { return }
                make(part)
            }
        }
    }
}
