// Reads a type as in Swift: `String`, `Int?`, `Page<Issue>`, `[String: Int]`, `open | closed = open`, `T or null`. The
// result is the type with its default, and whether it is optional or nullable. Names of models aren't resolved here.

struct TypeText {
    var type: Description.TypeExpression
    var isOptional = false
    var isNullable = false
    var defaultValue: Description.Literal?
    /// `stream of T`.
    var isStream = false
}

/// The parts that a type's text may have where it stands.
struct TypeTextRules: OptionSet {
    let rawValue: Int
    static let allowsDefault = TypeTextRules(rawValue: 1)
    static let allowsOptional = TypeTextRules(rawValue: 2)
    static let allowsStream = TypeTextRules(rawValue: 4)
    static let field: TypeTextRules = [.allowsDefault, .allowsOptional]
}

/// Reads a type that is written as one scalar. nil: it was reported.
///
/// - Parameter key: The field's name, for messages.
func readTypeText(
    _ node: Node, rules: TypeTextRules, of key: String? = nil, _ diagnostics: inout Diagnostics
) -> TypeText? {
    guard let text = node.text else { return nil }
    var parser = TypeTextParser(text: text, place: node.place, isPlain: node.isPlain, key: key)
    return parser.parse(rules, &diagnostics)
}

private struct TypeTextParser {
    let scalars: [Unicode.Scalar]
    let place: SourceLocation
    /// A quoted scalar's text begins one column behind its place.
    let shift: Int
    var position = 0
    var end: Int
    let key: String?

    init(text: String, place: SourceLocation, isPlain: Bool, key: String?) {
        self.key = key
        scalars = Array(text.unicodeScalars)
        end = scalars.count
        self.place = place
        shift = isPlain ? 0 : 1
    }

    func place(_ range: Range<Int>) -> SourceLocation {
        place.advanced(by: range.lowerBound + shift, length: range.count)
    }
    func string(_ range: Range<Int>) -> String { String(scalars: scalars[range]) }
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, scalars[start].isBlank { start += 1 }
        while end > start, scalars[end - 1].isBlank { end -= 1 }
        return start..<end
    }

    mutating func parse(_ rules: TypeTextRules, _ diagnostics: inout Diagnostics) -> TypeText? {
        let whole = trimmed(0..<scalars.count)
        (position, end) = (whole.lowerBound, whole.upperBound)
        guard position < end else { return diagnostics.fail(.emptyType(at: place)) }
        var isStream = false
        if string(position..<end).hasPrefix("stream of ") {
            guard rules.contains(.allowsStream) else {
                return diagnostics.fail(.misplacedStream(at: place(position..<end)))
            }
            isStream = true
            position = trimmed(position + 10..<end).lowerBound
        }

        // `open = 1 | closed = 2`; a default stands behind all values.
        let bar = (position..<end).first { scalars[$0] == "|" }
        if let bar, (position..<bar).contains(where: { scalars[$0] == "=" && scalars[$0 - 1].isBlank }) {
            return diagnostics.fail(.namedValues(at: place(position..<end)))
        }
        var defaultValue: Description.Literal?
        if let equals = (position..<end).first(where: {
            scalars[$0] == "=" && ($0 == position || scalars[$0 - 1].isBlank)
        }) {
            defaultValue = self.defaultValue(behind: equals, rules, &diagnostics)
            if defaultValue == nil { return nil }
        }
        if let help = ForeignTypes.helpForPlace(string(position..<end)) {
            return diagnostics.fail(.notAType(string(position..<end), help: help, at: place(position..<end)))
        }
        let isEnum = scalars[position..<end].contains("|")
        if scalars[position] == "(" {
            return diagnostics.fail(.parentheses(string(position..<end), at: place(position..<end)))
        }
        if isEnum {
            guard let shape = enumeration(&diagnostics) else { return nil }
            return TypeText(
                type: .init(kind: .inline(shape), place: place(position..<end)), defaultValue: defaultValue,
                isStream: isStream)
        }

        var isNullable = false
        if string(position..<end).hasSuffix(" or null") {
            isNullable = true
            end = trimmed(position..<end - 8).upperBound
        }
        let range = position..<end
        guard let type = type(&diagnostics) else { return nil }
        var isOptional = false
        if position < end, scalars[position] == "?" {
            isOptional = true
            position += 1
        }
        guard position == end else { return diagnostics.fail(unreadable(range)) }
        if (isOptional || isNullable) && !rules.contains(.allowsOptional) {
            return diagnostics.fail(.misplacedOptional(string(range), at: place(range)))
        }
        return TypeText(
            type: type, isOptional: isOptional, isNullable: isNullable, defaultValue: defaultValue, isStream: isStream)
    }

    /// Reads `= default`, the rest of the scalar. nil: a mistake was reported.
    private mutating func defaultValue(
        behind equals: Int, _ rules: TypeTextRules, _ diagnostics: inout Diagnostics
    ) -> Description.Literal? {
        let rest = trimmed(equals + 1..<end)
        guard rules.contains(.allowsDefault) else {
            return diagnostics.fail(.misplacedDefault(at: place(equals..<end)))
        }
        guard !rest.isEmpty else { return diagnostics.fail(.emptyDefault(at: place(equals..<end))) }
        guard let literal = literal(rest, &diagnostics) else { return nil }
        end = trimmed(position..<equals).upperBound
        guard position < end else { return diagnostics.fail(.emptyType(at: place(equals..<equals + 1))) }
        return literal
    }

    /// `open | closed | all`, or numbers: `1 | 2 | 3`.
    private mutating func enumeration(_ diagnostics: inout Diagnostics) -> Description.Shape? {
        var entries: [EnumEntry] = []
        var start = position
        var isWhole = true
        for index in position...end where index == end || scalars[index] == "|" {
            let range = trimmed(start..<index)
            start = index + 1
            guard !range.isEmpty else {
                diagnostics.report(.emptyEnumValue(at: place(index..<min(index + 1, end))))
                isWhole = false
                continue
            }
            let value = string(range)
            if value.hasSuffix("?"), index == end {
                diagnostics.report(
                    .optionalEnum(string(position..<end), of: key, at: place(range.upperBound - 1..<range.upperBound)))
                isWhole = false
                continue
            }
            var entry = EnumEntry(value: YAMLScalar(plain: value), place: place(range))
            if let first = value.first, first == "\"" || first == "'" {
                guard case .string(let text)? = literal(range, &diagnostics)?.kind else { return nil }
                entry.value = .string(text)
            }
            entries.append(entry)
        }
        if let problem = typesAmongValues(entries, isWhole: isWhole) { return diagnostics.fail(problem) }
        guard isWhole, case .enumeration(var cases, let values)? = CallsiteCore.enumeration(entries, &diagnostics)
        else { return nil }
        for index in cases.indices { cases[index].mayBeType = true }
        return .enumeration(cases, of: values)
    }

    /// The mistake in an enum whose values are types, perhaps in the words of other languages: `string | undefined`.
    private func typesAmongValues(_ entries: [EnumEntry], isWhole: Bool) -> Diagnostic? {
        let words = entries.compactMap { if case .string(let text) = $0.value { text } else { nil } }
        if let null = entries.first(where: { $0.value == .null }), words.count == entries.count - 1, isWhole {
            let first = words.first ?? ""
            let isType = words.count == 1 && (Scalar(rawValue: first) != nil || isTypeName(first))
            let list = words.map { "\(yaml: $0)" as DiagnosticText }.joined(separator: ", ")
            return .nullInEnum(
                isType
                    ? "write '\(first) or null'"
                    : "write '{enum: [\(list)], nullable: true}'; quote 'null' if it is a string", at: null.place)
        }
        guard words.count == entries.count, words.count > 1, let last = words.last else { return nil }
        let help: DiagnosticText
        if ["undefined", "nil"].contains(last) {
            help =
                words.count == 2
                ? "write '\(ForeignTypes.nativeName(of: words[0])) or null'" : "quote '\(last)' if it is a value"
        } else if words.allSatisfy({ ForeignTypes.isTypeElsewhere($0) || Scalar(rawValue: $0) != nil }) {
            help = "for one of several types declare a model with 'union:'; values are listed in '{enum: […]}'"
        } else {
            return nil
        }
        return .notAType(string(position..<end), help: help, at: place(position..<end))
    }

    /// One type without its `?`: a name, a generic model applied, a list, a dictionary.
    private mutating func type(_ diagnostics: inout Diagnostics, depth: Int = 0) -> Description.TypeExpression? {
        let start = position
        guard depth < 32 else { return diagnostics.fail(.tooDeep(at: place(start..<end))) }
        guard position < end else { return diagnostics.fail(unreadable(start..<end)) }
        if scalars[position] == "[" {
            position += 1
            guard let first = element(&diagnostics, depth) else { return nil }
            skipBlanks()
            if position < end, scalars[position] == ":" {
                position += 1
                guard first.kind == .scalar(.string) else { return diagnostics.fail(.dictionaryKey(at: first.place)) }
                guard let value = element(&diagnostics, depth), close("]", from: start, &diagnostics) else {
                    return nil
                }
                return .init(kind: .dictionary(value), place: place(start..<position))
            }
            guard close("]", from: start, &diagnostics) else { return nil }
            return .init(kind: .list(first), place: place(start..<position))
        }
        while position < end, scalars[position].isIdentifierPart { position += 1 }
        let name = string(start..<position)
        guard !name.isEmpty else { return diagnostics.fail(unreadable(start..<end)) }
        var arguments: [Description.TypeExpression] = []
        if position < end, scalars[position] == "<" {
            position += 1
            repeat {
                guard let argument = element(&diagnostics, depth) else { return nil }
                arguments.append(argument)
                skipBlanks()
                guard position < end, scalars[position] == "," else { break }
                position += 1
            } while true
            guard close(">", from: start, &diagnostics) else { return nil }
        }
        let range = place(start..<position)
        if let scalar = Scalar(rawValue: name), arguments.isEmpty { return .init(kind: .scalar(scalar), place: range) }
        return .init(kind: .reference(name, arguments), place: range)
    }

    /// A type inside brackets: it may be optional.
    private mutating func element(_ diagnostics: inout Diagnostics, _ depth: Int) -> Description.TypeExpression? {
        skipBlanks()
        guard let type = type(&diagnostics, depth: depth + 1) else { return nil }
        guard position < end, scalars[position] == "?" else { return type }
        position += 1
        return .init(kind: .optional(type), place: type.place)
    }

    private mutating func skipBlanks() {
        while position < end, scalars[position].isBlank { position += 1 }
    }

    private mutating func close(_ bracket: Unicode.Scalar, from start: Int, _ diagnostics: inout Diagnostics) -> Bool {
        skipBlanks()
        guard position < end, scalars[position] == bracket else {
            if position >= end, bracket == ">" {
                diagnostics.report(.unclosedGeneric(string(start..<end), at: place(start..<end)))
            } else {
                diagnostics.report(unreadable(start..<end))
            }
            return false
        }
        position += 1
        return true
    }

    /// The rest of a scalar, read by the core schema; in quotes, a string.
    private func literal(_ range: Range<Int>, _ diagnostics: inout Diagnostics) -> Description.Literal? {
        let place = place(range)
        guard let quote = scalars[range].first, quote == "\"" || quote == "'" else {
            return .init(kind: .init(YAMLScalar(plain: string(range))), place: place)
        }
        var text = String.UnicodeScalarView()
        var index = range.lowerBound + 1
        while index < range.upperBound {
            let scalar = scalars[index]
            if scalar == quote {
                if quote == "'", index + 1 < range.upperBound, scalars[index + 1] == "'" {
                    index += 1
                } else {
                    guard index + 1 == range.upperBound else { break }
                    return .init(kind: .string(String(text)), place: place)
                }
            } else if quote == "\"", scalar == "\\", index + 1 < range.upperBound {
                index += 1
                switch scalars[index] {
                case "n": text.append("\n")
                case "t": text.append("\t")
                case let other: text.append(other)
                }
                index += 1
                continue
            }
            text.append(scalar)
            index += 1
        }
        return diagnostics.fail(.unclosed("quote", at: place))
    }

    /// The likely mistake in a string that isn't a type, judged from the position where reading stopped.
    private func unreadable(_ range: Range<Int>) -> Diagnostic {
        let text = string(range)
        let stop = min(position, max(range.lowerBound, range.upperBound - 1))
        let place = place(stop..<max(stop + 1, range.upperBound))
        if text.isEmpty { return .emptyType(at: place) }
        if let help = ForeignTypes.help(for: text) { return .notAType(text, help: help, at: self.place(range)) }
        return .notAType(text, help: Self.help(for: text), at: place)
    }

    private static func help(for text: String) -> DiagnosticText {
        if text.contains("=") { return "put spaces around the '=' of a default" }
        if text.hasSuffix(",") || text.hasSuffix(";") {
            return "remove the '\(text.suffix(1))': the line's end ends a type"
        }
        if text.hasSuffix("??") { return "one '?' is enough" }
        if text.hasSuffix(" required") {
            return "write '\(text.dropLast(9))': all are required but those with '?' behind the name"
        }
        if text.hasSuffix(" optional") { return "write '\(text.dropLast(9))', and '?' behind the name" }
        // `Int, default 1`, `Int (default: 1)`
        if let word = text.indices.first(where: { text[$0...].hasPrefix("default") }) {
            let type = text[..<word].prefix { $0 != "," && $0 != "(" && $0 != " " }
            let value = text[word...].dropFirst(7).drop { " :=".contains($0) }.filter { $0 != ")" }
            if !type.isEmpty, !value.isEmpty { return "write '\(String(type)) = \(value)'" }
        }
        if text.hasSuffix("[]") { return "a list is written '[\(text.dropLast(2))]'" }
        if text.contains(" or ") || text.contains(",") {
            return "for one of several types declare a model with 'union:'"
        }
        return "write a type as in Swift: 'String', 'Int?', '[Issue]', '[String: Int]', 'Page<Issue>'"
    }
}

extension Unicode.Scalar {
    var isBlank: Bool { self == " " || self == "\t" || self == "\n" }
    /// Whether a type's name may hold the character.
    package var isIdentifierPart: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        // Invisible characters don't distinguish names: joiners, variation selectors.
        default: value > 0x7F && properties.isXIDContinue && !properties.isDefaultIgnorableCodePoint
        }
    }
}
