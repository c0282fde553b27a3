// Samples inside the limits of their schemas, where that is simple.

import CallsiteCore
import CallsiteText

extension ValueLimits {
    private static let longest = 400.0
    private static let mostElements = 20.0

    /// The plain value of a type, changed as little as the limits require; unchanged if no simple value fits.
    func fitted(_ plain: JSONValue, _ shape: API.Shape, _ api: API) -> JSONValue {
        let shape = api.resolvingAliases(shape.withoutOptional)
        return switch (plain, shape) {
        case (.string(let text), .scalar(.string)): .string(fitted(text))
        case (.number(let number), .scalar):
            numbers.fitted(Double(number.digits) ?? 0, isInteger: shape.isInteger).map { JSONValue(number: $0) }
                ?? plain
        case (.array(let values), .list(let element)): .array(fitted(values, element, api))
        default: plain
        }
    }

    func fitted(_ text: String) -> String {
        var lengths = lengths
        let digits = patterns.count == 1 ? patterns.first.flatMap(Self.digits) : nil
        if let digits {
            lengths.least = max(lengths.least, digits.minimum)
            lengths.most = min(lengths.most, digits.maximum)
        }
        guard !text.isEmpty, lengths.least <= min(lengths.most, Self.longest), patterns.isEmpty || digits != nil else {
            return text
        }
        let plain = digits == nil ? text : "123456789"
        let count = Int(min(max(Double(plain.unicodeScalars.count), lengths.least), lengths.most))
        var scalars = String.UnicodeScalarView()
        while scalars.count < count { scalars.append(contentsOf: plain.unicodeScalars.prefix(count - scalars.count)) }
        return String(scalars)
    }

    /// How many digits a string may have if its pattern is one for numbers: `^[0-9]+$`, `^\d{17,20}$`,
    /// `^(0|[1-9][0-9]*)$`, `^[0-9a-f]{6}$`. nil for any other pattern.
    private static func digits(_ pattern: String) -> (minimum: Double, maximum: Double)? {
        guard pattern.hasPrefix("^"), pattern.hasSuffix("$") else { return nil }
        var form = pattern.dropFirst().dropLast().replacing(#"\d"#, with: "[0-9]")
        if form.hasPrefix("("), form.hasSuffix(")") { form = form.dropFirst().dropLast() }
        if ["0|[1-9][0-9]*", "[1-9][0-9]*"].contains(form) { return (1, .infinity) }
        guard let set = digitSets.first(where: form.hasPrefix) else { return nil }
        let times = form.dropFirst(set.count)
        if times.isEmpty { return (1, 1) }
        if times == "+" || times == "*" { return (times == "+" ? 1 : 0, .infinity) }
        let numbers = times.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
        guard times.hasPrefix("{"), times.hasSuffix("}"), numbers.count < 3, let minimum = UInt16(numbers[0])
        else { return nil }
        let maximum = numbers.count == 1 ? Double(minimum) : UInt16(numbers[1]).map { Double($0) } ?? .infinity
        return (Double(minimum), maximum)
    }

    private static let digitSets = [
        "[0-9]", "[0-9a-f]", "[a-f0-9]", "[0-9A-F]", "[A-F0-9]", "[0-9a-fA-F]", "[a-fA-F0-9]",
    ]

    /// Repeats the element of a list until the list is long enough.
    private func fitted(_ values: [JSONValue], _ element: API.Shape, _ api: API) -> [JSONValue] {
        let values = values.map { elements.first?.fitted($0, element, api) ?? $0 }
        guard let first = values.first, counts.least <= min(counts.most, Self.mostElements) else { return values }
        if counts.most < 1 { return [] }
        let missing = Int(max(counts.least, 0)) - values.count
        return missing > 0 && !areElementsUnique ? values + Array(repeating: first, count: missing) : values
    }
}

extension ValueLimits.Bounds {
    /// The digits of the nearest number that is easily found; nil if the number already fits, or if none is found.
    func fitted(_ plain: Double, isInteger: Bool) -> String? {
        guard !allows(plain) else { return nil }
        let unit = step ?? 1
        let isStepped = step != nil || isInteger
        let lowest = isStepped ? (least / unit).rounded(.up) * unit : least
        let highest = isStepped ? (most / unit).rounded(.down) * unit : most
        let numbers = [lowest, lowest + unit, highest, highest - unit] + (isStepped ? [] : [(least + most) / 2])
        guard let number = numbers.first(where: { $0.isFinite && allows($0) }) else { return nil }
        return Int(exactly: number).map { String($0) } ?? (isInteger ? nil : "\(number)")
    }

    private func allows(_ number: Double) -> Bool {
        let quotient = step.map { number / $0 } ?? 0
        return (isLeastOut ? number > least : number >= least) && (isMostOut ? number < most : number <= most)
            && abs(quotient - quotient.rounded()) < 1e-9
    }
}
