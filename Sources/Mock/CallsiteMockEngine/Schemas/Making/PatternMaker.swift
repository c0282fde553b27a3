import CallsiteText

/// Makes strings that match a pattern. Anchors and word edges are ignored, so check each string against the pattern.
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
        var string = String.UnicodeScalarView()
        for scalar in maker.scalars { if let scalar = Unicode.Scalar(scalar) { string.append(scalar) } }
        return String(string)
    }

    private mutating func make(_ node: PatternNode) {
        guard budget > 0 else { return }
        budget -= 1
        switch node {
        case .empty, .start, .end, .wordEdge, .noWordEdge: break
        case .one(let set): if let scalar = dice.pick(set.samples) { scalars.append(scalar) }
        case .sequence(let parts): for part in parts { make(part) }
        case .choice(let branches): if let branch = dice.pick(branches) { make(branch) }
        case .many(let part, let minimum, let maximum):
            let upperBound = min(maximum ?? (minimum + extra), minimum + extra)
            for _ in 0..<dice.number(in: minimum...max(minimum, upperBound)) {
                guard budget > 0 else { return }
                make(part)
            }
        }
    }
}
