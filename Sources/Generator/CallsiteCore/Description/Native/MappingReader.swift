/// Reads one mapping of the native format by its table of keys. The initializer reports a node that is no mapping,
/// unknown keys, and missing required keys.
struct MappingReader<Key: NativeKey> {
    let place: SourceLocation
    /// The values, and where their keys stand.
    private var contents: [Key: (place: SourceLocation, value: Node)] = [:]
    /// Keys that stand here under another name, which has been reported: their values cause no second message.
    private var guesses: Set<Key> = []
    /// There is an unknown key, which may stand for a missing one.
    private(set) var hasUnknownMeaning = false

    /// Which keys of the table are accepted where the mapping stands, and the advice for the others.
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
        /// `{description: first, then}`: YAML ends the string at the comma, and reads `then` as a key without a value.
        func isEndOfText(_ key: Node, _ text: String, _ value: Node) -> Bool {
            value.isPlain && value.text == "" && (text.contains(" ") || key.place.line == node.place.line)
                && node.isFlow
        }
        guard let pairs = node.pairs else {
            diagnostics.report(.notAMapping(Key.mapping, node, instead: Key.instead(of: node)))
            return nil
        }
        place = node.place
        /// Entries with an unknown key that was probably meant as `key`. Read as that, they cause no second message.
        var guessedEntries: [(key: Key, entry: (place: SourceLocation, value: Node))] = []
        var helps: Set<DiagnosticText> = []
        for (keyNode, value) in pairs {
            guard let text = keyNode.text, !ignored.contains(text) else { continue }
            if let key = Key(rawValue: text) {
                if accepts(key) {
                    contents[key] = (keyNode.place, value)
                } else {
                    diagnostics.report(.misplacedKey(text, help: narrowing?.others ?? "", at: keyNode.place))
                }
            } else if isEndOfText(keyNode, text, value) {
                diagnostics.report(.commaInText(text, at: keyNode.place))
            } else if let key = meaning(of: text, accepts, at: keyNode.place, &helps, &diagnostics) {
                guessedEntries.append((key, (keyNode.place, value)))
            }
        }
        for (key, entry) in guessedEntries where contents[key] == nil {
            contents[key] = entry
            guesses.insert(key)
        }
        // The unknown key probably stands for the missing one.
        guard !hasUnknownMeaning else { return }
        for key in Key.allCases where key.isRequired && narrowing?.requiresKeys != false && contents[key] == nil {
            if !Key.isExcused(key, { contents[$0]?.value }) { diagnostics.report(.missingKey(key, at: place)) }
        }
    }

    /// Reports an unknown key.
    ///
    /// - Parameter helps: The advice so far, since `{200: A, 404: B}` is one mistake.
    /// - Returns: The key that it was probably meant to be.
    private mutating func meaning(
        of text: String, _ accepts: (Key) -> Bool, at place: SourceLocation, _ helps: inout Set<DiagnosticText>,
        _ diagnostics: inout Diagnostics
    ) -> Key? {
        let foreign = Key.foreign(text).flatMap { $0.meant.map(accepts) == false ? nil : $0 }
        if let help = foreign?.help ?? Key.neighbour(text) {
            if helps.insert(help).inserted {
                diagnostics.report(.unknownKey(text, in: Key.mapping, help: help, at: place))
            }
            if foreign?.meant == nil { hasUnknownMeaning = true }
            return foreign?.meant
        }
        let candidates = Key.allCases.filter(accepts).map(\.rawValue)
        let help = Spelling.help(for: text, amongWords: candidates)
        diagnostics.report(.unknownKey(text, in: Key.mapping, help: help, at: place))
        return Spelling.word(for: text, among: candidates).flatMap(Key.init(rawValue:))
    }

    /// The value behind a key; nil too where nothing stands behind it (`parameters:` alone).
    subscript(_ key: Key) -> Node? {
        guard let value = contents[key]?.value, !(value.isPlain && value.text == "") else { return nil }
        return value
    }

    func has(_ key: Key) -> Bool { contents[key] != nil }

    /// The value behind a key, also where nothing stands behind it.
    func value(of key: Key) -> Node? { contents[key]?.value }

    /// Reports a mistake in a key's value, unless the key is only a guess.
    func report(_ key: Key, _ diagnostic: @autoclosure () -> Diagnostic, _ diagnostics: inout Diagnostics) {
        if !guesses.contains(key) { diagnostics.report(diagnostic()) }
    }

    /// Reports that a value isn't what its key takes, unless the key is only a guess.
    ///
    /// - Returns: nil.
    func fail<Value>(_ key: Key, _ node: Node, expected: DiagnosticText, _ diagnostics: inout Diagnostics) -> Value? {
        report(key, .wrongValue(of: key.rawValue, node, expected: expected), &diagnostics)
        return nil
    }

    /// Where the values stand, by their keys.
    var valuePlaces: [String: SourceLocation] {
        Dictionary(uniqueKeysWithValues: contents.map { ($0.key.rawValue, $0.value.value.place) })
    }

    /// Where the key itself stands.
    func place(of key: Key) -> SourceLocation { contents[key]?.place ?? place }

    /// The string behind the key. A number or `true` counts as it is spelled: `description: 42`.
    func text(_ key: Key, _ diagnostics: inout Diagnostics) -> Description.Name? {
        guard let node = self[key] else { return nil }
        guard let text = node.text else { return fail(key, node, expected: "text", &diagnostics) }
        return .init(text: text, place: node.place)
    }

    func flag(_ key: Key, _ diagnostics: inout Diagnostics) -> Bool? {
        guard let node = self[key] else { return nil }
        guard case .bool(let value)? = node.value else {
            let isQuoted = !node.isPlain && ["true", "false"].contains(node.text)
            return fail(key, node, expected: isQuoted ? "true or false, without quotes" : "true or false", &diagnostics)
        }
        return value
    }

    func integer(_ key: Key, _ range: ClosedRange<Int>, _ diagnostics: inout Diagnostics) -> Int? {
        guard let node = self[key] else { return nil }
        guard case .integer(let digits)? = node.value, let value = Int(digits), range.contains(value) else {
            let isOpen = range.upperBound == .max
            return fail(
                key, node,
                expected: isOpen
                    ? "a whole number, \(range.lowerBound) or more"
                    : "a whole number from \(range.lowerBound) to \(range.upperBound)", &diagnostics)
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
                report(key, .wrongValue(of: key.rawValue, element, expected: "text"), &diagnostics)
            }
        }
        return names
    }

    /// The pairs of a mapping whose keys are free.
    ///
    /// - Parameter instead: The advice for a node that is no mapping; nil: the node's shape decides.
    func entries(
        _ key: Key, instead: (Node) -> DiagnosticText? = { _ in nil }, _ diagnostics: inout Diagnostics
    ) -> [(key: Description.Name, value: Node)] {
        guard let node = self[key] else { return [] }
        guard let pairs = node.pairs else {
            report(key, .notAMapping("'\(key.rawValue)'", node, instead: instead(node)), &diagnostics)
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
    static func unknownKey(
        _ key: String, in what: DiagnosticText, help: DiagnosticText?, at place: SourceLocation
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
    static func missingKey<Key: NativeKey>(_ key: Key, at place: SourceLocation) -> Self {
        .missingKey(key.rawValue, in: Key.mapping, help: Key.example(of: key) ?? .phrase(key.summary), at: place)
    }
    static func missingKey(
        _ key: String, in what: DiagnosticText, help: DiagnosticText, at place: SourceLocation
    ) -> Self {
        .error("missing-key", "\(what) needs '\(key)'", help: help, at: place)
    }
    static func wrongValue(
        of key: String, found: DiagnosticText, expected: DiagnosticText, at place: SourceLocation
    ) -> Self {
        .error("wrong-value", "'\(key)' is \(found)", help: "expected \(expected)", at: place)
    }
    static func wrongValue(of key: String, _ node: Node, expected: DiagnosticText) -> Self {
        .wrongValue(of: key, found: node.kindDescription, expected: expected, at: node.place)
    }
    static func dashWithoutBlank(_ text: String, at place: SourceLocation) -> Self {
        .error("missing-dash", "a space is missing after the '-'", help: "write '- \(text.dropFirst())'", at: place)
    }
    static func foreignWord(_ word: String, for key: String, help: DiagnosticText, at place: SourceLocation) -> Self {
        .error("unknown-word", "'\(key)' can't be '\(word)'", help: help, at: place)
    }
    static func unknownWord(_ node: Node, for key: String, candidates: [String]) -> Self {
        guard let word = node.text, !word.isEmpty || !node.isPlain else {
            return .wrongValue(of: key, node, expected: .list(candidates))
        }
        return .unknownWord(word, for: key, candidates: candidates, at: node.place)
    }
    static func unknownWord(_ word: String, for key: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-word", "'\(key)' can't be '\(word)'", help: Spelling.help(for: word, amongWords: candidates),
            at: place)
    }
}
