/// Makes strings that fit a format, a pattern or a name, within the limits of their length.
extension SchemaMaker {
    private static let longest = 100_000

    mutating func string(_ shape: SchemaShape, name: String?) -> JSONValue? {
        let minimum = shape.largest(\.minLength) ?? 0
        let maximum = shape.smallest(\.maxLength) ?? .max
        guard minimum <= maximum, minimum <= Self.longest else { return nil }
        let patterns = shape.nodes.compactMap(\.keywords.pattern)
        let dates = shape.nodes.compactMap(\.keywords.dateText)
        let formats = shape.nodes.compactMap { $0.keywords.format ?? $0.keywords.madeFormat }.filter { $0.range == nil }
        func fits(_ text: String) -> Bool {
            let count = text.unicodeScalars.count
            return minimum <= count && count <= maximum && formats.allSatisfy { $0.allows(text) }
                && dates.allSatisfy { $0.matches(text) }
                && patterns.allSatisfy { $0.matches(text) == true }
        }
        work -= minimum / 16
        if let date = dates.first {
            let text = date.text(
                .init(
                    year: 2024 + dice.below(3), month: 1 + dice.below(12), day: 1 + dice.below(28),
                    hour: dice.below(24), minute: dice.below(60), second: dice.below(60)))
            return fits(text) ? .string(text) : nil
        }
        for _ in 0..<3 {
            for format in formats {
                if let text = PlausibleValues.string(format: format, name, &dice) {
                    if fits(text) { return .string(text) }
                    for variant in Self.stretched(text, format, minimum, maximum) where fits(variant) {
                        return .string(variant)
                    }
                }
            }
            if formats.isEmpty {
                let text = fitted(PlausibleValues.string(name, &dice), minimum, maximum)
                if fits(text) { return .string(text) }
            }
        }
        // A format or a length may apply beside the pattern, so strings of different lengths are tried until one fits.
        for pattern in patterns {
            for extra in [2, 0, 5, 10, 20, 40, minimum, 2 * minimum, 200] {
                for _ in 0..<(extra < 100 ? 12 : 3) where work > 0 {
                    work -= 10 + (minimum + extra) / 8
                    let text = PatternMaker.make(pattern, extra: min(extra, 20_000), &dice)
                    if fits(text) { return .string(text) }
                    let padded = fitted(text, minimum, maximum)
                    if fits(padded) { return .string(padded) }
                    for variant in Self.framed(text) where fits(variant) { return .string(variant) }
                }
            }
        }
        for text in ["", "a", "A1!aaaaa", "0", "Aa1!Aa1!Aa1!", "https://example.com"] {
            let padded = fitted(text, minimum, maximum)
            if fits(padded) { return .string(padded) }
        }
        return nil
    }

    /// Adds characters of several kinds at one end, for a pattern with a condition such as "at least one digit".
    private static func framed(_ text: String) -> [String] { ["Aa1!" + text, text + "Aa1!", "a" + text, text + "1"] }

    private mutating func fitted(_ text: String, _ minimum: Int, _ maximum: Int) -> String {
        let scalars = text.unicodeScalars
        if scalars.count > maximum {
            let cut = String(String.UnicodeScalarView(scalars.prefix(maximum)))
            // A string doesn't end with a space.
            return cut.last == " " ? cut.dropLast() + "e" : cut
        }
        guard scalars.count < minimum else { return text }
        var result = text
        var count = scalars.count
        while count < minimum {
            let word = (count == 0 ? "" : " ") + PlausibleValues.string(nil, &dice)
            let part = word.unicodeScalars.prefix(minimum - count)
            result.unicodeScalars += part
            count += part.count
        }
        return result.last == " " ? result.dropLast() + "e" : result
    }

    /// Longer and shorter strings of the same format.
    private static func stretched(_ text: String, _ format: SchemaFormat, _ minimum: Int, _ maximum: Int) -> [String] {
        let missing = max(0, min(minimum, longest) - text.unicodeScalars.count)
        let padding = String(repeating: "a", count: missing)
        return switch format {
        case .email, .idnEmail: [padding + text, "a@b.co", "a@b"]
        case .uri, .iri, .uriReference, .iriReference, .uriTemplate:
            [text + padding, "https://a.co", "a:b", "a:", "http://example.com/" + padding, "mailto:ada@example.com"]
        case .byte: (0..<4).map { String(repeating: "QUFB", count: minimum / 4 + 1 + $0) } + ["QQ==", ""]
        case .base64url: [text + padding, "QQ", ""]
        case .hostname, .idnHostname:
            [
                "a", "a.co",
                String(repeating: "a.", count: max(0, min(minimum, 250) - 1) / 2) + (minimum % 2 == 0 ? "aa" : "a"),
            ]
        case .dateTime:
            [
                "2026-01-31T09:30:00.\(String(repeating: "0", count: min(missing + 1, 100)))Z",
                "2026-01-31T09:30:00.000Z", "2026-01-31T09:30:00+00:00",
            ]
        case .time: ["09:30:00.\(String(repeating: "0", count: min(missing + 1, 100)))Z", "09:30:00+00:00"]
        case .regex: [padding, "a" + padding]
        case .jsonPointer: ["/" + padding, "", "/a" + padding]
        case .ipv6: ["::1", "2001:0db8:0000:0000:0000:0000:0000:0001"]
        case .ipv4: ["1.1.1.1", "192.168.100.100"]
        case .duration: ["P1Y2M3DT4H5M6S", "P1D", "PT0S"]
        default: []
        }
    }
}
