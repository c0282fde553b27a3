// libyaml often stops behind the line with the mistake: it reads a line without a colon as a string, which ends only at
// the next line with a colon. The code here finds the line that you must change.

/// The lines of a file that libyaml refused.
struct YAMLLines {
    private let source: [UInt8]
    private let file: FileID
    private let starts: [Int]

    init(_ source: [UInt8], _ file: FileID) {
        (self.source, self.file) = (source, file)
        var starts = [0]
        source.withUnsafeBufferPointer { bytes in
            for (index, byte) in bytes.enumerated()
            where byte == 0x0A || (byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)) {
                starts.append(index + 1)
            }
        }
        self.starts = starts
    }

    var count: Int { starts.count }

    /// The characters of a line, counted from 1, without its end and without a byte order mark. A very long line is
    /// cut.
    subscript(number: Int) -> [Unicode.Scalar] {
        guard starts.indices.contains(number - 1) else { return [] }
        let start = starts[number - 1]
        var end = number < starts.count ? starts[number] - 1 : source.count
        if end > start, source[end - 1] == 0x0D { end -= 1 }
        let scalars = Array(String(decoding: source[start..<min(end, start + 100_000)], as: UTF8.self).unicodeScalars)
        return number == 1 && scalars.first == "\u{FEFF}" ? Array(scalars.dropFirst()) : scalars
    }

    /// The place of characters in a line. `column` is counted from 0.
    func at(_ line: Int, _ column: Int, _ length: Int) -> SourceLocation {
        SourceLocation(file: file, line: line, column: column + 1, length: length)
    }

    /// The nearest line above that is neither blank nor a comment.
    func above(_ number: Int) -> Int? {
        for other in stride(from: number - 1, to: max(0, number - 1000), by: -1) {
            let text = self[other].drop { $0 == " " || $0 == "\t" }
            if let first = text.first, first != "#" { return other }
        }
        return nil
    }

    func indentation(_ number: Int) -> Int { self[number].prefix { $0 == " " }.count }
}

extension YAMLLines {
    /// The cause of a ': ' where libyaml expects none, or of a line that fits no mapping; nil if libyaml's own message
    /// says more.
    func culprit(of problem: String, at place: SourceLocation, context: SourceLocation) -> Diagnostic? {
        let stopped = Int(place.line)
        if let upper = above(stopped), let element = besideElements(stopped, upper) { return element }
        for line in [stopped, above(stopped) ?? stopped, Int(context.line)] {
            if let blank = oddBlank(line) { return blank }
        }
        if problem.contains("could not find expected ':'") {
            let line = Int(context.line)
            if let upper = above(line), let element = besideElements(line, upper) { return element }
            return missingColon(line)
        }
        if problem.contains("mapping values are not allowed") {
            // A string that began above continues in this line.
            var line = stopped
            while let upper = above(line) {
                let entry = BlockLine(self, upper)
                if entry.hasColon {
                    return entry.hasValue && indentation(stopped) > indentation(upper)
                        ? tooDeep(stopped, under: upper) : nil
                }
                if entry.isQuotedOrFlow { return nil }
                let next = above(upper)
                let isContinued =
                    next.map { BlockLine(self, $0).hasValue && indentation(upper) > indentation($0) } ?? false
                guard isContinued else { return missingColon(upper) }
                line = upper
            }
            return nil
        }
        if problem.contains("did not find expected key") || problem.contains("expected '-'")
            || problem.contains("block end")
        {
            let entry = BlockLine(self, stopped)
            let column = Int(place.column) - 1
            if self[stopped].indices.contains(column), "]}".unicodeScalars.contains(self[stopped][column]) {
                return .closesNothing(self[stopped][column], at: at(stopped, column, 1))
            }
            // A list's elements in the columns of a mapping's keys, or the other way round.
            if let value = entry.valueBeforeStop(column) {
                return .beginsWithBrace(value, at: at(stopped, entry.valueStart, value.unicodeScalars.count))
            }
            guard indentation(stopped) == column, entry.hasColon || entry.isElement else { return nil }
            return unevenIndentation(stopped, context: context)
        }
        if problem.contains("block sequence entries are not allowed") {
            let column = Int(place.column) - 1
            return .elementBehindKey(at: at(stopped, column, 1))
        }
        return nil
    }

    /// A space that YAML doesn't read as one, in front of a line's first word or behind its colon.
    private func oddBlank(_ line: Int) -> Diagnostic? {
        let text = self[line]
        for (column, scalar) in text.enumerated()
        where !scalar.isASCII && scalar.properties.isWhitespace || scalar == "\u{FEFF}" || scalar == "\u{200B}" {
            let before = text[..<column]
            if before.allSatisfy({ $0 == " " || $0 == "-" }) || before.last == ":" {
                return .oddBlank(scalar, at: at(line, column, 1))
            }
        }
        return nil
    }

    /// A line without a dash in the column of a list's dashes.
    private func besideElements(_ line: Int, _ upper: Int) -> Diagnostic? {
        let (own, element) = (BlockLine(self, line), BlockLine(self, upper))
        guard element.isElement, !own.isElement, indentation(line) == indentation(upper), own.start < own.end else {
            return nil
        }
        return own.hasColon && element.hasColon == false
            ? .keyAmongElements(own.key, at: own.keyPlace)
            : .missingDash(own.content, at: own.contentPlace)
    }

    /// A line that was meant as `key: value`.
    private func missingColon(_ line: Int) -> Diagnostic? {
        let entry = BlockLine(self, line)
        guard !entry.isQuotedOrFlow else { return nil }
        let place = entry.contentPlace
        let whole = entry.content
        let scalars = Array(whole.unicodeScalars)
        if whole.hasPrefix("//") || whole.hasPrefix("/*") { return .foreignComment(at: place) }
        if ["<<<<<<<", "=======", ">>>>>>>"].contains(where: whole.hasPrefix) { return .conflictMarker(at: place) }
        if let colon = scalars.firstIndex(of: "\u{FF1A}") { return .wideColon(at: at(line, entry.start + colon, 1)) }
        if let colon = scalars.firstIndex(of: ":"), colon > 0, colon + 1 < scalars.count, scalars[colon + 1] != "/" {
            return .colonWithoutBlank(
                String(scalars: scalars[..<colon]), String(scalars: scalars[(colon + 1)...]),
                at: at(line, entry.start + colon, 1))
        }
        if let equals = scalars.firstIndex(of: "="), equals > 0 {
            let key = scalars[..<equals].reversed().drop { $0 == " " }.reversed()
            return .missingColon(
                whole, key: String(scalars: Array(key)[...]),
                value: String(scalars: Array(scalars[(equals + 1)...].drop { $0 == " " })[...]), at: place)
        }
        // `struct Order {`
        if whole.hasSuffix("{") {
            let names = whole.dropLast().split(separator: " ")
            return .braceOfOtherLanguage(whole, String(names.count > 1 ? names[1] : names.first ?? "Order"), at: place)
        }
        // `Use it often.` in the column of the key whose string it continues.
        if let upper = above(line), indentation(upper) == indentation(line),
            scalars.first?.properties.isUppercase == true, scalars.count(where: { $0 == " " }) >= 2
        {
            let above = BlockLine(self, upper)
            if above.hasColon, above.hasValue { return .textInColumnOfKey(above.key, at: place) }
        }
        let blank = scalars.firstIndex(of: " ") ?? scalars.count
        return .missingColon(
            whole, key: String(scalars: scalars[..<blank]),
            value: String(scalars: Array(scalars[blank...].drop { $0 == " " })[...]), at: place)
    }

    /// A line that is indented as if it continued the value above it. The line in an odd column is the wrong one.
    private func tooDeep(_ line: Int, under upper: Int) -> Diagnostic? {
        let (lower, entry) = (BlockLine(self, line), BlockLine(self, upper))
        if entry.key.hasPrefix("-"), entry.key.utf8.count > 1 {
            return .dashWithoutBlank(entry.content, at: at(upper, entry.start, 1))
        }
        // `description: Note` and below it `that: …`: prose, which needs quotes.
        guard lower.keyIsWord else {
            return .colonInText(entry.key, at: at(line, lower.start + lower.key.unicodeScalars.count, 1))
        }
        if indentation(upper) % 2 == 1, indentation(line) % 2 == 0, indentation(line) == indentation(upper) + 1 {
            return .uneven(entry.key, indentation(upper), lower.key, indentation(line), at: entry.keyPlace)
        }
        return .deeperThanAbove(lower.key, entry.key, at: lower.keyPlace, above: entry.startPlace)
    }

    /// A line that begins between the columns of those above it.
    private func unevenIndentation(_ line: Int, context: SourceLocation) -> Diagnostic? {
        guard let upper = above(line) else { return nil }
        let own = indentation(line)
        // `- source: a` and below it a key between the dash and its key.
        let element = BlockLine(self, upper)
        if element.isElement, element.hasColon, own > indentation(upper), own < element.start {
            let entry = BlockLine(self, line)
            return .betweenColumns(
                entry.key, own, outer: indentation(upper), inner: element.start, at: entry.keyPlace,
                first: element.startPlace)
        }
        // The columns of the mappings and lists that are open above.
        var columns: [(column: Int, line: Int)] = []
        var other: Int? = upper
        while let number = other, columns.count < 50 {
            let column = indentation(number)
            if column < columns.last?.column ?? .max { columns.append((column, number)) }
            if column == 0 { break }
            other = above(number)
        }
        guard !columns.contains(where: { $0.column == own }), let outer = columns.first(where: { $0.column < own }),
            let inner = columns.last(where: { $0.column > own })
        else { return nil }
        let entry = BlockLine(self, line)
        // Most files indent by two columns, so the line in an odd column is the wrong one.
        if own % 2 == 0, inner.column % 2 == 1, inner.column == own + 1,
            let odd = firstLine(at: inner.column, above: line)
        {
            let culprit = BlockLine(self, odd)
            return .uneven(culprit.key, inner.column, entry.key, own, at: culprit.keyPlace)
        }
        return .betweenColumns(
            entry.key, own, outer: outer.column, inner: inner.column, at: entry.keyPlace,
            first: BlockLine(self, inner.line).startPlace)
    }

    /// The first line in a column, among the lines above that are indented at least as far.
    private func firstLine(at column: Int, above line: Int) -> Int? {
        var first: Int?
        var other = above(line)
        while let number = other, indentation(number) >= column {
            if indentation(number) == column { first = number }
            other = above(number)
        }
        return first
    }
}

/// A line of a block, read without libyaml.
private struct BlockLine {
    let lines: YAMLLines
    let number: Int
    let text: [Unicode.Scalar]
    /// The columns where the line's content begins and ends, without its dashes and its comment.
    let start: Int
    let end: Int
    let colon: Int?
    let isElement: Bool

    init(_ lines: YAMLLines, _ number: Int) {
        let text = lines[number]
        (self.lines, self.number, self.text) = (lines, number, text)
        var start = text.firstIndex { $0 != " " } ?? text.count
        var isElement = false
        while start + 1 < text.count, text[start] == "-", text[start + 1] == " " {
            isElement = true
            start += 2
            while start < text.count, text[start] == " " { start += 1 }
        }
        self.start = start
        self.isElement = isElement
        var end = text.count
        if let comment = text.indices.first(where: { $0 > 0 && text[$0] == "#" && text[$0 - 1] == " " }) {
            end = comment
        }
        while end > start, text[end - 1] == " " || text[end - 1] == "\t" { end -= 1 }
        self.end = max(start, end)
        colon = (start..<max(start, end)).first {
            text[$0] == ":" && ($0 + 1 == text.count || text[$0 + 1] == " " || text[$0 + 1] == "\t")
        }
    }

    var hasColon: Bool { colon != nil }
    var hasValue: Bool { colon.map { $0 + 1 < end } ?? (start < end) }
    var isQuotedOrFlow: Bool { start < end && "\"'{[|>".unicodeScalars.contains(text[start]) }
    var valueStart: Int {
        guard let colon else { return start }
        return (colon + 1..<max(colon + 1, end)).first { text[$0] != " " } ?? end
    }
    /// `{id}` of `path: {id}/a`, where YAML expects nothing behind the brace.
    func valueBeforeStop(_ column: Int) -> String? {
        guard let colon, colon < column, column <= end, text[column - 1] == "}" else { return nil }
        let value = text[(colon + 1)..<column].drop { $0 == " " }
        return value.first == "{" ? String(scalars: text[value.startIndex..<end]) : nil
    }
    var key: String { String(scalars: text[start..<(colon ?? end)]) }
    var keyPlace: SourceLocation { lines.at(number, start, key.unicodeScalars.count) }
    /// The place where the content begins, without a length.
    var startPlace: SourceLocation { lines.at(number, start, 0) }
    /// The line without its dashes and its comment.
    var content: String { String(scalars: text[start..<end]) }
    var contentPlace: SourceLocation { lines.at(number, start, end - start) }
    var keyIsWord: Bool { !key.isEmpty && !key.contains(" ") }
}

extension Diagnostic {
    static func oddBlank(_ scalar: Unicode.Scalar, at place: SourceLocation) -> Self {
        let name: DiagnosticText = scalar == "\u{A0}" ? "a no-break space" : "a character that looks like a space"
        return .error(
            "odd-blank",
            "\(name) is here, \(VisibleText.codePoint(scalar.value)), which YAML reads as part of a string",
            help: "type a space", at: place)
    }
    static func missingColon(_ text: String, key: String, value: String, at place: SourceLocation) -> Self {
        .error(
            "missing-colon", "'\(text)' has no ': ', so YAML reads it as a string",
            help: value.isEmpty
                ? "write '\(key):', with what belongs to it indented below" : "write '\(key): \(value)'", at: place)
    }
    static func braceOfOtherLanguage(_ text: String, _ name: String, at place: SourceLocation) -> Self {
        .error(
            "missing-colon", "'\(text)' isn't YAML",
            help: "write '\(name):', and what belongs to it indented below, without braces", at: place)
    }
    static func textInColumnOfKey(_ key: String, at place: SourceLocation) -> Self {
        .error(
            "missing-colon", "this line is where a key is expected",
            help: "if it goes on with the text of '\(key)', indent it deeper than '\(key)'", at: place)
    }
    static func foreignComment(at place: SourceLocation) -> Self {
        .error("missing-colon", "a comment begins with '#' in YAML", help: "write '# …'", at: place)
    }
    static func conflictMarker(at place: SourceLocation) -> Self {
        .error(
            "missing-colon", "this is a conflict marker of Git",
            help: "keep one of the two sides, and remove the markers", at: place)
    }
    static func wideColon(at place: SourceLocation) -> Self {
        .error(
            "missing-colon", "this is a full-width colon, U+FF1A, which YAML reads as part of a string",
            help: "type ': '", at: place)
    }
    static func missingDash(_ text: String, at place: SourceLocation) -> Self {
        .error("missing-dash", "'\(text)' is in a list, but has no '-'", help: "write '- \(text)'", at: place)
    }
    static func keyAmongElements(_ key: String, at place: SourceLocation) -> Self {
        .error(
            "indentation", "'\(key)' is among the elements of a list",
            help: "begin it in the column of the list's own key", at: place)
    }
    static func colonInText(_ key: String, at place: SourceLocation) -> Self {
        .error(
            "colon-in-value", "YAML reads ': ' as the start of a value, and this is inside the string of '\(key)'",
            help: "quote the whole value", at: place)
    }
    static func colonWithoutBlank(_ key: String, _ value: String, at place: SourceLocation) -> Self {
        .error("missing-colon", "a space is missing after this ':'", help: "write '\(key): \(value)'", at: place)
    }
    static func deeperThanAbove(_ key: String, _ upper: String, at place: SourceLocation, above: SourceLocation) -> Self
    {
        .error(
            "indentation", "'\(key)' is indented deeper than '\(upper)', which has a value already",
            help: "keys of one mapping begin in the same column", at: place,
            notes: [.init("'\(upper)' is here", at: above)])
    }
    static func uneven(
        _ key: String, _ column: Int, _ other: String, _ otherColumn: Int, at place: SourceLocation
    ) -> Self {
        .error(
            "indentation",
            "'\(key)' is indented by \(spaces(column)), and '\(other)' below it by \(spaces(otherColumn))",
            help: "keys of one mapping begin in the same column", at: place)
    }
    static func betweenColumns(
        _ key: String, _ column: Int, outer: Int, inner: Int, at place: SourceLocation, first: SourceLocation
    ) -> Self {
        .error(
            "indentation",
            "'\(key)' is indented by \(spaces(column)), which is neither \(outer) nor \(inner) as the lines above are",
            help: "keys of one mapping begin in the same column", at: place,
            notes: [.init("the keys here are indented by \(spaces(inner))", at: first)])
    }
    static func closesNothing(_ bracket: Unicode.Scalar, at place: SourceLocation) -> Self {
        .error("unclosed", "this '\(bracket)' closes nothing", help: "remove it", at: place)
    }
    static func elementBehindKey(at place: SourceLocation) -> Self {
        .error(
            "indentation", "a list of '- ' can't begin on the line of its key",
            help: "begin it on a line of its own, or write '[…]'", at: place)
    }
    private static func spaces(_ count: Int) -> DiagnosticText { count == 1 ? "1 space" : "\(count) spaces" }
}
