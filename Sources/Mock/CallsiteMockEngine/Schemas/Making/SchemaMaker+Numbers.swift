/// Numbers, on a grid of tenths, hundredths … that all bounds and divisors are on.
extension SchemaMaker {
    mutating func number(_ shape: SchemaShape, name: String?, isInteger: Bool) -> JSONValue? {
        var lowest = shape.bounds.filter { !$0.isUpper }.map { ($0.number, $0.isExclusive) }
        var highest = shape.bounds.filter(\.isUpper).map { ($0.number, $0.isExclusive) }
        for range in shape.nodes.compactMap({ $0.keywords.format?.range }) {
            lowest.append((range.lowerBound, false))
            highest.append((range.upperBound, false))
        }
        let divisors = shape.nodes.compactMap(\.keywords.multipleOf)
        let low = lowest.max { $0.0 != $1.0 ? $0.0 < $1.0 : !$0.1 && $1.1 }
        let high = highest.min { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 && !$1.1 }
        // Bounds that are as far away as those of a format are ignored here.
        let far = ExactNumber(1_000_000_000_000)
        let near = (low: low.flatMap { $0.0 < far.negated ? nil : $0 }, high: high.flatMap { far < $0.0 ? nil : $0 })
        let exponents = (divisors + [near.low?.0, near.high?.0].compactMap { $0 }).map { -$0.exponent }
        let places = max(0, exponents.max() ?? 0)
        for more in isInteger ? [0] : divisors.isEmpty ? [2, 0, 5, 9] : [0] where places + more <= 17 {
            if let value = onGrid(places + more, near.low, near.high, divisors, name, isInteger: isInteger) {
                return value.json
            }
        }
        // For values that are too large or too fine for a grid of machine integers.
        var candidates = [ExactNumber(0), ExactNumber(1)] + divisors
        for bound in [low, high] {
            guard let bound = bound?.0 else { continue }
            candidates.append(bound)
            for step in [1, -1] { candidates.append(Self.sum(bound, step)) }
            candidates.append(
                ExactNumber(isNegative: bound.isNegative, digits: bound.digits, exponent: bound.exponent + 1))
            candidates.append(
                ExactNumber(isNegative: bound.isNegative, digits: bound.digits + [5], exponent: bound.exponent - 1))
        }
        return candidates.first { value in
            (!isInteger || value.isInteger)
                && divisors.allSatisfy(value.isMultiple)
                && lowest.allSatisfy { $0.1 ? $0.0 < value : $0.0 <= value }
                && highest.allSatisfy { $0.1 ? value < $0.0 : value <= $0.0 }
        }?.json
    }

    /// One more or one less than a whole number of fewer than 500 digits; other numbers are returned as they are.
    private static func sum(_ value: ExactNumber, _ step: Int) -> ExactNumber {
        guard value.isInteger, value.digits.count + value.exponent < 500 else { return value }
        var digits = value.digits + [UInt8](repeating: 0, count: value.exponent)
        if digits.isEmpty { return ExactNumber(step) }
        let grows = value.isNegative == (step < 0)
        var place = digits.count - 1
        while place >= 0 {
            if grows, digits[place] == 9 {
                digits[place] = 0
            } else if !grows, digits[place] == 0 {
                digits[place] = 9
            } else {
                digits[place] = grows ? digits[place] + 1 : digits[place] - 1
                break
            }
            place -= 1
        }
        if place < 0, grows { digits.insert(1, at: 0) }
        return ExactNumber(isNegative: value.isNegative, digits: digits, exponent: 0)
    }

    private static func scaled(_ value: ExactNumber, _ places: Int) -> Int? {
        ExactNumber(isNegative: value.isNegative, digits: value.digits, exponent: value.exponent + places).int
    }

    private static func multiple(_ a: Int, _ b: Int) -> Int? {
        var (x, y) = (a, b)
        while y != 0 { (x, y) = (y, x % y) }
        let (product, isOver) = (a / max(x, 1)).multipliedReportingOverflow(by: b)
        return isOver ? nil : product
    }

    private mutating func onGrid(
        _ places: Int, _ low: (ExactNumber, Bool)?, _ high: (ExactNumber, Bool)?, _ divisors: [ExactNumber],
        _ name: String?, isInteger: Bool
    ) -> ExactNumber? {
        guard let scale = Self.scaled(ExactNumber(1), places) else { return nil }
        var unit = isInteger ? scale : 1
        for divisor in divisors {
            guard let scaled = Self.scaled(divisor, places), scaled > 0, let next = Self.multiple(unit, scaled) else {
                return nil
            }
            unit = next
        }
        var minimum: Int?
        var maximum: Int?
        if let low {
            guard let scaled = Self.scaled(low.0, places), scaled.magnitude < 1 << 61 else { return nil }
            // Rounded up to the grid.
            minimum = scaled / unit + (scaled % unit > 0 ? 1 : 0)
            if low.1, scaled % unit == 0 { minimum = scaled / unit + 1 }
        }
        if let high {
            guard let scaled = Self.scaled(high.0, places), scaled.magnitude < 1 << 61 else { return nil }
            maximum = scaled / unit - (scaled % unit < 0 ? 1 : 0)
            if high.1, scaled % unit == 0 { maximum = scaled / unit - 1 }
        }
        if let minimum, let maximum, minimum > maximum { return nil }
        func fits(_ value: Int) -> Bool { (minimum ?? .min) <= value && value <= (maximum ?? .max) }
        let steps: Int
        if isInteger, let plausible = PlausibleValues.integer(name, &dice), plausible < .max / scale,
            fits(plausible * scale / unit)
        {
            steps = plausible * scale / unit
        } else {
            let top = max(1, unit >= scale ? 100 : 100 * (scale / max(unit, 1)))
            let start = minimum ?? (maximum.map { $0 >= 1 ? 1 : $0 - 99 } ?? 1)
            let end = min(maximum ?? .max, start > .max - top ? .max : start + top - 1)
            let preferred = fits(1) ? max(start, 1) : start
            steps = dice.number(in: min(preferred, end)...end)
        }
        let (value, isOver) = steps.multipliedReportingOverflow(by: unit)
        guard !isOver else { return nil }
        let exact = ExactNumber(value)
        return ExactNumber(isNegative: exact.isNegative, digits: exact.digits, exponent: exact.exponent - places)
    }
}
