extension CompiledSchema {
    /// A value that the schema allows. It is checked before it is returned; if all attempts fail, the failure says what
    /// is wrong.
    package func makeValue(_ options: MakeOptions = MakeOptions()) -> Result<JSONValue, SchemaMakeFailure> {
        var work = SchemaMaker.mostWork
        return makeValue(options, &work)
    }

    /// - Parameter work: How many schemas may still be applied, for all attempts together.
    func makeValue(_ options: MakeOptions, _ work: inout Int) -> Result<JSONValue, SchemaMakeFailure> {
        var nearest: JSONValue?
        var reason: String?
        for attempt in 0..<SchemaMaker.mostAttempts where work > 0 {
            var options = options
            if attempt == 4 || attempt == 6 { options.isFull.toggle() }
            if attempt >= 6 { options.usesExamples = false }
            var maker = SchemaMaker(
                program, options, dice: Dice(options.seed &+ UInt64(attempt) &* 0x5851_F42D_4C95_7F2D))
            maker.turn = attempt
            maker.work = work
            defer { work = maker.work }
            guard let value = maker.make([root], name: options.name ?? maker.ownName(root), depth: 0) else {
                reason = reason ?? maker.reason
                continue
            }
            if maker.isValid(value, [root]) { return .success(value) }
            nearest = value
        }
        let mistakes = nearest.map { self.mistakes(in: $0, direction: options.direction, limit: 5) } ?? []
        if let mistake = mistakes.first {
            let place = mistake.instance.isEmpty ? "" : " at \(mistake.instance)"
            return .failure(
                SchemaMakeFailure(
                    message: "no value could be made; the nearest is wrong\(place): \(mistake.message)",
                    mistakes: mistakes,
                    nearest: nearest))
        }
        return .failure(
            SchemaMakeFailure(
                message: "no value could be made: \(reason ?? "the schema's keywords seem to contradict each other")",
                mistakes: [],
                nearest: nil))
    }
}

/// Makes a value, from outside in. All schemas that apply to a value are collected first, one branch of each `oneOf`
/// and `anyOf` among them. The value is checked where a branch or a condition could make it wrong, and if necessary
/// made again in another way.
struct SchemaMaker {
    static let mostAttempts = 8
    /// How many schemas may be applied for one value, whatever alternatives they nest.
    static let mostWork = 1_000_000
    /// How deep a value may be if everything in it is required.
    static let mostLevels = 48

    let program: SchemaProgram
    var options: MakeOptions
    var dice: Dice
    private let stack = StackGuard(most: 160 << 10)
    /// How many values may still be made.
    var budget = 6_000
    /// How much work may still be done.
    var work = SchemaMaker.mostWork
    /// The number of the attempt, which decides how branches are chosen.
    var turn = 0
    private var overflows = 0
    /// The first reason why a part couldn't be made.
    private(set) var reason: String?
    /// The schemas that a value is being made for.
    private var active: [Int: Int] = [:]

    init(_ program: SchemaProgram, _ options: MakeOptions, dice: Dice) {
        self.program = program
        self.options = options
        self.dice = dice
    }

    /// The name of a schema in its document.
    func ownName(_ root: Int) -> String? {
        let place = program.place(program.node(root).keywords.place)
        return place.flatMap { $0.parent >= 0 ? $0.token : nil }
    }

    /// Whether optional parts are made at this depth.
    func isGenerous(_ depth: Int) -> Bool { options.isFull && depth < options.mostDepth && budget > 3_000 }

    mutating func because<Value>(_ text: String) -> Value? {
        if reason == nil { reason = text }
        return nil
    }

    func isActive(_ nodes: [Int]) -> Bool { nodes.contains { active[$0, default: 0] > 0 } }

    mutating func isValid(_ value: JSONValue, _ nodes: [Int]) -> Bool {
        for node in nodes {
            guard work > 0 else { return false }
            var checker = SchemaChecker(program, direction: options.direction, steps: work)
            let isValid = checker.check(node, value)
            work -= checker.spent
            guard isValid else { return false }
        }
        return true
    }

    mutating func make(_ roots: [Int], name: String?, depth: Int) -> JSONValue? {
        budget -= 1
        work -= 1
        if work <= 0 { budget = 0 }
        guard budget > 0, depth < Self.mostLevels, !stack.isUsedUp else {
            // Every other attempt would overflow too.
            if budget > 0 { overflows += 1 }
            if overflows > 20 { budget = min(budget, 0) }
            return because(depth > 8 ? "required parts are in each other without end" : "it would be too large")
        }
        for root in roots { active[root, default: 0] += 1 }
        defer { for root in roots { active[root, default: 1] -= 1 } }
        let attempts = depth == 0 ? 6 : 4
        for attempt in 0..<attempts {
            guard budget > 0, work > 0 else { return nil }
            guard let shape = shape(of: roots, attempt: attempt) else { return nil }
            // Alternatives may differ in their optional parts.
            let wasFull = options.isFull
            if attempt >= 2, shape.hasChoices { options.isFull.toggle() }
            defer { options.isFull = wasFull }
            if options.usesExamples, attempt == 0, let example = example(shape, roots, depth) { return example }
            if let value = value(of: shape, roots, name: name, depth: depth, attempt: attempt),
                !shape.isRisky || isValid(value, roots)
            {
                return value
            }
            if !shape.hasChoices, attempt > 1 { break }
        }
        // If an enum has no value of its type, null may be the only value allowed.
        if isValid(.null, roots) { return .null }
        return because(
            "the keywords at '\(program.pointer(program.node(roots.first ?? -1).keywords.place))' seem to contradict each other"
        )
    }

    private mutating func example(_ shape: SchemaShape, _ roots: [Int], _ depth: Int) -> JSONValue? {
        let isInteger = shape.types.contains(.integer) && !shape.types.contains(.number)
        for (node, index) in zip(shape.nodes, shape.indices) {
            for example in node.keywords.examples.prefix(4) {
                // No client can hold such a number.
                if isInteger, example.isBeyondIntegers(format: node.keywords.format?.rawValue) { continue }
                // An example may be deeper than asked for; at depth, only plain values are taken.
                if depth > options.mostDepth, example.object != nil || example.array != nil { continue }
                if shape.fixed.contains(where: { example.object != nil && example[$0.key] != $0.value }) { continue }
                // Many references may lead to one example.
                work -= MockStores.footprint(example) / 256
                // An alternative's example must be valid by itself, not because another alternative allows anything.
                if isValid(example, roots.contains(index) ? roots : roots + [index]) { return example }
            }
        }
        return nil
    }

    private mutating func value(
        of shape: SchemaShape, _ roots: [Int], name: String?, depth: Int, attempt: Int
    ) -> JSONValue? {
        if let values = shape.listed {
            let start = options.seed == 0 && turn == 0 && attempt == 0 ? 0 : dice.below(values.count)
            for offset in values.indices.prefix(200) {
                let value = values[(start + offset) % values.count]
                if isValid(value, roots) { return value }
            }
            return nil
        }
        let kinds = shape.kinds
        guard !kinds.isEmpty else { return nil }
        switch kinds[attempt % kinds.count] {
        case .object: return object(shape, depth)
        case .array: return array(shape, name: name, depth)
        case .string: return string(shape, name: name)
        case .integer: return number(shape, name: name, isInteger: true)
        case .number: return number(shape, name: name, isInteger: false)
        case .boolean: return .bool(dice.below(2) == 0)
        default: return .null
        }
    }
}
