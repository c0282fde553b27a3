// Numbers and texts that keep their bounds, and are words that a person would expect where nothing else is said.

extension ValueMaker {
    func least(_ demands: Demands) -> (bound: ExactNumber, text: JSONValue, isExclusive: Bool)? {
        var result: (bound: ExactNumber, text: JSONValue, isExclusive: Bool)?
        for rule in demands.rules {
            let old = rule.written["exclusiveMinimum"]?.bool == true
            for (bound, key, isExclusive) in [(rule.minimum, "minimum", false), (rule.exclusiveMinimum, old ? "minimum" : "exclusiveMinimum", true)] {
                guard let bound, let text = rule.written[key] else { continue }
                if let known = result, bound < known.bound || (bound == known.bound && known.isExclusive) { continue }
                result = (bound, text, isExclusive)
            }
        }
        return result
    }

    func most(_ demands: Demands) -> (bound: ExactNumber, text: JSONValue, isExclusive: Bool)? {
        var result: (bound: ExactNumber, text: JSONValue, isExclusive: Bool)?
        for rule in demands.rules {
            let old = rule.written["exclusiveMaximum"]?.bool == true
            for (bound, key, isExclusive) in [(rule.maximum, "maximum", false), (rule.exclusiveMaximum, old ? "maximum" : "exclusiveMaximum", true)] {
                guard let bound, let text = rule.written[key] else { continue }
                if let known = result, known.bound < bound || (bound == known.bound && known.isExclusive) { continue }
                result = (bound, text, isExclusive)
            }
        }
        return result
    }

    mutating func number(_ demands: Demands, _ name: String, isWhole: Bool) -> JSONValue? {
        let unit = demands.rules.compactMap { $0.multipleOf == nil ? nil : $0.written["multipleOf"]?.double }.first { $0 > 0 }
        let (low, high) = (least(demands), most(demands))
        var least = low?.text.double
        var most = high?.text.double
        if let format = demands.rules.lazy.compactMap(\.format).first(where: { $0.bounds != nil }), format == .int8 || format == .uint8 {
            least = max(least ?? 0, format == .int8 ? -128 : 0)
            most = min(most ?? 127, 127)
        }
        let usual = Words.number(name: name, &random)
        if isWhole || unit.map({ $0 == $0.rounded() }) == true || (low == nil && high == nil && usual == usual.rounded()) {
            let step = max(1, unit ?? 1)
            var from = ((least ?? min(0, most ?? 0)) / step).rounded(.up) * step
            if low?.isExclusive == true, from <= (least ?? 0) { from += step }
            var to = (((most ?? max(from + 1000 * step, 1000))) / step).rounded(.down) * step
            if high?.isExclusive == true, to >= (most ?? 0) { to -= step }
            if from > to {
                // Nothing whole is between: a fraction may be.
                guard !isWhole, unit == nil else { return nil }
                return fraction(least, most)
            }
            // Beyond this a double isn't exact: what is written is.
            guard abs(from) < 9e15, abs(to) < 9e15 else { return abs(from) < 9e15 ? .int(Int(from)) : low?.text ?? high?.text }
            if unit == nil, from <= usual, usual <= to, usual == usual.rounded() { return .int(Int(usual)) }
            let count = min((to - from) / step, 1000)
            return .int(Int(from + Double(random.next(Int(count) + 1)) * step))
        }
        if let unit {
            let from = ((least ?? 0) / unit).rounded(.up)
            for index in 0..<4 {
                // As few digits as the unit has: 3 times 0.1 is 0.3.
                let value = Self.product(from + Double(index + (low?.isExclusive == true ? 1 : 0)), demands)
                if let value, let number = JSONValue.Number(value) { return .number(number) }
            }
        }
        if low == nil, high == nil { return JSONValue.Number("\(usual)").map { .number($0) } }
        return fraction(least, most)
    }

    private func fraction(_ least: Double?, _ most: Double?) -> JSONValue? {
        let value: Double
        switch (least, most) {
        case (let least?, let most?): value = least + (most - least) / 2
        case (let least?, nil): value = least + 0.5
        case (nil, let most?): value = most - 0.5
        case (nil, nil): value = 0.5
        }
        return value.isFinite ? JSONValue.Number("\(value)").map { .number($0) } : nil
    }

    /// A whole number times the unit, in decimal digits.
    private static func product(_ times: Double, _ demands: Demands) -> String? {
        guard abs(times) < 1e9, let unit = demands.rules.lazy.compactMap(\.multipleOf).first, unit.digits.count <= 9 else { return nil }
        let digits = unit.digits.reduce(0) { $0 * 10 + Int($1) } * Int(times)
        return "\(digits)e\(unit.exponent)"
    }

    // MARK: - Texts

    mutating func text(_ demands: Demands, _ name: String) -> JSONValue? {
        let least = demands.rules.compactMap(\.minLength).max() ?? 0
        let most = demands.rules.compactMap(\.maxLength).min() ?? Int.max
        guard least <= most, least <= 1_000_000 else { return nil }
        let formats = demands.rules.compactMap(\.format).filter { $0.bounds == nil }
        let patterns = demands.rules.compactMap(\.pattern)
        if let format = formats.first {
            let text = Words.text(format: format, name: name, &random)
            if patterns.allSatisfy({ $0.isFound(in: text) != false }), least...max(least, most) ~= text.unicodeScalars.count { return .string(text) }
        }
        if let pattern = patterns.first {
            for _ in 0..<40 {
                var text = pattern.made(&random)
                // A pattern that isn't closed lets more stand behind it.
                if text.unicodeScalars.count < least { text += String(repeating: pattern.filler(text), count: least - text.unicodeScalars.count) }
                if text.unicodeScalars.count <= most, text.unicodeScalars.count >= least, patterns.allSatisfy({ $0.isFound(in: text) == true }) {
                    return .string(text)
                }
            }
        }
        var text = Words.text(name: name, &random)
        while text.unicodeScalars.count < least { text += text.isEmpty ? "text" : " " + text }
        if text.unicodeScalars.count > most {
            text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(most)))
            // A blank at the end looks like a mistake.
            if text.last == " ", text.unicodeScalars.count > least { text.removeLast() }
        }
        return .string(text)
    }
}

extension Pattern {
    /// A text that the pattern is found in, but for what it looks ahead for.
    func made(_ random: inout SeededRandom) -> String {
        var text = ""
        var left = 2000
        Self.make(root, &text, &random, &left)
        return text
    }

    /// What may follow where the pattern allows more.
    func filler(_ text: String) -> String { text.last.map(String.init) ?? "a" }

    private static func make(_ node: PatternNode, _ text: inout String, _ random: inout SeededRandom, _ left: inout Int) {
        guard left > 0 else { return }
        left -= 1
        switch node {
        case .empty, .start, .end, .wordBoundary, .lookAhead: break
        case .characters(let set): if let scalar = set.one(&random) { text.unicodeScalars.append(scalar) }
        case .sequence(let parts): for part in parts { make(part, &text, &random, &left) }
        case .alternatives(let arms): make(arms[random.next(arms.count)], &text, &random, &left)
        case .repeated(let inner, let least, let most):
            let count = least + random.next(min(max((most ?? least + 4) - least, 0), 8) + 1)
            for _ in 0..<min(count, 1000) { make(inner, &text, &random, &left) }
        }
    }
}

extension CharacterSet {
    fileprivate func one(_ random: inout SeededRandom) -> Unicode.Scalar? {
        if !isNegated {
            let choice = random.next(ranges.count + kinds.count)
            if choice < ranges.count {
                let range = ranges[choice]
                let value = range.lowerBound + UInt32(random.next(min(range.count, 1 << 20)))
                return Unicode.Scalar(value) ?? Unicode.Scalar(range.lowerBound)
            }
        }
        // Of others, the first of the plain characters that fits, from a place that chance says.
        let plain = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_ .,:/#@!?äé中\t\n".unicodeScalars)
        let start = random.next(52)
        for offset in plain.indices {
            let scalar = plain[(start + offset) % plain.count]
            if contains(scalar) { return scalar }
        }
        return (0x20..<0x3000).lazy.compactMap { Unicode.Scalar($0 as UInt32) }.first { contains($0) }
    }
}
