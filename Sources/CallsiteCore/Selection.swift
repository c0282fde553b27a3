/// Which operations are kept: those that something includes and nothing excludes. What says nothing includes all.
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
    }

    /// Words that an operation may be known by.
    package struct Filter: Hashable, Sendable {
        package var tags: [Word]
        /// `*` stands for any characters: `/repos/*`. A method may go before: `GET /repos/*`.
        package var paths: [Word]
        /// `operationId`s; `*` stands for any characters.
        package var operations: [Word]

        package init(tags: [Word] = [], paths: [Word] = [], operations: [Word] = []) {
            self.tags = tags
            self.paths = paths
            self.operations = operations
        }

        /// It names operations, each in full.
        var isExact: Bool { tags.isEmpty && paths.isEmpty && !operations.contains { $0.text.contains("*") } }

        package var isEmpty: Bool { tags.isEmpty && paths.isEmpty && operations.isEmpty }
    }

    package var include: Filter
    package var exclude: Filter

    package init(include: Filter = Filter(), exclude: Filter = Filter()) {
        self.include = include
        self.exclude = exclude
    }

    package var isEmpty: Bool { include.isEmpty && exclude.isEmpty }
}

extension Selection.Word {
    /// A pattern of paths without a method.
    fileprivate var isOfPathAlone: Bool { text.hasPrefix("/") || text.hasPrefix("*") }
}

/// A filter that is asked for many operations, and remembers which of its words chose any. A word without `*` is looked up, so that a long
/// list of names costs no more than a short one.
struct FilterUse {
    private let filter: Selection.Filter
    private var tags: [String: [Int]] = [:]
    private var paths: [String: [Int]] = [:]
    private var operations: [String: [Int]] = [:]
    private var pathPatterns: [Int] = []
    private var operationPatterns: [Int] = []
    private var isUsed: (tags: [Bool], paths: [Bool], operations: [Bool])

    init(_ filter: Selection.Filter) {
        self.filter = filter
        isUsed = (filter.tags.map { _ in false }, filter.paths.map { _ in false }, filter.operations.map { _ in false })
        for (index, word) in filter.tags.enumerated() { tags[word.text, default: []].append(index) }
        for (index, word) in filter.paths.enumerated() {
            if word.text.contains("*") { pathPatterns.append(index) } else { paths[word.text, default: []].append(index) }
        }
        for (index, word) in filter.operations.enumerated() {
            if word.text.contains("*") { operationPatterns.append(index) } else { operations[word.text, default: []].append(index) }
        }
    }

    mutating func matches(path: String, method: String, operation: String, tags own: [String]) -> Bool {
        let line = method + " " + path
        let ofTags = own.flatMap { tags[$0] ?? [] }
        let ofPaths =
            (paths[path] ?? []) + (paths[line] ?? [])
            + pathPatterns.filter { Glob.matches(filter.paths[$0].text, filter.paths[$0].isOfPathAlone ? path : line) }
        let ofOperations = (operations[operation] ?? []) + operationPatterns.filter { Glob.matches(filter.operations[$0].text, operation) }
        for index in ofTags { isUsed.tags[index] = true }
        for index in ofPaths { isUsed.paths[index] = true }
        for index in ofOperations { isUsed.operations[index] = true }
        return !(ofTags.isEmpty && ofPaths.isEmpty && ofOperations.isEmpty)
    }

    enum Kind {
        case tag, path, operation

        /// What an operation would be that such a word chooses: `has the tag 'users'`.
        func phrase(_ word: String) -> DiagnosticText {
            switch self {
            case .tag: "has the tag '\(word)'"
            case .path: "has the path '\(word)'"
            case .operation: "is called '\(word)'"
            }
        }
    }

    /// The words that chose nothing.
    var unused: [(kind: Kind, word: Selection.Word)] {
        func unused(_ kind: Kind, _ words: [Selection.Word], _ isUsed: [Bool]) -> [(kind: Kind, word: Selection.Word)] {
            zip(words, isUsed).filter { !$0.1 }.map { (kind, $0.0) }
        }
        return unused(.tag, filter.tags, isUsed.tags) + unused(.path, filter.paths, isUsed.paths)
            + unused(.operation, filter.operations, isUsed.operations)
    }
}

/// Many filters that are asked for many operations: a long list of them costs no more than a short one, but for words with `*`.
struct FilterList {
    private var tags: [String: [Int]] = [:]
    private var paths: [String: [Int]] = [:]
    private var operations: [String: [Int]] = [:]
    private var pathPatterns: [(word: Selection.Word, filter: Int)] = []
    private var operationPatterns: [(word: Selection.Word, filter: Int)] = []

    init(_ filters: [Selection.Filter]) {
        for (position, filter) in filters.enumerated() {
            for word in filter.tags { tags[word.text, default: []].append(position) }
            for word in filter.paths {
                if word.text.contains("*") { pathPatterns.append((word, position)) } else { paths[word.text, default: []].append(position) }
            }
            for word in filter.operations {
                if word.text.contains("*") {
                    operationPatterns.append((word, position))
                } else {
                    operations[word.text, default: []].append(position)
                }
            }
        }
    }

    /// The positions of the filters that match, in order.
    func matching(path: String, method: String, operation: String, tags own: [String]) -> [Int] {
        let line = method + " " + path
        var found = Set(own.flatMap { tags[$0] ?? [] })
        found.formUnion((paths[path] ?? []) + (paths[line] ?? []) + (operations[operation] ?? []))
        for (word, filter) in pathPatterns where Glob.matches(word.text, word.isOfPathAlone ? path : line) { found.insert(filter) }
        for (word, filter) in operationPatterns where Glob.matches(word.text, operation) { found.insert(filter) }
        return found.sorted()
    }
}

/// Patterns in which `*` stands for any characters, in time that grows with pattern and text only.
enum Glob {
    static func matches(_ pattern: String, _ text: String) -> Bool {
        let pattern = Array(pattern.utf8)
        let text = Array(text.utf8)
        var (at, position) = (0, 0)
        var star: (pattern: Int, text: Int)?
        while position < text.count {
            if at < pattern.count, pattern[at] == 0x2A {
                star = (at, position)
                at += 1
            } else if at < pattern.count, pattern[at] == text[position] {
                at += 1
                position += 1
            } else if let last = star {
                star = (last.pattern, last.text + 1)
                (at, position) = (last.pattern + 1, last.text + 1)
            } else {
                return false
            }
        }
        while at < pattern.count, pattern[at] == 0x2A { at += 1 }
        return at == pattern.count
    }
}
