/// A path with `{placeholders}`, checked: it begins with `/`, its braces match, no name comes twice, and what stands
/// between them can stand in a URL (RFC 3986, section 3.3). A query may follow.
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

    /// With nothing but names between the braces: `/v1/{name}:move` for `/v1/{name=shelves/*}:move`.
    package var plainText: String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .placeholder(let name): "{" + name + "}"
            }
        }.joined()
    }

    /// The first placeholder that comes twice, but for those that may.
    func firstRepeated(but allowed: Set<String>) -> String? {
        var counts: [String: Int] = [:]
        for case .placeholder(let name) in parts { counts[name, default: 0] += 1 }
        return placeholders.first { counts[$0, default: 0] > 1 && !allowed.contains($0) }
    }

    /// Where a placeholder stands for the second time, in scalars.
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

    /// `requiresSlash` is false for the patterns of deep links; `allowsRepetitions` takes a placeholder twice.
    init(parsing text: String, requiresSlash: Bool = true, allowsRepetitions: Bool = false) throws(Problem) {
        let scalars = Array(text.unicodeScalars)
        if requiresSlash {
            guard scalars.first == "/" else {
                throw Problem(message: "a path begins with '/'", help: "write '/\(text)'", range: 0..<scalars.count)
            }
        }
        var parts: [Part] = []
        var names: Set<String> = []
        var literal = ""
        var at = 0
        func string(_ range: Range<Int>) -> String { String(scalars: scalars[range]) }
        while at < scalars.count {
            let scalar = scalars[at]
            switch scalar {
            case "{":
                guard let end = scalars[at...].firstIndex(of: "}") else {
                    throw Problem(message: "this '{' is not closed", help: nil, range: at..<scalars.count)
                }
                let content = string(at + 1..<end)
                let sign = content.firstIndex(of: "=")
                let isPattern = sign.map { PathTemplate.isPattern(content[content.index(after: $0)...]) } ?? false
                let name = isPattern ? String(content[..<(sign ?? content.endIndex)]) : content
                guard !name.isEmpty,
                    !name.unicodeScalars.contains(where: { $0 == "{" || $0 == "/" || $0.value <= 0x20 })
                else {
                    throw Problem(message: "'{\(name)}' names no parameter", help: nil, range: at..<end + 1)
                }
                if !names.insert(name).inserted, !allowsRepetitions {
                    throw Problem(
                        message: "'{\(name)}' comes twice", help: "give each its own name", range: at..<end + 1)
                }
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                parts.append(.placeholder(name))
                at = end + 1
                continue
            case "}":
                throw Problem(message: "this '}' closes nothing", help: nil, range: at..<at + 1)
            case "#":
                throw Problem(message: "'#' would end the path", help: "write '%23'", range: at..<at + 1)
            case "%":
                guard at + 2 < scalars.count, PathTemplate.isHexadecimal(scalars[at + 1]),
                    PathTemplate.isHexadecimal(scalars[at + 2])
                else {
                    throw Problem(
                        message: "'%' needs two hexadecimal digits behind it", help: "write '%25' for a percent sign",
                        range: at..<at + 1)
                }
            default:
                let isAllowed =
                    scalar.isASCII && scalar.value > 0x20 && !"\"<>\\^`|\u{7F}".unicodeScalars.contains(scalar)
                guard isAllowed else {
                    throw Problem(
                        message: "'\(scalar)' can't stand in a path", help: "percent-encode it", range: at..<at + 1)
                }
            }
            literal.unicodeScalars.append(scalar)
            at += 1
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        for segment in text.prefix(while: { $0 != "?" }).split(separator: "/") where segment == "." || segment == ".." {
            throw Problem(message: "a path can't hold '\(segment)' as a segment", help: nil, range: 0..<scalars.count)
        }
        self.text = text
        self.parts = parts
    }

    /// Whether a string is a pattern of `google.api.http`, which stands behind a parameter's name: literal segments, `*` for one of any
    /// content, and at the end `**` for one or more of them.
    static func isPattern(_ text: some StringProtocol) -> Bool {
        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
        return segments.enumerated().allSatisfy { index, segment in
            if segment == "**" { return index == segments.count - 1 }
            return segment == "*"
                || !segment.isEmpty
                    && segment.unicodeScalars.allSatisfy { $0.isIdentifierPart || "-.~".unicodeScalars.contains($0) }
        } && segments.contains { $0.hasPrefix("*") }
    }

    private static func isHexadecimal(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "0"..."9", "a"..."f", "A"..."F": true
        default: false
        }
    }
}
