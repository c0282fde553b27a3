/// One mapping of the native format, read by its table of keys: what is no mapping, holds an unknown key or lacks a
/// required one is reported when the reader is made.
struct MappingReader<Key: NativeKey> {
    let place: SourceLocation
    private var values: [Key: Node] = [:]
    private var keyPlaces: [Key: SourceLocation] = [:]
    /// Keys that stand here under another name, which has been reported: their values cause no second message.
    private var guessed: Set<Key> = []
    /// A key is unknown, and may say what another one should.
    private(set) var hasUnknownMeaning = false

    /// A table made narrower by where the mapping stands: the keys that are left, and what to say of the others.
    struct Narrowing {
        var accepts: @Sendable (Key) -> Bool
        var others: DiagnosticText
        var requiresKeys = true
    }

    /// nil if `node` is no mapping.
    init?(
        _ node: Node, _ diagnostics: inout Diagnostics, narrowed narrowing: Narrowing? = nil,
        ignoring ignored: Set<String> = []
    ) {
        func accepts(_ key: Key) -> Bool { narrowing?.accepts(key) ?? true }
        guard let pairs = node.pairs else {
            diagnostics.report(.notAMapping(Key.mapping, node, instead: Key.instead(of: node)))
            return nil
        }
        place = node.place
        /// Unknown keys that were meant as others: read as those, they cause no second message.
        var meant: [(key: Key, node: Node, value: Node)] = []
        var told: Set<DiagnosticText> = []
        for (keyNode, value) in pairs {
            guard let text = keyNode.text, !ignored.contains(text) else { continue }
            guard let key = Key(rawValue: text) else {
                // `{description: first, then}`: YAML ends the text at the comma, and what follows is a key without a
                // value.
                if value.isPlain, value.text == "", text.contains(" ") || keyNode.place.line == node.place.line,
                    node.isFlow
                {
                    diagnostics.report(.commaInText(text, at: keyNode.place))
                    continue
                }
                let known = Key.allCases.filter(accepts)
                if let foreign = Key.foreign(text), foreign.meant.map(accepts) != false {
                    // `{200: A, 404: B}` is one mistake.
                    if told.insert(foreign.help).inserted {
                        diagnostics.report(.foreignKey(text, in: Key.mapping, help: foreign.help, at: keyNode.place))
                    }
                    if let key = foreign.meant { meant.append((key, keyNode, value)) } else { hasUnknownMeaning = true }
                } else if let help = Key.neighbour(text) {
                    if told.insert(help).inserted {
                        diagnostics.report(.foreignKey(text, in: Key.mapping, help: help, at: keyNode.place))
                    }
                    hasUnknownMeaning = true
                } else {
                    diagnostics.report(
                        .unknownKey(text, in: Key.mapping, candidates: known.map(\.rawValue), at: keyNode.place))
                    let guess = Spelling.word(for: text, among: known.map(\.rawValue)).flatMap(Key.init(rawValue:))
                    if let guess { meant.append((guess, keyNode, value)) }
                }
                continue
            }
            guard accepts(key) else {
                diagnostics.report(.misplacedKey(text, help: narrowing?.others ?? "", at: keyNode.place))
                continue
            }
            values[key] = value
            keyPlaces[key] = keyNode.place
        }
        for (key, node, value) in meant where values[key] == nil {
            values[key] = value
            keyPlaces[key] = node.place
            guessed.insert(key)
        }
        // The unknown key probably says what is missing.
        guard !hasUnknownMeaning else { return }
        for key in Key.allCases where key.isRequired && narrowing?.requiresKeys != false && values[key] == nil {
            if Key.isExcused(key, { values[$0] }) { continue }
            diagnostics.report(
                .missingKey(
                    key.rawValue, in: Key.mapping, summary: key.summary, example: Key.example(of: key), at: place))
        }
    }

    /// The value behind a key; nil too where nothing stands behind it (`parameters:` alone).
    subscript(_ key: Key) -> Node? {
        guard let value = values[key], !(value.isPlain && value.text == "") else { return nil }
        return value
    }

    func has(_ key: Key) -> Bool { values[key] != nil }

    /// The value behind a key, also where nothing stands behind it.
    func value(of key: Key) -> Node? { values[key] }

    /// Reports a mistake in a key's value, unless the key is only a guess.
    func report(_ key: Key, _ diagnostic: @autoclosure () -> Diagnostic, _ diagnostics: inout Diagnostics) {
        if !guessed.contains(key) { diagnostics.report(diagnostic()) }
    }

    /// Where the values stand, by their keys.
    var valuePlaces: [String: SourceLocation] {
        Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value.place) })
    }

    /// Where the key itself stands.
    func place(of key: Key) -> SourceLocation { keyPlaces[key] ?? place }

    /// Text behind the key. A number or `true` counts as what is written: `description: 42`.
    func text(_ key: Key, _ diagnostics: inout Diagnostics) -> Description.Name? {
        guard let node = self[key] else { return nil }
        guard let text = node.text else {
            report(
                key, .wrongValue(of: key.rawValue, found: node.kindDescription, expected: "text", at: node.place),
                &diagnostics)
            return nil
        }
        return .init(text: text, place: node.place)
    }

    func flag(_ key: Key, _ diagnostics: inout Diagnostics) -> Bool? {
        guard let node = self[key] else { return nil }
        guard case .bool(let value)? = node.value else {
            let isQuoted = !node.isPlain && ["true", "false"].contains(node.text)
            report(
                key,
                .wrongValue(
                    of: key.rawValue, found: node.kindDescription,
                    expected: isQuoted ? "true or false, without quotes" : "true or false",
                    at: node.place), &diagnostics)
            return nil
        }
        return value
    }

    func integer(_ key: Key, _ range: ClosedRange<Int>, _ diagnostics: inout Diagnostics) -> Int? {
        guard let node = self[key] else { return nil }
        guard case .integer(let digits)? = node.value, let value = Int(digits), range.contains(value) else {
            report(
                key,
                .wrongValue(
                    of: key.rawValue, found: node.kindDescription,
                    expected: range.upperBound == .max
                        ? "a whole number, \(range.lowerBound) or more"
                        : "a whole number from \(range.lowerBound) to \(range.upperBound)",
                    at: node.place), &diagnostics)
            return nil
        }
        return value
    }

    /// One word of a closed set.
    func word<Word: RawRepresentable & CaseIterable>(
        _ key: Key, _: Word.Type, _ diagnostics: inout Diagnostics
    ) -> Word? where Word.RawValue == String {
        guard let node = self[key] else { return nil }
        if let text = node.text, let word = Word(rawValue: text) { return word }
        report(key, .unknownWord(node, for: key.rawValue, candidates: Word.allCases.map(\.rawValue)), &diagnostics)
        return nil
    }

    /// A list of strings, or one string alone.
    func texts(_ key: Key, _ diagnostics: inout Diagnostics) -> [Description.Name] {
        guard let node = self[key] else { return [] }
        var names: [Description.Name] = []
        for element in node.elements ?? [node] {
            if let text = element.text, element.isPlain, text.hasPrefix("-"), text.utf8.count > 1 {
                diagnostics.report(.dashWithoutBlank(text, at: element.place))
            } else if let text = element.text, !text.isEmpty {
                names.append(.init(text: text, place: element.place))
            } else {
                report(
                    key,
                    .wrongValue(of: key.rawValue, found: element.kindDescription, expected: "text", at: element.place),
                    &diagnostics)
            }
        }
        return names
    }

    /// The pairs of a mapping whose keys are free.
    ///
    /// - Parameter instead: what to write in place of what is no mapping, where that isn't said by its shape.
    func entries(
        _ key: Key, of what: DiagnosticText, instead: (Node) -> DiagnosticText? = { _ in nil },
        _ diagnostics: inout Diagnostics
    ) -> [(key: Description.Name, value: Node)] {
        guard let node = self[key] else { return [] }
        guard let pairs = node.pairs else {
            report(key, .notAMapping(what, node, instead: instead(node)), &diagnostics)
            return []
        }
        return pairs.compactMap { pair in pair.key.text.map { (.init(text: $0, place: pair.key.place), pair.value) } }
    }
}

extension Diagnostic {
    static func notAMapping(_ what: DiagnosticText, _ node: Node, instead: DiagnosticText? = nil) -> Self {
        var help: DiagnosticText = "write 'key: value' pairs, indented below the key"
        if let instead {
            help = instead
        } else if let first = node.elements?.first, let pairs = first.pairs, let pair = pairs.first {
            // `- name: page` with the rest below it, as OpenAPI lists parameters; `- page: Int`.
            let isNamed = pair.key.text == "name" && pairs.count > 1
            let name = (isNamed ? pair.value.text : pair.key.text) ?? ""
            help =
                isNamed
                ? "write '\(name):' in place of '- name: \(name)', and the rest indented below it"
                : "write '\(name): …' without the '-'"
        } else if node.isSequence, node.isFilled {
            help = "write 'key: value' pairs without '-'"
        }
        return .error(
            "not-a-mapping", "\(what) is a mapping, and this is \(node.kindDescription)", help: help, at: node.place)
    }
    static func unknownKey(_ key: String, in what: DiagnosticText, candidates: [String], at place: SourceLocation)
        -> Self
    {
        .error(
            "unknown-key", "unknown key '\(key)' in \(what)", help: Spelling.help(for: key, amongWords: candidates),
            at: place)
    }
    static func foreignKey(
        _ key: String, in what: DiagnosticText, help: DiagnosticText, at place: SourceLocation
    ) -> Self {
        .error("unknown-key", "unknown key '\(key)' in \(what)", help: help, at: place)
    }
    static func misplacedKey(_ key: String, help: DiagnosticText, at place: SourceLocation) -> Self {
        .error("misplaced-key", "'\(key)' can't stand here", help: help, at: place)
    }
    static func commaInText(_ text: String, at place: SourceLocation) -> Self {
        .error(
            "comma-in-text", "inside {…} YAML ends a string at a comma, so '\(text)' is a key of its own",
            help: "quote the whole value", at: place)
    }
    static func missingKey(
        _ key: String, in what: DiagnosticText, summary: String, example: DiagnosticText? = nil,
        at place: SourceLocation
    ) -> Self {
        .error("missing-key", "\(what) needs '\(key)'", help: example ?? .phrase(summary), at: place)
    }
    static func wrongValue(
        of key: String, found: DiagnosticText, expected: DiagnosticText, at place: SourceLocation
    ) -> Self {
        .error("wrong-value", "'\(key)' is \(found)", help: "expected \(expected)", at: place)
    }
    static func dashWithoutBlank(_ text: String, at place: SourceLocation) -> Self {
        .error("missing-dash", "a space is missing after the '-'", help: "write '- \(text.dropFirst())'", at: place)
    }
    static func foreignWord(_ word: String, for key: String, help: DiagnosticText, at place: SourceLocation) -> Self {
        .error("unknown-word", "'\(key)' can't be '\(word)'", help: help, at: place)
    }
    static func unknownWord(_ node: Node, for key: String, candidates: [String]) -> Self {
        guard let word = node.text, !word.isEmpty || !node.isPlain else {
            return .wrongValue(of: key, found: node.kindDescription, expected: .list(candidates), at: node.place)
        }
        return .unknownWord(word, for: key, candidates: candidates, at: node.place)
    }
    static func unknownWord(_ word: String, for key: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-word", "'\(key)' can't be '\(word)'", help: Spelling.help(for: word, amongWords: candidates),
            at: place)
    }
}
