/// A checked path with `{placeholders}`: it begins with `/`, its braces match, no name comes twice, and the characters
/// between placeholders may stand in a URL (RFC 3986, section 3.3). A query may follow.
package struct PathTemplate: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case literal(String)
        case placeholder(String)
        package var isPlaceholder: Bool { if case .placeholder = self { true } else { false } }
    }

    package let text: String
    package let parts: [Part]

    package var placeholders: [String] {
        var seen: Set<String> = []
        return parts.compactMap {
            if case .placeholder(let name) = $0, seen.insert(name).inserted { name } else { nil }
        }
    }

    /// The path with only names between its braces: `/v1/{name}:move` for `/v1/{name=shelves/*}:move`.
    package var plainText: String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .placeholder(let name): "{" + name + "}"
            }
        }.joined()
    }

    /// The first placeholder that comes twice and isn't `allowed` to.
    func firstRepeated(but allowed: Set<String>) -> String? {
        var counts: [String: Int] = [:]
        for case .placeholder(let name) in parts { counts[name, default: 0] += 1 }
        return placeholders.first { counts[$0, default: 0] > 1 && !allowed.contains($0) }
    }

    /// The offset of a placeholder's second occurrence, in scalars.
    func offset(ofRepeated name: String) -> Int {
        var offset = 0
        var isRepeated = false
        for part in parts {
            switch part {
            case .literal(let text): offset += text.unicodeScalars.count
            case .placeholder(let other):
                if other == name, isRepeated { return offset }
                isRepeated = isRepeated || other == name
                offset += other.unicodeScalars.count + 2
            }
        }
        return 0
    }

    /// Why a string is no path template: the message, and the scalars that it concerns.
    struct Problem: Error {
        var message: DiagnosticText
        var help: DiagnosticText?
        var range: Range<Int>
    }

    /// - Parameters:
    ///   - requiresSlash: False for the patterns of deep links.
    ///   - allowsRepetitions: Whether a placeholder may come twice.
    init(parsing text: String, requiresSlash: Bool = true, allowsRepetitions: Bool = false) throws(Problem) {
        let scalars = Array(text.unicodeScalars)
        if requiresSlash, scalars.first != "/" {
            throw Problem(message: "a path begins with '/'", help: "write '/\(text)'", range: 0..<scalars.count)
        }
        var parts: [Part] = []
        var names: Set<String> = []
        var literal = ""
        func endLiteral() {
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = ""
        }
        var index = 0
        while index < scalars.count {
            if scalars[index] == "{" {
                let (name, range) = try Self.placeholder(in: scalars, from: index)
                if !names.insert(name).inserted, !allowsRepetitions {
                    throw Problem(message: "'{\(name)}' comes twice", help: "give each its own name", range: range)
                }
                endLiteral()
                parts.append(.placeholder(name))
                index = range.upperBound
            } else {
                if let (message, help) = Self.problem(in: scalars, at: index) {
                    throw Problem(message: message, help: help, range: index..<index + 1)
                }
                literal.unicodeScalars.append(scalars[index])
                index += 1
            }
        }
        endLiteral()
        for segment in text.prefix(while: { $0 != "?" }).split(separator: "/") where segment == "." || segment == ".." {
            throw Problem(message: "a path can't hold '\(segment)' as a segment", range: 0..<scalars.count)
        }
        self.text = text
        self.parts = parts
    }

    /// `{name}`, or `{name=pattern}`.
    private static func placeholder(
        in scalars: [Unicode.Scalar], from start: Int
    ) throws(Problem) -> (name: String, range: Range<Int>) {
        guard let end = scalars[start...].firstIndex(of: "}") else {
            throw Problem(message: "this '{' is not closed", range: start..<scalars.count)
        }
        var name = String(scalars: scalars[start + 1..<end])
        if let sign = name.firstIndex(of: "="), isPattern(name[name.index(after: sign)...]) {
            name = String(name[..<sign])
        }
        if name.isEmpty || name.unicodeScalars.contains(where: { $0 == "{" || $0 == "/" || $0.value <= 0x20 }) {
            throw Problem(message: "'{\(name)}' names no parameter", range: start..<end + 1)
        }
        return (name, start..<end + 1)
    }

    /// The reason a character can't stand outside of a placeholder; nil: it can.
    private static func problem(
        in scalars: [Unicode.Scalar], at index: Int
    ) -> (message: DiagnosticText, help: DiagnosticText?)? {
        let scalar = scalars[index]
        switch scalar {
        case "}": return ("this '}' closes nothing", nil)
        case "#": return ("'#' would end the path", "write '%23'")
        case "%":
            let digits = scalars[(index + 1)...].prefix(2)
            guard digits.count < 2 || !digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
            return ("'%' needs two hexadecimal digits behind it", "write '%25' for a percent sign")
        default:
            let isAllowed =
                scalar.isASCII && scalar.value > 0x20 && !"\"<>\\^`|\u{7F}".unicodeScalars.contains(scalar)
            return isAllowed ? nil : ("'\(scalar)' can't stand in a path", "percent-encode it")
        }
    }

    /// Whether a string is a pattern of `google.api.http`, such as `shelves/*` in `{name=shelves/*}`: literal segments,
    /// `*` for any segment, and at the end `**` for any number of segments.
    static func isPattern(_ text: some StringProtocol) -> Bool {
        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
        return segments.enumerated().allSatisfy { index, segment in
            if segment == "**" { return index == segments.count - 1 }
            return segment == "*"
                || !segment.isEmpty
                    && segment.unicodeScalars.allSatisfy { $0.isIdentifierPart || "-.~".unicodeScalars.contains($0) }
        } && segments.contains { $0.hasPrefix("*") }
    }
}
