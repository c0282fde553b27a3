/// Rules for names from a description that you can't change.
package struct NamingRules: Hashable, Sendable {
    package enum Operations: String, CaseIterable, Hashable, Sendable { case byID, byResource }

    /// A pattern in which each `*` stands for any characters, and its replacement, in which `$1` is the part that the
    /// first `*` stood for.
    struct Pattern: Hashable, Sendable {
        var pattern: String
        var replacement: String
    }

    /// The source of operations' names; nil: their ids.
    package var operations: Operations?
    /// An operation's name loses its tag in front: `users_list` with the tag `users` is `list`.
    var dropsTag = false
    var dropPrefixes: [String] = []
    /// Patterns for names, of which the first that fits is applied.
    var patterns: [Pattern] = []

    package init() {}

    /// Removes the words of the tag from the front, unless nothing would be left.
    static func without(tag: String, _ text: String) -> String {
        func plain(_ word: String) -> String { Plurals.singularWord(word.lowercased()) ?? word.lowercased() }
        let words = Words.split(text)
        let tags = Words.split(tag)
        guard !tags.isEmpty, words.count > tags.count, zip(words, tags).allSatisfy({ plain($0) == plain($1) }) else {
            return text
        }
        return words.dropFirst(tags.count).joined(separator: " ")
    }

    /// Removes the prefix, if another word begins behind it.
    static func without(prefix: String, _ text: String) -> String {
        guard !prefix.isEmpty, text.hasPrefix(prefix), text.utf8.count > prefix.utf8.count else { return text }
        let rest = text.dropFirst(prefix.count)
        let isBoundary = prefix.unicodeScalars.last.map { !$0.isIdentifierPart || $0 == "_" } ?? false
        guard let first = rest.unicodeScalars.first,
            isBoundary || first.properties.isUppercase || !first.isIdentifierPart || first == "_",
            rest.unicodeScalars.contains(where: { $0.properties.isAlphabetic })
        else { return text }
        return String(rest)
    }
}

extension NamingRules.Pattern {
    /// The replacement for a name; nil: the pattern doesn't fit. The first `*` stands for as little as it can.
    func applied(to text: String) -> String? {
        let literals = pattern.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
        var rest = text[...]
        guard rest.hasPrefix(literals[0]) else { return nil }
        rest = rest.dropFirst(literals[0].count)
        var parts: [String] = []
        for (position, literal) in literals.enumerated().dropFirst() {
            if position == literals.count - 1 {
                guard rest.hasSuffix(literal) else { return nil }
                parts.append(String(rest.dropLast(literal.count)))
                rest = ""
                continue
            }
            let start = rest.startIndex
            guard let range = literal.isEmpty ? start..<start : rest.firstRange(of: literal) else { return nil }
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        guard rest.isEmpty else { return nil }
        var result = ""
        var isReference = false
        for character in replacement {
            if isReference, let number = character.wholeNumberValue, number > 0 {
                result += number <= parts.count ? parts[number - 1] : ""
                isReference = false
                continue
            }
            if isReference { result += "$" }
            isReference = character == "$"
            if !isReference { result.append(character) }
        }
        return result.isEmpty ? nil : result
    }
}
