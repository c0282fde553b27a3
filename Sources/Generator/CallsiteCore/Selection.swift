/// Which operations are kept: those that something includes and nothing excludes. An empty `include` includes all.
package struct Selection: Hashable, Sendable {
    /// A tag, a path or the name of an operation, as it was written.
    package struct Word: Hashable, Sendable, ExpressibleByStringLiteral {
        package var text: String
        /// Where it stands in `callsite.yaml`; nil: on the command line.
        package var place: SourceLocation?

        package init(_ text: String, at place: SourceLocation? = nil) {
            self.text = text
            self.place = place
        }

        package init(stringLiteral text: String) { self.init(text) }

        /// A pattern of paths without a method.
        fileprivate var isOfPathAlone: Bool { text.hasPrefix("/") || text.hasPrefix("*") }
    }

    /// Words that choose operations.
    package struct Filter: Hashable, Sendable {
        package var tags: [Word]
        /// `*` stands for any characters: `/repos/*`. A method may go before: `GET /repos/*`.
        package var paths: [Word]
        /// `operationId`s; `*` stands for any characters.
        package var operations: [Word]
        /// Models that are kept though no operation needs them; `*` stands for any characters.
        package var models: [Word]
        /// Swift names that types have in the whole API, with the paths of those types in the selected part. They
        /// choose nothing.
        package var aliases: [String: Word] = [:]

        package init(tags: [Word] = [], paths: [Word] = [], operations: [Word] = [], models: [Word] = []) {
            self.tags = tags
            self.paths = paths
            self.operations = operations
            self.models = models
        }

        /// Whether it chooses operations by their full names only.
        package var isExact: Bool { tags.isEmpty && paths.isEmpty && !operations.contains { $0.text.contains("*") } }

        package var isEmpty: Bool { tags.isEmpty && paths.isEmpty && operations.isEmpty && models.isEmpty }
    }

    package var include: Filter
    package var exclude: Filter
    package init(include: Filter = Filter(), exclude: Filter = Filter()) {
        self.include = include
        self.exclude = exclude
    }

    package var isEmpty: Bool { include.isEmpty && exclude.isEmpty }
}

/// Filters that are applied to many operations, and remember which of their words chose any. A word without `*` is
/// looked up, so that a long list of names, or of filters, costs no more than a short one.
package struct FilterList {
    /// The kind of thing that a word names.
    package enum Kind {
        case tag, path, operation

        /// The property of the operations that such a word chooses: `has the tag 'users'`.
        package func phrase(_ word: String) -> DiagnosticText {
            switch self {
            case .tag: "has the tag '\(word)'"
            case .path: "has the path '\(word)'"
            case .operation: "is called '\(word)'"
            }
        }
    }

    private struct Entry {
        var word: Selection.Word
        var kind: Kind
        var filter: Int
        var isUsed = false
    }

    /// The words of all filters; the words of one filter are adjacent.
    private var entries: [Entry] = []
    /// For each filter, the positions of its words.
    private var ranges: [Range<Int>] = []
    /// The positions of the words without `*`.
    private var names: [Kind: [String: [Int]]] = [:]
    private var patterns: [Kind: [Int]] = [:]

    package init(_ filters: [Selection.Filter]) {
        for (position, filter) in filters.enumerated() {
            let first = entries.count
            for (kind, words) in [(Kind.tag, filter.tags), (.path, filter.paths), (.operation, filter.operations)] {
                for word in words {
                    // A tag is never a pattern.
                    if kind != .tag, word.text.contains("*") {
                        patterns[kind, default: []].append(entries.count)
                    } else {
                        names[kind, default: [:]][word.text, default: []].append(entries.count)
                    }
                    entries.append(Entry(word: word, kind: kind, filter: position))
                }
            }
            ranges.append(first..<entries.count)
        }
    }

    /// The positions of the filters that match, in order.
    package func matching(path: String, method: String, operation: String, tags own: [String]) -> [Int] {
        filters(of: words(path, method, operation, own))
    }

    /// The positions of the filters that match, in order. The words that match are remembered.
    package mutating func use(path: String, method: String, operation: String, tags own: [String]) -> [Int] {
        let words = words(path, method, operation, own)
        for word in words { entries[word].isUsed = true }
        return filters(of: words)
    }

    /// The words of a filter that chose nothing so far.
    package func unused(of filter: Int) -> [(kind: Kind, word: Selection.Word)] {
        entries[ranges[filter]].filter { !$0.isUsed }.map { ($0.kind, $0.word) }
    }

    private func words(_ path: String, _ method: String, _ operation: String, _ own: [String]) -> [Int] {
        let line = method + " " + path
        var words = own.flatMap { names[.tag]?[$0] ?? [] }
        for path in [path, line] { words += names[.path]?[path] ?? [] }
        words += names[.operation]?[operation] ?? []
        words += (patterns[.path] ?? []).filter { index in
            let word = entries[index].word
            return Glob.matches(word.text, word.isOfPathAlone ? path : line)
        }
        return words + (patterns[.operation] ?? []).filter { Glob.matches(entries[$0].word.text, operation) }
    }

    private func filters(of words: [Int]) -> [Int] { Set(words.map { entries[$0].filter }).sorted() }
}

/// Patterns in which `*` stands for any characters, in time that grows with pattern and text only.
package enum Glob {
    package static func matches(_ pattern: String, _ text: String) -> Bool {
        let pattern = Array(pattern.utf8)
        let text = Array(text.utf8)
        var (patternIndex, position) = (0, 0)
        var star: (pattern: Int, text: Int)?
        while position < text.count {
            if patternIndex < pattern.count, pattern[patternIndex] == 0x2A {
                star = (patternIndex, position)
                patternIndex += 1
            } else if patternIndex < pattern.count, pattern[patternIndex] == text[position] {
                patternIndex += 1
                position += 1
            } else if let last = star {
                star = (last.pattern, last.text + 1)
                (patternIndex, position) = (last.pattern + 1, last.text + 1)
            } else {
                return false
            }
        }
        while patternIndex < pattern.count, pattern[patternIndex] == 0x2A { patternIndex += 1 }
        return patternIndex == pattern.count
    }
}
