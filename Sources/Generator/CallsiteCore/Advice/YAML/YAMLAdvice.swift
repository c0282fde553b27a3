import CallsiteLibYAML

// A message about invalid YAML says what to write instead, and doesn't show libyaml's words. libyaml says where it
// stopped; the text of that line shows what was probably meant.

/// The diagnostic for what libyaml refused.
func yamlProblem(_ parser: yaml_parser_t, in source: [UInt8], file: FileID) -> Diagnostic {
    let problem = parser.problem.map { String(cString: $0) } ?? "no YAML"
    if parser.error == YAML_READER_ERROR {
        return .controlCharacter(parser.problem_value, at: .ofByte(parser.problem_offset, in: source, file))
    }
    if parser.error == YAML_MEMORY_ERROR { return .invalidYAML("out of memory", at: .start(of: file)) }
    let context = parser.context.map { String(cString: $0) } ?? ""
    let lines = YAMLLines(source, file)
    let place = lines.at(parser.problem_mark.line + 1, parser.problem_mark.column, 0)
    let start = lines.at(parser.context_mark.line + 1, parser.context_mark.column, 0)

    if let foreign = ForeignFile(lines) { return .foreignFile(foreign, at: .start(of: file)) }
    if let advice = lines.advice(at: place) { return advice }
    if let culprit = lines.culprit(of: problem, at: place, context: start) { return culprit }

    if problem.contains("escape") || problem.contains("hexdecimal") || problem.contains("Unicode character code") {
        return .badEscape(at: place)
    }
    if context.contains("quoted scalar") { return .unclosed("quote", at: start) }
    if problem.contains("expected ',' or ']'") || problem.contains("expected ',' or '}'") {
        return lines.flowProblem(opening: start, at: place)
    }
    if problem.contains("<document start>") { return .textAfterEnd(at: place) }
    if problem.contains("mapping values are not allowed") { return .unexpectedColon(at: place) }
    if problem.contains("expected key") || problem.contains("block end") || problem.contains("block collection")
        || problem.contains("':'") || problem.contains("expected '-'")
    {
        return .brokenIndentation(at: place, of: start)
    }
    if problem.contains("node content") {
        let line = lines[Int(place.line)]
        if line.indices.contains(Int(place.column) - 1), line[Int(place.column) - 1] == "," {
            return .commaTooMany(at: place)
        }
    }
    return .invalidYAML(problem, at: place)
}

extension YAMLLines {
    /// Guesses the meaning of the line at which libyaml stopped, or of one just above it, from its text.
    fileprivate func advice(at place: SourceLocation) -> Diagnostic? {
        let number = Int(place.line)
        let line = self[number]
        let column = Int(place.column) - 1

        // A tab among the blanks at the start of the line, or where libyaml stopped.
        if let tab = line.prefix(while: { $0 == " " || $0 == "\t" }).firstIndex(of: "\t") {
            return .tab(at: at(number, tab, 1))
        }
        if line.indices.contains(column), line[column] == "\t" { return .tab(at: place) }

        // `/* … */` behind YAML.
        if let slash = line.indices.dropLast().first(where: {
            line[$0] == "/" && line[$0 + 1] == "*" && ($0 == 0 || line[$0 - 1] == " ")
        }),
            slash <= column + 2, !line[..<slash].contains("\""), !line[..<slash].contains("'")
        {
            return .foreignComment(at: at(number, slash, 2))
        }
        for other in stride(from: number, to: max(0, number - 2), by: -1) {
            let entry = Entry(self, other)
            if let advice = entry.afterListAdvice ?? entry.afterQuoteAdvice ?? entry.valueAdvice ?? entry.braceAdvice {
                return advice
            }
            // An empty line, or one that only closes brackets, gives no clue: then the line above may.
            let saysSomething = entry.text.contains { !" \t]}".unicodeScalars.contains($0) }
            if saysSomething, other == number, !entry.value.isEmpty { break }
        }
        return nil
    }
}

/// A line of the form `key: value`, read without libyaml.
private struct Entry {
    let lines: YAMLLines
    let number: Int
    let text: [Unicode.Scalar]
    let key: String
    /// The columns of the value, without a comment behind it; empty if there is none.
    let value: Range<Int>

    init(_ lines: YAMLLines, _ number: Int) {
        (self.lines, self.number) = (lines, number)
        text = lines[number]
        var start = text.firstIndex { $0 != " " && $0 != "-" } ?? text.count
        var colon: Int?
        // A line that begins with a bracket has no key of its own.
        var position = start < text.count && (text[start] == "{" || text[start] == "[") ? text.count : start
        while position < text.count {
            if text[position] == ":", position + 1 == text.count || text[position + 1] == " " {
                colon = position
                break
            }
            position += 1
        }
        if let colon {
            key = String(scalars: text[start..<colon])
            start = colon + 1
        } else {
            key = ""
        }
        while start < text.count, text[start] == " " { start += 1 }
        var end = text.count
        var quote: Unicode.Scalar?
        for index in start..<max(start, text.count) {
            if let open = quote {
                if text[index] == open { quote = nil }
            } else if (text[index] == "\"" || text[index] == "'") && index == start {
                quote = text[index]
            } else if text[index] == "#", index > start, text[index - 1] == " " {
                end = index
                break
            }
        }
        while end > start, text[end - 1] == " " { end -= 1 }
        value = start..<max(start, end)
    }

    private func at(_ column: Int, _ length: Int) -> SourceLocation { lines.at(number, column, length) }

    /// `[String]?`, `[String] = []`, `[T] or null`: YAML ends the value at the bracket.
    var afterListAdvice: Diagnostic? {
        guard let first = value.first, text[first] == "[" else { return nil }
        var depth = 0
        guard
            let close = value.first(where: { index in
                if text[index] == "[" { depth += 1 }
                if text[index] == "]" { depth -= 1 }
                return depth == 0
            }), close + 1 < value.upperBound
        else { return nil }
        let list = String(scalars: text[first...close])
        var rest = close + 1
        while rest < value.upperBound, text[rest] == " " { rest += 1 }
        let tail = String(scalars: text[rest..<value.upperBound])
        let place = at(rest, value.upperBound - rest)
        let key = key.isEmpty ? "labels" : key
        let help: DiagnosticText? =
            if tail.hasPrefix("?") {
                "put the '?' after the key: '\(key)?: \(list)'"
            } else if tail.hasPrefix("=") {
                "write '\(key): {type: \(list), default: \(tail.dropFirst().drop { $0 == " " })}'"
            } else if tail.hasPrefix("or null") {
                "write '\(key): {type: \(list), nullable: true}'"
            } else if tail.hasPrefix("!") {
                "remove it: what isn't optional is always there"
            } else if tail == "," || tail == ";" {
                "remove it"
            } else if list == "[]", tail.unicodeScalars.allSatisfy(\.isIdentifierPart) {
                "a list is written '[\(tail)]'"
            } else {
                nil
            }
        return help.map { .afterList(tail, help: $0, at: place) }
    }

    /// `"a" | "b"`, `'it's'`, `"All" of them`: YAML ends the value at the second quote.
    var afterQuoteAdvice: Diagnostic? {
        guard let first = value.first, text[first] == "\"" || text[first] == "'" else { return nil }
        let quote = text[first]
        var close = first + 1
        while close < value.upperBound {
            if quote == "\"", text[close] == "\\" {
                close += 1
            } else if text[close] == quote {
                // In single quotes the quote itself is written twice.
                guard quote == "'", close + 1 < value.upperBound, text[close + 1] == "'" else { break }
                close += 1
            }
            close += 1
        }
        var rest = close + 1
        while rest < value.upperBound, text[rest] == " " { rest += 1 }
        guard rest < value.upperBound, text[rest] != ":" else { return nil }
        let place = at(rest, value.upperBound - rest)
        let quoted = String(scalars: text[first...close])
        if text[rest] == "|" {
            let values = String(scalars: text[value]).split(separator: "|").map { part in
                String(scalars: Array(part.unicodeScalars.filter { !" \"'".unicodeScalars.contains($0) })[...])
            }
            let areStrings = values.allSatisfy { if case .string = YAMLScalar(plain: $0) { true } else { false } }
            let help: DiagnosticText =
                areStrings
                ? "write the values without quotes: '\(values.quoted(separator: " | "))'"
                : "write '{enum: [\(values.map { "\"\($0)\"" as DiagnosticText }.joined(separator: ", "))]}'"
            return .afterQuote(quoted, help: help, at: place)
        }
        if text[rest] == "," || text[rest] == ";", rest + 1 == value.upperBound {
            return .afterQuote(quoted, help: "remove the '\(text[rest])': a line's end ends the value", at: place)
        }
        let isApostrophe = quote == "'" && close + 1 < text.count && text[close + 1].isIdentifierPart
        return .afterQuote(
            quoted,
            help: isApostrophe
                ? "write an apostrophe twice in single quotes, or quote the text with double ones"
                : "quote the whole value, or nothing of it",
            at: place)
    }

    /// A value that begins with a character which means something else to YAML, or holds `: `.
    var valueAdvice: Diagnostic? {
        guard let first = value.first else { return nil }
        if "|>@*&!%`".unicodeScalars.contains(text[first]) {
            // `|` and `>` alone, with their indicators, begin a block scalar.
            let isBlock =
                "|>".unicodeScalars.contains(text[first])
                && text[value.dropFirst()].allSatisfy { "+-0123456789".unicodeScalars.contains($0) }
            if text[first] == "`", String(scalars: text[value]).hasPrefix("```") {
                return .codeFence(at: at(first, value.count))
            }
            if !isBlock {
                return .reservedCharacter(text[first], String(scalars: text[value]), at: at(first, value.count))
            }
        }
        guard text[first] != "\"", text[first] != "'", text[first] != "{", text[first] != "[" else { return nil }
        if text[first] == "(", text[value.upperBound - 1] == ")", text[value].contains(":") {
            return .parenthesesForBraces(String(scalars: text[value]), at: at(first, value.count))
        }
        for index in value.dropLast() where text[index] == ":" && text[index + 1] == " " {
            return .colonInValue(String(scalars: text[value]), at: at(index, 1))
        }
        return nil
    }

    /// An unquoted `{id}` inside `{…}` or `[…]`.
    var braceAdvice: Diagnostic? {
        var open: [Int] = []
        var quote: Unicode.Scalar?
        for index in text.indices {
            let scalar = text[index]
            if let inside = quote {
                if scalar == inside { quote = nil }
                continue
            }
            switch scalar {
            case "\"", "'":
                let before = text[..<index].last { $0 != " " }
                if before == nil || ":,[{".unicodeScalars.contains(before!) { quote = scalar }
            case "{", "[":
                // YAML can't read a brace within a word while another brace is open.
                let before = index > 0 ? text[index - 1] : " "
                if scalar == "{", !open.isEmpty, !" ,:[{".unicodeScalars.contains(before) {
                    var start = index
                    while start > 0, !" ,[{".unicodeScalars.contains(text[start - 1]) { start -= 1 }
                    var end = index
                    while end < text.count, !" ,]".unicodeScalars.contains(text[end]) { end += 1 }
                    // The outer brace usually closes in the same word: `{path: /x/{id}}`.
                    var depth = 0
                    let word = text[start..<end].prefix { scalar in
                        if scalar == "{" { depth += 1 }
                        if scalar == "}" { depth -= 1 }
                        return depth >= 0
                    }
                    return .bracesNeedQuotes(String(scalars: word[...]), at: at(start, word.count))
                }
                open.append(index)
            case "}", "]": _ = open.popLast()
            case "#" where index > 0 && text[index - 1] == " ": return nil
            default: break
            }
        }
        return nil
    }
}

extension Diagnostic {
    static func controlCharacter(_ value: Int32, at place: SourceLocation) -> Self {
        // libyaml gives a negative value for bytes that end in the middle of a character.
        guard value >= 0 else {
            return .error("not-utf8", "the file ends in the middle of a character", help: "save it as UTF-8", at: place)
        }
        return .error(
            "control-character",
            "\(VisibleText.codePoint(UInt32(value))) can't stand in YAML",
            help: "in a quoted text write it as an escape", at: place)
    }
    static func codeFence(at place: SourceLocation) -> Self {
        .error(
            "reserved-character", "this is the fence of a code block in Markdown", help: "remove the lines of '```'",
            at: place)
    }
    static func parenthesesForBraces(_ text: String, at place: SourceLocation) -> Self {
        .error(
            "parentheses", "'\(text)' is a string in YAML", help: "write '{\(text.dropFirst().dropLast())}'", at: place)
    }
    static func commaTooMany(at place: SourceLocation) -> Self {
        .error("missing-comma", "there is one ',' too many", help: "a ',' separates two entries", at: place)
    }
    static func invalidYAML(_ problem: String, at place: SourceLocation) -> Self {
        .error("invalid-yaml", "this isn't YAML: \(problem)", at: place)
    }
    static func textAfterEnd(at place: SourceLocation) -> Self {
        .error(
            "text-after-end", "the document's value ended before this",
            help: "remove a bracket too many, or write all as 'key: value' pairs that begin in the first column",
            at: place)
    }
    static func badEscape(at place: SourceLocation) -> Self {
        .error(
            "bad-escape", "YAML has no such escape",
            help: #"in double quotes a backslash is written '\\', in single quotes alone"#, at: place)
    }
    static func unclosed(_ what: DiagnosticText, at place: SourceLocation, stoppedAt: SourceLocation? = nil) -> Self {
        .error(
            "unclosed", "this \(what) is not closed where it should be", at: place,
            notes: stoppedAt.map { [.init("expected a comma or the closing bracket here", at: $0)] } ?? [])
    }
    static func missingComma(before word: String, at place: SourceLocation) -> Self {
        .error(
            "missing-comma", "a ',' is missing before '\(word)'",
            help: "inside {…} and […] a comma separates two entries", at: place)
    }
    static func bracketInValue(_ key: String, _ value: String, at place: SourceLocation) -> Self {
        .error(
            "reserved-character", "'\(value)' needs quotes: inside {…} a '[' begins a list",
            help: "write '\(key): \(yaml: value)'", at: place
        )
    }
    static func noSeparator(_ character: Unicode.Scalar, at place: SourceLocation) -> Self {
        .error("missing-comma", "'\(character)' separates nothing in YAML", help: "write ','", at: place)
    }
    static func unexpectedColon(at place: SourceLocation) -> Self {
        .error("unexpected-colon", "a second ': ' in one line", help: "quote the value, or begin a new line", at: place)
    }
    static func brokenIndentation(at place: SourceLocation, of context: SourceLocation) -> Self {
        .error(
            "indentation", "this line fits neither the mapping or list above it nor the one around that",
            help: "a mapping's keys begin in the same column, each followed by ': '", at: place,
            notes: [.init("the mapping or list begins here", at: context)])
    }
    static func tab(at place: SourceLocation) -> Self {
        .error("tab", "YAML can't be indented with tabs", help: "use spaces", at: place)
    }
    static func afterList(_ tail: String, help: DiagnosticText, at place: SourceLocation) -> Self {
        .error("text-after-list", "YAML can't read '\(tail)' after a list", help: help, at: place)
    }
    static func afterQuote(_ quoted: String, help: DiagnosticText, at place: SourceLocation) -> Self {
        .error(
            "text-after-quote", "YAML ends the string at the quote, but more follows \(quoted) ", help: help, at: place)
    }
    static func reservedCharacter(_ character: Unicode.Scalar, _ value: String, at place: SourceLocation) -> Self {
        let isEnum = character == "|" && value.dropFirst().contains("|")
        return .error(
            "reserved-character", "in YAML a value that begins with '\(character)' isn't a string",
            help: isEnum
                ? "begin with the first value: '\(value.dropFirst().drop { $0 == " " })'"
                : "quote it: \(yaml: value)", at: place
        )
    }
    static func colonInValue(_ value: String, at place: SourceLocation) -> Self {
        // `enum: [open, closed]` behind a key.
        let isMapping = value.hasSuffix("]") || value.hasSuffix("}")
        return .error(
            "colon-in-value", "YAML reads ': ' as the start of a value",
            help: isMapping ? "a mapping stands in braces: '{\(value)}'" : "quote the value: \(yaml: value)", at: place)
    }
    static func bracesNeedQuotes(_ word: String, at place: SourceLocation) -> Self {
        .error(
            "braces-need-quotes", "inside {…} or […] YAML reads the braces of '\(word)' as its own",
            help: "quote it: \(yaml: word)", at: place)
    }
    static func beginsWithBrace(_ value: String, at place: SourceLocation) -> Self {
        .error(
            "braces-need-quotes", "a value that begins with '{' is a mapping to YAML",
            help: "quote it: \(yaml: value)", at: place)
    }
}
