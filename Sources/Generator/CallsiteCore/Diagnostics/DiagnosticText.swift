/// The wording of a diagnostic: a literal, in which everything interpolated is a quotation of the input.
///
/// The input is untrusted. A quotation is therefore cut at 60 characters, and characters that would break the line,
/// move the cursor or be invisible are escaped. Only this type does so: terminals, JSON and annotations print the same
/// string.
package struct DiagnosticText: ExpressibleByStringInterpolation, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// How many characters of a quotation are shown.
    package static let limit = 60
    /// How many words of a list are shown.
    static let listLimit = 24

    package init(stringLiteral value: String) { description = value }
    package init(stringInterpolation: StringInterpolation) { description = stringInterpolation.text }
    private init(_ text: String) { description = text }
    /// A quotation of the input.
    init(quoting text: String) { description = Self.quoting(text.unicodeScalars) }
    /// A string that is short and has been escaped.
    init(copied text: String) { description = text }

    package struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var text = ""
        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }
        package mutating func appendLiteral(_ literal: String) { text += literal }
        package mutating func appendInterpolation(_ quotation: some StringProtocol) {
            text += DiagnosticText.quoting(quotation.unicodeScalars)
        }
        package mutating func appendInterpolation(_ quotation: Unicode.Scalar) {
            text += DiagnosticText.escaping(CollectionOfOne(quotation))
        }
        /// A path or a reference. Its end says as much as its beginning, so a cut leaves both.
        package mutating func appendInterpolation(path: String) {
            text += DiagnosticText.quoting(path.unicodeScalars, tail: 29)
        }
        package mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }
        package mutating func appendInterpolation(_ phrase: DiagnosticText) { text += phrase.description }
    }

    package static func + (a: Self, b: Self) -> Self { Self(a.description + b.description) }
    package static func += (a: inout Self, b: Self) { a = a + b }

    /// `'a', 'b' or 'c'`, or the beginning of a long list: `'a', 'b' or 30 more`.
    package static func list(_ words: [String], _ conjunction: DiagnosticText = "or") -> Self {
        let quoted = words.prefix(listLimit).map { "'\(path: $0)'" as DiagnosticText }
        if words.count > quoted.count {
            return quoted.joined(separator: ", ") + " \(conjunction) \(words.count - quoted.count) more"
        }
        guard quoted.count > 1 else { return quoted.first ?? "nothing" }
        return quoted.dropLast().joined(separator: ", ") + " \(conjunction) " + quoted[quoted.count - 1]
    }

    /// The parts before and after the first occurrence of `other`; nil: it doesn't occur.
    package func parts(around other: DiagnosticText) -> (before: Self, after: Self)? {
        guard !other.description.isEmpty, let range = description.firstRange(of: other.description) else { return nil }
        return (Self(String(description[..<range.lowerBound])), Self(String(description[range.upperBound...])))
    }

    /// A sentence for use inside another: with a small first letter and without its full stop. It must be one of ours,
    /// since it is neither cut nor escaped.
    static func phrase(_ sentence: String) -> Self {
        Self(sentence.prefix(1).lowercased() + sentence.dropFirst().dropLast())
    }

    private static func quoting(_ scalars: some BidirectionalCollection<Unicode.Scalar>, tail: Int = 0) -> String {
        // Only a window at each end is read: a string may be megabytes long.
        let window = 4096
        let head = Userinfo.hidden(in: scalars.prefix(window))
        let isWhole = scalars.index(scalars.startIndex, offsetBy: window, limitedBy: scalars.endIndex) == nil
        if isWhole {
            guard head.count > limit else { return escaping(head) }
            return escaping(head.prefix(limit - tail)) + "…" + escaping(head.suffix(tail))
        }
        return escaping(head.prefix(limit - tail)) + "…"
            + escaping(Userinfo.hidden(in: scalars.suffix(window)).suffix(tail))
    }

    private static func escaping(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var result = ""
        for scalar in scalars {
            if VisibleText.isControl(scalar) || VisibleText.isInvisible(scalar)
                || (scalar.value > 0x7F && scalar.properties.isWhitespace)
            {
                result += VisibleText.escape(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Sequence where Element: StringProtocol {
    /// Quotations of the input, one after the other.
    package func quoted(separator: DiagnosticText) -> DiagnosticText {
        map { "\($0)" as DiagnosticText }.joined(separator: separator)
    }
}

extension BidirectionalCollection<DiagnosticText> {
    package func joined(separator: DiagnosticText) -> DiagnosticText {
        var result: DiagnosticText = ""
        for (index, text) in enumerated() { result = index == 0 ? text : result + separator + text }
        return result
    }
}
